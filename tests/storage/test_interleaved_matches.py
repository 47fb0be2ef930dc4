"""Matches of both games that go on at once, in one process and one store, are what they are alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from domain.kernel.freeze import digest
from projections.bots import RANDOM, Dice
from projections.games import PLUGINS
from server.match import entry_of, row_of
from server.storage import Store, open_store
from tests.playing import Play

TABLES = (
    ("arcanya", 2, {"mode": "basic"}),
    ("maya", 2, {"mode": "siege-1v1"}),
    ("arcanya", 4, {"mode": "advanced"}),
    ("maya", 3, {"mode": "headhunters"}),
    ("arcanya", 3, {"mode": "advanced", "alter_plus": True}),
    ("maya", 4, {"mode": "siege-2v2"}),
)
AT_ONCE = 3  # matches that move between two looks at the others


@pytest.mark.parametrize(
    ("steps", "tables"), [(25, TABLES), pytest.param(400, TABLES * 4, marks=pytest.mark.slow)], ids=["some", "many"]
)
async def test_interleaved_matches_equal_separate_ones(
    tmp_path: Path, steps: int, tables: tuple[tuple[str, int, dict[str, object]], ...]
) -> None:
    store = await open_store(f"sqlite:{tmp_path / 'matchfold.db'}")
    plays = [begin(number, table) for number, table in enumerate(tables)]
    whims = [Dice(number) for number, _ in enumerate(plays)]
    left = dict.fromkeys(range(len(plays)), steps)
    order = Dice(11)
    await asyncio.gather(*(keep(store, play, 0) for play in plays))
    while left:
        moving = {list(left)[order.below(len(left))] for _ in range(AT_ONCE)}
        stored = {number: len(plays[number].entries) for number in moving}
        for number in sorted(moving):
            plays[number].step(RANDOM, whims[number])
            left[number] -= 1
            if not left[number] or not plays[number].waiting():
                del left[number]
        await asyncio.gather(*(keep(store, plays[number], after) for number, after in stored.items()))

    for number, table in enumerate(tables):
        alone, whim = begin(number, table), Dice(number)
        for _ in range(steps):
            if alone.waiting():
                alone.step(RANDOM, whim)
        found = [entry_of(row) for row in await store.read(alone.match_id)]
        assert found == alone.entries, f"match {number} of {table}"
        folded = alone.rules.fold(found)
        assert digest(folded) == digest(alone.state) == digest(plays[number].state)
    await store.close()


def begin(number: int, table: tuple[str, int, dict[str, object]]) -> Play:
    """A started match."""
    game, seats, options = table
    return Play(PLUGINS[game], seats, options, seed=number + 1, match_id=f"match-{number}")


async def keep(store: Store, play: Play, after: int) -> None:
    """Stores what a match has had since."""
    await store.append(play.match_id, after, [row_of(entry) for entry in play.entries[after:]])
