"""Facts become canonical bytes and come back, and entries become JSON and come back."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.codec import (
    Damaged,
    Reader,
    Scribe,
    chain_faults,
    entry_from_json,
    entry_json,
    intent_json,
    pack_parts,
    unpack_parts,
)
from domain.kernel.entries import Entry, Head, first_link, redact
from domain.kernel.game import Refused
from domain.kernel.registry import Registry, UnknownType
from tests.kernel import facts
from tests.kernel.facts import Ask, Place, Told, Wave, Whispered

SECRET = bytes(range(32))
REGISTRY = Registry(facts)
READER = Reader(REGISTRY)

numbers = st.integers(-(2**53) + 1, 2**53 - 1)
texts = st.text(max_size=40)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
seats = st.integers(1, 10)
told = st.builds(
    Told,
    number=numbers,
    text=texts,
    yes=st.booleans(),
    place=st.builds(Place, numbers, texts),
    things=st.dictionaries(texts, json_values, max_size=4),
    many=st.lists(numbers, max_size=20).map(tuple),
    maybe=st.none() | numbers,
)
whispered = st.builds(
    Whispered,
    seat=seats,
    pair=st.lists(seats, min_size=1, max_size=3, unique=True).map(tuple),
    word=st.none() | texts,
    number=st.none() | numbers,
    shared=st.none() | st.lists(numbers, max_size=5).map(tuple),
    order=st.none() | st.lists(numbers, max_size=5).map(tuple),
)
asked = st.builds(Ask, seats, st.none() | texts, st.lists(texts, max_size=3).map(tuple)) | st.builds(Wave)


def written(intent: Any, *events: Any) -> list[Entry]:
    scribe = Scribe(SECRET, Head(0, first_link("m")))
    return scribe.write(intent, events, actor="seat:1", at=1_700_000_000_000, rules=3)


@given(asked, st.lists(told | whispered, max_size=4))
def test_what_is_written_is_read_back(intent: Any, events: list[Any]) -> None:
    entries = written(intent, *events)
    read = [READER.read(entry) for entry in entries]
    assert [fact for one in read for fact in one.facts] == [intent, *events]
    assert [one.envelope.seq for one in read] == list(range(1, len(events) + 2))
    assert [one.envelope.cause for one in read] == [None] + [1] * len(events)
    assert [one.envelope.actor for one in read] == ["seat:1"] + ["table"] * len(events)
    assert {one.envelope.rules for one in read} == {3}


@given(asked, st.lists(told | whispered, max_size=4))
def test_the_bytes_are_those_of_another_implementation(intent: Any, events: list[Any]) -> None:
    for entry in written(intent, *events):
        envelope = msgpack.unpackb(entry.public, strict_map_key=True)
        assert msgpack.packb(envelope) == entry.public
        for part in entry.parts:
            assert part.body is not None
            assert msgpack.packb(msgpack.unpackb(part.body)) == part.body


@given(st.lists(told | whispered, max_size=4))
def test_entries_survive_json_text(events: list[Any]) -> None:
    entries = written(Wave(), *events)
    assert [entry_from_json(json.loads(json.dumps(entry_json(entry)))) for entry in entries] == entries
    for audiences in (set[str](), {"seat:1"}, {"seat:2", "server"}):
        shown = [redact(entry, audiences) for entry in entries]
        again = [entry_from_json(json.loads(json.dumps(entry_json(entry)))) for entry in shown]
        assert again == shown
        assert chain_faults(again, Head(0, first_link("m"))) == []


@given(whispered)
def test_sealed_parts_survive_a_store(event: Any) -> None:
    entry = written(Wave(), event)[1]
    packed = pack_parts(entry.parts)
    assert unpack_parts(packed) == entry.parts
    assert pack_parts(()) == b""
    assert unpack_parts(b"") == ()


@given(whispered)
def test_whether_a_part_is_there_does_not_tell_what_is_in_it(event: Any) -> None:
    audiences = [part.audience for part in written(Wave(), event)[1].parts]
    assert audiences == [f"seat:{event.seat}", *[f"seat:{seat}" for seat in event.pair], "server"]


def test_each_field_goes_to_its_audience_and_nowhere_else() -> None:
    event = Whispered(seat=2, pair=(1, 3), word="quartz", number=7, shared=(41, 42), order=(9, 8))
    entry = written(Wave(), event)[1]
    parts = {part.audience: msgpack.unpackb(part.body) for part in entry.parts}
    assert parts == {
        "seat:2": {"word": "quartz", "number": 7},
        "seat:1": {"shared": [41, 42]},
        "seat:3": {"shared": [41, 42]},
        "server": {"order": [9, 8]},
    }
    assert msgpack.unpackb(entry.public)[9] == {"seat": 2, "pair": [1, 3]}
    assert b"quartz" not in entry.public


def test_a_reader_who_may_not_open_a_part_reads_its_fields_as_unknown() -> None:
    event = Whispered(seat=2, pair=(1,), word="quartz", number=7, shared=(41,), order=(9,))
    entry = redact(written(Wave(), event)[1], {"seat:1"})
    (seen,) = READER.read(entry).facts
    assert seen == Whispered(seat=2, pair=(1,), word=None, number=None, shared=(41,), order=None)


def test_equal_parts_of_two_seats_have_different_commitments() -> None:
    event = Whispered(seat=9, pair=(1, 3), word=None, number=None, shared=(41,), order=None)
    first, second = (part for part in written(Wave(), event)[1].parts if part.audience in ("seat:1", "seat:3"))
    assert first.body == second.body
    assert first.commitment != second.commitment


@pytest.mark.parametrize(
    "public",
    [
        b"",
        b"\xc1",
        msgpack.packb("entry"),
        msgpack.packb([1, "event", "Told", 1]),
        msgpack.packb([1, "event", "Told", 1, 1, 0, "table", None, [], {"number": "one"}]),
        msgpack.packb([1, "event", "Told", 1, 1, 0, "table", None, [], 5]),
        msgpack.packb([1, "event", "Whispered", 1, 1, 0, "table", None, [], [1]]),
        msgpack.packb([1, "event", "Whispered", 1, 1, 0, "table", None, [], {"seat": 1}]),
    ],
)
def test_bytes_that_are_no_entry_are_named_as_damaged(public: bytes) -> None:
    with pytest.raises(Damaged) as caught:
        READER.read(Entry(7, public, (), b""))
    assert caught.value.seq == 7


def test_a_type_that_nobody_knows_is_named() -> None:
    strange = msgpack.packb([1, "event", "Vanished", 1, 1, 0, "table", None, [], {}])
    with pytest.raises(UnknownType, match="Vanished"):
        READER.read(Entry(1, strange, (), b""))


@pytest.mark.parametrize(
    "data",
    [None, 5, [], {}, {"seq": 1}, {**entry_json(written(Wave())[0]), "seq": "1"}]
    + [{**entry_json(written(Wave())[0]), name: None} for name in ("public", "sealed", "link")]
    + [{**entry_json(written(Wave())[0]), "seq": True}, {**entry_json(written(Wave())[0]), "at": 2**70}],
)
def test_json_that_is_no_entry_is_named_as_damaged(data: Any) -> None:
    with pytest.raises(Damaged):
        entry_from_json(data)


def test_parts_that_a_store_damaged_are_named_as_damaged() -> None:
    with pytest.raises(Damaged):
        unpack_parts(b"\x93\x01\x02\x03")


def test_an_intent_takes_its_seat_from_the_session_and_not_from_the_body() -> None:
    intent = READER.intent({"type": "Ask", "seat": 4, "about": "x", "tags": ["a"]}, seat=2)
    assert intent == Ask(2, "x", ("a",))
    shown = json.loads(json.dumps(intent_json(intent)))
    assert shown == {"type": "Ask", "seat": 2, "about": "x", "tags": ["a"]}
    assert READER.intent(shown, seat=2) == intent


def test_an_intent_without_a_seat_field_takes_none() -> None:
    assert READER.intent({"type": "Wave"}, seat=2) == Wave()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (None, "BAD_INTENT"),
        ([], "BAD_INTENT"),
        ({"type": 5}, "BAD_INTENT"),
        ({"type": "Fly"}, "UNKNOWN_INTENT"),
        ({"type": "Told"}, "UNKNOWN_INTENT"),
        ({"type": "Ask", "about": 5}, "BAD_FIELDS"),
        ({"type": "Ask"}, "BAD_FIELDS"),
        ({"type": "Ask", "about": "x", "also": 1}, "BAD_FIELDS"),
        ({"type": "Ask", "about": "x", "tags": [1]}, "BAD_FIELDS"),
    ],
)
def test_an_intent_that_makes_no_sense_is_refused(data: Any, code: str) -> None:
    with pytest.raises(Refused) as caught:
        READER.intent(data, seat=1)
    assert caught.value.code == code
