"""Letting what was set off wait for its turn outside an action."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.maya.events import TriggersSet
from domain.maya.table import MayaDraft


def set_triggers(draft: MayaDraft, controller: int, steps: list[Step]) -> None:
    """Puts effects on the stack to come one after the other."""
    if steps:
        draft.emit(TriggersSet(controller, tuple(steps)))
