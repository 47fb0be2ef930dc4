"""Somebody who comes back is told what they missed, and sees the table through their own eyes at any step."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import PHONE, Academy, Table, expect_step, sideways, step_shown

pytestmark = pytest.mark.browser


async def make_moves(academy: Academy, table: Table, count: int) -> None:
    """The people at the table take offers, so many."""
    for _ in range(count):
        seat = await academy.asked_seat(table)
        offers = await academy.turn_of(table, seat)
        head = (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"]
        intent = next(offer["intent"] for offer in offers["offers"] if offer["pick"] is None)
        body = {"intent": intent, "intent_id": f"move-{head}", "decision": offers["decision"]}
        await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[seat], body)


async def at_the_table(academy: Academy, table: Table, size: Any = None) -> Page:
    page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}", *([size] if size else []))
    await expect(page.locator("svg.table")).to_be_visible()
    return page


async def leave(page: Page) -> None:
    """The page has shown the newest step and is closed."""
    await page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('matchfold.seen.'))")
    await page.goto("about:blank")


async def test_the_first_visit_has_nothing_to_recall(academy: Academy) -> None:
    table = await academy.open_table(3, 3)
    page = await at_the_table(academy, table)
    await page.reload()
    await expect(page.locator("svg.table")).to_be_visible()
    await expect(page.locator(".recap")).to_be_hidden()


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
async def test_what_happened_meanwhile_is_told_and_can_be_watched(academy: Academy, size: Any) -> None:
    table = await academy.open_table(3, 3)
    page = await at_the_table(academy, table, size)
    seen = (await step_shown(page))[1]
    await leave(page)
    since = (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"]
    await make_moves(academy, table, 6)
    told = await academy.ask("GET", f"/matches/{table.id}/recap?since={since}", table.tokens[1])
    await page.goto(f"{academy.url}/m/{table.id}")
    recap = page.locator(".recap")
    await expect(recap.locator("h2")).to_have_text("Since your last visit")
    await expect(recap.locator("p").first).to_contain_text(f"{told['steps']} steps")
    lines = [" ".join(step["lines"]) for step in told["highlights"]]
    await expect(recap.locator("li")).to_have_text(lines)
    assert await sideways(page) == 0
    await recap.locator("li button").first.click()
    await expect_step(page, seen + 1)
    await recap.get_by_role("button", name="Show me").click()
    await expect(recap).to_be_hidden()
    await expect(page.locator("button.play")).to_have_attribute("aria-label", "Pause (space)")
    await page.keyboard.press("End")
    await page.reload()
    await expect(page.locator("svg.table")).to_be_visible()
    await expect(recap).to_be_hidden()


async def test_looking_back_says_who_was_asked_what(academy: Academy) -> None:
    table = await academy.open_table(3, 3)
    await make_moves(academy, table, 2)
    token = table.tokens[1]
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline", token))["steps"]
    number, start = next((number, step) for number, step in enumerate(steps, 1) if step["intent"] == "StartMatch")
    page = await academy.page(f"/m/{table.id}?at={start['seq']}&as=seat:1#token={token}")
    await expect_step(page, number)
    view = await academy.ask("GET", f"/matches/{table.id}/view?at={start['seq']}&as=seat:1", token)
    await expect(page.locator(".caption .asks")).to_have_text(view["awaiting"][0]["text"])
    await page.keyboard.press("End")
    await expect(page.locator(".caption .asks")).to_have_count(0)


async def test_an_address_shows_any_seats_step_when_the_match_is_over(academy: Academy) -> None:
    table = await academy.open_table(3, mode="advanced")
    await academy.played_out(table)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    middle = steps[len(steps) // 2]
    for viewer in ("seat:1", "seat:2", "seat:3"):
        page = await academy.page(f"/m/{table.id}?at={middle['seq']}&as={viewer}")
        await expect_step(page, len(steps) // 2 + 1)
        view = await academy.ask("GET", f"/matches/{table.id}/view?at={middle['seq']}&as={viewer}")
        await expect(page.locator(".caption .asks")).to_have_text(view["awaiting"][0]["text"])
        for seat in view["table"]["seats"]:
            row = page.locator(f"svg.table [data-seat='{seat['seat']}'] .tiny:not(.back)")
            await expect(row).to_have_count(len(seat["hand"]["cards"] or []))
