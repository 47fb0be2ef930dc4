"""Reading and following the log: all of it, in order, once."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing

from server.storage import Store, Stored
from server.storage.feed import FOLLOW_ROWS_MAX
from tests.storage.matches import assert_gapless, rows, whole_log


async def test_a_match_is_read_from_any_seq_and_in_pages(store: Store) -> None:
    await store.append("duel", 0, rows(1, 10))
    await store.append("other", 0, rows(1, 3))
    assert await store.read("duel") == rows(1, 10)
    assert await store.read("duel", after=7) == rows(8, 3)
    assert await store.read("duel", after=2, limit=3) == rows(3, 3)
    assert await store.read("duel", limit=0) == []
    assert await store.read("duel", after=10) == []
    assert await store.read("nobody knows") == []


async def test_the_whole_log_is_read_in_commit_order(store: Store) -> None:
    await store.append("one", 0, rows(1, 2, "a"))
    await store.append("two", 0, rows(1, 1, "b"))
    await store.append("one", 2, rows(3, 1, "c"))
    written = [("one", row) for row in rows(1, 2, "a")] + [("two", rows(1, 1, "b")[0]), ("one", rows(3, 1, "c")[0])]
    expected = [Stored(position, match, row) for position, (match, row) in enumerate(written, start=1)]
    assert await store.read_all() == expected
    assert await store.read_all(1, limit=2) == expected[1:3]
    assert await store.read_all(4) == []


async def test_the_head_is_the_last_row(store: Store) -> None:
    assert await store.head("duel") is None
    await store.append("duel", 0, rows(1, 5))
    assert await store.head("duel") == rows(5)[0]


async def test_matches_are_listed_oldest_first(store: Store) -> None:
    for match in ("zebra", "ant", "mule"):
        await store.append(match, 0, rows(1))
    await store.append("zebra", 1, rows(2))
    assert await store.matches() == ["zebra", "ant", "mule"]


async def test_an_answered_append_can_be_read_at_once(store: Store) -> None:
    async def play(match: str) -> None:
        for seq in range(1, 15):
            await store.append(match, seq - 1, rows(seq))
            head = await store.head(match)
            assert head is not None and head.seq == seq
            assert len(await store.read(match)) == seq

    await asyncio.gather(*(play(f"match {number}") for number in range(6)))


async def test_followers_miss_nothing_and_see_nothing_twice_under_load(store: Store) -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    total = 8 * 30 * 2

    async def write(match: str) -> None:
        for turn in range(30):
            await store.append(match, turn * 2, rows(turn * 2 + 1, 2, match))

    async def follow(after: int) -> list[Stored]:
        seen: list[Stored] = []
        async with aclosing(store.follow(after)) as pages:
            async for page in pages:
                assert page, "an empty page tells nothing"
                seen += page
                for _ in range(chance.randint(0, 3)):
                    await asyncio.sleep(0)  # some followers are slower than others
                if seen[-1].position >= total:
                    break
        return seen

    starts = [0, 0, *(chance.randrange(total) for _ in range(6))]
    followers = [asyncio.create_task(follow(after)) for after in starts]
    await asyncio.gather(*(write(f"match {number}") for number in range(8)))
    log = await whole_log(store)
    assert_gapless(log)
    for after, seen in zip(starts, await asyncio.gather(*followers), strict=True):
        assert seen == log[after:], f"the follower from {after} saw something else (seed {seed})"


async def test_one_far_behind_is_handed_the_log_in_pages(store: Store) -> None:
    await store.append("long", 0, rows(1, FOLLOW_ROWS_MAX * 2 + 5))
    sizes: list[int] = []
    async with aclosing(store.follow(0)) as pages:
        while sum(sizes) < FOLLOW_ROWS_MAX * 2 + 5:
            sizes.append(len(await anext(pages)))
    assert sizes == [FOLLOW_ROWS_MAX, FOLLOW_ROWS_MAX, 5]


async def test_a_follower_wakes_for_the_next_commit_only(store: Store) -> None:
    await store.append("duel", 0, rows(1, 2))
    async with aclosing(store.follow(2)) as pages:
        waiting = asyncio.ensure_future(anext(pages))
        await store.read("duel")
        assert not waiting.done()
        await store.append("duel", 2, rows(3))
        assert await asyncio.wait_for(waiting, timeout=3) == [Stored(3, "duel", rows(3)[0])]


async def test_followers_go_home_when_the_store_closes(store: Store) -> None:
    await store.append("duel", 0, rows(1))

    async def follow() -> list[Stored]:
        return [stored async for page in store.follow(0) for stored in page]

    followers = [asyncio.create_task(follow()) for _ in range(3)]
    await asyncio.sleep(0)
    await store.close()
    for seen in await asyncio.gather(*followers):
        assert [stored.position for stored in seen] in ([], [1])
