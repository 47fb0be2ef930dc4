"""Table rulings: the small set of corrections that a table may agree on (MAYA-COOL-01)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.frames import Program
from domain.kernel.records import evolve
from domain.maya.evolving.changing import with_seat, with_unit
from domain.maya.hexes import Hex
from domain.maya.state import State

UNIT_COUNTS = ("hp", "defence", "root", "bleed")
SEAT_COUNTS = ("energy", "xp", "bank")


def edited(state: State, edits: tuple[Mapping[str, Any], ...]) -> State:
    """The table with agreed corrections made, one after the other."""
    for edit in edits:
        what = edit["edit"]
        if what in UNIT_COUNTS:
            state = with_unit(state, evolve(state.units[edit["unit"]], **{what: edit["value"]}))
        elif what in SEAT_COUNTS:
            seat = state.seat(edit["seat"])
            state = with_seat(state, evolve(seat, purse=evolve(seat.purse, **{what: edit["value"]})))
        elif what == "place":
            q, r = edit["at"]
            state = with_unit(state, evolve(state.units[edit["unit"]], at=Hex(q, r)))
        elif what == "revive":
            q, r = edit["at"]
            state = with_unit(state, evolve(state.units[edit["unit"]], at=Hex(q, r), hp=edit["value"]))
        elif what == "ledger":
            state = evolve(state, ledger={**state.ledger, edit["name"]: edit["value"]})
        else:
            assert what == "clear_stack", f"there is no correction called {what!r}"
            state = evolve(_spells_away(state), frames=())
    return state


def _spells_away(state: State) -> State:
    # A Spell in the middle of its effect is in no zone; it goes to the discard pile as it would have at its end.
    for frame in state.frames:
        if not isinstance(frame, Program):
            continue
        for step in frame.effects:
            if step.do == "finish_spell":
                seat = state.seat(frame.controller)
                cards = evolve(seat.cards, discard=(*seat.cards.discard, step.args["card"]))
                state = with_seat(state, evolve(seat, cards=cards))
    return state
