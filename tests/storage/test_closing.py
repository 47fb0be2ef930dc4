"""Closing a store, and opening it again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from server.storage import StorageError, Store, StoreClosed, open_store
from tests.storage.matches import command, rows

CALLS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "append": lambda store: store.append("duel", 0, rows(1)),
    "read": lambda store: store.read("duel"),
    "read_all": lambda store: store.read_all(),
    "head": lambda store: store.head("duel"),
    "command": lambda store: store.command("duel", "move"),
    "matches": lambda store: store.matches(),
    "put_snapshot": lambda store: store.put_snapshot("duel", 1, "fold", b""),
    "latest_snapshot": lambda store: store.latest_snapshot("duel", "fold", 1),
    "put_token": lambda store: store.put_token(b"hash", "duel", 1, "play", 0),
    "token": lambda store: store.token(b"hash"),
    "revoke_tokens": lambda store: store.revoke_tokens("duel", 1),
    "tokens_of": lambda store: store.tokens_of("duel"),
    "add_refusal": lambda store: store.add_refusal("duel", 1, b"", 5),
    "refusals": lambda store: store.refusals("duel", 1),
    "model_checkpoint": lambda store: store.model_checkpoint("lobby"),
    "advance_model": lambda store: store.advance_model("lobby", 0, 1, {}, []),
    "model_rows": lambda store: store.model_rows("lobby"),
    "model_row": lambda store: store.model_row("lobby", "a"),
    "drop_model": lambda store: store.drop_model("lobby"),
}


def test_every_call_of_the_contract_is_tried_on_a_closed_store() -> None:
    contract = {name for name in vars(Store) if not name.startswith("_")}
    assert contract == {*CALLS, "follow", "close"}


@pytest.mark.parametrize("call", CALLS)
async def test_a_closed_store_says_so(store: Store, call: str) -> None:
    await store.close()
    with pytest.raises(StoreClosed):
        await CALLS[call](store)


async def test_a_closed_store_cannot_be_followed(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreClosed):
        store.follow(0)


async def test_closing_twice_is_fine(store: Store) -> None:
    await asyncio.gather(store.close(), store.close())
    await store.close()


async def test_closing_finishes_what_was_asked(store: Store) -> None:
    asked = [asyncio.create_task(store.append(f"match {number}", 0, rows(1))) for number in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert sorted([(await task).last_position for task in asked]) == list(range(1, 51))


async def test_everything_is_there_when_the_file_is_opened_again(path: Path) -> None:
    store = await open_store(f"sqlite:{path}")
    first = await store.append("duel", 0, rows(1, 3), command("move"))
    await store.put_token(b"hash", "duel", 1, "play", 5)
    await store.advance_model("lobby", 0, 3, {"duel": b"open"}, [])
    await store.close()

    store = await open_store(f"sqlite:{path}")
    assert await store.read("duel") == rows(1, 3)
    assert await store.append("duel", 0, rows(1, 3), command("move")) == first._replace(replayed=True)
    assert (await store.append("duel", 3, rows(4))).last_position == 4
    assert await store.token(b"hash") is not None
    assert await store.model_checkpoint("lobby") == 3
    async with aclosing(store.follow(0)) as pages:
        assert len(await anext(pages)) == 4
    await store.close()
    assert not Path(f"{path}-wal").exists(), "a store that was closed well is one file"


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("postgresql://me:secret@host/db", "PostgreSQL is not built in this version"),
        ("postgres://me:secret@host/db", "PostgreSQL is not built in this version"),
        ("mysql://me:secret@host/db", "no store is called 'mysql'"),
        ("sqlite:", "no store is called 'sqlite'"),
        ("sqlite::memory:", "no store is called 'sqlite'"),
        ("matchfold.db", "no store is called 'matchfold.db'"),
    ],
)
async def test_an_address_that_names_no_store_is_told_in_a_line_without_its_password(url: str, complaint: str) -> None:
    with pytest.raises(StorageError, match=complaint) as refused:
        await open_store(url)
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)
