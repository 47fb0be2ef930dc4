"""Move, Fly, Jump and the straight run, in play and against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.maya.hexes import (
    Board,
    Hex,
    Standing,
    distance,
    flight_fault,
    flights,
    full_runs,
    jumps,
    neighbours,
    path_fault,
    reachable,
    spikes_entered,
    terrain_distance,
    terrain_distances,
)
from tests.rules.maya.hexes.arena import H, O, arena, boards, crowds, units

NOBODY = units()


def all_walks(board: Board, standing: Standing, steps: int) -> list[tuple[Hex, ...]]:
    """Every path from the centre of up to so many steps that the rules of Move allow, one rule a line."""
    walks: list[tuple[Hex, ...]] = [()]
    longest: list[tuple[Hex, ...]] = [()]
    for _ in range(steps):
        longest = [
            (*path, there)
            for path in longest
            for here in [path[-1] if path else O]
            for there in neighbours(here)
            if there in board.spaces
            if not board.spaces[there].void
            if (min(here, there), max(here, there)) not in board.walls
            if there not in standing.foes
        ]
        walks += longest
    return [path for path in walks if not path or path[-1] not in standing.friends]


@pytest.mark.rules("MAYA-MOVE-03", "MAYA-MOVE-04", "MAYA-MOVE-05", "MAYA-TERR-11", "MAYA-UNIT-03", "MAYA-UNIT-05")
@settings(max_examples=60)
@given(boards(), crowds(), st.integers(0, 4))
def test_a_move_reaches_what_some_walk_reaches_by_the_best_of_them(
    board: Board, standing: Standing, steps: int
) -> None:
    best: dict[Hex, tuple[int, int]] = {}
    for path in all_walks(board, standing, steps):
        end = path[-1] if path else O
        cost = (sum(board.spaces[space].spikes for space in path), len(path))
        best[end] = min(best.get(end, cost), cost)
    found = reachable(board, standing, O, steps)
    assert set(found) == set(best)
    for end, path in found.items():
        assert (len(spikes_entered(board, path)), len(path)) == best[end]
        assert path_fault(board, standing, O, path, steps) is None


@pytest.mark.rules("MAYA-MOVE-03", "MAYA-MOVE-04", "MAYA-MOVE-05")
@settings(max_examples=200)
@given(boards(), crowds(), st.lists(st.integers(0, 5), max_size=4), st.integers(0, 4))
def test_a_named_path_is_accepted_exactly_when_it_is_one_of_the_walks(
    board: Board, standing: Standing, turns: list[int], steps: int
) -> None:
    path: list[Hex] = []
    for turn in turns:
        path.append(neighbours(path[-1] if path else O)[turn])
    legal = tuple(path) in all_walks(board, standing, steps) if len(path) <= steps else False
    assert (path_fault(board, standing, O, path, steps) is None) == legal


@pytest.mark.rules("MAYA-MOVE-03", "MAYA-AMB-23")
def test_a_move_of_two_goes_up_to_two_steps_or_stays() -> None:
    found = reachable(arena(), NOBODY, O, 2)
    assert {distance(O, end) for end in found} == {0, 1, 2}
    assert found[O] == () and len(found) == 19
    fault = path_fault(arena(), NOBODY, O, [H(1, 0), H(2, 0), H(3, 0)], 2)
    assert fault and (fault.code, fault.rule, fault.space) == ("PATH_TOO_LONG", "MAYA-MOVE-03", H(3, 0))
    fault = path_fault(arena(), NOBODY, O, [H(2, 0)], 2)
    assert fault and (fault.code, fault.rule) == ("PATH_BROKEN", "MAYA-MOVE-03")


@pytest.mark.rules("MAYA-TERR-11", "MAYA-MOVE-04")
def test_a_wall_stops_a_step_across_it_but_not_the_way_round() -> None:
    board = arena(walls=[(O, H(1, 0))])
    fault = path_fault(board, NOBODY, O, [H(1, 0)], 2)
    assert fault and (fault.code, fault.rule) == ("PATH_WALL", "MAYA-TERR-11")
    assert len(reachable(board, NOBODY, O, 2)[H(1, 0)]) == 2


@pytest.mark.rules("MAYA-TERR-20", "MAYA-MOVE-04", "MAYA-AMB-03")
@pytest.mark.parametrize("board", [arena(void=[(1, 0)]), arena(radius=0)], ids=["void", "edge"])
def test_nobody_walks_or_flies_into_a_void_or_off_the_board(board: Board) -> None:
    for fault in (
        path_fault(board, NOBODY, O, [H(1, 0)], 3),
        flight_fault(board, NOBODY, O, [H(1, 0)], 3),
    ):
        assert fault and (fault.code, fault.rule) == ("PATH_VOID", "MAYA-TERR-20")
    assert H(1, 0) not in reachable(board, NOBODY, O, 3)
    assert H(1, 0) not in flights(board, NOBODY, O, 3)
    assert H(1, 0) not in jumps(board, NOBODY, O, 3)


@pytest.mark.rules("MAYA-UNIT-03", "MAYA-UNIT-02", "MAYA-MOVE-05")
def test_a_friend_is_passed_but_never_stopped_on() -> None:
    friend = units(friends=[(1, 0)])
    assert path_fault(arena(), friend, O, [H(1, 0), H(2, 0)], 2) is None
    fault = path_fault(arena(), friend, O, [H(1, 0)], 2)
    assert fault and (fault.code, fault.rule) == ("PATH_END_TAKEN", "MAYA-UNIT-02")
    assert H(1, 0) not in reachable(arena(), friend, O, 2)


@pytest.mark.rules("MAYA-UNIT-05")
def test_a_foe_in_the_only_gap_bars_the_way_until_it_is_gone() -> None:
    # A corridor: voids on both sides of the line to the east.
    corridor = arena(radius=2, void=[(1, -1), (0, 1), (2, -1), (1, 1)])
    foe = units(foes=[(1, 0)])
    fault = path_fault(corridor, foe, O, [H(1, 0), H(2, 0)], 3)
    assert fault and (fault.code, fault.rule) == ("PATH_ENEMY", "MAYA-UNIT-05")
    assert H(2, 0) not in reachable(corridor, foe, O, 3)
    assert H(2, 0) in reachable(corridor, NOBODY, O, 3)
    assert H(2, 0) in reachable(corridor, foe, O, 3, through_foes=True)
    assert path_fault(corridor, foe, O, [H(1, 0), H(2, 0)], 3, through_foes=True) is None
    assert H(1, 0) not in reachable(corridor, foe, O, 3, through_foes=True)


@pytest.mark.rules("MAYA-TERR-10")
def test_climbing_and_descending_cost_no_steps() -> None:
    board = arena(low=[(0, 0)], high=[(1, 0)])
    assert reachable(board, NOBODY, O, 2)[H(2, 0)] == (H(1, 0), H(2, 0))


@pytest.mark.rules("MAYA-TERR-16", "MAYA-TERR-18", "MAYA-AMB-08")
def test_each_spiked_space_entered_counts_and_the_one_left_does_not() -> None:
    board = arena(spikes=[(0, 0), (1, 0), (2, 0)])
    assert spikes_entered(board, (H(1, 0), H(2, 0), H(3, 0))) == (H(1, 0), H(2, 0))
    assert spikes_entered(board, (H(0, 1),)) == ()
    # The same two spaces, once over spikes and once beside them: the path decides.
    assert spikes_entered(board, (H(1, 0),)) != spikes_entered(board, (H(1, -1),))


def test_the_best_path_goes_round_spikes_unless_they_do_not_hurt() -> None:
    board = arena(spikes=[(1, 0)])
    assert len(reachable(board, NOBODY, O, 3)[H(2, 0)]) == 3
    assert reachable(board, NOBODY, O, 2)[H(2, 0)] == (H(1, 0), H(2, 0))
    assert len(reachable(board, NOBODY, O, 3, spikes_hurt=False)[H(2, 0)]) == 2


# Fly, Jump and the run.


@pytest.mark.rules("MAYA-FLY-06", "MAYA-AMB-25")
@settings(max_examples=60)
@given(boards(), crowds(), st.integers(0, 4))
def test_a_flight_passes_all_but_voids_and_ends_on_a_free_space(board: Board, standing: Standing, steps: int) -> None:
    ground = Board({space: info for space, info in board.spaces.items() if not info.void})
    by_air = reachable(ground, NOBODY, O, steps, spikes_hurt=False)
    found = flights(board, standing, O, steps)
    assert set(found) == {end for end in by_air if not standing.is_taken(end)}
    for end, path in found.items():
        assert len(path) == len(by_air[end])
        assert flight_fault(board, standing, O, path, steps) is None


@pytest.mark.rules("MAYA-FLY-06")
def test_a_flight_over_a_wall_an_enemy_and_spikes_arrives() -> None:
    board = arena(walls=[(O, H(1, 0))], spikes=[(2, 0)])
    foe = units(foes=[(1, 0)])
    assert flight_fault(board, foe, O, [H(1, 0), H(2, 0), H(3, 0)], 3) is None
    fault = flight_fault(board, foe, O, [H(1, 0)], 3)
    assert fault and fault.code == "PATH_END_TAKEN"
    fault = flight_fault(board, foe, O, [H(1, 0), H(2, 0), H(3, 0)], 2)
    assert fault and fault.code == "PATH_TOO_LONG"


@pytest.mark.rules("MAYA-AMB-29")
def test_a_jump_lands_beyond_an_enemy_and_a_wall_but_never_beyond_a_void() -> None:
    board = arena(walls=[(O, H(1, 0))], void=[(-1, 0)])
    landings = jumps(board, units(foes=[(1, 0)]), O, 2)
    assert H(2, 0) in landings and H(1, 0) not in landings
    assert H(-2, 0) not in landings
    assert H(1, 1) not in landings  # no straight line
    assert O not in landings


@pytest.mark.rules("MAYA-ROSTER-07")
def test_a_run_goes_the_full_three_unless_a_unit_a_wall_or_a_void_stops_it() -> None:
    board = arena(walls=[(H(0, -2), H(0, -3))], void=[(-1, 0)])
    runs = full_runs(board, units(friends=[(0, 3)], foes=[(3, 0)]), O, 3)
    assert runs[H(2, 0)] == (H(1, 0), H(2, 0))  # stopped by a foe
    assert H(0, 2) in runs and H(0, 1) not in runs  # stopped by a friend
    assert H(0, -2) in runs  # stopped by a wall
    assert not any(end.r == 0 and end.q < 0 for end in runs)  # a void at once: no run
    assert H(3, -3) in runs and H(1, -1) not in runs  # free: all three


@pytest.mark.rules("MAYA-AMB-99")
def test_terrain_distance_goes_round_walls_and_voids_and_through_units() -> None:
    board = arena(radius=2, walls=[(O, H(1, 0))], void=[(1, -1)])
    assert terrain_distance(board, O, H(1, 0)) == 2
    cut_off = arena(radius=2, void=[(1, -1), (1, 0), (2, -2), (0, 1), (0, 2), (1, 1), (2, -1)])
    assert H(2, 0) not in terrain_distances(cut_off, O)
    assert terrain_distance(cut_off, O, H(2, 0)) == 2
