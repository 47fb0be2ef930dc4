"""What an intent costs in a long match beside a short one, and how long a seek to any step takes.

    python benchmarks/long_match.py [--entries N] [--rounds N] [--seeks N]

Arcanya with four seats and a deck of the host's own, with so many ways to get rid of the Sphere that a match goes on
and on. An intent is what the server does between a request's JSON and the JSON of its answer: parsing, deciding,
storing (in memory: the disk is measured elsewhere), folding, entries, view and offers. Short and long matches take
turns. A seek is the view of a seat at a random entry, as JSON. The first seek into a match that a server had put away
reads and folds its whole log once, and is told apart (*cold*). Beside the seeks stands the floor: the same view encoded
again, once it is worked out. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.arcanya.content.loader import load_pack
from domain.kernel.codec import entry_json, intent_json
from domain.kernel.game import Offer
from projections.bots import Dice, fill, random_pick
from projections.games import PLUGINS
from projections.views import entry_for
from server.api.bodies import CreateBody, IntentBody, SeatWish, parse
from server.app import tune_process
from server.config import Settings
from server.match import Match
from server.matches import Matches
from server.metrics import Metrics
from server.storage import Store, open_store

SEATS = 4
SHORT = 50
INTENTS = 24  # measured in each match of a round
RATIO_MAX = 1.2
SEEK_MS_MAX = 10
COLD_SEEKS = 5
SETTINGS = Settings()


def main() -> None:
    """Measure, print, and fail if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seeks", type=int, default=2_000)
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    tune_process()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        report = runner.run(measure(options))
    print(json.dumps(report, indent=2))
    if options.check and (report["ratio"] > RATIO_MAX or report["seek_ms"]["p99"] > SEEK_MS_MAX):
        sys.exit(1)


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    clock = iter(range(10**12))
    chance = random.Random(1)
    store = await open_store("memory:")
    matches = Matches(SETTINGS, store, PLUGINS, lambda: next(clock), chance.randbytes, Metrics())
    dice = Dice(1)
    short_us: list[float] = []
    long_us: list[float] = []
    for _ in range(options.rounds):
        short_us += await timed_moves(matches, SHORT, dice)
        long_us += await timed_moves(matches, options.entries, dice)
    long = await play_to(matches, options.entries, dice)
    seeks = [timed_seek(long, chance) for _ in range(options.seeks)]
    cold = [await cold_seek(store, long.id, long.head.seq, chance) for _ in range(COLD_SEEKS)]
    return {
        "benchmark": "long_match",
        "entries": {"short": f"{SHORT} and on", "long": long.head.seq},
        "intent_us": {"short": round(statistics.median(short_us), 1), "long": round(statistics.median(long_us), 1)},
        "ratio": round(statistics.median(long_us) / statistics.median(short_us), 3),
        "ratio_max": RATIO_MAX,
        "seek_ms": quantiles([clock_ms for clock_ms, _ in seeks]),
        "seek_cpu_ms": quantiles([cpu_ms for _, cpu_ms in seeks]),
        "seek_ms_max": SEEK_MS_MAX,
        "seek_cold_cpu_ms": round(statistics.median(cold), 3),
        "floor": {"encode_view_ms": round(statistics.median([encoding(long, chance) for _ in range(200)]), 4)},
        "rounds": options.rounds,
        "python": sys.version.split()[0],
    }


def own_deck() -> dict[str, Any]:
    """The printed Maneuvers, with many more of those that weaken or turn away the Sphere."""
    more = {"dispel": 60, "dodge": 40}
    maneuvers = [
        {**record, "copies": more.get(record["kind"], record["copies"])} for record in load_pack().data["maneuver"]
    ]
    return {"maneuver": maneuvers}


async def play_to(matches: Matches, entries: int, dice: Dice) -> Match:
    """A match with at least so many entries that still goes on."""
    while True:
        match = await opened(matches)
        while match.head.seq < entries and not match.over:
            await move(matches, match, *chosen(match, dice))
        if not match.over:
            return match


