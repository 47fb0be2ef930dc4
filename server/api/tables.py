"""Handlers around a table: the games there are, the lobby, opening one, sitting down, starting."""

from __future__ import annotations

import contextlib
from http.cookies import CookieError
from typing import Any

from aiohttp import web

from domain.kernel.game import Refused
from projections.lobby import PAGE_SIZE, PAGE_SIZE_MAX, SORTS
from server.api.asking import (
    COOKIE_PREFIX,
    answer,
    asked,
    check_host,
    number,
    one_of,
    server_of,
)
from server.api.bodies import CreateBody, SessionBody, SitBody, StartBody, read_body
from server.match import Match
from server.matches import command_of
from server.problems import Problem, refused
from server.tokens import Caller

STATUSES = ("open", "running", "over")
PAGES_MAX = 1_000_000
COOKIE_SECONDS = 180 * 24 * 3600  # as long as a slow match may take


async def list_games(request: web.Request) -> web.Response:
    """The games that can be hosted here."""
    return answer({"games": [_game_json(plugin) for plugin in server_of(request).matches.plugins.values()]})


def _game_json(plugin: Any) -> dict[str, Any]:
    game = plugin.rules.game
    return {
        "game": game.name,
        "title": plugin.title,
        "rules": game.rules_version,
        "seats": {
            "min": game.seats_min,
            "max": game.seats_max,
            "offered": max(game.seats_min, plugin.seats_offered),
        },
        "options": game.options_schema(),
        "bots": sorted(plugin.bots),
    }


async def list_matches(request: web.Request) -> web.Response:
    """The lobby."""
    server = server_of(request)
    return answer(
        server.lobby.page(
            status=one_of(request, "status", STATUSES, None),
            game=one_of(request, "game", server.matches.plugins, None),
            sort=one_of(request, "sort", SORTS, "updated"),
            page=number(request, "page", 1, 1, PAGES_MAX),
            page_size=number(request, "page_size", PAGE_SIZE, 1, PAGE_SIZE_MAX),
        )
    )


async def create_match(request: web.Request) -> web.Response:
    """Opens a table; the host's token and the invites are told once, here."""
    server = server_of(request)
    settings = server.settings
    body = await read_body(request, CreateBody, settings.create_bytes_max, settings.json_depth_max)
    if body.title and not body.title.isprintable():
        raise Problem("BAD_BODY", "A title has printable characters only.")
    try:
        done = await server.matches.create(body, body.intent_id)
    except Refused as refusal:
        raise refused(refusal) from None
    match = done.match
    host_token = await server.tokens.issue(match.id, None, "host")
    invites = {
        str(seat): await server.tokens.issue(match.id, seat, "invite")
        for seat, plan in enumerate(match.state.plans, start=1)
        if match.state.holder(seat) is None and (plan.kind == "invited" or match.private)
    }
    summary = match.history.summary(None, True)
    return answer({"match": summary, "host_token": host_token, "invites": invites}, status=201)


async def show_match(request: web.Request) -> web.Response:
    """Where a match stands."""
    match, caller = await asked(request)
    return answer(match.history.summary(caller.seat, caller.host))


