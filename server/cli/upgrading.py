"""`matchfold upgrade-check`: says before an upgrade which matches of a store would not load, fold or go on."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import click

from domain.kernel.codec import Damaged
from domain.kernel.entries import Entry
from projections.games import plugin_for
from projections.upgrade import ADVICE, UNREADABLE, Cause, Readiness, causes, not_installed, readiness
from server.cli.outcome import FINDINGS, SOUND, counted_matches, progress, say, say_json
from server.cli.parameters import json_option, store_option
from server.cli.stores import stored_match, with_store
from server.storage import Store

NAMED_MAX = 5  # matches named for one cause; --json has them all
AHEAD_PER_JOB = 4  # matches in the hands of each process at once, so that a large store does not fill the memory


@click.command("upgrade-check")
@store_option()
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes check.")
@json_option
def upgrade_check(store: str, jobs: int, as_json: bool) -> int:
    """Load, fold and go on with every match of a store under this version; nothing is written.

    Run it with the new version on a copy of the store, or while the server is down. Matches that stop for the same
    reason are told together, those that are not over first. Exit code: 0 every match goes on, 1 some would not, 2 the
    store cannot be read.
    """
    found = with_store(store, lambda opened: _check_store(opened, jobs), existing=True)
    (_tell_json if as_json else _tell)(found)
    return SOUND if all(match.ready for match in found) else FINDINGS


async def _check_store(store: Store, jobs: int) -> list[Readiness]:
    names = await store.matches()
    bar = iter(progress(names, len(names), "checking"))
    found: list[Readiness] = []
    if jobs == 1:
        for name in names:
            found.append(_check(name, await _stored(store, name)))
            next(bar, None)
        return found
    waiting: deque[Future[Readiness]] = deque()
    with ProcessPoolExecutor(jobs) as pool:
        for name in names:
            waiting.append(pool.submit(_check, name, await _stored(store, name)))
            if len(waiting) >= AHEAD_PER_JOB * jobs:
                found.append(await asyncio.wrap_future(waiting.popleft()))
            next(bar, None)
        found += [await asyncio.wrap_future(future) for future in waiting]
    return found


async def _stored(store: Store, name: str) -> list[Entry] | Damaged:
    try:
        return await stored_match(store, name)
    except Damaged as error:
        return error


def _check(name: str, entries: list[Entry] | Damaged) -> Readiness:
    if isinstance(entries, Damaged):
        return Readiness(name, UNREADABLE, entries.seq or 0, str(entries), 0, cause="an entry cannot be read")
    return readiness(name, entries, plugin_for)


def _tell(found: Sequence[Readiness]) -> None:
    say(f"{counted_matches(len(found))}, {sum(match.entries for match in found)} entries")
    told = causes(found)
    for verdict, count in _counted(found):
        say(f"{verdict}: {count}: {ADVICE[verdict]}")
        for cause in told:
            if cause.verdict == verdict:
                _tell_cause(cause)
    upcast = [match for match in found if match.upcast]
    if upcast:
        say(f"{len(upcast)} matches hold entries of older schemas, which are read as today's")
    for game, version, intents, matches in not_installed(found):
        say(
            f"{intents} intents in {matches} matches of {game} were decided by rules {version}, which are not "
            "installed: their events stand, and `matchfold verify` cannot decide them again"
        )


def _tell_cause(cause: Cause) -> None:
    of_game = f"{cause.game}: " if cause.game else ""
    say(f"  {of_game}{cause.cause}: {counted_matches(len(cause.matches))}, {cause.going_on} of them not over")
    if cause.matches[0].ready:
        return  # nothing is to be done about them
    for match in cause.matches[:NAMED_MAX]:
        say(f"    {match.match}: {match.sentence}")
    if len(cause.matches) > NAMED_MAX:
        say(f"    and {len(cause.matches) - NAMED_MAX} more; --json names them all")


def _tell_json(found: Sequence[Readiness]) -> None:
    say_json(
        {
            "matches": len(found),
            "entries": sum(match.entries for match in found),
            "verdicts": dict(_counted(found)),
            "advice": {verdict: ADVICE[verdict] for verdict, _ in _counted(found)},
            "causes": [_cause_json(cause) for cause in causes(found)],
            "not_ready": [_as_json(match) for match in found if not match.ready],
            "taken_over": [_as_json(match) for match in found if match.ready and match.cause],
            "upcast": [match.match for match in found if match.upcast],
            "not_installed": [
                {"game": game, "rules": version, "intents": intents, "matches": matches}
                for game, version, intents, matches in not_installed(found)
            ],
        }
    )


def _cause_json(cause: Cause) -> dict[str, Any]:
    return {
        "verdict": cause.verdict,
        "game": cause.game,
        "cause": cause.cause,
        "matches": len(cause.matches),
        "not_over": cause.going_on,
    }


def _as_json(match: Readiness) -> dict[str, Any]:
    return {
        "match": match.match,
        "game": match.game,
        "over": match.over,
        "verdict": match.verdict,
        "seq": match.seq,
        "sentence": match.sentence,
    }


def _counted(found: Iterable[Readiness]) -> list[tuple[str, int]]:
    """The verdicts that came up, in the order of the advice."""
    counts = Counter(match.verdict for match in found)
    return [(verdict, counts[verdict]) for verdict in ADVICE if counts[verdict]]
