"""Upgrades: the ladders of Max HP and Energy, symbols, and skills with their two levels."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import EnergyChanged, HpChanged, UpgradeBought, XpChanged
from domain.maya.hexes import Hex
from domain.maya.intents import BuyUpgrade, UseAbility
from domain.maya.state import Growth
from tests.rules.maya.play import HOMES, Table, card, ground, made, point
from tests.rules.maya.stand_ins import portrait

SHRINE = point("Shrine", (0, 0), (0, -1), (-1, 0))
TRAITS = ("manushya", "artificer", "vanguard")


def visiting(xp: int, **more: Any) -> Table:
    """Seat 1's champion, HP 8 of 8, stands at an upgrade point with XP to spend; 10, 12 and +1 to +3 cost 2 each."""
    table = Table(arena=ground(upgrades=[SHRINE], spawns=HOMES), **more).purse(xp=xp)
    return table.unit("c1", hp=8, max_hp=8)


def growth(table: Table) -> Growth:
    """What seat 1 has unlocked."""
    return table.seat().growth


def bought(table: Table, *upgrades: tuple[str, int, str]) -> Table:
    """Seat 1 buys these, one after the other."""
    for kind, index, choice in upgrades:
        table.do(BuyUpgrade(1, kind, index, choice))
    return table


@pytest.mark.rules("MAYA-UPG-01")
def test_no_upgrade_comes_without_xp() -> None:
    table = visiting(0)
    assert not table.offered(BuyUpgrade)
    for kind in ("hp", "energy", "symbol", "skill"):
        number = 1 if kind == "hp" else 0
        table.refused(BuyUpgrade(1, kind, number), "NOT_ENOUGH_XP", "MAYA-XP-05")
    visiting(9).refused(BuyUpgrade(1, "hand", 0), "NO_SUCH_UPGRADE", "MAYA-UPG-01")


# Stats.


@pytest.mark.rules("MAYA-UPG-02")
def test_the_next_token_is_paid_and_its_number_is_max_hp() -> None:
    table = visiting(2).do(BuyUpgrade(1, "hp", 1))
    assert table["c1"].max_hp == 10
    assert table.one(UpgradeBought) == UpgradeBought(1, "hp", 1, "", 2, 10)
    assert table.one(XpChanged) == XpChanged(1, -2, 0, "upgrade")


@pytest.mark.rules("MAYA-UPG-03", "MAYA-AMB-62")
def test_no_max_hp_token_is_skipped() -> None:
    table = visiting(9)
    table.refused(BuyUpgrade(1, "hp", 2), "UPGRADE_CLOSED", "MAYA-UPG-03")
    table.do(BuyUpgrade(1, "hp", 1))
    table.refused(BuyUpgrade(1, "hp", 1), "UPGRADE_CLOSED", "MAYA-UPG-03")
    table.do(BuyUpgrade(1, "hp", 2))
    assert table["c1"].max_hp == 12
    table.refused(BuyUpgrade(1, "hp", 3), "UPGRADE_CLOSED", "MAYA-UPG-03")
    assert not table.offered(BuyUpgrade, kind="hp")


@pytest.mark.rules("MAYA-UPG-04")
def test_a_higher_max_hp_brings_as_much_hp_at_once() -> None:
    table = visiting(2).unit("c1", hp=5).do(BuyUpgrade(1, "hp", 1))
    assert (table["c1"].hp, table["c1"].max_hp) == (7, 10)
    assert table.one(HpChanged) == HpChanged("c1", 2, 7, "upgrade")


@pytest.mark.rules("MAYA-UPG-05")
def test_a_higher_max_hp_is_a_higher_cap_of_defence() -> None:
    table = visiting(2).mat(card("brace", {"do": "defend", "value": 2}, {"do": "defend", "value": 2})).activate()
    assert table.unit("c1", defence=8).defend()["c1"].defence == 8
    assert table.do(BuyUpgrade(1, "hp", 1)).defend(number=2)["c1"].defence == 10


@pytest.mark.rules("MAYA-UPG-06")
def test_who_comes_in_has_the_hp_of_the_upgrade() -> None:
    table = bought(visiting(2), ("hp", 1, "")).off("c1").begins(1)
    table.do(table.offers()[0].intent)
    assert (table["c1"].hp, table["c1"].max_hp) == (10, 10)


