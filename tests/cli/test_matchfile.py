"""Match files: what is written is what is read, each viewer's file holds what that viewer may see, and no more."""

from __future__ import annotations

import json

import pytest

from domain.kernel.entries import Entry
from projections.matchfile import FileDamaged, audiences_of, dumps, entry_line, loads, match_file
from server.simulate import Played, Table, play_match
from tests.toy.plugin import TOY

VIEWERS = ("auditor", "spectator", "seat:1", "seat:2", "seat:3")


@pytest.fixture(scope="module")
def played() -> Played:
    return play_match(Table(TOY, ("random",) * 3, {"rounds": 2}, title='Tuesday \u2028 "club" é'), b"matchfile")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_file_read_and_written_again_is_the_same_bytes(played: Played, viewer: str) -> None:
    file = match_file(played.entries, viewer)
    text = dumps(file)
    assert loads(text) == file
    assert dumps(loads(text)) == text


def test_a_full_file_gives_back_the_stored_bytes(played: Played) -> None:
    assert loads(dumps(match_file(played.entries))).entries == played.entries


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_file_opens_exactly_the_parts_of_its_viewer(played: Played, viewer: str) -> None:
    allowed = audiences_of(viewer)
    parts = [part for entry in loads(dumps(match_file(played.entries, viewer))).entries for part in entry.parts]
    assert {part.audience for part in parts} == {"server", "seat:1", "seat:2", "seat:3"}
    for part in parts:
        assert (part.body is not None) == (allowed is None or part.audience in allowed)


def test_two_plays_of_one_seed_give_equal_files_and_another_seed_another(played: Played) -> None:
    again = play_match(Table(TOY, ("random",) * 3, {"rounds": 2}, title='Tuesday \u2028 "club" é'), b"matchfile")
    other = play_match(Table(TOY, ("random",) * 3, {"rounds": 2}, title='Tuesday \u2028 "club" é'), b"another")
    assert dumps(match_file(again.entries)) == dumps(match_file(played.entries))
    assert dumps(match_file(other.entries)) != dumps(match_file(played.entries))


@pytest.mark.parametrize("viewer", ["seat:0", "seat:01", "seat:", "seat:x", "seat:-1", "host", "", "seat:²"])
def test_a_viewer_that_is_none_is_told_so(played: Played, viewer: str) -> None:
    with pytest.raises(ValueError, match="a viewer is"):
        match_file(played.entries, viewer)


def edited(text: str, line: int, entry: Entry | None = None, **changes: object) -> str:
    lines = text.split("\n")
    data = json.loads(lines[line - 1])
    lines[line - 1] = json.dumps({**data, **changes}, ensure_ascii=False, separators=(",", ":"))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda text: "", 1),
        (lambda text: "hello\n", 1),
        (lambda text: "[]\n", 1),
        (lambda text: text.split("\n")[0] + "\n", 1),
        (lambda text: edited(text, 1, matchfold=2), 1),
        (lambda text: edited(text, 1, viewer="host"), 1),
        (lambda text: edited(text, 1, entries="60"), 1),
        (lambda text: edited(text, 1, entries=True), 1),
        (lambda text: edited(text, 1, head=None), 1),
        (lambda text: edited(text, 1, more=1), 1),
        (lambda text: text[:-1], None),
        (lambda text: text[:-40], None),
        (lambda text: edited(text, 5, more=1), 5),
        (lambda text: edited(text, 5, link="00g0"), 5),
        (lambda text: edited(text, 5, public=[]), 5),
        (lambda text: edited(text, 5, at=1.5), 5),
        (lambda text: edited(text, 5, sealed=[{"audience": "seat:1"}]), 5),
        (lambda text: edited(text, 5, sealed=7), 5),
        (lambda text: edited(text, 5, at=2**70), 5),
        (lambda text: "\n".join([*text.split("\n")[:4], "[" * 100_000, ""]), 5),
        (lambda text: text.replace('"kind":"event"', '"kind": "event"', 1), None),
        (lambda text: text.replace("\n", "\n\n", 1), 2),
        (lambda text: text.replace("\n", "\r\n"), 1),
    ],
)
def test_a_damaged_file_is_told_by_its_line(played: Played, damage, line: int | None) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FileDamaged) as told:
        loads(damage(dumps(match_file(played.entries))))
    assert line is None or told.value.line == line
    assert "\n" not in told.value.sentence


def test_another_spelling_of_the_same_entry_is_damage(played: Played) -> None:
    """Digits in capitals say the same, so they must not pass: a changed byte never hides in the spelling."""
    text = dumps(match_file(played.entries))
    link = played.entries[3].link.hex()
    with pytest.raises(FileDamaged) as told:
        loads(text.replace(link, link.upper()))
    assert told.value.line == 5


def test_an_entry_line_is_stable() -> None:
    played = play_match(Table(TOY, ("random",) * 2), b"stable", steps=1)
    assert entry_line(played.entries[0]).startswith('{"seq":1,"kind":"intent","type":"CreateMatch","schema":1,')
