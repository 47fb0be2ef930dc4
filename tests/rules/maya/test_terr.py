"""The arena in play: height, walls, spikes, voids, zones and tiles."""

from __future__ import annotations

import pytest

from domain.maya.events import ChampionKilled, ChipsMoved, DamageDealt, UnitMoved
from domain.maya.hexes import Board, Hex, Level, Space, border
from domain.maya.intents import ChooseRespawn, SpawnMinion, TakeAction
from domain.maya.packs import pack_of
from domain.maya.state import Head, Tracks
from domain.maya.table import board
from tests.rules.maya.play import HOMES, Table, card, ground, made, point

JAB = card("jab", {"do": "attack", "value": 2})
WALK = card("walk", {"do": "move", "steps": 3})
SHOT = card("shot", {"do": "attack", "value": 2, "range": 3})
BOLT = card("bolt", {"do": "attack", "value": 2, "projectile": 3})
SHOVE = card("shove", {"do": "push", "steps": 2})
HOOK = card("hook", {"do": "pull", "reach": 3})


@pytest.mark.rules("MAYA-TERR-02")
def test_a_free_space_takes_a_unit() -> None:
    table = Table(arena=ground(high=[(0, 1)], low=[(0, 2)])).mat(WALK).activate().move((0, 1), (0, 2), (0, 3))
    assert table["c1"].at == (0, 3)


@pytest.mark.rules("MAYA-TERR-03", "MAYA-AMB-04")
def test_a_space_without_a_mark_is_flat_between_low_and_high() -> None:
    table = Table(arena=ground(high=[(0, 1)], low=[(1, 1)]))
    field = board(table.state)
    assert [field.level(Hex(*at)) for at in ((1, 1), (2, 1), (0, 1))] == [Level.LOW, Level.FLAT, Level.HIGH]
    assert [int(level) for level in Level] == [0, 1, 2]


@pytest.mark.rules("MAYA-TERR-04", "MAYA-AMB-07")
def test_high_ground_is_where_the_champion_stands() -> None:
    eagle = card("eagle", {"do": [{"do": "if", "if": "on_high_ground", "then": [{"do": "draw", "value": 2}]}]})
    high = Table(arena=ground(high=[(0, 0)])).mat(eagle).activate().take(0)
    assert len(high.held()) == 2
    flat = Table(arena=ground(high=[(1, 0)])).mat(eagle).activate()
    assert not flat.offered(TakeAction)


@pytest.mark.rules("MAYA-TERR-05", "MAYA-AMB-05")
@pytest.mark.parametrize("name", ["jab", "shot", "bolt", "lance", "sweep"])
def test_an_attack_from_above_deals_one_more_whatever_its_reach(name: str) -> None:
    lance = card("lance", {"do": "attack", "value": 2, "piercing": 3})
    sweep = card("sweep", {"do": "attack", "value": 2, "area": "all_adjacent"})
    table = Table(arena=ground(high=[(0, 0)]), cards=[JAB, SHOT, BOLT, lance, sweep]).mat(name).activate()
    offered = [
        intent for intent in table.offered(type(table.by("attack"))) if intent.target == "c2" or not intent.target
    ]
    table.do(offered[0])
    hit = table.one(DamageDealt)
    assert (hit.raw, hit.height, hit.lost) == (2, 1, 3) and table["c2"].hp == 7


@pytest.mark.rules("MAYA-TERR-05", "MAYA-ATT-04")
def test_the_bonus_comes_before_defence() -> None:
    table = Table(arena=ground(high=[(0, 0)])).mat(JAB).unit("c2", defence=3).activate().attack("c2")
    assert (table["c2"].defence, table["c2"].hp) == (0, 10)


@pytest.mark.rules("MAYA-TERR-05", "MAYA-AMB-06")
def test_an_attack_of_nothing_deals_one_from_above() -> None:
    feint = card("feint", {"do": "attack", "value": "naag", "root": 1})
    table = Table(arena=ground(high=[(0, 0)])).mat(feint).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].root) == (9, 1)
    level = Table().mat(feint).activate().attack("c2")
    assert (level["c2"].hp, level["c2"].root) == (10, 1)


