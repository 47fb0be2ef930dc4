"""Forks that are made by hand have ids of their own, and are held against the match that they go on from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.entries import Head
from domain.kernel.records import evolve
from projections.games import plugin_for
from projections.matchfile import MatchFile, loads, match_file
from projections.proofs import opened
from server.cli.files import write_match
from server.simulate import Table, play_match
from tests import tamper
from tests.cli.conftest import Run

ARCANYA = plugin_for("arcanya")
AT = 70


@pytest.fixture
def match(run: Run) -> Path:
    """A match, as its host has it, in the folder of the command."""
    played = play_match(Table(ARCANYA, ("random",) * 3, title="Tuesday", match_id="tuesday"), b"forks")
    write_match(Path("tuesday.match"), match_file(played.entries))
    return Path("tuesday.match")


def forked(run: Run, match: Path, name: str, *arguments: object) -> Path:
    done = run("fork", match, "--at", AT, "-o", name, *arguments)
    assert done.code == 0, done.err
    return Path(name)


def rewritten(path: Path, seq: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes an entry of a fork in place; its maker has its secret, and links all of it anew."""
    file = loads(path.read_text(encoding="utf-8"))
    secret = bytes.fromhex(opened(file.entries[1]).bodies["server"]["secret"])
    entries = tamper.forged(tamper.Log(ARCANYA, file, secret), seq, change)
    write_match(path, evolve(file, entries=entries, head=Head(entries[-1].seq, entries[-1].link)))


def test_each_seed_bot_and_title_makes_a_match_of_its_own(run: Run, match: Path) -> None:
    made = [
        forked(run, match, "one.match", "--seed", "5"),
        forked(run, match, "seed.match", "--seed", "6"),
        forked(run, match, "bot.match", "--seed", "5", "--bot", "2=greedy"),
        forked(run, match, "title.match", "--seed", "5", "--title", "What if"),
    ]
    ids = [loads(path.read_text(encoding="utf-8")).match_id for path in made]
    assert len(set(ids)) == len(made)
    assert all(one.startswith(f"tuesday-fork-{AT}-") for one in ids)
    done = run("verify", *made)
    assert (done.code, "COPIES" in done.out) == (0, False), done.out
    for path in made:
        assert run("import", path, "--store", "sqlite:club.db").code == 0


def test_the_same_fork_made_twice_is_the_same_match(run: Run, match: Path) -> None:
    one = forked(run, match, "one.match", "--seed", "5", "--bot", "2=greedy", "--bot", "1=random")
    other = forked(run, match, "other.match", "--seed", "5", "--bot", "1=random", "--bot", "2=greedy")
    assert one.read_bytes() == other.read_bytes()


def test_a_fork_beside_its_match_is_said_to_go_on_from_it(run: Run, match: Path) -> None:
    fork = forked(run, match, "fork.match", "--seed", "5")
    done = run("verify", fork, match)
    assert done.code == 0
    assert "fork.match: note: goes on from match tuesday after entry" in done.out


def another_link(data: dict[str, Any]) -> None:
    data["public"]["origin"]["link"] = "ab" * 32


def another_time(data: dict[str, Any]) -> None:
    data["at"] += 1


def another_draw(data: dict[str, Any]) -> None:
    data["sealed"][0]["fields"]["result"] = [1]


def other_options(data: dict[str, Any]) -> None:
    data["public"]["options"]["alter_plus"] = True


def first_draw(file: MatchFile) -> int:
    return next(entry.seq for entry in file.entries if b"\xabChanceDrawn" in entry.public)


@pytest.mark.parametrize(
    ("seq", "change"),
    [(2, another_link), (30, another_time), (0, another_draw), (2, other_options)],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_a_fork_with_another_past_than_its_match_is_found(
    run: Run, match: Path, seq: int, change: Callable[[dict[str, Any]], None]
) -> None:
    fork = forked(run, match, "fork.match", "--seed", "5")
    seq = seq or first_draw(loads(fork.read_text(encoding="utf-8")))
    rewritten(fork, seq, change)
    alone, beside = run("verify", fork, "--json"), run("verify", match, fork, "--json")
    assert "ORIGIN" not in alone.out
    assert beside.code == 1
    *_, told = json.loads(beside.out)["matches"]
    assert ("ORIGIN", seq) in [(finding["code"], finding["seq"]) for finding in told["findings"]]


def test_a_store_with_both_compares_them_too(run: Run, match: Path) -> None:
    fork = forked(run, match, "fork.match", "--seed", "5")
    assert run("import", match, "--store", "sqlite:good.db").code == 0
    assert run("import", fork, "--store", "sqlite:good.db").code == 0
    assert run("verify", "--store", "sqlite:good.db").code == 0
    rewritten(fork, 2, another_link)
    for path in (match, fork):
        assert run("import", path, "--store", "sqlite:bad.db").code == 0, "by itself nothing is wrong with it"
    done = run("verify", "--store", "sqlite:bad.db")
    assert done.code == 1
    assert "entry 2: ORIGIN: entry" in done.out


def test_an_older_copy_of_the_match_is_compared_as_far_as_it_goes(run: Run, match: Path) -> None:
    fork = forked(run, match, "fork.match", "--seed", "5")
    whole = loads(match.read_text(encoding="utf-8"))
    write_match(Path("older.match"), match_file(whole.entries[:40], "seat:1"))
    done = run("verify", "older.match", fork)
    assert done.code == 0
    assert "at hand ends before entry" in done.out
    rewritten(fork, 30, another_time)
    assert run("verify", "older.match", fork).code == 1
