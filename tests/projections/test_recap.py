"""Whoever comes back is told what they missed: briefly, what matters first, and nothing they may not know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from projections.games import plugin_for
from projections.history import History
from projections.plugin import Plugin
from projections.recap import HIGHLIGHTS_MAX, STEPS_TOLD_MAX, recap
from tests.playing import Play
from tests.toy.facts import Bid, Trade
from tests.toy.plugin import TOY

DECK: dict[str, Sequence[Any]] = {"deck": [[4, 4, 1, 9, 9, 1, 7]], "die": [2, 0]}


def one_round() -> Play:
    return Play(TOY, 2, {"rounds": 2}, names=["Marta", "Jon"], script=DECK)


def long_match() -> History:
    return Play(TOY, 3, {"rounds": 50}, names=["Marta", "Jon", "Noor"]).play_out().history()


def test_nothing_is_told_to_whoever_has_seen_it_all() -> None:
    history = one_round().history()
    told = recap(history, "seat:1", history.head.seq)
    assert (told["steps"], told["by_others"], told["highlights"], told["moves"]) == (0, 0, [], {})
    assert told["awaiting"][0]["text"] == "Marta bids" and len(told["awaiting"]) == 1


def test_what_others_did_is_told_with_the_question_that_waits() -> None:
    play = one_round()
    seen = len(play.entries)
    play.submit(Bid(2, 9))
    told = recap(play.history(), "seat:1", seen)
    assert (told["steps"], told["by_others"], told["moves"]) == (1, 1, {"2": 1})
    assert [step["lines"] for step in told["highlights"]] == [["Jon bids."]]
    assert [asked["seat"] for asked in told["awaiting"]] == [1]


def test_ones_own_moves_are_counted_but_not_among_those_of_others() -> None:
    play = one_round()
    seen = len(play.entries)
    play.submit(Bid(1, 4))
    play.submit(Bid(2, 9))
    play.submit(Trade(2, ()))
    told = recap(play.history(), "seat:1", seen)
    assert (told["steps"], told["by_others"]) == (3, 2)
    assert told["rounds"] == 1, "the second round began"


def test_a_long_absence_is_told_in_a_few_steps_and_those_with_marks_come_first() -> None:
    history = long_match()
    told = recap(history, "seat:1", 20)
    assert told["steps"] == len(history.timeline("seat:1", 20)) > HIGHLIGHTS_MAX
    assert len(told["highlights"]) == HIGHLIGHTS_MAX
    assert all("round" in step["marks"] for step in told["highlights"]), "each of these rounds is worth more than a bid"
    seqs = [step["seq"] for step in told["highlights"]]
    assert seqs == sorted(seqs)
    assert told["status"] == "over" and told["outcome"]["winners"]


def test_the_highlights_are_steps_of_the_timeline() -> None:
    history = long_match()
    steps = {step["seq"]: step for step in history.timeline("seat:2")}
    for since in range(0, history.head.seq, 97):
        for step in recap(history, "seat:2", since)["highlights"]:
            assert steps[step["seq"]] == step and step["seq"] > since


def test_only_the_latest_steps_of_a_very_long_absence_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projections.recap.STEPS_TOLD_MAX", 5)
    history = long_match()
    assert STEPS_TOLD_MAX > 5
    told = recap(history, "seat:1", 0)
    assert told["steps"] == len(history.steps)
    first = history.steps[-5].seq
    assert all(step["seq"] >= first for step in told["highlights"])


@pytest.mark.parametrize("plugin", [TOY, plugin_for("arcanya")], ids=["toy", "arcanya"])
def test_a_recap_says_what_the_log_of_its_viewer_says(plugin: Plugin) -> None:
    history = Play(plugin, 3, seed=7).play_out().history()
    for viewer in ("seat:1", "seat:3", "spectator"):
        known = history.redacted(viewer)
        for since in range(0, history.head.seq, 41):
            assert recap(history, viewer, since) == recap(known, viewer, since)
