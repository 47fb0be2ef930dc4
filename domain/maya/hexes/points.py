"""Points of interest on the corners of three spaces: using them, and spawning beside them."""

from __future__ import annotations

from collections.abc import Collection

from domain.maya.hexes.board import Board
from domain.maya.hexes.coords import Hex, Vertex, distance


def is_beside(space: Hex, point: Vertex) -> bool:
    """Whether a unit here can use a point: it stands on one of its three spaces (MAYA-POI-02)."""
    return space in point


def spawn_spaces(board: Board, taken: Collection[Hex], point: Vertex) -> tuple[Hex, ...]:
    """Where a unit may come in at a point: its free spaces, else the nearest free ones.

    Walls do not matter, voids never count, and the result is empty only when the whole arena is
    taken (MAYA-POI-06, MAYA-POI-07, MAYA-TERR-22, MAYA-AMB-81, MAYA-AMB-83).
    """
    free = [space for space in sorted(board.ground_around) if space not in taken]
    if not free:
        return ()
    lengths = {space: min(distance(space, corner) for corner in point) for space in free}
    nearest = min(lengths.values())
    return tuple(space for space in free if lengths[space] == nearest)
