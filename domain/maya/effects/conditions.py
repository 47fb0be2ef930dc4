"""Whether what a clause asks for holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.maya.content.values import Condition
from domain.maya.hexes import Level
from domain.maya.packs import kind_of, pack_of
from domain.maya.state import State
from domain.maya.table import beside, board, is_foe, place_of


def holds(state: State, seat: int, condition: Condition | None, bound: Mapping[str, Any] | None = None) -> bool:
    """Whether a condition holds for a seat's champion, which is on the arena."""
    if condition is None:
        return True
    if condition.any_of:
        return any(holds(state, seat, option, bound) for option in condition.any_of)
    bound = bound or {}
    champion = state.champion(seat)
    own_turn = state.turn.seat == seat
    match condition.word:
        case "in_flight":
            return champion.flying
        case "not_rooted":
            return champion.root == 0
        case "on_high_ground":
            return board(state).level(place_of(champion)) == Level.HIGH
        case "on_own_foundation":
            return any(tile.at == champion.at and tile.seat == seat for tile in state.ground.foundations)
        case "beside_enemy":
            return any(is_foe(champion, other) for other in beside(state, champion))
        case "it_adjacent":
            it = state.units.get(str(bound.get("it", "")))
            return it is not None and it.at is not None and board(state).are_adjacent(place_of(champion), it.at)
        case "moved":
            return own_turn and state.turn.moved >= condition.at_least
        case "not_moved":
            return not own_turn or state.turn.moved == 0
        case "flew":
            return int(bound.get("flew", 0)) >= condition.at_least
        case "defence":
            return champion.defence >= condition.at_least
        case "no_defence":
            return champion.defence == 0
        case "foundations":
            return sum(1 for tile in state.ground.foundations if tile.seat == seat) >= condition.at_least
    assert condition.word == "discarded", f"there is no condition called {condition.word!r}"
    pack = pack_of(state)
    return any(kind_of(pack, card) == condition.type for card in bound.get("discarded", ()))
