"""From a report to a test on the command line: reports, repro, shrink, fork."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from domain.arcanya.game import Arcanya
from domain.kernel.codec import entry_json
from domain.kernel.entries import Entry
from projections.capsule import Capsule, dumps, load, redacted, without_secret
from projections.games import PLUGINS, plugin_for
from projections.matchfile import FileDamaged, match_file
from projections.scenario_schema import scenario_schema
from server.cli import main, shrinking
from server.cli.capsules import read_capsule, write_capsule
from server.cli.files import write_match
from server.simulate import Table, play_match
from tests.reports import planted
from tests.reports.filed import capsule_of, run_pytest
from tests.reports.planted import plant, reported

ARCANYA = plugin_for("arcanya")
LITTLE = ("--effort", 10_000)  # enough for these
NUMBERS: dict[planted.Trigger, int] = {
    planted.deflects_though_wounded: 13,
    planted.takes_a_hard_hit: 10,
}  # of matches in which it comes up soon
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


@pytest.fixture(scope="module")
def broken() -> Capsule:
    return capsule_of(reported(planted.reflects_at_a_guard, 8, {"mode": "advanced"}, seats=6))


@pytest.fixture
def file(broken: Capsule, tmp_path: Path) -> Path:
    path = tmp_path / "report.capsule"
    write_capsule(path, broken)
    return path


# -- the file


def test_a_capsule_reads_back_plain_and_compressed(broken: Capsule, tmp_path: Path) -> None:
    for name in ("one.capsule", "one.capsule.zst"):
        write_capsule(tmp_path / name, broken)
        assert read_capsule(tmp_path / name) == broken
    assert zstandard.ZstdDecompressor().decompress((tmp_path / "one.capsule.zst").read_bytes()).decode() == dumps(
        broken
    )


def test_the_reporters_copy_is_a_capsule_of_its_own(broken: Capsule) -> None:
    mine = redacted(broken, broken.report.viewer)
    assert load(dumps(mine).encode().splitlines(keepends=True)) == mine
    assert mine.refusals == broken.refusals
    other = redacted(broken, "spectator")
    assert (other.refusals, other.seen) == ((), None)


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (lambda lines: [b"{}\n", *lines[1:]], "is not a capsule"),
        (lambda lines: [b"x\n", *lines[1:]], "line 1"),
        (lambda lines: lines[:1], "too early"),
        (lambda lines: lines[:2], "too early"),
        (lambda lines: [*lines[:-1], lines[-1][:-9]], "in the middle of a line"),
        (lambda lines: [lines[0].replace(b'"refusals":1', b'"refusals":9999'), *lines[1:]], "at most 200"),
        (lambda lines: [lines[0].replace(b'"step":', b'"step":"x","st":'), *lines[1:]], "step is no int"),
        (lambda lines: [lines[0], b"[" * 5_000 + b"\n", *lines[2:]], "line 2"),
        (lambda lines: [*lines[:2], b'{"seat":1}\n', *lines[3:]], "is no refusal"),
        (lambda lines: [*lines[:3], lines[3].replace(b'"arcanya"', b'"chess"', 1), *lines[4:]], "another match"),
    ],
)
def test_a_damaged_capsule_is_told_in_one_line(
    broken: Capsule, harm: Callable[[list[bytes]], list[bytes]], says: str, tmp_path: Path, run: Run
) -> None:
    lines = harm(dumps(broken).encode().splitlines(keepends=True))
    with pytest.raises(FileDamaged, match=says):
        load(lines)
    path = tmp_path / "bad.capsule"
    path.write_bytes(b"".join(lines))
    code, out, err = run("repro", path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("line", "field", "value", "says"),
    [
        (0, "step", 99_999, "the header names entry 99999 of a log with 188 entries"),
        (0, "step", -5, "the header names entry -5 of"),
        (0, "step", 0, "the header names entry 0 of"),
        (0, "viewer", "bogus", "the viewer 'bogus' at a table of 6 seats"),
        (0, "viewer", "seat:7", "the viewer 'seat:7' at"),
        (0, "viewer", "seat:0", "the viewer 'seat:0' at"),
        (0, "by", "bogus", "the reporter 'bogus' at"),
        (0, "by", "auditor", "the reporter 'auditor' at"),
        (2, "seat", 7, "a refusal names seat 7 at a table of 6 seats"),
        (2, "seat", -1, "a refusal names seat -1 at"),
        (2, "seq", 5_000, "a refusal names entry 5000 of a log with 188 entries"),
        (2, "seq", -7, "a refusal names entry -7 of"),
    ],
)
def test_a_capsule_whose_parts_disagree_is_told_in_one_line(
    broken: Capsule, line: int, field: str, value: Any, says: str, tmp_path: Path, run: Run
) -> None:
    lines = dumps(broken).split("\n")
    lines[line] = json.dumps({**json.loads(lines[line]), field: value})
    path = tmp_path / "bad.capsule"
    path.write_text("\n".join(lines))
    code, out, err = run("repro", path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert f"line {line + 1}: " in err and says in err


# -- repro


def test_repro_says_how_much_was_not_decided_again(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin_for("arcanya").rules.game, "rules_version", 2)
    code, out, _ = run("repro", file)
    assert code == 0
    assert "sound" not in out
    assert "Nothing is found wrong in the log, and not all is proved: 188 entries, 0 intents decided again" in out
    assert "were not decided again, because their rules are not installed" in out
    assert "decided under rules 1, not installed" in out
    told = json.loads(run("repro", file, "--json")[1])
    assert (told["sound"], told["intents_redecided"]) == (False, 0) and told["intents_undecided"] > 0


def test_repro_tells_what_was_seen_offered_and_refused(file: Path, broken: Capsule, run: Run) -> None:
    code, out, _ = run("repro", file)
    assert code == 0, out
    intents = sum(entry_json(entry)["kind"] == "intent" for entry in broken.log.entries)
    told = f"{len(broken.log.entries)} entries, {intents} intents decided again and the same."
    assert f"The log is sound: {told}" in out
    assert "| It broke when I reflected!" in out
    assert "That is what was shown at the time, to the byte." in out
    assert "client a browser" in out
    assert "now:  accepted; it was among the offers" in out
    offers = broken.seen and broken.seen["offers"]["offers"]
    assert offers and all(offer["text"] in out for offer in offers)


def test_repro_tries_again_what_broke(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, planted.reflect_breaks_at_a_guard)
    code, out, _ = run("repro", file)
    assert code == 1
    assert "now:  PlantedBug in reflect_breaks_at_a_guard (planted.py); it was among the offers" in out


def test_repro_names_where_todays_rules_part_from_the_log(
    file: Path, broken: Capsule, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, planted.deflects_fly_one_power_higher)
    for copy in (broken, without_secret(broken)):
        write_capsule(file, copy)
        code, out, _ = run("repro", file)
        assert code == 1
        assert "It parts at entry" in out
        assert "DECISION" in out


def test_repro_says_what_was_shown_otherwise_then(file: Path, broken: Capsule, run: Run) -> None:
    assert broken.seen is not None
    table = {**broken.seen["view"]["table"], "deck": 3}
    other = Capsule(
        broken.report, {**broken.seen, "view": {**broken.seen["view"], "table": table}}, broken.refusals, broken.log
    )
    write_capsule(file, other)
    _, out, _ = run("repro", file)
    assert "At the time something else was shown (then | now):\n  view.table.deck: 3 | " in out


def test_repro_of_the_reporters_copy_says_what_it_cannot(broken: Capsule, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mine.capsule"
    write_capsule(path, redacted(broken, broken.report.viewer))
    code, out, _ = run("repro", path)
    assert code == 0
    assert f"as far as {broken.report.viewer} can see" in out
    assert "only the host's copy holds enough to try it again" in out
    code, _, err = run("shrink", path, "-o", tmp_path / "x.scenario.toml")
    assert code == 2
    assert "shrinking needs the host's" in err


def test_repro_answers_a_script(file: Path, run: Run) -> None:
    code, out, _ = run("repro", file, "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["sound"], told["shown_otherwise"], told["refusals"][0]["now"]) == (True, [], None)


def test_a_script_that_asks_for_a_fixture_too_still_gets_one_document(file: Path, tmp_path: Path, run: Run) -> None:
    kept = ("--to-fixture", "one", "--fixtures", tmp_path / "fixtures", "--tests", tmp_path / "tests")
    code, out, err = run("repro", file, "--json", *kept)
    assert (code, json.loads(out)["sound"]) == (0, True)
    assert "one.capsule.zst: the capsule" in err


def test_repro_writes_no_fixture_over_another(file: Path, tmp_path: Path, run: Run) -> None:
    fixtures, tests = tmp_path / "fixtures", tmp_path / "tests"
    where = ("--fixtures", fixtures, "--tests", tests)
    code, out, _ = run("repro", file, "--to-fixture", "guard-reflect", *where)
    test = tests / "test_guard_reflect.py"
    assert code == 0
    assert f"{test}: passes, for nothing is wrong with it by itself" in out
    assert (fixtures / "guard-reflect.capsule.zst").exists()
    code, _, err = run("repro", file, "--to-fixture", "guard-reflect", *where)
    assert code == 2
    assert "is there already" in err


# -- shrink


def test_shrink_writes_a_scenario_and_a_test_that_fails_while_the_bug_is_there(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, test = tmp_path / "guard.scenario.toml", tmp_path / "test_guard.py"
    plant(monkeypatch, planted.reflect_breaks_at_a_guard)
    code, out, err = run("shrink", file, "-o", scenario, "--test", test, *LITTLE)
    assert (code, err) == (0, "")
    assert "exception: PlantedBug in reflect_breaks_at_a_guard (planted.py), offered" in out
    assert f"{scenario}: fails as it should (PlantedBug in" in out
    text = scenario.read_text(encoding="utf-8")
    assert text.startswith("#:schema scenario.schema.json\n# Report abc234 of match")
    assert 'title = "It broke when I reflected!"' in text
    assert text.count("seat = ") <= 15
    assert list(tmp_path.glob("*.shrinking")) == []
    monkeypatch.undo()
    with_bug = run_pytest(tmp_path, test, planted.reflect_breaks_at_a_guard)
    assert with_bug.returncode == 1, with_bug.stdout
    without = run_pytest(tmp_path, test, None)
    assert without.returncode == 0, without.stdout
    code, out, _ = run("fixtures", "check", scenario, "--one-process")
    assert code == 0, out


def test_shrink_goes_on_from_where_it_was_broken_off(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, planted.reflect_breaks_at_a_guard)
    assert run("shrink", file, "-o", tmp_path / "whole.scenario.toml", *LITTLE)[0] == 0

    def broken_off(path: Path, key: str, progress: Any) -> None:
        kept(path, key, progress)
        if progress.phase == "search":
            raise KeyboardInterrupt

    kept = shrinking._keep
    with monkeypatch.context() as patched:
        patched.setattr(shrinking, "_keep", broken_off)
        assert run("shrink", file, "-o", tmp_path / "parts.scenario.toml", *LITTLE)[0] == 130
    assert (tmp_path / "parts.scenario.toml.shrinking").exists()
    code, _, err = run("shrink", file, "-o", tmp_path / "parts.scenario.toml", *LITTLE)
    assert code == 0
    assert "going on from" in err
    assert (tmp_path / "parts.scenario.toml").read_text() == (tmp_path / "whole.scenario.toml").read_text()


def test_shrink_says_when_nothing_is_wrong(file: Path, tmp_path: Path, run: Run) -> None:
    code, out, err = run("shrink", file, "-o", tmp_path / "x.scenario.toml")
    assert (code, out) == (1, "")
    assert "break nothing by themselves; say what is wrong with --predicate or --where" in err
    assert not (tmp_path / "x.scenario.toml").exists()


def test_shrink_follows_a_condition_and_a_match_file_will_do(broken: Capsule, tmp_path: Path, run: Run) -> None:
    match = tmp_path / "one.match"
    write_match(match, broken.log)
    where = "table.direction == 'ccw' and table.school is not None"
    output = tmp_path / "ccw.scenario.toml"
    code, out, _ = run("shrink", match, "-o", output, "--where", where, "--json")
    assert code == 0
    told = json.loads(out)
    assert told["predicate"] == "where"
    assert told["left"] <= 5
    assert f'where = ["not ({where})"]' in output.read_text(encoding="utf-8")


@pytest.mark.parametrize("predicate", ["where", "exception"])
def test_shrink_says_where_a_condition_cannot_be_worked_out(
    file: Path, tmp_path: Path, run: Run, predicate: str
) -> None:
    where = "intent.TYPE == 'PlayPower' and intent.card == 'power-3'"
    code, _, err = run("shrink", file, "-o", tmp_path / "x.scenario.toml", "--predicate", predicate, "--where", where)
    assert code == 1
    assert f"do not fail in that way ({predicate}); it cannot be worked out after " in err
    assert "first PlayPower: AttributeError: 'PlayPower' object has no attribute 'card'" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--predicate", "magic"), "there is no predicate 'magic'"),
        (("--predicate", "where"), "say with --where"),
        (("--where", "__import__('os')"), "--where: a condition may call"),
        (("--invariant", "nowhere:at_all"), "--invariant nowhere:at_all"),
        (("--predicate", "digest", "--invariant", "a:b"), "goes with the predicate invariant"),
    ],
)
def test_shrink_says_what_it_does_not_understand(
    file: Path, tmp_path: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    code, _, err = run("shrink", file, "-o", tmp_path / "x.scenario.toml", *arguments)
    assert code == 2
    assert says in err
    assert err.count("\n") == 1


def test_shrink_asks_invariants_of_ones_own(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = capsule_of(reported(planted.takes_a_hard_hit, 16, {}, seats=5), "A card too many")
    path = tmp_path / "cards.capsule"
    write_capsule(path, found)
    plant(monkeypatch, planted.a_card_is_doubled)
    scenario, test = tmp_path / "cards.scenario.toml", tmp_path / "test_cards.py"
    name = "tests.invariants.arcanya:broken"
    code, out, _ = run("shrink", path, "-o", scenario, "--test", test, "--invariant", name, "--effort", 8_000)
    assert code == 0
    assert "invariant: cards are lost or doubled" in out
    monkeypatch.undo()
    assert Arcanya.draft is planted._sound
    assert run_pytest(tmp_path, test, planted.a_card_is_doubled).returncode == 1
    assert run_pytest(tmp_path, test, None).returncode == 0


def test_a_scenario_names_the_schema_of_the_tree_that_it_is_in(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = tmp_path / "docs" / "schemas" / "scenario.schema.json"
    for folder in (schema.parent, tmp_path / "fixtures" / "reported"):
        folder.mkdir(parents=True)
    schema.write_text(json.dumps(scenario_schema(PLUGINS)))
    scenario = tmp_path / "fixtures" / "reported" / "guard.scenario.toml"
    plant(monkeypatch, planted.reflect_breaks_at_a_guard)
    assert run("shrink", file, "-o", scenario, "--effort", 500)[0] == 0
    first = scenario.read_text(encoding="utf-8").splitlines()[0]
    assert first == "#:schema ../../docs/schemas/scenario.schema.json"
    assert (scenario.parent / first.removeprefix("#:schema ")).resolve() == schema.resolve()


def test_shrink_into_no_folder_is_told_before_the_work_begins(file: Path, tmp_path: Path, run: Run) -> None:
    """The play breaks nothing, and would be told to be sound if it was looked at."""
    code, _, err = run("shrink", file, "-o", tmp_path / "nowhere" / "one.scenario.toml", *LITTLE)
    assert code == 2
    assert f"there is no folder {tmp_path / 'nowhere'} to write it into" in err


@pytest.mark.parametrize(
    ("predicate", "meets", "bug", "says"),
    [
        (
            "exception",
            planted.deflects_though_wounded,
            lambda: planted.deflecting_breaks_for_the_wounded,
            "exception: PlantedBug in deflecting_breaks_for_the_wounded (planted.py), offered",
        ),
        (
            "refusal:BAD_TARGET",
            planted.deflects_though_wounded,
            lambda: planted.deflect_refused_for_the_wounded,
            "refusal: PlayDeflect BAD_TARGET ARC-MAN-07 at defend, offered",
        ),
        ("digest", planted.takes_a_hard_hit, lambda: planted.a_card_is_doubled, "digest: state"),
        ("finding:DECISION", planted.takes_a_hard_hit, planted.forgetful_of_hard_hits, "finding: DECISION"),
        ("finding", planted.takes_a_hard_hit, planted.forgetful_of_hard_hits, "finding: DECISION"),
        ("refusal", planted.deflects_though_wounded, lambda: planted.deflect_refused_for_the_wounded, "refusal: Play"),
    ],
)
def test_shrink_looks_for_what_it_is_told_to(
    predicate: str,
    meets: planted.Trigger,
    bug: Callable[[], Any],
    says: str,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, output = tmp_path / "one.capsule", tmp_path / "one.scenario.toml"
    found = reported(meets, NUMBERS[meets], {}, seats=4)
    write_capsule(path, capsule_of(found))
    sound = run("shrink", path, "-o", output, "--predicate", predicate, "--effort", 500)
    assert (sound[0], output.exists()) == (1, False)
    plant(monkeypatch, bug())
    code, out, err = run("shrink", path, "-o", output, "--predicate", predicate, "--effort", 3_000)
    assert (code, err) == (0, "")
    assert out.startswith(says)
    assert f"{found.intents} intents came down to" in out
    assert f"{output}: fails as it should" in out
    monkeypatch.undo()
    assert run("fixtures", "check", output, "--one-process")[0] == 0


# -- fork


def match_at(path: Path) -> tuple[Entry, ...]:
    return read_capsule(path).log.entries


def test_fork_writes_a_new_match_and_diff_says_where_they_part(tmp_path: Path, run: Run) -> None:
    played = play_match(Table(ARCANYA, ("random",) * 3), b"cli fork", steps=20)
    match = tmp_path / "one.match"
    write_match(match, match_file(played.entries))
    before = match.read_bytes()
    code, out, _ = run("fork", match, "--at", 60, "--bot", "2=greedy", "--seed", "5")
    made = tmp_path / "one-fork-60.match"
    assert code == 0
    assert f"forked from {played.match_id} after entry" in out
    assert match.read_bytes() == before
    assert run("verify", made)[0] == 0
    code, out, _ = run("diff", match, made)
    assert code == 1
    assert "one log ends after entry" in out
    assert run("fork", match, "--at", 60, "--bot", "2=greedy", "--seed", "5", "-o", tmp_path / "again.match")[0] == 0
    assert (tmp_path / "again.match").read_bytes() == made.read_bytes()
    code, _, err = run("fork", match, "--at", 60)
    assert (code, "is there already" in err) == (2, True)
    code, _, err = run("fork", match, "--at", 9_999, "-o", tmp_path / "x.match")
    assert (code, "The entries of this match are 1 to" in err) == (2, True)
    code, _, err = run("fork", match, "--at", 60, "--bot", "two=greedy")
    assert (code, "is not SEAT=BOT" in err) == (2, True)


def test_fork_takes_a_hosts_capsule(file: Path, broken: Capsule, tmp_path: Path, run: Run) -> None:
    write_capsule(file, without_secret(broken))
    made = tmp_path / "made.match"
    assert run("fork", file, "--at", broken.report.step, "-o", made)[0] == 0
    assert run("verify", made)[0] == 0
    assert len(match_at(made)) >= len(broken.log.entries)
