"""What was worked out lately of values that never change, so that it is not worked out again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The results of a function for the last few things it was asked about, by identity.

    Nothing but time depends on what is kept: the function gives equal results for equal things.
    """

    __slots__ = ("_make", "_most", "_seen")

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        self._make = make
        self._most = most
        self._seen: tuple[tuple[K, V], ...] = ()

    def of(self, thing: K) -> V:
        """The result for a thing."""
        for known, result in self._seen:
            if known is thing:
                return result
        result = self._make(thing)
        self._seen = ((thing, result), *self._seen[: self._most - 1])
        return result
