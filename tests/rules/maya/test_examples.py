"""The rulebook's examples and the likely mistakes: what the rules page says shows them is there and is played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rules-maya.md"
EXAMPLES, MISTAKES = 15, 22
SHOWN_BY = re.compile(r"\[[^]]+\]\(([^)]+)\): (.+)")


def rows(head: str) -> list[list[str]]:
    """The rows of the table that begins with such a head, cell by cell."""
    lines = iter(PAGE.read_text(encoding="utf-8").splitlines())
    next(line for line in lines if line.startswith(head))
    next(lines)
    found = []
    for line in lines:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


TABLE = [*rows("| the rulebook's example"), *[row[1:] for row in rows("| | what is easily got wrong")]]


def test_all_examples_and_all_likely_mistakes_are_listed() -> None:
    assert len(rows("| the rulebook's example")) == EXAMPLES
    assert [row[0] for row in rows("| | what is easily got wrong")] == [str(n + 1) for n in range(MISTAKES)]


@pytest.mark.parametrize(("what", "shown"), TABLE, ids=[row[0] for row in TABLE])
def test_what_is_named_is_there(what: str, shown: str) -> None:
    named = [SHOWN_BY.fullmatch(one.strip()) for one in shown.split("<br>")]
    assert named
    for match in named:
        assert match is not None, f"{what}: {shown}"
        file, name = PAGE.parent / match[1], match[2]
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".toml":
            cases = [case["name"] for case in tomllib.loads(text)["case"]]
            assert cases.count(name) == 1, f"{file.name} has no case {name!r}"
        else:
            assert f"\ndef {name}(" in text, f"{file.name} has no {name}"


@pytest.mark.parametrize(("what", "shown"), TABLE[:EXAMPLES], ids=[row[0] for row in TABLE[:EXAMPLES]])
def test_every_example_is_played_in_a_scenario(what: str, shown: str) -> None:
    assert ".scenario.toml" in shown
