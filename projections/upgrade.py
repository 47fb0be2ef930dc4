"""Whether a running or finished match goes on under this code: it is read, folded, and its next move tried.

Nothing is written. A match that would not go on is named with the entry where it stops and what a host can do; where
thousands stop for the same reason, that reason is told once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from domain.kernel.codec import Damaged, entry_json
from domain.kernel.entries import Entry
from domain.kernel.game import Refused
from domain.kernel.match import BLANK, MatchState
from domain.kernel.records import evolve, record
from domain.kernel.registry import UnknownType
from projections.bots import fill
from projections.games import UnknownGame
from projections.matchfile import opening_of
from projections.plugin import Plugin

READY = "READY"
TAKES_OVER = "TAKES_OVER"
NO_GAME = "NO_GAME"
UNKNOWN_TYPE = "UNKNOWN_TYPE"
UNREADABLE = "UNREADABLE"
DOES_NOT_FOLD = "DOES_NOT_FOLD"
STUCK = "STUCK"

ADVICE = {
    READY: "goes on as before",
    TAKES_OVER: "goes on; the newer rules take over with the next move, and the log will say so",
    NO_GAME: "install the game before upgrading, or finish these matches under the old version",
    UNKNOWN_TYPE: "this version cannot read them: it is older than the one that wrote them, or lacks an upcaster",
    UNREADABLE: "the stored bytes are damaged: `matchfold verify` says where; restore them from a copy",
    DOES_NOT_FOLD: "stay on the version that runs them and report it with an export: a fold must never fail",
    STUCK: "stay on the version that runs them and report it with an export: nobody could move",
}


@record
class Readiness:
    """What this code makes of one match: a verdict, the entry where it stops (0 for none), and why, in a sentence.

    `cause` is the same sentence without what is of this match alone, so that matches that stop alike can be counted
    together. `upcast` counts entries of older schemas, and `unproved` intents by the rules that decided them which are
    not installed.
    """

    match: str
    verdict: str
    seq: int
    sentence: str
    entries: int
    upcast: int = 0
    game: str = ""
    cause: str = ""
    over: bool = False
    unproved: tuple[tuple[int, int], ...] = ()

    @property
    def ready(self) -> bool:
        return self.verdict in (READY, TAKES_OVER)


@record
class Cause:
    """Why some matches stop, or are taken over: how many, how many of them are not over, and all of their names.

    Those that are not over come first, for somebody waits to play them on.
    """

    verdict: str
    game: str
    cause: str
    matches: tuple[Readiness, ...]

    @property
    def going_on(self) -> int:
        return sum(not match.over for match in self.matches)


def causes(found: Iterable[Readiness]) -> list[Cause]:
    """What came up beside plain readiness, in the order of the advice, the most frequent first."""
    alike: dict[tuple[str, str, str], list[Readiness]] = {}
    for match in found:
        if match.verdict != READY:
            alike.setdefault((match.verdict, match.game, match.cause), []).append(match)
    told = [Cause(*key, tuple(sorted(matches, key=lambda match: match.over))) for key, matches in alike.items()]
    order = list(ADVICE)
    return sorted(told, key=lambda cause: (order.index(cause.verdict), -len(cause.matches), cause.game, cause.cause))


class _Stops(Exception):
    """A match does not get past an entry (0: the end of its log)."""

    def __init__(self, verdict: str, seq: int, cause: str, sentence: str | None = None) -> None:
        super().__init__(cause)
        self.verdict = verdict
        self.seq = seq
        self.cause = cause
        self.sentence = sentence or cause


def readiness(name: str, entries: Sequence[Entry], plugin_for: Callable[[str], Plugin]) -> Readiness:
    """Reads, folds and goes on with a stored match under this code."""
    found = Readiness(name, READY, 0, "", len(entries), over=_is_over(entries))
    try:
        game = str(opening_of(entries)["game"])
    except (Damaged, KeyError, IndexError, TypeError, ValueError) as error:
        cause = "the log does not begin with an open table"
        return evolve(found, verdict=UNREADABLE, seq=1, sentence=f"{cause}: {error}", cause=cause)
    found = evolve(found, game=game)
    try:
        plugin = plugin_for(game)
    except UnknownGame as error:
        return evolve(found, verdict=NO_GAME, seq=1, sentence=str(error), cause=str(error))
    walk = _Walk(plugin)
    try:
        walk.through(entries)
    except _Stops as stop:
        seq = stop.seq or len(entries)
        return evolve(found, verdict=stop.verdict, seq=seq, sentence=stop.sentence, cause=stop.cause)
    found = evolve(found, upcast=walk.upcast, unproved=tuple(sorted(walk.unproved.items())))
    state, now = walk.state, plugin.rules.game.rules_version
    if not state.started or plugin.rules.over(state) or state.rules == now:
        return found
    sentence = f"rules {state.rules} give way to {now}" + (", which are older" if now < state.rules else "")
    return evolve(found, verdict=TAKES_OVER, sentence=sentence, cause=sentence)


def _is_over(entries: Sequence[Entry]) -> bool:
    """Whether the log ends with the end of the match, as far as its last entry can be read."""
    try:
        return bool(entries) and entry_json(entries[-1])["type"] == "SecretRevealed"
    except (KeyError, TypeError, ValueError, RecursionError):
        return False


class _Walk:
    """A log read and folded from its start, and the next move tried; raises _Stops where it cannot go on."""

    def __init__(self, plugin: Plugin) -> None:
        self.rules = plugin.rules
        self.deciders = plugin.deciders
        self.state: MatchState = BLANK
        self.upcast = 0
        self.unproved: Counter[int] = Counter()

    def through(self, entries: Sequence[Entry]) -> None:
        for place, entry in enumerate(entries, start=1):
            if entry.seq != place:
                raise _Stops(UNREADABLE, place, "an entry is missing", f"entry {place} is missing")
            self._take(entry)
        self._next_move()

    def _take(self, entry: Entry) -> None:
        rules = self.rules
        try:
            envelope, facts = rules.reader.read(entry)
        except UnknownType as error:
            raise _Stops(UNKNOWN_TYPE, entry.seq, str(error), f"entry {entry.seq}: {error}") from None
        except Damaged as error:
            raise _Stops(UNREADABLE, entry.seq, "an entry cannot be read", str(error)) from None
        self.upcast += rules.registry.current(envelope.type, envelope.schema) is None
        if envelope.kind != "event":
            if envelope.rules not in self.deciders:
                self.unproved[envelope.rules] += 1
            return
        try:
            for fact in facts:
                self.state = rules.evolve(self.state, fact)
        except Exception as error:  # a fold may fail in any way, and that is just what is asked
            cause = f"{envelope.type} does not fold: {type(error).__name__}"
            sentence = f"entry {entry.seq} ({envelope.type}) does not fold: {error!r}"
            raise _Stops(DOES_NOT_FOLD, entry.seq, cause, sentence) from None

    def _next_move(self) -> None:
        rules, state = self.rules, self.state
        if not state.started or rules.over(state):
            return
        try:
            requests = rules.awaiting(state)
            if not requests:
                raise _Stops(STUCK, 0, "the match is not over, and nobody is asked anything")
            for request in requests:
                offers = rules.offers(state, request.seat)
                if not offers:
                    told = f"is asked ({request.kind}) and has nothing to answer"
                    raise _Stops(STUCK, 0, f"somebody {told}", f"seat {request.seat} {told}")
                offer = offers[0]
                rules.decide(state, fill(offer, offer.pick.options[: offer.pick.min] if offer.pick else ()))
        except _Stops:
            raise
        except Refused as refused:
            cause = f"a move that is offered is refused: {refused.code} ({refused.rule})"
            raise _Stops(STUCK, 0, cause, f"a move that is offered is refused: {refused}") from None
        except Exception as error:  # whatever the rules stumble over is the finding
            cause = f"the rules cannot go on: {type(error).__name__}"
            raise _Stops(STUCK, 0, cause, f"the rules cannot go on from here: {error!r}") from None


def not_installed(found: Iterable[Readiness]) -> list[tuple[str, int, int, int]]:
    """Rules that decided intents and are not installed: the game, the version, how many intents in how many matches."""
    intents: Counter[tuple[str, int]] = Counter()
    matches: Counter[tuple[str, int]] = Counter()
    for match in found:
        for version, count in match.unproved:
            intents[match.game, version] += count
            matches[match.game, version] += 1
    return [(game, version, intents[game, version], matches[game, version]) for game, version in sorted(intents)]
