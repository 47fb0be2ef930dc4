"""Immovable destructible objects: Towers and Engrams, what they do and suffer, how they stand in the way."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.events import ActionDeclared, DamageDealt, IdoDestroyed, IdoPlaced, StatusChanged, UnitMoved
from domain.maya.hexes import Hex
from tests.rules.maya.play import Table, card, ground

CORRIDOR = [(1, -1), (0, 1), (2, -1), (1, 1)]
"""Voids beside the straight way east from the middle."""


def facing(*clauses: dict[str, Any], **more: Any) -> Table:
    """Seat 1 has a card in use and seat 2, far away, an Engram beside seat 1's champion."""
    table = Table("dov", "ada", quiet=True, **{"at": [(0, 0), (5, -5)], **more})
    return table.mat(card("deeds", *clauses)).activate().engram((1, 0), seat=2, name="e2.1")


@pytest.mark.rules("MAYA-IDO-01")
def test_objects_come_from_the_mode_and_from_champions() -> None:
    towers = [event for event in Table.dealt().log if isinstance(event, IdoPlaced)]
    assert [(event.kind, event.seat, event.team) for event in towers] == [
        ("tower", 0, 1),
        ("tower", 0, 1),
        ("tower", 0, 2),
        ("tower", 0, 2),
    ]
    build = card("build", {"do": "place", "piece": "engram", "count": 1, "where": "adjacent"})
    table = Table("ada", "dov", quiet=True, at=[(0, 0), (4, 0)]).mat(build).activate().take(0)
    table.answer((1, 0))
    assert table.one(IdoPlaced).kind == "engram"
    built = table.state.unit_at(table.one(IdoPlaced).at)
    assert built is not None
    assert (built.kind, built.owner, built.is_entity, built.at) == ("ido", 1, False, (1, 0))


@pytest.mark.rules("MAYA-IDO-02")
def test_an_object_does_nothing_in_a_whole_round_of_itself() -> None:
    table = facing({"do": "move", "steps": 1}).tower((0, 3), team=2, name="t2a").tower((0, -4), team=1, name="t1a")
    for seat in (1, 2):
        table.mat("deeds", "deeds", "deeds", seat=seat).hand(*["deeds"] * 5, seat=seat)
    table.next_round().prepare("deeds", "deeds").idle(lambda now: now.state.round == 3)
    objects = {"e2.1", "t2a", "t1a"}
    assert not [event for event in table.log if isinstance(event, ActionDeclared) and event.actor in objects]
    assert not [event for event in table.log if isinstance(event, DamageDealt | UnitMoved | StatusChanged)]


@pytest.mark.rules("MAYA-IDO-02")
def test_an_object_acts_when_an_effect_makes_it() -> None:
    shot = card("shot", {"do": "attack", "value": 1, "range": 2, "by": "one engram"})
    table = Table("ada", "dov", quiet=True, at=[(0, 0), (4, 0)]).mat(shot).activate().engram((2, 0))
    table.take(0)
    while table.state.frames:
        table.do(table.offers()[0].intent)
    acted = [event for event in table.log if isinstance(event, ActionDeclared)]
    assert [(event.actor, event.targets) for event in acted] == [("e1.1", ("c2",))]
    assert table["c2"].hp == 9


