"""Refresh: objectives, drawing up to the hand stat, activated cards turned back."""

from __future__ import annotations

import pytest

from domain.maya.events import (
    ActionCardsReset,
    CardsDrawn,
    DeckShuffled,
    ObjectiveDeckShuffled,
    ObjectiveOpened,
    ObjectivesCleared,
    PhaseEntered,
)
from domain.maya.state import Objectives, OpenObjective
from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1})
STARTERS = (OpenObjective("lay-of-the-land", 0, 1, True), OpenObjective("whetstone", 0, 1, True))


def lying(*cards: str, tokens: tuple[int, ...] = ()) -> tuple[OpenObjective, ...]:
    """Objectives that are no starters, the first with these tokens on it."""
    return tuple(OpenObjective(name, 0, 2, False, () if n else tokens) for n, name in enumerate(cards))


def before_refresh(seats: int, row: Objectives, *, hand: int = 5) -> Table:
    """A table whose round is over, with full mats and so many cards in every hand."""
    table = Table(seats=seats).having(objectives=row)
    for seat in range(1, seats + 1):
        table.mat(GO, GO, GO, seat=seat).hand(*[GO] * hand, seat=seat)
    return table


def open_now(table: Table) -> list[str]:
    """The open objectives."""
    return [one.id for one in table.state.objectives.open]


@pytest.mark.rules("MAYA-REFRESH-01", "MAYA-CORE-01", "MAYA-AMB-80")
def test_every_round_goes_through_the_same_phases() -> None:
    table = Table.dealt().prepare("", "").idle(lambda now: now.state.round == 2 and now.state.phase == "prepare")
    phases = [
        event.phase if isinstance(event, PhaseEntered) else event.TYPE
        for event in table.log
        if event.TYPE in ("RoundStarted", "RoundEnded", "TurnStarted", "PhaseEntered")
    ]
    first, rest = phases[: phases.index("RoundEnded") + 1], phases[phases.index("RoundEnded") + 1 :]
    turns = ["TurnStarted", "watch", "TurnStarted", "watch"]
    opening = ["RoundStarted", "refresh", "slide", "exit", "prepare"]
    assert first[first.index("RoundStarted") :] == [*opening, "flip", "arrive", *turns, "RoundEnded"]
    assert rest == opening


@pytest.mark.rules("MAYA-AMB-80")
def test_refresh_slide_and_flip_concern_everybody_at_once_and_turns_one_after_the_other() -> None:
    table = before_refresh(3, Objectives()).next_round()
    assert [slide.seat for slide in next(e for e in table.events if e.TYPE == "CardsSlid").slides] == [1, 2, 3]
    assert table.asked_seats() == [1, 2, 3]
    table.prepare("go", "go", "go")
    assert [flip.seat for flip in next(e for e in table.events if e.TYPE == "CardsFlipped").flips] == [1, 2, 3]
    assert len(table.asked_seats()) <= 1


@pytest.mark.rules("MAYA-REFRESH-02")
def test_refresh_is_objectives_then_drawing_then_turning_cards_back() -> None:
    row = Objectives(lying("turtle", tokens=(1,)), ("marathon", "scholar", "armoury", "warband"))
    table = before_refresh(2, row, hand=3).activated(1).next_round()
    kinds = list(dict.fromkeys(table.kinds))
    wanted = ["ObjectivesCleared", "ObjectiveOpened", "CardsDrawn", "ActionCardsReset", "CardsSlid"]
    assert [kind for kind in kinds if kind in wanted] == wanted


@pytest.mark.rules("MAYA-REFRESH-03", "MAYA-AMB-66")
def test_objectives_with_tokens_leave_and_the_tokens_go_back() -> None:
    row = Objectives((*STARTERS, *lying("turtle", "marathon", "scholar", tokens=(1, 3))), ("armoury",))
    table = before_refresh(3, row).next_round()
    assert table.one(ObjectivesCleared) == ObjectivesCleared(("turtle",), (1, 3))
    assert open_now(table) == ["lay-of-the-land", "whetstone", "marathon", "scholar", "armoury"]
    assert table.state.objectives.discard == ("turtle",)


