"""Intents and events of Highest Card."""

from __future__ import annotations

from domain.kernel.secrecy import event, intent, owned, public, server


@intent()
class Bid:
    """A seat puts a card face down; nobody sees it before all have."""

    seat: int = public()
    card: int | None = owned("seat")


@intent()
class Trade:
    """The winner of a round throws away up to two cards for fresh ones."""

    seat: int = public()
    cards: tuple[int, ...] = public()


@event()
class DeckShuffled:
    """The deck lies face down."""

    size: int = public()
    order: tuple[int, ...] | None = server()


@event()
class CardsDealt:
    """A seat takes cards that only it sees."""

    seat: int = public()
    count: int = public()
    cards: tuple[int, ...] | None = owned("seat")


@event()
class BidPlaced:
    """A seat has bid."""

    seat: int = public()
    card: int | None = owned("seat")


@event()
class BidsRevealed:
    """All bids are turned at once, in seat order."""

    cards: tuple[int, ...] = public()


@event()
class RoundWon:
    """The highest bid wins as many points as the die shows."""

    seat: int = public()
    points: int = public()


@event()
class CardsTraded:
    """The winner has thrown cards away; everybody saw them."""

    seat: int = public()
    cards: tuple[int, ...] = public()


@event()
class CardsPeeked:
    """Two neighbours look at the top card of the deck together."""

    seats: tuple[int, ...] = public()
    card: int | None = owned("seats")


@event()
class RoundEnded:
    """The next round begins."""

    number: int = public()
