"""Several copies of one match beside each other: the host's, a seat's, a spectator's must tell the same log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.entries import Entry, Head, Part
from domain.kernel.match import BLANK
from projections import proofs
from projections.audit import Finding
from projections.matchfile import SPECTATOR, MatchFile, dumps, loads, match_file
from projections.plugin import Plugin
from projections.views import match_view

LOOKS_EVERY = 8  # steps between two at which the views of a viewer's own copy and of the full log are compared


def disagreement(one: MatchFile, other: MatchFile) -> Finding | None:
    """The first entry at which two copies of a match tell different logs; a shorter copy is merely older."""
    for mine, theirs in zip(one.entries, other.entries, strict=False):
        what = _difference(mine, theirs)
        if what is not None:
            sentence = f"entry {theirs.seq} {what} the copy of {one.viewer}"
            return Finding("COPIES", theirs.seq, sentence, {"viewer": one.viewer})
    return None


def _difference(mine: Entry, theirs: Entry) -> str | None:
    if mine.public != theirs.public or len(mine.parts) != len(theirs.parts):
        return "says something else than in"
    for left, right in zip(mine.parts, theirs.parts, strict=True):
        if (left.audience, left.commitment) != (right.audience, right.commitment):
            return f"has another commitment for {right.audience} than in"
        if None not in (left.body, right.body) and (left.salt, left.body) != (right.salt, right.body):
            return f"opens another content for {right.audience} than in"
    return None if mine.link == theirs.link else "has another link than in"


def leaks(file: MatchFile, plugin: Plugin) -> Iterator[Finding]:
    """What is not secret that should be, or the other way round, in the copies that viewers get of a full log.

    The copy of each seat and of a spectator is made, written and read again; it must be the full log with the parts of
    others closed, and must show its viewer exactly what the full log shows them, looked at every few steps.
    """
    seats = len(plugin.rules.fold(file.entries[:2]).holders)
    for viewer in (*[f"seat:{seat}" for seat in range(1, seats + 1)], SPECTATOR):
        copy = loads(dumps(match_file(file.entries, viewer)))
        yield from _closed_wrongly(file, copy, viewer)
        yield from _seen_otherwise(file, copy, viewer, plugin)


def _closed_wrongly(file: MatchFile, copy: MatchFile, viewer: str) -> Iterator[Finding]:
    for full, shown in zip(file.entries, copy.entries, strict=True):
        right = [
            part if part.audience == viewer else Part(part.audience, part.commitment, None, None) for part in full.parts
        ]
        if (shown.seq, shown.public, list(shown.parts), shown.link) != (full.seq, full.public, right, full.link):
            yield Finding(
                "SECRECY", full.seq, f"entry {full.seq} of the copy for {viewer} is not the full one redacted"
            )


def _seen_otherwise(file: MatchFile, copy: MatchFile, viewer: str, plugin: Plugin) -> Iterator[Finding]:
    rules = plugin.rules
    known = full = BLANK
    ends = _looks(file.entries)
    for mine, theirs in zip(file.entries, copy.entries, strict=True):
        full, known = rules.fold((mine,), full), rules.fold((theirs,), known)
        if mine.seq in ends:
            head = Head(mine.seq, mine.link)
            if match_view(plugin, full, viewer, head) != match_view(plugin, known, viewer, head):
                sentence = f"what {viewer} sees after entry {mine.seq} does not follow from what {viewer} was sent"
                yield Finding("SECRECY", mine.seq, sentence)
                return


def _looks(entries: Sequence[Entry]) -> frozenset[int]:
    ends = [entry.seq - 1 for entry in entries[2:] if proofs.opened(entry).kind == "intent"]
    return frozenset([*ends[::LOOKS_EVERY], len(entries)])
