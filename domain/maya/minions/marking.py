"""Setting neutral minions on a seat (MAYA-AGGRO-01 to MAYA-AGGRO-05)."""

from __future__ import annotations

from domain.maya.events import AggroMarked
from domain.maya.state import NEUTRAL, Unit
from domain.maya.table import MayaDraft, beside


def mark(draft: MayaDraft, minion: str, seat: int, cause: str) -> None:
    """Sets a neutral minion on a seat, once (MAYA-AGGRO-01, MAYA-AGGRO-02, MAYA-AGGRO-03)."""
    if (minion, seat) not in draft.state.marks:
        draft.emit(AggroMarked(minion, seat, cause))


def mark_neighbours(draft: MayaDraft, unit: Unit, seat: int) -> None:
    """A unit that ends its turn beside neutral minions sets them on its seat (MAYA-AGGRO-02, MAYA-AGGRO-03)."""
    if unit.at is None:
        return
    for other in beside(draft.state, unit):
        if other.kind == "minion" and other.team == NEUTRAL:
            mark(draft, other.id, seat, "adjacent")
