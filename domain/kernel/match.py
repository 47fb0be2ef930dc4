"""A match: one play of a game, from the open table to the revealed secret.

`MatchRules` wraps a game's decider with what every match shares. It is pure: entries, ids, secrets and times come
from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import attrs

from domain.kernel import lifecycle
from domain.kernel.chance import (
    ALGORITHM,
    ENTROPY_BYTES_MAX,
    SECRET_BYTES,
    Chance,
    ScriptedChance,
    SealedChance,
    commitment_of,
    seed_of,
)
from domain.kernel.codec import Reader, Stored
from domain.kernel.entries import Entry
from domain.kernel.game import (
    HOST_SEAT,
    Drafting,
    EvolvesInPlace,
    Game,
    Hosted,
    Offer,
    Outcome,
    Refused,
    Request,
    SeatSetup,
    Setup,
)
from domain.kernel.lifecycle import (
    HOST,
    ChanceDrawn,
    CreateMatch,
    HandOver,
    HandsKeptClosed,
    HiddenOpened,
    KeepHandsClosed,
    MatchCreated,
    MatchStarted,
    OpenHidden,
    Origin,
    RulesChanged,
    SeatLeft,
    SeatPlan,
    SeatTaken,
    SecretRevealed,
    SitDown,
    StandUp,
    StartMatch,
)
from domain.kernel.records import drafted, evolve, record
from domain.kernel.registry import Registry
from domain.kernel.secrecy import Event, Intent

KERNEL = Registry(lifecycle)
NAME_LENGTH_MAX = 40
TITLE_LENGTH_MAX = 120
VISIBILITIES = ("public", "unlisted", "private")
WHY_OPENED = ("report", "fork")


def actor_of(seat: int) -> str:
    """Who asks, as the entry of an intent names it: a seat, or the host."""
    return HOST if seat == HOST_SEAT else f"seat:{seat}"


@record
class Holder:
    """Who holds a seat: a player, or a bot of this name."""

    name: str
    bot: str | None
    entropy: str


@record
class MatchState:
    """A match folded so far; `table` is the game's own state once it has started."""

    match_id: str = ""
    game: str = ""
    options: dict[str, Any] = attrs.field(factory=dict)
    plans: tuple[SeatPlan, ...] = ()
    holders: tuple[Holder | None, ...] = ()
    title: str = ""
    visibility: str = "public"
    clock: dict[str, Any] | None = None
    content: Any = None
    scripted: bool = False
    commitment: str = ""
    secret: str | None = None
    origin: Origin | None = None
    rules: int = 0
    draws: int = 0
    table: Any = None
    revealed: bool = False
    closed: bool = False

    @property
    def started(self) -> bool:
        return self.table is not None

    def holder(self, seat: int) -> Holder | None:
        return self.holders[seat - 1]

    def name_of(self, seat: int) -> str:
        """The name players chose for this seat, or a plain one."""
        held = self.holders[seat - 1] if 0 < seat <= len(self.holders) else None
        return held.name if held is not None and held.name else f"Seat {seat}"


BLANK = MatchState()


