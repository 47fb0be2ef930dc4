"""Appending: all or nothing, one winner, and nothing twice."""

from __future__ import annotations

import asyncio
import random

import pytest

from server.storage import Appended, Command, CommandReused, Conflict, Row, Store
from tests.storage.matches import assert_gapless, command, rows, whole_log


async def test_bytes_come_out_as_they_went_in(store: Store) -> None:
    odd = [
        Row(1, b"", b"", b"\x00" * 32),
        Row(2, b"\xff\x00\xfe", b"\x00", b"l" * 32),
        Row(3, b"x" * 1_000_000, b"s", b"m" * 32),
    ]
    assert await store.append("duel", 0, odd) == Appended(1, 3, 3, replayed=False)
    assert await store.read("duel") == odd


async def test_an_append_goes_on_where_the_last_one_ended(store: Store) -> None:
    await store.append("duel", 0, rows(1, 2))
    await store.append("other", 0, rows(1, 4))
    assert await store.append("duel", 2, rows(3, 3)) == Appended(3, 5, 9, replayed=False)
    assert [row.seq for row in await store.read("duel")] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
async def test_an_append_to_another_version_is_a_conflict_that_names_the_true_one(store: Store, expected: int) -> None:
    await store.append("duel", 0, rows(1, 2))
    with pytest.raises(Conflict) as conflict:
        await store.append("duel", expected, rows(expected + 1))
    assert (conflict.value.match, conflict.value.expected, conflict.value.actual) == ("duel", expected, 2)
    assert await store.read("duel") == rows(1, 2)


async def test_a_match_nobody_knows_stands_at_zero(store: Store) -> None:
    with pytest.raises(Conflict) as conflict:
        await store.append("new", 1, rows(2))
    assert conflict.value.actual == 0
    assert await store.matches() == []


async def test_rows_that_do_not_follow_each_other_are_our_mistake(store: Store) -> None:
    for wrong in ([], rows(2), [*rows(1), *rows(3)], [*rows(1), *rows(1)]):
        with pytest.raises(AssertionError):
            await store.append("duel", 0, wrong)
    assert await whole_log(store) == []


async def test_of_those_who_start_together_one_wins(store: Store) -> None:
    start = asyncio.Barrier(20)

    async def attempt(writer: int) -> Appended | Conflict:
        await start.wait()
        try:
            return await store.append("duel", 0, rows(1, 2, f"writer {writer}"), command(f"c{writer}"))
        except Conflict as conflict:
            return conflict

    results = await asyncio.gather(*(attempt(writer) for writer in range(20)))
    winners = [writer for writer, result in enumerate(results) if isinstance(result, Appended)]
    assert len(winners) == 1
    assert {result.actual for result in results if isinstance(result, Conflict)} == {2}
    assert await store.read("duel") == rows(1, 2, f"writer {winners[0]}")


async def test_successes_equal_rows_when_many_write_to_one_match(store: Store) -> None:
    async def play(writer: int) -> list[tuple[int, str]]:
        done, head = [], 0
        for turn in range(12):
            name = f"writer {writer} turn {turn}"
            while True:
                try:
                    answer = await store.append("duel", head, rows(head + 1, 2, name), command(name))
                    break
                except Conflict as conflict:
                    head = conflict.actual
            head = answer.last_seq
            done.append((answer.first_seq, name))
        return done

    done = sorted(each for played in await asyncio.gather(*(play(writer) for writer in range(12))) for each in played)
    assert [row for first_seq, name in done for row in rows(first_seq, 2, name)] == await store.read("duel")
    assert_gapless(await whole_log(store))


async def test_one_who_is_late_does_not_hurt_those_beside_them(store: Store) -> None:
    await store.append("duel", 0, rows(1), command("first", b"a"))
    results = await asyncio.gather(
        store.append("one", 0, rows(1)),
        store.append("duel", 0, rows(1, 2, "late")),
        store.append("two", 0, rows(1, 3)),
        store.append("duel", 1, rows(2), command("first", b"b")),
        store.append("duel", 1, rows(2)),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Appended, Conflict, Appended, CommandReused, Appended]
    log = await whole_log(store)
    assert_gapless(log)
    assert len(log) == 1 + 1 + 3 + 1


async def test_a_command_done_before_gets_its_first_answer_whatever_the_version(store: Store) -> None:
    first = await store.append("duel", 0, rows(1, 2), command("move 1"))
    await store.append("duel", 2, rows(3, 5), command("move 2"))
    for expected in (0, 7, 99):
        again = await store.append("duel", expected, rows(expected + 1, 1, "again"), command("move 1"))
        assert again == first._replace(replayed=True)
    assert await store.read("duel") == rows(1, 2) + rows(3, 5)


