"""Nothing hidden leaks over the wire: worlds that differ in what a caller may not know answer alike, byte by byte."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import aiohttp
import pytest
import structlog

from domain.kernel.entries import Entry
from projections.bots import Dice
from projections.games import PLUGINS
from projections.views import seat_of, seat_viewer
from server.api.asking import SERVER
from server.match import row_of
from tests.api.house import API, House, open_house
from tests.playing import Play, counted_bytes
from tests.properties.test_maya_secrecy import ARENAS, Arena, hand_twin
from tests.properties.test_maya_secrecy import played as maya_played
from tests.properties.test_maya_secrecy import probes as maya_probes
from tests.properties.test_secrecy import played, probes, twins, viewers
from tests.properties.trials import TRIALS
from tests.properties.worlds import answer_to, masked

UNTOLD = re.compile(rb"_seconds_|_created")  # times, which no two runs share
CALLS = ("", "/view", "/view?at={half}", "/offers", "/entries", "/timeline", "/frames?from=1&to={head}")
LATER = ("/recap?since={half}", "/export", "/reports", "/forks")
SHOWN_BUT_MASKED = ("content-length", "date")  # masked hashes are numbers, and those need not be equally long


async def answers(house: House, match_id: str, token: str | None, head: int, asked: Sequence[Any]) -> dict[str, Any]:
    """Everything that a caller can get out of a server about a match, errors and headers too."""
    path = f"{API}/matches/{match_id}"
    given: dict[str, Any] = {"lobby": (await house.ask("GET", f"{API}/matches")).json}
    for call in (*CALLS, *LATER):
        answer = await house.ask("GET", path + call.format(head=head, half=head // 2), token)
        given[call] = [answer.status, shown_headers(answer.headers), lines_of(answer.raw)]
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with house.client.ws_connect(f"{path}/live?after={head // 2}", headers=headers) as feed:
        given["live"] = [message async for message in told(feed, head)]
    for number, intent in enumerate(asked):
        body = {"intent": intent, "intent_id": f"probe-{number}"}
        answer = await house.ask("POST", f"{path}/intents", token, json=body)
        given[f"intent {number}"] = [answer.status, lines_of(answer.raw)]
    filed = await house.ask("POST", f"{path}/reports", token, json={"comment": "odd"}, status=201)
    given["report"] = lines_of(filed.raw)
    capsule = await house.ask("GET", f"{path}/reports/{filed.json['id']}", token, status=200)
    given["capsule"] = lines_of(capsule.raw)
    given["metrics"] = [
        line for line in (await house.ask("GET", "/metrics")).raw.splitlines() if not UNTOLD.search(line)
    ]
    return given


def lines_of(raw: bytes) -> list[Any]:
    return [json.loads(line) for line in raw.splitlines()]


def shown_headers(headers: Any) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() not in (*SHOWN_BUT_MASKED, "x-request-id")}


async def told(feed: aiohttp.ClientWebSocketResponse, head: int) -> Any:
    async for message in feed:
        said = message.json()
        yield said
        if said["type"] == "entries" and said["head"]["seq"] == head:
            return


async def given_by_a_server(
    play: Play, entries: Sequence[Entry], viewer: str, wanted: Sequence[Any]
) -> tuple[dict[str, Any], list[Any]]:
    """What a server that has this log gives to a viewer, and what it writes into its own log meanwhile."""
    with structlog.testing.capture_logs() as logged:
        async with open_house(plugins=PLUGINS, chance=counted_bytes("twins")) as house:
            await house.store.append(play.match_id, 0, [row_of(entry) for entry in entries], None)
            seat = seat_of(viewer)
            token = None if seat is None else await house.client.app[SERVER].tokens.issue(play.match_id, seat, "seat")
            history = play.history()
            asked = [] if seat is None else [probe for probe in wanted if answer_to(history, probe, seat) != "accepted"]
            given = await answers(house, play.match_id, token, len(entries), asked)
    timeless = [
        {name: value for name, value in line.items() if name not in ("ms", "seconds", "took_ms")} for line in logged
    ]
    return given, timeless


@pytest.mark.parametrize("moves", [12, 40])
@pytest.mark.parametrize("viewer", viewers(4)[:3])
async def test_a_server_answers_alike_in_worlds_that_differ_in_hidden_cards(viewer: str, moves: int) -> None:
    play = played(TRIALS[3], seed=21 + moves, moves=moves)
    other = next(there for number in range(20) if (there := twins(play, viewer, Dice(number))) is not None)
    await assert_answered_alike(play, other, viewer, probes(4))


async def assert_answered_alike(play: Play, other: Sequence[Entry], viewer: str, wanted: Sequence[Any]) -> None:
    mine, my_log = await given_by_a_server(play, play.entries, viewer, wanted)
    theirs, their_log = await given_by_a_server(play, other, viewer, wanted)
    for call, answer in mine.items():
        assert masked(answer) == masked(theirs[call]), f"{call or 'summary'} of {viewer} after {len(play.entries)}"
    assert masked(my_log) == masked(their_log)
    assert play.entries[-1].link != other[-1].link


@pytest.mark.parametrize("arena", [ARENAS[0], ARENAS[3], ARENAS[5]], ids=str)
async def test_it_does_so_in_the_arena_too(arena: Arena) -> None:
    seeds = iter(range(300, 340))
    for seat in (1, arena.seats):
        play, other = next(
            (play, there)
            for play in (maya_played(arena, seed, 36) for seed in seeds)
            if (there := hand_twin(play, seat, Dice(seat))) is not None
        )
        for viewer in (viewers(arena.seats)[0], seat_viewer(seat % arena.seats + 1)):
            await assert_answered_alike(play, other, viewer, maya_probes())


async def test_the_comparison_finds_what_does_differ() -> None:
    play = played(TRIALS[3], seed=33, moves=12)
    other = next(there for number in range(20) if (there := twins(play, "spectator", Dice(number))) is not None)
    differing: set[str] = set()
    for viewer in viewers(4)[1:]:
        mine, _ = await given_by_a_server(play, play.entries, viewer, probes(4))
        theirs, _ = await given_by_a_server(play, other, viewer, probes(4))
        differing |= {call for call, answer in mine.items() if masked(answer) != masked(theirs[call])}
    assert {"/view", "/entries", "/export", "live", "capsule"} <= differing
