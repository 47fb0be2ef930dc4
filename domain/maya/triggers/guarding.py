"""What a seat guards: the spaces beside which an opponent's Move may end too near."""

from __future__ import annotations

from domain.maya.hexes import Hex
from domain.maya.state import State
from domain.maya.table import board

GUARDED = ("you", "own foundation")
"""What a Reaction can guard."""


def guarded_beside(state: State, seat: int, space: Hex, pieces: tuple[str, ...]) -> list[Hex]:
    """The spaces of a seat's champion and Foundations that are adjacent to a space."""
    field = board(state)
    spaces: list[Hex] = []
    here = state.champion(seat).at
    if "you" in pieces and here is not None and field.are_adjacent(here, space):
        spaces.append(here)
    if "own foundation" in pieces:
        spaces += [
            tile.at
            for tile in state.ground.foundations
            if tile.seat == seat and tile.at not in spaces and field.are_adjacent(tile.at, space)
        ]
    return spaces
