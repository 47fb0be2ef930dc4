"""Pushes and their collisions."""

from __future__ import annotations

import pytest

from domain.maya.events import ChampionKilled, ChipsMoved, DamageDealt, MinionKilled, UnitMoved
from domain.maya.hexes import Hex
from domain.maya.state import Head
from tests.rules.maya.play import Table, card, ground

SHOVE_1 = card("shove-1", {"do": "push", "steps": 1})
SHOVE = card("shove", {"do": "push", "steps": 2})
SHOVE_3 = card("shove-3", {"do": "push", "steps": 3})


def damage(table: Table) -> list[tuple[str, str, int]]:
    return [(event.target, event.kind, event.raw) for event in table.happened(DamageDealt)]


@pytest.mark.rules("MAYA-PUSH-01")
def test_the_target_of_a_push_is_adjacent() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(SHOVE).minion((0, 1)).activate()
    table.refused(table.by("push", "c2"), "NO_LEGAL_WAY", "MAYA-PUSH-01")
    assert table.aims("push") == {"m1"}


@pytest.mark.rules("MAYA-PUSH-02", "MAYA-PUSH-07")
def test_the_target_goes_exactly_so_far_straight_away_and_unhurt() -> None:
    table = Table().mat(SHOVE).activate()
    assert len(table.offered(type(table.by("push")))) == 1, "no shorter push"
    table.push("c2")
    assert table["c2"].at == (3, 0) and table.one(UnitMoved).path == (Hex(2, 0), Hex(3, 0))
    assert not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-PUSH-03", "MAYA-PUSH-04")
@pytest.mark.parametrize("obstacle", ["wall", "void", "edge"])
def test_an_obstacle_stops_the_push_and_what_is_left_of_it_hurts(obstacle: str) -> None:
    at = [(0, 0), (1, 0)] if obstacle != "edge" else [(3, 0), (4, 0)]
    arena = ground(walls=[((2, 0), (3, 0))] if obstacle == "wall" else (), void=[(3, 0)] if obstacle == "void" else ())
    table = Table(at=at, arena=arena).mat(SHOVE_3).activate().push("c2")
    assert table["c2"].at == ((2, 0) if obstacle != "edge" else (5, 0))
    assert damage(table) == [("c2", "collision", 2)] and table["c2"].hp == 8


@pytest.mark.rules("MAYA-PUSH-04", "MAYA-AMB-32")
def test_collision_damage_is_the_pushers_deed() -> None:
    table = Table(at=[(0, 0), (5, 0)], arena=ground(void=[(0, 2)])).mat(SHOVE).minion((0, 1), hp=2).activate()
    table.push("m1")
    assert table.one(ChipsMoved) == ChipsMoved("m1", 2, 1) and table.one(MinionKilled).seat == 1
    assert table.seat().purse.bank == 2 and table.seat().purse.heads == (Head("m1", "warden-of-knots"),)
    killing = Table(arena=ground(void=[(2, 0)])).mat(SHOVE).unit("c2", hp=2).activate().push("c2")
    assert killing.one(ChampionKilled) == ChampionKilled(2, 1, "collision")


@pytest.mark.rules("MAYA-AMB-32")
def test_spikes_of_a_push_are_the_pushers_deed_and_set_a_neutral_on_it() -> None:
    table = Table(at=[(0, 0), (5, 0)], arena=ground(spikes=[(0, 2)])).mat(SHOVE).minion((0, 1), hp=4).activate()
    table.push("m1")
    assert table.one(ChipsMoved) == ChipsMoved("m1", 1, 1) and ("m1", 1) in table.state.marks


@pytest.mark.rules("MAYA-PUSH-05", "MAYA-AMB-31", "MAYA-AMB-34")
@pytest.mark.parametrize("owner", [0, 2])
def test_who_stands_in_the_way_takes_the_same_and_stays_put(owner: int) -> None:
    table = Table().mat(SHOVE).minion((2, 0), hp=5, owner=owner).activate().push("c2")
    assert damage(table) == [("c2", "collision", 2), ("m1", "collision", 2)]
    assert table["c2"].at == (1, 0) and table["m1"].at == (2, 0)
    assert (table["c2"].hp, table["m1"].hp) == (8, 3)


@pytest.mark.rules("MAYA-PUSH-05", "MAYA-IDO-06")
def test_an_enemy_object_in_the_way_takes_the_same() -> None:
    table = Table().mat(SHOVE).tower((2, 0)).activate().push("c2")
    assert damage(table) == [("c2", "collision", 2), ("t2a", "collision", 2)] and table["t2a"].hp == 6


@pytest.mark.rules("MAYA-PUSH-06", "MAYA-AMB-34", "MAYA-FF-03")
def test_a_friend_in_the_way_stops_the_push_and_takes_nothing() -> None:
    table = Table().mat(SHOVE).minion((2, 0), owner=1).activate().push("c2")
    assert damage(table) == [("c2", "collision", 2)] and table["m1"].hp == 3
    own = Table(seats=4, at=[(0, 0), (1, 0), (2, 0), (-5, 0)]).mat(SHOVE).activate().push("c2")
    assert damage(own) == [("c2", "collision", 2)] and own["c3"].hp == 10


