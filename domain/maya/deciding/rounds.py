"""Preparing, respawning, timed effects, ending steps, discarding."""

from __future__ import annotations

from collections import Counter

from domain.kernel.game import Refused
from domain.maya.deciding.checks import check_in_hand, check_phase, check_step, check_unanswered
from domain.maya.effects.changes import limit_key
from domain.maya.effects.wording import program_of
from domain.maya.events import CardPrepared, CardsDiscarded, TimedEffectSkipped, TimedEffectUsed
from domain.maya.flow.rounds import prepare_fragment
from domain.maya.flow.turns import end_action_phase, end_turn, respawn_spots, spawn_champion, timed_clause
from domain.maya.intents import (
    ChooseRespawn,
    DiscardCards,
    EndActionPhase,
    EndStep,
    PrepareCard,
    SkipTimedEffect,
    UseTimedEffect,
)
from domain.maya.kit import kit_of
from domain.maya.offers.timed import is_owed, usable
from domain.maya.packs import kind_of, pack_of
from domain.maya.state import State, Timed
from domain.maya.table import MayaDraft, sharers


def prepare_card(draft: MayaDraft, intent: PrepareCard) -> None:
    """An Action Card from hand face-down, or a random Memory Fragment (MAYA-PREP-01 to MAYA-PREP-04)."""
    state = draft.state
    check_phase(state, "prepare", "MAYA-PREP-01")
    check_unanswered(state, intent.seat, "MAYA-AMB-74")
    if not intent.card:
        prepare_fragment(draft, intent.seat)
        return
    check_in_hand(state, intent.seat, intent.card, "MAYA-PREP-01")
    if kind_of(pack_of(state), intent.card) != "action":
        raise Refused("NOT_AN_ACTION_CARD", "MAYA-PREP-02", "Only Action Cards go into a slot.")
    draft.emit(CardPrepared(intent.seat, sharers(state, intent.seat), "hand", intent.card, None))


def choose_respawn(draft: MayaDraft, intent: ChooseRespawn) -> None:
    """The champion comes in by an eligible point, as near to it as can be (MAYA-TURN-04 to MAYA-TURN-06)."""
    state = draft.state
    if state.phase == "turn" and state.turn.seat == intent.seat and state.is_alive(intent.seat):
        raise Refused("ON_THE_ARENA", "MAYA-TURN-06", "Your champion is on the arena.")
    check_step(state, intent.seat, "respawn", "MAYA-TURN-06")
    spots = respawn_spots(state, intent.seat)
    if intent.point not in [point.name for point, _ in spots]:
        raise Refused("NOT_ELIGIBLE", "MAYA-TURN-05", "Your champion cannot come in at that point.")
    if (intent.point, intent.at) not in [(point.name, at) for point, at in spots]:
        raise Refused("NOT_NEAREST", "MAYA-POI-06", "Come in as near to the point as possible, on a free space.")
    spawn_champion(draft, intent.seat, intent.point, intent.at)


def use_timed_effect(draft: MayaDraft, intent: UseTimedEffect) -> None:
    """An effect of this step, in any order (MAYA-TURN-10, MAYA-EOT-02)."""
    timed = _timed(draft.state, intent.seat, intent.effect)
    clause = timed_clause(draft.state, timed)
    assert clause is not None, "a usable effect is in force"
    limit = limit_key(intent.seat, clause) if clause.is_once else ""
    draft.emit(TimedEffectUsed(intent.seat, timed.source, draft.state.step, program_of(clause.ability), limit))


def skip_timed_effect(draft: MayaDraft, intent: SkipTimedEffect) -> None:
    """An effect that the player lets pass (MAYA-AMB-79)."""
    timed = _timed(draft.state, intent.seat, intent.effect)
    if is_owed(draft.state, timed):
        raise Refused("FORCED", "MAYA-AMB-79", "That effect is not optional.")
    draft.emit(TimedEffectSkipped(intent.seat, (timed.source,), draft.state.step))


def _timed(state: State, seat: int, effect: str) -> Timed:
    # What belongs to the other step is told under that step's rule.
    clause = kit_of(state, state.seat(seat)).by_source.get(effect)
    here = "end" if state.step == "end" else "start"
    step = here if clause is None else "end" if clause.ability.when == "end_of_turn" else "start"
    rule = "MAYA-TURN-10" if step == "start" else "MAYA-EOT-02"
    check_step(state, seat, step, rule)
    timed = next((timed for timed in usable(state) if timed.source == effect), None)
    if timed is None:
        raise Refused("NO_SUCH_EFFECT", rule, "There is no such effect to use in this step.")
    return timed


def end_step(draft: MayaDraft, intent: EndStep) -> None:
    """On to the next step; what was not used is skipped, and what must be used is used first."""
    state = draft.state
    step = state.step if state.step in ("start", "end") else "start"
    check_step(state, intent.seat, step, "MAYA-TURN-10")
    if any(is_owed(state, timed) for timed in usable(state)):
        raise Refused("FORCED", "MAYA-AMB-79", "An effect of this step must be used first.")
    skipped = tuple([timed.source for timed in state.queue])
    draft.emit(TimedEffectSkipped(intent.seat, skipped, step))


def end_phase(draft: MayaDraft, intent: EndActionPhase) -> None:
    """The Action Phase may end between any two actions (MAYA-ACT-17)."""
    check_step(draft.state, intent.seat, "action", "MAYA-ACT-17")
    end_action_phase(draft)


def discard_cards(draft: MayaDraft, intent: DiscardCards) -> None:
    """Any number of cards from hand, also none (MAYA-DISCARD-01, MAYA-DISCARD-02, MAYA-RELIC-06)."""
    check_step(draft.state, intent.seat, "discard", "MAYA-DISCARD-01")
    hand = Counter([str(card) for card in draft.state.seat(intent.seat).cards.hand])
    if Counter(intent.cards) - hand:
        raise Refused("NOT_IN_HAND", "MAYA-DISCARD-01", "Only cards in hand are discarded.")
    if intent.cards:
        draft.emit(CardsDiscarded(intent.seat, tuple(intent.cards), "step"))
    end_turn(draft)
