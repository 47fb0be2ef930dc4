"""The histories of concurrent clients are linearizable, and a store for which they are not is found out."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import pytest

from server.storage import (
    Appended,
    Command,
    Conflict,
    Row,
    StoreFailed,
    UnknownOutcome,
    open_store,
)
from server.storage.memory import MemoryStore
from server.storage.sqlite import SqliteStore
from server.storage.sqlite.file import connect_writer
from tests.storage import linearizable as lin
from tests.storage.disks import CONNECT_WRITER, LateError, Op, mounted
from tests.storage.flaky import Flaky
from tests.storage.histories import Histories, record
from tests.storage.matches import assert_gapless, whole_log

A, B, C = (b"a",), (b"b",), (b"c",)
IN_DOUBT = (None, math.inf)


def history(*lines: tuple[lin.Ask, float, lin.Answer | None, float]) -> list[lin.Operation]:
    """Operations as (asked what, when, answered what, when)."""
    return [
        lin.Operation(f"client {at}", ask, asked, answer, answered)
        for at, (ask, asked, answer, answered) in enumerate(lines)
    ]


# -- the judge: histories made by hand

FITS = {
    "nothing at all": history(),
    "a read beside an append may see it or not": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 9),
        (lin.Read(), 1, lin.Rows(()), 2),
        (lin.Read(), 3, lin.Rows(A), 4),
    ),
    "of two at once the one answered last may be the first": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 9),
        (lin.Append(0, B), 1, lin.Conflict(1), 2),
    ),
    "a move asked twice has one answer": history(
        (lin.Append(0, A, "move", b"x"), 0, lin.Done(1, 1, True), 9),
        (lin.Append(0, A, "move", b"x"), 1, lin.Done(1, 1, False), 8),
    ),
    "a name used for something else": history(
        (lin.Append(0, A, "move", b"x"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(1, B, "move", b"y"), 2, lin.Reused(), 3),
    ),
    "a move in doubt that never was": history(
        (lin.Append(0, A, "move"), 0, *IN_DOUBT),
        (lin.Append(0, B), 1, lin.Done(1, 1, False), 2),
        (lin.Read(), 3, lin.Rows(B), 4),
    ),
    "a move in doubt that shows later": history(
        (lin.Append(0, A, "move"), 0, *IN_DOUBT),
        (lin.Head(), 1, lin.At(0), 2),
        (lin.Read(), 3, lin.Rows(A), 4),
        (lin.Append(0, A, "move"), 5, lin.Done(1, 1, True), 6),
    ),
    "a move in doubt that was done when it was asked again": history(
        (lin.Append(0, A, "move"), 0, *IN_DOUBT),
        (lin.Append(0, A, "move"), 5, lin.Done(1, 1, False), 6),
    ),
    "a move that the disk refused": history(
        (lin.Append(0, A), 0, lin.Failed(), 1),
        (lin.Append(0, B), 2, lin.Done(1, 1, False), 3),
    ),
}

DOES_NOT = {
    "a stale read after an acknowledged append": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 1),
        (lin.Read(), 2, lin.Rows(()), 3),
    ),
    "a head that goes back": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 9),
        (lin.Head(), 1, lin.At(1), 2),
        (lin.Head(), 3, lin.At(0), 4),
    ),
    "a lost append": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 1),
        (lin.Append(0, B), 2, lin.Done(1, 1, False), 3),
        (lin.Read(), 4, lin.Rows(B), 5),
    ),
    "a double append": history(
        (lin.Append(0, A, "move"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(1, A, "move"), 2, lin.Done(2, 2, False), 3),
    ),
    "a doubtful append done twice": history(
        (lin.Append(0, A, "move"), 0, *IN_DOUBT),
        (lin.Append(0, A, "move"), 1, lin.Done(1, 1, False), 2),
        (lin.Read(), 3, lin.Rows(A + A), 4),
    ),
    "appends in another order than they were asked": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 1),
        (lin.Append(1, B), 2, lin.Done(2, 2, False), 3),
        (lin.Read(), 4, lin.Rows(B + A), 5),
    ),
    "an append acknowledged before another that it follows was asked": history(
        (lin.Append(1, B), 0, lin.Done(2, 2, False), 1),
        (lin.Append(0, A), 2, lin.Done(1, 1, False), 3),
    ),
    "two winners of one version": history(
        (lin.Append(0, A), 0, lin.Done(1, 1, False), 9),
        (lin.Append(0, B), 0, lin.Done(1, 1, False), 9),
    ),
    "a conflict with nobody": history((lin.Append(1, B), 0, lin.Conflict(1), 1)),
    "a first answer that is another one the second time": history(
        (lin.Append(0, A, "move"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(0, A, "move"), 2, lin.Done(2, 2, True), 3),
    ),
    "a known move told that it is late": history(
        (lin.Append(0, A, "move"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(0, A, "move"), 2, lin.Conflict(1), 3),
    ),
    "a known move told that the rules refuse it": history(
        (lin.Append(0, A, "move"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(0, A, "move"), 2, lin.Refused(), 3),
    ),
    "a name used for something else and taken for the same": history(
        (lin.Append(0, A, "move", b"x"), 0, lin.Done(1, 1, False), 1),
        (lin.Append(1, B, "move", b"y"), 2, lin.Done(1, 1, True), 3),
    ),
    "what the disk refused shows": history(
        (lin.Append(0, A), 0, lin.Failed(), 1),
        (lin.Read(), 2, lin.Rows(A), 3),
    ),
    "half of an append": history(
        (lin.Append(0, A + B), 0, *IN_DOUBT),
        (lin.Read(), 2, lin.Rows(A), 3),
    ),
    "a doubtful append that comes and goes": history(
        (lin.Append(0, A), 0, *IN_DOUBT),
        (lin.Read(), 1, lin.Rows(A), 2),
        (lin.Read(), 3, lin.Rows(()), 4),
    ),
    "a doubtful append seen before it was asked": history(
        (lin.Read(), 0, lin.Rows(A), 1),
        (lin.Append(0, A), 2, *IN_DOUBT),
    ),
}


@pytest.mark.parametrize("name", FITS)
def test_a_history_that_one_order_explains_is_taken(name: str) -> None:
    verdict = lin.judge(FITS[name])
    assert verdict.linearizable, verdict
    assert len(verdict.order) >= sum(operation.answer is not None for operation in FITS[name])


@pytest.mark.parametrize("name", DOES_NOT)
def test_a_history_that_no_order_explains_is_refused(name: str) -> None:
    verdict = lin.judge(DOES_NOT[name])
    assert not verdict.linearizable, f"taken as {[*map(str, verdict.order)]}"
    assert "none of these can be next" in str(verdict)


def test_a_history_of_a_log_that_was_begun_before_is_judged_from_there() -> None:
    begun = lin.Log(A)
    assert lin.judge(history((lin.Append(1, B), 0, lin.Done(2, 2, False), 1)), begun).linearizable
    assert not lin.judge(history((lin.Append(0, B), 0, lin.Done(1, 1, False), 1)), begun).linearizable


def test_many_doubts_at_once_are_judged_without_trying_every_order() -> None:
    """Sixteen moves of which nobody knows have more orders than could be tried one by one."""
    doubts = [(lin.Append(0, (bytes([at]),), f"move {at}"), at, *IN_DOUBT) for at in range(16)]
    refused = lin.judge(history(*doubts, (lin.Read(), 20, lin.Rows(C), 21)))
    assert not refused.linearizable and refused.steps < 1_000
    assert lin.judge(history(*doubts, (lin.Read(), 20, lin.Rows((bytes([11]),)), 21))).linearizable


# -- stores


def assert_linearizable(histories: Histories, seed: int) -> None:
    """Each match's history has an order; matches have nothing to do with each other."""
    for match, operations in histories.items():
        verdict = lin.judge(operations)
        assert verdict.linearizable, f"{match}, seed {seed}: {verdict}"


