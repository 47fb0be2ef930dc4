"""Who asks, about which match, with whose eyes: the part that handlers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import attrs
import msgspec
from aiohttp import web
from multidict import CIMultiDict

from domain.kernel.game import HOST_SEAT
from domain.kernel.match import MatchRules
from projections.views import AUDITOR, SPECTATOR, is_viewer, may_look
from server.config import Settings
from server.live import Streams
from server.lobby import LobbyKeeper
from server.match import Match
from server.matches import Matches
from server.metrics import Metrics
from server.problems import Problem
from server.reports import Reports
from server.tokens import Caller, Tokens

COOKIE_PREFIX = "matchfold_"
BEARER_PROTOCOL = "bearer."
SAFE_METHODS = frozenset({"GET", "HEAD"})
JSON_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
# Of the kind that a response keeps as it is, where it would turn another kind into this one.
ANSWER_HEADERS = CIMultiDict({"Content-Type": "application/json", **JSON_HEADERS})


@attrs.frozen
class Server:
    """Everything a handler may need."""

    settings: Settings
    matches: Matches
    tokens: Tokens
    lobby: LobbyKeeper
    streams: Streams
    metrics: Metrics
    reports: Reports
    clock: Callable[[], int]


SERVER = web.AppKey("server", Server)


def server_of(request: web.Request) -> Server:
    """The server that this request came to."""
    return request.app[SERVER]


async def caller_of(request: web.Request) -> Caller:
    """Whom the request speaks for; a bad token is BAD_TOKEN, none is anybody."""
    match_id = request.match_info["id"]
    token = bearer_of(request)
    if token is None:
        token = request.cookies.get(COOKIE_PREFIX + match_id)
        if token is None:
            return Caller(match_id)
        check_origin(request)
    return await server_of(request).tokens.caller(match_id, token)


def bearer_of(request: web.Request) -> str | None:
    """The bearer token in the header, or in the protocols of a WebSocket (browsers can set no header there)."""
    header = request.headers.get("Authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise Problem("BAD_TOKEN", "Send a token as `Authorization: Bearer TOKEN`.")
        return token.strip()
    offered = [name for name in protocols_of(request) if name.startswith(BEARER_PROTOCOL)]
    return offered[0].removeprefix(BEARER_PROTOCOL) if offered else None


def protocols_of(request: web.Request) -> list[str]:
    """The protocols that a WebSocket offers, in its order."""
    given = ",".join(request.headers.getall("Sec-WebSocket-Protocol", []))
    return [name.strip() for name in given.split(",") if name.strip()]


def check_origin(request: web.Request) -> None:
    """A cookie is sent by the browser whoever asks, so another site may not act, or listen, with it."""
    origin = request.headers.get("Origin")
    writes = request.method not in SAFE_METHODS or "Upgrade" in request.headers
    if writes and origin is not None and _place_of(origin) != request.host:
        raise Problem("BAD_ORIGIN", "Requests with a cookie must come from this site.")


def _place_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # half an address of IPv6, and the like
        return None


async def asked(request: web.Request) -> tuple[Match, Caller]:
    """The match and who asks. One that is private does not exist for whoever has no token of it."""
    caller = await caller_of(request)
    match = await server_of(request).matches.get(caller.match)
    if match is None or (match.private and not caller.known):
        raise Problem("NO_SUCH_MATCH", "There is no match of that id that you may see.")
    return match, caller


def viewer_of(request: web.Request, match: Match, caller: Caller) -> str:
    """The eyes that `as` asks for, by default the caller's own."""
    wanted = request.query.get("as")
    if wanted is None:
        return caller.viewer
    if not is_viewer(wanted, len(match.state.holders)):
        raise Problem("BAD_QUERY", "`as` is spectator, auditor, or seat:N for a seat of this match.")
    if wanted not in (SPECTATOR, caller.viewer) and not may_look(wanted, caller.seat, match.opened):
        when = "opens everything" if wanted == AUDITOR else "of another seat open"
        until = "stay closed at this table" if match.state.closed else "are for after the end of the match"
        raise Problem("VIEWER_NOT_ALLOWED", f"These eyes ({when}) {until}.")
    return wanted


def number(request: web.Request, name: str, default: int, low: int, high: int) -> int:
    """A whole number in the query, within bounds."""
    text = request.query.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 16 and low <= int(text) <= high):
        raise Problem("BAD_QUERY", f"`{name}` is a whole number from {low} to {high}.")
    return int(text)


def one_of(request: web.Request, name: str, allowed: Any, default: str | None) -> str | None:
    """A word in the query, out of a few."""
    text = request.query.get(name)
    if text is None:
        return default
    if text not in allowed:
        raise Problem("BAD_QUERY", f"`{name}` is one of {', '.join(sorted(allowed))}.")
    return text


def own_seat(caller: Caller) -> int:
    """The seat the caller plays, or TOKEN_NEEDED / NOT_A_SEAT."""
    if not caller.known:
        raise Problem("TOKEN_NEEDED", "Only somebody who sits at the table may do that: send the seat's token.")
    if caller.seat is None:
        raise Problem("NOT_A_SEAT", "This token is for no seat; it cannot play.")
    return caller.seat


def acting_seat(caller: Caller, rules: MatchRules, intent: Mapping[str, Any]) -> int:
    """For whom an intent is put: the caller's seat, or the host where the game takes such an intent from one.

    Nobody speaks for another: TOKEN_NEEDED / NOT_A_SEAT / WRONG_SEAT.
    """
    if caller.host and intent.get("type") in tuple(rules.host_intents):
        seat, whose = HOST_SEAT, "the host's, and for no seat"
    elif caller.host and rules.host_intents:
        allowed = ", ".join(sorted(rules.host_intents))
        raise Problem("NOT_A_SEAT", f"A host cannot play, and may ask here for {allowed} only.")
    else:
        seat = own_seat(caller)
        whose = f"for seat {seat}"
    named = intent.get("seat", seat)
    if named != seat or isinstance(named, bool):
        raise Problem("WRONG_SEAT", f"Your token is {whose}.")
    return seat


def check_host(caller: Caller) -> None:
    """Only the host goes on."""
    if not caller.known:
        raise Problem("TOKEN_NEEDED", "Only the host may do that: send the host's token.")
    if not caller.host:
        raise Problem("HOST_ONLY", "Only the host may do that.")


def answer(data: Any, status: int = 200) -> web.Response:
    """JSON that nobody may keep."""
    body = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return web.Response(body=body, status=status, headers=ANSWER_HEADERS.copy())
