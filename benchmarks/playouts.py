"""Random Arcanya matches: moves per second on one core, as one JSON document.

A move is one answer of a seat: its offers are enumerated, one is taken at random, the rules decide it, the match is
folded on, and every entry is encoded, sealed and linked as for a store. Making the match and its setup is part of the
time. With `--peer PYTHON` each round is followed by one of catanatron's random games with that interpreter (it is never
a dependency, see benchmarks/README.md), and the median ratio is printed; `--check` fails below the target.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.floor import hashes_per_second
from domain.arcanya.game import ARCANYA
from domain.kernel.codec import Scribe
from domain.kernel.entries import Head, first_link
from domain.kernel.game import Offer
from domain.kernel.lifecycle import CreateMatch, SeatPlan, StartMatch
from domain.kernel.match import BLANK, MatchRules
from domain.kernel.records import evolve

RULES = MatchRules(ARCANYA)
PEER = Path(__file__).parent / "peers" / "catanatron_playouts.py"
PEER_GAMES = 15
PEER_RATIO_MIN = 0.6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=60, help="matches in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the median is reported")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--mode", choices=("basic", "advanced"), default="advanced")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peer", default=os.environ.get("MATCHFOLD_PEERS_PYTHON"), help="an interpreter with the peer")
    parser.add_argument("--check", action="store_true", help="exit 1 when the ratio to the peer misses its target")
    options = parser.parse_args()

    play_round(options.matches, options.seats, options.mode, options.seed)  # warm up
    rounds: list[tuple[int, int, float]] = []
    peers: list[dict[str, Any]] = []
    ratios: list[float] = []
    for number in range(options.rounds):
        moves, entries, seconds = play_round(
            options.matches, options.seats, options.mode, options.seed + number * options.matches
        )
        rounds.append((moves, entries, seconds))
        if options.peer:
            peers.append(measure_peer(options.peer, options.seed + number * PEER_GAMES))
            ratios.append(moves / seconds / peers[-1]["moves_per_second"])
    figures: dict[str, Any] = {
        "benchmark": "playouts",
        "game": "arcanya",
        "mode": options.mode,
        "seats": options.seats,
        "python": platform.python_version(),
        "matches_per_round": options.matches,
        "rounds": options.rounds,
        "moves_per_match": round(statistics.median(moves / options.matches for moves, _, _ in rounds), 1),
        "entries_per_move": round(statistics.median(entries / moves for moves, entries, _ in rounds), 2),
        "moves_per_second": round(statistics.median(moves / seconds for moves, _, seconds in rounds)),
        "floor": {"sha256_of_1_kib_per_second": hashes_per_second()},
    }
    if ratios:
        figures["peer"] = {
            "peer": peers[0]["peer"],
            "moves_per_second": round(statistics.median(peer["moves_per_second"] for peer in peers)),
        }
        figures["ratio_to_peer"] = round(statistics.median(ratios), 2)
        figures["ratio_min"] = PEER_RATIO_MIN
    print(json.dumps(figures, indent=2))
    return int(options.check and (not ratios or figures["ratio_to_peer"] < PEER_RATIO_MIN))


def measure_peer(python: str, seed: int) -> dict[str, Any]:
    """The peer's figures for one round, right after one of ours, so that a noisy machine hurts both."""
    command = [python, str(PEER), "--games", str(PEER_GAMES), "--rounds", "1", "--seed", str(seed)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def play_round(matches: int, seats: int, mode: str, seed: int) -> tuple[int, int, float]:
    """(moves, entries, seconds) of a number of matches, each with its own seed."""
    moves, entries = 0, 0
    began = time.perf_counter()
    for number in range(matches):
        played, written = play(f"playout-{seed + number}", seats, mode, random.Random(seed + number))
        moves += played
        entries += written
    return moves, entries, time.perf_counter() - began


def play(match_id: str, seats: int, mode: str, dice: random.Random) -> tuple[int, int]:
    """Plays a match to its end at random; (moves, entries)."""
    secret = dice.randbytes(32)
    scribe = Scribe(secret, Head(0, first_link(match_id)))
    table = CreateMatch(match_id, "arcanya", {"mode": mode}, tuple([SeatPlan("bot") for _ in range(seats)]))
    caused = RULES.create(table, secret=secret.hex())
    log = scribe.write(table, caused, actor="host", at=0, rules=1)
    state = BLANK
    for event in caused:
        state = RULES.evolve(state, event)
    start = StartMatch()
    caused, state = RULES.step(state, start)
    log += scribe.write(start, caused, actor="host", at=0, rules=1)
    moves = 0
    while not RULES.over(state):
        (request,) = RULES.awaiting(state)
        offers = RULES.offers(state, request.seat)
        intent = taken(offers[int(dice.random() * len(offers))], dice)
        caused, state = RULES.step(state, intent)
        log += scribe.write(intent, caused, actor=f"seat:{request.seat}", at=0, rules=1)
        moves += 1
    return moves, len(log)


def taken(offer: Offer, dice: random.Random) -> Any:
    """The intent of an offer, its pick filled at random."""
    pick = offer.pick
    if pick is None:
        return offer.intent
    places = sorted(dice.sample(range(len(pick.options)), dice.randint(pick.min, pick.max)))
    return evolve(offer.intent, **{pick.field: tuple([pick.options[place] for place in places])})


if __name__ == "__main__":
    raise SystemExit(main())
