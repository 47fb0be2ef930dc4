"""Taking an action: every way it can be taken, and the declaration of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any, cast

import attrs

from domain.kernel.records import evolve, record
from domain.maya.content.clauses import all_effects
from domain.maya.content.effects import Attack, Defend, Draw, Effect, Fly, Jump, Move, Pull, Push, Run
from domain.maya.content.values import Reach, StatusIcon, Target
from domain.maya.effects.changes import Applied, changes_for, fits, grants, settled, slot_abilities, without
from domain.maya.effects.targets import target_units
from domain.maya.effects.trumps import is_held
from domain.maya.effects.values import value_of
from domain.maya.effects.wording import steps_of
from domain.maya.effects.words import Way
from domain.maya.events import ActionDeclared
from domain.maya.hexes import (
    AXES,
    Hex,
    flights,
    full_runs,
    jumps,
    piercing_line,
    projectile_spaces,
    pull,
    range_spaces,
    reachable,
)
from domain.maya.hexes.moving import PathFault
from domain.maya.performers.walking import walk_fault
from domain.maya.state import NEUTRAL, State, Unit
from domain.maya.table import board, is_foe, place_of, standing_for, units_by_space

SIMPLE = (Move, Attack, Defend, Draw, Push, Pull, Fly, Jump, Run)
"""The actions whose targets or way are named as they are taken; Discard asks for cards."""

MODIFIERS_MAX = 8
"""Modifiers that a player may use or leave one by one on an action; of more there would be ways without end."""


@record
class Icon:
    """An action about to be taken: what it says, by whom, and from where."""

    effect: Effect
    seat: int
    actor: Unit
    source: str
    slot: int = 0
    bound: Mapping[str, Any] = attrs.field(factory=dict)
    printed: bool = True
    """Whether changes to the champion's actions apply."""
    bleeds: bool = True
    """Whether it is an action of its own; what a passive or the afterword of a change does is none (MAYA-AMB-39)."""


def is_simple(effect: Effect) -> bool:
    """Whether an effect is an action that is taken in one go."""
    return isinstance(effect, SIMPLE) and getattr(effect, "by", "you") == "you"


def reach_of(effect: Effect) -> Reach | None:
    """How an action touches its target, if it has a reach."""
    return effect.reach if isinstance(effect, Attack | Push) else None


def is_champion(icon: Icon) -> bool:
    """Whether a champion itself acts, to whom passives, skills and modifiers apply."""
    return icon.printed and icon.actor.kind == "champion"


def ways_of(state: State, icon: Icon) -> tuple[Way, ...]:
    """Every way this action can be taken now; none when it has no legal target (MAYA-ATT-06, MAYA-AMB-20)."""
    if isinstance(icon.effect, Defend | Draw):
        return (Way(),)
    ways: list[Way] = []
    for using in _choices(state, icon, fitting(state, icon)):
        ways += _WAYS[type(icon.effect)](state, icon, using)
    return tuple(ways)


def fitting(state: State, icon: Icon) -> tuple[Applied, ...]:
    """The changes that fit an action of a champion."""
    if not is_champion(icon):
        return ()
    return changes_for(state, icon.seat, icon.effect, icon.slot, reach_of(icon.effect))


def _choices(state: State, icon: Icon, applied: tuple[Applied, ...]) -> Iterator[tuple[Applied, ...]]:
    # All that applies of itself, with each set of what the player may choose, and less each set of what may be left.
    open_to = [c for c in applied if c.chosen or (c.declinable and _is_worth_something(state, icon, c))][:MODIFIERS_MAX]
    left = [change for change in open_to if not change.chosen]
    chosen = [change for change in open_to if change.chosen]
    for fewer in range(len(left) + 1):
        for out in combinations(left, fewer):
            fixed = [without(change) if change in out else change for change in applied if not change.chosen]
            for count in range(len(chosen), -1, -1):
                for some in combinations(chosen, count):
                    yield (*fixed, *some)


