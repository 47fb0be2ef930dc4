"""Card effects as steps of a program in flight, and what a step means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.frames import Effect as Step
from domain.kernel.memory import Memory
from domain.maya.content.abilities import Ability
from domain.maya.content.effects import Change, Effect
from domain.maya.content.reading import change_from_data, change_to_data, effect_from_data, effect_to_data

KEPT_MAX = 4_096  # more than all content has effects; beyond it the memory starts afresh

# Steps and effects are values: remembering what one is written as changes nothing but the time it takes.
_steps: Memory[Step] = Memory(KEPT_MAX)
_meanings: Memory[Effect] = Memory(KEPT_MAX)
_changes: Memory[Change] = Memory(KEPT_MAX)


def step_of(effect: Effect) -> Step:
    """The step that performs a card's effect."""
    known = _steps.get(effect)
    if known is not None:
        return known
    data = effect_to_data(effect)
    step = _steps.keep(effect, Step(data.pop("do"), data))
    _meanings.keep(step, effect)
    return step


def steps_of(effects: Sequence[Effect]) -> tuple[Step, ...]:
    """The steps that perform a list of effects."""
    return tuple([step_of(effect) for effect in effects])


def meaning_of(step: Step) -> Effect:
    """The card effect that a step performs."""
    known = _meanings.get(step)
    return known if known is not None else _meanings.keep(step, effect_from_data({"do": step.do, **step.args}))


def change_of(data: Any) -> Change:
    """A change to actions out of its data."""
    known = _changes.get(data)
    return known if known is not None else _changes.keep(data, change_from_data(data))


def change_data(change: Change) -> dict[str, Any]:
    """A change to actions as data."""
    return change_to_data(change)


def program_of(ability: Ability) -> tuple[Step, ...]:
    """The steps of one clause."""
    return steps_of(ability.do)


def as_data(value: Any) -> Any:
    """A value as it reads when it comes back out of a log: spaces and tuples as lists."""
    if isinstance(value, tuple | list):
        return [as_data(item) for item in value]
    if isinstance(value, Mapping):
        return {name: as_data(item) for name, item in value.items()}
    return value
