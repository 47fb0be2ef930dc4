"""Setting a table up: each player's side, then what all share."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.kernel.game import Refused
from domain.kernel.records import evolve
from domain.maya.content.loader import load_pack
from domain.maya.events import (
    ArenaPlaced,
    DeckShuffled,
    DeckSubmitted,
    FragmentPoolShuffled,
    FragmentsDealt,
    IdoPlaced,
    NeutralMinionPlaced,
    ObjectiveOpened,
    SupplyGranted,
    TeamsSet,
)
from domain.maya.game import MAYA
from domain.maya.intents import ArrangeFragments, SelectChampion, SubmitDeck, UseAbility
from domain.maya.packs import pack_of
from domain.maya.state import Tracks
from tests.cards.maya_content.files import built_in
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card, made
from tests.rules.maya.stand_ins import CHAMPIONS

BARE = built_in("map_siege_1v1.toml").replace('"siege_1v1"', '"bare"').replace('owner = "team2"', 'owner = "neutral"')
"""An arena without a spawn point for team 2."""

# Each player.


@pytest.mark.rules("MAYA-PSETUP-01")
def test_the_mode_sets_up_once_champions_and_decks_are_in() -> None:
    table = Table.dealt(upto="decks", decks="built")
    table.do(SubmitDeck(2, ()))
    assert not table.happened(ArenaPlaced) and table.state.arena is None
    table.do(SubmitDeck(1, ()))
    assert table.kinds[:2] == ["DeckSubmitted", "PhaseEntered"]
    assert table.events[1].phase == "setup" and table.one(ArenaPlaced).map == "siege_1v1"


@pytest.mark.rules("MAYA-PSETUP-02", "MAYA-AMB-115")
def test_each_player_takes_another_champion_and_keeps_it_off_the_arena() -> None:
    table = Table.dealt(upto="champions")
    table.refused(SelectChampion(2, "ben"), "NOT_YOUR_DECISION", "MAYA-PSETUP-02")
    table.do(SelectChampion(1, "ada"))
    table.refused(SelectChampion(2, "ada"), "CHAMPION_TAKEN", "MAYA-AMB-115")
    table.refused(SelectChampion(2, "nobody"), "UNKNOWN_CHAMPION", "MAYA-CHAMP-05")
    table.do(SelectChampion(2, "ben"))
    assert [table[unit].at for unit in ("c1", "c2")] == [None, None]
    set_up = Table.dealt()
    assert [unit.kind for unit in set_up.state.standing_units() if unit.kind == "champion"] == []


@pytest.mark.rules("MAYA-PSETUP-03")
def test_everybody_sees_whose_champion_stands_there() -> None:
    table = Table(seats=4)
    for viewer in range(5):
        units = table.seen_by(viewer).units
        assert [units[f"c{seat}"].owner for seat in (1, 2, 3, 4)] == [1, 2, 3, 4]
        assert [units[f"c{seat}"].team for seat in (1, 2, 3, 4)] == [1, 2, 1, 2]


@pytest.mark.rules("MAYA-PSETUP-04")
def test_the_portrait_gives_hand_hp_and_upgrades() -> None:
    table = Table.dealt("prabhakar", "kshar", upto="fragments")
    for seat, name in ((1, "prabhakar"), (2, "kshar")):
        portrait = load_pack().champions[name]
        assert table.seat(seat).hand_stat == portrait.hand
        assert table.champion(seat).max_hp == portrait.hp[0].value
        assert table.seat(seat).traits == portrait.traits
    assert table.seat(1).hand_stat != table.seat(2).hand_stat
    assert table["c1"].max_hp != table["c2"].max_hp


@pytest.mark.rules("MAYA-PSETUP-05", "MAYA-AMB-112")
def test_the_starter_deck_is_shuffled_face_down() -> None:
    order = ["ada-12", "ada-3", "ada-7"]
    table = Table.dealt(upto="fragments", script={"deck.1": [order]})
    submitted = next(event for event in table.log if isinstance(event, DeckSubmitted))
    assert submitted.is_starter and Counter(submitted.cards or ()) == Counter(stand_ins.starter("ada"))
    assert list(table.seat(1).cards.deck[:3]) == order
    assert [event.why for event in table.log if isinstance(event, DeckShuffled)] == ["setup", "setup"]
    for viewer in (0, 1, 2):
        assert table.seen_by(viewer).seats[0].cards.deck == (None,) * 24
    assert table.seen_by(2).seats[0].cards.listed is None
    assert table.seen_by(1).seats[0].cards.listed is not None


@pytest.mark.rules("MAYA-PSETUP-06", "MAYA-GSETUP-03")
def test_of_three_tokens_two_go_to_the_tracks_and_one_stays_in_the_supply() -> None:
    table = Table.dealt(seats=3, upto="decks", decks="built")
    assert table.state.tracks == Tracks()
    for seat in (1, 2, 3):
        table.do(SubmitDeck(seat, ()))
    tracks, row = table.state.tracks, table.state.objectives
    assert sorted(tracks.initiative) == sorted(tracks.tiebreak) == [1, 2, 3]
    assert not any(card.tokens for card in row.open)


@pytest.mark.rules("MAYA-PSETUP-07")
def test_the_order_of_the_passives_has_no_effect() -> None:
    def played(one: str, two: str) -> Table:
        hunter = stand_ins.portrait("dov", ("manushya", one, two))
        shot = card("shot", {"do": "move", "steps": 2}, {"do": "attack", "value": 1, "range": 3})
        deck = stand_ins.deck_cards("dov", "manushya")
        table = Table("dov", "ada", at=[(0, 0), (4, 0)], cards=[hunter, *deck]).mat(shot).activate()
        table.move((1, 0), (2, 0)).attack("c2", using="passive:harrier.0").answer("yes").asked(path=((2, 1),))
        return table

    one, other = played("harrier", "fleetshot"), played("fleetshot", "harrier")
    assert one["c2"].hp == 8 and one["c1"].at == (2, 1)
    assert one.seat().traits != other.seat().traits
    assert one.state.units == other.state.units
    assert evolve(one.seat(), traits=()) == evolve(other.seat(), traits=())


@pytest.mark.rules("MAYA-PSETUP-08", "MAYA-UPG-17")
def test_every_skill_starts_locked() -> None:
    level = {
        "xp": 2,
        "text": "Defend",
        "program": [{"when": "use", "limit": "once_per_turn", "do": "defend", "value": 2}],
    }
    stance = made("skill", "ada-skill-1", champion="ada", level_1=level, level_2a=level, level_2b=level)
    assert not Table.dealt(cards=[stance]).seat(1).growth.skills
    table = Table(cards=[stance])
    assert not table.offered(UseAbility)
    table.refused(UseAbility(1, "skill:ada-skill-1.0"), "NO_SUCH_ABILITY", "MAYA-UPG-17")


@pytest.mark.rules("MAYA-PSETUP-09", "MAYA-PSETUP-13", "MAYA-PSETUP-14")
def test_hp_starts_at_the_lowest_max_hp_and_defence_at_nothing() -> None:
    table = Table.dealt(upto="fragments")
    ladder = pack_of(table.state).champions["ada"].hp
    assert [token.value for token in ladder] == [8, 10, 12]
    assert (table["c1"].max_hp, table["c1"].hp, table["c1"].defence) == (8, 8, 0)
    assert table.seat(1).growth.hp_steps == 0
    falling = stand_ins.portrait(
        "ada", CHAMPIONS["ada"], hp=[{"value": 10}, {"value": 8, "xp": 1}, {"value": 12, "xp": 1}]
    )
    with pytest.raises(Exception, match="MAYA-PSETUP-09"):
        Table(cards=[falling])


@pytest.mark.rules("MAYA-PSETUP-10")
def test_the_energy_modifier_starts_at_nothing_with_three_steps_to_go() -> None:
    table = Table.dealt(upto="fragments")
    assert (table.seat(1).growth.energy_modifier, table.seat(1).growth.energy_steps) == (0, 0)
    assert [token.value for token in pack_of(table.state).champions["ada"].energy] == [1, 2, 3]
    three = card("three", {"do": "move", "steps": 1}, gain=3)
    assert Table().mat("", "", three).purse(energy=0).next_round().energy_of() == 3


@pytest.mark.rules("MAYA-PSETUP-11", "MAYA-UPG-16")
def test_symbol_tokens_start_locked_and_count_for_nothing() -> None:
    assert Table.dealt(upto="fragments").seat(1).growth.symbols == ()
    swing = card("swing", {"do": "attack", "value": "manushya"}, traits=["vanguard"])
    table = Table().mat(swing).activate().attack("c2")
    assert table["c2"].hp == 10


@pytest.mark.rules("MAYA-PSETUP-12")
def test_energy_starts_at_nothing() -> None:
    table = Table.dealt(upto="fragments")
    assert [table.energy_of(seat) for seat in (1, 2)] == [0, 0]


# What all share.


@pytest.mark.rules("MAYA-GSETUP-01")
def test_the_mode_puts_arena_minions_and_towers_out() -> None:
    siege = Table.dealt(upto="fragments")
    arena = load_pack().maps["siege_1v1"]
    placed = [event for event in siege.log if isinstance(event, NeutralMinionPlaced)]
    assert [(e.kind, e.at, e.hp) for e in placed] == [(lair.minion, lair.at, lair.hp) for lair in arena.lairs]
    assert {e.at for e in siege.log if isinstance(e, IdoPlaced)} == {tower.at for tower in arena.towers}
    assert [point.name for point in siege.state.arena.spawns] == [point.name for point in arena.spawns]  # type: ignore[union-attr]
    hunt = Table.dealt(mode="headhunters", upto="fragments")
    assert not [e for e in hunt.log if isinstance(e, IdoPlaced)]
    assert next(e.map for e in hunt.log if isinstance(e, ArenaPlaced)) == "headhunters_2p"


@pytest.mark.rules("MAYA-GSETUP-02")
def test_siege_is_played_where_no_mode_is_named() -> None:
    assert MAYA.check_options({}, 2)["mode"] == "siege-1v1"


@pytest.mark.parametrize(
    ("options", "content", "code", "rule", "told"),
    [
        ({"weather": True}, None, "UNKNOWN_OPTION", "MAYA-CORE-11", "weather"),
        ({"reactions": "yes"}, None, "BAD_OPTION", "MAYA-CORE-11", "reactions"),
        ({"decks": "borrowed"}, None, "BAD_OPTION", "MAYA-DECK-01", "starter or built"),
        ({"mode": "race"}, None, "UNKNOWN_MODE", "MAYA-CORE-11", "headhunters"),
        ({"map": "moon"}, None, "UNKNOWN_MAP", "MAYA-GSETUP-01", "siege_2v2"),
        ({"map": "headhunters_2p"}, None, "BAD_MAP", "MAYA-GSETUP-01", "towers of both teams"),
        ({"map": "bare"}, {"own.toml": BARE}, "BAD_MAP", "MAYA-GSETUP-01", "spawn points of both teams"),
        ({}, {"own.toml": "[[card]]"}, "BAD_CONTENT", "MAYA-CARD-02", "own.toml:1"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused_before_it_opens(
    options: dict[str, Any], content: dict[str, str] | None, code: str, rule: str, told: str
) -> None:
    with pytest.raises(Refused, match=told) as caught:
        MAYA.check_options(options, 2, content)
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.rules("MAYA-GSETUP-04")
def test_the_tiebreak_tokens_start_in_a_random_order() -> None:
    orders = [Table.dealt(seats=3, seed=seed, upto="fragments").state.tracks.tiebreak for seed in range(30)]
    assert orders[4] == Table.dealt(seats=3, seed=4, upto="fragments").state.tracks.tiebreak
    assert len(set(orders)) == 6, "30 seeds from 0 on show every order of three"


@pytest.mark.rules("MAYA-GSETUP-05")
def test_both_starter_objectives_lie_open_for_one_xp() -> None:
    table = Table.dealt(upto="fragments")
    starters = [card for card in table.state.objectives.open if card.starter]
    assert [(card.id, card.side, card.reward) for card in starters] == [
        ("lay-of-the-land", 0, 1),
        ("whetstone", 0, 1),
    ]


@pytest.mark.rules("MAYA-GSETUP-06", "MAYA-GSETUP-07")
@pytest.mark.parametrize(("seats", "opened", "hidden"), [(2, 4, 15), (3, 5, 14), (4, 5, 14)])
def test_the_row_is_filled_from_a_shuffled_pile_that_nobody_sees(seats: int, opened: int, hidden: int) -> None:
    others = [one.id for one in load_pack().objectives.values() if not one.starter]
    order = list(reversed(others))
    table = Table.dealt(seats=seats, upto="fragments", script={"objectives": [order]})
    row = table.state.objectives
    assert [event.objective for event in table.log if isinstance(event, ObjectiveOpened)][2:] == order[: opened - 2]
    assert len(row.open) == opened and list(row.deck) == order[opened - 2 :]
    for viewer in range(seats + 1):
        assert table.seen_by(viewer).objectives.deck == (None,) * hidden
        assert table.seen_by(viewer).objectives.open == row.open


@pytest.mark.rules("MAYA-GSETUP-08")
@pytest.mark.parametrize("champion", ["ada", "ben", "cyd", "dov"])
def test_whoever_plays_can_put_root_and_bleed_on(champion: str) -> None:
    other = "ben" if champion == "ada" else "ada"
    bind = card("bind", {"do": "attack", "value": 0, "root": 1, "bleed": 2})
    table = Table(champion, other, quiet=True).mat(bind)
    supplies = table.seat().purse.supply
    table.activate().attack("c2")
    assert (table["c2"].root, table["c2"].bleed) == (1, 2)
    assert table.seat().purse.supply == supplies


@pytest.mark.rules("MAYA-GSETUP-09", "MAYA-GSETUP-10", "MAYA-GSETUP-11", "MAYA-GSETUP-12", "MAYA-GSETUP-13")
@pytest.mark.parametrize(
    ("traits", "supply"),
    [
        (("garuda", "harrier", "vanguard"), {"flight": 1}),
        (("naag", "harrier", "vanguard"), {"vish": 7}),
        (("manushya", "harrier", "vanguard"), {"foundation": 4}),
        (("vaanar", "artificer", "vanguard"), {"engram": 3}),
        (("naag", "artificer", "vanguard"), {"vish": 7, "engram": 3}),
        (("vaanar", "harrier", "vanguard"), {}),
    ],
)
def test_each_trait_brings_its_pieces(traits: tuple[str, str, str], supply: dict[str, int]) -> None:
    champion = stand_ins.portrait("dov", traits)
    table = Table.dealt("dov", "ada", cards=[champion, *stand_ins.deck_cards("dov", traits[0])], upto="fragments")
    assert {piece: count for piece, count in table.seat(1).purse.supply.items() if count} == supply
    granted = [event for event in table.log if isinstance(event, SupplyGranted) and event.seat == 1]
    assert len(granted) == bool(supply)
    assert not table["c1"].flying


@pytest.mark.rules("MAYA-GSETUP-14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fragments_are_shuffled_and_three_are_dealt_to_each(seats: int) -> None:
    pack = load_pack()
    last = list(pack.fragments)[-1]
    table = Table.dealt(seats=seats, upto="fragments", script={"fragments": [[last, "faint-step", last]]})
    dealt = [event for event in table.log if isinstance(event, FragmentsDealt)]
    assert [event.seat for event in dealt] == list(range(1, seats + 1))
    assert dealt[0].fragments == (last, "faint-step", last)
    assert len(table.state.pool) == 24 - 3 * seats
    assert next(event.count for event in table.log if isinstance(event, FragmentPoolShuffled)) == 24
    assert table.seen_by(0).pool == (None,) * (24 - 3 * seats)


@pytest.mark.rules("MAYA-GSETUP-15", "MAYA-SLOT-03")
def test_a_player_lays_its_fragments_out_as_it_likes_face_up() -> None:
    names = list(load_pack().fragments)
    x, y, z = names[:3]
    table = Table.dealt(upto="fragments", script={"fragments": [[x, y, z]]})
    table.refused(ArrangeFragments(1, (z, x, x)), "NOT_YOUR_FRAGMENTS", "MAYA-GSETUP-15")
    table.do(ArrangeFragments(1, (z, x, y)))
    assert table.slots(1) == [z, x, y] and all(slot.face_up for slot in table.seat(1).slots)
    assert [slot.card for slot in table.seen_by(2).seats[0].slots] == [z, x, y]
    table.refused(ArrangeFragments(1, (x, y, z)), "ALREADY_ANSWERED", "MAYA-GSETUP-15")


@pytest.mark.rules("MAYA-AMB-114")
def test_teams_alternate_round_the_table() -> None:
    assert next(e.teams for e in Table.dealt(seats=4, upto="champions").log if isinstance(e, TeamsSet)) == (1, 2, 1, 2)
    alone = Table.dealt(seats=4, mode="headhunters", upto="champions")
    assert next(e.teams for e in alone.log if isinstance(e, TeamsSet)) == (1, 2, 3, 4)
