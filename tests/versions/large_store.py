"""An upgrade tried on a store with thousands of matches: `python -m tests.versions.large_store --matches 3000`.

Fills a SQLite store with random matches of both games in all modes, most of them broken off in the middle, a few with
damaged bytes. Then `matchfold upgrade-check` runs over all of it under one release after the other: sound ones, and
ones in which something is forgotten. What it has to say of each match is known from how the match was played. Prints
the figures as JSON; exit code 1 if a single verdict is not the expected one. The store is removed at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import attrs

from domain.kernel.codec import entry_json
from domain.kernel.entries import Entry
from domain.kernel.game import Offer
from domain.kernel.match import MatchRules, MatchState
from domain.kernel.records import evolve
from projections.bots import Dice, fill
from projections.games import PLUGINS, plugin_for
from projections.plugin import Plugin
from projections.upgrade import DOES_NOT_FOLD, NO_GAME, READY, STUCK, TAKES_OVER, UNKNOWN_TYPE, UNREADABLE
from server.cli import main as matchfold
from server.cli.stores import put_match, with_store
from server.simulate import Table, play_match
from server.storage import Store
from tests.grounds import GROUNDS
from tests.versions import newer_arcanya, newer_maya
from tests.versions.releases import Release, release

GAMES = ("arcanya", "maya")
NEWER = {"arcanya": newer_arcanya, "maya": newer_maya}
PLAYED_OUT_EVERY = {"arcanya": 3, "maya": 12}  # a match of Maya is ten times as long
CUT_AFTER_MAX = {"arcanya": 60, "maya": 120}  # intents
DAMAGED_EVERY = 97
STUMBLES = {"arcanya": "ShieldLost", "maya": "CardActivated"}  # what the clumsy release cannot fold
SILENT = {"arcanya": "defend", "maya": "prepare"}  # what the silent release offers nothing for
LINES_MAX = 60  # a host reads no more, however many matches there are

Verdict = tuple[str, int]  # and the entry where the match stops


@attrs.frozen
class Known:
    """What is known of a stored match from how it was played.

    `first` is the first entry of each type, `asked` the kinds of questions that stand, `to_come` the types of events
    that the first thing on offer to each seat would cause, and `damaged` the entry whose bytes were torn (0: none).
    """

    game: str
    entries: int
    over: bool
    first: Mapping[str, int]
    asked: frozenset[str]
    to_come: frozenset[str]
    damaged: int


@attrs.frozen
class Planted:
    """A release, and what has to be said of each match under it."""

    name: str
    plugins: Mapping[str, Plugin]
    expected: Callable[[Known], Verdict]
    comes_up: str


# -- the store


def fill_store(url: str, matches: int, seed: bytes) -> dict[str, Known]:
    """Plays so many matches into a store, and says what is known of each."""
    known: dict[str, Known] = {}

    async def put(store: Store) -> None:
        for name, entries, match in played(matches, seed):
            await put_match(store, name, entries)
            known[name] = match

    with_store(url, put)
    return known


def played(matches: int, seed: bytes) -> Iterator[tuple[str, list[Entry], Known]]:
    """Matches of both games in turn, over all their options and seat counts."""
    tables = {game: itertools.cycle(GROUNDS[game].tables()) for game in GAMES}
    for number, game in zip(range(1, matches + 1), itertools.cycle(GAMES), strict=False):
        options, seats = next(tables[game])
        yield _played(game, options, seats, seed, number)


def _played(
    game: str, options: Mapping[str, Any], seats: int, seed: bytes, number: int
) -> tuple[str, list[Entry], Known]:
    plugin, name = plugin_for(game), f"{game}-{number:05d}"
    playing = evolve(plugin, bots={**plugin.bots, **GROUNDS[game].drivers(options)})
    dice = Dice(number)
    steps = None if (number // len(GAMES)) % PLAYED_OUT_EVERY[game] == 0 else 2 + dice.below(CUT_AFTER_MAX[game])
    match = play_match(Table(playing, ("random",) * seats, options, match_id=name), seed, number, steps=steps)
    entries = list(match.entries)
    damaged = 0
    if number % DAMAGED_EVERY == 0:
        damaged = 3 + dice.below(len(entries) - 3)
        torn = entries[damaged - 1]
        entries[damaged - 1] = torn._replace(public=torn.public[:-3])
    return name, entries, _known(game, plugin, match.entries, match.state, damaged)


def _known(game: str, plugin: Plugin, entries: Sequence[Entry], state: MatchState, damaged: int) -> Known:
    first: dict[str, int] = {}
    for entry in entries:
        first.setdefault(entry_json(entry)["type"], entry.seq)
    requests = plugin.rules.awaiting(state)
    asked = frozenset([request.kind for request in requests])
    to_come = frozenset([kind for request in requests for kind in _to_come(plugin, state, request.seat)])
    return Known(game, len(entries), plugin.rules.over(state), first, asked, to_come, damaged)


def _to_come(plugin: Plugin, state: MatchState, seat: int) -> list[str]:
    offer = plugin.rules.offers(state, seat)[0]
    picked = offer.pick.options[: offer.pick.min] if offer.pick else ()
    return [event.TYPE for event in plugin.rules.decide(state, fill(offer, picked))]


# -- the releases


class Clumsy(Release):
    """A release whose fold fails on an event that it used to know."""

    def evolve(self, state: Any, event: Any) -> Any:
        if STUMBLES[self.name] == event.TYPE:
            raise KeyError(event.TYPE)
        return super().evolve(state, event)


class Silent(Release):
    """A release that forgot to offer anything for one kind of question."""

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        if any(request.seat == seat and request.kind == SILENT[self.name] for request in self.awaiting(state)):
            return ()
        return super().offers(state, seat)


def releases() -> list[Planted]:
    """Sound releases and careless ones, of both games at once."""
    today = {game: plugin_for(game) for game in GAMES}

    def of(make: Callable[[str], Plugin]) -> dict[str, Plugin]:
        return {game: make(game) for game in GAMES}

    def with_rules(kind: type[Release]) -> dict[str, Plugin]:
        return of(lambda game: evolve(today[game], rules=MatchRules(kind(today[game].rules.game, 1))))

    return [
        Planted("nothing changed", today, lambda match: _said(match), READY),
        Planted(
            "a constant altered, rules 2",
            of(lambda game: release(today[game], altered=NEWER[game].SOONER)),
            lambda match: _said(match, newer=True),
            TAKES_OVER,
        ),
        Planted(
            "fields renamed, rules 2, the earlier rules kept",
            of(lambda game: release(today[game], form=NEWER[game].RENAMED, keeps_earlier=True)),
            lambda match: _said(match, newer=True),
            TAKES_OVER,
        ),
        Planted(
            "an upcaster forgotten",
            of(lambda game: release(today[game], form=NEWER[game].FORGOTTEN)),
            lambda match: _said(match, UNKNOWN_TYPE, match.first.get("CardsDrawn"), newer=True),
            UNKNOWN_TYPE,
        ),
        Planted(
            "a fold that fails",
            with_rules(Clumsy),
            _said_of_a_clumsy_fold,
            DOES_NOT_FOLD,
        ),
        Planted(
            "nobody can answer",
            with_rules(Silent),
            lambda match: _said(match, STUCK, match.entries if SILENT[match.game] in match.asked else None),
            STUCK,
        ),
        Planted(
            "a game left out",
            {"arcanya": today["arcanya"]},
            lambda match: (NO_GAME, 1) if match.game == "maya" else _said(match),
            NO_GAME,
        ),
    ]


def _said(match: Known, stops: str = "", at: int | None = None, *, newer: bool = False) -> Verdict:
    """The first thing that stops a match; else whether newer rules take it over."""
    if match.damaged and (at is None or match.damaged <= at):
        return UNREADABLE, match.damaged
    if at is not None:
        return stops, at
    return (TAKES_OVER if newer and not match.over else READY), 0


def _said_of_a_clumsy_fold(match: Known) -> Verdict:
    """It fails on what has happened, or on what the next move would bring."""
    stumbles = STUMBLES[match.game]
    if stumbles in match.to_come and stumbles not in match.first:
        return _said(match, STUCK, match.entries)
    return _said(match, DOES_NOT_FOLD, match.first.get(stumbles))


# -- the check


def run(matches: int, seed: bytes, jobs: int) -> dict[str, Any]:
    """Fills a store, tries every release on it, and gives the figures; `wrong` is empty where all is as expected."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matches.db"
        began = time.perf_counter()
        # In a process of its own, so that the memory measured is that of the check.
        with ProcessPoolExecutor(1) as pool:
            known = pool.submit(fill_store, f"sqlite:{path}", matches, seed).result()
        filled = time.perf_counter() - began
        tried = [check(f"sqlite:{path}", planted, known, jobs) for planted in releases()]
        lines = report_lines(f"sqlite:{path}", jobs)
        size = path.stat().st_size
    return {
        "matches": len(known),
        "not_over": sum(not match.over for match in known.values()),
        "damaged": sum(match.damaged > 0 for match in known.values()),
        "entries": sum(match.entries for match in known.values()),
        "store_megabytes": round(size / 1e6, 1),
        "seconds_to_fill": round(filled, 1),
        "releases": tried,
        "lines_of_a_report": lines,
        "peak_megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3),
        "wrong": sum(len(one["wrong"]) for one in tried) + (lines > LINES_MAX),
    }


