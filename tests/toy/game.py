"""The rules of Highest Card: hidden hands, a secret simultaneous bid, a die, and a pick of cards to trade."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.game import Offer, Outcome, Pick, Refused, Request, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.match import KERNEL
from domain.kernel.records import evolve, record
from domain.kernel.registry import Registry
from domain.kernel.secrecy import Event, Intent
from tests.toy import facts
from tests.toy.facts import (
    Bid,
    BidPlaced,
    BidsRevealed,
    CardsDealt,
    CardsPeeked,
    CardsTraded,
    DeckShuffled,
    RoundEnded,
    RoundWon,
    Trade,
)

HAND = 3
TRADE_MAX = 2
COPIES = 2  # of each card, so that equal cards exist


@record
class Player:
    """A seat's hand and bid (None: a card unknown to this reader), and points."""

    hand: tuple[int | None, ...] = ()
    bid: int | None = None
    placed: bool = False
    points: int = 0


@record
class HighestCard:
    """The whole table."""

    players: tuple[Player, ...]
    rounds: int
    deck: tuple[int | None, ...] = ()
    thrown: tuple[int, ...] = ()
    round: int = 0
    trader: int | None = None


class HighestCardGame:
    """The toy, behind the decider protocol."""

    name = "highest-card"
    rules_version = 1
    seats_min = 2
    seats_max = 5
    registry = Registry(KERNEL, facts)

    def options_schema(self) -> Any:
        return {
            "type": "object",
            "properties": {"rounds": {"type": "integer", "minimum": 1, "maximum": 50, "default": 3}},
            "additionalProperties": False,
        }

    def check_options(self, options: Mapping[str, Any], seats: int, content: Any = None) -> Mapping[str, Any]:
        rounds = options.get("rounds", 3)
        if set(options) - {"rounds"} or type(rounds) is not int or not 1 <= rounds <= 50:
            raise Refused("BAD_OPTIONS", "TOY-OPTIONS", "There is one option: rounds, from 1 to 50.")
        return {"rounds": rounds}

    def start(self, setup: Setup) -> HighestCard:
        return HighestCard(tuple(Player() for _ in setup.seats), setup.options["rounds"])

    def decide(self, state: HighestCard, intent: Intent, chance: Chance) -> Sequence[Event]:
        draft = Draft(state, self.evolve, chance)
        match intent:
            case StartMatch():
                _set_up(draft)
            case Bid():
                _bid(draft, intent)
            case Trade():
                _trade(draft, intent)
            case _:
                raise Refused("WRONG_PHASE", "TOY-PHASE", "Not now.")
        return draft.events

    def evolve(self, state: HighestCard, event: Event) -> HighestCard:
        return _EVOLVE[event.__class__](state, event)

    def awaiting(self, state: HighestCard) -> tuple[Request, ...]:
        if state.trader is not None:
            return (Request(state.trader, "trade", state.round, {"max": TRADE_MAX}),)
        return tuple(
            Request(seat, "bid", state.round) for seat, player in enumerate(state.players, 1) if not player.placed
        )

    def offers(self, state: HighestCard, seat: int) -> tuple[Offer, ...]:
        if self.outcome(state) is not None or not 1 <= seat <= len(state.players):
            return ()
        player = state.players[seat - 1]
        if state.trader == seat:
            hand = tuple(card for card in player.hand if card is not None)
            return (Offer(Trade(seat, ()), Pick("cards", hand, 0, min(TRADE_MAX, len(hand)))),)
        if state.trader is not None or player.placed:
            return ()
        return tuple(Offer(Bid(seat, card)) for card in dict.fromkeys(player.hand) if card is not None)

    def outcome(self, state: HighestCard) -> Outcome | None:
        if state.round <= state.rounds:
            return None
        scores = {seat: player.points for seat, player in enumerate(state.players, 1)}
        best = max(scores.values())
        return Outcome(tuple(seat for seat, points in scores.items() if points == best), ("rounds played",), scores)


def _set_up(draft: Draft[HighestCard]) -> None:
    seats = len(draft.state.players)
    cards = list(range(1, 5 * seats + 1)) * COPIES
    draft.emit(DeckShuffled(len(cards), draft.chance.shuffle(cards, "deck")))
    for seat in range(1, seats + 1):
        _deal(draft, seat)
    draft.emit(CardsPeeked((1, 2), draft.state.deck[0]))
    draft.emit(RoundEnded(1))


