"""Friendly fire: what friends and neutral minions never do to one another."""

from __future__ import annotations

import pytest

from domain.maya.events import DamageDealt
from tests.rules.maya.play import Table, card, ground

GO = card("go", {"do": "move", "steps": 1})


@pytest.mark.rules("MAYA-FF-01")
def test_friends_are_no_targets_whatever_the_reach() -> None:
    shots = card(
        "shots",
        {"do": "attack", "value": 1},
        {"do": "attack", "value": 1, "range": 3},
        {"do": "attack", "value": 1, "projectile": 3},
    )
    table = Table(seats=4, at=[(0, 0), (3, 0), (1, 0), (-4, 0)]).minion((0, 1), owner=3).minion((-1, 0), name="m2")
    table.mat(shots, GO, GO).activate()
    assert table.aims("attack", number=1) == {"m2"}
    assert table.aims("attack", number=2) == {"m2", "c2"}
    assert table.aims("attack", number=3) == {"m2", "c2"}
    table.refused(table.by("attack", "c3"), "NO_LEGAL_WAY", "MAYA-ATT-02")


@pytest.mark.rules("MAYA-FF-01", "MAYA-ALLADJ-03", "MAYA-PIERCE-05")
def test_friends_are_left_out_where_an_attack_hits_many() -> None:
    sweep = card(
        "sweep", {"do": "attack", "value": 2, "area": "all_adjacent"}, {"do": "attack", "value": 2, "piercing": 3}
    )
    table = Table(seats=4, at=[(0, 0), (0, 1), (1, 0), (2, 0)]).mat(sweep, GO, GO).activate()
    table.attack("c2")
    assert [table[unit].hp for unit in ("c2", "c3")] == [8, 10]
    table.do(next(offer for offer in table.offered_actions() if offer.direction == 0))
    assert [table[unit].hp for unit in ("c3", "c4")] == [10, 8]


@pytest.mark.rules("MAYA-FF-02", "MAYA-PUSH-08")
def test_a_friend_may_be_pushed_and_takes_nothing() -> None:
    field = ground(walls=[((2, 0), (3, 0))])
    table = Table(seats=4, at=[(0, 0), (-4, 0), (1, 0), (-4, 4)], arena=field)
    table.mat(card("shove", {"do": "push", "steps": 3}), GO, GO).activate().push("c3")
    assert (table["c3"].at, table["c3"].hp) == ((2, 0), 10)
    assert not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-FF-03", "MAYA-PUSH-06")
def test_an_enemy_pushed_into_a_friend_is_hurt_alone() -> None:
    table = Table(at=[(0, 0), (1, 0)]).minion((2, 0), owner=1, hp=5)
    table.mat(card("shove", {"do": "push", "steps": 3}), GO, GO).activate().push("c2")
    assert (table["c2"].hp, table["c2"].at, table["m1"].hp) == (7, (1, 0), 5)


@pytest.mark.rules("MAYA-FF-04")
def test_neutral_minions_do_not_hurt_each_other() -> None:
    table = Table(at=[(1, 0), (4, 0)]).mat(GO, GO, GO).mat(GO, GO, GO, seat=2)
    table.minion((0, 0), hp=7, kind="big-stepper").minion((-1, 1), hp=3, name="m2").minion((0, -1), name="m3", owner=2)
    table.end_turn()
    assert (table["c1"].hp, table["m2"].hp) == (5, 3)
    assert "m3" not in table.state.units
