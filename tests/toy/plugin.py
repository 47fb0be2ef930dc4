"""Highest Card as its readers need it."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import Offer, Request
from domain.kernel.match import MatchRules
from domain.kernel.secrecy import Event
from projections.plugin import NameOf, Plugin
from projections.views import AUDITOR, seat_viewer
from tests.toy.facts import Bid, BidPlaced, BidsRevealed, CardsDealt, CardsPeeked, CardsTraded, RoundEnded, RoundWon
from tests.toy.game import HighestCard, HighestCardGame


def view(table: HighestCard, viewer: str, name_of: NameOf) -> dict[str, Any]:
    return {
        "round": table.round,
        "deck": len(table.deck),
        "thrown": list(table.thrown),
        "seats": [
            {
                "seat": seat,
                "name": name_of(seat),
                "points": player.points,
                "placed": player.placed,
                "hand": {"count": len(player.hand), "cards": list(player.hand) if _open(viewer, seat) else None},
                "bid": player.bid if _open(viewer, seat) else None,
            }
            for seat, player in enumerate(table.players, 1)
        ],
    }


def _open(viewer: str, seat: int) -> bool:
    return viewer in (AUDITOR, seat_viewer(seat))


def narrate(fact: Event, before: HighestCard, after: HighestCard, name_of: NameOf, viewer: str) -> str | None:
    match fact:
        case CardsDealt(seat=seat, count=count, cards=cards):
            return f"{name_of(seat)} takes {count if cards is None else ', '.join(map(str, cards))}."
        case BidPlaced(seat=seat, card=card):
            return f"{name_of(seat)} bids." if card is None else f"{name_of(seat)} bids {card}."
        case BidsRevealed(cards=cards):
            return f"The bids are {', '.join(map(str, cards))}."
        case RoundWon(seat=seat, points=points):
            return f"{name_of(seat)} wins {points}."
        case CardsTraded(seat=seat, cards=cards):
            return f"{name_of(seat)} throws away {', '.join(map(str, cards)) or 'nothing'}."
        case CardsPeeked(seats=seats, card=card):
            return f"{' and '.join(map(name_of, seats))} peek at {'a card' if card is None else card}."
        case RoundEnded(number=number):
            return f"Round {number} begins." if number <= after.rounds else "The last round is over."
    return None


def describe(offer: Offer, table: HighestCard, name_of: NameOf) -> dict[str, Any]:
    concerns: dict[str, list[Any]] = {"cards": [], "seats": [], "spaces": [], "units": []}
    if isinstance(offer.intent, Bid):
        return {"text": f"Bid {offer.intent.card}", "concerns": {**concerns, "cards": [offer.intent.card]}}
    assert offer.pick is not None
    return {"text": "Throw cards away", "concerns": {**concerns, "cards": list(offer.pick.options)}}


def ask(request: Request, table: HighestCard, name_of: NameOf) -> str:
    return f"{name_of(request.seat)} {'bids' if request.kind == 'bid' else 'may trade'}"


def progress(table: HighestCard) -> dict[str, Any]:
    over = table.round > table.rounds
    return {"round": table.round, "turn": 0, "phase": "over" if over else "trade" if table.trader else "bid"}


def marks(fact: Event) -> tuple[str, ...]:
    return ("round",) if isinstance(fact, RoundEnded) else ()


TOY = Plugin(
    rules=MatchRules(HighestCardGame()),
    title="Highest Card",
    view=view,
    narrate=narrate,
    progress=progress,
    describe=describe,
    ask=ask,
    marks=marks,
)
