"""What the trial waits for, and everything a seat may do now: the one truth about legality."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from domain.arcanya.cards import (
    ACTION,
    ALTER,
    ATTUNE,
    BANNED_BY_WEAKNESS,
    BOOST,
    DEFLECT,
    DISPEL,
    DODGE,
    GUARD_MODES,
    POWER_OF,
    REFLECT,
)
from domain.arcanya.intents import (
    DeclineSchool,
    DiscardAfterHit,
    DiscardToHandSize,
    PlaceGuard,
    PlayAlter,
    PlayAttune,
    PlayDeflect,
    PlayDispel,
    PlayDodge,
    PlayPower,
    PlayReflect,
    Resonance,
    TakeHit,
    UseAbility,
    UseSchool,
)
from domain.arcanya.state import (
    ADJUST_HAND,
    DEFEND,
    HIT_DISCARD,
    PLACE_GUARD,
    SCHOOL_OFFER,
    Guard,
    Student,
    Trial,
    other_seats,
)
from domain.arcanya.words import KEPT_MAX, Use, uses
from domain.kernel.frames import Window
from domain.kernel.game import Offer, Pick, Request

# -- what is awaited


def awaiting(trial: Trial) -> tuple[Request, ...]:
    """The one question that stands, asked of one seat."""
    sphere = trial.sphere
    if trial.ending is not None or sphere is None:
        return ()
    number = trial.answers + 1
    if not trial.frames:
        return (Request(sphere.target, DEFEND, number, {"power": sphere.power, "sender": sphere.sender}),)
    window = trial.frames[-1]
    assert isinstance(window, Window), "between two intents a window is on top"
    seat = window.seats[0]
    about = {"least": excess_after_hit(trial, seat)} if window.name == HIT_DISCARD else window.about
    return (Request(seat, window.name, number, about),)


def asked_seat(trial: Trial) -> int:
    """The seat that must answer now; 0 before the first Sphere."""
    if trial.frames:
        window = trial.frames[-1]
        assert isinstance(window, Window), "between two intents a window is on top"
        return window.seats[0]
    return trial.sphere.target if trial.sphere is not None else 0


def excess_after_hit(trial: Trial, seat: int) -> int:
    """How many cards must go after a hit at least (ARC-HIT-15)."""
    student = trial.students[seat - 1]
    return max(0, len(student.hand) - student.hand_size)


# -- what a Student can do


def weakness_bans(trial: Trial, student: Student) -> bool:
    """Whether the School in play is the one this Student is weak to (ARC-SCHOOL-11, ARC-SCHOOL-12)."""
    return trial.school is not None and trial.school == student.weakness


@cache
def deflect_targets(seat: int, sender: int | None, seats: int) -> tuple[int, ...]:
    """Whom a Deflect may name: any other Student but the one who acted before (ARC-MAN-07, ARC-MAN-12)."""
    return tuple([other for other in other_seats(seat, seats) if other != sender])


def can_defend(trial: Trial, seat: int) -> bool:
    """Whether some card in hand or an Action ability is a plain defence now (ARC-AMB-15).

    Guards, abilities used before one's Action and thrown-away cards are offers, never duties.
    """
    assert trial.sphere is not None
    student = trial.students[seat - 1]
    for card in student.hand:
        assert card is not None, "who decides knows every card"
        if card in POWER_OF:
            if POWER_OF[card] >= trial.sphere.power:
                return True
        elif maneuver_playable(trial, student, card):
            return True
    return student.card is not None and student.card.timing == ACTION and bool(ability_uses(trial, student))


def maneuver_playable(trial: Trial, student: Student, card: str) -> bool:
    """Whether a Maneuver in hand can be played now: in this mode, not forbidden, with somebody to name."""
    if card == ATTUNE:
        return trial.options.advanced and student.card is not None
    if card not in BANNED_BY_WEAKNESS:
        return True
    if weakness_bans(trial, student):
        return False
    assert trial.sphere is not None
    return card == REFLECT or bool(deflect_targets(student.seat, trial.sphere.sender, trial.seats))


def ability_ready(trial: Trial, student: Student) -> bool:
    """Whether the Student card is there, upright, and neither barred nor forbidden by a Weakness."""
    card = student.card
    assert trial.sphere is not None
    return (
        card is not None
        and not student.turned
        and trial.sphere.barred != student.seat
        and not (card.counts_as in BANNED_BY_WEAKNESS and weakness_bans(trial, student))
    )


def ability_uses(trial: Trial, student: Student) -> Sequence[Use]:
    """Every way the Student's ability can be used now."""
    card = student.card
    if card is None or not ability_ready(trial, student):
        return ()
    return uses(trial, student.seat, card.effects)


def school_uses(trial: Trial, seat: int) -> Sequence[Use]:
    """Every way the School in play can be used now."""
    assert trial.school is not None
    return uses(trial, seat, trial.schools[trial.school].effects)


def guarded(guard_type: str, mode: str, value: int, power: int) -> tuple[int, int, bool]:
    """With a Guard: the card's effective value, the Power it meets, and whether that fell under 1 (ARC-AMB-32)."""
    amount = GUARD_MODES[guard_type][mode]
    if mode == BOOST:
        return value + amount, power, False
    lowered = power - amount
    return value, max(1, lowered), lowered < 1


# -- offers


def offers(trial: Trial, seat: int) -> tuple[Offer, ...]:
    """Everything this seat may do now."""
    if seat != asked_seat(trial):
        return ()
    make = _OFFERS.get(trial.phase)
    return tuple(make(trial, trial.students[seat - 1])) if make is not None else ()


