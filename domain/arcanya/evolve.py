"""Folding: the trial after an event. Nothing is decided, drawn or refused here.

Folding what one viewer was sent gives what that viewer can know: sealed fields are None then, and a card that is not
known is None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arcanya import events as e
from domain.arcanya.state import (
    ADJUST_HAND,
    HIT_DISCARD,
    PLACE_GUARD,
    SCHOOL_OFFER,
    Guard,
    Hand,
    Sphere,
    Student,
    Trial,
    WonShield,
)
from domain.kernel.frames import Effect, Frames, Program, Window
from domain.kernel.game import Outcome
from domain.kernel.records import drafted, evolve


def evolve_trial(trial: Trial, event: Any) -> Trial:
    """The trial after an event."""
    return EVOLVE[event.__class__](trial, event)


def _with(trial: Trial, student: Student) -> tuple[Student, ...]:
    """The circle with a Student as they are now."""
    place = student.seat - 1
    if trial.students[place] is student:
        return trial.students  # a draft, changed where it sits
    students = [*trial.students]
    # In a draft of the trial nobody else holds this Student: the next change is made where they sit.
    students[place] = student if trial.__class__ is Trial else drafted(student)
    return tuple(students)


def _changed(trial: Trial, seat: int, **changes: Any) -> Trial:
    """The trial with something about one Student changed."""
    before = trial.students[seat - 1]
    student = evolve(before, **changes)
    if student is before:
        return trial  # a draft, changed where it sits
    return evolve(trial, students=_with(trial, student))


def _without(hand: Hand, card: str | None) -> Hand:
    """The hand without a card; in a hand not fully known, an unknown card goes."""
    if card not in hand:
        card = None if None in hand else hand[-1]
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _without_all(hand: Hand, cards: tuple[str, ...]) -> Hand:
    for card in cards:
        hand = _without(hand, card)
    return hand


def _waiting(trial: Trial, window: Window, then: tuple[Effect, ...], source: str) -> Frames:
    if not then:
        return (window,)
    assert trial.sphere is not None
    return (Program(then, trial.sphere.target, source), window)


# -- setup


def _game_started(trial: Trial, event: e.GameStarted) -> Trial:
    # From here on everything that lasts comes from the events, the content is no longer asked.
    return evolve(trial, content=None)


def _deck_built(trial: Trial, event: e.DeckBuilt) -> Trial:
    deck = (None,) * event.size if event.order is None else event.order
    return evolve(trial, deck=deck, faces={face.id: face for face in event.faces})


def _direction_set(trial: Trial, event: e.DirectionSet) -> Trial:
    return evolve(trial, direction=event.direction)


def _student_dealt(trial: Trial, event: e.StudentDealt) -> Trial:
    return _changed(trial, event.seat, card=event.card)


def _shields_taken(trial: Trial, event: e.ShieldsTaken) -> Trial:
    return _changed(trial, event.seat, shields=event.shields)


def _weakness_dealt(trial: Trial, event: e.WeaknessDealt) -> Trial:
    return _changed(trial, event.seat, weakness=event.element)


def _weakness_swapped(trial: Trial, event: e.WeaknessSwapped) -> Trial:
    one, other = trial.student(event.seat).weakness, trial.student(event.with_seat).weakness
    trial = _changed(trial, event.seat, weakness=other)
    return _changed(trial, event.with_seat, weakness=one)


def _schools_set_aside(trial: Trial, event: e.SchoolsSetAside) -> Trial:
    return evolve(trial, schools={school.id: school for school in event.schools})


def _unchanged(trial: Trial, event: Any) -> Trial:
    return trial


# -- the Sphere


def _sphere_created(trial: Trial, event: e.SphereCreated) -> Trial:
    # Counted as an answer: a free discard after a hit may be empty, and is over all the same.
    fresh = Sphere(event.power, event.target)
    return evolve(trial, sphere=fresh, frames=(), answers=trial.answers + 1, turns=trial.turns + 1)


def _power_changed(trial: Trial, event: e.SpherePowerChanged) -> Trial:
    assert trial.sphere is not None
    return evolve(trial, sphere=evolve(trial.sphere, power=event.to_power))


def _ability_barred(trial: Trial, event: e.AbilityBarred) -> Trial:
    assert trial.sphere is not None
    return evolve(trial, sphere=evolve(trial.sphere, barred=event.seat))


def _sphere_sent(trial: Trial, event: e.SphereSent) -> Trial:
    assert trial.sphere is not None
    # A bar is for the pass it was laid on, and ends with it.
    barred = event.to_seat if trial.sphere.barred == event.to_seat else None
    sphere = Sphere(event.power, event.to_seat, event.from_seat, barred)
    return evolve(trial, sphere=sphere, frames=(), turns=trial.turns + 1)


# -- defending


def _card_played(trial: Trial, event: e.PowerCardPlayed | e.ManeuverPlayed) -> Trial:
    card = event.card_id
    student = trial.students[event.seat - 1]
    return evolve(
        trial,
        students=_with(trial, evolve(student, hand=_without(student.hand, card))),
        discard=(*trial.discard, card),
        answers=trial.answers + 1,
    )


def _answered(trial: Trial, event: Any) -> Trial:
    return evolve(trial, frames=(), answers=trial.answers + 1)


def _student_turned(trial: Trial, event: e.StudentTurned) -> Trial:
    return _changed(trial, event.seat, turned=True)


def _students_refreshed(trial: Trial, event: e.StudentsRefreshed) -> Trial:
    students = tuple([evolve(one, turned=False) if one.turned else one for one in trial.students])
    return evolve(trial, students=students)


# -- Schools


def _school_entered(trial: Trial, event: e.SchoolEntered) -> Trial:
    return evolve(trial, school=event.element)


def _school_left(trial: Trial, event: e.SchoolLeft) -> Trial:
    return evolve(trial, school=None)


def _school_offered(trial: Trial, event: e.SchoolOffered) -> Trial:
    return evolve(trial, frames=(Window(SCHOOL_OFFER, (event.seat,), {"element": event.element}),))


# -- Guards


def _guard_offered(trial: Trial, event: e.GuardOffered) -> Trial:
    window = Window(PLACE_GUARD, (event.seat,), {"type": event.type})
    return evolve(trial, frames=_waiting(trial, window, event.then, event.source))


def _guard_placed(trial: Trial, event: e.GuardPlaced) -> Trial:
    student = trial.student(event.seat)
    guards = (*student.guards, Guard(event.guard_id, event.type, event.card_id))
    hand = _without(student.hand, event.card_id)
    return evolve(
        trial,
        students=_with(trial, evolve(student, hand=hand, guards=guards)),
        guards_made=event.guard_id,
        frames=(),
        answers=trial.answers + 1,
    )


def _guard_spent(trial: Trial, event: e.GuardSpent) -> Trial:
    student = trial.student(event.seat)
    left = tuple([guard for guard in student.guards if guard.guard_id != event.guard_id])
    return evolve(
        trial,
        students=_with(trial, evolve(student, guards=left)),
        discard=(*trial.discard, event.card_id),
    )


def _guards_cleared(trial: Trial, event: e.GuardsCleared) -> Trial:
    students = tuple([evolve(one, guards=()) if one.guards else one for one in trial.students])
    cards = [guard.card_id for guard in event.guards]
    return evolve(trial, students=students, discard=(*trial.discard, *cards))


# -- cards


def _cards_drawn(trial: Trial, event: e.CardsDrawn | e.HandDealt) -> Trial:
    count = event.count
    cards: Hand = (None,) * count if event.card_ids is None else event.card_ids
    student = trial.students[event.seat - 1]
    return evolve(
        trial,
        students=_with(trial, evolve(student, hand=student.hand + cards)),
        deck=trial.deck[count:],
    )


def _cards_discarded(trial: Trial, event: e.CardsDiscarded) -> Trial:
    student = trial.students[event.seat - 1]
    answered = event.cause == "hand_size"
    return evolve(
        trial,
        students=_with(trial, evolve(student, hand=_without_all(student.hand, event.card_ids))),
        discard=trial.discard + event.card_ids,
        frames=() if answered else trial.frames,
        answers=trial.answers + answered,
    )


def _card_taken(trial: Trial, event: e.CardTaken) -> Trial:
    (card,) = event.card_ids or (None,)
    return _moved(trial, event.from_seat, event.to_seat, card)


def _cards_swapped(trial: Trial, event: e.CardsSwapped) -> Trial:
    given, received = event.card_ids or (None, None)
    # Both leave before either arrives, so that no card goes there and back.
    one, other = trial.student(event.from_seat), trial.student(event.to_seat)
    one_hand = (*_without(one.hand, given), received)
    other_hand = (*_without(other.hand, received), given)
    trial = _changed(trial, event.from_seat, hand=one_hand)
    return _changed(trial, event.to_seat, hand=other_hand)


def _moved(trial: Trial, from_seat: int, to_seat: int, card: str | None) -> Trial:
    left = _without(trial.student(from_seat).hand, card)
    trial = _changed(trial, from_seat, hand=left)
    return _changed(trial, to_seat, hand=(*trial.student(to_seat).hand, card))


def _deck_reshuffled(trial: Trial, event: e.DeckReshuffled) -> Trial:
    order: Hand = (None,) * event.size if event.order is None else event.order
    return evolve(trial, deck=trial.deck + order, discard=())


def _hand_adjust_required(trial: Trial, event: e.HandAdjustRequired) -> Trial:
    window = Window(ADJUST_HAND, (event.seat,), {"excess": event.excess})
    return evolve(trial, frames=_waiting(trial, window, event.then, event.source))


# -- hits and the end


def _hit_taken(trial: Trial, event: e.HitTaken) -> Trial:
    return evolve(trial, frames=(Window(HIT_DISCARD, (event.seat,)),), answers=trial.answers + 1)


def _shield_lost(trial: Trial, event: e.ShieldLost) -> Trial:
    student = trial.student(event.seat)
    lost = next(shield for shield in student.shields if shield.level == event.level)
    kept = tuple([shield for shield in student.shields if shield is not lost])
    trial = _changed(trial, event.seat, shields=kept)
    if event.recipient is None:
        return trial
    won = WonShield(lost.level, lost.victory_points, event.seat)
    recipient = trial.student(event.recipient)
    return _changed(trial, event.recipient, won=(*recipient.won, won))


def _hands_revealed(trial: Trial, event: e.HandsRevealed) -> Trial:
    return _changed(trial, event.seat, hand=event.card_ids, revealed=True)


def _scores_computed(trial: Trial, event: e.ScoresComputed) -> Trial:
    return evolve(trial, scores=event.scores, tiebreak=event.tiebreak)


def _game_ended(trial: Trial, event: e.GameEnded) -> Trial:
    scores = {score.seat: score.total for score in trial.scores}
    return evolve(trial, frames=(), ending=Outcome(event.winners, event.reasons, scores))


EVOLVE: dict[type[Any], Callable[[Trial, Any], Trial]] = {
    e.GameStarted: _game_started,
    e.DeckBuilt: _deck_built,
    e.DirectionSet: _direction_set,
    e.StudentsSplit: _unchanged,
    e.StudentDealt: _student_dealt,
    e.ShieldsTaken: _shields_taken,
    e.HandDealt: _cards_drawn,
    e.WeaknessPoolSet: _unchanged,
    e.WeaknessDealt: _weakness_dealt,
    e.WeaknessPutUnder: _unchanged,
    e.WeaknessSwapped: _weakness_swapped,
    e.SchoolsSetAside: _schools_set_aside,
    e.SphereCreated: _sphere_created,
    e.SpherePowerChanged: _power_changed,
    e.SphereDispelled: _unchanged,
    e.SphereSent: _sphere_sent,
    e.AbilityBarred: _ability_barred,
    e.PowerCardPlayed: _card_played,
    e.ManeuverPlayed: _card_played,
    e.AbilityUsed: _answered,
    e.StudentTurned: _student_turned,
    e.StudentsRefreshed: _students_refreshed,
    e.SchoolEntered: _school_entered,
    e.SchoolLeft: _school_left,
    e.SchoolOffered: _school_offered,
    e.SchoolActivated: _answered,
    e.SchoolDeclined: _answered,
    e.GuardOffered: _guard_offered,
    e.GuardPlaced: _guard_placed,
    e.GuardSpent: _guard_spent,
    e.GuardsCleared: _guards_cleared,
    e.CardsDrawn: _cards_drawn,
    e.CardsDiscarded: _cards_discarded,
    e.CardTaken: _card_taken,
    e.CardsSwapped: _cards_swapped,
    e.DeckReshuffled: _deck_reshuffled,
    e.HandShort: _unchanged,
    e.HandAdjustRequired: _hand_adjust_required,
    e.HitTaken: _hit_taken,
    e.ShieldLost: _shield_lost,
    e.EndTriggered: _unchanged,
    e.HandsRevealed: _hands_revealed,
    e.ScoresComputed: _scores_computed,
    e.GameEnded: _game_ended,
}
