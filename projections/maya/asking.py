"""What is awaited, in a line that everybody may read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.frames import Window
from domain.kernel.game import Request
from domain.maya.evolving.frames import ACT
from domain.maya.offers.reacting import answered_program
from domain.maya.state import State
from projections.maya import naming
from projections.plugin import NameOf

_PLAIN = {
    "champion": "{who} chooses a champion.",
    "decks": "{who} hands in a deck.",
    "fragments": "{who} arranges three Memory Fragments.",
    "prepare": "{who} prepares a card.",
    "respawn": "{who} chooses where {champion} comes in.",
    "allies": "{who} may let allied minions act.",
    "start": "{who} may use effects at the start of the turn.",
    "action": "{who} is in the Action Phase.",
    "end": "{who} may use effects at the end of the turn.",
    "discard": "{who} may discard cards.",
}


def ask(request: Request, state: State, name_of: NameOf) -> str:
    """What one seat is asked."""
    who = name_of(request.seat)
    plain = _PLAIN.get(request.kind)
    if plain is not None:
        champion = state.seat(request.seat).champion
        return plain.format(who=who, champion=naming.champion(state, champion) if champion else "the champion")
    match request.kind:
        case "reaction":
            return f"{who} may answer{what_waits(state, name_of)}."
        case "choice":
            return f"{who} chooses for {_source(state)}{_what(request.about)}."
        case "aggro":
            return _aggro(who, state, name_of)
        case "ruling":
            return f"{who} says whether a correction is made: {request.about.get('text', '')}"
    return f"{who} is asked."


def what_waits(state: State, name_of: NameOf) -> str:
    """What waits to be answered, by what lies open of it."""
    window = state.frames[-1] if state.frames else None
    if not isinstance(window, Window):
        return ""
    if window.about["timing"] == "moved":
        return f" the Move of {naming.unit(state, str(window.about['bound'].get('it', '')), name_of)}"
    program = answered_program(state, window.about["stack"])
    if program is None:
        return ""
    name = naming.source(state, program.controller, program.source)
    first = program.effects[0]
    if first.do != ACT:
        return f" {name} of {name_of(program.controller)}"
    act = first.args[ACT]
    actor = naming.unit(state, act.actor, name_of)
    if act.kind == "discard" or not act.targets:
        return f" {actor}'s {act.kind.capitalize()} {act.value}"
    return f" {actor}'s {act.kind.capitalize()} {act.value} against {naming.units(state, act.targets, name_of)}"


def _source(state: State) -> str:
    top = state.frames[-1]
    if isinstance(top, Window):
        return "an effect"
    return naming.source(state, top.controller, top.source)


_ASKED = {
    "unit": "which unit",
    "space": "which space",
    "card": "which cards",
    "option": "one of several things",
    "yes_no": "whether to use it",
    "number": "how many",
    "order": "in which order",
    "relic": "which Relic",
    "piece": "which pieces",
    "way": "how it is done",
}


def _what(about: Mapping[str, Any]) -> str:
    what = _ASKED.get(str(about.get("ask", "")), "")
    if about.get("word") == "pay":
        what = f"whether to pay {about.get('energy', 0)} Energy"
    return f": {what}" if what else ""


def _aggro(who: str, state: State, name_of: NameOf) -> str:
    aggro = state.aggro
    acting = naming.unit(state, aggro.minion, name_of) if aggro.minion else "the minions"
    against = f" set on {name_of(aggro.seat)}" if aggro.seat else ""
    return f"{who} steers {acting}{against}."
