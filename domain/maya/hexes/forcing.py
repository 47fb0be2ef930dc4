"""Being moved by others: how far a push goes and where a pull ends."""

from __future__ import annotations

from typing import Literal

import attrs

from domain.maya.hexes.board import Board
from domain.maya.hexes.coords import Hex, direction_between, distance, line
from domain.maya.hexes.moving import Path
from domain.maya.hexes.standing import Standing

Obstacle = Literal["wall", "void", "unit"]


@attrs.frozen
class Push:
    """How a push goes: the spaces entered, the steps it could not make, and what stopped it."""

    path: Path
    unmoved: int
    obstacle: Obstacle | None = None
    struck: Hex | None = None
    """The space of the unit that was run into, if a unit stopped the push."""


def push(board: Board, standing: Standing, pusher: Hex, target: Hex, steps: int) -> Push:
    """Push a unit straight away from the pusher, exactly `steps` spaces if nothing stops it.

    The two stand on one axis; for the Push action that means next to each other with no wall
    between (MAYA-PUSH-01, MAYA-PUSH-12). See `push_along` for the rest.
    """
    direction = direction_between(pusher, target)
    assert direction is not None, f"no straight line leads from {pusher} to {target}"
    return push_along(board, standing, target, direction, steps)


def push_along(board: Board, standing: Standing, target: Hex, direction: int, steps: int) -> Push:
    """Push a unit one way; a wall, a void, the edge or any unit stops it at once.

    What is left of the distance is the collision damage, and the unit it runs into stays put
    (MAYA-PUSH-02, MAYA-PUSH-03, MAYA-PUSH-04, MAYA-PUSH-07, MAYA-PUSH-14, MAYA-AMB-31). The pushed
    unit's own space does not count as taken.
    """
    here: Hex = target
    path: list[Hex] = []
    for there in line(target, direction, steps):
        unmoved = steps - len(path)
        if not board.is_ground(there):
            return Push(tuple(path), unmoved, "void")
        if board.has_wall(here, there):
            return Push(tuple(path), unmoved, "wall")
        if standing.is_taken(there):
            return Push(tuple(path), unmoved, "unit", there)
        path.append(there)
        here = there
    return Push(tuple(path), 0)


def pull(board: Board, standing: Standing, puller: Hex, target: Hex, reach: int) -> Path | None:
    """The way a pulled unit goes, empty when it stays, or None when it cannot be pulled from there.

    It must be on an axis within `reach` with no wall, void or foe between (MAYA-PULL-01,
    MAYA-PULL-05, MAYA-AMB-37). It goes to the free space nearest to the puller, past the puller's
    friends, and never farther off than it was (MAYA-PULL-02, MAYA-PULL-03, MAYA-PULL-07,
    MAYA-PULL-10, MAYA-AMB-35, MAYA-AMB-36).
    """
    direction = direction_between(puller, target)
    length = distance(puller, target)
    if direction is None or length > reach:
        return None
    way = line(puller, direction, length)
    here = puller
    for there in way:
        if not board.are_adjacent(here, there) or (there != target and there in standing.foes):
            return None
        here = there
    between = way[:-1]
    end = next((index for index, space in enumerate(between) if not standing.is_taken(space)), None)
    return () if end is None else tuple(reversed(between[end:]))
