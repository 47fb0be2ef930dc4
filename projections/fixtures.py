"""Recorded matches that keep the rules from changing by accident.

Beside a recorded match stands what it folded to when it was recorded: the digest of the state after every entry, short
digests of those of its fields that changed (so that a difference can be named), and of what each seat and a spectator
saw after every step, whole and by the fields that changed; and what an audit found then (nothing, unless somebody has
accepted with a reason that today's rules decide otherwise).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from domain.kernel.codec import entry_json
from domain.kernel.entries import Head
from domain.kernel.freeze import digest
from domain.kernel.match import BLANK, MatchState
from domain.kernel.records import record
from projections.audit import examine
from projections.digests import GONE, changed_fields, state_digest, view_digest
from projections.matchfile import SPECTATOR, MatchFile
from projections.plugin import Plugin
from projections.views import match_view

FORMAT = 3
FORMATS = (2, FORMAT)  # 2 had no fields of views
STATE_DIGITS = 16
VIEW_DIGITS = 8
FIELD_DIGITS = 4
SEEN_DIGITS = 3  # there are many, and each only has to tell that it is not the same
FIELDS_NAMED_MAX = 5
GONE_SIGN = "-" * SEEN_DIGITS
SMALL_LENGTH_MAX = 40
COUNTED_MAX = 200  # numbers that a field may have had; few enough that no two of them are likely to share a digest
_NEVER = object()


class DigestsDamaged(Exception):
    """A file that should hold the digests of a fixture and does not."""


@record
class Line:
    """After one entry: the digest of the state, of its changed fields and, at the end of a step, of each view and its
    changed fields."""

    seq: int
    state: str
    changed: Mapping[str, str]
    views: tuple[str, ...]
    seen: tuple[Mapping[str, str], ...] = ()


@record
class Digests:
    """What a recorded match folds to, and what an audit finds in it.

    Not recorded: `said` tells of findings, `small` has the values of fields that are short enough to be told, by entry.
    """

    match_id: str
    viewers: tuple[str, ...]
    findings: tuple[tuple[str, int], ...]
    lines: tuple[Line, ...]
    said: Mapping[tuple[str, int], str] = attrs.field(factory=dict, eq=False)
    small: Mapping[str, Mapping[int, Any]] = attrs.field(factory=dict, eq=False)


@record
class Difference:
    """Something that is not as it was recorded: from which entry on, and what (`state`, a viewer, `audit`)."""

    seq: int
    what: str
    sentence: str


def digests_of(file: MatchFile, plugin: Plugin) -> Digests:
    """What a match folds to under the code of today. Raises what the fold raises."""
    rules = plugin.rules
    state = BLANK
    fields = _Fields()
    seats = 0
    lines: list[Line] = []
    viewers: tuple[str, ...] = ()
    before: dict[str, Any] = {}
    ends = _step_ends(file)
    for entry in file.entries:
        state = rules.fold((entry,), state)
        if seats != len(state.holders):
            seats = len(state.holders)
            viewers = (*[f"seat:{seat}" for seat in range(1, seats + 1)], SPECTATOR)
        views: tuple[str, ...] = ()
        seen: tuple[Mapping[str, str], ...] = ()
        if entry.seq in ends:
            head = Head(entry.seq, entry.link)
            shown = {viewer: match_view(plugin, state, viewer, head) for viewer in viewers}
            views = tuple([view_digest(view)[:VIEW_DIGITS] for view in shown.values()])
            seen = tuple([changed_fields(before.get(viewer), shown[viewer], SEEN_DIGITS) for viewer in viewers])
            before = shown
        changed = fields.changed(state, entry.seq)
        lines.append(Line(entry.seq, state_digest(state)[:STATE_DIGITS], changed, views, seen))
    said: dict[tuple[str, int], str] = {}
    found = examine(file, plugin).findings
    for finding in found:
        said.setdefault((finding.code, finding.seq), finding.sentence)
    codes = tuple((finding.code, finding.seq) for finding in found)
    return Digests(file.match_id, viewers, codes, tuple(lines), said, fields.small)


class _Fields:
    """The fields of a match and its table, so that those that change can be named."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._digests: dict[str, str] = {}
        self.small: dict[str, dict[int, Any]] = {}

    def changed(self, state: MatchState, seq: int) -> dict[str, str]:
        """Short digests of the fields that are not as at the last call, which is of an earlier entry."""
        found: dict[str, str] = {}
        for name, value in _fields_of(state):
            if self._values.get(name, _NEVER) is value:  # states share what did not change
                continue
            self._values[name] = value
            if _is_small(value) or name in self.small:
                self.small.setdefault(name, {})[seq] = value
            short = _short(value)
            if self._digests.get(name) != short:
                found[name] = self._digests[name] = short
        return found


