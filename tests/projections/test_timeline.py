"""Steps are told in sentences with the players' names, each viewer what they may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.lifecycle import RulesChanged, SitDown, StandUp
from projections.history import History
from projections.timeline import narrated
from tests.playing import Play
from tests.toy.plugin import TOY

DECK: dict[str, Sequence[Any]] = {"deck": [[4, 4, 1, 9, 9, 1, 7]], "die": [2, 0]}


def play() -> Play:
    return Play(TOY, 2, {"rounds": 1}, names=["Marta", "Jon"], script=DECK)


def lines(history: History, viewer: str) -> list[list[str]]:
    return [step["lines"] for step in history.timeline(viewer)]


def test_a_match_is_told_from_the_open_table_on() -> None:
    told = lines(play().history(), "spectator")
    assert told[:3] == [["A table for 2 is open."], ["Marta takes seat 1."], ["Jon takes seat 2."]]
    assert told[3][0] == "The match begins: Marta and Jon."


def test_ones_own_cards_are_named_and_others_counted() -> None:
    history = play().history()
    assert "Marta takes 4, 4, 1." in lines(history, "seat:1")[3]
    assert "Marta takes 3." in lines(history, "seat:2")[3]
    assert "Marta and Jon peek at 7." in lines(history, "seat:2")[3]
    assert "Marta and Jon peek at a card." in lines(history, "spectator")[3]
    assert "Jon takes 9, 9, 1." in lines(history, "auditor")[3]


def test_a_secret_bid_is_told_to_its_seat_alone_until_all_are_turned() -> None:
    match = play()
    match.submit(match.rules.offers(match.state, 2)[0].intent)
    assert lines(match.history(), "seat:2")[-1] == ["Jon bids 9."]
    assert lines(match.history(), "seat:1")[-1] == ["Jon bids."]
    match.submit(match.rules.offers(match.state, 1)[0].intent)
    assert lines(match.history(), "spectator")[-1] == ["Marta bids.", "The bids are 4, 9.", "Jon wins 3."]


def test_the_end_tells_the_secret() -> None:
    history = play().play_out().history()
    assert lines(history, "seat:1")[-1][-1] == "The secret is told: every shuffle can be checked now."
    assert history.steps[-1].marks == ("round", "end")


def test_leaving_a_seat_is_told_with_the_name_of_who_sat_there() -> None:
    match = play()
    history = History(TOY, "m1")
    history.extend(match.entries[:4])
    events = match.rules.decide(history.state, StandUp(1))
    told, state = narrated(TOY, history.state, events, "spectator")
    assert told == ["Marta leaves seat 1."]
    assert narrated(TOY, state, match.rules.decide(state, SitDown(1, "Ines")), "spectator")[0] == ["Ines takes seat 1."]


def test_newer_rules_are_told() -> None:
    told, _ = narrated(TOY, play().state, [RulesChanged(1, 2)], "seat:1")
    assert told == ["Newer rules take over (version 2); nothing that happened changes."]
