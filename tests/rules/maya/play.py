"""A table to play rules at, on a small plain field in the middle of seat 1's Action Phase.

    table = Table(at=[(0, 0), (2, 0)]).mat(card("jab", {"do": "attack", "value": 3}))
    table.unit("c2", hp=5, defence=1)
    table.activate().attack("c2")
    assert table["c2"].hp == 3

Units are "c1" to "c4" (champions), "m1" (minions), "e1.1" (Engrams), "t2a" (towers). Everybody has 9 Energy and
10 HP. The champions are stand-ins without any ability unless a test names others; cards come from `card`, `relic`
and `spell` or by the id of a printed one. Every accepted play must have been offered and every refused one must
not: the table checks it, and that what happened folds to the table as it is.

`Table.dealt()` is a table set up by the rules, `table.next_round()` goes on to the next Refresh and Slide,
`table.seen_by(2)` is the table as another seat knows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import attrs

from domain.kernel.chance import Chance, ScriptedChance, SealedChance
from domain.kernel.game import Offer, Refused, SeatSetup, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.records import evolve
from domain.maya.content.effects import Effect
from domain.maya.evolve import evolve_event
from domain.maya.evolving.changing import with_seat
from domain.maya.flow.proceeding import proceed
from domain.maya.game import MAYA
from domain.maya.hexes import Hex, disc
from domain.maya.intents import (
    ActivateCard,
    AnswerChoice,
    ArrangeFragments,
    BeginMinionTurn,
    Concede,
    DiscardCards,
    EndActionPhase,
    EndAggroMinion,
    EndMinionStep,
    EndMinionTurn,
    EndStep,
    MinionAction,
    PassReaction,
    PrepareCard,
    ProposeRuling,
    SelectChampion,
    SetAutoPass,
    SpawnMinion,
    SubmitDeck,
    TakeAction,
    WithdrawRuling,
)
from domain.maya.packs import face, pack_of
from domain.maya.state import Slot, State, Timed, Turn
from domain.maya.state_arena import Arena, Point, Tile
from domain.maya.table import MayaDraft
from projections.maya import offered_as
from tests.cards.maya.duel import Duel, Where
from tests.rules.maya.stand_ins import CHAMPIONS, Made, card, content_of, fragment, made, passive, relic, spell

Card = str | Made

IDLE = (EndActionPhase, EndStep, EndMinionStep, EndMinionTurn, EndAggroMinion, PassReaction, DiscardCards, AnswerChoice)
"""What a seat answers that wants nothing; an AnswerChoice only where it may stay empty."""

UNLISTED = (SubmitDeck, SetAutoPass, Concede, ProposeRuling, WithdrawRuling)
"""What may be asked for and is not listed: built decks, and what is possible at any time."""


def ground(
    radius: int = 5,
    *,
    high: Iterable[Where] = (),
    low: Iterable[Where] = (),
    spikes: Iterable[Where] = (),
    void: Iterable[Where] = (),
    walls: Iterable[tuple[Where, Where]] = (),
    zones: Mapping[str, Iterable[Where]] | None = None,
    spawns: Sequence[Point] = (),
    upgrades: Sequence[Point] = (),
) -> Arena:
    """A hexagon, flat but for what is named: walls are two neighbours, zones sets of spaces ("field" is the rest)."""
    raised, sunk, spiked, missing = set(high), set(low), set(spikes), set(void)
    zone_of = {tuple(at): zone for zone, spaces in (zones or {}).items() for at in spaces}
    tiles = tuple(
        Tile(
            at,
            2 if at in raised else 0 if at in sunk else 1,
            at in spiked,
            at in missing,
            zone_of.get((at.q, at.r), "" if at in missing else "field"),
        )
        for at in disc(Hex(0, 0), radius)
    )
    return Arena("test", tiles, tuple((Hex(*a), Hex(*b)) for a, b in walls), tuple(spawns), tuple(upgrades))


def point(name: str, *at: Where, owner: int = 0, zone: str = "field") -> Point:
    """A point of interest on the corner of three spaces; `owner` 0 is neutral, else a team."""
    one, two, three = (Hex(*where) for where in at)
    return Point(name, owner, (one, two, three), zone)


HOMES = (
    point("Home 1", (-4, -1), (-4, 0), (-5, 0), owner=1),
    point("Home 2", (4, 0), (4, 1), (5, 0), owner=2),
)
"""A spawn point for each team, far from the middle."""


class Table(Duel):
    """A position put together from what a test names, to play on from."""

    def __init__(
        self,
        *champions: str,
        seats: int = 2,
        at: Sequence[Where] = ((0, 0), (1, 0), (4, 0), (-4, 0)),
        arena: Arena | None = None,
        mode: str = "",
        reactions: bool = False,
        cards: Sequence[Made] = (),
        quiet: bool | None = None,
        **options: Any,
    ) -> None:
        """`cards` are made up beforehand; built-in passives are at work (not `quiet`) where champions are named."""
        self.quiet = not champions if quiet is None else quiet
        self.made = list(cards)
        names = champions or tuple(CHAMPIONS)[:seats]
        super().__init__(
            *names,
            at=at,
            arena=arena or ground(),
            mode=mode,
            reactions=reactions,
            content=content_of(self.made, quiet=self.quiet),
            **options,
        )
        self._begin()

    @classmethod
    def dealt(
        cls,
        *champions: str,
        seats: int = 2,
        mode: str = "",
        script: Mapping[str, Sequence[Any]] | None = None,
        seed: int | None = None,
        upto: str = "prepare",
        cards: Sequence[Made] = (),
        quiet: bool | None = None,
        **options: Any,
    ) -> Self:
        """A table set up by the rules as far as a phase ("champions", "decks", "fragments", "prepare").

        Every seat takes its champion and starter deck and leaves its fragments as dealt; chance is a script or a seed.
        """
        table = object.__new__(cls)
        table.quiet = not champions if quiet is None else quiet
        table.made = list(cards)
        seats = len(champions) or seats
        mode = mode or {2: "siege-1v1", 3: "headhunters", 4: "siege-2v2"}[seats]
        content = content_of(table.made, quiet=table.quiet)
        rules = MAYA.check_options({"mode": mode, **options}, seats, content)
        sitting = tuple(SeatSetup(n, f"P{n}") for n in range(1, seats + 1))
        table.state = MAYA.start(Setup(rules, sitting, content))
        table._begin()
        if seed is not None:
            table.chance = SealedChance(seed.to_bytes(32, "big"), 0)
        else:
            table.script = {label: list(results) for label, results in (script or {}).items()}
        table.do(StartMatch())
        names = champions or tuple(CHAMPIONS)
        for seat in range(1, seats + 1):
            if upto == "champions":
                return table
            table.do(SelectChampion(seat, names[seat - 1]))
        for seat in range(1, seats + 1):
            if table.state.phase == "decks" and upto != "decks":
                table.do(SubmitDeck(seat, ()))
        for seat in range(1, seats + 1):
            if table.state.phase == "fragments" and upto not in ("decks", "fragments"):
                table.do(ArrangeFragments(seat, tuple(slot.card or "" for slot in table.seat(seat).slots)))
        return table

    def _begin(self) -> None:
        self.events: list[Any] = []
        self.log: list[Any] = []
        self.script: dict[str, list[Any]] = getattr(self, "script", {})
        self.chance: Chance | None = None
        self._start = self._last = self.state

    # -- setting the scene

    def _known(self, cards: Iterable[Card]) -> list[str]:
        # Cards made up along the way become part of the table's content.
        new = [one for one in cards if isinstance(one, Made) and one not in self.made]
        if new:
            self.made += new
            files = content_of(self.made, quiet=self.quiet)
            self.state = evolve(self.state, content=tuple(sorted(files.items())))
        return [str(one) for one in cards]

    def mat(self, *cards: Card, seat: int = 1) -> Self:
        """Cards in slots 1, 2, 3; "" leaves a slot as it is empty."""
        return super().mat(*self._known(cards), seat=seat)

    def relic(self, card: Card, slot: int = 1, seat: int = 1) -> Self:
        """A Relic under a slot."""
        return super().relic(self._known([card])[0], slot, seat)

    def hand(self, *cards: Card, seat: int = 1) -> Self:
        """Cards in hand."""
        return super().hand(*self._known(cards), seat=seat)

    def deck(self, *cards: Card, seat: int = 1) -> Self:
        """The deck, top first."""
        return super().deck(*self._known(cards), seat=seat)

    def discard(self, *cards: Card, seat: int = 1) -> Self:
        """The discard pile, its top last."""
        return self._cards(seat, discard=tuple(self._known(cards)))

    def knows(self, *records: Made) -> Self:
        """Records made up for this test are part of the table's content."""
        self._known(records)
        return self

    def activated(self, *slots: int, seat: int = 1) -> Self:
        """Cards that were activated earlier this round; the last one is the one in use."""
        side = self.seat(seat)
        one, two, three = (evolve(slot, activated=number in slots) for number, slot in enumerate(side.slots, start=1))
        self.state = with_seat(self.state, evolve(side, slots=(one, two, three)))
        return self

    def off(self, unit: str) -> Self:
        """A champion that is off the arena."""
        gone = evolve(self.state.units[unit], at=None, hp=0)
        self.state = evolve(self.state, units={**self.state.units, unit: gone})
        return self

    def champion(self, seat: int = 1) -> Any:
        """A seat's champion."""
        return self.state.champion(seat)

    def having(self, **changes: Any) -> Self:
        """Anything of the whole table changed: tracks, marks, pool, objectives, ledger."""
        self.state = evolve(self.state, **changes)
        return self

    # -- playing

    def do(self, intent: Any) -> Self:
        """An intent that is offered and accepted; `Refused` comes through and leaves the table as it was."""
        offered = isinstance(intent, (StartMatch, *UNLISTED)) or is_offered(self.state, intent)
        self._settle()
        chance = self.chance or ScriptedChance(self.script)
        try:
            draft = MAYA.draft(self.state, intent, chance)
        except Refused:
            assert not offered or isinstance(intent, UNLISTED), f"{intent} was offered and is refused"
            raise
        assert offered, f"{intent} is accepted, but was not offered"
        return self._happen(draft, chance)

    def goes_on(self, **changes: Any) -> Self:
        """The table with these changes, and then all that needs no answer."""
        self.state = evolve(self.state, **changes)
        self._settle()
        chance = self.chance or ScriptedChance(self.script)
        draft = MayaDraft(self.state, evolve_event, chance)
        proceed(draft)
        return self._happen(draft, chance)

    def _settle(self) -> None:
        # Views are folded from the last position that a test put together by hand.
        if self.state is not self._last:
            self._start, self.log = self.state, []

    def _happen(self, draft: MayaDraft, chance: Chance) -> Self:
        folded = self.state
        for event in draft.events:
            folded = MAYA.evolve(folded, event)
        assert folded == draft.state
        self.state = self._last = draft.state
        self.events = list(draft.events)
        self.log = [*self.log, *self.events]
        if isinstance(chance, ScriptedChance):
            self._use_up(chance)
        return self

    def _use_up(self, chance: ScriptedChance) -> None:
        # What was drawn is no longer in the script.
        for draw in chance.draws:
            if self.script.get(draw.label):
                self.script[draw.label] = self.script[draw.label][1:]

    def refused(self, intent: Any, code: str, rule: str) -> None:
        """The intent is refused with this code under this rule, was not offered, and changes nothing."""
        before = self.state
        if not isinstance(intent, UNLISTED):
            assert not is_offered(self.state, intent, exactly=True), f"{intent} is offered"
        super().refused(intent, code, rule)
        assert self.state is before

    def begins(self, seat: int = 1) -> Self:
        """The turn of a seat begins."""
        return self.goes_on(phase="turn", step="", turn=Turn(number=1, seat=seat))

    def in_turn_of(self, seat: int) -> Self:
        """It is the Action Phase of a seat."""
        self.state = evolve(self.state, turn=Turn(number=1, seat=seat))
        return self

    def activate(self, slot: int = 1) -> Self:
        """The turn's seat activates a card."""
        return self.do(ActivateCard(self.state.turn.seat, slot))

    def icon(self, word: str, number: int = 1) -> int:
        """Where the nth clause that does such a thing stands on the card in use."""
        slot = self.state.turn.slot
        return self._clause(self.seat(self.state.turn.seat).slots[slot - 1].card or "", word, number)

    def _clause(self, name: str, word: str, number: int) -> int:
        program = face(pack_of(self.state), name).program
        found = [n for n, one in enumerate(program) if one.do and _word(one.do[0]) == word]
        return found[number - 1]

    def by(self, word: str, target: str = "", *, number: int = 1, path: Sequence[Where] = (), **how: Any) -> TakeAction:
        """The intent that takes an action of the card in use, by the word for it: "attack", "move", "push", ..."""
        if isinstance(how.get("using"), str):
            how["using"] = (how["using"],)
        slot, seat = self.state.turn.slot, self.state.turn.seat
        steps = tuple(Hex(*step) for step in path)
        return TakeAction(seat, slot, "card", self.icon(word, number), target, steps, **how)

    def move(self, *path: Where, number: int = 1, **how: Any) -> Self:
        """The turn's champion moves along these spaces."""
        return self.do(self.by("move", path=path, number=number, **how))

    def attack(self, target: str = "", *, number: int = 1, **how: Any) -> Self:
        """The turn's champion attacks."""
        return self.do(self.by("attack", target, number=number, **how))

    def push(self, target: str = "", *, number: int = 1, **how: Any) -> Self:
        """The turn's champion pushes."""
        return self.do(self.by("push", target, number=number, **how))

    def pull(self, target: str = "", *, number: int = 1, **how: Any) -> Self:
        """The turn's champion pulls."""
        return self.do(self.by("pull", target, number=number, **how))

    def defend(self, *, number: int = 1) -> Self:
        """The turn's champion defends."""
        return self.do(self.by("defend", number=number))

    def draw(self, *, number: int = 1) -> Self:
        """The turn's champion draws."""
        return self.do(self.by("draw", number=number))

    def aims(self, word: str, *, number: int = 1) -> set[str]:
        """Whom an action of the card in use can be aimed at."""
        return self.targets(self.icon(word, number))

    def reaches(self, *, number: int = 1) -> set[Where]:
        """Where a Move of the card in use can end, staying put left out."""
        return self.reach(self.icon("move", number))

    def end_turn(self) -> Self:
        """The turn's seat does nothing more, uses nothing more and discards nothing."""
        seat = self.state.turn.seat
        if self.state.step == "action":
            self.do(EndActionPhase(seat))
        if self.state.step == "end" and self.state.turn.seat == seat and self.state.phase == "turn":
            self.do(EndStep(seat))
        if self.state.step == "discard" and self.state.turn.seat == seat and self.state.phase == "turn":
            self.do(DiscardCards(seat, ()))
        return self

    def idle(self, until: Callable[[Self], bool]) -> Self:
        """Everybody does as little as can be until something holds."""
        for _ in range(500):
            if until(self):
                return self
            request = MAYA.awaiting(self.state)[0]
            offers = MAYA.offers(self.state, request.seat)
            self.do(next((offer.intent for offer in offers if _wants_nothing(offer)), offers[0].intent))
        raise AssertionError("it never came about")

    def ally_step(self) -> Self:
        """The turn's seat is asked about its minions."""
        return self.goes_on(phase="turn", step="allies")

    def minion_does(
        self, minion: str, step: int, target: str = "", *, path: Sequence[Where] = (), choice: int = 0
    ) -> Self:
        """An allied minion takes an action; it begins its turn if it has not."""
        seat = self.state.turn.seat
        if self.state.turn.minion != minion:
            self.do(BeginMinionTurn(seat, minion))
        return self.do(MinionAction(seat, step, choice, target, tuple(Hex(*at) for at in path)))

    def minion_ends(self) -> Self:
        """The acting allied minion is done."""
        return self.do(EndMinionTurn(self.state.turn.seat))

    def next_round(self, **changes: Any) -> Self:
        """Everybody had a turn: Refresh and Slide of the next round, as far as a seat has to answer."""
        self.state = evolve(self.state, **changes)
        seats = tuple(evolve(side, ready=False) for side in self.state.seats)
        tracks = evolve(self.state.tracks, to_go=())
        return self.goes_on(phase="round_end", step="", seats=seats, tracks=tracks)

    def prepare(self, *cards: Card) -> Self:
        """Seats 1, 2, ... lay these cards in slot 1, "" for a random Memory Fragment."""
        for seat, name in enumerate(cards, start=1):
            self.do(PrepareCard(seat, str(name)))
        return self

    def at_moment(self, phase: str, *effects: tuple[int, str]) -> Self:
        """Effects waiting in a phase ("exit", "arrive"), each a seat and a source like "exit:card.0"."""
        queue = tuple(Timed(seat, source) for seat, source in effects)
        return self.goes_on(phase=phase, step="", queue=queue, turn=evolve(self.state.turn, seat=0))

    # -- looking

    def offered_actions(self) -> list[TakeAction]:
        """The actions that the turn's seat may take now."""
        return self.offered(TakeAction, seat=self.state.turn.seat)

    @property
    def kinds(self) -> list[str]:
        """The types of what happened last, in order."""
        return [event.TYPE for event in self.events]

    def one(self, kind: type[Any]) -> Any:
        """The one event of this kind in the last play."""
        (found,) = self.happened(kind)
        return found

    def slots(self, seat: int = 1) -> list[str | None]:
        """The cards in slots 1 to 3; None for one that is not seen."""
        return [slot.card for slot in self.seat(seat).slots]

    def relics(self, seat: int = 1) -> list[str]:
        """The Relics under slots 1 to 3."""
        return [slot.relic for slot in self.seat(seat).slots]

    def held(self, seat: int = 1) -> list[str | None]:
        """The cards in a hand."""
        return list(self.seat(seat).cards.hand)

    def discards(self, seat: int = 1) -> list[str]:
        """A discard pile, its top last."""
        return list(self.seat(seat).cards.discard)

    def energy_of(self, seat: int = 1) -> int:
        """A seat's Energy."""
        return self.seat(seat).purse.energy

    def asked_seats(self) -> list[int]:
        """The seats the match waits for."""
        return [request.seat for request in MAYA.awaiting(self.state)]

    def seen_by(self, seat: int) -> State:
        """The table as a seat knows it (0: a spectator), folded from what it was sent."""
        self._settle()
        known = hidden_from(self._start, seat)
        for event in self.log:
            known = MAYA.evolve(known, redacted(event, seat))
        return known


