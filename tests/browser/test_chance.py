"""A page that sat down finds the chance that it put in in the log, and tells where another stands in its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.academy import Academy, Table

pytestmark = pytest.mark.browser


async def sat_down(academy: Academy, table: Table, swap: bool) -> Page:
    """A page that takes seat 1 of a table by its invitation; the server takes its chance, or another."""
    page = await academy.page(f"/m/{table.id}#invite={table.invites['1']}&seat=1")

    async def on_its_way(route: Route) -> None:
        body: dict[str, Any] = json.loads(route.request.post_data or "")
        await route.continue_(post_data=json.dumps({**body, "entropy": "ab" * 32} if swap else body))

    await page.route("**/seats/1", on_its_way)
    await page.locator("input[name=name]").fill("Marta")
    await page.locator("[data-key=sit]").click()
    await expect(page.locator(".gathering-seat .tag.you")).to_be_visible()
    return page


async def kept(page: Page, table: Table) -> Any:
    return json.loads(await page.evaluate("key => localStorage.getItem(key)", f"matchfold.chance.{table.id}"))


async def test_the_chance_of_a_player_is_found_in_the_log(academy: Academy) -> None:
    table = await academy.open_table(2, 1, start=False)
    page = await sat_down(academy, table, swap=False)
    await academy.ask("POST", f"/matches/{table.id}/start", table.host)
    await page.reload()
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "good")
    assert (await kept(page, table))["1"]["found"] is True


async def test_a_server_that_puts_another_chance_in_its_place_is_found_out(academy: Academy) -> None:
    table = await academy.open_table(2, 1, start=False)
    page = await sat_down(academy, table, swap=True)
    for _ in range(2):  # also by whoever comes back, to whom the log is known up to here
        await page.reload()
        await expect(page.locator("#proof")).to_have_attribute("data-standing", "bad")
    await page.locator("#proof").click()
    told = "the chance that this browser put into the draws for seat 1 is not in the log"
    await expect(page.locator(".proof-findings li")).to_contain_text([told])


async def test_whoever_takes_over_a_seat_puts_nothing_in(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    answer = await academy.ask("POST", f"/matches/{table.id}/seats/1/token", table.host)
    page = await academy.page(f"/m/{table.id}#invite={answer['invite']}&seat=1")
    await page.locator("input[name=name]").fill("Jon")
    await page.locator("[data-key=sit]").click()
    await expect(page.locator(".hand li")).to_have_count(5)
    await page.reload()
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "good")
