"""How many intents a second the server takes over HTTP, beside bare aiohttp handlers that answer as many bytes.

    python benchmarks/http_intents.py [--clients N] [--rounds N] [--requests N] [--dir DIR] [--profile FILE]

An intent is decided, stored with a durable commit in SQLite, folded, and answered with its entries, the view and the
offers of the seat. Two bare handlers parse the same requests as JSON and answer as many bytes: `json` answers one of
the server's own answers with `web.json_response`, as aiohttp's documentation does it; `bytes` has them ready made.
All run in one process on one core; the clients, one keep-alive connection each, run in another process on another
core. They take turns in one run, so that a noisy machine hurts all. Prints JSON: rates by the clock, and the work of
the server's process for one request, which other load on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import cProfile
import functools
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import msgspec
import uvloop
from aiohttp import web

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.kernel.codec import intent_json
from projections.bots import RANDOM, Dice
from projections.games import plugin_for
from server.api.asking import SERVER
from server.api.bodies import CreateBody, SeatWish
from server.app import create_app, tune_process
from server.config import Settings
from server.storage import open_store

RATIO_MIN = 0.4
SEATS = 4


Script = list[bytes]  # the requests of a match, in order


class Turn(NamedTuple):
    """What one turn took: requests a second, CPU time of this process for each, bytes of an answer, and one of them."""

    rate: float
    cpu_us: float
    answer_bytes: float
    sample: bytes


def main() -> None:
    """Measure, print, and fail if the target is missed."""
    options = read_options()
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_setaffinity") else [0]
    pin(cores[0])
    tune_process()
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    clients = context.Process(target=run_clients, args=(there, cores[-1]), daemon=True)
    clients.start()
    with tempfile.TemporaryDirectory(prefix="http-", dir=options.dir) as place:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            document = runner.run(measure(Path(place), here, options))
        here.send(None)
        clients.join()
    document["cores"] = {"server": cores[0], "clients": cores[-1]}
    print(json.dumps(document, indent=2))
    if options.check and document["ratio"]["json"] < RATIO_MIN:
        sys.exit(1)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--requests", type=int, default=40, help="requests of each client in a round")
    parser.add_argument("--game", default="arcanya")
    parser.add_argument("--option", action="append", default=["mode=advanced"], metavar="KEY=VALUE")
    parser.add_argument("--dir", help="where the store is made and removed again (default: the temp directory)")
    parser.add_argument("--profile", help="write a profile of the server's part to this file")
    parser.add_argument("--check", action="store_true", help="exit 1 when the target is missed")
    return parser.parse_args()


def pin(core: int) -> None:
    """Keeps this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


# -- the server's side


async def measure(place: Path, clients: Connection, options: argparse.Namespace) -> dict[str, Any]:
    """Takes turns between the server and the bare handlers."""
    store = await open_store(f"sqlite:{place / 'matchfold.db'}")
    app = create_app(Settings(), store)
    sample = bytearray(b"{}")
    bare = web.Application()
    bare.router.add_post("/json", answers_json(sample))
    bare.router.add_post("/bytes", answers_bytes(sample))
    profiler = cProfile.Profile() if options.profile else None
    turns: dict[str, list[Turn]] = {"intents": [], "json": [], "bytes": []}
    async with listening(app) as port, listening(bare) as bare_port:
        plan = Plan(app, options)
        for number in range(options.rounds + 1):
            scripts = await plan.scripts()
            if profiler is not None:
                profiler.enable()
            turn = await ask(clients, port, scripts)
            if profiler is not None:
                profiler.disable()
            sample[:] = turn.sample
            took = {"intents": turn}
            for name in ("json", "bytes"):
                plain = [[as_bare(request, name) for request in script] for script in scripts]
                took[name] = await ask(clients, bare_port, plain)
            if number:  # the first round warms all of them up
                for name, turn in took.items():
                    turns[name].append(turn)
    if profiler is not None:
        profiler.dump_stats(options.profile)
    await store.close()
    return report(turns, options)


def report(turns: dict[str, list[Turn]], options: argparse.Namespace) -> dict[str, Any]:
    """Medians over the rounds."""

    def ratio(name: str, figure: str) -> float:
        pairs = zip(turns["intents"], turns[name], strict=True)
        return round(statistics.median([getattr(mine, figure) / getattr(other, figure) for mine, other in pairs]), 3)

    return {
        "benchmark": "http_intents",
        "game": options.game,
        "clients": options.clients,
        "per_second": {name: round(statistics.median([t.rate for t in took])) for name, took in turns.items()},
        "cpu_us": {name: round(statistics.median([t.cpu_us for t in took]), 1) for name, took in turns.items()},
        "ratio": {name: ratio(name, "rate") for name in ("json", "bytes")},
        "cpu_ratio": {name: round(1 / ratio(name, "cpu_us"), 3) for name in ("json", "bytes")},
        "answer_bytes": round(statistics.median([turn.answer_bytes for turn in turns["intents"]])),
        "rounds": options.rounds,
        "target": RATIO_MIN,
        "python": sys.version.split()[0],
    }


