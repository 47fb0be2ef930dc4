"""Vish: tokens that only their owner's effects make something of."""

from __future__ import annotations

import pytest

from domain.maya.events import StatusChanged
from domain.maya.intents import ActivateCard, UseAbility
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card

PLACE = {"do": "place", "piece": "vish", "count": 1, "where": "adjacent"}


def naag(*clauses: dict[str, object]) -> Table:
    """Seat 1 plays a Naag champion with a card in use."""
    return Table("ben", "ada", quiet=True).mat(card("coil", *clauses)).activate()


@pytest.mark.rules("MAYA-VISH-01")
def test_a_naag_champion_puts_vish_on_units_out_of_its_supply() -> None:
    table = naag({"do": "attack", "value": 1, "vish": 2}).attack("c2")
    assert (table["c2"].vish, table.supply("vish")) == ({1: 2}, 5)


@pytest.mark.rules("MAYA-VISH-01")
def test_a_naag_champion_puts_vish_on_the_ground_out_of_its_supply() -> None:
    table = naag(PLACE).take(0).answer((0, 1))
    (lying,) = table.state.ground.vish
    assert (tuple(lying.at), lying.seat, lying.count, table.supply("vish")) == ((0, 1), 1, 1, 6)


@pytest.mark.rules("MAYA-VISH-02")
def test_vish_alone_does_nothing() -> None:
    table = Table("ben", "ada", quiet=True).vish_on("c2", 3)
    table.mat("ada-1", "ada-2", "ada-3", seat=2).purse(seat=2, energy=9)
    before = table["c2"]
    table.end_turn().do(ActivateCard(2, 1)).move((1, 1)).end_turn()
    after = table["c2"]
    assert (after.hp, after.defence, after.root, after.bleed) == (before.hp, before.defence, 0, 0)
    assert (after.at, after.vish) == ((1, 1), {1: 3})


@pytest.mark.rules("MAYA-VISH-03")
def test_an_effect_may_turn_each_vish_into_bleed() -> None:
    turn = {"do": "convert", "take": 1, "bleed": 1, "every": True, "target": {"any": "enemy entity"}}
    table = naag(turn).vish_on("c2", 3)
    table.take(0).answer("c2")
    assert (table["c2"].vish, table["c2"].bleed, table.supply("vish")) == ({}, 3, 7)


@pytest.mark.rules("MAYA-VISH-04")
def test_each_token_goes_back_to_its_own_player() -> None:
    table = Table("ada", "cyd", "ben", at=[(0, 0), (1, 0), (4, 0)], quiet=True)
    table.mat(card("jab", {"do": "attack", "value": 3})).activate().unit("c2", hp=3).vish_on("c2", 2, seat=3)
    table.attack("c2")
    assert (table.supply("vish", 3), table.supply("vish", 1), table.supply("vish", 2)) == (7, 0, 0)


@pytest.mark.rules("MAYA-VISH-04")
@pytest.mark.parametrize("unit", ["c2", "m1"])
def test_the_tokens_of_several_players_on_one_unit_all_go_back(unit: str) -> None:
    second = [stand_ins.portrait("cyd", ("naag", "harrier", "vanguard")), *stand_ins.deck_cards("cyd", "naag")]
    table = Table("ben", "ada", "cyd", at=[(0, 0), (1, 0), (4, 0)], quiet=True, cards=second)
    table.mat(card("jab", {"do": "attack", "value": 3})).activate().minion((0, 1)).unit("c2", hp=3)
    table.unit(unit, vish={1: 2, 3: 4}).purse(1, supply={"vish": 5}).purse(3, supply={"vish": 3})
    table.attack(unit)
    assert table[unit].at is None if unit == "c2" else unit not in table.state.units
    assert (table.supply("vish", 1), table.supply("vish", 3)) == (7, 7)


@pytest.mark.rules("MAYA-VISH-04")
def test_only_its_own_vish_serves_a_player() -> None:
    turn = {"do": "convert", "take": 1, "bleed": 1, "target": {"one": "enemy entity"}}
    table = Table("ben", "ada", "cyd", at=[(0, 0), (1, 0), (4, 0)], quiet=True).mat(card("coil", turn)).activate()
    table.unit("c2", vish={3: 2})
    table.refused(table.by("convert"), "NO_EFFECT", "MAYA-AMB-20")


def builder(*clauses: dict[str, object]) -> Table:
    """Prabhakar with a card in use, and two Vish of an enemy Naag two spaces away."""
    table = Table("prabhakar", "dangsa", at=[(0, 0), (4, 0)]).vish_at((2, 0), 2, seat=2)
    return table.mat(card("step", {"do": "move", "steps": 2}, *clauses)).activate()


def test_who_walks_onto_enemy_vish_takes_it_up() -> None:
    table = builder().move((1, 0), (2, 0))
    assert (table["c1"].vish, table.state.ground.vish) == ({2: 2}, ())


@pytest.mark.rules("MAYA-AMB-08")
def test_who_changes_places_with_an_engram_is_placed_there_and_takes_no_vish_up() -> None:
    table = builder({"do": "swap", "target": {"one": "own engram", "within": 4}}).engram((2, 0))
    table.take(1)
    assert (table["c1"].at, table["c1"].vish) == ((2, 0), {})
    assert [(tuple(lying.at), lying.count) for lying in table.state.ground.vish] == [((2, 0), 2)]


@pytest.mark.rules("MAYA-AMB-08")
def test_who_is_put_on_a_foundation_takes_no_vish_up() -> None:
    table = builder().skill("foundation-step").foundation((2, 0)).purse(energy=1)
    table.do(UseAbility(1, "skill:foundation-step.0"))
    assert (table["c1"].at, table["c1"].vish) == ((2, 0), {})
    assert [(tuple(lying.at), lying.count) for lying in table.state.ground.vish] == [((2, 0), 2)]


@pytest.mark.rules("MAYA-VISH-05")
def test_vish_on_the_ground_stays_when_its_player_falls() -> None:
    table = Table("ada", "ben", quiet=True).mat(card("jab", {"do": "attack", "value": 2})).activate()
    table.unit("c2", hp=2).vish_at((3, 0), 2, seat=2).attack("c2")
    assert table["c2"].at is None
    assert [(tuple(lying.at), lying.count) for lying in table.state.ground.vish] == [((3, 0), 2)]
    assert not table.happened(StatusChanged)
    assert table.supply("vish", 2) == 5
