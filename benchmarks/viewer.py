"""How long the page takes to open a long match, and to go to any step of it, in a real Chromium.

    python benchmarks/viewer.py [--entries N] [--opens N] [--seeks N] [--game arcanya|maya] [--check]

A match of 20,000 entries (Arcanya with the long deck of long_match.py; or the longest of a few random matches of Maya,
which has about 4,000) is laid in a server of its own process on loopback. *Opening* is from the start of the
navigation, in a window that has nothing cached, to the frame in which the first board is drawn. A *seek* is from the
slider's input to the frame in which the board of that step is drawn: random steps, most of them not yet fetched.
Beside the time by the clock stands the work: processor time of the page's main thread and of the server, which other
load on the machine hardly changes; and the floor, a request for nothing and one frame. Prints JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import statistics
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.async_api import Browser, CDPSession, Page, async_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.long_match import SETTINGS, play_to
from projections.bots import Dice
from projections.games import PLUGINS, plugin_for
from server.app import create_app, tune_process
from server.match import row_of
from server.matches import Matches
from server.metrics import Metrics
from server.simulate import Table, play_match
from server.storage import Store, open_store
from tests.conftest import chromium_path

LOOPBACK = "127.0.0.1"
OPEN_MS_MAX = 1_000
SEEK_MS_MAX = 50
MAYA_TRIED = 6
SETTLE_MS = 3_000  # for what the page does when it has nothing else to do
REST_MS = 200  # between two seeks: somebody looks at what there is
ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]

# Notes the first frame in which there is a board, and the first in which the whole story can be gone through.
WATCH = """() => {
  const look = () => {
    if (!window.firstBoard && document.querySelector("#table svg")) window.firstBoard = performance.now();
    const told = document.querySelector(".caption .told") && document.querySelector("#timeline [aria-current]");
    if (told) window.story = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
SEEK = """async (index) => {
  const slider = document.getElementById("scrub");
  const place = document.querySelector.bind(document);
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  slider.value = String(index);
  slider.dispatchEvent(new Event("input"));
  const done = () => !place("#table.stale") && place(".caption .place")?.textContent.includes(`Step ${index + 1} of`);
  do await frame(); while (!done());
  return performance.now() - began;
}"""


FLOOR = """async () => {
  await new Promise(requestAnimationFrame);
  const began = performance.now();
  await (await fetch("/healthz", { cache: "no-store" })).text();
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def main() -> None:
    """Measure, print, and fail if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(PLUGINS), default="arcanya")
    parser.add_argument("--entries", type=int, default=20_000)
    parser.add_argument("--opens", type=int, default=9)
    parser.add_argument("--seeks", type=int, default=200)
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.Process(target=serve, args=(theirs, options.game, options.entries), daemon=True)
    server.start()
    theirs.close()
    try:
        address, entries, steps = ours.recv()
        report = asyncio.run(measure(address, steps, server.pid or 0, options))
    finally:
        ours.close()
        server.join(10)
        server.kill()
    print(
        json.dumps(
            {"benchmark": "viewer", "game": options.game, "entries": entries, "steps": steps, **report}, indent=2
        )
    )
    if options.check and (report["open_ms"]["median"] > OPEN_MS_MAX or report["seek_ms"]["p95"] > SEEK_MS_MAX):
        sys.exit(1)


# -- the server


def serve(control: Connection, game: str, entries: int) -> None:
    """Lays the match and serves it until the other side goes away."""
    tune_process()
    asyncio.run(_serve(control, game, entries))


async def _serve(control: Connection, game: str, entries: int) -> None:
    store = await open_store("memory:")
    match_id = await (lay_arcanya(store, entries) if game == "arcanya" else lay_maya(store))
    app = create_app(SETTINGS, store)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, LOOPBACK, 0).start()
    rows = await store.read(match_id, 0)
    cause = [row for row in rows if b"\xa6intent" in row.public[:16]]
    control.send((f"http://{LOOPBACK}:{runner.addresses[0][1]}/m/{match_id}", len(rows), len(cause)))
    loop = asyncio.get_running_loop()
    gone = asyncio.Event()
    loop.add_reader(control.fileno(), gone.set)
    await gone.wait()
    await runner.cleanup()


async def lay_arcanya(store: Store, entries: int) -> str:
    """A match that goes on and on."""
    clock = iter(range(10**12))
    matches = Matches(SETTINGS, store, PLUGINS, lambda: next(clock), random.Random(1).randbytes, Metrics())
    return (await play_to(matches, entries, Dice(1))).id


async def lay_maya(store: Store) -> str:
    """The longest of a few whole matches for four."""
    table = Table(plugin_for("maya"), ("random",) * 4, {"mode": "siege-2v2"})
    longest = max(
        (play_match(table, bytes([seed])) for seed in range(MAYA_TRIED)), key=lambda played: len(played.entries)
    )
    rows = [row_of(entry) for entry in longest.entries]
    await store.append(longest.match_id, 0, rows)
    return longest.match_id


# -- the browser


async def measure(address: str, steps: int, server: int, options: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(1)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGS + QUIET)
        opens = [await opening(browser, address) for _ in range(options.opens)]
        page = await window(browser)
        await page.goto(address)
        await page.wait_for_function("() => window.story")
        await page.wait_for_function("() => document.getElementById('proof')?.dataset.standing !== 'checking'")
        await page.wait_for_timeout(SETTLE_MS)
        seeks, work, floor = [], [], []
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        served = server_ticks(server)
        for _ in range(options.seeks):
            before = await worked(devtools)
            seeks.append(await page.evaluate(SEEK, chance.randrange(steps)))
            work.append(await worked(devtools) - before)
            await page.wait_for_timeout(REST_MS)
        served = server_ticks(server) - served
        for _ in range(options.seeks // 4):
            floor.append(await page.evaluate(FLOOR))
        version = browser.version
        await browser.close()
    return {
        "open_ms": quantiles([board for board, _ in opens]),
        "story_ms": quantiles([story for _, story in opens]),
        "open_ms_max": OPEN_MS_MAX,
        "seek_ms": quantiles(seeks),
        "seek_ms_max": SEEK_MS_MAX,
        "seek_floor_ms": quantiles(floor),
        "seek_cpu_ms": {"page": quantiles(work), "server_mean": round(served / options.seeks * 1_000, 1)},
        "chromium": version,
        "python": sys.version.split()[0],
    }


async def worked(devtools: CDPSession) -> float:
    """Milliseconds of processor time that the page's main thread has used."""
    metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration") * 1e3


def server_ticks(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def window(browser: Browser) -> Page:
    """A page with nothing cached or kept."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = await context.new_page()
    await page.add_init_script(f"({WATCH})()")
    return page


async def opening(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds from the start of the navigation to the first board, and to the story."""
    page = await window(browser)
    await page.goto(address, wait_until="commit")
    await page.wait_for_function("() => window.story")
    board, story = await page.evaluate("() => [window.firstBoard, window.story]")
    await page.context.close()
    return board, story


def quantiles(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return {"median": round(statistics.median(ordered), 1), "p95": round(p95, 1), "max": round(ordered[-1], 1)}


if __name__ == "__main__":
    main()
