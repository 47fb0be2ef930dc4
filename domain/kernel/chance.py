"""Chance that can be checked afterwards.

The server commits to a 256-bit secret when a match is created; each seat may add entropy when it sits down; the
match seed is HMAC-SHA-256(secret, length-prefixed entropies, match id). Every draw is a function of
(seed, draw number, label): HMAC-SHA-256 in counter mode, rejection sampling, Fisher-Yates from the end
(Durstenfeld, CACM 1964). `ALGORITHM` names the version and golden vectors pin it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

from domain.kernel.keyed import Keyed
from domain.kernel.records import record

ALGORITHM = "hmac-sha256-fy-1"
SECRET_BYTES = 32
ENTROPY_BYTES_MAX = 64
_WORD = 1 << 64

T = TypeVar("T")


@record
class Draw:
    """One draw: its number in the match, what it was for, how many outcomes, and the result.

    A shuffle of n things results in the permutation p with shuffled[i] = things[p[i]]; a pick below n in a number.
    """

    number: int
    label: str
    kind: str
    size: int
    result: tuple[int, ...]


class Chance(Protocol):
    """What `decide` may ask of fate; every answer is kept in `draws`."""

    draws: list[Draw]

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]: ...

    def below(self, bound: int, label: str) -> int: ...


class SealedChance:
    """Draws from a match seed (32 bytes, or how to get them at the first draw), from a draw number on (from 0)."""

    def __init__(self, seed: bytes | Callable[[], bytes], first: int) -> None:
        self._given = seed
        self._first = first
        self.draws: list[Draw] = []

    @cached_property
    def _seed(self) -> bytes:
        return self._given if isinstance(self._given, bytes) else self._given()

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The things in a random order."""
        number = self._first + len(self.draws)
        order = permutation(self._seed, number, label, len(things))
        self.draws.append(Draw(number, label, "shuffle", len(things), order))
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """A number from 0 to bound - 1."""
        number = self._first + len(self.draws)
        result = number_below(self._seed, number, label, bound)
        self.draws.append(Draw(number, label, "below", bound, (result,)))
        return result


class ScriptExhausted(Exception):
    """A scripted chance was asked for a draw that its script does not state."""


class ScriptedChance:
    """Chance whose results are stated in advance, by label; such a log is marked as scripted.

    `script` maps a label to a list of results, taken one by one: for a shuffle the things in their new order (or a
    part of them that comes first, the rest keeps its order), for a pick the number. Without a script for a label, a
    shuffle keeps the order and a pick is 0, unless `strict`.
    """

    def __init__(self, script: Mapping[str, Sequence[Any]], first: int = 0, *, strict: bool = False) -> None:
        self._script = {label: list(results) for label, results in script.items()}
        self._strict = strict
        self._first = first
        self.draws: list[Draw] = []

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The things in the scripted order."""
        stated = self._next(label)
        left = list(range(len(things)))
        order: list[int] = []
        for wanted in stated or ():
            place = next((p for p in left if things[p] == wanted), None)
            if place is None:
                raise ScriptExhausted(f"the script for {label!r} names {wanted!r}, which is not there to shuffle")
            left.remove(place)
            order.append(place)
        order += left
        self.draws.append(Draw(self._first + len(self.draws), label, "shuffle", len(things), tuple(order)))
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """The scripted number."""
        stated = self._next(label)
        result = 0 if stated is None else int(stated)
        if not 0 <= result < bound:
            raise ScriptExhausted(f"the script for {label!r} says {result}, but only 0 to {bound - 1} can come up")
        self.draws.append(Draw(self._first + len(self.draws), label, "below", bound, (result,)))
        return result

    def _next(self, label: str) -> Any:
        results = self._script.get(label)
        if results:
            return results.pop(0)
        if self._strict:
            raise ScriptExhausted(f"the script states no further result for {label!r}")
        return None


def commitment_of(secret: bytes) -> bytes:
    """What is logged of the match secret at creation: its SHA-256."""
    return hashlib.sha256(secret).digest()


def seed_of(secret: bytes, entropies: Iterable[bytes], match_id: str) -> bytes:
    """The match seed out of the secret, each seat's entropy in seat order (empty if none), and the match id."""
    message = b"".join(_prefixed(entropy) for entropy in entropies) + _prefixed(match_id.encode())
    return hmac.digest(secret, message, "sha256")


def permutation(seed: bytes, number: int, label: str, size: int) -> tuple[int, ...]:
    """The permutation that draw `number` gives for `size` things."""
    order = list(range(size))
    words = _words(seed, number, label)
    for last in range(size - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def number_below(seed: bytes, number: int, label: str, bound: int) -> int:
    """The number from 0 to bound - 1 that draw `number` gives."""
    assert bound > 0, "a pick needs at least one outcome"
    return _below(_words(seed, number, label), bound)


def _below(words: Iterator[int], bound: int) -> int:
    limit = _WORD - _WORD % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the counter never ends")


def _words(seed: bytes, number: int, label: str) -> Iterator[int]:
    head = number.to_bytes(8, "big") + _prefixed(label.encode())
    keyed, counter = Keyed(seed), 0
    while True:
        block = keyed.digest(head + counter.to_bytes(4, "big"))
        for start in (0, 8, 16, 24):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def _prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data