def _bid(draft: Draft[HighestCard], intent: Bid) -> None:
    state = draft.state
    player = state.players[intent.seat - 1]
    if state.trader is not None or player.placed or state.round > state.rounds:
        raise Refused("WRONG_PHASE", "TOY-BID", "You have bid already, or a trade comes first.")
    if intent.card not in player.hand:
        raise Refused("NOT_IN_HAND", "TOY-BID", "You do not hold that card.")
    draft.emit(BidPlaced(intent.seat, intent.card))
    if not all(player.placed for player in draft.state.players):
        return
    bids = tuple(player.bid for player in draft.state.players if player.bid is not None)
    draft.emit(BidsRevealed(bids))
    winner = bids.index(max(bids)) + 1
    draft.emit(RoundWon(winner, 1 + draft.chance.below(6, "die")))


def _trade(draft: Draft[HighestCard], intent: Trade) -> None:
    state = draft.state
    if state.trader != intent.seat:
        raise Refused("WRONG_PHASE", "TOY-TRADE", "Only the winner of a round trades.")
    hand = list(state.players[intent.seat - 1].hand)
    if len(intent.cards) > TRADE_MAX:
        raise Refused("TOO_MANY", "TOY-TRADE", f"At most {TRADE_MAX} cards may go.")
    for card in intent.cards:
        if card not in hand:
            raise Refused("NOT_IN_HAND", "TOY-TRADE", "You do not hold that card.")
        hand.remove(card)
    draft.emit(CardsTraded(intent.seat, intent.cards))
    for seat in range(1, len(state.players) + 1):
        _deal(draft, seat)
    draft.emit(RoundEnded(state.round + 1))


def _deal(draft: Draft[HighestCard], seat: int) -> None:
    missing = HAND - len(draft.state.players[seat - 1].hand)
    if missing and len(draft.state.deck) < missing:
        pile = draft.state.thrown
        draft.emit(DeckShuffled(len(pile), draft.chance.shuffle(pile, "deck")))
    cards = draft.state.deck[:missing]
    if cards:
        draft.emit(CardsDealt(seat, len(cards), cards))  # type: ignore[arg-type]


def _player(state: HighestCard, seat: int, **changes: Any) -> HighestCard:
    players = list(state.players)
    players[seat - 1] = evolve(players[seat - 1], **changes)
    return evolve(state, players=tuple(players))


def without(hand: tuple[int | None, ...], card: int | None) -> tuple[int | None, ...]:
    """A hand with one card less: that one, or an unknown one where the reader does not know which."""
    at = hand.index(card) if card in hand else hand.index(None)
    return hand[:at] + hand[at + 1 :]


def _shuffled(state: HighestCard, event: DeckShuffled) -> HighestCard:
    return evolve(state, deck=event.order or (None,) * event.size, thrown=())


def _dealt(state: HighestCard, event: CardsDealt) -> HighestCard:
    player = state.players[event.seat - 1]
    state = evolve(state, deck=state.deck[event.count :])
    return _player(state, event.seat, hand=player.hand + (event.cards or (None,) * event.count))


def _placed(state: HighestCard, event: BidPlaced) -> HighestCard:
    player = state.players[event.seat - 1]
    return _player(state, event.seat, hand=without(player.hand, event.card), bid=event.card, placed=True)


def _revealed(state: HighestCard, event: BidsRevealed) -> HighestCard:
    players = tuple(evolve(player, bid=None, placed=False) for player in state.players)
    return evolve(state, players=players, thrown=(*state.thrown, *event.cards))


def _won(state: HighestCard, event: RoundWon) -> HighestCard:
    state = _player(state, event.seat, points=state.players[event.seat - 1].points + event.points)
    return evolve(state, trader=event.seat)


def _traded(state: HighestCard, event: CardsTraded) -> HighestCard:
    hand = state.players[event.seat - 1].hand
    for card in event.cards:
        hand = without(hand, card)
    return evolve(_player(state, event.seat, hand=hand), trader=None, thrown=(*state.thrown, *event.cards))


def _peeked(state: HighestCard, event: CardsPeeked) -> HighestCard:
    return state if event.card is None else evolve(state, deck=(event.card, *state.deck[1:]))


def _ended(state: HighestCard, event: RoundEnded) -> HighestCard:
    return evolve(state, round=event.number)


_EVOLVE: dict[type[Any], Callable[[HighestCard, Any], HighestCard]] = {
    DeckShuffled: _shuffled,
    CardsDealt: _dealt,
    BidPlaced: _placed,
    BidsRevealed: _revealed,
    RoundWon: _won,
    CardsTraded: _traded,
    CardsPeeked: _peeked,
    RoundEnded: _ended,
}
