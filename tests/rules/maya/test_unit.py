"""Units: who is whose friend, who passes whom; and points of interest."""

from __future__ import annotations

import pytest

from domain.maya.events import ChampionSpawned, MinionKilled
from domain.maya.hexes import Hex
from domain.maya.intents import ActivateCard, BuyUpgrade, ChooseRespawn, SpawnMinion
from domain.maya.state import Head
from tests.rules.maya.play import HOMES, Table, card, ground, point

JAB = card("jab", {"do": "attack", "value": 3})
WALK = card("walk", {"do": "move", "steps": 2})

CORRIDOR = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if r != 0]
"""Voids that leave one row of spaces."""


@pytest.mark.rules("MAYA-UNIT-01", "MAYA-UNIT-02")
def test_a_space_holds_one_unit() -> None:
    table = Table(seats=4, at=[(0, 0), (0, 1), (1, 0), (4, 0)]).mat(WALK).activate()
    for taken in ((0, 1), (1, 0)):
        table.refused(table.by("move", path=[taken]), *_refusal(taken))
    lay = card("lay", {"do": "place", "piece": "engram", "count": 1, "where": "adjacent"})
    placing = Table(seats=4, at=[(0, 0), (0, 1), (1, 0), (4, 0)]).mat(lay).activate().take(0)
    spaces = {tuple(offer.intent.answer[0]) for offer in placing.offers()}
    assert spaces == {(-1, 0), (-1, 1), (0, -1), (1, -1)}


def _refusal(at: tuple[int, int]) -> tuple[str, str]:
    return ("PATH_ENEMY", "MAYA-UNIT-05") if at == (0, 1) else ("PATH_END_TAKEN", "MAYA-UNIT-02")


@pytest.mark.rules("MAYA-UNIT-03", "MAYA-MOVE-05")
def test_friends_are_passed_through() -> None:
    table = Table(seats=4, at=[(0, 0), (4, 0), (1, 0), (5, 0)], arena=ground(void=CORRIDOR)).mat(WALK).activate()
    assert table.move((1, 0), (2, 0))["c1"].at == (2, 0)


@pytest.mark.rules("MAYA-UNIT-04")
def test_a_teammates_minion_is_a_friend_and_a_rivals_is_not() -> None:
    teams = Table(seats=4, at=[(0, 0), (5, 0), (4, 0), (-5, 0)]).mat(JAB, WALK).minion((1, 0), owner=3).activate()
    assert teams.aims("attack") == set()
    assert (2, 0) in teams.activate(2).reaches()
    alone = Table(seats=4, mode="headhunters", at=[(0, 0), (5, 0), (4, 0), (-5, 0)]).mat(JAB).minion((1, 0), owner=3)
    assert alone.activate().aims("attack") == {"m1"}
    own = Table(seats=4, mode="headhunters", at=[(0, 0), (5, 0), (4, 0), (-5, 0)]).mat(JAB).minion((1, 0), owner=1)
    assert own.activate().aims("attack") == set()


@pytest.mark.rules("MAYA-UNIT-05", "MAYA-AMB-12")
@pytest.mark.parametrize("owner", [0, 2])
def test_enemies_and_neutrals_are_not_passed_on_foot(owner: int) -> None:
    table = Table(at=[(0, 0), (5, 0)], arena=ground(void=CORRIDOR)).mat(WALK).minion((1, 0), owner=owner).activate()
    table.refused(table.by("move", path=[(1, 0), (2, 0)]), "PATH_ENEMY", "MAYA-UNIT-05")
    assert table.reaches() == {(-1, 0), (-2, 0)}


@pytest.mark.rules("MAYA-UNIT-06")
def test_champions_and_minions_are_entities_and_objects_are_not() -> None:
    table = Table().minion((0, 1)).engram((2, 0)).tower((3, 0))
    assert {unit.id: unit.is_entity for unit in table.state.standing_units()} == {
        "c1": True,
        "c2": True,
        "m1": True,
        "e1.1": False,
        "t2a": False,
    }
    hook = card("hook", {"do": "pull", "reach": 3})
    assert Table(at=[(0, 0), (0, 2)]).mat(hook).tower((2, 0)).activate().aims("pull") == {"c2"}


@pytest.mark.rules("MAYA-UNIT-07")
def test_a_champion_is_moved_by_its_own_player_only() -> None:
    table = Table().mat(WALK).mat(WALK, seat=2).activate()
    intent = table.by("move", path=[(0, 1)])
    table.refused(type(intent)(2, 1, "card", 0, "", (Hex(1, 1),)), "NOT_YOUR_TURN", "MAYA-TURN-01")
    table.refused(ActivateCard(2, 1), "NOT_YOUR_TURN", "MAYA-TURN-01")
    table.do(intent)
    assert table["c1"].at == (0, 1) and table["c2"].at == (1, 0)


@pytest.mark.rules("MAYA-UNIT-08")
def test_minions_begin_neutral_with_actions_of_their_own() -> None:
    table = Table.dealt(upto="fragments")
    minions = [unit for unit in table.state.units.values() if unit.kind == "minion"]
    assert minions and {(unit.owner, unit.team) for unit in minions} == {(0, 0)}


@pytest.mark.rules("MAYA-UNIT-09", "MAYA-MIN-10")
def test_who_takes_the_last_chip_gets_the_head() -> None:
    table = Table().mat(JAB).minion((0, 1), hp=3).activate().attack("m1")
    assert table.one(MinionKilled).seat == 1
    assert table.seat().purse.heads == (Head("m1", "warden-of-knots"),) and table.seat().purse.bank == 3


