"""Handlers of play: the table as one may see it, what one may do, doing it, and watching it live."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from aiohttp import web

from domain.kernel.codec import entry_json
from domain.kernel.entries import Head
from projections.views import entry_for
from server.api.asking import (
    Server,
    acting_seat,
    answer,
    asked,
    number,
    protocols_of,
    server_of,
    viewer_of,
)
from server.api.bodies import IntentBody, LiveIntent, intent_id_of, parse, read_body
from server.live import PROTOCOL, Stream
from server.match import Match
from server.matches import Done
from server.problems import Problem, head_json, of_store
from server.storage import StorageError
from server.tokens import Caller

log = structlog.get_logger(__name__)

WRITER_BYTES_MAX = 64 * 1024  # of a live connection, before its sender waits


async def show_view(request: web.Request) -> web.Response:
    """The table, now or after any entry."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    if "at" not in request.query:
        return answer(match.view(viewer))
    at = number(request, "at", 0, 1, match.head.seq)
    await server_of(request).matches.whole(match, 0)
    return answer(match.history.view(viewer, at))


async def show_offers(request: web.Request) -> web.Response:
    """What the caller may do now."""
    match, caller = await asked(request)
    return answer(match.offers(caller.seat))


async def submit_intent(request: web.Request) -> web.Response:
    """A seat, or the host where the game lets it, asks for something; the answer comes after it is safe."""
    server = server_of(request)
    body = await read_body(request, IntentBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    match, caller = await asked(request)
    done = await _submit(server, match, caller, body)
    match = done.match
    return answer(
        {
            "entries": [entry_json(entry_for(entry, caller.viewer)) for entry in done.entries],
            "view": msgspec.Raw(match.view(caller.viewer)),
            "offers": msgspec.Raw(match.offers(caller.seat)),
            "head": head_json(match.head),
            "replayed": done.replayed,
        }
    )


async def _submit(server: Server, match: Match, caller: Caller, body: Any) -> Done:
    seat = acting_seat(caller, match.rules, body.intent)
    return await server.matches.submit(match, seat, body.intent, body.intent_id, body.decision)


async def watch(request: web.Request) -> web.StreamResponse:
    """The live feed of a match."""
    server = server_of(request)
    settings = server.settings
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    after = number(request, "after", match.head.seq, 0, match.head.seq)
    offered = protocols_of(request)
    if offered and PROTOCOL not in offered:
        # aiohttp would take it all the same, and log what was offered: a token may be among it.
        raise Problem("BAD_QUERY", f"Offer the protocol `{PROTOCOL}`, beside a token or alone.")
    server.streams.check_room()
    socket = web.WebSocketResponse(
        autoclose=False,  # the stream says itself, and once, that it ends
        heartbeat=settings.live_heartbeat_seconds,
        protocols=(PROTOCOL,),
        max_msg_size=settings.body_bytes_max,
        compress=False,
        writer_limit=WRITER_BYTES_MAX,
    )
    if not _opens(socket, request):
        raise Problem("BAD_QUERY", "Open this address as a WebSocket.")

    async def submit(data: bytes | str) -> dict[str, Any]:
        return await _live_answer(server, match, caller, data)

    await server.matches.whole(match, after)
    await socket.prepare(request)
    await server.streams.serve(Stream(socket, request, match, caller, viewer, after, submit, settings, server.metrics))
    return socket


def _opens(socket: web.WebSocketResponse, request: web.Request) -> bool:
    try:
        return socket.can_prepare(request).ok
    except UnicodeError:  # aiohttp stumbles over a header that is no UTF-8
        return False


async def _live_answer(server: Server, match: Match, caller: Caller, data: bytes | str) -> dict[str, Any]:
    intent_id: str | None = None
    try:
        body = parse(data, LiveIntent, server.settings.body_bytes_max, server.settings.json_depth_max)
        intent_id = body.intent_id
        done = await _submit(server, match, caller, body)
    except Problem as problem:
        return {"type": "problem", "intent_id": intent_id or intent_id_of(data), "problem": problem.document()}
    except StorageError as error:
        return {"type": "problem", "intent_id": intent_id, "problem": of_store(error).document()}
    except Exception as error:
        # A fault of ours in one intent ends nobody's connection, and is told as a POST would tell it.
        log.error("request_failed", exc_info=error)
        fault = Problem("INTERNAL", "The server made a mistake; it is in its log.")
        return {"type": "problem", "intent_id": intent_id, "problem": fault.document()}
    head = Head(done.entries[-1].seq, done.entries[-1].link)
    return {"type": "result", "intent_id": intent_id, "head": head_json(head), "replayed": done.replayed}
