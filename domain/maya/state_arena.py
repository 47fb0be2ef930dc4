"""The ground of a match: the map as it was placed, and what lies on it."""

from __future__ import annotations

from functools import cached_property

from domain.kernel.records import record
from domain.maya.hexes import Board, Hex, Level, Space, border, terrain_distances


@record
class Tile:
    """One space as the map prints it."""

    at: Hex
    level: int
    spikes: bool
    void: bool
    zone: str


@record
class Point:
    """A point of interest on a corner: `owner` is 0 for neutral, else a team (MAYA-POI-05)."""

    name: str
    owner: int
    at: tuple[Hex, Hex, Hex]
    zone: str = ""


@record
class Arena:
    """The map in play; it never changes during a match."""

    map: str
    tiles: tuple[Tile, ...]
    walls: tuple[tuple[Hex, Hex], ...]
    spawns: tuple[Point, ...]
    upgrades: tuple[Point, ...]

    # An arena is never copied with changes, so what is worked out once stays true.
    @cached_property
    def bare(self) -> Board:
        """The board without any Foundation."""
        spaces = {tile.at: Space(Level(tile.level), tile.spikes, tile.void, tile.zone) for tile in self.tiles}
        return Board(spaces, frozenset(border(Hex(*a), Hex(*b)) for a, b in self.walls))

    @cached_property
    def boards(self) -> dict[frozenset[Hex], Board]:
        """The boards worked out so far, by the Foundations on them."""
        return {frozenset(): self.bare}

    @cached_property
    def _steps(self) -> dict[Hex, dict[Hex, int]]:
        return {}

    def steps_from(self, space: Hex) -> dict[Hex, int]:
        """Steps over terrain from a space to every other that can be reached (MAYA-AMB-99)."""
        found = self._steps.get(space)
        if found is None:
            found = self._steps[space] = terrain_distances(self.bare, space)
        return found


@record
class Foundation:
    """A Foundation tile with its owner's seat."""

    at: Hex
    seat: int


@record
class VishPool:
    """Vish of one seat lying on a space."""

    at: Hex
    seat: int
    count: int


@record
class GroundItem:
    """An item lying on a space."""

    item: str
    at: Hex


@record
class Ground:
    """What lies on the arena and is no unit."""

    foundations: tuple[Foundation, ...] = ()
    vish: tuple[VishPool, ...] = ()
    items: tuple[GroundItem, ...] = ()


def board_of(arena: Arena | None, ground: Ground) -> Board:
    """The board with the Foundations laid so far."""
    assert arena is not None, "there is no arena before the mode has placed it"
    if not ground.foundations:
        return arena.bare
    laid = frozenset([tile.at for tile in ground.foundations])
    board = arena.boards.get(laid)
    if board is None:
        board = arena.boards[laid] = arena.bare.with_foundations(laid)
    return board