@pytest.mark.rules("MAYA-TERR-06", "MAYA-TERR-07", "MAYA-TERR-08")
@pytest.mark.parametrize(
    ("here", "there", "lost"),
    [
        ("high", "low", 3),
        ("high", "flat", 3),
        ("flat", "low", 3),
        ("high", "high", 2),
        ("low", "high", 2),
        ("flat", "high", 2),
    ],
)
def test_one_level_or_two_are_the_same_and_upward_is_no_worse(here: str, there: str, lost: int) -> None:
    levels: dict[str, list[tuple[int, int]]] = {"high": [], "low": [], "flat": []}
    levels[here].append((0, 0))
    levels[there].append((1, 0))
    table = Table(arena=ground(high=levels["high"], low=levels["low"])).mat(JAB).activate().attack("c2")
    assert 10 - table["c2"].hp == lost


@pytest.mark.rules("MAYA-AMB-05")
def test_height_adds_nothing_to_pushes_and_spikes() -> None:
    arena = ground(high=[(0, 0)], spikes=[(2, 0)], void=[(3, 0)])
    table = Table(arena=arena).mat(SHOVE).activate().push("c2")
    assert [(event.kind, event.raw, event.height) for event in table.happened(DamageDealt)] == [
        ("spike", 1, 0),
        ("collision", 1, 0),
    ]


@pytest.mark.rules("MAYA-AMB-05", "MAYA-AMB-21")
def test_height_is_judged_for_each_target() -> None:
    sweep = card("sweep", {"do": "attack", "value": 2, "area": "all_adjacent"})
    table = Table(arena=ground(high=[(0, 0), (1, 0)])).mat(sweep).minion((0, 1), hp=6).activate().attack()
    assert table["c2"].hp == 8 and table["m1"].hp == 3


@pytest.mark.rules("MAYA-TERR-09", "MAYA-AMB-05")
def test_a_minion_on_high_ground_has_the_bonus_too() -> None:
    table = Table(arena=ground(high=[(0, 1)]), at=[(0, 0), (5, 0)]).minion((0, 1), hp=6, kind="kanstap-wanstap")
    table.having(tracks=Tracks((1, 2), (1, 2), (2,))).end_turn()
    table.idle(lambda t: t.state.turn.seat == 2)
    attacks = [event for event in table.log if isinstance(event, DamageDealt) and event.source == "m1"]
    assert [(event.raw, event.height, event.target) for event in attacks] == [(3, 1, "c1")]


@pytest.mark.rules("MAYA-TERR-10")
def test_going_up_and_down_costs_nothing() -> None:
    table = Table(arena=ground(low=[(0, 0)], high=[(0, 1)])).mat(card("walk2", {"do": "move", "steps": 2})).activate()
    assert table.move((0, 1), (0, 2))["c1"].at == (0, 2)


@pytest.mark.rules("MAYA-TERR-11", "MAYA-MOVE-04")
def test_a_wall_stops_a_step_and_can_be_walked_round() -> None:
    table = Table(arena=ground(walls=[((0, 0), (0, 1))])).mat(WALK).activate()
    table.refused(table.by("move", path=[(0, 1), (0, 2), (0, 3)]), "PATH_WALL", "MAYA-TERR-11")
    assert table.move((-1, 1), (0, 1))["c1"].at == (0, 1)


