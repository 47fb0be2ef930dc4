"""What moved on the arena and on the mats in one step, for a board to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.secrecy import Event
from domain.maya import events as e
from domain.maya.hexes import Hex
from domain.maya.state import State
from projections.plugin import JSON

Places = dict[str, Hex]


def changed(facts: Sequence[Event], before: State | None, after: State, viewer: str) -> JSON:
    """Paths walked, actions against others, harm, statuses, who came and fell, cards and Energy."""
    what: JSON = {
        "moves": [],
        "attacks": [],
        "damage": [],
        "fallen": [],
        "entered": [],
        "status": [],
        "defence": [],
        "healed": [],
        "pieces": [],
        "activated": [],
        "played": [],
        "drawn": [],
        "energy": [],
        "xp": [],
    }
    units = {} if before is None else before.units
    places = {name: unit.at for name, unit in units.items() if unit.at is not None}
    for fact in facts:
        note = _NOTES.get(fact.__class__)
        if note is not None:
            note(what, fact, places)
    return what


def _at(places: Places, name: str) -> list[int] | None:
    place = places.get(name)
    return None if place is None else list(place)


def _moved(what: JSON, fact: e.UnitMoved, places: Places) -> None:
    if not fact.path:
        return
    path = [list(fact.start), *[list(at) for at in fact.path]]
    last = what["moves"][-1] if what["moves"] else None
    if last is not None and last["unit"] == fact.unit and last["how"] == fact.how and last["path"][-1] == path[0]:
        last["path"] += path[1:]
    else:
        what["moves"].append({"unit": fact.unit, "how": fact.how, "path": path})
    places[fact.unit] = Hex(*fact.path[-1])


def _swapped(what: JSON, fact: e.UnitsSwapped, places: Places) -> None:
    for name, start, end in ((fact.unit, fact.at, fact.other_at), (fact.other, fact.other_at, fact.at)):
        what["moves"].append({"unit": name, "how": "put", "path": [list(start), list(end)]})
        places[name] = Hex(*end)


def _declared(what: JSON, fact: e.ActionDeclared, places: Places) -> None:
    if fact.kind not in ("attack", "push", "pull") or not fact.targets:
        return
    start = _at(places, fact.centre or fact.actor)
    ends = [place for place in [_at(places, target) for target in fact.targets] if place is not None]
    what["attacks"].append(
        {"actor": fact.actor, "kind": fact.kind, "value": fact.value, "reach": fact.reach, "from": start, "to": ends}
    )


def _damaged(what: JSON, fact: e.DamageDealt, places: Places) -> None:
    what["damage"].append(
        {
            "unit": fact.target,
            "at": _at(places, fact.target),
            "kind": fact.kind,
            "lost": fact.lost,
            "blocked": fact.blocked,
        }
    )


def _ido_damaged(what: JSON, fact: e.IdoDamaged, places: Places) -> None:
    what["damage"].append(
        {"unit": fact.ido, "at": _at(places, fact.ido), "kind": fact.cause, "lost": fact.lost, "blocked": 0}
    )


def _fell(what: JSON, name: str, places: Places) -> None:
    what["fallen"].append({"unit": name, "at": _at(places, name)})
    places.pop(name, None)


def _entered(what: JSON, name: str, at: Sequence[int], places: Places) -> None:
    places[name] = Hex(at[0], at[1])
    what["entered"].append({"unit": name, "at": list(at)})


def _status(what: JSON, fact: e.StatusChanged, places: Places) -> None:
    at = list(fact.at) if fact.at is not None else _at(places, fact.unit)
    what["status"].append({"unit": fact.unit, "at": at, "status": fact.status, "delta": fact.delta})


def _defence(what: JSON, fact: e.DefenceChanged, places: Places) -> None:
    what["defence"].append({"unit": fact.unit, "at": _at(places, fact.unit), "delta": fact.delta})


def _healed(what: JSON, fact: e.HpChanged, places: Places) -> None:
    what["healed"].append({"unit": fact.unit, "at": _at(places, fact.unit), "delta": fact.delta})


def _piece(what: JSON, fact: e.ClassPieceMoved, places: Places) -> None:
    start, end = fact.start and list(fact.start), fact.end and list(fact.end)
    what["pieces"].append({"piece": fact.piece, "seat": fact.seat, "from": start, "to": end})


_NOTES: dict[type[Any], Callable[[JSON, Any, Places], None]] = {
    e.UnitMoved: _moved,
    e.UnitsSwapped: _swapped,
    e.ActionDeclared: _declared,
    e.DamageDealt: _damaged,
    e.IdoDamaged: _ido_damaged,
    e.ChampionKilled: lambda what, fact, places: _fell(what, f"c{fact.seat}", places),
    e.MinionKilled: lambda what, fact, places: _fell(what, fact.minion, places),
    e.IdoDestroyed: lambda what, fact, places: _fell(what, fact.ido, places),
    e.ChampionSpawned: lambda what, fact, places: _entered(what, f"c{fact.seat}", fact.at, places),
    e.MinionSpawned: lambda what, fact, places: _entered(what, fact.minion, fact.at, places),
    e.IdoPlaced: lambda what, fact, places: _entered(what, fact.ido, fact.at, places),
    e.NeutralMinionPlaced: lambda what, fact, places: _entered(what, fact.minion, fact.at, places),
    e.StatusChanged: _status,
    e.DefenceChanged: _defence,
    e.HpChanged: _healed,
    e.ClassPieceMoved: _piece,
    e.CardActivated: lambda what, fact, places: what["activated"].append({"seat": fact.seat, "slot": fact.slot}),
    e.SpellPlayed: lambda what, fact, places: what["played"].append({"seat": fact.seat, "card": fact.card}),
    e.RelicEquipped: lambda what, fact, places: what["played"].append({"seat": fact.seat, "card": fact.card}),
    e.CardsDrawn: lambda what, fact, places: what["drawn"].append({"seat": fact.seat, "count": fact.count}),
    e.EnergyChanged: lambda what, fact, places: what["energy"].append({"seat": fact.seat, "delta": fact.delta}),
    e.XpChanged: lambda what, fact, places: what["xp"].append({"seat": fact.seat, "delta": fact.delta}),
}
