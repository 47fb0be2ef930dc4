"""The five kinds of minions, each as its head says."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.events import ActionDeclared, MinionSpawned
from domain.maya.hexes import Hex
from domain.maya.intents import MinionAction, SpawnMinion
from domain.maya.packs import pack_of
from domain.maya.state import Head
from tests.rules.maya.play import Table, card, ground, point
from tests.rules.maya.test_aggro import against, declared, does, options, provoke

GO = card("go", {"do": "move", "steps": 1})
CAMP = point("camp", (-3, 0), (-3, 1), (-2, 0), owner=1)


def finish(table: Table) -> list[str]:
    """The executor has the minion do the first of what is open until it is done; gives the kinds of its actions."""
    while table.state.phase == "aggro":
        table.do(options(table)[0])
    return [act.kind for act in table.log if isinstance(act, ActionDeclared) and act.actor == "m1"]


@pytest.mark.rules("MAYA-ROSTER-01")
def test_the_roster_has_five_kinds() -> None:
    assert set(pack_of(Table().state).minions) == {
        "big-stepper",
        "warden-of-knots",
        "kanstap-wanstap",
        "elder-komon",
        "mama-malevolence",
    }


# Big Stepper.


@pytest.mark.rules("MAYA-ROSTER-02")
def test_big_stepper_attacks_for_5_all_round() -> None:
    table = against((1, 0), kind="big-stepper").minion((0, 1), hp=7, owner=1, name="m2")
    provoke(table)
    assert (table["c1"].hp, table["m2"].hp) == (5, 2)


@pytest.mark.rules("MAYA-ROSTER-03")
def test_big_stepper_moves_2_after_that_and_attacks_no_more() -> None:
    table = provoke(against((3, 0), kind="big-stepper"))
    assert (table["m1"].at, declared(table)) == ((2, 0), [("move", ())])
    assert table["c1"].hp == 10


@pytest.mark.rules("MAYA-ROSTER-03")
def test_big_stepper_stops_where_it_is_beside_the_champion() -> None:
    table = provoke(against((2, 0), kind="big-stepper"))
    assert (table["m1"].at, table["c1"].hp, table.state.turn.seat) == ((1, 0), 10, 2)


@pytest.mark.rules("MAYA-ROSTER-04", "MAYA-AMB-84")
def test_big_stepper_attacks_first_and_then_moves() -> None:
    table = Table(at=[(-4, 4), (1, 0)]).minion((0, 0), hp=7, owner=1, kind="big-stepper").ally_step()
    table.minion_does("m1", 1, path=((1, -1),))
    # The attack cannot be made up for after the move.
    assert table.state.step == "action"
    assert table["c2"].hp == 10
    other = Table(at=[(-4, 4), (1, 0)]).minion((0, 0), hp=7, owner=1, kind="big-stepper").ally_step()
    other.minion_does("m1", 0, "c2").minion_does("m1", 1, path=((0, -1),))
    assert (other["c2"].hp, other["m1"].at) == (5, (0, -1))


# Warden of Knots.


@pytest.mark.rules("MAYA-ROSTER-05")
def test_the_warden_hurls_1_and_a_root_over_a_wall() -> None:
    table = provoke(against((3, 0), arena=ground(walls=[((2, 0), (3, 0)), ((0, 0), (1, 0))])))
    assert declared(table) == [("attack", ("c1",))]
    assert (table["c1"].hp, table["c1"].root) == (9, 1)
    assert declared(provoke(against((1, 2)))) == [("attack", ("c1",))]


@pytest.mark.rules("MAYA-ROSTER-06")
def test_the_warden_moves_2_or_attacks_but_not_both() -> None:
    table = provoke(against((5, 0)))
    assert (table["m1"].at, declared(table)) == ((2, 0), [("move", ())])
    assert table["c1"].hp == 10
    own = Table(at=[(-4, 4), (1, 0)]).minion((0, 0), owner=1).ally_step().minion_does("m1", 0, "c2")
    assert (own["c2"].hp, own.state.step) == (9, "action")


# Kanstap-Wanstap.


def running(**more: Any) -> Table:
    """An own Kanstap-Wanstap about to run."""
    return Table(at=[(-5, 0), (5, 0)], **more).minion((0, 0), hp=4, owner=1, kind="kanstap-wanstap").ally_step()


def runs(table: Table) -> set[tuple[int, int]]:
    """Where its runs end."""
    table.do(table.offers()[0].intent)
    return {tuple(offer.path[-1]) for offer in table.offered(MinionAction, step=0)}


@pytest.mark.rules("MAYA-ROSTER-07", "MAYA-AMB-84")
def test_kanstap_runs_exactly_3_in_a_line_unless_something_stops_it() -> None:
    assert runs(running()) == {(3, 0), (3, -3), (0, -3), (-3, 0), (-3, 3), (0, 3)}
    stopped = running(arena=ground(walls=[((1, 0), (2, 0))], void=[(3, -3)])).minion((0, 3), name="m2")
    stopped.minion((-1, 0), name="m3")
    assert runs(stopped) == {(1, 0), (2, -2), (0, -3), (-3, 3), (0, 2)}


@pytest.mark.rules("MAYA-ROSTER-08")
def test_kanstap_attacks_3_or_pulls_3_then() -> None:
    table = provoke(against((5, 0), kind="kanstap-wanstap"))
    assert (table["m1"].at, declared(table)) == ((3, 0), [("run", ()), ("pull", ("c1",))])
    assert (table["c1"].at, table["c1"].hp) == ((4, 0), 10)
    beside = provoke(against((4, 0), kind="kanstap-wanstap"))
    assert beside["m1"].at == (3, 0)
    assert {option.choice for option in options(beside)} == {0, 1}
    beside.do(does(beside, 1, "c1"))
    assert beside["c1"].hp == 7


# Elder Komon.


@pytest.mark.rules("MAYA-ROSTER-09", "MAYA-AMB-108")
@pytest.mark.parametrize(("side", "steps"), [("a", 3), ("b", 2)])
def test_elder_komons_player_picks_a_side_at_each_spawn(side: str, steps: int) -> None:
    table = Table(at=[(0, 0), (5, 0)], arena=ground(spawns=[CAMP])).mat(GO, GO, GO).mat(GO, GO, GO, seat=2)
    table.purse(bank=6, heads=(Head("m1", "elder-komon"),))
    assert {offer.side for offer in table.offered(SpawnMinion)} == {"a", "b"}
    table.refused(SpawnMinion(1, "m1", 6, "camp", Hex(-3, 0), "c"), "BAD_SIDE", "MAYA-ROSTER-09")
    table.do(SpawnMinion(1, "m1", 6, "camp", Hex(-3, 0), side))
    assert table.one(MinionSpawned).side == side
    table.unit("c2", at=(-4, 1)).turn(seat=1, slot=0).ally_step().do(table.offers()[0].intent)
    assert len({offer.step for offer in table.offered(MinionAction)}) == steps


@pytest.mark.rules("MAYA-ROSTER-09", "MAYA-MIN-12")
def test_a_head_with_one_side_comes_in_with_it_named_or_not_and_one_with_two_is_named() -> None:
    heads = (Head("m1", "warden-of-knots"), Head("m2", "elder-komon"))
    table = Table(at=[(0, 0), (5, 0)], arena=ground(spawns=[CAMP])).mat(GO, GO, GO).purse(bank=6, heads=heads)
    table.refused(SpawnMinion(1, "m2", 1, "camp", Hex(-3, 0)), "BAD_SIDE", "MAYA-ROSTER-09")
    table.refused(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 0), "b"), "BAD_SIDE", "MAYA-ROSTER-09")
    (named,) = {offer.side for offer in table.offered(SpawnMinion) if offer.minion == "m1"}
    table.do(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 0)))
    assert table.one(MinionSpawned).side == table["m1"].side == named == "a"


@pytest.mark.rules("MAYA-ROSTER-10", "MAYA-AMB-108")
def test_a_neutral_elder_komon_gets_a_random_side_for_all_to_see() -> None:
    for place, side in enumerate("ab"):
        table = Table.dealt(script={"side": [place]})
        assert {table.seen_by(viewer).units["m1"].side for viewer in (0, 1, 2)} == {side}
    drawn = {seed: Table.dealt(seed=seed)["m1"].side for seed in range(8)}
    assert set(drawn.values()) == {"a", "b"}
    assert {seed: Table.dealt(seed=seed)["m1"].side for seed in range(8)} == drawn


@pytest.mark.rules("MAYA-ROSTER-11")
def test_elder_komon_a_pulls_2_and_then_attacks_3() -> None:
    table = provoke(against((2, 0), kind="elder-komon"))
    assert declared(table) == [("pull", ("c1",)), ("attack", ("c1",))]
    assert (table["c1"].at, table["c1"].hp, table["m1"].at) == ((1, 0), 7, (0, 0))


@pytest.mark.rules("MAYA-ROSTER-11")
def test_elder_komon_a_moves_2_and_uses_each_action_once() -> None:
    table = provoke(against((4, 0), kind="elder-komon"))
    kinds = finish(table)
    assert sorted(kinds) == ["attack", "move", "pull"]
    assert table["c1"].hp == 7


@pytest.mark.rules("MAYA-ROSTER-12")
def test_elder_komon_b_attacks_4_two_spaces_away_over_a_wall() -> None:
    table = against((2, 0), kind="elder-komon", side="b", arena=ground(walls=[((1, 0), (2, 0))]))
    provoke(table)
    assert declared(table) == [("attack", ("c1",))]
    assert (table["c1"].hp, table["m1"].at) == (6, (0, 0))


@pytest.mark.rules("MAYA-ROSTER-12")
def test_elder_komon_b_moves_up_to_2_before() -> None:
    table = provoke(against((4, 0), kind="elder-komon", side="b"))
    assert declared(table) == [("move", ()), ("attack", ("c1",))]
    assert (table["c1"].hp, table["m1"].at) == (6, (2, 0))


@pytest.mark.rules("MAYA-ROSTER-12", "MAYA-AGGRO-14", "MAYA-AMB-96")
@pytest.mark.parametrize("champion", [(2, 0), (1, 0), (4, 0)])
def test_elder_komon_b_makes_no_move_once_its_attack_is_spent(champion: tuple[int, int]) -> None:
    table = provoke(against(champion, kind="elder-komon", side="b"))
    finish(table)
    acts = [act.kind for act in table.log if isinstance(act, ActionDeclared)]
    assert acts == (["attack"] if champion != (4, 0) else ["move", "attack"])
    assert (table["c1"].hp, table.state.phase, table.state.turn.seat) == (6, "turn", 2)


# Mama Malevolence.


@pytest.mark.rules("MAYA-ROSTER-13")
def test_mama_malevolence_comes_in_place_of_big_stepper_in_expert_games_only() -> None:
    usual, expert = (Table.dealt(seats=4, expert=expert) for expert in (False, True))
    places = {unit.at for unit in usual.state.units.values() if unit.what == "big-stepper"}
    assert places
    assert not [unit for unit in usual.state.units.values() if unit.what == "mama-malevolence"]
    assert {unit.at for unit in expert.state.units.values() if unit.what == "mama-malevolence"} == places
    assert not [unit for unit in expert.state.units.values() if unit.what == "big-stepper"]
    rest = [{(unit.what, unit.at) for unit in table.state.units.values()} for table in (usual, expert)]
    assert {(what, at) for what, at in rest[0] ^ rest[1] if at not in places} == set()


@pytest.mark.rules("MAYA-ROSTER-14", "MAYA-ROSTER-15", "MAYA-ROSTER-16")
def test_mama_malevolence_attacks_4_then_3_then_2() -> None:
    table = provoke(against((1, 0), kind="mama-malevolence"))
    acts = table.happened(ActionDeclared)
    assert [(act.kind, act.value) for act in acts] == [("attack", 4), ("attack", 3), ("attack", 2)]
    assert (table["c1"].hp, table["m1"].at) == (1, (0, 0))


@pytest.mark.rules("MAYA-ROSTER-14", "MAYA-ROSTER-15", "MAYA-ROSTER-16", "MAYA-AMB-96")
def test_mama_malevolence_comes_2_nearer_instead_of_her_first_attack() -> None:
    table = provoke(against((3, 0), kind="mama-malevolence"))
    finish(table)
    values = [(act.kind, act.value) for act in table.log if isinstance(act, ActionDeclared)]
    assert values == [("move", 2), ("attack", 3), ("attack", 2)]
    assert (table["c1"].hp, table["m1"].at) == (5, (2, 0))


@pytest.mark.rules("MAYA-ROSTER-15", "MAYA-ROSTER-16")
def test_mama_malevolence_comes_1_nearer_instead_of_her_second_attack() -> None:
    table = provoke(against((4, 0), kind="mama-malevolence"))
    finish(table)
    values = [(act.kind, act.value) for act in table.log if isinstance(act, ActionDeclared)]
    assert values == [("move", 2), ("move", 1), ("attack", 2)]
    assert (table["c1"].hp, table["m1"].at) == (8, (3, 0))
