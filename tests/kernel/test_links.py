"""Entries are linked, so that whatever is changed, dropped, added or swapped is found."""

from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.codec import Scribe, chain_faults
from domain.kernel.entries import Entry, Head, Part, commitment_to, first_link, next_link, redact, salt_for, seal
from tests.kernel.facts import Wave, Whispered

SECRET = bytes(range(32))
START = Head(0, first_link("m"))


def log() -> list[Entry]:
    scribe = Scribe(SECRET, START)
    entries: list[Entry] = []
    for number in range(4):
        event = Whispered(seat=1, pair=(2, 3), word="a", number=number, shared=(number,), order=(1, 2))
        entries += scribe.write(Wave(), (event,), actor="seat:1", at=number, rules=1)
    return entries


def test_a_link_is_what_the_text_says() -> None:
    before = START.link
    for entry in log():
        hashed = hashlib.sha256()
        hashed.update(before)
        hashed.update(entry.public)
        for part in entry.parts:
            hashed.update(part.commitment)
        before = hashed.digest()
        assert entry.link == before
    assert START.link == hashlib.sha256(b"matchfold log 1m").digest()


def test_a_salt_is_what_the_text_says() -> None:
    expected = hmac.new(SECRET, b"salt" + b"\0\0\0\0\0\0\0\x05" + b"seat:2", "sha256").digest()[:16]
    assert salt_for(SECRET, 5, "seat:2") == expected
    part = seal(SECRET, 5, "seat:2", b"body")
    assert part == Part("seat:2", hashlib.sha256(expected + b"body").digest(), expected, b"body")


def test_links_and_commitments_are_pinned() -> None:
    entries = log()
    assert entries[-1].link.hex() == "6678418e6cdc56f28632852dddaec805879565f4c50d962b2f7835e46e8b3e3f"
    assert entries[1].parts[0].commitment.hex() == "fe1ae2184e218f3b3ca6166ac8284900539db57bfe975df0e56d99060d76f8ca"


def test_a_sound_log_has_no_faults_for_any_reader() -> None:
    entries = log()
    assert chain_faults(entries, START) == []
    for audiences in (set[str](), {"seat:1"}, {"seat:2"}, {"server", "seat:3"}):
        shown = [redact(entry, audiences) for entry in entries]
        assert chain_faults(shown, START) == []
        assert shown[-1].link == entries[-1].link


def test_a_log_can_be_checked_from_a_head_that_somebody_kept() -> None:
    entries = log()
    assert chain_faults(entries[3:], Head(3, entries[2].link)) == []
    assert chain_faults(entries[3:], Head(3, entries[1].link)) != []


def test_redaction_takes_the_opening_and_leaves_the_commitment() -> None:
    entry = log()[1]
    seen = redact(entry, {"seat:2"})
    assert [part.audience for part in seen.parts if part.body is not None] == ["seat:2"]
    assert [part.audience for part in seen.parts if part.salt is not None] == ["seat:2"]
    assert [part.commitment for part in seen.parts] == [part.commitment for part in entry.parts]
    assert redact(entry, {"seat:1", "seat:2", "seat:3", "server"}) is entry


@given(st.data())
def test_any_flipped_bit_is_found_where_it_is(data: st.DataObject) -> None:
    entries = log()
    at = data.draw(st.integers(0, len(entries) - 1))
    entry = entries[at]
    places = [("public", 0), ("link", 0)]
    places += [(name, n) for n in range(len(entry.parts)) for name in ("commitment", "salt", "body")]
    name, number = data.draw(st.sampled_from(places))
    old = getattr(entry if name in ("public", "link") else entry.parts[number], name)
    place = data.draw(st.integers(0, len(old) * 8 - 1))
    new = bytearray(old)
    new[place // 8] ^= 1 << place % 8
    if name == "public":
        entries[at] = entry._replace(public=bytes(new))
    elif name == "link":
        entries[at] = entry._replace(link=bytes(new))
    else:
        parts = list(entry.parts)
        parts[number] = Part(**{**parts[number]._asdict(), name: bytes(new)})
        entries[at] = entry._replace(parts=tuple(parts))
    faults = chain_faults(entries, START)
    assert faults
    assert faults[0][0] == at + 1


@pytest.mark.parametrize("at", range(7))
def test_a_dropped_entry_is_found(at: int) -> None:
    entries = log()
    del entries[at]
    assert chain_faults(entries, START)[0] == (at + 1, f"entry {at + 1} is missing: the next one there is {at + 2}")


@pytest.mark.parametrize("at", range(8))
def test_a_doubled_entry_is_found(at: int) -> None:
    entries = log()
    entries.insert(at, entries[at])
    assert chain_faults(entries, START)[0][0] == at + 2


@pytest.mark.parametrize("at", range(7))
def test_swapped_entries_are_found(at: int) -> None:
    entries = log()
    entries[at], entries[at + 1] = entries[at + 1], entries[at]
    assert chain_faults(entries, START)[0][0] == at + 1


def test_an_entry_that_was_written_anew_with_its_link_breaks_the_next_one() -> None:
    entries = log()
    public = entries[2].public.replace(b"seat:1", b"seat:2")
    entries[2] = Entry(3, public, (), next_link(entries[1].link, public))
    assert chain_faults(entries, START)[0] == (4, "the link does not follow from the entry before and this one")


def test_an_opening_of_other_fields_does_not_fit_the_commitment() -> None:
    entries = log()
    part = entries[1].parts[0]
    assert part.salt is not None
    forged = part._replace(body=b"\x80")
    entries[1] = entries[1]._replace(parts=(forged, *entries[1].parts[1:]))
    assert commitment_to(part.salt, b"\x80") != part.commitment
    assert chain_faults(entries, START) == [(2, "the opening for seat:1 does not fit its commitment")]