def check(url: str, planted: Planted, known: Mapping[str, Known], jobs: int) -> dict[str, Any]:
    """One run of the command under a release, held against what has to be said."""
    began, used = time.perf_counter(), time.process_time()
    code, text = _upgrade_check(planted, url, jobs, "--json")
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    said = json.loads(text)
    verdicts = {match["match"]: (match["verdict"], match["seq"]) for match in said["not_ready"] + said["taken_over"]}
    expected = {name: planted.expected(match) for name, match in known.items()}
    wrong = [
        f"{name}: {verdicts.get(name, (READY, 0))} is said, {verdict} is right"
        for name, verdict in expected.items()
        if verdicts.get(name, (READY, 0)) != verdict
    ]
    counted = dict(Counter(verdict for verdict, _ in expected.values()))
    if said["verdicts"] != counted:
        wrong.append(f"the counts are {said['verdicts']}, by how the matches were played {counted}")
    if planted.comes_up not in counted:
        wrong.append(f"{planted.comes_up} never came up")
    if code != any(verdict not in (READY, TAKES_OVER) for verdict in counted):
        wrong.append(f"the exit code is {code}")
    return {
        "release": planted.name,
        "seconds": round(seconds, 1),
        "seconds_of_this_processor": round(processor, 1),  # without the processes that --jobs adds
        "verdicts": said["verdicts"],
        "causes": [f"{cause['game']}: {cause['cause']}: {cause['matches']}" for cause in said["causes"]],
        "wrong": wrong,
    }


