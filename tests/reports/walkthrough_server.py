"""A server whose chance and clock are the same each time, for the walk from a report to a test.

It is run as a script beside the rules it is to play by: those are on the path, and may have a bug in them.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import sys

from aiohttp import web

from server.app import create_app
from server.config import Settings
from server.storage import open_store

NOW_MS = 1_796_068_800_000  # an evening


async def run(store: str) -> None:
    """Serves until its input ends; says where on its first line."""
    counter = itertools.count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(b"walkthrough %d" % next(counter)).digest(size)

    settings = Settings(store=store, log_level="error")
    app = create_app(settings, await open_store(store), clock=lambda: NOW_MS, entropy=entropy)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
        await asyncio.to_thread(sys.stdin.read)
    finally:
        await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
