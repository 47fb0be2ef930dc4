"""What the turn's champion did in its Action Phase, counted as it happens (MAYA-OBJ-02, MAYA-OBJ-03, MAYA-AMB-65).

Deeds are the turn seat's own: its champion's, and what its champion set off. VOCABULARY.md says how each is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.frames import Program
from domain.maya import events as e
from domain.maya.hexes import Hex, distance, is_higher
from domain.maya.state import NEUTRAL, State, Unit
from domain.maya.table import board

Deeds = Mapping[str, Any]
Note = Callable[[Deeds, State, Any], Deeds]

OWN_MOVES = frozenset(("walk", "fly", "jump", "run"))
FORCED = frozenset(("push", "pull"))


def _plus(deeds: Deeds, measure: str, count: int) -> Deeds:
    return {**deeds, measure: deeds.get(measure, 0) + count} if count else deeds


# Where the champion has been.


def zone_now(state: State) -> str:
    """The zone the turn's champion stands in, "" off the arena."""
    at = state.champion(state.turn.seat).at
    return "" if at is None else board(state).zone(at) or ""


def _moved(deeds: Deeds, state: State, event: e.UnitMoved) -> Deeds:
    if event.unit != f"c{state.turn.seat}" or not event.path:
        return deeds
    if "zones" not in deeds:
        # Nothing has moved the champion yet, so this is where it began the Action Phase.
        deeds = {**deeds, "zones": (zone_now(state),)}
    if event.how in OWN_MOVES:
        jumped = distance(Hex(*event.start), Hex(*event.path[-1]))
        return _plus(deeds, "spaces_moved", jumped if event.how == "jump" else len(event.path))
    return deeds if event.how in FORCED else _stood(deeds, state, event.path[-1])


def _swapped(deeds: Deeds, state: State, event: e.UnitsSwapped) -> Deeds:
    champion = f"c{state.turn.seat}"
    if champion not in (event.unit, event.other):
        return deeds
    if "zones" not in deeds:
        deeds = {**deeds, "zones": (zone_now(state),)}
    return _stood(deeds, state, event.other_at if event.unit == champion else event.at)


def _stood(deeds: Deeds, state: State, at: Hex) -> Deeds:
    zone = board(state).zone(Hex(*at)) or ""
    return deeds if zone in deeds["zones"] else {**deeds, "zones": (*deeds["zones"], zone)}


def _resolved(deeds: Deeds, state: State, event: e.ActionResolved | e.ActionFizzled) -> Deeds:
    champion = state.champion(state.turn.seat)
    if "zones" not in deeds or champion.at is None:
        return deeds
    deeds = _stood(deeds, state, champion.at)
    act = _action(state)
    if act is not None and act.kind == "move" and act.actor == champion.id and act.seat == state.turn.seat:
        return _plus(deeds, "moves_ended_in_other_zone", int(zone_now(state) != deeds["zones"][0]))
    return deeds


def _action(state: State) -> e.ActionDeclared | None:
    program = state.frames[-1]
    act = program.effects[0].args.get("act") if isinstance(program, Program) else None
    return act if isinstance(act, e.ActionDeclared) else None


# What it hurt.


def _damaged(deeds: Deeds, state: State, event: e.DamageDealt) -> Deeds:
    seat = state.turn.seat
    unit = state.units[event.target]
    if event.blocked and unit.id == f"c{seat}":
        deeds = _guarded(deeds, unit)
    if event.seat != seat or unit.team == state.team_of(seat):
        return deeds
    if event.kind == "collision" and (event.blocked or event.lost):
        deeds = _plus(deeds, "collision_damage", event.raw)
    if not event.lost:
        return deeds
    deeds = _plus(deeds, "hp_taken", event.lost)
    champion = state.champion(seat)
    if event.kind in ("attack", "effect") and champion.at is not None and unit.at is not None:
        apart = distance(champion.at, unit.at)
        far = deeds.get("hp_taken_at", {})
        deeds = {**deeds, "hp_taken_at": {**far, apart: far.get(apart, 0) + event.lost}}
    if unit.kind == "ido" and unit.team != NEUTRAL:
        deeds = _plus(deeds, "hp_taken_from_enemy_idos", event.lost)
    if unit.kind == "champion":
        deeds = _among(deeds, "champions_damaged", unit.id)
    if event.kind == "attack":
        deeds = _attacked(deeds, state, event, champion, unit)
    return _hurt_together(deeds, state, unit)


