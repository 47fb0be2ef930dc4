"""Whatever is asked of them, all stores answer alike."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from server.storage import StorageError, Store, open_store
from tests.storage.matches import command, rows

Ask = Callable[[Store], Awaitable[object]]

matches = st.sampled_from(["duel", "siege", ""])
names = st.sampled_from(["a", "b", "ü\N{GAME DIE}"])
payloads = st.sampled_from([b"", b"\x00\xff", b"x" * 5_000])
seqs = st.integers(0, 6)
seats = st.integers(1, 2)


@st.composite
def asks(draw: st.DrawFn) -> tuple[str, Ask]:
    """One call of the contract, with its words for the print-out."""
    match, name, payload, seq, seat = draw(matches), draw(names), draw(payloads), draw(seqs), draw(seats)
    count, more = draw(st.integers(1, 3)), draw(seqs)
    named = command(name, payload) if draw(st.booleans()) else None
    calls: dict[str, Ask] = {
        f"append {match!r} at {seq}, {count} rows, {named}": lambda s: s.append(
            match, seq, rows(seq + 1, count), named
        ),
        f"read {match!r} after {seq}, limit {more}": lambda s: s.read(match, seq, more),
        f"read all after {seq}, limit {more}": lambda s: s.read_all(seq, more),
        f"head of {match!r}": lambda s: s.head(match),
        f"command {name} of {match!r}": lambda s: s.command(match, name),
        "matches": lambda s: s.matches(),
        f"snapshot of {match!r} at {seq}": lambda s: s.put_snapshot(match, seq, name, payload),
        f"latest snapshot of {match!r} by {seq}": lambda s: s.latest_snapshot(match, name, seq),
        f"token {name} for {match!r}, seat {seat}": lambda s: s.put_token(name.encode(), match, seat, "play", seq),
        f"host token for {match!r}": lambda s: s.put_token(b"host", match, None, "host", seq),
        f"token {name}": lambda s: s.token(name.encode()),
        f"revoke {match!r}, seat {seat}": lambda s: s.revoke_tokens(match, seat),
        f"revoke hosts of {match!r}": lambda s: s.revoke_tokens(match, None),
        f"tokens of {match!r}": lambda s: s.tokens_of(match),
        f"refusal of {match!r}, seat {seat}, keep {more}": lambda s: s.add_refusal(match, seat, payload, more),
        f"refusals of {match!r}, seat {seat}": lambda s: s.refusals(match, seat),
        f"advance {name} from {seq} by {more}": lambda s: s.advance_model(
            name, seq, seq + more, {match: payload}, [""]
        ),
        f"checkpoint of {name}": lambda s: s.model_checkpoint(name),
        f"rows of {name}": lambda s: s.model_rows(name),
        f"row {match!r} of {name}": lambda s: s.model_row(name, match),
        f"drop {name}": lambda s: s.drop_model(name),
    }
    words = draw(st.sampled_from(list(calls)))
    return words, calls[words]


@settings(max_examples=60)
@given(st.lists(asks(), min_size=5, max_size=40))
def test_memory_and_sqlite_give_the_same_answers(asked: list[tuple[str, Ask]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(ask_both(Path(place) / "matchfold.db", asked))


async def ask_both(path: Path, asked: list[tuple[str, Ask]]) -> None:
    memory, sqlite = await open_store("memory:"), await open_store(f"sqlite:{path}")
    try:
        for words, ask in asked:
            assert await answer(memory, ask) == await answer(sqlite, ask), words
    finally:
        await memory.close()
        await sqlite.close()


async def answer(store: Store, ask: Ask) -> object:
    try:
        return await ask(store)
    except StorageError as error:
        return type(error), str(error)
