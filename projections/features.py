"""What is special about a state: which of its facts are seen where a play fails, and hardly anywhere else.

A search for a shorter play follows them, as one finds a fault in a program by what only its failing runs touch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from domain.kernel.match import MatchState
from domain.kernel.records import record

DEPTH_MAX = 7
LENGTH_MAX = 12  # longer rows (decks, piles) count by their length only
PIECES_MAX = 60  # of pieces by name; more is no board that a person plays on
OWNERS = ("seat", "owner")  # how a piece says whose it is
FACTS_MAX = 200
TELLING_MIN = 0.05
STAIRS = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30)  # a number is near another where they climb the same stairs
_STEP = re.compile(r"(?=[.\[])")


@record
class Compass:
    """How much each fact tells, and the places in a state where to look for those that tell anything."""

    telling: Mapping[str, float]
    places: frozenset[str]

    @property
    def total(self) -> float:
        return sum(self.telling.values())

    def near(self, state: MatchState, actor: int | None) -> float:
        """How near a state is to those that fail."""
        found: list[str] = []
        _collect(state.table, "", actor, DEPTH_MAX, found, self.places)
        told = self.telling
        return sum([told[fact] for fact in dict.fromkeys(found) if fact in told])


def facts_of(state: MatchState, actor: int | None) -> frozenset[str]:
    """The facts of a table, those of the seat that is about to act told apart from those of the others."""
    found: list[str] = []
    _collect(state.table, "", actor, DEPTH_MAX, found, None)
    return frozenset(found)


def compass(failing: Sequence[frozenset[str]], passing: Iterable[frozenset[str]]) -> Compass:
    """What tells failing states from passing ones: 1 for what all of them have and no passing state does."""
    passed: Counter[str] = Counter()
    total = 0
    for seen in passing:
        passed.update(seen)
        total += 1
    failed: Counter[str] = Counter()
    for seen in failing:
        failed.update(seen)
    told = {
        fact: count / len(failing) - (passed[fact] / total if total else 0.0) for fact, count in sorted(failed.items())
    }
    best = sorted([(weight, fact) for fact, weight in told.items() if weight > TELLING_MIN], reverse=True)[:FACTS_MAX]
    places: dict[str, None] = {"": None}
    for _, fact in best:
        at = ""
        for step in _STEP.split(re.split("[=#>]", fact, maxsplit=1)[0]):
            at += step
            places[at] = None
    return Compass({fact: weight for weight, fact in best}, frozenset(places))


def _collect(
    value: Any, path: str, actor: int | None, depth: int, found: list[str], places: frozenset[str] | None
) -> None:
    if places is not None and path not in places:
        return
    if value is None or isinstance(value, int | str):
        found.append(f"{path}={value}")
        if type(value) is int:
            found += [f"{path}>{stair}" for stair in STAIRS if stair <= value]
        return
    if depth == 0:
        return
    if isinstance(value, tuple | list | frozenset):
        found.append(f"{path}#{len(value)}")
        if len(value) > LENGTH_MAX:
            return
        for item in sorted(value, key=str) if isinstance(value, frozenset) else value:
            _collect(item, f"{path}{_whose(item, actor) or '[]'}", actor, depth - 1, found, places)
        return
    if isinstance(value, Mapping):
        if len(value) <= PIECES_MAX:
            for key, item in value.items():
                _collect(item, f"{path}{_whose(item, actor) or f'[{key}]'}", actor, depth - 1, found, places)
        return
    for field in attrs.fields(value.__class__) if attrs.has(value.__class__) else ():
        _collect(getattr(value, field.name), f"{path}.{field.name}", actor, depth - 1, found, places)


def _whose(item: Any, actor: int | None) -> str:
    for name in OWNERS:
        seat = getattr(item, name, None)
        if seat is not None:
            return "[actor]" if seat == actor else "[other]"
    return ""
