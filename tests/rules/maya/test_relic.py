"""Relics under the slots of a mat."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.events import CardsDiscarded, ChampionKilled, EnergyChanged, RelicEquipped
from domain.maya.intents import DiscardCards, EndActionPhase, EquipRelic, PrepareCard, TakeAction
from domain.maya.state import Tracks
from tests.rules.maya.play import Table, card, ground, relic

JAB = card("jab", {"do": "attack", "value": 1})
GUARD = card("guard", {"do": "defend", "value": 1})
SHIELD = relic("shield", {"do": "defend", "value": 2}, cost=2)
CHARM = relic("charm", {"do": "draw", "value": 1}, cost=1)


@pytest.mark.rules("MAYA-RELIC-01", "MAYA-PREP-02")
def test_a_relic_is_never_the_card_of_a_slot() -> None:
    table = Table().hand(SHIELD, JAB).next_round()
    table.refused(PrepareCard(1, "shield"), "NOT_AN_ACTION_CARD", "MAYA-PREP-02")


@pytest.mark.rules("MAYA-RELIC-02")
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_a_relic_is_paid_for_and_goes_under_any_slot_for_all_to_see(slot: int) -> None:
    table = Table().mat(JAB, GUARD, JAB).hand(SHIELD).purse(energy=3)
    table.do(EquipRelic(1, "shield", slot))
    assert table.energy_of() == 1 and table.held() == []
    for viewer in (0, 1, 2):
        assert table.seen_by(viewer).seats[0].slots[slot - 1].relic == "shield"


@pytest.mark.rules("MAYA-RELIC-02")
def test_a_relic_that_cannot_be_paid_stays_in_hand() -> None:
    table = Table().mat(JAB).hand(SHIELD).purse(energy=1)
    table.refused(EquipRelic(1, "shield", 1), "NOT_ENOUGH_ENERGY", "MAYA-RELIC-02")
    table.purse(energy=5).refused(EquipRelic(1, "shield", 4), "NO_SUCH_SLOT", "MAYA-SLOT-01")


@pytest.mark.rules("MAYA-RELIC-03")
def test_the_slot_of_an_activated_card_may_be_chosen_too() -> None:
    table = Table().mat(JAB, GUARD).hand(SHIELD, CHARM).activate(1)
    table.do(EquipRelic(1, "shield", 1)).do(EquipRelic(1, "charm", 2))
    assert table.relics() == ["shield", "charm", ""]


@pytest.mark.rules("MAYA-RELIC-04", "MAYA-RELIC-05")
def test_a_second_relic_in_a_slot_first_sends_the_old_one_to_the_discards() -> None:
    table = Table().mat(JAB, GUARD).relic(SHIELD, 2).hand(CHARM)
    table.do(EquipRelic(1, "charm", 2))
    assert table.one(RelicEquipped) == RelicEquipped(1, 2, "charm", "shield")
    assert table.relics() == ["", "charm", ""]
    assert table.discards(1) == ["shield"] and table.discards(2) == []


@pytest.mark.rules("MAYA-RELIC-06")
def test_an_equipped_relic_cannot_be_discarded_by_choice() -> None:
    table = Table().mat(JAB).relic(SHIELD, 1).hand(CHARM)
    table.do(EndActionPhase(1))
    table.refused(DiscardCards(1, ("shield",)), "NOT_IN_HAND", "MAYA-DISCARD-01")
    table.do(DiscardCards(1, ("charm",)))
    assert table.one(CardsDiscarded).cards == ("charm",) and table.relics() == ["shield", "", ""]


@pytest.mark.rules("MAYA-RELIC-07")
def test_activating_a_card_makes_the_relic_of_its_slot_usable() -> None:
    table = Table().mat(JAB, GUARD).relic(SHIELD, 1).relic(CHARM, 2)
    assert not table.offered(TakeAction)
    table.activate(1)
    assert table.offered(TakeAction, source="relic", slot=1) and not table.offered(TakeAction, slot=2)
    table.take(0, relic=True)
    assert table["c1"].defence == 2
    table.attack("c2")
    assert table["c2"].hp == 9, "the card itself stays usable"


@pytest.mark.rules("MAYA-RELIC-08")
def test_a_relic_is_used_once_and_closes_with_its_card() -> None:
    table = Table().mat(JAB, GUARD).relic(SHIELD, 1).activate(1).take(0, relic=True)
    table.refused(TakeAction(1, 1, "relic", 0), "ALREADY_USED", "MAYA-ACT-09")
    closed = Table().mat(JAB, GUARD).relic(SHIELD, 1).activate(1).activate(2)
    closed.refused(TakeAction(1, 1, "relic", 0), "CARD_CLOSED", "MAYA-ACT-08")


@pytest.mark.rules("MAYA-RELIC-09")
def test_a_relic_put_under_a_card_in_use_gives_nothing_this_turn() -> None:
    table = Table().mat(GUARD, JAB).hand(SHIELD).activate(1).do(EquipRelic(1, "shield", 1))
    table.refused(TakeAction(1, 1, "relic", 0), "NO_SUCH_ACTION", "MAYA-RELIC-09")
    table.hand(JAB).next_round().prepare(JAB, "").idle(lambda t: t.state.step == "action" and t.state.turn.seat == 1)
    table.activate(1).take(0, relic=True)
    assert table["c1"].defence == 2


@pytest.mark.rules("MAYA-RELIC-10")
def test_relics_stay_where_they_are_while_the_cards_slide() -> None:
    table = Table().mat(JAB, GUARD, JAB).relic(SHIELD, 1).relic(CHARM, 3).next_round()
    assert table.slots() == ["", "jab", "guard"]
    assert table.relics() == ["shield", "", "charm"]


@pytest.mark.rules("MAYA-RELIC-11", "MAYA-DEATH-05")
def test_death_discards_every_relic() -> None:
    blow = card("blow", {"do": "attack", "value": 10})
    table = Table().mat(blow).mat(GUARD, GUARD, GUARD, seat=2).relic(SHIELD, 1, 2).relic(CHARM, 3, 2)
    table.activate().attack("c2")
    assert table.relics(2) == ["", "", ""] and sorted(table.discards(2)) == ["charm", "shield"]
    assert table.slots(2) == ["guard"] * 3


@pytest.mark.rules("MAYA-RELIC-12", "MAYA-AMB-48")
def test_relics_are_equipped_from_hand_in_the_own_action_phase_only() -> None:
    table = Table().mat(JAB).relic(CHARM, 2).hand(SHIELD).hand(SHIELD, seat=2)
    table.refused(EquipRelic(2, "shield", 1), "NOT_YOUR_TURN", "MAYA-TURN-01")
    table.refused(EquipRelic(1, "charm", 1), "NOT_IN_HAND", "MAYA-RELIC-12")
    table.do(EndActionPhase(1))
    table.refused(EquipRelic(1, "shield", 1), "WRONG_STEP", "MAYA-RELIC-12")


@pytest.mark.rules("MAYA-AMB-48")
def test_equipping_does_not_close_the_card_in_use() -> None:
    table = Table().mat(JAB, GUARD).hand(SHIELD).activate(1).do(EquipRelic(1, "shield", 2))
    assert table.attack("c2")["c2"].hp == 9


@pytest.mark.rules("MAYA-AMB-47")
def test_a_relic_and_the_card_of_its_slot_change_each_others_actions() -> None:
    whetstone = relic("whet", {"when": "modifier", "change": {"to": "attack", "add": 1}})
    table = Table().mat(JAB, JAB).relic(whetstone, 1).activate(1).attack("c2")
    assert table["c2"].hp == 8
    table.activate(2).attack("c2")
    assert table["c2"].hp == 7, "the other slot is not changed"
    sharp = card("sharp", {"when": "modifier", "change": {"to": "attack", "add": 1}})
    dart = relic("dart", {"do": "attack", "value": 1})
    other = Table().mat(sharp).relic(dart, 1).activate(1).take(0, "c2", relic=True)
    assert other["c2"].hp == 8


@pytest.mark.rules("MAYA-RELIC-11", "MAYA-DEATH-05")
@pytest.mark.parametrize("cause", ["bleed", "spike", "collision", "nobody's watchfire"])
def test_relics_are_lost_whatever_kills(cause: str) -> None:
    step, shove = {"do": "move", "steps": 1}, {"do": "push", "steps": 1}
    arena = ground(spikes=[(0, 1)], walls=[((1, 0), (2, 0))])
    table = Table(arena=arena).mat(card("deeds", step, shove)).activate()
    for seat in (1, 2):
        table.unit(f"c{seat}", hp=1).relic(SHIELD, 1, seat).relic(CHARM, 3, seat)
    dead = 2 if cause == "collision" else 1
    match cause:
        case "bleed":
            table.unit("c1", bleed=1).move((1, -1))
        case "spike":
            table.move((0, 1))
        case "collision":
            table.push("c2")
        case _:
            table.tower((-1, 0)).end_turn()
    assert table[f"c{dead}"].at is None
    (killed,) = [event for event in table.log if isinstance(event, ChampionKilled)]
    assert cause.endswith(killed.cause)
    assert table.relics(dead) == ["", "", ""] and sorted(table.discards(dead)) == ["charm", "shield"]
    assert table.relics(3 - dead) == ["shield", "", "charm"]


@pytest.mark.rules("MAYA-RELIC-11")
def test_relics_that_were_lost_are_shuffled_in_again_like_other_discards() -> None:
    blow = card("blow", {"do": "attack", "value": 10})
    table = Table().mat(blow).mat(GUARD, seat=2).relic(SHIELD, 1, 2).deck(seat=2).activate().attack("c2")
    table.having(tracks=Tracks((1, 2), (1, 2), ()), units={**table.state.units, "c2": evolve(table["c2"], at=None)})
    table.next_round()
    assert table.held(2) == ["shield"]


@pytest.mark.rules("MAYA-RELIC-02")
def test_energy_for_a_relic_is_paid_once() -> None:
    table = Table().mat(JAB).hand(SHIELD).do(EquipRelic(1, "shield", 1))
    assert [(event.delta, event.reason) for event in table.happened(EnergyChanged)] == [(-2, "equip")]