@pytest.mark.rules("MAYA-PUSH-08", "MAYA-FF-02", "MAYA-AMB-33")
def test_a_pushed_friend_takes_nothing_whatever_it_hits() -> None:
    arena = ground(walls=[((1, 0), (2, 0))])
    table = Table(seats=4, at=[(0, 0), (5, 0), (1, 0), (-5, 0)], arena=arena).mat(SHOVE).activate().push("c3")
    assert table["c3"].at == (1, 0) and not table.happened(DamageDealt)
    spiked = Table(seats=4, at=[(0, 0), (5, 0), (1, 0), (-5, 0)], arena=ground(spikes=[(2, 0), (3, 0)])).mat(SHOVE)
    spiked.activate().push("c3")
    assert spiked["c3"].at == (3, 0) and spiked["c3"].hp == 10


@pytest.mark.rules("MAYA-PUSH-09", "MAYA-AMB-34")
@pytest.mark.parametrize(("enemy", "hurt"), [((2, 0), 2), ((3, 0), 1), ((4, 0), 0)])
def test_a_friend_pushed_into_an_enemy_hurts_the_enemy_only(enemy: tuple[int, int], hurt: int) -> None:
    table = Table(seats=4, at=[(0, 0), enemy, (1, 0), (-5, 0)]).mat(SHOVE).activate().push("c3")
    assert table["c2"].hp == 10 - hurt and table["c3"].hp == 10
    assert table["c3"].at == (3 - hurt, 0)


@pytest.mark.rules("MAYA-PUSH-10", "MAYA-IDO-04")
def test_an_object_is_not_pushed() -> None:
    table = Table(at=[(0, 0), (5, 0)]).mat(SHOVE).tower((1, 0)).engram((0, 1)).activate()
    for target in ("t2a", "e1.1"):
        table.refused(table.by("push", target), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-PUSH-11")
def test_spikes_and_collision_hurt_apart() -> None:
    arena = ground(spikes=[(2, 0)], walls=[((2, 0), (3, 0))])
    table = Table(arena=arena).mat(SHOVE).activate().push("c2")
    assert damage(table) == [("c2", "spike", 1), ("c2", "collision", 1)] and table["c2"].hp == 8
    twice = Table(arena=ground(spikes=[(2, 0), (3, 0)])).mat(SHOVE_3).activate().push("c2")
    assert damage(twice) == [("c2", "spike", 1)] * 2 and twice["c2"].at == (4, 0)


@pytest.mark.rules("MAYA-AMB-10")
def test_who_dies_on_the_spikes_of_a_push_collides_with_nothing() -> None:
    arena = ground(spikes=[(2, 0)])
    table = Table(arena=arena).mat(SHOVE).minion((3, 0), hp=5).unit("c2", hp=1).activate().push("c2")
    assert damage(table) == [("c2", "spike", 1)] and table["m1"].hp == 5
    assert table.one(ChampionKilled) == ChampionKilled(2, 1, "spike")


@pytest.mark.rules("MAYA-PUSH-12")
def test_a_wall_between_pusher_and_target_forbids_the_push() -> None:
    table = Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(SHOVE).activate()
    table.refused(table.by("push", "c2"), "NO_TARGET", "MAYA-AMB-20")
    table.minion((0, 1))
    table.refused(table.by("push", "c2"), "NO_LEGAL_WAY", "MAYA-PUSH-01")


@pytest.mark.rules("MAYA-PUSH-13", "MAYA-AMB-05", "MAYA-AMB-09")
def test_collision_damage_knows_no_height_and_is_blocked() -> None:
    table = Table(arena=ground(high=[(0, 0)], void=[(2, 0)])).mat(SHOVE).unit("c2", defence=1).activate().push("c2")
    assert (table["c2"].hp, table["c2"].defence) == (9, 0) and table.one(DamageDealt).height == 0


@pytest.mark.rules("MAYA-PUSH-14", "MAYA-AMB-03")
def test_the_edge_is_a_void_for_a_push() -> None:
    table = Table(at=[(4, 0), (5, 0)]).mat(SHOVE).activate().push("c2")
    assert table["c2"].at == (5, 0) and damage(table) == [("c2", "collision", 2)]


@pytest.mark.rules("MAYA-PUSH-03", "MAYA-PUSH-04")
def test_a_push_of_one_into_a_unit_moves_nothing_and_hurts_by_one() -> None:
    table = Table().mat(SHOVE_1).minion((2, 0), hp=5).activate().push("c2")
    assert damage(table) == [("c2", "collision", 1), ("m1", "collision", 1)] and not table.happened(UnitMoved)