def _is_worth_something(state: State, icon: Icon, applied: Applied) -> bool:
    # Root for each Relic, with no Relic, is nothing that could be left out.
    change = applied.change
    if change.set is not None or (change.add is not None and change.add.of == "vish_on_target"):
        return True
    values = [*[status.count for status in change.inflict], *([change.add] if change.add is not None else [])]
    return any(value_of(state, icon.seat, value, bound=icon.bound) for value in values)


def using_of(applied: tuple[Applied, ...]) -> tuple[str, ...]:
    """The names of the modifiers that the player chose to use, and those left out with a minus."""
    return tuple([change.name for change in applied if change.chosen])


# Moving.


def steps_allowed(state: State, icon: Icon, applied: tuple[Applied, ...]) -> tuple[int, int, dict[str, int]]:
    """A Move's value, the steps that Root leaves of it, and what the value is made of (MAYA-ROOT-01, MAYA-AMB-24)."""
    effect = icon.effect
    assert isinstance(effect, Move | Fly | Jump | Run), "only moves have steps"
    parts = {"printed": value_of(state, icon.seat, effect.steps, bound=icon.bound)}
    for change in applied:
        if change.change.add is not None:
            parts[change.name] = value_of(state, icon.seat, change.change.add)
    value = sum(parts.values())
    return value, value - min(icon.actor.root, value), parts


def _move_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    using = using_of(applied)
    _, steps, _ = steps_allowed(state, icon, applied)
    here, actor = place_of(icon.actor), icon.actor
    field, standing = board(state), standing_for(state, actor)
    if any(change.change.become == "jump" for change in applied):
        return [Way(path=(space,), how="jump", using=using) for space in jumps(field, standing, here, steps)]
    champion = actor.kind == "champion"
    paths = reachable(
        field,
        standing,
        here,
        steps,
        spikes_hurt=not (champion and grants(state, icon.seat, "spikeproof")),
        through_foes=champion and grants(state, icon.seat, "pass_enemies"),
    )
    ways = [Way(path=path, using=using) for path in paths.values()]
    if actor.flying:
        flown = flights(field, standing, here, steps).values()
        ways += [Way(path=path, how="fly", using=using) for path in flown if path]
    return ways


def _fly_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    _, steps, _ = steps_allowed(state, icon, applied)
    paths = flights(board(state), standing_for(state, icon.actor), place_of(icon.actor), steps)
    return [Way(path=path, how="fly") for path in paths.values()]


def _jump_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    _, steps, _ = steps_allowed(state, icon, applied)
    landings = jumps(board(state), standing_for(state, icon.actor), place_of(icon.actor), steps)
    return [Way(path=(space,), how="jump") for space in landings]


def _run_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    _, steps, _ = steps_allowed(state, icon, applied)
    if not steps:
        # Rooted to the spot: it may still be taken, which spends the Root (MAYA-ROOT-04).
        return [Way(how="run")]
    runs = full_runs(board(state), standing_for(state, icon.actor), place_of(icon.actor), steps)
    return [Way(path=path, how="run") for path in runs.values()]


def fault_of(state: State, icon: Icon, way: Way) -> PathFault | None:
    """What is wrong with a path somebody names for a Move or Fly that may be taken, or None."""
    applied = _applied(state, icon, way)
    _, steps, _ = steps_allowed(state, icon, applied)
    return walk_fault(state, icon.actor, icon.seat, way.how, way.path, steps)


# Aiming.


def effective_reach(effect: Attack | Push, applied: tuple[Applied, ...]) -> Reach:
    """The reach of an action after the changes to it."""
    reach = effect.reach
    for change in applied:
        become = change.change.become
        if become == "projectile" and reach.kind == "range":
            reach = attrs.evolve(reach, kind="projectile")
        elif become == "all_adjacent" and not reach.is_ranged:
            reach = Reach("all_adjacent")
    if reach.is_ranged:
        reach = attrs.evolve(reach, x=reach.x + sum(change.change.reach_add for change in applied))
    return reach


