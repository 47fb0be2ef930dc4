"""Each objective of the box: what does not fulfil it, what does, and what it pays."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.content.loader import load_pack
from domain.maya.intents import ClaimObjective, EquipRelic, SpawnMinion
from domain.maya.state import Head, Objectives, OpenObjective
from tests.rules.maya.play import Table, card, ground, point, relic, spell

STEP = {"do": "move", "steps": 1}
HIT = {"do": "attack", "value": 2}
SHOVE = {"do": "push", "steps": 1}
CAMP = point("camp", (-4, 0), (-4, 1), (-3, 0), owner=1)


def hunting(name: str, *clauses: dict[str, Any], side: int = 0, **more: Any) -> Table:
    """An objective lies open and seat 1 has a card with these clauses in use."""
    printed = load_pack().objectives[name]
    lying = OpenObjective(name, side, printed.sides[side].xp, printed.starter)
    table = Table(**more).having(objectives=Objectives((lying,)))
    return table.mat(card("deeds", *(clauses or (STEP,)))).activate()


def fulfils(table: Table) -> bool:
    """Whether seat 1 may claim the objective; a claim that is not offered is refused."""
    (lying,) = table.state.objectives.open
    claim = ClaimObjective(1, lying.id)
    if table.offered(ClaimObjective):
        return True
    table.refused(claim, "NOT_FULFILLED", "MAYA-OBJ-02")
    return False


def pays(table: Table) -> int:
    """The XP that claiming the objective brings."""
    (lying,) = table.state.objectives.open
    return table.do(ClaimObjective(1, lying.id)).seat().purse.xp


def test_lay_of_the_land_1_is_a_move_into_another_zone() -> None:
    field = ground(zones={"east": [(0, 2)], "south": [(-1, 2)]})
    table = hunting("lay-of-the-land", STEP, STEP, {"do": "jump", "steps": 1}, arena=field, at=[(0, 0), (4, 0)])
    table.move((0, 1))
    assert not fulfils(table)
    table.move((0, 2), number=2)
    assert pays(table) == 1
    jumped = hunting("lay-of-the-land", {"do": "jump", "steps": 2}, arena=field, at=[(0, 0), (4, 0)])
    jumped.do(jumped.by("jump", path=[(0, 2)], how="jump"))
    # A Jump is no Move action.
    assert not fulfils(jumped)


def test_lay_of_the_land_2_is_three_zones_stood_in() -> None:
    field = ground(zones={"east": [(0, 1)], "south": [(0, 2)]})
    table = hunting("lay-of-the-land", STEP, STEP, side=1, arena=field, at=[(0, 0), (4, 0)]).move((0, 1))
    assert not fulfils(table)
    assert pays(table.move((0, 2), number=2)) == 2
    passing = hunting("lay-of-the-land", {"do": "move", "steps": 2}, side=1, arena=field, at=[(0, 0), (4, 0)])
    # A zone that is only passed is not stood in.
    assert not fulfils(passing.move((0, 1), (0, 2)))


@pytest.mark.parametrize(("side", "hits", "xp"), [(0, (2, 1), 1), (1, (3, 2, 1), 2)])
def test_whetstone_is_hp_taken_from_units(side: int, hits: tuple[int, ...], xp: int) -> None:
    table = hunting("whetstone", *[{"do": "attack", "value": value} for value in (*hits, 5)], side=side)
    # What Defence takes is not taken from anybody.
    table.unit("c2", defence=5).attack("c2", number=len(hits) + 1)
    for number in range(1, len(hits)):
        table.attack("c2", number=number)
    assert not fulfils(table)
    assert pays(table.attack("c2", number=len(hits))) == xp


def test_first_trophy_is_a_neutral_minion_killed() -> None:
    table = hunting("first-trophy", HIT, HIT).minion((0, 1), hp=2, owner=2).minion((-1, 0), hp=2, name="m2")
    assert not fulfils(table.attack("m1"))
    assert pays(table.attack("m2", number=2)) == 2


def test_headtaker_is_an_enemy_champion_killed() -> None:
    table = hunting("headtaker", HIT, HIT).unit("c2", hp=3).attack("c2")
    assert not fulfils(table)
    assert pays(table.attack("c2", number=2)) == 3


def test_king_of_the_ridge_is_attack_damage_from_above() -> None:
    flat = hunting("king-of-the-ridge", HIT).attack("c2")
    assert not fulfils(flat)
    blocked = hunting("king-of-the-ridge", HIT, arena=ground(high=[(0, 0)])).unit("c2", defence=3).attack("c2")
    assert not fulfils(blocked)
    assert pays(hunting("king-of-the-ridge", HIT, arena=ground(high=[(0, 0)])).attack("c2")) == 1


def test_from_the_ditch_is_attack_damage_to_a_unit_above() -> None:
    assert not fulfils(hunting("from-the-ditch", HIT).attack("c2"))
    assert not fulfils(hunting("from-the-ditch", HIT, arena=ground(high=[(0, 0)])).attack("c2"))
    assert pays(hunting("from-the-ditch", HIT, arena=ground(high=[(1, 0)])).attack("c2")) == 2


def test_tower_tax_is_2_hp_of_enemy_objects_in_siege() -> None:
    table = hunting("tower-tax", {"do": "attack", "value": 1}, {"do": "attack", "value": 1}, HIT)
    table.tower((0, 1), team=2).attack("c2", number=3).attack("t2a")
    assert not fulfils(table)
    assert pays(table.attack("t2a", number=2)) == 2


def test_tower_tax_is_two_enemy_champions_damaged_in_headhunters() -> None:
    table = hunting("tower-tax", HIT, HIT, HIT, mode="headhunters", seats=3, at=[(0, 0), (1, 0), (0, 1)])
    assert not fulfils(table.attack("c2").attack("c2", number=2))
    assert pays(table.attack("c3", number=3)) == 2


def test_full_motion_is_all_three_cards_activated() -> None:
    table = hunting("full-motion").mat("deeds", "deeds", "faint-step").activate(1).activate(2)
    assert not fulfils(table)
    assert pays(table.activate(3)) == 1


def test_armoury_is_two_relics_equipped() -> None:
    trinket = relic("trinket", {"do": "defend", "value": 1})
    table = hunting("armoury").hand(trinket, trinket, trinket).do(EquipRelic(1, "trinket", 1))
    table.do(EquipRelic(1, "trinket", 1))
    assert not fulfils(table)
    assert pays(table.do(EquipRelic(1, "trinket", 3))) == 2


def test_spendthrift_is_5_energy_spent() -> None:
    dear = spell("dear", {"do": "draw", "value": 1}, cost=3)
    table = hunting("spendthrift").hand(dear, "faint").spell("dear")
    # One for the card in use and three for the Spell.
    assert not fulfils(table)
    assert pays(table.mat("deeds", "deeds").activate(2)) == 1


def test_long_shot_is_hp_of_an_enemy_3_or_more_spaces_away() -> None:
    shot = {"do": "attack", "value": 1, "range": 4}
    near = hunting("long-shot", shot, at=[(0, 0), (2, 0)]).attack("c2")
    assert not fulfils(near)
    blocked = hunting("long-shot", shot, at=[(0, 0), (3, 0)]).unit("c2", defence=1).attack("c2")
    assert not fulfils(blocked)
    assert pays(hunting("long-shot", shot, at=[(0, 0), (3, 0)]).attack("c2")) == 2


def test_wallbreaker_is_collision_damage() -> None:
    assert not fulfils(hunting("wallbreaker", SHOVE).push("c2"))
    field = ground(walls=[((1, 0), (2, 0))])
    assert not fulfils(hunting("wallbreaker", SHOVE, arena=field).mat("stone-stance", seat=2).push("c2"))
    assert pays(hunting("wallbreaker", SHOVE, arena=field).unit("c2", defence=1).push("c2")) == 2


def test_turtle_is_4_defence() -> None:
    table = hunting("turtle", {"do": "defend", "value": 1}).unit("c1", defence=3)
    assert not fulfils(table)
    assert pays(table.defend()) == 1


def test_crowd_work_is_two_units_hurt_by_one_action() -> None:
    one_by_one = hunting("crowd-work", HIT, HIT).minion((0, 1)).attack("c2").attack("m1", number=2)
    assert not fulfils(one_by_one)
    sweep = {"do": "attack", "value": 1, "area": "all_adjacent"}
    guarded = hunting("crowd-work", sweep).minion((0, 1)).unit("c2", defence=1)
    assert not fulfils(guarded.do(guarded.offered_actions()[0]))
    both = hunting("crowd-work", sweep).minion((0, 1))
    assert pays(both.do(both.offered_actions()[0])) == 2


def test_scholar_is_a_spell_and_a_card_drawn() -> None:
    calm = spell("calm", {"do": "defend", "value": 1})
    table = hunting("scholar", {"do": "draw", "value": 1}).hand(calm).draw()
    assert not fulfils(table)
    assert pays(table.spell("calm")) == 1
    assert not fulfils(hunting("scholar").hand(calm).spell("calm"))


def test_snarewright_is_two_status_tokens_inflicted() -> None:
    bind, cut = {"do": "attack", "value": 1, "root": 1}, {"do": "attack", "value": 1, "bleed": 1}
    table = hunting("snarewright", bind, cut).attack("c2")
    assert not fulfils(table)
    assert pays(table.attack("c2", number=2)) == 2


def test_marathon_is_6_spaces_moved() -> None:
    table = hunting("marathon", {"do": "move", "steps": 5}, STEP, at=[(-3, 0), (0, 5)])
    table.move((-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0))
    assert not fulfils(table)
    assert pays(table.move((3, 0), number=2)) == 1


def test_kaleidoscope_is_three_traits_on_the_mat() -> None:
    table = hunting("kaleidoscope").mat("deeds", "branch-breaker", "twin-arrows")
    assert pays(table) == 2
    assert not fulfils(hunting("kaleidoscope").mat("deeds", "branch-breaker", "overhead-swing"))


@pytest.mark.parametrize(("hp", "enough"), [(2, False), (3, True)])
def test_warband_is_a_minion_brought_in_with_3_hp(hp: int, enough: bool) -> None:
    table = hunting("warband", arena=ground(spawns=[CAMP])).purse(bank=4, heads=(Head("m1", "warden-of-knots"),))
    assert not fulfils(table)
    table.do(table.offered(SpawnMinion, hp=hp)[0])
    assert fulfils(table) is enough
