"""Answers to what is in flight: choices of effects, and reactions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.kernel.frames import Window
from domain.kernel.game import Refused
from domain.maya.deciding.actions import pay
from domain.maya.deciding.checks import check_energy, check_in_hand
from domain.maya.effects.words import Question, perform, question_of
from domain.maya.events import ReactionPassed, SpellPlayed
from domain.maya.intents import AnswerChoice, AnswerSecretly, PassReaction, PlayReaction
from domain.maya.offers.reacting import can_answer, reaction_program
from domain.maya.packs import pack_of
from domain.maya.performers.declaring import open_window
from domain.maya.state import State
from domain.maya.table import MayaDraft


def answer_choice(draft: MayaDraft, intent: AnswerChoice) -> None:
    """An answer out of the options of the effect that asks."""
    question = _asked(draft.state, intent.seat)
    if question.secret:
        raise Refused("ANSWER_SECRETLY", "MAYA-DRAW-05", "That answer is for your eyes only; send it sealed.")
    _answer(draft, question, intent.answer)


def answer_secretly(draft: MayaDraft, intent: AnswerSecretly) -> None:
    """An answer about cards that nobody else sees."""
    question = _asked(draft.state, intent.seat)
    if not question.secret:
        raise Refused("ANSWER_OPENLY", "MAYA-ACT-10", "That answer is public.")
    _answer(draft, question, intent.answer or ())


def _asked(state: State, seat: int) -> Question:
    question = question_of(state)
    if question is None:
        raise Refused("NOT_ASKED", "MAYA-ACT-10", "No effect asks anything now.")
    if question.seat != seat:
        raise Refused("NOT_YOUR_DECISION", "MAYA-ACT-10", "Another seat is asked.")
    return question


def _answer(draft: MayaDraft, question: Question, given: tuple[Any, ...]) -> None:
    answer = given
    if question.ask == "way":
        if answer or question.min:
            raise Refused("TAKE_THE_ACTION", "MAYA-ACT-10", "Take the action that is asked for.")
    elif question.ask == "order" and question.secret:
        if answer not in question.options:
            raise Refused("NOT_AN_OPTION", "MAYA-ACT-10", "Put back exactly the cards you looked at.")
    elif not question.min <= len(answer) <= question.max:
        raise Refused("WRONG_COUNT", "MAYA-ACT-10", f"Choose {question.min} to {question.max} of the options.")
    elif Counter(answer) - Counter(question.options):
        raise Refused("NOT_AN_OPTION", "MAYA-ACT-10", "That is none of the options.")
    perform(draft, answer)


def pass_reaction(draft: MayaDraft, intent: PassReaction) -> None:
    """The asked seat lets it happen (MAYA-AMB-51)."""
    _window(draft.state, intent.seat, intent.stack)
    auto = draft.state.seat(intent.seat).auto_pass
    draft.emit(ReactionPassed(intent.seat, intent.stack, bool(auto)))


def play_reaction(draft: MayaDraft, intent: PlayReaction) -> None:
    """A Reaction from hand, paid at once, which its own opponents may answer (MAYA-REACT-03 to MAYA-REACT-06)."""
    state = draft.state
    if state.turn.seat == intent.seat:
        raise Refused("OWN_TURN", "MAYA-REACT-02", "Reactions are not played on your own turn.")
    window = _window(state, intent.seat, intent.stack)
    check_in_hand(state, intent.seat, intent.card, "MAYA-REACT-01")
    card = pack_of(state).cards.get(intent.card)
    if card is None or not card.is_reaction:
        raise Refused("NOT_A_REACTION", "MAYA-REACT-01", "That card is no Reaction.")
    check_energy(state, intent.seat, card.cost, "MAYA-REACT-06")
    if not can_answer(state, intent.seat, card, window):
        raise Refused("DOES_NOT_ANSWER", "MAYA-REACT-01", "That Reaction does not answer this.")
    pay(draft, intent.seat, card.cost, "reaction")
    stack = draft.state.stacked + 1
    program = reaction_program(draft.state, intent.seat, card)
    draft.emit(SpellPlayed(intent.seat, card.id, card.cost, stack, True, intent.stack, program))
    open_window(draft, stack, intent.seat, "declared", {"it": f"c{intent.seat}"})


def _window(state: State, seat: int, stack: int) -> Window:
    top = state.frames[-1] if state.frames else None
    if not isinstance(top, Window):
        raise Refused("NO_WINDOW", "MAYA-REACT-01", "Nothing waits to be answered.")
    if top.about["stack"] != stack:
        raise Refused("WRONG_WINDOW", "MAYA-REACT-05", "Something else waits to be answered first.")
    if not top.seats or top.seats[0] != seat:
        raise Refused("NOT_YOUR_DECISION", "MAYA-AMB-51", "Another seat is asked.")
    return top
