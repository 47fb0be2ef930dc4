"""`matchfold repro --to-fixture`: a report becomes a fixture and a test, of both games, from either copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.arcanya.game import Arcanya
from domain.maya.game import MayaGame
from projections.capsule import Capsule, redacted
from server.cli import main
from server.cli.capsules import read_capsule, write_capsule
from tests.reports import planted, planted_maya
from tests.reports.filed import capsule_of, run_pytest
from tests.reports.planted import reported

SIEGE = {"mode": "siege-1v1"}
Bug = Callable[..., Any]


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
