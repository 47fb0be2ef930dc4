"""Match files on disk, plain or compressed: read within bounds, written whole or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import zstandard

from projections.games import UnknownGame, plugin_for
from projections.matchfile import LINE_BYTES_MAX, TEXT_BYTES_MAX, FileDamaged, MatchFile, dumps, load
from projections.plugin import Plugin
from server.cli.outcome import Failed

FILE_BYTES_MAX = TEXT_BYTES_MAX  # a compressed file is read no further either
WINDOW_BYTES_MAX = 1 << 25
FRAME_HEADER_BYTES_MAX = 18
COMPRESSION_LEVEL = 10


def read_match(path: Path) -> MatchFile:
    """The match in a file (`-` is standard input), or Failed with one line that says what is wrong with it."""
    with lines_of(path, "match file") as lines:
        return load(lines)


@contextmanager
def lines_of(path: Path, wanted: str = "file") -> Iterator[Iterator[bytes]]:
    """The lines of a file (`-` is standard input) that holds a match and maybe more, read as a match file is."""
    name = "standard input" if str(path) == "-" else str(path)
    try:
        with open(0, "rb", closefd=False) if str(path) == "-" else open(path, "rb") as file:
            lines = _Lines(file, name)
            try:
                yield iter(lines)
            except FileDamaged as error:
                lines.check_cut_off()
                raise Failed(f"{name}: line {error.line}: {error.sentence}") from None
            except zstandard.ZstdError as error:
                raise Failed(f"{name}: is compressed and cannot be unpacked: {error}") from None
    except IsADirectoryError:
        raise Failed(f"{path}: is a folder, not a {wanted}") from None


class _Lines:
    """The lines of a file, one at a time, unpacked if it is compressed, never more of them than the bound."""

    def __init__(self, file: io.BufferedReader, name: str) -> None:
        self._name = name
        self._file: BinaryIO = file
        self._promised = 0  # bytes of text, by the frame of a compressed file
        self._read = 0
        head = file.peek(FRAME_HEADER_BYTES_MAX)
        if head.startswith(zstandard.FRAME_HEADER):
            self._promised = _content_size(head)
            # Frames one after the other are one text, as the zstd command has it.
            unpacker = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES_MAX)
            self._file = io.BufferedReader(unpacker.stream_reader(file, read_across_frames=True))

    def __iter__(self) -> Iterator[bytes]:
        while line := self._file.readline(LINE_BYTES_MAX + 2):
            self._read += len(line)
            if self._read > FILE_BYTES_MAX:
                raise Failed(f"{self._name}: is larger than {FILE_BYTES_MAX // (1 << 20)} MiB")
            yield line
        self.check_cut_off()

    def check_cut_off(self) -> None:
        """A compressed file that was cut off simply ends early: say so, rather than that a line has no end."""
        if self._read < self._promised and not self._file.read(1):
            raise Failed(f"{self._name}: is compressed and was cut off")


def _content_size(head: bytes) -> int:
    try:
        size: int = zstandard.get_frame_parameters(head).content_size
    except zstandard.ZstdError:
        return 0
    return 0 if size in (zstandard.CONTENTSIZE_UNKNOWN, zstandard.CONTENTSIZE_ERROR) else size


def plugin_of(file: MatchFile, name: str) -> Plugin:
    """The game of a file, if it is installed."""
    try:
        return plugin_for(file.game)
    except UnknownGame as error:
        raise Failed(f"{name}: {error}") from None


def check_folder(path: Path) -> None:
    """Failed where a file can never be written, before there is work to lose."""
    folder = path.parent
    if str(path) == "-":
        return
    if not folder.is_dir():
        raise Failed(f"{path}: there is no folder {folder} to write it into")
    if path.is_dir():
        raise Failed(f"{path}: is a folder, not a file to write")
    if not os.access(folder, os.W_OK):
        raise Failed(f"{path}: nothing may be written into {folder}")


def write_match(path: Path, file: MatchFile) -> None:
    """Writes a match file; compressed where the name ends in .zst."""
    write_text(path, dumps(file))


def write_text(path: Path, text: str) -> None:
    """Writes the text of a match and what goes with it; compressed where the name ends in .zst."""
    data = text.encode()
    if path.suffix == ".zst":
        data = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL, write_checksum=True).compress(data)
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file so that it is there in whole or not at all; an OSError names it."""
    if str(path) == "-":
        with open(1, "wb", closefd=False) as out:
            out.write(data)
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None  # named as it was asked for
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
