"""Axial coordinates: where a space lies, how far it is, and which way a straight line runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """One space of the arena in axial coordinates; r grows to the south."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"({self.q},{self.r})"


Border = tuple[Hex, Hex]
"""The edge shared by two neighbouring spaces, the smaller space first."""

Vertex = tuple[Hex, Hex, Hex]
"""The corner shared by three neighbouring spaces, in ascending order."""

AXES: tuple[Hex, ...] = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""The six ways a straight line can run (MAYA-AMB-01)."""


def step(space: Hex, direction: int, count: int = 1) -> Hex:
    """The space `count` steps from this one along one of the six axes."""
    axis = AXES[direction]
    return Hex(space.q + axis.q * count, space.r + axis.r * count)


def neighbours(space: Hex) -> tuple[Hex, ...]:
    """The six spaces around this one, in the order of the axes, on the board or off it."""
    q, r = space
    return tuple(Hex(q + dq, r + dr) for dq, dr in AXES)


def distance(a: Hex, b: Hex) -> int:
    """Steps between two spaces when nothing is in the way."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_between(start: Hex, end: Hex) -> int | None:
    """The axis that leads from one space straight to another, or None when no axis does (MAYA-AMB-01)."""
    dq, dr = end.q - start.q, end.r - start.r
    if (dq, dr) == (0, 0) or (dq != 0 and dr != 0 and dq + dr != 0):
        return None
    length = max(abs(dq), abs(dr))
    return AXES.index(Hex(dq // length, dr // length))


def line(start: Hex, direction: int, length: int) -> tuple[Hex, ...]:
    """The spaces 1 to `length` steps away along one axis, nearest first."""
    return tuple(step(start, direction, count) for count in range(1, length + 1))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """All spaces exactly `radius` steps from the centre; the centre itself for radius 0."""
    if radius == 0:
        return (centre,)
    spaces: list[Hex] = []
    corner = step(centre, 4, radius)
    for direction in range(6):
        for _ in range(radius):
            spaces.append(corner)
            corner = step(corner, direction)
    return tuple(spaces)


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """All spaces at most `radius` steps from the centre, nearest first."""
    for distance_out in range(radius + 1):
        yield from ring(centre, distance_out)


def border(a: Hex, b: Hex) -> Border:
    """The edge between two neighbouring spaces, the same whichever is named first (MAYA-AMB-02)."""
    assert distance(a, b) == 1, f"{a} and {b} share no border"
    return (a, b) if a < b else (b, a)


def vertex(a: Hex, b: Hex, c: Hex) -> Vertex:
    """The corner where three mutually neighbouring spaces meet (MAYA-POI-01)."""
    assert are_corner((a, b, c)), f"{a}, {b} and {c} share no corner"
    first, second, third = sorted((a, b, c))
    return (first, second, third)


def are_corner(spaces: tuple[Hex, ...]) -> bool:
    """Whether these are three different spaces that all touch each other (MAYA-POI-01)."""
    return len(spaces) == 3 and all(distance(spaces[i], spaces[j]) == 1 for i, j in ((0, 1), (0, 2), (1, 2)))
