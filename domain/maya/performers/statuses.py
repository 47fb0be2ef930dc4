"""Statuses on units: Root, Bleed, Vish, and taking them off again (MAYA-STATUS-01 to MAYA-STATUS-06)."""

from __future__ import annotations

from domain.maya.events import StatusChanged
from domain.maya.table import MayaDraft


def inflict(draft: MayaDraft, seat: int, target: str, status: str, count: int) -> int:
    """Puts status tokens on a living entity; Vish goes as far as the seat's supply (MAYA-LIMIT-01). Gives how many."""
    unit = draft.state.units.get(target)
    if unit is None or unit.at is None or not unit.is_entity or count <= 0:
        return 0
    if status == "vish":
        count = min(count, draft.state.seat(seat).purse.supply.get("vish", 0)) if seat else 0
        if count:
            total = unit.vish.get(seat, 0) + count
            draft.emit(StatusChanged("vish", count, total, seat, unit=target, owner=seat))
        return count
    now = unit.root if status == "root" else unit.bleed
    draft.emit(StatusChanged(status, count, now + count, seat, unit=target))
    return count


def take_vish(draft: MayaDraft, seat: int, target: str, count: int) -> int:
    """Takes a seat's own Vish off a unit, back to its supply. Gives how many."""
    held = draft.state.units[target].vish.get(seat, 0)
    taken = min(held, count)
    if taken:
        draft.emit(StatusChanged("vish", -taken, held - taken, seat, unit=target, owner=seat))
    return taken


def remove(draft: MayaDraft, seat: int, target: str, status: str, count: int) -> int:
    """Takes Root or Bleed off a unit. Gives how many."""
    unit = draft.state.units[target]
    held = unit.root if status == "root" else unit.bleed
    taken = min(held, count)
    if taken:
        draft.emit(StatusChanged(status, -taken, held - taken, seat, unit=target))
    return taken
