"""Allied minions in their controller's turn (MAYA-TURN-07, MAYA-TURN-08, MAYA-TURN-09)."""

from __future__ import annotations

from domain.kernel.game import Offer
from domain.maya.events import MinionTurnStarted
from domain.maya.intents import BeginMinionTurn, EndMinionStep, EndMinionTurn, MinionAction
from domain.maya.minions.acting import Option, options, stop, target_of
from domain.maya.minions.marking import mark_neighbours
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft


def allied(state: State, seat: int) -> list[Unit]:
    """The minions a seat controls on the arena."""
    return [unit for unit in state.units.values() if unit.kind == "minion" and unit.owner == seat]


def ready(state: State) -> list[Unit]:
    """The turn seat's minions that have not acted this turn."""
    return [unit for unit in allied(state, state.turn.seat) if unit.id not in state.turn.minions_done]


def is_waiting(state: State) -> bool:
    """Whether any minion of the turn seat is acting or has not acted yet."""
    return bool(state.turn.minion or ready(state))


def run(draft: MayaDraft) -> bool:
    """Goes on with the ally step; False when its seat has to answer."""
    state = draft.state
    if not state.turn.minion or choices(state):
        return False
    finish(draft, state.turn.minion)
    return True


def choices(state: State) -> list[Option]:
    """What the acting minion may do; none of it is compulsory (MAYA-AMB-84)."""
    unit = state.units.get(state.turn.minion)
    return [] if unit is None else options(state, unit, state.turn.seat, state.turn.minion_used)


def offers(state: State) -> list[Offer]:
    """What the turn seat may do with its minions."""
    seat = state.turn.seat
    if state.turn.minion:
        return [
            *[
                Offer(MinionAction(seat, option.step, option.choice, target_of(option.way), option.way.path))
                for option in choices(state)
            ],
            Offer(EndMinionTurn(seat)),
        ]
    return [*[Offer(BeginMinionTurn(seat, unit.id)) for unit in ready(state)], Offer(EndMinionStep(seat))]


def begin(draft: MayaDraft, minion: str) -> None:
    """A minion starts to act; the others wait until it is done (MAYA-TURN-08)."""
    draft.emit(MinionTurnStarted(minion, draft.state.turn.seat))


def finish(draft: MayaDraft, minion: str) -> None:
    """A minion is done: it sets the neutral minions beside it on its controller (MAYA-AGGRO-03, MAYA-AMB-91)."""
    seat = draft.state.turn.seat
    unit = draft.state.units.get(minion)
    if unit is not None:
        mark_neighbours(draft, unit, seat)
    stop(draft, minion, seat)
