"""Every scenario comes out as it says, and a scenario that says something else does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.entries import Head
from projections.audit import examine
from projections.games import plugin_for
from projections.matchfile import match_file
from projections.plugin import Plugin
from projections.scenario import Case, Scenario, ScenarioDamaged, failures, loads, play
from projections.views import match_view
from tests.toy.plugin import TOY

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FILES = sorted(FIXTURES.rglob("*.scenario.toml"))
SCENARIOS = [(path, loads(path.read_text(encoding="utf-8"))) for path in FILES]
CASES = [
    pytest.param(scenario, case, id=f"{path.name.removesuffix('.scenario.toml')}: {case.name}")
    for path, scenario in SCENARIOS
    for case in scenario.cases
]


@pytest.mark.parametrize(("scenario", "case"), CASES)
def test_a_scenario_comes_out_as_it_says(scenario: Scenario, case: Case) -> None:
    assert failures(scenario, case, plugin_for(scenario.game)) == []


@pytest.mark.parametrize(("scenario", "case"), CASES)
def test_the_log_of_a_scenario_is_bound_together_and_never_passes_for_an_audited_one(
    scenario: Scenario, case: Case
) -> None:
    plugin = plugin_for(scenario.game)
    played = play(scenario, case, plugin)
    if not played.entries:
        assert played.refusal is not None
        return
    codes = {finding.code for finding in examine(match_file(played.entries), plugin).findings}
    assert "SCRIPTED" in codes
    if played.by_intents_alone:
        assert codes == {"SCRIPTED"}
    else:
        # What simply happened is in no entry, so the rules would decide otherwise; the bytes hold all the same.
        assert not codes & {"SEQ", "LINK", "COMMITMENT", "SALT", "ENCODING", "ENVELOPE", "HEADER"}


@pytest.mark.parametrize(("path", "scenario"), SCENARIOS, ids=[path.name for path in FILES])
def test_each_case_cites_a_rule(path: Path, scenario: Scenario) -> None:
    assert scenario.cases
    for case in scenario.cases:
        assert case.rules, f"{path.name}: {case.name!r} cites no rule"
        assert case.name


# -- a scenario can fail

HEAD = """
title = "Highest Card"
[given]
game = "highest-card"
seats = ["Ana", "Ben"]
chance = { deck = [[4, 2, 9, 7, 1, 3]], die = [2] }
"""
BIDS = "when = [{ seat = 1, type = 'Bid', card = 4 }, { seat = 2, type = 'Bid', card = 7 }]\n"
WINS = "then.events = [{ event = 'BidsRevealed', cards = [4, 7] }, { event = 'RoundWon', seat = 2, points = 3 }]\n"


def outcome(text: str, plugin: Plugin = TOY) -> list[str]:
    scenario = loads(text)
    return [sentence for case in scenario.cases for sentence in failures(scenario, case, plugin)]


def test_stated_chance_decides_shuffles_and_dice() -> None:
    assert outcome(HEAD + "[[case]]\n" + BIDS + WINS) == []


@pytest.mark.parametrize(
    ("case", "says"),
    [
        (BIDS + "then.events = [{ event = 'RoundWon', seat = 1 }]", "no {'event': 'RoundWon', 'seat': 1}"),
        (BIDS + "then.events = [{ event = 'RoundWon' }, { event = 'BidsRevealed' }]", "in its order"),
        (BIDS + "then.order = ['RoundWon']", "the events are"),
        (BIDS + "then.never = ['RoundWon']", "there was RoundWon"),
        (BIDS + "then.refusal = { code = 'NOT_IN_HAND' }", "was accepted, not refused"),
        (BIDS + "then.view = [{ 'table.seats.2.points' = 4 }]", "sees table.seats.2.points = 3, not 4"),
        (BIDS + "then.view = [{ 'table.seats.5.points' = 4 }]", "sees no table.seats.5.points"),
        (BIDS + "then.view = [{ 'table.seats.1.hand.cards' = [2, 9] }]", "'none', not [2, 9]"),
        (BIDS + "then.awaiting = [{ seat = 1, kind = 'trade' }]", "the match waits for"),
        (BIDS + "then.offers = [{ seat = 2, may = [{ type = 'Bid' }] }]", "seat 2 may not {'type': 'Bid'}"),
        (BIDS + "then.offers = [{ seat = 2, may_not = [{ type = 'Trade' }] }]", "seat 2 may {'type': 'Trade'}"),
        (BIDS + "then.outcome = { winners = [2] }", "the match is not over"),
        (BIDS + "then.where = ['table.round > 9']", "it is not so that table.round > 9"),
        (BIDS + "then.where = ['table.rund > 1']", "it cannot be worked out whether table.rund > 1: AttributeError"),
        (
            "when = [{ seat = 1, type = 'Bid', card = 5 }]\nthen.refusal = { code = 'NOT_IN_HAND', rule = 'TOY-X' }",
            "rule of the refusal is 'TOY-BID', not 'TOY-X'",
        ),
        ("when = [{ seat = 1, type = 'Bid', card = 5 }]\nthen.never = ['RoundWon']", "refused: NOT_IN_HAND"),
        ("when = [{ seat = 1, type = 'Bid', card = 4 }]\nthen.never = ['RoundWon']", "nothing was drawn for 'die'"),
        (BIDS + "chance = { die = [6] }\nthen.never = []", "only 0 to 5 can come up"),
        (BIDS + "chance = { deck = [[77]] }\nthen.never = []", "names 77, which is not there"),
        ("when = [{ seat = 1, type = 'Fly' }]\nthen.never = []", "UNKNOWN_INTENT"),
        ("when = [{ type = 'Bid', card = 4 }]\nthen.never = []", "does not say which seat"),
        ("also = [{ event = 'Fly' }]\nthen.never = []", "there is no event 'Fly'"),
        ("also = [{ event = 'RoundWon', seat = 1 }]\nthen.never = []", "RoundWon needs points"),
        ("also = [{ event = 'RoundWon', seat = 1, points = 1, more = 1 }]\nthen.never = []", "RoundWon has no more"),
    ],
)
def test_what_does_not_come_out_is_said(case: str, says: str) -> None:
    told = outcome(f"{HEAD}[[case]]\n{case}\n")
    assert any(says in sentence for sentence in told), told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x", "not TOML"),
        ("title = 'x'", "no [given]"),
        (HEAD, "no case"),
        (HEAD + "[[case]]\nwhen = []\n", "no [then]"),
        (HEAD + "[[case]]\nthen = {}\n", "says nothing"),
        (HEAD + "[[case]]\nthen = { event = [] }\n", "then has no 'event'"),
        (HEAD + "[[case]]\nthan = {}\n", "a case has no 'than'"),
        ("rules = ['ARC-X']\n" + HEAD + "[[case]]\n" + BIDS + WINS, "the file cites ['ARC-X'], its cases show []"),
        (HEAD + "[[case]]\nrules = ['ARC-X']\n" + BIDS + WINS, "its cases show ['ARC-X']"),
    ],
)
def test_a_file_that_is_no_scenario_is_told_so(text: str, says: str) -> None:
    with pytest.raises(ScenarioDamaged) as told:
        loads(text)
    assert says in str(told.value)


def test_a_scenario_may_be_a_single_case() -> None:
    text = "rules = ['TOY-BID']\n" + BIDS + WINS + HEAD
    assert outcome(text) == []
    assert loads(text).rules == ("TOY-BID",)


def test_events_that_simply_happened_make_a_position() -> None:
    text = HEAD + "do = [{ event = 'RoundWon', seat = 1, points = 5 }]\n[[case]]\nchance = { die = [] }\n"
    assert outcome(text + "then.view = [{ 'table.seats.1.points' = 5 }]") == []
    scenario = loads(text + "then.view = [{ 'table.seats.1.points' = 5 }]")
    played = play(scenario, scenario.cases[0], TOY)
    assert match_view(TOY, played.state, "spectator", Head(0, b""))["status"] == "running"
