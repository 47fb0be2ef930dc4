"""Opening a table, handing out its links, sitting down, and coming back days later."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.browser.academy import PHONE, Academy, sideways

pytestmark = pytest.mark.browser


async def test_a_table_is_opened_its_link_sent_and_the_match_started(academy: Academy) -> None:
    host = await academy.page("/")
    await host.locator("input[name=title]").fill("Thursday evening")
    await host.locator("[aria-label='Your name']").fill("Marta")
    await host.locator("[aria-label='Seat 3']").select_option("bot:greedy")
    await host.locator("[data-key=fewer]").click()
    await host.locator("[data-option=mode]").select_option(label="Advanced")
    await host.locator("form.create button[type=submit]").click()
    await host.wait_for_url("**/m/*")
    await expect(host.locator("#title")).to_have_text("Thursday evening")
    await expect(host.locator(".gathering-seat .tag.you")).to_be_visible()
    start = host.locator("#start")
    await expect(start).to_be_disabled()

    link = await host.locator("[aria-label='Link for seat 2']").input_value()
    guest = await academy.page(link.removeprefix(academy.url))
    await guest.locator("input[name=name]").fill("Jon")
    await guest.locator("[data-key=sit]").click()
    await expect(guest.locator(".gathering-seat .tag.you")).to_be_visible()
    assert "#" not in guest.url, "a used invitation does not stay in the address"
    await expect(guest.locator("#start")).to_have_count(0)

    await expect(host.locator(".gathering-seat", has_text="Jon")).to_be_visible()
    await start.click()
    for page in (host, guest):
        await expect(page.locator("svg.table")).to_be_visible()
        await expect(page.locator(".hand li")).to_have_count(5)
    match = host.url.split("/m/")[1].split("?")[0]
    summary = await academy.ask("GET", f"/matches/{match}")
    assert [(seat["name"], seat["bot"]) for seat in summary["seats"][:2]] == [("Marta", None), ("Jon", None)]
    assert summary["seats"][2]["bot"] == "greedy"
    assert summary["options"]["mode"] == "advanced"
    sat = [e for e in (await academy.ask("GET", f"/matches/{match}/entries"))["entries"] if e["type"] == "SitDown"]
    assert all(len(e["public"]["entropy"]) == 64 for e in sat), "each player puts chance of their own into the shuffles"


async def test_whoever_got_no_answer_gets_the_seat_all_the_same(academy: Academy) -> None:
    table = await academy.open_table(3, 1, start=False)
    page = await academy.page(f"/m/{table.id}#invite={table.invites['1']}&seat=1")
    lost: list[Any] = []

    async def lose_the_answer(route: Route) -> None:
        if lost:
            await route.continue_()
            return
        lost.append(await route.fetch())
        await route.abort()

    await page.route(re.compile(r"/seats/1$"), lose_the_answer)
    await page.locator("input[name=name]").fill("Marta")
    await page.locator("[data-key=sit]").click()
    await expect(page.locator(".gathering-seat .tag.you")).to_be_visible()
    assert lost and (await academy.moves_of(table, 1)) == []
    academy.forgive("ERR_FAILED")


async def test_a_table_that_keeps_hands_closed_shows_no_eyes_but_ones_own_at_its_end(academy: Academy) -> None:
    table = await academy.open_table(3, open_after=False)
    await academy.played_out(table)
    page = await academy.page(f"/m/{table.id}")
    await expect(page.get_by_role("button", name="Keep the match file")).to_be_visible()
    assert await page.locator(".eyes option").all_inner_texts() == ["Spectator"]
    await expect(page.get_by_text("eyes are open now")).to_have_count(0)


async def test_whoever_comes_back_in_another_tab_sits_where_they_sat(academy: Academy) -> None:
    table = await academy.open_table(3, 1)
    first = await academy.page(f"/m/{table.id}#token={table.tokens[1]}")
    await expect(first.locator(".hand li").first).to_be_visible()
    context = first.context
    await first.close()
    later = await academy.page(f"/m/{table.id}", context=context)
    await expect(later.locator(".eyes select")).to_have_value("seat:1")
    await expect(later.locator(".hand li").first).to_be_visible()
    lobby = await academy.page("/", context=context)
    await expect(lobby.locator("#mine .table-card")).to_have_count(1)


async def test_a_key_that_was_replaced_leaves_a_spectator_who_is_told_so(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}")
    await expect(page.locator("#connection")).to_have_text("Live")
    await academy.ask("POST", f"/matches/{table.id}/seats/1/token", table.host)
    await expect(page.locator("#act .notice")).to_contain_text("was replaced")
    await expect(page.locator(".eyes select")).to_have_value("spectator")
    await expect(page.locator(".hand")).to_have_count(0)
    academy.forgive("status of 401", "status of 403", "after close")


async def test_the_host_gives_a_seat_anew_to_who_lost_the_way_back(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    host = await academy.page(f"/m/{table.id}#token={table.host}")
    await host.locator("#host summary").click()
    await host.locator("#host li", has_text="Marta").get_by_role("button", name="New link").click()
    link = await host.locator("[aria-label='Link for seat 1']").input_value()
    again = await academy.page(link)
    await again.locator("input[name=name]").fill("Marta")
    await again.locator("[data-key=sit]").click()
    await expect(again.locator(".hand li").first).to_be_visible()


async def test_eyes_that_are_closed_while_the_match_runs_show_the_spectators_table(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    page = await academy.page(f"/m/{table.id}?as=seat:2")
    await expect(page.locator(".eyes select")).to_have_value("spectator")
    await expect(page.locator("svg.table")).to_be_visible()
    await expect(page.locator(".hand")).to_have_count(0)
    await expect(page.locator("svg.table .tiny:not(.back)")).to_have_count(0)
    academy.forgive("status of 403")


async def test_a_table_that_is_not_there_is_said_to_be_missing(academy: Academy) -> None:
    page = await academy.page("/m/nosuchmatch")
    await expect(page.locator(".unreachable h2")).to_have_text("No such table")
    academy.forgive("status of 404")


async def test_the_lobby_lists_tables_and_filters_them(academy: Academy) -> None:
    over = await academy.open_table(2, title="Done long ago")
    await academy.played_out(over)
    await academy.open_table(2, 2, title="Still going")
    await academy.open_table(2, 2, title="Come and sit", start=False)
    page = await academy.page("/")
    cards = page.locator("#list .table-card")
    await expect(cards).to_have_count(3)
    for status, title in (("open", "Come and sit"), ("running", "Still going"), ("over", "Done long ago")):
        await page.locator(f"[data-key='filter/{status}']").click()
        await expect(cards).to_have_count(1)
        await expect(cards.first).to_contain_text(title)


async def test_the_lobby_fits_a_phone(academy: Academy) -> None:
    await academy.open_table(10, 1, title="The very long table of the whole academy, on a Thursday evening")
    page = await academy.page("/", PHONE)
    await expect(page.locator("#list .table-card")).to_have_count(1)
    await expect(page.locator("form.create")).to_be_visible()
    assert await sideways(page) <= 0
