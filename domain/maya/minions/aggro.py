"""Neutral minions that answer an aggressor, steered by the next enemy clockwise (MAYA-AGGRO-06 to MAYA-AGGRO-26)."""

from __future__ import annotations

from domain.kernel.game import Offer, Request
from domain.maya.events import AggroEnded, AggroStarted, MinionStepPassed, MinionTurnStarted
from domain.maya.intents import AggroAction, ChooseAggroMinion
from domain.maya.minions.acting import Option, act, open_steps, side_of, stop, target_of
from domain.maya.minions.planning import choices
from domain.maya.state import NEUTRAL, State
from domain.maya.table import MayaDraft


def is_over(state: State) -> bool:
    """Whether no minion is left to act against the seat whose turn ended."""
    return not state.aggro.seat and not any(seat == state.turn.seat for _, seat in state.marks)


def run(draft: MayaDraft) -> bool:
    """Goes on with the minions set on the seat whose turn ended; False when the executor has to answer."""
    state = draft.state
    aggro = state.aggro
    if not aggro.seat:
        seat = state.turn.seat
        draft.emit(AggroStarted(seat, executor_of(state, seat), marked_on(state, seat)))
        return True
    if aggro.minion:
        return _act_on(draft)
    if not aggro.waiting:
        draft.emit(AggroEnded(aggro.seat))
        return True
    if len(aggro.waiting) > 1 and aggro.executor not in state.conceded:
        return False
    begin(draft, aggro.waiting[0])
    return True


def marked_on(state: State, seat: int) -> tuple[str, ...]:
    """The minions set on a seat, in the order in which that happened."""
    return tuple([minion for minion, marked in state.marks if marked == seat])


def executor_of(state: State, seat: int) -> int:
    """Who steers the minions set on a seat: the next enemy clockwise (MAYA-AGGRO-07, MAYA-AMB-90)."""
    count = len(state.seats)
    around = [(seat - 1 + step) % count + 1 for step in range(1, count)]
    enemies = [other for other in around if state.team_of(other) != state.team_of(seat)]
    return next((other for other in enemies if other not in state.conceded), enemies[0])


def begin(draft: MayaDraft, minion: str) -> None:
    """One of the minions acts; the others wait until it is done (MAYA-AGGRO-09, MAYA-AGGRO-10)."""
    draft.emit(MinionTurnStarted(minion, draft.state.aggro.executor))


def _act_on(draft: MayaDraft) -> bool:
    state = draft.state
    aggro = state.aggro
    unit = state.units.get(aggro.minion)
    if unit is None or unit.at is None or unit.team != NEUTRAL:
        stop(draft, aggro.minion, aggro.executor)
        return True
    found = choices(state)
    if len(found) > 1 and aggro.executor not in state.conceded:
        return False
    if found:
        act(draft, unit, 0, found[0])
        return True
    side = side_of(state, unit)
    left = open_steps(side, aggro.used)
    if left and side.in_order:
        # Nothing of this step is legal, so the next one comes (MAYA-AMB-97).
        draft.emit(MinionStepPassed(unit.id, left[0]))
    else:
        stop(draft, unit.id, aggro.executor)
    return True


def awaiting(state: State) -> tuple[Request, ...]:
    """What the executor is asked (MAYA-AGGRO-08, MAYA-AGGRO-11)."""
    aggro = state.aggro
    return (Request(aggro.executor, "aggro", state.ticks, {"seat": aggro.seat, "minion": aggro.minion}),)


def offers(state: State) -> list[Offer]:
    """Which minion acts next, or what the acting one may do."""
    aggro = state.aggro
    if aggro.minion:
        return [Offer(intent_for(aggro.executor, option)) for option in choices(state)]
    return [Offer(ChooseAggroMinion(aggro.executor, minion)) for minion in aggro.waiting]


def intent_for(seat: int, option: Option) -> AggroAction:
    """The intent that has an aggroed minion do this."""
    return AggroAction(seat, option.step, option.choice, target_of(option.way), option.way.path)
