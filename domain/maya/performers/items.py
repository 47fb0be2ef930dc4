"""Items: a unit that ends an action on top of some may take them, one after the other (MAYA-ITEM-04)."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import ItemDeclined, ItemPicked
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, place_of


def _found(state: State, step: Step) -> tuple[Unit | None, tuple[str, ...]]:
    unit = state.units.get(step.args["unit"])
    if unit is None or unit.at is None or not unit.owner:
        return None, ()
    declined = list(step.args.get("declined", ()))
    items: list[str] = []
    for lying in state.ground.items:
        if lying.at != unit.at:
            continue
        if lying.item in declined:
            declined.remove(lying.item)
        else:
            items.append(lying.item)
    return unit, tuple(items)


def _ask(state: State, program: Program, step: Step) -> Question | None:
    unit, items = _found(state, step)
    if unit is None or not items:
        return None
    return Question(unit.owner, "item", tuple(dict.fromkeys(items)), about={"unit": unit.id})


def _pick_up(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    unit, items = _found(draft.state, step)
    if unit is None or not items or not isinstance(answer, tuple):
        done(draft)
        return
    again = dict(step.args)
    if answer[0]:
        draft.emit(ItemPicked(unit.owner, str(answer[0]), place_of(unit)))
    else:
        draft.emit(ItemDeclined(unit.owner, str(answer[1]), place_of(unit)))
        again["declined"] = [*again.get("declined", ()), answer[1]]
    done(draft, [Step("pick_up", again)] if len(items) > 1 else [])


WORDS: dict[str, Word] = {"pick_up": Word(_pick_up, _ask, typed=False)}
