"""Going through a finished match: by keys, by hand, by link, and with anybody's eyes."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import Academy, Table, expect_step, step_shown

pytestmark = pytest.mark.browser


@pytest.fixture
async def finished(academy: Academy) -> Table:
    """A match of three bots, played to its end."""
    table = await academy.open_table(3, mode="advanced")
    await academy.played_out(table)
    return table


async def opened(academy: Academy, table: Table, query: str = "") -> Page:
    page = await academy.page(f"/m/{table.id}{query}")
    await expect(page.locator("svg.table")).to_be_visible()
    return page


async def test_a_finished_match_opens_at_its_end_and_tells_who_won(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished)
    summary = await academy.ask("GET", f"/matches/{finished.id}")
    steps = (await academy.ask("GET", f"/matches/{finished.id}/timeline"))["steps"]
    await expect_step(page, len(steps))
    winner = summary["seats"][summary["outcome"]["winners"][0] - 1]["name"]
    await expect(page.locator(".result-heading")).to_contain_text(winner)
    points = page.locator(".standings .points")
    assert sorted(map(int, await points.all_inner_texts())) == sorted(summary["outcome"]["scores"].values())


async def test_arrow_keys_step_and_the_board_shows_what_the_server_says(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished, "?as=auditor&at=1")
    steps = (await academy.ask("GET", f"/matches/{finished.id}/timeline?as=auditor"))["steps"]
    await expect_step(page, 1)
    for number, step in enumerate(steps[1:12], start=2):
        await page.keyboard.press("ArrowRight")
        await expect_step(page, number)
        await expect(page.locator(".caption .told")).to_contain_text(step["lines"][0])
        view = await academy.ask("GET", f"/matches/{finished.id}/view?as=auditor&at={step['seq']}")
        if view["table"] is None:
            continue
        sphere = view["table"]["sphere"]
        await expect(page.locator(".sphere .power")).to_have_text(str(sphere["power"]))
        await expect(page.locator("svg.table .seat.target")).to_have_attribute("data-seat", str(sphere["target"]))
        for seat in view["table"]["seats"]:
            shown = page.locator(f"svg.table [data-seat='{seat['seat']}']")
            await expect(shown.locator(".shield.held")).to_have_count(len(seat["shields"]))
            await expect(shown.locator(".points text")).to_have_text(str(seat["points"]))
            await expect(shown.locator(".tiny:not(.back)")).to_have_count(len(seat["hand"]["cards"]))
    await page.keyboard.press("ArrowLeft")
    await expect_step(page, 11)


async def test_shift_goes_by_turns_and_up_and_down_by_rounds(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished)
    steps = (await academy.ask("GET", f"/matches/{finished.id}/timeline"))["steps"]
    pairs = enumerate(pairwise(steps), start=2)
    rounds = [number for number, (one, other) in pairs if one["round"] != other["round"]]
    assert len(rounds) > 2, "a match has several Spheres"
    await page.keyboard.press("Home")
    await expect_step(page, 1)
    for number in rounds:
        await page.keyboard.press("ArrowDown")
        await expect_step(page, number)
    await page.keyboard.press("ArrowUp")
    await expect_step(page, rounds[-2])
    turn = next(n for n in range(rounds[-2] + 1, len(steps) + 1) if steps[n - 1]["turn"] != steps[n - 2]["turn"])
    await page.keyboard.press("Shift+ArrowRight")
    await expect_step(page, turn)
    await page.keyboard.press("Shift+ArrowLeft")
    await expect_step(page, rounds[-2])
    await page.keyboard.press("End")
    await expect_step(page, len(steps))


async def test_space_plays_and_pauses(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished, "?at=1")
    await page.locator(".pace").select_option("2400")  # each step is there long enough to be seen
    await page.locator("body").click(position={"x": 5, "y": 5})
    await page.keyboard.press("Space")
    await expect(page.locator("button.play")).to_have_attribute("aria-label", "Pause (space)")
    await expect(page.locator(".position")).to_have_text(re.compile(r"^3 / "))
    await page.keyboard.press("Space")
    await expect(page.locator("button.play")).to_have_attribute("aria-label", "Play (space)")
    assert (await step_shown(page))[0] < 8


async def test_the_scrubber_and_the_story_go_to_any_step(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished)
    _, count = await step_shown(page)
    await expect(page.locator(".hit-mark")).not_to_have_count(0)
    await expect(page.locator(".round-mark")).not_to_have_count(0)
    await page.locator("#scrub").fill("4")
    await expect_step(page, 5)
    await page.locator("#timeline li.step button").nth(8).click()
    await expect_step(page, 9)
    await page.locator("button.last").click()
    await expect_step(page, count)


async def test_a_link_names_the_step_and_the_eyes(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished, "?as=seat:2")
    await page.locator("#timeline li.step button").nth(9).click()
    await expect_step(page, 10)
    await expect(page).to_have_url(re.compile(r"\?at=\d+&as=seat:2$"))
    other = await academy.page(page.url.removeprefix(academy.url))
    await expect_step(other, 10)
    await expect(other.locator(".eyes select")).to_have_value("seat:2")
    assert await other.locator(".hand").inner_html() == await page.locator(".hand").inner_html()


async def test_brackets_change_the_eyes_and_eyes_see_only_what_is_theirs(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished, "?as=seat:1&at=40")
    eyes = page.locator(".eyes select")
    seen = []
    for _ in range(5):
        viewer = await eyes.input_value()
        view = await academy.ask("GET", f"/matches/{finished.id}/view?as={viewer}&at=40")
        for seat in view["table"]["seats"]:
            known = len(seat["hand"]["cards"] or [])
            row = page.locator(f"svg.table [data-seat='{seat['seat']}'] .tiny:not(.back)")
            await expect(row).to_have_count(known)
        seen.append(viewer)
        await page.keyboard.press("]")
        await expect(eyes).not_to_have_value(viewer)
    assert seen == ["seat:1", "seat:2", "seat:3", "spectator", "auditor"]
    await page.keyboard.press("[")
    await expect(eyes).to_have_value("auditor")


async def test_each_step_is_announced_to_who_listens(academy: Academy, finished: Table) -> None:
    page = await opened(academy, finished, "?as=spectator&at=1")
    steps = (await academy.ask("GET", f"/matches/{finished.id}/timeline?as=spectator"))["steps"]
    for number in (2, 3, 4):
        await page.keyboard.press("ArrowRight")
        told = f"Step {number} of {len(steps)}. {' '.join(steps[number - 1]['lines'])}"
        await expect(page.locator("#announce")).to_have_text(told)
    await expect(page.locator("#announce")).to_have_attribute("aria-live", "polite")
