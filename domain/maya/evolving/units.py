"""Units, their HP, defence and statuses, and the pieces on the ground."""

from __future__ import annotations

from typing import Any

from domain.kernel.records import evolve
from domain.maya import events as e
from domain.maya.evolving.changing import Handler, add_supply, with_seat, with_unit, without_unit
from domain.maya.hexes import Hex, distance
from domain.maya.state import NEUTRAL, Head, State, Unit
from domain.maya.state_arena import Arena, Foundation, Ground, VishPool

OWN_MOVES = frozenset(("walk", "fly", "jump", "run"))
"""The ways in which a unit moves itself, as opposed to being moved or put somewhere."""


def _arena(state: State, event: e.ArenaPlaced) -> State:
    arena = Arena(event.map, event.tiles, event.walls, event.spawns, event.upgrades)
    return evolve(state, arena=arena, ground=Ground(items=event.items))


def _neutral(state: State, event: e.NeutralMinionPlaced) -> State:
    return with_unit(
        state,
        Unit(event.minion, "minion", event.kind, NEUTRAL, NEUTRAL, event.at, event.hp, event.hp, side=event.side),
    )


def _ido(state: State, event: e.IdoPlaced) -> State:
    unit = Unit(
        event.ido,
        "ido",
        event.kind,
        event.seat,
        event.team,
        event.at,
        event.hp,
        event.max_hp,
        attackable=event.attackable,
    )
    state = with_unit(state, unit)
    return add_supply(state, event.seat, event.kind, -1) if event.seat else state


def _ido_damaged(state: State, event: e.IdoDamaged) -> State:
    unit = state.units[event.ido]
    return with_unit(state, evolve(unit, hp=unit.hp - event.lost))


def _ido_destroyed(state: State, event: e.IdoDestroyed) -> State:
    state = without_unit(state, event.ido)
    return add_supply(state, event.seat, event.kind, 1) if event.seat else state


def _supply(state: State, event: e.SupplyGranted) -> State:
    seat = state.seat(event.seat)
    granted = {"flight": event.flight, "vish": event.vish, "foundation": event.foundation, "engram": event.engram}
    supply = {piece: count for piece, count in granted.items() if count}
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, supply=supply)))


def _spawned(state: State, event: e.ChampionSpawned) -> State:
    unit = state.units[f"c{event.seat}"]
    return with_unit(state, evolve(unit, at=event.at, hp=event.hp))


def _minion_spawned(state: State, event: e.MinionSpawned) -> State:
    seat = state.seat(event.seat)
    heads = tuple([head for head in seat.purse.heads if head.minion != event.minion])
    purse = evolve(seat.purse, heads=heads, bank=seat.purse.bank - event.hp)
    unit = Unit(
        event.minion, "minion", event.kind, event.seat, seat.team, event.at, event.hp, event.hp, side=event.side
    )
    return with_unit(with_seat(state, evolve(seat, purse=purse)), unit)


def _moved(state: State, event: e.UnitMoved) -> State:
    if not event.path:
        return state
    units = dict(state.units)
    units[event.unit] = evolve(units[event.unit], at=event.path[-1])
    turn = state.turn
    if event.how in OWN_MOVES and event.unit == f"c{turn.seat}":
        spaces = distance(Hex(*event.start), Hex(*event.path[-1])) if event.how == "jump" else len(event.path)
        flew = spaces if event.how == "fly" else turn.flew
        return evolve(state, units=units, turn=evolve(turn, moved=turn.moved + spaces, flew=flew))
    return evolve(state, units=units)


def _swapped(state: State, event: e.UnitsSwapped) -> State:
    units = dict(state.units)
    units[event.unit] = evolve(units[event.unit], at=event.other_at)
    units[event.other] = evolve(units[event.other], at=event.at)
    return evolve(state, units=units)


def _damaged(state: State, event: e.DamageDealt) -> State:
    units = dict(state.units)
    unit = units[event.target]
    units[event.target] = evolve(unit, hp=unit.hp - event.lost, defence=unit.defence - event.blocked)
    if unit.kind != "ido" or not event.lost:
        return evolve(state, units=units)
    turn = state.turn
    lost = {**turn.ido_lost, unit.id: turn.ido_lost.get(unit.id, 0) + event.lost}
    return evolve(state, units=units, turn=evolve(turn, ido_lost=lost))


def _defence(state: State, event: e.DefenceChanged) -> State:
    return with_unit(state, evolve(state.units[event.unit], defence=event.total))


def _hp(state: State, event: e.HpChanged) -> State:
    return with_unit(state, evolve(state.units[event.unit], hp=event.total))


def _status(state: State, event: e.StatusChanged) -> State:
    if event.status == "vish":
        return _vish(add_supply(state, event.owner, "vish", -event.delta), event)
    unit = state.units[event.unit]
    if event.status == "root":
        return with_unit(state, evolve(unit, root=event.total))
    by = event.seat if event.delta > 0 else unit.bleed_by
    return with_unit(state, evolve(unit, bleed=event.total, bleed_by=by if event.total else 0))


