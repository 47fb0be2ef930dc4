"""Capsules: one file with all that is needed to reproduce a bug report.

A header, then what the reporter was shown, then what was refused, one JSON document a line, and after these the log up
to the moment of the report as a match file. The host's copy holds the log in full; the reporter's copy holds it, and
everything else, as the reporter may see it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from domain.kernel.entries import Entry, Part
from domain.kernel.game import HOST_SEAT
from domain.kernel.lifecycle import HOST
from domain.kernel.records import evolve, record
from projections import matchfile, proofs
from projections.matchfile import AUDITOR, FileDamaged, MatchFile, Measure
from projections.proofs import NotCanonical
from projections.views import is_viewer, seat_of

FORMAT = 1
COMMENT_LENGTH_MAX = 2_000
CLIENT_LENGTH_MAX = 200
REFUSALS_MAX = 200
NESTING_MAX = 60
JSON = dict[str, Any]


@record
class Attempt:
    """An intent that came to nothing: whose, after which entry, when (ms), and why.

    The code is INTERNAL where the rules did not refuse it but broke.
    """

    seat: int
    seq: int
    at: int
    intent: Mapping[str, Any]
    code: str
    rule: str
    sentence: str


@record
class Report:
    """What somebody reported: who (`seat:N`, spectator or host), at which step, when (ms), and in which words.

    `viewer` is whose eyes they used. `versions` are those of rules, code, Python and client.
    """

    id: str
    match_id: str
    game: str
    by: str
    viewer: str
    step: int
    at: int
    comment: str
    versions: Mapping[str, Any]


@record
class Capsule:
    """A report with its evidence. `seen` is the view and the offers that the reporter was shown, if they were kept."""

    report: Report
    seen: JSON | None
    refusals: tuple[Attempt, ...]
    log: MatchFile

    @property
    def whole(self) -> bool:
        """Whether this is the host's copy."""
        return self.log.viewer == AUDITOR


def redacted(capsule: Capsule, viewer: str) -> Capsule:
    """The capsule as its reporter may hold it: their copy of the log, and what was refused to their own seat."""
    seat = seat_of(viewer)
    log = evolve(capsule.log, viewer=viewer, entries=tuple(matchfile.redacted(capsule.log.entries, viewer)))
    mine = tuple([attempt for attempt in capsule.refusals if attempt.seat == seat])
    seen = capsule.seen if capsule.report.viewer == viewer else None
    return evolve(capsule, log=log, refusals=mine, seen=seen)


def without_secret(capsule: Capsule) -> Capsule:
    """The capsule of a match that is still played: without the secret that would tell shuffles to come."""
    entries = capsule.log.entries
    opening = entries[:2]
    closed = tuple([_closed(entry) for entry in opening])
    return evolve(capsule, log=evolve(capsule.log, entries=closed + entries[len(opening) :]))


def _closed(entry: Entry) -> Entry:
    parts = tuple([Part(part.audience, part.commitment, None, None) for part in entry.parts])
    return Entry(entry.seq, entry.public, parts, entry.link)


def dumps(capsule: Capsule) -> str:
    """The text of a capsule."""
    header = {
        "matchfold_capsule": FORMAT,
        **attrs.asdict(capsule.report),
        "seen": capsule.seen is not None,
        "refusals": len(capsule.refusals),
    }
    lines = [_line(header)]
    if capsule.seen is not None:
        lines.append(_line(capsule.seen))
    lines += [_line(attrs.asdict(attempt)) for attempt in capsule.refusals]
    return "\n".join([*lines, matchfile.dumps(capsule.log)])


