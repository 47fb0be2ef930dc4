"""What the storage tests write down: rows that are told apart by match, seq and writer."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from server.storage import Command, Row, Store, Stored


def rows(first_seq: int, count: int = 1, writer: str = "") -> list[Row]:
    """Rows as a match would write them, their bytes naming who wrote them."""
    return [
        Row(seq, f"public {writer} {seq}".encode(), b"sealed" * (seq % 2), sha256(f"{writer}{seq}".encode()).digest())
        for seq in range(first_seq, first_seq + count)
    ]


def command(name: str, payload: bytes = b"") -> Command:
    """A command whose digest follows from its payload."""
    return Command(name, sha256(payload).digest())


async def whole_log(store: Store) -> list[Stored]:
    """Everything in commit order, read page by page."""
    found: list[Stored] = []
    while page := await store.read_all(len(found), limit=100):
        found += page
    return found


def assert_gapless(log: Iterable[Stored]) -> None:
    """Positions count up from 1, and so do the seqs of each match."""
    heads: dict[str, int] = {}
    for expected, stored in enumerate(log, start=1):
        assert stored.position == expected, f"position {stored.position} stands where {expected} belongs"
        seq = heads.get(stored.match, 0) + 1
        assert stored.row.seq == seq, f"{stored.match} has seq {stored.row.seq} where {seq} belongs"
        heads[stored.match] = seq