@pytest.mark.rules("MAYA-TERR-12", "MAYA-TERR-13")
def test_a_wall_stops_an_attack() -> None:
    table = Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(JAB).activate()
    table.refused(table.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    table.minion((0, 1))
    table.refused(table.by("attack", "c2"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    assert table.aims("attack") == {"m1"}


@pytest.mark.rules("MAYA-TERR-13")
def test_units_with_a_wall_between_them_are_not_adjacent_for_aggro() -> None:
    walled = Table(arena=ground(walls=[((0, 0), (0, 1))]), at=[(0, 0), (5, 0)]).minion((0, 1), hp=6)
    walled.end_turn()
    assert "AggroMarked" not in [event.TYPE for event in walled.log]
    open_ground = Table(at=[(0, 0), (5, 0)]).minion((0, 1), hp=6).end_turn()
    assert "AggroMarked" in [event.TYPE for event in open_ground.log]


@pytest.mark.rules("MAYA-TERR-14")
def test_spaces_with_a_wall_between_them_still_surround_each_other() -> None:
    near = card("near", {"do": "damage", "value": 1, "target": {"each": "enemy entity", "within": 1}})
    table = Table(arena=ground(walls=[((0, 0), (1, 0))])).mat(near, JAB).activate()
    table.take(0)
    assert table["c2"].hp == 9
    field = Board({Hex(0, 0): Space(), Hex(1, 0): Space()}, frozenset({border(Hex(0, 0), Hex(1, 0))}))
    assert Hex(1, 0) in field.surrounding(Hex(0, 0)) and Hex(1, 0) not in field.adjacent(Hex(0, 0))


@pytest.mark.rules("MAYA-TERR-15", "MAYA-AMB-09")
def test_a_spiked_space_costs_one_which_defence_absorbs() -> None:
    arena = ground(spikes=[(0, 1)])
    table = Table(arena=arena).mat(WALK).unit("c1", hp=5, defence=1).activate().move((0, 1), (0, 2))
    assert (table["c1"].hp, table["c1"].defence) == (5, 0)
    bare = Table(arena=arena).mat(WALK).unit("c1", hp=5).activate().move((0, 1))
    assert bare["c1"].hp == 4


@pytest.mark.rules("MAYA-TERR-16", "MAYA-AMB-08")
def test_each_spiked_space_of_a_path_counts() -> None:
    table = Table(arena=ground(spikes=[(0, 1), (0, 2)])).mat(WALK).activate().move((0, 1), (0, 2), (0, 3))
    assert [event.kind for event in table.happened(DamageDealt)] == ["spike", "spike"] and table["c1"].hp == 8


@pytest.mark.rules("MAYA-TERR-17")
def test_standing_on_spikes_does_no_more_harm() -> None:
    table = Table(arena=ground(spikes=[(0, 0)])).end_turn()
    table.next_round().prepare("", "").idle(lambda t: t.state.turn.seat == 1 and t.state.step == "action")
    assert table["c1"].hp == 10 and table["c1"].at == (0, 0)
    assert not [event for event in table.log if isinstance(event, DamageDealt)]


@pytest.mark.rules("MAYA-TERR-18", "MAYA-AMB-08")
def test_leaving_spikes_does_no_harm() -> None:
    table = Table(arena=ground(spikes=[(0, 0)])).mat(WALK).activate().move((0, 1))
    assert table["c1"].hp == 10


@pytest.mark.rules("MAYA-TERR-19", "MAYA-AMB-33")
def test_spikes_hurt_who_is_pushed_onto_them_but_not_a_friend() -> None:
    arena = ground(spikes=[(2, 0), (0, 2)])
    table = Table(seats=4, at=[(0, 0), (1, 0), (0, 1), (-4, 0)], arena=arena)
    table.mat(card("shove", {"do": "push", "steps": 2}, {"do": "push", "steps": 2})).activate()
    table.push("c2").push("c3", number=2)
    assert table["c2"].hp == 9 and table["c3"].hp == 10
    assert table["c3"].at == (0, 3)


@pytest.mark.rules("MAYA-TERR-19", "MAYA-AMB-38")
def test_spikes_hurt_a_minion_that_is_pulled_over_them() -> None:
    table = Table(arena=ground(spikes=[(0, 2)]), at=[(0, 0), (5, 0)]).minion((0, 3)).mat(HOOK).activate().pull("m1")
    assert table["m1"].at == (0, 1) and table["m1"].hp == 2
    assert table.one(ChipsMoved) == ChipsMoved("m1", 1, 1)


@pytest.mark.rules("MAYA-AMB-10")
def test_a_unit_that_dies_on_spikes_goes_no_farther() -> None:
    table = Table(arena=ground(spikes=[(0, 1), (0, 2)])).mat(WALK).unit("c1", hp=1).activate()
    table.move((0, 1), (0, 2), (0, 3))
    assert table.one(ChampionKilled) == ChampionKilled(1, 0, "spike")
    assert len(table.happened(DamageDealt)) == 1


@pytest.mark.rules("MAYA-AMB-10")
def test_a_unit_that_dies_while_it_passes_a_friend_never_stood_on_its_space() -> None:
    table = Table(arena=ground(spikes=[(0, 2)]), seats=4, at=[(0, 0), (4, 0), (0, 2), (-4, 0)]).mat(WALK)
    table.unit("c1", hp=1).activate().move((0, 1), (0, 2), (0, 3))
    assert table.one(ChampionKilled) == ChampionKilled(1, 0, "spike")
    assert table.one(UnitMoved).path == ((0, 1),)
    assert (table["c1"].at, table["c3"].at) == (None, (0, 2))


@pytest.mark.rules("MAYA-TERR-20", "MAYA-MOVE-04", "MAYA-AMB-03")
def test_nothing_enters_or_crosses_a_void_or_the_edge() -> None:
    table = Table(arena=ground(void=[(0, 1)]), at=[(0, 0), (5, 0)]).mat(WALK, SHOVE).activate()
    table.refused(table.by("move", path=[(0, 1), (0, 2)]), "PATH_VOID", "MAYA-TERR-20")
    assert (0, 1) not in table.reaches()
    edge = Table(at=[(0, 5), (5, 0)]).mat(WALK).activate()
    edge.refused(edge.by("move", path=[(0, 6)]), "PATH_VOID", "MAYA-TERR-20")
    pushed = Table(arena=ground(void=[(0, 2)]), at=[(0, 0), (0, 1)]).mat(SHOVE).activate().push("c2")
    assert pushed["c2"].at == (0, 1) and pushed["c2"].hp == 8


@pytest.mark.rules("MAYA-TERR-20", "MAYA-AMB-25")
def test_nobody_flies_over_a_void() -> None:
    row = [(q, r) for q in range(-5, 6) for r in (1,)]
    table = Table("cyd", "ada", quiet=True, arena=ground(void=row)).unit("c1", flying=True).mat(WALK).activate()
    assert not {at for at in table.reach(0, how="fly") if at[1] > 0}


@pytest.mark.rules("MAYA-TERR-21")
def test_no_attack_crosses_or_targets_a_void() -> None:
    row = [(q, 1) for q in range(-5, 6)]
    table = Table(arena=ground(void=row), at=[(0, 0), (0, 2)]).mat(BOLT, SHOT).activate(1)
    table.refused(table.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    table.activate(2).refused(table.by("attack", "c2"), "NO_TARGET", "MAYA-AMB-20")
    clear = Table(at=[(0, 0), (0, 2)]).mat(BOLT).activate().attack("c2")
    assert clear["c2"].hp == 8


@pytest.mark.rules("MAYA-TERR-22")
def test_a_void_takes_no_unit_and_no_tile() -> None:
    lay = card("lay", {"do": "place", "piece": "foundation", "count": 1, "where": "adjacent"})
    table = Table(arena=ground(void=[(0, 1)])).mat(lay).activate().take(0)
    options = {tuple(offer.intent.answer[0]) for offer in table.offers()}
    assert (0, 1) not in options and len(options) == 5
    home = (point("Home 1", (-4, -1), (-4, 0), (-5, 0), owner=1), point("Home 2", (4, 0), (4, 1), (5, 0), owner=2))
    spawning = Table(arena=ground(void=[(4, 0)], spawns=home)).off("c2").end_turn()
    assert {intent.at for intent in spawning.offered(ChooseRespawn, 2)} == {(4, 1), (5, 0)}


@pytest.mark.rules("MAYA-TERR-23", "MAYA-AMB-11")
def test_each_connected_group_of_one_look_is_a_zone_whatever_walls_cut_it() -> None:
    arena = made(
        "map",
        "striped",
        ground=[{"r": 0, "q": 0, "signs": ". . . . # ."}, {"r": 1, "q": 0, "signs": ". . . . . ."}],
        zone_names={"R": "Red", "B": "Blue"},
        zones=[{"r": 0, "q": 0, "signs": "R R B R # R"}, {"r": 1, "q": 0, "signs": "R B B R B R"}],
        walls=[[[0, 0], [1, 0]]],
        spawns=[{"name": "In", "owner": "neutral", "at": [[0, 0], [0, 1], [1, 0]]}],
        upgrades=[],
        towers=[],
        lairs=[],
    )
    field = pack_of(Table(cards=[arena]).state).maps["striped"].board
    groups: dict[str | None, set[tuple[int, int]]] = {}
    for at in field.spaces:
        groups.setdefault(field.zone(at), set()).add((at.q, at.r))
    assert groups.pop(None) == {(4, 0)}, "a void is in no zone"
    assert sorted(sorted(group) for group in groups.values()) == [
        [(0, 0), (0, 1), (1, 0)],
        [(1, 1), (2, 0), (2, 1)],
        [(3, 0), (3, 1)],
        [(4, 1)],
        [(5, 0), (5, 1)],
    ]


@pytest.mark.rules("MAYA-TERR-24")
def test_a_rule_may_speak_of_the_zone_a_unit_stands_in() -> None:
    north = [(q, r) for q in range(-5, 6) for r in range(-5, 0)]
    points = [point("N", (0, -4), (1, -4), (1, -5), zone="north"), point("S", (0, 4), (1, 3), (1, 4), zone="field")]
    arena = ground(zones={"north": north}, spawns=points)
    table = Table(mode="headhunters", arena=arena).off("c2").end_turn()
    assert {intent.point for intent in table.offered(ChooseRespawn, 2)} == {"N"}, "an enemy champion is in the field"
    other = Table(mode="headhunters", arena=arena, at=[(0, -1), (1, 0)]).off("c2").end_turn()
    assert {intent.point for intent in other.offered(ChooseRespawn, 2)} == {"S"}


@pytest.mark.rules("MAYA-TERR-25")
def test_a_space_holds_one_tile() -> None:
    lay = card("lay", {"do": "place", "piece": "foundation", "count": 1, "where": "adjacent"})
    table = Table().foundation((0, 1)).mat(lay).activate().take(0)
    assert (0, 1) not in {tuple(offer.intent.answer[0]) for offer in table.offers()}


@pytest.mark.rules("MAYA-AMB-08")
def test_who_is_put_on_spikes_is_not_hurt() -> None:
    home = (point("Home 2", (4, 0), (4, 1), (5, 0), owner=2), HOMES[0])
    table = Table(arena=ground(spikes=[(4, 0), (4, 1), (5, 0)], spawns=home)).off("c2").end_turn()
    table.do(ChooseRespawn(2, "Home 2", Hex(4, 0)))
    assert table["c2"].hp == 10 and not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-AMB-08")
def test_a_minion_that_comes_in_on_spikes_is_not_hurt() -> None:
    camp = point("camp", (-3, 0), (-3, 1), (-2, 0), owner=1)
    table = Table(arena=ground(spikes=[(-3, 0)], spawns=[camp])).mat(WALK)
    table.purse(bank=3, heads=(Head("m1", "warden-of-knots"),)).do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a"))
    assert table["m1"].hp == 3 and not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-AMB-08")
def test_changing_places_with_an_engram_on_spikes_does_no_harm() -> None:
    hop = card("hop", {"do": "swap", "target": {"one": "own engram", "within": 4}})
    table = Table("ada", "ben", quiet=True, arena=ground(spikes=[(0, 0), (0, 2)])).mat(hop).engram((0, 2))
    table.activate().take(0)
    assert (table["c1"].at, table["e1.1"].at) == ((0, 2), (0, 0))
    assert (table["c1"].hp, table["e1.1"].hp) == (10, 2) and not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-AMB-02")
def test_a_wall_is_the_border_of_two_neighbours_from_either_side() -> None:
    for pair in (((0, 0), (1, 0)), ((1, 0), (0, 0))):
        table = Table(arena=ground(walls=[pair])).mat(JAB).activate()
        assert not table.aims("attack")