def _vish(state: State, event: e.StatusChanged) -> State:
    if event.at is None:
        unit = state.units[event.unit]
        vish = {seat: count for seat, count in unit.vish.items() if seat != event.owner}
        if event.total:
            vish[event.owner] = event.total
        return with_unit(state, evolve(unit, vish=vish))
    lying = tuple([pool for pool in state.ground.vish if not (pool.at == event.at and pool.seat == event.owner)])
    if event.total:
        lying = (*lying, VishPool(event.at, event.owner, event.total))
    return evolve(state, ground=evolve(state.ground, vish=lying))


def _flight(state: State, event: e.FlightChanged) -> State:
    return with_unit(state, evolve(state.champion(event.seat), flying=event.on))


def _vish_returned(state: State, unit: Unit) -> State:
    for seat, count in unit.vish.items():
        state = add_supply(state, seat, "vish", count)
    return state


def _champion_killed(state: State, event: e.ChampionKilled) -> State:
    return _champion_off(state, event.seat)


def _champion_off(state: State, seat: int) -> State:
    unit = state.champion(seat)
    state = _vish_returned(state, unit)
    fallen = evolve(unit, at=None, hp=0, defence=0, root=0, bleed=0, bleed_by=0, vish={}, flying=False)
    return with_unit(state, fallen)


def _chips(state: State, event: e.ChipsMoved) -> State:
    if not event.seat:
        return state
    seat = state.seat(event.seat)
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, bank=seat.purse.bank + event.count)))


def _minion_killed(state: State, event: e.MinionKilled) -> State:
    state = without_unit(_vish_returned(state, state.units[event.minion]), event.minion)
    if not event.seat:
        return state
    seat = state.seat(event.seat)
    heads = (*seat.purse.heads, Head(event.minion, event.kind))
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, heads=heads)))


def _head_returned(state: State, event: e.HeadReturned) -> State:
    seat = state.seat(event.seat)
    heads = tuple([head for head in seat.purse.heads if head.minion != event.minion])
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, heads=heads)))


def _piece(state: State, event: e.ClassPieceMoved) -> State:
    ground = state.ground
    supply = (event.start is not None) - (event.end is not None)
    if event.unit:
        if event.end is None:
            state = without_unit(state, event.unit)
        else:
            state = with_unit(state, evolve(state.units[event.unit], at=event.end))
    else:
        foundations = tuple([tile for tile in ground.foundations if tile.at != event.start])
        if event.end is not None:
            foundations = (*foundations, Foundation(event.end, event.seat))
        state = evolve(state, ground=evolve(ground, foundations=foundations))
    return add_supply(state, event.seat, event.piece, supply) if supply else state


def _item_picked(state: State, event: e.ItemPicked) -> State:
    items = list(state.ground.items)
    items.remove(next(lying for lying in items if lying.item == event.item and lying.at == event.at))
    seat = state.seat(event.seat)
    purse = evolve(seat.purse, items=(*seat.purse.items, event.item))
    return with_seat(
        evolve(state, ground=evolve(state.ground, items=tuple(items))),
        evolve(seat, purse=purse),
    )


def _unchanged(state: State, event: Any) -> State:
    return state


def _withdrawn(state: State, event: e.PlayerConceded) -> State:
    # Who gives up takes the champion off the arena; everything else stays where it lies.
    marks = tuple([mark for mark in state.marks if mark[1] != event.seat])
    state = evolve(state, conceded=(*state.conceded, event.seat), marks=marks)
    return _champion_off(state, event.seat) if f"c{event.seat}" in state.units else state


HANDLERS: dict[type[Any], Handler] = {
    e.ArenaPlaced: _arena,
    e.NeutralMinionPlaced: _neutral,
    e.IdoPlaced: _ido,
    e.IdoDamaged: _ido_damaged,
    e.IdoDestroyed: _ido_destroyed,
    e.SupplyGranted: _supply,
    e.ChampionSpawned: _spawned,
    e.MinionSpawned: _minion_spawned,
    e.UnitMoved: _moved,
    e.UnitsSwapped: _swapped,
    e.DamageDealt: _damaged,
    e.DefenceChanged: _defence,
    e.HpChanged: _hp,
    e.StatusChanged: _status,
    e.FlightChanged: _flight,
    e.ChampionKilled: _champion_killed,
    e.ChipsMoved: _chips,
    e.MinionKilled: _minion_killed,
    e.HeadReturned: _head_returned,
    e.ClassPieceMoved: _piece,
    e.ItemPicked: _item_picked,
    e.ItemDeclined: _unchanged,
    e.PlayerConceded: _withdrawn,
}