@pytest.mark.rules("MAYA-REFRESH-04", "MAYA-OBJ-15")
@pytest.mark.parametrize(("seats", "opened"), [(2, 0), (3, 1), (4, 1)])
def test_the_row_is_filled_up_to_five_or_four_with_two_players(seats: int, opened: int) -> None:
    row = Objectives((*STARTERS, *lying("turtle", "marathon")), ("armoury", "scholar", "warband"))
    table = before_refresh(seats, row).next_round()
    assert len(table.happened(ObjectiveOpened)) == opened
    assert len(table.state.objectives.open) == 4 + opened


@pytest.mark.rules("MAYA-REFRESH-05")
def test_an_empty_objective_pile_is_made_up_of_the_discarded_ones() -> None:
    gone = ("turtle", "marathon", "scholar", "armoury", "warband", "headtaker")
    table = before_refresh(3, Objectives((*STARTERS, *lying("full-motion")), (), gone))
    table.script = {"objectives": [("warband", "headtaker")]}
    table.next_round()
    kinds = [kind for kind in table.kinds if kind in ("ObjectiveDeckShuffled", "ObjectiveOpened")]
    assert kinds == ["ObjectiveDeckShuffled", "ObjectiveOpened", "ObjectiveOpened"]
    assert table.one(ObjectiveDeckShuffled).count == 6
    assert open_now(table)[3:] == ["warband", "headtaker"]
    assert (len(table.state.objectives.deck), table.state.objectives.discard) == (4, ())


@pytest.mark.rules("MAYA-REFRESH-05", "MAYA-AMB-67")
def test_with_too_few_objectives_left_fewer_lie_open() -> None:
    table = before_refresh(3, Objectives((*STARTERS, *lying("full-motion")), (), ("turtle",))).next_round()
    assert open_now(table) == ["lay-of-the-land", "whetstone", "full-motion", "turtle"]


@pytest.mark.rules("MAYA-REFRESH-06")
def test_an_objective_that_nobody_claimed_stays() -> None:
    row = Objectives((*STARTERS, *lying("turtle", "marathon", "scholar")), ("armoury",))
    table = before_refresh(3, row).next_round()
    assert open_now(table) == ["lay-of-the-land", "whetstone", "turtle", "marathon", "scholar"]
    assert not table.happened(ObjectivesCleared)


@pytest.mark.rules("MAYA-REFRESH-07", "MAYA-HANDSTAT-01")
def test_everybody_draws_up_to_the_hand_stat() -> None:
    table = before_refresh(2, Objectives()).hand(*[GO] * 3).hand(GO, seat=2).next_round()
    assert [(drawn.seat, drawn.count, drawn.why) for drawn in table.happened(CardsDrawn)] == [
        (1, 2, "refresh"),
        (2, 4, "refresh"),
    ]
    assert (len(table.held(1)), len(table.held(2))) == (5, 5)


@pytest.mark.rules("MAYA-REFRESH-08", "MAYA-HANDSTAT-01")
@pytest.mark.parametrize("held", [5, 6])
def test_a_full_hand_draws_nothing(held: int) -> None:
    table = before_refresh(2, Objectives(), hand=held).next_round()
    assert not table.happened(CardsDrawn)
    assert len(table.held(1)) == held


@pytest.mark.rules("MAYA-REFRESH-09", "MAYA-DRAW-02")
def test_an_empty_deck_is_made_up_of_the_discard_pile_on_the_way() -> None:
    table = before_refresh(2, Objectives()).hand(GO, GO).deck("plumb-shot").discard(*["leverage"] * 8).next_round()
    assert [drawn.count for drawn in table.happened(CardsDrawn)] == [1, 2]
    assert table.one(DeckShuffled).count == 8
    assert table.held() == ["go", "go", "plumb-shot", "leverage", "leverage"]
    # What slid off this round came later and is no part of the new deck.
    assert (len(table.seat(1).cards.deck), table.discards()) == (6, ["go"])


@pytest.mark.rules("MAYA-REFRESH-10", "MAYA-CARD-22")
def test_all_activated_cards_turn_back() -> None:
    table = before_refresh(2, Objectives()).activated(1, 2, 3).activated(2, seat=2).next_round()
    assert table.one(ActionCardsReset).slots == ((1, 1), (1, 2), (1, 3), (2, 2))
    assert not any(slot.activated for side in table.state.seats for slot in side.slots)
