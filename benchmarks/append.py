"""How many appends a second the SQLite store makes durable, beside raw SQLite and one commit per append.

    python benchmarks/append.py [--dir DIR] [--rounds N] [--appends N] [--rows N] [--loop uvloop|asyncio]

Prints JSON: medians of appends per second for 1, 8 and 64 clients, and the ratios that matter. All contenders take
turns in one run, on one core, each on a file of its own in the same directory, so that a noisy machine hurts all.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

import apsw
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from server.storage import Command, Row
from server.storage.sqlite import SqliteStore
from server.storage.sqlite.file import connect_writer, prepare_file
from server.storage.sqlite.writer import BATCH_JOBS_MAX

CLIENTS = (1, 8, 64)
GROUP_COMMIT_RATIO_MIN = 8.0  # group commit over one commit per append, at 64 clients
RAW_RATIO_MIN = 0.6  # group commit over raw SQLite with the same rows in batches of the same size, at 64 clients


def main() -> None:
    """Measure, print, and fail if a target is missed."""
    options = read_options()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(prefix="append-", dir=options.dir) as place:
        runner = asyncio.Runner(loop_factory=uvloop.new_event_loop if options.loop == "uvloop" else None)
        with runner:
            report = runner.run(measure(Path(place), options))
    print(json.dumps(report, indent=2))
    if options.check and not all(report["met"].values()):
        sys.exit(1)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", help="where the files are made and removed again (default: the temp directory)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--appends", type=int, default=2_000, help="appends per measurement at 64 clients")
    parser.add_argument("--rows", type=int, default=2, help="rows of one append: an intent and what it caused")
    parser.add_argument("--loop", choices=("uvloop", "asyncio"), default="uvloop")
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    return parser.parse_args()


async def measure(place: Path, options: argparse.Namespace) -> dict[str, dict[str, object]]:
    """All contenders by turns, round after round; one more round first, which is not counted."""
    group = await SqliteStore.open(place / "group.db")
    single = await SqliteStore.open(place / "single.db", batch_jobs_max=1)
    prepare_file(str(place / "raw.db"))
    raw = connect_writer(str(place / "raw.db"))
    contenders: dict[str, Callable[[str, int, int], Awaitable[None]]] = {
        "group_commit": lambda run, clients, turns: play(group, run, clients, turns, options.rows),
        "one_commit_per_append": lambda run, clients, turns: play(single, run, clients, turns, options.rows),
        "raw_sqlite_same_batches": RawSqlite(raw, options.rows).play,
    }
    rates: dict[tuple[str, int], list[float]] = {}
    for number in range(options.rounds + 1):
        for clients in CLIENTS:
            turns = max(1, options.appends // 64) if clients == 64 else max(1, options.appends // 8 // clients)
            for name, contender in contenders.items():
                start = perf_counter()
                await contender(f"run {number} of {clients}", clients, turns)
                if number:
                    rates.setdefault((name, clients), []).append(clients * turns / (perf_counter() - start))
    await group.close()
    await single.close()
    raw.close()
    return render(rates, options)


async def play(store: SqliteStore, run: str, clients: int, turns: int, rows: int) -> None:
    """Clients who each wait for the answer to one append before they send the next."""

    async def client(name: str) -> None:
        for turn in range(turns):
            seq = turn * rows
            await store.append(name, seq, some_rows(seq + 1, rows), Command(f"{name} {turn}", bytes(32)))

    await asyncio.gather(*(client(f"{run}, {number}") for number in range(clients)))


class RawSqlite:
    """The floor: the same rows, on the same tables and settings, in batches of one append per client."""

    def __init__(self, connection: apsw.Connection, rows: int) -> None:
        self.connection = connection
        self.rows = rows
        self.position = 0

    async def play(self, run: str, clients: int, turns: int) -> None:
        """Nothing is checked, nobody waits, nothing is looked up."""
        for turn in range(turns):
            seq = turn * self.rows
            entries, commands = [], []
            for number in range(clients):
                match = f"{run}, {number}"
                for row in some_rows(seq + 1, self.rows):
                    self.position += 1
                    entries.append((self.position, match, *row))
                commands.append((match, f"{match} {turn}", bytes(32), seq + 1, seq + self.rows, self.position))
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", entries)
            self.connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", commands)
            self.connection.execute("COMMIT")


def some_rows(first_seq: int, count: int) -> list[Row]:
    """Rows of the size that moves have: 200 bytes to see, and a sealed part."""
    return [Row(seq, b"p" * 200, b"s" * 60, bytes(32)) for seq in range(first_seq, first_seq + count)]


def render(rates: dict[tuple[str, int], list[float]], options: argparse.Namespace) -> dict[str, dict[str, object]]:
    median = {key: statistics.median(found) for key, found in rates.items()}

    def ratio(clients: int, other: str) -> float:
        pairs = zip(rates["group_commit", clients], rates[other, clients], strict=True)
        return round(statistics.median(mine / theirs for mine, theirs in pairs), 2)

    over_single, over_raw = ratio(64, "one_commit_per_append"), ratio(64, "raw_sqlite_same_batches")
    return {
        "setup": {
            "sqlite": apsw.sqlite_lib_version(),
            "loop": options.loop,
            "rounds": options.rounds,
            "rows_per_append": options.rows,
            "batch_jobs_max": BATCH_JOBS_MAX,
        },
        "appends_per_second": {
            name: {str(clients): round(median[name, clients]) for clients in CLIENTS}
            for name in ("group_commit", "one_commit_per_append", "raw_sqlite_same_batches")
        },
        "group_commit_over_one_commit_per_append": {
            str(clients): ratio(clients, "one_commit_per_append") for clients in CLIENTS
        },
        "group_commit_over_raw_sqlite": {
            str(clients): ratio(clients, "raw_sqlite_same_batches") for clients in CLIENTS
        },
        "met": {
            f"at least {GROUP_COMMIT_RATIO_MIN} times one commit per append at 64 clients": (
                over_single >= GROUP_COMMIT_RATIO_MIN
            ),
            f"at least {RAW_RATIO_MIN} of raw SQLite at 64 clients": over_raw >= RAW_RATIO_MIN,
        },
    }


if __name__ == "__main__":
    main()
