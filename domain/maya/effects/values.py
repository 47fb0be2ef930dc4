"""What the numbers on icons come to: symbols, unique traits, Relics, activated cards (MAYA-VALUE-01 ff.)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.maya.content.values import TRAITS, Value
from domain.maya.packs import pack_of
from domain.maya.state import Seat, State, Unit
from domain.maya.table import beside, is_foe

WILD = "wild"


def value_of(state: State, seat: int, value: Value, *, bound: Mapping[str, Any] | None = None, target: str = "") -> int:
    """A value as it reads now for a seat's champion (MAYA-MOVE-01, MAYA-AMB-45)."""
    if not value.of:
        return value.number
    counted = _count(state, state.seat(seat), value.of, bound or {}, target)
    return counted if value.most is None else min(counted, value.most)


def _count(state: State, seat: Seat, of: str, bound: Mapping[str, Any], target: str) -> int:
    match of:
        case "unique":
            return unique_traits(state, seat)
        case "equipped_relics":
            return equipped_relics(seat)
        case "activated":
            return activated_cards(state, seat)
        case "adjacent_enemies":
            return adjacent_enemies(state, state.units[seat.unit])
        case "vish_on_target":
            return state.units[target].vish.get(seat.seat, 0) if target in state.units else 0
        case "retrieved":
            return int(bound.get("retrieved", 0))
    return trait_symbols(state, seat, of)


def trait_symbols(state: State, seat: Seat, trait: str) -> int:
    """Matching symbols on the face-up mat cards and the unlocked tokens, dual and wild ones at their best.

    (MAYA-VALUE-01, MAYA-VALUE-02, MAYA-VALUE-03, MAYA-UPG-11 to MAYA-UPG-16, MAYA-AMB-44, MAYA-AMB-46)
    """
    printed = sum(symbols.count(trait) for symbols in mat_symbols(state, seat))
    return printed + sum(1 for symbol in seat.growth.symbols if trait in symbol or symbol == (WILD,))


def mat_symbols(state: State, seat: Seat) -> list[tuple[str, ...]]:
    """The symbols that count on each face-up card of the mat; Fragments have none (MAYA-CARD-16)."""
    cards = pack_of(state).cards
    shown = [slot.card for slot in seat.slots if slot.face_up and slot.card]
    return [cards[card].symbols for card in shown if card in cards]


def unique_traits(state: State, seat: Seat) -> int:
    """Different traits on the mat, each dual or wild token adding at most one (MAYA-VALUE-04, MAYA-VALUE-05)."""
    printed = {trait for symbols in mat_symbols(state, seat) for trait in symbols}
    return most_unique(printed, seat.growth.symbols)


def most_unique(printed: Iterable[str], tokens: Sequence[tuple[str, ...]]) -> int:
    """The most different traits that printed symbols and tokens can show together.

    Dual tokens are matched to traits still missing by augmenting paths (Kuhn, 1955); a wild token then adds any
    other trait while one is left (MAYA-AMB-46).
    """
    shown = set(printed)
    duals = [symbol for symbol in tokens if symbol != (WILD,)]
    held: dict[str, int] = {}

    def seat_token(token: int, tried: set[str]) -> bool:
        for trait in duals[token]:
            if trait in shown or trait in tried:
                continue
            tried.add(trait)
            if trait not in held or seat_token(held[trait], tried):
                held[trait] = token
                return True
        return False

    matched = sum(seat_token(token, set()) for token in range(len(duals)))
    wilds = len(tokens) - len(duals)
    return min(len(shown) + matched + wilds, len(TRAITS))


def equipped_relics(seat: Seat) -> int:
    """Relics under all slots (MAYA-VALUE-06)."""
    return sum(1 for slot in seat.slots if slot.relic)


def activated_cards(state: State, seat: Seat) -> int:
    """Activated cards on the mat, the present one included (MAYA-VALUE-07, MAYA-AMB-43)."""
    return sum(1 for slot in seat.slots if slot.activated)


def adjacent_enemies(state: State, unit: Unit) -> int:
    """Entities next to a unit that are not friendly to it."""
    if unit.at is None:
        return 0
    return sum(1 for other in beside(state, unit) if other.is_entity and is_foe(unit, other))
