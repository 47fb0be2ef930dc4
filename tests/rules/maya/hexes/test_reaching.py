"""Range, Projectile and Piercing: which spaces can be hit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.maya.hexes import (
    Board,
    Hex,
    Standing,
    border,
    line,
    piercing_line,
    projectile_spaces,
    range_spaces,
    reachable,
)
from tests.rules.maya.hexes.arena import EAST, H, O, arena, boards, crowds, units

NOBODY = units()


@pytest.mark.rules("MAYA-RANGE-02", "MAYA-AMB-01")
def test_range_two_hits_one_and_two_away_on_an_axis_only() -> None:
    spaces = range_spaces(arena(), NOBODY, O, 2)
    assert H(1, 0) in spaces and H(2, 0) in spaces
    assert H(3, 0) not in spaces and H(1, 1) not in spaces


@pytest.mark.rules("MAYA-RANGE-03", "MAYA-TERR-12", "MAYA-TERR-21")
@pytest.mark.parametrize("board", [arena(walls=[(H(1, 0), H(2, 0))]), arena(void=[(2, 0)])], ids=["wall", "void"])
def test_a_wall_or_a_void_on_the_line_ends_range_and_piercing(board: Board) -> None:
    eastward = [space for space in range_spaces(board, NOBODY, O, 4) if space.r == 0 and space.q > 0]
    assert eastward == [H(1, 0)]
    assert piercing_line(board, O, EAST, 4) == (H(1, 0),)


@pytest.mark.rules("MAYA-RANGE-04", "MAYA-RANGE-05")
def test_the_first_enemy_blocks_the_line_and_a_friend_does_not() -> None:
    foes = range_spaces(arena(), units(foes=[(2, 0)]), O, 4)
    assert H(2, 0) in foes and H(3, 0) not in foes
    friends = range_spaces(arena(), units(friends=[(2, 0)]), O, 4)
    assert H(3, 0) in friends and H(4, 0) in friends


@pytest.mark.rules("MAYA-RANGE-06")
def test_the_eligible_spaces_on_a_known_map_are_these() -> None:
    board = arena(radius=3, walls=[(O, H(0, -1))], void=[(0, 2)])
    standing = units(friends=[(1, 0)], foes=[(2, 0), (-1, 0)])
    assert set(range_spaces(board, standing, O, 3)) == {
        H(1, 0), H(2, 0),
        H(1, -1), H(2, -2), H(3, -3),
        H(-1, 0),
        H(-1, 1), H(-2, 2), H(-3, 3),
        H(0, 1),
    }  # fmt: skip


@pytest.mark.rules("MAYA-RANGE-02", "MAYA-RANGE-03", "MAYA-RANGE-04", "MAYA-RANGE-05", "MAYA-RANGE-06")
@settings(max_examples=60)
@given(boards(), crowds(), st.integers(1, 3))
def test_range_takes_each_axis_up_to_its_first_blocker(board: Board, standing: Standing, reach: int) -> None:
    eligible = set()
    for direction in range(6):
        way = (O, *line(O, direction, reach))
        for length in range(1, reach + 1):
            steps = list(pairwise(way[: length + 1]))
            clear = all(board.is_ground(there) and border(here, there) not in board.walls for here, there in steps)
            between = way[1:length]
            if clear and not any(space in standing.foes for space in between):
                eligible.add(way[length])
    assert set(range_spaces(board, standing, O, reach)) == eligible


@pytest.mark.rules("MAYA-PIERCE-01", "MAYA-PIERCE-04")
def test_piercing_runs_on_through_everybody_on_one_axis() -> None:
    assert piercing_line(arena(), O, EAST, 3) == (H(1, 0), H(2, 0), H(3, 0))
    board = arena(walls=[(H(1, 0), H(2, 0))])
    assert piercing_line(board, O, EAST, 3) == (H(1, 0),)


@pytest.mark.rules("MAYA-PROJ-01", "MAYA-PROJ-02")
def test_a_projectile_reaches_off_axis_and_over_a_ring_of_enemies() -> None:
    spaces = projectile_spaces(arena(), O, 2)
    assert spaces[H(1, 1)] == 2  # off every axis, behind whoever stands around
    assert H(3, 0) not in spaces and O not in spaces


@pytest.mark.rules("MAYA-PROJ-04")
def test_a_projectile_passes_over_a_wall() -> None:
    assert projectile_spaces(arena(walls=[(O, H(1, 0))]), O, 1)[H(1, 0)] == 1


@pytest.mark.rules("MAYA-PROJ-05", "MAYA-TERR-21")
def test_a_projectile_goes_round_a_void_and_falls_short() -> None:
    board = arena(void=[(1, 0), (1, -1), (0, 1), (2, -2), (-1, 2)])
    assert projectile_spaces(board, O, 4).get(H(2, -1)) is None
    assert H(1, 0) not in projectile_spaces(board, O, 4)
    around = arena(void=[(1, 0), (1, -1), (0, 1)])
    assert projectile_spaces(around, O, 5)[H(2, 0)] == 5
    assert H(2, 0) not in projectile_spaces(around, O, 4)


@pytest.mark.rules("MAYA-PROJ-01", "MAYA-PROJ-05")
@settings(max_examples=60)
@given(boards(), st.integers(1, 4))
def test_a_projectile_counts_like_a_walk_without_walls_and_units(board: Board, reach: int) -> None:
    ground = Board({space: info for space, info in board.spaces.items() if not info.void})
    walks: dict[Hex, tuple[Hex, ...]] = reachable(ground, NOBODY, O, reach, spikes_hurt=False)
    lengths = {end: len(path) for end, path in walks.items() if path}
    assert projectile_spaces(board, O, reach) == lengths
