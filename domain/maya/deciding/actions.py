"""The Action Phase: activating, acting, abilities, Relics, Spells."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.kernel.game import Refused
from domain.kernel.records import evolve
from domain.maya.content.abilities import Ability
from domain.maya.content.effects import ICONS
from domain.maya.deciding.checks import check_action_phase, check_energy, check_in_hand
from domain.maya.effects.changes import is_spent, limit_key, price_of, slot_abilities
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import meaning_of, program_of
from domain.maya.effects.words import Way, perform, question_of
from domain.maya.events import AbilityUsed, EnergyChanged, RelicEquipped, SpellPlayed
from domain.maya.intents import ActivateCard, EquipRelic, PlaySpell, TakeAction, UseAbility
from domain.maya.kit import Clause, kit_of
from domain.maya.offers.actions import can_start, icon_at, spell_program, way_of
from domain.maya.packs import face, pack_of
from domain.maya.performers.activating import mark_activated
from domain.maya.performers.declaring import declare, open_window
from domain.maya.performers.icon_words import icon_in
from domain.maya.performers.icons import Icon, fault_of, is_simple, ways_of
from domain.maya.state import State
from domain.maya.table import MayaDraft


def activate(draft: MayaDraft, intent: ActivateCard) -> None:
    """Energy is paid, the card is marked, and every other card closes (MAYA-ACT-03 to MAYA-ACT-08, MAYA-CARD-21)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-ACT-03")
    if not 1 <= intent.slot <= 3 or not state.seat(intent.seat).slots[intent.slot - 1].card:
        raise Refused("NO_SUCH_SLOT", "MAYA-SLOT-01", "A mat has three slots, and that one holds no card.")
    slot = state.seat(intent.seat).slots[intent.slot - 1]
    if slot.activated:
        raise Refused("ALREADY_ACTIVATED", "MAYA-CARD-22", "That card is activated until the next Refresh.")
    card = slot.card or ""
    cost = face(pack_of(state), card).cost
    check_energy(state, intent.seat, cost, "MAYA-ACT-04")
    pay(draft, intent.seat, cost, "activate")
    mark_activated(draft, intent.seat, intent.slot, cost)


def pay(draft: MayaDraft, seat: int, cost: int, reason: str) -> None:
    """A seat pays Energy."""
    if cost:
        draft.emit(EnergyChanged(seat, -cost, reason, draft.state.seat(seat).purse.energy - cost))


def take_action(draft: MayaDraft, intent: TakeAction) -> None:
    """An action of the card activated last, or the one that an effect asks for (MAYA-CARD-11 to MAYA-CARD-14)."""
    if intent.source == "effect":
        _take_asked(draft, intent)
        return
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-CARD-03")
    ability = _ability(state, intent)
    source = f"{intent.slot}.{intent.source}.{intent.index}"
    if len(ability.do) == 1 and is_simple(ability.do[0]):
        icon = icon_at(state, intent.seat, source, intent.slot, ability.do[0])
        declare(draft, icon, named_way(state, icon, intent))
        return
    if not can_start(state, intent.seat, source, program_of(ability)):
        raise Refused("NO_EFFECT", "MAYA-AMB-20", "Nothing of that can be done now.")
    if way_of(intent) != Way():
        raise Refused("NO_LEGAL_WAY", "MAYA-AMB-20", "Its targets and ways are asked for one after the other.")
    begin(draft, intent.seat, source, ability)


