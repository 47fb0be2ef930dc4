"""The intents and events of a match itself, the same for every game."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from domain.kernel.game import HOST_SEAT
from domain.kernel.records import record
from domain.kernel.secrecy import event, intent, public, server

HOST = "host"


@record
class SeatPlan:
    """How a seat is to be filled: `open` to anybody, `invited` (a link is needed), or by a named `bot`."""

    kind: str
    name: str = ""
    bot: str | None = None


@record
class Origin:
    """Where a forked match came from: the other match and the place in its log.

    Everything up to entry `seq` was taken over from there, also the results of its draws.
    """

    match_id: str
    seq: int
    link: str


@intent()
class CreateMatch:
    """The host opens a table."""

    match_id: str = public()
    game: str = public()
    options: dict[str, Any] = public()
    seats: tuple[SeatPlan, ...] = public()
    title: str = public(default="")
    visibility: str = public(default="public")
    clock: dict[str, Any] | None = public(default=None)
    scripted: bool = public(default=False)


@intent()
class SitDown:
    """Somebody takes a seat, with entropy of their own for the shuffles if they like (hex, at most 64 bytes)."""

    seat: int = public()
    name: str = public()
    entropy: str = public(default="")


@intent()
class StandUp:
    """The holder leaves the seat before the start."""

    seat: int = public()


@intent()
class StartMatch:
    """The host starts the match: every seat is held."""


@intent()
class KeepHandsClosed:
    """The host rules, before anybody sits down, that hands stay closed to other eyes when the match is over."""


@intent()
class OpenHidden:
    """The host asks for what is hidden in a running match, up to an entry: to look into a report, or to fork."""

    at: int = public()
    why: str = public()


@intent()
class HandOver:
    """The host of a forked match gives a seat to a bot, or to somebody with another name (bot None)."""

    seat: int = public()
    name: str = public()
    bot: str | None = public(default=None)


ASKED_BY_HOST = (CreateMatch, StartMatch, KeepHandsClosed, OpenHidden, HandOver)
"""What nobody but the host of a table asks for."""


def askers_of(intent: Any, of_host: Collection[str] = ()) -> tuple[str, ...]:
    """Who may ask for this, as the entry of an intent names its actor.

    The host for what is the table's; a seat for itself, and for nobody else. The host may clear a seat too, and ask
    for those intents of a game (`of_host`, by their types) that name no seat.
    """
    seat = getattr(intent, "seat", HOST_SEAT)
    if isinstance(intent, ASKED_BY_HOST) or (seat == HOST_SEAT and intent.TYPE in of_host):
        return (HOST,)
    return (f"seat:{seat}", HOST) if isinstance(intent, StandUp) else (f"seat:{seat}",)


@event()
class MatchCreated:
    """A table is open; the server has committed to its secret (SHA-256, hex).

    `options` are complete. `content` is the host's own content, None for the built-in one.
    """

    match_id: str = public()
    game: str = public()
    options: dict[str, Any] = public()
    seats: tuple[SeatPlan, ...] = public()
    title: str = public()
    visibility: str = public()
    clock: dict[str, Any] | None = public()
    content: Any = public()
    scripted: bool = public()
    algorithm: str = public()
    commitment: str = public()
    origin: Origin | None = public()
    rules: int = public()
    secret: str | None = server()


@event()
class SeatTaken:
    """A seat is held, by a player or a bot."""

    seat: int = public()
    name: str = public()
    bot: str | None = public()
    entropy: str = public()


@event()
class SeatLeft:
    """A seat is free again."""

    seat: int = public()


@event()
class HandsKeptClosed:
    """At this table each seat keeps to its own eyes, also when the match is over."""


@event()
class HiddenOpened:
    """The host holds all that was hidden up to entry `at`; `why` is `report` or `fork`."""

    at: int = public()
    why: str = public()


@event()
class MatchStarted:
    """The match begins under these rules."""

    seats: int = public()


@event()
class RulesChanged:
    """Newer rules take over a running match; nothing that happened changes."""

    before: int = public()
    now: int = public()


@event()
class ChanceDrawn:
    """A draw was made; what it was for and how it came out is the server's until the end."""

    number: int = public()
    label: str | None = server()
    kind: str | None = server()
    size: int | None = server()
    result: tuple[int, ...] | None = server()


@event()
class SecretRevealed:
    """The match is over and the secret is told: every draw can be recomputed."""

    secret: str = public()
