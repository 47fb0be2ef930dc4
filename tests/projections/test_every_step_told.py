"""Whoever looks at a match is told something of each of its steps, in both games and all modes."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.intents import SetAutoPass
from projections.bots import RANDOM, Dice
from projections.games import plugin_for
from projections.history import History
from projections.views import AUDITOR, SPECTATOR, seat_viewer
from tests.playing import Play

NAMES = ("Marta", "Jon", "Ines", "Olav", "Noor", "Teo")
MOVES = 600  # some rounds of the longest mode
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("arcanya", 2, {"mode": "basic"}),
    ("arcanya", 5, {"mode": "basic"}),
    ("arcanya", 3, {"mode": "advanced"}),
    ("arcanya", 6, {"mode": "advanced"}),
    ("maya", 2, {"mode": "siege-1v1", "reactions": True}),
    ("maya", 4, {"mode": "siege-2v2", "expert": True}),
    ("maya", 2, {"mode": "headhunters"}),
    ("maya", 3, {"mode": "headhunters", "reactions": True, "expert": True}),
    ("maya", 4, {"mode": "headhunters", "reactions": True}),
)


def some(game: str, seats: int, options: dict[str, Any], seed: int) -> History:
    play = Play(plugin_for(game), seats, options, seed=seed, names=NAMES[:seats])
    dice = Dice(seed)
    for _ in range(MOVES):
        if not play.waiting():
            break
        play.step(RANDOM, dice)
    return play.history()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=str)
def test_no_step_is_without_words_for_anybody(game: str, seats: int, options: dict[str, Any], seed: int) -> None:
    history = some(game, seats, options, seed)
    for viewer in (SPECTATOR, AUDITOR, *map(seat_viewer, range(1, seats + 1))):
        for step in history.timeline(viewer):
            assert step["lines"], f"{viewer} is told nothing of the {step['intent']} at {step['seq']}"


def test_who_does_not_pay_for_an_effect_is_said_not_to() -> None:
    history = some("maya", 4, {"mode": "siege-2v2", "expert": True}, 1)
    alone = [step["lines"] for step in history.timeline(SPECTATOR) if step["intent"] == "AnswerChoice"]
    assert [line for lines in alone for line in lines if line.endswith(" does not pay for Skyborne.")]


def test_that_a_standing_pass_was_settled_is_told_to_all_and_which_way_to_its_seat() -> None:
    play = Play(plugin_for("maya"), 2, {"reactions": True}, names=NAMES[:2])
    told = {}
    for on in (True, False):
        play.submit(SetAutoPass(2, on))
        history = play.history()
        told[on] = [history.timeline(viewer)[-1]["lines"] for viewer in (SPECTATOR, "seat:1", "seat:2")]
    settled = ["Jon settles how to answer from now on."]
    assert told[True] == [settled, settled, ["Jon lets everything happen."]]
    assert told[False] == [settled, settled, ["Jon wants to be asked again."]]
