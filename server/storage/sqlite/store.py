"""The SQLite store as the server sees it: every call is awaited, none blocks the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import apsw

from server.storage.base import (
    Appended,
    Command,
    Conflict,
    Row,
    StorageError,
    StoreClosed,
    Stored,
    StoreFailed,
    TokenRow,
    assert_appendable,
)
from server.storage.feed import Feed
from server.storage.owner import Owner
from server.storage.snapshots import snapshot_checksum
from server.storage.sqlite.file import check_sqlite, close_quietly, connect_reader, connect_writer, prepare_file
from server.storage.sqlite.plan import Answer, Append, Write
from server.storage.sqlite.writer import BATCH_JOBS_MAX, Job, Writer

READERS_MAX = 4  # readers never wait for the writer in WAL mode, only for each other

T = TypeVar("T")

# A row out of the tuple that SQLite gives: whole logs are read so, and `Row(*tuple)` would take half of that time.
_row: Callable[[tuple[object, ...]], Row] = partial(tuple.__new__, Row)


class SqliteStore:
    """One file, owned by this process; bound to the event loop that opened it."""

    def __init__(self, path: str, owner: Owner, vfs: str | None, batch_jobs_max: int) -> None:
        self._path = path
        self._owner = owner
        self._vfs = vfs
        self._loop = asyncio.get_running_loop()
        self._pending: list[Job] = []
        self._closing: asyncio.Future[None] | None = None
        self._idle_readers: list[apsw.Connection] = []
        self._readers = ThreadPoolExecutor(READERS_MAX, thread_name_prefix="store-reader")
        self._writer = Writer(lambda: connect_writer(path, vfs), self._answer_soon, batch_jobs_max)
        self._feed = Feed(self._writer.position)

    @classmethod
    async def open(
        cls, path: str | os.PathLike[str], *, vfs: str | None = None, batch_jobs_max: int = BATCH_JOBS_MAX
    ) -> SqliteStore:
        """Open a store file, making it if need be; `StorageError` says what is wrong with it."""
        check_sqlite(apsw.sqlite_lib_version())
        real_path = os.path.realpath(path)  # so that a link to a store is not taken for another store
        owner = await asyncio.to_thread(_own, real_path)
        try:
            await asyncio.to_thread(prepare_file, real_path, vfs)
            return cls(real_path, owner, vfs, batch_jobs_max)
        except BaseException as error:
            owner.release()
            if isinstance(error, apsw.Error):
                raise StorageError(f"cannot open {real_path}: {error}") from error
            raise

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        assert_appendable(expected_seq, rows)
        future: asyncio.Future[Appended] = self._loop.create_future()
        self._put(Append(match, expected_seq, rows, command, future))
        return await future

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Row]:
        return await self._read(
            lambda connection: list(
                map(
                    _row,
                    connection.execute(
                        "SELECT seq, public, sealed, link FROM entries"
                        " WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?",
                        (match, after, -1 if limit is None else limit),
                    ),
                )
            )
        )

    async def read_all(self, after_position: int = 0, limit: int = 1000) -> list[Stored]:
        return await self._read(
            lambda connection: [
                Stored(position, of_match, Row(*row))
                for position, of_match, *row in connection.execute(
                    "SELECT position, match, seq, public, sealed, link FROM entries WHERE position > ? "
                    "ORDER BY position LIMIT ?",
                    (after_position, limit),
                )
            ]
        )

    def follow(self, after_position: int) -> AsyncGenerator[list[Stored], None]:
        self._check_open()
        return self._feed.follow(after_position, self.read_all)

    async def head(self, match: str) -> Row | None:
        return await self._read(
            lambda connection: next(
                (
                    Row(*row)
                    for row in connection.execute(
                        "SELECT seq, public, sealed, link FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1",
                        (match,),
                    )
                ),
                None,
            )
        )

    async def command(self, match: str, command_id: str) -> tuple[bytes, int, int] | None:
        return await self._read(
            lambda connection: connection.execute(
                "SELECT digest, first_seq, last_seq FROM commands WHERE match = ? AND id = ?",
                (match, command_id),
            ).fetchone()
        )

    async def matches(self) -> list[str]:
        return await self._read(
            lambda connection: [
                match for (match,) in connection.execute("SELECT match FROM entries WHERE seq = 1 ORDER BY position")
            ]
        )

    async def put_snapshot(self, match: str, seq: int, fold_version: str, data: bytes) -> None:
        checksum = snapshot_checksum(match, seq, fold_version, data)

        def put(connection: apsw.Connection) -> None:
            connection.execute(
                "INSERT INTO snapshots (match, fold_version, seq, checksum, data) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET checksum = excluded.checksum, data = excluded.data",
                (match, fold_version, seq, checksum, data),
            )

        await self._write(put)

    async def latest_snapshot(self, match: str, fold_version: str, at_most_seq: int) -> tuple[int, bytes] | None:
        def newest_sound(connection: apsw.Connection) -> tuple[int, bytes] | None:
            for seq, checksum, data in connection.execute(
                "SELECT seq, checksum, data FROM snapshots WHERE match = ? AND fold_version = ? AND seq <= ? "
                "ORDER BY seq DESC",
                (match, fold_version, at_most_seq),
            ):
                if checksum == snapshot_checksum(match, seq, fold_version, data):
                    return seq, data
            return None

        return await self._read(newest_sound)

    async def put_token(self, token_hash: bytes, match: str, seat: int | None, scope: str, at: int) -> None:
        def put(connection: apsw.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO tokens (token_hash, match, seat, scope, at) VALUES (?, ?, ?, ?, ?)",
                (token_hash, match, seat, scope, at),
            )

        await self._write(put)

    async def token(self, token_hash: bytes) -> TokenRow | None:
        found = await self._tokens_where("token_hash = ?", token_hash)
        return found[0] if found else None

    async def revoke_tokens(self, match: str, seat: int | None) -> int:
        def revoke(connection: apsw.Connection) -> int:
            connection.execute("DELETE FROM tokens WHERE match = ? AND seat IS ?", (match, seat))
            return connection.changes()

        return await self._write(revoke)

    async def tokens_of(self, match: str) -> list[TokenRow]:
        return await self._tokens_where("match = ?", match)

    async def add_refusal(self, match: str, seat: int, data: bytes, keep: int) -> None:
        def add(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO refusals (match, seat, data) VALUES (?, ?, ?)", (match, seat, data))
            connection.execute(
                "DELETE FROM refusals WHERE number IN (SELECT number FROM refusals "
                "WHERE match = ? AND seat = ? ORDER BY number DESC LIMIT -1 OFFSET ?)",
                (match, seat, keep),
            )

        await self._write(add)

    async def refusals(self, match: str, seat: int) -> list[bytes]:
        return await self._read(
            lambda connection: [
                data
                for (data,) in connection.execute(
                    "SELECT data FROM refusals WHERE match = ? AND seat = ? ORDER BY number", (match, seat)
                )
            ]
        )

    async def model_checkpoint(self, model: str) -> int:
        return await self._read(lambda connection: _checkpoint(connection, model))

    async def advance_model(
        self,
        model: str,
        from_checkpoint: int,
        to_checkpoint: int,
        puts: Mapping[str, bytes],
        deletes: Iterable[str],
    ) -> None:
        assert from_checkpoint <= to_checkpoint, "a read model only moves on"
        gone = [(model, key) for key in deletes]
        new = [(model, key, data) for key, data in puts.items()]

        def advance(connection: apsw.Connection) -> None:
            actual = _checkpoint(connection, model)
            if actual != from_checkpoint:
                raise Conflict(model, from_checkpoint, actual)
            connection.executemany("DELETE FROM model_rows WHERE model = ? AND key = ?", gone)
            connection.executemany("INSERT OR REPLACE INTO model_rows VALUES (?, ?, ?)", new)
            connection.execute("INSERT OR REPLACE INTO models VALUES (?, ?)", (model, to_checkpoint))

        await self._write(advance)

    async def model_rows(self, model: str) -> dict[str, bytes]:
        return await self._read(
            lambda connection: dict(
                connection.execute("SELECT key, data FROM model_rows WHERE model = ? ORDER BY key", (model,))
            )
        )

    async def model_row(self, model: str, key: str) -> bytes | None:
        return await self._read(
            lambda connection: (
                connection.execute("SELECT data FROM model_rows WHERE model = ? AND key = ?", (model, key)).get
            )
        )

    async def drop_model(self, model: str) -> None:
        def drop(connection: apsw.Connection) -> None:
            connection.execute("DELETE FROM model_rows WHERE model = ?", (model,))
            connection.execute("DELETE FROM models WHERE model = ?", (model,))

        await self._write(drop)

    async def close(self) -> None:
        if self._closing is None:
            self._feed.close()
            self._flush()
            self._closing = asyncio.ensure_future(asyncio.to_thread(self._let_go))
        # Shielded: a cancelled caller must not leave a store that is half closed.
        await asyncio.shield(self._closing)

    def _let_go(self) -> None:
        self._readers.shutdown()
        for connection in self._idle_readers:
            close_quietly(connection)
        self._writer.stop()
        self._owner.release()

    def _check_open(self) -> None:
        if self._feed.closed:
            raise StoreClosed

    async def _read(self, query: Callable[[apsw.Connection], T]) -> T:
        self._check_open()
        return await self._loop.run_in_executor(self._readers, self._query, query)

    def _query(self, query: Callable[[apsw.Connection], T]) -> T:
        try:
            connection = self._idle_readers.pop() if self._idle_readers else connect_reader(self._path, self._vfs)
            found = query(connection)
        except apsw.Error as error:
            # The connection is not kept: the next reader opens the file anew.
            raise StoreFailed(f"the store cannot be read ({error})") from error
        self._idle_readers.append(connection)
        return found

    async def _tokens_where(self, condition: str, value: str | bytes) -> list[TokenRow]:
        return await self._read(
            lambda connection: [
                TokenRow(*row)
                for row in connection.execute(
                    f"SELECT token_hash, match, seat, scope, at FROM tokens WHERE {condition} ORDER BY at, token_hash",
                    (value,),
                )
            ]
        )

    async def _write(self, work: Callable[[apsw.Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._put(Write(work, future))
        return await future

    def _put(self, job: Job) -> None:
        self._check_open()
        if not self._pending:
            # At the end of this turn of the loop: all who were just woken go into one batch.
            self._loop.call_soon(self._flush)
        self._pending.append(job)

    def _flush(self) -> None:
        if self._pending:
            self._writer.put(self._pending)
            self._pending = []

    def _answer_soon(self, answers: list[Answer], position: int) -> None:
        """Called by the writer once per batch, after the commit."""
        try:
            self._loop.call_soon_threadsafe(self._answer, answers, position)
        except RuntimeError:
            return  # the loop has ended, and with it everybody who waited

    def _answer(self, answers: list[Answer], position: int) -> None:
        self._feed.announce(position)
        for answer in answers:
            if answer.future.done():
                continue  # who asked has gone away
            if answer.error is None:
                answer.future.set_result(answer.value)
            else:
                answer.future.set_exception(answer.error)


def _own(path: str) -> Owner:
    try:
        return Owner(path)
    except OSError as error:
        raise StorageError(f"cannot open {path}: {error.strerror}") from error


def _checkpoint(connection: apsw.Connection, model: str) -> int:
    found = connection.execute("SELECT checkpoint FROM models WHERE model = ?", (model,)).get
    return found or 0