def answers(histories: Histories) -> set[str]:
    """What kinds of answers there were."""
    return {
        "doubt" if operation.answer is None else type(operation.answer).__name__
        for operations in histories.values()
        for operation in operations
    }


ROUNDS = [2, pytest.param(200, marks=pytest.mark.slow)]


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_what_concurrent_clients_saw_has_an_order(tmp_path: Path, kind: str, rounds: int) -> None:
    seeds = random.Random()
    seen: set[str] = set()
    for number in range(rounds):
        seed = seeds.randrange(2**32)
        store = await open_store("memory:" if kind == "memory" else f"sqlite:{tmp_path / str(number)}")
        histories = await record(store, seed)
        assert_linearizable(histories, seed)
        assert_gapless(await whole_log(store))
        seen |= answers(histories)
        await store.close()
    assert seen >= {"Done", "Conflict", "Reused", "Rows", "At"}


@pytest.mark.parametrize("rounds", ROUNDS)
async def test_what_clients_of_a_failing_disk_saw_has_an_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """Syncs and writes that fail once or for a while, and commits that go through and are reported as failed."""
    late = [False]
    monkeypatch.setattr(CONNECT_WRITER, lambda path, vfs: LateError(connect_writer(path, vfs), late))
    seeds = random.Random()
    seen: set[str] = set()
    for number in range(rounds):
        seed = seeds.randrange(2**32)
        place = tmp_path / str(number)
        place.mkdir()
        with mounted(place) as disk:
            late[0] = False
            store = await SqliteStore.open(place / "matchfold.db", vfs=disk.vfs)
            disk.judge = moody(random.Random(seed), late)
            histories = await record(store, seed)
            disk.heal()
            assert_linearizable(histories, seed)
            assert_gapless(await whole_log(store))
            seen |= answers(histories)
            await store.close()
    assert seen >= {"Done", "Conflict", "Rows", "doubt", "Failed"}


