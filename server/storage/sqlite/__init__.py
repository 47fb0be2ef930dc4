"""The default store: one SQLite file, one writer thread, commits shared by all who wait."""

from server.storage.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