def named_way(state: State, icon: Icon, intent: TakeAction) -> Way:
    """The legal way that an intent names, or Refused with what is wrong with it."""
    ways = ways_of(state, icon)
    wanted = way_of(intent)
    way = next((way for way in ways if key_of(way) == key_of(wanted)), None)
    if way is not None:
        return way
    if not ways:
        raise Refused("NO_TARGET", "MAYA-AMB-20", "There is nothing to do that to.")
    same = any(evolve(way, path=wanted.path) == wanted for way in ways)
    if same and wanted.path and icon.effect.word in ("move", "fly") and wanted.how in ("", "fly"):
        # Another path than the best one to a space may be named as well (MAYA-MOVE-07); to stay has one name only.
        fault = fault_of(state, icon, wanted)
        if fault is None:
            return wanted
        raise Refused(fault.code, fault.rule, f"That way is barred at {fault.space}.", at=list(fault.space))
    raise Refused("NO_LEGAL_WAY", _RULES.get(icon.effect.word, "MAYA-AMB-20"), "That cannot be done like that.")


_RULES = {"attack": "MAYA-ATT-02", "push": "MAYA-PUSH-01", "pull": "MAYA-PULL-01", "jump": "MAYA-COOL-02"}


def _ability(state: State, intent: TakeAction) -> Ability:
    # No card in use is slot 0, which is no slot to act from either.
    if not state.turn.slot or state.turn.slot != intent.slot:
        code, rule = ("NOT_ACTIVATED", "MAYA-CARD-03")
        if 1 <= intent.slot <= 3 and state.seat(intent.seat).slots[intent.slot - 1].activated:
            code, rule = ("CARD_CLOSED", "MAYA-ACT-08")
        raise Refused(code, rule, "Only the card activated last has actions to take.")
    found = [
        ability
        for where, number, ability in slot_abilities(state, intent.seat, intent.slot)
        if where == intent.source and number == intent.index and ability.when == "action"
    ]
    if not found:
        rule = "MAYA-RELIC-09" if intent.source == "relic" else "MAYA-CARD-03"
        raise Refused("NO_SUCH_ACTION", rule, "There is no such action to take.")
    if f"{intent.source}.{intent.index}" in state.turn.used:
        raise Refused("ALREADY_USED", "MAYA-ACT-09", "That action was taken already.")
    if not holds(state, intent.seat, found[0].condition):
        raise Refused("CONDITION", "MAYA-PRIO-01", "What its text asks for does not hold.")
    return found[0]


def _take_asked(draft: MayaDraft, intent: TakeAction) -> None:
    question = question_of(draft.state)
    if question is None or question.ask != "way":
        raise Refused("NOT_ASKED", "MAYA-ACT-10", "No effect asks for an action now.")
    if question.seat != intent.seat:
        raise Refused("NOT_YOUR_DECISION", "MAYA-ACT-10", "Another seat is asked.")
    if intent.slot or intent.index:
        raise Refused("NOT_ASKED", "MAYA-ACT-10", "The effect asks for its action, not for one of a slot.")
    way = next((way for way in question.ways if key_of(way) == key_of(way_of(intent))), None)
    if way is None:
        program = draft.state.frames[-1]
        assert isinstance(program, Program), "a program asks for an action"
        if program.effects[0].do not in ("move", "fly"):
            raise Refused("NO_LEGAL_WAY", "MAYA-AMB-20", "That cannot be done like that.")
        way = named_way(draft.state, icon_in(draft.state, program, meaning_of(program.effects[0])), intent)
    perform(draft, way)


def key_of(way: Way) -> tuple[object, ...]:
    """What tells one way from another in an intent."""
    target = way.targets[0] if len(way.targets) == 1 else ""
    return (target, way.path, way.how, way.using, way.centre, way.direction)


def begin(draft: MayaDraft, seat: int, source: str, ability: Ability, limit: str = "") -> None:
    """Several effects of one action or ability begin; what holds no action is answered and bleeds as a whole.

    (MAYA-AMB-39, MAYA-AMB-50)
    """
    steps = program_of(ability)
    stack = draft.state.stacked + 1
    plain = not any(isinstance(effect, ICONS) for effect in ability.do)
    if plain and draft.state.champion(seat).bleed:
        steps = (*steps, Step("bleed", {"unit": f"c{seat}"}))
    draft.emit(AbilityUsed(seat, source, stack, steps, limit))
    if plain:
        open_window(draft, stack, seat, "declared", {"it": f"c{seat}"})


