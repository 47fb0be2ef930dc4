"""What a Reaction does to the action or Spell it answers."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.content.effects import Cancel, Dodge
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import ActionAnswered
from domain.maya.evolving.frames import ACT
from domain.maya.hexes import Hex
from domain.maya.offers.reacting import answered_program
from domain.maya.performers.resolving import is_legal_target
from domain.maya.state import State
from domain.maya.table import MayaDraft
from domain.maya.triggers.guarding import guarded_beside


def _cancel(draft: MayaDraft, program: Program, effect: Cancel, answer: Answer | Way | None) -> None:
    stack = program.bound.get("answers")
    if stack is not None and answered_program(draft.state, stack) is not None:
        draft.emit(ActionAnswered(stack, True, ()))
    done(draft)


def _dodge(draft: MayaDraft, program: Program, effect: Dodge, answer: Answer | Way | None) -> None:
    stack = program.bound.get("answers")
    below = None if stack is None else answered_program(draft.state, stack)
    if stack is not None and below is not None and below.effects[0].do == ACT:
        unit = f"c{program.controller}"
        if unit in below.effects[0].args[ACT].targets and not is_legal_target(draft.state, below, unit):
            draft.emit(ActionAnswered(stack, False, (unit,)))
    done(draft)


def _guarded(state: State, program: Program, step: Step) -> list[Hex]:
    unit = state.units.get(str(program.bound.get("it", "")))
    if unit is None or unit.at is None:
        return []
    return guarded_beside(state, program.controller, unit.at, tuple(step.args["pieces"]))


def _ask_guard(state: State, program: Program, step: Step) -> Question | None:
    spaces = tuple(_guarded(state, program, step))
    return Question(program.controller, "space", spaces, about={"word": "guard"}) if len(spaces) > 1 else None


def _guard(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    spaces = _guarded(draft.state, program, step)
    chosen = Hex(*answer[0]) if isinstance(answer, tuple) else next(iter(spaces), None)
    done(draft, bound=None if chosen is None else {"there@": chosen})


WORDS: dict[str, Word] = {
    "cancel": Word(_cancel),
    "dodge": Word(_dodge),
    "guard": Word(_guard, _ask_guard, typed=False),
}
