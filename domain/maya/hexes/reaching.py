"""What can be hit from where: adjacent, Range, Projectile, Piercing, and who stands higher."""

from __future__ import annotations

from domain.maya.hexes.board import Board
from domain.maya.hexes.coords import Hex, line
from domain.maya.hexes.standing import Standing


def within_reach(board: Board, start: Hex) -> tuple[Hex, ...]:
    """The spaces an action without a range touches: next to the actor, no wall between.

    The same spaces are reached by All Adjacent (MAYA-ATT-02, MAYA-TERR-12, MAYA-ALLADJ-01,
    MAYA-ALLADJ-02).
    """
    return board.adjacent(start)


def range_spaces(board: Board, standing: Standing, start: Hex, reach: int) -> tuple[Hex, ...]:
    """The spaces Range `reach` can aim at: on the six axes, up to the first foe, wall or void.

    Friends do not block; the first foe itself can be hit (MAYA-RANGE-02 to MAYA-RANGE-06,
    MAYA-TERR-21, MAYA-AMB-01).
    """
    spaces: list[Hex] = []
    for direction in range(6):
        for space in piercing_line(board, start, direction, reach):
            spaces.append(space)
            if space in standing.foes:
                break
    return tuple(spaces)


def piercing_line(board: Board, start: Hex, direction: int, reach: int) -> tuple[Hex, ...]:
    """The spaces Piercing `reach` runs through one way, ended by a wall or a void only.

    Every foe on them is hit (MAYA-PIERCE-01, MAYA-PIERCE-02, MAYA-PIERCE-04).
    """
    spaces: list[Hex] = []
    here = start
    for there in line(start, direction, reach):
        if not board.are_adjacent(here, there):
            break
        spaces.append(there)
        here = there
    return tuple(spaces)


def projectile_spaces(board: Board, start: Hex, reach: int) -> dict[Hex, int]:
    """The spaces within `reach` steps over a projectile's path, with the length of that path.

    The path need not be straight and passes over units and walls, never over a void
    (MAYA-PROJ-01 to MAYA-PROJ-05, MAYA-TERR-21).
    """
    lengths = {start: 0}
    wave = [start]
    for length in range(1, reach + 1):
        beyond: list[Hex] = []
        for here in wave:
            for there in board.ground_around[here]:
                if there not in lengths:
                    lengths[there] = length
                    beyond.append(there)
        wave = beyond
    del lengths[start]
    return lengths


def is_higher(board: Board, space: Hex, other: Hex, *, flies: bool = False, other_flies: bool = False) -> bool:
    """Whether a unit here stands higher than a unit there (MAYA-TERR-04, MAYA-AMB-07).

    A flyer is higher than everybody who does not fly, and nobody is higher than a flyer
    (MAYA-FLY-03, MAYA-FLY-04, MAYA-AMB-26).
    """
    if flies or other_flies:
        return flies and not other_flies
    return board.level(space) > board.level(other)


def height_bonus(board: Board, attacker: Hex, target: Hex, *, flies: bool = False, target_flies: bool = False) -> int:
    """1 for an attack from higher ground whatever the number of levels, else 0.

    (MAYA-TERR-05, MAYA-TERR-06, MAYA-TERR-07, MAYA-TERR-08, MAYA-TERR-09)
    """
    return int(is_higher(board, attacker, target, flies=flies, other_flies=target_flies))
