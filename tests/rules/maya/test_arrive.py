"""On Arrival effects of cards just turned up."""

from __future__ import annotations

import pytest

from domain.maya.events import CardsDrawn, TimedEffectSkipped, TimedEffectUsed, TurnStarted
from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1}, gain=4)
HAIL = [card(f"hail-{gain}", {"when": "on_arrival", "do": "draw", "value": 1}, gain=gain) for gain in range(4)]


def arriving(*gains: int) -> Table:
    """Seats 1, 2, ... turn up cards of these gains that draw on arrival."""
    table = Table(seats=len(gains))
    for seat, gain in enumerate(gains, start=1):
        table.mat(GO, GO, GO, seat=seat).hand(*[HAIL[gain]] * 5, seat=seat)
    return table


@pytest.mark.rules("MAYA-ARRIVE-01")
def test_the_effect_happens_before_the_first_turn() -> None:
    table = arriving(1, 2).next_round().prepare("hail-1", "hail-2")
    assert table.kinds.index("CardsDrawn") < table.kinds.index("TurnStarted")
    assert [drawn.count for drawn in table.happened(CardsDrawn)] == [1, 1]
    assert (len(table.held(1)), len(table.held(2))) == (5, 5)


@pytest.mark.rules("MAYA-ARRIVE-01")
def test_only_the_card_just_turned_up_has_it() -> None:
    table = arriving(1, 2).mat(HAIL[1], HAIL[1], GO).hand(*[GO] * 5).next_round().prepare("go", "hail-2")
    assert [used.seat for used in table.happened(TimedEffectUsed)] == [2]


@pytest.mark.rules("MAYA-ARRIVE-02")
def test_several_effects_go_in_the_new_order() -> None:
    table = arriving(2, 3, 1).next_round().prepare("hail-2", "hail-3", "hail-1")
    assert [used.seat for used in table.happened(TimedEffectUsed)] == [3, 1, 2]


@pytest.mark.rules("MAYA-PRIO-01")
@pytest.mark.parametrize(("flying", "defence"), [(False, 0), (True, 1)])
@pytest.mark.parametrize("when", ["arrive", "exit"])
def test_an_effect_that_asks_for_something_happens_only_if_it_holds(when: str, flying: bool, defence: int) -> None:
    time = "arrival" if when == "arrive" else when
    gust = card("gust", {"when": f"on_{time}", "if": "in_flight", "do": "defend", "value": 1})
    table = Table("cyd", "ada", quiet=True).knows(gust).unit("c1", flying=flying)
    assert table.at_moment(when, (1, f"{time}:gust.0"))["c1"].defence == defence


@pytest.mark.rules("MAYA-ARRIVE-03")
def test_who_is_off_the_arena_has_no_such_effect() -> None:
    table = arriving(1, 2).off("c1").next_round().prepare("hail-1", "hail-2")
    assert table.happened(TimedEffectSkipped)[0] == TimedEffectSkipped(1, ("arrival:hail-1.0",), "arrival")
    assert [drawn.seat for drawn in table.happened(CardsDrawn)] == [2]


@pytest.mark.rules("MAYA-ARRIVE-03")
def test_in_round_1_nobody_is_on_the_arena_to_have_one() -> None:
    hail = [
        card(f"{champion}-1", {"when": "on_arrival", "do": "draw", "value": 1}, gain=1, traits=[trait])
        for champion, trait in (("ada", "manushya"), ("ben", "naag"))
    ]
    table = Table.dealt(script={"deck.1": [("ada-1",)], "deck.2": [("ben-1",)]}, cards=hail)
    table.prepare("ada-1", "ben-1")
    assert [skipped.seat for skipped in table.happened(TimedEffectSkipped)] == [1, 2]
    assert not table.happened(CardsDrawn)
    assert table.happened(TurnStarted)
