"""`matchfold repro --to-fixture`: a report becomes a fixture and a test, of both games, from either copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.arcanya.game import Arcanya
from domain.arcanya.intents import TakeHit
from domain.maya.game import MayaGame
from projections.capsule import Capsule, redacted
from projections.games import plugin_for
from server.cli import main
from server.cli.capsules import read_capsule, write_capsule
from server.simulate import Table, play_match
from tests.reports import planted, planted_maya
from tests.reports.filed import capsule_of, run_pytest
from tests.reports.planted import Reported, plant, reported

SIEGE = {"mode": "siege-1v1"}
Bug = Callable[..., Any]
Capture = pytest.CaptureFixture[str]


def arcanya() -> Capsule:
    return capsule_of(reported(planted.reflects_at_a_guard, 8, {"mode": "advanced"}, seats=6))


def maya() -> Capsule:
    found = reported(planted_maya.equips_under_a_card_in_use, 3, SIEGE, seats=2, game="maya")
    return capsule_of(found, "My Relic did not go under the card", "maya")


@pytest.mark.parametrize(
    ("filed", "whose", "game", "method", "bug", "says"),
    [
        (arcanya, "host", Arcanya, "draft", planted.reflect_breaks_at_a_guard, "PlayReflect breaks the rules"),
        (arcanya, "seat", Arcanya, "evolve", planted.hits_break_the_fold, "nobody knows where the Sphere went"),
        (maya, "host", MayaGame, "draft", planted_maya.equipping_breaks_under_a_card_in_use, "EquipRelic breaks the"),
        (maya, "seat", MayaGame, "evolve", planted_maya.activating_breaks_the_fold, "the mat has no such slot"),
    ],
    ids=["arcanya-host", "arcanya-seat", "maya-host", "maya-seat"],
)
def test_a_report_becomes_a_test_that_fails_while_the_bug_is_there(
    tmp_path: Path, filed: Callable[[], Capsule], whose: str, game: type, method: str, bug: Bug, says: str
) -> None:
    whole = filed()
    capsule = whole if whose == "host" else redacted(whole, whole.report.viewer)
    file, fixtures, tests = tmp_path / "one.capsule", tmp_path / "kept" / "fixtures", tmp_path / "kept" / "tests"
    write_capsule(file, capsule)
    assert main(["repro", str(file), "--to-fixture", "one", "--fixtures", str(fixtures), "--tests", str(tests)]) == 0
    assert read_capsule(fixtures / "one.capsule.zst") == capsule
    with_bug = run_pytest(tests, tests / "test_one.py", bug, game, method)
    assert with_bug.returncode == 1, with_bug.stdout + with_bug.stderr
    assert says in with_bug.stdout
    without = run_pytest(tests, tests / "test_one.py", None)
    assert without.returncode == 0, without.stdout + without.stderr


@pytest.fixture
def wrong_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The capsule of a match in which deflecting gave a wrong figure, which its log holds and is sound by itself."""
    with monkeypatch.context() as patched:
        plant(patched, planted.deflects_fly_at_power_40)
        played = play_match(Table(plugin_for("arcanya"), ("random",) * 4, {"mode": "advanced"}), b"wrong", 1, steps=60)
    assert b"\xa5power\x28" in b"".join(entry.public for entry in played.entries), "the figure came up"
    file = tmp_path / "one.capsule"
    write_capsule(file, capsule_of(Reported(played.entries, TakeHit(1), 60), "Power 40?"))
    return file


def kept(file: Path, *more: str) -> int:
    folder = str(file.parent)
    return main(["repro", str(file), "--to-fixture", "one", "--fixtures", folder, "--tests", folder, *more])


def test_a_figure_that_should_never_be_fails_the_test_until_the_rules_are_mended(
    wrong_figures: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """The log keeps the wrong figure for ever, so the match is played again."""
    folder = wrong_figures.parent
    with monkeypatch.context() as patched:
        plant(patched, planted.deflects_fly_at_power_40)
        kept(wrong_figures, "--never", "any(e.TYPE == 'SphereSent' and e.power == 40 for e in events)")
    assert "test_one.py: fails while something is wrong with it" in capsys.readouterr().out
    with_bug = run_pytest(folder, folder / "test_one.py", planted.deflects_fly_at_power_40)
    assert with_bug.returncode == 1, with_bug.stdout + with_bug.stderr
    assert "(PlayDeflect) it is so that any(e.TYPE" in with_bug.stdout
    without = run_pytest(folder, folder / "test_one.py", None)
    assert without.returncode == 0, without.stdout + without.stderr


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ((), "passes, for nothing is wrong with it by itself; say what is with --never or --wrongly-refused"),
        (("--never", "table.sphere.power == 41"), "passes, for it never comes to that"),
        (("--never", "any(e.type == 'SphereSent' for e in events)"), "intents, first StartMatch: AttributeError: "),
    ],
)
def test_repro_says_that_a_test_passes_while_the_bug_is_there(
    wrong_figures: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, more: tuple[str, ...], says: str
) -> None:
    plant(monkeypatch, planted.deflects_fly_at_power_40)
    assert kept(wrong_figures, *more) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert says in last
    assert last.startswith(f"{wrong_figures.parent / 'test_one.py'}: passes")


def test_a_reporters_copy_cannot_be_asked_what_never_is(wrong_figures: Path, capsys: Capture) -> None:
    write_capsule(wrong_figures, redacted(read_capsule(wrong_figures), "seat:1"))
    assert kept(wrong_figures, "--never", "table.sphere.power == 40") == 2
    assert "--never plays the match again, which needs the host's" in capsys.readouterr().err
