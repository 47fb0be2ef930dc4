"""The live feed: from any entry on, in order, none lost or twice; it takes intents too."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import aiohttp
import pytest

from projections.bots import Dice
from tests.api.house import House, Table, open_house

Feed = Any


async def watch(table: Table, who: int | None = None, after: int | None = None) -> Feed:
    query = "" if after is None else f"?after={after}"
    protocols = ["matchfold"] if who is None else ["matchfold", f"bearer.{table.tokens[who]}"]
    return await table.house.client.ws_connect(f"{table.path}/live{query}", protocols=protocols)


async def received(table: Table, feed: Feed, upto: int) -> list[dict[str, Any]]:
    """The messages until one reaches this entry, each held against its form."""
    messages: list[dict[str, Any]] = []
    forms = {"hello": "Hello", "entries": "Fed", "result": "LiveResult", "problem": "LiveProblem"}
    while not any(m["type"] == "entries" and m["head"]["seq"] >= upto for m in messages):
        message = await feed.receive_json(timeout=10)
        table.house.contract.message(forms[message["type"]], message)
        messages.append(message)
    return messages


def entries_of(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for message in messages if message["type"] == "entries" for entry in message["entries"]]


@pytest.mark.parametrize("who", [None, 1])
async def test_a_feed_from_the_beginning_is_the_log(house: House, who: int | None) -> None:
    table = await house.start_table(2)
    await table.play(Dice(5), moves=3)
    feed = await watch(table, who, after=0)
    await table.play(Dice(6))
    head = await table.head()
    messages = await received(table, feed, head["seq"])
    assert messages[0]["type"] == "hello"
    assert entries_of(messages) == (await table.get("/entries", who))["entries"]
    assert messages[-1]["view"] == await table.get("/view", who)
    steps = [step for message in messages[1:] for step in message["steps"]]
    assert steps == (await table.get("/timeline", who))["steps"]
    await feed.close()


async def test_each_live_step_comes_with_its_own_view_and_offers(house: House) -> None:
    table = await house.start_table(2)
    head = await table.head()
    feed = await watch(table, 2)
    await table.post(1, await table.move(1, Dice(1)), status=200)
    await table.post(2, await table.move(2, Dice(1)), status=200)
    messages = (await received(table, feed, (await table.head())["seq"]))[1:]
    assert len(messages) == 2
    assert messages[0]["entries"][0]["seq"] == head["seq"] + 1
    for message in messages:
        assert message["view"] == await table.get(f"/view?at={message['head']['seq']}", 2)
        assert message["view"]["link"] == message["head"]["link"]
    assert messages[-1]["offers"] == await table.offers(2)
    await feed.close()


async def test_a_feed_goes_on_from_every_entry(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(5), moves=6)
    log = (await table.get("/entries", 1))["entries"]
    for after in range(len(log)):
        feed = await watch(table, 1, after)
        assert entries_of(await received(table, feed, len(log))) == log[after:]
        await feed.close()


async def test_a_late_watcher_far_behind_catches_up_in_bounded_pieces(house: House) -> None:
    table = await house.start_table(5, options={"rounds": 40})
    await table.play(Dice(5))
    head = (await table.head())["seq"]
    feed = await watch(table, None, 0)
    messages = await received(table, feed, head)
    assert entries_of(messages) == (await paged(table))
    assert 3 < len(messages) < 40
    assert all(len(message["entries"]) <= 400 for message in messages[1:])
    assert all(message["offers"] is None for message in messages[1:])
    await feed.close()


async def paged(table: Table) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    while True:
        page = await table.get(f"/entries?after={len(entries)}&limit=700")
        entries += page["entries"]
        if not page["more"]:
            return entries


async def test_the_socket_takes_intents_and_answers_each_under_its_id(house: House) -> None:
    table = await house.start_table(2)
    feed = await watch(table, 1)
    await feed.receive_json(timeout=10)
    move = {"type": "intent", **await table.move(1, Dice(1))}
    await feed.send_json(move)
    result = await feed.receive_json(timeout=10)
    table.house.contract.message("LiveResult", result)
    assert result["intent_id"] == move["intent_id"] and result["head"] == await table.head()
    fed = await feed.receive_json(timeout=10)
    assert fed["type"] == "entries" and fed["head"] == result["head"]
    await feed.send_json(move)
    assert (await feed.receive_json(timeout=10)) == {**result, "replayed": True}
    for wrong, code in [
        ({**move, "intent_id": "late"}, "STALE_DECISION"),
        ({**move, "decision": None}, "INTENT_ID_REUSED"),
        ({**move, "intent": {"type": "Bid", "card": 1, "seat": 2}}, "WRONG_SEAT"),
        ({"type": "wish"}, "BAD_BODY"),
    ]:
        await feed.send_json(wrong)
        problem = await feed.receive_json(timeout=10)
        table.house.contract.message("LiveProblem", problem)
        assert problem["type"] == "problem" and problem["problem"]["code"] == code
    await feed.send_str("{")
    assert (await feed.receive_json(timeout=10))["problem"]["code"] == "BAD_JSON"
    await feed.close()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"intent": {"type": "Bid", "card": 1.5}}, "BAD_NUMBER"),
        ({"intent": {"type": "Bid", "card": [[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]}}, "TOO_DEEP"),
        ({"intent": 7}, "BAD_BODY"),
        ({"mood": "good"}, "BAD_BODY"),
        ({"decision": 7}, "BAD_BODY"),
    ],
)
async def test_what_is_not_in_form_is_answered_under_its_id_too(house: House, wrong: Any, code: str) -> None:
    table = await house.start_table(2)
    feed = await watch(table, 1)
    await feed.receive_json(timeout=10)
    await feed.send_json({"type": "intent", "intent": {"type": "Bid", "card": 1}, "intent_id": "mine", **wrong})
    problem = await feed.receive_json(timeout=10)
    table.house.contract.message("LiveProblem", problem)
    assert (problem["intent_id"], problem["problem"]["code"]) == ("mine", code)
    await feed.close()


async def test_a_token_counts_wherever_among_the_protocols_it_stands(house: House) -> None:
    table = await house.start_table(2)
    token = f"bearer.{table.tokens[1]}"
    for protocols in (["matchfold", token], [token, "matchfold"]):
        feed = await house.client.ws_connect(f"{table.path}/live", protocols=protocols)
        assert feed.protocol == "matchfold"
        assert (await feed.receive_json(timeout=10))["viewer"] == "seat:1"
        await feed.close()


async def test_a_socket_that_offers_other_protocols_only_is_told_so_and_they_are_not_logged(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.start_table(2)
    for protocol in (f"bearer.{table.tokens[1]}", "chess"):
        headers = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
            "Sec-WebSocket-Protocol": protocol,
        }
        assert (await table.ask("GET", "/live", headers=headers, status=400)).code == "BAD_QUERY"
        assert protocol not in caplog.text


async def test_an_upgrade_to_what_is_no_word_is_told_so(house: House) -> None:
    table = await house.start_table(2)
    reader, writer = await asyncio.open_connection(house.client.host, house.client.port)
    writer.write(f"GET {table.path}/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n".encode())
    writer.write(b"Upgrade: \xff\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    assert b"HTTP/1.1 400 " in answer and b'"code":"BAD_QUERY"' in answer


async def test_a_spectator_cannot_play_on_the_socket(house: House) -> None:
    table = await house.start_table(2)
    feed = await watch(table)
    await feed.receive_json(timeout=10)
    await feed.send_json({"type": "intent", **await table.move(1, Dice(1))})
    assert (await feed.receive_json(timeout=10))["problem"]["code"] == "TOKEN_NEEDED"
    await feed.close()


async def test_a_bad_token_gets_no_byte(house: House) -> None:
    table = await house.start_table(2)
    path = f"{table.path}/live?after=0"
    for headers, protocols in [
        ({"Authorization": "Bearer wrong"}, ()),
        ({}, ("matchfold", "bearer.wrong")),
        ({}, ("bearer.wrong", "matchfold")),
        ({}, ("bearer.wrong",)),
        ({"Cookie": f"matchfold_{table.id}=wrong"}, ()),
    ]:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.client.ws_connect(path, headers=headers, protocols=protocols)
        assert refused.value.status == 401


async def test_a_message_that_is_too_large_ends_the_connection(house: House) -> None:
    table = await house.start_table(2)
    feed = await watch(table, 1)
    await feed.receive_json(timeout=10)
    await feed.send_str("x" * 100_000)
    await feed.receive(timeout=10)
    assert feed.close_code == 1009


async def test_a_client_that_does_not_read_is_cut_off_and_others_go_on(url: str) -> None:
    async with open_house(url, live_send_seconds_max=2, send_bytes=4096) as house:
        table = await house.start_table(5, options={"rounds": 50})
        await table.play(Dice(1))
        head = (await table.head())["seq"]
        with socket.create_connection((house.client.host, house.client.port)) as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            handshake = (
                f"GET {table.path}/live?after=0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            silent.sendall(handshake.encode())
            async with asyncio.timeout(60):
                while "matchfold_live_cut_off_total 1.0" not in (await house.ask("GET", "/metrics")).raw.decode():
                    pass
                while "matchfold_live_sockets 0.0" not in (await house.ask("GET", "/metrics")).raw.decode():
                    pass
            watcher = await watch(table, None, 0)
            assert entries_of(await received(table, watcher, head)) == await paged(table)
            await watcher.close()


async def test_the_end_of_the_server_closes_sockets_as_going_away(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(2)
        feed = await watch(table, 1)
        await feed.receive_json(timeout=10)
        closing = asyncio.create_task(house.client.server.close())
        message = await feed.receive(timeout=5)
        assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        assert feed.close_code == 1001
        await closing
