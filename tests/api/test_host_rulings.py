"""A host without a seat mends a match of Trials of Maya, and can do nothing else in it (MAYA-COOL-01, MAYA-AMB-118)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.effects.words import WORDS
from domain.maya.intents import ProposeRuling, SelectChampion
from projections.audit import audit, examine
from projections.bots import Dice
from projections.fixtures import differences, digests_of
from projections.fixtures import dumps as dumps_digests
from projections.fixtures import loads as loads_digests
from projections.games import PLUGINS, plugin_for
from projections.matchfile import dumps, loads, match_file
from tests.api.clients import seated
from tests.api.house import House, Table, open_house
from tests.playing import Play
from tests.tamper import independent

MAYA = plugin_for("maya")
CLEAR = {"edit": "clear_stack"}
pytestmark = pytest.mark.rules("MAYA-COOL-01", "MAYA-AMB-118")


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """A running server with the real games."""
    async with open_house(url, plugins=PLUGINS) as opened:
        yield opened


async def in_play(house: House, seats: int = 2, **options: Any) -> Table:
    """A match whose first turn has begun."""
    mode = {2: "siege-1v1", 3: "headhunters"}[seats]
    table = await seated(house, "maya", seats, {"mode": mode, **options})
    dice = Dice(3)
    while (await table.get(""))["progress"]["phase"] != "action":
        await a_move(table, dice)
    return table


async def a_move(table: Table, dice: Dice) -> int:
    """Whoever is asked takes an offer; the status that it is answered with."""
    seat = (await table.get(""))["awaiting"][0]["seat"]
    return (await table.post(seat, await table.move(seat, dice))).status


def proposal(table: Table, *edits: dict[str, Any], **more: Any) -> dict[str, Any]:
    intent = {"type": "ProposeRuling", "text": "As it should be", "edits": list(edits or (CLEAR,)), **more}
    return {"intent": intent, "intent_id": table.house.new_id()}


def withdrawal(table: Table, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"intent": {"type": "WithdrawRuling", "number": number, **more}, "intent_id": table.house.new_id()}


def consent(table: Table, number: int = 1, agree: bool = True) -> dict[str, Any]:
    intent = {"type": "ConsentRuling", "number": number, "agree": agree}
    return {"intent": intent, "intent_id": table.house.new_id(), "decision": f"ruling.{number}"}


async def log_of(table: Table) -> list[dict[str, Any]]:
    """The log as anybody has it."""
    found: list[dict[str, Any]] = (await table.get("/entries"))["entries"]
    return found


async def unchanged(table: Table, head: dict[str, Any]) -> None:
    assert await table.head() == head
    assert len(await table.house.store.read(table.id)) == head["seq"]


async def test_a_host_proposes_and_the_seats_agree(house: House) -> None:
    table = await in_play(house)
    before = await table.get("/view")
    body = proposal(table, {"edit": "xp", "seat": 1, "value": 7})
    answer = (await table.post("host", body, status=200)).json
    asked, proposed = answer["entries"]
    assert (asked["actor"], asked["type"], asked["public"]["seat"]) == ("host", "ProposeRuling", 0)
    assert (proposed["actor"], proposed["type"], proposed["cause"]) == ("table", "RulingProposed", asked["seq"])
    assert {(one["seat"], one["decision"]) for one in answer["offers"]["awaiting"]} >= {
        (1, "ruling.1"),
        (2, "ruling.1"),
    }
    assert answer["offers"]["offers"] == [] and answer["offers"]["decision"] is None
    for seat in (2, 1):
        assert (await table.get("/view"))["table"]["seats"][0]["xp"] == before["table"]["seats"][0]["xp"]
        await table.post(seat, consent(table), status=200)
    assert (await table.get("/view"))["table"]["seats"][0]["xp"] == 7
    assert (await log_of(table))[-1]["public"]["seats"] == [1, 2]


async def test_a_host_is_answered_with_a_spectators_eyes(house: House) -> None:
    table = await in_play(house)
    answer = (await table.post("host", proposal(table), status=200)).json
    for who in (None, "host"):
        assert answer["view"] == await table.get("/view", who)
    assert answer["view"]["viewer"] == "spectator"
    assert answer["entries"] == (await log_of(table))[-2:]
    own = next(side for side in (await table.get("/view", 1))["table"]["seats"] if side["seat"] == 1)
    shown = next(side for side in answer["view"]["table"]["seats"] if side["seat"] == 1)
    assert own["hand"]["cards"] and not shown["hand"]["cards"]


async def test_the_story_says_that_it_was_the_host(house: House) -> None:
    table = await in_play(house)
    await table.post("host", proposal(table), status=200)
    await table.post("host", withdrawal(table), status=200)
    proposed, withdrawn = (await table.get("/timeline"))["steps"][-2:]
    assert (proposed["actor"], proposed["seat"]) == ("host", None)
    assert proposed["lines"] == ["The host proposes a correction: As it should be"]
    assert withdrawn["lines"] == ["The host takes the correction back."]
    assert (await table.get("/view"))["table"]["ruling"] is None


async def test_a_seat_that_proposed_takes_it_back_and_the_log_is_sound(house: House) -> None:
    table = await in_play(house)
    await table.post(2, proposal(table), status=200)
    assert (await table.post("host", withdrawal(table), status=422)).code == "NOT_YOUR_RULING"
    assert (await table.post(1, withdrawal(table), status=422)).code == "NOT_YOUR_RULING"
    assert (await table.post(2, consent(table, agree=False), status=409)).code == "STALE_DECISION"
    await table.post(2, withdrawal(table), status=200)
    assert (await table.get("/timeline"))["steps"][-1]["lines"] == ["Player 2 takes the correction back."]
    assert audit(await finished(table), MAYA) == []


async def test_nobody_speaks_for_another(house: House) -> None:
    table = await in_play(house)
    head = await table.head()
    for seat, forged in ((1, proposal(table, seat=0)), (1, withdrawal(table, seat=0)), (1, proposal(table, seat=2))):
        assert (await table.post(seat, forged, status=403)).code == "WRONG_SEAT"
    for named in (1, 2, -1, 9, "1", None, False):
        assert (await table.post("host", proposal(table, seat=named), status=403)).code == "WRONG_SEAT"
    assert (await table.post(None, proposal(table), status=401)).code == "TOKEN_NEEDED"
    await unchanged(table, head)


async def test_a_host_may_ask_for_nothing_else(house: House) -> None:
    table = await in_play(house)
    seat = (await table.get(""))["awaiting"][0]["seat"]
    offered = (await table.offers(seat))["offers"][0]["intent"]
    await table.post(2, proposal(table), status=200)
    head = await table.head()
    intents: list[dict[str, Any]] = [
        offered,
        {**offered, "seat": 0},
        {"type": "ConsentRuling", "number": 1, "agree": True},
        {"type": "ConsentRuling", "number": 1, "agree": False, "seat": 0},
        {"type": "Concede"},
        {"type": "SetAutoPass", "on": True},
        {"type": "StartMatch"},
        {"type": "HandOver", "seat": 1, "name": "Me", "bot": None},
        {"type": "NoSuch"},
        {"type": ["ProposeRuling"]},
        {},
    ]
    for intent in intents:
        body = {"intent": intent, "intent_id": house.new_id()}
        assert (await table.post("host", body, status=403)).code == "NOT_A_SEAT", intent
    await unchanged(table, head)


async def test_other_games_take_nothing_from_their_host(house: House) -> None:
    table = await seated(house, "arcanya", 2, {"mode": "basic"})
    head = await table.head()
    assert (await table.post("host", proposal(table), status=403)).code == "NOT_A_SEAT"
    await unchanged(table, head)


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "ledger", "name": "gold", "value": 1},
        {"edit": "ledger", "name": ["deaths.1"], "value": 1},
        {"edit": "revive", "unit": "c1", "at": [0, 0], "value": 1},
        {"edit": ["hp"]},
        {},
    ],
)
async def test_what_the_table_cannot_correct_is_refused_with_the_rule(house: House, edit: dict[str, Any]) -> None:
    table = await in_play(house)
    head = await table.head()
    answer = await table.post("host", proposal(table, edit), status=422)
    assert (answer.code, answer.json["rule"]) == ("BAD_RULING", "MAYA-COOL-01")
    await unchanged(table, head)
    assert len(await house.store.refusals(table.id, 0)) == 1


async def test_before_the_start_and_without_the_option_there_is_nothing_to_mend(house: House) -> None:
    waiting = await house.open_table(2, game="maya", options={"mode": "siege-1v1"})
    assert (await waiting.post("host", proposal(waiting), status=422)).code == "NOT_STARTED"
    table = await in_play(house, rulings=False)
    assert (await table.post("host", proposal(table), status=422)).code == "NO_RULINGS"


async def test_a_host_may_ask_again_under_the_same_name(house: House) -> None:
    table = await in_play(house)
    body = proposal(table)
    answers = await asyncio.gather(*[table.post("host", body, status=200) for _ in range(6)])
    assert sum(not answer.json["replayed"] for answer in answers) == 1
    assert len({str(answer.json["entries"]) for answer in answers}) == 1
    other = {**body, "intent": {**body["intent"], "text": "Otherwise"}}
    assert (await table.post("host", other, status=409)).code == "INTENT_ID_REUSED"
    # A seat has names of its own.
    assert (await table.post(1, {**consent(table), "intent_id": body["intent_id"]}, status=200)).json[
        "replayed"
    ] is False


async def test_a_host_proposes_over_the_live_socket(house: House) -> None:
    table = await in_play(house)
    feed = await house.client.ws_connect(f"{table.path}/live", protocols=["matchfold", f"bearer.{table.host}"])
    assert (await feed.receive_json())["viewer"] == "spectator"
    await feed.send_json({"type": "intent", **proposal(table)})
    told = {message["type"]: message for message in [await feed.receive_json(), await feed.receive_json()]}
    assert told["result"]["head"] == told["entries"]["head"]
    await feed.send_json({"type": "intent", **proposal(table, seat=1)})
    assert (await feed.receive_json())["problem"]["code"] == "WRONG_SEAT"
    await feed.close()


async def test_a_match_that_a_host_corrected_is_proved_and_recorded_like_any_other(house: House) -> None:
    table = await in_play(house)
    await table.post("host", proposal(table), status=200)
    await table.post("host", withdrawal(table), status=200)
    await table.post("host", proposal(table, {"edit": "ledger", "name": "deaths.2", "value": 9}), status=200)
    for seat in (1, 2):
        await table.post(seat, consent(table, 2), status=200)
    file = await finished(table)
    found = examine(file, MAYA)
    assert found.findings == () and found.intents_redecided > 10
    recorded = loads_digests(dumps_digests(digests_of(file, MAYA)))
    assert differences(recorded, digests_of(file, MAYA)) == []
    for who in (None, 1, 2, "host"):
        copy = loads((await table.ask("GET", "/export", who, status=200)).raw.decode())
        assert audit(copy, MAYA) == [] and copy.head == file.head
        assert independent().check(*independent().parse(dumps(copy).encode())) == []


@pytest.mark.parametrize(
    ("intent", "actor"),
    [
        (ProposeRuling(1, "Forged", (CLEAR,)), "host"),
        (ProposeRuling(0, "Forged", (CLEAR,)), "seat:1"),
        (ProposeRuling(0, "Forged", (CLEAR,)), "clock"),
        (SelectChampion(1, "kshar"), "host"),
    ],
)
def test_a_log_in_which_the_host_and_a_seat_speak_for_each_other_is_found(intent: Any, actor: str) -> None:
    play = Play(MAYA, 2, {"mode": "siege-1v1"})
    seq = play.submit(intent, actor)[0].seq
    found = audit(match_file(play.entries), MAYA)
    assert [(finding.code, finding.seq) for finding in found] == [("ENVELOPE", seq)]
    honest = Play(MAYA, 2, {"mode": "siege-1v1"})
    honest.submit(intent, "host" if intent.seat == 0 else "seat:1")
    assert audit(match_file(honest.entries), MAYA) == []


async def test_a_bot_agrees_by_taking_an_offer(house: House) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
    table = await house.open_table(seats, game="maya", options={"mode": "siege-1v1"})
    await table.sit(1)
    await table.start()
    feed = await house.client.ws_connect(f"{table.path}/live", protocols=["matchfold", f"bearer.{table.host}"])
    await table.post("host", proposal(table), status=200)
    await table.post(1, {**consent(table), "decision": None}, status=200)
    kinds: list[str] = []
    while "RulingApplied" not in kinds:
        message = await feed.receive_json(timeout=20)
        kinds += [entry["type"] for entry in message.get("entries", ())]
    await feed.close()


# A match that a fault of ours holds up.


async def stuck(house: House, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, int]:
    """A match with an action in flight that breaks as soon as it is let happen, and the seat that is asked."""
    table = await in_play(house, reactions=True)
    dice = Dice(5)
    while not waits_for_reaction(await table.get("/view")):
        await a_move(table, dice)
    asked = (await table.get(""))["awaiting"][0]
    sound = WORDS["act"]

    def act(draft: Any, program: Any, effect: Any, answer: Any) -> None:
        if program.bound.get("stack") == asked["about"]["stack"]:
            raise ZeroDivisionError("a planted fault")
        sound.perform(draft, program, effect, answer)

    monkeypatch.setitem(WORDS, "act", evolve(sound, perform=act))
    return table, asked["seat"]


def waits_for_reaction(view: dict[str, Any]) -> bool:
    """Whether an action has been declared and somebody may answer it."""
    stack = view["table"]["stack"]
    declared = len(stack) == 2 and stack[0]["kind"] == "action"
    return declared and view["awaiting"][0]["about"].get("timing") == "declared"


async def let_happen(table: Table, seat: int) -> dict[str, Any]:
    offered = await table.offers(seat)
    intent = next(one["intent"] for one in offered["offers"] if one["intent"]["type"] == "PassReaction")
    return {"intent": intent, "intent_id": table.house.new_id(), "decision": offered["decision"]}


@pytest.mark.parametrize("moves", [40, pytest.param(10_000, marks=pytest.mark.slow)], ids=["on", "to its end"])
async def test_a_host_frees_a_stuck_match_and_it_is_played(
    house: House, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    table, seat = await stuck(house, monkeypatch)
    head = await table.head()
    for _ in range(2):
        assert (await table.post(seat, await let_happen(table, seat), status=500)).code == "INTERNAL"
    await unchanged(table, head)
    await table.post("host", proposal(table, CLEAR), status=200)
    # What is in flight stays as it is while all are asked, and is as broken.
    assert (await table.post(seat, await let_happen(table, seat), status=500)).code == "INTERNAL"
    for who in (1, 2):
        assert (await table.get("/view"))["table"]["stack"]
        await table.post(who, consent(table), status=200)
    assert (await table.get("/view"))["table"]["stack"] == []
    made = await table.play(Dice(8), moves)
    if made == moves:
        return
    assert (await table.get(""))["status"] == "over"
    file = loads((await table.ask("GET", "/export?as=auditor", status=200)).raw.decode())
    assert audit(file, MAYA) == []


async def test_a_fault_is_told_on_the_live_socket_too_and_ends_no_connection(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = await stuck(house, monkeypatch)
    feed = await house.client.ws_connect(f"{table.path}/live", protocols=["matchfold", f"bearer.{table.tokens[seat]}"])
    await feed.receive_json()
    for _ in range(2):
        await feed.send_json({"type": "intent", **await let_happen(table, seat)})
        answer = await feed.receive_json(timeout=20)
        assert (answer["problem"]["code"], answer["problem"]["status"]) == ("INTERNAL", 500)
    await feed.close()


async def test_a_table_that_cannot_even_ask_is_mended_after_a_restart_and_closes_no_lobby(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(url, plugins=PLUGINS) as house:
        table, _ = await stuck(house, monkeypatch)
        other = await in_play(house)

    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError("a planted fault")

    # As after an upgrade that does not know any more what is in flight.
    monkeypatch.setattr("domain.maya.offers.phases._in_flight", breaks)
    monkeypatch.setattr("server.lobby.MODEL", "lobby.anew")
    async with open_house(url, plugins=PLUGINS) as house:
        again = Table(house, table.id, table.host, {})
        again.tokens = table.tokens
        listed = (await house.ask("GET", "/api/v1/matches", status=200)).json["matches"]
        assert other.id in {row["id"] for row in listed}
        answer = (await again.post("host", proposal(again), status=200)).json
        assert [asked["kind"] for asked in answer["view"]["awaiting"]] == ["ruling", "ruling"]
        for seat in (2, 1):
            (agree, _) = (await again.offers(seat))["offers"]
            await again.post(seat, {"intent": agree["intent"], "intent_id": house.new_id()}, status=200)
        assert (await again.get("/view"))["table"]["stack"] == []
        assert (await again.get(""))["awaiting"][0]["kind"] == "action"


async def finished(table: Table) -> Any:
    """The full log of the match, which ends as one seat gives up."""
    await table.post(1, {"intent": {"type": "Concede"}, "intent_id": table.house.new_id()}, status=200)
    return loads((await table.ask("GET", "/export?as=auditor", status=200)).raw.decode())
