"""A press is never lost because the page was drawn anew under the finger; and a phone shows table and sheet at once."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import PHONE, Academy, Table, step_shown
from tests.browser.test_maya import before_a_move, open_arena, play_until, seated, take_first_way, tell

pytestmark = pytest.mark.browser


async def both_prepare(academy: Academy) -> tuple[Table, Page]:
    """Two seats are asked at once: whatever one does is drawn on the page of the other."""
    table = await open_arena(academy, 2, 2, "siege-1v1")
    await play_until(academy, table, "PrepareCard", 1)
    return table, await seated(academy, table, 1)


async def other_moves(academy: Academy, table: Table, page: Page) -> None:
    """The other seat does its part, and the page has heard of it."""
    rows = await page.locator("#timeline li.step").count()
    assert await tell(academy, table, 2, lambda offer: offer["intent"].get("card"))
    await expect(page.locator("#timeline li.step")).to_have_count(rows + 1)


async def has_prepared(academy: Academy, table: Table) -> int:
    return len([move for move in await academy.moves_of(table, 1) if move["type"] == "PrepareCard"])


async def test_a_press_holds_while_the_other_seat_moves(academy: Academy) -> None:
    table, page = await both_prepare(academy)
    before = await has_prepared(academy, table)
    offer = page.locator("#act button.offer[data-type=PrepareCard]").first
    await offer.hover()
    await page.mouse.down()
    await other_moves(academy, table, page)
    async with page.expect_response("**/intents"):
        await page.mouse.up()
    assert await has_prepared(academy, table) == before + 1


async def test_a_press_on_the_board_holds_too(academy: Academy) -> None:
    table, page = await both_prepare(academy)
    card = page.locator(".maya-hand .maya-card.lit").first
    await card.hover()
    await page.mouse.down()
    await other_moves(academy, table, page)
    await page.mouse.up()
    await expect(page.locator(".maya-hand .maya-card[aria-pressed=true]")).to_have_count(1)


async def test_a_press_with_the_space_bar_holds_too(academy: Academy) -> None:
    table, page = await both_prepare(academy)
    before = await has_prepared(academy, table)
    await page.locator("#act button.offer[data-type=PrepareCard]").first.focus()
    await page.keyboard.down(" ")
    await other_moves(academy, table, page)
    async with page.expect_response("**/intents"):
        await page.keyboard.up(" ")
    assert await has_prepared(academy, table) == before + 1


async def test_what_came_while_something_was_pressed_is_drawn_when_it_is_let_go(academy: Academy) -> None:
    table, page = await both_prepare(academy)
    caption = page.locator(".caption .told")
    told = await caption.inner_text()
    await caption.hover()
    await page.mouse.down()
    await other_moves(academy, table, page)
    await expect(caption).to_have_text(told)
    await page.mouse.up()
    await expect(caption).not_to_have_text(told)


async def test_a_card_is_put_away_beside_the_arena_on_a_phone(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    wide, seat = await before_a_move(academy, table)
    await wide.close()
    page = await seated(academy, table, seat, size=PHONE)
    sheet, arena = page.locator("#act"), page.locator("svg.arena")
    fold = page.locator("[data-key=fold]")
    assert await above(page) >= 0.9, "most of the arena is seen above the list"
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await expect(sheet.locator("button.offer").first).to_be_hidden()
    assert await above(page) == 1
    await fold.click()
    # Whoever reads on below and aims comes back to the arena.
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    # Aimed at, the arena is seen whole, and every lit space can be touched.
    aim = page.locator("#act [data-group^='act/'] .aim").first
    await aim.click()
    await expect(aim).to_have_attribute("aria-expanded", "true")
    await expect(page.locator("#act .aim")).to_have_count(1)
    await expect(arena).to_be_in_viewport(ratio=0.99)
    assert await above(page) == 1
    lit = page.locator(".lit-space")
    assert await lit.count() > 1
    for space in await lit.all():
        await space.click(trial=True)
    shown = await step_shown(page)
    await lit.last.click()
    await take_first_way(page, shown[1])
    await expect(page.locator(".position")).to_have_text(f"{shown[1] + 1} / {shown[1] + 1}")
    await expect(arena).to_be_visible()


async def above(page: Page) -> float:
    """Which share of the arena's height is not covered by the sheet, with the page scrolled to its top."""
    share: float = await page.evaluate(
        """() => {
          scrollTo(0, 0);
          const arena = document.querySelector("svg.arena").getBoundingClientRect();
          const sheet = document.querySelector("#act").getBoundingClientRect();
          return Math.min(1, (sheet.top - arena.top) / arena.height);
        }"""
    )
    return share
