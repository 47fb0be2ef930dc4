"""Hands are always as large as the highest Shield says: drawing, reshuffling, discarding down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from domain.arcanya import events as e
from domain.arcanya.deciding.play import Play
from domain.arcanya.state import Hand, Trial, next_seat
from domain.kernel.frames import Effect
from domain.kernel.game import Refused


def refill(play: Play, seat: int, cause: str = "refill") -> None:
    """Draws up to the hand size (ARC-HAND-05); with no card left anywhere the hand stays short (ARC-AMB-24)."""
    student = play.state.students[seat - 1]
    missing = student.hand_size - len(student.hand)
    if missing <= 0:
        return
    drawn = draw(play, seat, missing, cause)
    if drawn < missing:
        play.emit(e.HandShort(seat, missing - drawn))


def draw(play: Play, seat: int, count: int, cause: str) -> int:
    """Draws from the top, what is left first and then from the reshuffled discards (ARC-DECK-03); says how many."""
    deck = known(play.state.deck)
    if len(deck) >= count:
        play.emit(e.CardsDrawn(seat, count, cause, deck[:count]))
        return count
    if deck:
        play.emit(e.CardsDrawn(seat, len(deck), cause, deck))
    rest = min(count - len(deck), len(play.state.discard))
    if rest:
        order = play.chance.shuffle(play.state.discard, "reshuffle")
        play.emit(e.DeckReshuffled(len(order), order))
        play.emit(e.CardsDrawn(seat, rest, cause, order[:rest]))
    return len(deck) + rest


def settle_hands(play: Play, source: str, then: tuple[Effect, ...] = ()) -> bool:
    """Brings every hand to its size: draws at once, asks the first with too many; says whether the trial waits.

    Asked in seat order from the target along the direction, draws first (ARC-AMB-25).
    """
    if _all_as_they_should_be(play):
        return False
    refill_changed_hands(play)
    for seat in _from_target(play.state):
        student = play.state.students[seat - 1]
        excess = len(student.hand) - student.hand_size
        if excess > 0:
            play.emit(e.HandAdjustRequired(seat, excess, source, then))
            return True
    return False


def _all_as_they_should_be(play: Play) -> bool:
    """Whether this decision changed no hand and left none too large, as most do not."""
    for student, before in zip(play.state.students, play.before.students, strict=True):
        if student.hand is not before.hand or len(student.hand) > student.hand_size:
            return False
    return True


def refill_changed_hands(play: Play) -> None:
    """Tops up every hand that this decision changed, whoever's it is (ARC-HAND-10)."""
    for seat in _from_target(play.state):
        # One that was short before waits for its own next change (ARC-AMB-24).
        if play.state.students[seat - 1].hand is not play.before.students[seat - 1].hand:
            refill(play, seat)


def _from_target(trial: Trial) -> list[int]:
    assert trial.sphere is not None
    seats = [trial.sphere.target]
    while len(seats) < trial.seats:
        seats.append(next_seat(seats[-1], trial.direction, trial.seats))
    return seats


def check_held(trial: Trial, seat: int, cards: Sequence[str]) -> None:
    """Refuses cards that are not in the hand, or not so often."""
    hand = trial.students[seat - 1].hand
    if len(cards) == 1 and cards[0] in hand:
        return
    if Counter(cards) - Counter(known(hand)):
        raise Refused("NOT_IN_HAND", "ARC-TURN-05", "You do not hold that card.")


def known(cards: Hand) -> tuple[str, ...]:
    """The cards as faces: who decides knows every one of them."""
    return cast("tuple[str, ...]", cards)
