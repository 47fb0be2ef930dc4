"""Whole matches out of a store and into one, for commands that are not a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from domain.kernel.codec import Damaged, pack_parts, unpack_parts
from domain.kernel.entries import Entry
from server.cli.outcome import Failed
from server.storage import Conflict, Row, StorageError, Store, open_store

READ_ROWS = 2_000
T = TypeVar("T")


def with_store(url: str, work: Callable[[Store], Coroutine[Any, Any, T]], *, existing: bool = False) -> T:
    """Opens a store, does the work, closes it; Failed with one line if the store says no.

    With `existing`, a store that is not there is one more reason to fail: a name mistyped must not pass as an empty
    store in which all is well.
    """
    kind, _, place = url.partition(":")
    if existing and kind == "sqlite" and place and not Path(place).exists():
        raise Failed(f"there is no store at {place}")

    async def run() -> T:
        async with _opened(url) as store:
            return await work(store)

    try:
        return asyncio.run(run())
    except StorageError as error:
        raise Failed(str(error)) from None


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def stored_match(store: Store, match_id: str) -> list[Entry]:
    """All entries of a match, in full."""
    entries: list[Entry] = []
    while rows := await store.read(match_id, after=entries[-1].seq if entries else 0, limit=READ_ROWS):
        entries += [entry_of(row) for row in rows]
    if not entries:
        raise Failed(f"there is no match {match_id!r:.80} in that store")
    return entries


def entry_of(row: Row) -> Entry:
    """A stored row as the entry it is; its bytes are taken as they are."""
    try:
        return Entry(row.seq, row.public, unpack_parts(row.sealed), row.link)
    except Damaged as error:
        raise Damaged(str(error), row.seq) from None


async def put_match(store: Store, match_id: str, entries: list[Entry]) -> None:
    """Puts a whole match into a store that does not have it yet, all or nothing."""
    rows = [Row(entry.seq, entry.public, pack_parts(entry.parts), entry.link) for entry in entries]
    try:
        await store.append(match_id, 0, rows)
    except Conflict:
        raise Failed(f"match {match_id} is in that store already; nothing was changed") from None
