"""Stores keep the log of all matches as bytes; none of them knows a game."""

from server.storage.base import (
    Appended,
    Command,
    CommandReused,
    Conflict,
    Row,
    StorageError,
    Store,
    StoreClosed,
    Stored,
    StoreFailed,
    StoreFull,
    StoreOwned,
    TokenRow,
    UnknownOutcome,
)
from server.storage.opening import open_store

__all__ = [
    "Appended",
    "Command",
    "CommandReused",
    "Conflict",
    "Row",
    "StorageError",
    "Store",
    "StoreClosed",
    "StoreFailed",
    "StoreFull",
    "StoreOwned",
    "Stored",
    "TokenRow",
    "UnknownOutcome",
    "open_store",
]
