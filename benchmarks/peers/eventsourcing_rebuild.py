"""Rebuilding an aggregate from its events on SQLite with the `eventsourcing` package, as one JSON document.

Run it with an interpreter that has eventsourcing (see benchmarks/README.md). The library is used as its manual
shows it: a decorated aggregate, its default JSON transcoding, no cache and no snapshots.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from uuid import UUID

sys.path.append(str(Path(__file__).resolve().parents[2]))

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.floor import hashes_per_second


class Table(Aggregate):
    """A small game table: who sits where, whose turn it is, and a score for each seat."""

    @event("Started")
    def __init__(self, title: str, seats: int) -> None:
        self.title = title
        self.scores = [0] * seats
        self.turn = 0

    @event("Played")
    def play(self, seat: int, card: str, points: int) -> None:
        self.scores[seat] += points
        self.turn += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200, help="events of the aggregate")
    parser.add_argument("--rebuilds", type=int, default=200, help="rebuilds in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the median is reported")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        app = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(file)},
        )
        table = record(app, options.events)
        rebuild_round(app, table, options.rebuilds, options.events)  # warm up
        per_second = [
            options.rebuilds / rebuild_round(app, table, options.rebuilds, options.events)
            for _ in range(options.rounds)
        ]
        app.close()
        rows_per_second = raw_rows_per_second(file, options.rebuilds)
    rebuilds = statistics.median(per_second)
    print(
        json.dumps(
            {
                "benchmark": "eventsourcing_rebuild",
                "peer": f"eventsourcing {importlib.metadata.version('eventsourcing')}",
                "python": platform.python_version(),
                "sqlite": sqlite3.sqlite_version,
                "events": options.events,
                "rebuilds_per_round": options.rebuilds,
                "rounds": options.rounds,
                "rebuilds_per_second": round(rebuilds, 1),
                "events_per_second": round(rebuilds * options.events),
                "floor": {
                    "sqlite_rows_read_per_second": rows_per_second,
                    "sha256_of_1_kib_per_second": hashes_per_second(),
                },
            },
            indent=2,
        )
    )


def record(app: Application, events: int) -> UUID:
    """Store a table of this many events, the first of them the start."""
    table = Table("Thursday group", seats=4)
    for number in range(events - 1):
        table.play(seat=number % 4, card=f"card-{number % 60}", points=number % 3)
    app.save(table)
    return table.id


def rebuild_round(app: Application, table: UUID, rebuilds: int, events: int) -> float:
    """Seconds for a number of rebuilds, each from the stored events."""
    began = time.perf_counter()
    for _ in range(rebuilds):
        rebuilt = app.repository.get(table)
    seconds = time.perf_counter() - began
    if rebuilt.version != events:
        raise SystemExit(f"rebuilt {rebuilt.version} events instead of {events}")
    return seconds


def raw_rows_per_second(file: Path, repeats: int) -> int:
    """Reading the same rows with sqlite3 alone, with nothing decoded: the floor for any store on this machine."""
    connection = sqlite3.connect(file)
    [(name,)] = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%events'")
    query = f'SELECT * FROM "{name}"'
    rows = 0
    began = time.perf_counter()
    for _ in range(repeats):
        rows += len(connection.execute(query).fetchall())
    seconds = time.perf_counter() - began
    connection.close()
    return round(rows / seconds)


if __name__ == "__main__":
    main()
