"""What is in flight: programs, actions waiting on the stack, and the windows in which they may be answered."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect, Program, Window, pop, push
from domain.kernel.records import evolve
from domain.maya import events as e
from domain.maya.evolving.changing import Handler, with_seat, without_cards
from domain.maya.state import Lasting, State, Turn

ACT = "act"
"""The one effect of an action that waits to resolve."""

NAMED = "named"
"""Under which name an action that waits knows what its targets have to be."""

TRIGGERED = "triggered"
"""An effect that answers what happened and waits for its turn."""

MINION = "minion:"
"""What the source of a minion's own action starts with."""

DEATHLESS = frozenset((ACT, TRIGGERED, "bleed", "finish_spell", "keep_relic", "tower_loss", "watchfire"))
"""Steps that go on although the champion whose program it is has fallen (MAYA-DEATH-10)."""


def next_effect(state: State, effects: tuple[Effect, ...] = (), bound: dict[str, Any] | None = None) -> State:
    """The table with the top program's first effect done, others put in its place, and choices remembered."""
    frames = state.frames
    program = frames[-1]
    assert isinstance(program, Program), "only a program goes on"
    left = (*effects, *program.effects[1:])
    if not left:
        return evolve(state, frames=frames[:-1])
    if bound:
        program = evolve(program, effects=left, bound={**program.bound, **bound})
    else:
        program = evolve(program, effects=left)
    return evolve(state, frames=(*frames[:-1], program))


def _push(state: State, program: Program) -> State:
    return evolve(state, frames=push(state.frames, program)) if program.effects else state


def _spend(turn: Turn, spent: tuple[str, ...]) -> Turn:
    for item in spent:
        kind, _, name = item.partition(":")
        if kind == "limit":
            turn = evolve(turn, limits=(*turn.limits, name))
        elif kind in ("first", "slot"):
            turn = evolve(turn, fired=(*turn.fired, name))
        else:
            turn = evolve(turn, lasting=_served(turn.lasting, int(name)))
    return turn


def _served(lasting: tuple[Lasting, ...], index: int) -> tuple[Lasting, ...]:
    served = lasting[index]
    # A change that served its last action keeps its place, so that the others keep their numbers.
    return (*lasting[:index], evolve(served, uses=-1 if served.uses == 1 else served.uses - 1), *lasting[index + 1 :])


def _mark_used(turn: Turn, seat: int, source: str) -> Turn:
    if turn.seat == seat and source[:1] == str(turn.slot) and source[1:2] == ".":
        return evolve(turn, used=(*turn.used, source[2:]))
    return turn


def _declared(state: State, event: e.ActionDeclared) -> State:
    program = Program((Effect(ACT, {ACT: event}),), event.seat, event.source, {"stack": event.stack})
    turn = _mark_used(state.turn, event.seat, event.source)
    if event.spent:
        turn = _spend(turn, event.spent)
    if event.source.startswith(MINION):
        state = step_taken(state, int(event.source.rpartition(".")[2]))
        turn = state.turn
    return evolve(state, frames=(*state.frames, program), stacked=event.stack, turn=turn)


def _named(state: State, event: e.TargetsNamed) -> State:
    program = state.frames[-1]
    assert isinstance(program, Program), "the targets are those of an action"
    bound = {**program.bound, NAMED: {"target": event.target, "bound": event.bound}}
    return evolve(state, frames=(*state.frames[:-1], evolve(program, bound=bound)))


def step_taken(state: State, step: int) -> State:
    """The table with a step of the acting minion used up or left out."""
    if state.phase == "aggro":
        return evolve(state, aggro=evolve(state.aggro, used=(*state.aggro.used, step)))
    return evolve(state, turn=evolve(state.turn, minion_used=(*state.turn.minion_used, step)))


def _resolved(state: State, event: e.ActionResolved | e.ActionFizzled) -> State:
    return next_effect(state, event.follow, event.bound)


def _answered(state: State, event: e.ActionAnswered) -> State:
    frames = list(state.frames)
    for place, frame in enumerate(frames):
        if isinstance(frame, Program) and frame.bound.get("stack") == event.stack:
            frames[place] = _less(frame, event)
    return evolve(state, frames=tuple(frames))


def _less(program: Program, event: e.ActionAnswered) -> Program:
    first = program.effects[0]
    if first.do == ACT:
        dropped = (*program.bound.get("dropped", ()), *event.dropped)
        bound = {**program.bound, "dropped": dropped, "cancelled": event.cancelled or program.bound.get("cancelled")}
        return evolve(program, bound=bound)
    # A cancelled Spell is only put away.
    return evolve(program, effects=program.effects[-1:]) if event.cancelled else program


def _opened(state: State, event: e.ReactionWindowOpened) -> State:
    frames = state.frames
    top = frames[-1] if frames else None
    if isinstance(top, Window) and top.about.get("stack") == event.stack:
        frames = frames[:-1]
    about = {**event.about, "stack": event.stack, "timing": event.timing, "again": False}
    return evolve(state, frames=push(frames, Window("reaction", event.seats, about)))


