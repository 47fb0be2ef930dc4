"""What clients send: the form of each body, and how one is read, within bounds."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta

from domain.kernel.match import NAME_LENGTH_MAX, TITLE_LENGTH_MAX
from projections.capsule import CLIENT_LENGTH_MAX, COMMENT_LENGTH_MAX
from server.api.asking import server_of
from server.problems import Problem

INT_MAX = (1 << 53) - 1
SEATS_MAX = 64

Name = Annotated[str, Meta(max_length=NAME_LENGTH_MAX)]
Token = Annotated[str, Meta(min_length=1, max_length=200)]
IntentId = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9._:\-]+$")]
# A repeated request that gives out a token is known by its id alone, so that one must not be guessable.
SecretId = Annotated[str, Meta(min_length=16, max_length=100, pattern=r"^[A-Za-z0-9._:\-]+$")]

T = TypeVar("T")


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """How a seat is to be filled: by anybody, by somebody with its link, or by a bot."""

    kind: Literal["open", "invited", "bot"] = "open"
    name: Name = ""
    bot: Annotated[str, Meta(max_length=40)] | None = None


class CreateBody(msgspec.Struct, forbid_unknown_fields=True):
    """A table to open. `seats` lists the seats in clockwise order, or says how many open ones there are."""

    game: Annotated[str, Meta(max_length=40)]
    seats: (
        Annotated[int, Meta(ge=1, le=SEATS_MAX)] | Annotated[list[SeatWish], Meta(min_length=1, max_length=SEATS_MAX)]
    )
    options: dict[str, Any] = {}
    title: Annotated[str, Meta(max_length=TITLE_LENGTH_MAX)] = ""
    visibility: Literal["public", "unlisted", "private"] = "public"
    clock: None = None  # no clock is kept here yet, so none can be promised
    content: Any = None
    open_after: bool = True  # whether all eyes are open to everybody when the match is over
    intent_id: SecretId | None = None

    @property
    def plans(self) -> list[SeatWish]:
        """The wish for each seat."""
        return [SeatWish() for _ in range(self.seats)] if isinstance(self.seats, int) else self.seats


class SitBody(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody to sit down: a name to show, entropy for the shuffles (hex), the invite where one is needed."""

    name: Name = ""
    entropy: Annotated[str, Meta(max_length=128)] = ""
    invite: Token | None = None
    intent_id: SecretId | None = None


class StartBody(msgspec.Struct, forbid_unknown_fields=True):
    """Starts the match; the id makes a repeated request harmless."""

    intent_id: IntentId | None = None


class SessionBody(msgspec.Struct, forbid_unknown_fields=True):
    """A token to be kept in an HttpOnly cookie."""

    token: Token


class IntentBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat or the host asks for: an intent as offered, a name for this request, the decision that it answers."""

    intent: dict[str, Any]
    intent_id: IntentId
    decision: Annotated[str, Meta(max_length=100)] | None = None


class ReportBody(msgspec.Struct, forbid_unknown_fields=True):
    """What went wrong, in words; the step it is about (by default the last one); what the client calls itself."""

    comment: Annotated[str, Meta(max_length=COMMENT_LENGTH_MAX)] = ""
    at: Annotated[int, Meta(ge=1, le=INT_MAX)] | None = None
    client: Annotated[str, Meta(max_length=CLIENT_LENGTH_MAX)] = ""


class ForkBody(msgspec.Struct, forbid_unknown_fields=True):
    """Where to go on from: after which entry, which seats bots play (the others are hot seat), a title."""

    at: Annotated[int, Meta(ge=1, le=INT_MAX)]
    bots: dict[Annotated[str, Meta(pattern=r"^[1-9][0-9]{0,2}$")], Annotated[str, Meta(max_length=40)]] = {}
    title: Annotated[str, Meta(max_length=TITLE_LENGTH_MAX)] | None = None
    intent_id: SecretId | None = None


class LiveIntent(msgspec.Struct, forbid_unknown_fields=True):
    """An intent on the live socket."""

    type: Literal["intent"]
    intent: dict[str, Any]
    intent_id: IntentId
    decision: Annotated[str, Meta(max_length=100)] | None = None


class Named(msgspec.Struct):
    """Anything that has the id of an intent."""

    intent_id: IntentId


_FORMS = (CreateBody, SitBody, StartBody, SessionBody, IntentBody, ReportBody, ForkBody, LiveIntent, Named)
_decoders: dict[type, msgspec.json.Decoder[Any]] = {body: msgspec.json.Decoder(body) for body in _FORMS}


async def read_body(request: web.Request, form: type[T], bytes_max: int, depth_max: int) -> T:
    """The body in this form, or a problem: NOT_JSON, TOO_LARGE, TOO_SLOW, BAD_JSON, TOO_DEEP, BAD_NUMBER, BAD_BODY."""
    encoding = request.headers.get("Content-Encoding")
    if encoding is not None and encoding.strip().lower() != "identity":
        raise Problem("NOT_JSON", "Send the body as it is, not compressed.")
    if request.content_length is not None and request.content_length > bytes_max:
        raise too_large(bytes_max)
    data = await _sent(request) if request.can_read_body else b""
    if not data and form is StartBody:
        return form()
    if request.content_type != "application/json":
        raise Problem("NOT_JSON", "Send the body as application/json.")
    return parse(data, form, bytes_max, depth_max)


async def _sent(request: web.Request) -> bytes:
    seconds = server_of(request).settings.body_seconds_max
    try:
        async with asyncio.timeout(seconds):
            return await request.read()
    except TimeoutError:
        raise Problem("TOO_SLOW", f"A body has to be here within {seconds:g} seconds.") from None


def parse(data: bytes | str, form: type[T], bytes_max: int, depth_max: int) -> T:
    """JSON in this form, or a problem."""
    if len(data) > bytes_max:
        raise too_large(bytes_max)
    try:
        body = _decoders[form].decode(data)
    except msgspec.ValidationError as error:
        raise Problem("BAD_BODY", str(error)) from None
    except RecursionError:
        raise too_deep(depth_max) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Problem("BAD_JSON", f"The body is not JSON: {error}") from None
    for name in ("intent", "options", "content"):
        check_plain(getattr(body, name, None), depth_max)
    check_names(data if isinstance(data, str) else data.decode(), depth_max)
    found: T = body
    return found


def intent_id_of(data: bytes | str) -> str | None:
    """Under which id a message is answered that is no intent in form; None where it has none that can be read."""
    try:
        named: Named = _decoders[Named].decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None
    return named.intent_id


def check_names(text: str, depth_max: int) -> None:
    """Refuses an object that gives a name twice: two readers could take it for two things (RFC 8259, section 4)."""
    try:
        _names.decode(text)
    except RecursionError:
        raise too_deep(depth_max) from None
    except ValueError as error:
        raise Problem("BAD_JSON", f"The body cannot be taken in one way only: {error}.") from None


def _no_name_twice(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:40]!r} is given twice in one object")


# msgspec takes the last of two; this looks at names only, in about 3 µs for an intent (an HTTP intent has 480).
_names = json.JSONDecoder(object_pairs_hook=_no_name_twice, parse_int=str, parse_float=str)


def check_plain(value: Any, depth_left: int) -> None:
    """Refuses what a log cannot hold: deep nesting, fractions, numbers beyond 53 bits."""
    if isinstance(value, str) or value is None:
        return
    if isinstance(value, float) or (isinstance(value, int) and not -INT_MAX <= value <= INT_MAX):
        raise Problem("BAD_NUMBER", "Numbers are whole and have at most 53 bits.")
    if isinstance(value, dict | list):
        if depth_left <= 0:
            raise too_deep(None)
        for item in value.values() if isinstance(value, dict) else value:
            check_plain(item, depth_left - 1)


def too_large(bytes_max: int) -> Problem:
    return Problem("TOO_LARGE", f"A body has at most {bytes_max} bytes here.")


def too_deep(depth_max: int | None) -> Problem:
    most = "" if depth_max is None else f" more than {depth_max} deep"
    return Problem("TOO_DEEP", f"Lists and objects may not be nested{most or ' so deeply'}.")
