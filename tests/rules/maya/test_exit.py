"""On Exit effects of cards that just slid off."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.events import DefenceChanged, PhaseEntered, TimedEffectSkipped, TimedEffectUsed
from domain.maya.intents import ArrangeFragments
from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1})
PARTING = card("parting", {"when": "on_exit", "do": "defend", "value": 1})
FLINGING = card("flinging", {"when": "on_exit", "do": "attack", "value": 2})
GENTLE = card("gentle", {"when": "on_exit", "may": True, "do": "defend", "value": 1})


def leaving(*cards: object, **more: object) -> Table:
    """Cards in slot 3 of seats 1, 2, ... that are about to slide off."""
    table = Table(seats=max(len(cards), 2), **more)  # type: ignore[arg-type]
    for seat, last in enumerate(cards, start=1):
        table.mat(GO, GO, last, seat=seat).hand(*[GO] * 5, seat=seat)  # type: ignore[arg-type]
    return table


@pytest.mark.rules("MAYA-EXIT-01")
def test_the_effect_happens_before_anybody_prepares() -> None:
    table = leaving(PARTING, GO).next_round()
    assert table["c1"].defence == 1
    assert table.kinds.index("DefenceChanged") < table.events.index(PhaseEntered("prepare"))
    assert table.asked_seats() == [1, 2]


@pytest.mark.rules("MAYA-EXIT-01")
def test_a_card_that_stays_on_the_mat_has_no_such_effect() -> None:
    table = leaving(GO, GO).mat(PARTING, PARTING, GO).next_round()
    assert not table.happened(DefenceChanged)


@pytest.mark.rules("MAYA-EXIT-02")
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_several_effects_go_in_the_last_rounds_order(order: tuple[int, ...]) -> None:
    table = leaving(PARTING, PARTING, PARTING)
    table.having(tracks=evolve(table.state.tracks, initiative=order, tiebreak=(1, 2, 3))).next_round()
    assert tuple(used.seat for used in table.happened(TimedEffectUsed)) == order


@pytest.mark.rules("MAYA-AMB-78", "MAYA-EXIT-03")
def test_in_round_1_the_tiebreak_order_counts_and_nobody_is_there_to_gain_by_it() -> None:
    # No starting fragment has such an effect, so other cards lie there.
    table = Table.dealt(seats=3, script={"tiebreak": [(3, 1, 2)]}, upto="fragments")
    for seat in (1, 2, 3):
        table.mat(GO, GO, PARTING, seat=seat)
    for seat in (1, 2, 3):
        table.do(ArrangeFragments(seat, ("go", "go", "parting")))
    skipped = [event for event in table.log if isinstance(event, TimedEffectSkipped)]
    assert [event.seat for event in skipped] == [3, 1, 2]
    assert [table.champion(seat).defence for seat in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.rules("MAYA-EXIT-03")
def test_a_fallen_champion_has_no_such_effect() -> None:
    table = leaving(PARTING, PARTING).off("c1").next_round()
    assert table.happened(TimedEffectSkipped) == [TimedEffectSkipped(1, ("exit:parting.0",), "exit")]
    assert [change.unit for change in table.happened(DefenceChanged)] == ["c2"]


@pytest.mark.rules("MAYA-EXIT-04")
@pytest.mark.parametrize("activated", [True, False])
def test_it_does_not_matter_whether_the_card_was_activated(activated: bool) -> None:
    table = leaving(PARTING, GO)
    if activated:
        table.activated(3)
    assert table.next_round()["c1"].defence == 1


@pytest.mark.rules("MAYA-AMB-79")
def test_a_forced_effect_leaves_only_its_choices_to_its_owner() -> None:
    table = leaving(GO, FLINGING, GO, at=[(0, 0), (1, 0), (2, 0)]).next_round()
    assert table.pending == (2, "way")
    assert {offer.target for offer in table.offered(type(table.offers(2)[0].intent), 2)} == {"c1", "c3"}
    assert len(table.offers(2)) == 2
    table.asked("c3", seat=2)
    assert (table["c3"].hp, table["c1"].hp) == (8, 10)


@pytest.mark.rules("MAYA-AMB-79")
def test_a_forced_effect_with_nobody_to_concern_is_passed_over() -> None:
    table = leaving(FLINGING, GO, at=[(0, 0), (4, 0)]).next_round()
    assert table.asked_seats() == [1, 2]
    assert table["c2"].hp == 10


@pytest.mark.rules("MAYA-AMB-79")
@pytest.mark.parametrize(("answer", "defence"), [("yes", 1), ("no", 0)])
def test_an_effect_that_says_may_is_asked_for(answer: str, defence: int) -> None:
    table = leaving(GENTLE, GO).next_round()
    assert table.pending == (1, "yes_no")
    assert table.answer(answer)["c1"].defence == defence
