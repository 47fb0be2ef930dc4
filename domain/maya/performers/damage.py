"""Damage: what defence takes, what is lost, whose deed it is, who dies of it."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.frames import Effect as Step
from domain.kernel.records import record
from domain.maya.effects.changes import shielded
from domain.maya.events import ChipsMoved, DamageDealt
from domain.maya.minions.deaths import sweep
from domain.maya.minions.marking import mark
from domain.maya.modes.base import mode_of
from domain.maya.state import NEUTRAL, State
from domain.maya.table import MayaDraft


@record
class Hit:
    """Damage about to hit a unit: the value, the height bonus in it, and whether defence does not count."""

    target: str
    raw: int
    kind: str
    height: int = 0
    true: bool = False
    ranged: bool = False


def strike(
    draft: MayaDraft, source: str, seat: int, hits: Iterable[Hit], cause: str = ""
) -> tuple[dict[str, int], list[Step]]:
    """Deals damage to one or several units at once, then handles the deaths; gives HP lost by unit, and what follows.

    `seat` is whose deed it is, 0 for nobody's. All hits are worked out before any is applied (MAYA-DEF-04,
    MAYA-DEF-05, MAYA-ALLADJ-04, MAYA-AMB-09, MAYA-AMB-17, MAYA-AMB-21).
    """
    before = draft.state
    dealt = [_dealt(before, source, seat, hit) for hit in hits]
    for damage in dealt:
        draft.emit(damage)
        _settle_chips(draft, damage)
        mode_of(draft.state).hurt(draft, damage)
    fallen = {damage.target: (damage.seat, cause or damage.kind) for damage in dealt}
    return {damage.target: damage.lost for damage in dealt}, sweep(draft, fallen)


def taken(state: State, hit: Hit) -> int:
    """The damage that a unit takes of a hit, less what shields it, before defence."""
    unit = state.units[hit.target]
    amount = hit.raw + hit.height
    if unit.kind == "champion":
        if hit.kind == "collision":
            amount -= shielded(state, unit.owner, "collision")
        elif hit.ranged:
            amount -= shielded(state, unit.owner, "ranged_attack")
    return max(amount, 0)


def _dealt(state: State, source: str, seat: int, hit: Hit) -> DamageDealt:
    unit, amount = state.units[hit.target], taken(state, hit)
    blocked = 0 if hit.true else min(amount, unit.defence)
    lost = min(amount - blocked, unit.hp)
    most = mode_of(state).most_lost(state, unit, seat)
    if most is not None:
        lost = min(lost, most)
    return DamageDealt(source, seat, hit.target, hit.kind, hit.raw, hit.height, hit.true, blocked, lost)


def _settle_chips(draft: MayaDraft, damage: DamageDealt) -> None:
    unit = draft.state.units[damage.target]
    if unit.kind != "minion" or not damage.lost:
        return
    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))
    if damage.seat and unit.team == NEUTRAL and damage.kind != "bleed":
        mark(draft, unit.id, damage.seat, "damage")
