"""Attacks that Engrams make at their owner's word, one after the other; no action of the champion."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.kernel.records import evolve
from domain.maya.content.effects import Attack
from domain.maya.content.reading import effect_from_data, effect_to_data
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.performers.declaring import declare
from domain.maya.performers.icons import Icon, ways_of
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft


def engrams_of(state: State, seat: int) -> list[Unit]:
    """The Engrams of a seat on the arena."""
    return [unit for unit in state.units.values() if unit.what == "engram" and unit.owner == seat]


def engrams_can(state: State, program: Program, effect: Attack) -> bool:
    """Whether any Engram has something to attack."""
    return bool(_ways(state, program, effect, [unit.id for unit in engrams_of(state, program.controller)]))


def begin_engrams(draft: MayaDraft, program: Program, effect: Attack) -> None:
    """Hands the attack over to the Engrams: one of them, or each in the order their owner likes."""
    left = [unit.id for unit in engrams_of(draft.state, program.controller)]
    data = {name: value for name, value in effect_to_data(effect).items() if name != "by"}
    done(draft, [Step("engrams", {"attack": data, "left": left, "all": effect.by == "each engram"})])


def _ways(state: State, program: Program, effect: Attack, left: list[str]) -> tuple[Way, ...]:
    ways: list[Way] = []
    for name in left:
        unit = state.units.get(name)
        if unit is not None and unit.at is not None:
            ways += [evolve(way, centre=name) for way in ways_of(state, _icon(program, effect, unit))]
    return tuple(ways)


def _icon(program: Program, effect: Attack, unit: Unit) -> Icon:
    return Icon(effect, program.controller, unit, f"engram:{program.source}", bound=program.bound, printed=False)


def _attack(step: Step) -> Attack:
    effect = effect_from_data(step.args["attack"])
    assert isinstance(effect, Attack), "Engrams attack"
    return effect


def _ask(state: State, program: Program, step: Step) -> Question | None:
    ways = _ways(state, program, _attack(step), step.args["left"])
    if not ways:
        return None
    # No attack is compulsory; who declines has none of the Engrams left attack (MAYA-CARD-14).
    return Question(program.controller, "way", min=0, ways=ways, about={"word": "attack", "by": "engram"})


def _perform(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    if not isinstance(answer, Way):
        done(draft)
        return
    unit = draft.state.units[answer.centre]
    left = [name for name in step.args["left"] if name != unit.id]
    again = [Step("engrams", {**step.args, "left": left})] if step.args["all"] and left else []
    done(draft, again)
    icon = _icon(program, _attack(step), unit)
    declare(draft, icon, evolve(answer, centre=""), answerable=bool(program.bound.get("answerable")))


WORDS: dict[str, Word] = {"engrams": Word(_perform, _ask, typed=False)}
