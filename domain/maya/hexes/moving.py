"""Going from space to space: Move, Fly, Jump and a run in a straight line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from domain.maya.hexes.board import Board, Neighbourhood
from domain.maya.hexes.coords import Hex, distance, line
from domain.maya.hexes.standing import Standing

Path = tuple[Hex, ...]
"""The spaces entered, in order, without the one started from."""


@attrs.frozen
class PathFault:
    """Why a named path may not be taken: a stable code, the rule that forbids it, and the space."""

    code: str
    rule: str
    space: Hex


def reachable(
    board: Board,
    standing: Standing,
    start: Hex,
    steps: int,
    *,
    spikes_hurt: bool = True,
    through_foes: bool = False,
) -> dict[Hex, Path]:
    """Every space a Move of up to `steps` can end on, with its best path: fewest spikes, then shortest.

    Staying put is one of them, and friends are passed but never stopped on (MAYA-MOVE-03,
    MAYA-MOVE-04, MAYA-MOVE-05, MAYA-TERR-10, MAYA-TERR-16, MAYA-AMB-23). `through_foes` is for
    the card that lets its champion pass enemies.
    """
    barred = frozenset() if through_foes else standing.foes
    # One wave a step. A space is taken up again only when the longer way saves spikes.
    best: dict[Hex, tuple[int, Path]] = {start: (0, ())}
    wave: dict[Hex, tuple[int, Path]] = {start: (0, ())}
    for _ in range(steps):
        reached: dict[Hex, tuple[int, Path]] = {}
        for here, (spikes, path) in wave.items():
            for there in board.open_around[here]:
                if there in barred:
                    continue
                cost = spikes + (spikes_hurt and board.is_spiked(there))
                known = reached.get(there) or best.get(there)
                if known is None or cost < known[0]:
                    reached[there] = (cost, (*path, there))
        best.update(reached)
        wave = reached
    return {space: path for space, (_, path) in best.items() if not standing.is_taken(space)}


def path_fault(
    board: Board,
    standing: Standing,
    start: Hex,
    path: Sequence[Hex],
    steps: int,
    *,
    through_foes: bool = False,
) -> PathFault | None:
    """What is wrong with walking this path, or None when it may be walked.

    Too long or broken (MAYA-MOVE-03), a void or the edge (MAYA-TERR-20), a wall (MAYA-TERR-11),
    an enemy (MAYA-UNIT-05), or an end on a taken space (MAYA-UNIT-02).
    """
    here = start
    for count, there in enumerate(path, start=1):
        if count > steps:
            return PathFault("PATH_TOO_LONG", "MAYA-MOVE-03", there)
        if distance(here, there) != 1:
            return PathFault("PATH_BROKEN", "MAYA-MOVE-03", there)
        if not board.is_ground(there):
            return PathFault("PATH_VOID", "MAYA-TERR-20", there)
        if board.has_wall(here, there):
            return PathFault("PATH_WALL", "MAYA-TERR-11", there)
        if there in standing.foes and not through_foes:
            return PathFault("PATH_ENEMY", "MAYA-UNIT-05", there)
        here = there
    return _end_fault(standing, start, here)


def flights(board: Board, standing: Standing, start: Hex, steps: int) -> dict[Hex, Path]:
    """Every space a Fly of up to `steps` can end on, with a shortest path (MAYA-FLY-06, MAYA-AMB-25).

    Units, walls and spikes are passed over; voids are not (MAYA-TERR-20).
    """
    paths = _shortest_paths(board.ground_around, start, steps)
    return {space: path for space, path in paths.items() if not standing.is_taken(space)}


def flight_fault(board: Board, standing: Standing, start: Hex, path: Sequence[Hex], steps: int) -> PathFault | None:
    """What is wrong with flying this path, or None when it may be flown (MAYA-FLY-06, MAYA-AMB-25)."""
    here = start
    for count, there in enumerate(path, start=1):
        if count > steps:
            return PathFault("PATH_TOO_LONG", "MAYA-FLY-06", there)
        if distance(here, there) != 1:
            return PathFault("PATH_BROKEN", "MAYA-FLY-06", there)
        if not board.is_ground(there):
            return PathFault("PATH_VOID", "MAYA-TERR-20", there)
        here = there
    return _end_fault(standing, start, here)


def jumps(board: Board, standing: Standing, start: Hex, steps: int) -> tuple[Hex, ...]:
    """The spaces a Jump can land on: 1 to `steps` in a straight line, never over a void.

    Units, walls and spikes between do not matter; only the landing space is entered, so only its
    spikes hurt (MAYA-COOL-02, MAYA-AMB-29).
    """
    landings: list[Hex] = []
    for direction in range(6):
        for space in line(start, direction, steps):
            if not board.is_ground(space):
                break
            if not standing.is_taken(space):
                landings.append(space)
    return tuple(landings)


def full_runs(board: Board, standing: Standing, start: Hex, steps: int) -> dict[Hex, Path]:
    """Where a run of exactly `steps` in one straight line ends, by end space (MAYA-ROSTER-07).

    It is cut short only by a wall, a void or any unit; a way that is blocked at once is no run.
    """
    runs: dict[Hex, Path] = {}
    for direction in range(6):
        here, path = start, []
        for there in line(start, direction, steps):
            if not board.are_adjacent(here, there) or standing.is_taken(there):
                break
            path.append(there)
            here = there
        if path:
            runs[here] = tuple(path)
    return runs


def spikes_entered(board: Board, path: Iterable[Hex]) -> Path:
    """The spiked spaces a path enters, each of which hurts once (MAYA-TERR-15, MAYA-TERR-16, MAYA-AMB-08)."""
    return tuple(space for space in path if board.is_spiked(space))


def terrain_distances(board: Board, start: Hex) -> dict[Hex, int]:
    """Steps from a space to every other one, round walls and voids, units disregarded (MAYA-AMB-99)."""
    return {space: len(path) for space, path in _shortest_paths(board.open_around, start, None).items()}


def terrain_distance(board: Board, a: Hex, b: Hex) -> int:
    """Steps over terrain between two spaces; the plain distance when no way leads there (MAYA-AMB-99)."""
    return terrain_distances(board, a).get(b, distance(a, b))


def _end_fault(standing: Standing, start: Hex, end: Hex) -> PathFault | None:
    if end != start and standing.is_taken(end):
        return PathFault("PATH_END_TAKEN", "MAYA-UNIT-02", end)
    return None


def _shortest_paths(around: Neighbourhood, start: Hex, steps: int | None) -> dict[Hex, Path]:
    paths: dict[Hex, Path] = {start: ()}
    wave = [start]
    while wave and (steps is None or len(paths[wave[0]]) < steps):
        beyond: list[Hex] = []
        for here in wave:
            for there in around[here]:
                if there not in paths:
                    paths[there] = (*paths[here], there)
                    beyond.append(there)
        wave = beyond
    return paths
