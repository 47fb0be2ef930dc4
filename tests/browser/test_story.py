"""The list of steps keeps the step that is shown in sight, wherever one comes from."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, expect_step, step_shown
from tests.browser.test_maya import open_arena, play_until, seated

pytestmark = pytest.mark.browser

IN_SIGHT = """() => {
  const room = document.querySelector("#timeline").getBoundingClientRect();
  const row = document.querySelector("#timeline [aria-current=step]").getBoundingClientRect();
  // A row that is longer than the list is in sight when it fills it.
  return row.height > 0 && row.bottom > room.top + Math.min(row.height, room.height) - 1
    && row.top < room.bottom - Math.min(row.height, room.height) + 1;
}"""
SETTLED = """() => new Promise((done) => {
  const room = document.querySelector("#timeline");
  let [top, still] = [-1, 0];
  const look = () => {
    still = room.scrollTop === top ? still + 1 : 0;
    top = room.scrollTop;
    if (still > 20) done(); else requestAnimationFrame(look);
  };
  look();
})"""


async def expect_in_sight(page: Page) -> None:
    """The row of the shown step comes to lie within the list, and stays there when the list has settled."""
    # On a narrow screen the story lies below the table; out of the window it is not laid out at all.
    await page.locator("#timeline").scroll_into_view_if_needed()
    await page.wait_for_function(IN_SIGHT)
    await page.evaluate(SETTLED)
    assert await page.evaluate(IN_SIGHT), "the row is still there when all is laid out"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_shown_step_of_a_long_story_is_in_sight(academy: Academy, size: tuple[int, int]) -> None:
    table = await open_arena(academy, 2, 0, "siege-1v1")
    await academy.played_out(table)
    timeline = (await academy.ask("GET", f"/matches/{table.id}/timeline?as=auditor"))["steps"]
    assert len(timeline) > 150, "a story of several blocks"
    middle = len(timeline) * 2 // 3
    page = await academy.page(f"/m/{table.id}?at={timeline[middle]['seq']}&as=auditor", size)
    await expect_step(page, middle + 1)
    await expect_in_sight(page)
    for key, step in (("End", len(timeline)), ("Home", 1), ("End", len(timeline))):
        await page.keyboard.press(key)
        await expect_step(page, step)
        await expect_in_sight(page)


async def test_the_story_goes_along_with_a_table_that_is_played_at(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "ActivateCard")
    page = await seated(academy, table, seat)
    await expect_in_sight(page)
    before = (await step_shown(page))[1]
    await play_until(academy, table, "ActivateCard", 3 - seat)
    steps = len((await academy.ask("GET", f"/matches/{table.id}/timeline?as=seat:{seat}", table.tokens[seat]))["steps"])
    assert steps > before
    await expect(page.locator(".position")).to_have_text(f"{steps} / {steps}")
    await expect_in_sight(page)
