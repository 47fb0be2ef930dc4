"""A process that appends until it is killed: `python -m tests.storage.writer_loop PATH SEED`.

It prints a line for each acknowledged append: match, first seq, count, name; and `open` once the store is.
"""

from __future__ import annotations

import asyncio
import random
import sys

from server.storage import open_store
from tests.storage.matches import command, rows

CLIENTS = 12


async def main(path: str, seed: int) -> None:
    """Twelve clients play twelve matches as fast as the store answers."""
    store = await open_store(f"sqlite:{path}")
    print("open", flush=True)

    async def play(client: int) -> None:
        chance = random.Random(seed * 100 + client)
        head = await store.head(f"match {client}")
        seq = head.seq if head else 0
        while True:
            count = chance.randint(1, 4)
            name = f"seed {seed} seq {seq}"
            await store.append(f"match {client}", seq, rows(seq + 1, count, name), command(name))
            print(f"match {client}", seq + 1, count, name, sep="|", flush=True)
            seq += count

    await asyncio.gather(*(play(client) for client in range(CLIENTS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
