"""The walk from a report to a failing test, as docs/from-report-to-test.md tells it: read from there and walked.

`python -m tests.reports.walkthrough` walks it and writes what the commands said into the document.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
from aiohttp import ClientSession
from playwright.async_api import Page, async_playwright, expect

from projections.bots import Dice
from tests.conftest import chromium_path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "from-report-to-test.md"
PICTURE = ROOT / "docs" / "img" / "report.png"
SERVER = Path(__file__).with_name("walkthrough_server.py")
ROOMS = ("domain", "projections", "replay_viewer", "server", "docs/schemas")
NAMES = ("Marta", "Jon", "Aurelia", "Wim")
MOVES_MAX = 4_000
EVENINGS_MAX = 20
PATIENCE_MS = 20_000
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
CHROMIUM += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_REPORT = re.compile(r"^([a-z2-7]{16})  ", re.MULTILINE)
_ID = re.compile(r"\b[a-z2-7]{16}\b")
_SECONDS = re.compile(r"\bin \d+\.\d+s\b")
_VERSIONS = re.compile(r"^(Then|Now): +rules .*$", re.MULTILINE)
_TRIED = re.compile(r"\(\d+ tried\)")
_WORDS = re.compile(r"What the player writes: “(.+?)”", re.DOTALL)


@attrs.frozen
class Told:
    """A command and what it said."""

    command: str
    output: str

    @property
    def alike(self) -> str:
        """What is the same in every walk: ids, times, versions and how much was tried are left out."""
        text = _TRIED.sub("(some tried)", _SECONDS.sub("in a moment", _ID.sub("ID", self.output)))
        return "\n".join(line.rstrip() for line in _VERSIONS.sub(r"\1: …", text).splitlines())


def told_in(text: str) -> list[Told]:
    """The commands of the document with the outputs that stand below them."""
    found: list[Told] = []
    for kind, block in _BLOCK.findall(text):
        if kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(Told(command, output))
    return found


def walked(text: str, folder: Path, picture: Path | None = None) -> list[Told]:
    """Walks the way of the document in a checkout of its own below `folder`."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (patch,) = [block for kind, block in _BLOCK.findall(text) if kind == "diff"]
    words = _WORDS.search(text)
    assert words is not None, "the document says what is written into the report"
    (folder / "clumsy-deflect.patch").write_text(patch, encoding="utf-8")
    done: list[Told] = []
    written = ""  # the id of the report as the document has it
    report = ""
    for step in told_in(text):
        if step.command.startswith("matchfold serve"):
            store = step.command.split("--store ")[1].split()[0]
            report = asyncio.run(_play_and_report(folder, store, " ".join(words[1].split()), picture))
            done.append(step)  # it goes on until it is stopped; the address is not the same twice
            continue
        if not written and (listed := _REPORT.search(step.output)):
            written = listed[1]
        command = step.command.replace(written, report) if written else step.command
        done.append(Told(command, _run(command, folder)))
    return done


