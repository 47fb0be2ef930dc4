"""Whole matches of Arcanya over the live API: one client for each seat, each following only its own offers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from projections.audit import audit
from projections.bots import Dice
from projections.games import PLUGINS, plugin_for
from projections.history import History
from projections.matchfile import loads
from tests.api.clients import play_seat, seated
from tests.api.house import API, Table, open_house

GAME = "arcanya"
ARCANYA = plugin_for(GAME)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"mode": "basic"}), (4, {"mode": "advanced"}), (3, {"mode": "basic", "no_students": True})],
)
async def test_a_whole_match_by_one_client_for_each_seat(url: str, seats: int, options: dict[str, Any]) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, GAME, seats, options)
        made = await asyncio.gather(*[play_seat(table, seat) for seat in range(1, seats + 1)])
        assert sum(made) > 10
        summary = await table.get("")
        assert summary["status"] == "over" and summary["outcome"]["winners"]
        file = loads((await table.ask("GET", "/export?as=auditor", status=200)).raw.decode())
        assert audit(file, ARCANYA) == []
        for seat in (None, *range(1, seats + 1)):
            redacted = loads((await table.ask("GET", "/export", seat, status=200)).raw.decode())
            assert audit(redacted, ARCANYA) == []
            assert redacted.head == file.head


async def test_what_a_viewer_is_told_follows_from_the_log_that_viewer_holds(url: str) -> None:
    """Nothing but the redacted export is needed to work out every answer: so no answer holds more than that."""
    async with open_house(url, plugins=PLUGINS) as house:
        table = await seated(house, GAME, 3, {"mode": "advanced"})
        for _ in range(4):
            await table.play(Dice(5), moves=9)
            for who in (None, 1, 2, 3):
                viewer = "spectator" if who is None else f"seat:{who}"
                file = loads((await table.ask("GET", "/export", who, status=200)).raw.decode())
                known = History(ARCANYA, table.id)
                known.extend(file.entries)
                told = (await table.get("/timeline", who))["steps"]
                assert await table.get("/view", who) == plain(known.view(viewer))
                assert told == plain(known.timeline(viewer))
                assert (await table.get("/frames", who))["frames"] == plain(
                    [known.view(viewer, step["seq"]) for step in told]
                )
                if who is not None:
                    assert await table.offers(who) == plain(known.offers(who))


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


async def test_a_host_may_bring_cards_of_their_own_and_bad_ones_are_refused(url: str) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        body = {"game": GAME, "seats": 2, "content": {"power_name": "Might {value}"}}
        made = (await house.ask("POST", f"{API}/matches", status=201, json=body)).json
        table = Table(house, made["match"]["id"], made["host_token"], {})
        await table.sit(1)
        await table.sit(2)
        await table.start()
        cards = (await table.get("/view"))["table"]["cards"]
        assert cards["power-7"]["name"] == "Might 7"
        wrong: list[Any] = [{"dragons": []}, {"power": []}, [], "power", 7]
        for content in wrong:
            bad = await house.ask("POST", f"{API}/matches", status=422, json={**body, "content": content})
            assert bad.code == "BAD_CONTENT"
