"""A server killed in the middle of play, again and again: what was acknowledged is there, and feeds go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import attrs
import pytest

from domain.kernel.codec import chain_faults
from domain.kernel.entries import Head, first_link
from projections.bots import Dice
from projections.matchfile import loads
from tests.api.house import API, filled

ROOT = Path(__file__).parents[2]
TABLES = 5
SEATS = 3
START = """
import sys
from server.app import serve
from server.config import Settings
settings = Settings(store=sys.argv[1], port=0, log_level="error")
serve(settings, ready=lambda url: print(url, flush=True))
"""


@attrs.define
class Seen:
    """What the players and a watcher of one table hold: what they were told is what they may rely on."""

    id: str
    tokens: dict[int, str]
    acknowledged: list[tuple[int, str, list[dict[str, Any]]]] = attrs.field(factory=list)
    unanswered: tuple[int, dict[str, Any]] | None = None
    watched: list[dict[str, Any]] = attrs.field(factory=list)
    view: dict[str, Any] | None = None
    moves: int = 0

    @property
    def path(self) -> str:
        return f"{API}/matches/{self.id}"


@pytest.mark.parametrize("rounds", [3, pytest.param(50, marks=pytest.mark.slow)])
async def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, rounds: int) -> None:
    store = f"sqlite:{tmp_path / 'matchfold.db'}"
    chance = random.Random(rounds)
    tables: list[Seen] = []
    repeated = 0
    for number in range(rounds):
        async with running(store) as (process, session):
            repeated += await check(session, tables)
            over = [table for table in tables if table.view is not None and table.view["status"] == "over"]
            playing = [table for table in tables if table not in over]
            playing += [await open_table(session) for _ in range(TABLES - len(playing))]
            tables = over + playing
            moves = chance.randint(20, 80)
            print(f"round {number}: killed after {moves} moves")
            await play_until_killed(process, session, playing, moves, Dice(chance.getrandbits(64)))
    async with running(store) as (_, session):
        repeated += await check(session, tables)
        for table in tables:
            await watch_to_the_head(session, table)
            async with session.get(f"{table.path}/view") as response:
                assert table.view == await response.json(), "who watched sees what a fresh reader sees"
    acknowledged = sum(len(table.acknowledged) for table in tables)
    print(f"{acknowledged} moves acknowledged, {repeated} of those in flight were in the store")
    assert acknowledged >= rounds * 20


@asynccontextmanager
async def running(store: str) -> AsyncIterator[tuple[Process, aiohttp.ClientSession]]:
    """A server of its own process on this store."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, store, stdout=PIPE, env=environment, cwd=ROOT
    )
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    assert url.startswith("http://127.0.0.1:"), url
    try:
        async with aiohttp.ClientSession(url) as session:
            yield process, session
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def open_table(session: aiohttp.ClientSession) -> Seen:
    """A table of Arcanya, seated and started."""
    body = {"game": "arcanya", "seats": SEATS, "options": {"mode": "advanced"}}
    async with session.post(f"{API}/matches", json=body) as response:
        made = await response.json()
    table = Seen(made["match"]["id"], {})
    for seat in range(1, SEATS + 1):
        async with session.post(f"{table.path}/seats/{seat}", json={"name": f"Player {seat}"}) as response:
            table.tokens[seat] = (await response.json())["token"]
    async with session.post(f"{table.path}/start", headers=bearer(made["host_token"])) as response:
        assert response.status == 200
    return table


async def play_until_killed(
    process: Process, session: aiohttp.ClientSession, tables: list[Seen], moves: int, dice: Dice
) -> None:
    """Everybody plays and watches; after so many acknowledged moves the server is killed while others are in flight."""
    left = moves

    async def play(table: Seen) -> None:
        nonlocal left
        while await move(session, table, dice):
            left -= 1
            if left == 0:
                process.send_signal(signal.SIGKILL)

    watching = [asyncio.create_task(watch(session, table)) for table in tables]
    async with asyncio.TaskGroup() as playing:
        for table in tables:
            playing.create_task(play(table))
    if left > 0:  # every table came to its end before
        process.send_signal(signal.SIGKILL)
    await asyncio.gather(*watching)


