"""Whether the turn's champion has done what an objective asks for (MAYA-OBJ-01, MAYA-AMB-64)."""

from __future__ import annotations

from collections.abc import Callable

from domain.maya.content.models import ObjectiveSide, Requirement
from domain.maya.effects.values import activated_cards, equipped_relics, unique_traits
from domain.maya.modes.base import data_of
from domain.maya.packs import pack_of
from domain.maya.state import OpenObjective, Seat, State


def is_fulfilled(state: State, card: OpenObjective) -> bool:
    """Whether the turn seat fulfilled an open objective in this Action Phase, all of what it needs."""
    side = side_of(state, card)
    needs = side.needs_in.get(data_of(state).kind, side.needs)
    return all(measured(state, need) >= need.at_least for need in needs)


def side_of(state: State, card: OpenObjective) -> ObjectiveSide:
    """The side of an objective that lies up."""
    return pack_of(state).objectives[card.id].sides[card.side]


def measured(state: State, need: Requirement) -> int:
    """How far the turn seat has come by one measure."""
    deeds = state.turn.deeds
    if need.distance:
        return sum(hp for apart, hp in deeds.get("hp_taken_at", {}).items() if apart >= need.distance)
    if need.measure == "zones_stood_in":
        return len(deeds.get("zones", ("",)))
    if need.measure == "enemy_champions_damaged":
        return len(deeds.get("champions_damaged", ()))
    now = _NOW.get(need.measure)
    if now is not None:
        return now(state, state.seat(state.turn.seat))
    return int(deeds.get(need.measure, 0))


_NOW: dict[str, Callable[[State, Seat], int]] = {
    "action_cards_activated": activated_cards,
    "relics_equipped": lambda state, seat: equipped_relics(seat),
    # What Defence has blocked since, it was nevertheless (MAYA-AMB-64); no other of these can fall within the phase.
    "defence": lambda state, seat: max(state.units[seat.unit].defence, state.turn.deeds.get("defence", 0)),
    "unique_traits": unique_traits,
}
"""What is read off the table and not counted."""
