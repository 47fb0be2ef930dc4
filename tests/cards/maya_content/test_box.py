"""What is in the box: counts, ladders, rosters, arenas and modes."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.maya.content.effects import BASIC_ACTIONS
from domain.maya.content.loader import load_pack
from domain.maya.content.models import Champion, Map, Mode
from domain.maya.hexes import Hex, Level, distance, reachable, spawn_spaces, terrain_distances
from domain.maya.hexes.standing import EMPTY
from tests.cards.maya_content.files import with_change

PACK = load_pack()
MAPS = [pytest.param(arena, id=arena.id) for arena in PACK.maps.values()]


@pytest.mark.rules("MAYA-COMP-02", "MAYA-AMB-68")
def test_there_are_nineteen_objectives_two_of_them_starters_with_two_sides() -> None:
    starters = [objective for objective in PACK.objectives.values() if objective.starter]
    assert len(PACK.objectives) == 19
    assert {objective.id for objective in starters} == {"lay-of-the-land", "whetstone"}
    for objective in PACK.objectives.values():
        assert len(objective.sides) == (2 if objective.starter else 1)
    for starter in starters:
        assert [(side.xp, side.on_complete) for side in starter.sides] == [(1, "flip"), (2, "remove")]
    assert Counter(objective.sides[0].xp for objective in PACK.objectives.values() if not objective.starter) == {
        1: 6,
        2: 10,
        3: 1,
    }


def test_there_are_twenty_four_fragments_without_traits() -> None:
    assert sum(fragment.copies for fragment in PACK.fragments.values()) == 24
    for fragment in PACK.fragments.values():
        assert {type(effect) for ability in fragment.program for effect in ability.do} <= set(BASIC_ACTIONS)
    assert not set(PACK.fragments) & set(PACK.cards)


@pytest.mark.rules("MAYA-COMP-06")
def test_there_are_forty_eight_cards_beyond_the_starter_decks() -> None:
    additional = [card for card in PACK.cards.values() if card.additional]
    assert sum(card.copies for card in additional) == 48
    in_starters = {card for champion in PACK.champions.values() for card in champion.starter}
    assert {card.id for card in additional} == set(PACK.cards) - in_starters


@pytest.mark.rules("MAYA-COMP-09", "MAYA-ROSTER-01")
def test_there_are_thirteen_heads_of_five_kinds() -> None:
    assert {minion.id: minion.heads for minion in PACK.minions.values()} == {
        "warden-of-knots": 4,
        "kanstap-wanstap": 4,
        "elder-komon": 1,
        "big-stepper": 2,
        "mama-malevolence": 2,
    }
    assert sum(minion.heads for minion in PACK.minions.values()) == 13
    assert [side.id for side in PACK.minions["elder-komon"].sides] == ["a", "b"]


@pytest.mark.rules("MAYA-ROSTER-13")
def test_mama_malevolence_is_on_no_map_and_stands_in_for_as_many_big_steppers_as_any_has() -> None:
    mama = PACK.minions["mama-malevolence"]
    assert mama.replaces == "big-stepper"
    for arena in PACK.maps.values():
        kinds = Counter(lair.minion for lair in arena.lairs)
        assert kinds[mama.id] == 0 and kinds[mama.replaces] <= mama.heads


@pytest.mark.rules("MAYA-CHAMP-05", "MAYA-CHAMP-01", "MAYA-CHAMP-07")
def test_the_four_champions_of_the_first_set_are_there_one_for_each_species() -> None:
    assert set(PACK.champions) == {"dangsa", "kshar", "prabhakar", "mauravi"}
    assert {champion.species for champion in PACK.champions.values()} == {"garuda", "manushya", "naag", "vaanar"}
    assert all(champion.placeholder for champion in PACK.champions.values())


@pytest.mark.rules("MAYA-COMP-17", "MAYA-CHAMP-03", "MAYA-CHAMP-04", "MAYA-UPG-12")
@pytest.mark.parametrize("portrait", [pytest.param(champion, id=id_) for id_, champion in PACK.champions.items()])
def test_a_champion_brings_three_of_each_and_four_symbols(portrait: Champion) -> None:
    assert [passive.trait for passive in PACK.passives_of(portrait.id)] == list(portrait.traits)
    assert len(PACK.skills_of(portrait.id)) == len(portrait.hp) == len(portrait.energy) == len(portrait.duals) == 3
    assert {frozenset(dual.traits) for dual in portrait.duals} == {
        frozenset(portrait.traits) - {trait} for trait in portrait.traits
    }
    assert portrait.hand in (4, 5)
    assert portrait.hp[0].xp == 0 and [token.value for token in portrait.energy] == [1, 2, 3]


def test_the_ladders_of_the_champions_are_these() -> None:
    assert {
        champion.id: (champion.hand, [token.value for token in champion.hp], [token.xp for token in champion.hp])
        for champion in PACK.champions.values()
    } == {
        "kshar": (4, [12, 14, 17], [0, 2, 3]),
        "prabhakar": (5, [9, 11, 13], [0, 1, 2]),
        "dangsa": (4, [10, 12, 14], [0, 1, 2]),
        "mauravi": (5, [8, 10, 12], [0, 1, 2]),
    }


@pytest.mark.rules("MAYA-GSETUP-13")
def test_class_supplies_go_to_the_champions_of_their_trait() -> None:
    assert {id_: PACK.supplies_of(id_) for id_ in PACK.champions} == {
        "kshar": {},
        "prabhakar": {"foundation": 4, "engram": 3},
        "dangsa": {"vish": 7},
        "mauravi": {"flight": 1},
    }


def test_a_foundation_is_high_ground_over_spikes_and_an_engram_a_unit_of_two_hp() -> None:
    foundation, engram, tower = (PACK.pieces[id_] for id_ in ("foundation", "engram", "tower"))
    assert (foundation.form, foundation.high_ground, foundation.covers_spikes) == ("tile", True, True)
    assert (engram.form, engram.hp, engram.attackable) == ("ido", 2, True)
    assert (tower.form, tower.attackable) == ("ido", True)


@pytest.mark.rules("MAYA-ITEM-06")
def test_the_box_has_no_items_though_a_host_may_add_some() -> None:
    assert PACK.items == {} and all(arena.items == () for arena in PACK.maps.values())
    pack = with_change(
        "map_siege_1v1.toml",
        "[[map]]",
        '[[item]]\nid = "relic-shard"\nname = "Shard"\n\n[[map]]\nitems = [{ item = "relic-shard", at = [0, 0] }]',
    )
    assert [(item.item, item.at) for item in pack.maps["siege_1v1"].items] == [("relic-shard", Hex(0, 0))]


@pytest.mark.rules("MAYA-CARD-15", "MAYA-CARD-16")
def test_a_card_shows_one_symbol_two_equal_a_shattered_or_none_as_signature() -> None:
    def symbols(card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return PACK.cards[card].traits, PACK.cards[card].symbols

    assert symbols("branch-breaker") == (("vaanar",), ("vaanar",))
    assert symbols("overhead-swing") == (("vaanar", "vaanar"), ("vaanar", "vaanar"))
    assert symbols("elite-security") == (("vaanar",), ())
    assert symbols("verdict-of-the-grid") == ((), ())


def test_the_cards_that_the_rulebook_names_are_there() -> None:
    assert {card.name for card in PACK.cards.values() if card.named_in_rulebook} == {
        "Whirling Weights",
        "The Toecrusher",
        "Elite Security",
    }


# Arenas and modes.


@pytest.mark.rules("MAYA-COMP-08")
def test_the_arenas_of_the_box_are_known_by_name() -> None:
    assert set(PACK.maps) == {"siege_1v1", "siege_2v2", "headhunters_2p", "headhunters_3p", "headhunters_4p"}
    assert PACK.maps["headhunters_4p"].zones == ("Canopy Court", "Clock Yard", "Salt Stair", "Serpent Well")


@pytest.mark.rules("MAYA-TERR-01")
@pytest.mark.parametrize("arena", MAPS)
def test_a_map_has_levels_spikes_zones_walls_and_points_that_can_be_used(arena: Map) -> None:
    board = arena.board
    spaces = [space for space in arena.spaces.values() if not space.void]
    assert {space.level for space in spaces} == set(Level)
    assert any(space.spikes for space in spaces) and any(space.void for space in arena.spaces.values())
    assert all(space.zone for space in spaces) and board.walls
    stood_on = {tower.at for tower in arena.towers} | {lair.at for lair in arena.lairs}
    for point in arena.spawns:
        assert set(spawn_spaces(board, stood_on, point.at)) <= set(point.at)
    for point in (*arena.spawns, *arena.upgrades):
        assert any(board.is_ground(space) for space in point.at)
    for lair in arena.lairs:
        kind = "headhunters" if arena.id.startswith("headhunters") else "siege"
        assert lair.hp == PACK.minions[lair.minion].hp[kind]


@pytest.mark.parametrize("arena", MAPS)
def test_every_space_of_a_map_can_be_walked_to(arena: Map) -> None:
    start = min(space for space in arena.spaces if arena.board.is_ground(space))
    ground = {space for space in arena.spaces if arena.board.is_ground(space)}
    assert set(terrain_distances(arena.board, start)) == ground
    assert set(reachable(arena.board, EMPTY, start, len(ground))) == ground


@pytest.mark.rules("MAYA-TERR-23")
@pytest.mark.parametrize("arena", MAPS)
def test_each_zone_of_a_map_is_one_connected_group(arena: Map) -> None:
    for zone in arena.zones:
        spaces = {space for space in arena.spaces if arena.board.zone(space) == zone}
        joined, edge = set(), [min(spaces)]
        while edge:
            space = edge.pop()
            joined.add(space)
            edge += [near for near in spaces - joined if distance(near, space) == 1]
        assert joined == spaces


@pytest.mark.parametrize("id_", ["siege_1v1", "siege_2v2"])
def test_a_siege_map_is_the_same_for_both_teams(id_: str) -> None:
    arena = PACK.maps[id_]

    def turned(space: Hex) -> Hex:
        return Hex(-space.q, -space.r)

    def looks(space: Hex) -> tuple[Level, bool, bool]:
        found = arena.spaces[space]
        return found.level, found.spikes, found.void

    assert all(looks(turned(space)) == looks(space) for space in arena.spaces)
    assert arena.board.walls == {tuple(sorted(map(turned, wall))) for wall in arena.board.walls}
    assert {(tower.team, tower.at) for tower in arena.towers} == {
        (3 - tower.team, turned(tower.at)) for tower in arena.towers
    }
    assert Counter((lair.minion, lair.at) for lair in arena.lairs) == Counter(
        (lair.minion, turned(lair.at)) for lair in arena.lairs
    )
    points = {tuple(sorted(map(turned, point.at))) for point in arena.spawns}
    assert points == {point.at for point in arena.spawns}


@pytest.mark.rules("MAYA-GSETUP-02", "MAYA-AMB-113")
def test_the_modes_are_two_sieges_and_headhunters_and_siege_comes_first() -> None:
    assert {id_: mode.players for id_, mode in PACK.modes.items()} == {
        "siege-1v1": (2,),
        "siege-2v2": (4,),
        "headhunters": (2, 3, 4),
    }
    assert PACK.modes[PACK.default_mode].kind == "siege"
    assert all((mode.siege is None) == (mode.kind != "siege") for mode in PACK.modes.values())


@pytest.mark.parametrize("mode", [pytest.param(mode, id=id_) for id_, mode in PACK.modes.items()])
def test_two_players_see_four_objectives_and_more_see_five(mode: Mode) -> None:
    assert all(row == (4 if players == 2 else 5) for players, row in mode.objective_row.items())
