"""What the turn seat may do in its Action Phase (MAYA-ACT-01)."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.kernel.game import Offer
from domain.maya.content.abilities import Ability
from domain.maya.content.effects import ICONS, Effect, If
from domain.maya.content.models import Card
from domain.maya.effects.changes import is_spent, price_of, slot_abilities
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import program_of, step_of
from domain.maya.effects.words import Way, can_do_any
from domain.maya.intents import ActivateCard, EndActionPhase, EquipRelic, PlaySpell, TakeAction, UseAbility
from domain.maya.kit import kit_of
from domain.maya.packs import face, pack_of
from domain.maya.performers.icons import Icon, is_simple, ways_of
from domain.maya.state import State


def offers(state: State) -> list[Offer]:
    """Activating, acting, abilities, Relics, Spells, and ending the phase."""
    seat = state.turn.seat
    return [
        *_activations(state, seat),
        *_actions(state, seat),
        *_abilities(state, seat),
        *_cards(state, seat),
        Offer(EndActionPhase(seat)),
    ]


def _activations(state: State, seat: int) -> list[Offer]:
    side = state.seat(seat)
    pack = pack_of(state)
    return [
        Offer(ActivateCard(seat, number))
        for number, slot in enumerate(side.slots, start=1)
        if slot.card and not slot.activated and face(pack, slot.card).cost <= side.purse.energy
    ]


def _actions(state: State, seat: int) -> list[Offer]:
    slot = state.turn.slot
    if not slot:
        return []
    found: list[Offer] = []
    for where, number, ability in slot_abilities(state, seat, slot):
        if ability.when != "action" or f"{where}.{number}" in state.turn.used:
            continue
        if not holds(state, seat, ability.condition):
            continue
        source = f"{slot}.{where}.{number}"
        if len(ability.do) == 1 and is_simple(ability.do[0]):
            icon = icon_at(state, seat, source, slot, ability.do[0])
            found += [Offer(intent_for(seat, slot, where, number, way)) for way in ways_of(state, icon)]
        elif can_start(state, seat, source, program_of(ability)):
            found.append(Offer(TakeAction(seat, slot, where, number)))
    return found


def icon_at(state: State, seat: int, source: str, slot: int, effect: Effect) -> Icon:
    """An action on a mat card, about to be taken by the champion."""
    return Icon(effect, seat, state.champion(seat), source, slot)


def intent_for(seat: int, slot: int, source: str, index: int, way: Way) -> TakeAction:
    """The intent that takes an action this way."""
    target = way.targets[0] if len(way.targets) == 1 else ""
    return TakeAction(seat, slot, source, index, target, way.path, way.how, way.using, way.centre, way.direction)


def way_of(intent: TakeAction) -> Way:
    """The way that an intent names; several targets are not named but follow from the rest."""
    targets = (intent.target,) if intent.target else ()
    return Way(targets, intent.path, intent.how, intent.using, intent.centre, intent.direction)


def can_start(state: State, seat: int, source: str, steps: tuple[Step, ...]) -> bool:
    """Whether any step of what would begin could do something now (MAYA-ATT-06, MAYA-AMB-20)."""
    return can_do_any(state, Program(steps, seat, source))


def _abilities(state: State, seat: int) -> list[Offer]:
    energy = state.seat(seat).purse.energy
    return [
        Offer(UseAbility(seat, clause.source))
        for clause in kit_of(state, state.seat(seat)).uses
        if clause.ability.cost <= energy
        and not is_spent(state, seat, clause)
        and holds(state, seat, clause.ability.condition)
        and can_start(state, seat, clause.source, program_of(clause.ability))
    ]


def _cards(state: State, seat: int) -> list[Offer]:
    pack = pack_of(state)
    energy = state.seat(seat).purse.energy
    found: list[Offer] = []
    for name in dict.fromkeys(state.seat(seat).cards.hand):
        card = pack.cards.get(name or "")
        if card is None:
            continue
        if card.type == "relic" and price_of(state, seat, "relic", card.cost) <= energy:
            found += [Offer(EquipRelic(seat, card.id, slot)) for slot in (1, 2, 3)]
        elif card.type == "spell" and not card.is_reaction and card.cost <= energy:
            program = spell_program(state, seat, card)
            if can_start(state, seat, f"spell:{card.id}", program):
                found.append(Offer(PlaySpell(seat, card.id)))
    return found


def spell_program(state: State, seat: int, card: Card) -> tuple[Step, ...]:
    """The steps of a Spell: its clauses in order, Bleed if none of them is an action, and putting it away.

    (MAYA-SPELL-02, MAYA-AMB-39, MAYA-AMB-49)
    """
    return _with_end(state, seat, card, "play")


def _with_end(state: State, seat: int, card: Card, when: str) -> tuple[Step, ...]:
    clauses = [ability for ability in card.program if ability.when == when]
    steps = tuple([step for ability in clauses for step in _spelled(ability)])
    plain = not any(isinstance(effect, ICONS) for ability in clauses for effect in ability.do)
    if plain and state.champion(seat).bleed:
        steps = (*steps, Step("bleed", {"unit": f"c{seat}"}))
    return (*steps, Step("finish_spell", {"card": card.id}))


def _spelled(ability: Ability) -> tuple[Step, ...]:
    # What a clause asks for is judged when its turn comes.
    return program_of(ability) if ability.condition is None else (step_of(If(ability.condition, ability.do)),)


def reaction_steps(state: State, seat: int, card: Card) -> tuple[Step, ...]:
    """The steps of a Spell that is played as a Reaction."""
    return _with_end(state, seat, card, "reaction")
