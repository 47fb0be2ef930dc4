"""Activating a card: its cost is paid elsewhere, or not at all (MAYA-ACT-03, MAYA-AMB-60)."""

from __future__ import annotations

from domain.kernel.frames import Program
from domain.maya.content.effects import Activate
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import CardActivated
from domain.maya.state import State
from domain.maya.table import MayaDraft
from domain.maya.triggers.firing import fire
from domain.maya.triggers.setting import set_triggers


def mark_activated(draft: MayaDraft, seat: int, slot: int, cost: int) -> None:
    """The card is marked, every other card closes, and what that sets off comes next (MAYA-ACT-05, MAYA-CARD-21)."""
    draft.emit(CardActivated(seat, slot, draft.state.seat(seat).slots[slot - 1].card or "", cost))
    set_triggers(draft, seat, fire(draft.state, "you_activated", seat, {}))


def _slots(state: State, program: Program) -> tuple[int, ...]:
    """The slots whose card is not activated yet; none outside the seat's own Action Phase."""
    seat = program.controller
    if state.step != "action" or state.turn.seat != seat:
        return ()
    slots = state.seat(seat).slots
    return tuple([number for number, slot in enumerate(slots, start=1) if slot.card and not slot.activated])


def _ask(state: State, program: Program, effect: Activate) -> Question | None:
    slots = _slots(state, program)
    return Question(program.controller, "number", slots, about={"word": "activate"}) if len(slots) > 1 else None


def _activate(draft: MayaDraft, program: Program, effect: Activate, answer: Answer | Way | None) -> None:
    slots = _slots(draft.state, program)
    done(draft)
    if slots:
        mark_activated(draft, program.controller, int(answer[0]) if isinstance(answer, tuple) else slots[0], 0)


def _can(state: State, program: Program, effect: Activate) -> bool:
    return bool(_slots(state, program))


WORDS: dict[str, Word] = {"activate": Word(_activate, _ask, _can)}
