"""What is offered in a turn, in words: cards, actions, spending, minions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.frames import Program
from domain.maya import intents as i
from domain.maya.content.effects import Fly, Jump, Move, Run
from domain.maya.effects.changes import DECLINED
from domain.maya.effects.wording import meaning_of
from domain.maya.hexes import Hex, step
from domain.maya.kit import skill_side
from domain.maya.packs import face, pack_of
from domain.maya.state import State
from domain.maya.table import board
from domain.maya.upgrades.catalogue import Upgrade, upgrades_of
from projections.maya import naming
from projections.maya.effect_words import sentence, word
from projections.maya.said import ABILITY, ACTION, ACTIVATE, CARD, OTHER, Said, at
from projections.plugin import NameOf

# -- the Action Phase


def _activate(intent: i.ActivateCard, state: State, name_of: NameOf, said: Said) -> str:
    name = state.seat(intent.seat).slots[intent.slot - 1].card or ""
    said.cards.append(name)
    text = f"Activate {naming.card(state, name)} in slot {intent.slot} for {face(pack_of(state), name).cost} Energy"
    said.group(f"activate/{intent.slot}", text, ACTIVATE)
    return text


def _action(intent: i.TakeAction, state: State, name_of: NameOf, said: Said) -> str:
    if intent.source == "effect":
        return _asked_action(intent, state, name_of, said)
    source = f"{intent.slot}.{intent.source}.{intent.index}"
    _, clause, card = naming.source_text(state, intent.seat, source)
    said.cards.append(card)
    what = clause.removeprefix("Action: ")
    text = _with_way(what, intent, state, name_of, said)
    if not intent.path and _is_move(intent, state):
        text, said.way = f"{text}: stay", "stay"
    said.group(f"act/{source}", what, ACTION, note=naming.card(state, card))
    return text


def _is_move(intent: i.TakeAction, state: State) -> bool:
    slot = state.seat(intent.seat).slots[intent.slot - 1]
    name = slot.relic if intent.source == "relic" else slot.card
    effects = face(pack_of(state), name or "").program[intent.index].do
    return len(effects) == 1 and isinstance(effects[0], MOVES)


MOVES = (Move, Fly, Jump, Run)


def _asked_action(intent: i.TakeAction, state: State, name_of: NameOf, said: Said) -> str:
    top = state.frames[-1]
    assert isinstance(top, Program), "an effect asks for an action"
    first = top.effects[0]
    what = "Attack" if first.do == "engrams" else sentence(word(meaning_of(first)))
    if first.do == "engrams":
        said.units.append(intent.centre)
        engram = naming.unit(state, intent.centre, name_of)
        said.group(f"effect/{intent.centre}", f"{engram} attacks", ACTION)
        return f"{engram} attacks{_way(intent, state, name_of, said, '')}"
    said.group("effect", what, ACTION, note=naming.source(state, top.controller, top.source))
    return _with_way(what, intent, state, name_of, said)


def _with_way(what: str, intent: Any, state: State, name_of: NameOf, said: Said) -> str:
    names = getattr(intent, "using", ())
    used = [_called(name, intent, state) for name in names if not name.startswith(DECLINED)]
    left = [_left(name.removeprefix(DECLINED), intent, state) for name in names if name.startswith(DECLINED)]
    with_what = _listed(" with ", used) + _listed(" without ", left)
    aim = _way(intent, state, name_of, said, intent_centre(intent))
    said.way = f"{said.way}{with_what}".strip()
    return f"{what}{with_what}{aim}"


def _listed(word: str, names: list[str]) -> str:
    return f"{word}{naming.listed(list(dict.fromkeys(names)))}" if names else ""


def _called(name: str, intent: Any, state: State) -> str:
    return naming.source(state, intent.seat, _modifier(name, intent))


def _left(name: str, intent: Any, state: State) -> str:
    # Of the card that acts one does not say that it acts without itself.
    return "its Modifier" if name.startswith("card.") else _called(name, intent, state)


def intent_centre(intent: Any) -> str:
    """The piece an area is measured from, if it is not the actor."""
    return str(getattr(intent, "centre", ""))


def _modifier(name: str, intent: i.TakeAction) -> str:
    # A modifier of the slot is called `card.0` or `relic.0`; others name their own source.
    return f"{intent.slot}.{name}" if name.partition(".")[0] in ("card", "relic") else name


def _way(intent: Any, state: State, name_of: NameOf, said: Said, centre: str) -> str:
    """Where to, against whom, in which direction."""
    text = ""
    if intent.target:
        said.units.append(intent.target)
        text += f": {naming.unit(state, intent.target, name_of)}"
    if intent.path:
        how = {"fly": "fly to ", "jump": "jump to "}.get(getattr(intent, "how", ""), "")
        text += f": {how}{at(intent.path[-1], state, said)}{_spikes(intent, state)}"
    direction = getattr(intent, "direction", None)
    if direction is not None:
        start = state.champion(intent.seat).at if not centre else state.units[centre].at
        if start is not None:
            text += f": towards {at(step(start, direction), state, said)}"
    if centre:
        said.units.append(centre)
        text += f", around {naming.unit(state, centre, name_of)}"
    said.way = text.removeprefix(": ").removeprefix(", ")
    return text


def _spikes(intent: Any, state: State) -> str:
    if getattr(intent, "how", "") in ("fly", "jump"):
        return ""
    field = board(state)
    crossed = sum(1 for at in intent.path if field.is_spiked(Hex(*at)))
    return f" over {naming.count_of(crossed, 'spiked space')}" if crossed else ""


def _ability(intent: i.UseAbility, state: State, name_of: NameOf, said: Said) -> str:
    name, clause, _ = naming.source_text(state, intent.seat, intent.ability)
    said.group(f"use/{intent.ability}", name, ABILITY, note=clause)
    return f"{name}: {clause}" if clause else f"Use {name}"


def _equip(intent: i.EquipRelic, state: State, name_of: NameOf, said: Said) -> str:
    slot = state.seat(intent.seat).slots[intent.slot - 1]
    said.cards.append(intent.card)
    under = naming.card(state, slot.card) if slot.card and slot.face_up else f"slot {intent.slot}"
    instead = f", in place of {naming.card(state, slot.relic)}" if slot.relic else ""
    said.group(f"equip/{intent.card}", f"Equip {naming.card(state, intent.card)}", CARD, card=intent.card)
    said.way = f"under {under}{instead}"
    return f"{said.title} {said.way}"


def _spell(intent: i.PlaySpell, state: State, name_of: NameOf, said: Said) -> str:
    said.cards.append(intent.card)
    text = f"Play {naming.card(state, intent.card)} for {_cost(state, intent.card)} Energy"
    said.group(f"play/{intent.card}", text, CARD, card=intent.card)
    return text


def _reaction(intent: i.PlayReaction, state: State, name_of: NameOf, said: Said) -> str:
    said.cards.append(intent.card)
    text = f"Answer with {naming.card(state, intent.card)} for {_cost(state, intent.card)} Energy"
    said.group(f"play/{intent.card}", text, CARD, card=intent.card)
    return text


def _cost(state: State, name: str) -> int:
    return face(pack_of(state), name).cost


def _spawn(intent: i.SpawnMinion, state: State, name_of: NameOf, said: Said) -> str:
    purse = state.seat(intent.seat).purse
    kind = next((head.kind for head in purse.heads if head.minion == intent.minion), "")
    side = f", side {intent.side.upper()}" if intent.side and len(_sides(state, kind)) > 1 else ""
    name = naming.minion(state, kind, intent.minion)
    said.group(f"spawn/{intent.minion}/{intent.side}", f"Bring {name}{side} in", OTHER)
    said.way = f"on {at(intent.at, state, said)} with {intent.hp} HP"
    return f"{said.title} {said.way}"


def _sides(state: State, kind: str) -> tuple[Any, ...]:
    known = pack_of(state).minions.get(kind)
    return known.sides if known is not None else ()


def _claim(intent: i.ClaimObjective, state: State, name_of: NameOf, said: Said) -> str:
    reward = next((card.reward for card in state.objectives.open if card.id == intent.objective), 0)
    text = f"Claim {naming.objective(state, intent.objective)} ({reward} XP)"
    said.group(f"claim/{intent.objective}", text, ABILITY)
    return text


def _upgrade(intent: i.BuyUpgrade, state: State, name_of: NameOf, said: Said) -> str:
    wanted = (intent.kind, intent.index, intent.choice)
    found = next(
        (one for one in upgrades_of(state, state.seat(intent.seat)) if (one.kind, one.index, one.choice) == wanted),
        None,
    )
    assert found is not None, "what is offered is in the catalogue"
    said.group("upgrade", "Unlock an upgrade", ABILITY)
    said.way = f"{_unlocked(state, found)} for {found.cost} XP"
    if found.kind == "skill":
        side = skill_side(pack_of(state), found.skill, found.level)
        said.way += f": {side.text}"
    return f"Unlock {said.way}"


def _unlocked(state: State, upgrade: Upgrade) -> str:
    match upgrade.kind:
        case "hp":
            return f"Max HP {upgrade.value}"
        case "energy":
            return f"Energy Modifier +{upgrade.value}"
        case "symbol":
            return f"the symbol {naming.symbol(upgrade.symbol)}"
    side = "" if upgrade.level in ("", "1") else f", side {upgrade.level[-1].upper()}"
    return f"{naming.skill(state, upgrade.skill)}{side}"


def _turn_in(intent: i.TurnInHead, state: State, name_of: NameOf, said: Said) -> str:
    said.group("head", "Turn in a head", ABILITY)
    said.way = naming.unit(state, intent.minion, name_of)
    return f"Turn in the head of {said.way}"


def _pick_up(intent: i.PickUpItem | i.DeclineItem, state: State, name_of: NameOf, said: Said) -> str:
    verb = "Pick up" if isinstance(intent, i.PickUpItem) else "Leave"
    return f"{verb} {naming.item(state, intent.item)}"


# -- minions


def _begin_minion(intent: i.BeginMinionTurn | i.ChooseAggroMinion, state: State, name_of: NameOf, said: Said) -> str:
    said.units.append(intent.minion)
    said.group("minion", "Let a minion act", ACTION)
    said.way = naming.unit(state, intent.minion, name_of)
    return f"Let {said.way} act"


def _minion_action(intent: i.MinionAction | i.AggroAction, state: State, name_of: NameOf, said: Said) -> str:
    name = state.aggro.minion if isinstance(intent, i.AggroAction) else state.turn.minion
    minion = state.units[name]
    side = next((side for side in _sides(state, minion.what) if side.id == minion.side), None)
    what = sentence(word(side.steps[intent.step][intent.choice])) if side is not None else "Act"
    said.group(f"minion/{intent.step}.{intent.choice}", what, ACTION, note=naming.unit(state, name, name_of))
    text = f"{what}{_way(intent, state, name_of, said, '')}"
    if intent.target or intent.path or not what.startswith(("Move", "Fly", "Jump", "Run")):
        return text
    said.way = "stay"
    return f"{what}: stay"


TEXT: dict[type[Any], Callable[[Any, State, NameOf, Said], str]] = {
    i.ActivateCard: _activate,
    i.TakeAction: _action,
    i.UseAbility: _ability,
    i.EquipRelic: _equip,
    i.PlaySpell: _spell,
    i.PlayReaction: _reaction,
    i.SpawnMinion: _spawn,
    i.ClaimObjective: _claim,
    i.BuyUpgrade: _upgrade,
    i.TurnInHead: _turn_in,
    i.PickUpItem: _pick_up,
    i.DeclineItem: _pick_up,
    i.BeginMinionTurn: _begin_minion,
    i.MinionAction: _minion_action,
    i.ChooseAggroMinion: _begin_minion,
    i.AggroAction: _minion_action,
}
