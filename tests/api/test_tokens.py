"""Tokens: who may do and see what; an id grants nothing."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import aiohttp
import pytest
from yarl import URL

from projections.bots import Dice
from server.api.asking import SERVER
from server.problems import Problem
from server.storage import Store, TokenRow
from server.storage.memory import MemoryStore
from server.tokens import Tokens
from tests.api.house import API, House

CALLS = ("", "/view", "/offers", "/entries", "/timeline", "/frames", "/export", "/live")


async def test_only_hashes_of_tokens_are_stored(house: House) -> None:
    table = await house.open_table([{"kind": "invited"}, {"kind": "open"}])
    await table.sit(2)
    kept = {row.token_hash for row in await house.store.tokens_of(table.id)}
    told = [table.host, table.invites["1"], table.tokens[2]]
    assert kept == {hashlib.sha256(token.encode()).digest() for token in told}


async def test_a_seat_for_somebody_invited_needs_the_invite(house: House) -> None:
    table = await house.open_table([{"kind": "invited"}, {"kind": "invited"}])
    body = {"name": "Ann"}
    assert (await table.ask("POST", "/seats/1", json=body, status=403)).code == "INVITE_NEEDED"
    wrong = {**body, "invite": table.invites["2"]}
    assert (await table.ask("POST", "/seats/1", json=wrong, status=403)).code == "INVITE_NEEDED"
    await table.sit(1, invite=table.invites["1"])
    spent = {**body, "invite": table.invites["1"]}
    assert (await table.ask("POST", "/seats/1", json=spent, status=401)).code == "BAD_TOKEN"


async def test_a_new_token_for_a_seat_ends_the_old_one_and_its_streams(house: House) -> None:
    table = await house.start_table(2)
    old = table.tokens[1]
    protocols = ["matchfold", f"bearer.{old}"]
    socket = await house.client.ws_connect(f"{table.path}/live", protocols=protocols)
    spectator = await house.client.ws_connect(f"{table.path}/live")
    assert (await socket.receive_json(timeout=10))["viewer"] == "seat:1"
    assert (await spectator.receive_json(timeout=10))["viewer"] == "spectator"
    invite = (await table.ask("POST", "/seats/1/token", "host", status=200)).json["invite"]
    await socket.receive(timeout=10)
    assert socket.close_code == 1008
    assert (await table.ask("GET", "/view", old, status=401)).code == "BAD_TOKEN"
    assert (await table.post(old, await table.move(2, Dice(1)), status=401)).code == "BAD_TOKEN"
    # The seat goes on in other hands, and its name stays.
    seated = (await table.ask("POST", "/seats/1", json={"invite": invite}, status=200)).json
    assert seated["summary"]["seats"][0]["name"] == "Player 1"
    table.tokens[1] = seated["token"]
    await table.post(1, await table.move(1, Dice(1)), status=200)
    assert (await spectator.receive_json(timeout=10))["type"] == "entries"
    await spectator.close()


class Held:
    """A call of the server that waits, once it is made, until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self._call = getattr(owner, name)
        self.made, self.may_go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(owner, name, self)

    async def __call__(self, *args: Any) -> Any:
        self.made.set()
        await self.may_go_on.wait()
        return await self._call(*args)


@pytest.mark.parametrize(("why", "code"), [("token", 1008), ("server", 1001)])
async def test_a_stream_that_opens_while_its_end_comes_gets_no_byte(
    house: House, monkeypatch: pytest.MonkeyPatch, why: str, code: int
) -> None:
    table = await house.start_table(2)
    held = Held(monkeypatch, house.app[SERVER].matches, "whole")
    protocols = ["matchfold", f"bearer.{table.tokens[1]}"]
    opening = asyncio.create_task(house.client.ws_connect(f"{table.path}/live?after=0", protocols=protocols))
    await held.made.wait()
    if why == "token":
        await table.ask("POST", "/seats/1/token", "host", status=200)
    else:
        await house.app[SERVER].streams.close()
    held.may_go_on.set()
    socket = await opening
    assert (await socket.receive(timeout=10)).type == aiohttp.WSMsgType.CLOSE
    assert socket.close_code == code


