"""The mat: slots, the HP, Defence and Energy tracks, the hand, and what passives do."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.content.loader import load_pack
from domain.maya.events import CardsDrawn, DamageDealt
from domain.maya.hexes import Hex
from domain.maya.intents import ActivateCard, BuyUpgrade, PrepareCard
from domain.maya.state import Growth
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card, fragment, ground, passive, point

JAB = card("jab", {"do": "attack", "value": 2})
GUARD = card("guard", {"do": "defend", "value": 1})
WALK = card("walk", {"do": "move", "steps": 3})

# Slots.


@pytest.mark.rules("MAYA-SLOT-01")
def test_a_mat_has_three_slots_and_cards_arrive_in_the_first() -> None:
    table = Table().mat(JAB, GUARD, WALK).hand(WALK)
    for slot in (0, 4):
        table.refused(ActivateCard(1, slot), "NO_SUCH_SLOT", "MAYA-SLOT-01")
    assert {intent.slot for intent in table.offered(ActivateCard)} == {1, 2, 3}
    table.next_round().do(PrepareCard(1, "walk"))
    assert table.slots() == ["walk", "jab", "guard"]


@pytest.mark.rules("MAYA-SLOT-02")
def test_every_slot_holds_a_card_in_every_turn() -> None:
    table = Table.dealt(seats=4, seed=11)
    gaps = []

    def looked(table: Table) -> bool:
        empty = [slot.card == "" for side in table.state.seats for slot in side.slots]
        if table.state.phase == "prepare":
            gaps.append(sum(empty))
        else:
            assert not any(empty), (table.state.round, table.state.phase)
        return table.state.round == 4

    table.idle(looked)
    assert max(gaps) == 4, "one gap each while seats prepare"


@pytest.mark.rules("MAYA-SLOT-03", "MAYA-GSETUP-14")
def test_all_three_slots_start_with_memory_fragments() -> None:
    table = Table.dealt(upto="fragments", seed=5)
    for seat in (1, 2):
        assert all(card in load_pack().fragments for card in table.slots(seat))


@pytest.mark.rules("MAYA-SLOT-04")
def test_a_memory_fragment_is_activated_and_pays_like_any_card() -> None:
    weak = fragment("dim", {"do": "attack", "value": 1}, cost=1, gain=4)
    table = Table(cards=[weak]).mat(JAB, "dim", GUARD).purse(energy=1).activate(2)
    assert table.energy_of() == 0
    assert table.attack("c2")["c2"].hp == 9
    table.next_round()
    table.next_round().prepare("", "")
    assert table.energy_of() == 2 + 4


@pytest.mark.rules("MAYA-SLOT-05")
def test_a_rival_sees_all_of_a_mat_but_the_deck_the_hand_and_the_face_down_card() -> None:
    table = Table().mat(JAB, GUARD, WALK).hand("ada-1", "ada-2").deck("ada-3").discard("ada-4").relic("gnomon-scope", 2)
    table.unit("c1", hp=6, defence=4).purse(xp=3, bank=2)
    growth = Growth(1, 1, 1, (("wild",),), (3,), {"ada-skill-1": "1"})
    table.having(seats=(evolve(table.seat(1), growth=growth), table.seat(2)))
    seen = table.seen_by(2)
    side = seen.seat(1)
    assert (seen.units["c1"].hp, seen.units["c1"].defence, seen.units["c1"].max_hp) == (6, 4, 10)
    assert side.purse == table.seat(1).purse and side.growth == growth
    assert [(slot.card, slot.relic) for slot in side.slots] == [("jab", ""), ("guard", "gnomon-scope"), ("walk", "")]
    assert side.cards.discard == ("ada-4",)
    assert side.cards.hand == (None, None) and side.cards.deck == (None,)
    table.hand(GUARD).next_round().do(PrepareCard(1, "guard"))
    assert table.seen_by(2).seat(1).slots[0].card is None


# Tracks.


@pytest.mark.rules("MAYA-TRACK-01", "MAYA-TRACK-04")
def test_hp_and_defence_are_counted_apart_and_may_be_equal() -> None:
    table = Table().mat(JAB).unit("c1", hp=5, defence=5).unit("c2", hp=5, defence=1).activate()
    assert (table["c1"].hp, table["c1"].defence) == (5, 5)
    table.attack("c2")
    assert (table["c2"].hp, table["c2"].defence) == (4, 0)
    hit = card("hit", {"do": "attack", "value": 1})
    level = Table().mat(hit).unit("c2", hp=4, defence=5).activate().attack("c2")
    assert (level["c2"].hp, level["c2"].defence) == (4, 4)


@pytest.mark.rules("MAYA-TRACK-02", "MAYA-DEATH-01")
def test_at_zero_hp_a_champion_leaves_the_arena() -> None:
    table = Table().mat(JAB).unit("c2", hp=1).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].at) == (0, None)
    assert table.state.unit_at(Hex(1, 0)) is None


@pytest.mark.rules("MAYA-TRACK-03")
def test_counts_go_beyond_nine() -> None:
    big = card("big", {"do": "defend", "value": 11})
    table = Table().mat(big).unit("c1", hp=12, max_hp=14).purse(energy=15).activate().defend()
    assert (table["c1"].hp, table["c1"].defence, table.energy_of()) == (12, 11, 14)


@pytest.mark.rules("MAYA-TRACK-05", "MAYA-SLIDE-05")
def test_energy_rises_from_nothing_by_what_the_leaver_gives() -> None:
    four = card("four", {"do": "move", "steps": 1}, gain=4)
    assert Table().mat("", "", four).purse(energy=0).next_round().energy_of() == 4


@pytest.mark.rules("MAYA-TRACK-06")
def test_energy_that_is_not_spent_is_kept() -> None:
    two = card("two", {"do": "move", "steps": 1}, gain=2)
    table = Table().mat("", "", two).purse(energy=3).end_turn()
    assert table.energy_of() == 3
    assert table.next_round().energy_of() == 5


@pytest.mark.rules("MAYA-TRACK-07", "MAYA-AMB-56")
def test_energy_has_no_upper_limit_and_is_never_less_than_nothing() -> None:
    four = card("four", {"do": "attack", "value": 1}, cost=3, gain=4)
    assert Table().mat("", "", four).purse(energy=18).next_round().energy_of() == 22
    table = Table().mat(four).purse(energy=2)
    table.refused(ActivateCard(1, 1), "NOT_ENOUGH_ENERGY", "MAYA-ACT-04")
    assert table.energy_of() == 2


@pytest.mark.rules("MAYA-TRACK-08")
def test_hp_is_restored_up_to_max_hp_only() -> None:
    mend = card("mend", {"do": "restore", "hp": 3, "target": {"bound": "you"}})
    mend_ally = card("wind", {"do": "restore", "hp": 3, "target": {"one": "own engram"}})
    table = Table().mat(mend_ally).engram((2, 0), hp=1).activate().take(0)
    assert table["e1.1"].hp == 2
    healed = Table().mat(mend).unit("c1", hp=9).activate().take(0)
    assert healed["c1"].hp == 10


# Hands.


@pytest.mark.rules("MAYA-HANDSTAT-01", "MAYA-REFRESH-07", "MAYA-REFRESH-08")
def test_hands_are_filled_up_to_the_stat_as_a_round_opens() -> None:
    table = Table().hand("ada-1", "ada-2").hand(*["ben-1"] * 6, seat=2)
    table.next_round()
    assert [(event.seat, event.count) for event in table.happened(CardsDrawn)] == [(1, 3)]
    assert len(table.held(1)) == 5 and len(table.held(2)) == 6


@pytest.mark.rules("MAYA-HANDSTAT-02")
def test_no_upgrade_changes_the_hand_stat() -> None:
    spot = point("Shrine", (0, 0), (1, 0), (0, 1))
    table = Table(arena=ground(upgrades=[spot])).purse(xp=30)
    while found := table.offered(BuyUpgrade):
        table.do(found[0])
    assert table.seat().growth.hp_steps == 2 and len(table.seat().growth.symbols) == 4
    assert table.seat().growth.energy_steps == 3 and len(table.seat().growth.skills) == 3
    assert table.seat().hand_stat == stand_ins.HAND
    table.next_round()
    assert len(table.held()) == stand_ins.HAND


@pytest.mark.rules("MAYA-HANDSTAT-04")
def test_a_hand_may_grow_past_the_stat() -> None:
    learn = card("learn", {"do": "draw", "value": 2})
    table = Table().mat(learn).hand(*["ada-1"] * 5).activate().draw()
    assert len(table.held()) == 7


@pytest.mark.rules("MAYA-HANDSTAT-05", "MAYA-DISCARD-02")
def test_nobody_has_to_discard_down_to_the_stat() -> None:
    table = Table().hand(*["ada-1"] * 9).end_turn()
    assert len(table.held()) == 9 and table.state.turn.seat == 2
    table.next_round()
    assert len(table.held()) == 9


@pytest.mark.rules("MAYA-HANDSTAT-06", "MAYA-AMB-111")
def test_hands_are_hidden_from_everybody_else_unless_the_table_shares_them() -> None:
    table = Table(seats=4).hand("ada-1", "ada-2").next_round()
    for viewer in (0, 2, 3, 4):
        assert table.seen_by(viewer).seat(1).cards.hand == (None,) * 5
    assert table.seen_by(1).seat(1).cards.hand[:2] == ("ada-1", "ada-2")
    shared = Table(seats=4, share_hands=True).hand().deck(*["ada-3"] * 5).next_round()
    assert shared.seen_by(3).seat(1).cards.hand == ("ada-3",) * 5
    assert shared.seen_by(2).seat(1).cards.hand == (None,) * 5


# Passives.


@pytest.mark.rules("MAYA-PASSIVE-01")
def test_passives_are_in_force_once_the_champion_is_on_the_arena() -> None:
    assert Table.dealt("kshar", "dangsa", upto="fragments").seat(1).growth.skills == {}
    table = Table("kshar", "dangsa", arena=ground(spikes=[(0, 1)])).mat(WALK).activate().move((0, 1))
    assert table["c1"].hp == 10, "Canopy Stride: spikes do not hurt"


@pytest.mark.rules("MAYA-PASSIVE-02")
def test_a_passive_applies_of_itself_and_costs_nothing() -> None:
    table = Table(
        cards=[
            passive("vanguard", {"when": "passive", "on": "you_moved", "limit": "none", "do": "defend", "value": 1})
        ],
    )
    table.mat(WALK).purse(energy=1).activate().move((0, 1))
    assert table["c1"].defence == 1 and table.energy_of() == 0 and not table.state.frames


@pytest.mark.rules("MAYA-PASSIVE-03", "MAYA-AMB-39")
def test_a_passive_that_alters_an_action_is_no_action_itself() -> None:
    swift = passive("vanguard", {"when": "passive", "change": {"to": "move", "add": 1}})
    table = Table(cards=[swift]).mat(WALK).unit("c1", bleed=2).activate()
    table.move((0, 1), (0, 2), (0, 3), (0, 4))
    assert [(e.kind, e.lost) for e in table.happened(DamageDealt)] == [("bleed", 2)]
    guard = passive("vanguard", {"when": "passive", "on": "you_moved", "limit": "none", "do": "defend", "value": 1})
    triggered = Table(cards=[guard]).mat(WALK).unit("c1", bleed=2).activate().move((0, 1))
    assert triggered["c1"].defence == 1 and triggered["c1"].hp == 8
    after = {"when": "modifier", "change": {"to": "attack", "add": 0, "then": [{"do": "draw", "value": 1}]}}
    lesson = card("lesson", after, {"do": "attack", "value": 1})
    afterword = Table().mat(lesson).unit("c1", bleed=2).activate().attack("c2", using="card.0")
    assert len(afterword.held()) == 1 and afterword["c1"].hp == 8


@pytest.mark.rules("MAYA-PASSIVE-04", "MAYA-DEATH-10")
def test_the_passives_of_a_dead_champion_are_off() -> None:
    toll = passive(
        "fleetshot", {"when": "passive", "on": "entered_your_vish", "limit": "none", "do": "energy", "gain": 1}
    )
    alive = Table(cards=[toll]).mat(WALK).vish_at((0, 1), seat=2).activate().move((0, 1))
    assert alive.energy_of(2) == 10
    dead = Table(cards=[toll]).mat(WALK).vish_at((0, 1), seat=2).off("c2").activate().move((0, 1))
    assert dead.energy_of(2) == 9
