"""Scenarios: a position, what is done in it, and what must come of it, as a file that reads like a rule.

    title = "Deflect"
    rules = ["ARC-MAN-07"]                  # every rule that a case below shows

    [given]
    game = "arcanya"
    seats = ["Ana", "Ben", "Cleo", "Dov"]
    options = { first_defender = 1 }
    chance = { deck = [["power-5", "deflect"]] }    # results by label; what is not stated keeps its order
    do = [                                  # intents, or events that simply happened
      { seat = 1, type = "PlayPower", card_id = "power-5" },
      { event = "DirectionSet", direction = "ccw", cause = "reflect" },
    ]

    [[case]]
    name = "not back to the one who sent it"
    rules = ["ARC-MAN-07"]
    when = [{ seat = 2, type = "PlayDeflect", card_id = "deflect", target_seat = 1 }]
    then.refusal = { code = "BAD_TARGET", rule = "ARC-MAN-07" }

A case may add to the position: `also` (further steps), `options`, `chance`, `seats`. Without `when` it is about the
position itself, or about a table that cannot be opened. All stated chance must be drawn.

`then` may hold: `refusal` of the last intent (without it every intent must be accepted); `events`, found in this order
among those caused (without `when`: among all), each with at least these fields; `order`, the types of all events
caused; `never`, types that are not among them; `view`, facts by path of what one viewer sees; `awaiting`, whom the
match waits for; `offers`, what a seat may and may not do; `outcome`; `where`, conditions on the state that must be
true (see `projections.where`); `sound = true`: after every step somebody is asked and may do something, everything can
be shown, and the log proves the state. The word "none" stands for null.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from domain.kernel.chance import Draw, ScriptExhausted
from domain.kernel.codec import Scribe, intent_json
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Refused
from domain.kernel.lifecycle import HOST, ChanceDrawn, CreateMatch, SeatPlan, SecretRevealed, SitDown, StartMatch
from domain.kernel.match import BLANK, MatchState, actor_of
from domain.kernel.records import evolve, record
from domain.kernel.secrecy import Event
from domain.kernel.toml_bounds import fault_of_toml
from projections.diff import changes_between
from projections.failing import Keeps, differing, findings, shown_to_all, states_of, unkept
from projections.plugin import Plugin
from projections.redecide import plain
from projections.scripts import Moment
from projections.views import match_view, outcome_json
from projections.where import BadCondition, Condition

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Fritz", "Gita", "Hugo", "Ines", "Jan")
MATCH_ID = "scenario"
SECRET = bytes(32)  # a scripted match draws nothing from it
THEN = frozenset({"refusal", "events", "order", "never", "view", "awaiting", "offers", "outcome", "where", "sound"})
SEATS_MAX = 64  # no game has so many
_CALLED: Mapping[type, str] = {str: "text", list: "list", dict: "table", bool: "yes or no", int: "number"}
KINDS: Mapping[str, type] = {
    "name": str,
    "game": str,
    "rules": list,
    "options": dict,
    "chance": dict,
    "do": list,
    "also": list,
    "when": list,
}
THEN_KINDS: Mapping[str, type] = {
    "refusal": dict,
    "events": list,
    "order": list,
    "never": list,
    "view": list,
    "awaiting": list,
    "offers": list,
    "outcome": dict,
    "where": list,
    "sound": bool,
}
OF_TABLES = frozenset({"case", "do", "also", "when", "events", "view", "awaiting", "offers"})
OF_TEXTS = frozenset({"rules", "order", "never", "where"})
UNASKED = (ChanceDrawn, SecretRevealed)  # what the kernel adds to every match

T = TypeVar("T")


class ScenarioDamaged(Exception):
    """A file that is no scenario; the text says what is wrong with it."""


@record
class Case:
    """One thing that must hold: further steps after the position, the intents, what must come of them."""

    name: str
    rules: tuple[str, ...]
    seats: tuple[str, ...] | None
    options: Mapping[str, Any]
    chance: Mapping[str, Sequence[Any]]
    also: tuple[Mapping[str, Any], ...]
    when: tuple[Mapping[str, Any], ...]
    then: Mapping[str, Any]


@record
class Scenario:
    """A position and its cases."""

    title: str
    rules: tuple[str, ...]
    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    content: Any
    chance: Mapping[str, Sequence[Any]]
    do: tuple[Mapping[str, Any], ...]
    cases: tuple[Case, ...]


@record
class Played:
    """A case played: what its intents caused, how the last one was refused if it was, and the whole log."""

    state: MatchState
    caused: tuple[Event, ...]
    refusal: Refused | None
    entries: tuple[Entry, ...]
    by_intents_alone: bool
    not_drawn: tuple[str, ...]
    moments: tuple[Moment, ...] = ()
    keeps: Keeps | None = None


def loads(text: str) -> Scenario:
    """A scenario out of its TOML, or ScenarioDamaged."""
    fault = fault_of_toml(text)
    if fault is not None:
        raise ScenarioDamaged(f"line {fault[0]}: {fault[1]}")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioDamaged(f"this is not TOML: {error!s:.200}") from None
    except RecursionError:
        raise ScenarioDamaged("the file is nested too deeply") from None
    _check_kinds(data, {"title": str, "rules": list, "case": list, "when": list}, "the file")
    given = _table(data, "given")
    _only(data, {"title", "rules", "given", "case", "when", "then"}, "the file")
    _only(given, {"game", "seats", "options", "content", "chance", "do"}, "given")
    _check_kinds(given, KINDS, "given")
    single = {name: data[name] for name in ("rules", "when", "then") if name in data}
    cases = tuple([_case(case) for case in [*([single] if "then" in data else []), *data.get("case", [])]])
    if not cases:
        raise ScenarioDamaged("there is no case: nothing would be shown")
    cited = tuple(data.get("rules", ()))
    shown = dict.fromkeys(rule for case in cases for rule in case.rules)
    if sorted(cited) != sorted(shown):
        raise ScenarioDamaged(f"the file cites {sorted(cited)}, its cases show {sorted(shown)}")
    return Scenario(
        title=str(data.get("title", "")),
        rules=cited,
        game=str(given.get("game", "")),
        seats=_names(given.get("seats", 4)),
        options=given.get("options", {}),
        content=given.get("content"),
        chance=given.get("chance", {}),
        do=tuple(given.get("do", ())),
        cases=cases,
    )


def _case(data: Any) -> Case:
    if not isinstance(data, dict):
        raise ScenarioDamaged("a case is a table")
    _only(data, {"name", "rules", "seats", "options", "chance", "also", "when", "then"}, "a case")
    _check_kinds(data, KINDS, "a case")
    then = _table(data, "then")
    _only(then, THEN, "then")
    _check_kinds(then, THEN_KINDS, "then")
    if not then:
        raise ScenarioDamaged(f"case {data.get('name')!r} says nothing that must hold")
    return Case(
        name=str(data.get("name", "")),
        rules=tuple(data.get("rules", ())),
        seats=_names(data["seats"]) if "seats" in data else None,
        options=data.get("options", {}),
        chance=data.get("chance", {}),
        also=tuple(data.get("also", ())),
        when=tuple(data.get("when", ())),
        then=then,
    )


def _check_kinds(data: Mapping[str, Any], kinds: Mapping[str, type], where: str) -> None:
    """Lists are lists, of tables where they are of steps; nobody who wrote something else is shown a crash."""
    for name, kind in kinds.items():
        value: Any = data.get(name)
        if value is None:
            continue
        found = type(value)
        if found is not kind:
            raise ScenarioDamaged(f"{name} in {where} is a {_CALLED[kind]}, not a {_CALLED.get(found, 'value')}")
        if name in OF_TABLES and not all(type(item) is dict for item in value):
            raise ScenarioDamaged(f"{name} in {where} is a list of tables")
        if name in OF_TEXTS and not all(type(item) is str for item in value):
            raise ScenarioDamaged(f"{name} in {where} is a list of texts")
        if name == "chance" and not all(type(item) is list for item in value.values()):
            raise ScenarioDamaged(f"chance in {where} has a list of results for each label")


def _names(seats: Any) -> tuple[str, ...]:
    count = seats if type(seats) is int else len(seats) if isinstance(seats, list) else 0
    if not 1 <= count <= SEATS_MAX or (isinstance(seats, list) and not all(type(name) is str for name in seats)):
        raise ScenarioDamaged(f"seats are their names, or how many there are: 1 to {SEATS_MAX}")
    return tuple([*NAMES, *map(str, range(len(NAMES), seats))][:seats]) if isinstance(seats, int) else tuple(seats)


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    if not isinstance(found, Mapping):
        raise ScenarioDamaged(f"there is no [{name}]")
    return found


def _only(data: Mapping[str, Any], names: set[str] | frozenset[str], where: str) -> None:
    strangers = sorted(set(data) - names)
    if strangers:
        raise ScenarioDamaged(f"{where} has no {strangers[0]!r}; there are {', '.join(sorted(names))}")


def failures(scenario: Scenario, case: Case, plugin: Plugin, keeps: Keeps | None = None) -> list[str]:
    """What does not come out as a case says, in sentences; nothing if all of it does.

    `keeps` says what else must hold after every step of a case that is to be sound.
    """
    try:
        played = evolve(play(scenario, case, plugin), keeps=keeps)
    except (Refused, ScenarioDamaged, ScriptExhausted) as error:
        return [f"{error}"]
    found = [sentence for name, told in case.then.items() for sentence in _CHECKS[name](told, played, plugin)]
    if played.refusal is not None and "refusal" not in case.then:
        found.append(f"refused: {played.refusal}")
    return found + [f"nothing was drawn for {label!r} as often as stated" for label in played.not_drawn]


def play(scenario: Scenario, case: Case, plugin: Plugin) -> Played:
    """Plays a case on a table with stated chance. Raises Refused where the position cannot be reached."""
    try:
        table = _Table(scenario, case, plugin)
    except Refused as refused:
        if case.when or "refusal" not in case.then:
            raise
        return Played(BLANK, (), refused, (), True, ())
    for step in (*scenario.do, *case.also):
        table.take(step)
    if case.when:
        table.caused.clear()
    refusal = None
    for place, step in enumerate(case.when, start=1):
        try:
            table.ask(step)
        except Refused as refused:
            if place < len(case.when):
                raise
            refusal = refused
    caused = tuple([event for event in table.caused if not isinstance(event, UNASKED)])
    not_drawn = tuple([label for label, results in table.chance.script.items() if results])
    return Played(
        table.state, caused, refusal, tuple(table.entries), table.by_intents_alone, not_drawn, tuple(table.moments)
    )


class _StatedChance:
    """Chance as a scenario states it, label by label; cards and the like are named by their id."""

    def __init__(self, script: Mapping[str, Sequence[Any]]) -> None:
        self.script = {label: list(results) for label, results in script.items()}
        self.draws: list[Draw] = []
        self._first = 0

    def begin(self, first: int) -> None:
        """The next draw is number `first`."""
        self.draws = []
        self._first = first

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """Those that are stated, in that order, then the others as they were."""
        stated = self.script[label].pop(0) if self.script.get(label) else ()
        left = list(range(len(things)))
        order: list[int] = []
        for wanted in stated:
            place = next((p for p in left if getattr(things[p], "id", things[p]) == wanted), None)
            if place is None:
                raise ScriptExhausted(
                    f"the chance stated for {label!r} names {wanted!r}, which is not there (any more)"
                )
            left.remove(place)
            order.append(place)
        order += left
        self.draws.append(Draw(self._first + len(self.draws), label, "shuffle", len(things), tuple(order)))
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """The number that is stated, else 0."""
        result = int(self.script[label].pop(0)) if self.script.get(label) else 0
        if not 0 <= result < bound:
            raise ScriptExhausted(f"the chance stated for {label!r} is {result}; only 0 to {bound - 1} can come up")
        self.draws.append(Draw(self._first + len(self.draws), label, "below", bound, (result,)))
        return result


class _Table:
    """A match with stated chance, with its log."""

    def __init__(self, scenario: Scenario, case: Case, plugin: Plugin) -> None:
        self.plugin = plugin
        self.rules = plugin.rules
        self.chance = _StatedChance({**scenario.chance, **case.chance})
        self.state: MatchState = BLANK
        self.entries: list[Entry] = []
        self.caused: list[Event] = []
        self.moments: list[Moment] = []
        self.by_intents_alone = True
        seats = case.seats or scenario.seats
        self.scribe = Scribe(SECRET, Head(0, first_link(MATCH_ID)))
        create = CreateMatch(
            match_id=MATCH_ID,
            game=scenario.game,
            options={
                name: None if value == "none" else value for name, value in {**scenario.options, **case.options}.items()
            },
            seats=(SeatPlan("open"),) * len(seats),
            title=scenario.title[:120],
            scripted=True,
        )
        self._happen(create, self.rules.create(create, secret=SECRET.hex(), content=scenario.content), HOST)
        for seat, name in enumerate(seats, start=1):
            self._decide(SitDown(seat, name), f"seat:{seat}")
        self._decide(StartMatch(), HOST)

    def take(self, step: Mapping[str, Any]) -> None:
        """A step towards the position: an intent, or an event that simply happened."""
        if "event" not in step:
            self.ask(step)
            return
        cls = self.rules.registry.types.get(str(step["event"]))
        if cls is None or cls.KIND != "event":
            raise ScenarioDamaged(f"there is no event {step['event']!r}")
        self.by_intents_alone = False
        self.state = self.rules.evolve(self.state, _event(cls, step))

    def ask(self, step: Mapping[str, Any]) -> None:
        """An intent of a seat (or of the host, who is seat 0), or Refused."""
        seat = step.get("seat")
        if not isinstance(seat, int):
            raise ScenarioDamaged(f"{dict(step)} does not say which seat asks")
        self._decide(self.rules.reader.intent(step, seat), actor_of(seat))

    def _decide(self, intent: Any, actor: str) -> None:
        self.chance.begin(self.state.draws)
        left = {label: list(results) for label, results in self.chance.script.items()}
        try:
            events, after = self.rules.step(self.state, intent, self.chance)
        except Refused:
            self.chance.script = left
            raise
        self._happen(intent, events, actor, after)

    def _happen(self, intent: Any, events: Sequence[Event], actor: str, after: MatchState | None = None) -> None:
        version = self.rules.game.rules_version
        self.entries += self.scribe.write(intent, events, actor=actor, at=0, rules=version)
        self.caused += events
        before = self.state
        if after is None:
            for event in events:
                self.state = self.rules.evolve(self.state, event)
        else:
            self.state = after  # as a server goes on, so that a state which its events do not give is noticed
        if self.state.started:
            self.moments.append(Moment(before, intent, tuple(events), self.state))


def _event(cls: type[Any], step: Mapping[str, Any]) -> Event:
    values = {name: _frozen(value) for name, value in step.items() if name != "event"}
    fields = attrs.fields(cls)
    strangers = sorted(set(values) - {field.name for field in fields})
    missing = [field.name for field in fields if field.default is attrs.NOTHING and field.name not in values]
    nullable = set(missing) & set(cls.PLAN.sealed_names)
    unset = [name for name in missing if name not in nullable and not _optional(cls, name)]
    if strangers or unset:
        raise ScenarioDamaged(f"{cls.TYPE} has no {strangers[0]}" if strangers else f"{cls.TYPE} needs {unset[0]}")
    return cls(**dict.fromkeys(missing), **values)


def _optional(cls: type[Any], name: str) -> bool:
    return "None" in str(cls.__annotations__.get(name, ""))


def _frozen(value: Any) -> Any:
    return tuple([_frozen(item) for item in value]) if isinstance(value, list) else value


# -- what must come of it


def _refusal(told: Mapping[str, Any], played: Played, plugin: Plugin) -> Iterator[str]:
    refusal = played.refusal
    if refusal is None:
        yield f"it was accepted, not refused with {told.get('code')}"
        return
    got = {"code": refusal.code, "rule": refusal.rule, "sentence": refusal.sentence, **refusal.detail}
    yield from _lacking(told, got, "the refusal")


def _events(told: Sequence[Mapping[str, Any]], played: Played, plugin: Plugin) -> Iterator[str]:
    waiting = iter([_as_json(event) for event in played.caused])
    for wanted in told:
        if not any(_holds(wanted, event) for event in waiting):
            yield f"no {dict(wanted)} among (or in its order in) {[_as_json(event) for event in played.caused]}"
            return


def _order(told: Sequence[str], played: Played, plugin: Plugin) -> Iterator[str]:
    got = [event.TYPE for event in played.caused]
    if got != list(told):
        yield f"the events are {got}, not {list(told)}"


def _never(told: Sequence[str], played: Played, plugin: Plugin) -> Iterator[str]:
    found = sorted({event.TYPE for event in played.caused} & set(told))
    if found:
        yield f"there was {', '.join(found)}"


def _view(told: Sequence[Mapping[str, Any]], played: Played, plugin: Plugin) -> Iterator[str]:
    for facts in told:
        assert played.entries, "a table was opened"
        last = played.entries[-1]
        viewer = facts.get("as", "spectator")
        seen = plain(match_view(plugin, played.state, viewer, Head(last.seq, last.link)))
        for path, wanted in facts.items():
            if path == "as":
                continue
            try:
                got = _at(seen, path)
            except (KeyError, IndexError, StopIteration):
                yield f"{viewer} sees no {path}"
                continue
            if got != wanted:
                yield f"{viewer} sees {path} = {got!r}, not {wanted!r}"


def _awaiting(told: Sequence[Mapping[str, Any]], played: Played, plugin: Plugin) -> Iterator[str]:
    requests = plugin.rules.awaiting(played.state)
    got = [{**r.about, "seat": r.seat, "kind": r.kind, "decision": r.decision} for r in requests]
    if len(got) != len(told) or not all(_holds(wanted, asked) for wanted, asked in zip(told, got, strict=True)):
        yield f"the match waits for {got}, not {[dict(wanted) for wanted in told]}"


def _offers(told: Sequence[Mapping[str, Any]], played: Played, plugin: Plugin) -> Iterator[str]:
    for asked in told:
        seat = asked["seat"]
        offers = [
            {**intent_json(offer.intent), "pick": plain(offer.pick) if offer.pick else None}
            for offer in plugin.rules.offers(played.state, seat)
        ]
        for wanted in asked.get("may", ()):
            if not any(_holds(wanted, offer) for offer in offers):
                yield f"seat {seat} may not {dict(wanted)}; it may {offers}"
        for unwanted in asked.get("may_not", ()):
            if any(_holds(unwanted, offer) for offer in offers):
                yield f"seat {seat} may {dict(unwanted)}"


def _outcome(told: Mapping[str, Any], played: Played, plugin: Plugin) -> Iterator[str]:
    got = outcome_json(plugin.rules.outcome(played.state))
    if got is None:
        yield "the match is not over"
    else:
        yield from _lacking(told, got, "the outcome")


def _where(told: Sequence[str], played: Played, plugin: Plugin) -> Iterator[str]:
    last = played.moments[-1] if played.moments else None
    asked = last.intent if last is not None else None
    names = {"state": played.state, "table": played.state.table, "intent": asked, "events": played.caused}
    for text in told:
        try:
            condition = Condition(text)
            if (why := condition.trouble(names)) is not None:
                yield f"it cannot be worked out whether {text}: {why}"
            elif not condition.holds(names):
                yield f"it is not so that {text}"
        except BadCondition as error:
            raise ScenarioDamaged(str(error)) from None


def _sound(told: bool, played: Played, plugin: Plugin) -> Iterator[str]:
    if told is not True:
        raise ScenarioDamaged("sound is true, or left out")
    for moment in played.moments:
        yield from unkept(plugin.rules, moment, played.keeps)
        shown_to_all(plugin, moment.after or moment.before)
    if not played.by_intents_alone:
        return  # what simply happened is in no entry, so the log proves nothing
    for finding in findings(plugin, played.entries):
        yield f"an audit finds {finding.code} at entry {finding.seq}: {finding.sentence}"
    for who in dict.fromkeys(differing(plugin, played.entries, states_of(played.moments))):
        yield f"{who} comes out otherwise when the log is folded"


_CHECKS: dict[str, Callable[[Any, Played, Plugin], Iterator[str]]] = {
    "refusal": _refusal,
    "events": _events,
    "order": _order,
    "never": _never,
    "view": _view,
    "awaiting": _awaiting,
    "offers": _offers,
    "outcome": _outcome,
    "where": _where,
    "sound": _sound,
}


def _as_json(event: Event) -> dict[str, Any]:
    return {"event": event.TYPE, **{name: plain(value) for name, value in event.__dict__.items()}}


def _holds(wanted: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    """Whether every field that is named is there with that value; "none" stands for null, which TOML lacks."""
    return all(name in got and _same(value, got[name]) for name, value in wanted.items())


def _same(wanted: Any, got: Any) -> bool:
    if wanted == "none":
        return got is None or got == "none"
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        return _holds(wanted, got)
    return not list(changes_between(wanted, got))


def _lacking(wanted: Mapping[str, Any], got: Mapping[str, Any], what: str) -> Iterator[str]:
    for name, value in wanted.items():
        if name not in got or not _same(value, got[name]):
            yield f"{name} of {what} is {got.get(name)!r}, not {value!r}"


def _at(seen: Any, path: str) -> Any:
    """What stands at a path such as `table.seats.2.hand.count`: a list of seats is asked by seat number, any other
    list by place from 0, and `#` is a length; null reads as "none"."""
    for step in path.split("."):
        if step == "#":
            seen = len(seen)
        elif isinstance(seen, list):
            by_seat = bool(seen) and isinstance(seen[0], Mapping) and "seat" in seen[0]
            seen = next(item for item in seen if item["seat"] == int(step)) if by_seat else seen[int(step)]
        else:
            seen = seen[step]
    return "none" if seen is None else seen
