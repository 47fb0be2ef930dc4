"""Experience: where it comes from, where and when it is spent, and that everybody sees it."""

from __future__ import annotations

import pytest

from domain.maya.events import ChampionKilled, MinionKilled, XpChanged
from domain.maya.intents import BuyUpgrade, ClaimObjective
from domain.maya.state import Objectives, OpenObjective
from tests.rules.maya.play import Table, card, ground, point

SHRINE = point("Shrine", (0, 0), (0, -1), (-1, 0))
JAB = {"do": "attack", "value": 5}
GO = card("go", {"do": "move", "steps": 1})


@pytest.mark.rules("MAYA-XP-01")
def test_kills_alone_bring_no_xp_and_a_completed_objective_does() -> None:
    table = Table().mat(card("blow", JAB, JAB)).activate().unit("c2", hp=5).minion((0, 1), hp=5)
    table.having(objectives=Objectives((OpenObjective("headtaker", 0, 3, False),)))
    table.attack("c2").attack("m1", number=2)
    assert [event for event in table.log if isinstance(event, ChampionKilled | MinionKilled)]
    assert not [event for event in table.log if isinstance(event, XpChanged)]
    assert table.seat().purse.xp == 0
    table.do(ClaimObjective(1, "headtaker"))
    assert table.one(XpChanged) == XpChanged(1, 3, 3, "objective")
    assert (table.seat(1).purse.xp, table.seat(2).purse.xp) == (3, 0)


@pytest.mark.rules("MAYA-XP-04")
def test_several_upgrades_are_bought_in_one_visit() -> None:
    table = Table(arena=ground(upgrades=[SHRINE])).purse(xp=4).unit("c1", hp=8, max_hp=8)
    table.do(BuyUpgrade(1, "hp", 1)).do(BuyUpgrade(1, "energy", 0))
    assert (table["c1"].max_hp, table.seat().growth.energy_modifier, table.seat().purse.xp) == (10, 1, 0)


@pytest.mark.rules("MAYA-XP-05")
def test_xp_is_never_overspent_and_kept_until_it_is_spent() -> None:
    table = Table(arena=ground(upgrades=[SHRINE])).purse(xp=1).mat(GO, GO, GO).mat(GO, GO, GO, seat=2)
    table.refused(BuyUpgrade(1, "hp", 1), "NOT_ENOUGH_XP", "MAYA-XP-05")
    assert {offer.kind for offer in table.offered(BuyUpgrade)} == {"symbol"}
    table.end_turn().idle(lambda now: now.state.phase == "prepare")
    assert table.seat().purse.xp == 1


@pytest.mark.rules("MAYA-XP-06")
def test_everybody_sees_everybodys_xp() -> None:
    table = Table(seats=4, arena=ground(upgrades=[SHRINE]))
    for seat in (1, 2, 3, 4):
        table.purse(seat, xp=seat + 1)
    table.do(BuyUpgrade(1, "hp", 1))
    for viewer in range(5):
        assert [side.purse.xp for side in table.seen_by(viewer).seats] == [0, 3, 4, 5]
