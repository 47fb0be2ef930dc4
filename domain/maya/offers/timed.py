"""Start of Turn and End of Turn effects that may be used now (MAYA-TURN-10, MAYA-EOT-02)."""

from __future__ import annotations

from domain.kernel.game import Offer
from domain.maya.effects.changes import is_spent
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import program_of
from domain.maya.intents import EndStep, SkipTimedEffect, UseTimedEffect
from domain.maya.kit import kit_of
from domain.maya.offers.actions import can_start
from domain.maya.state import State, Timed


def usable(state: State) -> list[Timed]:
    """The effects of this step that could be used now; one that could do nothing is skipped (MAYA-AMB-79)."""
    return [timed for timed in state.queue if _is_usable(state, timed)]


def _is_usable(state: State, timed: Timed) -> bool:
    clause = kit_of(state, state.seat(timed.seat)).by_source.get(timed.source)
    if clause is None or is_spent(state, timed.seat, clause):
        return False
    if not holds(state, timed.seat, clause.ability.condition):
        return False
    return can_start(state, timed.seat, timed.source, program_of(clause.ability))


def is_owed(state: State, timed: Timed) -> bool:
    """Whether an effect must be used before the step is left."""
    clause = kit_of(state, state.seat(timed.seat)).by_source.get(timed.source)
    return clause is not None and not clause.ability.may


def offers(state: State) -> list[Offer]:
    """Using each, skipping each that is optional, and leaving the step."""
    seat = state.turn.seat
    waiting = usable(state)
    found = [Offer(UseTimedEffect(seat, timed.source)) for timed in waiting]
    optional = [timed for timed in waiting if not is_owed(state, timed)]
    found += [Offer(SkipTimedEffect(seat, timed.source)) for timed in optional]
    if len(optional) == len(waiting):
        found.append(Offer(EndStep(seat)))
    return found