async def test_a_command_sent_ten_times_at_once_is_done_once(store: Store) -> None:
    answers = await asyncio.gather(*(store.append("duel", 0, rows(1, 2), command("move")) for _ in range(10)))
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 9
    assert {answer[:3] for answer in answers} == {(1, 2, 2)}
    assert len(await whole_log(store)) == 2


async def test_a_crowd_that_all_ask_twice_moves_once_each(store: Store) -> None:
    """More at once than one commit or one look-up takes."""

    async def ask(number: int) -> Appended:
        return await store.append(f"match {number}", 0, rows(1), command("move"))

    first = await asyncio.gather(*(ask(number) for number in range(1_500)))
    again = await asyncio.gather(*(ask(number) for number in range(1_500)))
    assert again == [answer._replace(replayed=True) for answer in first]
    assert len(await whole_log(store)) == 1_500


async def test_a_command_name_used_for_something_else_is_refused_before_the_version_is_looked_at(store: Store) -> None:
    await store.append("duel", 0, rows(1), command("move", b"north"))
    for expected in (0, 1, 9):
        with pytest.raises(CommandReused) as reused:
            await store.append("duel", expected, rows(expected + 1), command("move", b"south"))
        assert (reused.value.match, reused.value.command_id) == ("duel", "move")
    assert await store.read("duel") == rows(1)


async def test_two_payloads_under_one_name_at_once_give_one_move(store: Store) -> None:
    results = await asyncio.gather(
        store.append("duel", 0, rows(1), command("move", b"north")),
        store.append("duel", 0, rows(1), command("move", b"south")),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Appended", "CommandReused"]
    assert len(await whole_log(store)) == 1


async def test_a_command_name_belongs_to_its_match(store: Store) -> None:
    await store.append("one", 0, rows(1), command("move", b"north"))
    assert not (await store.append("two", 0, rows(1), command("move", b"south"))).replayed


async def test_a_command_that_met_a_conflict_may_come_again(store: Store) -> None:
    await store.append("duel", 0, rows(1))
    with pytest.raises(Conflict):
        await store.append("duel", 0, rows(1), command("move"))
    assert await store.command("duel", "move") is None
    assert (await store.append("duel", 1, rows(2), command("move"))).replayed is False


async def test_what_a_command_did_can_be_asked(store: Store) -> None:
    await store.append("duel", 0, rows(1, 3), Command("move", b"digest"))
    assert await store.command("duel", "move") == (b"digest", 1, 3)
    assert await store.command("duel", "other") is None
    assert await store.command("other", "move") is None


async def test_one_who_hangs_up_and_asks_again_moves_once(store: Store) -> None:
    for turn in range(20):
        hung_up = asyncio.create_task(store.append("duel", turn, rows(turn + 1), command(f"turn {turn}")))
        for _ in range(turn % 4):
            await asyncio.sleep(0)  # let it get a little further each time
        hung_up.cancel()
        await asyncio.wait([hung_up])
        await store.append("duel", turn, rows(turn + 1), command(f"turn {turn}"))
    assert await store.read("duel") == rows(1, 20)


async def test_what_each_client_saw_fits_one_order_of_events(store: Store) -> None:
    """The history of one match is linearizable: who asked after another's answer never sees an older version."""
    seed = random.randrange(2**32)
    ticks = iter(range(1_000_000))
    history: list[tuple[int, int, tuple[int, int], str]] = []  # asked, answered, (version, 0 made it / 1 saw it)

    async def client(name: int) -> None:
        chance, known = random.Random(seed + name), 0
        for turn in range(25):
            asked = next(ticks)
            if chance.random() < 0.4:
                head = await store.head("duel")
                known, rank = (head.seq if head else 0), 1
            else:
                try:
                    count = chance.randint(1, 3)
                    answer = await store.append("duel", known, rows(known + 1, count), command(f"{name} {turn}"))
                    known, rank = answer.last_seq, 0
                except Conflict as conflict:
                    known, rank = conflict.actual, 1
            history.append((asked, next(ticks), (known, rank), f"client {name} turn {turn}"))

    await asyncio.gather(*(client(name) for name in range(8)))
    made = [version for _, _, (version, rank), _ in history if rank == 0]
    assert len(made) == len(set(made)), f"two appends made one version (seed {seed})"
    assert {version for _, _, (version, rank), _ in history if rank} <= {0, *made}, f"seen, never made (seed {seed})"
    for asked, _, order, who in history:
        for _, answered, earlier, whom in history:
            assert answered > asked or earlier <= order, f"{who} is behind {whom}, who was done before (seed {seed})"
