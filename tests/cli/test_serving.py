"""`matchfold serve` and `matchfold replay` as processes: they say where they are, answer there, and stop when told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).resolve().parents[2]
LINES_MAX = 12
Start = Callable[..., tuple["subprocess.Popen[str]", list[str]]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a command that serves, and returns it with what it said until it was ready."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str | Path) -> tuple[subprocess.Popen[str], list[str]]:
        process = subprocess.Popen(
            [sys.executable, "-m", "server.cli", *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        assert process.stdout is not None
        said: list[str] = []
        while len(said) < LINES_MAX and (line := process.stdout.readline()):
            said.append(line)
            if "Ctrl-C" in line or ("Matchfold is at" in line and "--demo" not in arguments):
                return process, said
        process.kill()
        raise AssertionError(f"it never got ready: {said} {process.communicate()}")

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        text: str = answer.read().decode()
        return text


def stop(process: subprocess.Popen[str]) -> str:
    """Tells a process to stop as a terminal would, and returns what it said on standard error."""
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    return err


def test_the_demo_has_a_match_to_look_back_at_one_to_watch_and_one_to_play(start: Start) -> None:
    process, said = start("serve", "--demo", "--port", "0")
    urls = re.findall(r"http://127\.0\.0\.1:\d+\S*", "".join(said))
    assert len(urls) == 5
    home, *tables = urls
    assert "<html" in fetch(home)
    status = {}
    for url in tables:
        assert "<html" in fetch(url)
        match_id = re.search(r"/m/([^#]+)", url)
        assert match_id is not None
        summary = json.loads(fetch(f"{home}/api/v1/matches/{match_id[1]}"))
        status[match_id[1].rsplit("-", 1)[0]] = summary["status"]
    assert status == {"demo-past": "over", "demo-arena": "over", "demo-live": "running", "demo-play": "open"}
    assert "#token=" in tables[3]
    listed = json.loads(fetch(f"{home}/api/v1/matches"))["matches"]
    assert sorted(one["status"] for one in listed) == ["over", "over", "running"], (
        "nobody sits down where nobody starts"
    )
    stop(process)


def test_a_store_keeps_its_matches_from_one_serving_to_the_next(start: Start, run: Run) -> None:
    process, said = start("serve", "--store", "sqlite:club.db", "--port", "0", "--demo")
    stop(process)
    home = re.findall(r"http://127\.0\.0\.1:\d+", said[0])[0]
    process, said = start("serve", "--store", "sqlite:club.db", "--port", "0")
    home = re.findall(r"http://127\.0\.0\.1:\d+", said[0])[0]
    assert len(json.loads(fetch(f"{home}/api/v1/matches"))["matches"]) == 3
    busy = run("verify", "--store", "sqlite:club.db")
    assert busy.code == 2 and busy.err.startswith("matchfold: ") and busy.err.count("\n") == 1
    stop(process)
    ran = run("verify", "--store", "sqlite:club.db")
    assert ran.code == 0, ran.out
    assert "4 matches: 4 sound" in ran.out


def test_a_port_that_is_taken_is_one_line(start: Start, run: Run) -> None:
    process, said = start("serve", "--demo", "--port", "0")
    port = re.findall(r"127\.0\.0\.1:(\d+)", said[0])[0]
    ran = run("serve", "--store", "memory:", "--port", port)
    assert ran.code == 2
    assert f"matchfold: cannot serve at 127.0.0.1:{port}" in ran.err
    stop(process)


def test_a_file_is_shown_in_the_page(start: Start, run: Run) -> None:
    assert run("simulate", "arcanya", "--seats", "3", "--seed", "0b", "--out", "out").code == 0
    (match,) = Path("out").iterdir()
    process, said = start("replay", match, "--no-browser", "--as", "seat:2")
    (url,) = re.findall(r"http://\S+", said[0])
    assert url.endswith(f"/m/{match.stem}?as=seat:2")
    assert "<html" in fetch(url)
    api = url.replace("/m/", "/api/v1/matches/").replace("?", "/view?")
    assert json.loads(fetch(api))["viewer"] == "seat:2"
    assert stop(process) == ""


def test_replay_refuses_eyes_that_the_file_does_not_have(run: Run) -> None:
    assert run("simulate", "arcanya", "--seats", "3", "--seed", "0b", "--out", "out").code == 0
    (match,) = Path("out").iterdir()
    assert run("import", match, "--store", "sqlite:s.db").code == 0
    assert run("export", match.stem, "--store", "sqlite:s.db", "-o", "mine.match", "--as", "seat:1").code == 0
    ran = run("replay", "mine.match", "--no-browser", "--as", "seat:2")
    assert ran.code == 2
    assert "does not hold what seat:2 saw" in ran.err
