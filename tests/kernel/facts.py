"""Facts with every kind of field, for tests of how facts are written and read."""

from __future__ import annotations

from typing import Any

from domain.kernel.records import record
from domain.kernel.secrecy import event, intent, owned, public, server


@record
class Place:
    """A record inside a fact."""

    row: int
    name: str = ""


@intent()
class Ask:
    """A seat asks, and names something hidden."""

    seat: int = public()
    about: str | None = owned("seat")
    tags: tuple[str, ...] = public(default=())


@intent()
class Wave:
    """An intent without any field."""


@event()
class Told:
    """Everything here is public."""

    number: int = public()
    text: str = public()
    yes: bool = public()
    place: Place = public()
    things: dict[str, Any] = public()
    many: tuple[int, ...] = public()
    maybe: int | None = public(default=None)


@event()
class Whispered:
    """One part for a seat, one for two seats, one for the server."""

    seat: int = public()
    pair: tuple[int, ...] = public()
    word: str | None = owned("seat")
    number: int | None = owned("seat")
    shared: tuple[int, ...] | None = owned("pair")
    order: tuple[int, ...] | None = server()
