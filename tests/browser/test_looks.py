"""The page fits every window, by day and by night, and keeps still for those who want it still."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, settled, sideways, step_shown

pytestmark = pytest.mark.browser


async def laid_out(page: Page) -> list[str]:
    """Seats that stand over one another or out of the picture."""
    await settled(page)
    found: list[str] = await page.evaluate(
        """() => {
          const boxOf = (seat) => seat.querySelector(".panel, .medallion").getBoundingClientRect();
          const room = document.querySelector("svg.table").getBoundingClientRect();
          const seats = [...document.querySelectorAll("svg.table .seat")];
          const boxes = seats.map((seat) => [seat.dataset.seat, boxOf(seat)]);
          const within = (one) => one.left >= room.left && one.right <= room.right
            && one.top >= room.top && one.bottom <= room.bottom;
          const meet = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
          const faults = boxes.filter(([, box]) => !within(box)).map(([seat]) => `${seat} is out of the picture`);
          boxes.forEach(([seat, box], index) => boxes.slice(index + 1).forEach(([other, second]) => {
            if (meet(box, second)) faults.push(`${seat} and ${other} meet`);
          }));
          return faults;
        }"""
    )
    return found


async def test_two_to_ten_seats_have_their_places(academy: Academy) -> None:
    for seats in range(2, 11):
        table = await academy.open_table(seats, 1, mode="advanced")
        await academy.turn_of(table, 1)
        for size in (DESKTOP, PHONE):
            page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}", size)
            await expect(page.locator("svg.table .seat")).to_have_count(seats)
            assert await laid_out(page) == [], f"{seats} seats at {size}"
            assert await sideways(page) <= 0, f"nothing is wider than {size[0]} pixels"
            await expect(page.locator(".hand li")).to_have_count(5)
            await page.close()  # eighteen open at once slow each other down


@pytest.mark.parametrize("size", [DESKTOP, (768, 1024), PHONE], ids=["desktop", "tablet", "phone"])
async def test_a_finished_match_never_scrolls_sideways(academy: Academy, size: tuple[int, int]) -> None:
    table = await academy.open_table(6, mode="advanced")
    await academy.played_out(table)
    for viewer in ("auditor", "seat:1"):
        page = await academy.page(f"/m/{table.id}?as={viewer}", size)
        await expect(page.locator("svg.table")).to_be_visible()
        assert await sideways(page) <= 0


async def test_the_theme_follows_the_system_and_can_be_switched(academy: Academy) -> None:
    page = await academy.page("/", color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    night = await page.evaluate(paper)
    await page.locator("#theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    day = await page.evaluate(paper)
    assert night != day
    await page.reload()
    assert await page.evaluate(paper) == day, "the choice is kept"


async def test_those_who_want_less_motion_get_none(academy: Academy) -> None:
    table = await academy.open_table(3)
    await academy.played_out(table)
    page = await academy.page(f"/m/{table.id}?at=1", reduced_motion="reduce")
    await expect(page.locator("svg.table").first).to_be_visible()
    for _ in range(6):
        await page.keyboard.press("ArrowRight")
    await expect(page.locator(".sphere")).to_be_visible()
    assert await page.evaluate("document.getAnimations().length") == 0


async def test_the_sphere_travels_for_everybody_else(academy: Academy) -> None:
    table = await academy.open_table(3)
    await academy.played_out(table)
    page = await academy.page(f"/m/{table.id}?at=1")
    await step_shown(page)  # the story is there, and the keys go through it
    for _ in range(6):
        await page.keyboard.press("ArrowRight")
    await expect(page.locator(".sphere")).to_be_visible()
    assert await page.evaluate("document.getAnimations().length") > 0


async def test_everything_that_can_be_pressed_has_a_name(academy: Academy) -> None:
    table = await academy.open_table(4, 1, mode="advanced")
    await academy.turn_of(table, 1)
    for size in (DESKTOP, PHONE):
        page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}", size)
        await expect(page.locator("#awaited")).to_be_visible()
        nameless = await page.evaluate(
            """() => [...document.querySelectorAll("button, a, input, select, [role=button], [tabindex='0']")]
              .filter((one) => one.checkVisibility())
              .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
              .map((one) => one.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
