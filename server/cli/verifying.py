"""`matchfold verify`: proves matches from their logs."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from domain.kernel.codec import Damaged
from domain.kernel.entries import Entry, Head
from domain.kernel.records import evolve, record
from projections.audit import Audit, Finding, examine
from projections.copies import disagreement, leaks
from projections.fixtures import DigestsDamaged
from projections.fixtures import loads as read_digests
from projections.games import PLUGINS
from projections.matchfile import AUDITOR, MatchFile, match_file
from projections.origins import departures, origin_of, reaches
from projections.plugin import Plugin
from server.cli.files import plugin_of, read_match
from server.cli.outcome import FINDINGS, SOUND, UNDECIDED, UNREADABLE, Failed, progress
from server.cli.parameters import KeptHead, json_option, match_path, store_option
from server.cli.stores import stored_match, with_store
from server.cli.verdicts import Verdict, tell, tell_json
from server.snapshots import kept_digests
from server.storage import Store

EXIT_CODES = {"unreadable": UNREADABLE, "findings": FINDINGS, "undecided": UNDECIDED}  # the worst one first
JOBS_MAX = 64
AHEAD_PER_JOB = 4  # matches in the hands of each process at once, so that a large store does not fill the memory
FILES_PER_JOB = 8  # fewer are done before another process has started

T = TypeVar("T")


@record
class Stored:
    """A match as it was read from a store, or at which entry it could not be; and the digests of its kept states."""

    name: str
    entries: tuple[Entry, ...]
    digests: Mapping[int, str]
    damaged_at: int = 0
    damage: str = ""


@record
class Wanted:
    """What is asked of each match beside its proof."""

    kept: Head | None = None
    secrecy: bool = False


@click.command()
@click.argument("files", type=match_path, nargs=-1)
@store_option(required=False)
@click.option("--head", "kept", type=KeptHead(), help="A head that was kept: proves that nothing before it changed.")
@click.option("--secrecy", is_flag=True, help="Also make every viewer's copy, and prove that it hides what it must.")
@click.option("--jobs", type=click.IntRange(1, JOBS_MAX), help="How many processes verify; by itself one a core.")
@json_option
def verify(
    files: tuple[Path, ...], store: str | None, kept: Head | None, secrecy: bool, jobs: int | None, as_json: bool
) -> int:
    """Prove the matches in FILES, or all matches of a store.

    Checks every link, commitment and salt, folds the log, recomputes every shuffle once the secret is told, decides
    every intent again and looks for it among what was offered. Several copies of one match are compared as well, and
    forks with the matches they go on from.
    Exit code: 0 sound, 1 findings, 2 unreadable, 3 undecided: nothing is wrong, but intents were decided by rules that
    are not installed.
    """
    if bool(files) == bool(store):
        raise click.UsageError("name match files, or a store with --store", click.get_current_context())
    if kept is not None and len(files) != 1:
        raise click.UsageError("a kept head belongs to one match file", click.get_current_context())
    wanted = Wanted(kept, secrecy)
    if store is not None:
        verdicts = _verified_store(store, wanted, jobs or _cores())
    else:
        verdicts = _verified_files(files, wanted, jobs or max(1, min(_cores(), len(files) // FILES_PER_JOB)))
        verdicts = _beside_origins(files, _compared(files, verdicts))
    (tell_json if as_json else tell)(verdicts)
    words = {verdict.word for verdict in verdicts}
    return next((code for word, code in EXIT_CODES.items() if word in words), SOUND)


def _cores() -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, JOBS_MAX)


# -- files


def _verified_files(files: Sequence[Path], wanted: Wanted, jobs: int) -> list[Verdict]:
    with _workers(min(jobs, len(files))) as submit:
        waiting = _ahead((submit(verify_file, path, wanted) for path in files), jobs)
        return list(progress(waiting, len(files), "verifying"))


def _ahead(futures: Iterable[Future[T]], jobs: int) -> Iterator[T]:
    """The results in their order, so many of them under way at once."""
    waiting: deque[Future[T]] = deque()
    for future in futures:
        waiting.append(future)
        if len(waiting) >= AHEAD_PER_JOB * jobs:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _workers(jobs: int) -> Iterator[Callable[..., Future[Any]]]:
    """How to have something done: by other processes, or right here if there is to be one only."""
    if jobs <= 1:
        yield _done_here
        return
    pool = ProcessPoolExecutor(jobs)
    # All of them are started now, while this process has no threads that they would inherit half of.
    pool.submit(int).result()
    try:
        yield pool.submit
    finally:
        pool.shutdown(cancel_futures=True)


def _done_here(work: Callable[..., T], *arguments: Any) -> Future[T]:
    done: Future[T] = Future()
    done.set_result(work(*arguments))
    return done


PLAINLY = Wanted()


def verify_file(path: Path, wanted: Wanted = PLAINLY) -> Verdict:
    """Verifies one file, against the digests beside it too if there are any."""
    name = str(path)
    try:
        file = read_match(path)
        plugin = plugin_of(file, name)
        audit = _examined(file, plugin, wanted, _recorded_beside(path, file))
        return Verdict(name, audit, match_id=file.match_id, origin=_origin(file))
    except Failed as error:
        return Verdict(name, None, str(error))
    except OSError as error:
        return Verdict(name, None, f"{path}: {error.strerror or error}")


def _origin(file: MatchFile) -> str:
    origin = origin_of(file)
    return "" if origin is None else str(origin["match_id"])


def _recorded_beside(path: Path, file: MatchFile) -> dict[int, str]:
    """The digests of the states that were recorded with a match, as fixtures have them."""
    beside = path.with_name(path.name.removesuffix(".zst").removesuffix(".match") + ".digests")
    if str(path) == "-" or file.viewer != AUDITOR or not beside.is_file():
        return {}
    try:
        recorded = read_digests(beside.read_text(encoding="utf-8"))
    except (DigestsDamaged, UnicodeDecodeError) as error:
        raise Failed(f"{beside}: {error}") from None
    if recorded.match_id != file.match_id:
        return {}
    if len(recorded.lines) != len(file.entries):
        lines, entries = len(recorded.lines), len(file.entries)
        raise Failed(
            f"{beside}: has the digests of {lines} entries, and the match has {entries}; one of them was cut off"
        )
    return {line.seq: line.state for line in recorded.lines}


def _examined(file: MatchFile, plugin: Plugin, wanted: Wanted, digests: Mapping[int, str]) -> Audit:
    audit = examine(file, plugin, wanted.kept, digests)
    if not wanted.secrecy or not audit.sound:
        return audit
    if file.viewer != AUDITOR:
        return evolve(audit, notes=(*audit.notes, "only a full log can be compared with the copies of its viewers"))
    return _with(audit, leaks(file, plugin))


def _with(audit: Audit, more: Iterable[Finding]) -> Audit:
    return evolve(audit, findings=tuple(sorted((*audit.findings, *more), key=lambda finding: finding.seq)))


def _compared(files: Sequence[Path], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Copies of one match tell the same log, as far as each goes; a sound one is what the others are held against."""
    copies: dict[str, list[int]] = defaultdict(list)
    for place, verdict in enumerate(verdicts):
        if verdict.audit is not None:
            copies[verdict.match_id].append(place)
    compared = list(verdicts)
    for places in copies.values():
        if len(places) < 2:
            continue
        sound = [place for place in places if verdicts[place].word in ("sound", "undecided")]
        against = (sound or places)[0]
        first = read_match(files[against])
        for place in places:
            if place == against:
                continue
            parts_at = disagreement(first, read_match(files[place]))
            audit = verdicts[place].audit
            if parts_at is not None and audit is not None:
                compared[place] = evolve(verdicts[place], audit=_with(audit, (parts_at,)))
    return compared


