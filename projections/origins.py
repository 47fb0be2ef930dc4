"""A fork beside the match that it goes on from: whether its past is the one that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.codec import Damaged, entry_json
from domain.kernel.entries import Entry
from projections.audit import Finding
from projections.diff import entry_changes
from projections.matchfile import MatchFile, opening_of
from projections.plugin import Plugin

CODE = "ORIGIN"
OPENING = 2  # CreateMatch and MatchCreated, which a fork has anew
# What is a fork's own in them; all else is taken over.
_OWN = frozenset(
    [f"public.{name}" for name in ("match_id", "title", "visibility", "clock", "origin", "commitment")]
    + ["sealed.server.secret"]
)


def origin_of(file: MatchFile) -> Mapping[str, Any] | None:
    """Which match, entry and link a log says it goes on from; None where it is no fork."""
    try:
        origin = opening_of(file.entries).get("origin")
    except Damaged:
        return None
    return origin if isinstance(origin, Mapping) and isinstance(origin.get("seq"), int) else None


def departures(origin: MatchFile, fork: MatchFile, plugin: Plugin) -> list[Finding]:
    """Where a fork's past is not that of the match it names: by the link it states, and at the first entry.

    What only one of the two has open is not compared, nor what the log of the origin does not reach.
    """
    return list(_departures(origin, fork, plugin))


def reaches(origin: MatchFile, fork: MatchFile) -> bool:
    """Whether a log goes as far as to the entry that a fork goes on from."""
    stated = origin_of(fork)
    return stated is not None and len(origin.entries) >= stated["seq"]


def _departures(origin: MatchFile, fork: MatchFile, plugin: Plugin) -> Iterator[Finding]:
    stated = origin_of(fork)
    if stated is None:
        return
    seq = stated["seq"]
    if reaches(origin, fork) and seq > 0:
        link = origin.entries[seq - 1].link.hex()
        if stated["link"] != link:
            sentence = f"entry {seq} of match {origin.match_id} has another link than this fork says: {link:.12}…"
            yield Finding(CODE, OPENING, sentence, {"link": link})
    for mine, theirs in zip(fork.entries[:seq], origin.entries[:seq], strict=False):
        what = _difference(mine, theirs, plugin)
        if what:
            sentence = f"entry {mine.seq} is not as in match {origin.match_id}, which this goes on from: {what}"
            yield Finding(CODE, mine.seq, sentence)
            return


def _difference(mine: Entry, theirs: Entry, plugin: Plugin) -> str:
    """What differs between an entry that was taken over and its original; nothing if it is the same."""
    one, other = entry_json(mine), entry_json(theirs)
    if one["type"] == other["type"] and one["schema"] != other["schema"]:
        return _read_otherwise(mine, theirs, plugin)  # taken over in the form of today
    if one["at"] != other["at"]:
        return "at"
    changes = entry_changes(mine, theirs)
    return next((change.path for change in changes if mine.seq > OPENING or change.path not in _OWN), "")


def _read_otherwise(mine: Entry, theirs: Entry, plugin: Plugin) -> str:
    if any(part.body is None for entry in (mine, theirs) for part in entry.parts):
        return ""
    reader = plugin.rules.reader
    return "" if mine.seq <= OPENING or reader.read(mine)[1] == reader.read(theirs)[1] else "fields"