def load(lines: Iterable[bytes]) -> Capsule:
    """A capsule out of its lines, each with the newline that ends it, or FileDamaged. Nothing is proved by that."""
    reading = iter(lines)
    measure = Measure()
    header = _parsed(reading, 1, measure)
    if header.get("matchfold_capsule") != FORMAT:
        raise FileDamaged("this is not a capsule: its first line is no header of one", 1)
    try:
        report = Report(**{field.name: _typed(header, field.name) for field in attrs.fields(Report)})
        count = _typed(header, "refusals", int)
        kept = _typed(header, "seen", bool)
    except (KeyError, TypeError) as error:
        raise FileDamaged(f"the header cannot be read: {error}", 1) from None
    if not 0 <= count <= REFUSALS_MAX:
        raise FileDamaged(f"a capsule holds at most {REFUSALS_MAX} refusals", 1)
    seen = _parsed(reading, 2, measure) if kept else None
    first = 2 + kept
    places = range(first, first + count)
    refusals = tuple([_attempt(_parsed(reading, place, measure), place) for place in places])
    before = first + count - 1
    try:
        log = matchfile.load(reading, measure)
    except FileDamaged as error:
        raise FileDamaged(error.sentence, error.line + before) from None
    if (report.match_id, report.game) != (log.match_id, log.game):
        raise FileDamaged("the header names another match than the log", 1)
    _check_agreement(report, refusals, log, first)
    return Capsule(report, seen, refusals, log)


def _check_agreement(report: Report, refusals: tuple[Attempt, ...], log: MatchFile, first: int) -> None:
    """FileDamaged where the report or a refusal is of a step, seat or viewer that its log does not have.

    The host's own refusals are those of seat 0.
    """
    entries, seats = len(log.entries), _seats_in(log)
    if not 1 <= report.step <= entries:
        raise FileDamaged(f"the header names entry {report.step} of a log with {entries} entries", 1)
    if not is_viewer(report.viewer, seats):
        raise FileDamaged(f"the header names the viewer {report.viewer!r:.40} at a table of {seats} seats", 1)
    if report.by != HOST and (report.by == AUDITOR or not is_viewer(report.by, seats)):
        raise FileDamaged(f"the header names the reporter {report.by!r:.40} at a table of {seats} seats", 1)
    for line, attempt in enumerate(refusals, start=first):
        if not HOST_SEAT <= attempt.seat <= seats:
            raise FileDamaged(f"a refusal names seat {attempt.seat} at a table of {seats} seats", line)
        if not 1 <= attempt.seq <= entries:
            raise FileDamaged(f"a refusal names entry {attempt.seq} of a log with {entries} entries", line)


def _seats_in(log: MatchFile) -> int:
    """How many seats the table has, as the log opens it."""
    try:
        seats = proofs.opened(log.entries[1]).fields["seats"]
    except (NotCanonical, KeyError, IndexError):
        seats = None
    if not isinstance(seats, list):
        raise FileDamaged("the log of this capsule does not begin with an open table", 1)
    return len(seats)


def _attempt(data: JSON, line: int) -> Attempt:
    try:
        return Attempt(**{field.name: _typed(data, field.name) for field in attrs.fields(Attempt)})
    except (KeyError, TypeError) as error:
        raise FileDamaged(f"line {line} is no refusal: {error}", line) from None


_KINDS: Mapping[str, type] = {
    "step": int,
    "at": int,
    "seat": int,
    "seq": int,
    "versions": dict,
    "intent": dict,
}


def _typed(data: Mapping[str, Any], name: str, kind: type | None = None) -> Any:
    value = data[name]
    wanted = kind or _KINDS.get(name, str)
    if type(value) is not wanted:
        raise TypeError(f"{name} is no {wanted.__name__}")
    return value


def _parsed(lines: Iterator[bytes], number: int, measure: Measure) -> JSON:
    line = next(lines, b"")
    measure.take(line, number)
    if not line.endswith(b"\n"):
        raise FileDamaged("the file ends in the middle of a line" if line else "the file ends too early", number)
    try:
        data = json.loads(line)
        _check_depth(data, NESTING_MAX)
    except (ValueError, RecursionError) as error:
        raise FileDamaged(f"line {number} cannot be read: {error}", number) from None
    if not isinstance(data, dict):
        raise FileDamaged(f"line {number} is no JSON object", number)
    return data


def _check_depth(value: Any, left: int) -> None:
    if isinstance(value, dict | list):
        if left == 0:
            raise ValueError("it is nested too deeply")
        for item in value.values() if isinstance(value, dict) else value:
            _check_depth(item, left - 1)


def _line(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
