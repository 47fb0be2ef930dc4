"""Matches are read out of a store as they are there, also where something is missing."""

from __future__ import annotations

import pytest

from server.cli import stores
from server.cli.stores import stored_match
from server.match import row_of
from server.storage import Row, open_store
from tests.playing import Play
from tests.toy.plugin import TOY


class WithoutRow:
    """A store from which one row of each match is gone."""

    def __init__(self, rows: list[Row], gone: int) -> None:
        self.rows = [row for row in rows if row.seq != gone]

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Row]:
        return [row for row in self.rows if row.seq > after][:limit]


async def test_no_entry_comes_twice_where_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "READ_ROWS", 7)
    entries = Play(TOY, 2, {"rounds": 3}).play_out().entries
    store = WithoutRow([row_of(entry) for entry in entries], gone=10)
    read = await stored_match(store, "m")  # type: ignore[arg-type]
    assert [entry.seq for entry in read] == [seq for seq in range(1, len(entries) + 1) if seq != 10]


async def test_a_match_is_read_whole_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "READ_ROWS", 7)
    entries = Play(TOY, 2, {"rounds": 3}).play_out().entries
    store = await open_store("memory:")
    await store.append("m", 0, [row_of(entry) for entry in entries])
    assert await stored_match(store, "m") == entries
    await store.close()