def _passed(state: State, event: e.ReactionPassed) -> State:
    window = state.frames[-1]
    assert isinstance(window, Window), "a seat passes only in a window"
    return evolve(state, frames=(*state.frames[:-1], evolve(window, seats=window.seats[1:])))


def _closed(state: State, event: e.ReactionWindowClosed) -> State:
    return evolve(state, frames=pop(state.frames))


def _spell(state: State, event: e.SpellPlayed) -> State:
    seat = state.seat(event.seat)
    cards = evolve(seat.cards, hand=without_cards(seat.cards.hand, (event.card,)))
    frames = state.frames
    bound: dict[str, Any] = {"stack": event.stack, "answerable": True}
    if event.reaction:
        window = frames[-1]
        assert isinstance(window, Window), "a reaction is played only in a window"
        frames = (*frames[:-1], evolve(window, seats=(), about={**window.about, "again": True}))
        bound = {**window.about.get("bound", {}), **bound, "answers": event.answers}
    program = Program(event.program, event.seat, f"spell:{event.card}", bound)
    state = with_seat(state, evolve(seat, cards=cards))
    return evolve(state, frames=push(frames, program), stacked=event.stack)


def _ability(state: State, event: e.AbilityUsed) -> State:
    turn = _mark_used(state.turn, event.seat, event.ability)
    if event.limit:
        turn = evolve(turn, limits=(*turn.limits, event.limit))
    program = Program(event.program, event.seat, event.ability, {"stack": event.stack, "answerable": True})
    return _push(evolve(state, turn=turn, stacked=event.stack), program)


def _timed_used(state: State, event: e.TimedEffectUsed) -> State:
    queue = tuple([t for t in state.queue if not (t.seat == event.seat and t.source == event.effect)])
    turn = evolve(state.turn, limits=(*state.turn.limits, event.limit)) if event.limit else state.turn
    return _push(evolve(state, queue=queue, turn=turn), Program(event.program, event.seat, event.effect))


def _timed_skipped(state: State, event: e.TimedEffectSkipped) -> State:
    return evolve(
        state, queue=tuple([t for t in state.queue if not (t.seat == event.seat and t.source in event.effects)])
    )


def _triggers(state: State, event: e.TriggersSet) -> State:
    return _push(state, Program(event.program, event.controller, "triggers"))


def _without(state: State, index: int) -> State:
    program = state.frames[-1]
    assert isinstance(program, Program), "an effect waits in a program"
    left = program.effects[:index] + program.effects[index + 1 :]
    frames = state.frames[:-1]
    return evolve(state, frames=(*frames, evolve(program, effects=left)) if left else frames)


def _fired(state: State, event: e.TriggerFired) -> State:
    limits = (*state.turn.limits, event.limit) if event.limit else state.turn.limits
    turn = evolve(state.turn, limits=limits, triggered=state.turn.triggered + 1)
    state = evolve(_without(state, event.index), turn=turn)
    return _push(state, Program(event.program, event.seat, event.source, event.bound))


def _loop_ended(state: State, event: e.TriggerLoopEnded) -> State:
    # One more than may be, so that what waits falls away.
    return evolve(state, turn=evolve(state.turn, triggered=state.turn.triggered + 1))


def _dropped(state: State, event: e.TriggerDropped) -> State:
    return _without(state, event.index)


def _done(state: State, event: e.EffectDone) -> State:
    return next_effect(state, (), event.bound)


def _inserted(state: State, event: e.EffectsInserted) -> State:
    return next_effect(state, event.effects, event.bound)


def _program_dropped(state: State, event: e.ProgramDropped) -> State:
    program = state.frames[-1]
    assert isinstance(program, Program), "only a program falls away"
    kept = tuple([effect for effect in program.effects if effect.do in DEATHLESS])
    frames = state.frames[:-1]
    return evolve(state, frames=(*frames, evolve(program, effects=kept)) if kept else frames)


def _lasting(state: State, event: e.LastingSet) -> State:
    lasting = Lasting(event.seat, event.source, event.change, event.uses, event.unit)
    return evolve(state, turn=evolve(state.turn, lasting=(*state.turn.lasting, lasting)))


def _limit(state: State, event: e.LimitUsed) -> State:
    return evolve(state, turn=evolve(state.turn, limits=(*state.turn.limits, event.key)))


HANDLERS: dict[type[Any], Handler] = {
    e.ActionDeclared: _declared,
    e.TargetsNamed: _named,
    e.ActionResolved: _resolved,
    e.ActionFizzled: _resolved,
    e.ActionAnswered: _answered,
    e.ReactionWindowOpened: _opened,
    e.ReactionPassed: _passed,
    e.ReactionWindowClosed: _closed,
    e.SpellPlayed: _spell,
    e.AbilityUsed: _ability,
    e.TimedEffectUsed: _timed_used,
    e.TimedEffectSkipped: _timed_skipped,
    e.TriggersSet: _triggers,
    e.TriggerFired: _fired,
    e.TriggerLoopEnded: _loop_ended,
    e.TriggerDropped: _dropped,
    e.EffectDone: _done,
    e.EffectsInserted: _inserted,
    e.ProgramDropped: _program_dropped,
    e.LastingSet: _lasting,
    e.LimitUsed: _limit,
}