@pytest.mark.rules("MAYA-AMB-14", "MAYA-UNIT-03")
def test_an_own_object_is_passed_through_and_never_stopped_on() -> None:
    table = Table(at=[(0, 0), (5, 0)], arena=ground(void=CORRIDOR)).mat(WALK).engram((1, 0)).activate()
    table.refused(table.by("move", path=[(1, 0)]), "PATH_END_TAKEN", "MAYA-UNIT-02")
    assert table.move((1, 0), (2, 0))["c1"].at == (2, 0)


@pytest.mark.rules("MAYA-AMB-15", "MAYA-MIN-08")
def test_a_destroyed_object_fills_no_bank_and_goes_back_to_its_owner() -> None:
    table = Table("ada", "prabhakar", quiet=True).mat(JAB).engram((0, 1), seat=2, name="e2.1", hp=2).activate()
    assert table.supply("engram", 2) == 2
    table.attack("e2.1")
    assert "e2.1" not in table.state.units and table.supply("engram", 2) == 3
    assert (table.seat(1).purse.bank, table.seat(2).purse.bank) == (0, 0)


# Points of interest.

SPOT = point("Shrine", (0, 0), (1, 0), (0, 1))


@pytest.mark.rules("MAYA-POI-01", "MAYA-POI-02", "MAYA-POI-09", "MAYA-XP-02")
@pytest.mark.parametrize(
    ("at", "serves"), [((0, 0), True), ((1, 0), True), ((0, 1), True), ((1, 1), False), ((-1, 0), False)]
)
def test_a_point_serves_the_three_spaces_around_its_corner(at: tuple[int, int], serves: bool) -> None:
    table = Table(arena=ground(upgrades=[SPOT]), at=[at, (5, 0)]).purse(xp=5).unit("c1", hp=8, max_hp=8)
    assert bool(table.offered(BuyUpgrade)) == serves
    if serves:
        table.do(BuyUpgrade(1, "hp", 1))
        assert table["c1"].max_hp == 10
    else:
        table.refused(BuyUpgrade(1, "hp", 1), "NOT_AT_A_POINT", "MAYA-XP-02")


@pytest.mark.rules("MAYA-POI-09")
def test_the_upgrade_point_of_the_other_team_does_not_serve() -> None:
    theirs = point("Theirs", (0, 0), (1, 0), (0, 1), owner=2)
    table = Table(arena=ground(upgrades=[theirs])).purse(xp=5)
    table.refused(BuyUpgrade(1, "hp", 1), "NOT_AT_A_POINT", "MAYA-XP-02")
    own = point("Own", (0, 0), (1, 0), (0, 1), owner=1)
    assert Table(arena=ground(upgrades=[own])).purse(xp=5).offered(BuyUpgrade)


@pytest.mark.rules("MAYA-POI-03")
def test_the_mode_says_which_points_serve_whom() -> None:
    points = [point("Mid", (0, 4), (1, 3), (1, 4), zone="field"), *HOMES]
    siege = Table(arena=ground(spawns=points)).off("c2").end_turn()
    assert {intent.point for intent in siege.offered(ChooseRespawn, 2)} == {"Home 2"}
    hunt = Table(mode="headhunters", arena=ground(spawns=points)).off("c2").end_turn()
    assert {intent.point for intent in hunt.offered(ChooseRespawn, 2)} == {"Mid", "Home 1", "Home 2"}


@pytest.mark.rules("MAYA-POI-04")
def test_points_of_different_kinds_share_a_corner() -> None:
    corner = ((0, 0), (1, 0), (0, 1))
    arena = ground(spawns=[point("In", *corner, owner=1)], upgrades=[point("Up", *corner)])
    table = Table(arena=arena, at=[(0, 0), (5, 0)]).purse(xp=5, bank=3, heads=(Head("m1", "warden-of-knots"),))
    assert table.offered(BuyUpgrade)
    assert {intent.at for intent in table.offered(SpawnMinion)} == {(1, 0), (0, 1)}


@pytest.mark.rules("MAYA-POI-05", "MAYA-POI-08")
def test_a_spawn_point_is_neutral_or_a_teams_and_the_other_teams_does_not_serve() -> None:
    neutral = point("Mid", (0, 4), (1, 3), (1, 4))
    table = Table(arena=ground(spawns=[neutral, *HOMES])).off("c2").end_turn()
    table.refused(ChooseRespawn(2, "Home 1", Hex(-4, 0)), "NOT_ELIGIBLE", "MAYA-TURN-05")
    table.do(ChooseRespawn(2, "Home 2", Hex(4, 0)))
    assert table.one(ChampionSpawned).point == "Home 2"
    minion = Table(arena=ground(spawns=[neutral, *HOMES])).purse(bank=2, heads=(Head("m1", "warden-of-knots"),))
    assert {intent.point for intent in minion.offered(SpawnMinion)} == {"Mid", "Home 1"}


@pytest.mark.rules("MAYA-POI-06")
def test_a_champion_comes_in_as_near_to_the_point_as_it_can() -> None:
    table = Table(arena=ground(spawns=HOMES), at=[(4, 0), (1, 0)]).off("c2").end_turn()
    assert {intent.at for intent in table.offered(ChooseRespawn, 2)} == {(4, 1), (5, 0)}
    table.refused(ChooseRespawn(2, "Home 2", Hex(3, 0)), "NOT_NEAREST", "MAYA-POI-06")


@pytest.mark.rules("MAYA-POI-07", "MAYA-AMB-81")
def test_only_where_the_point_is_full_does_it_come_in_farther_off() -> None:
    table = Table(arena=ground(spawns=HOMES), at=[(4, 0), (1, 0)]).off("c2")
    table.minion((4, 1), name="m1", owner=2).minion((5, 0), name="m2", owner=2).end_turn()
    assert {intent.at for intent in table.offered(ChooseRespawn, 2)} == {(5, -1), (4, -1), (3, 0), (3, 1), (3, 2)}
