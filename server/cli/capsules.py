"""Capsules on disk, plain or compressed."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from projections.capsule import Capsule, Report, dumps, load
from projections.matchfile import AUDITOR, MatchFile
from projections.matchfile import load as load_match
from server.cli.files import lines_of, write_text

CAPSULE_MARK = b'{"matchfold_capsule"'


def read_capsule(path: Path) -> Capsule:
    """The capsule in a file (`-` is standard input), or Failed with one line that says what is wrong with it.

    A match file counts as a capsule that nobody commented on, made at its end.
    """
    with lines_of(path) as lines:
        first = next(lines, b"")
        whole = chain([first] if first else [], lines)
        return load(whole) if first.startswith(CAPSULE_MARK) else _of_match(load_match(whole))


def write_capsule(path: Path, capsule: Capsule) -> None:
    """Writes a capsule; compressed where the name ends in .zst."""
    write_text(path, dumps(capsule))


def _of_match(file: MatchFile) -> Capsule:
    last = len(file.entries)
    viewer = "spectator" if file.viewer == AUDITOR else file.viewer
    report = Report("", file.match_id, file.game, "host", viewer, last, 0, "", {"rules": file.rules})
    return Capsule(report, None, (), file)