def _is_small(value: Any) -> bool:
    return value is None or type(value) in (bool, int) or (type(value) is str and len(value) <= SMALL_LENGTH_MAX)


def _fields_of(state: MatchState) -> Iterator[tuple[str, Any]]:
    for field in attrs.fields(MatchState):
        if field.name != "table":
            yield field.name, getattr(state, field.name)
    if state.table is not None:
        for field in attrs.fields(state.table.__class__):
            yield f"table.{field.name}", getattr(state.table, field.name)


def _step_ends(file: MatchFile) -> frozenset[int]:
    """The entries after which a step is over: those before an intent, and the last."""
    heads = [entry.seq for entry in file.entries if entry_json(entry)["kind"] == "intent"]
    return frozenset([*[seq - 1 for seq in heads if seq > 1], len(file.entries)])


def differences(recorded: Digests, now: Digests) -> list[Difference]:
    """What differs from what was recorded, each kind at its first entry."""
    return list(_differences(recorded, now))


def _differences(recorded: Digests, now: Digests) -> Iterator[Difference]:
    if recorded.match_id != now.match_id or len(recorded.lines) != len(now.lines):
        yield Difference(0, "match", "this is not the match that was recorded")
        return
    if recorded.viewers != now.viewers:
        yield Difference(0, "viewers", f"the viewers are {', '.join(now.viewers)}")
    pairs = list(zip(recorded.lines, now.lines, strict=True))
    changed = [old.seq for old, new in pairs if old.state != new.state]
    if changed:
        first = changed[0]
        where = _differing(
            [(old.changed, new.changed) for old, new in pairs[:first]],
            lambda name, short: _told(now.small.get(name, {}), first, short),
        )
        yield Difference(
            changed[0], "state", f"the state differs from entry {changed[0]} on, at {len(changed)} entries{where}"
        )
    for place, viewer in enumerate(recorded.viewers):
        seen = [old.seq for old, new in pairs if old.views[place : place + 1] != new.views[place : place + 1]]
        if seen:
            shown = [(_of(old, place), _of(new, place)) for old, new in pairs[: seen[0]] if old.seen]
            what = f"what {viewer} sees differs from entry {seen[0]} on, at {len(seen)} steps{_differing(shown)}"
            yield Difference(seen[0], viewer, what)
    if not any(old.seen for old, _ in pairs) and any(new.seen for _, new in pairs):
        yield Difference(
            0, "fields", "the fields of what is seen were not recorded, so that no difference in them is named"
        )
    yield from _audit_differences(recorded.findings, now)


def _of(line: Line, place: int) -> Mapping[str, str]:
    """The changed fields of one viewer's view."""
    return line.seen[place] if place < len(line.seen) else {}


def _told(values: Mapping[int, Any], seq: int, recorded: str | None) -> str:
    """What a field was and is, where that is short: of what was, only the digest was recorded, so it is looked for."""
    at = max((place for place in values if place <= seq), default=None)
    if at is None or not _is_small(values[at]):
        return ""
    now = values[at]
    # First what the field has had in this match, then what a count or a switch may be.
    others = [value for value in values.values() if _is_small(value)]
    then = next(
        (value for value in (*others, None, False, True, *range(COUNTED_MAX)) if _short(value) == recorded), now
    )
    said = "" if type(then) is type(now) and then == now else f"then {_worded(then)}, "
    return f" ({said}now {_worded(now)})"


def _short(value: Any) -> str:
    return digest(value)[:FIELD_DIGITS]


