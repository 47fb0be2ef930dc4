"""Clients of a real server: one for each seat, each knowing its token and nothing else."""

from __future__ import annotations

from typing import Any

from projections.bots import Dice
from tests.api.house import API, House, Table, filled


async def seated(house: House, game: str, seats: int, options: dict[str, Any]) -> Table:
    """A started table of a game, each seat held by a person."""
    body = {"game": game, "seats": seats, "options": options}
    made = (await house.ask("POST", f"{API}/matches", status=201, json=body)).json
    table = Table(house, made["match"]["id"], made["host_token"], made["invites"])
    for seat in range(1, seats + 1):
        await table.sit(seat)
    await table.start()
    return table


async def play_seat(table: Table, seat: int) -> int:
    """A client that knows its token and nothing else: it watches, and takes an offer whenever it has one."""
    protocols = ["matchfold", f"bearer.{table.tokens[seat]}"]
    feed = await table.house.client.ws_connect(f"{table.path}/live?after=0", protocols=protocols)
    dice = Dice(seat)
    made = 0
    while True:
        message = await feed.receive_json(timeout=30)
        if message["type"] == "problem":
            # Offers that came with a message before the newest one: the newest is on its way.
            assert message["problem"]["code"] == "STALE_DECISION", message
        if message["type"] != "entries":
            continue
        if message["view"]["status"] == "over":
            await feed.close()
            return made
        offers = message["offers"]
        if offers is not None and offers["offers"]:
            chosen = offers["offers"][dice.below(len(offers["offers"]))]
            made += 1
            body = {"intent": filled(chosen, dice), "intent_id": f"{seat}-{made}", "decision": offers["decision"]}
            await feed.send_json({"type": "intent", **body})
