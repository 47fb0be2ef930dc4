"""The greedy bot plays sensibly, and clearly better than chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from projections.arcanya import PLUGIN
from projections.arcanya.greedy import GREEDY
from projections.arcanya.view import view
from projections.bots import RANDOM, Dice
from projections.views import seat_viewer
from tests.playing import Play
from tests.rules.arcanya.play import Table, seat_number

GAME = PLUGIN.rules.game


def choice(table: Table, seat: str, *, hidden: bool = True) -> Any:
    """What the bot does, seeing no more than its seat does."""
    number = seat_number(seat)
    trial = table.view(seat).trial if hidden else table.trial
    viewer = seat_viewer(number)
    return GREEDY.choose(
        lambda: {"viewer": viewer, "table": view(trial, viewer, str)}, GAME.offers(table.trial, number), Dice(1)
    )


def test_it_keeps_its_maneuvers_while_a_power_card_does() -> None:
    table = Table(power=8, hands={"A": ["dodge", "deflect", 9, "alter", 2]})
    assert choice(table, "A").card_id == "power-9"


def test_it_puts_a_guard_down_before_it_defends_and_of_the_least_card() -> None:
    table = Table(power=5, students={"A": "yaiza"}, hands={"A": [9, 3, "dodge", 7, 8]})
    assert choice(table, "A").TYPE == "UseAbility"
    table.ability("A")
    assert choice(table, "A").card_id == "power-3"


def test_it_uses_a_guard_rather_than_be_hit() -> None:
    table = Table(power=9, hands={"A": [7, ...]}, guards={"A": [("fire", 2)]})
    assert (choice(table, "A").card_id, choice(table, "A").guard_id) == ("power-7", 1)


def test_it_takes_a_hit_rather_than_fall_short_with_a_guard() -> None:
    table = Table(power=12, hands={"A": [7, ...]}, guards={"A": [("fire", 2)]})
    assert choice(table, "A").TYPE in ("TakeHit", "PlayPower")
    before = table.trial
    table.do(choice(table, "A"))
    assert table.trial.student(1).shields != before.student(1).shields, "there is no way out here"


def test_it_lowers_the_power_to_where_a_card_does() -> None:
    table = Table(power=9, students={"A": "silvana"}, hands={"A": [6, 2, 2, 2, 2]})
    assert choice(table, "A").TYPE == "UseAbility"


def test_it_aims_a_strong_sphere_at_who_can_least_defend() -> None:
    hands: dict[str, Any] = {"A": ["deflect", 2, 2, 2, 2]}
    table = Table(power=11, seats=4, hands=hands, sender="D", guards={"B": [("earth", 2), ("earth", 2)]})
    assert choice(table, "A").target_seat == 3


def test_it_does_not_end_a_trial_that_it_would_lose() -> None:
    rich: Any = {"D": [(3, "A"), (3, "B")]}
    table = Table(power=11, hands={"A": ["deflect", 2, 2, 2, 2]}, shields={"B": [1]}, won=rich, sender="D")
    assert choice(table, "A").target_seat == 3


def test_it_ends_a_trial_that_it_wins() -> None:
    rich: Any = {"A": [(3, "D"), (3, "C")]}
    table = Table(power=11, hands={"A": ["deflect", 2, 2, 2, 2]}, shields={"B": [1]}, won=rich, sender="D")
    assert choice(table, "A").target_seat == 2


def test_after_a_hit_it_exchanges_its_weak_cards() -> None:
    table = Table(power=11, hands={"A": [2, 10, 3, 9, 4]}).hit("A")
    assert sorted(choice(table, "A").card_ids) == ["power-2", "power-3", "power-4"]


def test_down_to_hand_size_it_throws_the_least() -> None:
    table = Table(power=11, hands={"A": [9, 10, 8, 7, 6]}).hit("A")
    assert choice(table, "A").card_ids == ("power-6",)


def test_it_goes_by_its_view_alone() -> None:
    for seed in range(4):
        play = Play(PLUGIN, 4, {"mode": "advanced"}, seed=seed + 1)
        for move in range(50):
            if not play.waiting():
                break
            (seat,) = play.waiting()
            known = play.history().redacted(seat_viewer(seat))
            seen = known.view(seat_viewer(seat))
            by_what_it_knows = GREEDY.choose(always(seen), play.rules.offers(known.state, seat), Dice(move))
            by_the_table = GREEDY.choose(play.sees(seat), play.rules.offers(play.state, seat), Dice(move))
            assert by_what_it_knows == by_the_table
            play.submit(by_the_table)


def always(seen: dict[str, Any]) -> Callable[[], dict[str, Any]]:
    return lambda: seen


def wins(options: dict[str, Any], seats: int, matches: int) -> float:
    """The share of wins of one greedy bot among random ones, every seat in turn."""
    won = 0.0
    for number in range(matches):
        me = number % seats + 1
        bots = {seat: GREEDY if seat == me else RANDOM for seat in range(1, seats + 1)}
        play = Play(PLUGIN, seats, options, seed=number + 1).play_out(bots, seed=number)
        outcome = play.rules.outcome(play.state)
        assert outcome is not None
        won += (me in outcome.winners) / len(outcome.winners)
    return won / matches


@pytest.mark.parametrize("options", [{"mode": "basic"}, {"mode": "advanced", "alter_plus": True}], ids=str)
def test_it_wins_far_more_than_its_share_against_random_bots(options: dict[str, Any]) -> None:
    # A fair share is 1/4; by luck alone 80 matches give 0.4 or more once in a thousand times.
    assert wins(options, 4, 80) > 0.4


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize(("seats", "share"), [(2, 0.6), (3, 0.5), (4, 0.45), (6, 0.3), (10, 0.2)])
def test_it_wins_at_every_table(mode: str, seats: int, share: float) -> None:
    assert wins({"mode": mode}, seats, 300) > share


@pytest.mark.parametrize("seats", [2, 3, 7, 10])
def test_matches_of_greedy_bots_come_to_an_end(seats: int) -> None:
    for mode in ("basic", "advanced"):
        play = Play(PLUGIN, seats, {"mode": mode, "alter_plus": True, "dispel_plus": True}, seed=seats)
        assert play.play_out(GREEDY).rules.over(play.state)
