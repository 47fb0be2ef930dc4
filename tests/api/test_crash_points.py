"""Commit, then reply, then feed: a server that is killed at each point between them, and comes back."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import aiohttp
import attrs
import pytest

from projections.bots import Dice
from tests.api.dying_server import AFTER_FEED, BEFORE_COMMIT, BEFORE_FEED, LAST, POINTS
from tests.api.house import open_house

ROOT = Path(__file__).parents[2]


@attrs.frozen
class Seen:
    """What one who moves was answered, and what one who watches was shown, before the server was gone."""

    answer: dict[str, Any] | None
    shown: list[dict[str, Any]]


@pytest.mark.parametrize("point", POINTS)
async def test_a_server_killed_at_this_point_told_nobody_what_it_does_not_know_later(url: str, point: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(2)
        head = await table.head()
        move = {**await table.move(1, Dice(1)), "intent_id": LAST}
    seen = await play_until_killed(url, point, table.path, table.tokens, move, head["seq"])
    assert (seen.answer is not None) == (point in (BEFORE_FEED, AFTER_FEED)), "the reply comes after the commit"
    assert bool(seen.shown) == (point == AFTER_FEED), "the feed comes after the reply"

    async with open_house(url) as house:
        table.house = house
        stored = (await table.head())["seq"] > head["seq"]
        assert stored == (point != BEFORE_COMMIT), "whoever was answered or shown it finds it again"
        again = (await table.post(1, move, status=200)).json
        assert again["replayed"] == stored
        if seen.answer is not None:
            assert again["entries"] == seen.answer["entries"] and again["head"] == seen.answer["head"]
        log = (await table.get(f"/entries?after={head['seq']}", 2))["entries"]
        assert len(log) == len(again["entries"]), "it happened once"
        assert seen.shown == log[: len(seen.shown)]
        # Who watched goes on from where the feed broke off: nothing is missing, nothing comes twice.
        after = head["seq"] + len(seen.shown)
        headers = {"Authorization": f"Bearer {table.tokens[2]}"}
        async with house.client.ws_connect(f"{table.path}/live?after={after}", headers=headers) as feed:
            assert (await feed.receive_json(timeout=5))["type"] == "hello"
            rest = log[len(seen.shown) :]
            if rest:
                assert (await feed.receive_json(timeout=5))["entries"] == rest


async def play_until_killed(
    url: str, point: str, path: str, tokens: dict[int, str], move: dict[str, Any], after: int
) -> Seen:
    """Seat 1 makes the move while seat 2 watches, at a server that dies of it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.api.dying_server", url, point),
        stdin=PIPE,
        stdout=PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        port = int(await process.stdout.readline())
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            headers = {seat: {"Authorization": f"Bearer {token}"} for seat, token in tokens.items()}
            async with session.ws_connect(f"{path}/live?after={after}", headers=headers[2]) as feed:
                assert (await feed.receive_json(timeout=20))["type"] == "hello"
                answer = None
                try:
                    async with session.post(f"{path}/intents", json=move, headers=headers[1]) as response:
                        assert response.status == 200
                        answer = await response.json()
                except aiohttp.ClientConnectionError:
                    pass  # the server is gone
                shown = []
                async with asyncio.timeout(20):
                    async for message in feed:
                        shown += message.json()["entries"]
        assert await process.wait() == -9, "it was killed, and did not end by itself"
        return Seen(answer, shown)
    finally:
        process.stdin.close()
        await process.wait()
