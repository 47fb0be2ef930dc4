"""Finding the line of a TOML file that a piece of its data came from."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]

_HEADER = re.compile(r"^\[\[?\s*([\w.-]+)\s*\]", re.MULTILINE)


def line_of(text: str, table: str, index: int, place: Place = ()) -> int:
    """The line, counted from 1, of the nth `[[table]]` of a file, or of a key or item inside it.

    Where the place cannot be followed to its end (a key that is missing), the line of the part
    that was found is given.
    """
    start, end = _table_span(text, table, index)
    for depth, part in enumerate(place):
        if not isinstance(part, str):
            break
        key = re.compile(rf"^[ \t]*\"?{re.escape(part)}\"?\s*=\s*", re.MULTILINE).search(
            text, start, _own_end(text, start, end)
        )
        if key is not None:
            return _line(text, _follow(text, key.end(), place[depth + 1 :]))
        # Not a key of the table itself: a table of its own below it, `[table.part]`.
        table = f"{table}.{part}"
        below = re.compile(rf"^\[\[?\s*{re.escape(table)}\s*\]", re.MULTILINE).search(text, start, end)
        if below is None:
            break
        start = below.start()
    return _line(text, start)


def _table_span(text: str, table: str, index: int) -> tuple[int, int]:
    """From the header of the nth table of that name to the next header that is not below it."""
    headers = list(_HEADER.finditer(text))
    own = [number for number, header in enumerate(headers) if header[1] == table]
    if index >= len(own):
        return 0, len(text)
    for header in headers[own[index] + 1 :]:
        if not header[1].startswith(f"{table}."):
            return headers[own[index]].start(), header.start()
    return headers[own[index]].start(), len(text)


def _own_end(text: str, start: int, end: int) -> int:
    """Where the keys of the table itself end and the tables below it begin."""
    following = _HEADER.search(text, _after(text, "\n", start), end)
    return following.start() if following else end


def _follow(text: str, at: int, place: Place) -> int:
    for part in place:
        inner = _inside(text, at, part)
        if inner is None:
            break
        at = inner
    return at


def _inside(text: str, at: int, part: str | int) -> int | None:
    """Where the item of that number or key starts in the array or inline table that starts here."""
    if at >= len(text) or text[at] != ("[" if isinstance(part, int) else "{"):
        return None
    for number, item in enumerate(_items(text, at + 1)):
        if isinstance(part, int):
            if number == part:
                return item
        else:
            found = re.compile(rf"\"?{re.escape(part)}\"?\s*=\s*").match(text, item)
            if found:
                return found.end()
    return None


def _items(text: str, at: int) -> list[int]:
    """Where the items of an array or inline table start, from just after its opening bracket."""
    starts: list[int] = []
    depth = 0
    expects_item = True
    while at < len(text):
        sign = text[at]
        if sign == "#":
            at = _after(text, "\n", at)
            continue
        if expects_item and not sign.isspace() and sign not in "]}":
            starts.append(at)
            expects_item = False
        if sign in "\"'":
            at = _after_string(text, at)
            continue
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            if depth == 0:
                break
            depth -= 1
        elif sign == "," and depth == 0:
            expects_item = True
        at += 1
    return starts


def _after_string(text: str, at: int) -> int:
    quote = text[at] * 3 if text[at : at + 3] == text[at] * 3 else text[at]
    at += len(quote)
    while at < len(text) and not text.startswith(quote, at):
        at += 2 if text[at] == "\\" and quote[0] == '"' else 1
    return at + len(quote)


def _after(text: str, sign: str, at: int) -> int:
    found = text.find(sign, at)
    return len(text) if found < 0 else found + 1


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
