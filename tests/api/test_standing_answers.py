"""A seat that has said in advance that it lets things happen is not waited for (MAYA-AMB-55)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from projections.bots import Dice
from projections.games import PLUGINS
from server.api.asking import SERVER
from tests.api.clients import seated
from tests.api.house import Table, open_house

MOVES = 110


async def played(table: Table, standing: bool) -> list[dict[str, Any]]:
    """The log after some moves in which seat 2 answers everything but reactions; those too unless it stands by."""
    dice = Dice(4)
    for _ in range(MOVES):
        asked = (await table.get(""))["awaiting"]
        if not asked:
            break
        waiting = asked[0]
        if standing and waiting["seat"] == 2 and waiting["kind"] == "reaction":
            await asyncio.wait_for(answered(table, waiting["decision"]), 10)
            continue
        await table.post(waiting["seat"], await table.move(waiting["seat"], dice))
    log: list[dict[str, Any]] = (await table.get("/entries", 1))["entries"]
    return log


async def answered(table: Table, decision: str) -> None:
    """Waits until the question is gone, which nobody but the server answers."""
    while any(asked["decision"] == decision for asked in (await table.get(""))["awaiting"]):
        await asyncio.sleep(0.01)


def passes(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in log if entry["type"] == "PassReaction" and entry["actor"] == "seat:2"]


@pytest.mark.rules("MAYA-AMB-55")
async def test_a_standing_pass_is_given_by_the_server_and_looks_like_any_other(url: str) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, "maya", 2, {"mode": "siege-1v1", "reactions": True})
        body = {"intent": {"type": "SetAutoPass", "on": True}, "intent_id": "standing-order"}
        await table.post(2, body, status=200)
        by_itself = passes(await played(table, standing=True))
        other = await seated(house, "maya", 2, {"mode": "siege-1v1", "reactions": True})
        by_hand = passes(await played(other, standing=False))
    assert by_itself and by_hand
    forms = {(entry["kind"], tuple(entry["public"]), len(entry["sealed"])) for entry in (*by_itself, *by_hand)}
    assert len(forms) == 1, "an opponent could tell them apart"


@pytest.mark.rules("MAYA-AMB-55")
async def test_a_standing_pass_that_is_lifted_at_that_moment_is_not_given(url: str) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, "maya", 2, {"mode": "siege-1v1", "reactions": True})
        dice = Dice(4)
        while (asked := (await table.get(""))["awaiting"])[0]["kind"] != "reaction":
            await table.post(asked[0]["seat"], await table.move(asked[0]["seat"], dice), status=200)
        seat = asked[0]["seat"]
        match = house.app[SERVER].matches.peek(table.id)
        assert match is not None
        lock: Any = match.lock
        orders = []
        async with asyncio.timeout(10), lock:
            for on in (True, False):
                body = {"intent": {"type": "SetAutoPass", "on": on}, "intent_id": f"order-{on}"}
                orders.append(asyncio.create_task(table.post(seat, body, status=200)))
                while len(lock._waiters or ()) < len(orders):
                    await asyncio.sleep(0)
        await asyncio.gather(*orders)
        for _ in range(20):  # requests in which the server would have passed
            log = (await table.get("/entries", seat))["entries"]
    assert log[-1]["type"] == "AutoPassSet"
