"""Steps of the rules themselves: an action resolving, effects waiting their turn, Bleed, putting a Spell away."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.effects.changes import is_spent, limit_key
from domain.maya.effects.trumps import chooser_of, is_held
from domain.maya.effects.wording import program_of
from domain.maya.effects.words import Answer, Question, Way, Word, can_do, done
from domain.maya.events import (
    CardsDiscarded,
    LimitUsed,
    ProgramDropped,
    ReactionWindowOpened,
    TriggerDropped,
    TriggerFired,
    TriggerLoopEnded,
)
from domain.maya.evolving.frames import ACT, TRIGGERED
from domain.maya.hexes import Hex
from domain.maya.kit import Clause, kit_of
from domain.maya.performers.damage import Hit, strike
from domain.maya.performers.forcing import force_away, pull_to
from domain.maya.performers.icons import may_force
from domain.maya.performers.resolving import resolve
from domain.maya.state import State
from domain.maya.table import MayaDraft
from domain.maya.triggers.firing import TRIGGERS_MAX
from domain.maya.triggers.guarding import GUARDED, guarded_beside
from domain.maya.triggers.reactions import eligible

MAYBE = Step("maybe")
"""Asks the owner whether what follows happens at all."""


def _act(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    resolve(draft, program, step.args[ACT])


# Effects that answer what happened.


def _candidates(state: State, program: Program) -> list[int]:
    """The waiting effects that may come next: the turn player's first, then as the turn player orders them.

    What takes Vish up comes after all others (MAYA-PRIO-03, MAYA-PRIO-04).
    """
    waiting: list[int] = []
    for place, step in enumerate(program.effects):
        if step.do != TRIGGERED:
            break
        waiting.append(place)
    own = [place for place in waiting if program.effects[place].args["seat"] == state.turn.seat]
    first = own or waiting
    others = [place for place in first if not _takes_up(state, program.effects[place])]
    return others or first


def _takes_up(state: State, step: Step) -> bool:
    clause = _clause(state, step)
    return clause is not None and any(effect.word == "take_up" for effect in clause.ability.do)


def _clause(state: State, step: Step) -> Clause | None:
    seat = step.args["seat"]
    return kit_of(state, state.seat(seat)).by_source.get(step.args["source"])


def _is_live(state: State, step: Step) -> bool:
    clause, seat = _clause(state, step), step.args["seat"]
    return clause is not None and state.is_alive(seat) and not is_spent(state, seat, clause)


def _ask_trigger(state: State, program: Program, step: Step) -> Question | None:
    if state.turn.triggered >= TRIGGERS_MAX:
        return None
    places = _candidates(state, program)
    live = [place for place in places if _is_live(state, program.effects[place])]
    if len(live) < 2:
        return None
    names = tuple(dict.fromkeys(_name(program.effects[place]) for place in live))
    if len(names) < 2:
        return None
    return Question(chooser_of(state), "order", names)


def _name(step: Step) -> str:
    # Whose effect, which, and on whom it works.
    name = f"{step.args['seat']}:{step.args['source']}"
    it = step.args["bound"].get("it")
    return f"{name}@{it}" if it else name


def _fire_trigger(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    state = draft.state
    places = _candidates(state, program)
    dead = [place for place in places if not _is_live(state, program.effects[place])]
    if dead and answer is None:
        draft.emit(TriggerDropped(dead[0]))
        return
    place = places[0]
    if state.turn.triggered >= TRIGGERS_MAX:
        _end_loop(draft, program.effects[place], place)
        return
    if answer:
        assert isinstance(answer, tuple), "an order is answered with a name"
        place = next(place for place in places if _name(program.effects[place]) == answer[0])
    waiting = program.effects[place]
    clause, seat = _clause(state, waiting), waiting.args["seat"]
    assert clause is not None, "only a live effect fires"
    steps = program_of(clause.ability)
    if clause.ability.may:
        steps = (MAYBE, *steps)
    limit = limit_key(seat, clause) if clause.is_once and not clause.ability.may else ""
    bound = dict(waiting.args["bound"])
    if clause.ability.may and clause.is_once:
        bound["limit"] = limit_key(seat, clause)
    draft.emit(TriggerFired(seat, clause.source, place, steps, bound, limit))


def _end_loop(draft: MayaDraft, waiting: Step, place: int) -> None:
    """What would go on setting itself off falls away, and the table is told once (MAYA-AMB-57)."""
    if draft.state.turn.triggered == TRIGGERS_MAX:
        draft.emit(TriggerLoopEnded(waiting.args["seat"], waiting.args["source"]))
    draft.emit(TriggerDropped(place))


def _ask_maybe(state: State, program: Program, step: Step) -> Question | None:
    rest = Program(program.effects[1:], program.controller, program.source, program.bound)
    if not can_do(state, rest):
        return None
    return Question(program.controller, "yes_no", ("yes", "no"), about={"source": program.source})


def _maybe(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    if answer != ("yes",):
        draft.emit(ProgramDropped("declined"))
        return
    limit = program.bound.get("limit")
    if limit:
        draft.emit(LimitUsed(limit))
    done(draft)


# Several pushes of one action.


def _pushable(state: State, program: Program, step: Step) -> tuple[str, ...]:
    actor = state.units.get(step.args["actor"])
    if actor is None or actor.at is None:
        return ()
    units = [state.units[name] for name in step.args["targets"] if name in state.units]
    return tuple(
        [
            unit.id
            for unit in units
            if unit.at is not None
            and may_force(state, actor, unit, program.source)
            and program.bound.get(_said(unit.id), True)
        ]
    )


def _said(unit: str) -> str:
    # Under which name it is remembered whether the text that moves a unit wins.
    return f"moves.{unit}"


def _is_open(state: State, program: Program, name: str) -> bool:
    unit = state.units[name]
    if unit.kind != "champion" or _said(name) in program.bound:
        return False
    return is_held(state, unit.owner, program.controller, program.source) is None


def _ask_trumps(state: State, program: Program, step: Step) -> Question | None:
    return Question(chooser_of(state), "yes_no", ("yes", "no"), about={"word": "trumps", "unit": step.args["unit"]})


def _trumps(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # Of two TRUMPs that are not the turn player's the turn player says which one wins (MAYA-AMB-116).
    done(draft, bound={_said(step.args["unit"]): answer == ("yes",)})


def _ask_push(state: State, program: Program, step: Step) -> Question | None:
    # For a neutral minion its executor answers (MAYA-AGGRO-08).
    left = _pushable(state, program, step)
    seat = program.controller or state.aggro.executor
    return Question(seat, "unit", left, about={"word": "push"}) if len(left) > 1 else None


def _push_next(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # One after the other, in the order the actor likes (MAYA-ALLADJ-05, MAYA-AMB-21).
    left = _pushable(draft.state, program, step)
    name = str(answer[0]) if isinstance(answer, tuple) else next(iter(left), "")
    if not name:
        done(draft)
        return
    rest = [target for target in step.args["targets"] if target != name]
    if _is_open(draft.state, program, name):
        first = Step("push_next", {**step.args, "targets": [name]})
        later = [Step("push_next", {**step.args, "targets": rest})] if rest else []
        done(draft, [Step("trumps", {"unit": name}), first, *later])
        return
    actor, steps, collision = step.args["actor"], step.args["steps"], step.args["collision"]
    away = step.args.get("away")
    follow = force_away(draft, actor, program.controller, name, steps, None if away is None else Hex(*away), collision)
    if draft.state.ended is None:
        done(draft, [*follow, *([Step("push_next", {**step.args, "targets": rest})] if rest else [])])


def _pull_next(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    state = draft.state
    actor, unit = state.units.get(step.args["actor"]), state.units.get(step.args["unit"])
    follow: list[Step] = []
    if actor is not None and unit is not None and program.bound.get(_said(unit.id)):
        follow = pull_to(draft, actor, program.controller, unit, step.args["reach"])
    if draft.state.ended is None:
        done(draft, follow)


# After an action.


def _bleed(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # A champion loses 1 for each token, a minion 1 in all (MAYA-BLEED-01, MAYA-BLEED-07, MAYA-AMB-41).
    unit = draft.state.units.get(step.args["unit"])
    if unit is None or unit.at is None or not unit.bleed or program.bound.get("acted"):
        done(draft)
        return
    amount = unit.bleed if unit.kind == "champion" else 1
    by = unit.bleed_by if draft.state.team_of(unit.bleed_by) != unit.team else 0
    _, follow = strike(draft, unit.id, by, [Hit(unit.id, amount, "bleed", true=True)])
    if draft.state.ended is None:
        done(draft, follow)


def _finish_spell(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    draft.emit(CardsDiscarded(program.controller, (step.args["card"],), "spell"))


def _moved_window(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # Only those are asked beside whose champion or Foundation the Move ended; anybody can see that. What a passive does
    # is no action that could be answered (MAYA-AMB-50, MAYA-PASSIVE-03).
    state = draft.state
    unit, seat, stack = state.units.get(step.args["unit"]), step.args["seat"], state.stacked
    clause = kit_of(state, state.seat(seat)).by_source.get(program.source)
    done(draft)
    if unit is None or unit.at is None or (clause is not None and clause.ability.when == "passive"):
        return
    at = unit.at
    asked = tuple([s for s in eligible(state, seat) if guarded_beside(state, s, at, GUARDED)])
    if asked:
        draft.emit(ReactionWindowOpened(stack, asked, "moved", {"seat": seat, "bound": {"it": unit.id}}))


WORDS: dict[str, Word] = {
    ACT: Word(_act, typed=False),
    TRIGGERED: Word(_fire_trigger, _ask_trigger, typed=False),
    "maybe": Word(_maybe, _ask_maybe, typed=False),
    "push_next": Word(_push_next, _ask_push, typed=False),
    "pull_next": Word(_pull_next, typed=False),
    "trumps": Word(_trumps, _ask_trumps, typed=False),
    "bleed": Word(_bleed, typed=False),
    "finish_spell": Word(_finish_spell, typed=False),
    "moved_window": Word(_moved_window, typed=False),
}
