"""Words of strangers, in a file or a report, do nothing: no colour, no line of their own, no turned text."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from unicodedata import category

import attrs
import pytest

from projections.capsule import Attempt, Capsule
from projections.games import plugin_for
from projections.matchfile import match_file
from server.cli.capsules import write_capsule
from server.cli.files import write_match
from server.cli.outcome import ACTING, line_of
from server.simulate import Table, play_match
from tests.cli.conftest import Run
from tests.reports.filed import capsule_of
from tests.reports.planted import reported, takes_a_hard_hit

TURNED = "abc\u202edef"
COLOURED = "red \x1b[31m, wiped \x1b[2J, rung \x07, by eight bits \x9b31m"
LINES = "one\nThe log is sound"
ACTS = ["\u202e", "\u2066", "\x1b", "\x07", "\x9b", "\u2028"]


def test_all_that_acts_instead_of_being_seen_is_known() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    acting = {letter for letter in letters if category(letter) in ("Cc", "Cf", "Zl", "Zp", "Cs")}
    assert acting - {"\u200c", "\u200d"} <= {letter for letter in letters if ACTING.match(letter)}
    assert not [letter for letter in letters if ACTING.match(letter) and letter.isprintable()]


@pytest.mark.parametrize("word", ["Zoë", "Ана", "名無し", "👩‍🔧", "می‌خواهم", "a b"])
def test_names_of_any_language_are_told_as_they_are(word: str) -> None:
    assert line_of(word) == word


def test_what_acts_is_written_out() -> None:
    assert line_of(f"\n{TURNED}\r\n\x1b") == "\nabc\\u202edef\\r\\n\\x1b"


def report(**changes: Any) -> Capsule:
    capsule = capsule_of(reported(takes_a_hard_hit, 28, {}, seats=5), "words")
    return attrs.evolve(capsule, report=attrs.evolve(capsule.report, **changes))


@pytest.mark.parametrize("words", [TURNED, COLOURED])
def test_a_comment_does_nothing_to_whoever_plays_the_report_again(run: Run, words: str) -> None:
    write_capsule(Path("one.capsule"), report(comment=words))
    done = run("repro", "one.capsule")
    assert "Report" in done.out
    assert not [act for act in ACTS if act in done.out]
    assert line_of(words) in done.out
    told = run("repro", "one.capsule", "--json")
    assert not [act for act in ACTS if act in told.out]
    assert json.loads(told.out)["comment"] == words, "and a script reads the very words"


def test_an_intent_in_a_report_makes_no_lines_of_its_own(run: Run) -> None:
    capsule = report()
    intent = {"type": "PlayPower", "seat": 1, "card_id": LINES}
    attempt = Attempt(seat=1, seq=capsule.report.step, at=0, intent=intent, code="X", rule="Y", sentence=LINES)
    write_capsule(Path("one.capsule"), attrs.evolve(capsule, refusals=(attempt,)))
    out = run("repro", "one.capsule").out
    assert "one\\nThe log is sound" in out
    assert "The log is sound" not in [line.strip() for line in out.splitlines()]


@pytest.mark.parametrize("words", [TURNED, COLOURED, LINES])
def test_a_title_does_nothing_to_whoever_looks(run: Run, words: str) -> None:
    played = play_match(Table(plugin_for("arcanya"), ("random",) * 3, title=words), b"words", steps=5)
    write_match(Path("one.match"), match_file(played.entries))
    write_match(Path("other.match"), match_file(played.entries[:20]))
    for command in (("show", "one.match"), ("diff", "one.match", "other.match"), ("verify", "one.match")):
        done = run(*command)
        assert not [act for act in ACTS if act in done.out + done.err], command
        assert "The log is sound" not in done.out.splitlines()


def test_a_file_that_is_called_badly_is_named_harmlessly(run: Run) -> None:
    done = run("show", f"no{TURNED}.match")
    assert done.code == 2
    assert "abc\\u202edef" in done.err and "\u202e" not in done.err
