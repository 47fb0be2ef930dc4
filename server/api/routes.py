"""Every call there is: the one table that the application and its OpenAPI document are made of."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

import attrs
from aiohttp import web

from projections.lobby import PAGE_SIZE_MAX, SORTS
from server.api import answers, bodies, ops, past, play, reporting, tables
from server.openapi import document
from server.problems import Problem

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
API = "/api/v1"
MATCH = f"{API}/matches/{{id}}"


@attrs.frozen
class Param:
    """A parameter in the query."""

    name: str
    description: str
    schema: dict[str, Any]


@attrs.frozen
class Route:
    """One call: what it takes, what it answers, and the codes of the problems it may give instead."""

    method: str
    path: str
    name: str
    handler: Handler
    answer: type | str | None  # a form, a content type, or nothing at all
    status: int = 200
    body: type | None = None
    body_required: bool = True
    params: tuple[Param, ...] = ()
    problems: tuple[str, ...] = ()
    token: str = "none"  # none, optional, seat, host

    @property
    def summary(self) -> str:
        """One sentence about the call."""
        return (self.handler.__doc__ or "").strip()


_NUMBER = {"type": "integer", "minimum": 0}
_AS = Param("as", "Whose eyes: spectator, auditor or seat:N; by default your own", {"type": "string"})
_AFTER = Param("after", "Only what comes after this entry", _NUMBER)

_READ = ("BAD_QUERY", "BAD_TOKEN", "VIEWER_NOT_ALLOWED", "NO_SUCH_MATCH")
_BODY = ("BAD_JSON", "TOO_DEEP", "BAD_NUMBER", "BAD_BODY", "TOO_SLOW", "TOO_LARGE", "NOT_JSON")
_WRITE = ("REFUSED", "BUSY", "STORE_FAILED", "STORE_FULL", "SHUTTING_DOWN")


def routes() -> tuple[Route, ...]:
    """All calls."""
    calls = _calls()
    known = frozenset([param.name for route in calls if _reads_a_match(route) for param in route.params])
    listed = [_minding(route, known) if _reads_a_match(route) else route for route in calls]
    described = Route("GET", "/api/openapi.json", "openapi", ops.healthz, "application/json")
    listed.append(attrs.evolve(described, handler=ops.document_handler(document([*listed, described]))))
    return tuple(listed)


def _reads_a_match(route: Route) -> bool:
    return route.method == "GET" and route.path.startswith(MATCH)


def _minding(route: Route, known: frozenset[str]) -> Route:
    """The call, refusing what another call about a match would heed: `offers?at=140` would answer for now."""
    unheeded = known - {param.name for param in route.params}

    @functools.wraps(route.handler)
    async def handler(request: web.Request) -> web.StreamResponse:
        for name in request.query:
            if name in unheeded:
                raise Problem("BAD_QUERY", f"This call does not take `{name}`.")
        return await route.handler(request)

    return attrs.evolve(route, handler=handler, problems=tuple(dict.fromkeys(("BAD_QUERY", *route.problems))))


def _calls() -> tuple[Route, ...]:
    # The router tries them in this order, so those of play come first.
    return (
        Route(
            "POST",
            f"{MATCH}/intents",
            "submit_intent",
            play.submit_intent,
            answers.Accepted,
            body=bodies.IntentBody,
            problems=(
                *_BODY,
                "TOKEN_NEEDED",
                "BAD_TOKEN",
                "NOT_A_SEAT",
                "WRONG_SEAT",
                "BAD_ORIGIN",
                "NO_SUCH_MATCH",
                "STALE_DECISION",
                "INTENT_ID_REUSED",
                *_WRITE,
            ),
            token="seat",
        ),
        Route(
            "GET",
            f"{MATCH}/view",
            "show_view",
            play.show_view,
            answers.View,
            params=(Param("at", "After which entry; by default now", _NUMBER), _AS),
            problems=_READ,
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/offers",
            "show_offers",
            play.show_offers,
            answers.Offers,
            problems=("BAD_TOKEN", "NO_SUCH_MATCH"),
            token="optional",
        ),
        Route("GET", f"{API}/games", "list_games", tables.list_games, answers.Games),
        Route(
            "GET",
            f"{API}/matches",
            "list_matches",
            tables.list_matches,
            answers.LobbyPage,
            params=(
                Param("status", "Only these", {"type": "string", "enum": list(tables.STATUSES)}),
                Param("game", "Only this game", {"type": "string"}),
                Param("sort", "In which order", {"type": "string", "enum": list(SORTS)}),
                Param("page", "Which page, from 1", {"type": "integer", "minimum": 1}),
                Param(
                    "page_size",
                    "How many on a page",
                    {"type": "integer", "minimum": 1, "maximum": PAGE_SIZE_MAX},
                ),
            ),
            problems=("BAD_QUERY",),
        ),
        Route(
            "POST",
            f"{API}/matches",
            "create_match",
            tables.create_match,
            answers.Created,
            status=201,
            body=bodies.CreateBody,
            problems=(*_BODY, "UNKNOWN_GAME", "UNKNOWN_BOT", "INTENT_ID_REUSED", *_WRITE),
        ),
        Route(
            "GET",
            MATCH,
            "show_match",
            tables.show_match,
            answers.Summary,
            problems=("BAD_TOKEN", "NO_SUCH_MATCH"),
            token="optional",
        ),
        Route(
            "POST",
            f"{MATCH}/seats/{{seat}}",
            "sit_down",
            tables.sit_down,
            answers.Seated,
            body=bodies.SitBody,
            problems=(*_BODY, "BAD_TOKEN", "INVITE_NEEDED", "NO_SUCH_MATCH", "INTENT_ID_REUSED", *_WRITE),
            token="optional",
        ),
        Route(
            "DELETE",
            f"{MATCH}/seats/{{seat}}",
            "stand_up",
            tables.stand_up,
            answers.Summary,
            problems=("TOKEN_NEEDED", "BAD_TOKEN", "WRONG_SEAT", "BAD_ORIGIN", "NO_SUCH_MATCH", *_WRITE),
            token="seat",
        ),
        Route(
            "POST",
            f"{MATCH}/seats/{{seat}}/token",
            "rotate_token",
            tables.rotate_token,
            answers.NewInvite,
            problems=("TOKEN_NEEDED", "BAD_TOKEN", "HOST_ONLY", "BAD_ORIGIN", "NO_SUCH_MATCH", *_WRITE),
            token="host",
        ),
        Route(
            "POST",
            f"{MATCH}/start",
            "start_match",
            tables.start_match,
            answers.Summary,
            body=bodies.StartBody,
            body_required=False,
            problems=(*_BODY, "TOKEN_NEEDED", "BAD_TOKEN", "HOST_ONLY", "BAD_ORIGIN", "NO_SUCH_MATCH", *_WRITE),
            token="host",
        ),
        Route(
            "POST",
            f"{MATCH}/session",
            "open_session",
            tables.open_session,
            answers.Summary,
            body=bodies.SessionBody,
            problems=(*_BODY, "BAD_TOKEN"),
        ),
        Route("DELETE", f"{MATCH}/session", "close_session", tables.close_session, None, status=204),
        Route(
            "GET",
            f"{MATCH}/entries",
            "list_entries",
            past.list_entries,
            answers.Entries,
            params=(
                _AFTER,
                Param("limit", "At most so many", {"type": "integer", "minimum": 1, "maximum": past.ENTRIES_MAX}),
                _AS,
            ),
            problems=_READ,
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/timeline",
            "list_steps",
            past.list_steps,
            answers.Steps,
            params=(
                _AFTER,
                Param("limit", "At most so many", {"type": "integer", "minimum": 1, "maximum": past.STEPS_MAX}),
                _AS,
            ),
            problems=_READ,
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/frames",
            "list_frames",
            past.list_frames,
            answers.Frames,
            params=(
                Param("from", "Steps that end at this entry or later", _NUMBER),
                Param("to", "Steps that end at this entry or earlier", _NUMBER),
                _AS,
            ),
            problems=_READ,
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/recap",
            "show_recap",
            past.show_recap,
            answers.Recap,
            params=(Param("since", "The last entry that was seen", _NUMBER), _AS),
            problems=_READ,
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/export",
            "export",
            past.export,
            past.FILE_TYPE,
            params=(_AS,),
            problems=_READ,
            token="optional",
        ),
        Route(
            "POST",
            f"{MATCH}/reports",
            "file_report",
            reporting.file_report,
            answers.ReportInfo,
            status=201,
            body=bodies.ReportBody,
            params=(_AS,),
            problems=(
                *_BODY,
                *_READ,
                "BAD_ORIGIN",
                "TOO_MANY_REPORTS",
                "BUSY",
                "STORE_FAILED",
                "STORE_FULL",
                "SHUTTING_DOWN",
            ),
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/reports",
            "list_reports",
            reporting.list_reports,
            answers.ReportList,
            problems=("BAD_TOKEN", "NO_SUCH_MATCH"),
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/reports/{{report}}",
            "take_report",
            reporting.take_report,
            reporting.CAPSULE_TYPE,
            params=(
                Param(
                    "copy",
                    "The host's full copy, or the reporter's",
                    {"type": "string", "enum": list(reporting.COPIES)},
                ),
            ),
            problems=(*_READ, "TOKEN_NEEDED", "HOST_ONLY", "NO_SUCH_REPORT"),
            token="optional",
        ),
        Route(
            "POST",
            f"{MATCH}/fork",
            "fork_match",
            reporting.fork_match,
            answers.Forked,
            status=201,
            body=bodies.ForkBody,
            problems=(
                *_BODY,
                "TOKEN_NEEDED",
                "BAD_TOKEN",
                "HOST_ONLY",
                "BAD_ORIGIN",
                "NO_SUCH_MATCH",
                "INTENT_ID_REUSED",
                *_WRITE,
            ),
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/forks",
            "list_forks",
            reporting.list_forks,
            answers.ForkList,
            problems=("BAD_TOKEN", "NO_SUCH_MATCH"),
            token="optional",
        ),
        Route(
            "GET",
            f"{MATCH}/live",
            "watch",
            play.watch,
            None,
            status=101,
            params=(_AFTER, _AS),
            problems=(*_READ, "BAD_ORIGIN", "SHUTTING_DOWN", "TOO_MANY_SOCKETS"),
            token="optional",
        ),
        Route("GET", "/healthz", "healthz", ops.healthz, answers.Health),
        Route("GET", "/readyz", "readyz", ops.readyz, answers.Health, problems=("STORE_FAILED", "SHUTTING_DOWN")),
        Route("GET", "/metrics", "metrics", ops.metrics, "text/plain"),
    )
