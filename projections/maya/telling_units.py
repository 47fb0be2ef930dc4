"""What happens to units and pieces on the arena, told in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.maya import events as e
from domain.maya.state import State
from projections.maya import naming
from projections.plugin import NameOf

# -- actions


def _declared(fact: e.ActionDeclared, before: State, after: State, name_of: NameOf) -> str | None:
    if fact.kind not in ("attack", "push", "pull"):
        return None  # the result tells it
    actor = naming.unit(before, fact.actor, name_of)
    targets = naming.units(before, fact.targets, name_of) if fact.targets else "nobody"
    how = {"all_adjacent": " all around", "range": " at range", "projectile": " from afar", "piercing": " in a line"}
    if fact.kind == "attack":
        with_what = "".join(f" + {count} {status.capitalize()}" for status, count in (fact.inflict or {}).items())
        return f"{actor} attacks {targets} for {fact.value}{with_what}{how.get(fact.reach, '')}."
    verb = {"push": "pushes", "pull": "pulls"}[fact.kind]
    return f"{actor} {verb} {targets}{f' {fact.value}' if fact.kind == 'push' else ''}."


_WAYS = {
    "walk": "moves",
    "": "moves",
    "fly": "flies",
    "jump": "jumps",
    "run": "runs",
    "push": "is pushed",
    "pull": "is pulled",
    "put": "appears",
}


def _moved(fact: e.UnitMoved, before: State, after: State, name_of: NameOf) -> str | None:
    who, way = naming.unit(before, fact.unit, name_of), _WAYS.get(fact.how, f"goes ({fact.how})")
    if not fact.path:
        return f"{who} stays on {naming.space(after, fact.start)}."
    end = naming.space(after, fact.path[-1])
    return f"{who} {way} {'on' if fact.how == 'put' else 'to'} {end}."


def _swapped(fact: e.UnitsSwapped, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.units(before, (fact.unit, fact.other), name_of)} change places."


# -- harm and help


_CAUSES = {
    "attack": "",
    "spike": " to spikes",
    "collision": " in the collision",
    "bleed": " to Bleed",
    "effect": "",
    "watchfire": " to the Watchfire",
}


def _damaged(fact: e.DamageDealt, before: State, after: State, name_of: NameOf) -> str:
    who, why = naming.unit(before, fact.target, name_of), _CAUSES.get(fact.kind, f" to {fact.kind}")
    height = f", {fact.height} of it from High Ground" if fact.height > 0 else ""
    if not fact.lost:
        return f"{who} {'blocks' if fact.blocked else 'takes'} {'it all' if fact.blocked else 'no harm'}{why}."
    blocked = f" and blocks {fact.blocked}" if fact.blocked else ""
    return f"{who} loses {fact.lost} HP{why}{blocked}{height}."


def _defence(fact: e.DefenceChanged, before: State, after: State, name_of: NameOf) -> str:
    who = naming.unit(before, fact.unit, name_of)
    if not fact.delta:
        return f"{who} can have no more Defence."
    return f"{who} {'gains' if fact.delta > 0 else 'loses'} {abs(fact.delta)} Defence."


def _hp(fact: e.HpChanged, before: State, after: State, name_of: NameOf) -> str | None:
    if not fact.delta:
        return None
    verb = "gains" if fact.delta > 0 else "loses"
    return f"{naming.unit(before, fact.unit, name_of)} {verb} {abs(fact.delta)} HP."


def _status(fact: e.StatusChanged, before: State, after: State, name_of: NameOf) -> str | None:
    if not fact.delta:
        return None
    tokens = f"{abs(fact.delta)} {fact.status.capitalize()}"
    if fact.at is not None:
        where = naming.space(after, fact.at)
        return f"{where} {'gets' if fact.delta > 0 else 'loses'} {tokens} of {name_of(fact.owner)}."
    who = naming.unit(before, fact.unit, name_of)
    return f"{who} {'gets' if fact.delta > 0 else 'loses'} {tokens}."


def _flight(fact: e.FlightChanged, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.unit(before, f'c{fact.seat}', name_of)} {'takes off' if fact.on else 'lands'}."


# -- coming and going


def _spawned(fact: e.ChampionSpawned, before: State, after: State, name_of: NameOf) -> str:
    who = naming.unit(before, f"c{fact.seat}", name_of)
    return f"{who} enters the arena on {naming.space(after, fact.at)} with {fact.hp} HP."


def _minion_spawned(fact: e.MinionSpawned, before: State, after: State, name_of: NameOf) -> str:
    who, where = naming.minion(after, fact.kind, fact.minion), naming.space(after, fact.at)
    return f"{name_of(fact.seat)} brings {who} in on {where} with {fact.hp} HP."


def _ido_placed(fact: e.IdoPlaced, before: State, after: State, name_of: NameOf) -> str | None:
    if not fact.seat:
        return None
    what, where = naming.piece(after, fact.kind), naming.space(after, fact.at)
    return f"{name_of(fact.seat)} places an {what} on {where}."


def _ido_damaged(fact: e.IdoDamaged, before: State, after: State, name_of: NameOf) -> str:
    why = {"collapse": " in the collapse", "death": " for the fallen champion"}.get(fact.cause, "")
    return f"{naming.unit(before, fact.ido, name_of)} loses {fact.lost} HP{why}."


def _ido_destroyed(fact: e.IdoDestroyed, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.unit(before, fact.ido, name_of)} {'is destroyed' if fact.seat else 'falls'}."


def _champion_killed(fact: e.ChampionKilled, before: State, after: State, name_of: NameOf) -> str:
    who = naming.unit(before, f"c{fact.seat}", name_of)
    if not fact.killer:
        return f"{who} dies."
    return f"{who} is killed by {naming.unit(before, f'c{fact.killer}', name_of)}."


def _relics_lost(fact: e.RelicsLost, before: State, after: State, name_of: NameOf) -> str:
    kept = f" but keeps {naming.cards(after, fact.kept)}" if fact.kept else ""
    lost = naming.cards(after, fact.cards) if fact.cards else "no Relic"
    return f"{name_of(fact.seat)} loses {lost}{kept}."


def _chips(fact: e.ChipsMoved, before: State, after: State, name_of: NameOf) -> str | None:
    if not fact.seat:
        return None
    return f"{name_of(fact.seat)} banks {naming.count_of(fact.count, 'HP chip')}."


def _minion_killed(fact: e.MinionKilled, before: State, after: State, name_of: NameOf) -> str:
    head = f"; {name_of(fact.seat)} takes its head" if fact.seat else ""
    return f"{naming.unit(before, fact.minion, name_of)} is killed{head}."


def _head_returned(fact: e.HeadReturned, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} turns in the head of {naming.minion(after, fact.kind, fact.minion)}."


# -- minions


def _minion_turn(fact: e.MinionTurnStarted, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.unit(before, fact.minion, name_of)} acts, steered by {name_of(fact.seat)}."


def _minion_done(fact: e.MinionTurnEnded, before: State, after: State, name_of: NameOf) -> str | None:
    if before.phase == "aggro":
        return None  # another minion's turn, or a player's, says so
    return f"{naming.unit(before, fact.minion, name_of)} is done."


def _marked(fact: e.AggroMarked, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.unit(before, fact.minion, name_of)} is set on {name_of(fact.seat)}."


def _aggro(fact: e.AggroStarted, before: State, after: State, name_of: NameOf) -> str:
    minions = naming.units(before, fact.minions, name_of)
    verb = "turns" if len(fact.minions) == 1 else "turn"
    return f"{minions} {verb} on {name_of(fact.seat)}, steered by {name_of(fact.executor)}."


# -- pieces


def _piece(fact: e.ClassPieceMoved, before: State, after: State, name_of: NameOf) -> str:
    what, who = naming.piece(after, fact.piece), name_of(fact.seat)
    if fact.end is None:
        assert fact.start is not None, "a piece goes from somewhere to somewhere"
        return f"{who} takes a piece back from {naming.space(after, fact.start)}: {what}."
    place = naming.space(after, fact.end)
    return f"{who} {'lays' if fact.start is None else 'moves'} a {what} {'on' if fact.start is None else 'to'} {place}."


def _picked(fact: e.ItemPicked, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} picks up {naming.item(after, fact.item)}."


def _declined(fact: e.ItemDeclined, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} leaves {naming.item(after, fact.item)} where it lies."


TELL: dict[type[Any], Callable[[Any, State, State, NameOf], str | None]] = {
    e.ActionDeclared: _declared,
    e.UnitMoved: _moved,
    e.UnitsSwapped: _swapped,
    e.DamageDealt: _damaged,
    e.DefenceChanged: _defence,
    e.HpChanged: _hp,
    e.StatusChanged: _status,
    e.FlightChanged: _flight,
    e.ChampionSpawned: _spawned,
    e.MinionSpawned: _minion_spawned,
    e.IdoPlaced: _ido_placed,
    e.IdoDamaged: _ido_damaged,
    e.IdoDestroyed: _ido_destroyed,
    e.ChampionKilled: _champion_killed,
    e.RelicsLost: _relics_lost,
    e.ChipsMoved: _chips,
    e.MinionKilled: _minion_killed,
    e.HeadReturned: _head_returned,
    e.MinionTurnStarted: _minion_turn,
    e.MinionTurnEnded: _minion_done,
    e.AggroMarked: _marked,
    e.AggroStarted: _aggro,
    e.ClassPieceMoved: _piece,
    e.ItemPicked: _picked,
    e.ItemDeclined: _declined,
}
