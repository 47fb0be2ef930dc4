"""The store that forgets when the process ends: for tests, simulations and demos."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from server.storage.base import (
    Appended,
    Command,
    CommandReused,
    Conflict,
    Row,
    StoreClosed,
    Stored,
    TokenRow,
    assert_appendable,
)
from server.storage.feed import Feed
from server.storage.snapshots import snapshot_checksum


@frozen
class _Done:
    """What a command did."""

    digest: bytes
    first_seq: int
    last_seq: int
    last_position: int


@frozen
class _Snapshot:
    """A folded state with its checksum."""

    data: bytes
    checksum: bytes


@define
class _Model:
    """A read model and how far it has read."""

    checkpoint: int = 0
    rows: dict[str, bytes] = field(factory=dict)


class MemoryStore:
    """Keeps the log in this process; every call is done at once, so nothing can come between."""

    def __init__(self) -> None:
        self._log: list[Stored] = []
        self._rows: dict[str, list[Row]] = {}
        self._commands: dict[tuple[str, str], _Done] = {}
        self._snapshots: defaultdict[tuple[str, str], dict[int, _Snapshot]] = defaultdict(dict)
        self._tokens: dict[bytes, TokenRow] = {}
        self._refusals: dict[tuple[str, int], list[bytes]] = {}
        self._models: dict[str, _Model] = {}
        self._feed = Feed(0)

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        assert_appendable(expected_seq, rows)
        self._check_open()
        if command is not None and (done := self._commands.get((match, command.id))):
            if done.digest != command.digest:
                raise CommandReused(match, command.id)
            return Appended(done.first_seq, done.last_seq, done.last_position, replayed=True)
        kept = self._rows.get(match, [])
        if len(kept) != expected_seq:
            raise Conflict(match, expected_seq, len(kept))
        self._rows[match] = kept
        kept.extend(rows)
        self._log.extend(Stored(position, match, row) for position, row in enumerate(rows, len(self._log) + 1))
        answer = Appended(expected_seq + 1, len(kept), len(self._log), replayed=False)
        if command is not None:
            self._commands[match, command.id] = _Done(
                command.digest, answer.first_seq, answer.last_seq, answer.last_position
            )
        self._feed.announce(len(self._log))
        return answer

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Row]:
        self._check_open()
        return self._rows.get(match, [])[after : None if limit is None else after + limit]

    async def read_all(self, after_position: int = 0, limit: int = 1000) -> list[Stored]:
        self._check_open()
        return self._log[after_position : after_position + limit]

    def follow(self, after_position: int) -> AsyncGenerator[list[Stored], None]:
        self._check_open()
        return self._feed.follow(after_position, self.read_all)

    async def head(self, match: str) -> Row | None:
        self._check_open()
        rows = self._rows.get(match)
        return rows[-1] if rows else None

    async def command(self, match: str, command_id: str) -> tuple[bytes, int, int] | None:
        self._check_open()
        done = self._commands.get((match, command_id))
        return None if done is None else (done.digest, done.first_seq, done.last_seq)

    async def matches(self) -> list[str]:
        self._check_open()
        return list(self._rows)

    async def put_snapshot(self, match: str, seq: int, fold_version: str, data: bytes) -> None:
        self._check_open()
        checksum = snapshot_checksum(match, seq, fold_version, data)
        self._snapshots[match, fold_version][seq] = _Snapshot(data, checksum)

    async def latest_snapshot(self, match: str, fold_version: str, at_most_seq: int) -> tuple[int, bytes] | None:
        self._check_open()
        kept = self._snapshots.get((match, fold_version), {})
        for seq in sorted((seq for seq in kept if seq <= at_most_seq), reverse=True):
            if kept[seq].checksum == snapshot_checksum(match, seq, fold_version, kept[seq].data):
                return seq, kept[seq].data
        return None

    async def put_token(self, token_hash: bytes, match: str, seat: int | None, scope: str, at: int) -> None:
        self._check_open()
        self._tokens[token_hash] = TokenRow(token_hash, match, seat, scope, at)

    async def token(self, token_hash: bytes) -> TokenRow | None:
        self._check_open()
        return self._tokens.get(token_hash)

    async def revoke_tokens(self, match: str, seat: int | None) -> int:
        self._check_open()
        ended = [token for token in self._tokens.values() if token.match == match and token.seat == seat]
        for token in ended:
            del self._tokens[token.token_hash]
        return len(ended)

    async def tokens_of(self, match: str) -> list[TokenRow]:
        self._check_open()
        kept = (token for token in self._tokens.values() if token.match == match)
        return sorted(kept, key=lambda token: (token.at, token.token_hash))

    async def add_refusal(self, match: str, seat: int, data: bytes, keep: int) -> None:
        self._check_open()
        kept = [*self._refusals.get((match, seat), []), data]
        self._refusals[match, seat] = kept[max(0, len(kept) - keep) :]

    async def refusals(self, match: str, seat: int) -> list[bytes]:
        self._check_open()
        return list(self._refusals.get((match, seat), []))

    async def model_checkpoint(self, model: str) -> int:
        self._check_open()
        return self._models.get(model, _Model()).checkpoint

    async def advance_model(
        self,
        model: str,
        from_checkpoint: int,
        to_checkpoint: int,
        puts: Mapping[str, bytes],
        deletes: Iterable[str],
    ) -> None:
        assert from_checkpoint <= to_checkpoint, "a read model only moves on"
        self._check_open()
        kept = self._models.setdefault(model, _Model())
        if kept.checkpoint != from_checkpoint:
            raise Conflict(model, from_checkpoint, kept.checkpoint)
        for key in deletes:
            kept.rows.pop(key, None)
        kept.rows.update(puts)
        kept.checkpoint = to_checkpoint

    async def model_rows(self, model: str) -> dict[str, bytes]:
        self._check_open()
        return dict(sorted(self._models.get(model, _Model()).rows.items()))

    async def model_row(self, model: str, key: str) -> bytes | None:
        self._check_open()
        return self._models.get(model, _Model()).rows.get(key)

    async def drop_model(self, model: str) -> None:
        self._check_open()
        self._models.pop(model, None)

    async def close(self) -> None:
        self._feed.close()

    def _check_open(self) -> None:
        if self._feed.closed:
            raise StoreClosed