def report_lines(url: str, jobs: int) -> int:
    """How long the report for a person is, under the release that stops the most matches."""
    forgetful = next(planted for planted in releases() if planted.comes_up == UNKNOWN_TYPE)
    return len(_upgrade_check(forgetful, url, jobs)[1].splitlines())


def _upgrade_check(planted: Planted, url: str, jobs: int, *more: str) -> tuple[int, str]:
    out = io.StringIO()
    with mock.patch.dict(PLUGINS, planted.plugins, clear=True), contextlib.redirect_stdout(out):
        code = matchfold(["upgrade-check", "--store", url, "--jobs", str(jobs), *more])
    return code, out.getvalue()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.versions.large_store", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", default="57a4", help="hexadecimal; the same seed plays the same matches")
    parser.add_argument("--jobs", type=int, default=1, help="processes of upgrade-check")
    options = parser.parse_args(arguments)
    if options.jobs > 1 and multiprocessing.get_start_method() != "fork":
        parser.error("a planted release reaches other processes only where these are forked")
    figures = run(options.matches, bytes.fromhex(options.seed), options.jobs)
    print(json.dumps(figures, indent=2))
    for one in figures["releases"]:
        for wrong in one["wrong"]:
            print(f"WRONG {one['release']}: {wrong}", file=sys.stderr)
    return 1 if figures["wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