async def move(session: aiohttp.ClientSession, table: Seen, dice: Dice) -> bool:
    """One move of whoever is asked; false at the end of the match, and of the server."""
    try:
        async with session.get(table.path) as response:
            asked = (await response.json())["awaiting"]
        if not asked:
            return False
        seat = asked[0]["seat"]
        async with session.get(f"{table.path}/offers", headers=bearer(table.tokens[seat])) as response:
            offers = await response.json()
        chosen = offers["offers"][dice.below(len(offers["offers"]))]
        table.moves += 1
        body = {
            "intent": filled(chosen, dice),
            "intent_id": f"{table.id}-{table.moves}",
            "decision": offers["decision"],
        }
        table.unanswered = (seat, body)
        return await submit(session, table)
    except (aiohttp.ClientError, ConnectionError):
        return False


async def submit(session: aiohttp.ClientSession, table: Seen) -> bool:
    """Sends the move that has no answer yet; says whether it had been stored before."""
    assert table.unanswered is not None
    seat, body = table.unanswered
    async with session.post(f"{table.path}/intents", json=body, headers=bearer(table.tokens[seat])) as response:
        answer = await response.json()
        assert response.status == 200, answer
    table.acknowledged.append((seat, body["intent_id"], answer["entries"]))
    table.unanswered = None
    return True


async def watch(session: aiohttp.ClientSession, table: Seen, upto: int | None = None) -> None:
    """Watches from where the watcher left off, until the server is gone or this entry is reached."""
    with contextlib.suppress(aiohttp.ClientError, ConnectionError):
        async with session.ws_connect(f"{table.path}/live?after={len(table.watched)}") as feed:
            async for message in feed:
                data = message.json()
                if data["type"] == "entries":
                    table.watched += data["entries"]
                    table.view = data["view"]
                if upto is not None and len(table.watched) >= upto:
                    return


async def watch_to_the_head(session: aiohttp.ClientSession, table: Seen) -> None:
    async with session.get(table.path) as response:
        head = (await response.json())["head"]["seq"]
    await watch(session, table, head)


async def check(session: aiohttp.ClientSession, tables: list[Seen]) -> int:
    """After a restart: nothing acknowledged or shown is missing, links hold, and what was in flight happens once."""
    repeated = 0
    for table in tables:
        async with session.get(f"{table.path}/export") as response:
            file = loads(await response.text())
        assert chain_faults(file.entries, Head(0, first_link(table.id))) == []
        logs: dict[int | None, list[dict[str, Any]]] = {None: await log_of(session, table, None)}
        for seat in table.tokens:
            logs[seat] = await log_of(session, table, table.tokens[seat])
        for seat, intent_id, entries in table.acknowledged:
            first = entries[0]["seq"]
            assert logs[seat][first - 1 : first - 1 + len(entries)] == entries, f"{intent_id} is missing"
        assert logs[None][: len(table.watched)] == table.watched, "something was shown that is not in the store"
        if table.unanswered is not None:
            stored = len(logs[None])
            await submit(session, table)
            repeated += table.acknowledged[-1][2][-1]["seq"] <= stored
            intents = [entry for entry in await log_of(session, table, None) if entry["kind"] == "intent"]
            seated = 2 + SEATS  # opened, sat down, started
            assert len(intents) == seated + len(table.acknowledged), "each acknowledged move happened once"
    return repeated


async def log_of(session: aiohttp.ClientSession, table: Seen, token: str | None) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    more = True
    while more:
        async with session.get(f"{table.path}/entries?after={len(entries)}", headers=bearer(token)) as response:
            page = await response.json()
        entries += page["entries"]
        more = page["more"]
    return entries


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}
