"""The table after an event: a table of handlers keyed by event type."""

from __future__ import annotations

from typing import Any

from domain.kernel.records import evolve
from domain.maya import events as e
from domain.maya.evolving import cards, frames, round, units
from domain.maya.evolving.changing import Handler
from domain.maya.objectives.deeds import DEEDS
from domain.maya.state import State

HANDLERS: dict[type[Any], Handler] = {**cards.HANDLERS, **frames.HANDLERS, **units.HANDLERS, **round.HANDLERS}

AT_REST = frozenset((e.AutoPassSet, e.RulingProposed, e.RulingConsented, e.RulingDropped))
"""What happens beside the game and lets nothing go on."""
ASIDE = AT_REST | {e.PlayerConceded}
"""What happens beside the game and changes no question that stands."""


def evolve_event(state: State, event: Any) -> State:
    """The table after an event; unknown sealed fields fold as unknown."""
    kind = event.__class__
    after = HANDLERS[kind](state, event)
    if state.step == "action":
        note = DEEDS.get(kind)
        if note is not None:
            deeds = note(state.turn.deeds, state, event)
            after = evolve(after, turn=evolve(after.turn, deeds=deeds))
    return after if kind in ASIDE else evolve(after, ticks=state.ticks + 1)