async def sit_down(request: web.Request) -> web.Response:
    """Somebody takes a seat, or comes back to one with a new invite."""
    server = server_of(request)
    seat = _seat_of(request)
    body = await read_body(request, SitBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    match, caller = await _asked_with_invite(request, body)
    command = command_of(body.intent_id, f"seat:{seat}", [body.name, body.entropy, body.invite])
    async with match.seating:
        caller = await server.tokens.again(caller, body.intent_id)  # it may have ended while this request waited
        sat_before = await server.matches.known(match, command)
        holder = match.state.holder(seat) if seat <= len(match.state.holders) else None
        if caller.invite == seat and holder is not None and holder.bot is None and not sat_before:
            # The host gave out this seat anew; whoever has the invite is now the one who sits there.
            return await _seated(request, match, seat, caller, body.intent_id)
        plan = match.state.plans[seat - 1] if seat <= len(match.state.plans) else None
        if plan is not None and plan.kind == "invited" and caller.invite != seat and holder is None:
            raise Problem("INVITE_NEEDED", "That seat is kept for somebody with its invite.")
        if body.intent_id is not None and not sat_before:
            await server.tokens.note_sitting(match.id, seat, body.intent_id)
        try:
            await server.matches.sit(match, seat, body.name, body.entropy, command)
        except Refused as refusal:
            raise refused(refusal, match.head) from None
        if sat_before and not await server.tokens.still_sits(match.id, seat, body.intent_id or ""):
            # Since then the holder stood up, or the host gave the seat out anew: it may be somebody else's.
            raise refused(Refused("SEAT_GIVEN_UP", "KERNEL-SEAT", "You no longer hold that seat."), match.head)
        return await _seated(request, match, seat, caller, body.intent_id)


async def _seated(
    request: web.Request, match: Match, seat: int, caller: Caller, command_id: str | None
) -> web.Response:
    tokens = server_of(request).tokens
    if caller.invite == seat:
        await tokens.spend(caller, command_id)
    token = await tokens.issue(match.id, seat, "seat")
    return answer({"seat": seat, "token": token, "summary": match.history.summary(seat, False)})


async def _asked_with_invite(request: web.Request, body: SitBody) -> tuple[Match, Caller]:
    """The match and who asks, where an invite in the body counts before a token in the header."""
    if body.invite is None:
        return await asked(request)
    server = server_of(request)
    caller = await server.tokens.caller(request.match_info["id"], body.invite, body.intent_id)
    match = await server.matches.get(caller.match)
    if match is None:
        raise Problem("NO_SUCH_MATCH", "There is no match of that id that you may see.")
    return match, caller


async def stand_up(request: web.Request) -> web.Response:
    """The holder leaves a seat, or the host frees it, before the start."""
    server = server_of(request)
    seat = _seat_of(request)
    match, caller = await asked(request)
    if not caller.known:
        raise Problem("TOKEN_NEEDED", "Only the holder of the seat or the host may do that: send a token.")
    if not caller.host and caller.seat != seat:
        raise Problem("WRONG_SEAT", "Your token is for another seat.")
    async with match.seating:
        await server.tokens.again(caller)  # by now the seat may be somebody else's
        try:
            await server.matches.stand(match, seat, "host" if caller.host else f"seat:{seat}")
        except Refused as refusal:
            raise refused(refusal, match.head) from None
        await server.tokens.revoke(match.id, seat)
    server.streams.end_seat(match.id, seat)
    return answer(match.history.summary(None if caller.seat == seat else caller.seat, caller.host))


async def rotate_token(request: web.Request) -> web.Response:
    """The host gives out a seat anew: old tokens and streams end, and there is a new invite."""
    server = server_of(request)
    seat = _seat_of(request)
    match, caller = await asked(request)
    check_host(caller)
    if seat > len(match.state.holders):
        raise refused(Refused("NO_SUCH_SEAT", "KERNEL-SEAT", f"The seats are 1 to {len(match.state.holders)}."))
    holder = match.state.holder(seat)
    if holder is not None and holder.bot is not None:
        raise refused(Refused("BOT_SEAT", "KERNEL-SEAT", "A bot holds that seat; it needs no token."))
    async with match.seating:
        await server.tokens.revoke(match.id, seat)
        invite = await server.tokens.issue(match.id, seat, "invite")
    server.streams.end_seat(match.id, seat)
    return answer({"seat": seat, "invite": invite})


async def start_match(request: web.Request) -> web.Response:
    """The host starts the match."""
    server = server_of(request)
    body = await read_body(request, StartBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    match, caller = await asked(request)
    check_host(caller)
    try:
        await server.matches.start(match, command_of(body.intent_id, "host", "start"))
    except Refused as refusal:
        raise refused(refusal, match.head) from None
    return answer(match.history.summary(caller.seat, caller.host))


async def open_session(request: web.Request) -> web.Response:
    """Keeps a token in a cookie that no script can read."""
    server = server_of(request)
    body = await read_body(request, SessionBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    caller = await server.tokens.caller(request.match_info["id"], body.token)
    match = await server.matches.get(caller.match)
    assert match is not None, "a token is for a match that exists"
    response = answer(match.history.summary(caller.seat, caller.host))
    response.set_cookie(
        COOKIE_PREFIX + caller.match,
        body.token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=server.settings.secure_cookies,
        path="/",
    )
    return response


async def close_session(request: web.Request) -> web.Response:
    """Forgets the cookie of this match; the token itself stays good."""
    response = web.Response(status=204)
    with contextlib.suppress(CookieError):  # no cookie can have such a name, so there is none to forget
        response.del_cookie(COOKIE_PREFIX + request.match_info["id"], path="/", httponly=True, samesite="Strict")
    return response


def _seat_of(request: web.Request) -> int:
    text = request.match_info["seat"]
    if not (text.isascii() and text.isdecimal() and 0 < len(text) <= 3 and int(text) > 0):
        raise Problem("NO_SUCH_PAGE", "Seats are numbered from 1.")
    return int(text)
