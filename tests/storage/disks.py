"""Disks that fail on purpose, and disks that remember what they were told, so that a power cut can be played."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
from attrs import define, field, frozen

SECTOR_BYTES = 512  # what a disk writes whole; longer writes may be torn between sectors

CONNECT_WRITER = "server.storage.sqlite.store.connect_writer"  # where `LateError` goes in between

_names = itertools.count()


@frozen
class Op:
    """Something the disk was told: write, truncate, sync or delete, of the file with this ending."""

    kind: str
    file: str
    offset: int = 0
    data: bytes = b""


@define(eq=False)
class Disk:
    """A disk under SQLite: `judge` may raise before an operation is done; what was done is in `ops`."""

    root: Path
    judge: Callable[[Op], None] = lambda op: None
    ops: list[Op] = field(factory=list)
    refused: int = 0  # operations that were not done
    vfs: str = field(factory=lambda: f"disk {next(_names)}")

    def tell(self, op: Op) -> None:
        """Ask the judge, then remember."""
        try:
            self.judge(op)
        except apsw.Error:
            self.refused += 1
            raise
        self.ops.append(op)

    def heal(self) -> None:
        """From now on nothing fails."""
        self.judge = lambda op: None


@contextmanager
def mounted(root: Path) -> Iterator[Disk]:
    """A disk that SQLite knows by its `vfs` name."""
    disk = Disk(root)
    shim = _Shim(disk)
    try:
        yield disk
    finally:
        shim.unregister()


def fails_at(
    number: int, error: type[apsw.Error], kinds: str = "write sync", for_ever: bool = True
) -> Callable[[Op], None]:
    """A judge that fails the operation of that number (from 0), and all later ones if it is for ever."""
    count = itertools.count()

    def judge(op: Op) -> None:
        if op.kind in kinds.split():
            now = next(count)
            if now == number or (for_ever and now > number):
                raise error(f"injected: {op.kind} {op.file}")

    return judge


def after_power_cut(ops: list[Op], chance: random.Random) -> dict[str, bytes]:
    """The files as they may be found: synced writes are there, of the others any part, torn between sectors."""
    synced = {op.file: index for index, op in enumerate(ops) if op.kind == "sync"}
    fate = chance.choice((0.0, 0.5, 0.9, 1.0))  # how much of what was not synced reached the disk anyway
    files: dict[str, bytearray] = {}
    for index, op in enumerate(ops):
        safe = index < synced.get(op.file, -1)
        content = files.setdefault(op.file, bytearray())
        match op.kind:
            case "write":
                for start in range(0, len(op.data), SECTOR_BYTES):
                    if safe or chance.random() < fate:
                        _write(content, op.offset + start, op.data[start : start + SECTOR_BYTES])
            case "truncate" if safe or chance.random() < fate:
                del content[op.offset :]
            case "delete":
                del files[op.file]
    return {name: bytes(content) for name, content in files.items()}


def _write(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class _Shim(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(disk.vfs, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _File(self.disk, Path(path).name if path else "", name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.disk.tell(Op("delete", Path(filename).name))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, file: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.disk = disk
        self.file = file
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.tell(Op("write", self.file, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self.disk.tell(Op("truncate", self.file, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        # Not passed on: a power cut is played from what was told, and the real disk would take its time.
        self.disk.tell(Op("sync", self.file))


class LateError:
    """A connection whose next COMMIT goes through and then reports an error, if `fail` is set."""

    def __init__(self, connection: apsw.Connection, fail: list[bool]) -> None:
        self._connection = connection
        self._fail = fail

    def execute(self, statements: str, *rest: object) -> apsw.Cursor:
        cursor = self._connection.execute(statements, *rest)  # type: ignore[arg-type]
        if statements == "COMMIT" and self._fail[0]:
            self._fail[0] = False
            raise apsw.IOError("injected: after the commit")
        return cursor

    def __getattr__(self, name: str) -> object:
        return getattr(self._connection, name)
