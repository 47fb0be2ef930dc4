"""Rebuilding a match from its stored log, as one JSON document.

In one run on one core, taking turns, in time of the processor:

    decode   every stored row is read as a fold reads it, its event into facts, and nothing is done with them
    rebuild  the same, and the facts are folded into the state of the match
    plain    the rows' MessagePack is decoded into plain lists and maps: the floor for anything that reads such a log

Then the first 200 events of a match (and the intents between them) are read from SQLite and folded. `--peer PYTHON`
takes the `eventsourcing` package from that interpreter (it is never a dependency, see benchmarks/README.md; it must be
of the same Python version) and has it rebuild an aggregate of as many events from SQLite, in this process, round about
with ours and in time of the processor, so that a busy machine disturbs both alike. `--check` fails below the targets.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import apsw
import msgspec
import uvloop

from benchmarks.floor import hashes_per_second
from domain.kernel.codec import pack_parts
from domain.kernel.entries import Entry
from domain.kernel.match import MatchRules
from projections.games import plugin_for
from server.simulate import Table, play_match
from server.storage import Row, Store, open_store

PEER = Path(__file__).parent / "peers" / "eventsourcing_rebuild.py"
DECODE_RATIO_MIN = 0.3
PEER_RATIO_MIN = 6.0
PEER_EVENTS = 200
REBUILDS = 60  # of ours, then of the peer's, in a round
SEED = b"benchmark fold"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=40, help="matches in a round")
    parser.add_argument("--rounds", type=int, default=7, help="rounds; the median is reported")
    parser.add_argument("--mode", choices=("basic", "advanced"), default="advanced")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--peer", default=os.environ.get("MATCHFOLD_PEERS_PYTHON"), help="an interpreter with the peer")
    parser.add_argument("--check", action="store_true", help="exit 1 when a ratio misses its target")
    options = parser.parse_args()

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    plugin = plugin_for("arcanya")
    table = Table(plugin, ("random",) * options.seats, {"mode": options.mode})
    matches = [play_match(table, SEED, number).entries for number in range(options.matches)]
    logs = [[row_of(entry) for entry in entries] for entries in matches]
    rows = sum(map(len, logs))
    events = sum(_plain(row.public)[1] == "event" for log in logs for row in log)

    contenders: dict[str, Callable[[MatchRules, Sequence[Sequence[Row]]], None]] = {
        "decode": decode,
        "rebuild": rebuild,
        "plain": plain,
    }
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(options.rounds + 1):
        for name, run in contenders.items():
            began = time.process_time()
            run(plugin.rules, logs)
            if number:  # the first round warms up
                seconds[name].append(time.process_time() - began)
    per_second = {name: round(statistics.median(rows / taken for taken in times)) for name, times in seconds.items()}

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as the server has it
        stored = runner.run(from_sqlite(plugin.rules, matches, options.rounds, options.peer))
    figures: dict[str, Any] = {
        "benchmark": "fold",
        "game": "arcanya",
        "mode": options.mode,
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
        "matches": options.matches,
        "entries": rows,
        "events": events,
        "rounds": options.rounds,
        "entries_per_second": per_second,
        "events_folded_per_second": round(per_second["rebuild"] * events / rows),
        "rebuild_over_decode": round(per_second["rebuild"] / per_second["decode"], 3),
        "rebuild_over_plain": round(per_second["rebuild"] / per_second["plain"], 3),
        "rebuild_over_decode_min": DECODE_RATIO_MIN,
        "from_sqlite": stored,
        "floor": {"sha256_of_1_kib_per_second": hashes_per_second()},
    }
    if "peer" in figures["from_sqlite"]:
        figures["ratio_to_peer"] = figures["from_sqlite"]["ratio_to_peer"]
        figures["ratio_to_peer_min"] = PEER_RATIO_MIN
    print(json.dumps(figures, indent=2))
    missed = figures["rebuild_over_decode"] < DECODE_RATIO_MIN or figures.get("ratio_to_peer", 0.0) < PEER_RATIO_MIN
    return int(options.check and missed)


def row_of(entry: Entry) -> Row:
    """An entry as a store keeps it."""
    return Row(entry.seq, entry.public, pack_parts(entry.parts), entry.link)


def decode(rules: MatchRules, logs: Sequence[Sequence[Row]]) -> None:
    """The facts of every row's event."""
    for log in logs:
        for _ in rules.reader.stored_events(log):
            pass


