"""Problem documents (RFC 9457): every error a client can get, with a stable code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from aiohttp import web

from domain.kernel.entries import Head
from domain.kernel.game import Refused
from server.storage import StorageError, StoreClosed, StoreFull, UnknownOutcome

CONTENT_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:matchfold:problem:"
REFUSED_STATUS = 422

# Code -> (status, title). The sentence of one occurrence is its detail.
CODES: Mapping[str, tuple[int, str]] = {
    "BAD_REQUEST": (400, "The request cannot be read"),
    "BAD_JSON": (400, "The body is not JSON"),
    "TOO_DEEP": (400, "The body is nested too deeply"),
    "BAD_NUMBER": (400, "A number is not a whole number of at most 53 bits"),
    "BAD_BODY": (400, "The body does not have the right form"),
    "BAD_QUERY": (400, "The query does not have the right form"),
    "TOKEN_NEEDED": (401, "A token is needed"),
    "BAD_TOKEN": (401, "The token is not valid here"),
    "WRONG_SEAT": (403, "The token is for another seat"),
    "NOT_A_SEAT": (403, "The token is for no seat"),
    "HOST_ONLY": (403, "Only the host may do that"),
    "INVITE_NEEDED": (403, "The seat is for somebody who was invited"),
    "VIEWER_NOT_ALLOWED": (403, "These eyes are not yours"),
    "BAD_ORIGIN": (403, "The request comes from another site"),
    "NO_SUCH_MATCH": (404, "There is no such match"),
    "NO_SUCH_REPORT": (404, "There is no such report"),
    "NO_SUCH_PAGE": (404, "There is nothing here"),
    "METHOD_NOT_ALLOWED": (405, "That cannot be done here"),
    "TOO_SLOW": (408, "The body did not come in time"),
    "STALE_DECISION": (409, "The match waits for another decision"),
    "INTENT_ID_REUSED": (409, "The intent id was used for something else"),
    "BUSY": (409, "Others were faster, again and again"),
    "TOO_LARGE": (413, "The body is too large"),
    "NOT_JSON": (415, "The body must be application/json"),
    "TOO_MANY_REPORTS": (429, "There are enough reports"),
    "UNKNOWN_GAME": (422, "There is no such game"),
    "UNKNOWN_BOT": (422, "There is no such bot"),
    "INTERNAL": (500, "The server made a mistake"),
    "MATCH_DAMAGED": (500, "The log of this match cannot be read"),
    "STORE_FAILED": (503, "The store cannot be used now"),
    "SHUTTING_DOWN": (503, "The server is going down"),
    "TOO_MANY_SOCKETS": (503, "Too many live connections"),
    "STORE_FULL": (507, "The store is full"),
}


class Problem(Exception):
    """Something a client is told instead of an answer; `more` are further members of the document."""

    def __init__(self, code: str, detail: str, *, status: int | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.status, self.title = (status, detail) if status is not None else CODES[code]
        self.detail = detail
        self.more = more

    def document(self) -> dict[str, Any]:
        """The problem as JSON."""
        return {
            "type": TYPE_PREFIX + self.code,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.more,
        }

    def response(self) -> web.Response:
        """The problem as a response."""
        response = web.Response(
            body=msgspec.json.encode(self.document()), status=self.status, content_type=CONTENT_TYPE
        )
        if self.status == 401:
            response.headers["WWW-Authenticate"] = 'Bearer realm="matchfold"'
        return response


def refused(refusal: Refused, head: Head | None = None) -> Problem:
    """A player's mistake, with the code and the rule that the game gave."""
    more: dict[str, Any] = {"rule": refusal.rule}
    if refusal.detail:
        more["facts"] = refusal.detail
    if head is not None:
        more["head"] = head_json(head)
    problem = Problem(refusal.code, refusal.sentence, status=REFUSED_STATUS, **more)
    problem.title = "The rules refuse that"
    return problem


def of_store(error: StorageError) -> Problem:
    """What a client is told when the store fails; nothing of the host's disk is in it."""
    if isinstance(error, StoreFull):
        return Problem("STORE_FULL", "Nothing was stored: there is no room left.")
    if isinstance(error, StoreClosed):
        return Problem("SHUTTING_DOWN", "Nothing was stored: the server is going down.")
    if isinstance(error, UnknownOutcome):
        return Problem("STORE_FAILED", "It is not known whether this was stored: ask again with the same intent_id.")
    return Problem("STORE_FAILED", "Nothing was stored: the store cannot be used now.")


def head_json(head: Head) -> dict[str, Any]:
    """A place in a log, for a client to keep."""
    return {"seq": head.seq, "link": head.link.hex()}