class MatchRules:
    """A game with the life of a match around it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.registry = game.registry
        self.reader = Reader(game.registry)
        self._drafting = game if isinstance(game, Drafting) else None
        self._in_place = game if isinstance(game, EvolvesInPlace) else None
        self.host_intents = game.host_intents if isinstance(game, Hosted) else frozenset[str]()

    # -- deciding

    def create(
        self,
        intent: CreateMatch,
        *,
        secret: str,
        content: Any = None,
        origin: Origin | None = None,
    ) -> list[Event]:
        """The events that open a table (secret: 64 hex digits); bots sit down at once."""
        assert len(bytes.fromhex(secret)) == SECRET_BYTES, "a match secret has 256 bits"
        seats = len(intent.seats)
        if not self.game.seats_min <= seats <= self.game.seats_max:
            raise Refused(
                "BAD_SEAT_COUNT",
                "KERNEL-CREATE",
                f"This game takes {self.game.seats_min} to {self.game.seats_max} seats.",
            )
        if intent.visibility not in VISIBILITIES:
            raise Refused("BAD_VISIBILITY", "KERNEL-CREATE", f"A table is one of {', '.join(VISIBILITIES)}.")
        if len(intent.title) > TITLE_LENGTH_MAX:
            raise Refused("TITLE_TOO_LONG", "KERNEL-CREATE", f"A title has at most {TITLE_LENGTH_MAX} characters.")
        options = dict(self.game.check_options(intent.options, seats, content))
        events: list[Event] = [
            MatchCreated(
                match_id=intent.match_id,
                game=self.game.name,
                options=options,
                seats=intent.seats,
                title=intent.title,
                visibility=intent.visibility,
                clock=intent.clock,
                content=content,
                scripted=intent.scripted,
                algorithm=ALGORITHM,
                commitment=commitment_of(bytes.fromhex(secret)).hex(),
                origin=origin,
                rules=self.game.rules_version,
                secret=secret,
            )
        ]
        for seat, plan in enumerate(intent.seats, start=1):
            if plan.kind == "bot":
                name = _free_name(plan.name or f"Bot {seat}", [event.name for event in events[1:]])
                events.append(SeatTaken(seat, name, plan.bot or "random", ""))
            elif plan.kind not in ("open", "invited"):
                raise Refused("BAD_SEAT_KIND", "KERNEL-CREATE", "A seat is open, invited or a bot's.")
            elif plan.name:
                _checked_name(plan.name)
        return events

    def decide(self, state: MatchState, intent: Intent, chance: Chance | None = None) -> list[Event]:
        """The events that an intent causes, or Refused; the chance is the match's own unless one is handed in."""
        return self.step(state, intent, chance)[0]

    def step(self, state: MatchState, intent: Intent, chance: Chance | None = None) -> tuple[list[Event], MatchState]:
        """As `decide`, and the state after these events, for who would fold them right away."""
        if isinstance(intent, SitDown):
            return self._folded(state, _sit_down(state, intent))
        if isinstance(intent, StandUp):
            return self._folded(state, _stand_up(state, intent))
        if isinstance(intent, HandOver):
            return self._folded(state, _hand_over(state, intent))
        if isinstance(intent, KeepHandsClosed):
            return self._folded(state, _keep_hands_closed(state))
        if isinstance(intent, OpenHidden):
            return self._folded(state, self._open_hidden(state, intent))
        if isinstance(intent, CreateMatch):
            raise Refused("ALREADY_CREATED", "KERNEL-CREATE", "This match exists.")
        events: list[Event] = []
        if isinstance(intent, StartMatch):
            _check_start(state)
            events.append(MatchStarted(len(state.holders)))
        elif not state.started:
            raise Refused("NOT_STARTED", "KERNEL-START", "The match has not started.")
        if state.rules != self.game.rules_version:
            events.append(RulesChanged(state.rules, self.game.rules_version))
        if events:
            _, state = self._folded(state, events)
        chance = chance or self.chance(state)
        caused, table = self._caused(state.table, intent, chance)
        drawn = [ChanceDrawn(d.number, d.label, d.kind, d.size, d.result) for d in chance.draws]
        if drawn:
            _, state = self._folded(state, drawn)
        state = evolve(state, table=table)
        events += drawn
        events += caused
        if self.game.outcome(table) is not None:
            assert state.secret is not None, "only the server, who knows the secret, decides"
            events.append(SecretRevealed(state.secret))
            state = self.evolve(state, events[-1])
        return events, state

    def _open_hidden(self, state: MatchState, intent: OpenHidden) -> list[Event]:
        if intent.why not in WHY_OPENED or intent.at < 1:
            raise Refused("BAD_REASON", "KERNEL-OPEN", f"What is hidden is opened for one of {', '.join(WHY_OPENED)}.")
        if not state.started or self.over(state):
            raise Refused("NOTHING_HIDDEN", "KERNEL-OPEN", "Only a running match keeps something from its host.")
        return [HiddenOpened(intent.at, intent.why)]

    def _caused(self, table: Any, intent: Intent, chance: Chance) -> tuple[Sequence[Event], Any]:
        """The game's own events and its state after them; a game that decides on a draft has both at hand."""
        if self._drafting is not None:
            draft = self._drafting.draft(table, intent, chance)
            return draft.events, draft.state
        caused = self.game.decide(table, intent, chance)
        for happened in caused:
            table = self.game.evolve(table, happened)
        return caused, table

    def _folded(self, state: MatchState, events: list[Event]) -> tuple[list[Event], MatchState]:
        for event in events:
            state = self.evolve(state, event)
        return events, state

    def chance(self, state: MatchState) -> SealedChance:
        """The match's own chance from its next draw on."""
        assert state.secret is not None, "only the server, who knows the secret, draws"
        # Most intents draw nothing, and the seed costs a handful of hashes.
        return SealedChance(lambda: self.seed(state), state.draws)

    def scripted(self, state: MatchState, script: dict[str, Sequence[Any]], *, strict: bool = False) -> ScriptedChance:
        """Chance with stated results, for a match that was created as scripted."""
        assert state.scripted, "a match with real chance is never scripted"
        return ScriptedChance(script, state.draws, strict=strict)

    def seed(self, state: MatchState) -> bytes:
        """The seed of every draw: 32 bytes out of the secret, the entropies and the match id."""
        assert state.secret is not None
        entropies = [bytes.fromhex(holder.entropy) if holder else b"" for holder in state.holders]
        return seed_of(bytes.fromhex(state.secret), entropies, state.match_id)

    # -- folding

    def evolve(self, state: MatchState, event: Event) -> MatchState:
        """The match after an event."""
        handler = _EVOLVE.get(event.__class__)
        if handler is not None:
            return handler(self, state, event)
        return evolve(state, table=self.game.evolve(state.table, event))

    def fold(self, entries: Iterable[Entry], start: MatchState = BLANK) -> MatchState:
        """The state that a log gives."""
        return self._fold(map(self.reader.events, entries), start)

    def fold_stored(self, rows: Sequence[Stored], start: MatchState = BLANK) -> MatchState:
        """The state that a log gives, straight off a store."""
        return self._fold(self.reader.stored_events(rows), start)

    def _fold(self, batches: Iterable[Iterable[Event]], start: MatchState) -> MatchState:
        state = start
        # The game's own state runs ahead and is put back at the end. Nobody else sees it before, so it is not copied
        # for every event where the game can do without.
        table = state.table
        evolve_table, in_place = self.game.evolve, self._in_place
        for fact in chain.from_iterable(batches):
            handler = _EVOLVE.get(fact.__class__)
            if handler is None:
                if in_place is not None and table is state.table:
                    table = drafted(table)
                table = evolve_table(table, fact)
                continue
            before = state.table
            state = handler(self, state, fact)
            if state.table is not before:
                table = state.table
        if table is state.table:
            return state
        return evolve(state, table=table if in_place is None else in_place.settled(table))

    # -- reading

    def awaiting(self, state: MatchState) -> tuple[Request, ...]:
        """What the match waits for from its seats; nothing before the start and after the end."""
        return self.game.awaiting(state.table) if state.started and not self.over(state) else ()

    def offers(self, state: MatchState, seat: int) -> tuple[Offer, ...]:
        """What this seat may do now."""
        return self.game.offers(state.table, seat) if state.started and not self.over(state) else ()

    def outcome(self, state: MatchState) -> Outcome | None:
        """How the match ended, or None."""
        return self.game.outcome(state.table) if state.started else None

    def over(self, state: MatchState) -> bool:
        return self.outcome(state) is not None