def rebuild(rules: MatchRules, logs: Sequence[Sequence[Row]]) -> None:
    """Every row's event folded."""
    for log in logs:
        state = rules.fold_stored(log)
        assert rules.over(state)


_plain = msgspec.msgpack.Decoder().decode


def plain(rules: MatchRules, logs: Sequence[Sequence[Row]]) -> None:
    """Every row's bytes decoded into lists and maps, sealed parts included."""
    for log in logs:
        for row in log:
            _plain(row.public)
            if row.sealed:
                for _, _, body in _plain(row.sealed):
                    _plain(body)


async def from_sqlite(
    rules: MatchRules, matches: Sequence[Sequence[Entry]], rounds: int, peer_python: str | None
) -> dict[str, Any]:
    """The first 200 events of a match, read from SQLite and folded, again and again; and the peer's beside them."""
    entries = first_events(next(entries for entries in matches if len(entries) > 2 * PEER_EVENTS), PEER_EVENTS)
    with tempfile.TemporaryDirectory() as folder:
        peer = Peer(peer_python, folder) if peer_python else None
        store: Store = await open_store(f"sqlite:{folder}/fold.db")
        ours: list[float] = []
        theirs: list[float] = []
        try:
            await store.append("match", 0, [row_of(entry) for entry in entries])
            for number in range(rounds + 1):
                began = time.process_time()
                for _ in range(REBUILDS):
                    rules.fold_stored(await store.read("match"))
                taken = (time.process_time() - began) / REBUILDS
                if peer is not None:
                    theirs.append(peer.rebuild(REBUILDS))
                ours.append(taken)
                if number == 0:  # the first round warms up
                    ours.clear()
                    theirs.clear()
        finally:
            await store.close()
            if peer is not None:
                peer.close()
    figures: dict[str, Any] = {
        "events": PEER_EVENTS,
        "entries": len(entries),
        "rebuilds_per_second": round(1 / statistics.median(ours), 1),
        "events_per_second": round(PEER_EVENTS / statistics.median(ours)),
    }
    if peer is not None:
        figures["peer"] = {
            "peer": peer.name,
            "events": PEER_EVENTS,
            "rebuilds_per_second": round(1 / statistics.median(theirs), 1),
            "events_per_second": round(PEER_EVENTS / statistics.median(theirs)),
        }
        ratios = [other / own for other, own in zip(theirs, ours, strict=True)]
        figures["ratio_to_peer"] = round(statistics.median(ratios), 2)
    return figures


def first_events(entries: Sequence[Entry], count: int) -> list[Entry]:
    """The entries of a log up to its so-manieth event."""
    chosen: list[Entry] = []
    for entry in entries:
        chosen.append(entry)
        count -= _plain(entry.public)[1] == "event"
        if not count:
            break
    return chosen


class Peer:
    """The `eventsourcing` package out of another interpreter, with an aggregate of as many events in SQLite."""

    def __init__(self, python: str, folder: str) -> None:
        asked = "import json, sys; print(json.dumps([sys.version_info[:2], sys.path]))"
        done = subprocess.run([python, "-c", asked], check=True, stdout=subprocess.PIPE, text=True)
        version, path = json.loads(done.stdout)
        if tuple(version) != sys.version_info[:2]:
            raise SystemExit(f"the peer's Python is {version}, this one {list(sys.version_info[:2])}: use the same")
        sys.path += [place for place in path if place and place not in sys.path]
        sys.path.append(str(PEER.parent))
        self._peer = importlib.import_module(PEER.stem)
        self._app = self._peer.Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{folder}/peer.db"}
        )
        self._table = self._peer.record(self._app, PEER_EVENTS)
        self.name = f"eventsourcing {importlib.metadata.version('eventsourcing')}"

    def rebuild(self, count: int) -> float:
        """Seconds of processor time for one rebuild."""
        began = time.process_time()
        self._peer.rebuild_round(self._app, self._table, count, PEER_EVENTS)
        return (time.process_time() - began) / count

    def close(self) -> None:
        self._app.close()


if __name__ == "__main__":
    raise SystemExit(main())
