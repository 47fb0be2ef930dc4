"""Keeps one stored entry of every type and schema that recorded matches hold, for the tests to read for ever.

python -m tests.versions.record_entries

Run it before a schema changes. What is kept is never written again: only types and schemas that are new are added.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from domain.kernel.codec import Scribe, entry_from_json, entry_json
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.lifecycle import CreateMatch, KeepHandsClosed, OpenHidden, SeatPlan, SitDown, StandUp, StartMatch
from domain.kernel.match import BLANK
from domain.kernel.match import KERNEL as SHARED
from domain.kernel.secrecy import Intent
from projections.bots import Dice, fill, random_pick
from projections.fork import fork
from projections.games import plugin_for
from projections.matchfile import entry_line
from server.cli.files import read_match
from tests.playing import secret_of
from tests.versions.releases import release

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
DATA = Path(__file__).parent / "data"
GAMES = ("arcanya", "maya")
KERNEL = "kernel"  # what every match shares, out of a match of Arcanya
Key = tuple[str, int]  # a type and its schema


def examples(game: str) -> dict[Key, Entry]:
    """The stored entries of a game, or of the kernel, by type and schema."""
    path = _path(game)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {(shown["type"], shown["schema"]): entry_from_json(shown) for shown in map(json.loads, lines)}


def _path(game: str) -> Path:
    return DATA / f"{game}-entries.jsonl"


def main() -> None:
    """Adds what is not kept yet, the shortest entry of each kind."""
    for game in GAMES:
        _add(game, [entry for entry in _recorded(game) if entry_json(entry)["type"] not in SHARED.types])
    _add(KERNEL, [entry for entry in _life_of_a_match() if entry_json(entry)["type"] in SHARED.types])


def _add(game: str, entries: Iterable[Entry]) -> None:
    kept = examples(game)
    found: dict[Key, str] = {}
    for entry in entries:
        shown = entry_json(entry)
        key = (shown["type"], shown["schema"])
        line = entry_line(entry)
        if key not in kept and (key not in found or len(line) < len(found[key])):
            found[key] = line
    lines = [*map(entry_line, kept.values()), *[found[key] for key in sorted(found)]]
    _path(game).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _recorded(game: str) -> Iterator[Entry]:
    for path in sorted((FIXTURES / game).glob("*.match.zst")):
        yield from read_match(path).entries


def _life_of_a_match() -> Iterator[Entry]:
    """A match from the open table to the revealed secret with all that can happen around it, and a fork of it."""
    today, newer = plugin_for("arcanya"), release(plugin_for("arcanya"))
    secret = secret_of(7)
    scribe = Scribe(bytes.fromhex(secret), Head(0, first_link("life")))
    create = CreateMatch("life", today.game, {}, (SeatPlan("open"), SeatPlan("open")))
    state = BLANK
    for event in (opened := today.rules.create(create, secret=secret)):
        state = today.rules.evolve(state, event)
    log = scribe.write(create, opened, actor="host", at=0, rules=1)
    before: list[Intent] = [
        KeepHandsClosed(),
        SitDown(1, "A", "0a"),
        StandUp(1),
        SitDown(1, "A", "0b"),
        SitDown(2, "B"),
        StartMatch(),
    ]
    for intent in before:
        events, state = today.rules.step(state, intent)
        log += scribe.write(intent, events, actor="host", at=1_000, rules=1)
    events, state = newer.rules.step(state, OpenHidden(len(log), "report"))
    log += scribe.write(OpenHidden(len(log), "report"), events, actor="host", at=2_000, rules=2)
    yield from fork(today, log, len(log), match_id="fork", secret=bytes(32), bots={1: "random"}).entries
    dice = Dice(1)
    while asked := newer.rules.awaiting(state):
        offers = newer.rules.offers(state, asked[0].seat)
        offer = offers[dice.below(len(offers))]
        intent = offer.intent if offer.pick is None else fill(offer, random_pick(offer.pick, dice))
        events, state = newer.rules.step(state, intent)
        log += scribe.write(intent, events, actor=f"seat:{asked[0].seat}", at=3_000, rules=2)
    yield from log


if __name__ == "__main__":
    main()
