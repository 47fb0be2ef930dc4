"""End of Turn, and discarding after it."""

from __future__ import annotations

import pytest

from domain.maya.events import CardsDiscarded, CardsDrawn, TurnEnded
from domain.maya.intents import ActivateCard, DiscardCards, EndActionPhase, EndStep, UseTimedEffect
from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1})
DUSK = card("dusk", {"when": "end_of_turn", "do": "defend", "value": 1})


def table_of(*mat: object) -> Table:
    """Seat 1's turn with these cards on its mat; seat 2 comes after it."""
    return Table().mat(*mat).mat(GO, GO, GO, seat=2)  # type: ignore[arg-type]


@pytest.mark.rules("MAYA-EOT-01")
def test_end_of_turn_follows_when_the_player_does_no_more() -> None:
    table = table_of(DUSK, GO, GO).do(EndActionPhase(1))
    assert table.kinds == ["StepEntered"]
    assert table.pending == (1, "end")
    table.refused(ActivateCard(1, 2), "WRONG_STEP", "MAYA-ACT-03")


@pytest.mark.rules("MAYA-EOT-02")
def test_end_of_turn_effects_are_for_that_step() -> None:
    table = table_of(DUSK, GO, GO)
    table.refused(UseTimedEffect(1, "mat:1:dusk.0"), "WRONG_STEP", "MAYA-EOT-02")
    table.end().timed("mat:1:dusk.0")
    assert table["c1"].defence == 1


@pytest.mark.rules("MAYA-EOT-02")
def test_end_of_turn_effects_may_be_left_out() -> None:
    table = table_of(DUSK, GO, GO).end().do(EndStep(1))
    assert (table["c1"].defence, table.state.turn.seat) == (0, 2)


@pytest.mark.rules("MAYA-EOT-03", "MAYA-BLEED-06", "MAYA-AMB-88")
def test_bleed_leaves_after_the_effects_of_the_step() -> None:
    table = table_of(DUSK, GO, GO).unit("c1", bleed=1).end()
    assert table["c1"].bleed == 1
    table.timed("mat:1:dusk.0")
    assert (table["c1"].defence, table["c1"].hp, table["c1"].bleed) == (1, 9, 0)
    kinds = [event for event in table.events if event.TYPE in ("DefenceChanged", "DamageDealt", "StatusChanged")]
    assert [event.TYPE for event in kinds] == ["DefenceChanged", "DamageDealt", "StatusChanged"]


@pytest.mark.rules("MAYA-DISCARD-01")
@pytest.mark.parametrize("gone", [(), ("go",), ("go", "dusk"), ("go", "go", "go", "go", "dusk")])
def test_any_number_of_cards_may_be_discarded(gone: tuple[str, ...]) -> None:
    table = table_of(GO, GO, GO).hand(GO, GO, GO, GO, DUSK).end().do(DiscardCards(1, gone))
    assert len(table.held()) == 5 - len(gone)
    assert sorted(table.discards()) == sorted(gone)


@pytest.mark.rules("MAYA-DISCARD-01")
def test_only_cards_in_hand_are_discarded() -> None:
    table = table_of(GO, GO, GO).hand(GO).end()
    for wrong in (("dusk",), ("go", "go")):
        table.refused(DiscardCards(1, wrong), "NOT_IN_HAND", "MAYA-DISCARD-01")


@pytest.mark.rules("MAYA-DISCARD-02", "MAYA-HANDSTAT-05")
def test_a_hand_above_the_stat_forces_nothing() -> None:
    table = table_of(GO, GO, GO).hand(*[GO] * 8).end().do(DiscardCards(1, ()))
    assert len(table.held()) == 8
    assert not table.happened(CardsDiscarded)


@pytest.mark.rules("MAYA-DISCARD-03")
def test_nothing_is_drawn_until_refresh() -> None:
    table = table_of(GO, GO, GO).hand(GO, GO).hand(GO, seat=2).end().do(DiscardCards(1, ("go",)))
    assert not table.happened(CardsDrawn)
    assert len(table.held()) == 1
    table.end_turn()
    assert table.state.round == 2
    assert len(table.held()) == 5


@pytest.mark.rules("MAYA-DISCARD-04")
def test_the_turn_is_over_with_the_discard_step() -> None:
    table = table_of(GO, GO, GO).hand(GO, GO).end()
    assert table.pending == (1, "discard")
    assert not table.happened(TurnEnded)
    table.do(DiscardCards(1, ("go",)))
    assert table.kinds[:2] == ["CardsDiscarded", "TurnEnded"]
    assert table.state.turn.seat == 2


@pytest.mark.rules("MAYA-DISCARD-05")
def test_discarded_cards_come_back_with_the_next_reshuffle() -> None:
    table = table_of(GO, GO, GO).hand(GO, DUSK, GO, GO, GO).deck().hand(*[GO] * 5, seat=2).end()
    table.do(DiscardCards(1, ("dusk",)))
    assert table.discards() == ["dusk"]
    assert table.seat(2).cards.discard == ()
    table.end_turn()
    assert sorted(map(str, table.held())) == ["dusk", "go", "go", "go", "go"]