async def opened(matches: Matches) -> Match:
    body = CreateBody("arcanya", [SeatWish()] * SEATS, content=own_deck())
    match = (await matches.create(body, None)).match
    for seat in range(1, SEATS + 1):
        await matches.sit(match, seat, f"Player {seat}", "", None)
    await matches.start(match, None)
    return match


def chosen(match: Match, dice: Dice) -> tuple[int, bytes]:
    """A request of the seat that is asked: any offer but taking the hit, where there is another."""
    request = match.rules.awaiting(match.state)[0]
    offers = match.rules.offers(match.state, request.seat)
    wanted = [offer for offer in offers if offer.intent.TYPE != "TakeHit"] or offers
    offer: Offer = wanted[dice.below(len(wanted))]
    picked = random_pick(offer.pick, dice) if offer.pick else ()
    body = {
        "intent": intent_json(fill(offer, picked)),
        "intent_id": f"move-{match.head.seq}",
        "decision": request.decision,
    }
    return request.seat, msgspec.json.encode(body)


async def move(matches: Matches, match: Match, seat: int, data: bytes) -> bytes:
    """What the server does for a request."""
    body = parse(data, IntentBody, SETTINGS.body_bytes_max, SETTINGS.json_depth_max)
    done = await matches.submit(match, seat, body.intent, body.intent_id, body.decision)
    viewer = f"seat:{seat}"
    answer = {
        "entries": [entry_json(entry_for(entry, viewer)) for entry in done.entries],
        "view": msgspec.Raw(match.view(viewer)),
        "offers": msgspec.Raw(match.offers(seat)),
    }
    return msgspec.json.encode(answer)


async def timed_moves(matches: Matches, entries: int, dice: Dice) -> list[float]:
    """Microseconds for each of some intents in a match of so many entries, choosing them left out."""
    match = await play_to(matches, entries, dice)
    took: list[float] = []
    while len(took) < INTENTS:
        if match.over:
            match = await play_to(matches, entries, dice)
        seat, data = chosen(match, dice)
        began = perf_counter()
        await move(matches, match, seat, data)
        took.append((perf_counter() - began) * 1e6)
    return took


def timed_seek(match: Match, chance: random.Random) -> tuple[float, float]:
    """Milliseconds for one view somewhere in the past: by the clock, and of work (other load hurts only the first)."""
    seq, seat = chance.randint(1, match.head.seq), chance.randint(1, SEATS)
    began, worked = perf_counter(), thread_time()
    msgspec.json.encode(match.history.view(f"seat:{seat}", seq))
    return (perf_counter() - began) * 1e3, (thread_time() - worked) * 1e3


async def cold_seek(store: Store, match_id: str, entries: int, chance: random.Random) -> float:
    """Milliseconds of work until a server that has just opened the match shows a seat one of its entries."""
    matches = Matches(SETTINGS, store, PLUGINS, lambda: 0, chance.randbytes, Metrics())
    seq = chance.randint(1, entries)
    worked = thread_time()
    match = await matches.get(match_id)
    assert match is not None, "the store has it"
    await matches.whole(match, seq)
    msgspec.json.encode(match.history.view(f"seat:{chance.randint(1, SEATS)}", seq))
    return (thread_time() - worked) * 1e3


def encoding(match: Match, chance: random.Random) -> float:
    """Milliseconds of work to write the JSON of a view that is worked out."""
    view = match.history.view(f"seat:{chance.randint(1, SEATS)}", chance.randint(1, match.head.seq))
    worked = thread_time()
    msgspec.json.encode(view)
    return (thread_time() - worked) * 1e3


def quantiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    p99 = ordered[int(len(ordered) * 0.99)]
    return {"median": round(statistics.median(ordered), 3), "p99": round(p99, 3), "max": round(ordered[-1], 3)}


if __name__ == "__main__":
    main()