def _sit_down(state: MatchState, intent: SitDown) -> list[Event]:
    _check_seat(state, intent.seat)
    if state.started:
        raise Refused("ALREADY_STARTED", "KERNEL-SEAT", "The match has started.")
    if state.holder(intent.seat) is not None:
        raise Refused("SEAT_TAKEN", "KERNEL-SEAT", "Somebody holds that seat.")
    name = _free_name(intent.name, _names(state))
    try:
        entropy = bytes.fromhex(intent.entropy)
    except ValueError:
        raise Refused("BAD_ENTROPY", "KERNEL-SEAT", "Entropy is written in hexadecimal digits.") from None
    if len(entropy) > ENTROPY_BYTES_MAX:
        raise Refused("BAD_ENTROPY", "KERNEL-SEAT", f"Entropy has at most {ENTROPY_BYTES_MAX} bytes.")
    return [SeatTaken(intent.seat, name, None, entropy.hex())]


def _names(state: MatchState, but: int = 0) -> list[str]:
    return [holder.name for seat, holder in enumerate(state.holders, start=1) if holder is not None and seat != but]


def _free_name(text: str, taken: Iterable[str]) -> str:
    """The name as it is shown; two at a table would be one in every sentence that tells of them."""
    name = _checked_name(text)
    if name.casefold() in [other.casefold() for other in taken]:
        raise Refused("NAME_TAKEN", "KERNEL-SEAT", "Somebody at this table has that name.")
    return name