def _defences(trial: Trial, student: Student) -> list[Offer]:
    assert trial.sphere is not None
    seat, power = student.seat, trial.sphere.power
    found: list[Offer] = []
    faces = dict.fromkeys(student.hand)
    for card in faces:
        assert card is not None, "who decides knows every card"
        value = POWER_OF.get(card)
        if value is None:
            if maneuver_playable(trial, student, card):
                found += _maneuver(trial, student, card)
        elif value == power:
            found += _resonant(seat, card, trial.seats, *_school_effects(trial, student))
        elif value > power:
            found += _plain(seat, card)
    able = bool(found)
    if student.card is not None and not student.turned:
        ability = [_use_offer(UseAbility, seat, use) for use in ability_uses(trial, student)]
        able = able or bool(ability and student.card.timing == ACTION)
        found += ability
    if student.guards:
        found += [offer for guard in student.guards for offer in _with_guard(trial, student, guard, able)]
    if not able:
        found.append(Offer(TakeHit(seat)))
    return found


@cache
def _plain(seat: int, card: str) -> tuple[Offer, ...]:
    return (Offer(PlayPower(seat, card)),)


@cache
def _resonant(seat: int, card: str, seats: int, school: bool, affinity: bool) -> tuple[Offer, ...]:
    return tuple([Offer(PlayPower(seat, card, resonance=wish)) for wish in _wishes(seat, seats, school, affinity)])


@cache
def _wishes(seat: int, seats: int, school: bool, affinity: bool) -> tuple[Resonance | None, ...]:
    """What a resonating Student may take: nothing, a target, and of the School in play what there is of it."""
    wishes: list[Resonance | None] = [None]
    wishes += [Resonance("target", other) for other in other_seats(seat, seats)]
    if school:
        wishes.append(Resonance("discard_school"))
        if affinity:
            wishes.append(Resonance("activate_school"))
    return tuple(wishes)


def _school_effects(trial: Trial, student: Student) -> tuple[bool, bool]:
    school = trial.school
    return school is not None, student.card is not None and student.card.element == school


def _with_guard(trial: Trial, student: Student, guard: Guard, able: bool) -> list[Offer]:
    assert trial.sphere is not None
    found: list[Offer] = []
    for card in dict.fromkeys(student.hand):
        if card not in POWER_OF:
            continue
        assert card is not None
        for mode in GUARD_MODES[guard.type]:
            named = mode if guard.type == "metal" else None
            value, met, dispelled = guarded(guard.type, mode, POWER_OF[card], trial.sphere.power)
            if value == met:
                school, affinity = _school_effects(trial, student)
                wishes = _wishes(student.seat, trial.seats, school and not dispelled, affinity)
            elif value > met or not able:
                wishes = (None,)
            else:
                continue  # A total too low is a hit, and only for who cannot defend otherwise (ARC-AMB-33).
            found += [Offer(PlayPower(student.seat, card, guard.guard_id, named, wish)) for wish in wishes]
    return found


def _maneuver(trial: Trial, student: Student, card: str) -> tuple[Offer, ...]:
    seat = student.seat
    if card == DEFLECT:
        assert trial.sphere is not None
        return _deflects(seat, trial.sphere.sender, trial.seats)
    if card == ALTER and trial.options.alter_plus:
        return _alters(seat, tuple([one for one in dict.fromkeys(student.hand) if one in POWER_OF]))
    return _simple(seat, card)


@cache
def _simple(seat: int, card: str) -> tuple[Offer, ...]:
    if card == ALTER:
        return _alters(seat, ())
    return (Offer({DODGE: PlayDodge, REFLECT: PlayReflect, DISPEL: PlayDispel, ATTUNE: PlayAttune}[card](seat)),)


@cache
def _deflects(seat: int, sender: int | None, seats: int) -> tuple[Offer, ...]:
    return tuple([Offer(PlayDeflect(seat, target)) for target in deflect_targets(seat, sender, seats)])


def _alters(seat: int, thrown: tuple[str | None, ...]) -> tuple[Offer, ...]:
    return tuple([Offer(PlayAlter(seat, sign, card)) for card in (None, *thrown) for sign in ("+", "-")])


@lru_cache(maxsize=KEPT_MAX)
def _use_offer(intent: type[UseAbility] | type[UseSchool], seat: int, use: Use) -> Offer:
    return Offer(intent(seat, dict(use.params), use.card_ids), use.pick)


def _school(trial: Trial, student: Student) -> list[Offer]:
    ways = [_use_offer(UseSchool, student.seat, use) for use in school_uses(trial, student.seat)]
    return [*ways, Offer(DeclineSchool(student.seat))]


def _guard(trial: Trial, student: Student) -> list[Offer]:
    return [Offer(PlaceGuard(student.seat, card)) for card in dict.fromkeys(student.hand)]


def _adjust(trial: Trial, student: Student) -> list[Offer]:
    excess = len(student.hand) - student.hand_size
    return [Offer(DiscardToHandSize(student.seat, ()), Pick("card_ids", student.hand, excess, excess))]


def _after_hit(trial: Trial, student: Student) -> list[Offer]:
    least = excess_after_hit(trial, student.seat)
    return [Offer(DiscardAfterHit(student.seat, ()), Pick("card_ids", student.hand, least, len(student.hand)))]


_OFFERS = {
    DEFEND: _defences,
    SCHOOL_OFFER: _school,
    PLACE_GUARD: _guard,
    ADJUST_HAND: _adjust,
    HIT_DISCARD: _after_hit,
}
