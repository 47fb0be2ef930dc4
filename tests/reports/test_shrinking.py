"""A long report comes down to a few intents that fail in the same way."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from projections.failing import Audited, Broke, Differed, Failure, Stands
from projections.games import plugin_for
from projections.scenario import failures
from projections.scenario import loads as load_scenario
from projections.scenario_text import scenario_text
from projections.scripts import Script, script_from_json, script_json, script_of
from projections.shrink import (
    EFFORT,
    WHOLE_COST,
    NotFailing,
    Progress,
    progress_from_json,
    progress_json,
    shrink,
)
from projections.where import Condition
from server.simulate import Table, play_match
from tests.reports import long_reports, planted, planted_maya
from tests.reports.long_reports import CPU_SECONDS_MAX, LONG, REPORTS, SHORT, Long
from tests.reports.planted import PlantedBug, Reported, plant, reported

ARCANYA = plugin_for("arcanya")
QUICK = 30_000  # a fraction of what a real report gets, enough for these
ADVANCED = {"mode": "advanced"}


def script(found: Reported) -> Script:
    return script_of(ARCANYA.rules, found.entries, {len(found.entries): [found.last]})


def shrunk(start: Script, failure: Failure, effort: int = EFFORT) -> Progress:
    *_, last = shrink(ARCANYA, start, failure, effort=effort)
    return last


def scenario(found: Progress, then: Mapping[str, Any]) -> list[str]:
    """What the shrunk play, written down as a scenario and read again, finds wrong."""
    text = scenario_text(ARCANYA, found.script, title="planted", case="fails", then=then)
    read = load_scenario(text)
    return failures(read, read.cases[0], ARCANYA)


def test_a_wrong_state_in_a_short_match_comes_down_to_a_handful(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reported(planted.takes_a_hard_hit, 28, {}, seats=5)
    start = script(found)
    plant(monkeypatch, planted.a_card_is_doubled)
    last = shrunk(start, Differed(ARCANYA), QUICK)
    assert len(last.script.moves) < 12 <= found.intents
    assert last.script.moves[-1].TYPE == "TakeHit"
    assert last.script.seats[:2] == ("Ana", "Ben")
    assert "state comes out otherwise when the log is folded" in scenario(last, {"sound": True})
    monkeypatch.undo()
    assert scenario(last, {"sound": True}) == []


def test_a_condition_that_should_never_be_is_reached_in_a_handful() -> None:
    condition = Condition("table.sphere.power > 12 and table.direction == 'ccw'")
    played = play_match(Table(ARCANYA, ("random",) * 6), b"planted", 19)
    last = shrunk(script_of(ARCANYA.rules, played.entries), Stands(condition), QUICK)
    assert len(last.script.moves) <= 10
    never = f"not ({condition.text})"
    assert scenario(last, {"where": [never]}) == [f"it is not so that {never}"]


def test_what_is_only_seen_in_the_finished_log_is_looked_for_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that says nothing of itself: its own log cannot be decided again."""
    found = reported(planted.takes_a_hard_hit, 28, {}, seats=5)
    start = script(found)
    plant(monkeypatch, planted.forgetful())
    last = shrunk(start, Audited(ARCANYA, "DECISION"), 3_000)
    assert last.sign == "DECISION"
    assert len(last.script.moves) < found.intents


def test_broken_off_and_taken_up_again_it_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    start = script(reported(planted.takes_a_hard_hit, 16, {}, seats=5))
    plant(monkeypatch, planted.a_card_is_doubled)
    whole = [progress_json(progress) for progress in shrink(ARCANYA, start, Differed(ARCANYA), effort=8_000)]
    again = list(whole[:1])
    while again[-1]["phase"] != "done":
        kept = progress_from_json(ARCANYA.rules, json.loads(json.dumps(again[-1])))
        steps = shrink(ARCANYA, start, Differed(ARCANYA), effort=8_000, progress=kept)
        again.append(progress_json(next(steps)))
    assert again == whole


def test_no_play_is_begun_once_as_much_was_tried_as_was_asked_for() -> None:
    condition = Condition("table.sphere.power > 12 and table.direction == 'ccw'")
    start = script_of(ARCANYA.rules, play_match(Table(ARCANYA, ("random",) * 6), b"planted", 19).entries)
    looked_at = len(start.moves) * (1 + WHOLE_COST)  # what the longest single play may cost
    tried = [shrunk(start, Stands(condition), effort) for effort in (200, 1_000, 3_000)]
    for effort, last in zip((200, 1_000, 3_000), tried, strict=True):
        assert last.spent <= max(effort, len(start.moves)) + looked_at
    assert tried[0].spent < tried[1].spent < tried[2].spent


