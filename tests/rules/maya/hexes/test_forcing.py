"""Pushes and pulls: how far they go, what stops them, and what is left of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.maya.hexes import (
    AXES,
    Board,
    Hex,
    Push,
    Standing,
    border,
    direction_between,
    distance,
    line,
    pull,
    push,
    push_along,
    spikes_entered,
    step,
)
from tests.rules.maya.hexes.arena import EAST, H, O, arena, boards, crowds, units

NOBODY = units()
TARGET = H(1, 0)  # next to the pusher, who stands in the centre


@pytest.mark.rules("MAYA-PUSH-02")
def test_a_free_push_goes_its_full_way_straight_and_leaves_nothing_over() -> None:
    assert push(arena(), NOBODY, O, TARGET, 2) == Push((H(2, 0), H(3, 0)), 0)


@pytest.mark.rules("MAYA-PUSH-03")
def test_a_wall_after_one_step_stops_a_push_of_three_with_two_left() -> None:
    board = arena(walls=[(H(2, 0), H(3, 0))])
    assert push(board, NOBODY, O, TARGET, 3) == Push((H(2, 0),), 2, "wall")


@pytest.mark.rules("MAYA-PUSH-03", "MAYA-PUSH-14", "MAYA-TERR-20", "MAYA-AMB-03")
@pytest.mark.parametrize("board", [arena(radius=1), arena(void=[(2, 0)])], ids=["edge", "void"])
def test_the_edge_stops_a_push_like_a_void(board: Board) -> None:
    assert push(board, NOBODY, O, TARGET, 2) == Push((), 2, "void")


@pytest.mark.rules("MAYA-PUSH-03")
@pytest.mark.parametrize("standing", [units(foes=[(3, 0)]), units(friends=[(3, 0)])], ids=["foe", "friend"])
def test_any_unit_in_the_way_stops_a_push_and_stays_put(standing: Standing) -> None:
    assert push(arena(), standing, O, TARGET, 3) == Push((H(2, 0),), 2, "unit", H(3, 0))


def test_a_push_over_spikes_into_a_wall_has_both() -> None:
    board = arena(spikes=[(2, 0)], walls=[(H(2, 0), H(3, 0))])
    found = push(board, NOBODY, O, TARGET, 2)
    assert (len(spikes_entered(board, found.path)), found.unmoved) == (1, 1)


@pytest.mark.rules("MAYA-PUSH-02", "MAYA-PUSH-03")
@settings(max_examples=100)
@given(boards(), crowds(), st.integers(0, 5), st.integers(1, 4))
def test_a_push_goes_on_while_the_next_space_is_open(
    board: Board, standing: Standing, direction: int, steps: int
) -> None:
    found = push_along(board, standing, O, direction, steps)
    way = line(O, direction, steps)
    assert found.path == way[: len(found.path)]
    assert found.unmoved == steps - len(found.path)
    last = found.path[-1] if found.path else O
    beyond = step(last, direction)
    open_ahead = board.is_ground(beyond) and border(last, beyond) not in board.walls and not standing.is_taken(beyond)
    assert (found.unmoved == 0) or not open_ahead
    assert (found.struck == beyond) == (found.obstacle == "unit")
    for here, there in pairwise((O, *found.path)):
        assert board.are_adjacent(here, there) and not standing.is_taken(there)


# Pull.


@pytest.mark.rules("MAYA-PULL-01", "MAYA-PULL-02", "MAYA-PULL-03")
def test_a_pull_needs_a_straight_line_within_reach_and_goes_all_the_way() -> None:
    assert pull(arena(), units(foes=[(3, 0)]), O, H(3, 0), 3) == (H(2, 0), H(1, 0))
    assert pull(arena(), units(foes=[(3, 0)]), O, H(3, 0), 2) is None
    assert pull(arena(), units(foes=[(1, 1)]), O, H(1, 1), 3) is None


@pytest.mark.rules("MAYA-PULL-05", "MAYA-AMB-37")
@pytest.mark.parametrize(
    ("board", "standing"),
    [
        (arena(), units(foes=[(1, 0), (3, 0)])),
        (arena(walls=[(H(1, 0), H(2, 0))]), units(foes=[(3, 0)])),
        (arena(walls=[(O, H(1, 0))]), units(foes=[(3, 0)])),
        (arena(void=[(2, 0)]), units(foes=[(3, 0)])),
    ],
    ids=["enemy", "wall", "wall at the puller", "void"],
)
def test_nothing_is_pulled_through_an_enemy_a_wall_or_a_void(board: Board, standing: Standing) -> None:
    assert pull(board, standing, O, H(3, 0), 3) is None


@pytest.mark.rules("MAYA-PULL-07", "MAYA-AMB-36")
def test_a_pulled_unit_passes_friends_and_ends_on_the_nearest_free_space() -> None:
    assert pull(arena(), units(friends=[(1, 0)], foes=[(3, 0)]), O, H(3, 0), 3) == (H(2, 0),)
    between = units(friends=[(2, 0)], foes=[(3, 0)])
    assert pull(arena(), between, O, H(3, 0), 3) == (H(2, 0), H(1, 0))
    assert pull(arena(), units(friends=[(1, 0), (2, 0)], foes=[(3, 0)]), O, H(3, 0), 3) == ()


@pytest.mark.rules("MAYA-PULL-06")
def test_a_friend_can_be_pulled() -> None:
    assert pull(arena(), units(friends=[(2, 0)]), O, H(2, 0), 2) == (H(1, 0),)


@pytest.mark.rules("MAYA-PULL-10", "MAYA-AMB-35")
def test_an_adjacent_target_is_legal_and_stays() -> None:
    assert pull(arena(), units(foes=[(1, 0)]), O, H(1, 0), 2) == ()


@pytest.mark.rules("MAYA-PULL-08")
def test_a_pull_enters_the_spikes_on_its_line() -> None:
    board = arena(spikes=[(2, 0), (3, 0)])
    path = pull(board, units(foes=[(3, 0)]), O, H(3, 0), 3)
    assert path is not None and spikes_entered(board, path) == (H(2, 0),)


@pytest.mark.rules("MAYA-PULL-01", "MAYA-PULL-02", "MAYA-PULL-05", "MAYA-PULL-07", "MAYA-PULL-10")
@settings(max_examples=150)
@given(boards(), crowds(), st.data(), st.integers(1, 3))
def test_a_pull_agrees_with_its_rules_one_by_one(
    board: Board, standing: Standing, data: st.DataObject, reach: int
) -> None:
    taken = sorted(standing.friends | standing.foes)
    if not taken:
        return
    target: Hex = data.draw(st.sampled_from(taken))
    direction = direction_between(O, target)
    length = distance(O, target)
    way = [step(O, direction, count) for count in range(length + 1)] if direction is not None else []
    legal = (
        direction is not None
        and length <= reach
        and all(board.is_ground(space) for space in way)
        and all(border(a, b) not in board.walls for a, b in pairwise(way))
        and not any(space in standing.foes for space in way[1:-1])
    )
    found = pull(board, standing, O, target, reach)
    assert (found is not None) == legal
    if found is not None:
        free = [space for space in way[1:-1] if not standing.is_taken(space)]
        assert (found[-1] if found else target) == (free[0] if free else target)
        assert all(distance(a, b) == 1 for a, b in pairwise((target, *found)))


def test_a_push_away_from_a_space_two_off_follows_their_line() -> None:
    assert push(arena(), NOBODY, O, H(2, 0), 2).path == (H(3, 0), H(4, 0))
    assert AXES[EAST] == H(1, 0)
