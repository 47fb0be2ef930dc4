"""Match files: one match as text, a header line and then one entry a line, exactly what its viewer may see.

Every file has one form only: compact JSON, keys in a fixed order, a newline at the end. So two exports of the same
match are equal bytes, git can compare them, and a changed byte cannot hide in the spelling.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from domain.kernel.codec import Damaged, entry_json, pack
from domain.kernel.entries import LINK_BYTES, SALT_BYTES, Entry, Head, Part, redact
from domain.kernel.records import record

FORMAT = 1
AUDITOR = "auditor"
SPECTATOR = "spectator"
LINE_BYTES_MAX = 2_000_000  # an entry holds at most a host's own content; a longer line is not an entry
COUNT_FREE = 16  # so much is counted all the time: hit points, cards, spaces
# An entry of a match has about 20 values, the longest 1,000; a host's own content more. Measured on the bytes of a
# line, because what is made of them may be thirty times as large.
LINE_VALUES_MAX = 100_000
VALUES_MAX = 1_000_000
TEXT_BYTES_MAX = 16 * 1024 * 1024  # a match of 50,000 entries has about as much
LETTER_BYTES_MAX = 4  # what each letter of a text takes in the memory as soon as one of them is not in ASCII
COUNTED_MAX = 20_000_000  # nor so far in all: 4,000 entries of Trials of Maya come to 20,000
ENTRIES_MAX = 50_000  # a match of Trials of Maya has about 4,000; so many still fit in 256 MiB of memory
# No game counts so far, but for its own entries; a fold that believed more seats could be made to fill the memory.
COUNT_MAX = ENTRIES_MAX


class FileDamaged(Exception):
    """A file that is no match file; `line` (from 1) says where, the header being line 1."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line


@record
class MatchFile:
    """A match as a file holds it. `head` and `count` are what the header claims; an audit compares them."""

    game: str
    match_id: str
    viewer: str
    count: int
    head: Head
    rules: int
    title: str
    entries: tuple[Entry, ...]


def match_file(entries: Sequence[Entry], viewer: str = AUDITOR) -> MatchFile:
    """The file of a match for a viewer, out of its stored entries (from the first on)."""
    opened = opening_of(entries)
    last = entries[-1]
    return MatchFile(
        game=opened["game"],
        match_id=opened["match_id"],
        viewer=viewer,
        count=len(entries),
        head=Head(last.seq, last.link),
        rules=entry_json(last)["rules"],
        title=opened["title"],
        entries=tuple(redacted(entries, viewer)),
    )


def opening_of(entries: Sequence[Entry]) -> Mapping[str, Any]:
    """The public fields of the event that opened the table, or Damaged."""
    for entry in entries[:2]:
        shown = entry_json(entry)
        if shown["type"] == "MatchCreated":
            fields: Mapping[str, Any] = shown["public"]
            return fields
    raise Damaged("the log does not begin with an open table")


def redacted(entries: Iterable[Entry], viewer: str) -> list[Entry]:
    """The entries as a viewer (seat:N, spectator, auditor) may hold them."""
    audiences = audiences_of(viewer)
    return list(entries) if audiences is None else [redact(entry, audiences) for entry in entries]


def audiences_of(viewer: str) -> Collection[str] | None:
    """Whose sealed parts a viewer may open; None for all of them."""
    if viewer == AUDITOR:
        return None
    if viewer == SPECTATOR:
        return ()
    seat = viewer.removeprefix("seat:")
    if not viewer.startswith("seat:") or not seat.isascii() or not seat.isdecimal() or seat.startswith("0"):
        raise ValueError(f"a viewer is seat:N, spectator or auditor, not {viewer!r:.40}")
    return (viewer,)


def dumps(file: MatchFile) -> str:
    """The text of a match file."""
    return "\n".join([_header_line(file), *map(entry_line, file.entries), ""])


def entry_line(entry: Entry) -> str:
    """One entry as its line in a match file."""
    return _line(entry_json(entry)).decode()


def loads(text: str) -> MatchFile:
    """A match file out of its text, or FileDamaged. Nothing is proved by that; see `projections.audit`."""
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise FileDamaged(f"line {line} holds half a character", line) from None
    return load(_lines(data))


class Measure:
    """How much a file has held so far: asked of each line before anything is made of it."""

    def __init__(self) -> None:
        self._values = 0
        self._bytes = 0

    def take(self, line: bytes, number: int) -> None:
        """Goes on by a line, or FileDamaged."""
        values = line.count(b",") + line.count(b"[") + line.count(b"{")
        self._values += values
        self._bytes += len(line) if line.isascii() else len(line) * LETTER_BYTES_MAX
        if len(line) > LINE_BYTES_MAX or values > LINE_VALUES_MAX:
            raise FileDamaged(f"line {number} is longer than any entry", number)
        if self._values > VALUES_MAX or self._bytes > TEXT_BYTES_MAX:
            raise FileDamaged(f"up to line {number} there is more than any match holds", number)


