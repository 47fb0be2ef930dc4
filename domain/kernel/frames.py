"""What is in flight, as data: a stack of frames in the state, put there and taken off by events.

A `Program` is a card in the middle of its effect; a `Window` is a question that named seats may still answer. A game
keeps `frames: tuple[Frame, ...]` in its state (the last is the top), its `evolve` pushes and pops with the functions
here, and `settle` runs programs until a seat has to answer or nothing is left. No closures are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import attrs

from domain.kernel.draft import Draft
from domain.kernel.records import evolve, record

STEPS_MAX = 1_000  # a program that runs longer is a bug in a card


@record
class Effect:
    """One instruction of a card: a word of the game's vocabulary and its arguments (JSON values)."""

    do: str
    args: Mapping[str, Any] = attrs.field(factory=dict)


@record
class Program:
    """Effects still to be performed, the choices bound so far, who controls them, and the card they come from."""

    effects: tuple[Effect, ...]
    controller: int
    source: str
    bound: Mapping[str, Any] = attrs.field(factory=dict)


@record
class Window:
    """A question open to some seats, the next to answer first; `about` is what the game needs to know of it."""

    name: str
    seats: tuple[int, ...]
    about: Mapping[str, Any] = attrs.field(factory=dict)


Frame = Program | Window
Frames = tuple[Frame, ...]


class Stacked(Protocol):
    """A state that keeps a frame stack."""

    @property
    def frames(self) -> Frames: ...


S = TypeVar("S", bound=Stacked)


def push(frames: Frames, frame: Frame) -> Frames:
    """The stack with a frame on top."""
    return (*frames, frame)


def pop(frames: Frames) -> Frames:
    """The stack without its top frame."""
    assert frames, "nothing is in flight"
    return frames[:-1]


def advance(frames: Frames, **bound: Any) -> Frames:
    """The stack with the top program's next effect done (and choices bound); a program with none left is gone."""
    program = frames[-1]
    assert isinstance(program, Program), "only a program advances"
    left = program.effects[1:]
    if not left:
        return frames[:-1]
    return (*frames[:-1], evolve(program, effects=left, bound={**program.bound, **bound}))


def settle(draft: Draft[S], perform: Callable[[Draft[S], Program, Effect], None]) -> None:
    """Performs the top program, effect by effect, until a window is on top or nothing is left.

    `perform` emits events; one of them must take the effect off its program (`advance`) or put a frame on top.
    """
    for _ in range(STEPS_MAX):
        frames = draft.state.frames
        if not frames or isinstance(frames[-1], Window):
            return
        program = frames[-1]
        perform(draft, program, program.effects[0])
        assert draft.state.frames is not frames, f"{program.effects[0].do} left its program where it was"
    raise AssertionError(f"a program of {draft.state.frames[-1]!r:.200} does not end")
