"""Whom or what an effect's target may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.maya.content.values import Target
from domain.maya.hexes import Hex, direction_between, distance
from domain.maya.state import State, Unit
from domain.maya.table import board, is_foe_of_seat, taken_spaces

YOU = "you"


def bound_unit(state: State, seat: int, name: str, bound: Mapping[str, Any]) -> Unit | None:
    """The unit bound under a name, if it is on the arena."""
    found = f"c{seat}" if name == YOU else str(bound.get(name, ""))
    unit = state.units.get(found)
    return unit if unit is not None and unit.at is not None else None


def bound_space(state: State, seat: int, name: str, bound: Mapping[str, Any]) -> Hex | None:
    """The space bound under a name: where that unit stands or stood, or the space itself."""
    if name == YOU:
        return state.champion(seat).at
    at = bound.get(f"{name}@")
    if at is not None:
        return Hex(*at)
    unit = bound_unit(state, seat, name, bound)
    return None if unit is None else unit.at


def target_units(state: State, seat: int, target: Target, bound: Mapping[str, Any]) -> list[Unit]:
    """The units a target may be, in a fixed order."""
    if target.bound:
        unit = bound_unit(state, seat, target.bound, bound)
        return [] if unit is None else [unit]
    found: list[Unit] = []
    for unit in state.units.values():
        if unit.at is None or not _is_kind(state, seat, unit, target.who):
            continue
        if _is_where(state, seat, unit.at, target, bound) and unit.id != bound.get(target.beside):
            found.append(unit)
    return found


def target_foundations(state: State, seat: int, target: Target, bound: Mapping[str, Any]) -> list[Hex]:
    """The own Foundations a target may be, by space."""
    taken = taken_spaces(state) if target.free else frozenset()
    return [
        tile.at
        for tile in state.ground.foundations
        if tile.seat == seat and tile.at not in taken and _is_where(state, seat, tile.at, target, bound)
    ]


def _is_kind(state: State, seat: int, unit: Unit, who: str) -> bool:
    match who:
        case "enemy entity":
            return unit.is_entity and is_foe_of_seat(state, seat, unit)
        case "enemy unit":
            return is_foe_of_seat(state, seat, unit)
        case "own engram":
            return unit.what == "engram" and unit.owner == seat
    return False


def _is_where(state: State, seat: int, at: Hex, target: Target, bound: Mapping[str, Any]) -> bool:
    here = state.champion(seat).at
    if target.within and (here is None or distance(here, at) > target.within):
        return False
    if target.straight and (here is None or direction_between(here, at) is None):
        return False
    if not target.beside:
        return True
    # Where the bound unit is by now, or where it stood when it is gone.
    unit = bound_unit(state, seat, target.beside, bound)
    near = bound_space(state, seat, target.beside, bound) if unit is None else unit.at
    return near is not None and board(state).are_adjacent(near, at)
