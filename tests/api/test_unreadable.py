"""What comes in that is no request at all has its problem document too, and leaves nothing of itself in the logs."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from structlog.testing import capture_logs

from server.app import serving
from server.config import Settings
from server.storage import open_store

SETTINGS = Settings(store="memory:", port=0)
TOKEN = b"CANARY-TOKEN"
HOST = b"Host: x\r\n"


async def sent(data: bytes) -> tuple[str, dict[str, str], Any]:
    """Status line, headers and JSON of what the server answers to these bytes before it closes the connection."""
    async with serving(SETTINGS, await open_store("memory:")) as url:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
        writer.write(data)
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    head, _, body = answer.decode().partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    return first, {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}, json.loads(body)


@pytest.mark.parametrize(
    "data",
    [
        b"CASTLE /" + TOKEN + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /" + TOKEN + b" x HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /" + TOKEN + b"x" * 9_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /healthz HTTP/1.1\r\nX-Name: " + TOKEN + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n" + HOST + b"Authorization: Bearer " + TOKEN + b"\x00\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n" + HOST + b"Authorization: Bearer " + TOKEN * 1_000 + b"\r\n\r\n",
        b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Content-Length: " + TOKEN + b"\r\n\r\n",
        b"\x16\x03\x01 " + TOKEN + b"\r\n\r\n",
    ],
)
async def test_what_is_no_request_gets_a_problem_document_and_is_not_logged(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with capture_logs() as logged, caplog.at_level(logging.DEBUG):
        first, headers, problem = await sent(data)
    assert first.split(" ")[1] == "400"
    assert headers["content-type"] == "application/problem+json" and headers["cache-control"] == "no-store"
    assert (problem["code"], problem["status"]) == ("BAD_REQUEST", 400)
    assert problem["type"] == "urn:matchfold:problem:BAD_REQUEST" and problem["title"] and problem["detail"]
    assert [line["event"] for line in logged] == ["request_unreadable"]
    assert "CANARY" not in f"{problem} {logged} {caplog.text}"
    assert [record for record in caplog.records if record.name.startswith("aiohttp")] == []


@pytest.mark.parametrize("expected", [b"cards", b"\xff"])
@pytest.mark.parametrize("path", [b"/healthz", b"/nothing"])
async def test_what_nobody_can_meet_is_not_expected(expected: bytes, path: bytes) -> None:
    asked = b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\nExpect: " + expected + b"\r\n\r\n"
    first, headers, problem = await sent(asked)
    assert first.split(" ")[1] == "400" and headers["content-type"] == "application/problem+json"
    assert problem["code"] == "BAD_REQUEST"


async def test_a_body_that_waits_to_be_asked_for_is_asked_for() -> None:
    head = b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Connection: close\r\nExpect: 100-Continue\r\n"
    async with serving(SETTINGS, await open_store("memory:")) as url:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
        writer.write(head + b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n")
        assert await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10) == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"{}")
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
    assert b'"code":"BAD_BODY"' in answer


async def test_a_request_that_can_be_read_is_answered_on_the_same_server() -> None:
    first, headers, answer = await sent(b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
    assert first == "HTTP/1.1 200 OK" and headers["content-type"] == "application/json"
    assert answer == {"status": "ok"}


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\n" + HOST])
async def test_who_does_not_come_to_the_end_of_a_first_request_is_let_go(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.connection.FIRST_REQUEST_SECONDS_MAX", 0.1)
    async with serving(SETTINGS, await open_store("memory:")) as url:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
        writer.write(begun)
        assert await asyncio.wait_for(reader.read(), 10) == b""
        writer.close()


async def test_who_has_asked_in_time_may_go_on_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.connection.FIRST_REQUEST_SECONDS_MAX", 0.1)
    async with serving(SETTINGS, await open_store("memory:")) as url:
        port = int(url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n")
            assert await asyncio.wait_for(reader.readuntil(b'ok"}'), 10)
            # One that came later and asks for nothing is gone by now.
            silent, other = await asyncio.open_connection("127.0.0.1", port)
            assert await asyncio.wait_for(silent.read(), 10) == b""
            other.close()
        writer.close()
