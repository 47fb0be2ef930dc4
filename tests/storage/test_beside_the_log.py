"""What hangs on the log: snapshots, tokens, refusals and read models."""

from __future__ import annotations

import asyncio

import pytest

from server.storage import Conflict, Store, TokenRow
from server.storage.memory import MemoryStore
from server.storage.sqlite import SqliteStore


async def test_the_newest_snapshot_at_or_before_a_seq_is_found(store: Store) -> None:
    for seq in (10, 30, 20):
        await store.put_snapshot("duel", seq, "fold 1", f"state {seq}".encode())
    assert await store.latest_snapshot("duel", "fold 1", 99) == (30, b"state 30")
    assert await store.latest_snapshot("duel", "fold 1", 29) == (20, b"state 20")
    assert await store.latest_snapshot("duel", "fold 1", 10) == (10, b"state 10")
    assert await store.latest_snapshot("duel", "fold 1", 9) is None


async def test_a_snapshot_of_another_fold_or_match_is_not_taken(store: Store) -> None:
    await store.put_snapshot("duel", 10, "fold 1", b"old")
    assert await store.latest_snapshot("duel", "fold 2", 99) is None
    assert await store.latest_snapshot("other", "fold 1", 99) is None


async def test_a_snapshot_made_again_replaces_the_old_one(store: Store) -> None:
    await store.put_snapshot("duel", 10, "fold 1", b"old")
    await store.put_snapshot("duel", 10, "fold 1", b"new")
    assert await store.latest_snapshot("duel", "fold 1", 10) == (10, b"new")


async def test_a_damaged_snapshot_is_passed_over_for_the_one_before(store: Store) -> None:
    await store.put_snapshot("duel", 10, "fold 1", b"sound")
    await store.put_snapshot("duel", 20, "fold 1", b"to be damaged")
    await damage_snapshot(store, 20, b"to be damagee")
    assert await store.latest_snapshot("duel", "fold 1", 99) == (10, b"sound")
    await damage_snapshot(store, 10, b"")
    assert await store.latest_snapshot("duel", "fold 1", 99) is None
    await store.put_snapshot("duel", 20, "fold 1", b"built anew")
    assert await store.latest_snapshot("duel", "fold 1", 99) == (20, b"built anew")


async def test_a_snapshot_with_any_byte_changed_cut_off_or_added_is_passed_over(store: Store) -> None:
    sound = bytes(range(64))
    await store.put_snapshot("duel", 10, "fold 1", b"sound")
    await store.put_snapshot("duel", 20, "fold 1", sound)
    changed = [sound[:at] + bytes([sound[at] ^ 1 << at % 8]) + sound[at + 1 :] for at in range(len(sound))]
    for damaged in [*changed, *(sound[:at] for at in range(len(sound))), sound + b"\0", b"\0" + sound, sound * 2]:
        await damage_snapshot(store, 20, damaged)
        assert await store.latest_snapshot("duel", "fold 1", 99) == (10, b"sound"), damaged
    await damage_snapshot(store, 20, sound)
    assert await store.latest_snapshot("duel", "fold 1", 99) == (20, sound)


async def test_a_token_grants_what_it_was_made_for(store: Store) -> None:
    await store.put_token(b"hash", "duel", 2, "play", 1_700)
    await store.put_token(b"host", "duel", None, "host", 1_600)
    assert await store.token(b"hash") == TokenRow(b"hash", "duel", 2, "play", 1_700)
    assert await store.token(b"hasi") is None
    assert [token.token_hash for token in await store.tokens_of("duel")] == [b"host", b"hash"]
    assert await store.tokens_of("other") == []


async def test_revoking_a_seats_tokens_leaves_all_others(store: Store) -> None:
    await store.put_token(b"a", "duel", 1, "play", 1)
    await store.put_token(b"b", "duel", 1, "play", 2)
    await store.put_token(b"c", "duel", 2, "play", 3)
    await store.put_token(b"d", "duel", None, "host", 4)
    await store.put_token(b"e", "other", 1, "play", 5)
    assert await store.revoke_tokens("duel", 1) == 2
    assert await store.revoke_tokens("duel", 1) == 0
    assert [token.token_hash for token in await store.tokens_of("duel")] == [b"c", b"d"]
    assert await store.token(b"a") is None
    assert await store.revoke_tokens("duel", None) == 1
    assert await store.token(b"e") is not None