@pytest.mark.rules("MAYA-IDO-03")
def test_whether_an_object_can_be_attacked_is_said_of_each() -> None:
    hard = facing({"do": "attack", "value": 1}, {"do": "attack", "value": 1, "area": "all_adjacent"})
    hard.tower((0, 1), attackable=False).minion((-1, 0))
    hard.refused(hard.by("attack", "t2a"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    assert hard.aims("attack") == {"m1", "e2.1"}
    hard.attack(number=2)
    assert (hard["t2a"].hp, hard["m1"].hp, hard["e2.1"].hp) == (8, 2, 1)
    soft = facing({"do": "attack", "value": 1}).tower((0, 1), attackable=True)
    assert soft.attack("t2a")["t2a"].hp == 7


@pytest.mark.rules("MAYA-IDO-04", "MAYA-PUSH-10", "MAYA-PULL-09")
def test_an_object_is_neither_pushed_nor_pulled() -> None:
    table = facing({"do": "push", "steps": 1}, {"do": "pull", "reach": 3}).tower((0, 2)).minion((0, 1))
    table.refused(table.by("push", "e2.1"), "NO_LEGAL_WAY", "MAYA-PUSH-01")
    table.refused(table.by("pull", "t2a"), "NO_LEGAL_WAY", "MAYA-PULL-01")
    assert table.aims("push") == table.aims("pull") == {"m1"}


@pytest.mark.rules("MAYA-IDO-05")
def test_an_object_takes_the_damage_of_an_attack_and_none_of_its_statuses() -> None:
    sting = {"do": "attack", "value": 1, "root": 1, "bleed": 1, "area": "all_adjacent"}
    table = facing(sting).tower((0, 1)).minion((-1, 0)).attack()
    for name, hp in (("e2.1", 1), ("t2a", 7)):
        assert (table[name].hp, table[name].root, table[name].bleed) == (hp, 0, 0)
    assert {event.unit for event in table.happened(StatusChanged)} == {"m1"}


@pytest.mark.rules("MAYA-IDO-05")
def test_no_effect_inflicts_a_status_on_an_object() -> None:
    mark = {"do": "inflict", "root": 1, "target": {"one": "enemy unit", "within": 3}}
    table = facing(mark, at=[(0, 0), (3, 0)]).take(0)
    while table.state.frames:
        table.answer("e2.1")
    assert table["e2.1"].root == 0


@pytest.mark.rules("MAYA-IDO-06", "MAYA-PUSH-05")
def test_an_object_takes_collision_damage() -> None:
    table = facing({"do": "push", "steps": 2}).engram((2, 0), seat=2, name="e2.2", hp=2).tower((0, 2), attackable=False)
    table.unit("e2.1", at=(-3, 0)).minion((1, 0), hp=6).minion((0, 1), hp=6, name="m2").push("m1")
    assert table["m1"].hp == 4
    assert [event.target for event in table.happened(DamageDealt)] == ["m1", "e2.2"]
    tower = Table(at=[(0, 0), (0, 1)]).mat(card("shove", {"do": "push", "steps": 2})).activate()
    tower.tower((0, 2), attackable=False).push("c2")
    assert (tower["c2"].hp, tower["t2a"].hp) == (8, 6)


@pytest.mark.rules("MAYA-IDO-07")
def test_an_enemy_object_stands_in_the_way_until_it_is_destroyed() -> None:
    walk = {"do": "move", "steps": 2}
    table = facing({"do": "attack", "value": 2}, walk, arena=ground(void=CORRIDOR))
    through = table.by("move", path=[(1, 0), (2, 0)])
    table.refused(through, "PATH_ENEMY", "MAYA-UNIT-05")
    table.attack("e2.1")
    assert table.move((1, 0), (2, 0))["c1"].at == (2, 0)


@pytest.mark.rules("MAYA-IDO-08", "MAYA-AMB-15")
def test_an_object_without_hp_leaves_its_space_and_fills_no_bank() -> None:
    table = facing({"do": "push", "steps": 2}, {"do": "move", "steps": 2}).unit("e2.1", at=(2, 0)).minion((1, 0), hp=2)
    assert table.supply("engram", 2) == 2
    table.push("m1")
    assert table.one(IdoDestroyed) == IdoDestroyed("e2.1", "engram", 2, Hex(2, 0), 1, "collision")
    assert table.state.unit_at(table.one(IdoDestroyed).at) is None
    # The two chips are the minion's.
    assert (table.seat(1).purse.bank, table.seat(2).purse.bank) == (2, 0)
    assert table.supply("engram", 2) == 3
    assert table.move((1, 0), (2, 0))["c1"].at == (2, 0)


@pytest.mark.rules("MAYA-AMB-15")
def test_a_fallen_tower_is_out_of_play() -> None:
    table = Table().mat(card("blow", {"do": "attack", "value": 3})).activate()
    table.tower((0, 1), hp=2, name="t2a").tower((5, -5), name="t2b").attack("t2a")
    assert "t2a" not in table.state.units
    assert table.one(IdoDestroyed).seat == 0
    assert [dict(side.purse.supply) for side in table.state.seats] == [{"foundation": 4, "engram": 3}, {"vish": 7}]
    assert (table.seat(1).purse.bank, table.seat(2).purse.bank) == (0, 0)


@pytest.mark.rules("MAYA-IDO-09", "MAYA-AMB-14")
@pytest.mark.parametrize("kind", ["engram", "tower"])
def test_a_friendly_object_is_passed_and_never_stopped_on(kind: str) -> None:
    table = Table("ada", "dov", quiet=True, at=[(0, 0), (5, -5)], arena=ground(void=CORRIDOR))
    table.mat(card("walk", {"do": "move", "steps": 2})).activate()
    if kind == "engram":
        table.engram((1, 0))
    else:
        table.tower((1, 0), team=1, name="t1a")
    table.refused(table.by("move", path=[(1, 0)]), "PATH_END_TAKEN", "MAYA-UNIT-02")
    assert table.move((1, 0), (2, 0))["c1"].at == (2, 0)
