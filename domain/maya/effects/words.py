"""A word of the vocabulary at work: what it asks, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program, Window
from domain.kernel.records import evolve, record
from domain.maya.effects.wording import as_data, meaning_of
from domain.maya.events import EffectDone, EffectsInserted
from domain.maya.hexes import Hex
from domain.maya.state import State
from domain.maya.table import MayaDraft


@record
class Way:
    """One way to take an action: its targets or its path, how a Move is made, the modifiers used."""

    targets: tuple[str, ...] = ()
    path: tuple[Hex, ...] = ()
    how: str = ""
    using: tuple[str, ...] = ()
    centre: str = ""
    direction: int | None = None


@record
class Question:
    """What an effect asks a seat: an answer is between `min` and `max` of the options, or one of the ways.

    `secret` options may be seen by the seat alone. `ask` says what the options are: unit, space, card, option,
    yes_no, number, order or way.
    """

    seat: int
    ask: str
    options: tuple[Any, ...] = ()
    min: int = 1
    max: int = 1
    secret: bool = False
    about: Mapping[str, Any] = attrs.field(factory=dict)
    ways: tuple[Way, ...] = ()


Answer = tuple[Any, ...]
Ask = Callable[[State, Program, Any], Question | None]
Perform = Callable[[MayaDraft, Program, Any, Answer | Way | None], None]
Can = Callable[[State, Program, Any], bool]


def nothing_to_ask(state: State, program: Program, effect: Any) -> Question | None:
    """For a word that never asks."""
    return None


def always(state: State, program: Program, effect: Any) -> bool:
    """For a word that can always be performed."""
    return True


@record
class Word:
    """How a word is performed; `typed` words get the card's effect, others the bare step.

    `ask` gives the question that stands before it can be performed, or None. `perform` gets the answer, None when
    nothing was asked, and takes the effect off its program. `can` says whether it could do anything at all.
    """

    perform: Perform
    ask: Ask = nothing_to_ask
    can: Can = always
    typed: bool = True


WORDS: dict[str, Word] = {}
"""Every word that can stand in a program; `performers.words` fills it, since words use one another."""


def question_of(state: State) -> Question | None:
    """What the step on top asks, or None when it asks nothing."""
    if not state.frames:
        return None
    top = state.frames[-1]
    if isinstance(top, Window):
        return None
    step = top.effects[0]
    word = WORDS[step.do]
    return word.ask(state, top, _subject(word, step))


def perform(draft: MayaDraft, answer: Answer | Way | None) -> None:
    """Performs the step on top with the answer to its question."""
    program = draft.state.frames[-1]
    assert isinstance(program, Program), "only programs are performed"
    step = program.effects[0]
    word = WORDS[step.do]
    before = draft.state.frames
    word.perform(draft, program, _subject(word, step), answer)
    assert draft.state.frames is not before or draft.state.ended, f"{step.do} left its program where it was"


def can_do(state: State, program: Program) -> bool:
    """Whether the first step of a program could do anything now."""
    step = program.effects[0]
    word = WORDS[step.do]
    return word.can(state, program, _subject(word, step))


def can_do_any(state: State, program: Program) -> bool:
    """Whether any step of a program could do something now (MAYA-ATT-06, MAYA-AMB-20)."""
    return any(
        can_do(state, evolve(program, effects=program.effects[place:]))
        for place, step in enumerate(program.effects)
        if step.do not in _NOTHING_OF_THEIR_OWN
    )


_NOTHING_OF_THEIR_OWN = frozenset(("finish_spell", "bleed"))


def _subject(word: Word, step: Step) -> object:
    return meaning_of(step) if word.typed else step


def done(draft: MayaDraft, follow: Sequence[Step] = (), bound: Mapping[str, Any] | None = None) -> None:
    """The top program's effect is performed: `follow` comes next, and what it bound is remembered."""
    if follow:
        draft.emit(EffectsInserted(tuple(follow), as_data(bound or {})))
    else:
        draft.emit(EffectDone(as_data(bound or {})))
