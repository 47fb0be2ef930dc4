"""A server to play on: the real application over loopback, each answer held against its OpenAPI document."""

from __future__ import annotations

import itertools
import json
import os
import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import attrs
from aiohttp.test_utils import TestClient, TestServer, get_port_socket
from jsonschema import Draft202012Validator

from domain.kernel.game import Pick
from projections.bots import Dice, random_pick
from projections.plugin import Plugin
from server.app import create_app
from server.config import Settings
from server.storage import Store, open_store
from tests.playing import counted_bytes
from tests.toy.plugin import TOY

API = "/api/v1"
PLUGINS = {TOY.game: TOY}
_IDS = itertools.count(1)  # of this process: a store outlives the house
_HOUSES: Counter[str] = Counter()  # of each test: a second house at the same store draws other bytes
QUIET: dict[str, Any] = {"bot_delay_ms": 0, "lobby_flush_seconds": 0.05}


class Contract:
    """The OpenAPI document, asked whether an answer is one that it promises."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.seen: set[tuple[str, str, str]] = set()
        self._validators: dict[tuple[str, str, str], Any] = {}
        self._templates = [
            (re.compile(re.sub(r"{\w+}", "[^/]+", path)), path) for path in sorted(document["paths"], key=len)
        ]

    def check(self, method: str, path: str, status: int, content_type: str, body: bytes) -> None:
        template = next((path_ for pattern, path_ in self._templates if pattern.fullmatch(path)), None)
        if template is None or method.lower() not in self.document["paths"][template]:
            return
        responses = self.document["paths"][template][method.lower()]["responses"]
        assert str(status) in responses, f"{method} {template} answered {status}, of which its document knows nothing"
        self.seen.add((method, template, str(status)))
        promised = responses[str(status)].get("content", {})
        if not promised:
            assert body == b"", f"{method} {template} {status} promises no body"
            return
        media, described = next(iter(promised.items()))
        assert content_type == media, f"{method} {template} {status}: {content_type} instead of {media}"
        if media.endswith("json"):
            self._validator((method, template, str(status)), described["schema"]).validate(json.loads(body))

    def message(self, name: str, body: Any) -> None:
        self._validator(("", name, ""), {"$ref": f"#/components/schemas/{name}"}).validate(body)

    def _validator(self, key: tuple[str, str, str], schema: Any) -> Any:
        if key not in self._validators:
            rooted = {**schema, "components": self.document["components"]}
            Draft202012Validator.check_schema(rooted)
            self._validators[key] = Draft202012Validator(rooted)
        return self._validators[key]


@attrs.frozen
class Answer:
    """What came back."""

    status: int
    raw: bytes
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def code(self) -> str:
        return str(self.json["code"])


class House:
    """One running server."""

    def __init__(self, client: TestClient[Any, Any], store: Store, contract: Contract) -> None:
        self.client = client
        self.store = store
        self.contract = contract
        self.app = client.app

    async def ask(
        self, method: str, path: str, token: str | None = None, *, status: int | None = None, **kwargs: Any
    ) -> Answer:
        """One request; fails where the status is not the one wanted or the answer not the one promised."""
        headers = dict(kwargs.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        async with self.client.request(method, path, headers=headers, **kwargs) as response:
            body = await response.read()
            self.contract.check(method, path.split("?")[0], response.status, response.content_type, body)
            answer = Answer(response.status, body, response.headers)
        if status is not None:
            assert answer.status == status, f"{method} {path}: {answer.status} {answer.raw.decode():.500}"
        return answer

    async def open_table(self, seats: Any = 3, **more: Any) -> Table:
        """A new table of the toy game (or another), nobody sitting yet but bots."""
        body = {"game": TOY.game, "seats": seats, **more}
        made = (await self.ask("POST", f"{API}/matches", status=201, json=body)).json
        return Table(self, made["match"]["id"], made["host_token"], made["invites"])

    async def start_table(self, seats: int = 3, **more: Any) -> Table:
        """A started table, each seat held by a person."""
        table = await self.open_table(seats, **more)
        for seat in range(1, seats + 1):
            await table.sit(seat)
        await table.start()
        return table

    def new_id(self) -> str:
        """An intent id not used before."""
        return f"request-{next(_IDS)}"


class Table:
    """A match at this house, with the tokens of those who play."""

    def __init__(self, house: House, match_id: str, host: str, invites: Mapping[str, str]) -> None:
        self.house = house
        self.id = match_id
        self.host = host
        self.invites = dict(invites)
        self.tokens: dict[int, str] = {}

    @property
    def path(self) -> str:
        return f"{API}/matches/{self.id}"

    async def ask(self, method: str, call: str, who: int | str | None = None, **kwargs: Any) -> Answer:
        """One request about this match as a seat (its number), the host, any token, or nobody."""
        token = self.tokens[who] if isinstance(who, int) else self.host if who == "host" else who
        return await self.house.ask(method, f"{self.path}{call}", token, **kwargs)

    async def get(self, call: str, who: int | str | None = None, **kwargs: Any) -> Any:
        return (await self.ask("GET", call, who, status=200, **kwargs)).json

    async def sit(self, seat: int, name: str = "", **more: Any) -> None:
        body = {"name": name or f"Player {seat}", "entropy": f"{seat:02x}" * 8, **more}
        if str(seat) in self.invites:
            body.setdefault("invite", self.invites[str(seat)])
        self.tokens[seat] = (await self.ask("POST", f"/seats/{seat}", json=body, status=200)).json["token"]

    async def start(self) -> None:
        await self.ask("POST", "/start", "host", status=200)

    async def head(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.get("", "host"))["head"]
        return found

    async def offers(self, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = await self.get("/offers", seat)
        return found

    async def move(self, seat: int, dice: Dice, offers: dict[str, Any] | None = None) -> dict[str, Any]:
        """What a seat sends to take one of its offers."""
        offered = offers or await self.offers(seat)
        chosen = offered["offers"][dice.below(len(offered["offers"]))]
        return {
            "intent": filled(chosen, dice),
            "intent_id": self.house.new_id(),
            "decision": offered["decision"],
        }

    async def post(self, seat: int | str | None, body: Any, status: int | None = None, **more: Any) -> Answer:
        return await self.ask("POST", "/intents", seat, json=body, status=status, **more)

    async def play(self, dice: Dice, moves: int = 10_000) -> int:
        """Everybody takes offers until the match is over, or so many moves are made; says how many were."""
        for made in range(moves):
            asked = (await self.get("", "host"))["awaiting"]
            if not asked:
                return made
            seat = asked[dice.below(len(asked))]["seat"]
            await self.post(seat, await self.move(seat, dice), status=200)
        return moves


def filled(offer: dict[str, Any], dice: Dice) -> dict[str, Any]:
    """The intent of an offer, its pick made at random."""
    pick = offer["pick"]
    if pick is None:
        return dict(offer["intent"])
    chosen = random_pick(Pick(pick["field"], tuple(pick["options"]), pick["min"], pick["max"]), dice)
    return {**offer["intent"], pick["field"]: list(chosen)}


def ticking(start: int = 1_700_000_000_000) -> Callable[[], int]:
    """A clock on which each look takes a second."""
    seconds = itertools.count(start, 1_000)
    return lambda: next(seconds)


def _chance() -> Callable[[int], bytes]:
    """Bytes that depend on the name of the test alone, so that a test plays the same match in each run."""
    test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0]
    _HOUSES[test] += 1
    return counted_bytes(f"{test}/{_HOUSES[test]}")


def _listening(send_bytes: int) -> Callable[[str, int, socket.AddressFamily], socket.socket]:
    def listen(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
        made = get_port_socket(host, port, family)
        if send_bytes:  # inherited by every connection: little fits in before a reader that does not read is noticed
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
        return made

    return listen


@asynccontextmanager
async def open_house(
    url: str = "memory:",
    *,
    plugins: Mapping[str, Plugin] = PLUGINS,
    store: Store | None = None,
    send_bytes: int = 0,
    chance: Callable[[int], bytes] | None = None,
    **settings: Any,
) -> AsyncIterator[House]:
    """A server on the store at this url, until the end of the block."""
    opened = store or await open_store(url)
    chosen = Settings(store=url, **{**QUIET, **settings})
    app = create_app(chosen, opened, clock=ticking(), entropy=chance or _chance(), plugins=plugins)
    client: TestClient[Any, Any] = TestClient(
        TestServer(app, socket_factory=_listening(send_bytes)), cookie_jar=aiohttp.DummyCookieJar()
    )
    async with client:
        async with client.get("/api/openapi.json") as response:
            contract = Contract(await response.json())
        yield House(client, opened, contract)
