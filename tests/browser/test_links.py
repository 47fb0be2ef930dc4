"""What could a seat know at a step: a link shows exactly that, as it was sent to the seat at the time."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import Academy, Table, expect_step, step_shown
from tests.browser.test_maya import tell

pytestmark = pytest.mark.browser


async def hand_on(page: Page) -> list[str]:
    found: list[str] = await page.locator(".hand [aria-label]").evaluate_all(
        "cards => cards.map(one => one.getAttribute('aria-label').split('.')[0])"
    )
    return found


async def play_on(academy: Academy, table: Table, moves: int) -> bool:
    """Plays some moves of two people, whatever is first on their lists; whether the match is still going on."""
    for _ in range(moves):
        if (await academy.ask("GET", f"/matches/{table.id}"))["status"] == "over":
            return False
        assert await tell(academy, table, await academy.asked_seat(table), lambda offer: True)
    return True


async def test_a_link_shows_what_a_seat_was_shown_and_who_was_asked_what(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    await play_on(academy, table, 5)
    at = (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"]
    sent = await academy.ask("GET", f"/matches/{table.id}/view", table.tokens[2])
    seated = await academy.page(f"/m/{table.id}#token={table.tokens[2]}")
    shown, _ = await step_shown(seated)
    hand = await hand_on(seated)
    assert hand
    while await play_on(academy, table, 40):
        pass
    # A stranger follows the link when all is over.
    page = await academy.page(f"/m/{table.id}?at={at}&as=seat:2")
    await expect_step(page, shown)
    assert await academy.ask("GET", f"/matches/{table.id}/view?at={at}&as=seat:2") == sent
    assert await hand_on(page) == hand
    asks = " ".join(dict.fromkeys(asked["text"] for asked in sent["awaiting"]))
    await expect(page.locator(".caption .asks")).to_have_text(asks)


async def test_the_link_is_copied_beside_the_eyes(academy: Academy) -> None:
    table = await academy.open_table(3)
    await academy.played_out(table)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    rights = ["clipboard-read", "clipboard-write"]
    page = await academy.page(f"/m/{table.id}?at={steps[11]['seq']}&as=seat:3", permissions=rights)
    await expect_step(page, 12)
    await page.locator("#copy-link").click()
    await expect(page.locator(".said")).to_have_text("Link copied")
    link = await page.evaluate("navigator.clipboard.readText()")
    assert link == f"{academy.url}/m/{table.id}?at={steps[11]['seq']}&as=seat:3"
    other = await academy.page(link)
    await expect_step(other, 12)
    await expect(other.locator(".eyes select")).to_have_value("seat:3")


async def test_while_it_is_played_the_link_of_another_seat_opens_nothing_hidden(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    await play_on(academy, table, 3)
    at = (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"]
    page = await academy.page(f"/m/{table.id}?at={at}&as=seat:2")
    await expect(page.locator("#act .notice")).to_contain_text("Those eyes are closed until the match is over")
    await expect(page.locator(".hand [aria-label]")).to_have_count(0)
    academy.forgive("403")
