"""What every store promises: bytes go in once, in order, and come out as they went in."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol


class Row(NamedTuple):
    """One stored entry of a match; its bytes are never re-encoded."""

    seq: int
    public: bytes
    sealed: bytes
    link: bytes


class Stored(NamedTuple):
    """A row with its place in the whole log: positions are gapless from 1, in commit order."""

    position: int
    match: str
    row: Row


class Command(NamedTuple):
    """The name a client gave its request, and the digest of what it asked; unique within a match."""

    id: str
    digest: bytes


class Appended(NamedTuple):
    """Where an append stands in the log; `replayed` says that it was done before, under the same command."""

    first_seq: int
    last_seq: int
    last_position: int
    replayed: bool


class TokenRow(NamedTuple):
    """A token by its hash: which match and seat it speaks for, what it may do, since when (ms)."""

    token_hash: bytes
    match: str
    seat: int | None
    scope: str
    at: int


class StorageError(Exception):
    """The store could not do what was asked; the text may be shown to a host."""


class Conflict(StorageError):
    """Somebody appended first: the log is at `actual`, not at `expected`."""

    def __init__(self, match: str, expected: int, actual: int) -> None:
        super().__init__(f"somebody appended to {match} first: expected {expected}, found {actual}")
        self.match = match
        self.expected = expected
        self.actual = actual


class CommandReused(StorageError):
    """The same command id came again with another payload."""

    def __init__(self, match: str, command_id: str) -> None:
        super().__init__(f"command {command_id} of {match} was used before for something else")
        self.match = match
        self.command_id = command_id


class StoreClosed(StorageError):
    """The store was closed; nothing was done."""

    def __init__(self) -> None:
        super().__init__("the store is closed")


class StoreOwned(StorageError):
    """Another process (or another part of this one) has the store open."""


class StoreFull(StorageError):
    """There is no room left; nothing of the request was stored."""


class StoreFailed(StorageError):
    """The disk refused; nothing of the request was stored."""


class UnknownOutcome(StorageError):
    """The disk refused at the very end and cannot be asked: ask again later with the same command id."""


class Store(Protocol):
    """One log for all matches, with what hangs on it: commands, snapshots, tokens, refusals, read models."""

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        """Add rows to a match, all or nothing; answers only when they would survive a power cut.

        A command seen before gives its first answer, whatever the version; with another digest it raises
        `CommandReused`. After that a wrong `expected_seq` raises `Conflict`.
        """

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Row]:
        """The rows of a match after a seq, oldest first; none for a match nobody knows."""

    async def read_all(self, after_position: int = 0, limit: int = 1000) -> list[Stored]:
        """Rows of all matches after a position, in commit order."""

    def follow(self, after_position: int) -> AsyncGenerator[list[Stored], None]:
        """Rows of all matches after a position, for ever: none missed, none twice; ends when the store closes."""

    async def head(self, match: str) -> Row | None:
        """The last row of a match, or None for a match nobody knows."""

    async def command(self, match: str, command_id: str) -> tuple[bytes, int, int] | None:
        """What a command did: its digest, first seq and last seq."""

    async def matches(self) -> list[str]:
        """All matches, the oldest first."""

    async def put_snapshot(self, match: str, seq: int, fold_version: str, data: bytes) -> None:
        """Keep a folded state as a cache."""

    async def latest_snapshot(self, match: str, fold_version: str, at_most_seq: int) -> tuple[int, bytes] | None:
        """The newest undamaged snapshot at or before a seq, as (seq, data)."""

    async def put_token(self, token_hash: bytes, match: str, seat: int | None, scope: str, at: int) -> None:
        """Let the holder of a token in; the same hash again replaces what it may do."""

    async def token(self, token_hash: bytes) -> TokenRow | None:
        """What a token grants, if anything."""

    async def revoke_tokens(self, match: str, seat: int | None) -> int:
        """End all tokens of a seat (None: those of no seat); says how many there were."""

    async def tokens_of(self, match: str) -> list[TokenRow]:
        """All tokens of a match, oldest first."""

    async def add_refusal(self, match: str, seat: int, data: bytes, keep: int) -> None:
        """Keep a refused request of a seat; only its newest `keep` stay."""

    async def refusals(self, match: str, seat: int) -> list[bytes]:
        """The kept refusals of a seat, oldest first."""

    async def model_checkpoint(self, model: str) -> int:
        """The position up to which a read model has read; 0 if it never did."""

    async def advance_model(
        self,
        model: str,
        from_checkpoint: int,
        to_checkpoint: int,
        puts: Mapping[str, bytes],
        deletes: Iterable[str],
    ) -> None:
        """Change a read model and its checkpoint together (deletes first); `Conflict` if it moved meanwhile."""

    async def model_rows(self, model: str) -> dict[str, bytes]:
        """All rows of a read model, by key in order."""

    async def model_row(self, model: str, key: str) -> bytes | None:
        """One row of a read model."""

    async def drop_model(self, model: str) -> None:
        """Forget a read model and its checkpoint, to be built anew."""

    async def close(self) -> None:
        """Finish what was asked, then let go of everything; closing twice is fine."""


def assert_appendable(expected_seq: int, rows: Sequence[Row]) -> None:
    """A caller of `append` numbers its rows without gaps from where it thinks the match stands."""
    assert rows, "an append has at least one row"
    assert expected_seq >= 0, "a match starts at seq 0, before its first row"
    for seq, row in enumerate(rows, start=expected_seq + 1):
        assert row.seq == seq, f"row {row.seq} stands where {seq} belongs"