def use_ability(draft: MayaDraft, intent: UseAbility) -> None:
    """An unlocked skill or a passive that is used like an action (MAYA-ACT-13, MAYA-ACT-14, MAYA-UPG-17)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-ACT-12")
    clause = usable_clause(state, intent.seat, intent.ability)
    cost = clause.ability.cost
    check_energy(state, intent.seat, cost, "MAYA-ACT-13")
    if not can_start(state, intent.seat, clause.source, program_of(clause.ability)):
        raise Refused("NO_EFFECT", "MAYA-AMB-20", "Nothing of that can be done now.")
    pay(draft, intent.seat, cost, "effect")
    begin(draft, intent.seat, clause.source, clause.ability, limit_key(intent.seat, clause) if clause.is_once else "")


def usable_clause(state: State, seat: int, ability: str) -> Clause:
    """The ability of that name, or Refused."""
    uses = kit_of(state, state.seat(seat)).uses
    clause = next((clause for clause in uses if clause.source == ability), None)
    if clause is None:
        raise Refused("NO_SUCH_ABILITY", "MAYA-UPG-17", "Your champion has no such ability to use.")
    if is_spent(state, seat, clause):
        raise Refused("ONCE_PER_TURN", "MAYA-ACT-14", "That goes once a turn.")
    if not holds(state, seat, clause.ability.condition):
        raise Refused("CONDITION", "MAYA-PRIO-01", "What its text asks for does not hold.")
    return clause


def equip(draft: MayaDraft, intent: EquipRelic) -> None:
    """A Relic from hand under any slot; one that lies there goes first (MAYA-RELIC-02 to MAYA-RELIC-05)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-RELIC-12")
    check_in_hand(state, intent.seat, intent.card, "MAYA-RELIC-12")
    card = pack_of(state).cards.get(intent.card)
    if card is None or card.type != "relic":
        raise Refused("NOT_A_RELIC", "MAYA-RELIC-02", "Only Relics are equipped.")
    if not 1 <= intent.slot <= 3:
        raise Refused("NO_SUCH_SLOT", "MAYA-SLOT-01", "A mat has three slots.")
    cost = price_of(state, intent.seat, "relic", card.cost)
    check_energy(state, intent.seat, cost, "MAYA-RELIC-02")
    pay(draft, intent.seat, cost, "equip")
    replaced = draft.state.seat(intent.seat).slots[intent.slot - 1].relic
    draft.emit(RelicEquipped(intent.seat, intent.slot, intent.card, replaced))


def play_spell(draft: MayaDraft, intent: PlaySpell) -> None:
    """A Spell from hand: paid, answered, resolved, discarded (MAYA-SPELL-01 to MAYA-SPELL-05, MAYA-AMB-49)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-SPELL-03")
    check_in_hand(state, intent.seat, intent.card, "MAYA-SPELL-01")
    card = pack_of(state).cards.get(intent.card)
    if card is None or card.type != "spell":
        raise Refused("NOT_A_SPELL", "MAYA-SPELL-01", "Only Spells are played from hand.")
    if card.is_reaction:
        raise Refused("ONLY_A_REACTION", "MAYA-REACT-02", "That Spell is only played in answer to an opponent.")
    check_energy(state, intent.seat, card.cost, "MAYA-SPELL-05")
    if not can_start(state, intent.seat, f"spell:{card.id}", spell_program(state, intent.seat, card)):
        raise Refused("NO_EFFECT", "MAYA-AMB-20", "Nothing of that can be done now.")
    pay(draft, intent.seat, card.cost, "spell")
    stack = draft.state.stacked + 1
    program = spell_program(draft.state, intent.seat, card)
    draft.emit(SpellPlayed(intent.seat, card.id, card.cost, stack, False, None, program))
    open_window(draft, stack, intent.seat, "declared", {"it": f"c{intent.seat}"})
