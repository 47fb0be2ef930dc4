"""Records the old matches that these tests read; run once, under rules 1, and never again for the same file.

python -m tests.versions.record
"""

from __future__ import annotations

from pathlib import Path

from projections.bots import Dice
from projections.matchfile import dumps, match_file
from tests.playing import Play
from tests.toy.facts import Trade
from tests.toy.plugin import TOY

DATA = Path(__file__).parent / "data"
FINISHED = DATA / "highest-card-rules-1.match"
RUNNING = DATA / "highest-card-rules-1-running.match"


def main() -> None:
    """Two matches of three seats: one over, one in the middle, both with trades of two cards."""
    dice = Dice(7)
    play = Play(TOY, 3, {"rounds": 4}, seed=11)
    while not play.rules.over(play.state):
        for request in play.rules.awaiting(play.state)[:1]:
            offer = play.rules.offers(play.state, request.seat)[dice.below(1)]
            pick = offer.pick
            play.submit(Trade(request.seat, pick.options[: pick.max]) if pick else offer.intent)
        if play.state.table.round == 3 and not RUNNING.exists():
            RUNNING.write_text(dumps(match_file(play.entries)), encoding="utf-8")
    if not FINISHED.exists():
        FINISHED.write_text(dumps(match_file(play.entries)), encoding="utf-8")


if __name__ == "__main__":
    main()
