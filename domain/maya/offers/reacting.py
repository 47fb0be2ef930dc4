"""What an asked seat may answer an opponent with (MAYA-REACT-01)."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program, Window
from domain.kernel.game import Offer
from domain.maya.content.models import Card
from domain.maya.effects.conditions import holds
from domain.maya.evolving.frames import ACT
from domain.maya.intents import PassReaction, PlayReaction
from domain.maya.offers.actions import reaction_steps
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.triggers.guarding import guarded_beside


def offers(state: State, seat: int) -> list[Offer]:
    """Passing, or a Reaction in hand that answers this and can be paid."""
    window = state.frames[-1]
    assert isinstance(window, Window), "reactions are asked for in a window"
    stack = window.about["stack"]
    energy, pack = state.seat(seat).purse.energy, pack_of(state)
    found = [Offer(PassReaction(seat, stack))]
    for name in dict.fromkeys(state.seat(seat).cards.hand):
        card = pack.cards.get(name or "")
        if card is not None and card.is_reaction and card.cost <= energy and can_answer(state, seat, card, window):
            found.append(Offer(PlayReaction(seat, card.id, stack)))
    return found


def can_answer(state: State, seat: int, card: Card, window: Window) -> bool:
    """Whether a Reaction answers what a window is open for."""
    clause = next((ability for ability in card.program if ability.answers is not None), None)
    if clause is None or clause.answers is None or not holds(state, seat, clause.condition, window.about["bound"]):
        return False
    answers = clause.answers
    if window.about["timing"] == "moved":
        unit = state.units.get(window.about["bound"]["it"])
        if not answers.ended_beside or "move" not in answers.to or unit is None or unit.at is None:
            return False
        return bool(guarded_beside(state, seat, unit.at, answers.ended_beside))
    if answers.ended_beside:
        return False
    below = answered_program(state, window.about["stack"])
    if below is None:
        return False
    step = below.effects[0]
    if step.do != ACT:
        return "spell" in answers.to and below.source.startswith("spell:")
    act = step.args[ACT]
    return act.kind in answers.to and (not answers.at or f"c{seat}" in act.targets)


def answered_program(state: State, stack: int) -> Program | None:
    """The waiting action or Spell of that number."""
    for frame in reversed(state.frames):
        if isinstance(frame, Program) and frame.bound.get("stack") == stack:
            return frame
    return None


def reaction_program(state: State, seat: int, card: Card) -> tuple[Step, ...]:
    """The steps of a Reaction; where it guards one of several spaces its owner chooses which."""
    answers = next(ability.answers for ability in card.program if ability.answers is not None)
    steps = reaction_steps(state, seat, card)
    return (Step("guard", {"pieces": list(answers.ended_beside)}), *steps) if answers.ended_beside else steps
