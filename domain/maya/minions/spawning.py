"""Bringing minions from the reserve onto the arena (MAYA-MIN-12, MAYA-MIN-13, MAYA-AMB-85)."""

from __future__ import annotations

from domain.maya.hexes import Hex, spawn_spaces
from domain.maya.modes.base import mode_of
from domain.maya.packs import pack_of
from domain.maya.state import Head, State
from domain.maya.state_arena import Point
from domain.maya.table import board, taken_spaces


def spots(state: State, seat: int) -> list[tuple[Point, Hex]]:
    """The points and spaces where a minion may come in (MAYA-POI-06, MAYA-POI-07, MAYA-AMB-81)."""
    field, taken = board(state), taken_spaces(state)
    return [
        (point, at)
        for point in mode_of(state).minion_points(state, seat)
        for at in spawn_spaces(field, taken, point.at)
    ]


def sides(state: State, head: Head) -> tuple[str, ...]:
    """The sides a head may be put in with; its owner picks one of several (MAYA-ROSTER-09, MAYA-AMB-108)."""
    return tuple([side.id for side in pack_of(state).minions[head.kind].sides])


def side_meant(state: State, head: Head, named: str) -> str:
    """The side that is named, or the only one of a head that cannot be reversed."""
    printed = sides(state, head)
    return printed[0] if not named and len(printed) == 1 else named
