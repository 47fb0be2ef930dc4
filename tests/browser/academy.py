"""The real server on loopback and a real Chromium, and what players do in it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import attrs
from aiohttp import ClientSession, WSMsgType
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from server.app import create_app
from server.config import Settings
from server.storage import open_store
from tests.playing import counted_bytes

API = "/api/v1"
NAMES = ("Marta", "Jon", "Aurelia", "Wim", "Noor", "Teo", "Ysolde", "Bram", "Ines", "Casimir")
DESKTOP = (1280, 800)
PHONE = (390, 844)
PATIENCE_MS = 15_000  # for what should take a moment, on a machine that does other things too
QUIET_MS = 150
SETTLE_MS_MAX = 3_000  # a page on which something always moves
SETTLE = """([quiet, most]) => new Promise((done) => {
  const finish = () => { watcher.disconnect(); done(); };
  let waiting = setTimeout(finish, quiet);
  const watcher = new MutationObserver(() => { clearTimeout(waiting); waiting = setTimeout(finish, quiet); });
  watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(finish, most);
})"""
expect.set_options(timeout=PATIENCE_MS)


@attrs.frozen
class Table:
    """A match, with the keys to it."""

    id: str
    host: str
    invites: dict[str, str]
    tokens: dict[int, str]


class Academy:
    """One running server and one browser; everything a page complained about is kept in `complaints`."""

    def __init__(self, url: str, session: ClientSession, browser: Browser) -> None:
        self.url = url
        self.session = session
        self.browser = browser
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.houses = {urlsplit(url).netloc}

    # -- over the API, as another client would

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        """One request that has to succeed."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self.session.request(method, f"{self.url}{API}{path}", json=body, headers=headers) as response:
            answer = await response.json()
            assert response.status < 300, f"{method} {path}: {answer}"
            return answer

    async def open_table(
        self, seats: int = 2, people: int = 0, *, mode: str = "basic", start: bool = True, **more: Any
    ) -> Table:
        """A table at which the first seats are taken by people, the others by bots."""
        plans = [
            {"kind": "bot", "bot": "greedy", "name": NAMES[seat]}
            if seat >= people
            else {"kind": "invited", "name": NAMES[seat]}
            for seat in range(seats)
        ]
        body = {"game": "arcanya", "options": {"mode": mode}, "seats": plans, **more}
        made = await self.ask("POST", "/matches", body=body)
        table = Table(made["match"]["id"], made["host_token"], made["invites"], {})
        if start:
            for seat in range(1, people + 1):
                wish = {"name": NAMES[seat - 1], "invite": table.invites[str(seat)]}
                table.tokens[seat] = (await self.ask("POST", f"/matches/{table.id}/seats/{seat}", body=wish))["token"]
            await self.ask("POST", f"/matches/{table.id}/start", table.host, {})
        return table

    async def moves_of(self, table: Table, seat: int) -> list[Any]:
        """The intents of a seat in the log, since the start of the match."""
        entries = (await self.ask("GET", f"/matches/{table.id}/entries"))["entries"]
        return [one for one in entries if one["actor"] == f"seat:{seat}" and one["type"] != "SitDown"]

    async def asked_seat(self, table: Table) -> int:
        """The seat that the match waits for."""
        return int((await self.ask("GET", f"/matches/{table.id}"))["awaiting"][0]["seat"])

    async def played_out(self, table: Table) -> Any:
        """The summary of a match of bots, when it is over."""
        async with self.session.ws_connect(f"{self.url}{API}/matches/{table.id}/live?after=0") as feed:
            async with asyncio.timeout(60):
                async for message in feed:
                    assert message.type == WSMsgType.TEXT, "the feed goes on to the end of the match"
                    if message.json().get("view", {}).get("status") == "over":
                        break
        return await self.ask("GET", f"/matches/{table.id}")

    async def turn_of(self, table: Table, seat: int) -> Any:
        """What a seat may do, as soon as it is asked something."""
        token = table.tokens[seat]
        asked = await self.ask("GET", f"/matches/{table.id}/offers", token)
        headers = {"Authorization": f"Bearer {token}"}
        if not asked["offers"]:
            after = (await self.ask("GET", f"/matches/{table.id}", token))["head"]["seq"]
            live = f"{self.url}{API}/matches/{table.id}/live?after={after - 1}"
            async with self.session.ws_connect(live, headers=headers) as feed, asyncio.timeout(30):
                async for message in feed:
                    asked = message.json().get("offers") or asked
                    if asked["offers"]:
                        break
        return asked

    # -- in the browser

    def also_at(self, url: str) -> str:
        """Another server of the test, which pages may come from too."""
        self.houses.add(urlsplit(url).netloc)
        return url.rstrip("/")

    async def page(
        self, path: str, size: tuple[int, int] = DESKTOP, *, context: BrowserContext | None = None, **options: Any
    ) -> Page:
        """A page in a window of its own (or another tab of one that is there)."""
        if context is None:
            width, height = size
            context = await self.browser.new_context(viewport={"width": width, "height": height}, **options)
            context.set_default_timeout(PATIENCE_MS)
            self.contexts.append(context)
        page = await context.new_page()
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        await page.goto(path if "://" in path else self.url + path)
        return page

    def forgive(self, *words: str) -> None:
        """The browser itself writes on the console what was refused; what says one of these was meant to be."""
        meant = [line for line in self.complaints if any(word in line for word in words)]
        assert meant, f"nothing was refused with {words}"
        self.complaints = [line for line in self.complaints if line not in meant]

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"{kind}: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith(("data:", "blob:")) and urlsplit(url).netloc not in self.houses:
            self.complaints.append(f"asked elsewhere: {url}")


@asynccontextmanager
async def open_academy(chromium: str, args: list[str], seed: str) -> AsyncIterator[Academy]:
    """A server and a browser that end with the test; pages may not complain about anything."""
    settings = Settings(store="memory:", bot_delay_ms=0, log_level="error")
    app = create_app(settings, await open_store("memory:"), entropy=counted_bytes(seed))
    server = TestServer(app)
    await server.start_server()
    try:
        async with ClientSession() as session, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=args)
            academy = Academy(str(server.make_url("")).rstrip("/"), session, browser)
            try:
                yield academy
            finally:
                for context in academy.contexts:
                    await context.close()
                await browser.close()
            assert not academy.complaints, f"the pages complained: {academy.complaints}"
    finally:
        await server.close()


async def settled(page: Page) -> Page:
    """The page, once nothing on it has changed for a moment, so that what is measured is not about to be redrawn."""
    await page.evaluate(SETTLE, [QUIET_MS, SETTLE_MS_MAX])
    return page


async def step_shown(page: Page) -> tuple[int, int]:
    """Which step is shown, and of how many."""
    position = page.locator(".position")
    await expect(position).to_have_text(re.compile(r"\d+ / \d+"))  # the board is there before the story
    shown, count = (await position.inner_text()).split("/")
    return int(shown), int(count)


async def expect_step(page: Page, step: int) -> None:
    """The page comes to show this step, in its bar, its story and its caption."""
    await expect(page.locator(".position")).to_have_text(f"{step} / {(await step_shown(page))[1]}")
    await expect(page.locator(".caption .place")).to_contain_text(f"Step {step} of")
    await expect(page.locator("#table.stale")).to_have_count(0)
    current = page.locator("#timeline [aria-current=step] .step-number")
    await expect(current).to_have_text(str(step))


async def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    found: int = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found
