"""What is kept beside a record to answer fast is what would be worked out anew."""

from __future__ import annotations

from copy import deepcopy

import msgspec
import pytest

from domain.kernel.codec import Damaged, pack_parts
from domain.kernel.match import BLANK
from domain.kernel.memory import Memory
from projections.arcanya import PLUGIN
from projections.history import History
from projections.views import AUDITOR, SPECTATOR, shared_view
from server.match import encode_view
from server.simulate import Table, play_match
from server.storage import Row

VIEWERS = ("seat:1", "seat:2", "seat:3", SPECTATOR, AUDITOR)
OPTIONS = ({"mode": "basic"}, {"mode": "advanced"})


@pytest.mark.parametrize("number", range(4))
def test_a_table_seen_move_by_move_is_as_one_seen_for_the_first_time(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(PLUGIN, ("random",) * 3, OPTIONS[number % 2])
    played = play_match(table, b"kept parts", number)
    history = History(PLUGIN, played.match_id)
    history.extend(played.entries)
    kept = {
        (step.seq, viewer): encode_view(history.view(viewer, step.seq)) for step in history.steps for viewer in VIEWERS
    }
    monkeypatch.setattr(Memory, "get", lambda memory, key: None)
    for (seq, viewer), seen in kept.items():
        assert seen == msgspec.json.encode(history.view(viewer, seq)), f"match {number}, entry {seq}, {viewer}"
    assert len(kept) == len(history.steps) * len(VIEWERS)


def test_another_name_for_a_seat_is_shown_at_once() -> None:
    played = play_match(Table(PLUGIN, ("random",) * 3, {"mode": "advanced"}), b"kept names", 1)
    state = played.state
    before = PLUGIN.view(state.table, SPECTATOR, state.name_of)
    after = PLUGIN.view(state.table, SPECTATOR, lambda seat: f"Somebody {seat}")
    assert [seat["name"] for seat in before["seats"]] == [state.name_of(seat) for seat in (1, 2, 3)]
    assert [seat["name"] for seat in after["seats"]] == ["Somebody 1", "Somebody 2", "Somebody 3"]


def test_a_copy_of_a_view_may_be_changed_and_is_written_as_it_is_then() -> None:
    played = play_match(Table(PLUGIN, ("random",) * 3, {"mode": "advanced"}), b"kept copies", 1)
    history = History(PLUGIN, played.match_id)
    history.extend(played.entries)
    before = encode_view(history.view(SPECTATOR))
    copy = deepcopy(history.view(SPECTATOR))
    copy["table"]["seats"][0]["name"] = "Somebody else"
    assert encode_view(copy) == msgspec.json.encode(copy) != before
    assert encode_view(history.view(SPECTATOR)) == before


def test_what_is_awaited_and_how_far_it_is_are_those_of_the_newest_state() -> None:
    played = play_match(Table(PLUGIN, ("random",) * 3, {"mode": "advanced"}), b"kept questions", 1)
    history = History(PLUGIN, played.match_id)
    for entry in played.entries:
        history.extend([entry])
        assert history.awaiting == PLUGIN.rules.awaiting(history.state), f"entry {entry.seq}"
        assert history.shared() == shared_view(PLUGIN, history.state), f"entry {entry.seq}"


@pytest.mark.parametrize("number", range(4))
def test_rows_fold_as_the_entries_they_keep(number: int) -> None:
    played = play_match(Table(PLUGIN, ("random",) * 4, OPTIONS[number % 2]), b"kept rows", number)
    rows = [Row(entry.seq, entry.public, pack_parts(entry.parts), entry.link) for entry in played.entries]
    assert PLUGIN.rules.fold_stored(rows) == PLUGIN.rules.fold(played.entries) == played.state, f"match {number}"
    half = len(rows) // 2
    begun = PLUGIN.rules.fold_stored(rows[:half])
    assert PLUGIN.rules.fold_stored(rows[half:], begun) == played.state, f"match {number}"
    again = PLUGIN.rules.fold(played.entries[:half])
    assert begun == again, f"match {number}: folding on changed the state that it began with"


def test_students_to_whom_nothing_happens_are_shared_by_the_states_before_and_after_a_fold() -> None:
    played = play_match(Table(PLUGIN, ("random",) * 6, {"mode": "advanced"}), b"kept students", 1)
    history = History(PLUGIN, played.match_id)
    history.extend(played.entries)
    seq = history.steps[len(history.steps) // 2].seq
    state = history.state_at(seq)
    after = PLUGIN.rules.fold(played.entries[seq : seq + 8], state)
    seats = list(zip(state.table.students, after.table.students, strict=True))
    assert [one is other for one, other in seats] == [one == other for one, other in seats]
    assert 0 < sum([one is other for one, other in seats]) < len(seats)


def test_a_row_that_cannot_be_read_is_damaged_and_says_which() -> None:
    played = play_match(Table(PLUGIN, ("random",) * 3, {"mode": "basic"}), b"kept rows", 1)
    sealed = next(entry for entry in played.entries if entry.parts)
    for row in (
        Row(sealed.seq, sealed.public[:-3], pack_parts(sealed.parts), sealed.link),
        Row(sealed.seq, sealed.public, pack_parts(sealed.parts)[:-3], sealed.link),
    ):
        with pytest.raises(Damaged) as damaged:
            PLUGIN.rules.fold_stored([row], BLANK)
        assert damaged.value.seq == sealed.seq
