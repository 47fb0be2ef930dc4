"""Makes a failing play as short as it gets: fewer intents, a plainer table, less stated chance.

First intents are left out by halves, quarters and so on down to single ones (Zeller and Hildebrandt's ddmin). What is
left of a card game after that still hangs together by who holds what, so then shorter plays that fail in the same way
are looked for: from other deals and from the places along the way, towards states that look like the failing one.
Everything follows from the play that is handed in and from how much effort is spent, counted in intents and not in
time: the same input gives the same result, also when it was broken off and taken up again in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.codec import intent_json
from domain.kernel.game import Offer, Refused
from domain.kernel.match import MatchRules
from domain.kernel.records import evolve, record
from domain.kernel.secrecy import Intent
from projections.bots import Dice, fill, random_pick
from projections.failing import Broke, Failure, broken_where
from projections.features import Compass, compass, facts_of
from projections.plugin import Plugin
from projections.scenario import NAMES
from projections.scripts import (
    Moment,
    Place,
    Script,
    Unplayable,
    asked,
    moments,
    move_from_json,
    opened,
    script_from_json,
    script_json,
    transcribed,
)

EFFORT = 300_000  # intents that may be tried in all, but for the play that is handed in, which has to be played
TIDYING = 10  # so small a part of the effort is kept for making the result plain
ENOUGH = 15  # a play of so many intents is read in a minute; below it, only a little more is tried
ROUND = 4_000  # intents tried before progress is kept
IDLE_ROUNDS_MAX = 3  # rounds without a shorter play, once it is short enough
LEAVING_OUT = 20_000  # intents tried in leaving some out of the play that is handed in
LEAVING_OUT_AGAIN = 5_000  # and of each shorter one
SHORT_LOOKS = (20, 45)  # rounds in between look only for plays as short as this, from new deals on
ARCHIVE_MAX = 240
WALK_MAX = 5
WHOLE_COST = 10  # looking at a finished log costs as much for each of its intents as trying so many
LOOKS = 10  # intents of the failing kind that are tried at each place
EXAMPLES_MAX = 4
PASSING_MAX = 150
PHASES = ("cut", "intents", "table", "search", "tidy", "done")


class NotFailing(Exception):
    """The play that was handed in does not fail in the way that is looked for."""


@record
class Progress:
    """How far it is: what is next, the shortest failing play so far, and what was spent on it.

    `sign` is the way in which the plays fail, `examples` are failing plays met on the way, `intents` how many the
    first one had.
    """

    phase: str
    script: Script
    sign: str
    intents: int
    round: int = 0
    idle: int = 0
    spent: int = 0
    examples: tuple[Script, ...] = ()

    @property
    def done(self) -> bool:
        return self.phase == "done"


def shrink(
    plugin: Plugin,
    script: Script,
    failure: Failure,
    *,
    effort: int = EFFORT,
    enough: int = ENOUGH,
    progress: Progress | None = None,
) -> Iterator[Progress]:
    """Shorter and shorter plays that fail in the same way; the last one is the result.

    Each may be kept and handed in again as `progress`. No play is begun once `effort` intents have been tried. Raises
    NotFailing at once if the play does not fail.
    """
    run = _Run(plugin, failure)
    if progress is None:
        progress = run.cut(script)
        yield progress
    run.sign = progress.sign
    run.spent = progress.spent
    run.see_when(progress.script)
    if isinstance(failure, Broke):
        failure.looking = run.fails_when_shown(progress.script)
    while not progress.done:
        run.limit = effort if progress.phase == "tidy" else effort - effort // TIDYING
        progress = evolve(run.next(progress, enough), spent=run.spent)
        yield progress


def progress_json(progress: Progress) -> dict[str, Any]:
    """How far it is, as JSON."""
    return {
        "phase": progress.phase,
        "script": script_json(progress.script),
        "sign": progress.sign,
        "intents": progress.intents,
        "round": progress.round,
        "idle": progress.idle,
        "spent": progress.spent,
        "examples": [script_json(example) for example in progress.examples],
    }


def progress_from_json(rules: MatchRules, data: Mapping[str, Any]) -> Progress:
    """How far it was; raises KeyError, TypeError or Refused for what is none."""
    return Progress(
        phase=data["phase"],
        script=script_from_json(rules, data["script"]),
        sign=data["sign"],
        intents=data["intents"],
        round=data["round"],
        idle=data["idle"],
        spent=data["spent"],
        examples=tuple([script_from_json(rules, example) for example in data["examples"]]),
    )


class _Run:
    """One shrinking under way."""

    def __init__(self, plugin: Plugin, failure: Failure) -> None:
        self.plugin = plugin
        self.rules = plugin.rules
        self.failure = failure
        self.sign: str | None = None  # None: any
        self.at_once = False  # whether it is seen at the very intent, so that no finished log needs to be looked at
        self.spent = 0
        self.limit = EFFORT  # how much may be spent in this phase

    @property
    def exhausted(self) -> bool:
        """Whether nothing more is to be tried in this phase."""
        return self.spent >= self.limit

    # -- what comes next

    def cut(self, script: Script) -> Progress:
        """Plays up to the failure and no further."""
        found = self.fails(script)
        if found is None:
            count = len(script.moves)
            raise NotFailing(f"played again, the {count} intents do not fail in that way ({self.failure.name})")
        sign, played = found
        self.sign = sign
        return Progress("intents", played, sign, len(script.moves), examples=(played,), spent=self.spent)

    def next(self, progress: Progress, enough: int) -> Progress:
        """The next phase, or the next round of it."""
        best = progress.script
        if progress.phase == "intents":
            return self._better(evolve(progress, phase="table"), self.fewer_intents(best, LEAVING_OUT))
        if progress.phase == "table":
            plainer = self.plainer_table(best)
            best = plainer if plainer == best else self.fewer_intents(plainer)
            return self._better(evolve(progress, phase="search"), best)
        if progress.phase == "search":
            return self._search(progress, enough)
        assert progress.phase == "tidy", "there is no other phase"
        best = self.fewer_intents(self.plainer_table(self.fewer_intents(best)))
        return evolve(progress, phase="done", script=self.less_chance(best))

    def _search(self, progress: Progress, enough: int) -> Progress:
        best = progress.script
        short = len(best.moves) <= enough
        over = self.exhausted or (short and progress.idle >= IDLE_ROUNDS_MAX) or len(best.moves) <= 1
        if over:
            return evolve(progress, phase="tidy")
        found = self.shorter(progress)
        progress = evolve(progress, round=progress.round + 1)
        if found is None:
            return evolve(progress, idle=progress.idle + 1)
        return self._better(evolve(progress, idle=0), self.fewer_intents(found))

    def _better(self, progress: Progress, script: Script) -> Progress:
        if script == progress.script:
            return progress
        examples = (*progress.examples[:1], *progress.examples[1:][-(EXAMPLES_MAX - 2) :], script)
        return evolve(progress, script=script, examples=examples)

    # -- one play

    def fails(self, script: Script, luck: int | None = None) -> tuple[str, Script] | None:
        """Plays tolerantly up to the failure: how it fails, and the play that led there; None if it does not."""
        try:
            place = opened(self.rules, script, luck)
        except (Unplayable, Refused):
            return None
        except Exception as error:
            sign = broken_where(error)
            hit = self.failure.name == "exception" and self.sign in (None, sign)
            return (sign, evolve(script, moves=())) if hit else None
        assert place.moment is not None
        told = self.told(place.moment)
        if told is not None:
            return told, transcribed(script, place)
        for move in script.moves:
            then = self.ask(place, move, script, luck)
            assert then.moment is not None
            told = self.told(then.moment)
            if told is not None:
                return told, transcribed(script, then)
            if then.moment.after is not None:
                place = then
        return self.fails_as_a_whole(script, place)

    def fails_as_a_whole(self, script: Script, place: Place) -> tuple[str, Script] | None:
        """Whether it is seen in the finished log."""
        if self.at_once:
            return None
        played = moments(place)
        self.spent += len(played) * WHOLE_COST
        told = self.failure.whole(script, played)
        if told is None or self.sign not in (None, told):
            return None
        return told, transcribed(script, place)

    def ask(self, place: Place, move: Intent, script: Script, luck: int | None) -> Place:
        self.spent += 1
        return asked(self.rules, place, move, script, luck)

    def told(self, moment: Moment) -> str | None:
        told = self.failure.found(moment)
        return told if told is not None and self.sign in (None, told) else None

    def see_when(self, script: Script) -> None:
        """Finds out whether it is seen at the very intent, or in the finished log only."""
        spent = self.spent
        self.at_once = True
        self.at_once = self.fails(script) is not None
        self.spent = spent

    def fails_when_shown(self, script: Script) -> bool:
        """Whether the exception comes up only when offers and views are worked out."""
        assert isinstance(self.failure, Broke)
        self.failure.looking = False
        spent = self.spent
        found = self.fails(script)
        self.spent = spent
        return found is None

    # -- fewer intents, a plainer table, less chance

    def fewer_intents(self, script: Script, most: int = LEAVING_OUT_AGAIN) -> Script:
        """Leaves out as many intents as can be left out, in ever smaller pieces."""
        pieces = 2
        until = self.spent + most
        while len(script.moves) > 1 and self.spent < until:
            size = -(-len(script.moves) // pieces)
            for first in range(0, len(script.moves), size):
                if self.exhausted:
                    return script
                moves = script.moves[:first] + script.moves[first + size :]
                found = self.fails(evolve(script, moves=moves))
                if found is not None and len(found[1].moves) < len(script.moves):
                    script = found[1]
                    pieces = max(pieces - 1, 2)
                    break
            else:
                if size == 1:
                    return script
                pieces = min(pieces * 2, len(script.moves))
        return script

    def plainer_table(self, script: Script) -> Script:
        """Default options, no content of one's own, plain names, fewer seats: as far as it still fails."""
        for plainer in self.plainer_tables(script):
            if self.exhausted:
                break
            found = self.fails(plainer)
            if found is not None and len(found[1].moves) <= len(script.moves):
                return self.plainer_table(found[1])
        return script

    def plainer_tables(self, script: Script) -> Iterator[Script]:
        """Tables that differ from this one in one thing that is plainer."""
        names = NAMES[: len(script.seats)]
        if script.seats != names:
            yield evolve(script, seats=names)
        if script.content is not None:
            yield evolve(script, content=None)
        try:
            defaults = self.rules.game.check_options({}, len(script.seats))
        except Refused:
            defaults = {}
        for name, value in script.options.items():
            if name in defaults and value != defaults[name]:
                yield evolve(script, options={**script.options, name: defaults[name]})
        if len(script.seats) > self.rules.game.seats_min:
            for seat in range(len(script.seats), 0, -1):
                yield self.without_seat(script, seat)

    def without_seat(self, script: Script, seat: int) -> Script:
        """The table with one seat less; what that seat asked, or others asked about it, is left out."""
        moves: list[Intent] = []
        for move in script.moves:
            data = _renumbered(intent_json(move), seat)
            if data is None:
                continue
            try:
                moves.append(move_from_json(self.rules, data))
            except Refused:
                continue
        count = len(script.seats) - 1
        return evolve(script, seats=NAMES[:count], options=_fitting(script.options, count), moves=tuple(moves))

    def less_chance(self, script: Script) -> Script:
        """States of chance only what is needed for these very intents."""
        for label in sorted(script.chance, key=lambda label: (len(script.chance[label]), label)):
            script = self._less_of(script, label)
        return script

    def _less_of(self, script: Script, label: str) -> Script:
        results = script.chance[label]
        for count in range(len(results)):
            shorter = self._stated(script, label, results[:count])
            if shorter is not None:
                script, results = shorter, results[:count]
                break
        for place, result in enumerate(results):
            if isinstance(result, Sequence) and not isinstance(result, str):
                script = self._less_named(script, label, place)
        return script

    def _less_named(self, script: Script, label: str, place: int) -> Script:
        named = tuple(script.chance[label][place])
        for length in range(len(named)):
            shorter = self._stated(script, label, _with(script.chance[label], place, named[:length]))
            if shorter is not None:
                script, named = shorter, named[:length]
                break
        for dropped in range(len(named) - 1, -1, -1):
            fewer = named[:dropped] + named[dropped + 1 :]
            shorter = self._stated(script, label, _with(script.chance[label], place, fewer))
            if shorter is not None:
                script, named = shorter, fewer
        return script

    def _stated(self, script: Script, label: str, results: tuple[Any, ...]) -> Script | None:
        if self.exhausted:
            return None
        chance = {**script.chance, label: results}
        if not results:
            del chance[label]
        stated = evolve(script, chance=chance)
        found = self.fails(stated)
        return stated if found is not None and found[1].moves == script.moves else None

    # -- looking for a shorter play

    def shorter(self, progress: Progress) -> Script | None:
        """A shorter play that fails in the same way, if one is found in one round of looking."""
        return _Search(self, progress).found()


