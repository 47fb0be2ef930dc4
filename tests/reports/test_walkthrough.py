"""The document that goes from a report to a failing test tells what happens when one goes that way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.reports.walkthrough import DOCUMENT, Told, told_in, walked

INTENTS_MAX = 15  # so few are left of a report, at the most

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return told_in(DOCUMENT.read_text(encoding="utf-8"))


def test_the_way_goes_as_the_document_tells_it(told: list[Told], tmp_path: Path, chromium: str) -> None:
    again = walked(DOCUMENT.read_text(encoding="utf-8"), tmp_path)
    for before, now in zip(told, again, strict=True):
        assert now.alike == before.alike, f"{now.command}\npython -m tests.reports.walkthrough writes it anew"


def test_the_document_ends_with_a_short_scenario_that_fails_while_the_bug_is_there(told: list[Told]) -> None:
    said = {step.command.split(" | ")[0]: step.output for step in told}
    failing = said["pytest -q --tb=short tests/reported/test_clumsy_deflect.py"]
    assert re.search(r"^1 failed in ", failing, re.MULTILINE)
    assert "BAD_TARGET" in failing
    assert re.search(r"^2 passed in ", said["pytest -q tests/reported"], re.MULTILINE)
    (scenario,) = [output for command, output in said.items() if command.startswith("cat ")]
    assert 1 <= scenario.count("seat = ") <= INTENTS_MAX


def test_the_document_names_no_place_of_the_machine_it_was_written_on() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert not re.search(r"/tmp|/home|/root|/work|/usr", text)
