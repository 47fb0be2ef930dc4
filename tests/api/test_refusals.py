"""Whatever is asked wrongly has its code and status, and nothing is appended or lost by it."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest

from projections.bots import Dice
from tests.api.house import House, Table, open_house
from tests.toy.plugin import TOY

BID = {"type": "Bid", "card": 1}


def body(intent: Any = None, **more: Any) -> dict[str, Any]:
    return {"intent": BID if intent is None else intent, "intent_id": "refused-1", **more}


async def unchanged(table: Table, head: dict[str, Any]) -> None:
    assert await table.head() == head
    rows = await table.house.store.read(table.id)
    assert len(rows) == head["seq"]


async def test_an_intent_for_another_seat_is_403(house: House) -> None:
    table = await house.start_table(2)
    head = await table.head()
    answer = await table.post(1, body({**BID, "seat": 2}), status=403)
    assert answer.code == "WRONG_SEAT"
    await unchanged(table, head)


async def test_the_wrong_phase_is_422_with_the_rule(house: House) -> None:
    table = await house.start_table(2)
    head = await table.head()
    answer = await table.post(1, body({"type": "Trade", "cards": []}), status=422)
    assert (answer.code, answer.json["rule"]) == ("WRONG_PHASE", "TOY-TRADE")
    assert answer.json["head"] == head
    await unchanged(table, head)


async def test_before_the_start_nothing_is_played(house: House) -> None:
    table = await house.open_table(2)
    await table.sit(1)
    assert (await table.post(1, body(), status=422)).code == "NOT_STARTED"
    assert (await table.ask("POST", "/start", "host", status=422)).code == "SEATS_OPEN"


async def test_a_compressed_body_is_415(house: House) -> None:
    table = await house.start_table(2)
    head = await table.head()
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    data = gzip.compress(json.dumps(body()).encode())
    answer = await table.ask("POST", "/intents", 1, data=data, headers=headers, status=415)
    assert answer.code == "NOT_JSON"
    await unchanged(table, head)


async def test_a_title_is_printable_as_names_are(house: House) -> None:
    for title in ("a\nb", "\u202eabc", "\x00"):
        wanted = {"game": TOY.game, "seats": 2, "title": title}
        assert (await house.ask("POST", "/api/v1/matches", json=wanted, status=400)).code == "BAD_BODY"


async def test_a_stale_decision_is_409_with_the_head(house: House) -> None:
    table = await house.start_table(2)
    move = await table.move(1, Dice(1))
    await table.post(1, move, status=200)
    head = await table.head()
    answer = await table.post(1, {**move, "intent_id": "another-tab"}, status=409)
    assert answer.code == "STALE_DECISION"
    assert answer.json["head"] == head
    await unchanged(table, head)


async def test_a_card_not_in_hand_is_422(house: House) -> None:
    table = await house.start_table(2)
    head = await table.head()
    assert (await table.post(1, body({"type": "Bid", "card": 999}), status=422)).code == "NOT_IN_HAND"
    await unchanged(table, head)


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        ({"type": "Castle"}, "UNKNOWN_INTENT"),
        ({}, "BAD_INTENT"),
        ({"type": "Bid"}, "BAD_FIELDS"),
        ({"type": "Bid", "card": "one"}, "BAD_FIELDS"),
        ({"type": "Bid", "card": 1, "extra": 1}, "BAD_FIELDS"),
        ({"type": "BidPlaced", "card": 1}, "UNKNOWN_INTENT"),
        ({"type": "StartMatch"}, "UNKNOWN_INTENT"),
        ({"type": "StandUp"}, "UNKNOWN_INTENT"),
        ({"type": "CreateMatch"}, "BAD_FIELDS"),
    ],
)
async def test_what_is_no_intent_of_the_game_is_422(house: House, intent: Any, code: str) -> None:
    table = await house.start_table(2)
    head = await table.head()
    assert (await table.post(1, body(intent), status=422)).code == code
    await unchanged(table, head)


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "BAD_JSON"),
        (b"{", 400, "BAD_JSON"),
        (b"\xff\xfe", 400, "BAD_JSON"),
        (b'{"intent": {"type": "Bid", "card": "\\ud800"}, "intent_id": "x"}', 400, "BAD_JSON"),
        (b'{"intent": {"type": "Bid", "card": 1}, "intent_id": "x", "intent_id": "x"}', 400, "BAD_JSON"),
        (b'{"intent": {"type": "Bid", "card": 1, "c\\u0061rd": 2}, "intent_id": "x"}', 400, "BAD_JSON"),
        (b'{"intent": {"type": "Bid", "a": [{"c": 1, "c": 1}]}, "intent_id": "x"}', 400, "BAD_JSON"),
        (b"[]", 400, "BAD_BODY"),
        (b'{"intent": {}}', 400, "BAD_BODY"),
        (b'{"intent": {}, "intent_id": ""}', 400, "BAD_BODY"),
        (b'{"intent": {}, "intent_id": "x", "mood": 1}', 400, "BAD_BODY"),
        (b'{"intent": {"type": "Bid", "card": 1.5}, "intent_id": "x"}', 400, "BAD_NUMBER"),
        (b'{"intent": {"type": "Bid", "card": 9007199254740992}, "intent_id": "x"}', 400, "BAD_NUMBER"),
        (b'{"intent": {"type": "Bid", "card": 1e999}, "intent_id": "x"}', 400, "BAD_BODY"),
        (b'{"intent": {"a": ' + b"[" * 30 + b"]" * 30 + b'}, "intent_id": "x"}', 400, "TOO_DEEP"),
        (b'{"intent": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b'}, "intent_id": "x"}', 400, "TOO_DEEP"),
        (b'{"intent": {"a": "' + b"x" * 70_000 + b'"}, "intent_id": "x"}', 413, "TOO_LARGE"),
        (b"x" * 1_000_000, 413, "TOO_LARGE"),
    ],
)
async def test_a_body_out_of_form_or_bounds(house: House, data: bytes, status: int, code: str) -> None:
    table = await house.start_table(2)
    head = await table.head()
    headers = {"Content-Type": "application/json"}
    answer = await table.ask("POST", "/intents", 1, data=data, headers=headers, status=status)
    assert answer.code == code
    assert answer.headers["Content-Type"] == "application/problem+json"
    await unchanged(table, head)


async def test_a_large_body_without_a_length_is_413(house: House) -> None:
    table = await house.start_table(2)

    async def endless() -> Any:
        for _ in range(200):
            yield b"x" * 10_000

    headers = {"Content-Type": "application/json"}
    assert (await table.ask("POST", "/intents", 1, data=endless(), headers=headers, status=413)).code == "TOO_LARGE"


async def test_a_body_that_does_not_come_is_not_waited_for_without_end(url: str) -> None:
    async with open_house(url, body_seconds_max=0.1) as house:
        table = await house.start_table(2)

        async def stuck() -> Any:
            yield b'{"intent"'
            await asyncio.Event().wait()

        headers = {"Content-Type": "application/json"}
        async with asyncio.timeout(10):
            answer = await table.ask("POST", "/intents", 1, data=stuck(), headers=headers, status=408)
    assert answer.code == "TOO_SLOW"


async def test_a_body_that_is_not_json_by_its_type_is_415(house: House) -> None:
    table = await house.start_table(2)
    form = {"Content-Type": "text/plain"}
    answer = await table.ask("POST", "/intents", 1, data=json.dumps(body()), headers=form, status=415)
    assert answer.code == "NOT_JSON"


async def test_tokens_are_needed_and_must_be_of_this_match(house: House) -> None:
    table, other = await house.start_table(2), await house.start_table(2)
    head = await table.head()
    assert (await table.post(None, body(), status=401)).code == "TOKEN_NEEDED"
    assert (await table.post("not-a-token", body(), status=401)).code == "BAD_TOKEN"
    assert (await table.post(other.tokens[1], body(), status=401)).code == "BAD_TOKEN"
    assert (await table.post(table.host, body(), status=403)).code == "NOT_A_SEAT"
    assert (await table.ask("POST", "/start", 1, status=403)).code == "HOST_ONLY"
    assert (await table.ask("POST", "/start", None, status=401)).code == "TOKEN_NEEDED"
    assert (await table.ask("POST", "/seats/1/token", 1, status=403)).code == "HOST_ONLY"
    assert (await table.ask("DELETE", "/seats/1", 2, status=403)).code == "WRONG_SEAT"
    await unchanged(table, head)


async def test_an_unknown_match_is_404_everywhere(house: House) -> None:
    for method, call in [
        ("GET", ""),
        ("GET", "/view"),
        ("GET", "/offers"),
        ("GET", "/entries"),
        ("GET", "/timeline"),
        ("GET", "/frames"),
        ("GET", "/export"),
        ("GET", "/live"),
    ]:
        answer = await house.ask(method, f"/api/v1/matches/nosuchmatch{call}", status=404)
        assert answer.code == "NO_SUCH_MATCH", call
    answer = await house.ask("POST", "/api/v1/matches/nosuchmatch/intents", json=body(), status=404)
    assert answer.code == "NO_SUCH_MATCH"
    answer = await house.ask("POST", "/api/v1/matches/nosuchmatch/intents", "token", json=body(), status=401)
    assert answer.code == "BAD_TOKEN"


@pytest.mark.parametrize(
    "call",
    [
        "/view?at=0",
        "/view?at=9999",
        "/view?at=-1",
        "/view?at=x",
        "/view?as=seat:9",
        "/view?as=seat:01",
        "/view?as=root",
        "/entries?after=-1",
        "/entries?limit=0",
        "/timeline?limit=1000000",
        "/frames?to=x",
        "/live?after=9999",
        "/offers?at=3",
        "/offers?as=seat:1",
        "/view?after=3",
        "/timeline?at=3",
        "/forks?at=3",
    ],
)
async def test_a_query_out_of_form_or_bounds_is_400(house: House, call: str) -> None:
    table = await house.start_table(2)
    assert (await table.ask("GET", call, 1, status=400)).code == "BAD_QUERY"


async def test_the_lobby_says_what_it_cannot_sort_by(house: House) -> None:
    for query in ("sort=age", "status=lost", "game=chess", "page=0", "page_size=1000"):
        assert (await house.ask("GET", f"/api/v1/matches?{query}", status=400)).code == "BAD_QUERY"


async def test_other_addresses_and_methods_have_problem_documents_too(house: House) -> None:
    table = await house.open_table(2)
    for path in ("/api/v1/nothing", "/static", "/static/", "/static/boards", f"/static/{'x' * 300}", "/static/%00"):
        assert (await house.ask("GET", path, status=404)).code == "NO_SUCH_PAGE"
    wrong = await house.ask("DELETE", "/api/v1/games", status=405)
    assert wrong.code == "METHOD_NOT_ALLOWED" and wrong.headers["Allow"] == "GET, HEAD"
    assert (await table.ask("POST", "/seats/0", json={"name": "A"}, status=404)).code == "NO_SUCH_PAGE"
    assert (await table.ask("POST", "/seats/9", json={"name": "A"}, status=422)).code == "NO_SUCH_SEAT"
    assert (await table.ask("POST", "/seats/1", json={"name": " "}, status=422)).code == "BAD_NAME"
    assert (await table.ask("POST", "/seats/1", json={"name": "A", "entropy": "x"}, status=422)).code == "BAD_ENTROPY"
    assert (await table.ask("POST", "/seats/9/token", "host", status=422)).code == "NO_SUCH_SEAT"


async def test_refusals_of_the_rules_are_kept_for_bug_reports_and_bounded(house: House) -> None:
    table = await house.start_table(2)
    for number in range(60):
        await table.post(1, {"intent": {"type": "Bid", "card": 999}, "intent_id": f"wrong-{number}"}, status=422)
    kept = [json.loads(data) for data in await house.store.refusals(table.id, 1)]
    assert [refusal["intent_id"] for refusal in kept] == [f"wrong-{number}" for number in range(10, 60)]
    assert kept[0]["code"] == "NOT_IN_HAND" and kept[0]["intent"] == {"type": "Bid", "card": 999}
    assert await house.store.refusals(table.id, 2) == []


async def test_seats_of_a_started_match_are_kept(house: House) -> None:
    table = await house.start_table(2)
    assert (await table.ask("DELETE", "/seats/1", 1, status=422)).code == "ALREADY_STARTED"
    assert (await table.ask("POST", "/seats/1", json={"name": "A"}, status=422)).code == "ALREADY_STARTED"
    assert (await table.ask("POST", "/start", "host", status=422)).code == "ALREADY_STARTED"
    await table.get("/offers", 1)
