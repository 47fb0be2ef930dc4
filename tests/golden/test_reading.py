"""Reading a whole entry in one go and reading it piece by piece give the same facts, and the same damage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.arcanya import events as e
from domain.arcanya.evolve import EVOLVE
from domain.arcanya.game import ARCANYA
from domain.kernel.codec import Damaged, Reader
from domain.kernel.entries import Part
from domain.kernel.match import BLANK
from domain.kernel.records import drafted
from projections.games import plugin_for
from projections.matchfile import match_file
from projections.proofs import packed, unpacked
from server.cli.files import read_match
from server.simulate import Table, play_match
from tests.invariants.arcanya import UNREACHABLE
from tests.toy.plugin import TOY

PIECE = 25  # entries
MATCH = Path(__file__).resolve().parents[2] / "fixtures" / "arcanya" / "advanced-5-seats.match.zst"


class PieceByPiece(Reader):
    """A reader without the short cut."""

    def _read_whole(self, envelope: object, parts: object) -> None:
        return None


def test_both_ways_of_reading_give_the_same_facts() -> None:
    toy = play_match(Table(TOY, ("random",) * 3), b"reading")
    for plugin, entries in ((plugin_for("arcanya"), read_match(MATCH).entries), (TOY, toy.entries)):
        slow = PieceByPiece(plugin.rules.registry)
        for viewer in ("auditor", "seat:1", "spectator"):
            for entry in match_file(entries, viewer).entries:
                assert plugin.rules.reader.read(entry) == slow.read(entry)


def test_folding_many_entries_at_once_is_folding_one_by_one() -> None:
    rules = plugin_for("arcanya").rules
    happened: set[type[Any]] = set()
    logs = {path.name: read_match(path).entries for path in sorted(MATCH.parent.glob("*.match.zst"))}
    table = Table(plugin_for("arcanya"), ("random",) * 4, {"mode": "advanced"})
    logs |= {f"match {number}": play_match(table, b"pieces", number).entries for number in range(5)}
    for name, entries in logs.items():
        state = start = BLANK
        for number, entry in enumerate(entries, start=1):
            for fact in rules.reader.events(entry):
                state = rules.evolve(state, fact)
                happened.add(fact.__class__)
            if number % PIECE == 0:
                start = rules.fold(entries[number - PIECE : number], start)
                assert start == state, f"{name}, entry {number}"
        assert rules.fold(entries) == state, name
    assert {cls.TYPE for cls in EVOLVE} - {cls.TYPE for cls in happened} <= UNREACHABLE


def test_a_card_changes_hands_in_a_draft_as_in_a_trial() -> None:
    begun = plugin_for("arcanya").rules.fold(read_match(MATCH).entries[:150]).table
    given, received = begun.student(1).hand[0], begun.student(2).hand[-1]
    for event in (
        e.CardTaken(1, 2, (1, 2), 1, (given,)),
        e.CardsSwapped(1, 2, (1, 2), 1, (given, received)),
        e.HandAdjustRequired(1, 1, "student-1", ()),
    ):
        after = ARCANYA.evolve(begun, event)
        assert ARCANYA.settled(ARCANYA.evolve(drafted(begun), event)) == after != begun


@pytest.mark.parametrize("body", [b"", b"\x80", b"\xc0", packed({"cards": "x"}), packed({"cards": [1]})[:-1], b"\xde"])
def test_a_damaged_part_is_damage_and_nothing_worse(body: bytes) -> None:
    toy = play_match(Table(TOY, ("random",) * 2), b"reading")
    entry = next(entry for entry in toy.entries if entry.parts and unpacked(entry.public)[2] == "CardsDealt")
    part = entry.parts[0]
    broken = entry._replace(parts=(Part(part.audience, part.commitment, part.salt, body),))
    slow = PieceByPiece(TOY.rules.registry)
    try:
        expected = slow.read(broken)
    except Damaged:
        with pytest.raises(Damaged):
            TOY.rules.reader.read(broken)
    else:
        assert TOY.rules.reader.read(broken) == expected
