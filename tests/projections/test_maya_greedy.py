"""The greedy bot of the arena plays sensibly, sees only what its seat sees, and clearly beats chance."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.game import Offer
from domain.kernel.secrecy import Intent
from domain.maya import intents as i
from domain.maya.hexes import Hex, distance
from projections.bots import RANDOM, Dice
from projections.maya.greedy import GREEDY
from projections.maya.look import look_at, place_worth
from projections.views import seat_viewer
from tests.playing import Play
from tests.projections.test_maya_view import MAYA, NAMES

MODES = (("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 3))


def watched(mode: str, seats: int, seed: int, look: Callable[[Play, int, tuple[Offer, ...], Intent], None]) -> Play:
    """A match of greedy bots to its end; `look` sees each choice before it is made."""
    play = Play(MAYA, seats, {"mode": mode, "reactions": True}, seed=seed, names=NAMES[:seats])
    dice = Dice(seed)
    while play.waiting():
        seat = play.waiting()[0]
        offers = play.rules.offers(play.state, seat)
        intent = GREEDY.choose(play.sees(seat), offers, dice)
        look(play, seat, offers, intent)
        play.submit(intent)
    assert play.rules.over(play.state)
    return play


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_it_claims_what_it_earned_and_buys_what_it_can(mode: str, seats: int) -> None:
    claims = upgrades = 0

    def look(play: Play, seat: int, offers: tuple[Offer, ...], intent: Intent) -> None:
        nonlocal claims, upgrades
        kinds = {offer.intent.__class__ for offer in offers}
        if i.ClaimObjective in kinds:
            assert isinstance(intent, i.ClaimObjective)
            claims += 1
        elif i.BuyUpgrade in kinds and i.TurnInHead not in kinds:
            assert isinstance(intent, i.BuyUpgrade)
            upgrades += 1

    watched(mode, seats, 5, look)
    assert claims > 2
    assert upgrades > 0


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_it_spends_its_energy_and_attacks_what_it_can_before_it_stops(mode: str, seats: int) -> None:
    stops = 0

    def look(play: Play, seat: int, offers: tuple[Offer, ...], intent: Intent) -> None:
        nonlocal stops
        if not isinstance(intent, i.EndActionPhase):
            return
        stops += 1
        table = play.state.table
        for offer in offers:
            assert not isinstance(offer.intent, i.ActivateCard), "a card that could be paid is left"
            target = table.units.get(getattr(offer.intent, "target", ""))
            if target is not None:
                assert target.team in (0, table.team_of(seat)), "an enemy in reach is left alone"

    watched(mode, seats, 6, look)
    assert stops > 10


def seen_with(hp: int) -> dict[str, Any]:
    """What seat 1 sees in the middle of a duel, with so many HP."""
    play = Play(MAYA, 2, {}, seed=2, names=NAMES[:2])
    dice = Dice(2)
    while not (play.state.table.phase == "turn" and play.state.table.step == "action" and play.state.table.round > 1):
        play.step(GREEDY, dice)
    while play.state.table.champion(1).at is None or play.state.table.champion(2).at is None:
        play.step(GREEDY, dice)
    view = copy.deepcopy(play.sees(1)())
    for unit in view["table"]["units"]:
        if unit["id"] == "c1":
            unit["hp"] = hp
    return view


def test_it_goes_where_the_enemy_is_while_it_is_well_and_away_when_it_is_weak() -> None:
    strong, weak = look_at(seen_with(9)), look_at(seen_with(2))
    assert not strong.is_weak
    assert weak.is_weak
    enemy = Hex(*strong.units["c2"]["at"])
    free = [Hex(*tile["at"]) for tile in strong.table["box"]["tiles"] if not tile.get("void")]
    goal = max(free, key=lambda at: place_worth(strong, at))
    refuge = max(free, key=lambda at: place_worth(weak, at))
    assert min(distance(goal, space) for space, _ in strong.goals()) <= 1
    assert distance(refuge, enemy) > distance(goal, enemy)
    assert distance(refuge, enemy) >= 5


def test_it_walks_around_spikes() -> None:
    look = look_at(seen_with(9))
    spiked = next(iter(look.spiked))
    assert place_worth(look, spiked, [spiked]) < place_worth(look, spiked) - 4


def test_it_goes_by_what_its_seat_knows() -> None:
    play = Play(MAYA, 2, {"reactions": True}, seed=3, names=NAMES[:2])
    for move in range(120):
        seat = play.waiting()[0]
        if move % 6 == 0:
            known = play.history().redacted(seat_viewer(seat))
            seen = known.view(seat_viewer(seat))
            offers = play.rules.offers(known.state, seat)
            by_what_it_knows = GREEDY.choose(always(seen), offers, Dice(move))
            assert by_what_it_knows == GREEDY.choose(
                play.sees(seat), play.rules.offers(play.state, seat), Dice(move)
            ), f"move {move}"
        play.step(GREEDY, Dice(move))


def always(seen: dict[str, Any]) -> Callable[[], dict[str, Any]]:
    return lambda: seen


def wins(mode: str, seats: int, matches: int, first: int = 1) -> float:
    """The share of wins of one greedy bot among random ones, every seat in turn."""
    won = 0.0
    for number in range(first, first + matches):
        me = number % seats + 1
        bots = {seat: GREEDY if seat == me else RANDOM for seat in range(1, seats + 1)}
        play = Play(MAYA, seats, {"mode": mode}, seed=number, names=NAMES[:seats]).play_out(bots, seed=number)
        outcome = play.rules.outcome(play.state)
        assert outcome is not None
        won += (me in outcome.winners) / (1 if mode.startswith("siege") else len(outcome.winners))
    return won / matches


def test_it_beats_a_random_bot_clearly_in_a_duel() -> None:
    # A fair share is 1/2; by luck alone 14 or more of 16 come once in 500 times.
    assert wins("siege-1v1", 2, 16) >= 14 / 16


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "seats", "share"), [("siege-1v1", 2, 0.85), ("headhunters", 3, 0.7)])
def test_it_wins_in_every_mode(mode: str, seats: int, share: float) -> None:
    assert wins(mode, seats, 60, first=500) > share


@pytest.mark.parametrize(("mode", "seats"), [*MODES, ("headhunters", 2), ("headhunters", 4)])
def test_matches_full_of_greedy_bots_come_to_an_end(mode: str, seats: int) -> None:
    play = Play(MAYA, seats, {"mode": mode}, seed=seats, names=NAMES[:seats]).play_out(GREEDY)
    assert play.rules.over(play.state)
