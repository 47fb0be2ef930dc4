"""Finds the store that a `--store` option names."""

from __future__ import annotations

from server.storage.base import StorageError, Store
from server.storage.memory import MemoryStore
from server.storage.sqlite import SqliteStore


async def open_store(url: str) -> Store:
    """Open `memory:` or `sqlite:PATH`; `StorageError` says in one line what is wrong."""
    kind, _, place = url.partition(":")
    match kind, place:
        case "memory", "":
            return MemoryStore()
        case "sqlite", path if path and not path.startswith(":"):
            return await SqliteStore.open(path)
        case "postgresql" | "postgres", _:
            raise StorageError("PostgreSQL is not built in this version; use sqlite:PATH")
        case _:
            # The rest of the address may hold a password, so it is not repeated.
            raise StorageError(f"no store is called {kind!r}; use sqlite:PATH or memory:")
