"""Plays as data: who sat where, how chance came out, and what was asked; played again, whole or with parts left out.

A play that was shortened is played tolerantly: what the rules refuse by now is left out, and stated chance that no
longer fits (a card that is not in that deck) is passed over. Nothing is drawn, so the same data plays the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from domain.kernel.chance import Draw
from domain.kernel.codec import intent_json
from domain.kernel.entries import Entry
from domain.kernel.game import Refused
from domain.kernel.lifecycle import ChanceDrawn, CreateMatch, MatchCreated, SeatPlan, SeatTaken, SitDown, StartMatch
from domain.kernel.match import BLANK, KERNEL, MatchRules, MatchState
from domain.kernel.records import evolve, record
from domain.kernel.secrecy import Event, Intent
from projections.bots import Dice
from projections.redecide import plain

MATCH_ID = "script"
SECRET = bytes(32).hex()  # nothing is drawn from it

T = TypeVar("T")


@record
class Script:
    """A play as data: the table, the results of chance by label in the order of their draws, and the intents.

    A shuffle states which things came first, by their ids; what is not named keeps its order behind them.
    """

    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    content: Any
    chance: Mapping[str, tuple[Any, ...]]
    moves: tuple[Intent, ...]


@record
class Moment:
    """One intent asked of a state: what it caused and the state after, or how it was refused, or what broke."""

    before: MatchState
    intent: Intent
    events: tuple[Event, ...] = ()
    after: MatchState | None = None
    refusal: Refused | None = None
    error: Exception | None = None


@attrs.frozen
class Place:
    """Where a play stands: the state, and how it came there (the intents and draws behind it, newest first)."""

    state: MatchState
    depth: int = 0
    before: Place | None = None
    moment: Moment | None = None
    drawn: tuple[tuple[str, Any], ...] = ()
    used: Mapping[str, int] = attrs.field(factory=dict)


class Unplayable(Exception):
    """A play whose table cannot even be laid; the text says why."""


class _Chance:
    """Chance for one intent: as the script states it, else by fixed dice, else as things lie."""

    def __init__(self, script: Mapping[str, Sequence[Any]], place: Place, luck: int | None) -> None:
        self.draws: list[Draw] = []
        self.drawn: list[tuple[str, Any]] = []
        self._script = script
        self._used = dict(place.used)
        self._first = place.state.draws
        self._luck = luck

    @property
    def used(self) -> Mapping[str, int]:
        return self._used

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The things that the script names first, then the others."""
        stated, count = self._next(label)
        names = [_name(thing) for thing in things]
        left = list(range(len(things)))
        order: list[int] = []
        if isinstance(stated, Sequence):
            by_name: dict[Any, list[int]] = {}
            for place in reversed(left):
                by_name.setdefault(names[place], []).append(place)
            order = [places.pop() for wanted in stated if (places := by_name.get(_key(wanted)))]
            taken = set(order)
            left = [place for place in left if place not in taken]
        elif self._luck is not None:
            dice = _dice(self._luck, label, count)
            for last in range(len(left) - 1, 0, -1):
                other = dice.below(last + 1)
                left[last], left[other] = left[other], left[last]
        order += left
        self._note(label, "shuffle", len(things), tuple(order), [names[place] for place in order])
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """The number that the script states, if it can come up."""
        stated, count = self._next(label)
        if isinstance(stated, int):
            result = stated if 0 <= stated < bound else 0
        else:
            result = 0 if self._luck is None else _dice(self._luck, label, count).below(bound)
        self._note(label, "below", bound, (result,), result)
        return result

    def _next(self, label: str) -> tuple[Any, int]:
        count = self._used.get(label, 0)
        self._used[label] = count + 1
        results = self._script.get(label, ())
        return (results[count] if count < len(results) else None), count

    def _note(self, label: str, kind: str, size: int, result: tuple[int, ...], told: Any) -> None:
        self.draws.append(Draw(self._first + len(self.draws), label, kind, size, result))
        self.drawn.append((label, told))


