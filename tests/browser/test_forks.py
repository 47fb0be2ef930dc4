"""What-if lines on the page: going on from a step, side by side with the match they come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Download, Page, expect

from server.cli import main
from tests.browser.academy import DESKTOP, PHONE, Academy, expect_step, sideways, step_shown
from tests.browser.test_maya import tell
from tests.browser.test_playing import act_once

pytestmark = pytest.mark.browser
GO_ON = "Go on from here as a new match"


async def goes_on(page: Page, bots: dict[int, str]) -> None:
    """Begins a what-if line at the step that is shown."""
    await page.get_by_role("button", name=GO_ON).click()
    dialog = page.get_by_role("dialog")
    for seat, bot in bots.items():
        await dialog.locator(f"[data-key='fork/{seat}']").select_option(bot)
    await dialog.get_by_role("button", name="Go on from here").click()
    await expect(page.locator(".caption .what-if")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_the_host_goes_on_from_a_step_and_finds_both_side_by_side(
    academy: Academy, tmp_path: Path, capsys: pytest.CaptureFixture[str], size: tuple[int, int]
) -> None:
    table = await academy.open_table(3, 1, title="Tuesday")
    await academy.turn_of(table, 1)
    assert await tell(academy, table, 1, lambda offer: True)
    await academy.turn_of(table, 1)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    page = await academy.page(f"/m/{table.id}#token={table.host}", size)
    await expect_step(page, len(steps))
    await page.keyboard.press("ArrowLeft")
    await expect_step(page, len(steps) - 1)
    await goes_on(page, {1: "random", 2: "greedy", 3: "you"})
    await expect(page.locator("#title")).to_have_text(f"Tuesday, from step {len(steps) - 1}")
    await expect(page.locator("#lines")).to_contain_text(f"step {len(steps) - 1} of another one")
    line = page.url.split("/m/")[1].split("?")[0]
    held = page.locator(".eyes option", has_text="(you)")
    await expect(held).to_have_attribute("value", "seat:3")
    assert await sideways(page) <= 0

    # Back where it came from, the line is listed.
    await page.locator("#lines [data-key=origin]").click()
    await expect_step(page, len(steps) - 1)
    listed = page.locator("#lines li")
    await expect(listed).to_contain_text(f"from step {len(steps) - 1} · under way · private")
    await expect(listed.locator("a")).to_have_attribute("href", f"/m/{line}")
    await listed.get_by_text("Compare").click()
    await expect(listed.locator("code")).to_be_visible()
    assert await sideways(page) <= 0
    command = await listed.locator("code").inner_text()
    got: list[Download] = []
    page.on("download", lambda file: got.append(file))
    async with page.expect_download(lambda file: file.suggested_filename.startswith(line)):
        await listed.get_by_role("button", name="Save both files").click()
    for download in got:
        await download.save_as(tmp_path / download.suggested_filename)
    words = command.split()
    assert words[:2] == ["matchfold", "diff"]
    assert main(["diff", *(str(tmp_path / name) for name in words[2:])]) == 1
    parted = re.search(r"entry (\d+)", capsys.readouterr().out)
    assert parted and int(parted[1]) in (steps[-2]["seq"], steps[-2]["seq"] + 1), (
        "the last common entry, or the first other one"
    )
    # Whoever else watches the match learns nothing of it.
    stranger = await academy.page(f"/m/{table.id}")
    await step_shown(stranger)
    await expect(stranger.locator("#lines")).to_be_hidden()
    await expect(stranger.get_by_role("button", name=GO_ON)).to_have_count(0)


async def test_after_the_end_anybody_goes_on_and_plays_both_seats_at_one_screen(academy: Academy) -> None:
    table = await academy.open_table(2)
    await academy.played_out(table)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    page = await academy.page(f"/m/{table.id}", reduced_motion="reduce")
    await step_shown(page)
    await expect(page.get_by_role("button", name=GO_ON)).to_have_count(0)  # the match is over there
    await page.goto(f"{academy.url}/m/{table.id}?at={steps[4]['seq']}&as=spectator")
    await expect_step(page, 5)
    await goes_on(page, {1: "you", 2: "you"})
    line = page.url.split("/m/")[1].split("?")[0]
    played: list[int] = []
    for _ in range(12):
        if set(played) == {1, 2}:
            break
        seat = (await academy.ask("GET", f"/matches/{line}"))["awaiting"][0]["seat"]
        other = page.locator(f"[data-key='sit-at/{seat}']")
        await expect(other.or_(page.locator("#act[data-decision]:not([data-decision=''])"))).to_be_visible()
        if await other.count():
            await other.click()
        await expect(page.locator("#awaited")).to_contain_text("Your turn.")
        before = await step_shown(page)
        await act_once(page)
        await expect(page.locator(".position")).not_to_have_text(f"{before[1]} / {before[1]}")
        played.append(seat)
    assert set(played) == {1, 2}
    assert (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"] == steps[-1]["seq"], "the old one stays"