@record
class _Spot:
    """A place to go on from, with the table and luck it is played with, and how near it is."""

    near: float
    place: Place
    script: Script
    luck: int | None


class _Search:
    """One round of looking for a shorter play."""

    def __init__(self, run: _Run, progress: Progress) -> None:
        self.run = run
        self.rules = run.rules
        self.best = progress.script
        self.number = progress.round
        self.dice = Dice(progress.round * 7_919 + 1)
        self.until = min(run.spent + ROUND, run.limit)
        self.last = self.best.moves[-1]
        self.compass = self._compass(progress.examples)
        self.archive: list[_Spot] = []
        self.seen: set[tuple[float, int]] = set()
        self.lucks = 0
        self.tables = self._tables()
        self.asked_before = frozenset(map(_wording, progress.examples[0].moves))
        looks = (0, *SHORT_LOOKS) if len(self.best.moves) > SHORT_LOOKS[-1] else (0, SHORT_LOOKS[0])
        short = looks[progress.round % len(looks)]
        self.anew = 0 < short < len(self.best.moves)
        self.longest = short if self.anew else len(self.best.moves) - 1
        # Being far along counts against a place, but less than looking like the failing state counts for it.
        self.toll = self.compass.total / (4 * max(self.longest, 1))

    def found(self) -> Script | None:
        """The first shorter play that is met, or None."""
        if not self.anew:
            self._along_the_way()
        while self.run.spent < self.until:
            self.run.spent += 1  # also where nothing can be tried, so that looking ends
            spot = self._spot()
            if spot is None:
                continue
            shorter = self._walk(spot)
            if shorter is not None:
                # Played once more as data: what was met by luck has to come of what is stated.
                again = self.run.fails(shorter)
                if again is not None and _size(again[1]) < _size(self.best):
                    return again[1]
        return None

    def _compass(self, examples: Sequence[Script]) -> Compass:
        failing: list[frozenset[str]] = []
        alike: list[frozenset[str]] = []
        others: list[frozenset[str]] = []
        for example in examples:
            played = self._states(example)
            if not played:
                continue
            *before, (last, seen) = played
            failing.append(seen)
            alike += [seen for kind, seen in before if kind == last]
            others += [seen for _, seen in before]
        # What the same kind of intent met without failing tells most.
        passing = alike if len(alike) >= 8 else others
        return compass(failing, passing[:: max(len(passing) // PASSING_MAX, 1)])

    def _states(self, script: Script) -> list[tuple[str, frozenset[str]]]:
        """What each intent of a play met: its kind, and the facts of the table then."""
        try:
            place = opened(self.rules, script)
        except Exception:
            return []
        found: list[tuple[str, frozenset[str]]] = []
        for move in script.moves:
            found.append((move.TYPE, facts_of(place.state, getattr(move, "seat", None))))
            then = asked(self.rules, place, move, script)
            if then.moment is not None and then.moment.after is not None:
                place = then
        return found

    def _tables(self) -> list[Script]:
        """This table, mostly, and those that are plainer in one thing."""
        bare = evolve(self.best, chance={}, moves=())
        seats, least = len(self.best.seats), self.rules.game.seats_min
        fewer = dict.fromkeys([count for count in (seats - 1, (seats + least) // 2, least) if least <= count < seats])
        smaller = [evolve(bare, seats=bare.seats[:count], options=_fitting(bare.options, count)) for count in fewer]
        # Where options and seats hang together, as modes do, neither becomes plainer without the other.
        plain = [evolve(bare, seats=bare.seats[:count], options={}) for count in (seats, *fewer)]
        tables = [bare, *[table for table in (*smaller, *plain) if self._can_be_laid(table)], bare]
        return list({(len(table.seats), str(table.options)): table for table in tables}.values())

    def _can_be_laid(self, table: Script) -> bool:
        try:
            opened(self.rules, table)
        except Exception:  # refused, or broken before anything is asked
            return False
        return True

    def _along_the_way(self) -> None:
        """The places that the best play itself passes."""
        try:
            place = opened(self.rules, self.best)
        except Exception:
            return
        self._keep(place, self.best, None)
        for move in self.best.moves[:-1]:
            place = self.run.ask(place, move, self.best, None)
            if place.moment is None or place.moment.after is None:
                return
            self._keep(place, self.best, self.number)

    def _spot(self) -> _Spot | None:
        if not self.archive or self.dice.below(6) == 0:
            return self._deal()
        # The better of two, out of the nearest ones more often than not.
        among = len(self.archive) if self.dice.below(3) == 0 else max(len(self.archive) // 6, 1)
        return self.archive[min(self.dice.below(among), self.dice.below(among))]

    def _deal(self) -> _Spot | None:
        """A new table with other luck."""
        self.lucks += 1
        luck = self.number * 100_000 + self.lucks
        table = self.tables[self.lucks % len(self.tables)]
        self.run.spent += 1
        try:
            place = opened(self.rules, table, luck)
        except Exception:
            return None
        return self._keep(place, table, luck)

    def _keep(self, place: Place, script: Script, luck: int | None) -> _Spot | None:
        awaited = self.rules.awaiting(place.state)
        if not awaited:
            return None
        near = max(self.compass.near(place.state, request.seat) for request in awaited[:3])
        near -= self.toll * place.depth
        spot = _Spot(near, place, script, luck)
        key = (near, place.depth)
        if key in self.seen or place.depth >= self._longest(script):
            return spot
        if len(self.archive) >= ARCHIVE_MAX:
            if near <= self.archive[-1].near:
                return spot
            dropped = self.archive.pop()
            self.seen.discard((dropped.near, dropped.place.depth))
        self.seen.add(key)
        low, high = 0, len(self.archive)
        while low < high:
            middle = (low + high) // 2
            if self.archive[middle].near >= near:
                low = middle + 1
            else:
                high = middle
        self.archive.insert(low, spot)
        return spot

    def _longest(self, script: Script) -> int:
        """How many intents a play at this table may have to be better than the best one."""
        return self.longest + (not self.anew and len(script.seats) < len(self.best.seats))

    def _walk(self, spot: _Spot) -> Script | None:
        """Some intents from here on, each after a look whether the failing kind of intent would do."""
        place, script, luck = spot.place, spot.script, spot.luck
        for _ in range(1 + self.dice.below(WALK_MAX)):
            if place.depth >= self._longest(script):
                return None
            awaited = self.rules.awaiting(place.state)
            if not awaited:
                return None
            request = awaited[self.dice.below(len(awaited))]
            try:
                offers = self.rules.offers(place.state, request.seat)
            except Exception:
                return None
            if not offers:
                return None
            for move in self._tries(offers, request.seat):
                then = self.run.ask(place, move, script, luck)
                assert then.moment is not None
                if self.run.told(then.moment) is not None:
                    return transcribed(script, then)
            then = self.run.ask(place, self._any(offers), script, luck)
            assert then.moment is not None
            if self.run.told(then.moment) is not None:
                return transcribed(script, then)
            if then.moment.after is None:
                return None
            place = then
            self._keep(place, script, luck)
        found = self.run.fails_as_a_whole(script, place)
        return None if found is None else found[1]

    def _tries(self, offers: Sequence[Offer], seat: int) -> Iterator[Intent]:
        """Intents of the kind that fails: the very one, if this seat could ask it, and some that are offered."""
        yield self.last if getattr(self.last, "seat", seat) == seat else evolve(self.last, seat=seat)
        alike = [offer for offer in offers if offer.intent.__class__ is self.last.__class__]
        first = self.dice.below(len(alike)) if alike else 0
        for place in range(min(LOOKS, len(alike))):
            yield self._filled(alike[(first + place) % len(alike)])

    def _any(self, offers: Sequence[Offer]) -> Intent:
        if self.dice.below(2):
            # What was asked in the play that was reported leads there sooner than what was not.
            alike = [offer for offer in offers if offer.pick is None and _wording(offer.intent) in self.asked_before]
            if alike:
                return alike[self.dice.below(len(alike))].intent
        # Kinds of intents come up equally often, however many ways there are to do each.
        kinds = list(dict.fromkeys([offer.intent.TYPE for offer in offers]))
        kind = kinds[self.dice.below(len(kinds))]
        alike = [offer for offer in offers if kind == offer.intent.TYPE]
        return self._filled(alike[self.dice.below(len(alike))])

    def _filled(self, offer: Offer) -> Intent:
        return offer.intent if offer.pick is None else fill(offer, random_pick(offer.pick, self.dice))


def _wording(move: Intent) -> str:
    """What is asked, whoever asks it."""
    return repr([move.TYPE, *[value for name, value in move.__dict__.items() if name != "seat"]])


def _size(script: Script) -> tuple[int, int]:
    return len(script.moves), len(script.seats)


def _renumbered(data: Any, gone: int) -> Any:
    """JSON of an intent at a table without one seat; None if it has to do with that seat."""
    if not isinstance(data, dict):
        return data
    renumbered: dict[str, Any] = {}
    for name, value in data.items():
        if (name == "seat" or name.endswith("_seat")) and isinstance(value, int):
            if value == gone:
                return None
            renumbered[name] = value - 1 if value > gone else value
        else:
            renumbered[name] = _renumbered(value, gone)
            if value is not None and renumbered[name] is None:
                return None
    return renumbered


def _fitting(options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Options for a table with fewer seats: what names a seat that is gone names none."""
    return {
        name: None if type(value) is int and value > seats and "defender" in name else value
        for name, value in options.items()
    }


def _with(results: tuple[Any, ...], place: int, result: Any) -> tuple[Any, ...]:
    return (*results[:place], result, *results[place + 1 :])
