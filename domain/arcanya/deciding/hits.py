"""Taking a hit, losing a Shield, and what a lost Shield sets right."""

from __future__ import annotations

from domain.arcanya import events as e
from domain.arcanya.deciding.hands import check_held, refill
from domain.arcanya.deciding.play import Play, remove_school
from domain.arcanya.deciding.scoring import end
from domain.arcanya.intents import DiscardAfterHit, TakeHit
from domain.arcanya.legality import can_defend, excess_after_hit
from domain.arcanya.state import next_seat
from domain.kernel.game import Refused

END_POINTS = 8  # Victory Points in won Shields that end the trial
FRESH_POWER = 1


def take_hit(play: Play, intent: TakeHit) -> None:
    """A Student who cannot defend is hit; one who can must defend (ARC-HIT-21)."""
    if can_defend(play.state, intent.seat):
        raise Refused("DEFENCE_AVAILABLE", "ARC-HIT-21", "You can defend, so you must.")
    hit(play, intent.seat, "no_defence")


def hit(play: Play, seat: int, cause: str) -> None:
    """One Shield goes to the sender, whatever the Power (ARC-HIT-01, ARC-HIT-04)."""
    sphere = play.state.sphere
    assert sphere is not None
    play.emit(e.HitTaken(seat, sphere.sender, sphere.power, cause))
    lose_shield(play, seat, sphere.sender)


def lose_shield(play: Play, seat: int, recipient: int | None) -> None:
    """The highest Shield is handed over; then the end is checked, and if play goes on the table is set right.

    All of this hangs on the lost Shield, whatever caused it (ARC-AMB-47, ARC-AMB-48).
    """
    play.emit(e.ShieldLost(seat, play.state.student(seat).shields[0].level, recipient))
    reasons = _reasons_to_end(play, seat, recipient)
    if reasons:
        end(play, reasons, seat)
        return
    turned = tuple([student.seat for student in play.state.students if student.turned])
    if turned:
        play.emit(e.StudentsRefreshed(turned))
    cleared = [
        e.ClearedGuard(guard.guard_id, student.seat, guard.card)
        for student in play.state.students
        for guard in student.guards
        if guard.card is not None
    ]
    if cleared:
        play.emit(e.GuardsCleared(tuple(cleared)))
    remove_school(play, "shield_lost")


def _reasons_to_end(play: Play, seat: int, recipient: int | None) -> tuple[str, ...]:
    reasons = []
    if recipient is not None and play.state.student(recipient).won_points >= END_POINTS:
        reasons.append("points")
    if not play.state.student(seat).shields:
        reasons.append("elimination")
    return tuple(reasons)


def discard_after_hit(play: Play, intent: DiscardAfterHit) -> None:
    """The free exchange after a hit, and then the coliseum's fresh Sphere for the next Student (ARC-HIT-12 to 20)."""
    trial, seat, cards = play.state, intent.seat, intent.card_ids
    check_held(trial, seat, cards)
    least = excess_after_hit(trial, seat)
    if len(cards) < least:
        raise Refused("MUST_DISCARD_AT_LEAST", "ARC-HIT-15", f"You must discard at least {least}.", least=least)
    if cards:
        play.emit(e.CardsDiscarded(seat, cards, "after_hit"))
    refill(play, seat, "after_hit")
    create_sphere(play, next_seat(seat, trial.direction, trial.seats))


def create_sphere(play: Play, target: int) -> None:
    """A Sphere of Power 1 that nobody sent."""
    play.emit(e.SphereCreated(FRESH_POWER, target, play.state.direction))
