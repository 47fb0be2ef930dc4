"""Spells from hand."""

from __future__ import annotations

import pytest

from domain.maya.events import CardsDiscarded, CardsDrawn, DeckShuffled, SpellPlayed
from domain.maya.intents import EndActionPhase, EquipRelic, PlaySpell
from tests.rules.maya.play import Table, card, spell

BOLSTER = spell("bolster", {"do": "defend", "value": 3}, cost=2)
LORE = spell("lore", {"do": "draw", "value": 2}, cost=1)
WALK = card("walk", {"do": "attack", "value": 1}, {"do": "move", "steps": 2})


@pytest.mark.rules("MAYA-SPELL-01")
def test_a_spell_is_paid_and_played_from_hand() -> None:
    table = Table().hand(BOLSTER).purse(energy=2).spell("bolster")
    assert table.energy_of() == 0 and table["c1"].defence == 3
    assert table.held() == [] and table.discards() == ["bolster"]
    assert table.kinds.index("EnergyChanged") < table.kinds.index("SpellPlayed") < table.kinds.index("DefenceChanged")


@pytest.mark.rules("MAYA-SPELL-02", "MAYA-AMB-49")
def test_a_spell_is_in_no_pile_until_it_has_resolved() -> None:
    table = Table().hand(LORE).deck().discard("ada-1", "ada-2").spell("lore")
    assert table.one(DeckShuffled).count == 2 and set(table.held()) == {"ada-1", "ada-2"}
    assert table.discards() == ["lore"]
    kinds = [type(event) for event in table.events]
    assert kinds.index(SpellPlayed) < kinds.index(DeckShuffled) < kinds.index(CardsDrawn) < kinds.index(CardsDiscarded)


@pytest.mark.rules("MAYA-SPELL-03", "MAYA-AMB-48")
def test_a_spell_is_played_in_the_own_action_phase_only() -> None:
    table = Table().hand(BOLSTER).hand(BOLSTER, seat=2)
    table.refused(PlaySpell(2, "bolster"), "NOT_YOUR_TURN", "MAYA-TURN-01")
    table.do(EndActionPhase(1))
    table.refused(PlaySpell(1, "bolster"), "WRONG_STEP", "MAYA-SPELL-03")


@pytest.mark.rules("MAYA-SPELL-04", "MAYA-AMB-48")
def test_a_spell_needs_no_slot_and_leaves_the_card_in_use_open() -> None:
    table = Table().mat(WALK).hand(BOLSTER).activate().attack("c2").spell("bolster").move((0, 1))
    assert table["c1"].at == (0, 1)
    bare = Table().hand(BOLSTER).spell("bolster")
    assert bare["c1"].defence == 3 and bare.slots() == ["", "", ""]


@pytest.mark.rules("MAYA-SPELL-05")
def test_a_spell_that_cannot_be_paid_stays_in_hand() -> None:
    table = Table().hand(BOLSTER).purse(energy=1)
    table.refused(PlaySpell(1, "bolster"), "NOT_ENOUGH_ENERGY", "MAYA-SPELL-05")
    assert table.held() == ["bolster"] and table.energy_of() == 1


@pytest.mark.rules("MAYA-SPELL-01")
def test_only_a_spell_in_hand_is_played() -> None:
    table = Table().hand(WALK).discard(BOLSTER)
    table.refused(PlaySpell(1, "bolster"), "NOT_IN_HAND", "MAYA-SPELL-01")
    table.refused(PlaySpell(1, "walk"), "NOT_A_SPELL", "MAYA-SPELL-01")
    table.refused(EquipRelic(1, "walk", 1), "NOT_A_RELIC", "MAYA-RELIC-02")


@pytest.mark.rules("MAYA-AMB-20")
def test_a_spell_with_nothing_to_aim_at_is_not_played() -> None:
    strike = spell("strike", {"do": "attack", "value": 2})
    table = Table(at=[(0, 0), (3, 0)]).hand(strike)
    table.refused(PlaySpell(1, "strike"), "NO_EFFECT", "MAYA-AMB-20")
    table.unit("c2", at=(1, 0)).spell("strike")
    assert table["c2"].hp == 8


@pytest.mark.rules("MAYA-PRIO-01")
def test_a_clause_that_asks_for_something_does_nothing_while_it_does_not_hold() -> None:
    gust = spell("gust", {"if": "in_flight", "do": "draw", "value": 1})
    low = Table("cyd", "ada", quiet=True).hand(gust)
    low.refused(PlaySpell(1, "gust"), "NO_EFFECT", "MAYA-AMB-20")
    assert len(low.unit("c1", flying=True).spell("gust").held()) == 1
    climb = spell(
        "climb", {"do": "flight", "enter": True}, {"if": "in_flight", "do": "draw", "value": 1}, traits=["garuda"]
    )
    assert len(Table("cyd", "ada", quiet=True).hand(climb).spell("climb").held()) == 1, "judged when its turn comes"