class LoggedChance(_Chance):
    """Chance for one intent as a log has it, draw by draw; where the rules draw otherwise by now, as things lie."""

    def __init__(self, place: Place, recorded: Iterable[ChanceDrawn]) -> None:
        super().__init__({}, place, None)
        self._recorded = [draw for draw in recorded if draw.result is not None]

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The things in the order of the log."""
        order = self._logged("shuffle", label, len(things))
        if order is None or sorted(order) != list(range(len(things))):
            return super().shuffle(things, label)
        self._next(label)
        self._note(label, "shuffle", len(things), order, [_name(things[place]) for place in order])
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """The number of the log."""
        result = self._logged("below", label, bound)
        if result is None or len(result) != 1 or not 0 <= result[0] < bound:
            return super().below(bound, label)
        self._next(label)
        self._note(label, "below", bound, result, result[0])
        return result[0]

    def _logged(self, kind: str, label: str, size: int) -> tuple[int, ...] | None:
        place = len(self.draws)
        if place >= len(self._recorded):
            return None
        draw = self._recorded[place]
        return draw.result if (draw.kind, draw.label, draw.size) == (kind, label, size) else None


# -- playing


def opened(rules: MatchRules, script: Script, luck: int | None = None) -> Place:
    """The table at its first question. Raises Unplayable where it cannot be laid, and whatever breaks on the way."""
    state = seated(rules, script)
    moment, drawn, used = _asked(rules, Place(state), StartMatch(), _Chance(script.chance, Place(state), luck))
    return _begun(moment, drawn, used)


def seated(rules: MatchRules, script: Script) -> MatchState:
    """The table with everybody at it, before the start."""
    create = CreateMatch(
        match_id=MATCH_ID,
        game=script.game,
        options=dict(script.options),
        seats=(SeatPlan("open"),) * len(script.seats),
        scripted=True,
    )
    state = BLANK
    try:
        for event in rules.create(create, secret=SECRET, content=script.content):
            state = rules.evolve(state, event)
        for seat, name in enumerate(script.seats, start=1):
            state = rules.step(state, SitDown(seat, name))[1]
    except Refused as refused:
        raise Unplayable(str(refused)) from None
    return state


def _begun(moment: Moment, drawn: tuple[tuple[str, Any], ...], used: Mapping[str, int]) -> Place:
    if moment.error is not None:
        raise moment.error
    if moment.after is None:
        raise Unplayable(f"the match cannot start: {moment.refusal}")
    return Place(moment.after, 0, None, moment, drawn, used)


def asked(rules: MatchRules, place: Place, intent: Intent, script: Script, luck: int | None = None) -> Place:
    """What comes of an intent at a place. The new place has the old state where it was refused or something broke."""
    moment, drawn, used = _asked(rules, place, intent, _Chance(script.chance, place, luck))
    return _next(place, moment, drawn, used)


def _next(place: Place, moment: Moment, drawn: tuple[tuple[str, Any], ...], used: Mapping[str, int]) -> Place:
    if moment.after is None:
        return Place(place.state, place.depth + 1, place, moment, (), place.used)
    return Place(moment.after, place.depth + 1, place, moment, drawn, used)


def _asked(
    rules: MatchRules, place: Place, intent: Intent, chance: _Chance
) -> tuple[Moment, tuple[tuple[str, Any], ...], Mapping[str, int]]:
    before = place.state
    try:
        events, after = rules.step(before, intent, chance)
    except Refused as refused:
        return Moment(before, intent, refusal=refused), (), place.used
    except Exception as error:  # a broken rule is what is looked for here
        return Moment(before, intent, error=error), (), place.used
    return Moment(before, intent, tuple(events), after), tuple(chance.drawn), chance.used


def played(rules: MatchRules, script: Script) -> Iterator[Moment]:
    """All that comes of a play, from the start of the match on; after what is refused or breaks it goes on."""
    place = opened(rules, script)
    assert place.moment is not None, "an opened table was started"
    yield place.moment
    for move in script.moves:
        then = asked(rules, place, move, script)
        assert then.moment is not None, "something was asked"
        yield then.moment
        if then.moment.after is not None:
            place = then


def moments(place: Place) -> list[Moment]:
    """All that was asked on the way to a place, oldest first, beginning with the start of the match."""
    found: list[Moment] = []
    at: Place | None = place
    while at is not None:
        assert at.moment is not None, "a place comes of something that was asked"
        found.append(at.moment)
        at = at.before
    return found[::-1]


def transcribed(script: Script, place: Place) -> Script:
    """The play that led to a place, with everything that was drawn stated in full."""
    chance: dict[str, list[Any]] = {}
    behind: list[Place] = []
    at: Place | None = place
    while at is not None:
        behind.append(at)
        at = at.before
    for stop in reversed(behind):
        for label, told in stop.drawn:
            chance.setdefault(label, []).append(told)
    return evolve(
        script,
        chance={label: tuple(told) for label, told in chance.items()},
        moves=tuple([moment.intent for moment in moments(place)[1:]]),
    )


# -- out of a log


def script_of(
    rules: MatchRules, entries: Iterable[Entry], attempts: Mapping[int, Sequence[Intent]] | None = None
) -> Script:
    """The play that a full log records, its chance stated by what the draws gave.

    `attempts` are intents that came to nothing, by the entry that was the last one then; they are played too, where
    they stood. Raises what reading the log raises, and Unplayable for one without a table.
    """
    tries = dict(attempts or {})
    created: MatchCreated | None = None
    names: dict[int, str] = {}
    steps: list[tuple[Intent, list[ChanceDrawn]]] = []
    started = False
    at_start: list[ChanceDrawn] = []
    for seq, fact in _facts(rules, entries):
        if fact is None:
            for intent in tries.pop(seq, ()):
                steps.append((intent, []))
        elif isinstance(fact, MatchCreated):
            created = fact
        elif isinstance(fact, SeatTaken):
            names[fact.seat] = fact.name
        elif isinstance(fact, StartMatch):
            started = True
        elif isinstance(fact, ChanceDrawn):
            (steps[-1][1] if steps else at_start).append(fact)
        elif fact.KIND == "intent" and fact.TYPE not in KERNEL.types:
            steps.append((fact, []))
    for seq in sorted(tries):
        steps += [(intent, []) for intent in tries[seq]]
    if created is None:
        raise Unplayable("the log does not begin with an open table")
    script = Script(
        game=created.game,
        options=created.options,
        seats=tuple([names.get(seat, f"Seat {seat}") for seat in range(1, len(created.seats) + 1)]),
        content=created.content,
        chance={},
        moves=(),
    )
    return _replayed(rules, script, at_start, steps) if started else script


def _facts(rules: MatchRules, entries: Iterable[Entry]) -> Iterator[tuple[int, Any]]:
    """The facts of a log, and after those of each entry None."""
    for entry in entries:
        for fact in rules.reader.read(entry).facts:
            yield entry.seq, fact
        yield entry.seq, None


def _replayed(
    rules: MatchRules, script: Script, started: list[ChanceDrawn], steps: list[tuple[Intent, list[ChanceDrawn]]]
) -> Script:
    at = Place(seated(rules, script))
    place = _begun(*_asked(rules, at, StartMatch(), LoggedChance(at, started)))
    for intent, draws in steps:
        place = _next(place, *_asked(rules, place, intent, LoggedChance(place, draws)))
    return transcribed(script, place)


# -- as JSON


def script_json(script: Script) -> dict[str, Any]:
    """A play as JSON."""
    return {
        "game": script.game,
        "options": plain(script.options),
        "seats": list(script.seats),
        "content": plain(script.content),
        "chance": {label: plain(told) for label, told in script.chance.items()},
        "moves": [intent_json(move) for move in script.moves],
    }


def script_from_json(rules: MatchRules, data: Mapping[str, Any]) -> Script:
    """A play out of its JSON; raises KeyError, TypeError or Refused for what is none."""
    return Script(
        game=data["game"],
        options=data["options"],
        seats=tuple(data["seats"]),
        content=data["content"],
        chance={label: tuple(told) for label, told in data["chance"].items()},
        moves=tuple([move_from_json(rules, move) for move in data["moves"]]),
    )


def move_from_json(rules: MatchRules, data: Mapping[str, Any]) -> Intent:
    """An intent out of its JSON, or Refused."""
    return rules.reader.intent(data, data.get("seat"))


def _name(thing: Any) -> Any:
    """What a thing is called in a script: its id, or itself where it has none."""
    return _key(getattr(thing, "id", thing))


def _key(name: Any) -> Any:
    if isinstance(name, str | int):
        return name
    return json.dumps(plain(name), sort_keys=True)


def _dice(luck: int, label: str, count: int) -> Dice:
    seed = hashlib.sha256(f"{luck}/{label}/{count}".encode()).digest()
    return Dice(int.from_bytes(seed[:8], "big"))
