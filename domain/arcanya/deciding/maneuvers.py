"""Defending with a Maneuver: a full defence at any Power, compared with nothing (ARC-MAN-01)."""

from __future__ import annotations

from domain.arcanya import events as e
from domain.arcanya.cards import ALTER, ATTUNE, DEFLECT, DISPEL, DODGE, POWER_OF, REFLECT
from domain.arcanya.deciding.hands import check_held, refill
from domain.arcanya.deciding.play import Play, change_power, dispel, remove_school, send_on, send_to, set_power
from domain.arcanya.deciding.schools import offer_school
from domain.arcanya.intents import PlayAlter, PlayAttune, PlayDeflect, PlayDispel, PlayDodge, PlayReflect
from domain.arcanya.legality import deflect_targets, weakness_bans
from domain.arcanya.state import OPPOSITE, Trial
from domain.arcanya.words import came_from
from domain.kernel.game import Refused

SOFT_DISPEL_ABOVE = 10  # with Dispel+ a Sphere above this is weakened, not dispelled (ARC-OPT-12)
SOFT_DISPEL_POWER = 5


def play_dodge(play: Play, intent: PlayDodge) -> None:
    """The Sphere passes unchanged (ARC-MAN-04, ARC-MAN-05)."""
    _check_card(play.state, intent.seat, intent.card_id, DODGE)
    play.emit(e.ManeuverPlayed(intent.seat, DODGE, DODGE))
    refill(play, intent.seat)
    send_on(play, intent.seat)


def play_deflect(play: Play, intent: PlayDeflect) -> None:
    """The player names who must defend, but not the one who acted before (ARC-MAN-06 to 12)."""
    trial, seat, to = play.state, intent.seat, intent.target_seat
    assert trial.sphere is not None
    _check_card(trial, seat, intent.card_id, DEFLECT)
    _check_weakness(trial, seat, "ARC-SCHOOL-12")
    if to not in deflect_targets(seat, trial.sphere.sender, trial.seats):
        rule = "ARC-MAN-07" if to == trial.sphere.sender else "ARC-MAN-09"
        raise Refused("BAD_TARGET", rule, "A Deflect names another Student, but not the one who acted before you.")
    play.emit(e.ManeuverPlayed(seat, DEFLECT, DEFLECT, to))
    refill(play, seat)
    send_to(play, seat, to, DEFLECT)


def play_reflect(play: Play, intent: PlayReflect) -> None:
    """Back to where it came from, and the direction flips (ARC-MAN-13 to 18)."""
    trial, seat = play.state, intent.seat
    _check_card(trial, seat, intent.card_id, REFLECT)
    _check_weakness(trial, seat, "ARC-SCHOOL-11")
    to = came_from(trial, seat)
    play.emit(e.ManeuverPlayed(seat, REFLECT, REFLECT))
    play.emit(e.DirectionSet(OPPOSITE[trial.direction], REFLECT))
    refill(play, seat)
    send_to(play, seat, to, REFLECT)


def play_alter(play: Play, intent: PlayAlter) -> None:
    """Power up or down by 1, or with Alter+ by a Power card thrown away (ARC-MAN-19 to 22, ARC-OPT-03 to 10)."""
    trial, seat, thrown = play.state, intent.seat, intent.discard_card_id
    _check_card(trial, seat, intent.card_id, ALTER)
    if intent.sign not in ("+", "-"):
        raise Refused("BAD_SIGN", "ARC-MAN-19", "Alter raises (+) or lowers (-) the Power.")
    if thrown is not None:
        _check_thrown(trial, seat, thrown)
    play.emit(e.ManeuverPlayed(seat, ALTER, ALTER, None, intent.sign, thrown))
    amount = 1
    if thrown is not None:
        play.emit(e.CardsDiscarded(seat, (thrown,), "alter_plus"))
        amount = POWER_OF[thrown]
    change_power(play, amount if intent.sign == "+" else -amount, ALTER)
    refill(play, seat)
    send_on(play, seat)


def _check_thrown(trial: Trial, seat: int, card: str) -> None:
    if not trial.options.alter_plus:
        raise Refused("OPTION_OFF", "ARC-OPT-10", "The optional rule for Alter is not in play.")
    if card not in POWER_OF:
        raise Refused("NOT_A_POWER_CARD", "ARC-OPT-07", "Only a Power card can be thrown away with Alter.")
    check_held(trial, seat, (card,))


def play_dispel(play: Play, intent: PlayDispel) -> None:
    """The Power becomes 1 (ARC-MAN-23 to 26)."""
    _check_card(play.state, intent.seat, intent.card_id, DISPEL)
    play.emit(e.ManeuverPlayed(intent.seat, DISPEL, DISPEL))
    dispel_by_maneuver(play, DISPEL)
    refill(play, intent.seat)
    send_on(play, intent.seat)


def dispel_by_maneuver(play: Play, cause: str) -> None:
    """A Dispel, or with Dispel+ above 10 a Sphere weakened to 5 whose School stays (ARC-OPT-11 to 13)."""
    sphere = play.state.sphere
    assert sphere is not None
    if play.state.options.dispel_plus and sphere.power > SOFT_DISPEL_ABOVE:
        set_power(play, SOFT_DISPEL_POWER, cause)
    else:
        dispel(play, cause)


def play_attune(play: Play, intent: PlayAttune) -> None:
    """The own School comes into play, the hand is refilled, and its ability is offered (ARC-ATTUNE-01 to 08)."""
    trial, seat = play.state, intent.seat
    if not trial.options.advanced:
        raise Refused("NOT_IN_MODE", "ARC-ATTUNE-10", "Attune is for the advanced game.")
    _check_card(trial, seat, intent.card_id, ATTUNE)
    card = trial.students[seat - 1].card
    if card is None:
        raise Refused("NO_STUDENT", "ARC-OPT-15", "You have no Student, and so no School.")
    play.emit(e.ManeuverPlayed(seat, ATTUNE, ATTUNE))
    if trial.school != card.element:
        remove_school(play, "replaced")
        play.emit(e.SchoolEntered(card.element, seat))
    refill(play, seat)
    offer_school(play, seat)


def _check_card(trial: Trial, seat: int, card: str, kind: str) -> None:
    if card != kind:
        raise Refused("WRONG_CARD", "ARC-TURN-05", f"That card is not {kind.capitalize()}.")
    check_held(trial, seat, (card,))


def _check_weakness(trial: Trial, seat: int, rule: str) -> None:
    if weakness_bans(trial, trial.students[seat - 1]):
        raise Refused("WEAKNESS_FORBIDS", rule, "Your Weakness to the School in play forbids Reflect and Deflect.")