@pytest.mark.rules("MAYA-UPG-08", "MAYA-UPG-07")
@pytest.mark.parametrize(("tokens", "energy"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_only_the_last_energy_token_counts(tokens: int, energy: int) -> None:
    go = card("go", {"do": "move", "steps": 1}, gain=2)
    table = visiting(6).mat(go, go, go).mat(go, go, go, seat=2)
    assert growth(table).energy_modifier == 0
    bought(table, *[("energy", number, "") for number in range(tokens)]).purse(energy=0).next_round()
    assert table.energy_of() == energy
    assert table.energy_of(2) == 11


@pytest.mark.rules("MAYA-UPG-09", "MAYA-AMB-62")
def test_energy_tokens_are_bought_in_order() -> None:
    table = visiting(9)
    for ahead in (1, 2):
        table.refused(BuyUpgrade(1, "energy", ahead), "UPGRADE_CLOSED", "MAYA-UPG-09")
    bought(table, ("energy", 0, ""), ("energy", 1, ""))
    table.refused(BuyUpgrade(1, "energy", 0), "UPGRADE_CLOSED", "MAYA-UPG-09")
    assert table.offered(BuyUpgrade, kind="energy") == [BuyUpgrade(1, "energy", 2)]


@pytest.mark.rules("MAYA-UPG-10")
def test_an_energy_token_brings_no_energy_when_it_is_bought() -> None:
    table = visiting(2).purse(energy=3).do(BuyUpgrade(1, "energy", 0))
    assert table.energy_of() == 3
    assert not table.happened(EnergyChanged)


# Symbols.


@pytest.mark.rules("MAYA-UPG-11", "MAYA-UPG-12", "MAYA-AMB-62")
def test_symbols_are_unlocked_in_any_order_and_count_from_then_on() -> None:
    hold = card("hold", {"do": "defend", "value": "vanguard"}, {"do": "defend", "value": "vanguard"})
    table = visiting(9).mat(hold).activate()
    assert [offer.index for offer in table.offered(BuyUpgrade, kind="symbol")] == [0, 1, 2, 3]
    assert table.defend()["c1"].defence == 1
    bought(table, ("symbol", 3, ""), ("symbol", 1, ""))
    assert growth(table).symbols == (("wild",), ("manushya", "vanguard"))
    assert table.defend(number=2)["c1"].defence == 4
    table.refused(BuyUpgrade(1, "symbol", 3), "UPGRADE_CLOSED", "MAYA-UPG-12")
    table.refused(BuyUpgrade(1, "symbol", 4), "UPGRADE_CLOSED", "MAYA-UPG-12")


@pytest.mark.rules("MAYA-UPG-14")
def test_a_dual_symbol_never_counts_as_both_of_its_traits_for_one_action() -> None:
    count = card("count", {"do": "defend", "value": "unique"}, traits=["surefire"])
    table = bought(visiting(1).mat(count), ("symbol", 0, ""))
    assert growth(table).symbols == (("manushya", "artificer"),)
    # The card's own trait and one of the two.
    assert table.activate().defend()["c1"].defence == 2


# Skills.


def skill(number: int = 1, **levels: int) -> Any:
    """A skill of the stand-in whose sides defend 1, 2 and 3."""

    def side(value: int, xp: int) -> dict[str, Any]:
        use = {"when": "use", "limit": "once_per_turn", "do": "defend", "value": value}
        return {"xp": xp, "text": f"Defend {value}", "program": [use]}

    costs = {"level_1": 2, "level_2a": 2, "level_2b": 2, **levels}
    sides = {level: side(value, xp) for value, (level, xp) in enumerate(costs.items(), start=1)}
    return made("skill", f"ada-skill-{number}", champion="ada", **sides)


@pytest.mark.rules("MAYA-UPG-18", "MAYA-UPG-17")
def test_an_unlocked_skill_is_at_level_1_for_good() -> None:
    table = visiting(2, cards=[skill()]).mat("faint-step", "faint-step", "faint-step")
    table.mat("faint-step", "faint-step", "faint-step", seat=2)
    table.refused(UseAbility(1, "skill:ada-skill-1.0"), "NO_SUCH_ABILITY", "MAYA-UPG-17")
    table.do(BuyUpgrade(1, "skill", 0))
    assert table.one(UpgradeBought) == UpgradeBought(1, "skill", 0, "1", 2, skill="ada-skill-1")
    assert dict(growth(table).skills) == {"ada-skill-1": "1"}
    assert table.seat().purse.xp == 0
    assert table.use("skill:ada-skill-1.0")["c1"].defence == 1
    table.end_turn().idle(lambda now: now.state.phase == "prepare")
    assert dict(growth(table).skills) == {"ada-skill-1": "1"}


@pytest.mark.rules("MAYA-UPG-19", "MAYA-UPG-20")
@pytest.mark.parametrize(("choice", "level", "defence"), [("a", "2a", 2), ("b", "2b", 3)])
def test_level_2_is_one_of_two_sides_and_takes_the_place_of_level_1(choice: str, level: str, defence: int) -> None:
    table = visiting(2, cards=[skill()]).skill("ada-skill-1", "1")
    assert {offer.choice for offer in table.offered(BuyUpgrade, kind="skill", index=0)} == {"a", "b"}
    table.do(BuyUpgrade(1, "skill", 0, choice))
    assert dict(growth(table).skills) == {"ada-skill-1": level}
    assert [use.ability for use in table.offered(UseAbility)] == ["skill:ada-skill-1.0"]
    assert table.use("skill:ada-skill-1.0")["c1"].defence == defence


@pytest.mark.rules("MAYA-UPG-21")
def test_a_level_2_side_is_final() -> None:
    table = visiting(9, cards=[skill()]).skill("ada-skill-1", "2a")
    assert not table.offered(BuyUpgrade, kind="skill", index=0)
    for choice in ("", "a", "b"):
        table.refused(BuyUpgrade(1, "skill", 0, choice), "UPGRADE_CLOSED", "MAYA-UPG-21")


@pytest.mark.rules("MAYA-UPG-22", "MAYA-AMB-62")
def test_a_locked_skill_takes_two_purchases_to_level_2_which_one_visit_allows() -> None:
    table = visiting(4, cards=[skill()])
    for choice in ("a", "b"):
        table.refused(BuyUpgrade(1, "skill", 0, choice), "UPGRADE_CLOSED", "MAYA-UPG-22")
    bought(table, ("skill", 0, ""), ("skill", 0, "b"))
    assert dict(growth(table).skills) == {"ada-skill-1": "2b"}
    assert table.seat().purse.xp == 0


@pytest.mark.rules("MAYA-UPG-23")
def test_the_named_upgrade_is_bought_for_what_is_printed_on_it() -> None:
    dear = portrait("ada", TRAITS, hp=[{"value": 8}, {"value": 10, "xp": 3}, {"value": 12, "xp": 4}])
    table = visiting(5, cards=[dear, skill(level_1=1)])
    before = growth(table)
    table.do(BuyUpgrade(1, "hp", 1))
    assert table.seat().purse.xp == 2
    assert growth(table) == evolve(before, hp_steps=1)
    table.refused(BuyUpgrade(1, "hp", 2), "NOT_ENOUGH_XP", "MAYA-XP-05")
    table.do(BuyUpgrade(1, "skill", 0))
    assert table.seat().purse.xp == 1
    assert growth(table) == evolve(before, hp_steps=1, skills={"ada-skill-1": "1"})


@pytest.mark.rules("MAYA-UPG-24", "MAYA-AMB-62")
def test_each_skill_goes_its_own_way() -> None:
    table = bought(visiting(9, cards=[skill(3)]), ("skill", 2, ""), ("skill", 2, "b"), ("skill", 0, ""))
    assert dict(growth(table).skills) == {"ada-skill-3": "2b", "ada-skill-1": "1"}
    table.refused(BuyUpgrade(1, "skill", 3), "UPGRADE_CLOSED", "MAYA-UPG-22")


@pytest.mark.rules("MAYA-XP-02")
def test_a_wall_at_the_point_keeps_nobody_from_it() -> None:
    field = ground(upgrades=[SHRINE], walls=[((0, 0), (0, -1)), ((0, 0), (-1, 0))])
    table = Table(arena=field).purse(xp=2).unit("c1", max_hp=8).do(BuyUpgrade(1, "hp", 1))
    assert table["c1"].at == Hex(0, 0)
    assert table["c1"].max_hp == 10