def _attack_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    effect = icon.effect
    assert isinstance(effect, Attack), "only an attack is aimed like one"
    using = using_of(applied)
    if any(change.change.centre for change in applied):
        centres = [u for u in state.units.values() if u.what == "engram" and u.owner == icon.seat and u.at is not None]
    else:
        centres = [icon.actor]
    ways: list[Way] = []
    for centre in centres:
        name = "" if centre is icon.actor else centre.id
        for targets, direction in aim(state, icon, effective_reach(effect, applied), centre, effect.target):
            ways.append(Way(targets, using=using, centre=name, direction=direction))
    return ways


def aim(
    state: State, icon: Icon, reach: Reach, centre: Unit, target: Target | None
) -> list[tuple[tuple[str, ...], int | None]]:
    """What an attack can be aimed at from a unit's space: the targets, and the direction for Piercing.

    (MAYA-ATT-02, MAYA-ATT-05, MAYA-RANGE-02 to MAYA-RANGE-06, MAYA-PROJ-01 to MAYA-PROJ-06, MAYA-PIERCE-01,
    MAYA-PIERCE-02, MAYA-PIERCE-05, MAYA-ALLADJ-01 to MAYA-ALLADJ-03)
    """
    here, field = place_of(centre), board(state)
    if target is not None:
        named = target_units(state, icon.seat, target, icon.bound)
        hit = [unit.id for unit in named if may_attack(icon.actor, unit)]
        if target.count == "each":
            return [(tuple(hit), None)] if hit else []
        return [((unit,), None) for unit in hit]
    there = units_by_space(state)

    def foes(spaces: Any) -> tuple[str, ...]:
        return tuple([there[at].id for at in spaces if at in there and may_attack(icon.actor, there[at])])

    match reach.kind:
        case "adjacent":
            return [((unit,), None) for unit in foes(field.adjacent(here))]
        case "all_adjacent":
            hit_all = foes(field.adjacent(here))
            return [(hit_all, None)] if hit_all else []
        case "range":
            standing = standing_for(state, icon.actor)
            return [((unit,), None) for unit in foes(range_spaces(field, standing, here, reach.x))]
        case "projectile":
            return [((unit,), None) for unit in foes(projectile_spaces(field, here, reach.x))]
    lines = [(foes(piercing_line(field, here, way, reach.x)), way) for way in range(len(AXES))]
    return [(targets, way) for targets, way in lines if targets]


def may_attack(actor: Unit, unit: Unit) -> bool:
    """Whether an attack by the actor may target a unit (MAYA-FF-01, MAYA-FF-04, MAYA-IDO-03)."""
    return is_foe(actor, unit) and unit.attackable


def _push_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    effect = icon.effect
    assert isinstance(effect, Push), "only a push is aimed like one"
    using = using_of(applied)
    if effect.target is not None:
        named = [
            u
            for u in target_units(state, icon.seat, effect.target, icon.bound)
            if may_force(state, icon.actor, u, icon.source)
        ]
        if effect.target.count == "each":
            return [Way(tuple([unit.id for unit in named]), using=using)] if named else []
        return [Way((unit.id,), using=using) for unit in named]
    there, field, here = units_by_space(state), board(state), place_of(icon.actor)
    reach = effective_reach(effect, applied)
    spaces: Any = field.adjacent(here)
    if reach.kind == "range":
        spaces = range_spaces(field, standing_for(state, icon.actor), here, reach.x)
    elif reach.kind == "projectile":
        spaces = projectile_spaces(field, here, reach.x)
    near = [there[at] for at in spaces if at in there]
    may = tuple([unit.id for unit in near if may_force(state, icon.actor, unit, icon.source)])
    if reach.kind == "all_adjacent":
        return [Way(may, using=using)] if may else []
    return [Way((unit,), using=using) for unit in may]


def _pull_ways(state: State, icon: Icon, applied: tuple[Applied, ...]) -> list[Way]:
    effect = icon.effect
    assert isinstance(effect, Pull), "only a pull is aimed like one"
    reach = value_of(state, icon.seat, effect.reach)
    here, field, standing = place_of(icon.actor), board(state), standing_for(state, icon.actor)
    return [
        Way((unit.id,))
        for unit in state.units.values()
        if unit.at is not None
        and unit.id != icon.actor.id
        and may_force(state, icon.actor, unit, icon.source)
        and pull(field, standing, here, unit.at, reach) is not None
    ]


