"""Handlers for whoever runs the server: is it up, is it ready, how does it do, what can be asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from server.api.asking import answer, server_of
from server.problems import Problem
from server.storage import StorageError

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def healthz(request: web.Request) -> web.Response:
    """The process answers."""
    return answer({"status": "ok"})


async def readyz(request: web.Request) -> web.Response:
    """The server takes requests and the store can be asked."""
    server = server_of(request)
    if server.streams.closing:
        raise Problem("SHUTTING_DOWN", "The server is going down.")
    try:
        await server.matches.store.read_all(0, 1)
    except StorageError:
        raise Problem("STORE_FAILED", "The store cannot be used now.") from None
    return answer({"status": "ready"})


async def metrics(request: web.Request) -> web.Response:
    """Counts and times for Prometheus."""
    return web.Response(body=server_of(request).metrics.text(), headers={"Content-Type": METRICS_TYPE})


def document_handler(document: bytes) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler that answers with the OpenAPI document."""

    async def openapi(request: web.Request) -> web.Response:
        """What can be asked here."""
        return answer(document)

    return openapi
