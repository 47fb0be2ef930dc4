"""The store file: how it is made, recognised and opened."""

from __future__ import annotations

import os
from contextlib import closing, suppress

import apsw

from server.storage.base import StorageError

APPLICATION_ID = 0x4D464C44  # "MFLD"; `file` and SQLite tools show it
SCHEMA_VERSION = 1
BUSY_MS_MAX = 5_000  # a backup tool may hold the file for a moment
CACHE_KIB = 65_536

# 3.7.0 to 3.51.2 can lose commits when a checkpoint meets a restart of the WAL; these carry the repair back.
WAL_RESET_FIRST = (3, 7, 0)
WAL_RESET_REPAIRED = (3, 51, 3)
WAL_RESET_BACKPORTS = ((3, 44, 6), (3, 50, 7))

SCHEMA = """
CREATE TABLE entries (
    position INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    public BLOB NOT NULL,
    sealed BLOB NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_of_match ON entries (match, seq);
CREATE INDEX entries_that_begin ON entries (position) WHERE seq = 1;

CREATE TABLE commands (
    match TEXT NOT NULL,
    id TEXT NOT NULL,
    digest BLOB NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    last_position INTEGER NOT NULL,
    PRIMARY KEY (match, id)
) STRICT, WITHOUT ROWID;

-- Counts the transactions, so that after an error on commit one can see whether it went through.
CREATE TABLE commits (number INTEGER NOT NULL) STRICT;
INSERT INTO commits VALUES (0);

CREATE TABLE snapshots (
    match TEXT NOT NULL,
    fold_version TEXT NOT NULL,
    seq INTEGER NOT NULL,
    checksum BLOB NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (match, fold_version, seq)
) STRICT;

CREATE TABLE tokens (
    token_hash BLOB PRIMARY KEY,
    match TEXT NOT NULL,
    seat INTEGER,
    scope TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_match ON tokens (match, seat);

CREATE TABLE refusals (
    number INTEGER PRIMARY KEY,
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    data BLOB NOT NULL
) STRICT;
CREATE INDEX refusals_of_seat ON refusals (match, seat, number);

CREATE TABLE models (model TEXT PRIMARY KEY, checkpoint INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE model_rows (
    model TEXT NOT NULL,
    key TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (model, key)
) STRICT, WITHOUT ROWID;
"""


def check_sqlite(version: str) -> None:
    """Refuse a SQLite that can lose what it has committed."""
    number = tuple(int(part) for part in version.split(".")[:3])
    backport = any(number[:2] == fixed[:2] and number >= fixed for fixed in WAL_RESET_BACKPORTS)
    if number < WAL_RESET_FIRST or (number < WAL_RESET_REPAIRED and not backport):
        raise StorageError(
            f"SQLite {version} can lose committed data (the WAL-reset fault); "
            "3.51.3 or newer is needed, or 3.50.7, or 3.44.6"
        )


def prepare_file(path: str, vfs: str | None = None) -> None:
    """Make the store file if there is none, and make sure that it is one of ours."""
    try:
        with closing(apsw.Connection(path, vfs=vfs)) as connection:
            connection.set_busy_timeout(BUSY_MS_MAX)
            if connection.pragma("page_count") == 0:
                _create(connection)
                _sync_directory(path)
            _check(connection, path)
            mode = connection.pragma("journal_mode", "wal")
            if mode != "wal":
                raise StorageError(f"{path} lies where SQLite cannot keep a write-ahead log (journal mode {mode})")
            # What a crashed process left in the WAL may be there although its sync failed: make it last, or say so.
            connection.pragma("synchronous", "FULL")
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.NotADBError as error:
        raise StorageError(f"{path} is not a Matchfold store") from error
    except (apsw.Error, OSError) as error:
        raise StorageError(f"cannot open {path}: {error}") from error


def close_quietly(connection: apsw.Connection) -> None:
    """Let go of a connection; what the last one fails to tidy up is tidied up when the file is next opened."""
    with suppress(apsw.Error):
        connection.close()


def connect_writer(path: str, vfs: str | None = None) -> apsw.Connection:
    """The one connection that writes; every commit is on the disk before it returns."""
    connection = _connect(path, vfs)
    connection.pragma("synchronous", "FULL")
    connection.pragma("cache_size", -CACHE_KIB)
    return connection


def connect_reader(path: str, vfs: str | None = None) -> apsw.Connection:
    """A connection that only looks."""
    connection = _connect(path, vfs)
    connection.pragma("query_only", True)
    return connection


def _connect(path: str, vfs: str | None) -> apsw.Connection:
    connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
    connection.set_busy_timeout(BUSY_MS_MAX)
    connection.pragma("trusted_schema", False)
    connection.pragma("cell_size_check", True)
    return connection


def _create(connection: apsw.Connection) -> None:
    # With a rollback journal, EXTRA also syncs the directory: the new file is there whole or not at all.
    connection.pragma("journal_mode", "delete")
    connection.pragma("synchronous", "EXTRA")
    connection.execute("BEGIN EXCLUSIVE")
    connection.pragma("application_id", APPLICATION_ID)
    connection.pragma("user_version", SCHEMA_VERSION)
    for _ in connection.execute(SCHEMA):
        pass
    connection.execute("COMMIT")


def _check(connection: apsw.Connection, path: str) -> None:
    if connection.pragma("application_id") != APPLICATION_ID:
        raise StorageError(f"{path} is not a Matchfold store")
    version = connection.pragma("user_version")
    if version != SCHEMA_VERSION:
        raise StorageError(
            f"{path} has store version {version}; this program reads and writes version {SCHEMA_VERSION}"
        )


def _sync_directory(path: str) -> None:
    descriptor = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
