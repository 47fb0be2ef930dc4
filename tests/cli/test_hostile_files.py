"""Files that somebody made to do harm: one clear error, little memory, little time."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest
import zstandard

from projections import book, history, matchfile
from projections.matchfile import FileDamaged, dumps, load, match_file
from server.cli.files import read_match
from server.simulate import Table, play_match
from tests import fuzz_files
from tests.cli.conftest import Run
from tests.toy.plugin import TOY


@pytest.fixture(scope="module")
def text() -> str:
    return dumps(match_file(play_match(Table(TOY, ("random",) * 3), b"hostile", steps=6).entries))


def test_hostile_files_get_one_clear_answer_within_bounds(tmp_path: Path) -> None:
    """A sample of `python -m tests.fuzz_files`, with every special file in it."""
    figures = fuzz_files.campaign(60, "suite", tmp_path, ("verify",))
    assert figures["files"] > 80
    assert figures["ended"]["verify 2"] > 40  # what cannot be read
    assert figures["ended"]["verify 1"] > 5  # what reads well and does not hold


@pytest.mark.slow
@pytest.mark.parametrize("name", fuzz_files.WIDEST)
def test_a_file_as_wide_as_it_may_be_stays_within_bounds(tmp_path: Path, name: str) -> None:
    """Each alone, and each command in a process that has read nothing before."""
    start = fuzz_files.seeds()[0]
    path, sound = tmp_path / "wide.match", tmp_path / "sound.match"
    path.write_bytes(fuzz_files.WIDEST[name](start))
    sound.write_bytes(start.text)
    for command in fuzz_files.COMMANDS:
        watched = fuzz_files.Watched()
        try:
            fuzz_files.check(watched, command, path, sound)
        finally:
            watched.close()


def test_a_fault_names_the_file_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_files, "MEMORY_KIB_MAX", 1)
    with pytest.raises(fuzz_files.Fault, match=r"--seed suite, number 0 .*hostile\.match.* MiB of memory"):
        fuzz_files.campaign(1, "suite", tmp_path, ("verify",))
    assert len([*tmp_path.glob("hostile.match*")]) == 1


def test_the_same_seed_makes_the_same_files() -> None:
    (start, *_) = fuzz_files.seeds()
    for mutate in fuzz_files.MUTATIONS:
        assert mutate(start, random.Random(7)) == mutate(start, random.Random(7))


@pytest.mark.parametrize(
    ("bound", "value", "says"),
    [
        ("LINE_BYTES_MAX", 90, "line 1 is longer than any entry"),
        ("LINE_VALUES_MAX", 12, "line 2 is longer than any entry"),
        ("VALUES_MAX", 60, "there is more than any match holds"),
        ("TEXT_BYTES_MAX", 2_000, "there is more than any match holds"),
        ("ENTRIES_MAX", 5, "more than 5 entries"),
        ("COUNT_MAX", 17, "more than any game has"),
        ("COUNTED_MAX", 30, "things are counted that no game has"),
    ],
)
def test_a_file_beyond_a_bound_is_not_read(
    text: str, monkeypatch: pytest.MonkeyPatch, bound: str, value: int, says: str
) -> None:
    lines = [line + b"\n" for line in text.encode().split(b"\n")[:-1]]
    at = next(place for place, line in enumerate(lines) if b'"MatchStarted"' in line)
    lines[at] = lines[at].replace(b'"seats":3', b'"seats":40')
    load(lines)
    monkeypatch.setattr(matchfile, bound, value)
    with pytest.raises(FileDamaged, match=says):
        load(lines)


def test_a_file_is_read_line_by_line(text: str) -> None:
    """An endless file is given up at its first bad line, and nothing after that is asked for."""
    lines = [line + b"\n" for line in text.encode().split(b"\n")[:-1]]
    asked = itertools.count()
    endless = (line for line in itertools.chain(lines[:4], itertools.repeat(b"[]\n")) if next(asked) < 100)
    with pytest.raises(FileDamaged, match="line 5"):
        load(endless)
    assert next(asked) == 5


def test_a_bomb_is_not_unpacked_to_its_end(run: Run, tmp_path: Path) -> None:
    Path("bomb.match.zst").write_bytes(fuzz_files._bomb(bytes(1 << 20), 300))
    ran = run("verify", "bomb.match.zst")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "bomb.match.zst: line 1: line 1 is longer than any entry\n"


def test_frames_one_after_the_other_are_one_text(run: Run, text: str) -> None:
    packer = zstandard.ZstdCompressor()
    half = len(text) // 2
    packed = packer.compress(text[:half].encode()) + packer.compress(text[half:].encode())
    Path("two.match.zst").write_bytes(packed)
    assert run("verify", "two.match.zst").code == 0
    Path("half.match.zst").write_bytes(packed[: len(packed) // 2])
    assert run("verify", "half.match.zst").code == 2


def test_a_made_up_size_of_a_draw_costs_nothing(run: Run, text: str) -> None:
    lines = [json.loads(line) for line in text.split("\n")[:-1]]
    draw = next(line for line in lines if line.get("type") == "ChanceDrawn")
    draw["sealed"][0]["fields"]["size"] = 49_999
    Path("size.match").write_bytes(fuzz_files.relinked(lines))
    ran = run("verify", "size.match")
    assert ran.code == 1
    assert f"entry {draw['seq']}: CHANCE" in ran.out


def broken(*_: object) -> dict[str, object]:
    """A view that counts on a state which the rules never come to."""
    raise IndexError("tuple index out of range")


@pytest.mark.parametrize("command", [["show"], ["show", "--json"], ["replay", "--html", "page.html"]])
def test_a_log_that_comes_to_a_state_no_table_is_ever_in_gets_one_clear_line(
    run: Run, text: str, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """The chain of a forged log may hold, and its fold go through; what to show of it may still not be there."""
    for module in (history, book):
        monkeypatch.setattr(module, "match_view", broken)
    Path("odd.match").write_text(text)
    name, *options = command
    ran = run(name, "odd.match", *options)
    assert (ran.code, ran.out) == (2, "")
    says = "odd.match: comes to a state that cannot be shown (IndexError('tuple index out of range'))"
    assert ran.err == f"matchfold: {says}\n"
    assert not Path("page.html").exists()


def test_an_objective_on_a_side_that_no_card_has_is_shown_without_its_text(run: Run) -> None:
    lines = [json.loads(line) for line in fuzz_files.seeds()[-1].lines]
    opened = next(line["public"] for line in lines if line.get("type") == "ObjectiveOpened")
    for wrong in (-3, 7):
        opened["side"] = wrong
        Path("side.match").write_bytes(fuzz_files.relinked(lines))
        assert run("show", "side.match").code == 0


def test_a_match_of_twenty_thousand_entries_is_far_from_the_bounds() -> None:
    """Measured on the longest recorded match, entry for entry."""
    longest = max(Path(__file__).parents[2].glob("fixtures/*/*.match.zst"), key=lambda path: path.stat().st_size)
    lines = dumps(read_match(longest)).encode().split(b"\n")
    values = sum(line.count(mark) for line in lines for mark in (b",", b"[", b"{"))
    assert 20_000 * sum(map(len, lines)) / len(lines) < matchfile.TEXT_BYTES_MAX / 2
    assert 20_000 * values / len(lines) < matchfile.VALUES_MAX / 2
    assert max(map(len, lines)) * 100 < matchfile.LINE_BYTES_MAX