def _beside_origins(files: Sequence[Path], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Forks held against the matches that they go on from, where those are at hand, rather a sound copy of them."""
    places: dict[str, int] = {}
    for place, verdict in sorted(enumerate(verdicts), key=lambda one: not one[1].sound):
        if verdict.audit is not None:
            places.setdefault(verdict.match_id, place)
    compared = list(verdicts)
    for place, verdict in enumerate(verdicts):
        if verdict.audit is not None and verdict.origin in places:
            origin, fork = read_match(files[places[verdict.origin]]), read_match(files[place])
            compared[place] = _beside_origin(verdict, origin, fork)
    return compared


def _beside_origin(verdict: Verdict, origin: MatchFile, fork: MatchFile) -> Verdict:
    audit = verdict.audit
    assert audit is not None, "only what could be read is compared"
    stated = origin_of(fork)
    assert stated is not None, "it named its origin"
    found: list[Finding]
    try:
        found = departures(origin, fork, plugin_of(fork, verdict.name))
    except Exception as error:  # what cannot be read as an entry is a finding of its log already
        found = [Finding("ORIGIN", 2, f"it cannot be compared with match {origin.match_id}: {error}")]
    if not reaches(origin, fork):
        note = f"the copy of match {origin.match_id} at hand ends before entry {stated['seq']}, which this goes on from"
    else:
        note = f"goes on from match {origin.match_id} after entry {stated['seq']}, as it is at hand"
    audit = _with(audit, found)
    return evolve(verdict, audit=audit if found else evolve(audit, notes=(*audit.notes, note)))


# -- a store


def _verified_store(url: str, wanted: Wanted, jobs: int) -> list[Verdict]:
    with _workers(jobs) as submit:
        return with_store(url, lambda store: _verify_store(store, wanted, submit, jobs), existing=True)


async def _verify_store(
    store: Store, wanted: Wanted, submit: Callable[..., Future[Verdict]], jobs: int
) -> list[Verdict]:
    names = await store.matches()
    bar = progress(names, len(names), "verifying")
    verdicts: list[Verdict] = []
    waiting: deque[Future[Verdict]] = deque()
    for name in names:
        waiting.append(submit(verify_stored, await _stored(store, name), wanted))
        if len(waiting) >= AHEAD_PER_JOB * jobs:
            verdicts.append(await asyncio.wrap_future(waiting.popleft()))
        next(bar, None)
    verdicts += [await asyncio.wrap_future(future) for future in waiting]
    next(bar, None)
    return [await _beside_stored_origin(store, names, verdict) for verdict in verdicts]


async def _beside_stored_origin(store: Store, names: Sequence[str], verdict: Verdict) -> Verdict:
    if verdict.audit is None or verdict.origin not in names:
        return verdict
    try:
        origin, fork = [match_file(await stored_match(store, name)) for name in (verdict.origin, verdict.name)]
    except Exception:  # it is damaged, which its own verdict says
        return verdict
    return _beside_origin(verdict, origin, fork)


async def _stored(store: Store, name: str) -> Stored:
    try:
        entries = await stored_match(store, name)
    except Damaged as error:
        return Stored(name, (), {}, error.seq or 0, str(error))
    try:
        plugin = PLUGINS.get(match_file(entries[:2]).game)
    except Exception:  # where it is examined, the log is told to be damaged
        plugin = None
    return Stored(name, tuple(entries), await kept_digests(store, plugin, name) if plugin is not None else {})


def verify_stored(stored: Stored, wanted: Wanted) -> Verdict:
    """Verifies one match of a store."""
    name = stored.name
    if stored.damage:
        return Verdict(
            name, _unreadable(stored.damaged_at, f"entry {stored.damaged_at} cannot be read: {stored.damage}")
        )
    try:
        file = match_file(stored.entries)
    except Exception as error:  # whatever stands in a damaged store is a finding about the store
        return Verdict(name, _unreadable(1, f"the log does not begin with an open table: {error}"))
    try:
        plugin = plugin_of(file, name)
    except Failed as error:
        return Verdict(name, None, str(error))
    audit = _examined(file, plugin, wanted, stored.digests)
    if file.match_id != name:
        audit = _with(audit, [Finding("HEADER", 1, f"this is the log of match {file.match_id!r:.80}")])
    return Verdict(name, audit, match_id=file.match_id, origin=_origin(file))


def _unreadable(seq: int, sentence: str) -> Audit:
    return Audit((Finding("ENCODING", seq, sentence),), (), 0, 0, 0, 0, False)
