"""Champions, decks and starting fragments."""

from __future__ import annotations

from collections import Counter

from domain.kernel.game import Refused
from domain.maya.content.decks import check_deck, starter_deck
from domain.maya.deciding.checks import check_phase, check_unanswered
from domain.maya.events import DeckSubmitted, SlotsArranged
from domain.maya.flow.setup import choose_champion, submit_starter
from domain.maya.intents import ArrangeFragments, SelectChampion, SubmitDeck
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.table import MayaDraft


def next_to_choose(state: State) -> int:
    """The seat that chooses its champion next, in seat order."""
    return next(seat.seat for seat in state.seats if not seat.champion)


def select_champion(draft: MayaDraft, intent: SelectChampion) -> None:
    """A champion nobody else has (MAYA-PSETUP-02, MAYA-AMB-115)."""
    state = draft.state
    check_phase(state, "champions", "MAYA-PSETUP-02")
    if intent.seat != next_to_choose(state):
        raise Refused("NOT_YOUR_DECISION", "MAYA-PSETUP-02", "Another seat chooses its champion first.")
    portrait = pack_of(state).champions.get(intent.champion)
    if portrait is None:
        raise Refused("UNKNOWN_CHAMPION", "MAYA-CHAMP-05", "There is no such champion.")
    if any(seat.champion == intent.champion for seat in state.seats):
        raise Refused("CHAMPION_TAKEN", "MAYA-AMB-115", f"Somebody plays {portrait.name} already.")
    choose_champion(draft, intent.seat, portrait.id)


def submit_deck(draft: MayaDraft, intent: SubmitDeck) -> None:
    """The starter deck, or a built one that keeps to the rules of deck construction (MAYA-DECK-01 to MAYA-DECK-11)."""
    state = draft.state
    if state.phase == "champions":
        raise Refused("NO_CHAMPION", "MAYA-CHAMP-06", "Champions are chosen before decks are built.")
    check_phase(state, "decks", "MAYA-PSETUP-05")
    check_unanswered(state, intent.seat, "MAYA-PSETUP-05")
    if not intent.cards:
        submit_starter(draft, intent.seat)
        return
    pack, champion, reactions = pack_of(state), state.seat(intent.seat).champion, state.rules.reactions
    problems = check_deck(pack, champion, intent.cards, reactions=reactions)
    if problems:
        first = problems[0]
        raise Refused(first.code, first.rule, f"That deck is not legal: {first.detail}.")
    starter = Counter(starter_deck(pack, champion, reactions=reactions)) == Counter(intent.cards)
    draft.emit(DeckSubmitted(intent.seat, len(intent.cards), starter, tuple(intent.cards)))


def arrange_fragments(draft: MayaDraft, intent: ArrangeFragments) -> None:
    """The dealt fragments in the order the player likes (MAYA-GSETUP-15)."""
    state = draft.state
    check_phase(state, "fragments", "MAYA-GSETUP-15")
    check_unanswered(state, intent.seat, "MAYA-GSETUP-15")
    dealt = [slot.card for slot in state.seat(intent.seat).slots]
    if Counter(dealt) != Counter(intent.cards):
        raise Refused("NOT_YOUR_FRAGMENTS", "MAYA-GSETUP-15", "Lay out exactly the three fragments you were dealt.")
    draft.emit(SlotsArranged(intent.seat, tuple(intent.cards)))
