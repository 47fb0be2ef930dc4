"""The form of scenario files as JSON Schema 2020-12, so that an editor can check and complete them while one writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel import lifecycle
from projections.plugin import Plugin
from projections.scenario import SEATS_MAX

JSON = dict[str, Any]

_TEXT: JSON = {"type": "string"}
_TEXTS: JSON = {"type": "array", "items": _TEXT}
_SEATS: JSON = {
    "description": "How many seats, or the names of those who sit there.",
    "oneOf": [
        {"type": "integer", "minimum": 1, "maximum": SEATS_MAX},
        {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": SEATS_MAX},
    ],
}
_CHANCE: JSON = {
    "description": "Results by label, taken one by one: for a shuffle what comes first, for a die its number.",
    "type": "object",
    "additionalProperties": {"type": "array"},
}


def scenario_schema(plugins: Mapping[str, Plugin]) -> JSON:
    """The schema, with the options, intents and events of these games."""
    games = sorted(plugins)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Matchfold scenario",
        "description": "A position, what is done in it, and what must come of it.",
        "type": "object",
        "required": ["given"],
        "anyOf": [{"required": ["case"]}, {"required": ["then"]}],
        "additionalProperties": False,
        "properties": {
            "title": _TEXT,
            "rules": {**_TEXTS, "description": "Every rule that a case of this file shows."},
            "given": {"$ref": "#/$defs/given"},
            "case": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/case"}},
            "when": {"$ref": "#/$defs/intents"},
            "then": {"$ref": "#/$defs/then"},
        },
        "$defs": {
            "given": _object(
                game={"enum": games, "description": "Which game is played."},
                seats=_SEATS,
                options={"type": "object", "description": "The options of the game; the word none stands for null."},
                content={"description": "The host's own content, as plain data."},
                chance=_CHANCE,
                do={"$ref": "#/$defs/steps"},
            )
            | {"required": ["game"]},
            "case": _object(
                name={**_TEXT, "description": "What the case shows, as one would say it."},
                rules=_TEXTS,
                seats=_SEATS,
                options={"type": "object"},
                chance=_CHANCE,
                also={"$ref": "#/$defs/steps"},
                when={"$ref": "#/$defs/intents"},
                then={"$ref": "#/$defs/then"},
            )
            | {"required": ["then"]},
            "then": _then(),
            "steps": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/intent"}, {"$ref": "#/$defs/event"}]}},
            "intents": {"type": "array", "items": {"$ref": "#/$defs/intent"}},
            "intent": {"oneOf": _facts(plugins, "intent", "type")},
            "event": {"oneOf": _facts(plugins, "event", "event")},
            **{_options_name(game): _options(plugins[game]) for game in games},
            **{_own_options_name(game): _own_options(plugins[game]) for game in games},
        },
        "allOf": [_chosen(game, own) for game in games for own in (False, True)],
    }


def _options_name(game: str) -> str:
    return f"options_of_{game}"


def _own_options_name(game: str) -> str:
    return f"options_of_{game}_with_content"


def _options(plugin: Plugin) -> JSON:
    """The options of a game as the reader takes them: TOML has no null, so the word none stands for it."""
    schema: JSON = plugin.rules.game.options_schema()
    properties = {name: _or_none(form) for name, form in schema["properties"].items()}
    return {
        **schema,
        "description": "The options of the game; the word none stands for null.",
        "properties": properties,
    }


def _own_options(plugin: Plugin) -> JSON:
    """The same where a scenario has content of its own: that may bring modes and maps, so only names are known."""
    names = plugin.rules.game.options_schema()["properties"]
    return {"type": "object", "additionalProperties": False, "properties": {name: {} for name in names}}


def _or_none(form: JSON) -> JSON:
    kinds = form.get("type")
    nullable = kinds == "null" or (isinstance(kinds, list) and "null" in kinds)
    return {"anyOf": [form, {"const": "none"}]} if nullable else form


def _chosen(game: str, own: bool) -> JSON:
    """What a scenario of a game may have for options, in its position and in each case."""
    options = {"$ref": f"#/$defs/{_own_options_name(game) if own else _options_name(game)}"}
    content = {"required": ["content"]}
    given = {
        "properties": {"game": {"const": game}},
        "required": ["game"],
        "allOf": [content if own else {"not": content}],
    }
    case = {"properties": {"options": options}}
    return {
        "if": {"required": ["given"], "properties": {"given": given}},
        "then": {"properties": {"given": {"properties": {"options": options}}, "case": {"items": case}}},
    }


def _then() -> JSON:
    facts: JSON = {"type": "object", "properties": {"as": {**_TEXT, "description": "Whose eyes; else a spectator's."}}}
    return _object(
        refusal=_object(code=_TEXT, rule=_TEXT) | {"description": "How the last intent is refused."},
        events={
            "type": "array",
            "description": "Events in this order among those caused, each with at least these fields.",
            "items": {"type": "object", "required": ["event"], "properties": {"event": _TEXT}},
        },
        order={**_TEXTS, "description": "The types of all events caused."},
        never={**_TEXTS, "description": "Types that are not among them."},
        view={
            "description": "Facts by path of what a viewer sees.",
            "oneOf": [facts, {"type": "array", "items": facts}],
        },
        awaiting={"description": "Whom the match waits for."},
        offers={"description": "What a seat may and may not do."},
        outcome={"description": "How the match ended."},
        where={**_TEXTS, "description": "Conditions on state, table, intent and events that must be true."},
        sound={
            "const": True,
            "description": "Nothing breaks, somebody may always go on, and the log proves the state.",
        },
    ) | {"minProperties": 1}


def _object(**properties: JSON) -> JSON:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _facts(plugins: Mapping[str, Plugin], kind: str, key: str) -> list[JSON]:
    """A form for each type of a kind: its name and the names of its fields. Games may share a name."""
    forms: dict[str, JSON] = {}
    for game in sorted(plugins):
        for name, cls in sorted(plugins[game].rules.registry.types.items()):
            if kind != cls.KIND or cls.__module__ == lifecycle.__name__:
                continue
            form = forms.setdefault(name, {"description": (cls.__doc__ or name).splitlines()[0], "fields": []})
            form["fields"] += [field for field in (*cls.PLAN.public, *cls.PLAN.sealed_names)]
    return [
        _object(
            **{key: {"const": name}, "seat": {"type": "integer"}},
            **{field: {} for field in form["fields"] if field != "seat"},
        )
        | {"description": form["description"], "required": [key] if kind == "event" else [key, "seat"]}
        for name, form in sorted(forms.items())
    ]
