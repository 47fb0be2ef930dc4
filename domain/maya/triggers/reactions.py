"""Reactions: who is asked, what a card may answer, and playing it (MAYA-REACT-01 to MAYA-REACT-09)."""

from __future__ import annotations

from domain.maya.state import State
from domain.maya.table import initiative_from


def eligible(state: State, seat: int) -> tuple[int, ...]:
    """The opponents of an acting seat who are asked, in the order in which they are.

    Whoever has a card in hand is asked, whether or not it could answer (MAYA-AMB-51, MAYA-AMB-52, MAYA-AMB-55).
    """
    if not state.rules.reactions or state.turn.seat == 0:
        return ()
    opponents = state.opponents(seat)
    return tuple(
        [
            other
            for other in initiative_from(state, seat)
            if other in opponents
            and other != state.turn.seat
            and state.is_alive(other)
            and state.seat(other).cards.hand
        ]
    )