def _checked_name(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > NAME_LENGTH_MAX or not name.isprintable():
        raise Refused("BAD_NAME", "KERNEL-SEAT", f"A name has 1 to {NAME_LENGTH_MAX} printable characters.")
    return name


def _stand_up(state: MatchState, intent: StandUp) -> list[Event]:
    _check_seat(state, intent.seat)
    if state.started:
        raise Refused("ALREADY_STARTED", "KERNEL-SEAT", "The match has started; a seat is kept to its end.")
    if state.holder(intent.seat) is None:
        raise Refused("SEAT_FREE", "KERNEL-SEAT", "Nobody holds that seat.")
    return [SeatLeft(intent.seat)]


def _hand_over(state: MatchState, intent: HandOver) -> list[Event]:
    _check_seat(state, intent.seat)
    held = state.holder(intent.seat)
    if state.origin is None or held is None:
        raise Refused("NOT_A_FORK", "KERNEL-FORK", "Only a seat of a forked match is given to somebody else.")
    # The entropy stays what it was, and with it the match seed: nobody can choose what is drawn next.
    name = _free_name(intent.name, _names(state, but=intent.seat))
    return [SeatTaken(intent.seat, name, intent.bot, held.entropy)]


def _keep_hands_closed(state: MatchState) -> list[Event]:
    if any(held is not None and held.bot is None for held in state.holders):
        raise Refused("ALREADY_SEATED", "KERNEL-OPEN", "Somebody sits here already, and knew another rule.")
    if state.closed:
        raise Refused("ALREADY_CLOSED", "KERNEL-OPEN", "Hands stay closed at this table already.")
    return [HandsKeptClosed()]


def _check_seat(state: MatchState, seat: int) -> None:
    if not 1 <= seat <= len(state.holders):
        raise Refused("NO_SUCH_SEAT", "KERNEL-SEAT", f"The seats are 1 to {len(state.holders)}.")


def _check_start(state: MatchState) -> None:
    if state.started:
        raise Refused("ALREADY_STARTED", "KERNEL-START", "The match has started.")
    free = [seat for seat, holder in enumerate(state.holders, start=1) if holder is None]
    if free:
        raise Refused("SEATS_OPEN", "KERNEL-START", f"Seat {free[0]} is still free.", seats=free)


def _created(rules: MatchRules, state: MatchState, event: MatchCreated) -> MatchState:
    return MatchState(
        match_id=event.match_id,
        game=event.game,
        options=event.options,
        plans=event.seats,
        holders=(None,) * len(event.seats),
        title=event.title,
        visibility=event.visibility,
        clock=event.clock,
        content=event.content,
        scripted=event.scripted,
        commitment=event.commitment,
        secret=event.secret,
        origin=event.origin,
        rules=event.rules,
    )


def _taken(rules: MatchRules, state: MatchState, event: SeatTaken) -> MatchState:
    return _with_holder(state, event.seat, Holder(event.name, event.bot, event.entropy))


def _left(rules: MatchRules, state: MatchState, event: SeatLeft) -> MatchState:
    return _with_holder(state, event.seat, None)


def _with_holder(state: MatchState, seat: int, holder: Holder | None) -> MatchState:
    return evolve(state, holders=(*state.holders[: seat - 1], holder, *state.holders[seat:]))


def _kept_closed(rules: MatchRules, state: MatchState, event: HandsKeptClosed) -> MatchState:
    return evolve(state, closed=True)


def _opened(rules: MatchRules, state: MatchState, event: HiddenOpened) -> MatchState:
    return state  # it is told, and changes nothing


def _started(rules: MatchRules, state: MatchState, event: MatchStarted) -> MatchState:
    seats = tuple(SeatSetup(seat, state.name_of(seat)) for seat in range(1, event.seats + 1))
    return evolve(state, table=rules.game.start(Setup(state.options, seats, state.content)))


def _rules_changed(rules: MatchRules, state: MatchState, event: RulesChanged) -> MatchState:
    return evolve(state, rules=event.now)


def _drawn(rules: MatchRules, state: MatchState, event: ChanceDrawn) -> MatchState:
    return evolve(state, draws=event.number + 1)


def _revealed(rules: MatchRules, state: MatchState, event: SecretRevealed) -> MatchState:
    return evolve(state, secret=event.secret, revealed=True)


_EVOLVE: dict[type[Any], Callable[[MatchRules, MatchState, Any], MatchState]] = {
    MatchCreated: _created,
    SeatTaken: _taken,
    SeatLeft: _left,
    HandsKeptClosed: _kept_closed,
    HiddenOpened: _opened,
    MatchStarted: _started,
    RulesChanged: _rules_changed,
    ChanceDrawn: _drawn,
    SecretRevealed: _revealed,
}
