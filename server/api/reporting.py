"""Handlers of what comes after play: bug reports, and matches that go on from a step of another one."""

from __future__ import annotations

from aiohttp import web

from domain.kernel.game import Refused
from domain.kernel.lifecycle import HOST
from projections.capsule import dumps
from projections.views import SPECTATOR, may_look
from server.api.asking import answer, asked, check_host, one_of, server_of, viewer_of
from server.api.bodies import ForkBody, ReportBody, read_body
from server.problems import Problem, refused
from server.tokens import Caller

CAPSULE_TYPE = "application/x-matchfold-capsule"
COPIES = ("full", "reporter")
FORK_TOLD = ("id", "title", "status", "visibility", "updated_at")


async def file_report(request: web.Request) -> web.Response:
    """Freezes this moment of the match, with what the caller saw and was refused, for whoever looks into it."""
    server = server_of(request)
    body = await read_body(request, ReportBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    head = match.head.seq
    if body.at is not None and body.at > head:
        raise Problem("BAD_QUERY", f"`at` is an entry of this match, 1 to {head}.")
    client = body.client or request.headers.get("User-Agent", "")
    kept = await server.reports.file(match, _by(caller), viewer, body.at or head, body.comment, client)
    return answer(kept.summary(), status=201)


async def list_reports(request: web.Request) -> web.Response:
    """The reports of a match: all of them for the host, their own for a seat, none for the others."""
    match, caller = await asked(request)
    found = await server_of(request).reports.listed(match, _by(caller))
    return answer({"reports": [kept.summary() for kept in found]})


async def take_report(request: web.Request) -> web.Response:
    """The capsule of a report: in full for the host, else as its reporter may hold it."""
    match, caller = await asked(request)
    copy = one_of(request, "copy", COPIES, None)
    if copy == "full":
        check_host(caller)
    reports = server_of(request).reports
    kept = await reports.get(match, request.match_info["report"], _by(caller))
    whole = caller.host and copy != "reporter"
    if not whole and kept.report.viewer != SPECTATOR and not may_look(kept.report.viewer, caller.seat, match.opened):
        raise Problem("VIEWER_NOT_ALLOWED", "That copy is for the eyes of its reporter.")
    if whole and not match.over:
        await server_of(request).matches.open_hidden(match, kept.head, "report", f"report/{kept.report.id}")
    capsule = await reports.capsule(match, kept, whole)
    return web.Response(
        body=dumps(capsule).encode(),
        content_type=CAPSULE_TYPE,
        headers={
            "Content-Disposition": f'attachment; filename="{match.id}.{kept.report.id}.capsule"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


async def fork_match(request: web.Request) -> web.Response:
    """Opens a new match that goes on from a step: the host's right, and everybody's once all is open."""
    server = server_of(request)
    body = await read_body(request, ForkBody, server.settings.body_bytes_max, server.settings.json_depth_max)
    match, caller = await asked(request)
    if not match.opened:
        check_host(caller)
    if body.title and not body.title.isprintable():
        raise Problem("BAD_BODY", "A title has printable characters only.")
    bots = {int(seat): bot for seat, bot in body.bots.items()}
    try:
        made = await server.matches.fork(match, body.at, bots, body.title, body.intent_id)
    except Refused as refusal:
        raise refused(refusal, match.head) from None
    host_token = await server.tokens.issue(made.id, None, "host")
    tokens = {
        str(seat): await server.tokens.issue(made.id, seat, "seat")
        for seat, held in enumerate(made.state.holders, start=1)
        if held is not None and held.bot is None
    }
    return answer({"match": made.history.summary(None, True), "host_token": host_token, "tokens": tokens}, status=201)


async def list_forks(request: web.Request) -> web.Response:
    """The matches that go on from this one: all of them for its host, those that are not private for the others."""
    match, caller = await asked(request)
    rows = server_of(request).lobby.forks_of(match.id, private=caller.host)
    return answer({"forks": [{**{name: row[name] for name in FORK_TOLD}, "at": row["origin"]["seq"]} for row in rows]})


def _by(caller: Caller) -> str:
    return HOST if caller.host else caller.viewer
