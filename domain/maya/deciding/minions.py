"""Steering minions: allied ones in the own turn, aggroed ones after an opponent's."""

from __future__ import annotations

from domain.kernel.game import Refused
from domain.kernel.records import evolve
from domain.maya.deciding.checks import check_nothing_pending, check_step
from domain.maya.effects.words import Way
from domain.maya.intents import (
    AggroAction,
    BeginMinionTurn,
    ChooseAggroMinion,
    EndAggroMinion,
    EndMinionStep,
    EndMinionTurn,
    MinionAction,
)
from domain.maya.minions import aggro, allies
from domain.maya.minions.acting import Option, act, icon_of, is_walkable, is_way, open_steps, side_of
from domain.maya.minions.planning import choices
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft

# Allied minions.


def begin_minion_turn(draft: MayaDraft, intent: BeginMinionTurn) -> None:
    """One of the own minions acts, when no other is at it (MAYA-TURN-07, MAYA-TURN-08)."""
    state = draft.state
    check_step(state, intent.seat, "allies", "MAYA-TURN-07")
    if state.turn.minion:
        raise Refused("MINION_ACTING", "MAYA-TURN-08", "One minion ends its turn before another starts.")
    unit = state.units.get(intent.minion)
    if unit is None or unit.kind != "minion" or unit.owner != intent.seat:
        raise Refused("NOT_YOUR_MINION", "MAYA-UNIT-07", "You control no such minion.")
    if unit.id in state.turn.minions_done:
        raise Refused("ALREADY_ACTED", "MAYA-TURN-08", "That minion's turn is over.")
    allies.begin(draft, unit.id)


def minion_action(draft: MayaDraft, intent: MinionAction) -> None:
    """An action of the acting minion; order and alternatives of its head stay (MAYA-TURN-09, MAYA-AMB-84)."""
    state = draft.state
    unit = _acting(state, intent.seat)
    side = side_of(state, unit)
    if not 0 <= intent.step < len(side.steps) or not 0 <= intent.choice < len(side.steps[intent.step]):
        raise Refused("NO_SUCH_STEP", "MAYA-MIN-01", "That minion has no such action.")
    if intent.step not in open_steps(side, state.turn.minion_used):
        raise Refused("STEP_USED", "MAYA-AMB-84", "That step was used, or one that comes after it.")
    option = _named(allies.choices(state), intent)
    if option is None:
        option = _other_path(state, unit, intent)
    if option is None:
        raise Refused("NO_LEGAL_WAY", "MAYA-TURN-09", "That minion cannot do that now.")
    act(draft, unit, intent.seat, option)


def _named(options: list[Option], intent: MinionAction | AggroAction) -> Option | None:
    return next(
        (
            option
            for option in options
            if (option.step, option.choice) == (intent.step, intent.choice)
            and is_way(option.way, intent.target, intent.path)
        ),
        None,
    )


def _other_path(state: State, unit: Unit, intent: MinionAction) -> Option | None:
    if intent.target:
        return None
    effect = side_of(state, unit).steps[intent.step][intent.choice]
    way = Way(path=intent.path, how="fly" if effect.word == "fly" else "")
    icon = icon_of(unit, intent.seat, intent.step, effect)
    return Option(intent.step, intent.choice, way) if is_walkable(state, icon, way) else None


def _acting(state: State, seat: int) -> Unit:
    check_step(state, seat, "allies", "MAYA-TURN-07")
    if not state.turn.minion:
        raise Refused("NO_MINION_ACTING", "MAYA-TURN-08", "Say first which minion acts.")
    return state.units[state.turn.minion]


def end_minion_turn(draft: MayaDraft, intent: EndMinionTurn) -> None:
    """The acting minion is done, whatever is left of its actions (MAYA-TURN-09)."""
    allies.finish(draft, _acting(draft.state, intent.seat).id)


def end_minion_step(draft: MayaDraft, intent: EndMinionStep) -> None:
    """No minion acts any more this turn; each that has not acted ends its turn where it stands (MAYA-AMB-91)."""
    state = draft.state
    check_step(state, intent.seat, "allies", "MAYA-TURN-07")
    if state.turn.minion:
        raise Refused("MINION_ACTING", "MAYA-TURN-08", "End that minion's turn first.")
    for unit in allies.ready(state):
        allies.finish(draft, unit.id)


# Aggroed minions.


def choose_aggro_minion(draft: MayaDraft, intent: ChooseAggroMinion) -> None:
    """The executor says which of several aggroed minions acts next (MAYA-AGGRO-09, MAYA-AGGRO-10)."""
    state = draft.state
    _check_executor(state, intent.seat)
    if state.aggro.minion:
        raise Refused("MINION_ACTING", "MAYA-AGGRO-10", "One minion finishes before the next starts.")
    if intent.minion not in state.aggro.waiting:
        raise Refused("NOT_AGGROED", "MAYA-AGGRO-24", "That minion does not wait to act.")
    aggro.begin(draft, intent.minion)


def aggro_action(draft: MayaDraft, intent: AggroAction) -> None:
    """What the rules leave open for an aggroed minion, as its executor likes (MAYA-AGGRO-08, MAYA-AMB-98)."""
    state = draft.state
    _check_executor(state, intent.seat)
    if not state.aggro.minion:
        raise Refused("NO_MINION_ACTING", "MAYA-AGGRO-09", "Say first which minion acts.")
    unit = state.units[state.aggro.minion]
    found = choices(state)
    option = _named(found, intent) or _other_shortest(state, unit, found, intent)
    if option is None:
        raise Refused("NOT_WHAT_IT_DOES", "MAYA-AMB-96", "That is not what the minion does now.")
    act(draft, unit, 0, option)


def _other_shortest(state: State, unit: Unit, found: list[Option], intent: AggroAction) -> Option | None:
    """Another path as short as the one offered, to the same space, which may cross spikes (MAYA-AMB-98)."""
    for option in found:
        path = option.way.path
        same = (option.step, option.choice) == (intent.step, intent.choice) and not intent.target
        if not same or not path or len(path) != len(intent.path) or path[-1] != intent.path[-1]:
            continue
        effect = side_of(state, unit).steps[intent.step][intent.choice]
        way = evolve(option.way, path=intent.path)
        if is_walkable(state, icon_of(unit, 0, intent.step, effect), way):
            return evolve(option, way=way)
    return None


def end_aggro_minion(draft: MayaDraft, intent: EndAggroMinion) -> None:
    """An aggroed minion stops of itself once nothing is left that it must do (MAYA-AMB-97)."""
    _check_executor(draft.state, intent.seat)
    raise Refused("MUST_ACT", "MAYA-AMB-97", "It does all that it can; then it stops of itself.")


def _check_executor(state: State, seat: int) -> None:
    if state.phase != "aggro" or not state.aggro.seat:
        raise Refused("WRONG_PHASE", "MAYA-AGGRO-24", "No minion answers an aggressor now.")
    if state.aggro.executor != seat:
        raise Refused("NOT_YOUR_DECISION", "MAYA-AGGRO-08", "The next enemy clockwise steers these minions.")
    check_nothing_pending(state)
