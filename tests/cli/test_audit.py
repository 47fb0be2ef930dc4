"""An audit passes what was played, and finds and names whatever is not as it was played."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.kernel.codec import entry_from_json, entry_json
from domain.kernel.entries import Entry, Head, next_link, salt_for
from domain.kernel.records import evolve
from projections import proofs
from projections.audit import audit, examine
from projections.matchfile import FileDamaged, MatchFile, dumps, loads, match_file
from server.simulate import Played, Table, play_match
from tests.toy.plugin import TOY

VIEWERS = ("auditor", "spectator", "seat:1", "seat:2", "seat:3")


@pytest.fixture(scope="module")
def played() -> Played:
    return play_match(Table(TOY, ("random",) * 3, {"rounds": 3}, title="Club night"), b"audit")


@pytest.fixture(scope="module")
def file(played: Played) -> MatchFile:
    return match_file(played.entries)


def codes(file: MatchFile, kept: Head | None = None) -> list[tuple[str, int]]:
    return [(finding.code, finding.seq) for finding in audit(file, TOY, kept)]


def forged(file: MatchFile, change: Callable[[dict[str, Any]], None], only: int, *, reseal: bool = True) -> MatchFile:
    """The file with one entry changed by somebody who may write and computes every later link (and opening) anew."""
    secret = bytes.fromhex(secret_of(file))
    link = proofs.link_before_all(file.match_id)
    entries: list[Entry] = []
    for entry in file.entries:
        data = entry_json(entry)
        if entry.seq == only:
            change(data)
            for part in data["sealed"]:
                if reseal and "fields" in part:
                    body = proofs.packed(part["fields"])
                    salt = salt_for(secret, entry.seq, part["audience"])
                    part["salt"] = salt.hex()
                    part["commitment"] = hashlib.sha256(salt + body).hexdigest()
        made = entry_from_json(data)
        link = next_link(link, made.public, [part.commitment for part in made.parts])
        entries.append(made._replace(link=link))
    last = entries[-1]
    return evolve(file, entries=tuple(entries), head=Head(last.seq, last.link))


def secret_of(file: MatchFile) -> str:
    return next(entry_json(e)["public"]["secret"] for e in file.entries if entry_json(e)["type"] == "SecretRevealed")


def places(file: MatchFile, name: str) -> list[int]:
    return [entry.seq for entry in file.entries if entry_json(entry)["type"] == name]


# -- what was played passes


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_played_match_is_sound_for_every_viewer(played: Played, viewer: str) -> None:
    found = examine(match_file(played.entries, viewer), TOY, Head(20, played.entries[19].link))
    assert found.findings == ()
    assert found.complete
    if viewer == "auditor":
        assert found.intents_redecided == played.intents + 1
        assert found.draws_recomputed == played.state.draws > 2
        assert found.salts_recomputed == sum(len(entry.parts) for entry in played.entries)
        assert found.notes == ()
    else:
        assert found.intents_redecided == found.draws_recomputed == 0
        assert any("no intent was decided again" in note for note in found.notes)


def test_a_match_under_way_is_sound_and_said_not_to_be_over(played: Played) -> None:
    half = play_match(Table(TOY, ("random",) * 3, {"rounds": 3}), b"audit", steps=5)
    found = examine(match_file(half.entries), TOY)
    assert found.findings == ()
    assert "the match is not over" in found.notes


def test_the_proofs_give_the_bytes_of_the_writer(played: Played) -> None:
    """Two implementations that share no code: the same links, and the same bytes for every entry and part."""
    link = proofs.link_before_all(played.match_id)
    for entry in played.entries:
        items = proofs.unpacked(entry.public)
        assert proofs.packed(items) == entry.public
        for part in entry.parts:
            assert part.body is not None and proofs.packed(proofs.unpacked(part.body)) == part.body
        link = proofs.link_after(link, entry)
        assert link == entry.link


# -- what was tampered with does not


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_flipped_byte_is_found(played: Played, viewer: str) -> None:
    """Sampled over the whole file; the full sweep is the slow test below."""
    text = dumps(match_file(played.entries, viewer)).encode()
    for place, bit in sampled_flips(len(text), 250, f"flips {viewer}"):
        assert_found(text, place, bit)


@pytest.mark.slow
def test_every_single_flipped_byte_is_found(played: Played) -> None:
    text = dumps(match_file(played.entries)).encode()
    for place in range(len(text)):
        assert_found(text, place, place % 8)


def sampled_flips(size: int, count: int, seed: str) -> Iterator[tuple[int, int]]:
    dice = random.Random(seed)
    return ((dice.randrange(size), dice.randrange(8)) for _ in range(count))


def assert_found(text: bytes, place: int, bit: int) -> None:
    flipped = bytearray(text)
    flipped[place] ^= 1 << bit
    line = text.count(b"\n", 0, place) + 1
    where = f"byte {place}, bit {bit}, line {line}: {text[max(0, place - 20) : place + 20]!r}"
    try:
        file = loads(flipped.decode())
    except UnicodeDecodeError:
        return
    except FileDamaged as damage:
        # A line end that is gone, or one too many, is told at one of the two lines it parts.
        assert line <= damage.line <= line + 1, where
        return
    found = audit(file, TOY)
    assert found, where
    if line > 1 and "match" in file.match_id:
        assert any(finding.seq in (line - 1, line) for finding in found), where


def test_each_flipped_byte_is_named_by_its_entry(played: Played, file: MatchFile) -> None:
    for entry in played.entries[::7]:
        public = bytearray(entry.public)
        public[len(public) // 2] ^= 1
        entries = list(played.entries)
        entries[entry.seq - 1] = entry._replace(public=bytes(public))
        found = audit(evolve(file, entries=tuple(entries)), TOY)
        assert ("LINK", entry.seq) in [(finding.code, finding.seq) for finding in found]


@pytest.mark.parametrize("place", [1, 2, 7, 30, -1])
def test_a_dropped_entry_is_named(file: MatchFile, place: int) -> None:
    at = place if place > 0 else len(file.entries)
    left = file.entries[: at - 1] + file.entries[at:]
    found = codes(evolve(file, entries=left))
    if place > 0:
        assert ("SEQ", at) in found
        assert any(f"entry {at} is missing" in finding.sentence for finding in audit(evolve(file, entries=left), TOY))
    else:
        assert ("HEADER", at - 1) in found


def test_an_entry_put_in_twice_is_named(file: MatchFile) -> None:
    doubled = file.entries[:10] + file.entries[9:]
    assert ("SEQ", 11) in codes(evolve(file, entries=doubled))


@pytest.mark.parametrize("place", [3, 8, 20])
def test_swapped_entries_are_named(file: MatchFile, place: int) -> None:
    entries = list(file.entries)
    entries[place - 1], entries[place] = entries[place], entries[place - 1]
    found = codes(evolve(file, entries=tuple(entries)))
    assert ("SEQ", place) in found


def test_a_truncated_log_with_a_new_header_falls_to_a_kept_head(played: Played) -> None:
    end = next(entry.seq for entry in played.entries[20:] if entry_json(entry)["kind"] == "intent") - 1
    short = match_file(played.entries[:end])
    assert codes(short) == []  # by itself it is a sound log of a match under way
    assert codes(short, Head(40, played.entries[39].link)) == [("HEAD", end)]


def test_a_rewritten_log_falls_to_a_kept_head(played: Played) -> None:
    other = play_match(Table(TOY, ("random",) * 3, {"rounds": 3}, title="Club nights"), b"audit")
    assert codes(match_file(other.entries)) == []
    assert codes(match_file(other.entries), Head(9, played.entries[8].link)) == [("HEAD", 9)]


def test_a_link_is_checked_even_where_all_later_ones_fit(file: MatchFile) -> None:
    entry = file.entries[11]
    broken = (*file.entries[:11], entry._replace(link=bytes(32)), *file.entries[12:])
    assert [found for found in codes(evolve(file, entries=broken)) if found[0] == "LINK"] == [
        ("LINK", 12),
        ("LINK", 13),
    ]


# -- a forger who may write the whole log, links and all


def test_a_forged_draw_is_found_after_the_reveal(file: MatchFile) -> None:
    at = places(file, "ChanceDrawn")[1]

    def other_face(data: dict[str, Any]) -> None:
        fields = data["sealed"][0]["fields"]
        fields["result"] = [(fields["result"][0] + 1) % fields["size"]]

    found = audit(forged(file, other_face, at), TOY)
    assert ("CHANCE", at) in [(finding.code, finding.seq) for finding in found]


def test_forged_points_are_found_by_deciding_again(file: MatchFile) -> None:
    at = places(file, "RoundWon")[0]
    found = audit(forged(file, lambda data: data["public"].update(points=data["public"]["points"] % 6 + 1), at), TOY)
    assert ("DECISION", at) in [(finding.code, finding.seq) for finding in found]
    assert "RoundWon.points" in next(f.sentence for f in found if f.code == "DECISION")


def test_forged_hidden_cards_are_found_by_deciding_again(file: MatchFile) -> None:
    at = places(file, "CardsDealt")[2]

    def better_hand(data: dict[str, Any]) -> None:
        data["sealed"][0]["fields"]["cards"] = [9, 9, 9]

    assert ("DECISION", at) in codes(forged(file, better_hand, at))


def test_a_forged_intent_is_refused_by_the_rules(file: MatchFile) -> None:
    at = places(file, "Bid")[0]

    def card_not_held(data: dict[str, Any]) -> None:
        data["sealed"][0]["fields"]["card"] = 99

    found = audit(forged(file, card_not_held, at), TOY)
    assert ("REFUSED", at) in [(finding.code, finding.seq) for finding in found]
    assert next(finding.detail for finding in found if finding.code == "REFUSED") == {"rule": "TOY-BID"}


def test_a_salt_that_was_chosen_is_found(file: MatchFile) -> None:
    at = places(file, "CardsDealt")[0]

    def chosen(data: dict[str, Any]) -> None:
        part = data["sealed"][0]
        part["salt"] = "00" * 16
        body = proofs.packed(part["fields"])
        part["commitment"] = hashlib.sha256(bytes(16) + body).hexdigest()

    assert codes(forged(file, chosen, at, reseal=False)) == [("SALT", at)]


def test_another_secret_than_the_one_committed_to_is_found(file: MatchFile) -> None:
    at = len(file.entries)
    found = codes(forged(file, lambda data: data["public"].update(secret="ab" * 32), at))
    assert ("SECRET", at) in found


@pytest.mark.parametrize(
    ("name", "change", "code"),
    [
        ("Bid", lambda data: data.update(actor="seat:9"), "ENVELOPE"),
        ("Bid", lambda data: data.update(actor="table"), "ENVELOPE"),
        ("Bid", lambda data: data.update(actor="host"), "ENVELOPE"),
        ("Bid", lambda data: data.update(actor="clock"), "ENVELOPE"),
        ("Bid", lambda data: data.update(actor="nobody"), "ENVELOPE"),
        ("StartMatch", lambda data: data.update(actor="seat:1"), "ENVELOPE"),
        ("CreateMatch", lambda data: data.update(actor="clock"), "ENVELOPE"),
        ("BidPlaced", lambda data: data.update(cause=1), "ENVELOPE"),
        ("BidPlaced", lambda data: data.update(at=5), "ENVELOPE"),
        ("BidPlaced", lambda data: data["public"].update(extra=1), "ENCODING"),
        ("BidPlaced", lambda data: data.update(type="BidLaid"), "UNKNOWN_TYPE"),
        ("BidPlaced", lambda data: data.update(schema=9), "UNKNOWN_TYPE"),
        ("BidPlaced", lambda data: data["public"].update(seat="one"), "ENCODING"),
        ("BidPlaced", lambda data: data["public"].update(seat=7), "FOLD"),
        ("RoundEnded", lambda data: data["public"].update(number=99), "OUTCOME"),
        ("MatchStarted", lambda data: data["public"].update(seats=2), "FOLD"),
        ("MatchCreated", lambda data: data["public"].update(algorithm="coin"), "CHANCE"),
        ("MatchCreated", lambda data: data["public"].update(match_id="other"), "HEADER"),
        ("CreateMatch", lambda data: data["public"].update(title="Other night"), "DECISION"),
        ("MatchCreated", lambda data: data["sealed"][0]["fields"].update(secret=None), "DECISION"),
        ("SeatTaken", lambda data: data["public"].update(entropy="00"), "CHANCE"),
        ("SeatTaken", lambda data: data["public"].update(entropy="zz"), "DECISION"),
        ("CardsDealt", lambda data: data.update(seq=-3), "ENCODING"),
    ],
)
def test_a_forged_entry_is_found(file: MatchFile, name: str, change: Any, code: str) -> None:
    at = places(file, name)[0]
    assert code in [found for found, _ in codes(forged(file, change, at))]


def test_an_opening_that_is_not_what_was_committed_to_is_found_in_a_seats_file(played: Played) -> None:
    file = match_file(played.entries, "seat:2")
    at = next(e.seq for e in file.entries for p in e.parts if p.body is not None)
    entry = file.entries[at - 1]
    part = next(part for part in entry.parts if part.body is not None)
    assert part.body is not None
    data = {**proofs.unpacked(part.body), "cards": [1, 1, 1]}
    entries = list(file.entries)
    entries[at - 1] = entry._replace(parts=(part._replace(body=proofs.packed(data)),))
    assert codes(evolve(file, entries=tuple(entries)))[0] == ("COMMITMENT", at)


def test_a_file_that_opens_more_or_less_than_its_viewer_may_see_is_found(played: Played) -> None:
    full, seat = match_file(played.entries), match_file(played.entries, "seat:2")
    assert {code for code, _ in codes(evolve(full, viewer="seat:2"))} == {"REDACTION"}
    assert {code for code, _ in codes(evolve(seat, viewer="auditor"))} == {"REDACTION"}


def test_a_copy_for_a_viewer_whom_there_is_not_is_found(played: Played) -> None:
    """A seat that is not at the table may open what a spectator may: nothing, so only the header tells."""
    assert codes(evolve(match_file(played.entries, "spectator"), viewer="seat:9")) == [("HEADER", 2)]


def test_a_log_with_stated_draws_never_passes_for_an_audited_one(file: MatchFile) -> None:
    at = places(file, "MatchCreated")[0]
    scripted = forged(file, lambda data: data["public"].update(scripted=True), at)
    assert ("SCRIPTED", 2) in codes(scripted)


def test_a_log_that_goes_on_after_its_end_is_found(file: MatchFile) -> None:
    entries = (*file.entries, file.entries[-1]._replace(seq=len(file.entries) + 1))
    assert codes(evolve(file, entries=entries)) != []
    last = json.loads(dumps(file).split("\n")[-2])
    last["seq"] += 1
    grown = evolve(file, entries=(*file.entries, entry_from_json(last)))
    grown = forged(grown, lambda data: data.update(type="RoundEnded", public={"number": 9}), last["seq"])
    assert ("OUTCOME", last["seq"]) in codes(grown)


def test_what_was_decided_under_rules_that_are_not_installed_is_skipped_and_said(played: Played) -> None:
    newer = evolve_rules_version(2)
    found = examine(match_file(played.entries), newer)
    assert found.findings == ()
    assert (found.intents_redecided, found.intents_undecided) == (0, played.intents + 1)
    assert found.undecided
    assert any("decided under rules 1, not installed" in note for note in found.notes)


def evolve_rules_version(version: int) -> Any:
    from domain.kernel.match import MatchRules
    from tests.toy.game import HighestCardGame

    game = HighestCardGame()
    game.rules_version = version
    return evolve(TOY, rules=MatchRules(game))
