"""What a seat may do at any time: standing passes, giving up, corrections of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.game import Refused
from domain.maya.events import (
    AutoPassSet,
    PlayerConceded,
    RulingApplied,
    RulingConsented,
    RulingDropped,
    RulingProposed,
)
from domain.maya.evolving.rulings import SEAT_COUNTS, UNIT_COUNTS, edited
from domain.maya.hexes import Hex
from domain.maya.intents import Concede, ConsentRuling, ProposeRuling, SetAutoPass, WithdrawRuling
from domain.maya.modes.base import COUNT_MAX, mode_of
from domain.maya.state import Ruling, State, Unit
from domain.maya.table import MayaDraft, board, taken_spaces

TEXT_LENGTH_MAX = 400
EDITS_MAX = 16


def set_auto_pass(draft: MayaDraft, intent: SetAutoPass) -> None:
    """A standing pass on reactions (MAYA-AMB-55)."""
    draft.emit(AutoPassSet(intent.seat, intent.on))


def concede(draft: MayaDraft, intent: Concede) -> None:
    """A seat gives up; the mode says what that means."""
    draft.emit(PlayerConceded(intent.seat))
    mode_of(draft.state).conceded(draft, intent.seat)
    if draft.state.ruling is not None:
        _apply_if_agreed(draft)  # it may have been the last one whose answer was missing


def propose_ruling(draft: MayaDraft, intent: ProposeRuling) -> None:
    """A correction out of a small set, by a seat or the host, for all to agree on (MAYA-COOL-01, MAYA-AMB-118).

    Neither this nor the answers look at what the match waits for: the correction may be about just that.
    """
    state = draft.state
    if not state.rules.rulings:
        raise Refused("NO_RULINGS", "MAYA-COOL-01", "This table plays without rulings of its own.")
    if state.ruling is not None:
        raise Refused("RULING_OPEN", "MAYA-COOL-01", "Another correction is being agreed on.")
    text = intent.text.strip()
    if not text or len(intent.text) > TEXT_LENGTH_MAX or not text.isprintable():
        sentence = f"Say what it is about in 1 to {TEXT_LENGTH_MAX} printable characters."
        raise Refused("BAD_RULING", "MAYA-COOL-01", sentence)
    if len(intent.edits) > EDITS_MAX:
        raise Refused("BAD_RULING", "MAYA-COOL-01", f"A correction makes at most {EDITS_MAX} edits.")
    _check_edits(state, intent.edits)
    number = state.rulings + 1
    draft.emit(RulingProposed(intent.seat, number, text, tuple(intent.edits)))
    _apply_if_agreed(draft)


def withdraw_ruling(draft: MayaDraft, intent: WithdrawRuling) -> None:
    """Whoever proposed a correction, a seat or the host, takes it back before it is made."""
    if _standing(draft.state, intent.number).seat != intent.seat:
        raise Refused("NOT_YOUR_RULING", "MAYA-COOL-01", "Only who proposed that correction takes it back.")
    draft.emit(RulingDropped(intent.seat, intent.number))


def consent_ruling(draft: MayaDraft, intent: ConsentRuling) -> None:
    """A seat agrees, and with the last one the table is corrected; or it refuses, and nothing changes."""
    if intent.seat in _standing(draft.state, intent.number).consents:
        raise Refused("ALREADY_ANSWERED", "MAYA-COOL-01", "You agreed already.")
    if not intent.agree:
        draft.emit(RulingDropped(intent.seat, intent.number))
        return
    draft.emit(RulingConsented(intent.seat, intent.number))
    _apply_if_agreed(draft)


def _standing(state: State, number: int) -> Ruling:
    if state.ruling is None or state.ruling.number != number:
        raise Refused("NO_RULING", "MAYA-COOL-01", "That correction is not being agreed on.")
    return state.ruling


def _apply_if_agreed(draft: MayaDraft) -> None:
    ruling = draft.state.ruling
    assert ruling is not None, "a proposal stands"
    playing = [seat.seat for seat in draft.state.seats if seat.seat not in draft.state.conceded]
    if not set(playing) <= set(ruling.consents):
        return
    try:
        _check_edits(draft.state, ruling.edits)
    except Refused:
        # The table moved on since it was proposed, and the correction does not fit it any more.
        draft.emit(RulingDropped(ruling.seat, ruling.number))
        return
    draft.emit(RulingApplied(ruling.text, tuple(sorted(ruling.consents)), tuple([dict(edit) for edit in ruling.edits])))


def _check_edits(state: State, edits: Iterable[Mapping[str, Any]]) -> None:
    for edit in edits:
        _check_edit(state, edit)
        state = edited(state, (edit,))  # two of them may not put two units on one space


def _check_edit(state: State, edit: Mapping[str, Any]) -> None:
    what = edit.get("edit")
    if what in UNIT_COUNTS:
        unit = state.units.get(str(edit.get("unit")))
        most = COUNT_MAX if unit is None or what not in ("hp", "defence") else unit.max_hp
        fits = unit is not None and unit.at is not None and _is_count(edit, 1 if what == "hp" else 0, most)
        # Objects have HP and nothing else (MAYA-IDO-05).
        fits = fits and unit is not None and (unit.is_entity or what == "hp")
        keys = {"edit", "unit", "value"}
    elif what in SEAT_COUNTS:
        seat = edit.get("seat")
        fits = type(seat) is int and 1 <= seat <= len(state.seats) and _is_count(edit, 0, COUNT_MAX)
        keys = {"edit", "seat", "value"}
    elif what == "place":
        unit = state.units.get(str(edit.get("unit")))
        fits = unit is not None and unit.at is not None and _is_free(state, edit.get("at"))
        keys = {"edit", "unit", "at"}
    elif what == "revive":
        unit = state.units.get(str(edit.get("unit")))
        fits = unit is not None and _may_come_back(state, unit, edit) and _is_free(state, edit.get("at"))
        keys = {"edit", "unit", "at", "value"}
    elif what == "ledger":
        name = edit.get("name")
        counted = mode_of(state).counts(state).get(name) if isinstance(name, str) else None
        fits = counted is not None and _is_count(edit, 0, counted)
        keys = {"edit", "name", "value"}
    else:
        fits = what == "clear_stack"
        keys = {"edit"}
    if not fits or set(edit) != keys:
        raise Refused("BAD_RULING", "MAYA-COOL-01", f"That correction cannot be made: {what!r:.40}.")


def _is_count(edit: Mapping[str, Any], least: int, most: int) -> bool:
    value = edit.get("value")
    return type(value) is int and least <= value <= most


def _may_come_back(state: State, unit: Unit, edit: Mapping[str, Any]) -> bool:
    """Whether a champion is off the arena and its seat plays on."""
    # What clung to it went when it fell, so all it needs is a place and HP (MAYA-DEATH-01, MAYA-DEATH-02).
    off = unit.kind == "champion" and unit.at is None and unit.owner not in state.conceded
    return off and _is_count(edit, 1, unit.max_hp)


def _is_free(state: State, at: Any) -> bool:
    if not isinstance(at, list | tuple) or len(at) != 2:
        return False
    if not all(type(part) is int for part in at) or state.arena is None:
        return False
    space = Hex(at[0], at[1])
    return board(state).is_ground(space) and space not in taken_spaces(state)
