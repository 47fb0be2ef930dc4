"""Type names, their schema versions, and upcasters from older ones.

A type name and its field names are for ever. A changed meaning is a new schema version on the class and an upcaster
from the one before: a pure function from the old fields to the new ones (which may also rename the type, or split one
entry's event into several).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

from domain.kernel.game import Refused
from domain.kernel.records import record

Fields = dict[str, Any]
Upcaster = Callable[[Fields], "list[Upcast]"]


@record
class Upcast:
    """What an old entry reads as now: a type name, its schema version, and the fields."""

    type: str
    schema: int
    fields: Fields


class UnknownType(Exception):
    """An entry has a type or schema version that these rules do not know."""


class Registry:
    """Every intent and event type of a game, the kernel's own included."""

    def __init__(
        self,
        *sources: ModuleType | Registry,
        upcasters: Mapping[tuple[str, int], Upcaster] | None = None,
    ) -> None:
        self.types: dict[str, type[Any]] = {}
        self.upcasters: dict[tuple[str, int], Upcaster] = dict(upcasters or {})
        for source in sources:
            if isinstance(source, Registry):
                self._add(source.types.values())
                self.upcasters = {**source.upcasters, **self.upcasters}
            else:
                self._add(_declared_in(source))

    def current(self, name: str, schema: int) -> type[Any] | None:
        """The class for this type if the schema is today's, else None."""
        cls = self.types.get(name)
        return cls if cls is not None and schema == cls.SCHEMA else None

    def upcast(self, name: str, schema: int, fields: Fields) -> list[tuple[type[Any], Fields]]:
        """Today's classes and fields for an entry of an older schema."""
        done: list[tuple[type[Any], Fields]] = []
        todo = [Upcast(name, schema, fields)]
        while todo:
            old = todo.pop(0)
            cls = self.current(old.type, old.schema)
            if cls is not None:
                done.append((cls, old.fields))
                continue
            step = self.upcasters.get((old.type, old.schema))
            if step is None:
                raise UnknownType(f"no type {old.type!r} with schema {old.schema}, and no way up from it")
            todo = step(dict(old.fields)) + todo
        return done

    def intent_type(self, name: str) -> type[Any]:
        """The class of a named intent, or Refused."""
        cls = self.types.get(name)
        if cls is None or cls.KIND != "intent":
            raise Refused("UNKNOWN_INTENT", "KERNEL-INTENT", "There is no intent of that name in this game.")
        return cls

    def _add(self, classes: Iterable[type[Any]]) -> None:
        for cls in classes:
            known = self.types.setdefault(cls.TYPE, cls)
            assert known is cls, f"two types are called {cls.TYPE}"


def _declared_in(module: ModuleType) -> list[type[Any]]:
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and "PLAN" in vars(thing) and thing.__module__ == module.__name__
    ]
