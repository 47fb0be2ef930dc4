"""Attacks: damage with the height bonus, statuses, what taking HP sets off (MAYA-ATT-01, MAYA-TERR-05, MAYA-AMB-05)."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect as Step
from domain.maya.events import ActionDeclared
from domain.maya.hexes import height_bonus
from domain.maya.performers.damage import Hit, strike
from domain.maya.performers.statuses import inflict
from domain.maya.state import State
from domain.maya.table import MayaDraft, board, is_foe_of_seat, place_of
from domain.maya.triggers.firing import fire

RANGED = frozenset(("range", "projectile", "piercing"))


def attack(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Every target takes the value at once, then statuses land on those that live (MAYA-STATUS-02, MAYA-AMB-22)."""
    before = draft.state
    hits = [_hit(before, act, target) for target in act.targets]
    bound = _bound(before, act)
    lost, follow = strike(draft, act.actor, act.seat, hits)
    if draft.state.ended is not None:
        return [], {}
    for target in act.targets:
        for status, count in (act.inflict or {}).items():
            inflict(draft, act.seat, target, status, count)
    return [*act.follow, *follow, *_triggers(draft.state, act, lost)], bound


def _hit(state: State, act: ActionDeclared, target: str) -> Hit:
    actor, unit = state.units[act.actor], state.units[target]
    raw = act.value + (act.extra or {}).get(target, 0)
    height = height_bonus(board(state), place_of(actor), place_of(unit), flies=actor.flying, target_flies=unit.flying)
    return Hit(target, raw, "attack", height, ranged=act.reach in RANGED)


def _bound(state: State, act: ActionDeclared) -> dict[str, Any]:
    if not act.follow:
        return {}
    target = act.targets[0]
    return {"it": target, "it@": place_of(state.units[target])}


def _triggers(state: State, act: ActionDeclared, lost: dict[str, int]) -> list[Step]:
    if act.actor != f"c{act.seat}" or not state.is_alive(act.seat):
        return []
    follow: list[Step] = []
    if act.reach in RANGED:
        follow += fire(state, "you_attacked_ranged", act.seat, {})
    for target, hp in lost.items():
        unit = state.units.get(target)
        if hp and unit is not None and unit.at is not None and unit.is_entity and is_foe_of_seat(state, act.seat, unit):
            follow += fire(state, "your_attack_took_hp", act.seat, {"it": target, "it@": unit.at})
    return follow
