"""A match goes on from any step as a new one, by its host or by anybody once it is over."""

from __future__ import annotations

import json
from typing import Any

from projections.audit import examine
from projections.bots import Dice
from projections.matchfile import loads
from tests.api.house import API, House, Table
from tests.toy.plugin import TOY


def table_of(house: House, made: dict[str, Any]) -> Table:
    table = Table(house, made["match"]["id"], made["host_token"], {})
    table.tokens = {int(seat): token for seat, token in made["tokens"].items()}
    return table


async def step_of(table: Table, place: int) -> int:
    seq: int = (await table.get("/timeline"))["steps"][place]["seq"]
    return seq


async def test_the_host_goes_on_from_a_step_as_a_private_hot_seat(house: House) -> None:
    table = await house.start_table(2, options={"rounds": 3})
    await table.play(Dice(1), 5)
    at = await step_of(table, -3)
    before = (await table.ask("GET", "/export", "host", status=200)).raw
    made = (await table.ask("POST", "/fork", "host", json={"at": at, "title": "What if"}, status=201)).json
    after = (await table.ask("GET", "/export", "host", status=200)).raw
    kept, told = before.splitlines()[1:], after.splitlines()[1:]
    assert told[: len(kept)] == kept
    assert [json.loads(line)["type"] for line in told[len(kept) :]] == ["OpenHidden", "HiddenOpened"]
    summary = made["match"]
    assert (summary["title"], summary["visibility"], summary["status"]) == ("What if", "private", "running")
    assert (summary["origin"]["match"], summary["origin"]["seq"]) == (table.id, at)
    other = table_of(house, made)
    for seat in (1, 2):
        then = (await table.get(f"/view?at={at}", seat))["table"]
        assert (await other.get("/view", seat))["table"] == then
    await other.play(Dice(9))
    assert (await other.get("", "host"))["status"] == "over"
    text = (await other.ask("GET", "/export?as=auditor", 1, status=200)).raw.decode()
    assert examine(loads(text), TOY).findings == ()
    assert (await table.get("", "host"))["status"] == "running"


async def test_everybody_is_told_when_the_host_goes_on_from_a_match_under_way(house: House) -> None:
    table = await house.start_table(3)
    await table.play(Dice(1), 7)
    at = await step_of(table, -1)
    await table.ask("POST", "/fork", "host", json={"at": at}, status=201)
    steps = (await table.get("/timeline", None))["steps"]
    told = f"The host goes on from there in a match apart, and now knows what was hidden up to entry {at}."
    assert steps[-1]["lines"] == [told]


async def test_while_it_is_played_nobody_else_goes_on_from_it(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(1), 2)
    at = (await table.head())["seq"]
    assert (await table.ask("POST", "/fork", 1, json={"at": at}, status=403)).code == "HOST_ONLY"
    assert (await table.ask("POST", "/fork", json={"at": at}, status=401)).code == "TOKEN_NEEDED"


async def test_strangers_see_nothing_of_a_fork_of_a_match_under_way(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(1), 2)
    made = (await table.ask("POST", "/fork", "host", json={"at": (await table.head())["seq"]}, status=201)).json
    other = table_of(house, made)
    for who in (None,):
        assert (await other.ask("GET", "/view", who, status=404)).code == "NO_SUCH_MATCH"
    lobby = (await house.ask("GET", f"{API}/matches", status=200)).json["matches"]
    assert other.id not in [match["id"] for match in lobby]
    # A token of the first match is none of the second.
    assert (await other.ask("GET", "/view", table.tokens[1], status=401)).code == "BAD_TOKEN"


async def test_after_the_end_anybody_goes_on_from_any_step_with_bots(house: House) -> None:
    table = await house.start_table(3, options={"rounds": 2})
    await table.play(Dice(1))
    at = await step_of(table, 8)
    made = (await table.ask("POST", "/fork", json={"at": at, "bots": {"2": "random", "3": "random"}}, status=201)).json
    assert made["match"]["visibility"] == "unlisted"
    assert set(made["tokens"]) == {"1"}
    assert [seat["holder"] for seat in made["match"]["seats"]] == ["player", "bot", "bot"]
    other = table_of(house, made)
    assert (await other.get("/view"))["status"] == "running"


async def test_a_repeated_request_finds_its_fork(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(1), 2)
    body = {"at": (await table.head())["seq"], "intent_id": "a-very-secret-id-of-mine"}
    first, again = [(await table.ask("POST", "/fork", "host", json=body, status=201)).json for _ in range(2)]
    assert first["match"]["id"] == again["match"]["id"]
    other = await table.ask("POST", "/fork", "host", json={**body, "title": "Other"}, status=409)
    assert other.code == "INTENT_ID_REUSED"


async def test_what_cannot_be_gone_on_from_is_told_so(house: House) -> None:
    table = await house.start_table(2, options={"rounds": 1})
    for body, code in (({"at": 2}, "NOT_STARTED"), ({"at": 9_999}, "NO_SUCH_STEP")):
        assert (await table.ask("POST", "/fork", "host", json=body, status=422)).code == code
    at = (await table.head())["seq"]
    for body, code in (
        ({"at": 9_999}, "NO_SUCH_STEP"),
        ({"at": at, "bots": {"1": "oracle"}}, "UNKNOWN_BOT"),
        ({"at": at, "bots": {"7": "random"}}, "NO_SUCH_SEAT"),
    ):
        assert (await table.ask("POST", "/fork", "host", json=body, status=422)).code == code
    assert (
        await table.ask("POST", "/fork", "host", json={"at": at, "bots": {"x": "random"}}, status=400)
    ).code == "BAD_BODY"
    assert (await table.head())["seq"] == at, "what is refused is told to nobody"
    await table.play(Dice(1))
    end = (await table.head())["seq"]
    assert (await table.ask("POST", "/fork", 1, json={"at": end}, status=422)).code == "GAME_OVER"


async def test_a_match_lists_its_forks_and_private_ones_to_its_host_alone(house: House) -> None:
    table = await house.start_table(2, options={"rounds": 3})
    await table.play(Dice(1), 1)
    early = (await table.head())["seq"]
    secret = (await table.ask("POST", "/fork", "host", json={"at": early, "title": "Peek"}, status=201)).json
    await table.play(Dice(1))
    at = await step_of(table, -3)
    shown = (await table.ask("POST", "/fork", json={"at": at, "title": "What if"}, status=201)).json
    for who, wanted in (("host", [secret, shown]), (1, [shown]), (None, [shown])):
        forks = (await table.get("/forks", who))["forks"]
        assert [fork["id"] for fork in forks] == [made["match"]["id"] for made in wanted]
    assert (forks[0]["title"], forks[0]["at"], forks[0]["status"]) == ("What if", at, "running")
    assert (await table_of(house, shown).get("/forks"))["forks"] == []
