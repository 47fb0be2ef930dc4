"""Taking cards from the deck, with the discard pile shuffled in when it runs out (MAYA-DRAW-01 to MAYA-DRAW-05)."""

from __future__ import annotations

from domain.maya.events import CardsDrawn, DeckShuffled
from domain.maya.table import MayaDraft, sharers


def draw_cards(draft: MayaDraft, seat: int, count: int, why: str) -> int:
    """A seat draws so many cards, as far as deck and discard pile go; gives how many (MAYA-AMB-69)."""
    left = count
    while left > 0:
        cards = draft.state.seat(seat).cards
        if not cards.deck:
            if not cards.discard:
                break
            reshuffle(draft, seat)
            continue
        drawn = tuple([_known(card) for card in cards.deck[:left]])
        draft.emit(CardsDrawn(seat, sharers(draft.state, seat), len(drawn), why, drawn))
        left -= len(drawn)
    return count - left


def reshuffle(draft: MayaDraft, seat: int) -> None:
    """The discard pile becomes the new deck."""
    discard = draft.state.seat(seat).cards.discard
    order = draft.chance.shuffle(discard, f"deck.{seat}")
    draft.emit(DeckShuffled(seat, len(order), "reshuffle", order))


def _known(card: str | None) -> str:
    assert card is not None, "only the server, who knows every card, draws"
    return card
