"""Whether a program fits its text and its record: times, triggers, bound names, no clause left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from domain.maya.content.abilities import Ability, When
from domain.maya.content.effects import (
    Change,
    Choose,
    Convert,
    Effect,
    Flight,
    If,
    KeepRelic,
    Lasting,
    Pay,
    Peek,
    Push,
    Put,
    Run,
    Search,
    UseRelic,
)
from domain.maya.content.effects import Place as PlacePiece
from domain.maya.content.forms import DataError, Place
from domain.maya.content.models import CLAUSE
from domain.maya.content.values import Condition, Target, Value

WHENS_OF: dict[str, frozenset[When]] = {
    "action": frozenset(("action", "modifier", "passive", "on_arrival", "on_exit", "start_of_turn", "end_of_turn")),
    "relic": frozenset(("action", "modifier", "passive")),
    "spell": frozenset(("play", "reaction")),
    "fragment": frozenset(("action",)),
    "champion": frozenset(("use", "modifier", "passive", "start_of_turn", "end_of_turn")),
}
"""The times a clause may have, by the kind of record it stands on."""

NO_ACTIONS = "no actions"
"""The text of a card whose program is empty."""

EFFECTS_MAX = 32
"""Effects of one record; more are no text that a table follows, and what runs in a turn stays bounded."""

PEEK_MAX = 6
"""Cards looked at together; in every order of more they could not be put back one by one."""

_BOUND_BY_TRIGGER = {"your_attack_took_hp": "it", "entered_your_vish": "it"}


def check_program(kind: str, text: str, program: Sequence[Ability]) -> None:
    """Refuse a program that does not fit its text or its kind of record, naming the place."""
    clauses = [] if text == NO_ACTIONS else text.split(CLAUSE)
    covered = {ability.clause for ability in program}
    if sum(1 for _ in all_effects(program)) > EFFECTS_MAX:
        raise DataError(("program",), f"more than {EFFECTS_MAX} effects")
    for number, clause in enumerate(clauses):
        if number not in covered:
            raise DataError(("program",), f"nothing in the program stands for {clause!r}")
    for index, ability in enumerate(program):
        place: Place = ("program", index)
        if ability.clause >= len(clauses):
            raise DataError(place, f"the text has no clause number {ability.clause}")
        if ability.when not in WHENS_OF[kind]:
            raise DataError((*place, "when"), f"{ability.when} has no place on this kind of record")
        for effect in all_effects((ability,)):
            _check_effect(kind, ability, effect, place)
        _check_shape(ability, place)
        _check_names(ability, place)


def all_effects(program: Iterable[Ability]) -> Iterable[Effect]:
    """Every effect of a program, those inside choices, conditions and changes included."""
    for ability in program:
        yield from _inside(ability.do)
        if ability.change is not None:
            yield from _inside(ability.change.then)


def uses_flight(program: Iterable[Ability]) -> bool:
    """Whether a program makes its champion enter or leave Flight (MAYA-FLY-07)."""
    return any(isinstance(effect, Flight) for effect in all_effects(program))


def _check_shape(ability: Ability, place: Place) -> None:
    standing = bool(ability.grant or ability.shield or ability.price)
    match ability.when:
        case "modifier" if ability.change is None:
            raise DataError(place, "a modifier holds a change", "MAYA-CARD-04")
        case "passive" if ability.do and not ability.on:
            raise DataError(place, "a passive that does something needs its trigger (on)", "MAYA-AMB-58")
        case "passive" if ability.on and not ability.do:
            raise DataError(place, "a trigger needs something to do")
        case "passive" if ability.on and ability.limit is None:
            raise DataError(place, "limit is missing: once_per_turn or none", "MAYA-AMB-57")
        case "passive" | "modifier":
            pass
        case _ if standing or ability.change is not None:
            raise DataError(place, f"{ability.when} needs something to do")
        case "use" if ability.limit is None:
            raise DataError(place, "limit is missing: once_per_turn or none", "MAYA-AMB-57")
        case "use" if ability.limit == "none" and ability.cost == 0:
            raise DataError(place, "an ability without cost must be once_per_turn", "MAYA-AMB-57")
        case _:
            pass
    if ability.on and ability.when != "passive":
        raise DataError((*place, "on"), "only a passive has a trigger")
    if (ability.answers is not None) != (ability.when == "reaction"):
        raise DataError(place, "a reaction, and nothing else, states what it answers", "MAYA-AMB-50")
    if ability.cost and ability.when != "use":
        raise DataError((*place, "cost"), "only an ability one uses has a cost of its own")
    if ability.limit is not None and ability.when not in ("use", "passive", "modifier"):
        raise DataError((*place, "limit"), "this time comes once a turn by itself", "MAYA-AMB-57")


def _check_effect(kind: str, ability: Ability, effect: Effect, place: Place) -> None:
    """Refuse a word where it has no meaning, and numbers with which nobody could answer."""
    if isinstance(effect, KeepRelic) != (ability.on == "you_died"):
        raise DataError(place, "dying is answered by keeping Relics, and nothing else is", "MAYA-DEATH-10")
    match effect:
        case Run():
            raise DataError(place, "only a minion runs", "MAYA-ROSTER-07")
        case UseRelic() if kind == "relic":
            raise DataError(place, "a Relic uses no Relic", "MAYA-RELIC-08")
        case Push(reach=reach) if reach.kind == "piercing":
            raise DataError(place, "only an attack pierces", "MAYA-PIERCE-01")
        case Convert(take=0):
            raise DataError(place, "what is turned is at least 1 Vish", "MAYA-VISH-03")
        case Search(count=0):
            raise DataError(place, "a search is for at least one card", "MAYA-CARD-02")
        case Peek(count=count, take=take) if not 1 <= take <= count <= PEEK_MAX:
            raise DataError(place, f"of 1 to {PEEK_MAX} cards looked at, at least one is taken", "MAYA-CARD-02")
        case _:
            pass
    if not isinstance(effect, PlacePiece) and any(
        isinstance(v, Value) and v.of == "retrieved" for v in _fields(effect)
    ):
        raise DataError(place, "only what is placed counts what was retrieved", "MAYA-COOL-03")


def _check_names(ability: Ability, place: Place) -> None:
    known = {"you", *filter(None, [_BOUND_BY_TRIGGER.get(ability.on, "")])}
    if ability.answers is not None:
        known |= {"it"}
        if ability.answers.ended_beside:
            known |= {"there"}
    _check_condition(ability.condition, known, (*place, "if"))
    if ability.change is not None:
        _check_change(ability.change, known, (*place, "change"))
    _check_effects(ability.do, known, place)


def _check_effects(effects: Sequence[Effect], known: set[str], place: Place) -> None:
    known = set(known)
    for effect in effects:
        for value in _fields(effect):
            if isinstance(value, Target):
                for name in (value.bound, value.beside):
                    if name and name not in known:
                        raise DataError(place, f"nothing before is bound as {name!r}")
        away_from = getattr(effect, "away_from", "you")
        if away_from not in known:
            raise DataError(place, f"nothing before is bound as {away_from!r}")
        match effect:
            case If(condition=condition) | Pay(condition=condition):
                _check_condition(condition, known, place)
            case Lasting(change=change):
                _check_change(change, known, place)
            case _:
                pass
        for branch in _branches(effect):
            _check_effects(branch, known, place)
        if isinstance(effect, Put):
            known.add("left")
        known |= {getattr(effect, "bind", "")} - {""}


def _check_change(change: Change, known: set[str], place: Place) -> None:
    if change.against and change.against != "adjacent" and change.against not in known:
        raise DataError(place, f"nothing before is bound as {change.against!r}")
    _check_effects(change.then, known | {"it"}, place)


def _check_condition(condition: Condition | None, known: set[str], place: Place) -> None:
    if condition is None:
        return
    for part in (condition, *condition.any_of):
        if part.word == "it_adjacent" and "it" not in known:
            raise DataError(place, "nothing before is bound as 'it'")


def _inside(effects: Iterable[Effect]) -> Iterable[Effect]:
    for effect in effects:
        yield effect
        for branch in _branches(effect):
            yield from _inside(branch)
        if isinstance(effect, Lasting):
            yield from _inside(effect.change.then)


def _branches(effect: Effect) -> tuple[tuple[Effect, ...], ...]:
    match effect:
        case Choose(options=options):
            return options
        case If(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Pay(then=then):
            return (then,)
        case _:
            return ()


def _fields(effect: Effect) -> Iterable[object]:
    return (getattr(effect, field.name) for field in attrs.fields(type(effect)))