def _wants_nothing(offer: Offer) -> bool:
    intent = offer.intent
    if isinstance(intent, PrepareCard):
        return intent.card == ""
    if isinstance(intent, AnswerChoice):
        return not intent.answer and (offer.pick is None or offer.pick.min == 0)
    return isinstance(intent, IDLE)


def _word(effect: Effect) -> str:
    return type(effect).__name__.lower()


def is_offered(state: State, intent: Any, *, exactly: bool = False) -> bool:
    """Whether an intent is among its seat's offers; a Move may go to an offered space another way, unless `exactly`."""
    if not 1 <= intent.seat <= len(state.seats):
        return False
    if isinstance(intent, SpawnMinion) and not exactly:
        intent = offered_as(state, intent)
    return any(_fills(offer, intent, exactly) for offer in MAYA.offers(state, intent.seat))


def _fills(offer: Offer, intent: Any, exactly: bool) -> bool:
    if type(offer.intent) is not type(intent):
        return False
    pick = offer.pick
    for field in attrs.fields(type(intent)):
        wanted, given = getattr(offer.intent, field.name), getattr(intent, field.name)
        if pick is not None and field.name == pick.field:
            if not pick.min <= len(given) <= pick.max or Counter(given) - Counter(pick.options):
                return False
        elif field.name == "path" and given and not exactly:
            if not wanted or wanted[-1] != given[-1]:
                return False
        elif wanted != given:
            return False
    return True


