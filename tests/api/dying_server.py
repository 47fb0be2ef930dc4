"""A server that kills itself at one point of one intent: `python -m tests.api.dying_server URL POINT`.

It prints its port, and dies when an intent called `the-last-one` comes to that point; or when its standard input ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from aiohttp import web

from server.app import create_app
from server.config import Settings
from server.live import Stream
from server.match import Match
from server.storage import Appended, Command, Row, Store, open_store
from tests.api.house import PLUGINS, QUIET

LAST = "the-last-one"
BEFORE_COMMIT = "before the commit"
BEFORE_REPLY = "after the commit, before the reply"
BEFORE_FEED = "after the reply, before the feed"
AFTER_FEED = "after the feed"
POINTS = (BEFORE_COMMIT, BEFORE_REPLY, BEFORE_FEED, AFTER_FEED)


class Dying:
    """Passes everything on; at the last intent it dies, or sees to it that the server does a little later."""

    def __init__(self, store: Store, point: str) -> None:
        self._store = store
        self._point = point

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        if command is None or not command.id.endswith(LAST):
            return await self._store.append(match, expected_seq, rows, command)
        if self._point == BEFORE_COMMIT:
            die()
        appended = await self._store.append(match, expected_seq, rows, command)
        if self._point == BEFORE_REPLY:
            die()
        if self._point == BEFORE_FEED:
            Match.wake = die  # type: ignore[assignment, method-assign]
        if self._point == AFTER_FEED:
            send = Stream._send

            async def send_and_die(self: Stream, message: bytes) -> None:
                await send(self, message)
                die()

            Stream._send = send_and_die  # type: ignore[method-assign]
        return appended


def die(*_: object) -> None:
    """Ends this process as a power cut would: nothing is tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str, point: str) -> None:
    """Serves until it dies."""
    store: Any = Dying(await open_store(url), point)
    runner = web.AppRunner(create_app(Settings(store=url, **QUIET), store, plugins=PLUGINS))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
