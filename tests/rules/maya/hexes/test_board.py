"""Spaces, levels, walls, voids, zones and points."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.maya.hexes import (
    AXES,
    Board,
    Hex,
    Level,
    are_corner,
    border,
    connected_zones,
    direction_between,
    disc,
    distance,
    height_bonus,
    is_beside,
    is_higher,
    line,
    neighbours,
    ring,
    spawn_spaces,
    step,
    vertex,
    within_reach,
)
from tests.rules.maya.hexes.arena import CENTRE_DISC, EAST, WEST, H, O, arena, boards

hexes = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))


@given(hexes, hexes)
def test_distance_is_the_fewest_steps_between_two_spaces(a: Hex, b: Hex) -> None:
    reached = {a}
    steps = 0
    while b not in reached:
        reached |= {near for space in reached for near in neighbours(space)}
        steps += 1
        if steps > distance(a, b):
            break
    assert steps == distance(a, b)


@given(hexes, st.integers(0, 4))
def test_a_ring_holds_exactly_the_spaces_at_its_distance(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert {distance(centre, space) for space in found} == {radius}
    assert len(set(disc(centre, radius))) == 1 + 3 * radius * (radius + 1)


@pytest.mark.rules("MAYA-AMB-01")
@given(hexes, hexes)
def test_a_straight_line_runs_along_one_of_six_axes_and_nowhere_else(a: Hex, b: Hex) -> None:
    on_an_axis = {step(a, direction, count): direction for direction in range(len(AXES)) for count in range(1, 30)}
    assert direction_between(a, b) == on_an_axis.get(b)


def test_a_line_counts_its_spaces_outwards() -> None:
    assert line(O, EAST, 3) == (H(1, 0), H(2, 0), H(3, 0))


@pytest.mark.rules("MAYA-TERR-03", "MAYA-AMB-04")
def test_a_space_without_a_mark_is_flat_between_low_and_high() -> None:
    board = arena(high=[(1, 0)], low=[(2, 0)])
    assert [board.level(H(q, 0)) for q in (2, 0, 1)] == [Level.LOW, Level.FLAT, Level.HIGH] == [0, 1, 2]


def test_a_space_holds_one_tile_which_makes_it_high_and_covers_its_spikes() -> None:
    board = arena(spikes=[(1, 0)], low=[(2, 0)]).with_foundations([H(1, 0), H(1, 0), H(2, 0)])
    assert len(board.foundations) == 2
    assert board.level(H(1, 0)) == board.level(H(2, 0)) == Level.HIGH
    assert not board.is_spiked(H(1, 0))
    assert arena(spikes=[(1, 0)]).is_spiked(H(1, 0))


@pytest.mark.rules("MAYA-AMB-02", "MAYA-TERR-12", "MAYA-TERR-13", "MAYA-TERR-14")
def test_a_wall_stands_between_two_spaces_which_touch_and_yet_are_not_adjacent() -> None:
    board = arena(walls=[(O, H(1, 0))])
    assert board.has_wall(O, H(1, 0)) and board.has_wall(H(1, 0), O)
    assert not board.are_adjacent(O, H(1, 0)) and not board.are_adjacent(H(1, 0), O)
    assert H(1, 0) not in within_reach(board, O)
    assert H(1, 0) in board.surrounding(O)
    assert within_reach(board, O) == tuple(near for near in neighbours(O) if near != H(1, 0))


@pytest.mark.rules("MAYA-ALLADJ-02", "MAYA-ATT-02")
@given(boards())
def test_adjacent_spaces_are_the_neighbours_on_ground_without_a_wall(board: Board) -> None:
    around = {
        near
        for near in neighbours(O)
        if near in board.spaces and not board.spaces[near].void and border(O, near) not in board.walls
    }
    assert set(within_reach(board, O)) == around
    assert {space for space in CENTRE_DISC if board.are_adjacent(O, space)} == around


@pytest.mark.rules("MAYA-TERR-22", "MAYA-AMB-03")
def test_a_void_and_a_space_off_the_board_take_part_in_nothing() -> None:
    board = arena(radius=1, void=[(1, 0)])
    for nowhere in (H(1, 0), H(2, 0)):
        assert not board.is_ground(nowhere)
        assert nowhere not in board.adjacent(O) and nowhere not in board.surrounding(O)
    assert board.zone(H(1, 0)) is None


@pytest.mark.rules("MAYA-TERR-23", "MAYA-TERR-24", "MAYA-AMB-11")
def test_two_groups_of_one_look_are_two_zones_and_touching_spaces_of_one_look_one() -> None:
    red = [H(-2, 0), H(-1, 0), H(1, 0), H(2, 0)]
    zones = connected_zones({**{at: "Red" for at in red}, H(0, 1): "Blue"})
    assert zones[H(-2, 0)] == zones[H(-1, 0)] != zones[H(1, 0)] == zones[H(2, 0)]
    assert zones[H(0, 1)] == "Blue"
    assert connected_zones({at: "Red" for at in [*red, O]}) == {at: "Red" for at in [*red, O]}


# High ground.


@pytest.mark.rules("MAYA-TERR-05", "MAYA-TERR-06", "MAYA-TERR-07", "MAYA-TERR-08")
@pytest.mark.parametrize(
    ("attacker", "target", "bonus"),
    [
        ("high", "flat", 1), ("high", "low", 1), ("flat", "low", 1),
        ("high", "high", 0), ("flat", "flat", 0), ("low", "low", 0),
        ("low", "high", 0), ("flat", "high", 0), ("low", "flat", 0),
    ],
)  # fmt: skip
def test_an_attack_from_above_gets_one_whatever_the_levels(attacker: str, target: str, bonus: int) -> None:
    marks: dict[str, list[tuple[int, int]]] = {"high": [], "low": [], "flat": []}
    marks[attacker].append((0, 0))
    marks[target].append((1, 0))
    board = arena(high=marks["high"], low=marks["low"])
    assert height_bonus(board, O, H(1, 0)) == bonus


@pytest.mark.rules("MAYA-TERR-04", "MAYA-AMB-07")
def test_higher_ground_needs_any_difference_in_the_right_direction() -> None:
    board = arena(high=[(0, 0)], low=[(2, 0)])
    assert is_higher(board, O, H(1, 0)) and is_higher(board, H(1, 0), H(2, 0))
    assert not is_higher(board, H(1, 0), O) and not is_higher(board, H(1, 0), H(0, 1))


@pytest.mark.rules("MAYA-FLY-03", "MAYA-FLY-04", "MAYA-AMB-26")
def test_a_flyer_is_above_everybody_and_nobody_above_a_flyer() -> None:
    board = arena(high=[(1, 0)], low=[(0, 0)])
    assert height_bonus(board, O, H(1, 0), flies=True) == 1
    assert height_bonus(board, H(1, 0), O, target_flies=True) == 0
    assert height_bonus(board, H(1, 0), O, flies=True, target_flies=True) == 0


# Points of interest.

POINT = vertex(O, H(1, 0), H(0, 1))


@pytest.mark.rules("MAYA-POI-01")
def test_a_point_lies_where_three_spaces_touch_each_other() -> None:
    corners = [three for three in combinations(disc(O, 2), 3) if are_corner(three)]
    assert len(corners) == 24  # two for each space of a filled hexagon of radius 2, shared by its edge
    assert vertex(H(0, 1), O, H(1, 0)) == POINT
    assert not are_corner((O, H(1, 0), H(2, 0))) and not are_corner((O, O, H(1, 0)))
    assert not are_corner((O, H(1, 0)))


@pytest.mark.rules("MAYA-POI-02")
def test_a_point_is_used_from_its_three_spaces_only() -> None:
    assert [space for space in disc(O, 2) if is_beside(space, POINT)] == [
        space for space in disc(O, 2) if space in (O, H(1, 0), H(0, 1))
    ]


@pytest.mark.rules("MAYA-POI-06", "MAYA-POI-07", "MAYA-AMB-81")
def test_a_unit_spawns_at_the_point_and_farther_off_only_when_that_is_full() -> None:
    board = arena(radius=3, walls=[(O, H(1, 0))])
    assert spawn_spaces(board, [O], POINT) == (H(0, 1), H(1, 0))
    full = [O, H(1, 0), H(0, 1)]
    one_step_off = {near for space in full for near in neighbours(space)} - set(full)
    assert set(spawn_spaces(board, full, POINT)) == one_step_off
    assert spawn_spaces(board, board.spaces, POINT) == ()


@pytest.mark.rules("MAYA-TERR-22")
def test_nobody_spawns_on_a_void_beside_the_point() -> None:
    assert spawn_spaces(arena(void=[(1, 0)]), [], POINT) == (O, H(0, 1))


def test_opposite_axes_cancel() -> None:
    assert step(step(H(2, -1), EAST, 3), WEST, 3) == H(2, -1)
