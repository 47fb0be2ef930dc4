"""Clients that work on the same matches at once, and the history of what each asked and was answered."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import random
from collections import defaultdict

from server.storage import (
    Appended,
    Command,
    CommandReused,
    Conflict,
    Row,
    StorageError,
    Store,
    UnknownOutcome,
)
from tests.storage import linearizable as lin
from tests.storage.matches import command, rows

Histories = dict[str, list[lin.Operation]]


class Recorder:
    """Asks a store, and writes down between which two ticks it answered what."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.histories: defaultdict[str, list[lin.Operation]] = defaultdict(list)
        self._ticks = itertools.count()

    async def append(self, who: str, match: str, expected: int, new: list[Row], named: Command | None) -> lin.Answer:
        """An append; raises UnknownOutcome, and notes it as one, where the store does."""
        asked = next(self._ticks)
        name, digest = (None, b"") if named is None else named
        ask = lin.Append(expected, tuple(map(whole, new)), name, digest)
        answer: lin.Answer | None = None
        try:
            answer = told(await self.store.append(match, expected, new, named))
        except UnknownOutcome:
            raise
        except StorageError as error:
            answer = told(error)
        finally:  # also of one who hangs up: nobody knows then
            self._note(match, who, ask, asked, answer)
        return answer

    async def read(self, who: str, match: str, after: int, limit: int | None) -> None:
        asked = next(self._ticks)
        found = await self.store.read(match, after, limit)
        self._note(match, who, lin.Read(after, limit), asked, lin.Rows(tuple(map(whole, found))))

    async def head(self, who: str, match: str) -> int:
        asked = next(self._ticks)
        found = await self.store.head(match)
        self._note(match, who, lin.Head(), asked, lin.At(found.seq if found else 0))
        return found.seq if found else 0

    def _note(self, match: str, who: str, ask: lin.Ask, asked: int, answer: lin.Answer | None) -> None:
        answered = math.inf if answer is None else next(self._ticks)
        self.histories[match].append(lin.Operation(who, ask, asked, answer, answered))


def whole(row: Row) -> bytes:
    """All bytes of a row in one, so that a row of two halves is none."""
    return b"|".join([str(row.seq).encode(), *row[1:]])


def told(outcome: Appended | StorageError) -> lin.Answer:
    """An answer of a store in the words of the model."""
    match outcome:
        case Appended(first, last, _, replayed):
            return lin.Done(first, last, replayed)
        case Conflict():
            return lin.Conflict(outcome.actual)
        case CommandReused():
            return lin.Reused()
    return lin.Failed()


async def record(store: Store, seed: int, *, matches: int = 3, clients: int = 8, turns: int = 25) -> Histories:
    """Clients append, look, repeat themselves, use a name twice, hang up; all of them at all matches."""
    recorder = Recorder(store)
    await asyncio.gather(*(_client(recorder, f"client {at}", seed + at, matches, turns) for at in range(clients)))
    for number in range(matches):
        await recorder.read("who comes last", f"match {number}", 0, None)
    return dict(recorder.histories)


async def _client(recorder: Recorder, who: str, seed: int, matches: int, turns: int) -> None:
    chance = random.Random(seed)
    known = dict.fromkeys((f"match {number}" for number in range(matches)), 0)
    sent: dict[str, tuple[int, list[Row], Command]] = {}  # the last named move in each match
    for turn in range(turns):
        match = chance.choice(list(known))
        what = chance.random()
        if what < 0.15:
            known[match] = await recorder.head(who, match)
        elif what < 0.3:
            await recorder.read(who, match, chance.randint(0, known[match]), chance.choice((None, 1, 3)))
        elif what < 0.4 and match in sent:
            await _send(recorder, who, match, sent[match])  # once more
        elif what < 0.45 and match in sent:
            stolen = command(sent[match][2].id, b"something else")
            await _send(recorder, who, match, (known[match], rows(known[match] + 1), stolen))
        elif what < 0.5:
            with contextlib.suppress(UnknownOutcome):  # without a name it cannot be asked again
                await recorder.append(who, match, known[match], rows(known[match] + 1, 1, f"{who} {turn}"), None)
        else:
            name = f"{who} turn {turn}"
            move = known[match], rows(known[match] + 1, chance.randint(1, 3), name), command(name)
            sent[match] = move
            if what < 0.6:
                await _hang_up(recorder, who, match, move, chance.randrange(4))
            answer = await _send(recorder, who, match, move)
            if isinstance(answer, lin.Conflict):
                known[match] = answer.actual or 0
            elif isinstance(answer, lin.Done):
                known[match] = answer.last


async def _send(recorder: Recorder, who: str, match: str, move: tuple[int, list[Row], Command]) -> lin.Answer | None:
    for _ in range(3):
        try:
            return await recorder.append(who, match, *move)
        except UnknownOutcome:
            continue  # the same once more, under the same name
    return None


async def _hang_up(
    recorder: Recorder, who: str, match: str, move: tuple[int, list[Row], Command], patience: int
) -> None:
    asking = asyncio.create_task(recorder.append(who, match, *move))
    for _ in range(patience):
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
