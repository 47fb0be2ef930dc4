"""`matchfold replay FILE --html OUT`: the page in one file, with what its viewer may see and nothing else."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path

import pytest

from domain.kernel.entries import Head
from domain.kernel.records import evolve
from projections.games import plugin_for
from projections.matchfile import dumps, loads, match_file
from server.cli.files import write_match
from server.simulate import Table, play_match
from tests import tamper
from tests.cli.conftest import Run

PAGE_BYTES_MAX = 1_500_000
LONG_ENTRIES = 3_500  # rules that change make other matches of the same seed


def carried(page: str, name: str) -> str:
    """What a page carries under a name."""
    found = re.search(rf'<script type="text/plain" id="{name}">([^<]*)</script>', page)
    assert found is not None
    return zlib.decompress(base64.b64decode(found[1])).decode()


@pytest.fixture
def played(tmp_path: Path) -> Path:
    table = Table(plugin_for("arcanya"), ("greedy",) * 3, {"mode": "advanced"}, "A <b>title</b>", match_id="kept")
    write_match(tmp_path / "kept.match", match_file(play_match(table, b"offline").entries))
    return tmp_path / "kept.match"


def test_a_page_holds_the_file_and_loads_nothing(run: Run, played: Path) -> None:
    done = run("replay", played, "--html", "page.html")
    assert done.code == 0, done.err
    file = loads(played.read_text())
    assert f"as auditor sees it; {file.count} entries, head {file.head.seq}:{file.head.link.hex()}" in done.out
    page = Path("page.html").read_text(encoding="utf-8")
    assert carried(page, "log") == played.read_text()
    assert not re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', page), "nothing is fetched"
    assert "default-src 'none'" in page and "unsafe" not in re.findall(r'content="(default-src[^"]*)"', page)[0]
    assert "<title>A &lt;b&gt;title&lt;/b&gt;</title>" in page


@pytest.mark.parametrize("viewer", ["seat:2", "spectator"])
def test_a_page_for_a_viewer_holds_their_copy_and_no_more(run: Run, played: Path, viewer: str) -> None:
    assert run("replay", played, "--html", "page.html", "--as", viewer).code == 0
    copy = match_file(loads(played.read_text()).entries, viewer)
    assert carried(Path("page.html").read_text(encoding="utf-8"), "log") == dumps(copy)
    # The page of that viewer's own export is the same page.
    write_match(Path("copy.match"), copy)
    assert run("replay", "copy.match", "--html", "other.html").code == 0
    assert Path("other.html").read_bytes() == Path("page.html").read_bytes()


def test_a_copy_does_not_make_a_page_with_other_eyes(run: Run, played: Path) -> None:
    write_match(Path("copy.match"), match_file(loads(played.read_text()).entries, "seat:2"))
    done = run("replay", "copy.match", "--html", "page.html", "--as", "seat:1")
    assert done.code == 2 and "copy of seat:2" in done.err and not Path("page.html").exists()


def test_a_page_goes_to_standard_output_too(run: Run, played: Path) -> None:
    done = run("replay", played, "--html", "-")
    assert done.code == 0 and done.out.startswith("<!doctype html>") and done.out.rstrip().endswith("</html>")


def test_a_page_of_a_forged_log_is_written_with_a_warning(run: Run) -> None:
    """Whoever has the secret can link anything anew; deciding again tells, and the page alone would not."""
    log = tamper.played(plugin_for("arcanya"), "auditor")
    at = next(entry.seq for entry in log.file.entries if b"GameEnded" in entry.public)
    forged = tamper.forged(log, at, lambda data: data["public"].update(winners=[2]))
    head = Head(forged[-1].seq, forged[-1].link)
    write_match(Path("forged.match"), evolve(log.file, entries=forged, head=head))
    done = run("replay", "forged.match", "--html", "page.html")
    assert done.code == 1
    assert re.search(rf"^forged\.match: entry {at}: DECISION: ", done.err, re.MULTILINE)
    assert "the page shows a log that does not hold" in done.err
    assert Path("page.html").exists() and "page.html: " in done.out
    with_eyes = run("replay", "forged.match", "--html", "page.html", "--as", "spectator")
    assert with_eyes.code == 1 and "DECISION" in with_eyes.err, "what was given is proved, not only the copy"


def test_a_page_into_no_folder_is_told_before_it_is_made(run: Run, played: Path) -> None:
    done = run("replay", played, "--html", "nowhere/page.html")
    assert done.code == 2 and "there is no folder nowhere" in done.err


def test_what_is_no_match_file_makes_no_page(run: Run) -> None:
    Path("odd.match").write_text("{}\n")
    done = run("replay", "odd.match", "--html", "page.html")
    assert done.code == 2 and done.err.count("\n") == 1 and not Path("page.html").exists()


def test_a_long_match_of_maya_makes_a_page_below_the_bound(run: Run) -> None:
    """Of forty random matches for four, this was the longest."""
    table = Table(plugin_for("maya"), ("random",) * 4, {"mode": "siege-2v2"}, match_id="long")
    entries = play_match(table, bytes([34])).entries
    write_match(Path("long.match"), match_file(entries))
    assert run("replay", "long.match", "--html", "page.html").code == 0
    size = Path("page.html").stat().st_size
    assert len(entries) > LONG_ENTRIES and size < PAGE_BYTES_MAX, (len(entries), size)
