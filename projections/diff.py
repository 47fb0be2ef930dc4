"""Where two logs part: the first entry that is not the same in both, and what differs in it and on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from domain.kernel.codec import Damaged, entry_json
from domain.kernel.entries import Entry
from domain.kernel.match import BLANK
from domain.kernel.records import record
from projections.matchfile import MatchFile, opening_of
from projections.plugin import Plugin

CHANGES_MAX = 40  # more would not be read
ABSENT = "(nothing)"
_BOOKKEEPING = ("link", "at")  # differ between two plays of the same moves
_SHIFTED = ("seq", "cause")  # differ where seats were handed over in between


@record
class Change:
    """One thing that differs: where it stands, and what the first and the second log have there."""

    path: str
    first: Any
    second: Any


@record
class Parting:
    """The entry at which two logs part, a sentence, and what differs in the entry and on the table after it."""

    seq: int
    sentence: str
    entry: tuple[Change, ...]
    table: tuple[Change, ...]


def parting(first: MatchFile, second: MatchFile, plugin: Plugin | None = None) -> Parting | None:
    """The first entry at which two logs part; None for logs with the same course.

    Times and links are left aside, so that two plays of the same moves count as the same. What only one log has open
    is not a difference. With a plugin the tables after that entry are compared too. Where one of them is a fork, their
    opening and who holds the seats are left aside as well.
    """
    forks = is_fork(first) or is_fork(second)
    logs = [_course(file) if forks else file.entries for file in (first, second)]
    seq = 0
    for one, other in zip_longest(*logs):
        if one is None or other is None:
            longer, there = ("second", other) if one is None else ("first", one)
            assert there is not None
            sentence = f"one log ends after entry {seq}; the {longer} goes on with {entry_json(there)['type']}"
            return Parting(there.seq, sentence, (), ())
        seq = one.seq
        changes = tuple(_limited(entry_changes(one, other, _SHIFTED if forks else ())))
        if changes:
            what = f"{_named(one)} in the first log, {_named(other)} in the second"
            sentence = f"the logs part at entry {seq}: {what}"
            tables = () if plugin is None else tuple(_limited(_table_changes(first, second, seq, other.seq, plugin)))
            return Parting(seq, sentence, changes, tables)
    return None


def is_fork(file: MatchFile) -> bool:
    """Whether a match was forked from another one."""
    try:
        return opening_of(file.entries).get("origin") is not None
    except Damaged:
        return False


def _course(file: MatchFile) -> Sequence[Entry]:
    """The entries of a log without its opening and without seats that were handed over."""
    course: list[Entry] = []
    handed_over: set[int] = set()
    for entry in file.entries[2:]:
        data = entry_json(entry)
        if data["type"] == "HandOver":
            handed_over.add(entry.seq)
        elif data["cause"] not in handed_over:
            course.append(entry)
    return course


def entry_changes(one: Entry, other: Entry, aside: Sequence[str] = ()) -> Iterator[Change]:
    """What differs between two entries, but for times, links and what else is to be left aside."""
    left, right = entry_json(one), entry_json(other)
    sealed = left.pop("sealed"), right.pop("sealed")
    for name in (*_BOOKKEEPING, *aside):
        left.pop(name)
        right.pop(name)
    yield from changes_between(left, right)
    parts = [{part["audience"]: part.get("fields") for part in side} for side in sealed]
    for audience in dict.fromkeys([*parts[0], *parts[1]]):
        path = f"sealed.{audience}"
        if audience not in parts[0] or audience not in parts[1]:
            held = ["sealed" if audience in side else ABSENT for side in parts]
            yield Change(path, *held)
        elif parts[0][audience] is not None and parts[1][audience] is not None:
            yield from changes_between(parts[0][audience], parts[1][audience], path)


def changes_between(one: Any, other: Any, path: str = "") -> Iterator[Change]:
    """What differs between two pieces of JSON, by path."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys([*one, *other]):
            yield from changes_between(one.get(key, ABSENT), other.get(key, ABSENT), f"{path}.{key}" if path else key)
    elif isinstance(one, list) and isinstance(other, list):
        for place, (left, right) in enumerate(zip_longest(one, other, fillvalue=ABSENT)):
            yield from changes_between(left, right, f"{path}[{place}]")
    elif one != other or type(one) is not type(other):
        yield Change(path, one, other)


def _table_changes(first: MatchFile, second: MatchFile, seq: int, other_seq: int, plugin: Plugin) -> Iterator[Change]:
    views = []
    for file in (first, second):
        try:
            state = plugin.rules.fold(file.entries[:seq], BLANK)
            views.append(plugin.view(state.table, file.viewer, state.name_of) if state.started else None)
        except Exception:  # a damaged log can break any fold and any view; `verify` says where
            return
    if None not in views:
        yield from changes_between(views[0], views[1])


def _named(entry: Entry) -> str:
    data = entry_json(entry)
    return f"{data['type']} by {data['actor']}"


def _limited(changes: Iterator[Change]) -> Iterator[Change]:
    for count, change in enumerate(changes, start=1):
        yield change
        if count == CHANGES_MAX:
            return
