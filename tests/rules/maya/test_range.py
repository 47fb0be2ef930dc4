"""Range, Projectile, Piercing and All Adjacent."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.events import ActionDeclared, ChampionKilled, DamageDealt, MinionKilled, UnitMoved
from domain.maya.hexes import Hex, disc
from domain.maya.intents import AnswerChoice, TakeAction
from tests.rules.maya.play import Table, card, ground

SHOT = card("shot", {"do": "attack", "value": 2, "range": 2})
SHOT_3 = card("shot-3", {"do": "attack", "value": 2, "range": 3})
BOLT = card("bolt", {"do": "attack", "value": 2, "projectile": 2})
BOLT_3 = card("bolt-3", {"do": "attack", "value": 2, "projectile": 3})
LANCE = card("lance", {"do": "attack", "value": 2, "piercing": 3})
SWEEP = card("sweep", {"do": "attack", "value": 2, "area": "all_adjacent"})

EAST = 0


def reached(table: Table, *, radius: int = 4) -> set[tuple[int, int]]:
    """The spaces on which an attack of the card in use finds an enemy that stands there alone."""
    slot = table.state.turn.slot
    found = set()
    for at in disc(Hex(0, 0), radius):
        if at == table["c1"].at or table.state.unit_at(at) not in (None, table["c2"]):
            continue
        table.unit("c2", at=(at.q, at.r))
        if any(intent.target == "c2" for intent in table.offered(TakeAction, slot=slot)):
            found.add((at.q, at.r))
    return found


@pytest.mark.rules("MAYA-RANGE-01", "MAYA-AMB-39")
def test_modifiers_are_no_actions_of_their_own() -> None:
    loaded = card("loaded", {"do": "attack", "value": 1, "range": 2, "root": 1})
    for clause in (loaded, SHOT, BOLT, LANCE, SWEEP):
        table = Table().mat(clause).unit("c1", bleed=1).activate()
        table.do(next(intent for intent in table.offered(TakeAction) if intent.target in ("c2", "")))
        assert [event.kind for event in table.happened(DamageDealt)] == ["attack", "bleed"]
        assert table["c1"].hp == 9


@pytest.mark.rules("MAYA-RANGE-02", "MAYA-AMB-01")
@pytest.mark.parametrize(("at", "legal"), [((1, 0), True), ((2, 0), True), ((3, 0), False), ((1, 1), False)])
def test_range_reaches_along_a_line_so_far(at: tuple[int, int], legal: bool) -> None:
    table = Table(at=[(0, 0), at]).mat(SHOT).activate()
    if legal:
        assert table.attack("c2")["c2"].hp == 8
    else:
        table.refused(table.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-RANGE-03")
def test_walls_and_voids_block_range() -> None:
    walled = Table(at=[(0, 0), (2, 0)], arena=ground(walls=[((1, 0), (2, 0))])).mat(SHOT).activate()
    walled.refused(walled.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    void = Table(at=[(0, 0), (2, 0)], arena=ground(void=[(1, 0)])).mat(SHOT).activate()
    void.refused(void.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-RANGE-04", "MAYA-RANGE-05", "MAYA-AMB-12")
@pytest.mark.parametrize(("owner", "hit"), [(0, {"m1"}), (2, {"m1"}), (1, {"c2"})])
def test_an_enemy_between_blocks_range_and_a_friend_does_not(owner: int, hit: set[str]) -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(SHOT).minion((1, 0), owner=owner).activate()
    assert table.aims("attack") == hit


@pytest.mark.rules("MAYA-RANGE-06")
def test_range_finds_every_space_on_the_axes_up_to_the_first_obstacle() -> None:
    arena = ground(void=[(0, 2)], walls=[((-1, 0), (-2, 0))])
    table = Table(arena=arena).mat(SHOT_3).minion((2, -2), hp=5).activate()
    east, west, south = {(1, 0), (2, 0), (3, 0)}, {(-1, 0)}, {(0, 1)}
    north, north_east, south_west = {(0, -1), (0, -2), (0, -3)}, {(1, -1)}, {(-1, 1), (-2, 2), (-3, 3)}
    assert reached(table) == east | west | south | north | north_east | south_west


@pytest.mark.rules("MAYA-RANGE-07")
def test_a_ranged_attack_deals_its_value_and_one_from_above() -> None:
    table = Table(at=[(0, 0), (3, 0)], arena=ground(high=[(0, 0)])).mat(SHOT_3).activate().attack("c2")
    assert table["c2"].hp == 7
    assert Table(at=[(0, 0), (3, 0)]).mat(SHOT_3).activate().attack("c2")["c2"].hp == 8


@pytest.mark.rules("MAYA-PROJ-01", "MAYA-PROJ-02")
def test_a_projectile_needs_no_line_and_has_its_limit() -> None:
    table = Table(at=[(0, 0), (1, 1)]).mat(BOLT).activate()
    assert table.aims("attack") == {"c2"}
    table.unit("c2", at=(2, 1))
    table.refused(table.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    assert reached(table) == {(at.q, at.r) for at in disc(Hex(0, 0), 2)} - {(0, 0)}


@pytest.mark.rules("MAYA-PROJ-03")
def test_a_projectile_passes_over_units() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(BOLT)
    for number, at in enumerate([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)], start=1):
        table.minion(at, hp=5, name=f"m{number}", owner=2 if number % 2 else 0)
    table.activate().attack("c2")
    assert table["c2"].hp == 8


@pytest.mark.rules("MAYA-PROJ-04")
def test_a_projectile_passes_over_walls() -> None:
    table = Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(BOLT).activate().attack("c2")
    assert table["c2"].hp == 8
    one = card("toss", {"do": "attack", "value": 1, "projectile": 1})
    assert Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(one).activate().aims("attack") == {"c2"}


@pytest.mark.rules("MAYA-PROJ-05", "MAYA-TERR-21")
def test_a_projectile_goes_round_voids() -> None:
    arena = ground(void=[(1, 0), (1, -1), (0, 1)])
    far = Table(at=[(0, 0), (2, 0)], arena=arena).mat(BOLT_3).activate()
    far.refused(far.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    around = Table(at=[(0, 0), (2, 0)], arena=ground(void=[(1, 0)])).mat(BOLT_3).activate()
    assert around.aims("attack") == {"c2"}


@pytest.mark.rules("MAYA-PROJ-06")
def test_a_projectile_hits_its_one_target() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(BOLT).minion((1, 0), hp=5).activate().attack("c2")
    assert [event.target for event in table.happened(DamageDealt)] == ["c2"] and table["m1"].hp == 5


@pytest.mark.rules("MAYA-PIERCE-01")
def test_piercing_goes_along_one_line() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(LANCE).minion((0, 2), hp=5).activate()
    ways = {intent.direction for intent in table.offered(TakeAction)}
    assert len(ways) == 2
    table.attack("c2", direction=EAST)
    assert table["c2"].hp == 8 and table["m1"].hp == 5
    off_axis = Table(at=[(0, 0), (1, 1)]).mat(LANCE).activate()
    off_axis.refused(off_axis.by("attack"), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-PIERCE-02")
def test_piercing_hits_every_enemy_on_the_line_within_reach() -> None:
    table = Table(at=[(0, 0), (1, 0)]).mat(LANCE).minion((3, 0), hp=5).minion((4, 0), hp=5, name="m2").activate()
    table.attack(direction=EAST)
    assert (table["c2"].hp, table["m1"].hp, table["m2"].hp) == (8, 3, 5)


@pytest.mark.rules("MAYA-PIERCE-03", "MAYA-AMB-21")
def test_each_unit_hit_is_a_target_of_its_own() -> None:
    barb = card("barb", {"do": "attack", "value": 2, "piercing": 3, "root": 1})
    table = Table(at=[(0, 0), (1, 0)], arena=ground(high=[(0, 0), (1, 0)])).mat(barb).minion((3, 0), hp=5).activate()
    table.attack(direction=EAST)
    assert (table["c2"].hp, table["m1"].hp) == (8, 2)
    assert (table["c2"].root, table["m1"].root) == (1, 1)
    assert table.one(ActionDeclared).targets == ("c2", "m1")


@pytest.mark.rules("MAYA-PIERCE-04")
@pytest.mark.parametrize("obstacle", ["wall", "void"])
def test_walls_and_voids_end_the_line(obstacle: str) -> None:
    arena = ground(walls=[((1, 0), (2, 0))] if obstacle == "wall" else (), void=[(2, 0)] if obstacle == "void" else ())
    table = Table(at=[(0, 0), (1, 0)], arena=arena).mat(LANCE).minion((3, 0), hp=5).activate()
    table.attack("c2", direction=EAST)
    assert (table["c2"].hp, table["m1"].hp) == (8, 5)


@pytest.mark.rules("MAYA-PIERCE-05", "MAYA-FF-01")
def test_a_friend_on_the_line_is_not_hit() -> None:
    table = Table(seats=4, at=[(0, 0), (2, 0), (1, 0), (-5, 0)]).mat(LANCE).activate().attack("c2", direction=EAST)
    assert (table["c2"].hp, table["c3"].hp) == (8, 10)


@pytest.mark.rules("MAYA-ALLADJ-01")
def test_all_adjacent_enemies_are_hit_at_once() -> None:
    table = Table().mat(SWEEP).minion((0, 1), hp=5).minion((-1, 0), hp=5, name="m2", owner=2).activate().attack()
    assert (table["c2"].hp, table["m1"].hp, table["m2"].hp) == (8, 3, 3)
    assert len(table.happened(ActionDeclared)) == 1 and len(table.one(ActionDeclared).targets) == 3


@pytest.mark.rules("MAYA-ALLADJ-02")
def test_who_stands_behind_a_wall_is_left_out() -> None:
    table = Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(SWEEP).minion((0, 1), hp=5).activate().attack("m1")
    assert table["c2"].hp == 10 and table["m1"].hp == 3


@pytest.mark.rules("MAYA-ALLADJ-03", "MAYA-FF-01")
def test_friends_around_are_unharmed() -> None:
    table = Table(seats=4, at=[(0, 0), (1, 0), (0, 1), (-5, 0)]).mat(SWEEP).minion((-1, 0), owner=1).activate()
    table.attack("c2")
    assert (table["c2"].hp, table["c3"].hp, table["m1"].hp) == (8, 10, 3)


@pytest.mark.rules("MAYA-ALLADJ-04", "MAYA-AMB-21")
def test_deaths_come_after_all_hits() -> None:
    table = Table().mat(SWEEP).unit("c2", hp=2).minion((0, 1), hp=2).activate().attack()
    kinds = [type(event) for event in table.events]
    hits = [place for place, kind in enumerate(kinds) if kind is DamageDealt]
    deaths = [place for place, kind in enumerate(kinds) if kind in (ChampionKilled, MinionKilled)]
    assert len(hits) == len(deaths) == 2 and max(hits) < min(deaths)


@pytest.mark.rules("MAYA-AMB-21")
def test_every_hit_is_worked_out_from_the_table_before_the_action() -> None:
    def with_hp(hp: int) -> int:
        table = Table().mat(SWEEP).unit("c2", hp=hp).minion((0, 1), hp=5).activate().attack()
        return table["m1"].hp

    assert with_hp(2) == with_hp(10) == 3


THEN_SHOVE = {"do": "if", "if": "it_adjacent", "then": [{"do": "push", "steps": 1, "target": {"bound": "it"}}]}


def sweeping(then: dict[str, Any] = THEN_SHOVE) -> Table:
    """An attack on all adjacent units, with a modifier whose afterword, a push, is about its target."""
    sweep = {"do": "attack", "value": 2, "area": "all_adjacent"}
    after = {"when": "modifier", "change": {"to": "attack", "first": True, "then": [then]}}
    return Table().mat(card("sweep-on", sweep, after)).minion((0, 1), hp=5).activate()


@pytest.mark.rules("MAYA-AMB-21")
def test_what_follows_an_attack_on_several_is_about_one_of_them_that_its_owner_chooses() -> None:
    table = sweeping().attack(using="card.1")
    assert table.pending == (1, "unit")
    assert [offer.answer for offer in table.offered(AnswerChoice)] == [("c2",), ("m1",)]
    table.answer("m1")
    assert [(event.unit, event.path) for event in table.happened(UnitMoved)] == [("m1", (Hex(0, 2),))]


@pytest.mark.rules("MAYA-AMB-21")
def test_what_follows_an_attack_on_several_is_about_one_that_lives() -> None:
    table = sweeping().unit("c2", hp=2).attack(using="card.1")
    assert [(event.unit, event.path) for event in table.happened(UnitMoved)] == [("m1", (Hex(0, 2),))]
    nobody = sweeping().unit("c2", hp=2).unit("m1", hp=2).attack(using="card.1")
    assert not nobody.happened(UnitMoved) and nobody.pending == (1, "action")


@pytest.mark.rules("MAYA-AMB-21")
def test_where_all_targets_fell_what_follows_is_about_the_space_of_the_first() -> None:
    table = sweeping({"do": "damage", "value": 1, "target": {"each": "enemy entity", "beside": "it"}})
    table.minion((2, 0), hp=5, name="m2").unit("c2", hp=2).unit("m1", hp=2).attack(using="card.1")
    assert table["m2"].hp == 4


@pytest.mark.rules("MAYA-PRIO-02")
def test_who_cannot_be_moved_is_not_asked_for_when_one_of_several_targets_is_pushed() -> None:
    table = sweeping().mat("unmoved-mountain", seat=2).attack(using="card.1")
    assert [event.unit for event in table.happened(UnitMoved)] == ["m1"]


@pytest.mark.rules("MAYA-ALLADJ-05", "MAYA-AMB-21")
def test_a_push_of_all_adjacent_pushes_one_after_the_other_in_the_actors_order() -> None:
    burst = card("burst", {"do": "push", "steps": 1, "area": "all_adjacent"})
    table = Table(at=[(0, 0), (1, 0)]).mat(burst).minion((0, 1), hp=5).activate().push()
    assert table.pending == (1, "unit")
    table.answer("m1")
    assert [(event.unit, event.path) for event in table.happened(UnitMoved)] == [
        ("m1", (Hex(0, 2),)),
        ("c2", (Hex(2, 0),)),
    ]