def _run(command: str, folder: Path) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {"PYTHONPATH": str(folder), "PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"}
    words = command.replace("matchfold ", f"{sys.executable} -m server.cli ", 1)
    words = words.replace("pytest ", f"{sys.executable} -m pytest -p no:cacheprovider ", 1)
    run = subprocess.run(words, shell=True, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    return run.stdout + run.stderr


# -- what people do meanwhile


async def _play_and_report(folder: Path, store: str, words: str, picture: Path | None) -> str:
    """A match is played until the bug strikes; the one it strikes reports it from the page. The report's id."""
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        str(SERVER),
        store,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert server.stdout is not None and server.stdin is not None
    try:
        url = (await server.stdout.readline()).decode().strip()
        async with ClientSession() as session:
            match, token, deflect = await _play(Caller(url, session))
        return await _report(f"{url}/m/{match}#token={token}", deflect, words, picture)
    finally:
        server.stdin.close()
        await server.wait()


@attrs.frozen
class Caller:
    """Somebody who calls the API."""

    url: str
    session: ClientSession

    async def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with self.session.request(method, f"{self.url}/api/v1{path}", json=body, headers=headers) as response:
            answer = await response.json()
            assert response.status < 300, f"{method} {path}: {answer}"
            return answer


async def _play(caller: Caller) -> tuple[str, str, dict[str, Any]]:
    """Friends meet evening after evening, until one of them may Deflect as the bug will not have it."""
    for evening in range(EVENINGS_MAX):
        if (found := await _evening(caller, evening)) is not None:
            return found
    raise AssertionError("nobody came to Deflect as the bug will not have it")


async def _evening(caller: Caller, evening: int) -> tuple[str, str, dict[str, Any]] | None:
    """A match in which everybody plays whatever comes to their minds."""
    seats = [{"kind": "invited", "name": name} for name in NAMES]
    wish = {"game": "arcanya", "title": "Tuesday evening", "options": {"mode": "advanced"}, "seats": seats}
    made = await caller.ask("POST", "/matches", body=wish)
    path = f"/matches/{made['match']['id']}"
    tokens: dict[int, str] = {}
    for seat, name in enumerate(NAMES, start=1):
        body = {"name": name, "invite": made["invites"][str(seat)], "entropy": f"{seat:064x}"}
        tokens[seat] = (await caller.ask("POST", f"{path}/seats/{seat}", body=body))["token"]
    await caller.ask("POST", f"{path}/start", made["host_token"], {})
    dice = Dice(evening)
    for number in range(MOVES_MAX):
        view = await caller.ask("GET", f"{path}/view")
        if view["status"] == "over":
            break
        seat = view["awaiting"][0]["seat"]
        asked = await caller.ask("GET", f"{path}/offers", tokens[seat])
        table = view["table"]
        deflects = [offer for offer in asked["offers"] if offer["intent"]["type"] == "PlayDeflect"]
        wounded = len(table["seats"][seat - 1]["shields"]) < 3
        if deflects and wounded and table["direction"] == "ccw":
            return made["match"]["id"], tokens[seat], deflects[0]
        offer = asked["offers"][dice.below(len(asked["offers"]))]
        intent = dict(offer["intent"])
        if offer["pick"]:
            intent[offer["pick"]["field"]] = offer["pick"]["options"][: offer["pick"]["min"]]
        body = {"intent": intent, "intent_id": f"move-{number}", "decision": asked["decision"]}
        await caller.ask("POST", f"{path}/intents", tokens[seat], body)
    return None


async def _report(link: str, deflect: dict[str, Any], words: str, picture: Path | None) -> str:
    """In the page: the card, the offer, the refusal, and the report."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM)
        try:
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE_MS)
            await page.goto(link)
            await expect(page.locator("#awaited")).to_contain_text("Your turn.", timeout=PATIENCE_MS)
            return await _refused_and_reported(page, deflect, words, picture)
        finally:
            await browser.close()


async def _refused_and_reported(page: Page, deflect: dict[str, Any], words: str, picture: Path | None) -> str:
    await page.locator(".hand button[data-card=deflect]").first.click()
    await page.locator("#act button.offer", has_text=deflect["text"]).first.click()
    await page.get_by_role("button", name="Report this", exact=True).click()
    await page.get_by_label("What did you expect?").fill(words)
    if picture is not None:
        await page.screenshot(path=picture)
    await page.get_by_role("button", name="Send the report").click()
    return await page.locator(".report-id").inner_text()


# -- the document


def with_outputs(text: str, done: Sequence[Told]) -> str:
    """The document, with what the commands have said now."""
    rest = list(done)

    def again(found: re.Match[str]) -> str:
        if found[1] != "console":
            return found[0]
        count = len(told_in(found[0]))
        told, rest[:] = rest[:count], rest[count:]
        return "```console\n" + "".join(f"$ {step.command}\n{_tidy(step.output)}" for step in told) + "```"

    return _BLOCK.sub(again, text)


def _tidy(output: str) -> str:
    lines = [line.rstrip() for line in output.splitlines()]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        told = walked(DOCUMENT.read_text(encoding="utf-8"), Path(place), PICTURE)
    DOCUMENT.write_text(with_outputs(DOCUMENT.read_text(encoding="utf-8"), told), encoding="utf-8")
