"""Pulls."""

from __future__ import annotations

import pytest

from domain.maya.events import ActionResolved, DamageDealt, UnitMoved
from domain.maya.hexes import Hex
from tests.rules.maya.play import Table, card, ground

HOOK = card("hook", {"do": "pull", "reach": 3})
HOOK_4 = card("hook-4", {"do": "pull", "reach": 4})


@pytest.mark.rules("MAYA-PULL-01", "MAYA-AMB-01")
@pytest.mark.parametrize(
    ("at", "legal"),
    [((3, 0), True), ((0, 3), True), ((3, -3), True), ((2, 1), False), ((4, 0), False), ((1, 1), False)],
)
def test_the_target_of_a_pull_is_on_a_line_and_near_enough(at: tuple[int, int], legal: bool) -> None:
    table = Table(at=[(0, 0), at]).mat(HOOK).activate()
    assert table.aims("pull") == ({"c2"} if legal else set())
    if not legal:
        table.refused(table.by("pull", "c2"), "NO_TARGET", "MAYA-AMB-20")
        table.minion((0, 2))
        table.refused(table.by("pull", "c2"), "NO_LEGAL_WAY", "MAYA-PULL-01")


@pytest.mark.rules("MAYA-PULL-02", "MAYA-PULL-03")
def test_the_target_comes_all_the_way_to_the_puller() -> None:
    table = Table(at=[(0, 0), (3, 0)]).mat(HOOK).activate()
    assert len(table.offered(type(table.by("pull")))) == 1, "no shorter pull"
    table.pull("c2")
    assert table["c2"].at == (1, 0) and table.one(UnitMoved).path == (Hex(2, 0), Hex(1, 0))


@pytest.mark.rules("MAYA-PULL-04")
def test_a_pull_causes_no_collision() -> None:
    table = Table(seats=4, at=[(0, 0), (3, 0), (1, 0), (-5, 0)]).mat(HOOK).activate().pull("c2")
    assert table["c2"].at == (2, 0) and not table.happened(DamageDealt)
    assert (table["c2"].hp, table["c3"].hp) == (10, 10)


@pytest.mark.rules("MAYA-PULL-05", "MAYA-AMB-37")
@pytest.mark.parametrize("between", ["wall", "void", "enemy", "neutral"])
def test_nobody_is_pulled_through_a_wall_a_void_or_an_enemy(between: str) -> None:
    arena = ground(walls=[((1, 0), (2, 0))] if between == "wall" else (), void=[(2, 0)] if between == "void" else ())
    table = Table(at=[(0, 0), (3, 0)], arena=arena).mat(HOOK)
    if between in ("enemy", "neutral"):
        table.minion((1, 0), owner=2 if between == "enemy" else 0)
    table.activate()
    assert "c2" not in table.aims("pull")
    assert table["c2"].at == (3, 0)


@pytest.mark.rules("MAYA-PULL-06")
def test_a_friend_may_be_pulled() -> None:
    table = Table(seats=4, at=[(0, 0), (5, 0), (2, 0), (-5, 0)]).mat(HOOK).activate().pull("c3")
    assert table["c3"].at == (1, 0) and table["c3"].hp == 10


@pytest.mark.rules("MAYA-PULL-07", "MAYA-AMB-36")
def test_friends_between_are_passed_and_never_stopped_on() -> None:
    table = Table(seats=4, at=[(0, 0), (3, 0), (1, 0), (-5, 0)]).mat(HOOK).activate().pull("c2")
    assert table["c2"].at == (2, 0)
    passing = Table(seats=4, at=[(0, 0), (3, 0), (2, 0), (-5, 0)]).mat(HOOK).activate().pull("c2")
    assert passing["c2"].at == (1, 0)
    full = Table(seats=4, at=[(0, 0), (3, 0), (1, 0), (-5, 0)]).mat(HOOK).minion((2, 0), owner=1).activate().pull("c2")
    assert full["c2"].at == (3, 0) and not full.happened(UnitMoved)


@pytest.mark.rules("MAYA-PULL-08", "MAYA-AMB-38")
def test_each_spiked_space_on_the_line_hurts_a_pulled_enemy() -> None:
    table = Table(at=[(0, 0), (4, 0)], arena=ground(spikes=[(3, 0), (1, 0)])).mat(HOOK_4).activate().pull("c2")
    assert table["c2"].at == (1, 0) and table["c2"].hp == 8
    assert [(event.kind, event.seat) for event in table.happened(DamageDealt)] == [("spike", 1)] * 2


@pytest.mark.rules("MAYA-PULL-08", "MAYA-AMB-33")
def test_spikes_do_not_hurt_a_friend_that_is_pulled() -> None:
    arena = ground(spikes=[(1, 0), (2, 0)])
    table = Table(seats=4, at=[(0, 0), (5, 0), (3, 0), (-5, 0)], arena=arena).mat(HOOK).activate().pull("c3")
    assert table["c3"].at == (1, 0) and table["c3"].hp == 10


@pytest.mark.rules("MAYA-PULL-09", "MAYA-IDO-04")
def test_an_object_is_not_pulled() -> None:
    table = Table(at=[(0, 0), (5, 0)]).mat(HOOK).tower((2, 0)).engram((0, 2)).activate()
    for target in ("t2a", "e1.1"):
        table.refused(table.by("pull", target), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-PULL-10", "MAYA-AMB-35")
def test_who_stands_beside_the_puller_may_be_pulled_and_stays() -> None:
    table = Table().mat(HOOK).activate().pull("c2")
    assert table["c2"].at == (1, 0) and not table.happened(UnitMoved) and table.happened(ActionResolved)
    table.refused(table.by("pull", "c2"), "ALREADY_USED", "MAYA-ACT-09")
