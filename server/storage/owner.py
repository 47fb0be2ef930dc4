"""One process owns a store file: a lock beside it, which the kernel lets go when that process ends."""

from __future__ import annotations

import fcntl
import os

from server.storage.base import StoreOwned

PID_BYTES_MAX = 32  # what is read of a lock file to name its owner


class Owner:
    """Holds the lock file of a store until released.

    The lock is on a file of its own: closing any descriptor of a database file would drop the locks that
    SQLite holds on it. The file stays behind when released; removing it would let two owners in.
    """

    def __init__(self, store_path: str) -> None:
        self._descriptor = os.open(f"{store_path}.owner", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(self._descriptor, PID_BYTES_MAX, 0).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            raise StoreOwned(
                f"{store_path} is in use by process {owner or 'unknown'}; a store file has one owner at a time"
            ) from error
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let the next owner in."""
        os.close(self._descriptor)
