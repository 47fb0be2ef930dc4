"""The table of Trials of Maya as small records: seats and mats, units, ground, tracks, objectives, the turn.

Unknown cards are None: a state folded from what a viewer was sent holds None where that viewer may not look.
An empty place is "". Nothing here is looked up in the content, so editing a card never changes what has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from domain.kernel.frames import Frames
from domain.kernel.records import record
from domain.maya.hexes import Hex
from domain.maya.state_arena import Arena, Ground

NEUTRAL = 0
"""The owner and team of what nobody controls."""


@record
class Rules:
    """What the table agreed on before the start."""

    mode: str = "siege-1v1"
    map: str = ""
    reactions: bool = False
    decks: str = "starter"
    share_hands: bool = False
    fragments_to_discard: bool = False
    rulings: bool = False
    expert: bool = False


@record
class Slot:
    """One of the three places of a mat: its card ("" none, None unknown face-down) and the Relic under it.

    `source` is where a face-down card came from: its owner knows one from hand, nobody knows a fragment.
    """

    card: str | None = ""
    face_up: bool = True
    source: str = ""
    activated: bool = False
    relic: str = ""


EMPTY_SLOT = Slot()


@record
class Cards:
    """The cards of a seat outside its mat; hidden ones are None, the deck's top comes first."""

    hand: tuple[str | None, ...] = ()
    deck: tuple[str | None, ...] = ()
    discard: tuple[str, ...] = ()
    listed: tuple[str, ...] | None = None
    """The deck list, known to its owner only (MAYA-AMB-112)."""
    peeked: tuple[str, ...] | None = ()
    """Cards just looked at, while a choice among them stands."""


@record
class Growth:
    """What a champion has unlocked: steps on the two ladders, symbols, skill levels."""

    hp_steps: int = 0
    energy_steps: int = 0
    energy_modifier: int = 0
    symbols: tuple[tuple[str, ...], ...] = ()
    """Unlocked symbols as the traits each may count as; ("wild",) is any trait."""
    symbol_indexes: tuple[int, ...] = ()
    skills: Mapping[str, str] = attrs.field(factory=dict)
    """Skill id to "1", "2a" or "2b"; a locked skill is not in it."""


@record
class Head:
    """A minion's head in a seat's reserve."""

    minion: str
    kind: str


@record
class Purse:
    """What a seat holds beside its cards: Energy, XP, HP Bank, heads, class pieces, items."""

    energy: int = 0
    xp: int = 0
    bank: int = 0
    heads: tuple[Head, ...] = ()
    supply: Mapping[str, int] = attrs.field(factory=dict)
    """Class pieces left, by piece; Flight is 1 while the champion may take off at all."""
    items: tuple[str, ...] = ()


@record
class Seat:
    """One player's side of the table."""

    seat: int
    name: str
    team: int = 0
    champion: str = ""
    traits: tuple[str, ...] = ()
    hand_stat: int = 0
    ready: bool = False
    """Has answered the question that every seat answers at once."""
    auto_pass: bool | None = False
    slots: tuple[Slot, Slot, Slot] = (EMPTY_SLOT, EMPTY_SLOT, EMPTY_SLOT)
    cards: Cards = Cards()
    growth: Growth = Growth()
    purse: Purse = Purse()

    @property
    def unit(self) -> str:
        """The id of this seat's champion on the arena."""
        return f"c{self.seat}"


@record
class Unit:
    """A piece that stands on a space: champion, minion or IDO; `at` is None while it is off the arena.

    `owner` is the controlling seat, `team` its team (in a free-for-all the seat's own number); both are 0 for
    neutral units. A tower belongs to a team and to no seat.
    """

    id: str
    kind: str
    what: str
    owner: int
    team: int
    at: Hex | None
    hp: int
    max_hp: int
    defence: int = 0
    root: int = 0
    bleed: int = 0
    bleed_by: int = 0
    vish: Mapping[int, int] = attrs.field(factory=dict)
    """Vish tokens by the seat they belong to."""
    flying: bool = False
    side: str = ""
    attackable: bool = True

    @property
    def is_entity(self) -> bool:
        """Whether it is a living piece: champions and minions (MAYA-UNIT-06)."""
        return self.kind != "ido"


@record
class Tracks:
    """Turn order (the last round's until the flip), the tiebreak track, and who still has a turn."""

    initiative: tuple[int, ...] = ()
    tiebreak: tuple[int, ...] = ()
    to_go: tuple[int, ...] = ()


@record
class OpenObjective:
    """An objective lying open, with the tokens of those who completed it."""

    id: str
    side: int
    reward: int
    starter: bool
    tokens: tuple[int, ...] = ()
    done_by: tuple[int, ...] = ()
    """Seats that completed a starter this round."""


