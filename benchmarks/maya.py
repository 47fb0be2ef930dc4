"""Trials of Maya on one core: random playouts, the offers of rich turns, views and rebuilding, as one JSON document.

A choice is one answer of a seat: its offers are enumerated, one is taken at random, the rules decide it, the match is
folded on, and every entry is encoded, sealed and linked as for a store. Making the match and its setup is part of the
time. With `--peer FOLDER` each round is followed by one of Pokémon Showdown's random battles from the package in that
folder (it is never a dependency, see benchmarks/README.md), and the median ratio is printed.

Then the Action Phases of these matches are looked at again: in each match the one with the most offers, its seat made
rich as well (9 Energy and XP, 12 HP in the bank, every head that is off the arena). The offers of that seat are timed
on it, and its view. Last the logs are read, with and without folding. `--check` fails when a target is missed.
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
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.floor import hashes_per_second
from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Offer
from domain.kernel.lifecycle import CreateMatch, SeatPlan, StartMatch
from domain.kernel.match import BLANK, MatchState
from domain.kernel.records import evolve
from domain.maya.evolving.changing import with_seat
from domain.maya.minions.lairs import lairs_of
from domain.maya.state import Head as MinionHead
from domain.maya.state import State
from projections.games import plugin_for

PLUGIN = plugin_for("maya")
RULES = PLUGIN.rules
PEER = Path(__file__).parent / "peers" / "showdown_playouts.mjs"
PEER_BATTLES = 20
PEER_RATIO_MIN = 3.0
OFFERS_MS_MAX = 5.0
VIEW_MS_MAX = 3.0
REBUILD_RATIO_MIN = 0.2
SEATS = {"siege-1v1": 2, "siege-2v2": 4, "headhunters": 4}
REPEATS = 15


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=6, help="matches in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the median is reported")
    parser.add_argument("--mode", choices=tuple(SEATS), default="siege-2v2")
    parser.add_argument("--reactions", action="store_true", help="play with Reaction spells")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peer", default=os.environ.get("MATCHFOLD_PEERS_NODE"), help="a folder with the peer")
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    rules = {"mode": options.mode, "reactions": options.reactions}
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    play_round(1, rules, options.seed)  # warm up
    rounds: list[Round] = []
    peers: list[dict[str, Any]] = []
    ratios: list[float] = []
    for number in range(options.rounds):
        rounds.append(play_round(options.matches, rules, options.seed + number * options.matches))
        if options.peer:
            peers.append(measure_peer(options.peer, options.seed + number * PEER_BATTLES))
            ratios.append(rounds[-1].choices_per_second / peers[-1]["choices_per_second"])
    figures: dict[str, Any] = {
        "benchmark": "maya",
        **rules,
        "python": platform.python_version(),
        "matches_per_round": options.matches,
        "rounds": options.rounds,
        "choices_per_match": round(statistics.median(one.choices / options.matches for one in rounds), 1),
        "entries_per_choice": round(statistics.median(one.entries / one.choices for one in rounds), 2),
        "choices_per_second": round(statistics.median(one.choices_per_second for one in rounds)),
        "floor": {"sha256_of_1_kib_per_second": hashes_per_second()},
    }
    logs = [log for one in rounds[:2] for log in one.logs]
    figures |= measure_turns([richest_turn(log) for log in logs])
    figures |= measure_logs(logs)
    if ratios:
        peer = round(statistics.median(peer["choices_per_second"] for peer in peers))
        figures["peer"] = {"peer": peers[0]["peer"], "choices_per_second": peer}
        figures["ratio_to_peer"] = round(statistics.median(ratios), 2)
    print(json.dumps(figures, indent=2))
    return int(options.check and not is_met(figures))


def is_met(figures: dict[str, Any]) -> bool:
    """Whether every target that was measured is met."""
    met = (
        figures.get("ratio_to_peer", PEER_RATIO_MIN) >= PEER_RATIO_MIN,
        figures["offers_ms"]["median"] <= OFFERS_MS_MAX,
        figures["view_ms"]["median"] <= VIEW_MS_MAX,
        figures["rebuild_over_decode"] >= REBUILD_RATIO_MIN,
    )
    return all(met)


# Playouts.


class Round:
    """A number of matches: what was played and how long it took."""

    def __init__(self, logs: list[list[Entry]], choices: int, seconds: float) -> None:
        self.logs = logs
        self.choices = choices
        self.entries = sum(map(len, logs))
        self.choices_per_second = choices / seconds


def play_round(matches: int, rules: dict[str, Any], seed: int) -> Round:
    """A number of matches, each with its own seed."""
    logs: list[list[Entry]] = []
    choices = 0
    began = time.perf_counter()
    for number in range(seed, seed + matches):
        log, taken = play(f"playout-{number}", rules, random.Random(number))
        logs.append(log)
        choices += taken
    return Round(logs, choices, time.perf_counter() - began)


def play(match_id: str, rules: dict[str, Any], dice: random.Random) -> tuple[list[Entry], int]:
    """Plays a match to its end at random; its log and the number of choices."""
    secret = dice.randbytes(32)
    scribe = Scribe(secret, Head(0, first_link(match_id)))
    seats = tuple([SeatPlan("bot") for _ in range(SEATS[rules["mode"]])])
    table = CreateMatch(match_id, "maya", rules, seats)
    caused = RULES.create(table, secret=secret.hex())
    log = scribe.write(table, caused, actor="host", at=0, rules=1)
    state = BLANK
    for event in caused:
        state = RULES.evolve(state, event)
    start = StartMatch()
    caused, state = RULES.step(state, start)
    log += scribe.write(start, caused, actor="host", at=0, rules=1)
    choices = 0
    while not RULES.over(state):
        requests = RULES.awaiting(state)
        request = requests[int(dice.random() * len(requests))]
        offers = RULES.offers(state, request.seat)
        intent = taken(offers[int(dice.random() * len(offers))], dice)
        caused, state = RULES.step(state, intent)
        log += scribe.write(intent, caused, actor=f"seat:{request.seat}", at=0, rules=1)
        choices += 1
    return log, choices


def taken(offer: Offer, dice: random.Random) -> Any:
    """The intent of an offer, its pick filled at random."""
    pick = offer.pick
    if pick is None:
        return offer.intent
    places = sorted(dice.sample(range(len(pick.options)), dice.randint(pick.min, pick.max)))
    return evolve(offer.intent, **{pick.field: tuple([pick.options[place] for place in places])})


def measure_peer(folder: str, seed: int) -> dict[str, Any]:
    """The peer's figures for one round, right after one of ours, so that a noisy machine hurts both."""
    command = ["node", str(PEER), "--battles", str(PEER_BATTLES), "--rounds", "1", "--seed", str(seed)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=folder)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


