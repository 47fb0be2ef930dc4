"""`matchfold upgrade-check` says before the upgrade which matches would not load, fold or go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.records import evolve
from projections.games import PLUGINS
from projections.upgrade import causes, readiness
from server.cli import upgrading
from server.cli.outcome import FINDINGS, SOUND
from tests.cli.conftest import Run, run
from tests.toy.game import HighestCardGame
from tests.toy.plugin import TOY
from tests.versions.forging import intents_in
from tests.versions.newer import ClumsyGame, ForgetfulGame, RenamedGame, SilentGame, StricterGame, plugin
from tests.versions.record import RUNNING
from tests.versions.releases import release
from tests.versions.test_rules_change import finished, running

__all__ = ["run"]


@pytest.fixture
def store(run: Run, tmp_path: Path) -> str:
    """A store with a running match, written under rules 1."""
    url = f"sqlite:{tmp_path / 'matches.db'}"
    assert run("import", RUNNING, "--store", url).code == SOUND
    return url


def checked(run: Run, monkeypatch: pytest.MonkeyPatch, store: str, game: HighestCardGame) -> tuple[int, dict[str, Any]]:
    monkeypatch.setitem(PLUGINS, TOY.game, plugin(game))
    ran = run("upgrade-check", "--store", store, "--json")
    return ran.code, json.loads(ran.out)


def test_a_store_under_the_same_rules_goes_on(run: Run, store: str) -> None:
    ran = run("upgrade-check", "--store", store)
    assert ran.code == SOUND
    assert "READY: 1: goes on as before" in ran.out


def test_newer_rules_that_take_over_are_announced(run: Run, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code, said = checked(run, monkeypatch, store, StricterGame())
    assert code == SOUND
    assert said["verdicts"] == {"TAKES_OVER": 1}
    assert said["taken_over"][0]["sentence"] == "rules 1 give way to 2"


@pytest.mark.parametrize(
    ("game", "verdict", "named"),
    [
        (ForgetfulGame, "UNKNOWN_TYPE", "'RoundWon' with schema 1"),
        (ClumsyGame, "DOES_NOT_FOLD", "CardsTraded"),
        (SilentGame, "STUCK", "has nothing to answer"),
    ],
)
def test_a_release_that_would_break_a_match_is_stopped_with_the_entry_named(
    run: Run, store: str, monkeypatch: pytest.MonkeyPatch, game: type[HighestCardGame], verdict: str, named: str
) -> None:
    code, said = checked(run, monkeypatch, store, game())
    assert code == FINDINGS
    assert said["verdicts"] == {verdict: 1}
    assert named in said["not_ready"][0]["sentence"]
    assert verdict in said["advice"]


def test_a_game_that_is_gone_is_named(run: Run, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PLUGINS, TOY.game)
    ran = run("upgrade-check", "--store", store)
    assert ran.code == FINDINGS
    assert "NO_GAME: 1" in ran.out


def test_old_forms_that_are_read_as_todays_are_counted() -> None:
    newer = plugin(RenamedGame())
    found = readiness("m1", finished().entries, lambda game: newer)
    assert (found.verdict, found.upcast) == ("READY", 4)
    assert readiness("m1", running().entries, lambda game: newer).verdict == "TAKES_OVER"


def test_damaged_bytes_are_named_with_their_entry() -> None:
    entries = list(finished().entries)
    entries[9] = entries[9]._replace(public=entries[9].public[:-3])
    found = readiness("m1", entries, lambda game: TOY)
    assert (found.verdict, found.seq) == ("UNREADABLE", 10)


def test_a_log_with_a_gap_is_not_ready() -> None:
    entries = list(finished().entries)
    found = readiness("gap", [*entries[:9], *entries[10:]], lambda game: TOY)
    assert (found.verdict, found.seq, found.sentence) == ("UNREADABLE", 10, "entry 10 is missing")


# -- what a host reads of a large store


def test_matches_that_stop_alike_are_told_together_and_those_not_over_come_first() -> None:
    forgetful = plugin(ForgetfulGame())
    found = [
        readiness("a", finished().entries, lambda game: forgetful),
        readiness("b", running().entries, lambda game: forgetful),
        readiness("c", [*finished().entries[:9], *finished().entries[10:]], lambda game: forgetful),
    ]
    missing, forgotten = sorted(causes(found), key=lambda cause: len(cause.matches))
    assert (missing.verdict, missing.cause, [match.match for match in missing.matches]) == (
        "UNREADABLE",
        "an entry is missing",
        ["c"],
    )
    assert (forgotten.verdict, forgotten.game) == ("UNKNOWN_TYPE", TOY.game)
    assert forgotten.cause == "no type 'RoundWon' with schema 1, and no way up from it"
    assert [match.match for match in forgotten.matches] == ["b", "a"]
    assert forgotten.going_on == 1


def test_the_report_names_the_cause_how_many_stop_and_at_which_entry(
    run: Run, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLUGINS, TOY.game, plugin(ClumsyGame()))
    lines = run("upgrade-check", "--store", store).out.splitlines()
    assert "  highest-card: CardsTraded does not fold: KeyError: 1 match, 1 of them not over" in lines
    assert any(line.startswith("    m1: entry ") for line in lines)


def test_the_report_of_many_matches_names_a_few_and_counts_the_others(
    capfd: pytest.CaptureFixture[str],
) -> None:
    forgetful = plugin(ForgetfulGame())
    one = readiness("m", running().entries, lambda game: forgetful)
    upgrading._tell([evolve(one, match=f"m{number}") for number in range(3_000)])
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("3000 matches")
    assert len(lines) < 12
    assert lines[-1] == "    and 2995 more; --json names them all"


def test_rules_that_are_not_installed_are_told_with_what_they_decided(
    run: Run, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, said = checked(run, monkeypatch, store, StricterGame())
    intents = intents_in(running().entries)
    assert said["not_installed"] == [{"game": TOY.game, "rules": 1, "intents": intents, "matches": 1}]
    monkeypatch.setitem(PLUGINS, TOY.game, plugin(StricterGame(), HighestCardGame()))
    assert json.loads(run("upgrade-check", "--store", store, "--json").out)["not_installed"] == []
    assert "not installed" not in run("upgrade-check", "--store", store).out


def test_going_back_to_older_rules_is_told_as_that() -> None:
    older = release(TOY, version=0)
    found = readiness("m1", running().entries, lambda game: older)
    assert (found.verdict, found.sentence) == ("TAKES_OVER", "rules 1 give way to 0, which are older")


def test_several_processes_say_the_same(run: Run, store: str) -> None:
    assert run("upgrade-check", "--store", store, "--jobs", "2", "--json") == run(
        "upgrade-check", "--store", store, "--json"
    )
