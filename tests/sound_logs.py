"""No wolf is cried: `python -m tests.sound_logs --count 2000 --jobs 2`.

Random matches of every game in all its modes are played to their end, and verified as a player would: the full log
from its file, a seat's copy, a spectator's, and the log as it stood in the middle, each against a head that was kept.
Not one of them may have a finding, and both verifiers are asked. Prints how much was verified; stops at the first
finding with what reproduces it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice
from typing import Any

import attrs

from domain.kernel.entries import Entry, Head
from projections.audit import examine
from projections.games import PLUGINS
from projections.matchfile import AUDITOR, SPECTATOR, dumps, loads, match_file
from server.simulate import Table, play_match
from tests import campaign
from tests.rules.maya.playouts import MODES, OTHERS, REACTIONS
from tests.tamper import TABLES, independent


class Wolf(Exception):
    """A finding in a log that is sound; the text reproduces it."""


@attrs.frozen
class Lot:
    """One match to play; everything follows from the seed and the number."""

    game: str
    seats: int
    options: Mapping[str, Any]
    seed: bytes
    number: int

    def __str__(self) -> str:
        named = f"Lot({self.game!r}, {self.seats}, {dict(self.options)!r}, {self.seed!r}, {self.number})"
        return f'python -c "from tests.sound_logs import Lot, verify; verify({named})"'


@attrs.frozen
class Verified:
    """What one match came to: its mode, its entries, and how many entries were verified in all copies."""

    game: str
    mode: str
    entries: int
    verified: int
    seconds: float


def tables() -> dict[str, list[tuple[int, Mapping[str, Any]]]]:
    """The tables of each game: every mode, optional rule and number of seats that its tests know."""
    known: dict[str, list[tuple[int, Mapping[str, Any]]]] = {
        "arcanya": [(len(lot.bots), lot.options) for lot in campaign.lots(b"", 400, "random")],
        "maya": list({**MODES, **REACTIONS, **OTHERS}.values()),
    }
    return {game: known.get(game) or [TABLES.get(game, (3, {}))] for game in PLUGINS}


def lots(count: int, seed: bytes, games: Sequence[str]) -> Iterator[Lot]:
    """So many matches, the games in turn, each going round its tables."""
    going_round = {game: cycle(found) for game, found in tables().items()}
    for number, game in enumerate(islice(cycle(games), count), start=1):
        seats, options = next(going_round[game])
        yield Lot(game, seats, options, seed, number)


def verify(lot: Lot) -> Verified:
    """Plays a match and verifies its copies; raises Wolf."""
    plugin = PLUGINS[lot.game]
    played = play_match(
        Table(plugin, ("random",) * lot.seats, lot.options, title=str(lot.number)), lot.seed, lot.number
    )
    entries = played.entries
    seat = f"seat:{1 + lot.number % lot.seats}"
    half = _before_an_intent(entries, len(entries) // 2)
    began, verified = time.process_time(), 0
    for viewer, held in ((AUDITOR, entries), (seat, entries), (SPECTATOR, entries), (AUDITOR, half)):
        kept = Head(held[len(held) // 3].seq, held[len(held) // 3].link)
        text = dumps(match_file(held, viewer))
        audit = examine(loads(text), plugin, kept)
        if audit.findings:
            raise Wolf(f"{lot}, {len(held)} entries for {viewer}: {audit.findings[:3]}")
        if held is entries and viewer == AUDITOR and audit.intents_redecided != played.intents + 1:
            raise Wolf(f"{lot}: not every intent was decided again")
        if viewer == seat or (viewer == AUDITOR and held is entries and lot.number % 5 == 0):
            about, read = independent().parse(text.encode())
            told = independent().check(about, read, (kept.seq, kept.link.hex()))
            if told:
                raise Wolf(f"{lot}, for {viewer}: the independent verifier says {told[:3]}")
        verified += len(held)
    mode = str(lot.options.get("mode", "plain"))
    return Verified(lot.game, mode, len(entries), verified, time.process_time() - began)


def _before_an_intent(entries: Sequence[Entry], place: int) -> Sequence[Entry]:
    while b"\xa6intent" not in entries[place].public[:16]:
        place -= 1
    return entries[:place] if place else entries


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.sound_logs", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=100, help="matches, spread over the games")
    parser.add_argument("--games", nargs="+", choices=sorted(PLUGINS), default=sorted(PLUGINS))
    parser.add_argument("--seed", default="50fd", help="hexadecimal; the same seed plays the same matches")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    work = list(lots(options.count, bytes.fromhex(options.seed), options.games))
    done: list[Verified] = []
    pool = ProcessPoolExecutor(options.jobs) if options.jobs > 1 else None
    try:
        for result in pool.map(verify, work, chunksize=4) if pool else map(verify, work):
            done.append(result)
            if len(done) % 100 == 0:
                print(f"{len(done)} of {len(work)} matches, no finding", file=sys.stderr, flush=True)
    except Wolf as wolf:
        print(f"WOLF {wolf}", file=sys.stderr)
        return 1
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    print(json.dumps(summary(done), indent=2))
    return 0


def summary(done: Sequence[Verified]) -> dict[str, Any]:
    """The figures of a campaign."""
    verified = sum(result.verified for result in done)
    return {
        "matches": len(done),
        "modes": dict(sorted(Counter(f"{result.game} {result.mode}" for result in done).items())),
        "entries": sum(result.entries for result in done),
        "entries_verified": verified,
        "findings": 0,
        "processor_seconds": round(sum(result.seconds for result in done), 1),
    }


if __name__ == "__main__":
    raise SystemExit(main())
