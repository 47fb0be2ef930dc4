"""What the match waits for, and what a seat may answer, phase by phase."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from domain.kernel.frames import Window
from domain.kernel.game import Offer, Pick, Request
from domain.maya.deciding.setup import next_to_choose
from domain.maya.effects.words import Question, question_of
from domain.maya.flow.setup import free_champions
from domain.maya.flow.turns import respawn_spots
from domain.maya.intents import (
    AnswerChoice,
    AnswerSecretly,
    ArrangeFragments,
    ChooseRespawn,
    ConsentRuling,
    DeclineItem,
    DiscardCards,
    PickUpItem,
    PrepareCard,
    SelectChampion,
    SubmitDeck,
)
from domain.maya.minions import aggro, allies, offering
from domain.maya.offers import actions, reacting, timed
from domain.maya.packs import kind_of, pack_of
from domain.maya.state import State

EVERYBODY = frozenset(("decks", "fragments", "prepare"))
"""Phases in which every seat answers at once, in any order."""


def awaiting(state: State) -> tuple[Request, ...]:
    """Which seats are asked what (MAYA-AMB-74, MAYA-AMB-80)."""
    if state.ended is not None:
        return ()
    return (*_asked_beside_ruling(state), *_rulings(state))


def _asked_beside_ruling(state: State) -> tuple[Request, ...]:
    try:
        return _asked(state)
    except Exception:
        # A table that a fault of ours keeps from asking can still be mended by a correction: once one is proposed, its
        # own question must not depend on what the correction is about.
        if state.ruling is None:
            raise
        return ()


def _asked(state: State) -> tuple[Request, ...]:
    # Between the events of one step nobody is asked yet: a replay can stop there too.
    if state.frames:
        return _in_flight(state)
    if state.phase in EVERYBODY:
        number = state.round if state.phase == "prepare" else 1
        return tuple(
            [Request(s.seat, state.phase, number) for s in state.seats if not s.ready and s.seat not in state.conceded]
        )
    if state.phase == "champions":
        missing = any(not seat.champion for seat in state.seats)
        return (Request(next_to_choose(state), "champion", state.ticks),) if missing else ()
    if state.phase == "aggro":
        return aggro.awaiting(state) if state.aggro.seat else ()
    if state.phase == "turn" and state.step in _OFFERS:
        return (Request(state.turn.seat, state.step, state.ticks),)
    return ()


def _in_flight(state: State) -> tuple[Request, ...]:
    top = state.frames[-1]
    if isinstance(top, Window):
        about = {"stack": top.about["stack"], "timing": top.about["timing"]}
        return (Request(top.seats[0], "reaction", state.ticks, about),) if top.seats else ()
    question = question_of(state)
    if question is None:
        return ()
    about = {"ask": question.ask, "source": top.source, **question.about}
    return (Request(question.seat, "choice", state.ticks, about),)


def _rulings(state: State) -> tuple[Request, ...]:
    ruling = state.ruling
    if ruling is None:
        return ()
    return tuple(
        [
            Request(seat.seat, "ruling", ruling.number, {"text": ruling.text})
            for seat in state.seats
            if seat.seat not in ruling.consents and seat.seat not in state.conceded
        ]
    )


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    """Everything a seat may answer now, what it may do at any time left out."""
    found: list[Offer] = []
    for request in awaiting(state):
        if request.seat != seat:
            continue
        if request.kind == "ruling":
            found += [
                Offer(ConsentRuling(seat, request.number, True)),
                Offer(ConsentRuling(seat, request.number, False)),
            ]
        else:
            found += _answers(state, request)
    return tuple(found)


def _answers(state: State, request: Request) -> list[Offer]:
    try:
        return _OFFERS[request.kind](state, request.seat)
    except Exception:
        if state.ruling is None:
            raise
        return []  # as for `awaiting`: what a correction is about does not keep a seat from agreeing to it


def _champion(state: State, seat: int) -> list[Offer]:
    return [Offer(SelectChampion(seat, name)) for name in free_champions(state)]


def _decks(state: State, seat: int) -> list[Offer]:
    # A built deck is an answer as well; there are too many to list, and `check_deck` says which are legal.
    return [Offer(SubmitDeck(seat, ()))]


def _fragments(state: State, seat: int) -> list[Offer]:
    dealt = [slot.card or "" for slot in state.seat(seat).slots]
    return [Offer(ArrangeFragments(seat, order)) for order in dict.fromkeys(permutations(dealt))]


def _prepare(state: State, seat: int) -> list[Offer]:
    pack = pack_of(state)
    held = dict.fromkeys(card for card in state.seat(seat).cards.hand if card)
    return [
        *[Offer(PrepareCard(seat, card)) for card in held if kind_of(pack, card) == "action"],
        Offer(PrepareCard(seat, "")),
    ]


def _respawn(state: State, seat: int) -> list[Offer]:
    return [Offer(ChooseRespawn(seat, point.name, at)) for point, at in respawn_spots(state, seat)]


def _action(state: State, seat: int) -> list[Offer]:
    return [*actions.offers(state), *offering.offers(state, seat)]


def _discard(state: State, seat: int) -> list[Offer]:
    hand = tuple([card for card in state.seat(seat).cards.hand if card])
    return [Offer(DiscardCards(seat, ()), Pick("cards", hand, 0, len(hand)))]


def _choice(state: State, seat: int) -> list[Offer]:
    question = question_of(state)
    assert question is not None, "what is in flight asks something"
    if question.ask == "way":
        found = [Offer(actions.intent_for(seat, 0, "effect", 0, way)) for way in question.ways]
        return found if question.min else [*found, Offer(AnswerChoice(seat, ()))]
    if question.ask == "item":
        return [Offer(intent(seat, item)) for item in question.options for intent in (PickUpItem, DeclineItem)]
    return _options(question)


def _options(question: Question) -> list[Offer]:
    intent = AnswerSecretly if question.secret else AnswerChoice
    if question.ask == "order" and question.secret:
        return [Offer(intent(question.seat, order)) for order in question.options]
    if question.max > 1:
        pick = Pick("answer", question.options, question.min, min(question.max, len(question.options)))
        return [Offer(intent(question.seat, ()), pick)]
    found = [Offer(intent(question.seat, (option,))) for option in question.options]
    return found if question.min else [*found, Offer(intent(question.seat, ()))]


_OFFERS: dict[str, Callable[[State, int], list[Offer]]] = {
    "champion": _champion,
    "decks": _decks,
    "fragments": _fragments,
    "prepare": _prepare,
    "reaction": reacting.offers,
    "choice": _choice,
    "respawn": _respawn,
    "allies": lambda state, seat: allies.offers(state),
    "start": lambda state, seat: timed.offers(state),
    "action": _action,
    "end": lambda state, seat: timed.offers(state),
    "discard": _discard,
    "aggro": lambda state, seat: aggro.offers(state),
}