@record
class Objectives:
    """The objective area: open cards, face-down deck, discards, and who has claimed this round."""

    open: tuple[OpenObjective, ...] = ()
    deck: tuple[str | None, ...] = ()
    discard: tuple[str, ...] = ()
    claimed: tuple[int, ...] = ()


@record
class Lasting:
    """A change to a seat's actions until the end of the turn."""

    seat: int
    source: str
    change: Mapping[str, Any]
    uses: int = 0
    """How many actions it still serves; 0 for all."""
    unit: str = ""
    """The one unit it works against, if any."""


@record
class Timed:
    """An effect waiting for its moment: whose, where it stands, which clause."""

    seat: int
    source: str


@record
class Turn:
    """The turn in progress and what was used up in it."""

    number: int = 0
    seat: int = 0
    slot: int = 0
    """The slot activated last, whose actions are available; 0 for none."""
    relic_live: bool = False
    """Whether the Relic of that slot was there when the card was activated."""
    used: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    fired: tuple[str, ...] = ()
    """Modifiers of the activated slot: those that served their one action by name, those that the player uses for this
    activation with a plus, and those that it leaves out with a minus."""
    triggered: int = 0
    """How many effects that answer a happening have come to pass since the turn began."""
    activated: int = 0
    moved: int = 0
    flew: int = 0
    minion: str = ""
    minion_used: tuple[int, ...] = ()
    minions_done: tuple[str, ...] = ()
    ido_lost: Mapping[str, int] = attrs.field(factory=dict)
    """HP that objects lost to damage since the turn began."""
    deeds: Mapping[str, Any] = attrs.field(factory=dict)
    """What the turn's champion did in its Action Phase, by measure; only what was counted so far."""


@record
class Aggro:
    """Minions answering an aggressor: who steers them, which still have to act, which is acting."""

    seat: int = 0
    executor: int = 0
    waiting: tuple[str, ...] = ()
    minion: str = ""
    used: tuple[int, ...] = ()


@record
class Ruling:
    """A correction that a seat, or the host (0), proposes, with the seats that consent so far."""

    number: int
    seat: int
    text: str
    edits: tuple[Mapping[str, Any], ...]
    consents: tuple[int, ...]


@record
class Ended:
    """How the match ended."""

    winners: tuple[int, ...]
    reasons: tuple[str, ...]
    scores: Mapping[int, int]


@record
class State:
    """Everything on the table."""

    rules: Rules
    seats: tuple[Seat, ...]
    content: tuple[tuple[str, str], ...] | None = None
    """A host's own content files by name, None for the built-in content."""
    phase: str = "lobby"
    step: str = ""
    round: int = 0
    ticks: int = 0
    """Counts what happened, so that each question has a number of its own."""
    stacked: int = 0
    """How many actions and spells were declared so far; the last one's stack id."""
    arena: Arena | None = None
    ground: Ground = Ground()
    units: Mapping[str, Unit] = attrs.field(factory=dict)
    tracks: Tracks = Tracks()
    objectives: Objectives = Objectives()
    pool: tuple[str | None, ...] = ()
    """The Memory Fragments out of play."""
    turn: Turn = Turn()
    queue: tuple[Timed, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    """Aggro marks: minion and the seat it is aggroed to."""
    aggro: Aggro = Aggro()
    frames: Frames = ()
    ledger: Mapping[str, int] = attrs.field(factory=dict)
    """What the mode counts: death tokens, victory points, bounty, poles."""
    ruling: Ruling | None = None
    rulings: int = 0
    conceded: tuple[int, ...] = ()
    ended: Ended | None = None

    def seat(self, seat: int) -> Seat:
        """The side of a seat."""
        return self.seats[seat - 1]

    def champion(self, seat: int) -> Unit:
        """The champion of a seat, on the arena or off it."""
        return self.units[f"c{seat}"]

    def is_alive(self, seat: int) -> bool:
        """Whether the seat's champion is on the arena."""
        return self.units[f"c{seat}"].at is not None

    def team_of(self, seat: int) -> int:
        """The team of a seat; neutral for seat 0."""
        return self.seats[seat - 1].team if seat else NEUTRAL

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The seats that play against this one, in seat order."""
        team = self.team_of(seat)
        return tuple([other.seat for other in self.seats if other.team != team])

    def standing_units(self) -> list[Unit]:
        """Every unit on the arena, in a fixed order."""
        return [unit for unit in self.units.values() if unit.at is not None]

    def unit_at(self, space: Hex) -> Unit | None:
        """The unit that stands on a space."""
        return next((unit for unit in self.units.values() if unit.at == space), None)


def are_friends(one: Unit, other: Unit) -> bool:
    """Whether two units are controlled by the same player or team (MAYA-UNIT-04)."""
    return one.team != NEUTRAL and one.team == other.team
