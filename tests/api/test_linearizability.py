"""What concurrent clients of a server saw has an order, whatever they repeat and whatever is left in doubt."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

from projections.bots import Dice
from server.match import Match
from server.matches import Matches
from server.storage import Command, open_store
from tests.api.house import House, Table, open_house
from tests.storage import linearizable as lin
from tests.storage.flaky import Flaky

TRIES_MAX = 60  # with a fifth of all answers lost, nobody waits so long


@attrs.define
class Recorder:
    """A table as its clients see it; writes down between which two ticks it answered what. Rows are links."""

    table: Table
    begun: lin.Log
    history: list[lin.Operation] = attrs.Factory(list)
    ticks: itertools.count[int] = attrs.Factory(itertools.count)
    statuses: Counter[int] = attrs.Factory(Counter)

    async def post(self, who: str, seat: int, body: dict[str, Any]) -> bool:
        """Sends a move once; says whether its outcome is known now."""
        asked = next(self.ticks)
        name = f"{seat}/{body['intent_id']}"
        digest = hashlib.sha256(json.dumps([body["intent"], body["decision"]], sort_keys=True).encode()).digest()
        ask = lin.Append(-1, (), name, digest)
        answer: lin.Answer | None = None
        try:
            answered = await self.table.post(seat, body)
            self.statuses[answered.status] += 1
            told = answered.json
            if answered.status == 200:
                first, last = told["entries"][0]["seq"], told["entries"][-1]["seq"]
                links = tuple(bytes.fromhex(entry["link"]) for entry in told["entries"])
                ask = lin.Append(first - 1, links, name, digest)
                answer = lin.Done(first, last, told["replayed"])
            elif answered.status != 503:
                assert answered.status in (409, 422), answered.raw
                answer = lin.Reused() if told["code"] == "INTENT_ID_REUSED" else lin.Refused()
        finally:  # also of one who hangs up
            end = math.inf if answer is None else next(self.ticks)
            self.history.append(lin.Operation(who, ask, asked, answer, end))
        return answer is not None

    async def look(self, who: str, seat: int, after: int, limit: int) -> None:
        """Reads a page of the log, or only how far it goes."""
        asked = next(self.ticks)
        ask: lin.Ask = lin.Head()
        if limit:
            page = await self.table.get(f"/entries?after={after}&limit={limit}", seat)
            ask = lin.Read(after, limit)
            answer: lin.Answer = lin.Rows(tuple(bytes.fromhex(entry["link"]) for entry in page["entries"]))
        elif after % 2:
            answer = lin.At((await self.table.get("/view", seat))["seq"])
        else:
            answer = lin.At((await self.table.head())["seq"])
        self.history.append(lin.Operation(who, ask, asked, answer, next(self.ticks)))

    def judged(self) -> lin.Verdict:
        """Whether there is an order. A move whose answer was lost would have written what it is known to have."""
        wrote = {
            (operation.ask.name, operation.ask.digest): operation.ask
            for operation in self.history
            if isinstance(operation.ask, lin.Append) and isinstance(operation.answer, lin.Done)
        }
        history = [
            attrs.evolve(operation, ask=wrote.get((operation.ask.name, operation.ask.digest), operation.ask))
            if isinstance(operation.ask, lin.Append)
            else operation
            for operation in self.history
        ]
        return lin.judge(history, self.begun)


async def recording(table: Table) -> Recorder:
    """A recorder that knows how the match began."""
    entries = (await table.get("/entries?after=0", "host"))["entries"]
    return Recorder(table, lin.Log(tuple(bytes.fromhex(entry["link"]) for entry in entries)))


async def record(house: House, seed: int, *, tables: int = 2, seats: int = 3, turns: int = 12) -> list[Recorder]:
    """Two clients for each seat of each table, all at once."""
    started = [await house.start_table(seats, options={"rounds": 12}) for _ in range(tables)]
    recorders = [await recording(table) for table in started]
    if isinstance(house.store, Flaky):
        house.store.share = 0.2
    await asyncio.gather(
        *[
            client(recorder, f"seat {seat} tab {tab}", seat, random.Random(f"{seed} {place} {seat} {tab}"), turns)
            for place, recorder in enumerate(recorders)
            for seat in range(1, seats + 1)
            for tab in (1, 2)
        ]
    )
    for recorder in recorders:
        await recorder.look("who comes last", 1, 0, 1_000)
    return recorders


async def client(recorder: Recorder, who: str, seat: int, chance: random.Random, turns: int) -> None:
    """Moves when it may, says things twice, uses an id twice, hangs up, looks around."""
    table, dice = recorder.table, Dice(chance.getrandbits(60))
    sent: list[dict[str, Any]] = []
    for _ in range(turns):
        await recorder.look(who, seat, chance.randrange(20), chance.choice((0, 0, 5)))
        offered = await table.offers(seat)
        if not offered["offers"] or chance.random() < 0.1:
            if sent:
                await until_known(recorder, who, seat, chance.choice(sent))
            continue
        move = await table.move(seat, dice, offered)
        if sent and chance.random() < 0.15:
            move["intent_id"] = chance.choice(sent)["intent_id"]
        sent.append(move)
        if chance.random() < 0.2:
            asking = asyncio.create_task(recorder.post(who, seat, move))
            for _ in range(chance.randrange(6)):
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        copies = chance.choice((1, 1, 2))
        await asyncio.gather(*[until_known(recorder, f"{who} copy {copy}", seat, move) for copy in range(copies)])


async def until_known(recorder: Recorder, who: str, seat: int, move: dict[str, Any]) -> None:
    for _ in range(TRIES_MAX):
        if await recorder.post(who, seat, move):
            return
    pytest.fail("no answer came")


def told(recorders: list[Recorder]) -> Counter[str]:
    """How often each kind of answer was given."""
    return Counter(
        "again" if isinstance(answer, lin.Done) and answer.replayed else type(answer).__name__
        for recorder in recorders
        for answer in [operation.answer for operation in recorder.history]
    )


ROUNDS = [1, pytest.param(15, marks=pytest.mark.slow)]


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_what_concurrent_clients_of_a_server_saw_has_an_order(tmp_path: Path, kind: str, rounds: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(rounds):
        seed = random.randrange(2**32)
        url = "memory:" if kind == "memory" else f"sqlite:{tmp_path / str(number)}"
        store = Flaky(await open_store(url), random.Random(seed), share=0)
        async with open_house(url, store=store) as house:
            recorders = await record(house, seed)
        for recorder in recorders:
            verdict = recorder.judged()
            assert verdict.linearizable, f"seed {seed}: {verdict}"
        assert store.doubts, f"nothing was ever in doubt, seed {seed}"
        seen += told(recorders)
    print(dict(seen))
    assert seen.keys() >= {"Done", "again", "Refused", "Rows", "At", "NoneType"}


async def look_away(self: Matches, match: Match) -> None:
    """Goes on from what is in memory, though the store may know more."""
    match.stale = False


async def forget(self: Matches, match: Match, command: Command | None) -> None:
    """Tells one who asks again that the rules refuse it by now."""


def any_payload(command_id: str | None, actor: str, payload: Any, part: str = "") -> Command | None:
    """Goes by the name of a request, whatever it asks for."""
    return None if command_id is None else Command(f"{actor}/{part}{command_id}", b"")


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("server.matches.Matches._catch_up", look_away),
        ("server.matches.Matches._done_before", forget),
        ("server.matches.command_of", any_payload),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_a_server_with_this_fault_is_found_out(monkeypatch: pytest.MonkeyPatch, place: str, fault: Any) -> None:
    monkeypatch.setattr(place, fault)
    for seed in range(10):
        store = Flaky(await open_store("memory:"), random.Random(seed), share=0)
        async with open_house(store=store) as house:
            recorders = await record(house, seed, tables=1)
            for recorder in recorders:  # what it does not look at itself
                rows = tuple(row.link for row in await store.read(recorder.table.id))
                at = next(recorder.ticks)
                recorder.history.append(lin.Operation("the store", lin.Read(), at, lin.Rows(rows), at))
        if not all(recorder.judged().linearizable for recorder in recorders):
            return
    pytest.fail("its histories of ten rounds were all taken")