# Turns and views.


def richest_turn(log: Sequence[Entry]) -> MatchState:
    """The Action Phase of a match with the most offers, its seat made rich."""
    state, best, most = BLANK, BLANK, 0
    for entry in log:
        state = RULES.fold([entry], state)
        table = state.table
        if table is None or table.step != "action" or table.frames or table.ended:
            continue
        if not table.is_alive(table.turn.seat):
            continue
        rich = enriched(state)
        offers = len(RULES.offers(rich, table.turn.seat))
        if offers > most:
            best, most = rich, offers
    return best


def enriched(state: MatchState) -> MatchState:
    """A match whose turn seat has 9 Energy and XP, 12 HP in its bank, and every head that is off the arena."""
    table: State = state.table
    side = table.seat(table.turn.seat)
    heads = tuple([MinionHead(name, lair.minion) for name, lair in lairs_of(table).items() if name not in table.units])
    purse = evolve(side.purse, energy=9, xp=9, bank=12, heads=heads)
    seats = tuple([evolve(one, purse=evolve(one.purse, heads=())) for one in table.seats])
    return evolve(state, table=with_seat(evolve(table, seats=seats), evolve(side, purse=purse)))


def measure_turns(turns: Sequence[MatchState]) -> dict[str, Any]:
    """How long the offers and the view of the turn seat take, in milliseconds."""
    offers: list[float] = []
    views: list[float] = []
    counts: list[int] = []
    for state in turns:
        seat = state.table.turn.seat
        viewer = f"seat:{seat}"
        names = {one.seat: one.name for one in state.table.seats}.__getitem__
        counts.append(len(RULES.offers(state, seat)))
        offers.append(median_ms(partial(RULES.offers, state, seat)))
        views.append(median_ms(partial(PLUGIN.view, state.table, viewer, names)))
    return {
        "offers_ms": {**spread(offers), "offers": round(statistics.median(counts)), "most_offers": max(counts)},
        "view_ms": spread(views),
    }


def median_ms(run: Callable[[], Any]) -> float:
    """The median of some runs of something, in milliseconds."""
    times: list[float] = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        run()
        times.append((time.perf_counter() - began) * 1_000)
    return statistics.median(times)


def spread(times: Sequence[float]) -> dict[str, float]:
    """The median and the worst."""
    return {"median": round(statistics.median(times), 3), "worst": round(max(times), 3)}


# Logs.


def measure_logs(logs: Sequence[Sequence[Entry]]) -> dict[str, Any]:
    """Entries a second when logs are read into facts, and when they are folded as well."""
    entries = sum(map(len, logs))
    decode: list[float] = []
    rebuild: list[float] = []
    for _ in range(5):
        began = time.perf_counter()
        for log in logs:
            for entry in log:
                RULES.reader.read(entry)
        decode.append(entries / (time.perf_counter() - began))
        began = time.perf_counter()
        for log in logs:
            RULES.fold(log)
        rebuild.append(entries / (time.perf_counter() - began))
    per_second = {"decode": statistics.median(decode), "rebuild": statistics.median(rebuild)}
    return {
        "entries_per_second": {name: round(rate) for name, rate in per_second.items()},
        "rebuild_over_decode": round(per_second["rebuild"] / per_second["decode"], 3),
    }


if __name__ == "__main__":
    raise SystemExit(main())
