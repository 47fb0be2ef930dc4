"""What must hold after every intent of a Trials of Maya match, taken from the rules and not from the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.frames import Program
from domain.kernel.match import MatchState
from domain.maya import events as e
from domain.maya.packs import pack_of
from domain.maya.state import Seat, State, Unit
from domain.maya.table import board

ROUNDS_MAX = {"siege-1v1": 17, "siege-2v2": 23, "headhunters": 10}
"""Towers of 8 (12) HP that crumble from round 10 (12) on are gone by then; Headhunters has ten rounds."""
SUPPLIES = {"flight": 1, "vish": 7, "foundation": 4, "engram": 3}
FRAGMENTS = 24
OBJECTIVES = 19
ROW = {2: 4, 3: 5, 4: 5}


def broken(before: MatchState, intent: Any, events: Sequence[Any], after: MatchState) -> Iterator[str]:
    """What does not hold after an intent, in sentences."""
    state: State | None = after.table
    if state is None or state.arena is None:
        return
    yield from _spaces(state)
    for unit in state.units.values():
        yield from _unit(state, unit)
    for seat in state.seats:
        yield from _seat(state, seat)
    yield from _shared(state)
    yield from _round(state)
    if before.table is not None and before.table.arena is not None:
        yield from _chips(before.table, events, state)


def _spaces(state: State) -> Iterator[str]:
    field = board(state)
    standing = Counter(unit.at for unit in state.units.values() if unit.at is not None)
    for at, count in standing.items():
        if count > 1:
            yield f"{count} units stand on {at}"
        if not field.is_ground(at):
            yield f"a unit stands on {at}, which is no ground"
    tiles = Counter(tile.at for tile in state.ground.foundations)
    for at, count in tiles.items():
        if count > 1 or not field.is_ground(at):
            yield f"{count} Foundations lie on {at}"
    for pool in state.ground.vish:
        if pool.count < 1 or not field.is_ground(pool.at):
            yield f"{pool.count} Vish lie on {pool.at}"


def _unit(state: State, unit: Unit) -> Iterator[str]:
    if unit.at is None:
        if unit.kind != "champion":
            yield f"{unit.id} is neither on the arena nor gone"
        marked = unit.defence or unit.root or unit.bleed or unit.vish or unit.flying
        if marked:
            yield f"{unit.id} is off the arena and still marked"
        return
    if state.ended is None and not 1 <= unit.hp <= unit.max_hp:
        yield f"{unit.id} has {unit.hp} of {unit.max_hp} HP"
    if not 0 <= unit.defence <= unit.max_hp:
        yield f"{unit.id} has {unit.defence} Defence, {unit.max_hp} Max HP"
    if unit.root < 0 or unit.bleed < 0 or any(count < 1 for count in unit.vish.values()):
        yield f"{unit.id} has impossible status tokens"
    if unit.kind == "ido" and (unit.root or unit.bleed or unit.vish):
        yield f"{unit.id} is an object with a status"
    if unit.owner and unit.team != state.team_of(unit.owner):
        yield f"{unit.id} is of another team than its owner"


def _seat(state: State, seat: Seat) -> Iterator[str]:
    purse = seat.purse
    if min(purse.energy, purse.xp, purse.bank) < 0:
        yield f"seat {seat.seat} owes: {purse}"
    yield from _cards(state, seat)
    yield from _pieces(state, seat)


def _cards(state: State, seat: Seat) -> Iterator[str]:
    fragments = pack_of(state).fragments
    found = Counter([*seat.cards.deck, *seat.cards.hand, *seat.cards.discard, *played(state, seat.seat)])
    for slot in seat.slots:
        found.update([card for card in (slot.card, slot.relic) if card])
    own = Counter({card: count for card, count in found.items() if card not in fragments})
    listed: Counter[str | None] = Counter(seat.cards.listed)
    # A Spell in the middle of its effect when the match ends is nowhere any more.
    if own != listed and state.ended is None:
        yield f"seat {seat.seat} has {own - listed} too many and misses {listed - own}"
    in_turns = state.phase in ("flip", "arrive", "turn", "aggro", "watch", "round_end")
    if in_turns and not all(slot.card for slot in seat.slots) and not state.rules.fragments_to_discard:
        yield f"seat {seat.seat} has an empty slot"


def played(state: State, seat: int) -> list[str]:
    """The Spells of a seat that are resolving, in no zone."""
    return [
        step.args["card"]
        for frame in state.frames
        if isinstance(frame, Program) and frame.controller == seat
        for step in frame.effects
        if step.do == "finish_spell"
    ]


def _pieces(state: State, seat: Seat) -> Iterator[str]:
    number = seat.seat
    out = {
        "vish": sum(unit.vish.get(number, 0) for unit in state.units.values())
        + sum(pool.count for pool in state.ground.vish if pool.seat == number),
        "foundation": sum(1 for tile in state.ground.foundations if tile.seat == number),
        "engram": sum(1 for unit in state.units.values() if unit.what == "engram" and unit.owner == number),
        "flight": 0,
    }
    for piece, total in SUPPLIES.items():
        left = seat.purse.supply.get(piece)
        if left is None:
            if out[piece]:
                yield f"seat {number} has {piece} on the arena and no such supply"
        elif left < 0 or left + out[piece] != total:
            yield f"seat {number} has {left} {piece} left and {out[piece]} out"


def _shared(state: State) -> Iterator[str]:
    fragments = pack_of(state).fragments
    out = [card for seat in state.seats for slot in seat.slots if (card := slot.card) in fragments]
    out += [
        card
        for seat in state.seats
        for card in (*seat.cards.deck, *seat.cards.hand, *seat.cards.discard)
        if card in fragments
    ]
    if len(state.pool) + len(out) != FRAGMENTS:
        yield f"{len(state.pool)} Memory Fragments in the pool and {len(out)} in play"
    heads = Counter(head.minion for seat in state.seats for head in seat.purse.heads)
    heads.update(unit.id for unit in state.units.values() if unit.kind == "minion")
    doubled = [minion for minion, count in heads.items() if count > 1]
    if doubled:
        yield f"{doubled} are in two places"
    objectives = state.objectives
    ids = [*[card.id for card in objectives.open], *objectives.deck, *objectives.discard]
    if len(set(ids)) != len(ids) or not OBJECTIVES - 2 <= len(ids) <= OBJECTIVES:
        yield f"the objectives are {ids}"
    if len(objectives.open) > ROW[len(state.seats)]:
        yield f"{len(objectives.open)} objectives lie open"
    if len(set(objectives.claimed)) != len(objectives.claimed):
        yield "a seat claimed twice in a round"
    if any(count < 0 for count in state.ledger.values()):
        yield f"the mode counts below nothing: {state.ledger}"


def _round(state: State) -> Iterator[str]:
    most = ROUNDS_MAX[state.rules.mode]
    if state.round > most:
        yield f"round {state.round} of at most {most}"
    for minion, seat in state.marks:
        unit = state.units.get(minion)
        if unit is None or unit.team or seat in state.conceded:
            yield f"a mark of {minion} on seat {seat} stands for nothing"


def _chips(before: State, events: Sequence[Any], after: State) -> Iterator[str]:
    """HP chips go from minions to banks and back; only what nobody earned leaves the game."""
    came = sum(event.hp for event in events if isinstance(event, e.NeutralMinionPlaced))
    left = sum(event.count for event in events if isinstance(event, e.ChipsMoved) and not event.seat)
    if any(isinstance(event, e.RulingApplied) for event in events):
        return
    if _all_chips(before) + came - left != _all_chips(after):
        yield f"chips: {_all_chips(before)} and {came} more, {left} gone, and now {_all_chips(after)}"


def _all_chips(state: State) -> int:
    standing = sum(unit.hp for unit in state.units.values() if unit.kind == "minion")
    return standing + sum(seat.purse.bank for seat in state.seats)
