"""Every recorded match plays as it was recorded, in every process; and no change goes unseen or unexplained."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import Head
from domain.kernel.freeze import digest
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from projections import fixtures as kept_fixtures
from projections.fixtures import DigestsDamaged, Line, differences, digests_of, dumps, loads
from projections.games import plugin_for
from projections.matchfile import entry_line, match_file
from projections.plugin import JSON, Plugin
from projections.views import match_view
from server.cli.files import read_match
from server.cli.fixing import REASONS, check_fixture, digests_path, fixtures_in, is_match
from server.simulate import Table, play_match
from tests.cli.conftest import Run, run  # noqa: F401
from tests.toy import game as toy_game
from tests.toy.facts import RoundEnded
from tests.toy.plugin import TOY

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
MATCHES = [path for path in fixtures_in((FIXTURES,)) if is_match(path)]
NAMES = [f"{path.parent.name} {path.name.split('.')[0]}" for path in MATCHES]
LONG_BYTES = 100_000
IN_TWO_PROCESSES = [FIXTURES / f"{name}.match.zst" for name in ("arcanya/tie-broken", "maya/siege-1v1")]
TIES = ("fewer_deaths", "heads", "shared")
SIEGE_ENDS = {("towers",), ("deaths",), ("conceded",), *[("towers", tie) for tie in ("tower_hp", *TIES)]}
HUNT_ENDS = {("points",), ("rounds",), ("conceded",), *[("rounds", tie) for tie in TIES]}
ARENA_ENDS = {
    *[(mode, seats, *end) for mode, seats in (("siege-1v1", 2), ("siege-2v2", 4)) for end in SIEGE_ENDS],
    *[("headhunters", seats, *end) for seats in (2, 3, 4) for end in HUNT_ENDS],
    ("headhunters", 2, "points", "fewer_deaths"),
}


# Long ones are left to `matchfold fixtures check` here: each of them takes as long as ten others.
PLAYED = [
    pytest.param(path, id=name, marks=[pytest.mark.slow] if path.stat().st_size > LONG_BYTES else [])
    for path, name in zip(MATCHES, NAMES, strict=True)
]


@pytest.mark.parametrize("path", PLAYED)
def test_a_recorded_match_plays_as_it_was_recorded(path: Path) -> None:
    assert check_fixture(path).troubles == ()


def test_the_same_holds_in_a_process_with_another_hash_seed() -> None:
    """For one match of each game: `matchfold fixtures check` does it for all of them."""
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "server.cli",
            "fixtures",
            "check",
            "--one-process",
            "--json",
            *map(str, IN_TWO_PROCESSES),
        ],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(FIXTURES.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    assert told["wrong"] == {} and told["fixtures"] == len(IN_TWO_PROCESSES)


def test_the_set_covers_modes_optional_rules_seats_and_ends() -> None:
    modes, seats, ends, ties = set(), set(), set(), set()
    for path in MATCHES:
        if path.parent.name != "arcanya":
            continue
        file = read_match(path)
        state = plugin_for(file.game).rules.fold(file.entries)
        options = state.options
        modes.add((options["mode"], options["alter_plus"], options["dispel_plus"], options["no_students"]))
        seats.add((options["mode"], len(state.holders)))
        ends.add(state.table.ending.reasons)
        ties.add("shared" if len(state.table.ending.winners) > 1 else "broken" if state.table.tiebreak else "none")
    switches = (False, True)
    assert modes >= {("basic", a, d, n) for a in switches for d in switches for n in switches}
    assert modes >= {("advanced", a, d, False) for a in switches for d in switches}
    assert seats >= {(mode, number) for mode in ("basic", "advanced") for number in (2, 3, 5, 8, 10)}
    assert ends >= {("points",), ("elimination",), ("points", "elimination")}
    assert ties == {"none", "broken", "shared"}


def test_the_set_of_the_arena_covers_modes_seats_decks_reactions_and_ends() -> None:
    tables, decks, ends, gave_up = set(), set(), set(), set()
    for path in MATCHES:
        if path.parent.name != "maya":
            continue
        file = read_match(path)
        state = plugin_for(file.game).rules.fold(file.entries)
        table = state.table
        tables.add((table.rules.mode, len(state.holders), table.rules.reactions))
        decks.add((table.rules.mode, len(state.holders), table.rules.decks))
        ends.add((table.rules.mode, len(state.holders), *table.ended.reasons))
        gave_up.add(len(table.conceded))
    modes = (("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 2), ("headhunters", 3), ("headhunters", 4))
    assert tables >= {(mode, seats, reactions) for mode, seats in modes for reactions in (False, True)}
    assert decks >= {(mode, seats, decks) for mode, seats in modes for decks in ("starter", "built")}
    assert ends >= ARENA_ENDS, ARENA_ENDS - ends
    assert gave_up >= {0, 1, 2}


def test_every_recorded_match_says_what_it_is_kept_for() -> None:
    told = (FIXTURES / REASONS).read_text(encoding="utf-8")
    for path in MATCHES:
        assert f"- `{path.relative_to(FIXTURES).as_posix()}`: recorded. " in told


def test_the_folder_stays_small() -> None:
    assert sum(path.stat().st_size for path in FIXTURES.rglob("*") if path.is_file()) < 16 * 1024 * 1024


# -- a fixture can fail


@pytest.fixture
def kept(run: Run) -> Path:  # noqa: F811
    """A toy match kept as a fixture in ./fixtures."""
    assert run("simulate", TOY.game, "--seed", "f1", "--seats", "2", "--out", "out").code == 0
    (match,) = Path("out").iterdir()
    ran = run("fixtures", "record", match, "--name", "first", "--why", "To have one.")
    assert ran.code == 0, ran.err
    return Path("fixtures", TOY.game, "first.match.zst")


def test_a_match_that_was_just_recorded_is_as_recorded(run: Run, kept: Path) -> None:  # noqa: F811
    ran = run("fixtures", "check", "--one-process")
    assert (ran.code, ran.out) == (0, "1 fixtures in one process: 1 as recorded, 0 not\n")
    assert (Path("fixtures") / REASONS).read_text() == f"- `{TOY.game}/first.match.zst`: recorded. To have one.\n"


def test_a_change_in_the_fold_is_found_at_its_first_entry_and_for_the_eyes_that_see_it(
    run: Run,  # noqa: F811
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.toy import game
    from tests.toy.facts import RoundWon

    def generous(state: game.HighestCard, event: RoundWon) -> game.HighestCard:
        return game._won(state, RoundWon(event.seat, event.points + 1))

    monkeypatch.setitem(game._EVOLVE, RoundWon, generous)
    at = next(e.seq for e in read_match(kept).entries if '"RoundWon"' in entry_line(e))
    ran = run("fixtures", "check", "--one-process")
    assert ran.code == 1
    assert f"{kept}: the state differs from entry {at} on" in ran.out
    assert f"{kept}: what seat:1 sees differs from entry {at} on" in ran.out
    assert f"{kept}: what spectator sees differs from entry {at} on" in ran.out


def test_a_change_in_the_rules_alone_is_found_by_deciding_again_and_accepted_with_a_reason_only(
    run: Run,  # noqa: F811
    kept: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tests.toy import game

    monkeypatch.setattr(game, "TRADE_MAX", 0)
    ran = run("fixtures", "check", "--one-process")
    assert ran.code == 1
    assert re.search(r"an audit now finds REFUSED at entry \d+: .*(refuse|not accepted).*\n", ran.out), ran.out
    assert "the state differs" not in ran.out
    before = digests_path(kept).read_bytes()

    shown = run("fixtures", "accept")
    assert shown.code == 1
    assert "an audit now finds REFUSED at entry" in shown.out
    assert "say why with --reason" in shown.err
    assert digests_path(kept).read_bytes() == before

    assert run("fixtures", "accept", "--reason", "Nobody\n trades any more.").code == 0
    assert run("fixtures", "check", "--one-process").code == 0
    last = (Path("fixtures") / REASONS).read_text().splitlines()[-1]
    assert last.startswith(f"- `{TOY.game}/first.match.zst`: ")
    assert "an audit now finds REFUSED at entry" in last and last.endswith(" Nobody trades any more.")
    assert run("fixtures", "accept", "--reason", "x").out == "nothing has changed\n"


def test_damaged_fixtures_are_told_one_by_one(run: Run, kept: Path) -> None:  # noqa: F811
    digests_path(kept).write_text("{}")
    broken = kept.with_name("broken.match")
    broken.write_text("hello")
    strange = kept.with_name("strange.scenario.toml")
    strange.write_text("x = 1")
    ran = run("fixtures", "check", "--one-process", "fixtures")
    assert ran.code == 1
    assert "first.digests: these digests cannot be read" in ran.out
    assert "broken.match: line 1" in ran.out
    assert "strange.scenario.toml: there is no [given]" in ran.out
    digests_path(kept).unlink()
    assert "first.digests is missing" in run("fixtures", "check", "--one-process", kept).out


def test_only_whole_and_sound_matches_become_fixtures_and_none_is_overwritten(run: Run, kept: Path) -> None:  # noqa: F811
    (match,) = Path("out").iterdir()
    again = run("fixtures", "record", match, "--name", "first", "--why", "Again.")
    assert again.code == 2 and "never overwritten" in again.err
    Path("short.match").write_text("\n".join(match.read_text().split("\n")[:-2]) + "\n")
    short = run("fixtures", "record", "short.match", "--name", "short", "--why", "x")
    assert short.code == 1 and "only a sound match" in short.err
    assert run("fixtures", "record", match, "--name", "../out", "--why", "x").code == 2
    assert run("fixtures", "record", match, "--name", "second", "--why", " ").code == 2
    assert run("fixtures", "check", "nowhere").code == 2


def test_digests_are_read_as_they_were_written_and_damage_is_told() -> None:
    played = play_match(Table(TOY, ("random",) * 2), b"digests")
    digests = digests_of(match_file(played.entries), TOY)
    assert loads(dumps(digests)) == digests
    assert len(digests.lines) == len(played.entries)
    assert all(line.views for line in digests.lines[-1:]) and digests.viewers == ("seat:1", "seat:2", "spectator")
    for text in ("", "{}", dumps(digests)[:-1], dumps(digests).replace("\n2 ", "\n3 ")):
        with pytest.raises(DigestsDamaged):
            loads(text)


def test_a_difference_names_the_viewer_and_the_step() -> None:
    played = play_match(Table(TOY, ("random",) * 2), b"digests")
    digests = digests_of(match_file(played.entries), TOY)
    at = next(place for place, line in enumerate(digests.lines) if place > 20 and line.views)
    line = digests.lines[at]
    changed = Line(line.seq, line.state, line.changed, (line.views[0], "00000000", line.views[2]))
    other = evolve(digests, lines=(*digests.lines[:at], changed, *digests.lines[at + 1 :]))
    (found,) = differences(digests, other)
    assert (found.seq, found.what) == (line.seq, "seat:2")
    assert [d.what for d in differences(digests, evolve(digests, match_id="other"))] == ["match"]


def test_a_difference_names_the_fields_that_are_not_as_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_match(Table(TOY, ("random",) * 2), b"digests")
    file = match_file(played.entries)
    recorded = digests_of(file, TOY)
    first = next(entry.seq for entry in file.entries if b"RoundEnded" in entry.public)
    right = TOY.rules.fold(file.entries[:first]).table.round
    monkeypatch.setitem(toy_game._EVOLVE, RoundEnded, lambda state, event: evolve(state, round=event.number + 1))
    found = next(d for d in differences(recorded, digests_of(file, TOY)) if d.what == "state")
    assert found.seq == first
    assert found.sentence.endswith(f"entries, first in table.round (then {right}, now {right + 1})")


def test_what_a_field_was_is_told_only_where_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a digest of it was recorded: a count is found by trying, a long word is not."""
    played = play_match(Table(TOY, ("random",) * 2, title="An evening"), b"digests")
    file = match_file(played.entries)
    now = digests_of(file, TOY)
    sets: dict[str, tuple[Any, str]] = {
        "title": ("Another evening", ' (now "An evening")'),
        "scripted": (True, " (then true, now false)"),
        "rules": (9, f" (then 9, now {played.state.rules})"),
        "holders": (("long",), ""),
    }
    line = now.lines[1]
    for name, (then, told) in sets.items():
        changed = {**line.changed, name: digest(then)[:4]}
        other = Line(line.seq, "0" * 16, changed, line.views, line.seen)
        found = differences(evolve(now, lines=(now.lines[0], other, *now.lines[2:])), now)[0]
        assert found.sentence.endswith(f", first in {name}{told}"), found.sentence