def test_another_failure_on_the_way_is_not_taken_for_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The play may break in two ways; what is left breaks in the one that was reported."""
    found = reported(planted.reflects_at_a_guard, 8, ADVANCED, seats=6)
    start = script(found)

    def two_bugs(game: Any, trial: Any, intent: Any, chance: Any) -> Any:
        if intent.TYPE == "PlayDodge":
            raise ZeroDivisionError
        return planted.reflect_breaks_at_a_guard(game, trial, intent, chance)

    plant(monkeypatch, planted.reflect_breaks_at_a_guard)
    cut = next(shrink(ARCANYA, start, Broke(ARCANYA)))
    plant(monkeypatch, two_bugs)
    *_, last = shrink(ARCANYA, start, Broke(ARCANYA), effort=QUICK, progress=cut)
    assert last.sign.startswith("PlantedBug")
    assert len(last.script.moves) < 12
    with pytest.raises(PlantedBug):
        scenario(last, {"sound": True})


def test_a_play_that_does_not_fail_is_told_so() -> None:
    start = script(reported(planted.takes_a_hard_hit, 28, {}, seats=5))
    with pytest.raises(NotFailing, match="do not fail in that way"):
        next(shrink(ARCANYA, start, Differed(ARCANYA)))


def test_a_play_reads_back_from_json() -> None:
    start = script(reported(planted.takes_a_hard_hit, 28, {}, seats=5))
    again = script_from_json(ARCANYA.rules, json.loads(json.dumps(script_json(start))))
    assert script_json(again) == script_json(start)
    assert again.moves == start.moves


def test_a_report_from_the_arena_comes_down_to_a_handful() -> None:
    """Setup counts too: champions, fragments and prepared cards are among what is left."""
    game = Long(
        "maya",
        3,
        2,
        {"mode": "siege-1v1"},
        planted_maya.equips_under_a_card_in_use,
        lambda: planted_maya.equipping_breaks_under_a_card_in_use,
        Broke,
    )
    came = long_reports.shrunk(game, effort=8_000, least=60)
    assert came.left <= SHORT < came.intents
    assert came.with_bug.startswith("PlantedBug in equipping_breaks_under_a_card_in_use")
    assert came.without == ""
    assert "# Ana plays " in came.text and "# PlantedBug: the Relic has no card to serve" in came.text


@pytest.mark.parametrize(("game", "seats"), [("arcanya", 3), ("maya", 2)])
def test_a_decision_that_cannot_be_repeated_is_told_at_its_intent(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a long play is cut there without an audit of everything before; of a sound play nothing is told."""
    plugin = plugin_for(game)
    bugs: dict[str, tuple[Callable[..., Any], planted.Trigger]] = {
        "arcanya": (planted.forgetful(), lambda table, intent: intent.TYPE == "TakeHit"),
        "maya": (planted_maya.forgetful_of_energy(), planted_maya.equips_under_a_card_in_use),
    }
    bug, meets = bugs[game]
    whole = play_match(Table(plugin, ("random",) * seats), b"planted", 2)
    start = script_of(plugin.rules, whole.entries)
    with pytest.raises(NotFailing):
        next(shrink(plugin, start, Audited(plugin)))
    plant(monkeypatch, bug, long_reports.GAMES[game])
    cut = next(shrink(plugin, start, Audited(plugin)))
    monkeypatch.undo()
    first = reported(meets, 2, {}, seats, game).intents
    assert (cut.sign, len(cut.script.moves)) == ("DECISION", first)
    assert first < len(start.moves)


@pytest.mark.slow
@pytest.mark.parametrize("name", REPORTS)
def test_a_report_of_four_hundred_intents_comes_down_to_fifteen_in_two_minutes(name: str) -> None:
    """Of each kind, in both games; `python -m tests.reports.long_reports` gives the figures."""
    came = long_reports.shrunk(REPORTS[name])
    assert came.intents >= LONG
    assert came.left <= SHORT
    assert came.with_bug != ""
    assert came.without == ""
    assert came.seconds < CPU_SECONDS_MAX
