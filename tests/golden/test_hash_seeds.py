"""A match is the same under every hash seed: played, folded, shown and narrated, in both games and every mode."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLES = (
    ("arcanya", "basic", 3),
    ("arcanya", "advanced", 4),
    ("maya", "siege-1v1", 2),
    ("maya", "siege-2v2", 4),
    ("maya", "headhunters", 3),
)
HASH_SEEDS = ("1", "20011")
# Plays matches of one table, with bots that choose among what is offered, and says all there is to say about them.
PLAY = """
import hashlib, json, sys
from domain.kernel.freeze import digest
from projections.games import PLUGINS
from projections.history import History
from projections.matchfile import dumps, match_file
from server.simulate import Table, play_match
steps, count = map(int, sys.argv[2:])
number = 0
sha = lambda value: hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()
for game, mode, seats in json.loads(sys.argv[1]) * count:
    plugin = PLUGINS[game]
    number += 1
    played = play_match(Table(plugin, ("random",) * seats, {"mode": mode}), b"hash", number, steps=steps)
    history = History(plugin, played.match_id)
    history.extend(played.entries)
    print(game, mode, len(played.entries), digest(played.state))
    for viewer in ["auditor", "spectator", *[f"seat:{seat}" for seat in range(1, seats + 1)]]:
        log = hashlib.sha256(dumps(match_file(played.entries, viewer)).encode()).hexdigest()
        print(viewer, log, sha(history.view(viewer)), sha(history.timeline(viewer, 0, history.head.seq)))
    for seat in range(1, seats + 1):
        print(sha(history.offers(seat)))
"""


@pytest.mark.parametrize(
    ("steps", "count"), [(40, 1), pytest.param(200_000, 3, marks=pytest.mark.slow)], ids=["a while", "to the end"]
)
async def test_two_hash_seeds_give_equal_logs_states_views_and_stories(steps: int, count: int) -> None:
    arguments = json.dumps(TABLES), str(steps), str(count)
    first, second = await asyncio.gather(*(told_under(seed, *arguments) for seed in HASH_SEEDS))
    assert first.splitlines() == second.splitlines()
    assert len(first.splitlines()) == count * sum(1 + (seats + 2) + seats for _, _, seats in TABLES)


async def told_under(hash_seed: str, *arguments: str) -> str:
    """What a process with this hash seed says."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PLAY, *arguments), stdout=PIPE, cwd=ROOT, env=environment
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    return out.decode()
