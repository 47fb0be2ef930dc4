"""What a table of Trials of Maya may agree on before the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.game import Refused
from domain.maya.content.loader import ContentError, load_pack, load_pack_text
from domain.maya.content.maps import lacking
from domain.maya.content.models import ContentPack, Mode
from domain.maya.state import Rules

DEFAULTS: dict[str, Any] = {
    "mode": "siege-1v1",
    "map": "",
    "reactions": False,
    "decks": "starter",
    "share_hands": False,
    "fragments_to_discard": False,
    "rulings": True,
    "expert": False,
}
DECKS = ("starter", "built")


def options_schema() -> dict[str, Any]:
    """JSON Schema of the options."""
    pack = load_pack()
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "mode": {
                "title": "Game mode",
                "type": "string",
                "enum": list(pack.modes),
                "default": pack.default_mode,
                "x-titles": [mode.name for mode in pack.modes.values()],
                "x-seats": {mode.id: list(mode.players) for mode in pack.modes.values()},
            },
            "map": {
                "title": "Arena",
                "type": "string",
                "enum": ["", *pack.maps],
                "x-titles": ["The one of the mode", *[arena.name for arena in pack.maps.values()]],
                "default": "",
            },
            "reactions": {"title": "Reaction spells", "type": "boolean", "default": False},
            "decks": {
                "title": "Decks",
                "type": "string",
                "enum": list(DECKS),
                "default": "starter",
            },
            "share_hands": {"title": "Teammates see each other's hands", "type": "boolean", "default": False},
            "fragments_to_discard": {
                "title": "Memory Fragments that slide off go to their owner's discard pile",
                "type": "boolean",
                "default": False,
            },
            "rulings": {"title": "The table may agree on corrections", "type": "boolean", "default": True},
            "expert": {
                "title": "Expert: Mama Malevolence in place of every Big Stepper",
                "type": "boolean",
                "default": False,
            },
        },
    }


def check_options(options: Mapping[str, Any], seats: int, content: Any = None) -> dict[str, Any]:
    """The options with every default filled in, or Refused; `seats` may be 0 when not known yet."""
    for name, value in options.items():
        if name not in DEFAULTS:
            raise Refused("UNKNOWN_OPTION", "MAYA-CORE-11", f"There is no option {name!r:.60}.")
        if type(value) is not type(DEFAULTS[name]):
            raise Refused("BAD_OPTION", "MAYA-CORE-11", f"The option {name} does not take that value.")
    pack = _pack(content)
    complete = {**DEFAULTS, "mode": pack.default_mode, **options}
    mode = pack.modes.get(complete["mode"])
    if mode is None:
        raise Refused("UNKNOWN_MODE", "MAYA-CORE-11", f"The modes are {', '.join(pack.modes)}.")
    if complete["decks"] not in DECKS:
        raise Refused("BAD_OPTION", "MAYA-DECK-01", f"Decks are {' or '.join(DECKS)}.")
    if seats and seats not in mode.maps:
        counts = " or ".join(map(str, mode.players))
        raise Refused(
            "BAD_SEAT_COUNT", "MAYA-AMB-114", f"{mode.name} is for {counts} players.", players=list(mode.players)
        )
    _check_map(pack, mode, complete["map"], seats)
    return complete


def rules_of(options: Mapping[str, Any], seats: int, pack: ContentPack) -> Rules:
    """The options as the rules of one table, the mode's own map filled in."""
    mode = pack.modes[options["mode"]]
    return Rules(**{**options, "map": options["map"] or mode.maps[seats]})


def _pack(content: Any) -> ContentPack:
    if content is None:
        return load_pack()
    if not isinstance(content, Mapping) or not all(
        isinstance(name, str) and isinstance(text, str) for name, text in content.items()
    ):
        raise Refused("BAD_CONTENT", "MAYA-CORE-11", "Content is a text for each file name.")
    try:
        return load_pack_text(dict(sorted(content.items())))
    except ContentError as error:
        raise Refused(
            "BAD_CONTENT", error.rule or "MAYA-CORE-11", str(error), file=error.file, line=error.line
        ) from None


def _check_map(pack: ContentPack, mode: Mode, map_id: str, seats: int) -> None:
    if not map_id:
        return
    arena = pack.maps.get(map_id)
    if arena is None:
        raise Refused("UNKNOWN_MAP", "MAYA-GSETUP-01", f"The arenas are {', '.join(pack.maps)}.")
    missing = lacking(arena, siege=mode.siege is not None)
    if missing is not None:
        raise Refused("BAD_MAP", "MAYA-GSETUP-01", f"{arena.name} lacks {missing[1]} for {mode.name}.")
    if seats and not mode.teams and len(arena.spawns) < seats:
        raise Refused("BAD_MAP", "MAYA-GSETUP-01", f"{arena.name} is too small for {seats} players.")
