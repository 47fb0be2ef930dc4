"""Random trials from deal to end, event by event, for rules that must hold in any trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from domain.arcanya.game import ARCANYA
from domain.arcanya.state import Trial
from projections.bots import RANDOM, Dice
from tests.rules.arcanya.play import Table

ANSWERS_MAX = 3_000  # random trials end after some hundred answers


def play_out(table: Table, dice: Dice) -> Iterator[Table]:
    """The table after every random answer, until the trial ends; `table.events` are what the answer caused."""
    for _ in range(ANSWERS_MAX):
        requests = ARCANYA.awaiting(table.trial)
        if not requests:
            return
        intent = RANDOM.choose(_blind, ARCANYA.offers(table.trial, requests[0].seat), dice)
        # Without the table's own checks, which test_random_play makes, and which take as long as the play.
        table._happen(ARCANYA.decide(table.trial, intent, table.chance))
        yield table
    raise AssertionError(f"no end after {ANSWERS_MAX} answers")


def random_trials(count: int, **options: Any) -> Iterator[tuple[str, Table, Iterator[Table]]]:
    """So many trials for 2 to 10 seats in turn: what reproduces each, its table just dealt, and its play."""
    for number in range(count):
        seats = number % 9 + 2
        table = Table.dealt(seats=seats, seed=number, **options)
        yield (
            f"Table.dealt(seats={seats}, seed={number}, **{options}), Dice({number})",
            table,
            play_out(table, Dice(number)),
        )


def folds(start: Trial, log: list[Any]) -> Iterator[tuple[Any, Trial]]:
    """Every event of a log with the trial that folding up to it gives."""
    for happened in log:
        start = ARCANYA.evolve(start, happened)
        yield happened, start


def cards_in(trial: Trial) -> Counter[Any]:
    """Every card of the Power Source, wherever it lies: deck, discard pile, hands, Guards."""
    found = Counter(trial.deck) + Counter(trial.discard)
    for student in trial.students:
        found += Counter(student.hand) + Counter([guard.card for guard in student.guards])
    return found


_blind: Callable[[], dict[str, Any]] = dict
"""What a random bot sees: nothing, it does not look."""
