"""A connection to the server, also where what comes in on it is no request that can be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from aiohttp import web

from server.api.asking import JSON_HEADERS
from server.problems import Problem

log = structlog.get_logger(__name__)

FIRST_REQUEST_SECONDS_MAX = 60  # later ones have as long as a connection is kept open between two
UNREADABLE = "This is no HTTP request, or its first line or a header is longer than 8,190 bytes."
CONTINUE = "100-continue"

Handle = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class Connection(web.RequestHandler):
    """Answers what no handler ever sees with a problem document, and logs not a byte of it."""

    def __init__(self, manager: web.Server, loop: asyncio.AbstractEventLoop) -> None:
        # Compressed bodies are refused, so they need no unpacking: a few bytes of them could become very many.
        super().__init__(manager, loop=loop, access_log=None, auto_decompress=False)  # type: ignore[arg-type]
        self._waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there; whoever then asks for nothing is not waited for without end."""
        super().connection_made(transport)
        self._waiting = asyncio.get_running_loop().call_later(FIRST_REQUEST_SECONDS_MAX, self._let_go)

    def connection_lost(self, exc: BaseException | None) -> None:
        """They are gone."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _let_go(self) -> None:
        if self._request_count == 0 and self.transport is not None:
            self.transport.close()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """The answer to what cannot be read; the connection ends with it."""
        # aiohttp would show and log the line that it stumbled over, and a token may stand there.
        if status < 500:
            log.info("request_unreadable", why=type(exc).__name__)
            problem = Problem("BAD_REQUEST", UNREADABLE)
        else:
            log.error("request_failed", exc_info=exc)
            problem = Problem("INTERNAL", "The server made a mistake; it is in its log.")
        if request.writer.output_size > 0:
            raise ConnectionResetError("an answer has begun already")
        response = _response(problem)
        response.force_close()
        return response


def expecting(handle: Handle) -> Handle:
    """Refuses what nobody can meet before aiohttp does, which repeats it in plain text."""

    async def handler(request: web.BaseRequest) -> web.StreamResponse:
        if request.headers.get("Expect", CONTINUE).lower() != CONTINUE:
            return _response(Problem("BAD_REQUEST", f"Nothing but `{CONTINUE}` can be expected here."))
        return await handle(request)

    return handler


def _response(problem: Problem) -> web.Response:
    response = problem.response()
    response.headers.update(JSON_HEADERS)
    return response
