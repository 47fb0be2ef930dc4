"""Whole matches of Trials of Maya over the live API: one client for each seat, each following only its own offers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from projections.audit import audit
from projections.bots import Dice
from projections.games import PLUGINS, plugin_for
from projections.matchfile import loads
from tests.api.clients import play_seat, seated
from tests.api.house import Table, open_house

GAME = "maya"
MAYA = plugin_for(GAME)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (4, {"mode": "siege-2v2", "reactions": True}),
        pytest.param(2, {"mode": "siege-1v1"}, marks=pytest.mark.slow),
        pytest.param(3, {"mode": "headhunters"}, marks=pytest.mark.slow),
    ],
)
async def test_a_whole_match_by_one_client_for_each_seat(url: str, seats: int, options: dict[str, Any]) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, GAME, seats, options)
        made = await asyncio.gather(*[play_seat(table, seat) for seat in range(1, seats + 1)])
        assert min(made) > 10
        summary = await table.get("")
        assert summary["status"] == "over" and summary["outcome"]["reasons"]
        file = loads((await table.ask("GET", "/export?as=auditor", status=200)).raw.decode())
        assert audit(file, MAYA) == []
        for seat in (None, *range(1, seats + 1)):
            redacted = loads((await table.ask("GET", "/export", seat, status=200)).raw.decode())
            assert audit(redacted, MAYA) == []
            assert redacted.head == file.head


@pytest.mark.rules("MAYA-AMB-112")
async def test_a_deck_list_is_its_owners_until_the_match_is_over(url: str) -> None:
    async def listed(table: Table, viewer: str, who: int) -> Any:
        view = await table.get(f"/view?as={viewer}", who)
        return view["table"]["seats"][1]["deck_list"]

    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, GAME, 2, {"mode": "siege-1v1"})
        await table.play(Dice(1), moves=6)
        own = await listed(table, "seat:2", 2)
        assert len(own) == 24
        assert [await listed(table, viewer, 1) for viewer in ("seat:1", "spectator")] == [None, None]
        for viewer in ("seat:2", "auditor"):
            refused = await table.ask("GET", f"/view?as={viewer}", 1, status=403)
            assert refused.code == "VIEWER_NOT_ALLOWED"
        await table.post(1, {"intent": {"type": "Concede"}, "intent_id": "enough"}, status=200)
        assert (await table.get(""))["status"] == "over"
        assert [await listed(table, viewer, 1) for viewer in ("seat:2", "auditor")] == [own, own]
