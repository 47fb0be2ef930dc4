"""Commit, then reply, then feed: shown by letting the store fail, wait or go away at each point between them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from projections.bots import Dice
from server.storage import Appended, Command, Row, Store, StoreFailed, open_store
from tests.api.house import API, House, Table, open_house


class Gate:
    """A store whose appends can be held up, refused, or carried out without anybody hearing of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.open = asyncio.Event()
        self.open.set()
        self.asked = asyncio.Event()
        self.before: Exception | None = None
        self.after: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        self.asked.set()
        await self.open.wait()
        if self.before is not None:
            raise self.before
        appended = await self._store.append(match, expected_seq, rows, command)
        if self.after is not None:
            raise self.after
        return appended


@pytest.fixture
async def gated(url: str) -> AsyncIterator[tuple[House, Gate, Table]]:
    """A table of two, with a hand on its store."""
    gate = Gate(await open_store(url))
    async with open_house(url, store=gate) as house:
        yield house, gate, await house.start_table(2)


@asynccontextmanager
async def watching(table: Table, seat: int) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A live feed that has said hello."""
    headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
    async with table.house.client.ws_connect(f"{table.path}/live", headers=headers) as socket:
        assert (await socket.receive_json())["type"] == "hello"
        yield socket


async def silent(socket: aiohttp.ClientWebSocketResponse) -> bool:
    """Whether nothing comes: everything that was sent before a pong arrives before it."""
    with pytest.raises(TimeoutError):
        await socket.receive(timeout=0.2)
    return True


async def test_before_the_commit_there_is_neither_reply_nor_feed_nor_view(gated: tuple[House, Gate, Table]) -> None:
    _, gate, table = gated
    head = await table.head()
    async with watching(table, 2) as feed:
        gate.open.clear()
        gate.asked.clear()
        asking = asyncio.create_task(table.post(1, await table.move(1, Dice(1)), status=200))
        await gate.asked.wait()
        assert await silent(feed)
        assert not asking.done()
        assert await table.head() == head
        assert (await table.get("/view", 1))["seq"] == head["seq"]
        gate.open.set()
        answer = (await asking).json
        told = await feed.receive_json(timeout=5)
    assert told["head"] == answer["head"]
    assert answer["head"]["seq"] > head["seq"]


async def test_an_append_that_fails_is_told_and_shown_to_nobody(gated: tuple[House, Gate, Table]) -> None:
    _, gate, table = gated
    head = await table.head()
    move = await table.move(1, Dice(1))
    async with watching(table, 2) as feed:
        gate.before = StoreFailed("the disk says no")
        refused = await table.post(1, move)
        assert refused.status == 503
        gate.before = None
        assert await silent(feed)
        assert await table.head() == head
        answer = (await table.post(1, move, status=200)).json
        assert answer["replayed"] is False
        assert (await feed.receive_json(timeout=5))["head"] == answer["head"]


async def test_a_commit_whose_news_was_lost_is_found_in_the_store_and_done_once(
    gated: tuple[House, Gate, Table],
) -> None:
    _, gate, table = gated
    head = await table.head()
    move = await table.move(1, Dice(1))
    gate.after = StoreFailed("the answer of the disk got lost")
    assert (await table.post(1, move)).status == 503
    gate.after = None
    again = (await table.post(1, move, status=200)).json
    assert again["replayed"] is True
    assert again["head"]["seq"] == head["seq"] + len(again["entries"])
    assert await table.head() == again["head"]


async def test_one_who_hangs_up_between_commit_and_reply_is_told_the_same_when_asking_again(
    gated: tuple[House, Gate, Table],
) -> None:
    _, gate, table = gated
    move = await table.move(1, Dice(1))
    async with watching(table, 2) as feed:
        gate.open.clear()
        gate.asked.clear()
        asking = asyncio.create_task(table.post(1, move))
        await gate.asked.wait()
        asking.cancel()
        await asyncio.wait([asking])
        gate.open.set()
        again = (await table.post(1, move, status=200)).json
        assert (await feed.receive_json(timeout=5))["head"] == again["head"]
        assert await silent(feed)  # once, though it was asked for twice


async def test_a_server_that_dies_between_commit_and_reply_answers_after_its_restart(url: str) -> None:
    gate = Gate(await open_store(url))
    async with open_house(url, store=gate) as house:
        table = await house.start_table(2)
        move = await table.move(1, Dice(1))
        gate.after = StoreFailed("and then the lights went out")
        assert (await table.post(1, move)).status == 503
    async with open_house(url) as restarted:
        table.house = restarted
        again = (await table.post(1, move, status=200)).json
        assert again["replayed"] is True


async def test_what_every_client_saw_fits_one_order_of_moves(url: str) -> None:
    """The history that concurrent clients recorded is linearizable, with the log itself as the order."""
    seed = random.randrange(2**32)
    async with open_house(url) as house:
        table = await house.start_table(3, options={"rounds": 12})
        ticks = iter(range(1_000_000))
        done: list[tuple[int, int, int, str]] = []  # asked, answered, first entry, who
        seen: list[tuple[int, int, int, str]] = []  # asked, answered, head that was shown, who

        async def client(seat: int, copy: int) -> None:
            dice, who = Dice(seed + 10 * seat + copy), f"seat {seat} tab {copy}"
            for _ in range(30):
                asked = next(ticks)
                offered = await table.offers(seat)
                if not offered["offers"]:
                    shown = (await table.get("/view", seat))["seq"]
                    seen.append((asked, next(ticks), shown, who))
                    continue
                move = await table.move(seat, dice, offered)
                twice = dice.below(3) == 0
                asked = next(ticks)
                answers = await asyncio.gather(*[table.post(seat, move) for _ in range(1 + twice)])
                answered = next(ticks)
                good = [answer.json for answer in answers if answer.status == 200]
                assert {answer.status for answer in answers} <= {200, 409, 422}, f"seed {seed}"
                assert len({json.dumps(answer["entries"]) for answer in good}) <= 1, (
                    f"two answers to one ask, seed {seed}"
                )
                if good:
                    done.append((asked, answered, good[0]["entries"][0]["seq"], f"{who} {move['intent_id']}"))

        await asyncio.gather(*[client(seat, copy) for seat in (1, 2, 3) for copy in (1, 2)])
        log = (await house.ask("GET", f"{API}/matches/{table.id}/entries?after=0", table.host, status=200)).json
        intents = {
            entry["seq"] for entry in log["entries"] if entry["kind"] == "intent" and entry["type"] in ("Bid", "Trade")
        }
    assert done, f"nobody moved (seed {seed})"
    assert sorted(first for _, _, first, _ in done) == sorted(intents), f"doubled, lost or invented (seed {seed})"
    for asked, _, first, who in done:
        for _, answered, earlier, whom in done:
            assert answered > asked or earlier < first, f"{who} stands before {whom}, who was done first (seed {seed})"
    for asked, _, shown, who in seen:
        for _, answered, earlier, whom in done:
            assert answered > asked or earlier <= shown, f"{who} was shown less than {whom} had done (seed {seed})"
