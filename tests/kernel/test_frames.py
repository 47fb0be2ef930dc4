"""What is in flight is data on a stack, and a program that does not end is a bug with a name."""

from __future__ import annotations

import pytest

from domain.kernel.chance import ScriptedChance
from domain.kernel.draft import Draft
from domain.kernel.frames import STEPS_MAX, Effect, Frames, Program, Window, advance, pop, push, settle
from domain.kernel.freeze import freeze_bytes, thaw_bytes
from domain.kernel.records import evolve, record


@record
class Stack:
    frames: Frames = ()
    done: tuple[str, ...] = ()


@record
class Did:
    word: str


def follow(state: Stack, event: Did) -> Stack:
    match event.word:
        case "again":
            return evolve(state, done=(*state.done, "again"), frames=(*state.frames,))
        case "stuck":
            return state
        case "ask":
            return evolve(state, frames=push(advance(state.frames), Window("choose", (1, 2))))
        case word:
            return evolve(state, done=(*state.done, word), frames=advance(state.frames, last=word))


def perform(draft: Draft[Stack], program: Program, effect: Effect) -> None:
    draft.emit(Did(effect.do))


def run(*words: str) -> Draft[Stack]:
    program = Program(tuple(Effect(word) for word in words), controller=1, source="card")
    draft = Draft(Stack((program,)), follow, ScriptedChance({}))
    settle(draft, perform)
    return draft


def test_a_program_runs_to_its_end() -> None:
    draft = run("a", "b", "c")
    assert draft.state == Stack((), ("a", "b", "c"))
    assert [event.word for event in draft.events] == ["a", "b", "c"]


def test_a_question_stops_it_and_the_rest_runs_after_the_answer() -> None:
    draft = run("a", "ask", "b")
    assert draft.state.done == ("a",)
    assert draft.state.frames[-1] == Window("choose", (1, 2))
    saved = thaw_bytes(freeze_bytes(draft.state), {cls.__name__: cls for cls in (Stack, Program, Window, Effect)})
    resumed = Draft(evolve(saved, frames=pop(saved.frames)), follow, ScriptedChance({}))
    settle(resumed, perform)
    assert resumed.state == Stack((), ("a", "b"))


def test_choices_are_bound_to_the_program() -> None:
    frames = advance((Program((Effect("a"), Effect("b")), 1, "card", {"x": 1}),), target=3)
    assert frames == (Program((Effect("b"),), 1, "card", {"x": 1, "target": 3}),)


def test_an_effect_that_leaves_its_program_where_it_was_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="stuck left its program where it was"):
        run("stuck")


def test_a_program_that_does_not_end_is_a_bug_and_stops() -> None:
    with pytest.raises(AssertionError, match="does not end"):
        run("again")


def test_as_many_steps_as_the_bound_allows_are_fine() -> None:
    assert len(run(*["a"] * (STEPS_MAX - 1)).events) == STEPS_MAX - 1


def test_nothing_is_taken_off_an_empty_stack() -> None:
    with pytest.raises(AssertionError, match="nothing is in flight"):
        pop(())


def test_only_a_program_advances() -> None:
    with pytest.raises(AssertionError, match="only a program advances"):
        advance((Window("choose", (1,)),))
