"""The page in one file, opened from disk: no server, no network, every frame as the match itself would show it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import msgspec
import pytest
from playwright.async_api import Page, expect

from domain.kernel.codec import entry_from_json, entry_json
from projections.book import book
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import MatchFile, dumps, match_file
from projections.plugin import Plugin
from replay_viewer import offline
from replay_viewer.offline import offline_page
from server.simulate import Table, play_match
from tests.browser.academy import DESKTOP, PHONE, Academy, expect_step, sideways, step_shown
from tests.toy.plugin import TOY

pytestmark = pytest.mark.browser
GAMES: dict[str, tuple[Plugin, int, dict[str, Any], str]] = {
    "arcanya": (plugin_for("arcanya"), 3, {"mode": "advanced"}, "svg.table"),
    "maya": (plugin_for("maya"), 2, {"mode": "siege-1v1"}, "#table svg"),
    "highest-card": (TOY, 3, {"rounds": 5}, ".plain-seats"),
}


@attrs.frozen
class Taken:
    """A match file with its log folded, and what shows that its board is there."""

    file: MatchFile
    history: History
    board: str

    def for_viewer(self, viewer: str) -> Taken:
        """The same match as this viewer holds it."""
        return Taken(match_file(self.file.entries, viewer), self.history.redacted(viewer), self.board)


def taken(game: str, steps: int | None = None) -> Taken:
    plugin, seats, options, board = GAMES[game]
    played = play_match(Table(plugin, ("random",) * seats, options, "Taken along"), b"taken", steps=steps)
    history = History(plugin, played.match_id)
    history.extend(played.entries)
    return Taken(match_file(played.entries), history, board)


async def opened(
    academy: Academy, folder: Path, match: Taken, place: str = "", size: tuple[int, int] = DESKTOP
) -> Page:
    """The page of a match in a window that has no network; it may ask for nothing but itself."""
    path = folder / "page.html"
    path.write_text(offline_page(match.file, match.history), encoding="utf-8")
    academy.houses = {""}  # a file has no host, and a server is somebody else
    page = await academy.page(f"{path.as_uri()}{place}", size, offline=True)
    await expect(page.locator(match.board).first).to_be_visible()
    return page


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_is_gone_through_with_everybodys_eyes(academy: Academy, tmp_path: Path, game: str) -> None:
    match = taken(game)
    page = await opened(academy, tmp_path, match)
    count = len(match.history.steps)
    assert await step_shown(page) == (count, count)
    viewers = await page.locator(".eyes option").evaluate_all("options => options.map(one => one.value)")
    seats = len(match.history.state.holders)
    assert sorted(viewers) == sorted(["auditor", "spectator", *(f"seat:{seat}" for seat in range(1, seats + 1))])
    for viewer in ("seat:2", "spectator"):
        await page.locator(".eyes select").select_option(viewer)
        told = match.history.timeline(viewer)
        for number in (count - 1, count // 2, 4):
            await page.locator("#scrub").fill(str(number - 1))
            await expect_step(page, number)
            if told[number - 1]["lines"]:
                await expect(page.locator(".caption .told")).to_contain_text(told[number - 1]["lines"][0])
    await expect(page).to_have_url(re.compile(f"#at={told[3]['seq']}&as=spectator$"))


@pytest.mark.parametrize("game", GAMES)
async def test_it_verifies_its_log_and_says_so(academy: Academy, tmp_path: Path, game: str) -> None:
    match = taken(game)
    page = await opened(academy, tmp_path, match)
    head = match.file.head
    badge = page.locator("#proof")
    await expect(badge).to_have_attribute("data-standing", "good")
    await expect(badge).to_have_text(f"Log verified: {head.seq:,} entries, head {head.link.hex()[:12]}…")
    await badge.click()
    await expect(page.locator(".proof-head")).to_have_text(f"{head.seq}:{head.link.hex()}")
    kept = match.history.head_at(20)
    compare = page.locator(".proof-compare input")
    await compare.fill(f"20:{kept.link.hex()}")
    await compare.press("Enter")
    await expect(page.locator(".proof-compare output")).to_contain_text("Yes")
    await compare.fill(f"20:{'ab' * 32}")
    await compare.press("Enter")
    await expect(page.locator(".proof-compare output")).to_contain_text("No")


async def test_a_log_that_was_changed_is_shown_not_to_hold(academy: Academy, tmp_path: Path) -> None:
    match = taken("arcanya")
    shown = entry_json(match.file.entries[39])
    shown["at"] += 1
    entries = (*match.file.entries[:39], entry_from_json(shown), *match.file.entries[40:])
    page = await opened(academy, tmp_path, attrs.evolve(match, file=changed_file(match.file, entries)))
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "bad")
    await page.locator("#proof").click()
    await expect(page.locator(".proof-findings li")).to_have_text(
        ["LINK at 40 the link does not follow from the entry before and this one"]
    )


async def test_it_says_that_boards_are_not_proved_and_what_the_entries_tell(academy: Academy, tmp_path: Path) -> None:
    match = taken("arcanya")
    page = await opened(academy, tmp_path, match)
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "good")
    await page.locator("#proof").click()
    await expect(page.locator(".proof-bounds")).to_contain_text("as whoever made this file drew them")
    await expect(page.locator(".proof-bounds")).to_contain_text("matchfold verify")
    state = match.history.state
    names = [str(held and held.name) for held in state.holders]
    outcome = match.history.shared()["outcome"]
    won = " and ".join(names[seat - 1] for seat in outcome["winners"])
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(names, start=1))
    await expect(page.locator(".proof-told")).to_have_text(f"“Taken along”: {seats}; won by {won}")


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("other winners", lambda summary: summary["outcome"].update(winners=[9])),
        ("other names", lambda summary: summary["seats"][0].update(name="Somebody else")),
        ("another title", lambda summary: summary.update(title="Another evening")),
        ("another head", lambda summary: summary["head"].update(link="ab" * 32)),
    ],
)
async def test_a_page_with_another_table_than_its_log_says_so(
    academy: Academy, tmp_path: Path, what: str, change: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(history: History, viewer: str) -> Any:
        made = json.loads(msgspec.json.encode(book(history, viewer)))
        change(made["summary"])
        return made

    monkeypatch.setattr(offline, "book", drawn)
    page = await opened(academy, tmp_path, taken("arcanya"))
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "bad")
    await page.locator("#proof").click()
    await expect(page.locator(".proof-findings li")).to_contain_text([f"the page shows {what} than its log"])


def changed_file(file: MatchFile, entries: Any) -> MatchFile:
    return MatchFile(file.game, file.match_id, file.viewer, file.count, file.head, file.rules, file.title, entries)


@pytest.mark.parametrize("viewer", ["seat:2", "spectator"])
async def test_the_page_of_a_viewer_has_their_eyes_alone(academy: Academy, tmp_path: Path, viewer: str) -> None:
    match = taken("arcanya", steps=60).for_viewer(viewer)
    page = await opened(academy, tmp_path, match)
    await expect(page.locator("#proof")).to_have_attribute("data-standing", "good")
    viewers = await page.locator(".eyes option").evaluate_all("options => options.map(one => one.value)")
    assert viewers == list(dict.fromkeys((viewer, "spectator")))
    page = await academy.page(f"{page.url.partition('#')[0]}#as=seat:1")
    await expect(page.locator(".eyes select")).to_have_value("spectator")
    await expect(page.locator("svg.table .seat .tiny:not(.back)")).to_have_count(0)


async def test_the_file_can_be_had_back_from_the_page(academy: Academy, tmp_path: Path) -> None:
    match = taken("arcanya")
    page = await opened(academy, tmp_path, match)
    async with page.expect_download() as waited:
        await page.locator("[data-key=export]").click()
    saved = await (await waited.value).path()
    assert saved.read_text(encoding="utf-8") == dumps(match.file)


async def test_an_address_names_the_step_and_the_eyes(academy: Academy, tmp_path: Path) -> None:
    match = taken("arcanya")
    step = match.history.steps[20]
    page = await opened(academy, tmp_path, match, f"#at={step.seq}&as=seat:3")
    await expect_step(page, 21)
    await expect(page.locator(".eyes select")).to_have_value("seat:3")
    await page.keyboard.press("ArrowRight")
    await expect_step(page, 22)
    await expect(page).to_have_url(re.compile(f"#at={match.history.steps[21].seq}&as=seat:3$"))


async def test_it_fits_a_phone(academy: Academy, tmp_path: Path) -> None:
    page = await opened(academy, tmp_path, taken("arcanya"), size=PHONE)
    assert await sideways(page) == 0


READ = """async (written) => {
  const { readBook } = await import("/static/offline/book.js");
  const book = readBook(written);
  const last = book.summary.head.seq;
  return book.viewers.map((viewer) => [book.views(viewer, 1, last, () => ""), book.steps(viewer, 0)]);
}"""


@pytest.mark.parametrize("game", GAMES)
async def test_every_frame_is_what_the_match_shows(academy: Academy, game: str) -> None:
    match = taken(game, steps=80)
    history = match.history
    page = await academy.page("/")
    written = json.loads(msgspec.json.encode(book(history, "auditor")))
    for viewer, (views, steps) in zip(written["viewers"], await page.evaluate(READ, written), strict=True):
        wanted = json.loads(msgspec.json.encode(history.views(viewer, 1, history.head.seq)))
        assert [{**view, "link": ""} for view in wanted] == views
        assert steps == json.loads(msgspec.json.encode(history.timeline(viewer)))