def load(lines: Iterable[bytes], measure: Measure | None = None) -> MatchFile:
    """A match file out of its lines, each with the newline that ends it; never more of them in hand than one."""
    measure = measure or Measure()
    file: dict[str, Any] = {}
    entries: list[Entry] = []
    number = counted = 0
    for number, line in enumerate(lines, start=1):
        measure.take(line, number)
        if line[-1:] != b"\n":
            if number == 1:
                _header(line)  # that it is no header at all tells more than that it has no end
            raise FileDamaged("the file ends in the middle of a line", number)
        if number == 1:
            file = _header(line[:-1])
        elif len(entries) == ENTRIES_MAX:
            raise FileDamaged(f"the file holds more than {ENTRIES_MAX} entries", number)
        else:
            entry, count = _entry(line[:-1], number)
            entries.append(entry)
            counted += count
            if counted > COUNTED_MAX:
                raise FileDamaged(f"up to line {number} things are counted that no game has", number)
    if not entries:
        raise FileDamaged("the file holds no entries" if number else "this is not a match file: it is empty", 1)
    return MatchFile(**file, entries=tuple(entries))


def _lines(data: bytes) -> Iterator[bytes]:
    # Not splitlines: a name may hold a character that Unicode calls a line end.
    start = 0
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        yield data[start:end]
        start = end


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"numbers are whole, not {text:.20}")


class _PartLine(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed part as an entry's line has it."""

    audience: str
    commitment: str
    salt: str | msgspec.UnsetType = msgspec.UNSET
    fields: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class _EntryLine(msgspec.Struct, forbid_unknown_fields=True):
    """An entry as a line has it; the keys in this order."""

    seq: int
    kind: str
    type: str
    schema: int
    rules: int
    at: int
    actor: str
    cause: int | None
    public: dict[str, Any]
    sealed: list[_PartLine]
    link: str


class _HeadLine(msgspec.Struct, forbid_unknown_fields=True):
    seq: int
    link: str


class _HeaderLine(msgspec.Struct, forbid_unknown_fields=True):
    """The first line; the keys in this order."""

    matchfold: int
    game: str
    match: str
    viewer: str
    entries: int
    head: _HeadLine
    rules: int
    title: str


_read_entry = msgspec.json.Decoder(_EntryLine, float_hook=_no_float).decode
_read_header = msgspec.json.Decoder(_HeaderLine, float_hook=_no_float).decode
_read_any = msgspec.json.Decoder(dict[str, Any]).decode
_line = msgspec.json.Encoder().encode
_UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError)


def _header_line(file: MatchFile) -> str:
    head = _HeadLine(file.head.seq, file.head.link.hex())
    made = _HeaderLine(FORMAT, file.game, file.match_id, file.viewer, file.count, head, file.rules, file.title)
    return _line(made).decode()


def _header(line: bytes) -> dict[str, Any]:
    try:
        stated = _read_any(line).get("matchfold")
    except _UNREADABLE:
        stated = None
    if stated is None:
        raise FileDamaged("this is not a match file: its first line is no header", 1)
    if stated != FORMAT:
        raise FileDamaged(f"this match file has format {stated!r:.20}; known is {FORMAT}", 1)
    try:
        data = _read_header(line)
        audiences_of(data.viewer)
        head = Head(data.head.seq, bytes.fromhex(data.head.link))
    except _UNREADABLE as error:
        raise FileDamaged(f"the header cannot be read: {error}", 1) from None
    if _line(data) != line or head.link.hex() != data.head.link:
        raise FileDamaged("the header is not in the one form that a match file has", 1)
    return {
        "game": data.game,
        "match_id": data.match,
        "viewer": data.viewer,
        "count": data.entries,
        "head": head,
        "rules": data.rules,
        "title": data.title,
    }


def _entry(line: bytes, number: int) -> tuple[Entry, int]:
    """The entry of a line, and how much its fields count."""
    try:
        data = _read_entry(line)
        parts = tuple([_part(part) for part in data.sealed])
        link = _hex(data.link, LINK_BYTES)
        audiences = [part.audience for part in data.sealed]
        envelope = (data.seq, data.kind, data.type, data.schema, data.rules, data.at, data.actor, data.cause)
        public = pack((*envelope, audiences, data.public))
        same = _line(data) == line
        count = _count(data.public) + sum([_count(part.fields) for part in data.sealed if part.fields])
    except _UNREADABLE as error:
        raise FileDamaged(f"line {number} is no entry: {error}", number) from None
    if not same:
        raise FileDamaged(f"line {number} is not in the one form that an entry has", number)
    return Entry(data.seq, public, parts, link), count


def _count(fields: Mapping[str, Any] | msgspec.UnsetType) -> int:
    total = 0
    for value in fields.values() if isinstance(fields, dict) else ():
        if value.__class__ is int and value > COUNT_FREE:
            if value > COUNT_MAX:
                raise ValueError(f"{value} of something is more than any game has")
            total += value
    return total


def _part(part: _PartLine) -> Part:
    commitment = _hex(part.commitment, LINK_BYTES)
    if part.salt is msgspec.UNSET and part.fields is msgspec.UNSET:
        return Part(part.audience, commitment, None, None)
    if part.salt is msgspec.UNSET or part.fields is msgspec.UNSET:
        raise ValueError("an opening is a salt and the fields, never one of them")
    return Part(part.audience, commitment, _hex(part.salt, SALT_BYTES), pack(part.fields))


def _hex(text: str, size: int) -> bytes:
    data = bytes.fromhex(text)
    if len(data) != size or data.hex() != text:
        raise ValueError(f"{text!r:.20} is not {size} bytes in small hexadecimal digits")
    return data
