"""Every write can fail: each waiter is told clearly, nothing is half done, and the store goes on when it can."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import apsw
import pytest

from server.storage import Appended, Conflict, StorageError, StoreFailed, StoreFull, TokenRow, UnknownOutcome
from server.storage.sqlite import SqliteStore
from server.storage.sqlite.file import connect_writer
from tests.storage.disks import CONNECT_WRITER, Disk, LateError, Op, fails_at, mounted
from tests.storage.matches import assert_gapless, command, rows, whole_log

# A write, what shows it, and what it shows once the write is done.
Step = tuple[Callable[[SqliteStore], Awaitable[object]], Callable[[SqliteStore], Awaitable[object]], object]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path) as disk:
        yield disk


async def test_a_refused_sync_is_told_and_leaves_nothing_behind(path: Path, disk: Disk, tmp_path: Path) -> None:
    store = await SqliteStore.open(path, vfs=disk.vfs)
    await store.append("duel", 0, rows(1), command("move 1"))
    disk.judge = fails_at(0, apsw.IOError, "sync", for_ever=False)
    with pytest.raises(StoreFailed, match="nothing was stored") as refused:
        await store.append("duel", 1, rows(2), command("move 2"))
    assert not isinstance(refused.value, UnknownOutcome)
    assert await store.read("duel") == rows(1)
    assert await store.command("duel", "move 2") is None
    # A whole transaction was written before the sync failed. A crash now must not bring it back.
    assert await found_after_crash(path, tmp_path / "crash") == rows(1)
    assert (await store.append("duel", 1, rows(2), command("move 2"))).replayed is False
    await store.close()


async def test_those_who_wait_together_are_done_one_by_one_after_a_refused_sync(path: Path, disk: Disk) -> None:
    store = await SqliteStore.open(path, vfs=disk.vfs)
    disk.judge = fails_at(0, apsw.IOError, "sync", for_ever=False)
    answers = await asyncio.gather(*(store.append(f"match {number}", 0, rows(1)) for number in range(5)))
    assert [answer.last_position for answer in answers] == [1, 2, 3, 4, 5]
    assert_gapless(await whole_log(store))
    await store.close()


async def test_when_the_disk_is_gone_nobody_is_told_that_nothing_was_stored(path: Path, disk: Disk) -> None:
    store = await SqliteStore.open(path, vfs=disk.vfs)
    await store.append("duel", 0, rows(1), command("move 1"))
    disk.judge = fails_at(0, apsw.IOError, "sync")
    with pytest.raises(UnknownOutcome, match="ask again with the same command id"):
        await store.append("duel", 1, rows(2), command("move 2"))
    with pytest.raises(StoreFailed, match="nothing was stored"):
        await store.append("duel", 1, rows(2), command("move 3"))
    assert await store.read("duel") == rows(1), "what is stored can still be read"
    disk.heal()
    await store.append("duel", 1, rows(2), command("move 2"))
    assert await store.read("duel") == rows(1, 2)
    assert (await store.append("duel", 1, rows(2), command("move 2"))).replayed
    await store.close()


async def test_an_unknown_move_asked_again_after_a_crash_is_done_once(path: Path, disk: Disk, tmp_path: Path) -> None:
    store = await SqliteStore.open(path, vfs=disk.vfs)
    await store.append("duel", 0, rows(1), command("move 1"))
    disk.judge = fails_at(0, apsw.IOError, "sync")
    with pytest.raises(UnknownOutcome):
        await store.append("duel", 1, rows(2), command("move 2"))
    crashed = await SqliteStore.open(crash_copy(path, tmp_path / "crash"))
    assert (await crashed.append("duel", 1, rows(2), command("move 2"))).last_seq == 2
    assert await crashed.read("duel") == rows(1, 2)
    await crashed.close()
    disk.heal()
    await store.close()


async def test_an_error_after_the_commit_went_through_is_seen_to_be_none(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail = [False]
    monkeypatch.setattr(CONNECT_WRITER, lambda path, vfs: LateError(connect_writer(path, vfs), fail))
    store = await SqliteStore.open(path)
    await store.append("duel", 0, rows(1))
    fail[0] = True
    answers = await asyncio.gather(
        store.append("duel", 1, rows(2, 2), command("move")),
        store.append("other", 0, rows(1)),
        store.put_token(b"hash", "duel", 1, "play", 0),
    )
    assert (answers[0], answers[1]) == (Appended(2, 3, 3, replayed=False), Appended(1, 1, 4, replayed=False))
    assert not fail[0], "the error did come"
    assert (await store.append("duel", 3, rows(4))).last_position == 5
    assert await store.token(b"hash") is not None
    await store.close()


async def test_a_move_that_went_through_unseen_is_known_when_the_disk_is_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail, gone = [False], [False]

    def connect(path: str, vfs: str | None) -> LateError:
        if gone[0]:
            raise apsw.CantOpenError("injected: the disk is gone")
        return LateError(connect_writer(path, vfs), fail)

    monkeypatch.setattr(CONNECT_WRITER, connect)
    store = await SqliteStore.open(path)
    await store.append("duel", 0, rows(1))
    fail[0] = gone[0] = True
    with pytest.raises(UnknownOutcome):
        await store.append("duel", 1, rows(2), command("move 2"))
    gone[0] = False
    assert await store.append("duel", 1, rows(2), command("move 2")) == Appended(2, 2, 2, replayed=True)
    with pytest.raises(Conflict):
        await store.append("duel", 1, rows(2), command("move 3"))
    assert (await store.append("duel", 2, rows(3), command("move 3"))).last_position == 3
    await store.close()


async def test_what_a_crash_left_in_the_wal_is_made_to_last_before_it_is_shown(
    path: Path, disk: Disk, tmp_path: Path
) -> None:
    store = await SqliteStore.open(path)
    await store.append("duel", 0, rows(1))
    crashed = crash_copy(path, tmp_path / "crash")
    await store.close()

    def refuse(op: Op) -> None:
        if op.kind == "sync" and op.file == "matchfold.db":
            raise apsw.IOError("injected: the file cannot be synced")

    disk.judge = refuse
    with pytest.raises(StorageError, match="the file cannot be synced"):
        await SqliteStore.open(crashed, vfs=disk.vfs)
    disk.heal()
    store = await SqliteStore.open(crashed, vfs=disk.vfs)
    assert await store.read("duel") == rows(1)
    await store.close()


async def test_one_who_does_not_fit_leaves_room_for_the_others(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect_small(path: str, vfs: str | None) -> apsw.Connection:
        connection = connect_writer(path, vfs)
        connection.pragma("max_page_count", 60)
        return connection

    monkeypatch.setattr(CONNECT_WRITER, connect_small)
    store = await SqliteStore.open(path)
    huge = [rows(1)[0]._replace(public=b"x" * 400_000)]
    results = await asyncio.gather(
        store.append("one", 0, rows(1)),
        store.append("huge", 0, huge, command("huge")),
        store.append("two", 0, rows(1)),
        store.put_snapshot("one", 1, "fold", b"y" * 400_000),
        store.put_token(b"hash", "one", 1, "play", 0),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Appended, StoreFull, Appended, StoreFull, type(None)]
    assert await store.matches() == ["one", "two"]
    assert await store.command("huge", "huge") is None
    assert await store.latest_snapshot("one", "fold", 9) is None
    await store.append("one", 1, rows(2))
    assert_gapless(await whole_log(store))
    await store.close()


async def test_a_full_disk_is_told_as_such_and_moves_done_before_are_still_known(path: Path, disk: Disk) -> None:
    store = await SqliteStore.open(path, vfs=disk.vfs)
    first = await store.append("duel", 0, rows(1), command("move 1"))
    disk.judge = fails_at(0, apsw.FullError, "write")
    results = await asyncio.gather(
        store.append("duel", 1, rows(2), command("move 2")),
        store.append("duel", 0, rows(1), command("move 1")),
        store.append("other", 0, rows(1)),
        store.add_refusal("duel", 1, b"no", keep=3),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [StoreFull, Appended, StoreFull, StoreFull]
    assert results[1] == first._replace(replayed=True)
    disk.heal()
    await store.append("duel", 1, rows(2), command("move 2"))
    assert await store.read("duel") == rows(1, 2)
    await store.close()


@pytest.mark.parametrize(("error", "kinds"), [(apsw.FullError, "write"), (apsw.IOError, "write sync")])
@pytest.mark.parametrize("for_ever", [True, False], ids=["for ever", "once"])
async def test_whichever_write_fails_all_that_was_acknowledged_is_found_again(
    tmp_path: Path, error: type[apsw.Error], kinds: str, for_ever: bool
) -> None:
    """From making the file on, the first, second, third … write or sync fails, until there is none left that could."""
    for number in itertools.count():
        place = tmp_path / str(number)
        place.mkdir()
        with mounted(place) as disk:
            disk.judge = fails_at(number, error, kinds, for_ever)
            acknowledged, failures = await go_through(place / "matchfold.db", disk)
            told = sum(op.kind in kinds.split() for op in disk.ops)
            disk.heal()
            store = await SqliteStore.open(place / "matchfold.db", vfs=disk.vfs)
            assert_gapless(await whole_log(store))
            for what, (write, look, there) in STEPS.items():
                found = await look(store)
                # What was not acknowledged may be there, but whole; asked again it is there once.
                assert found == there or (what not in acknowledged and not found), f"{what}, failure {number}"
                if found != there:
                    await write(store)
                assert await look(store) == there, f"{what} again, failure {number}"
            await store.close()
        if not disk.refused:
            break
    assert (failures, acknowledged) == (0, list(STEPS))
    assert number == told > 40, "every write of a run that gets through was one that failed"


def turn(number: int) -> Step:
    """A move in a match of its own."""
    match, name = f"match {number}", command(f"turn {number}")
    return (
        lambda store: store.append(match, 0, rows(1, 2), name),
        lambda store: store.read(match),
        rows(1, 2),
    )


async def lobby(store: SqliteStore) -> object:
    """A read model with its checkpoint, if there is one."""
    found = await store.model_checkpoint("lobby"), await store.model_rows("lobby")
    return None if found == (0, {}) else found


STEPS: dict[str, Step] = {
    "turn 0": turn(0),
    "turn 1": turn(1),
    "a token": (
        lambda store: store.put_token(b"hash", "match 0", 1, "play", 5),
        lambda store: store.token(b"hash"),
        TokenRow(b"hash", "match 0", 1, "play", 5),
    ),
    "a kept state": (
        lambda store: store.put_snapshot("match 0", 2, "fold", b"state" * 2_000),
        lambda store: store.latest_snapshot("match 0", "fold", 9),
        (2, b"state" * 2_000),
    ),
    # From here on each commit takes the WAL over into the file.
    "a refusal": (
        lambda store: store._write(refuse_and_check_in),
        lambda store: store.refusals("match 0", 1),
        [b"no"],
    ),
    "turn 2": turn(2),
    "a read model": (
        lambda store: store.advance_model("lobby", 0, 6, {"match 0": b"running", "match 1": b"over"}, []),
        lobby,
        (6, {"match 0": b"running", "match 1": b"over"}),
    ),
    "turn 3": turn(3),
}


def refuse_and_check_in(connection: apsw.Connection) -> None:
    """Keeps a refusal, and has the WAL taken over into the file from now on."""
    connection.wal_autocheckpoint(1)
    connection.execute("INSERT INTO refusals (match, seat, data) VALUES ('match 0', 1, ?)", (b"no",))


async def go_through(path: Path, disk: Disk) -> tuple[list[str], int]:
    """Take step after step on a failing disk: those that were acknowledged, and how many failures there were."""
    acknowledged: list[str] = []
    try:
        store = await SqliteStore.open(path, vfs=disk.vfs)
    except StorageError:
        return acknowledged, 1
    failures = 0
    for what, (write, _, _) in STEPS.items():
        try:
            await write(store)
            acknowledged.append(what)
        except StorageError:
            failures += 1
    for what in acknowledged:
        _, look, there = STEPS[what]
        assert await look(store) == there
    await store.close()
    return acknowledged, failures


async def found_after_crash(path: Path, place: Path) -> list[object]:
    """The match `duel`, as another process finds it when this one ends at once."""
    store = await SqliteStore.open(crash_copy(path, place))
    found: list[object] = [*await store.read("duel")]
    await store.close()
    return found


def crash_copy(path: Path, place: Path) -> Path:
    """The store's files as they are now; what only its memory knows is lost."""
    place.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", place / f"matchfold.db{ending}")
    return place / "matchfold.db"
