"""Move, with its value, its way and what stops it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import ActionDeclared, DamageDealt, StatusChanged, UnitMoved
from domain.maya.hexes import Hex
from domain.maya.intents import TakeAction
from tests.rules.maya.play import Table, card, ground

MOVE_2 = card("walk", {"do": "move", "steps": 2})
MOVE_3 = card("run", {"do": "move", "steps": 3})


@pytest.mark.rules("MAYA-MOVE-01", "MAYA-AMB-45")
def test_a_value_is_a_number_or_counted_as_the_action_is_declared() -> None:
    soar = card("soar", {"do": "move", "steps": "garuda"}, {"do": "move", "steps": 2}, traits=["garuda", "garuda"])
    table = Table("cyd", "ada", quiet=True).mat(soar, card("wing", traits=["garuda"])).activate()
    table.move((0, 1), (0, 2), (0, 3))
    assert table.one(ActionDeclared).value == 3
    table.move((0, 4), number=2)
    assert table.one(ActionDeclared).value == 2


@pytest.mark.rules("MAYA-MOVE-03", "MAYA-AMB-23")
def test_a_move_goes_up_to_so_many_steps_also_none() -> None:
    for path in ([], [(0, 1)], [(0, 1), (0, 2)]):
        table = Table().mat(MOVE_2).activate().move(*path)
        assert table["c1"].at == (path[-1] if path else (0, 0))
        table.refused(table.by("move"), "ALREADY_USED", "MAYA-ACT-09")
    table = Table().mat(MOVE_2).activate()
    table.refused(table.by("move", path=[(0, 1), (0, 2), (0, 3)]), "PATH_TOO_LONG", "MAYA-MOVE-03")
    table.refused(table.by("move", path=[(0, 2)]), "PATH_BROKEN", "MAYA-MOVE-03")


@pytest.mark.rules("MAYA-MOVE-04", "MAYA-UNIT-05", "MAYA-TERR-11", "MAYA-TERR-20")
def test_enemies_walls_and_voids_are_neither_entered_nor_crossed() -> None:
    arena = ground(void=[(0, 1)], walls=[((0, 0), (-1, 0))])
    table = Table(arena=arena).mat(MOVE_2).activate()
    table.refused(table.by("move", path=[(0, 1), (0, 2)]), "PATH_VOID", "MAYA-TERR-20")
    table.refused(table.by("move", path=[(-1, 0)]), "PATH_WALL", "MAYA-TERR-11")
    table.refused(table.by("move", path=[(1, 0)]), "PATH_ENEMY", "MAYA-UNIT-05")
    table.refused(table.by("move", path=[(1, 0), (2, 0)]), "PATH_ENEMY", "MAYA-UNIT-05")
    assert table.reaches() == {(1, -1), (0, -1), (-1, 1), *_two_steps()}


def _two_steps() -> set[tuple[int, int]]:
    return {(2, -1), (2, -2), (1, -2), (0, -2), (-1, -1), (-1, 0), (-2, 1), (-2, 2), (-1, 2)}


@pytest.mark.rules("MAYA-MOVE-05", "MAYA-UNIT-02", "MAYA-UNIT-03")
def test_a_friend_is_crossed_but_not_stopped_on() -> None:
    table = Table(seats=4, at=[(0, 0), (5, 0), (0, 1), (-5, 0)]).mat(MOVE_2, MOVE_2).activate()
    table.refused(table.by("move", path=[(0, 1)]), "PATH_END_TAKEN", "MAYA-UNIT-02")
    assert table.move((0, 1), (0, 2))["c1"].at == (0, 2)


@pytest.mark.rules("MAYA-MOVE-06")
def test_stopping_ends_the_move() -> None:
    table = Table().mat(MOVE_3).activate().move((0, 1))
    assert not table.offered(TakeAction)
    table.refused(table.by("move", path=[(0, 2)]), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-MOVE-07")
def test_the_way_is_kept_step_by_step_and_decides_about_spikes() -> None:
    arena = ground(spikes=[(0, 1)])
    over = Table(arena=arena).mat(MOVE_2).activate().move((0, 1), (-1, 2))
    around = Table(arena=arena).mat(MOVE_2).activate().move((-1, 1), (-1, 2))
    assert over.one(UnitMoved).path == (Hex(0, 1), Hex(-1, 2)) and over["c1"].hp == 9
    assert around.one(UnitMoved).path == (Hex(-1, 1), Hex(-1, 2)) and around["c1"].hp == 10


@pytest.mark.rules("MAYA-MOVE-07")
@pytest.mark.parametrize(("spiked", "plain"), [((0, 1), (-1, 1)), ((-1, 1), (0, 1))])
def test_the_way_with_fewer_spikes_is_the_one_that_is_offered(spiked: tuple[int, int], plain: tuple[int, int]) -> None:
    table = Table(arena=ground(spikes=[spiked])).mat(MOVE_2).activate()
    ways = [intent.path for intent in table.offered(TakeAction) if intent.path and intent.path[-1] == (-1, 2)]
    assert ways == [(Hex(*plain), Hex(-1, 2))]


@pytest.mark.rules("MAYA-AMB-24", "MAYA-ROOT-01")
@pytest.mark.parametrize(("root", "far", "left"), [(0, 3, 0), (1, 2, 0), (2, 1, 0), (3, 0, 0), (5, 0, 2)])
def test_root_shortens_the_next_move_and_is_spent_on_it(root: int, far: int, left: int) -> None:
    table = Table().mat(MOVE_3).unit("c1", root=root).activate()
    assert max((r for q, r in table.reaches() if q == 0), default=0) == far
    table.move()
    assert table["c1"].root == left
    assert [event.delta for event in table.happened(StatusChanged)] == ([left - root] if root else [])


@pytest.mark.rules("MAYA-AMB-24")
def test_root_shortens_a_flight_too_and_no_push() -> None:
    flyer = Table("cyd", "ada", quiet=True).mat(MOVE_3).unit("c1", flying=True, root=2).activate()
    flyer.move((0, 1), how="fly")
    assert flyer["c1"].root == 0 and flyer["c1"].at == (0, 1)
    shove = card("shove", {"do": "push", "steps": 2})
    pushed = Table().mat(shove).unit("c2", root=3).activate().push("c2")
    assert pushed["c2"].at == (3, 0) and pushed["c2"].root == 3


@pytest.mark.rules("MAYA-AMB-25", "MAYA-AMB-28")
def test_only_a_champion_in_flight_turns_a_move_into_a_flight() -> None:
    arena = ground(spikes=[(1, 0), (2, 0)], walls=[((2, 0), (3, 0))])
    table = Table("cyd", "ada", quiet=True, arena=arena, at=[(0, 0), (2, 0)]).mat(MOVE_3).activate()
    assert not table.offered(TakeAction, how="fly")
    table.unit("c1", flying=True).move((1, 0), (2, 0), (3, 0), how="fly")
    assert table["c1"].at == (3, 0) and not table.happened(DamageDealt)
    table.end_turn()
    assert table["c1"].flying, "no upkeep"


@pytest.mark.rules("MAYA-AMB-26")
def test_a_flyer_strikes_from_above_and_is_not_struck_from_above() -> None:
    jab = card("jab", {"do": "attack", "value": 2})
    arena = ground(low=[(0, 0)], high=[(1, 0)])
    flyer = Table("cyd", "ada", quiet=True, arena=arena).mat(jab).unit("c1", flying=True).activate().attack("c2")
    assert flyer["c2"].hp == 7
    both = Table("cyd", "ada", quiet=True, arena=arena).mat(jab).unit("c1", flying=True).unit("c2", flying=True)
    assert both.activate().attack("c2")["c2"].hp == 8
    above = Table("cyd", "ada", quiet=True, arena=ground(high=[(0, 0)])).mat(jab).unit("c2", flying=True)
    assert above.activate().attack("c2")["c2"].hp == 8


@pytest.mark.rules("MAYA-AMB-27")
def test_a_flyer_is_pushed_and_pulled_like_anybody_spikes_included() -> None:
    shove = card("shove", {"do": "push", "steps": 2})
    table = Table("ada", "cyd", quiet=True, arena=ground(spikes=[(2, 0)])).mat(shove).unit("c2", flying=True)
    table.activate().push("c2")
    assert table["c2"].at == (3, 0) and table["c2"].hp == 9
    hook = card("hook", {"do": "pull", "reach": 3})
    pulled = Table("ada", "cyd", quiet=True, arena=ground(spikes=[(1, 0)]), at=[(0, 0), (3, 0)]).mat(hook)
    pulled.unit("c2", flying=True).activate().pull("c2")
    assert pulled["c2"].at == (1, 0) and pulled["c2"].hp == 9


@pytest.mark.rules("MAYA-AMB-29")
def test_a_jump_goes_straight_over_anything_but_a_void_and_enters_its_landing_only() -> None:
    leap = card("leap", {"do": "jump", "steps": 3})
    arena = ground(spikes=[(1, 0), (3, 0)], walls=[((1, 0), (2, 0))], void=[(0, 1)])
    table = Table(arena=arena, at=[(0, 0), (2, 0)]).mat(leap).unit("c1", root=0).activate()
    spots = table.reach(0)
    assert (3, 0) in spots and (1, 1) not in spots and (0, 2) not in spots
    table.take(0, path=((3, 0),), how="jump")
    assert table["c1"].at == (3, 0) and table["c1"].hp == 9
    rooted = Table(at=[(0, 0), (5, 0)]).mat(leap).unit("c1", root=2).activate()
    assert {at for at in rooted.reach(0) if at[0] == 0} == {(0, 1), (0, -1)}
    rooted.take(0, path=((0, 1),), how="jump")
    assert rooted["c1"].root == 0


@pytest.mark.rules("MAYA-MOVE-07")
@pytest.mark.parametrize("stray", [{"target": "c2"}, {"centre": "c2"}, {"direction": 1}, {"using": ("nothing",)}])
def test_another_path_than_the_offered_one_is_still_a_move_and_names_nothing_else(stray: dict[str, Any]) -> None:
    arena = ground(spikes=[(0, 1)])
    table = Table(at=[(0, 0), (4, 0)], arena=arena).mat(MOVE_2).activate()
    around: Any = table.by("move", path=((0, 1), (1, 1)))
    table.refused(evolve(around, **stray), "NO_LEGAL_WAY", "MAYA-AMB-20")
    assert table.do(around)["c1"].at == (1, 1)