@pytest.mark.parametrize("where", ["header", "body", "cookie"])
async def test_an_invite_lets_one_sit_down_however_many_come_with_it_at_once(house: House, where: str) -> None:
    table = await house.open_table([{"kind": "invited"}, {"kind": "open"}])
    invite = table.invites["1"]
    sent: dict[str, Any] = {"json": {"name": "Ann"}}
    if where == "body":
        sent["json"]["invite"] = invite
    elif where == "header":
        sent["headers"] = {"Authorization": f"Bearer {invite}"}
    else:
        sent["headers"] = {"Cookie": f"matchfold_{table.id}={invite}"}
    async with seating(house, table.id):
        coming = [asyncio.create_task(table.ask("POST", "/seats/1", **sent)) for _ in range(4)]
        await waiting_for_a_seat(house, table.id, 4)
    codes = [answer.code if answer.status != 200 else "seated" for answer in await asyncio.gather(*coming)]
    assert sorted(codes) == ["BAD_TOKEN", "BAD_TOKEN", "BAD_TOKEN", "seated"]


async def test_who_stands_up_twice_does_not_push_the_next_one_from_the_seat(house: House) -> None:
    table = await house.open_table(2)
    await table.sit(1)
    async with seating(house, table.id):
        left = asyncio.create_task(table.ask("DELETE", "/seats/1", 1))
        await waiting_for_a_seat(house, table.id, 1)
        came = asyncio.create_task(table.ask("POST", "/seats/1", json={"name": "Bea"}))
        await waiting_for_a_seat(house, table.id, 2)
        again = asyncio.create_task(table.ask("DELETE", "/seats/1", 1))
        await waiting_for_a_seat(house, table.id, 3)
    assert (await left).status == 200 and (await came).status == 200
    assert (await again).code == "BAD_TOKEN"
    assert (await table.get("", (await came).json["token"]))["seats"][0]["name"] == "Bea"


def seating(house: House, match_id: str) -> asyncio.Lock:
    """What whoever sits down or stands up waits for."""
    match = house.app[SERVER].matches.peek(match_id)
    assert match is not None
    return match.seating


async def waiting_for_a_seat(house: House, match_id: str, count: int) -> None:
    """Until so many requests wait for the seats of a match."""
    lock: Any = seating(house, match_id)
    async with asyncio.timeout(10):
        while len(lock._waiters or ()) < count:
            await asyncio.sleep(0)


async def test_a_bots_seat_has_no_token(house: House) -> None:
    table = await house.open_table([{"kind": "bot"}, {"kind": "open"}])
    assert (await table.ask("POST", "/seats/1/token", "host", status=422)).code == "BOT_SEAT"


async def test_whoever_stands_up_has_no_token_any_more(house: House) -> None:
    table = await house.open_table(2)
    await table.sit(1)
    await table.sit(2)
    await table.ask("DELETE", "/seats/1", 1, status=200)
    assert (await table.ask("GET", "", 1, status=401)).code == "BAD_TOKEN"
    await table.ask("DELETE", "/seats/2", "host", status=200)
    assert (await table.ask("GET", "", 2, status=401)).code == "BAD_TOKEN"
    assert [seat["holder"] for seat in (await table.get(""))["seats"]] == ["open", "open"]


async def test_a_private_table_does_not_exist_for_strangers(house: House) -> None:
    table = await house.start_table(2, visibility="private", title="CANARY-TITLE")
    unknown = f"{API}/matches/aaaaaaaaaaaaaaaa"
    for call in CALLS:
        here = await table.ask("GET", call, None)
        nowhere = await house.ask("GET", f"{unknown}{call}")
        assert (here.status, here.raw) == (nowhere.status, nowhere.raw) == (404, here.raw), call
        strange = await table.ask("GET", call, "strange-token")
        nowhere = await house.ask("GET", f"{unknown}{call}", "strange-token")
        assert (strange.status, strange.raw) == (nowhere.status, nowhere.raw) == (401, strange.raw), call
    for body in ({"name": "Eve"}, {"intent": {"type": "Bid"}, "intent_id": "x"}):
        path = "/intents" if "intent" in body else "/seats/1"
        here = await table.ask("POST", path, None, json=body)
        nowhere = await house.ask("POST", f"{unknown}{path}", json=body)
        assert (here.status, here.raw) == (nowhere.status, nowhere.raw) == (404, here.raw)
    lobby = await house.ask("GET", f"{API}/matches", status=200)
    assert b"CANARY" not in lobby.raw and table.id.encode() not in lobby.raw
    for who in (1, 2, "host"):
        assert (await table.get("", who))["title"] == "CANARY-TITLE"


async def test_an_unlisted_table_is_found_by_its_id_only(house: House) -> None:
    table = await house.open_table(2, visibility="unlisted")
    assert (await house.ask("GET", f"{API}/matches")).json["matches"] == []
    assert (await table.get(""))["id"] == table.id


