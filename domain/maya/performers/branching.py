"""What holds effects together: choices, conditions, prices, changes that last."""

from __future__ import annotations

from domain.kernel.frames import Program
from domain.maya.content.effects import Choose, Effect, If, Lasting, Pay
from domain.maya.effects.changes import price_of
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import change_data, steps_of
from domain.maya.effects.words import Answer, Question, Way, Word, can_do_any, done
from domain.maya.events import EnergyChanged, LastingSet
from domain.maya.state import State
from domain.maya.table import MayaDraft


def _can_any(state: State, program: Program, effects: tuple[Effect, ...]) -> bool:
    return can_do_any(state, Program(steps_of(effects), program.controller, program.source, program.bound))


def _open(state: State, program: Program, effect: Choose) -> list[int]:
    return [number for number, option in enumerate(effect.options) if _can_any(state, program, option)]


def _ask_choose(state: State, program: Program, effect: Choose) -> Question | None:
    options = tuple(_open(state, program, effect))
    return Question(program.controller, "option", options, about={"word": "choose"}) if len(options) > 1 else None


def _choose(draft: MayaDraft, program: Program, effect: Choose, answer: Answer | Way | None) -> None:
    options = _open(draft.state, program, effect)
    number = int(answer[0]) if isinstance(answer, tuple) else next(iter(options), None)
    done(draft, () if number is None else steps_of(effect.options[number]))


def _can_choose(state: State, program: Program, effect: Choose) -> bool:
    return bool(_open(state, program, effect))


def _if(draft: MayaDraft, program: Program, effect: If, answer: Answer | Way | None) -> None:
    done(draft, steps_of(_branch(draft.state, program, effect)))


def _branch(state: State, program: Program, effect: If) -> tuple[Effect, ...]:
    if holds(state, program.controller, effect.condition, program.bound):
        return effect.then
    return effect.otherwise


def _can_if(state: State, program: Program, effect: If) -> bool:
    return _can_any(state, program, _branch(state, program, effect))


def _cost(state: State, program: Program, effect: Pay) -> int:
    return price_of(state, program.controller, effect.what_for, effect.energy) if effect.what_for else effect.energy


def _can_pay(state: State, program: Program, effect: Pay) -> bool:
    seat = program.controller
    if not holds(state, seat, effect.condition, program.bound):
        return False
    return state.seat(seat).purse.energy >= _cost(state, program, effect) and _can_any(state, program, effect.then)


def _ask_pay(state: State, program: Program, effect: Pay) -> Question | None:
    if not _can_pay(state, program, effect):
        return None
    about = {"word": "pay", "energy": _cost(state, program, effect)}
    return Question(program.controller, "yes_no", ("yes", "no"), about=about)


def _pay(draft: MayaDraft, program: Program, effect: Pay, answer: Answer | Way | None) -> None:
    if answer != ("yes",):
        done(draft)
        return
    seat, cost = program.controller, _cost(draft.state, program, effect)
    if cost:
        draft.emit(EnergyChanged(seat, -cost, "effect", draft.state.seat(seat).purse.energy - cost))
    done(draft, steps_of(effect.then))


def _lasting(draft: MayaDraft, program: Program, effect: Lasting, answer: Answer | Way | None) -> None:
    change = effect.change
    unit = "" if change.against in ("", "adjacent") else str(program.bound.get(change.against, ""))
    if change.against in ("", "adjacent") or unit:
        draft.emit(LastingSet(program.controller, program.source, change_data(change), change.uses, unit))
    done(draft)


WORDS: dict[str, Word] = {
    "choose": Word(_choose, _ask_choose, _can_choose),
    "if": Word(_if, can=_can_if),
    "pay": Word(_pay, _ask_pay, _can_pay),
    "lasting": Word(_lasting),
}
