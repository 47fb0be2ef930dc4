"""From plain data to effects and back: the form in which programs stand in files and in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from domain.maya.content.abilities import (
    ANSWERABLE,
    CHOSEN,
    GRANTS,
    LIMITS,
    TRIGGERS,
    WHENS,
    Ability,
    Answers,
    Price,
    Shield,
    When,
)
from domain.maya.content.effects import WORDS, Change, Effect
from domain.maya.content.forms import (
    Data,
    DataError,
    Place,
    among,
    as_flag,
    as_int,
    as_name,
    as_names,
    as_table,
    as_word,
    only,
)
from domain.maya.content.values import (
    ADJACENT,
    CONDITIONS,
    COUNTS,
    METRICS,
    STATUSES,
    WHO,
    Condition,
    Reach,
    StatusIcon,
    Target,
    Value,
)

DEPTH_MAX = 8  # effects inside effects; a text that nests deeper cannot be read aloud


def effect_from_data(data: Any, place: Place = ()) -> Effect:
    """Read one effect; an unknown word or argument is refused (MAYA-COOL-03)."""
    table = as_table(data, place)
    word = table.get("do")
    if not isinstance(word, str) or word not in WORDS:
        raise DataError((*place, "do"), f"unknown effect word {word!r}", "MAYA-COOL-03")
    if len(place) > 4 * DEPTH_MAX:
        raise DataError(place, f"effects are nested more than {DEPTH_MAX} deep")
    effect: Effect = _record_from_data(WORDS[word], table, place, taken={"do"})
    return effect


def effect_to_data(effect: Effect) -> dict[str, Any]:
    """Write one effect as plain data; reading it back gives an equal effect."""
    return {"do": effect.word, **_record_to_data(effect)}


def program_from_data(data: Sequence[Any], place: Place = ()) -> tuple[Effect, ...]:
    """Read a list of effects."""
    if not isinstance(data, list | tuple) or not data:
        raise DataError(place, "expected a list of effects")
    return tuple(effect_from_data(item, (*place, index)) for index, item in enumerate(data))


def program_to_data(effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """Write a list of effects as plain data."""
    return [effect_to_data(effect) for effect in effects]


def change_from_data(data: Any, place: Place = ()) -> Change:
    """Read a change to actions; one that changes nothing is refused."""
    change: Change = _record_from_data(Change, as_table(data, place), place)
    if change == Change(to=change.to, against=change.against, first=change.first, uses=change.uses):
        raise DataError(place, "this change changes nothing")
    return change


def change_to_data(change: Change) -> dict[str, Any]:
    """Write a change to actions as plain data."""
    return _record_to_data(change)


def value_from_data(data: Any, place: Place = ()) -> Value:
    """Read a value: a number, the name of a metric, or `{of, max}`."""
    if isinstance(data, str):
        data = {"of": data}
    if isinstance(data, Mapping):
        only(data, {"of", "max"}, place)
        of = among(data.get("of"), METRICS, (*place, "of"), "metric", "MAYA-COOL-03")
        most = data.get("max")
        return Value(of=of, most=None if most is None else as_int(most, (*place, "max")))
    return Value(number=as_int(data, place))


def value_to_data(value: Value) -> int | str | dict[str, Any]:
    """Write a value the shortest way."""
    if not value.of:
        return value.number
    return value.of if value.most is None else {"of": value.of, "max": value.most}


def target_from_data(data: Any, place: Place = ()) -> Target:
    """Read a target."""
    return _target(data, place)


def target_to_data(target: Target) -> dict[str, Any]:
    """Write a target as plain data; reading it back gives an equal target."""
    return _write_target(target)


# The clauses of a text.

_ABILITY_KEYS = frozenset(
    ("when", "clause", "on", "answers", "limit", "cost", "may", "trump", "if", "change", "grant", "shield")
) | {"price"}
_SINGLE = ("change", "grant", "shield", "price")


def abilities_from_data(data: Any, place: Place, default: When | None) -> tuple[Ability, ...]:
    """Read a program: one table for each clause, in the order of the text."""
    if not isinstance(data, list):
        raise DataError(place, "expected a list of clauses")
    abilities: list[Ability] = []
    for index, item in enumerate(data):
        clause = abilities[-1].clause + 1 if abilities else 0
        abilities.append(ability_from_data(item, (*place, index), default, clause))
    return tuple(abilities)


def ability_from_data(data: Any, place: Place, default: When | None, clause: int) -> Ability:
    """Read one clause; `do` holds a list of effects, or the word of a single one written in place."""
    table = as_table(data, place)
    when = table.get("when", default)
    if when not in WHENS:
        raise DataError((*place, "when"), f"unknown time {when!r}", "MAYA-COOL-03")
    held = [key for key in ("do", *_SINGLE) if key in table]
    if len(held) != 1:
        raise DataError(place, "a clause holds exactly one of do, change, grant, shield and price")
    return Ability(
        when=when,
        clause=as_int(table.get("clause", clause), (*place, "clause")),
        on=among(table["on"], TRIGGERS, (*place, "on"), "trigger", "") if "on" in table else "",
        answers=_answers(table["answers"], (*place, "answers")) if "answers" in table else None,
        limit=among(table["limit"], LIMITS, (*place, "limit"), "limit", "MAYA-AMB-57") if "limit" in table else None,
        cost=as_int(table.get("cost", 0), (*place, "cost")),
        may=as_flag(table.get("may", when in CHOSEN), (*place, "may")),
        trump=as_flag(table.get("trump", False), (*place, "trump")),
        condition=_condition(table["if"], (*place, "if")) if "if" in table else None,
        do=_clause_effects(table, place),
        change=change_from_data(table["change"], (*place, "change")) if "change" in table else None,
        grant=among(table["grant"], GRANTS, (*place, "grant"), "grant", "") if "grant" in table else "",
        shield=_shield(table["shield"], (*place, "shield")) if "shield" in table else None,
        price=_price(table["price"], (*place, "price")) if "price" in table else None,
    )


def _clause_effects(table: Data, place: Place) -> tuple[Effect, ...]:
    if isinstance(table.get("do"), str):
        # The one effect is written in place, beside the keys of the clause.
        own = {key: value for key, value in table.items() if key == "do" or key not in _ABILITY_KEYS}
        return (effect_from_data(own, place),)
    only(table, _ABILITY_KEYS | {"do"}, place)
    return program_from_data(table["do"], (*place, "do")) if "do" in table else ()


def _answers(data: Any, place: Place) -> Answers:
    table = as_table(data, place)
    only(table, {"to", "at", "ended_beside"}, place)
    at = table.get("at", "")
    return Answers(
        to=as_names(table.get("to"), ANSWERABLE, (*place, "to")),
        at=among(at, ("you",), (*place, "at"), "target", "") if at else "",
        ended_beside=as_names(table["ended_beside"], ("you", "own foundation"), (*place, "ended_beside"))
        if "ended_beside" in table
        else (),
    )


def _shield(data: Any, place: Place) -> Shield:
    table = as_table(data, place)
    only(table, {"against", "less"}, place)
    against = among(table.get("against"), ("collision", "ranged_attack"), (*place, "against"), "kind", "")
    return Shield(against=against, less=as_int(table.get("less"), (*place, "less")))


def _price(data: Any, place: Place) -> Price:
    table = as_table(data, place)
    only(table, {"of", "less", "set"}, place)
    of = among(table.get("of"), ("relic", "flight"), (*place, "of"), "price", "")
    if ("less" in table) == ("set" in table):
        raise DataError(place, "a price is either lowered (less) or set")
    if "set" in table:
        return Price(of=of, set=as_int(table["set"], (*place, "set")))
    return Price(of=of, less=as_int(table["less"], (*place, "less")))


# Records of effects, field by field.


def _record_from_data(cls: type[Any], table: Data, place: Place, taken: set[str] | None = None) -> Any:
    known = set(taken or ())
    values: dict[str, Any] = {}
    for field in attrs.fields(cls):
        form = field.metadata["form"]
        if form in _FLAT:
            keys, read_flat = _FLAT[form]
            known |= keys
            found = read_flat({key: table[key] for key in keys if key in table}, place)
            if not found and field.default is attrs.NOTHING:
                raise DataError(place, f"one of {', '.join(sorted(keys))} is missing")
            values[field.name] = found or field.default
            continue
        key = _key(field)
        known.add(key)
        if key in table:
            values[field.name] = _READ[form](table[key], (*place, key), field.metadata.get("among"))
        elif field.default is attrs.NOTHING:
            raise DataError(place, f"{key} is missing")
    only(table, known, place)
    return cls(**values)


def _record_to_data(record: Any) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for field in attrs.fields(type(record)):
        value = getattr(record, field.name)
        if field.default is not attrs.NOTHING and value == field.default:
            continue
        form = field.metadata["form"]
        written = _WRITE[form](value) if form in _WRITE else value
        if form in _FLAT:
            data.update(written)
        else:
            data[_key(field)] = written
    return data


def _key(field: attrs.Attribute[Any]) -> str:
    key: str = field.metadata.get("key", "if" if field.metadata["form"] == "condition" else field.name)
    return key


def _read_reach(found: Data, place: Place) -> Reach | None:
    if len(found) > 1:
        raise DataError(place, f"only one of {', '.join(sorted(found))} can hold")
    for key, x in found.items():
        if key == "area":
            return Reach(among(x, ("all_adjacent",), (*place, key), "area", "MAYA-COOL-03"))
        return Reach(key, as_int(x, (*place, key), least=1))  # type: ignore[arg-type] # keys of _FLAT
    return None


def _write_reach(reach: Reach) -> dict[str, Any]:
    if reach == ADJACENT:
        return {}
    return {"area": reach.kind} if reach.kind == "all_adjacent" else {reach.kind: reach.x}


def _read_statuses(found: Data, place: Place) -> tuple[StatusIcon, ...]:
    return tuple(
        StatusIcon(status, value_from_data(found[status], (*place, status))) for status in STATUSES if status in found
    )


def _read_status_table(data: Any, place: Place, _: Any) -> tuple[StatusIcon, ...]:
    table = as_table(data, place)
    only(table, set(STATUSES), place)
    return _read_statuses(table, place)


def _write_statuses(icons: Sequence[StatusIcon]) -> dict[str, Any]:
    return {icon.status: value_to_data(icon.count) for icon in icons}


def _target(data: Any, place: Place, _: Any = None) -> Target:
    table = as_table(data, place)
    if "bound" in table:
        only(table, {"bound"}, place)
        return Target(bound=as_name(table["bound"], (*place, "bound")))
    only(table, {*COUNTS, "within", "straight", "beside", "free"}, place)
    counts = [count for count in COUNTS if count in table]
    if len(counts) != 1:
        raise DataError(place, "a target is one, each or any of a kind, or bound")
    return Target(
        count=counts[0],
        who=among(table[counts[0]], WHO, (*place, counts[0]), "kind of target", ""),
        within=as_int(table.get("within", 0), (*place, "within")),
        straight=as_flag(table.get("straight", False), (*place, "straight")),
        beside=as_name(table["beside"], (*place, "beside")) if "beside" in table else "",
        free=as_flag(table.get("free", False), (*place, "free")),
    )


def _write_target(target: Target) -> dict[str, Any]:
    if target.bound:
        return {"bound": target.bound}
    rest = {
        "within": target.within,
        "straight": target.straight,
        "beside": target.beside,
        "free": target.free,
    }
    return {target.count: target.who} | {key: value for key, value in rest.items() if value}


def _condition(data: Any, place: Place, _: Any = None) -> Condition:
    if isinstance(data, str):
        data = {"is": data}
    table = as_table(data, place)
    if "any" in table:
        only(table, {"any"}, place)
        options = table["any"]
        if not isinstance(options, list | tuple) or len(options) < 2:
            raise DataError((*place, "any"), "expected a list of conditions")
        return Condition(any_of=tuple(_condition(item, (*place, "any", index)) for index, item in enumerate(options)))
    word = among(table.get("is"), tuple(CONDITIONS), (*place, "is"), "condition", "")
    argument = CONDITIONS[word]
    only(table, {"is", argument} if argument else {"is"}, place)
    if argument == "at_least":
        return Condition(word, at_least=as_int(table.get("at_least"), (*place, "at_least"), least=1))
    if argument == "type":
        kinds = ("action", "relic", "spell")
        return Condition(word, type=among(table.get("type"), kinds, (*place, "type"), "type", "MAYA-CARD-01"))
    return Condition(word)


def condition_to_data(condition: Condition) -> dict[str, Any]:
    """Write a condition as plain data."""
    if condition.any_of:
        return {"any": [condition_to_data(option) for option in condition.any_of]}
    rest = {"at_least": condition.at_least, "type": condition.type}
    return {"is": condition.word} | {key: value for key, value in rest.items() if value}


def condition_from_data(data: Any, place: Place = ()) -> Condition:
    """Read a condition: a word, a word with its argument, or `{any: [...]}`."""
    return _condition(data, place)


def _options(data: Any, place: Place, _: Any) -> tuple[tuple[Effect, ...], ...]:
    if not isinstance(data, list | tuple) or len(data) < 2:
        raise DataError(place, "expected at least two lists of effects")
    return tuple(program_from_data(option, (*place, index)) for index, option in enumerate(data))


_READ: dict[str, Callable[[Any, Place, Any], Any]] = {
    "value": lambda data, place, _: value_from_data(data, place),
    "int": as_int,
    "flag": as_flag,
    "name": as_name,
    "word": as_word,
    "names": lambda data, place, choices: as_names(data, choices, place),
    "target": _target,
    "condition": _condition,
    "status_table": _read_status_table,
    "effects": lambda data, place, _: program_from_data(data, place),
    "options": _options,
    "change": lambda data, place, _: change_from_data(data, place),
}
_WRITE: dict[str, Callable[[Any], Any]] = {
    "value": value_to_data,
    "names": list,
    "target": _write_target,
    "condition": condition_to_data,
    "reach": _write_reach,
    "statuses": _write_statuses,
    "status_table": _write_statuses,
    "effects": program_to_data,
    "options": lambda options: [program_to_data(option) for option in options],
    "change": change_to_data,
}
# These forms spread over keys of the effect itself: `range = 3`, `root = 1`.
_FLAT: dict[str, tuple[set[str], Callable[[Data, Place], Any]]] = {
    "reach": ({"range", "projectile", "piercing", "area"}, _read_reach),
    "statuses": (set(STATUSES), _read_statuses),
}
