"""An action takes effect: re-checked, performed, answered by triggers, paid for with Bleed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.kernel.records import evolve
from domain.maya.content.reading import target_from_data
from domain.maya.effects.targets import target_units
from domain.maya.effects.wording import as_data
from domain.maya.events import ActionDeclared, ActionFizzled, ActionResolved
from domain.maya.evolving.frames import ACT, NAMED
from domain.maya.hexes import (
    full_runs,
    jumps,
    piercing_line,
    projectile_spaces,
    pull,
    range_spaces,
)
from domain.maya.performers import attacking, forcing, moving, plain
from domain.maya.performers.icons import may_attack, may_force
from domain.maya.performers.walking import walk_fault
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, board, place_of, standing_for

MOVES = frozenset(("move", "fly", "jump", "run"))

Result = tuple[list[Step], dict[str, Any]]
"""What follows an action, and what it bound for that."""

RESOLVE: dict[str, Callable[[MayaDraft, ActionDeclared], Result]] = {
    "move": moving.go,
    "fly": moving.go,
    "jump": moving.go,
    "run": moving.go,
    "attack": attacking.attack,
    "push": forcing.push_targets,
    "pull": forcing.pull_target,
    "defend": plain.defend,
    "draw": plain.draw,
    "discard": plain.discard,
}


def resolve(draft: MayaDraft, program: Program, act: ActionDeclared) -> None:
    """Carries out the action on top of the stack (MAYA-REACT-08, MAYA-AMB-53)."""
    actor = draft.state.units.get(act.actor)
    bleeding = act.bleeds and actor is not None and actor.bleed > 0
    left, gone = _still_legal(draft.state, program, act, actor)
    if program.bound.get("cancelled") or left is None:
        draft.emit(ActionFizzled(act.stack, gone or act.targets, _afterwards(draft.state, act, bleeding)))
        return
    follow, bound = RESOLVE[act.kind](draft, left)
    if draft.state.ended is not None:
        return
    draft.emit(
        ActionResolved(
            act.stack, gone, (*follow, *_afterwards(draft.state, act, bleeding)), as_data(bound) if bound else None
        )
    )


def _afterwards(state: State, act: ActionDeclared, bleeding: bool) -> tuple[Step, ...]:
    steps: list[Step] = []
    if bleeding:
        steps.append(Step("bleed", {"unit": act.actor}))
    # At the end of any action of a unit that a player controls (MAYA-ITEM-04).
    if state.ground.items and act.seat:
        steps.append(Step("pick_up", {"unit": act.actor}))
    return tuple(steps)


def _still_legal(
    state: State, program: Program, act: ActionDeclared, actor: Unit | None
) -> tuple[ActionDeclared | None, tuple[str, ...]]:
    # The waiting action after what was answered, or None when nothing of it is legal any more.
    if actor is None or actor.at is None:
        return None, act.targets
    if act.kind in MOVES:
        return (act if _way_is_open(state, act, actor) else None), ()
    if not act.targets or act.kind == "discard":
        return act, ()
    answered = program.bound.get("dropped", ())
    left = tuple([t for t in act.targets if t not in answered and is_legal_target(state, program, t)])
    gone = tuple([target for target in act.targets if target not in left])
    if not left:
        return None, gone
    fewer: ActionDeclared = evolve(cast(Any, act), targets=left)
    return (fewer if gone else act), gone


def _way_is_open(state: State, act: ActionDeclared, actor: Unit) -> bool:
    # Nothing can have changed but by an answer: a unit in the way, a Root, another place to start from.
    field, standing, here = board(state), standing_for(state, actor), place_of(actor)
    steps = act.value - min(actor.root, act.value)
    match act.how:
        case "jump":
            return act.path[-1] in jumps(field, standing, here, steps)
        case "run":
            # Who is rooted to the spot goes nowhere, which spends the Root and cannot be barred (MAYA-ROOT-04).
            return not act.path or act.path in full_runs(field, standing, here, steps).values()
    return walk_fault(state, actor, actor.owner, act.how, act.path, steps) is None


def is_legal_target(state: State, program: Program, target: str) -> bool:
    """Whether a target of an action that waits to resolve is still a legal one."""
    act: ActionDeclared = program.effects[0].args[ACT]
    unit, actor = state.units.get(target), state.units.get(act.actor)
    if unit is None or unit.at is None or actor is None or actor.at is None:
        return False
    field, here = board(state), place_of(actor)
    if act.kind == "pull":
        way = pull(field, standing_for(state, actor), here, unit.at, act.value)
        return way is not None and may_force(state, actor, unit, act.source)
    if act.kind == "push" and not may_force(state, actor, unit, act.source):
        return False
    if act.kind == "attack" and not may_attack(actor, unit):
        return False
    if act.centre:
        centre = state.units.get(act.centre)
        if centre is None or centre.at is None:
            return False
        here = centre.at
    match act.reach:
        case "named":
            return _is_as_named(state, program, act.seat, unit)
        case "range":
            return unit.at in range_spaces(field, standing_for(state, actor), here, act.x)
        case "projectile":
            return unit.at in projectile_spaces(field, here, act.x)
        case "piercing":
            assert act.direction is not None, "a piercing attack goes one way"
            return unit.at in piercing_line(field, here, act.direction, act.x)
    return field.are_adjacent(here, unit.at)


def _is_as_named(state: State, program: Program, seat: int, unit: Unit) -> bool:
    # One that is named with no word about where it stands is a target as long as it is on the arena.
    named = program.bound.get(NAMED)
    return named is None or unit in target_units(state, seat, target_from_data(named["target"]), named["bound"])