def may_force(state: State, actor: Unit, unit: Unit, source: str) -> bool:
    """Whether a unit can be pushed or pulled by what has this source: an entity that nothing holds in place.

    (MAYA-IDO-04, MAYA-PUSH-10, MAYA-PRIO-02)
    """
    if not unit.is_entity or unit.id == actor.id:
        return False
    if actor.team == NEUTRAL and unit.team == NEUTRAL:
        return False
    return unit.kind != "champion" or is_held(state, unit.owner, actor.owner, source) is not True


_Ways = Callable[[State, Icon, tuple[Applied, ...]], list[Way]]
_WAYS: dict[type[Effect], _Ways] = {
    Move: _move_ways,
    Fly: _fly_ways,
    Jump: _jump_ways,
    Run: _run_ways,
    Attack: _attack_ways,
    Push: _push_ways,
    Pull: _pull_ways,
}


# Declaring.


def declaration(state: State, icon: Icon, way: Way) -> ActionDeclared:
    """The action as it is declared, its values read now (MAYA-ACT-11, MAYA-AMB-45)."""
    applied = _applied(state, icon, way)
    base = ActionDeclared(
        stack=state.stacked + 1,
        seat=icon.seat,
        actor=icon.actor.id,
        source=icon.source,
        kind=icon.effect.word,
        value=0,
        parts={},
        targets=way.targets,
        path=way.path,
        how=way.how,
        centre=way.centre,
        direction=way.direction,
        bleeds=icon.bleeds,
        spent=(
            *[change.spent for change in applied if change.spent and _serves(state, icon, change, way)],
            *_settled(state, icon, way),
        ),
        follow=tuple([step for change in applied for step in steps_of(change.change.then)]),
    )
    return _DECLARE[type(icon.effect)](state, icon, applied, base)


def _serves(state: State, icon: Icon, change: Applied, way: Way) -> bool:
    # What works against some units only is not used up by an attack on others.
    if not change.unit and not change.change.against:
        return True
    return any(_is_against(state, icon, change, target) for target in way.targets)


def _settled(state: State, icon: Icon, way: Way) -> list[str]:
    # The first action that a modifier of the slot fits decides about it for this activation (MAYA-AMB-59).
    found: list[str] = []
    for change in fitting(state, icon):
        if not change.settles or not _may_cover_more(state, icon, change):
            continue
        used = change.name in way.using if change.chosen else without(change).name not in way.using
        # One for the first action only is spent by it, used or left out.
        is_spent = change.change.first and (used or change.declinable)
        if not is_spent and (change.chosen or _is_worth_something(state, icon, change)):
            found.append(settled(change, used=used))
    return found


def _may_cover_more(state: State, icon: Icon, applied: Applied) -> bool:
    # Whether the slot has another action that a modifier could fit.
    actions = [ability for _, _, ability in slot_abilities(state, icon.seat, icon.slot) if ability.when == "action"]
    fitting_ones = [effect for effect in all_effects(actions) if fits(applied.change, effect, reach_of(effect))]
    return len(fitting_ones) > 1


def _applied(state: State, icon: Icon, way: Way) -> tuple[Applied, ...]:
    applied: list[Applied] = []
    for change in fitting(state, icon):
        left = without(change)
        if change.declinable and left.name in way.using:
            applied.append(left)
        elif not change.chosen or change.name in way.using:
            applied.append(change)
    return tuple(applied)


def _with(base: ActionDeclared, **values: Any) -> ActionDeclared:
    act: ActionDeclared = evolve(cast(Any, base), **values)
    return act


def _declare_move(state: State, icon: Icon, applied: tuple[Applied, ...], base: ActionDeclared) -> ActionDeclared:
    value, _, parts = steps_allowed(state, icon, applied)
    return _with(base, value=value, parts=parts, how=base.how or "walk")