def test_a_difference_in_what_a_seat_sees_names_the_fields_of_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the state is as it was, and for the eyes that see it only."""
    plugin = plugin_for("maya")
    file = match_file(play_match(Table(plugin, ("random",) * 2), b"digests", steps=12).entries)
    recorded = digests_of(file, plugin)
    assert loads(dumps(recorded)) == recorded

    def careless(plugin: Plugin, state: MatchState, viewer: str, head: Head) -> JSON:
        view = deepcopy(match_view(plugin, state, viewer, head))
        if viewer == "seat:2" and state.started and view["table"]["units"]:
            view["table"]["units"][0]["hp"] += 1
            view["table"]["seats"][1]["energy"] += 1
        return view

    monkeypatch.setattr(kept_fixtures, "match_view", careless)
    (found,) = differences(recorded, digests_of(file, plugin))
    first = found.sentence.partition(", first in ")[2].split(", ")
    assert found.what == "seat:2"
    assert found.sentence.startswith(f"what seat:2 sees differs from entry {found.seq} on, at ")
    assert sorted(first) == ["table.seats.2.energy", "table.units.c1.hp"]


def test_a_field_that_is_no_longer_seen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = plugin_for("arcanya")
    file = match_file(play_match(Table(plugin, ("random",) * 3), b"digests", steps=20).entries)
    recorded = digests_of(file, plugin)

    def forgetful(plugin: Plugin, state: MatchState, viewer: str, head: Head) -> JSON:
        view = deepcopy(match_view(plugin, state, viewer, head))
        if state.started and view["progress"]["turn"] > 2:
            view["table"]["seats"][0]["hand"].pop("count")
            del view["table"]["deck"]
        return view

    monkeypatch.setattr(kept_fixtures, "match_view", forgetful)
    found = differences(recorded, digests_of(file, plugin))
    assert [difference.what for difference in found] == list(recorded.viewers)
    assert all(", first in table.deck" in d.sentence or ", table.deck" in d.sentence for d in found)
    assert all("table.seats.1.hand" in difference.sentence for difference in found)


def test_digests_from_before_fields_of_views_were_kept_are_read_and_told() -> None:
    played = play_match(Table(TOY, ("random",) * 2), b"digests")
    now = digests_of(match_file(played.entries), TOY)
    header, *rows = dumps(now).split("\n")
    old = json.dumps({**{k: v for k, v in json.loads(header).items() if k != "seen"}, "matchfold_digests": 2})
    text = "\n".join([old, *[" ".join([part for part in row.split(" ") if "~" not in part]) for row in rows]])
    (found,) = differences(loads(text), now)
    assert (found.seq, found.what) == (0, "fields")
