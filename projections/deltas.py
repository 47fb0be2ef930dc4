"""What changed between two pieces of JSON, as JSON: small where little did.

A change is one of
    [value]            the value in place of what was there
    {key: change, …}   those members of an object, or items of a list by their number; 0 takes a member away
    {"@": [start, removed, …items], …}   first so many items of a list, from there on, make place for these
Numbers and truth values that are equal (1 and true) count as the same: no field of a view is now one, now the other.
What is compared may still have tuples for lists and numbers for keys; the change is to be written as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Change = list[Any] | dict[str, Any]
GONE = 0
SPLICE = "@"


def change_between(before: Any, after: Any) -> Change | None:
    """What makes `after` out of `before`; None where they are equal."""
    if before is after or before == after:
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        return _of_object(before, after)
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and before and after:
        return _of_list(before, after)
    return [after]


def _of_object(before: dict[Any, Any], after: dict[Any, Any]) -> Change:
    changes: dict[str, Any] = {str(key): GONE for key in before if key not in after}
    for key, value in after.items():
        if key not in before:
            changes[str(key)] = [value]
        elif (change := change_between(before[key], value)) is not None:
            changes[str(key)] = change
    return changes


def _of_list(before: Sequence[Any], after: Sequence[Any]) -> Change:
    changes: dict[str, Any] = {}
    if len(before) != len(after):
        shorter = min(len(before), len(after))
        start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
        rest = shorter - start
        end = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
        items = after[start : len(after) - end]
        changes[SPLICE] = [start, len(before) - end - start, *items]
        return changes
    for at, value in enumerate(after):
        change = change_between(before[at], value)
        if change is not None:
            changes[str(at)] = change
    return changes


def changed(before: Any, change: Change | None) -> Any:
    """`before` with the change made; what did not change is shared with it."""
    if change is None:
        return before
    if isinstance(change, list):
        return change[0]
    if isinstance(before, list):
        return _changed_list(before, change)
    after = dict(before)
    for key, inner in change.items():
        if inner == GONE:
            del after[key]
        else:
            after[key] = changed(before.get(key), inner)
    return after


def _changed_list(before: list[Any], change: dict[str, Any]) -> list[Any]:
    if SPLICE in change:
        start, removed, *items = change[SPLICE]
        return [*before[:start], *items, *before[start + removed :]]
    after = list(before)
    for key, inner in change.items():
        after[int(key)] = changed(before[int(key)], inner)
    return after
