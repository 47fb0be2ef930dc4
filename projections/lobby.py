"""The lobby: the tables that anybody may see, newest news first, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sortedcontainers import SortedKeyList

from projections.plugin import JSON

PAGE_SIZE = 20
PAGE_SIZE_MAX = 100
LISTED = "public"

# Each sorting ends with the id, so that an order is total and pages never repeat a table.
SORTS: dict[str, Callable[[JSON], tuple[Any, ...]]] = {
    "updated": lambda summary: (-summary["updated_at"], summary["id"]),
    "created": lambda summary: (-summary["created_at"], summary["id"]),
    "title": lambda summary: (summary["title"].casefold(), summary["id"]),
    "seats": lambda summary: (-free_seats(summary), summary["id"]),
}


def free_seats(summary: JSON) -> int:
    """How many seats are still free."""
    return sum(seat["holder"] == "open" for seat in summary["seats"])


class Lobby:
    """Summaries of matches by id, kept in every order that a page may ask for."""

    def __init__(self) -> None:
        self._summaries: dict[str, JSON] = {}
        self._orders = {name: SortedKeyList(key=key) for name, key in SORTS.items()}

    def put(self, summary: JSON) -> None:
        """Takes a match's summary in place of the one before; tables that are not public are never listed."""
        self.drop(summary["id"])
        if summary["visibility"] != LISTED:
            return
        kept = {**summary, "you": {"seat": None, "host": False}}
        self._summaries[kept["id"]] = kept
        for order in self._orders.values():
            order.add(kept)

    def drop(self, match_id: str) -> None:
        """Forgets a match."""
        known = self._summaries.pop(match_id, None)
        if known is not None:
            for order in self._orders.values():
                order.remove(known)

    def page(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        sort: str = "updated",
        page: int = 1,
        page_size: int = PAGE_SIZE,
    ) -> JSON:
        """One page of tables with this status and game, in this order (a key of `SORTS`)."""
        size = max(1, min(page_size, PAGE_SIZE_MAX))
        found = [
            summary
            for summary in self._orders[sort]
            if status in (None, summary["status"]) and game in (None, summary["game"])
        ]
        start = (max(page, 1) - 1) * size
        return {
            "matches": found[start : start + size],
            "page": max(page, 1),
            "pages": -(-len(found) // size),
            "total": len(found),
        }
