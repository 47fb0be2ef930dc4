"""On with the match until a seat has to answer or the match is over."""

from __future__ import annotations

from collections.abc import Callable

from domain.maya.flow import rounds, setup, turns
from domain.maya.flow.running import STEPS_MAX, run
from domain.maya.table import MayaDraft

PHASES: dict[str, Callable[[MayaDraft], bool]] = {
    "champions": setup.champions,
    "decks": setup.decks,
    "fragments": setup.fragments,
    "exit": rounds.forced_effects,
    "prepare": rounds.prepare,
    "arrive": rounds.forced_effects,
    "turn": turns.turn,
    "aggro": turns.after_turn,
    "watch": turns.watch,
    "round_end": rounds.round_end,
}


def proceed(draft: MayaDraft) -> None:
    """Does all that needs no answer."""
    for _ in range(STEPS_MAX):
        state = draft.state
        if state.ended is not None:
            return
        goes_on = run(draft) if state.frames else PHASES[state.phase](draft)
        if not goes_on:
            return
    raise AssertionError(f"the match does not come to rest in {draft.state.phase} {draft.state.step}")
