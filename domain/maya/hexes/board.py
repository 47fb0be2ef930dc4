"""The arena as the map draws it: levels, spikes, voids, zones, and walls between spaces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

import attrs

from domain.maya.hexes.coords import Border, Hex, border, neighbours


class Level(IntEnum):
    """How high the ground of a space is (MAYA-TERR-03)."""

    LOW = 0
    FLAT = 1
    HIGH = 2


@attrs.frozen
class Space:
    """What the map prints on one space; an unmarked space is flat and harmless (MAYA-TERR-01)."""

    level: Level = Level.FLAT
    spikes: bool = False
    void: bool = False
    zone: str = ""


Neighbourhood = Mapping[Hex, tuple[Hex, ...]]


def _ground_around(board: Board) -> Neighbourhood:
    return {
        space: tuple(near for near in neighbours(space) if board.is_ground(near))
        for space in board.spaces
        if board.is_ground(space)
    }


def _open_around(board: Board) -> Neighbourhood:
    return {
        space: tuple(near for near in around if border(space, near) not in board.walls)
        for space, around in board.ground_around.items()
    }


@attrs.frozen
class Board:
    """The spaces of one arena with the walls between them and the Foundations laid so far."""

    spaces: Mapping[Hex, Space]
    walls: frozenset[Border] = frozenset()
    foundations: frozenset[Hex] = frozenset()
    # Both tables depend on spaces and walls only, so a board with other Foundations shares them.
    ground_around: Neighbourhood = attrs.field(
        default=attrs.Factory(_ground_around, takes_self=True), eq=False, repr=False
    )
    """The ground spaces touching each ground space, walls disregarded."""
    open_around: Neighbourhood = attrs.field(default=attrs.Factory(_open_around, takes_self=True), eq=False, repr=False)
    """The ground spaces one can step to from each ground space."""

    def is_ground(self, space: Hex) -> bool:
        """Whether anything can be there: on the board and no void (MAYA-TERR-22, MAYA-AMB-03)."""
        found = self.spaces.get(space)
        return found is not None and not found.void

    def level(self, space: Hex) -> Level:
        """How high a space is; a Foundation makes it High Ground for everyone (MAYA-TERR-03)."""
        return Level.HIGH if space in self.foundations else self.spaces[space].level

    def is_spiked(self, space: Hex) -> bool:
        """Whether entering this space hurts; a Foundation covers printed spikes (MAYA-TERR-15)."""
        return self.spaces[space].spikes and space not in self.foundations

    def zone(self, space: Hex) -> str | None:
        """The zone this space belongs to; a void belongs to none (MAYA-TERR-22, MAYA-TERR-24)."""
        return self.spaces[space].zone if self.is_ground(space) else None

    def has_wall(self, a: Hex, b: Hex) -> bool:
        """Whether a wall stands on the border of these two neighbours (MAYA-AMB-02)."""
        return border(a, b) in self.walls

    def are_adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two spaces touch with no wall between them (MAYA-TERR-13)."""
        return b in self.open_around.get(a, ())

    def adjacent(self, space: Hex) -> tuple[Hex, ...]:
        """The spaces next to this one that no wall cuts off (MAYA-TERR-12, MAYA-TERR-13)."""
        return self.open_around.get(space, ())

    def surrounding(self, space: Hex) -> tuple[Hex, ...]:
        """The spaces around this one, those behind a wall included (MAYA-TERR-14)."""
        return self.ground_around.get(space, ())

    def with_foundations(self, foundations: Iterable[Hex]) -> Board:
        """The same board with exactly these Foundations on it; at most one tile a space (MAYA-TERR-25)."""
        return attrs.evolve(self, foundations=frozenset(foundations))


def connected_zones(looks: Mapping[Hex, str]) -> dict[Hex, str]:
    """Name each connected group of one look; a second group of that look gets a name of its own.

    `looks` gives colour and pattern of the ground spaces. Walls do not cut a zone
    (MAYA-TERR-23, MAYA-AMB-11).
    """
    zones: dict[Hex, str] = {}
    groups: dict[str, int] = {}
    for first in sorted(looks):
        if first in zones:
            continue
        look = looks[first]
        groups[look] = groups.get(look, 0) + 1
        name = look if groups[look] == 1 else f"{look} {groups[look]}"
        edge = [first]
        while edge:
            space = edge.pop()
            if zones.setdefault(space, name) == name:
                edge.extend(n for n in neighbours(space) if looks.get(n) == look and n not in zones)
    return zones
