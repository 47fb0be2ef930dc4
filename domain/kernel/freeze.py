"""A state as plain data and back: for digests and snapshots.

Records and named tuples become `["class name", field, ...]`, tuples become `["()", ...]`, maps lists of pairs; whole
numbers, strings, booleans and None stand for themselves. For a digest maps are in key order: equal states give equal
digests in every process. What is to be thawed keeps the order of its maps, for rules may go by it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from domain.kernel.codec import pack, unpack


def freeze(value: Any, *, in_key_order: bool = False) -> Any:
    """A state as plain data, its maps as they are or in key order."""

    def frozen(value: Any) -> Any:
        if value is None or isinstance(value, int | str | bytes):
            return value
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return [value.__class__.__name__, *map(frozen, value)]
        if isinstance(value, tuple | list):
            return ["()" if isinstance(value, tuple) else "[]", *map(frozen, value)]
        if isinstance(value, Mapping):
            keys = sorted(value, key=_order) if in_key_order else value
            return ["{}", *[[frozen(key), frozen(value[key])] for key in keys]]
        if isinstance(value, frozenset):
            return ["<>", *sorted(map(frozen, value), key=_order)]
        assert attrs.has(value.__class__), f"a state holds no {value.__class__.__name__}"
        return [
            value.__class__.__name__,
            *[frozen(getattr(value, a.name)) for a in attrs.fields(value.__class__)],
        ]

    return frozen(value)


def thaw(data: Any, classes: Mapping[str, type[Any]]) -> Any:
    """A state out of plain data; `classes` are the record classes it may hold, by name."""
    if not isinstance(data, list):
        return data
    name, *rest = data
    if name == "()":
        return tuple([thaw(item, classes) for item in rest])
    if name == "[]":
        return [thaw(item, classes) for item in rest]
    if name == "{}":
        return {thaw(key, classes): thaw(item, classes) for key, item in rest}
    if name == "<>":
        return frozenset([thaw(item, classes) for item in rest])
    cls = classes[name]
    if issubclass(cls, tuple):
        return cls(*[thaw(item, classes) for item in rest])
    made = object.__new__(cls)
    fields = attrs.fields(cls)
    if len(fields) != len(rest):
        raise ValueError(f"{name} has {len(fields)} fields, not {len(rest)}")
    for field, item in zip(fields, rest, strict=True):
        object.__setattr__(made, field.name, thaw(item, classes))
    return made


def freeze_bytes(value: Any) -> bytes:
    """A state as bytes."""
    return pack(freeze(value))


def thaw_bytes(data: bytes, classes: Mapping[str, type[Any]]) -> Any:
    """A state out of bytes."""
    return thaw(unpack(data), classes)


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, 64 hex digits."""
    return hashlib.sha256(pack(freeze(value, in_key_order=True))).hexdigest()


def record_classes(*sources: Any) -> dict[str, type[Any]]:
    """The record classes declared in these modules, by name."""
    found: dict[str, type[Any]] = {}
    for cls in _attrs_classes(sources):
        known = found.setdefault(cls.__name__, cls)
        assert known is cls, f"two records are called {cls.__name__}"
    return found


def _attrs_classes(sources: Iterable[Any]) -> Iterable[type[Any]]:
    for module in sources:
        for thing in vars(module).values():
            if isinstance(thing, type) and _is_record(thing) and thing.__module__ == module.__name__:
                yield thing


def _is_record(thing: type[Any]) -> bool:
    return attrs.has(thing) or (issubclass(thing, tuple) and hasattr(thing, "_fields"))


def _order(key: Any) -> tuple[str, Any]:
    return (key.__class__.__name__, key)
