"""Clients that leave in the middle, or only ask whether something is there, are no mistakes of the server."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from server.api.asking import SERVER
from server.app import create_app
from server.config import Settings
from server.storage import open_store
from tests.api.house import API, House


async def metrics(port: int) -> str:
    """What the server counts."""
    async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/metrics") as answer:
        return await answer.text()


@pytest.mark.parametrize("call", ["/matches", "/matches/abc/session"])
async def test_who_hangs_up_in_the_middle_of_a_body_is_let_go_quietly(call: str) -> None:
    """Served as `matchfold serve` does it: there a request goes on for a while when its client is gone."""
    runner = web.AppRunner(create_app(Settings(store="memory:"), await open_store("memory:")), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        with capture_logs() as logged:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST {API}{call} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            writer.write(f'{head}Content-Length: 500\r\n\r\n{{"game": "'.encode())
            await writer.drain()
            await metrics(port)  # of somebody else, so that the server has begun with the first one
            writer.transport.abort()
            async with asyncio.timeout(10):
                while 'status="499"} 1.0' not in await metrics(port):
                    pass
    finally:
        await runner.cleanup()
    assert [line for line in logged if line["log_level"] in ("warning", "error", "critical")] == []


@pytest.mark.parametrize("call", ["", "/view", "/offers", "/entries", "/timeline", "/export"])
async def test_a_head_request_is_answered_as_a_get_without_its_body(house: House, call: str) -> None:
    table = await house.start_table(2)
    whole = await table.ask("GET", call, 1, status=200)
    head = await table.ask("HEAD", call, 1, status=200)
    assert head.raw == b"" and whole.raw
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]
    assert head.headers["Content-Length"] == str(len(whole.raw))


async def test_a_head_request_is_refused_as_a_get_is_and_opens_no_socket(house: House) -> None:
    table = await house.start_table(2)
    assert (await table.ask("HEAD", "/view?as=seat:2", 1, status=403)).raw == b""
    assert (await house.ask("HEAD", f"{API}/matches/nope", status=404)).raw == b""
    assert (await table.ask("HEAD", "/live", 1, status=405)).headers["Allow"] == "GET"
    assert json.loads((await table.ask("DELETE", "", 1, status=405)).raw)["code"] == "METHOD_NOT_ALLOWED"


CLOSE = 8


async def frames(reader: asyncio.StreamReader) -> list[tuple[int, bytes]]:
    """What a server sends on a socket until it ends the connection: opcodes and payloads."""
    found: list[tuple[int, bytes]] = []
    while first := await reader.read(1):
        (length,) = await reader.readexactly(1)
        if length >= 126:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
        found.append((first[0] & 15, await reader.readexactly(length)))
        if found[-1][0] == CLOSE:
            return found
    return found


@pytest.mark.parametrize("who", ["server", "client"])
async def test_both_sides_of_a_socket_say_once_that_it_ends(house: House, who: str) -> None:
    table = await house.start_table(2)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.client.port)
    writer.write(
        f"GET {table.path}/live?after=0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Authorization: Bearer {table.tokens[1]}\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    async with asyncio.timeout(10):
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        leave = bytes((0x80 | CLOSE, 0x80 | 2, 0, 0, 0, 0)) + (1000).to_bytes(2)  # masked with zeros
        if who == "server":
            house.app[SERVER].streams.end_seat(table.id, 1)
            code = 1008
        else:
            writer.write(leave)
            code = 1000
        told = await frames(reader)
        assert told[-1][0] == CLOSE and int.from_bytes(told[-1][1][:2]) == code
        writer.write(leave if who == "server" else b"")
        assert await frames(reader) == []  # and the connection ends
    writer.close()