async def test_a_token_put_again_grants_the_new_thing_only(store: Store) -> None:
    await store.put_token(b"a", "duel", 1, "play", 1)
    await store.put_token(b"a", "duel", 1, "watch", 2)
    assert await store.tokens_of("duel") == [TokenRow(b"a", "duel", 1, "watch", 2)]


async def test_the_newest_refusals_of_each_seat_are_kept(store: Store) -> None:
    for number in range(5):
        await store.add_refusal("duel", 1, f"one {number}".encode(), keep=3)
        await store.add_refusal("duel", 2, f"two {number}".encode(), keep=2)
    await store.add_refusal("other", 1, b"elsewhere", keep=1)
    assert await store.refusals("duel", 1) == [b"one 2", b"one 3", b"one 4"]
    assert await store.refusals("duel", 2) == [b"two 3", b"two 4"]
    assert await store.refusals("other", 1) == [b"elsewhere"]
    await store.add_refusal("duel", 1, b"not kept", keep=0)
    assert await store.refusals("duel", 1) == []


async def test_a_read_model_moves_with_its_checkpoint(store: Store) -> None:
    assert await store.model_checkpoint("lobby") == 0
    await store.advance_model("lobby", 0, 5, {"b": b"2", "a": b"1"}, [])
    await store.advance_model("lobby", 5, 9, {"c": b"3", "a": b"new"}, ["b", "never there"])
    assert await store.model_checkpoint("lobby") == 9
    assert await store.model_rows("lobby") == {"a": b"new", "c": b"3"}
    assert list(await store.model_rows("lobby")) == ["a", "c"]
    assert await store.model_row("lobby", "a") == b"new"
    assert await store.model_row("lobby", "b") is None
    assert await store.model_rows("standings") == {}


async def test_a_row_deleted_and_put_in_one_step_is_there(store: Store) -> None:
    await store.advance_model("lobby", 0, 1, {"a": b"old"}, [])
    await store.advance_model("lobby", 1, 2, {"a": b"new"}, ["a"])
    assert await store.model_rows("lobby") == {"a": b"new"}


async def test_a_read_model_that_moved_meanwhile_is_left_alone(store: Store) -> None:
    await store.advance_model("lobby", 0, 5, {"a": b"1"}, [])
    for stale in (0, 4, 6):
        with pytest.raises(Conflict) as conflict:
            await store.advance_model("lobby", stale, 9, {"a": b"wrong", "z": b"wrong"}, ["a"])
        assert conflict.value.actual == 5
    assert await store.model_rows("lobby") == {"a": b"1"}
    assert await store.model_checkpoint("lobby") == 5


async def test_of_two_who_advance_a_model_together_one_wins(store: Store) -> None:
    results = await asyncio.gather(
        *(store.advance_model("lobby", 0, 3, {"a": bytes([who])}, []) for who in range(5)), return_exceptions=True
    )
    winners = [who for who, result in enumerate(results) if result is None]
    assert len(winners) == 1
    assert await store.model_row("lobby", "a") == bytes(winners)


async def test_a_dropped_model_is_built_from_the_start(store: Store) -> None:
    await store.advance_model("lobby", 0, 5, {"a": b"1"}, [])
    await store.advance_model("standings", 0, 7, {"a": b"other"}, [])
    await store.drop_model("lobby")
    assert (await store.model_checkpoint("lobby"), await store.model_rows("lobby")) == (0, {})
    await store.advance_model("lobby", 0, 2, {"b": b"2"}, [])
    assert await store.model_rows("lobby") == {"b": b"2"}
    assert await store.model_rows("standings") == {"a": b"other"}


async def damage_snapshot(store: Store, seq: int, data: bytes) -> None:
    """Change the bytes of a snapshot behind the store's back."""
    if isinstance(store, SqliteStore):
        await store._write(
            lambda connection: connection.execute("UPDATE snapshots SET data = ? WHERE seq = ?", (data, seq)).fetchall()
        )
    else:
        assert isinstance(store, MemoryStore)
        kept = store._snapshots["duel", "fold 1"]
        kept[seq] = type(kept[seq])(data, kept[seq].checksum)
