"""What clients do with a store, drawn by chance, written down so that it can be cut off anywhere and looked at.

No two plays are alike: how many matches go on at once and how long, how large rows and kept states are, how often
tokens are given and taken back, models move on and refusals are kept, when the WAL is taken over into the file, and
how often the store is closed and opened again.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import apsw
from attrs import Factory, define

from server.storage import Row, TokenRow
from server.storage.sqlite import SqliteStore
from tests.storage.disks import Disk, Op
from tests.storage.matches import assert_gapless, command, rows, whole_log

FOLD = "fold 1"


@define
class Said:
    """Something a client asked for, and how many operations the disk had done when it asked and when it was told."""

    what: tuple[object, ...]
    asked: int
    told: int | None = None


@define
class Recording:
    """What the disk was told during a play, and what the clients were."""

    ops: list[Op]
    appends: dict[str, list[tuple[Said, list[Row]]]] = Factory(dict)
    tokens: dict[bytes, list[Said]] = Factory(dict)
    snapshots: dict[tuple[str, int], Said] = Factory(dict)
    models: dict[str, list[Said]] = Factory(dict)
    refusals: dict[str, list[Said]] = Factory(dict)
    opened: int = 0


@define
class Found:
    """What was looked for in the images of power cuts."""

    images: int = 0
    kept: int = 0  # acknowledged writes that had to be there and were
    open: int = 0  # writes on their way when the power went
    open_there: int = 0  # of those, how many the disk had kept


async def play(path: Path, disk: Disk, chance: random.Random) -> Recording:
    """Some clients at once, in one sitting or several."""
    recording = Recording(disk.ops)
    matches = [f"match {number}" for number in range(chance.choice((1, 3, 8)))]
    size = chance.choice((0, 0, 300, 5_000, 20_000))  # of the bytes that a row has more than its name
    for _ in range(chance.randint(1, 3)):
        store = await SqliteStore.open(path, vfs=disk.vfs, batch_jobs_max=chance.choice((1, 4, 1_024)))
        recording.opened += 1
        if chance.random() < 0.5:
            await store._write(check_in_after(chance.choice((1, 8, 50))))
        turns = chance.randint(3, 20)
        await asyncio.gather(
            *(_client(store, recording, match, random.Random(chance.random()), turns, size) for match in matches),
            _keeper(store, recording, random.Random(chance.random()), turns),
        )
        await store.close()
    return recording


def check_in_after(pages: int) -> Callable[[apsw.Connection], None]:
    """Has the WAL taken over into the file whenever it has grown by so many pages."""

    def work(connection: apsw.Connection) -> None:
        connection.wal_autocheckpoint(pages)

    return work


async def _client(
    store: SqliteStore, recording: Recording, match: str, chance: random.Random, turns: int, size: int
) -> None:
    """Plays a match: appends, keeps its state, gives and takes tokens, is refused."""
    appends = recording.appends.setdefault(match, [])
    for _ in range(turns):
        seq = sum(len(new) for _, new in appends)
        new = [row._replace(public=row.public + bytes(size)) for row in rows(seq + 1, chance.randint(1, 4), match)]
        said = Said((seq,), len(recording.ops))
        appends.append((said, new))
        await store.append(match, seq, new, command(f"at {seq}"))
        said.told = len(recording.ops)
        if chance.random() < 0.2:
            await _keep_state(store, recording, match, seq + len(new), chance.choice((100, 20_000, 100_000)))
        if chance.random() < 0.3:
            await _pass_token(store, recording, match, chance.randint(1, 2), chance.random() < 0.3)
        if chance.random() < 0.2:
            await _refuse(store, recording, match)


async def _keep_state(store: SqliteStore, recording: Recording, match: str, seq: int, size: int) -> None:
    data = random.Random(f"{match} {seq}").randbytes(size)
    said = recording.snapshots[match, seq] = Said((data,), len(recording.ops))
    await store.put_snapshot(match, seq, FOLD, data)
    said.told = len(recording.ops)


async def _pass_token(store: SqliteStore, recording: Recording, match: str, seat: int, back: bool) -> None:
    """A seat is claimed, or given up: one token for each."""
    token_hash = f"{match} seat {seat}".encode()
    said_before = recording.tokens.setdefault(token_hash, [])
    said = Said((None,) if back else (TokenRow(token_hash, match, seat, "play", len(said_before)),), len(recording.ops))
    said_before.append(said)
    if back:
        await store.revoke_tokens(match, seat)
    else:
        await store.put_token(token_hash, match, seat, "play", len(said_before) - 1)
    said.told = len(recording.ops)


async def _refuse(store: SqliteStore, recording: Recording, match: str) -> None:
    refused = recording.refusals.setdefault(match, [])
    said = Said((f"no {len(refused)}".encode(),), len(recording.ops))
    refused.append(said)
    await store.add_refusal(match, 1, b"no %d" % (len(refused) - 1), keep=1_000)
    said.told = len(recording.ops)


async def _keeper(store: SqliteStore, recording: Recording, chance: random.Random, turns: int) -> None:
    """Moves a read model on while the others play."""
    steps = recording.models.setdefault("lobby", [])
    for _ in range(turns):
        at = len(steps)
        said = Said((at + 1, b"%d" % at * chance.choice((1, 500))), len(recording.ops))
        steps.append(said)
        await store.advance_model("lobby", at, at + 1, {"row": said.what[1]}, [])  # type: ignore[dict-item]
        said.told = len(recording.ops)


# -- what is left of it


async def look(store: SqliteStore, recording: Recording, moment: int, when: str, found: Found) -> None:
    """Compares a store with what had been said at a moment: nothing lost, nothing by halves, nothing out of order."""
    found.images += 1
    log = await whole_log(store)
    assert_gapless(log)
    for match, appends in recording.appends.items():
        stored = [each.row for each in log if each.match == match]
        for said, new in appends:
            first = new[0].seq
            there = stored[first - 1 : first - 1 + len(new)]
            assert there in ([], new), f"half of {first} of {match} ({when})"
            assert bool(there) == (await store.command(match, f"at {first - 1}") is not None), f"its command ({when})"
            _count(found, said, moment, bool(there), f"{match} from {first} ({when})")
    for token_hash, said_of in recording.tokens.items():
        _latest(found, said_of, moment, await store.token(token_hash), None, f"{token_hash!r} ({when})")
    for steps in recording.models.values():
        now = await store.model_checkpoint("lobby"), await store.model_row("lobby", "row")
        _latest(found, steps, moment, now, (0, None), f"the model ({when})", whole=True)
    for (match, seq), said in recording.snapshots.items():
        kept = await store.latest_snapshot(match, FOLD, seq)
        there_is = kept == (seq, said.what[0])
        _count(found, said, moment, there_is, f"state {seq} of {match} ({when})")
    for match, refused in recording.refusals.items():
        texts = await store.refusals(match, 1)
        assert texts == [said.what[0] for said in refused[: len(texts)]], f"refusals of {match} ({when})"
        for at, said in enumerate(refused):
            _count(found, said, moment, at < len(texts), f"refusal {at} of {match} ({when})")
    assert await store._read(lambda connection: connection.pragma("integrity_check")) == "ok", when


def _count(found: Found, said: Said, moment: int, there: bool, what: str) -> None:
    """One thing that is there or not; what had been acknowledged has to be, what was not asked for yet cannot be."""
    if said.told is not None and said.told <= moment:
        assert there, f"lost: {what}"
        found.kept += 1
    elif said.asked > moment:
        assert not there, f"there before it was asked for: {what}"
    else:
        found.open += 1
        found.open_there += there


def _latest(
    found: Found, said: list[Said], moment: int, now: object, none: object, what: str, *, whole: bool = False
) -> None:
    """Of things that replace each other there is the newest acknowledged one, or one that was on its way."""
    sure = [each for each in said if each.told is not None and each.told <= moment]
    on_their_way = [each for each in said if each not in sure and each.asked <= moment]
    might = [*([sure[-1]] if sure else []), *on_their_way]
    values = [each.what if whole else each.what[0] for each in might] + ([] if sure else [none])
    assert now in values, f"lost: {what}"
    found.kept += len(sure)
    found.open += len(on_their_way)
    found.open_there += sum((each.what if whole else each.what[0]) == now for each in on_their_way)
