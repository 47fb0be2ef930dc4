"""A turn and its six steps, and what follows it (MAYA-TURN-03)."""

from __future__ import annotations

from domain.maya.events import ChampionSpawned, PhaseEntered, StatusChanged, StepEntered, TurnEnded
from domain.maya.flow.rounds import next_turn
from domain.maya.hexes import Board, Hex, spawn_spaces
from domain.maya.kit import Clause, kit_of
from domain.maya.minions import aggro, allies
from domain.maya.minions.marking import mark_neighbours
from domain.maya.modes.base import mode_of
from domain.maya.offers.timed import usable
from domain.maya.state import State, Timed
from domain.maya.state_arena import Point
from domain.maya.table import MayaDraft, board, taken_spaces


def turn(draft: MayaDraft) -> bool:
    """Goes on with the turn; False when its seat has to answer."""
    state = draft.state
    if state.turn.seat in state.conceded:
        end_turn(draft)
        return True
    return _STEPS[state.step](draft)


def _begin(draft: MayaDraft) -> bool:
    draft.emit(StepEntered("respawn"))
    return True


def _respawn(draft: MayaDraft) -> bool:
    state = draft.state
    seat = state.turn.seat
    if not state.is_alive(seat):
        spots = respawn_spots(state, seat)
        if len(spots) > 1:
            return False
        for point, at in spots:
            spawn_champion(draft, seat, point.name, at)
    draft.emit(StepEntered("allies"))
    return True


def respawn_spots(state: State, seat: int) -> list[tuple[Point, Hex]]:
    """The points and spaces where a champion may come in (MAYA-TURN-05, MAYA-POI-06 to MAYA-POI-08)."""
    field, taken = board(state), taken_spaces(state)
    return [
        (point, at)
        for point in mode_of(state).champion_points(state, seat)
        for at in _free_beside(field, taken, point) or spawn_spaces(field, taken, point.at)
    ]


def _free_beside(field: Board, taken: frozenset[Hex], point: Point) -> list[Hex]:
    # Where a space at the point is free no other is nearer; only a full point needs the search.
    return [at for at in point.at if at not in taken and field.is_ground(at)]


def spawn_champion(draft: MayaDraft, seat: int, point: str, at: Hex) -> None:
    """A champion comes in with full HP (MAYA-DEATH-04, MAYA-UPG-06)."""
    draft.emit(ChampionSpawned(seat, point, at, draft.state.champion(seat).max_hp))


def _allies(draft: MayaDraft) -> bool:
    if allies.is_waiting(draft.state):
        return allies.run(draft)
    _enter(draft, "start")
    return True


def _enter(draft: MayaDraft, step: str) -> None:
    state = draft.state
    seat = state.turn.seat
    kit = kit_of(state, state.seat(seat))
    clauses = kit.start_of_turn if step == "start" else kit.end_of_turn
    queue = tuple([Timed(seat, clause.source) for clause in clauses]) if state.is_alive(seat) else ()
    draft.emit(StepEntered(step, queue))


def timed_clause(state: State, timed: Timed) -> Clause | None:
    """The clause of an effect that waits for its moment, while it is still in force."""
    return kit_of(state, state.seat(timed.seat)).by_source.get(timed.source)


def _start(draft: MayaDraft) -> bool:
    if _timed_waiting(draft.state):
        return False
    draft.emit(StepEntered("action"))
    return True


def _timed_waiting(state: State) -> bool:
    return state.is_alive(state.turn.seat) and bool(usable(state))


def _action(draft: MayaDraft) -> bool:
    if draft.state.is_alive(draft.state.turn.seat):
        return False
    # A champion that falls on its own turn has no effects left; the Discard step still comes (MAYA-DEATH-12).
    draft.emit(StepEntered("discard"))
    return True


def end_action_phase(draft: MayaDraft) -> None:
    """On to End of Turn (MAYA-ACT-17, MAYA-EOT-01)."""
    _enter(draft, "end")


def _end(draft: MayaDraft) -> bool:
    state = draft.state
    if _timed_waiting(state):
        return False
    champion = state.champion(state.turn.seat)
    if champion.bleed:
        # After the effects, all Bleed leaves (MAYA-BLEED-06, MAYA-EOT-03, MAYA-AMB-88).
        draft.emit(StatusChanged("bleed", -champion.bleed, 0, state.turn.seat, unit=champion.id))
    draft.emit(StepEntered("discard"))
    return True


def _discard(draft: MayaDraft) -> bool:
    state = draft.state
    if state.seat(state.turn.seat).cards.hand:
        return False
    end_turn(draft)
    return True


def end_turn(draft: MayaDraft) -> None:
    """The turn is complete; what it aggroed comes next (MAYA-DISCARD-04, MAYA-AGGRO-02)."""
    seat = draft.state.turn.seat
    mark_neighbours(draft, draft.state.champion(seat), seat)
    draft.emit(TurnEnded(seat))
    mode_of(draft.state).turn_ended(draft, seat)


def after_turn(draft: MayaDraft) -> bool:
    """The aggroed minions act; once they have, the mode looks at the turn (MAYA-ROUND-01, MAYA-ROUND-04)."""
    if not aggro.is_over(draft.state):
        return aggro.run(draft)
    draft.emit(PhaseEntered("watch"))
    mode_of(draft.state).aggro_ended(draft, draft.state.turn.seat)
    return True


def watch(draft: MayaDraft) -> bool:
    """Then the next turn comes (MAYA-ROUND-02)."""
    next_turn(draft)
    return True


_STEPS = {
    "": _begin,
    "respawn": _respawn,
    "allies": _allies,
    "start": _start,
    "action": _action,
    "end": _end,
    "discard": _discard,
}
