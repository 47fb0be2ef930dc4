"""Somebody comes who has never been here: what the tables are, how a game is played, what stands on a board."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from projections.games import PLUGINS
from tests.browser.academy import DESKTOP, PHONE, Academy, settled
from tests.browser.test_maya import open_arena, play_until, seated, tell
from tests.toy.plugin import TOY

pytestmark = pytest.mark.browser


async def test_a_first_turn_against_bots_takes_a_name_and_three_presses(academy: Academy) -> None:
    page = await academy.page("/")
    await page.locator("[aria-label='Your name']").fill("Marta")
    await page.get_by_role("button", name="Bots on all other seats").click()
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_role("button", name="Start the match").click()
    await expect(page.locator("#awaited")).to_contain_text("Your turn.")


async def test_the_lobby_tells_rules_as_the_form_does_and_only_unusual_ones(academy: Academy) -> None:
    await academy.open_table(2, title="A siege", game="maya", options={"mode": "siege-1v1"}, start=False)
    await academy.open_table(2, title="Built", game="maya", options={"decks": "built", "expert": True}, start=False)
    await academy.open_table(3, title="A trial", options={"first_defender": 2}, start=False)
    page = await academy.page("/")
    told = {"A siege": "Trials of Maya · Siege 1v1", "A trial": "Arcanya: Magic Academy · Basic · First defender: 2"}
    told["Built"] = "Trials of Maya · Siege 1v1 · Decks: Built · Expert: Mama Malevolence in place of every Big Stepper"
    for title, rules in told.items():
        card = page.locator(".table-card").filter(has=page.get_by_text(title, exact=True))
        await expect(card.locator(".table-game")).to_have_text(rules)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_page_says_how_the_game_is_played_and_won(academy: Academy, size: tuple[int, int]) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await seated(academy, table, 1, size=size)
    await page.get_by_role("button", name="How it is played").click()
    told = page.get_by_role("dialog", name="How it is played")
    await expect(told).to_contain_text("cards on your mat slide")
    mode = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["box"]["mode"]
    for sentence in mode["text"]:
        await expect(told).to_contain_text(sentence)
    await expect(told.get_by_role("heading", name="How it is played")).to_be_in_viewport()


async def test_while_a_table_fills_up_one_reads_how_its_game_is_played(academy: Academy) -> None:
    table = await academy.open_table(2, 1, start=False)
    page = await academy.page(f"/m/{table.id}")
    await page.locator("#act").get_by_role("button", name="How it is played").click()
    await expect(page.get_by_role("dialog")).to_contain_text("The Sphere flies from Student to Student.")


async def test_whoever_stands_on_a_space_is_named_there_and_at_a_touch(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await seated(academy, table, await play_until(academy, table, "PrepareCard"))
    units = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["units"]
    warden = next(unit for unit in units if unit["what"] == "warden-of-knots")
    words = f"{warden['name']}, {warden['hp']} of {warden['max_hp']} HP. Attack 1 (Projectile 3) + 1 Root OR Move 2"
    middle = await page.locator(f"[data-unit={warden['id']}] .disc").bounding_box()
    assert middle
    at = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    under = "([x, y]) => document.elementFromPoint(x, y).closest('g:has(> title)').querySelector('title').textContent"
    assert words in await page.evaluate(under, list(at)), "a pointer that rests there reads it"
    await page.mouse.click(*at)
    await expect(page.locator(".maya-leaf.told")).to_contain_text(words)
    await page.keyboard.press("Escape")
    await expect(page.locator(".maya-leaf.told")).to_have_count(0)


async def test_a_column_that_is_too_long_says_that_there_is_more_and_stays_where_it_was(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "EndActionPhase")
    page = await seated(academy, table, seat, reduced_motion="reduce")
    column = page.locator(".column", has=page.locator(".mat.own"))
    last = column.locator(".objectives li").last
    await expect(last).not_to_be_in_viewport(ratio=1)
    more = column.locator(".more")
    await more.click()
    await expect(more).to_be_hidden()
    await expect(last).to_be_in_viewport(ratio=1)
    before = await page.locator(".position").inner_text()
    assert await tell(academy, table, seat, lambda offer: offer["intent"]["type"] == "EndActionPhase")
    await expect(page.locator(".position")).not_to_have_text(before)
    await settled(page)
    await expect(more).to_be_hidden()
    await expect(last).to_be_in_viewport(ratio=1)


async def test_nobody_is_struck_from_the_order_before_turns_are_taken(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "ArrangeFragments")
    page = await seated(academy, table, seat)
    await expect(page.locator(".initiative li")).to_have_count(2)
    await expect(page.locator(".initiative .done")).to_have_count(0)


async def test_victory_points_are_on_show_before_the_first_is_won(academy: Academy) -> None:
    table = await open_arena(academy, 3, 3, "headhunters")
    page = await seated(academy, table, await play_until(academy, table, "PrepareCard"))
    await expect(page.locator(".mat .figure.points dd")).to_have_text(["0", "0", "0"])


async def test_who_follows_is_told_why_the_table_lags_behind(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await academy.page(f"/m/{table.id}")
    await expect(page.locator("#connection")).to_have_text("Live")
    for seat in (1, 2, 1, 2):
        assert await tell(academy, table, seat, lambda offer: True)
    await expect(page.locator("#act")).to_contain_text("You see what happened a moment ago.")
    await expect(page.locator("#act")).to_contain_text("prepares a card")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("#act")).to_contain_text("You are looking back.")


async def test_a_game_without_a_board_shows_its_view_as_a_list(
    academy: Academy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLUGINS, TOY.game, TOY)
    table = await academy.open_table(3, 3, game=TOY.game, options={"rounds": 5})
    page = await academy.page(f"/m/{table.id}#token={table.tokens[1]}")
    await expect(page.locator("#title")).to_have_text("Highest card table")
    rows = page.locator(".plain-seats li")
    await expect(rows).to_have_count(3)
    view = await academy.ask("GET", f"/matches/{table.id}/view?as=seat:1", table.tokens[1])
    hand = ", ".join(str(card) for card in view["table"]["seats"][0]["hand"]["cards"])
    await expect(rows.first).to_contain_text(f"Cards {hand}")
    await expect(rows.nth(1)).to_contain_text("Count ")
    await expect(rows.nth(1)).not_to_contain_text("Cards ")
    await expect(page.locator(".plain-table > dl")).to_contain_text("Round1")
