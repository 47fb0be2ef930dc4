"""A bug report from the page: any step, any eyes, also after a refusal; and what the host sees of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from projections.capsule import Capsule, load
from tests.browser.academy import DESKTOP, PHONE, Academy, Table, expect_step, sideways, step_shown
from tests.browser.test_offline import opened, taken
from tests.browser.test_playing import seated

pytestmark = pytest.mark.browser


async def saved(page: Page, button: str, folder: Path) -> Capsule:
    """The capsule that a button of the page saves."""
    async with page.expect_download() as download:
        await page.locator(button).click()
    path = folder / "saved.capsule"
    await (await download.value).save_as(path)
    return load(path.read_bytes().splitlines(keepends=True))


async def reports_of(academy: Academy, table: Table, token: str | None = None) -> list[Any]:
    found: list[Any] = (await academy.ask("GET", f"/matches/{table.id}/reports", token))["reports"]
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_an_earlier_step_is_reported_with_the_keyboard_alone(
    academy: Academy, tmp_path: Path, size: tuple[int, int]
) -> None:
    table = await academy.open_table(3, 1)
    page = await seated(academy, table, size=size)
    shown, count = await step_shown(page)
    await page.keyboard.press("ArrowLeft")
    await expect_step(page, shown - 1)
    button = page.get_by_role("button", name="Report this moment")
    await button.focus()
    await page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Report this moment")
    await expect(dialog).to_contain_text(f"Step {shown - 1} of {count}, through the eyes of Marta")
    await expect(dialog.get_by_label("What did you expect?")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(button).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.type("I expected the Sphere to come to me.")
    assert await sideways(page) <= 0
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="The report is kept")).to_be_visible()
    (report,) = await reports_of(academy, table, table.tokens[1])
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    assert (report["step"], report["viewer"], report["comment"]) == (
        steps[shown - 2]["seq"],
        "seat:1",
        "I expected the Sphere to come to me.",
    )
    assert report["versions"]["client"].startswith(f"{size[0]}x{size[1]} Mozilla")
    await expect(page.locator(".report-id")).to_have_text(report["id"])
    capsule = await saved(page, "[data-key=capsule]", tmp_path)
    assert (capsule.report.id, capsule.log.viewer) == (report["id"], "seat:1")
    await page.keyboard.press("Escape")
    await expect(button).to_be_focused()
    await expect_step(page, shown - 1)


async def test_a_refusal_is_reported_where_it_is_told(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    asker = await academy.asked_seat(table)
    page = await seated(academy, table, asker)

    async def spoil(route: Any) -> None:
        body = route.request.post_data_json
        body["intent"] = {"type": "PlayDeflect", "target_seat": 9, "card_id": "deflect"}
        await route.continue_(post_data=body)

    await page.route("**/intents", spoil)
    await page.locator("#act .group.single button.offer").first.click()
    refusal = await page.locator("#act .notice p").inner_text()
    await page.get_by_role("button", name="Report this", exact=True).click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.locator(".refused")).to_have_text(refusal)
    await dialog.get_by_label("What did you expect?").fill("It is my card!")
    await dialog.get_by_role("button", name="Send the report").click()
    await expect(page.get_by_role("dialog", name="The report is kept")).to_be_visible()
    (report,) = await reports_of(academy, table, table.tokens[asker])
    assert report["refusals"] == 1
    academy.forgive("422")


async def test_what_is_no_refusal_is_not_called_one(academy: Academy) -> None:
    table = await academy.open_table(2, 2)
    asker = await academy.asked_seat(table)
    page = await seated(academy, table, asker)

    async def stale(route: Any) -> None:
        await route.continue_(post_data={**route.request.post_data_json, "decision": "defend.99"})

    await page.route("**/intents", stale)
    await page.locator("#act .group.single button.offer").first.click()
    await expect(page.locator("#act .notice")).to_contain_text("The table has moved on since.")
    await expect(page.get_by_role("button", name="Report this", exact=True)).to_have_count(0)
    academy.forgive("409")


async def test_a_finished_match_is_reported_with_anybodys_eyes(academy: Academy, tmp_path: Path) -> None:
    table = await academy.open_table(3)
    await academy.played_out(table)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    for viewer in ("seat:2", "auditor"):
        page = await academy.page(f"/m/{table.id}?at={steps[9]['seq']}&as={viewer}")
        await expect_step(page, 10)
        await page.get_by_role("button", name="Report this moment").click()
        await page.get_by_role("button", name="Send the report").click()
        capsule = await saved(page, "[data-key=capsule]", tmp_path)
        assert (capsule.report.viewer, capsule.report.step, capsule.log.viewer) == (viewer, steps[9]["seq"], viewer)


async def test_the_host_reads_the_newest_report_first_and_looks_at_its_step(academy: Academy, tmp_path: Path) -> None:
    table = await academy.open_table(3, 1)
    await academy.turn_of(table, 1)
    steps = (await academy.ask("GET", f"/matches/{table.id}/timeline"))["steps"]
    for text, at in (("The first thing", steps[-1]["seq"]), ("The second\nthing", steps[-2]["seq"])):
        body = {"comment": text, "at": at}
        await academy.ask("POST", f"/matches/{table.id}/reports", table.tokens[1], body)
    stranger = await academy.page(f"/m/{table.id}")
    await step_shown(stranger)
    await expect(stranger.locator("#host")).to_be_empty()
    for size in (DESKTOP, PHONE):
        page = await academy.page(f"/m/{table.id}#token={table.host}", size)
        await expect(page.locator("#host summary .tag")).to_have_text("2 reports")
        await page.locator("#host summary").first.click()
        rows = page.locator(".report-list li")
        await expect(rows.first).to_contain_text("Marta")
        said = await rows.locator(".report-words").all_inner_texts()
        assert said == ["The second\nthing", "The first thing"]
        assert await sideways(page) <= 0
    await expect(rows.first.get_by_text("opened")).to_have_count(0)
    capsule = await saved(page, ".report-list li:first-child [data-key^=capsule]", tmp_path)
    assert (capsule.log.viewer, capsule.report.comment) == ("auditor", "The second\nthing")
    await page.get_by_role("button", name="Look again").click()
    await expect(rows.first.get_by_text("opened")).to_be_visible()
    link = rows.first.get_by_role("link")
    await expect(link).to_have_text(f"step {len(steps) - 1}")
    assert await link.get_attribute("href") == f"/m/{table.id}?at={steps[-2]['seq']}&as=seat:1"
    await link.click()
    # The host may not see with that seat's eyes while the match goes on, and is told so.
    await expect_step(page, len(steps) - 1)
    await expect(page.locator("#act .notice")).to_contain_text("Those eyes are closed until the match is over")
    academy.forgive("403")


async def test_a_page_on_disk_has_nobody_to_report_to(academy: Academy, tmp_path: Path) -> None:
    page = await opened(academy, tmp_path, taken("arcanya"))
    await step_shown(page)
    await expect(page.locator("#moment button:not([hidden])")).to_have_count(0)
    await expect(page.locator("#copy-link")).to_be_visible()
