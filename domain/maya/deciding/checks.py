"""Whether a seat may do this kind of thing now at all."""

from __future__ import annotations

from domain.kernel.frames import Window
from domain.kernel.game import Refused
from domain.maya.state import State


def check_phase(state: State, phase: str, rule: str) -> None:
    """Refuses what belongs to another phase."""
    if state.phase != phase or state.frames:
        raise Refused("WRONG_PHASE", rule, f"That is not for now: the match is at {state.step or state.phase}.")


def check_unanswered(state: State, seat: int, rule: str) -> None:
    """Refuses a second answer to what every seat answers once (MAYA-AMB-74)."""
    if state.seat(seat).ready:
        raise Refused("ALREADY_ANSWERED", rule, "Your choice is final and already made.")


def check_step(state: State, seat: int, step: str, rule: str) -> None:
    """Refuses what belongs to another step of the turn, to another seat, or comes while something is in flight."""
    if state.phase != "turn" or state.step != step:
        raise Refused("WRONG_STEP", rule, f"That is not for now: the match is at {state.step or state.phase}.")
    if state.turn.seat != seat:
        raise Refused("NOT_YOUR_TURN", "MAYA-TURN-01", "It is another player's turn.")
    check_nothing_pending(state)


def check_action_phase(state: State, seat: int, rule: str = "MAYA-ACT-12") -> None:
    """Refuses what belongs to the own Action Phase, between two actions (MAYA-ACT-01, MAYA-ACT-12)."""
    check_step(state, seat, "action", rule)


def check_nothing_pending(state: State) -> None:
    """Refuses a new action before the last one is finished (MAYA-ACT-10)."""
    if state.frames:
        what = "a reaction" if isinstance(state.frames[-1], Window) else "a choice"
        raise Refused("PENDING", "MAYA-ACT-10", f"Something is not finished yet: {what} is awaited first.")


def check_energy(state: State, seat: int, cost: int, rule: str) -> None:
    """Refuses what the seat cannot pay (MAYA-TRACK-07)."""
    if state.seat(seat).purse.energy < cost:
        raise Refused("NOT_ENOUGH_ENERGY", rule, f"That costs {cost} Energy.", cost=cost)


def check_in_hand(state: State, seat: int, card: str, rule: str) -> None:
    """Refuses a card that the seat does not hold."""
    if card not in state.seat(seat).cards.hand:
        raise Refused("NOT_IN_HAND", rule, "You do not hold that card.")
