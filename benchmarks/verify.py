"""Verifying whole matches from their files, as one JSON document.

In one run on one core, taking turns, for Arcanya (advanced, four seats) and for each mode of Trials of Maya:

    read      the text of the file is read into entries, each in its one form
    audit     everything is proved: links, commitments, salts, encoding, fold, draws, every intent decided again and
              looked for among what was offered
    verify    both, as `matchfold verify` does: the figure that counts
    hashes    the floor: nothing but the SHA-256 of every link and commitment

Times are of the processor, so that a busy machine disturbs less. `--check` fails below the targets.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.floor import hashes_per_second
from projections import proofs
from projections.audit import examine
from projections.games import plugin_for
from projections.matchfile import MatchFile, dumps, loads, match_file
from projections.plugin import Plugin
from server.simulate import Table, play_match

SEED = b"benchmark verify"
TARGETS = {"arcanya": 20_000, "maya": 10_000}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("arcanya", 4, {"mode": "advanced"}),
    ("maya", 2, {"mode": "siege-1v1"}),
    ("maya", 4, {"mode": "siege-2v2"}),
    ("maya", 4, {"mode": "headhunters"}),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=12_000, help="about so many entries of each table")
    parser.add_argument("--rounds", type=int, default=7, help="rounds; the median is reported")
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    measured = [measure(*table, options.entries, options.rounds) for table in TABLES]
    figures = {
        "benchmark": "verify",
        "python": platform.python_version(),
        "rounds": options.rounds,
        "tables": measured,
        "targets": TARGETS,
        "floor": {"sha256_of_1_kib_per_second": hashes_per_second()},
    }
    print(json.dumps(figures, indent=2))
    missed = [table for table in measured if table["entries_per_second"]["verify"] < TARGETS[table["game"]]]
    return int(options.check and bool(missed))


def measure(game: str, seats: int, chosen: dict[str, Any], entries_wanted: int, rounds: int) -> dict[str, Any]:
    """The figures of one table: several matches, each verified in every round."""
    plugin = plugin_for(game)
    texts: list[str] = []
    count = number = 0
    while count < entries_wanted:
        number += 1
        entries = play_match(Table(plugin, ("random",) * seats, chosen), SEED, number).entries
        count += len(entries)
        texts.append(dumps(match_file(entries)))
    files = [loads(text) for text in texts]
    contenders: dict[str, Callable[[], None]] = {
        "read": lambda: _each(texts, loads),
        "audit": lambda: _each(files, lambda file: audit(file, plugin)),
        "verify": lambda: _each(texts, lambda text: audit(loads(text), plugin)),
        "hashes": lambda: _each(files, hashes),
    }
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, run in contenders.items():
            began = time.process_time()
            run()
            if turn:  # the first round warms up
                seconds[name].append(time.process_time() - began)
    per_second = {name: round(count / statistics.median(times)) for name, times in seconds.items()}
    return {
        "game": game,
        "mode": chosen["mode"],
        "seats": seats,
        "matches": len(texts),
        "entries": count,
        "bytes": sum(map(len, texts)),
        "entries_per_second": per_second,
    }


def _each(things: list[Any], work: Callable[[Any], object]) -> None:
    for thing in things:
        work(thing)


def audit(file: MatchFile, plugin: Plugin) -> None:
    """Proves a match in full."""
    found = examine(file, plugin)
    assert found.sound and found.complete, found.findings[:3]


def hashes(file: MatchFile) -> None:
    """What cannot be left out: one hash for each link and each commitment."""
    link = proofs.link_before_all(file.match_id)
    for entry in file.entries:
        link = proofs.link_after(link, entry)
        for part in entry.parts:
            proofs.fits_commitment(part)


if __name__ == "__main__":
    raise SystemExit(main())
