"""Digests of states and views: one short string that is equal exactly where what a viewer sees is equal.

And of the fields of a view, so that a difference can be named: those of the table, and of each seat, piece and card in
it by their number or id (`table.seats.2.hand`, `table.units.c1.hp`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.freeze import digest
from domain.kernel.match import MatchState

DEPTH = 3  # the view, its table, and what lies on it
GONE = ""
NAMED_BY = ("id", "seat")  # how the things in a list are told apart
OF_THE_MOMENT = frozenset(("seq", "link", "viewer", "changed"))  # of the log, not of the rules
_ABSENT = object()


def state_digest(state: MatchState) -> str:
    """SHA-256 of a state in its canonical form, 64 hex digits."""
    return digest(state)


def view_digest(view: Any) -> str:
    """SHA-256 of a view as JSON with sorted keys, 64 hex digits."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def changed_fields(before: Mapping[str, Any] | None, view: Mapping[str, Any], digits: int) -> dict[str, str]:
    """Short digests of the fields of a view that are not as in the one before; GONE for one that is no longer there."""
    then = _ABSENT if before is None else _fields(before)
    return {
        name: GONE if value is _ABSENT else view_digest(value)[:digits]
        for name, value in _changed("", then, _fields(view), DEPTH)
    }


def _fields(view: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in OF_THE_MOMENT}


def _changed(name: str, before: Any, after: Any, depth: int) -> Iterator[tuple[str, Any]]:
    """The names and values of the innermost fields that differ; whatever is equal is passed over as a whole."""
    if type(before) is type(after) and before == after:
        return
    olds, news = _parts(before, depth), _parts(after, depth)
    if news is None:
        yield name, after
        return
    if olds is None and before is not _ABSENT:
        yield name, _ABSENT
    olds = olds or {}
    for key, value in news.items():
        inner = depth if isinstance(after, list) else depth - 1
        yield from _changed(f"{name}.{key}" if name else key, olds.get(key, _ABSENT), value, inner)
    for key in olds:
        if key not in news:
            yield f"{name}.{key}" if name else key, _ABSENT


def _parts(value: Any, depth: int) -> Mapping[str, Any] | None:
    """What a value is made of, by name, or None for what counts as a whole."""
    if depth == 0 or not value:
        return None
    if isinstance(value, dict):
        return {str(key): item for key, item in value.items()}
    if not isinstance(value, list):
        return None
    for key in NAMED_BY:
        names = [str(item[key]) for item in value if isinstance(item, dict) and key in item]
        if len(names) == len(value) == len(set(names)):
            return dict(zip(names, value, strict=True))
    return None
