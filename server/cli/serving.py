"""`matchfold serve` and `matchfold replay`: the web pages, for a club or for one file."""

from __future__ import annotations

import asyncio
import signal
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click
from aiohttp import web

from projections.audit import examine
from projections.history import History
from projections.matchfile import MatchFile, match_file
from replay_viewer.offline import offline_page
from server.app import serve as serve_until_stopped
from server.app import utc_ms
from server.cli.files import check_folder, plugin_of, read_match, write_bytes
from server.cli.outcome import FINDINGS, SOUND, Failed, remark, say
from server.cli.parameters import as_option, match_path
from server.cli.showing import history_of, shown, viewer_of
from server.cli.stores import with_store
from server.config import Settings
from server.demo import Demo, lay_tables
from server.replay import replay_app
from server.storage import StorageError

LOOPBACK = "127.0.0.1"
FINDINGS_TOLD = 10
DEFAULTS = Settings()


@click.command()
@click.option("--store", metavar="URL", help=f"Where the matches are kept (default {DEFAULTS.store}).")
@click.option("--host", default=DEFAULTS.host, show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULTS.port, show_default=True, help="0: any free one."
)
@click.option("--demo", is_flag=True, help="Lay tables to look at (in a store that is gone afterwards, or in --store).")
def serve(store: str | None, host: str, port: int, demo: bool) -> None:
    """Host matches, until stopped."""
    if not demo:
        _serve(Settings(store=store or DEFAULTS.store, host=host, port=port), lambda url: say(f"Matchfold is at {url}"))
        return
    with tempfile.TemporaryDirectory(prefix="matchfold-demo-") as folder:
        place = store or f"sqlite:{folder}/demo.db"
        tables = with_store(place, lambda opened: lay_tables(opened, utc_ms))
        _serve(Settings(store=place, host=host, port=port, log_level="warning"), lambda url: _tell_demo(url, tables))


def _serve(settings: Settings, ready: Callable[[str], None]) -> None:
    try:
        serve_until_stopped(settings, ready=ready)
    except StorageError as error:
        raise Failed(str(error)) from None
    except OSError as error:
        raise Failed(f"cannot serve at {settings.host}:{settings.port}: {error.strerror or error}") from None


def _tell_demo(url: str, tables: Demo) -> None:
    say(f"Matchfold is at {url}")
    say(f"  look back at a finished match:  {url}{tables.finished}")
    say(f"  and at a siege in the arena:    {url}{tables.fought}")
    say(f"  watch bots at play:             {url}{tables.watching}")
    say(f"  sit down and play:              {url}{tables.playing}")
    say("Ctrl-C ends it.")


@click.command()
@click.argument("file", type=match_path)
@as_option
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Where to listen on this machine (default: any)."
)
@click.option("--browser/--no-browser", default=True, help="Whether to open the page in a browser.")
@click.option(
    "--html", "out", type=match_path, metavar="OUT", help="Write one file of HTML that needs no server, and end."
)
def replay(file: Path, viewer: str | None, port: int, browser: bool, out: Path | None) -> int:
    """Look at the match in FILE step by step, in the same page as a live one. Only this machine can see it.

    With --html the page is written to a file that holds all it needs. With --as VIEWER too, that file holds what that
    viewer may see and no more, so it can be given away. The log is proved first, as `matchfold verify` does; what does
    not hold is told, and the exit code is 1.
    """
    read = read_match(file)
    viewer = viewer_of(read, viewer, str(file))
    if out is not None:
        return _write_page(read, viewer, out, str(file))
    history = history_of(read, read.viewer, str(file))
    try:
        asyncio.run(show_page(read, history, viewer, port, browser))
    except OSError as error:
        raise Failed(f"cannot show it at port {port}: {error.strerror or error}") from None
    return SOUND


def _write_page(file: MatchFile, viewer: str, out: Path, name: str) -> int:
    copy = file if viewer == file.viewer else match_file(file.entries, viewer)
    check_folder(out)
    history = history_of(copy, viewer, name)
    with shown(name):
        page = offline_page(copy, history).encode()
    # A page looks right whatever it shows, and goes to people who have nothing else: whoever makes it is told.
    audit = examine(file, plugin_of(file, name))
    findings = audit.findings
    for finding in findings[:FINDINGS_TOLD]:
        remark(f"{name}: entry {finding.seq}: {finding.code}: {finding.sentence}")
    if findings:
        remark(f"{name}: {len(findings)} findings; the page shows a log that does not hold")
    if audit.undecided:
        remark(f"{name}: undecided: {audit.intents_undecided} intents were decided under rules that are not installed")
    write_bytes(out, page)
    seq, link = copy.head
    if str(out) != "-":
        say(f"{out}: {len(page) // 1000:,} kB, as {viewer} sees it; {seq} entries, head {seq}:{link.hex()}")
    return FINDINGS if findings else SOUND


async def show_page(
    file: MatchFile, history: History, viewer: str, port: int, browser: bool, at: int | None = None
) -> None:
    """Shows the page of a match file on this machine only, at a step if one is named, until it is stopped."""
    runner = web.AppRunner(replay_app(file, history), access_log=None)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    try:
        await runner.setup()
        await web.TCPSite(runner, LOOPBACK, port).start()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
        url = f"http://{LOOPBACK}:{runner.addresses[0][1]}/m/{file.match_id}?as={viewer}"
        if at is not None:
            url += f"&at={at}"
        say(url)
        say("Ctrl-C ends it.")
        if browser:
            await loop.run_in_executor(None, webbrowser.open, url)
        await stop.wait()
    finally:
        await runner.cleanup()
