"""What is in the box, and which of it limits play."""

from __future__ import annotations

import pytest

from domain.kernel.game import Refused
from domain.kernel.records import evolve
from domain.maya.content.loader import ContentError, load_pack, load_pack_text
from domain.maya.events import FlightChanged, IdoPlaced, ModeScored
from domain.maya.game import MAYA
from domain.maya.intents import ClaimObjective, SpawnMinion, UseTimedEffect
from domain.maya.packs import pack_of
from domain.maya.state import Head, Objectives, OpenObjective, State
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card, ground, made, point
from tests.rules.maya.stand_ins import deck_cards, text_of


@pytest.mark.rules("MAYA-COMP-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_players_share_one_initiative_track_and_one_row_of_objectives(seats: int) -> None:
    table = Table.dealt(seats=seats, upto="fragments")
    assert sorted(table.state.tracks.initiative) == list(range(1, seats + 1))
    row = table.state.objectives.open
    assert row and all(table.seen_by(seat).objectives.open == row for seat in range(seats + 1))
    assert len({card.id for card in row}) == len(row)


@pytest.mark.rules("MAYA-COMP-02")
def test_every_objective_of_the_set_is_in_the_row_or_in_the_pile() -> None:
    objectives = Table.dealt(upto="fragments").state.objectives
    assert len({card.id for card in objectives.open} | set(objectives.deck)) == 19


@pytest.mark.rules("MAYA-COMP-03")
def test_more_root_and_bleed_than_the_box_holds_are_put_on() -> None:
    bind = card("bind", {"do": "attack", "value": 0, "root": 11, "bleed": 12})
    table = Table().mat(bind).activate().attack("c2")
    assert (table["c2"].root, table["c2"].bleed) == (11, 12)


@pytest.mark.rules("MAYA-COMP-04")
def test_class_pieces_come_in_their_numbers() -> None:
    table = Table.dealt(seats=4, upto="fragments")
    assert table.supply("foundation", 1) == 4 and table.supply("engram", 1) == 3
    assert table.supply("vish", 2) == 7
    assert table.supply("flight", 3) == 1


@pytest.mark.rules("MAYA-COMP-05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_twenty_four_fragments_are_on_the_mats_or_aside_at_all_times(seats: int) -> None:
    table = Table.dealt(seats=seats, seed=seats, upto="fragments")

    def all_there(state: State) -> bool:
        fragments = pack_of(state).fragments
        on_mats = [slot.card for side in state.seats for slot in side.slots if slot.card in fragments]
        return len(on_mats) + len(state.pool) == 24

    def checked(table: Table) -> bool:
        assert all_there(table.state)
        return table.state.round == 4

    table.idle(checked)


@pytest.mark.rules("MAYA-COMP-07")
def test_what_the_other_manuals_say_is_content_that_a_host_may_replace() -> None:
    mode = made(
        "mode",
        "siege-1v1",
        kind="siege",
        teams=True,
        maps={"2": "siege_1v1"},
        objective_row={"2": 3},
        text=["As printed."],
        siege={
            "tower_hp": 5,
            "tower_loss_max": 4,
            "tower_death_loss": 2,
            "watchfire_damage": 2,
            "watchfire_reach": 2,
            "deaths_to_lose": 6,
            "collapse_round": 10,
            "collapse_loss": 1,
        },
    )
    table = Table.dealt(cards=[mode], upto="fragments")
    assert {event.hp for event in table.log if isinstance(event, IdoPlaced)} == {5}
    assert len(table.state.objectives.open) == 3


@pytest.mark.rules("MAYA-COMP-08")
def test_every_mode_is_played_on_an_arena_of_the_box() -> None:
    placed = {
        (mode, seats): Table.dealt(seats=seats, mode=mode, upto="fragments").state.rules.map
        for mode, seats in (
            ("siege-1v1", 2),
            ("siege-2v2", 4),
            ("headhunters", 2),
            ("headhunters", 3),
            ("headhunters", 4),
        )
    }
    assert placed[("siege-1v1", 2)] == "siege_1v1" and placed[("siege-2v2", 4)] == "siege_2v2"
    assert all(name.startswith("headhunters") for (mode, _), name in placed.items() if mode == "headhunters")
    assert len(load_pack().maps["headhunters_4p"].zones) == 4


@pytest.mark.rules("MAYA-COMP-09", "MAYA-COMP-11")
def test_an_arena_with_more_pieces_than_the_box_holds_is_warned_of_and_loads() -> None:
    row = "." * 20
    arena = made(
        "map",
        "crowded",
        ground=[{"r": 0, "q": 0, "signs": " ".join(row)}, {"r": 1, "q": 0, "signs": " ".join(row)}],
        zone_names={"Z": "Zone"},
        zones=[{"r": r, "q": 0, "signs": " ".join("Z" * 20)} for r in (0, 1)],
        spawns=[{"name": "One", "owner": "team1", "at": [[0, 0], [0, 1], [1, 0]]}],
        upgrades=[{"name": f"U{n}", "owner": "neutral", "at": [[n, 0], [n, 1], [n + 1, 0]]} for n in range(5)],
        towers=[],
        lairs=[{"minion": "warden-of-knots", "at": [n, 0], "hp": 3} for n in range(14)],
    )
    table = Table(cards=[arena])
    warnings = {one.rule: one.reason for one in pack_of(table.state).warnings if one.file == "test.toml"}
    assert "upgrade points" in warnings["MAYA-COMP-11"]
    assert any(one.rule == "MAYA-COMP-09" and "14 minions" in one.reason for one in pack_of(table.state).warnings)


@pytest.mark.rules("MAYA-COMP-10")
def test_a_siege_has_two_towers_for_each_team() -> None:
    for mode, seats in (("siege-1v1", 2), ("siege-2v2", 4)):
        table = Table.dealt(seats=seats, mode=mode, upto="fragments")
        assert sorted(event.team for event in table.log if isinstance(event, IdoPlaced)) == [1, 1, 2, 2]


@pytest.mark.rules("MAYA-COMP-12")
def test_victory_points_are_one_number_and_go_beyond_the_tokens_of_the_box() -> None:
    jab = card("jab", {"do": "attack", "value": 10})
    table = Table(seats=3).mat(jab).having(ledger={"vp.1": 16 + 8 * 5})
    table.activate().attack("c2")
    assert table.state.ledger["vp.1"] == 59
    assert [event.totals["vp.1"] for event in table.happened(ModeScored) if "vp.1" in event.totals] == [59]


@pytest.mark.rules("MAYA-COMP-13")
def test_a_fifth_player_is_refused() -> None:
    assert MAYA.seats_max == 4
    with pytest.raises(Refused) as caught:
        MAYA.check_options({"mode": "headhunters"}, 5)
    assert (caught.value.code, caught.value.rule) == ("BAD_SEAT_COUNT", "MAYA-AMB-114")


@pytest.mark.rules("MAYA-COMP-14")
def test_a_player_starts_with_a_mat_a_portrait_and_twenty_four_cards() -> None:
    side = Table.dealt("kshar", "dangsa", upto="fragments").seat(1)
    assert len(side.slots) == 3
    assert len(side.cards.deck) == 24 and not side.cards.hand
    pack = load_pack()
    assert (side.champion, side.traits) == ("kshar", pack.champions["kshar"].traits)


@pytest.mark.rules("MAYA-COMP-14")
def test_a_player_has_three_tokens_one_on_each_track_and_one_for_the_objective_of_the_round() -> None:
    row = tuple([OpenObjective(name, 0, 1, False) for name in ("turtle", "armoury")])
    table = Table(seats=3).having(objectives=Objectives(row, (), ())).unit("c1", defence=4)
    table.relic("bell-of-the-third-watch", 1).relic("hooked-chain", 2).do(ClaimObjective(1, "turtle"))
    for viewer in range(4):
        seen = table.seen_by(viewer)
        tracks = (*seen.tracks.initiative, *seen.tracks.tiebreak)
        assert (tracks.count(1), [card.tokens for card in seen.objectives.open]) == (2, [(1,), ()])
    table.refused(ClaimObjective(1, "armoury"), "CLAIMED_THIS_ROUND", "MAYA-OBJ-04")


@pytest.mark.rules("MAYA-COMP-14")
def test_five_minions_and_more_are_marked_as_their_players_for_all_to_see() -> None:
    camps = [point(f"Camp {q}", (q, 0), (q, 1), (q - 1, 1), owner=1) for q in (-4, -2, 2, 4)]
    heads = tuple(Head(f"m{number}", "warden-of-knots") for number in range(1, 7))
    table = Table(arena=ground(spawns=camps), at=[(0, 0), (0, -4)]).purse(bank=6, heads=heads)
    for head in heads:
        table.do(table.offered(SpawnMinion, minion=head.minion, hp=1)[0])
    for viewer in range(3):
        units = table.seen_by(viewer).units
        assert [(units[head.minion].owner, units[head.minion].team) for head in heads] == [(1, 1)] * 6


@pytest.mark.rules("MAYA-COMP-15")
def test_each_player_has_its_own_hp_defence_and_energy() -> None:
    guard = card("guard", {"do": "defend", "value": 3}, cost=2)
    table = Table().mat(guard).unit("c1", hp=7).activate().defend()
    assert (table["c1"].hp, table["c1"].defence, table.energy_of(1)) == (7, 3, 7)
    assert (table["c2"].hp, table["c2"].defence, table.energy_of(2)) == (10, 0, 9)


@pytest.mark.rules("MAYA-COMP-16")
def test_of_mauravi_in_flight_only_the_state_is_told() -> None:
    table = Table("mauravi", "kshar").step("start")
    before = table["c1"]
    table.do(UseTimedEffect(1, "passive:garuda.0")).answer("yes")
    assert table.happened(FlightChanged) == [FlightChanged(1, True)]
    assert table["c1"].flying and evolve(table["c1"], flying=False) == before


@pytest.mark.rules("MAYA-COMP-17")
@pytest.mark.parametrize(
    ("what", "kept", "rule"),
    [
        ("hp", 2, "MAYA-COMP-17"),
        ("energy", 2, "MAYA-COMP-17"),
        ("symbols", 3, "MAYA-UPG-12"),
        ("skill", 2, "MAYA-COMP-17"),
    ],
)
def test_a_champion_that_lacks_a_piece_is_refused(what: str, kept: int, rule: str) -> None:
    traits = ("vaanar", "harrier", "vanguard")
    portrait, learned, cards = stand_ins.portrait("eve", traits), stand_ins.skills("eve"), deck_cards("eve", "vaanar")
    load_pack_text({"eve.toml": text_of([portrait, *learned, *cards])})
    if what == "skill":
        learned = learned[:kept]
    else:
        portrait = stand_ins.portrait("eve", traits, **{what: portrait.data[what][:kept]})
    with pytest.raises(ContentError) as caught:
        load_pack_text({"eve.toml": text_of([portrait, *learned, *cards])})
    assert caught.value.rule == rule
