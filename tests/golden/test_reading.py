"""Reading a whole entry in one go and reading it piece by piece give the same facts, and the same damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.codec import Damaged, Reader
from domain.kernel.entries import Part
from domain.kernel.match import BLANK
from projections.games import plugin_for
from projections.matchfile import match_file
from projections.proofs import packed, unpacked
from server.cli.files import read_match
from server.simulate import Table, play_match
from tests.toy.plugin import TOY

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


def test_folding_at_once_is_folding_one_by_one() -> None:
    entries = read_match(MATCH).entries
    rules = plugin_for("arcanya").rules
    state = BLANK
    for entry in entries:
        envelope, facts = rules.reader.read(entry)
        for fact in facts if envelope.kind == "event" else ():
            state = rules.evolve(state, fact)
    assert rules.fold(entries) == state
    assert rules.fold(entries[100:], rules.fold(entries[:100])) == state


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