async def test_a_spectator_gets_the_bytes_of_a_request_without_a_token(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(2), moves=4)
    for call in ("/view?", "/view?at=12&", "/entries?", "/timeline?", "/frames?", "/export?"):
        plain = await table.ask("GET", call.rstrip("?&"), None, status=200)
        for who in (None, 1, 2, "host"):
            asked = await table.ask("GET", f"{call}as=spectator", who, status=200)
            assert asked.raw == plain.raw, (call, who)


@pytest.mark.parametrize("call", ["/view", "/entries", "/timeline", "/frames", "/export", "/live"])
async def test_other_eyes_open_after_the_end_only(house: House, call: str) -> None:
    table = await house.start_table(2, options={"rounds": 1})
    everybody: Sequence[int | str | None] = (1, "host", None)
    for who in everybody:
        for eyes in ("seat:2", "auditor"):
            assert (await table.ask("GET", f"{call}?as={eyes}", who, status=403)).code == "VIEWER_NOT_ALLOWED"
    await table.play(Dice(1))
    if call != "/live":
        for who in everybody:
            for eyes in ("seat:1", "seat:2", "auditor"):
                await table.ask("GET", f"{call}?as={eyes}", who, status=200)


async def test_after_the_end_the_auditor_sees_every_hand_of_every_step(house: House) -> None:
    table = await house.start_table(2, options={"rounds": 1})
    await table.play(Dice(1))
    for frame in (await table.get("/frames?as=auditor"))["frames"]:
        if frame["table"] is not None:
            assert all(seat["hand"]["cards"] is not None for seat in frame["table"]["seats"])


async def test_a_token_may_be_kept_in_a_cookie_that_no_script_reads(house: House) -> None:
    table = await house.start_table(2)
    answer = await table.ask("POST", "/session", json={"token": table.tokens[1]}, status=200)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"matchfold_{table.id}={table.tokens[1]};")
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    kept = {"Cookie": cookie.partition(";")[0]}
    assert (await table.get("", headers=kept))["you"]["seat"] == 1
    move = await table.move(1, Dice(1))
    elsewhere = {**kept, "Origin": "https://elsewhere.example"}
    answer = await table.ask("POST", "/intents", json=move, headers=elsewhere, status=403)
    assert answer.code == "BAD_ORIGIN"
    upgrade = {**elsewhere, "Connection": "Upgrade", "Upgrade": "websocket"}
    assert (await table.ask("GET", "/live", headers=upgrade, status=403)).code == "BAD_ORIGIN"
    here = {**kept, "Origin": str(house.client.make_url("")).rstrip("/")}
    await table.ask("POST", "/intents", json=move, headers=here, status=200)
    gone = await table.ask("DELETE", "/session", status=204)
    assert "Max-Age=0" in gone.headers["Set-Cookie"]
    assert (await table.ask("POST", "/session", json={"token": "made-up"}, status=401)).code == "BAD_TOKEN"


@pytest.mark.parametrize("origin", ["null", "http://[::1", "https://", "", "http://:x"])
async def test_an_origin_that_is_no_address_is_another_site(house: House, origin: str) -> None:
    table = await house.start_table(2)
    headers = {"Cookie": f"matchfold_{table.id}={table.tokens[1]}", "Origin": origin}
    answer = await table.ask("POST", "/intents", json=await table.move(1, Dice(1)), headers=headers, status=403)
    assert answer.code == "BAD_ORIGIN"


@pytest.mark.parametrize("match_id", ["%0D%0AX:y", "a%20b", "%F0%9F%8E%B2", "a%3Bb%3Dc"])
async def test_there_is_no_cookie_to_forget_for_an_id_that_can_be_in_no_cookie(house: House, match_id: str) -> None:
    path = URL(f"{API}/matches/{match_id}/session", encoded=True)
    async with house.client.delete(path) as answer:
        assert answer.status == 204 and "Set-Cookie" not in answer.headers


class Slow:
    """A store that holds back what it found about a token until told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked, self.told = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def token(self, token_hash: bytes) -> TokenRow | None:
        row = await self._store.token(token_hash)
        self.asked.set()
        await self.told.wait()
        return row


async def test_a_token_that_ends_while_it_is_looked_up_is_not_remembered() -> None:
    store = Slow(MemoryStore())
    tokens = Tokens(store, lambda: 0, secrets.token_bytes)
    token = await tokens.issue("match", 1, "seat")
    looking = asyncio.create_task(tokens.caller("match", token))
    await store.asked.wait()
    await tokens.revoke("match", 1)
    store.told.set()
    assert (await looking).seat == 1  # asked before the end, answered as of then
    with pytest.raises(Problem, match="not valid"):
        await tokens.caller("match", token)