def answers_json(sample: bytearray) -> Any:
    """A handler that parses a request and answers an object, as one writes it without thinking of speed."""

    async def handle(request: web.Request) -> web.Response:
        await request.json()
        return web.json_response(decoded(bytes(sample)))

    return handle


@functools.lru_cache(maxsize=2)
def decoded(sample: bytes) -> Any:
    return json.loads(sample)


def answers_bytes(sample: bytearray) -> Any:
    """A handler that parses a request as fast as can be and has its answer ready."""

    async def handle(request: web.Request) -> web.Response:
        msgspec.json.decode(await request.read())
        return web.Response(body=bytes(sample), content_type="application/json")

    return handle


@contextlib.asynccontextmanager
async def listening(app: web.Application) -> Any:
    """The application on a free port."""
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield runner.addresses[0][1]
    await runner.cleanup()


async def ask(clients: Connection, port: int, scripts: list[Script]) -> Turn:
    """Lets the clients play their scripts."""
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, clients.send, (port, scripts))
    worked = process_time()
    took, answered, sample = await loop.run_in_executor(None, clients.recv)
    worked = process_time() - worked
    count = sum(map(len, scripts))
    return Turn(count / took, worked / count * 1e6, answered / count, sample)


class Plan:
    """Opens matches on the server and works out what is played on them."""

    def __init__(self, app: web.Application, options: argparse.Namespace) -> None:
        self._server = app[SERVER]
        self._plugin = plugin_for(options.game)
        self._clients = options.clients
        self._requests = options.requests
        self._options = dict(option.split("=", 1) for option in options.option)
        self._seed = 0

    async def scripts(self) -> list[Script]:
        """A fresh match for each client."""
        return [await self._script() for _ in range(self._clients)]

    async def _script(self) -> Script:
        while True:
            self._seed += 1
            matches, tokens = self._server.matches, self._server.tokens
            done = await matches.create(CreateBody(self._plugin.game, [SeatWish()] * SEATS, self._options), None)
            match = done.match
            bearer: dict[int, str] = {}
            for seat in range(1, SEATS + 1):
                await matches.sit(match, seat, f"Player {seat}", "", None)
                bearer[seat] = await tokens.issue(match.id, seat, "seat")
            await matches.start(match, None)
            requests = self._played(match, bearer)
            if len(requests) == self._requests:
                return requests

    def _played(self, match: Any, bearer: dict[int, str]) -> list[bytes]:
        rules, state = match.rules, match.state
        dice = Dice(self._seed)
        requests: list[bytes] = []
        while len(requests) < self._requests and (asked := rules.awaiting(state)):
            request = asked[0]
            intent = RANDOM.choose(dict, rules.offers(state, request.seat), dice)
            body = {
                "intent": intent_json(intent),
                "intent_id": f"move-{len(requests)}",
                "decision": request.decision,
            }
            path = f"/api/v1/matches/{match.id}/intents"
            requests.append(http_request(path, bearer[request.seat], msgspec.json.encode(body)))
            for event in rules.decide(state, intent):
                state = rules.evolve(state, event)
        return requests


def http_request(path: str, token: str, body: bytes) -> bytes:
    """A POST as bytes."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def as_bare(request: bytes, name: str) -> bytes:
    """The same request, for a bare handler."""
    line, rest = request.split(b"\r\n", 1)
    method, _, version = line.split(b" ")
    return b" ".join((method, b"/" + name.encode(), version)) + b"\r\n" + rest


# -- the clients' side


def run_clients(orders: Connection, core: int) -> None:
    """Plays scripts as they come, each on a connection of its own."""
    pin(core)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        while (order := orders.recv()) is not None:
            orders.send(runner.run(play_all(*order)))


async def play_all(port: int, scripts: list[Script]) -> tuple[float, int, bytes]:
    loop = asyncio.get_running_loop()
    clients = [Client(requests) for requests in scripts]
    for client in clients:
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)
    began = perf_counter()
    for client in clients:
        client.next()
    await asyncio.gather(*[client.done for client in clients])
    took = perf_counter() - began
    return took, sum(client.received for client in clients), clients[0].sample


class Client(asyncio.Protocol):
    """Sends its requests one after the other, each when the one before is answered with 200."""

    def __init__(self, requests: list[bytes]) -> None:
        self._requests = iter(requests)
        self._buffer = b""
        self.received = 0
        self.sample = b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def next(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self._transport.close()
            self.done.set_result(None)
        else:
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        if len(rest) < length:
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self._transport.close()
            self.done.set_exception(RuntimeError(self._buffer[:600].decode()))
            return
        self.received += length
        self.sample = rest
        self._buffer = b""
        self.next()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(ConnectionError("the server went away"))


if __name__ == "__main__":
    main()
