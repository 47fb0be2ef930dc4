"""Wakes those who follow the log, after each commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

from server.storage.base import Stored

FOLLOW_ROWS_MAX = 1_000  # rows handed to a follower at once, so that one far behind does not fill the memory


class Feed:
    """The last committed position and the followers that wait beyond it; lives on one event loop."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.closed = False
        self._waiting: set[asyncio.Future[None]] = set()

    def announce(self, position: int) -> None:
        """Say that everything up to a position is committed."""
        if position > self.position:
            self.position = position
            self._wake()

    def close(self) -> None:
        """Send every follower home."""
        self.closed = True
        self._wake()

    async def follow(
        self, after_position: int, read_all: Callable[[int, int], Awaitable[list[Stored]]]
    ) -> AsyncGenerator[list[Stored], None]:
        """Everything after a position, in order, as it is committed."""
        position = after_position
        while not self.closed:
            if self.position <= position:
                await self._news()
                continue
            found = await read_all(position, FOLLOW_ROWS_MAX)
            if found:
                position = found[-1].position
                yield found

    async def _news(self) -> None:
        # No await between the caller's look at the position and this line, so no commit slips between.
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)

    def _wake(self) -> None:
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
