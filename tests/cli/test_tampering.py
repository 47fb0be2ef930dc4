"""What is done to a log is found, at the right entry: a sample of `python -m tests.tamper` that runs every time."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from projections import proofs
from projections.games import PLUGINS
from projections.matchfile import dumps
from projections.plugin import Plugin
from tests import tamper
from tests.toy.plugin import TOY

GAMES = [TOY, *PLUGINS.values()]
STEPS = {"maya": 60}  # of a whole match of a thousand intents; the others are tampered with to their end

EVERY = {"flips": 2503, "openings": 5, "draws": 5, "claims": 9}  # of bytes, parts, draws, intents; else of entries


@pytest.mark.parametrize("viewer", tamper.VIEWERS)
@pytest.mark.parametrize("plugin", GAMES, ids=lambda plugin: plugin.game)
def test_tampering_is_found_where_it_was_done(plugin: Plugin, viewer: str) -> None:
    log = tamper.played(plugin, viewer, steps=STEPS.get(plugin.game))
    entries = len(log.file.entries)
    done: Counter[str] = Counter()
    for kind, cases in tamper.KINDS.items():
        every = EVERY.get(kind) or max(1, entries // 6)
        for case in cases(log, every):
            tamper.check(log, case)
            done[kind] += 1
    assert done.keys() >= {"flips", "drops", "additions", "swaps", "cuts", "draws", "claims"}
    assert ("openings" in done) == (viewer != "spectator")


def test_what_is_not_found_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tamper, "examine", lambda *_: type("Blind", (), {"findings": ()}))
    assert tamper.main(["arcanya", "--kinds", "swaps", "--intents", "3"]) == 1
    assert "MISSED arcanya for auditor: entries swapped at 1: verify says []" in capsys.readouterr().err


def test_the_independent_verifier_is_asked_too(monkeypatch: pytest.MonkeyPatch) -> None:
    log = tamper.played(TOY, "seat:1")
    monkeypatch.setattr(tamper.independent(), "check", lambda *_: [])
    with pytest.raises(tamper.Missed, match="the other says"):
        tamper.check(log, next(tamper.cuts(log, 5)))


@pytest.mark.parametrize("change", [{"size": 0}, {"size": -3}, {"kind": "spin", "size": 2**52}, {"kind": "shuffle"}])
def test_a_draw_that_cannot_be_is_told_and_not_drawn(change: dict[str, Any]) -> None:
    log = tamper.played(PLUGINS["arcanya"], "auditor")
    drawn = [entry for entry in log.file.entries if b"\xabChanceDrawn" in entry.public]
    seq = next(entry.seq for entry in drawn if len(proofs.unpacked(entry.parts[0].body or b"")["result"]) == 1)
    made_up = tamper.forged(log, seq, lambda data: data["sealed"][0]["fields"].update(change))
    tamper.check(log, tamper._case(log, f"a draw of {change}", seq, made_up))


@pytest.mark.parametrize("viewer", tamper.VIEWERS)
def test_each_byte_of_a_header_is_proved(viewer: str) -> None:
    log = tamper.played(PLUGINS["arcanya"], viewer, steps=1)
    header = dumps(log.file).index("\n")
    for case in islice(tamper.flips(log), header):
        tamper.check(log, case)


def test_the_command_prints_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arcanya", "--intents", "4", "--every", "4999", "--entries-every", "20"]
    assert tamper.main(arguments) == 0
    assert '"arcanya seat:1"' in capsys.readouterr().out
