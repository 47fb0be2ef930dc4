"""Pushes and pulls, with collisions (MAYA-PUSH-01 to MAYA-PUSH-14, MAYA-PULL-01 to MAYA-PULL-10)."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect as Step
from domain.maya.effects.trumps import is_held
from domain.maya.events import ActionDeclared
from domain.maya.hexes import Hex, direction_between, pull, push_along
from domain.maya.performers.damage import Hit, strike, taken
from domain.maya.performers.moving import travel
from domain.maya.performers.statuses import inflict
from domain.maya.state import State, Unit, are_friends
from domain.maya.table import MayaDraft, board, is_foe, place_of, standing_for, units_by_space


def push_targets(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Pushes the target, or hands several over to be pushed one after the other in the actor's order."""
    order = {"targets": list(act.targets), "steps": act.value, "actor": act.actor, "collision": act.collision or {}}
    if len(act.targets) > 1:
        return [Step("push_next", order), *act.follow], {}
    if _is_open(draft.state, act):
        away = {} if act.away is None else {"away": list(act.away)}
        return [Step("push_next", {**order, **away}), *act.follow], {}
    return [*push_one(draft, act, act.targets[0]), *act.follow], _bound(draft.state, act.targets[0])


def _is_open(state: State, act: ActionDeclared) -> bool:
    # Whether the turn player has to say if the target is moved at all (MAYA-AMB-116).
    unit = state.units[act.targets[0]]
    return unit.kind == "champion" and is_held(state, unit.owner, act.seat, act.source) is None


def _bound(state: State, target: str) -> dict[str, Any]:
    unit = state.units.get(target)
    return {"it": target, "it@": unit.at} if unit is not None and unit.at is not None else {}


def push_one(draft: MayaDraft, act: ActionDeclared, target: str) -> list[Step]:
    """One push: straight away from the pusher (or from a space), collision damage for what is left of the way."""
    return force_away(draft, act.actor, act.seat, target, act.value, act.away, act.collision or {})


def force_away(
    draft: MayaDraft, pusher: str, seat: int, target: str, steps: int, away: Hex | None, collision: dict[str, int]
) -> list[Step]:
    """Pushes a unit away from the pusher or from a space (MAYA-PUSH-02, MAYA-PUSH-03, MAYA-PUSH-04, MAYA-AMB-34)."""
    state = draft.state
    actor, unit = state.units[pusher], state.units[target]
    direction = direction_between(away or place_of(actor), place_of(unit))
    if direction is None:
        return []
    pushed = push_along(board(state), standing_for(state, unit), place_of(unit), direction, steps)
    ally = are_friends(actor, unit)
    follow: list[Step] = []
    if pushed.path:
        follow += travel(draft, unit, pushed.path, "push", seat, hurts=not ally)
    if pushed.unmoved and draft.state.ended is None:
        follow += _collide(draft, actor, seat, unit, pushed.unmoved, pushed.struck, collision)
    return follow


def _collide(
    draft: MayaDraft, actor: Unit, seat: int, unit: Unit, unmoved: int, struck: Hex | None, statuses: dict[str, int]
) -> list[Step]:
    # Judged from the pusher: friends of the pusher take nothing, whoever else is involved does (MAYA-PUSH-05,
    # MAYA-PUSH-06, MAYA-PUSH-08, MAYA-PUSH-09).
    now = draft.state.units.get(unit.id)
    if now is None or now.at is None:
        return []
    hits: list[Hit] = []
    if is_foe(actor, unit):
        hits.append(Hit(unit.id, unmoved, "collision"))
    other = units_by_space(draft.state).get(struck) if struck is not None else None
    if other is not None and other.id != actor.id and is_foe(actor, other):
        hits.append(Hit(other.id, unmoved, "collision"))
    if not hits:
        return []
    collides = hits[0].target == unit.id and taken(draft.state, hits[0]) > 0
    _, follow = strike(draft, actor.id, seat, hits)
    if draft.state.ended is None and collides:
        for status, count in statuses.items():
            inflict(draft, seat, unit.id, status, count)
    return follow


def pull_target(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Pulls the target to the nearest free space on the line; spikes on the way hurt a foe (MAYA-AMB-38)."""
    actor, unit = draft.state.units[act.actor], draft.state.units[act.targets[0]]
    if _is_open(draft.state, act):
        way = {"unit": unit.id, "actor": actor.id, "reach": act.value}
        return [Step("trumps", {"unit": unit.id}), Step("pull_next", way), *act.follow], {}
    return [*pull_to(draft, actor, act.seat, unit, act.value), *act.follow], {}


def pull_to(draft: MayaDraft, actor: Unit, seat: int, unit: Unit, reach: int) -> list[Step]:
    """Pulls a unit as near to the actor as it can come."""
    state = draft.state
    path = pull(board(state), standing_for(state, actor), place_of(actor), place_of(unit), reach)
    return travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit)) if path else []