def moody(chance: random.Random, late: list[bool]) -> Callable[[Op], None]:
    """A judge that fails a share of writes and syncs, some of them for a while, and lets some commits fail late."""
    left = 0

    def judge(op: Op) -> None:
        nonlocal left
        if left:
            left -= 1
        elif chance.random() < 0.03:
            left = chance.choice((0, 0, 2, 5))
        else:
            late[0] = late[0] or chance.random() < 0.02
            return
        if op.kind in ("write", "sync"):
            raise chance.choice((apsw.IOError, apsw.FullError if op.kind == "write" else apsw.IOError))("injected")

    return judge


@pytest.mark.parametrize("rounds", ROUNDS)
async def test_what_clients_in_doubt_saw_has_an_order(rounds: int) -> None:
    seeds = random.Random()
    for _ in range(rounds):
        seed = seeds.randrange(2**32)
        store = Flaky(await open_store("memory:"), random.Random(seed))
        histories = await record(store, seed)
        assert_linearizable(histories, seed)
        assert store.doubts > 5


# -- faults that were put into a store are found


class Faulty(Flaky):
    """A store with a mistake in it; the disk below it is in doubt now and then."""

    def __init__(self, seed: int) -> None:
        super().__init__(MemoryStore(), random.Random(seed))


class ForgetsCommands(Faulty):
    """Never knows that it has done something before."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        return await super().append(match, expected, rows)


class LooksAtTheVersionFirst(Faulty):
    """Tells one who asks again that the log has moved on."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        head = await self._store.head(match)
        if expected != (head.seq if head else 0):
            raise Conflict(match, expected, head.seq if head else 0)
        return await super().append(match, expected, rows, command)


class TakesAnyPayload(Faulty):
    """Goes by the name of a command, whatever it asks for."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        return await super().append(match, expected, rows, command and command._replace(digest=b""))


class AnswersBeforeTheCommit(Faulty):
    """Counts on the disk, which may refuse."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        try:
            return await super().append(match, expected, rows, command)
        except UnknownOutcome:
            return Appended(expected + 1, expected + len(rows), 0, replayed=False)


class CallsDoubtAFailure(Faulty):
    """Says that nothing was stored when it does not know."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        try:
            return await super().append(match, expected, rows, command)
        except UnknownOutcome:
            raise StoreFailed("nothing was stored") from None


class TriesAgainByItself(Faulty):
    """After a doubt it appends once more, as if the first time had come to nothing."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        try:
            return await super().append(match, expected, rows, command)
        except UnknownOutcome:
            head = await self._store.head(match)
            at = head.seq if head else 0
            await self._store.append(match, at, [row._replace(seq=at + n) for n, row in enumerate(rows, 1)])
            raise


class StoresHalf(Faulty):
    """In doubt, the first row of several may be there without the others."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        if len(rows) > 1 and self._chance.random() < self.share:
            await self._store.append(match, expected, rows[:1])
            self._doubt()
        return await super().append(match, expected, rows, command)


class ReadsWhatWas(Faulty):
    """Reads come from a copy that is a little behind."""

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Row]:
        rows = await self._store.read(match, 0)
        kept = rows[:-1] if self._chance.random() < 0.3 else rows
        return kept[after : None if limit is None else after + limit]


class LetsTwoWin(Faulty):
    """Looks at the version, is elsewhere for a moment, and writes."""

    async def append(self, match: str, expected: int, rows: Sequence[Row], command: Command | None = None) -> Appended:
        head = await self._store.head(match)
        at = head.seq if head else 0
        await asyncio.sleep(0)
        if at == expected and (now := await self._store.head(match)) is not None:
            moved = [row._replace(seq=now.seq + n) for n, row in enumerate(rows, 1)]
            await self._store.append(match, now.seq, moved, command)
            return Appended(expected + 1, expected + len(rows), 0, replayed=False)
        return await super().append(match, expected, rows, command)


FAULTS = [
    ForgetsCommands,
    LooksAtTheVersionFirst,
    TakesAnyPayload,
    AnswersBeforeTheCommit,
    CallsDoubtAFailure,
    TriesAgainByItself,
    StoresHalf,
    ReadsWhatWas,
    LetsTwoWin,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_a_store_with_this_fault_is_found_out(fault: type[Faulty]) -> None:
    for seed in range(10):
        histories = await record(fault(seed), seed)
        if not all(lin.judge(operations).linearizable for operations in histories.values()):
            return
    pytest.fail("its histories of ten rounds were all taken")


async def test_the_store_without_a_fault_passes_the_same_rounds() -> None:
    for seed in range(10):
        assert_linearizable(await record(Faulty(seed), seed), seed)
