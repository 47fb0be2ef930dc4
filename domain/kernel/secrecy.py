"""Intents and events: attrs classes on which every field says who may see it.

`public` fields are for everyone, `owned` fields for the seat (or seats) that another field names, `server`
fields for nobody until the match is over. A field with no declaration is an error, never public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, Protocol, TypeVar, dataclass_transform

import attrs

T = TypeVar("T")

_AUDIENCE = "matchfold.audience"
PUBLIC = "public"
SERVER = "server"


class Fact(Protocol):
    """An intent or an event: a frozen record with a type name that is for ever."""

    TYPE: ClassVar[str]
    SCHEMA: ClassVar[int]
    KIND: ClassVar[Literal["intent", "event"]]
    PLAN: ClassVar[Plan]


Intent = Any
Event = Any


@attrs.frozen
class Plan:
    """How a fact is split: public field names, and for each owner field (or `server`) its sealed names."""

    public: tuple[str, ...]
    sealed: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def sealed_names(self) -> tuple[str, ...]:
        return tuple([name for _, names in self.sealed for name in names])


def public(*, default: Any = attrs.NOTHING) -> Any:
    """A field everyone may see."""
    return attrs.field(default=default, metadata={_AUDIENCE: PUBLIC})


def owned(owner: str = "seat") -> Any:
    """A field only the seat (an int) or seats (a tuple of ints) in the public field `owner` may see.

    It is None for a reader who may not open it, so `evolve` must be able to fold it unknown.
    """
    return attrs.field(metadata={_AUDIENCE: owner})


def server() -> Any:
    """A field nobody may see before the match is over; None for a reader who may not open it."""
    return attrs.field(metadata={_AUDIENCE: SERVER})


@dataclass_transform(frozen_default=True, field_specifiers=(public, owned, server))
def event(name: str | None = None, *, schema: int = 1) -> Callable[[type[T]], type[T]]:
    """Declares an event: what happened, in the past tense, with its results in it."""
    return _fact("event", name, schema)


@dataclass_transform(frozen_default=True, field_specifiers=(public, owned, server))
def intent(name: str | None = None, *, schema: int = 1) -> Callable[[type[T]], type[T]]:
    """Declares an intent: what a seat asks for, in the imperative."""
    return _fact("intent", name, schema)


def _fact(kind: str, name: str | None, schema: int) -> Callable[[type[T]], type[T]]:
    def declare(cls: type[T]) -> type[T]:
        made: Any = attrs.define(cls, frozen=True, slots=False)
        made.TYPE = name or cls.__name__
        made.SCHEMA = schema
        made.KIND = kind
        made.PLAN = _plan(made)
        return made  # type: ignore[no-any-return]

    return declare


def _plan(cls: Any) -> Plan:
    shown: list[str] = []
    sealed: dict[str, list[str]] = {}
    names = {field.name for field in attrs.fields(cls)}
    for field in attrs.fields(cls):
        audience = field.metadata.get(_AUDIENCE)
        if audience is None:
            raise TypeError(f"{cls.__name__}.{field.name} does not say who may see it")
        if audience == PUBLIC:
            shown.append(field.name)
            continue
        if audience != SERVER and audience not in names:
            raise TypeError(f"{cls.__name__}.{field.name} is owned by the unknown field {audience!r}")
        sealed.setdefault(audience, []).append(field.name)
    for owner in sealed:
        if owner != SERVER and owner not in shown:
            raise TypeError(f"{cls.__name__}.{owner} names an owner and must be public")
    return Plan(public=tuple(shown), sealed=tuple((owner, tuple(held)) for owner, held in sealed.items()))
