"""Running what is in flight until a seat has to answer or nothing is left."""

from __future__ import annotations

from domain.kernel.frames import Window
from domain.maya.effects.words import perform, question_of
from domain.maya.events import ProgramDropped, ReactionPassed, ReactionWindowClosed, ReactionWindowOpened
from domain.maya.evolving.frames import DEATHLESS
from domain.maya.state import State
from domain.maya.table import MayaDraft
from domain.maya.triggers.guarding import GUARDED, guarded_beside
from domain.maya.triggers.reactions import eligible

STEPS_MAX = 20_000  # more than all that content may hold sets off in a turn; what runs longer is a bug in a rule


def run(draft: MayaDraft) -> bool:
    """Does the next thing in flight; False when a seat has to answer first."""
    top = draft.state.frames[-1]
    if isinstance(top, Window):
        return _run_window(draft, top)
    step = top.effects[0]
    if step.do not in DEATHLESS and top.controller and not draft.state.is_alive(top.controller):
        draft.emit(ProgramDropped("dead"))
        return True
    question = question_of(draft.state)
    if question is not None and question.seat not in draft.state.conceded:
        return False
    perform(draft, None)
    return True


def _run_window(draft: MayaDraft, window: Window) -> bool:
    if window.seats:
        if window.seats[0] not in draft.state.conceded:
            return False
        draft.emit(ReactionPassed(window.seats[0], window.about["stack"], None))
        return True
    stack = window.about["stack"]
    if window.about["again"]:
        # A reaction was played: the window closes only when all pass in a row (MAYA-AMB-51).
        seats = _asked_again(draft.state, window)
        if seats:
            about = {"seat": window.about["seat"], "bound": window.about["bound"]}
            draft.emit(ReactionWindowOpened(stack, seats, window.about["timing"], about))
            return True
    draft.emit(ReactionWindowClosed(stack))
    return True


def _asked_again(state: State, window: Window) -> tuple[int, ...]:
    seats = eligible(state, window.about["seat"])
    if window.about["timing"] != "moved":
        return seats
    unit = state.units.get(window.about["bound"]["it"])
    at = None if unit is None else unit.at
    return () if at is None else tuple([seat for seat in seats if guarded_beside(state, seat, at, GUARDED)])
