"""A table corrects itself from the page: proposed by one seat, agreed to or refused by the others."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, Table, sideways
from tests.browser.test_maya import open_arena, play_until, seated

pytestmark = pytest.mark.browser


async def opened(academy: Academy) -> tuple[Table, int, Page]:
    """An arena with both champions, and the page of the seat whose turn it is."""
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "ActivateCard")
    return table, seat, await seated(academy, table, seat)


async def other_page(academy: Academy, table: Table, seat: int, size: tuple[int, int] = DESKTOP) -> Page:
    return await academy.page(f"/m/{table.id}#token={table.tokens[3 - seat]}", size)


async def propose(page: Page, text: str, changes: list[tuple[str, str]]) -> None:
    """Fills in the form: each change is a count of the first unit or seat on the list."""
    await page.get_by_role("button", name="Correct the table").click()
    await page.get_by_label("What went wrong, and what should be").fill(text)
    for place, (kind, value) in enumerate(changes):
        if place:
            await page.get_by_role("button", name="Another change").click()
        await page.get_by_label("What is changed").nth(place).select_option(label=kind)
        await page.get_by_label("To how many").nth(place).fill(value)
    await page.get_by_role("button", name="Propose it").click()


async def test_a_correction_is_proposed_agreed_to_and_made(academy: Academy) -> None:
    table, seat, page = await opened(academy)
    view = await academy.ask("GET", f"/matches/{table.id}/view")
    unit = next(one for one in view["table"]["units"] if one["at"])
    seats = view["table"]["seats"]
    await propose(page, "The harm was forgotten.", [("HP", "1"), ("XP", "7")])
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(page.locator(".ruling")).to_contain_text("You propose a correction. The harm was forgotten.")
    for size in (DESKTOP, PHONE):
        other = await other_page(academy, table, seat, size)
        ruling = other.locator(".ruling")
        await expect(ruling).to_contain_text(f"{seats[seat - 1]['name']} proposes a correction.")
        assert await ruling.locator("li").all_inner_texts() == [
            f"{await place_of(other, unit)}: HP 1",
            f"{seats[0]['name']}: XP 7",
        ]
        await expect(ruling).to_contain_text(f"Still to answer: {seats[2 - seat]['name']}.")
        assert await sideways(other) <= 0
    await other.locator("#act button.offer", has_text="Agree to the correction").click()
    for window in (page, other):
        await expect(window.locator(".caption")).to_contain_text("All agree, and the table is corrected")
        await expect(window.locator(".ruling")).to_have_count(0)
    table_now = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]
    assert next(one["hp"] for one in table_now["units"] if one["id"] == unit["id"]) == 1
    assert table_now["seats"][0]["xp"] == 7
    entries = (await academy.ask("GET", f"/matches/{table.id}/entries"))["entries"]
    (made,) = [entry for entry in entries if entry["type"] == "RulingApplied"]
    assert made["public"]["seats"] == [1, 2]


async def place_of(page: Page, unit: dict[str, object]) -> str:
    """A unit with the space it stands on, as the page names them."""
    words = await page.locator(f"svg.arena [data-unit='{unit['id']}']").get_attribute("aria-label")
    assert words and str(unit["name"]) in words
    found = await page.locator(".ruling li").first.inner_text()
    space = found[found.index("(") + 1 : found.index(")")]
    assert space in words
    return f"{unit['name']} ({space})"


async def test_a_correction_is_refused_and_another_may_be_proposed_and_withdrawn(academy: Academy) -> None:
    table, seat, page = await opened(academy)
    before = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["units"]
    await propose(page, "All fall.", [("HP", "1")])
    other = await other_page(academy, table, seat)
    await other.locator("#act button.offer", has_text="Refuse the correction").click()
    await expect(page.locator(".caption")).to_contain_text("The correction is not made.")
    await expect(page.locator(".ruling")).to_have_count(0)
    await propose(page, "And again.", [("Energy", "9")])
    await page.get_by_role("button", name="Withdraw it").click()
    await expect(other.locator(".ruling")).to_have_count(0)
    assert (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["units"] == before


async def test_what_cannot_be_made_is_told_in_the_form(academy: Academy) -> None:
    _, _, page = await opened(academy)
    await propose(page, "Much more.", [("HP", "99")])
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("alert")).to_contain_text("That correction cannot be made: 'hp'.")
    await expect(dialog.get_by_label("What went wrong, and what should be")).to_have_value("Much more.")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Correct the table")).to_be_focused()
    academy.forgive("422")


async def test_a_table_without_rulings_has_no_form(academy: Academy) -> None:
    options = {"mode": "siege-1v1", "rulings": False}
    table = await open_arena(academy, 2, 2, "siege-1v1", options=options)
    page = await seated(academy, table, await play_until(academy, table, "ActivateCard"))
    await expect(page.get_by_role("button", name="Give up")).to_be_visible()
    await expect(page.get_by_role("button", name="Correct the table")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "narrow"])
async def test_a_host_without_a_seat_proposes_from_the_host_link(academy: Academy, size: tuple[int, int]) -> None:
    table, _, player = await opened(academy)
    host = await academy.page(f"/m/{table.id}#token={table.host}", size)
    await propose(host, "The harm was forgotten.", [("XP", "7"), ("A track of the mode", "2")])
    await expect(host.get_by_role("dialog")).to_have_count(0)
    ruling = host.locator(".ruling")
    await expect(ruling).to_contain_text("You propose a correction. The harm was forgotten.")
    await expect(ruling).to_contain_text("Nobody has agreed yet. Still to answer: Marta, Jon.")
    await expect(host.locator(".caption")).to_contain_text("The host proposes a correction: The harm was forgotten.")
    await expect(host.get_by_role("button", name="Correct the table")).to_have_count(0)
    assert await sideways(host) <= 0
    await expect(player.locator(".ruling")).to_contain_text("The host proposes a correction.")
    await expect(player.get_by_role("button", name="Withdraw it")).to_have_count(0)
    for seat in (1, 2):
        seen = await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat])
        agree = next(one["intent"] for one in seen["offers"] if one["intent"].get("agree"))
        body = {"intent": agree, "intent_id": f"agree-{seat}"}
        await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[seat], body)
    await expect(host.locator(".caption")).to_contain_text("All agree, and the table is corrected")
    await expect(host.locator(".ruling")).to_have_count(0)
    now = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]
    assert (now["seats"][0]["xp"], now["ledger"]) == (7, {"deaths.1": 2})
    await expect(host.get_by_role("button", name="Correct the table")).to_be_visible()


async def test_a_host_takes_a_proposal_back_and_is_told_what_cannot_be_made(academy: Academy) -> None:
    table, _, player = await opened(academy)
    host = await academy.page(f"/m/{table.id}#token={table.host}")
    await propose(host, "Much more.", [("HP", "99")])
    await expect(host.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "That correction cannot be made: 'hp'."
    )
    academy.forgive("422")
    await host.get_by_label("To how many").fill("1")
    await host.get_by_role("button", name="Propose it").click()
    await expect(player.locator(".ruling")).to_contain_text("The host proposes a correction. Much more.")
    await host.get_by_role("button", name="Withdraw it").click()
    await expect(player.locator(".caption")).to_contain_text("The host takes the correction back.")
    for page in (host, player):
        await expect(page.locator(".ruling")).to_have_count(0)


async def test_a_fallen_champion_is_brought_back_from_the_form(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    await play_until(academy, table, "PrepareCard")  # nobody has come in yet
    host = await academy.page(f"/m/{table.id}#token={table.host}", PHONE)
    await host.get_by_role("button", name="Correct the table").click()
    await host.get_by_label("What went wrong, and what should be").fill("It stood already.")
    await host.get_by_label("What is changed").select_option(label="Fallen champion")
    space = host.get_by_label("Which space")
    await space.select_option(index=5)
    name = await space.locator("option:checked").inner_text()
    await host.get_by_label("With how many HP").fill("3")
    assert await sideways(host) <= 0
    await host.get_by_role("button", name="Propose it").click()
    await expect(host.locator(".ruling li")).to_contain_text(f"comes back to {name} with 3 HP")


async def test_whoever_only_watches_has_no_form(academy: Academy) -> None:
    table, _, _ = await opened(academy)
    page = await academy.page(f"/m/{table.id}")
    await expect(page.locator("svg.arena")).to_be_visible()
    await expect(page.get_by_role("button", name="Correct the table")).to_have_count(0)
