"""Playing at the head of a live match, with the pointer and with the keyboard alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, Table, step_shown

pytestmark = pytest.mark.browser


async def seated(academy: Academy, table: Table, seat: int = 1, **options: Any) -> Page:
    """A window in which a seat's link was opened, when it is that seat's turn."""
    await academy.turn_of(table, seat)
    page = await academy.page(f"/m/{table.id}#token={table.tokens[seat]}", **options)
    await expect(page.locator("#awaited")).to_contain_text("Your turn.")
    return page


async def test_the_page_offers_exactly_what_the_server_offers(academy: Academy) -> None:
    table = await academy.open_table(4, 1, mode="advanced")
    page = await seated(academy, table)
    asked = await academy.turn_of(table, 1)
    said = [await row.inner_text() for row in await page.locator("#act button.offer > span").all()]
    words = {line.split("\n")[0].removesuffix(" …") for line in said}
    assert words == {offer["text"] for offer in asked["offers"]}
    await expect(page.locator("#awaited")).to_contain_text(asked["awaiting"][0]["text"])


async def test_a_card_and_an_offer_are_clicked_and_the_card_is_played(academy: Academy) -> None:
    table = await academy.open_table(3, 1)
    page = await seated(academy, table)
    asked = await academy.turn_of(table, 1)
    offer = next(o for o in asked["offers"] if o["intent"].get("card_id") and not o["pick"])
    face = offer["intent"]["card_id"]
    await page.locator(f".hand button[data-card='{face}']").first.click()
    await expect(page.locator(f".hand [data-card='{face}']").first).to_have_attribute("aria-pressed", "true")
    async with page.expect_response("**/intents"):
        await page.locator("#act button.offer", has_text=offer["text"]).first.click()
    played = await academy.moves_of(table, 1)
    assert [(one["type"], one["public"]["card_id"]) for one in played] == [(offer["intent"]["type"], face)]
    assert "#" not in page.url, "the key does not stay in the address"


async def test_a_card_and_then_a_lit_seat_send_the_sphere_there(academy: Academy) -> None:
    # Which hand comes is chance, so a table is looked for at which a Deflect may name two others.
    for number in range(12):
        table = await academy.open_table(4, 1, title=str(number))
        asked = await academy.turn_of(table, 1)
        aims = [o for o in asked["offers"] if o["intent"]["type"] == "PlayDeflect"]
        if len(aims) > 1:
            break
    else:
        pytest.fail("no hand with a Deflect in twelve tables")
    page = await seated(academy, table)
    target = aims[-1]["intent"]["target_seat"]
    await page.locator(".hand button[data-card=deflect]").first.click()
    lit = page.locator("svg.table .seat.lit")
    await expect(lit).to_have_count(len(aims))
    async with page.expect_response("**/intents"):
        await page.locator(f"svg.table .seat[data-seat='{target}']").click()
    assert [one["public"]["target_seat"] for one in await academy.moves_of(table, 1)] == [target]


async def test_pressing_twice_plays_once(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    asker = await academy.asked_seat(table)
    page = await seated(academy, table, asker)
    sent: list[Any] = []

    async def note_down(route: Any) -> None:
        sent.append(route.request.post_data_json)
        await route.continue_()

    await page.route("**/intents", note_down)
    offer = page.locator("#act .group.single button.offer").first
    await offer.dblclick()
    await expect(page.locator("#awaited")).to_have_count(0)
    await page.reload()
    await expect(page.locator("svg.table")).to_be_visible()
    assert len({body["intent_id"] for body in sent}) == 1
    assert len(await academy.moves_of(table, asker)) == 1


async def test_an_answer_that_got_lost_is_asked_again_and_acts_once(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    asker = await academy.asked_seat(table)
    page = await seated(academy, table, asker)
    tries = 0

    async def lose_first(route: Any) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            await route.fetch()  # it arrives, but the answer does not come back
            await route.fulfill(status=503, json={"title": "gone"})
        else:
            await route.continue_()

    await page.route("**/intents", lose_first)
    async with page.expect_response(lambda answer: answer.url.endswith("/intents") and answer.ok):
        await page.locator("#act .group.single button.offer").first.click()
    await expect(page.locator("#awaited")).to_have_count(0)
    assert tries == 2
    assert len(await academy.moves_of(table, asker)) == 1
    academy.forgive("status of 503")


async def test_a_stale_tab_is_told_so_and_shows_what_may_be_done_now(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    asker = await academy.asked_seat(table)
    page = await seated(academy, table, asker)
    # This tab hears nothing more, while the same seat plays elsewhere.
    asked = await academy.turn_of(table, asker)
    await page.evaluate("window.WebSocket = undefined")

    async def play_elsewhere_first(route: Any) -> None:
        offer = asked["offers"][0]
        body = {"intent": offer["intent"], "intent_id": "from-elsewhere", "decision": asked["decision"]}
        await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[asker], body)
        await route.continue_()

    await page.route("**/intents", play_elsewhere_first, times=1)
    await page.locator("#act .group.single button.offer").first.click()
    await expect(page.locator("#act .notice")).to_contain_text("The table has moved on")
    await expect(page.locator("#awaited")).to_have_count(0)
    academy.forgive("status of 409")


async def test_the_page_follows_what_others_do_and_stays_where_one_looks_back(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    watching = await academy.page(f"/m/{table.id}")
    await expect(watching.locator("#connection")).to_have_text("Live")
    looking_back = await academy.page(f"/m/{table.id}?at=1")
    await expect(looking_back.locator("#connection")).to_have_text("Live")
    _, count = await step_shown(watching)
    asker = await academy.asked_seat(table)
    asked = await academy.turn_of(table, asker)
    body = {"intent": asked["offers"][0]["intent"], "intent_id": "one", "decision": asked["decision"]}
    await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[asker], body)
    await expect(watching.locator(".position")).to_have_text(f"{count + 1} / {count + 1}")
    await expect(looking_back.locator(".position")).to_have_text(f"1 / {count + 1}")
    await looking_back.locator(".live-button").click()
    await expect(looking_back.locator(".position")).to_have_text(f"{count + 1} / {count + 1}")


async def test_a_turn_is_played_with_the_keyboard_alone(academy: Academy) -> None:
    table = await academy.open_table(3, 1)
    page = await seated(academy, table)
    await expect(page.locator("#announce-now")).to_contain_text("It is your turn.")
    for _ in range(60):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.matches('#act button.offer')"):
            break
    else:
        pytest.fail("Tab never came to an offer")
    async with page.expect_response("**/intents"):
        await page.keyboard.press("Enter")
    assert len(await academy.moves_of(table, 1)) == 1


async def act_once(page: Page) -> None:
    """Does the first thing on the list, picks included."""
    confirm = page.locator("#act [data-key=pick-confirm]")
    if not await confirm.count():
        every = page.locator("#act [data-key=all-offers]")
        if await every.count():
            await every.click()
            await expect(every).to_have_count(0)
        offer = page.locator("#act button.offer").first
        closed = page.locator("#act details:not([open]) > summary")
        if await closed.count():
            await closed.first.click()
            await expect(offer).to_be_visible()
        wants_more = "…" in await offer.inner_text()
        await offer.click()
        # What is asked next may be there already; it is not to be answered here.
        if not wants_more:
            return
    await expect(confirm).to_be_visible()
    await choose(page, confirm)


async def choose(page: Page, confirm: Locator) -> None:
    """Picks as many of the options as are wanted, the first ones, and confirms."""
    while await confirm.is_disabled():
        chosen = await page.locator("#act .pick-option[aria-pressed=true]").count()
        await page.locator("#act .pick-option:enabled[aria-pressed=false]").first.click()
        await expect(page.locator("#act .pick-option[aria-pressed=true]")).to_have_count(chosen + 1)
    await confirm.click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_whole_match_is_played_in_two_windows(academy: Academy, size: tuple[int, int]) -> None:
    table = await academy.open_table(2, 2, start=False)
    windows: dict[int, Page] = {}
    for seat, name in ((1, "Marta"), (2, "Jon")):
        link = f"/m/{table.id}#invite={table.invites[str(seat)]}&seat={seat}"
        page = await academy.page(link, size, reduced_motion="reduce")
        await page.locator("input[name=name]").fill(name)
        await page.locator("[data-key=sit]").click()
        await expect(page.locator(".gathering-seat .tag.you")).to_be_visible()
        windows[seat] = page
    await academy.ask("POST", f"/matches/{table.id}/start", table.host, {})
    for _ in range(400):
        summary = await academy.ask("GET", f"/matches/{table.id}")
        if summary["status"] == "over":
            break
        seat = summary["awaiting"][0]["seat"]
        page = windows[seat]
        decision = summary["awaiting"][0]["decision"]
        await expect(page.locator(f"#act[data-decision='{decision}']")).to_be_visible()
        await act_once(page)
        async with asyncio.timeout(20):
            while (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"] == summary["head"]["seq"]:
                await page.locator("#act").evaluate("() => new Promise(requestAnimationFrame)")
    else:
        pytest.fail("the match did not end in 400 moves")
    winners = [summary["seats"][seat - 1]["name"] for seat in summary["outcome"]["winners"]]
    for page in windows.values():
        await expect(page.locator(".result-heading")).to_contain_text(winners[0])
        steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
        assert await step_shown(page) == (len(steps), len(steps))
