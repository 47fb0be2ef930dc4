"""The simplest forms of data, read strictly, with the place of whatever does not read."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

TEXT_LENGTH_MAX = 1_000  # the longest that comes with the game has 241
NUMBER_MAX = 9_999  # nothing on a card counts higher, and what is stored stays small

Data = Mapping[str, Any]
Place = tuple[str | int, ...]
"""Keys and positions that lead to a piece of data inside a record."""


class DataError(Exception):
    """A piece of data that does not read: where it is, what is wrong, and the rule that says so."""

    def __init__(self, place: Place, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason
        self.rule = rule


def as_table(data: Any, place: Place) -> Data:
    """A table of keys."""
    if not isinstance(data, Mapping):
        raise DataError(place, "expected a table")
    return data


def as_list(data: Any, place: Place) -> Sequence[Any]:
    """A list of anything."""
    if not isinstance(data, list | tuple):
        raise DataError(place, "expected a list")
    return data


def only(table: Data, known: Collection[str], place: Place) -> None:
    """Refuse a key that has no meaning here (MAYA-COOL-03)."""
    for key in table:
        if key not in known:
            raise DataError((*place, key), f"unknown key {key!r}", "MAYA-COOL-03")


def need(table: Data, key: str, place: Place, rule: str = "") -> Any:
    """The value under a key that must be there."""
    if key not in table:
        raise DataError(place, f"{key} is missing", rule)
    return table[key]


def as_int(data: Any, place: Place, _: Any = None, *, least: int = 0) -> int:
    """A whole number that is not too small."""
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= NUMBER_MAX:
        raise DataError(place, f"expected a whole number from {least} to {NUMBER_MAX}")
    return data


def as_flag(data: Any, place: Place, _: Any = None) -> bool:
    """True or false."""
    if not isinstance(data, bool):
        raise DataError(place, "expected true or false")
    return data


def as_name(data: Any, place: Place, _: Any = None) -> str:
    """A name or a line of text: not empty, and all of it can be seen, since it is told to everybody at the table."""
    if not isinstance(data, str) or not data:
        raise DataError(place, "expected a name")
    if len(data) > TEXT_LENGTH_MAX or not data.isprintable():
        raise DataError(place, f"expected a line of 1 to {TEXT_LENGTH_MAX} printable characters")
    return data


def as_id(data: Any, place: Place) -> str:
    """A name for ids: small letters, digits, - and _."""
    if not isinstance(data, str) or not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", data):
        raise DataError(place, "an id is made of small letters, digits, - and _")
    return data


def among(data: Any, choices: Collection[str], place: Place, what: str, rule: str) -> Any:
    """One word of a closed list."""
    if not isinstance(data, str) or data not in choices:
        raise DataError(place, f"unknown {what} {data!r}", rule)
    return data


def as_word(data: Any, place: Place, choices: Collection[str]) -> str:
    """One word of the vocabulary (MAYA-COOL-03)."""
    word: str = among(data, choices, place, "word", "MAYA-COOL-03")
    return word


def as_names(data: Any, choices: Collection[str], place: Place, rule: str = "") -> tuple[str, ...]:
    """A list of words of a closed list."""
    if not isinstance(data, list | tuple) or not data:
        raise DataError(place, "expected a list of names")
    return tuple(among(item, choices, (*place, index), "name", rule) for index, item in enumerate(data))