def redacted(event: Any, seat: int) -> Any:
    """An event as a seat gets it: what is not for that seat is None."""
    hidden = {
        name: None
        for owner, names in event.PLAN.sealed
        if owner == "server" or seat not in _owners(getattr(event, owner))
        for name in names
    }
    return evolve(event, **hidden) if hidden else event


def _owners(value: Any) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value)


def hidden_from(state: State, seat: int) -> State:
    """A position as a seat knows it: no deck's order, no other hand, no face-down card but its own from hand."""
    sides = []
    for side in state.seats:
        own = side.seat == seat
        hand = side.cards.hand if own else (None,) * len(side.cards.hand)
        cards = evolve(side.cards, hand=hand, deck=(None,) * len(side.cards.deck))
        one, two, three = (_slot_seen(slot, own) for slot in side.slots)
        sides.append(evolve(side, cards=cards, slots=(one, two, three), auto_pass=side.auto_pass if own else None))
    pile = evolve(state.objectives, deck=(None,) * len(state.objectives.deck))
    return evolve(state, seats=tuple(sides), pool=(None,) * len(state.pool), objectives=pile)


def _slot_seen(slot: Slot, own: bool) -> Slot:
    return slot if slot.face_up or (own and slot.source == "hand") else evolve(slot, card=None)


__all__ = [
    "Card",
    "Made",
    "Table",
    "Timed",
    "card",
    "fragment",
    "ground",
    "is_offered",
    "made",
    "passive",
    "point",
    "relic",
    "spell",
]
