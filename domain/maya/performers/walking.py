"""Whether a unit may go along a path that somebody names (MAYA-MOVE-07)."""

from __future__ import annotations

from domain.maya.effects.changes import grants
from domain.maya.hexes import Hex, flight_fault, path_fault
from domain.maya.hexes.moving import PathFault
from domain.maya.state import State, Unit
from domain.maya.table import board, place_of, standing_for


def walk_fault(state: State, actor: Unit, seat: int, how: str, path: tuple[Hex, ...], steps: int) -> PathFault | None:
    """What is wrong with a path for a Move of so many steps, walked or flown, by a unit of a seat; None if nothing."""
    field, standing, here = board(state), standing_for(state, actor), place_of(actor)
    if how == "fly":
        return flight_fault(field, standing, here, path, steps)
    through = actor.kind == "champion" and grants(state, seat, "pass_enemies")
    return path_fault(field, standing, here, path, steps, through_foes=through)