def _guarded(deeds: Deeds, champion: Unit) -> Deeds:
    # The most Defence it had before some of it went; while it only grows there is nothing to keep (MAYA-AMB-64).
    return {**deeds, "defence": max(deeds.get("defence", 0), champion.defence)}


def _attacked(deeds: Deeds, state: State, event: e.DamageDealt, champion: Unit, unit: Unit) -> Deeds:
    deeds = _plus(deeds, "damaging_attacks_from_above", int(event.height > 0))
    if champion.at is None or unit.at is None:
        return deeds
    below = is_higher(board(state), unit.at, champion.at, flies=unit.flying, other_flies=champion.flying)
    return _plus(deeds, "damaging_attacks_from_below", int(below))


def _hurt_together(deeds: Deeds, state: State, unit: Unit) -> Deeds:
    # What was declared last is what does the damage, however many units it hits.
    stack, hurt = deeds.get("hurt", (0, ()))
    hurt = hurt if stack == state.stacked else ()
    if unit.id not in hurt:
        hurt = (*hurt, unit.id)
    most = max(deeds.get("units_hurt_by_one_action", 0), len(hurt))
    return {**deeds, "hurt": (state.stacked, hurt), "units_hurt_by_one_action": most}


def _among(deeds: Deeds, measure: str, item: str) -> Deeds:
    known = deeds.get(measure, ())
    return deeds if item in known else {**deeds, measure: (*known, item)}


def _minion_killed(deeds: Deeds, state: State, event: e.MinionKilled) -> Deeds:
    own = event.seat == state.turn.seat and event.was == NEUTRAL
    return _plus(deeds, "neutral_minions_killed", int(own))


def _champion_killed(deeds: Deeds, state: State, event: e.ChampionKilled) -> Deeds:
    seat = state.turn.seat
    own = event.killer == seat and state.team_of(event.seat) != state.team_of(seat)
    return _plus(deeds, "enemy_champions_killed", int(own))


def _status(deeds: Deeds, state: State, event: e.StatusChanged) -> Deeds:
    own = event.seat == state.turn.seat and event.unit and event.delta > 0
    return _plus(deeds, "statuses_inflicted", event.delta if own else 0)


# What it spent, played, drew and raised.


def _energy(deeds: Deeds, state: State, event: e.EnergyChanged) -> Deeds:
    own = event.seat == state.turn.seat and event.delta < 0
    return _plus(deeds, "energy_spent", -event.delta if own else 0)


def _spell(deeds: Deeds, state: State, event: e.SpellPlayed) -> Deeds:
    return _plus(deeds, "spells_played", int(event.seat == state.turn.seat))


def _drawn(deeds: Deeds, state: State, event: e.CardsDrawn) -> Deeds:
    # Taking a card that was searched for or looked at is no drawing.
    own = event.seat == state.turn.seat and event.why not in ("search", "peek")
    return _plus(deeds, "cards_drawn", event.count if own else 0)


def _minion_spawned(deeds: Deeds, state: State, event: e.MinionSpawned) -> Deeds:
    if event.seat != state.turn.seat:
        return deeds
    return {**deeds, "hp_of_minion_spawned": max(deeds.get("hp_of_minion_spawned", 0), event.hp)}


DEEDS: dict[type[Any], Note] = {
    e.UnitMoved: _moved,
    e.UnitsSwapped: _swapped,
    e.ActionResolved: _resolved,
    e.ActionFizzled: _resolved,
    e.DamageDealt: _damaged,
    e.MinionKilled: _minion_killed,
    e.ChampionKilled: _champion_killed,
    e.StatusChanged: _status,
    e.EnergyChanged: _energy,
    e.SpellPlayed: _spell,
    e.CardsDrawn: _drawn,
    e.MinionSpawned: _minion_spawned,
}
"""By event type: the deeds so far, the table before the event, the event; gives the deeds after it."""