def _declare_attack(state: State, icon: Icon, applied: tuple[Applied, ...], base: ActionDeclared) -> ActionDeclared:
    effect = icon.effect
    assert isinstance(effect, Attack), "an attack is declared as one"
    first = base.targets[0] if len(base.targets) == 1 else ""
    parts = {"printed": value_of(state, icon.seat, effect.value, bound=icon.bound, target=first)}
    extra: dict[str, int] = {}
    inflict = _statuses(state, icon.seat, effect.inflict)
    for change in applied:
        for status, count in _statuses(state, icon.seat, change.change.inflict).items():
            inflict[status] = inflict.get(status, 0) + count
        add = change.change.add
        if add is None:
            continue
        per_target = change.change.against or change.unit or add.of == "vish_on_target"
        if not per_target:
            parts[change.name] = value_of(state, icon.seat, add)
            continue
        for target in base.targets:
            if _is_against(state, icon, change, target):
                more = value_of(state, icon.seat, add, target=target)
                extra[target] = extra.get(target, 0) + more
    reach = effective_reach(effect, applied)
    return _with(
        base,
        value=sum(parts.values()),
        parts=parts,
        extra=extra or None,
        inflict=inflict or None,
        reach=reach.kind if effect.target is None else "named",
        x=reach.x,
    )


def _is_against(state: State, icon: Icon, change: Applied, target: str) -> bool:
    if change.unit:
        return target == change.unit
    if change.change.against == "adjacent":
        here = icon.actor.at
        there = state.units[target].at
        return here is not None and there is not None and board(state).are_adjacent(here, there)
    return True


def _statuses(state: State, seat: int, icons: tuple[StatusIcon, ...]) -> dict[str, int]:
    counts = {icon.status: value_of(state, seat, icon.count) for icon in icons}
    return {status: count for status, count in counts.items() if count}


def _declare_push(state: State, icon: Icon, applied: tuple[Applied, ...], base: ActionDeclared) -> ActionDeclared:
    effect = icon.effect
    assert isinstance(effect, Push), "a push is declared as one"
    parts = {"printed": value_of(state, icon.seat, effect.steps)}
    for change in applied:
        if change.change.set is not None:
            parts = {change.name: value_of(state, icon.seat, change.change.set)}
        if change.change.add is not None:
            parts[change.name] = value_of(state, icon.seat, change.change.add)
    away = "" if effect.away_from == "you" else effect.away_from
    reach = effective_reach(effect, applied)
    return _with(
        base,
        value=sum(parts.values()),
        parts=parts,
        collision=_statuses(state, icon.seat, effect.on_collision) or None,
        reach=reach.kind if effect.target is None else "named",
        x=reach.x,
        away=Hex(*icon.bound[f"{away}@"]) if away else None,
    )


def _declare_pull(state: State, icon: Icon, applied: tuple[Applied, ...], base: ActionDeclared) -> ActionDeclared:
    effect = icon.effect
    assert isinstance(effect, Pull), "a pull is declared as one"
    value = value_of(state, icon.seat, effect.reach)
    return _with(base, value=value, parts={"printed": value})


def _declare_plain(state: State, icon: Icon, applied: tuple[Applied, ...], base: ActionDeclared) -> ActionDeclared:
    effect = icon.effect
    assert isinstance(effect, Defend | Draw), "only Defend and Draw have nothing but a value"
    value = value_of(state, icon.seat, effect.value, bound=icon.bound)
    return _with(base, value=value, parts={"printed": value})


_Declare = Callable[[State, Icon, tuple[Applied, ...], ActionDeclared], ActionDeclared]
_DECLARE: dict[type[Effect], _Declare] = {
    Move: _declare_move,
    Fly: _declare_move,
    Jump: _declare_move,
    Run: _declare_move,
    Attack: _declare_attack,
    Push: _declare_push,
    Pull: _declare_pull,
    Defend: _declare_plain,
    Draw: _declare_plain,
}
