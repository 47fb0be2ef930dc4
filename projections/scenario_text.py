"""Writes a play as a scenario file: stated chance, what was asked, and what must hold, readable as play."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from domain.kernel.codec import intent_json
from domain.kernel.game import Refused
from domain.kernel.secrecy import Intent
from projections.failing import log_of
from projections.history import History
from projections.plugin import Plugin
from projections.scripts import MATCH_ID, Script, asked, moments, opened
from projections.views import AUDITOR

LINE_LENGTH = 116
SCHEMA = "scenario.schema.json"
_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def scenario_text(
    plugin: Plugin,
    script: Script,
    *,
    title: str,
    case: str,
    then: Mapping[str, Any],
    notes: Sequence[str] = (),
    schema: str = SCHEMA,
) -> str:
    """The scenario of a play: all but its last intent lead to the position, the last one is what it is about.

    `schema` is where an editor finds the form of such files, as seen from the one that is written.
    """
    defaults = _defaults(plugin, script)
    options = {name: value for name, value in script.options.items() if defaults.get(name, ...) != value}
    told = stories(plugin, script)
    *before, last = script.moves or (None,)
    lines = [
        f"#:schema {schema}",
        *[f"# {' '.join(note.split())}" for note in notes],
        f"title = {_value(title)}",
        "rules = []",
        "",
        "[given]",
    ]
    lines += [f"game = {_value(script.game)}", f"seats = {_value(list(script.seats))}"]
    if options:
        lines.append(f"options = {_value(options)}")
    if script.content is not None:
        lines.append(f"content = {_value(script.content)}")
    lines += _moves("do", [move for move in before if move is not None], told)
    if script.chance:
        lines += ["", "[given.chance]", *_chance(script.chance)]
    lines += ["", "[[case]]", f"name = {_value(case)}", "rules = []"]
    lines += _moves("when", [] if last is None else [last], told[len(before) :])
    lines += ["", "[case.then]", *[f"{name} = {_value(value)}" for name, value in then.items()]]
    return "\n".join([*lines, ""])


def stories(plugin: Plugin, script: Script) -> list[str]:
    """What each intent of a play comes to, told in a sentence or two."""
    rules = plugin.rules
    try:
        place = opened(rules, script)
        played = [moments(place)[0]]
        for move in script.moves:
            place = asked(rules, place, move, script)
            played.append(moments(place)[-1])
        history = History(plugin, MATCH_ID)
        history.extend(log_of(rules, script, played))
        steps = history.timeline(AUDITOR)[-sum(moment.after is not None for moment in played) :]
    except Exception:  # what is broken may be the telling itself; the scenario is worth having all the same
        return []
    told = iter(steps[1:])
    lines: list[str] = []
    for moment in played[1:]:
        if moment.refusal is not None:
            lines.append(f"refused: {moment.refusal}")
        elif moment.error is not None:
            lines.append(f"{type(moment.error).__name__}: {moment.error}")
        else:
            lines.append(" ".join(next(told)["lines"]))
    return lines


def _defaults(plugin: Plugin, script: Script) -> Mapping[str, Any]:
    try:
        return plugin.rules.game.check_options({}, len(script.seats), script.content)
    except Refused:
        return {}


def _moves(name: str, moves: Iterable[Intent], told: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for place, move in enumerate(moves):
        if place < len(told) and told[place]:
            lines += _wrapped(told[place], "  # ")
        lines.append(f"  {_value(_shortest(move))},")
    return [f"{name} = [", *lines, "]"] if lines else []


def _shortest(move: Intent) -> dict[str, Any]:
    """An intent without what goes without saying, its seat first."""
    data = intent_json(move)
    usual = {field.name: field.default for field in attrs.fields(type(move))}
    said = {
        name: _without_nulls(value)
        for name, value in data.items()
        if name not in ("seat", "type") and value is not None and value != usual.get(name, ...)
    }
    return {**({"seat": data["seat"]} if "seat" in data else {}), "type": data["type"], **said}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return value


def _chance(chance: Mapping[str, Sequence[Any]]) -> list[str]:
    lines: list[str] = []
    for label, results in chance.items():
        line = f"{_key(label)} = {_value(list(results))}"
        if len(line) <= LINE_LENGTH:
            lines.append(line)
            continue
        lines.append(f"{_key(label)} = [")
        for result in results:
            lines += _wrapped(_value(result), "  ", "    ")
            lines[-1] += ","
        lines.append("]")
    return lines


def _wrapped(text: str, indent: str, hanging: str | None = None) -> list[str]:
    lines: list[str] = []
    start = indent
    line = start
    for word in text.split(" "):
        if len(line) + len(word) > LINE_LENGTH and line != start:
            lines.append(line.rstrip())
            start = indent if hanging is None else hanging
            line = start
        line += word + " "
    return [*lines, line.rstrip()]


def _value(value: Any) -> str:
    """A value in TOML; null, which TOML lacks, is the word "none"."""
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return f"[{', '.join(map(_value, value))}]"


def _key(name: str) -> str:
    return name if _BARE.match(name) else json.dumps(name, ensure_ascii=False)
