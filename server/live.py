"""The live feed: one WebSocket shows a match from any entry on, in order, none lost or twice, and takes intents.

A watcher keeps a place in the log and is woken when there is more; what it has not read yet stays in the log, so a
slow one costs no memory, and one that does not read at all is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from server.config import Settings
from server.match import Match, encode
from server.metrics import Metrics
from server.problems import Problem, head_json
from server.storage import StorageError
from server.tokens import Caller, Tokens

log = structlog.get_logger(__name__)

PROTOCOL = "matchfold"
SINGLE_STEPS_MAX = 16  # a watcher so close to the head gets each step by itself, with its own view
CLOSE_SECONDS_MAX = 2  # for a client to answer that the connection ends
CHUNK_ENTRIES = 400  # one further behind gets so many at once

REPLACED = (WSCloseCode.POLICY_VIOLATION, b"the token was replaced")
GOING_DOWN = (WSCloseCode.GOING_AWAY, b"the server is going down")
LATER = (WSCloseCode.TRY_AGAIN_LATER, b"the store cannot be asked now")

Submit = Callable[[Any], Awaitable[dict[str, Any]]]


class Streams:
    """All live connections, so that they can be ended: one seat's when its token goes, all when the server does."""

    def __init__(self, settings: Settings, metrics: Metrics, tokens: Tokens) -> None:
        self._settings = settings
        self._tokens = tokens
        self._metrics = metrics
        self._open: set[Stream] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self.closing = False

    def check_room(self) -> None:
        """Refuses one connection too many."""
        if self.closing:
            raise Problem("SHUTTING_DOWN", "The server is going down; come back in a moment.")
        if len(self._open) >= self._settings.live_sockets_max:
            raise Problem("TOO_MANY_SOCKETS", "There are too many live connections; try again later.")

    async def serve(self, stream: Stream) -> None:
        """Runs a connection until either side ends it."""
        self._open.add(stream)
        self._metrics.live_sockets.set(len(self._open))
        try:
            # Only what stands in `_open` is ended with its seat or the server, and this one was on its way there.
            why = await self._ended_by_now(stream.caller)
            if why is not None:
                self._end(stream, *why)
            await stream.run()
        finally:
            self._open.discard(stream)
            self._metrics.live_sockets.set(len(self._open))

    async def _ended_by_now(self, caller: Caller) -> tuple[int, bytes] | None:
        try:
            await self._tokens.again(caller)
        except Problem:
            return REPLACED
        except StorageError:
            return LATER
        return GOING_DOWN if self.closing else None

    def end_seat(self, match_id: str, seat: int) -> None:
        """Ends the connections of a seat whose tokens are no longer good; nothing more is sent on them."""
        for stream in self._open:
            if stream.caller.match == match_id and seat in (stream.caller.seat, stream.caller.invite):
                self._end(stream, *REPLACED)

    def _end(self, stream: Stream, code: int, reason: bytes) -> None:
        stream.mute()
        task = asyncio.create_task(stream.end(code, reason))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Ends every connection because the server goes down."""
        self.closing = True
        ending = [stream.end(*GOING_DOWN) for stream in self._open]
        await asyncio.gather(*ending, *self._ending)


class Stream:
    """One live connection of one viewer."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        request: web.Request,
        match: Match,
        caller: Caller,
        viewer: str,
        after: int,
        submit: Submit,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        self.caller = caller
        self._socket = socket
        self._request = request
        self._match = match
        self._viewer = viewer
        self._after = after
        self._submit = submit
        self._settings = settings
        self._metrics = metrics
        self._news = asyncio.Event()
        self._ended = False
        self._told_end = False
        self._finished = asyncio.Event()

    async def run(self) -> None:
        """Shows what is new and takes intents, side by side."""
        self._match.watchers.add(self._news.set)
        feeding = asyncio.create_task(self._feed())
        try:
            if not self._ended:
                hello = {"type": "hello", "head": head_json(self._match.head), "viewer": self._viewer}
                await self._send(encode(hello))
            self._news.set()
            await self._listen()
        finally:
            self._match.unwatch(self._news.set)
            feeding.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await feeding
            self._finished.set()

    def mute(self) -> None:
        """Sends nothing more on this connection."""
        self._ended = True

    async def end(self, code: int, reason: bytes) -> None:
        """Closes the connection from this side, and cuts it off if the client does not answer; once is enough."""
        self.mute()
        if self._told_end:
            return
        self._told_end = True
        with contextlib.suppress(ConnectionError):
            try:
                async with asyncio.timeout(CLOSE_SECONDS_MAX):
                    # Not `close()`, which would leave before the client has answered.
                    await self._socket.send_frame(code.to_bytes(2, "big") + reason, WSMsgType.CLOSE)
                    await self._finished.wait()
            except TimeoutError:
                self._cut_off()

    def _cut_off(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()

    # -- showing

    async def _feed(self) -> None:
        try:
            while not self._ended:
                await self._news.wait()
                self._news.clear()
                while self._after < self._match.head.seq and not self._ended:
                    upto = self._next_stop()
                    message = self._match.message(self._viewer, self._after, upto)
                    self._after = upto
                    await self._send(message)
        except ConnectionError:
            return
        except Exception:
            log.exception("live_failed", match=self._match.id)
            await self.end(WSCloseCode.INTERNAL_ERROR, b"the server made a mistake")

    def _next_stop(self) -> int:
        history = self._match.history
        done = history.step_index(self._after)
        behind = len(history.steps) - done
        first = history.steps[done].seq
        if behind <= SINGLE_STEPS_MAX:
            return first
        # The last step that ends within the chunk; one step is never cut in two.
        place = history.step_index(self._after + CHUNK_ENTRIES)
        return history.steps[place - 1].seq if place > done else first

    async def _send(self, message: bytes) -> None:
        try:
            async with asyncio.timeout(self._settings.live_send_seconds_max):
                await self._socket.send_frame(message, WSMsgType.TEXT)
        except TimeoutError:
            self._metrics.cut_off.inc()
            log.info("live_cut_off", match=self._match.id)
            self.mute()
            self._cut_off()
            raise ConnectionResetError("the client does not read") from None

    # -- taking intents

    async def _listen(self) -> None:
        async for message in self._socket:
            if self._ended:
                continue  # until the client has answered that the connection ends
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            answer = await self._submit(message.data)
            if self._ended:
                continue
            try:
                await self._send(encode(answer))
            except ConnectionError:
                return
        await self._part()

    async def _part(self) -> None:
        """Answers a client that leaves; one that was left first has just answered, and that is the end."""
        if not self._ended:
            await self._socket.close(drain=False)
        elif self._request.transport is not None:
            self._request.transport.close()