def _worded(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _differing(
    changes: Sequence[tuple[Mapping[str, str], Mapping[str, str]]],
    told: Callable[[str, str | None], str] = lambda name, short: "",
) -> str:
    """The fields that are not as recorded after all these changes, in words; `told` adds what they were and are."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for old, new in changes:
        before.update(old)
        after.update(new)
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return ""
    more = f" and {len(names) - FIELDS_NAMED_MAX} more" if len(names) > FIELDS_NAMED_MAX else ""
    named = [name + told(name, before.get(name)) for name in names[:FIELDS_NAMED_MAX]]
    return f", first in {', '.join(named)}{more}"


def _audit_differences(recorded: Sequence[tuple[str, int]], now: Digests) -> Iterator[Difference]:
    for code, seq in now.findings:
        if (code, seq) not in recorded:
            told = now.said.get((code, seq), "")
            yield Difference(seq, "audit", f"an audit now finds {code} at entry {seq}{': ' if told else ''}{told}")
    for code, seq in recorded:
        if (code, seq) not in now.findings:
            yield Difference(seq, "audit", f"an audit no longer finds {code} at entry {seq}")


def dumps(digests: Digests) -> str:
    """The text of a digests file: a header, then one line an entry.

    A line is its number, the digest of the state, `+` and the changed fields of the state, the digest of each view,
    then `~` and the changed fields that all views share, and `~` with the place of a viewer and those of their own.
    Fields of views are told by their place in the header.
    """
    names = {name: place for place, name in enumerate(dict.fromkeys(_names_seen(digests)))}
    header = {
        "matchfold_digests": FORMAT,
        "match": digests.match_id,
        "viewers": list(digests.viewers),
        "findings": [list(finding) for finding in digests.findings],
        "seen": list(names),
    }
    rows = [_row(line, names) for line in digests.lines]
    return "\n".join([json.dumps(header, separators=(",", ":")), *rows, ""])


def _names_seen(digests: Digests) -> Iterator[str]:
    for line in digests.lines:
        for changed in line.seen:
            yield from changed


def _row(line: Line, names: Mapping[str, int]) -> str:
    changed = ",".join([f"{name}={short}" for name, short in line.changed.items()])
    row = [str(line.seq), line.state, *([f"+{changed}"] if changed else []), *line.views]
    shared = dict(line.seen[0].items()) if line.seen else {}
    for changed_too in line.seen[1:]:
        shared = {name: short for name, short in shared.items() if changed_too.get(name) == short}
    for viewer, fields in [("", shared), *enumerate(line.seen)]:
        told = {name: short for name, short in fields.items() if viewer == "" or name not in shared}
        if told:
            row.append(f"{viewer}~" + ",".join([f"{names[name]}{short or GONE_SIGN}" for name, short in told.items()]))
    return " ".join(row)


def loads(text: str) -> Digests:
    """Digests out of their text, or DigestsDamaged."""
    first, *rows = text.split("\n")
    try:
        header = json.loads(first)
        if header["matchfold_digests"] not in FORMATS or rows.pop() != "":
            raise DigestsDamaged("these are not digests of a fixture, or their end is missing")
        names = header.get("seen", [])
        return Digests(
            match_id=header["match"],
            viewers=tuple(header["viewers"]),
            findings=tuple((code, seq) for code, seq in header["findings"]),
            lines=tuple(_line(row, place, names) for place, row in enumerate(rows, start=1)),
        )
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise DigestsDamaged(f"these digests cannot be read: {error}") from None


def _line(row: str, place: int, names: Sequence[str]) -> Line:
    seq, state, *rest = row.split(" ")
    if int(seq) != place:
        raise ValueError(f"line {place + 1} is of entry {seq}")
    changed: dict[str, str] = {}
    if rest and rest[0].startswith("+"):
        changed = dict([pair.split("=") for pair in rest.pop(0)[1:].split(",")])
    views = tuple([digest for digest in rest if "~" not in digest])
    fields = [told.split("~") for told in rest if "~" in told]
    if not fields:
        return Line(place, state, changed, views)
    seen: list[dict[str, str]] = [{} for _ in views]
    for viewer, told in fields:
        read = dict([_field(pair, names) for pair in told.split(",")])
        for mine in [seen[int(viewer)]] if viewer else seen:
            mine.update(read)
    return Line(place, state, changed, views, tuple(seen))


def _field(told: str, names: Sequence[str]) -> tuple[str, str]:
    short = told[-SEEN_DIGITS:]
    return names[int(told[:-SEEN_DIGITS])], GONE if short == GONE_SIGN else short
