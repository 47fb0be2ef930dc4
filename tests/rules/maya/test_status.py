"""Statuses in general: what there is, how it lands, who sees it, where it goes."""

from __future__ import annotations

import pytest

from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.events import ChampionKilled
from domain.maya.state import Head
from tests.rules.maya.play import Table, card
from tests.rules.maya.stand_ins import content_of


def attacker(*clauses: dict[str, object], **more: object) -> Table:
    """Seat 1 with a card in use, beside seat 2's champion."""
    return Table(**more).mat(card("attacker", *clauses)).activate()  # type: ignore[arg-type]


@pytest.mark.rules("MAYA-STATUS-01")
def test_there_are_root_bleed_vish_and_flight_and_no_other_status() -> None:
    struck = {"do": "attack", "value": 1, "root": 1, "bleed": 2, "vish": 3}
    table = Table("ben", "ada", quiet=True).mat(card("all", struck)).activate().attack("c2")
    assert (table["c2"].root, table["c2"].bleed, table["c2"].vish) == (1, 2, {1: 3})
    flyer = Table("cyd", "ada", quiet=True).mat(card("up", {"do": "flight", "enter": True}, traits=["garuda"]))
    assert flyer.activate().take(0)["c1"].flying
    with pytest.raises(ContentError):
        load_pack_text(content_of([card("burn", {"do": "attack", "value": 1, "burn": 1})]))
    with pytest.raises(ContentError):
        load_pack_text(content_of([card("up", {"do": "attack", "value": 1, "flight": 1})]))


@pytest.mark.rules("MAYA-STATUS-02")
@pytest.mark.parametrize(("defence", "hp"), [(0, 8), (1, 9), (5, 10)])
def test_a_status_comes_on_top_of_the_damage_also_when_defence_takes_it_all(defence: int, hp: int) -> None:
    table = attacker({"do": "attack", "value": 2, "root": 1}).unit("c2", defence=defence)
    table.attack("c2")
    assert (table["c2"].hp, table["c2"].root) == (hp, 1)


@pytest.mark.rules("MAYA-STATUS-02", "MAYA-AMB-22")
def test_no_status_lands_on_the_dead_or_on_an_object() -> None:
    strike = {"do": "attack", "value": 2, "root": 1, "bleed": 1}
    table = attacker(strike).unit("c2", hp=2).attack("c2")
    assert table.happened(ChampionKilled)
    assert (table["c2"].root, table["c2"].bleed) == (0, 0)
    tower = attacker(strike, at=[(0, 0), (4, 0)]).tower((1, 0)).attack("t2a")
    assert (tower["t2a"].hp, tower["t2a"].root, tower["t2a"].bleed) == (6, 0, 0)


@pytest.mark.rules("MAYA-STATUS-03")
@pytest.mark.parametrize("status", ["root", "bleed"])
def test_tokens_add_up_over_icons_and_hits(status: str) -> None:
    table = attacker({"do": "attack", "value": 1, status: 1}, {"do": "attack", "value": 1, status: 2})
    table.attack("c2", number=1).attack("c2", number=2)
    assert getattr(table["c2"], status) == 3


@pytest.mark.rules("MAYA-STATUS-04", "MAYA-DEATH-02")
def test_every_status_leaves_a_champion_that_falls() -> None:
    table = Table("ada", "cyd", "ben", at=[(0, 0), (1, 0), (4, 0)], quiet=True)
    table.mat(card("jab", {"do": "attack", "value": 3})).activate()
    table.unit("c2", hp=3, bleed=2, root=1, flying=True).vish_on("c2", 1, seat=3).attack("c2")
    fallen = table["c2"]
    assert fallen.at is None
    assert (fallen.bleed, fallen.root, fallen.vish, fallen.flying) == (0, 0, {}, False)
    assert table.supply("vish", 3) == 7


@pytest.mark.rules("MAYA-STATUS-05")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_everybody_sees_the_tokens_on_units(viewer: int) -> None:
    table = Table("ben", "ada", at=[(0, 0), (1, 0)], quiet=True).minion((0, 1))
    table.mat(
        card("jab", {"do": "attack", "value": 1, "root": 1, "bleed": 2}, {"do": "attack", "value": 1, "vish": 2})
    ).activate()
    table.attack("c2").attack("m1", number=2)
    seen = table.seen_by(viewer)
    assert (seen.units["c2"].root, seen.units["c2"].bleed, seen.units["m1"].vish) == (1, 2, {1: 2})


@pytest.mark.rules("MAYA-STATUS-06")
def test_the_tokens_of_a_killed_minion_go_back_where_they_came_from() -> None:
    table = Table("ada", "cyd", "ben", at=[(0, 0), (4, 0), (-4, 0)], quiet=True).minion((1, 0), hp=2)
    table.unit("m1", root=1).vish_on("m1", 1, seat=3)
    table.mat(card("jab", {"do": "attack", "value": 2})).activate()
    assert table.supply("vish", 3) == 6
    table.attack("m1")
    assert "m1" not in table.state.units
    assert table.seat(1).purse.heads == (Head("m1", "warden-of-knots"),)
    assert table.supply("vish", 3) == 7
