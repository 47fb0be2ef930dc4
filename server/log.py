"""Logs as events with fields, one JSON object a line; never a secret, a token or a hand."""

from __future__ import annotations

import contextlib
import io
import itertools
import logging
import secrets
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any, TextIO, cast

import msgspec
import structlog

REQUEST_ID_LENGTH_MAX = 64
_PROCESS = secrets.token_hex(4)
_numbers = itertools.count(1)
_request: ContextVar[tuple[str, str | None] | None] = ContextVar("matchfold_request", default=None)

LIBRARIES = ("aiohttp", "asyncio")
LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class _Anyway(io.TextIOBase):
    """A stream on which what cannot be written is lost, and nobody's request fails for it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


def configure_logging(level: str) -> None:
    """Writes events of this level (debug, info, warning, error) and above to standard error."""
    structlog.configure(
        processors=[
            _of_request,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Anyway(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers = [_Events()]
        library.propagate = False


class _Events(logging.Handler):
    """What libraries log, as events of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        log = structlog.get_logger(record.name)
        log.log(record.levelno, "said_by_library", library=record.name, said=record.getMessage(), exc_info=error)


def begin_request(given: str, match_id: str | None) -> str:
    """Gives what is logged from here on the id of a request (the one given, if it is a plain short word)."""
    plain = 0 < len(given) <= REQUEST_ID_LENGTH_MAX and given.isascii() and given.isprintable()
    request_id = given if plain else f"{_PROCESS}-{next(_numbers)}"
    _request.set((request_id, match_id))
    return request_id


def _of_request(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    request = _request.get()
    if request is not None:
        event.setdefault("request", request[0])
        if request[1] is not None:
            event.setdefault("match", request[1])
    return event


def _line(event: object, default: object = None, **_: object) -> str:
    return msgspec.json.encode(event, enc_hook=str).decode()
