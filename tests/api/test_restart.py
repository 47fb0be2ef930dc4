"""A server that stops, and one that goes on with the same store."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from domain.kernel.freeze import digest
from projections.bots import Dice
from server import snapshots
from server.api.asking import SERVER
from server.lobby import MODEL
from server.match import Match
from tests.api.house import API, House, Table, open_house
from tests.toy.plugin import TOY

CALLS = ("", "/view", "/offers", "/entries", "/timeline", "/frames", "/export")


async def everything(table: Table, seats: int) -> dict[tuple[Any, str], bytes]:
    """All that anybody can ask about a match, as bytes."""
    return {
        (who, call): (await table.ask("GET", call, who, status=200)).raw
        for who in (None, "host", *range(1, seats + 1))
        for call in CALLS
    }


async def test_everything_is_as_before(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(3, options={"rounds": 8})
        await table.play(Dice(11), moves=17)
        before = await everything(table, 3)
        lobby = (await house.ask("GET", f"{API}/matches")).raw
    async with open_house(url) as house:
        table.house = house
        assert await everything(table, 3) == before
        assert (await house.ask("GET", f"{API}/matches")).raw == lobby
        assert await table.play(Dice(12)) == 8 * 4 - 17


async def test_a_cold_match_leaves_memory_and_comes_back_when_asked_for(url: str) -> None:
    # Kept at once, so that coming back goes by a kept state and the rest of the log.
    async with open_house(url, snapshot_every_entries=1) as house:
        table = await house.start_table(3, options={"rounds": 8})
        await table.play(Dice(11), moves=17)
        before = await everything(table, 3)
        matches = house.app[SERVER].matches
        await matches.keep_states()
        put_away(house, table)
        assert matches.open_ids == []
        assert (await table.ask("GET", "/view", 1)).raw == before[1, "/view"]
        opened = matches.peek(table.id)
        assert opened is not None and not opened.reaches(0)
        head = await table.head()
        await table.play(Dice(12), moves=2)
        assert not opened.reaches(0), "playing on needs nothing of what came before"
        log = (await table.get(f"/entries?after={head['seq']}", 2))["entries"]
        assert len(log) == (await table.head())["seq"] - head["seq"]
        # Whoever asks for what came before gets it.
        for (who, call), raw in before.items():
            if call == "/entries":
                again = (await table.ask("GET", f"{call}?limit={head['seq']}", who, status=200)).json
                assert again["entries"] == json.loads(raw)["entries"]
        assert opened.reaches(0)
        await table.play(Dice(13))
        whole = await everything(table, 3)
        put_away(house, table)
        assert await everything(table, 3) == whole


async def test_a_match_that_is_dropped_while_one_waits_for_it_is_read_again(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(3)
        matches = house.app[SERVER].matches
        match = matches.peek(table.id)
        assert match is not None
        match.stale = True
        async with match.lock:
            waiting = asyncio.ensure_future(table.ask("GET", "", status=200))
            while not match.lock._waiters:
                await asyncio.sleep(0)
            matches._open.pop(table.id)  # as after an append that could not be understood
        await asyncio.wait_for(waiting, 10)
        assert matches.open_ids == [table.id] and matches.peek(table.id) is not match


def put_away(house: House, table: Table) -> None:
    """Lets the clock of this match run out."""
    matches = house.app[SERVER].matches
    opened = matches.peek(table.id)
    assert opened is not None
    opened.last_used -= matches.settings.idle_seconds_max + 1
    assert matches.sweep() == 1


async def test_a_watched_match_stays_in_memory(house: House) -> None:
    table = await house.start_table(2)
    feed = await house.client.ws_connect(f"{table.path}/live")
    await feed.receive_json(timeout=10)
    matches = house.app[SERVER].matches
    opened = matches.peek(table.id)
    assert opened is not None
    opened.last_used -= matches.settings.idle_seconds_max + 1
    assert matches.sweep() == 0
    await feed.close()


async def test_too_many_open_matches_leave_the_coldest_first(url: str) -> None:
    async with open_house(url, matches_open_max=3) as house:
        tables = [await house.open_table(2) for _ in range(3)]
        matches = house.app[SERVER].matches
        for opened in map(matches.peek, matches.open_ids):
            assert opened is not None
            opened.last_used -= 60
        await tables[0].get("")
        await house.open_table(2)
        assert tables[0].id in matches.open_ids and tables[1].id not in matches.open_ids
        assert len(matches.open_ids) == 3
        for table in tables:
            await table.get("")


async def test_a_kept_state_is_the_state_of_the_log(house: House) -> None:
    table = await house.start_table(3, options={"rounds": 8})
    await table.play(Dice(11), moves=17)
    opened = house.app[SERVER].matches.peek(table.id)
    assert opened is not None
    seq = await snapshots.keep(house.store, opened.history)
    start = await snapshots.start_of(house.store, TOY, table.id)
    assert start is not None and start.head == opened.history.head_at(seq)
    assert start.state == opened.history.state_at(seq)
    assert digest(start.state) == digest(opened.history.state_at(seq))


async def test_a_kept_state_that_is_damaged_or_not_of_this_log_is_ignored(house: House) -> None:
    table, other = await house.start_table(2), await house.start_table(2)
    version = snapshots.fold_version(TOY)
    for wrong in (b"", b"\x94\x01\x02\x03\x04", b"not a state"):
        await house.store.put_snapshot(table.id, 6, version, wrong)
        assert await snapshots.start_of(house.store, TOY, table.id) is None
    opened = house.app[SERVER].matches.peek(other.id)
    assert opened is not None
    await snapshots.keep(house.store, opened.history)
    head = await house.store.head(other.id)
    assert head is not None
    found = await house.store.latest_snapshot(other.id, version, head.seq)
    assert found is not None
    await house.store.put_snapshot(table.id, found[0], version, found[1])
    assert await snapshots.start_of(house.store, TOY, table.id) is None
    before = await table.get("/view", 1)
    put_away(house, table)
    assert await table.get("/view", 1) == before


async def test_bots_go_on_where_the_server_stopped(url: str) -> None:
    async with open_house(url, bot_delay_ms=3_600_000) as house:
        table = await house.open_table([{"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}])
        await table.start()
        assert (await table.get(""))["status"] == "running"
    async with open_house(url) as house:
        table.house = house
        # The lobby only is looked at: it opens no match, so nobody but the server has woken this one.
        async with asyncio.timeout(20):
            while (await house.ask("GET", f"{API}/matches")).json["matches"][0]["status"] != "over":
                pass


async def test_a_lobby_built_anew_equals_the_one_kept_while_playing(url: str) -> None:
    async with open_house(url) as house:
        for seed in range(6):
            visibility = ("public", "private", "unlisted")[seed % 3]
            table = await house.start_table(2, visibility=visibility, options={"rounds": 2})
            await table.play(Dice(seed), moves=seed)
    async with open_house(url) as house:
        kept = await house.store.model_rows(MODEL)
        assert len(kept) == 6
        shown = (await house.ask("GET", f"{API}/matches")).raw
        await house.store.drop_model(MODEL)
    async with open_house(url) as house:
        assert await house.store.model_rows(MODEL) == kept
        assert (await house.ask("GET", f"{API}/matches")).raw == shown


async def test_the_lobby_is_of_this_moment(house: House) -> None:
    tables = [await house.open_table(2, title=f"Table {number}") for number in range(3)]
    await tables[0].sit(1)
    await tables[0].sit(2)
    await tables[0].start()
    page = (await house.ask("GET", f"{API}/matches?status=open&sort=title", status=200)).json
    assert [row["title"] for row in page["matches"]] == ["Table 1", "Table 2"]
    page = (await house.ask("GET", f"{API}/matches?status=running", status=200)).json
    assert page["matches"] == [await tables[0].get("")]
    page = (await house.ask("GET", f"{API}/matches?page=2&page_size=2&sort=created", status=200)).json
    assert [row["title"] for row in page["matches"]] == ["Table 0"] and page["total"] == 3 and page["pages"] == 2


async def test_a_stop_answers_what_is_in_flight(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(5)
        moves = {seat: await table.move(seat, Dice(seat)) for seat in range(1, 6)}
        asked = [asyncio.create_task(table.post(seat, move)) for seat, move in moves.items()]
        held: Match | None = house.app[SERVER].matches.peek(table.id)
        assert held is not None
        async with held.lock:  # all five stand in line when the server is told to stop
            while len(getattr(held.lock, "_waiters", None) or ()) < 5:
                await asyncio.sleep(0)
            stopping = asyncio.create_task(house.client.server.close())
            await asyncio.sleep(0)
        assert [answer.status for answer in await asyncio.gather(*asked)] == [200] * 5
        await stopping
    async with open_house(url) as house:
        table.house = house
        log = (await table.get("/entries", 1))["entries"]
        assert sum(entry["type"] == "Bid" for entry in log) == 5
