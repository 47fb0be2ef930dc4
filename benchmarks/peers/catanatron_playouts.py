"""Random games of catanatron: moves per second on one core, as one JSON document.

Run it with an interpreter that has catanatron (see benchmarks/README.md). A move is one applied action; making
the game and its map is part of the time, as making a match is on our side, and `play_only` leaves it out.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from catanatron import Color, Game, RandomPlayer

from benchmarks.floor import hashes_per_second

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="games in a round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the median is reported")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    play_round(options.games, options.seats, options.seed)  # warm up
    rounds = [
        play_round(options.games, options.seats, options.seed + number * options.games)
        for number in range(options.rounds)
    ]
    print(
        json.dumps(
            {
                "benchmark": "catanatron_playouts",
                "peer": f"catanatron {importlib.metadata.version('catanatron')}",
                "python": platform.python_version(),
                "seats": options.seats,
                "games_per_round": options.games,
                "rounds": options.rounds,
                "moves_per_game": round(statistics.median(moves / options.games for moves, _, _ in rounds), 1),
                "moves_per_second": round(statistics.median(moves / whole for moves, whole, _ in rounds)),
                "moves_per_second_play_only": round(statistics.median(moves / play for moves, _, play in rounds)),
                "floor": {"sha256_of_1_kib_per_second": hashes_per_second()},
            },
            indent=2,
        )
    )


def play_round(games: int, seats: int, seed: int) -> tuple[int, float, float]:
    """(moves, seconds in all, seconds of play alone) of a number of games, each with its own seed."""
    moves, whole, play = 0, 0.0, 0.0
    for number in range(games):
        random.seed(seed + number)
        began = time.perf_counter()
        game = Game([RandomPlayer(color) for color in COLORS[:seats]], seed=seed + number)
        ready = time.perf_counter()
        game.play()
        ended = time.perf_counter()
        # The name differs between releases.
        moves += len(getattr(game.state, "action_records", None) or game.state.actions)
        whole += ended - began
        play += ended - ready
    return moves, whole, play


if __name__ == "__main__":
    main()
