"""The page verifies the log of a live match, goes on with each step, and knows a rewritten log by the head it kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import Academy, Table

pytestmark = pytest.mark.browser


async def kept_head(page: Page, table: Table) -> Any:
    """The head that the browser keeps of a match."""
    return json.loads(await page.evaluate("key => localStorage.getItem(key)", f"matchfold.head.{table.id}") or "null")


async def verified(page: Page, head: Any) -> None:
    """The page comes to say that the log holds up to this head."""
    shown = f"Log verified: {head['seq']:,} entries, head {head['link'][:12]}…"
    await expect(page.locator("#proof")).to_have_text(shown)
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "good")


async def test_each_step_is_verified_as_it_comes(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}")
    summary = await academy.ask("GET", f"/matches/{table.id}")
    await verified(page, summary["head"])
    for _ in range(3):
        seat = await academy.asked_seat(table)
        offers = await academy.turn_of(table, seat)
        intent = next(offer["intent"] for offer in offers["offers"] if offer["pick"] is None)
        body = {"intent": intent, "intent_id": f"move-{summary['head']['seq']}", "decision": offers["decision"]}
        summary["head"] = (await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[seat], body))["head"]
        await verified(page, summary["head"])
    assert await kept_head(page, table) == summary["head"]


async def test_the_next_visit_goes_on_from_the_kept_head(academy: Academy) -> None:
    table = await academy.open_table(3, mode="advanced")
    head = (await academy.played_out(table))["head"]
    page = await academy.page(f"/m/{table.id}")
    await verified(page, head)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/entries" in request.url else None)
    await page.reload()
    await verified(page, head)
    assert asked and all(f"after={head['seq']}" in url or "limit=1" in url for url in asked), asked
    await page.locator("#proof").click()
    await page.get_by_role("button", name="Check it from the first entry").click()
    await expect(page.locator(".proof-facts")).to_contain_text(f"{head['seq']:,} entries, each linked")
    await expect(page.locator(".proof-facts")).to_contain_text("sealed parts are what was committed to")


@pytest.mark.parametrize("other", [{"link": "ab" * 32}, {"seq": 99_999}], ids=["another link", "a longer log"])
async def test_a_kept_head_that_is_not_in_the_log_is_a_warning(academy: Academy, other: dict[str, Any]) -> None:
    table = await academy.open_table(2)
    await academy.played_out(table)
    page = await academy.page("/")
    entry = (await academy.ask("GET", f"/matches/{table.id}/entries"))["entries"][29]
    kept = {"seq": 30, "link": entry["link"], **other}
    await page.evaluate(
        "([key, head]) => localStorage.setItem(key, head)", [f"matchfold.head.{table.id}", json.dumps(kept)]
    )
    await page.goto(f"{academy.url}/m/{table.id}")
    await expect(page.get_by_role("alert")).to_contain_text("This log was rewritten.")
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "bad")
    await page.get_by_role("button", name="What that means").click()
    await expect(page.locator(".proof-findings")).to_contain_text(f"{kept['seq']}:{kept['link']}")
    assert await kept_head(page, table) == kept, "the proof is not thrown away"


async def test_a_server_that_changes_an_entry_on_its_way_is_found_out(academy: Academy) -> None:
    table = await academy.open_table(2)
    await academy.played_out(table)
    page = await academy.page("/")

    async def change(route: Any) -> None:
        answer = await route.fetch()
        found = await answer.json()
        for entry in found["entries"]:
            if entry["seq"] == 25:
                entry["at"] += 1
        await route.fulfill(response=answer, json=found)

    await page.route("**/entries?*", change)
    await page.goto(f"{academy.url}/m/{table.id}")
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "bad")
    await page.locator("#proof").click()
    await expect(page.locator(".proof-findings li")).to_contain_text(["LINK at 25"])


async def test_a_long_log_is_verified_when_asked_to(academy: Academy) -> None:
    table = await academy.open_table(3)
    head = (await academy.played_out(table))["head"]
    page = await academy.page("/")

    async def shorter(route: Any) -> None:
        answer = await route.fetch()
        text = await answer.text()
        assert "UNASKED_MAX = 2_000" in text
        await route.fulfill(response=answer, body=text.replace("UNASKED_MAX = 2_000", "UNASKED_MAX = 100"))

    await page.route("**/static/badge.js", shorter)
    await page.goto(f"{academy.url}/m/{table.id}")
    await expect(page.locator("#proof")).to_have_text("Verify the log")
    await page.locator("#proof").click()
    await verified(page, head)
