"""The draft that a decision is written on, and the steps that every defence shares."""

from __future__ import annotations

from typing import Any

from domain.arcanya import events as e
from domain.arcanya.evolve import EVOLVE
from domain.arcanya.state import Trial, next_seat
from domain.kernel.chance import Chance
from domain.kernel.draft import Draft


class Play(Draft[Trial]):
    """A trial being decided on; `before` is how it stood when the intent came."""

    __slots__ = ("before",)

    def __init__(self, trial: Trial, chance: Chance) -> None:
        self.state = trial
        self.before = trial
        self.chance = chance
        self.events = []

    def emit(self, event: Any) -> None:
        """Lets an event happen."""
        self.state = EVOLVE[event.__class__](self.state, event)
        self.events.append(event)


def change_power(play: Play, by: int, cause: str) -> None:
    """Raises or lowers the Power; under 1 it is a Dispel (ARC-MAN-27), and there is no ceiling (ARC-MAN-22)."""
    sphere = play.state.sphere
    assert sphere is not None
    if sphere.power + by < 1:
        dispel(play, cause)
    else:
        set_power(play, sphere.power + by, cause)


def set_power(play: Play, power: int, cause: str) -> None:
    """The Sphere's Power from now on, if it is another one."""
    sphere = play.state.sphere
    assert sphere is not None and power >= 1, "a Sphere is never under 1"
    if sphere.power != power:
        play.emit(e.SpherePowerChanged(sphere.power, power, cause))


def dispel(play: Play, cause: str) -> None:
    """The Power becomes 1 and no School stays, which is all that a Dispel effect is (ARC-AMB-17)."""
    sphere = play.state.sphere
    assert sphere is not None
    play.emit(e.SphereDispelled(sphere.power, cause))
    set_power(play, 1, cause)
    remove_school(play, "dispelled")


def remove_school(play: Play, cause: str) -> None:
    """The School in play, if there is one, goes back aside."""
    if play.state.school is not None:
        play.emit(e.SchoolLeft(play.state.school, cause))


def send_on(play: Play, seat: int) -> None:
    """The Sphere goes to the next Student, its Power announced (ARC-TURN-08, ARC-COURT-01)."""
    trial = play.state
    assert trial.sphere is not None
    to = next_seat(seat, trial.direction, len(trial.students))
    play.emit(e.SphereSent(seat, to, trial.sphere.power, "next"))


def send_to(play: Play, seat: int, to: int, route: str) -> None:
    """The Sphere goes to a named Student, its Power announced."""
    assert play.state.sphere is not None and to != seat
    play.emit(e.SphereSent(seat, to, play.state.sphere.power, route))
