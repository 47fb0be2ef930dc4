"""Logs rewritten by somebody who can link them anew: only deciding again can tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.codec import entry_from_json, entry_json
from domain.kernel.entries import Entry, first_link, next_link


def forged(log: Sequence[Entry], match_id: str, change: Callable[[dict[str, Any]], None]) -> tuple[Entry, ...]:
    """The log with every entry as `change` leaves it, linked from the first on."""
    link = first_link(match_id)
    entries: list[Entry] = []
    for entry in log:
        shown = entry_json(entry)
        change(shown)
        public = entry_from_json(shown).public
        link = next_link(link, public, [part.commitment for part in entry.parts])
        entries.append(entry._replace(public=public, link=link))
    return tuple(entries)


def saying(at: int, **fields: Any) -> Callable[[dict[str, Any]], None]:
    """The entry in that place says something else in these public fields."""

    def change(shown: dict[str, Any]) -> None:
        if shown["seq"] == at:
            shown["public"].update(fields)

    return change


def under_rules(at: int, version: int) -> Callable[[dict[str, Any]], None]:
    """The intent in that place and what it caused claim other rules."""

    def change(shown: dict[str, Any]) -> None:
        if at in (shown["seq"], shown["cause"]):
            shown["rules"] = version

    return change


def first(log: Sequence[Entry], kind: str) -> int:
    """The first entry of a type."""
    return next(entry.seq for entry in log if entry_json(entry)["type"] == kind)


def cause_of(log: Sequence[Entry], seq: int) -> int:
    """The intent that an entry is, or came of."""
    return int(entry_json(log[seq - 1])["cause"] or seq)


def intents_in(log: Sequence[Entry]) -> int:
    return sum(entry_json(entry)["kind"] == "intent" for entry in log)
