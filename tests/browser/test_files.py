"""A match file in the same page: with the eyes it was written for, and with no others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import expect

from projections.games import plugin_for
from projections.history import History
from projections.matchfile import loads
from server.replay import replay_app
from tests.browser.academy import API, Academy, Table, step_shown

pytestmark = pytest.mark.browser


@asynccontextmanager
async def shown(academy: Academy, table: Table, viewer: str, token: str | None = None) -> AsyncIterator[str]:
    """The address of a page that shows this viewer's copy of a match."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    export = f"{academy.url}{API}/matches/{table.id}/export?as={viewer}"
    async with academy.session.get(export, headers=headers) as response:
        assert response.status == 200
        file = loads(await response.text())
    history = History(plugin_for(file.game), file.match_id)
    history.extend(file.entries)
    server = TestServer(replay_app(file, history))
    await server.start_server()
    try:
        yield f"{academy.also_at(str(server.make_url('')))}/m/{table.id}?as={viewer}"
    finally:
        await server.close()


async def test_a_full_file_opens_every_seats_eyes(academy: Academy) -> None:
    table = await academy.open_table(3, mode="advanced")
    await academy.played_out(table)
    async with shown(academy, table, "auditor") as address:
        page = await academy.page(address)
        await expect(page.locator(".result-heading")).to_be_visible()
        options = await page.locator(".eyes option").evaluate_all("options => options.map(one => one.value)")
        assert options == ["seat:1", "seat:2", "seat:3", "spectator", "auditor"]
        count = (await step_shown(page))[1]
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("]")
        await expect(page.locator(".eyes select")).to_have_value("seat:1")
        await expect(page.locator(".position")).to_have_text(f"{count - 1} / {count}")
        await expect(page.locator(".hand")).to_be_visible()
        await page.close()  # before its server goes: it may be asking for the frames around


async def test_the_copy_of_a_seat_in_a_running_match_shows_its_hand_and_offers_nothing(academy: Academy) -> None:
    table = await academy.open_table(3, 1, mode="advanced")
    await academy.turn_of(table, 1)
    async with shown(academy, table, "seat:1", table.tokens[1]) as address:
        page = await academy.page(address)
        await expect(page.locator(".hand li")).to_have_count(5)
        await expect(page.locator("svg.table .seat:not(.own) .tiny:not(.back)")).to_have_count(0)
        options = await page.locator(".eyes option").evaluate_all("options => options.map(one => one.value)")
        assert options == ["seat:1", "spectator"]
        await expect(page.locator("#act button.offer")).to_have_count(0)
        await expect(page.locator(".live-button")).to_be_hidden()
        await page.close()
