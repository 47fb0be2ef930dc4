"""Making a table with one seat, unit or count changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.kernel.records import evolve
from domain.maya.state import Seat, Slot, State, Unit

Handler = Callable[[State, Any], State]


def with_seat(state: State, seat: Seat) -> State:
    """The table with one seat replaced."""
    place = seat.seat
    return evolve(state, seats=(*state.seats[: place - 1], seat, *state.seats[place:]))


def with_unit(state: State, unit: Unit) -> State:
    """The table with one unit replaced or added."""
    units = dict(state.units)
    units[unit.id] = unit
    return evolve(state, units=units)


def without_unit(state: State, unit: str) -> State:
    """The table with one unit gone."""
    units = dict(state.units)
    del units[unit]
    return evolve(state, units=units)


def with_slot(seat: Seat, number: int, slot: Slot) -> Seat:
    """The seat with one slot (1 to 3) replaced."""
    slots = list(seat.slots)
    slots[number - 1] = slot
    first, second, third = slots
    return evolve(seat, slots=(first, second, third))


def add_supply(state: State, seat: int, piece: str, count: int) -> State:
    """The table with class pieces put into a seat's supply, or taken out."""
    side = state.seat(seat)
    supply = dict(side.purse.supply)
    supply[piece] = supply.get(piece, 0) + count
    return with_seat(state, evolve(side, purse=evolve(side.purse, supply=supply)))


def without_cards(cards: tuple[str | None, ...], gone: Iterable[str | None]) -> tuple[str | None, ...]:
    """The cards without these; a card that is not known to be there is one of the unknown ones."""
    left = list(cards)
    for card in gone:
        if card is not None and card in left:
            left.remove(card)
        elif None in left:
            left.remove(None)
        elif left:
            left.pop(0)
    return tuple(left)


def tallied(counts: Mapping[str, Any], **totals: Any) -> dict[str, Any]:
    """Counts with some of them set anew."""
    return {**counts, **totals}
