"""What is printed and does not change during a match: arena, portraits, cards, minions, as JSON that is made once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from domain.maya.content.effects import Effect
from domain.maya.content.models import Card, Champion, ContentPack, Fragment, Skill
from domain.maya.content.values import Reach, Value
from domain.maya.packs import Files, pack_for
from domain.maya.state import State
from domain.maya.state_arena import Arena, Point
from projections.maya.kept import Kept
from projections.maya.naming import ARENAS_MAX, spaces_of, titled
from projections.plugin import JSON


def arena_json(arena: Arena) -> JSON:
    """The map as it was laid out; for reading only, since every view of it is the same."""
    return _ARENAS.of(arena)


def _arena(arena: Arena) -> JSON:
    names = spaces_of(arena)
    tiles = []
    for tile in arena.tiles:
        made: JSON = {"at": list(tile.at), "name": names[tile.at], "level": tile.level, "zone": tile.zone}
        if tile.spikes:
            made["spikes"] = True
        if tile.void:
            made["void"] = True
        tiles.append(made)
    points = [_point(point, "spawn") for point in arena.spawns] + [_point(point, "upgrade") for point in arena.upgrades]
    return {
        "map": arena.map,
        "tiles": tiles,
        "walls": [[list(one), list(other)] for one, other in arena.walls],
        "points": points,
    }


_ARENAS: Kept[Arena, JSON] = Kept(_arena, ARENAS_MAX)


def _point(point: Point, kind: str) -> JSON:
    return {"name": point.name, "kind": kind, "owner": point.owner, "at": [list(at) for at in point.at]}


@lru_cache(maxsize=256)
def box_json(content: Files | None, mode: str, champions: tuple[str, ...], minions: tuple[str, ...]) -> JSON:
    """The mode, the portraits in play and the minions of the arena; for reading only."""
    pack = pack_for(content)
    playing = pack.modes[mode]
    return {
        "mode": {
            "id": mode,
            "name": playing.name,
            "kind": playing.kind,
            "teams": playing.teams,
            "text": list(playing.text),
        },
        "champions": {name: _champion(pack, pack.champions[name]) for name in champions},
        "minions": {name: _minion(pack, name) for name in minions},
    }


def box_of(state: State) -> JSON:
    """The printed things that this table plays with."""
    champions = tuple(sorted({seat.champion for seat in state.seats if seat.champion}))
    # Whoever may still be chosen is on show as long as somebody chooses.
    if state.phase in ("lobby", "champions"):
        champions = tuple(pack_for(state.content).champions)
    kinds = {unit.what for unit in state.units.values() if unit.kind == "minion"}
    kinds |= {head.kind for seat in state.seats for head in seat.purse.heads}
    return box_json(state.content, state.rules.mode, champions, tuple(sorted(kinds)))


def _champion(pack: ContentPack, portrait: Champion) -> JSON:
    return {
        "name": portrait.name,
        "traits": list(portrait.traits),
        "hand": portrait.hand,
        "hp": [[token.value, token.xp] for token in portrait.hp],
        "energy": [[token.value, token.xp] for token in portrait.energy],
        "symbols": [
            *[{"traits": list(dual.traits), "xp": dual.xp} for dual in portrait.duals],
            {"traits": ["wild"], "xp": portrait.wild_xp},
        ],
        "passives": [
            {"trait": passive.trait, "name": passive.name, "text": passive.text}
            for passive in pack.passives_of(portrait.id)
        ],
        "skills": [_skill(skill) for skill in pack.skills_of(portrait.id)],
    }


def _skill(skill: Skill) -> JSON:
    sides = {"1": skill.level_1, "2a": skill.level_2a, "2b": skill.level_2b}
    return {
        "id": skill.id,
        "name": skill.name,
        "levels": {level: {"xp": side.xp, "text": side.text} for level, side in sides.items()},
    }


def _minion(pack: ContentPack, name: str) -> JSON:
    minion = pack.minions.get(name)
    if minion is None:
        return {"name": titled(name), "sides": {}, "steps": {}}
    return {
        "name": minion.name,
        "sides": {side.id: side.text for side in minion.sides},
        "steps": {side.id: [[_icon(effect) for effect in step] for step in side.steps] for side in minion.sides},
    }


@lru_cache(maxsize=4096)
def card_json(content: Files | None, name: str) -> JSON:
    """A card as it is printed; for reading only."""
    pack = pack_for(content)
    card = pack.cards.get(name)
    if card is not None:
        return _card(card)
    fragment = pack.fragments.get(name)
    if fragment is None:
        return {"name": titled(name), "type": "action", "cost": 0, "gain": 0, "traits": [], "text": "", "actions": []}
    return {
        "name": fragment.name,
        "type": "fragment",
        "cost": fragment.cost,
        "gain": fragment.gain,
        "traits": [],
        "text": fragment.text,
        "actions": _actions(fragment),
    }


def _actions(text: Card | Fragment) -> list[JSON]:
    """The actions of a card by their numbers, as `TakeAction` names them, with what the first icon of each says."""
    return [
        {"index": index, **_icon(ability.do[0])}
        for index, ability in enumerate(text.program)
        if ability.when in ("action", "play") and ability.do
    ]


def _icon(effect: Effect) -> JSON:
    """What an effect does, how much of it (None where that is counted) and how far it reaches."""
    amount = getattr(effect, "value", None) or getattr(effect, "steps", None)
    reach = getattr(effect, "reach", None)
    made: JSON = {"do": effect.word, "value": None}
    if isinstance(amount, Value):
        made["value"] = None if amount.of else amount.number
    if isinstance(reach, Reach):
        made["reach"] = [reach.kind, reach.x]
    return made


def _card(card: Card) -> JSON:
    made: dict[str, Any] = {
        "name": card.name,
        "type": card.type,
        "cost": card.cost,
        "traits": list(card.traits),
        "text": card.text,
        "actions": _actions(card),
    }
    if card.type == "action":
        made["gain"] = card.gain
    if card.shattered:
        made["shattered"] = True
    if card.signature_of:
        made["signature"] = card.signature_of
    if card.is_reaction:
        made["reaction"] = True
    return made
