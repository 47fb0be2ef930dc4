"""What a happening sets off (MAYA-AMB-58, MAYA-PASSIVE-02, MAYA-PASSIVE-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.frames import Effect as Step
from domain.maya.effects.changes import is_spent
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import as_data
from domain.maya.evolving.frames import TRIGGERED
from domain.maya.kit import kit_of
from domain.maya.state import State

TRIGGERS_MAX = 64
"""More effects than this answering happenings in one turn are a loop between cards; the rest fizzles (MAYA-AMB-57)."""


def fire(state: State, on: str, seat: int, bound: Mapping[str, Any]) -> list[Step]:
    """The effects of a seat that answer something, to wait for their turn; none of a dead champion (MAYA-DEATH-10)."""
    if not state.is_alive(seat):
        return []
    clauses = kit_of(state, state.seat(seat)).triggers.get(on)
    if not clauses or state.turn.triggered > TRIGGERS_MAX:
        return []
    return [
        Step(TRIGGERED, {"seat": seat, "source": clause.source, "bound": as_data(bound)})
        for clause in clauses
        if not is_spent(state, seat, clause) and holds(state, seat, clause.ability.condition, bound)
    ]
