"""Remembering what was worked out for a value, by the very object, for values that cannot be hashed.

Only the time that a look-up takes depends on what is remembered, never its result: an object is kept alive beside its
answer, so that its identity cannot pass to another one.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

V = TypeVar("V")


class Memory(Generic[V]):
    """Answers by object; past `most` of them it starts afresh."""

    __slots__ = ("_known", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[int, tuple[Any, V]] = {}

    def get(self, key: Any) -> V | None:
        """What is remembered for this very object."""
        known = self._known.get(id(key))
        return known[1] if known is not None and known[0] is key else None

    def keep(self, key: Any, value: V) -> V:
        """Remembers the answer for an object, and gives it back."""
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[id(key)] = (key, value)
        return value
