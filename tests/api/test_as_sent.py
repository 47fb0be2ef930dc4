"""A replay through a seat's eyes is what that seat was sent at the time, byte for byte, and who was asked what."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from aiohttp import WSMsgType

from projections.bots import Dice
from projections.games import PLUGINS
from tests.api.house import House, Table, open_house
from tests.toy.plugin import TOY


class Sent(msgspec.Struct):
    """A message of the live feed, its parts as the bytes that came."""

    type: str
    view: msgspec.Raw = msgspec.Raw()
    steps: msgspec.Raw = msgspec.Raw()
    entries: msgspec.Raw = msgspec.Raw()
    head: Any = None
    offers: Any = None


class Steps(msgspec.Struct):
    """An answer of `timeline` or `entries` or `frames`, taken apart the same way."""

    steps: msgspec.Raw = msgspec.Raw()
    entries: msgspec.Raw = msgspec.Raw()
    frames: list[msgspec.Raw] = []


class Recorder:
    """Keeps what one viewer is sent while the match goes on."""

    def __init__(self, table: Table, viewer: str, token: str | None) -> None:
        self.table = table
        self.viewer = viewer
        self.token = token
        self.sent: list[Sent] = []

    async def run(self) -> None:
        """Watches from the open table until the match is over."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        path = f"{self.table.path}/live?after=0"
        async with self.table.house.client.ws_connect(path, headers=headers) as feed:
            async for message in feed:
                assert message.type == WSMsgType.TEXT
                sent = msgspec.json.decode(message.data.encode(), type=Sent)
                if sent.type != "entries":
                    continue
                self.sent.append(sent)
                if msgspec.json.decode(bytes(sent.view))["status"] == "over":
                    return


GAMES: list[tuple[str, int, dict[str, Any], int]] = [
    ("highest-card", 3, {"rounds": 4}, 10_000),
    ("arcanya", 3, {"mode": "advanced"}, 10_000),
    ("maya", 2, {"mode": "siege-1v1"}, 60),
]


async def recorded(
    house: House, game: str, seats: int, options: dict[str, Any], moves: int
) -> tuple[Table, list[Recorder]]:
    """A match played over HTTP, with a recorder for each seat and one for a spectator."""
    table = await house.open_table(seats, game=game, options=options)
    for seat in range(1, seats + 1):
        await table.sit(seat)
    recorders = [Recorder(table, f"seat:{seat}", table.tokens[seat]) for seat in range(1, seats + 1)]
    recorders.append(Recorder(table, "spectator", None))
    watching = [asyncio.create_task(recorder.run()) for recorder in recorders]
    await table.start()
    await table.play(Dice(8), moves)
    head = (await table.head())["seq"]
    async with asyncio.timeout(60):
        while any(not recorder.sent or recorder.sent[-1].head["seq"] < head for recorder in recorders):
            await table.get("", "host")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return table, recorders


@pytest.mark.parametrize(("game", "seats", "options", "moves"), GAMES, ids=[game for game, *_ in GAMES])
async def test_each_seats_replay_is_what_it_was_sent(
    game: str, seats: int, options: dict[str, Any], moves: int
) -> None:
    async with open_house(plugins={**PLUGINS, TOY.game: TOY}) as house:
        table, recorders = await recorded(house, game, seats, options, moves)
        over = (await table.get("", "host"))["status"] == "over"
        for recorder in recorders:
            seat = int(recorder.viewer[5:]) if recorder.viewer != "spectator" else None
            assert len(recorder.sent) > 10, "it was sent step by step"
            before = 0
            for sent in recorder.sent:
                at = sent.head["seq"]
                # One's own eyes at any time; when the match is over, those of any seat, for anybody.
                for who in (seat, None) if over else (seat,):
                    query = f"as={recorder.viewer}"
                    view = await table.ask("GET", f"/view?at={at}&{query}", who, status=200)
                    assert view.raw == bytes(sent.view), (recorder.viewer, at)
                    steps = await table.ask(
                        "GET", f"/timeline?after={before}&limit={STEPS_OF_ONE}&{query}", who, status=200
                    )
                    told = msgspec.json.decode(bytes(sent.steps))
                    assert steps.json["steps"][: len(told)] == told
                    entries = await table.ask(
                        "GET", f"/entries?after={before}&limit={at - before}&{query}", seat, status=200
                    )
                    assert redacted_again(entries.raw) == bytes(sent.entries), (recorder.viewer, at)
                if sent.offers is not None:
                    asked = view.json["awaiting"]
                    assert sent.offers["awaiting"] == asked, "who was asked what"
                    own = [one["decision"] for one in asked if one["seat"] == seat]
                    assert sent.offers["decision"] == (own[0] if own else None)
                before = at


STEPS_OF_ONE = 50  # what one message brings has never more


def redacted_again(raw: bytes) -> bytes:
    return bytes(msgspec.json.decode(raw, type=Steps).entries)


async def test_frames_of_a_range_are_the_views_that_were_sent() -> None:
    async with open_house(plugins={TOY.game: TOY}) as house:
        table, recorders = await recorded(house, *GAMES[0])
        for recorder in recorders:
            last = recorder.sent[-1].head["seq"]
            answer = await table.ask("GET", f"/frames?from=1&to={last}&as={recorder.viewer}", status=200)
            frames = [bytes(frame) for frame in msgspec.json.decode(answer.raw, type=Steps).frames]
            for sent in recorder.sent:
                assert bytes(sent.view) in frames


async def test_while_it_runs_nobody_looks_back_with_another_seats_eyes() -> None:
    async with open_house(plugins={TOY.game: TOY}) as house:
        table = await house.start_table(3)
        await table.play(Dice(8), 5)
        head = (await table.head())["seq"]
        for at in range(1, head + 1):
            assert (await table.ask("GET", f"/view?at={at}&as=seat:2", 2)).status == 200
            for who in (1, None, "host"):
                for eyes in ("seat:2", "auditor"):
                    assert (await table.ask("GET", f"/view?at={at}&as={eyes}", who)).code == "VIEWER_NOT_ALLOWED"
