"""Bugs to be planted into the rules, and long matches in which they come up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import pytest

from domain.arcanya.deciding.play import Play
from domain.arcanya.game import Arcanya
from domain.arcanya.intents import PlayDeflect, PlayReflect, TakeHit
from domain.kernel.chance import Chance
from domain.kernel.entries import Entry
from domain.kernel.game import Refused
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from domain.kernel.secrecy import Event, Intent
from projections.games import plugin_for
from server.simulate import Table, play_match

Draft = Callable[[Arcanya, Any, Any, Chance], Play]
Trigger = Callable[[Any, Intent], bool]
_sound: Draft = Arcanya.draft


class PlantedBug(Exception):
    """What a careless change would raise."""


def reflects_at_a_guard(trial: Any, intent: Intent) -> bool:
    return (
        isinstance(intent, PlayReflect)
        and trial.school is not None
        and any(student.guards for student in trial.students)
        and trial.direction == "ccw"
    )


def reflect_breaks_at_a_guard(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """Reflecting counterclockwise while a Guard lies and a School is in play raises."""
    if reflects_at_a_guard(trial, intent):
        raise PlantedBug("a Guard has no direction")
    return _sound(game, trial, intent, chance)


def deflects_though_wounded(trial: Any, intent: Intent) -> bool:
    if not isinstance(intent, PlayDeflect) or not 1 <= intent.target_seat <= trial.seats:
        return False
    return len(trial.student(intent.seat).shields) < 3 and bool(trial.student(intent.target_seat).won)


def deflect_refused_for_the_wounded(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """Whoever has lost a Shield may not deflect to a seat that has won one."""
    play = _sound(game, trial, intent, chance)
    if deflects_though_wounded(trial, intent):
        raise Refused("BAD_TARGET", "ARC-MAN-07", "That Student cannot be a target.")
    return play


def deflecting_breaks_for_the_wounded(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """The same raises."""
    if deflects_though_wounded(trial, intent):
        raise PlantedBug("no such Shield")
    return _sound(game, trial, intent, chance)


def takes_a_hard_hit(trial: Any, intent: Intent) -> bool:
    return isinstance(intent, TakeHit) and trial.sphere.power >= 12


def a_card_is_doubled(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """A hit by a Sphere of Power 12 and more puts a card too many into the discard pile."""
    play = _sound(game, trial, intent, chance)
    if takes_a_hard_hit(trial, intent):
        play.state = evolve(play.state, discard=(*play.state.discard, "dodge"))
    return play


def a_sphere_goes_below_nothing(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """After a hit by a Sphere of Power 12 and more there is less than no Power left."""
    play = _sound(game, trial, intent, chance)
    if takes_a_hard_hit(trial, intent) and play.state.sphere is not None:
        play.state = evolve(play.state, sphere=evolve(play.state.sphere, power=-1))
    return play


def deflects_fly_one_power_higher(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """As after a change of the rules: what is deflected gains a Power."""
    play = _sound(game, trial, intent, chance)
    if isinstance(intent, PlayDeflect):
        play.events[:] = [evolve(e, power=e.power + 1) if e.TYPE == "SphereSent" else e for e in play.events]
    return play


def deflects_fly_at_power_40(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
    """What is deflected flies on at Power 40: a wrong figure, which the log then holds."""
    play = _sound(game, trial, intent, chance)
    if isinstance(intent, PlayDeflect):
        play.events[:] = [evolve(e, power=40) if e.TYPE == "SphereSent" else e for e in play.events]
        play.state = evolve(play.state, sphere=play.state.sphere and evolve(play.state.sphere, power=40))
    return play


def forgetful() -> Draft:
    """Rules that decide a hit by how often they were asked, and not by the table alone."""
    return _forgetful(lambda trial, intent: isinstance(intent, TakeHit))


def forgetful_of_hard_hits() -> Draft:
    """The same, for a Sphere of Power 12 and more."""
    return _forgetful(takes_a_hard_hit)


def _forgetful(when: Trigger) -> Draft:
    asked = [0]

    def bug(game: Arcanya, trial: Any, intent: Any, chance: Chance) -> Play:
        play = _sound(game, trial, intent, chance)
        if when(trial, intent):
            asked[0] += 1
            play.events[:] = [_with_power(event, asked[0]) for event in play.events]
        return play

    return bug


def _with_power(event: Event, power: int) -> Event:
    return evolve(event, power=power) if event.TYPE == "HitTaken" else event


def plant(monkeypatch: pytest.MonkeyPatch, bug: Callable[..., Any], game: type = Arcanya) -> None:
    """Lets the rules decide as the bug has it, until the test is over."""
    monkeypatch.setattr(game, "draft", bug)


class NotMet(AssertionError):
    """A match in which a bug does not come up."""


@attrs.frozen
class Reported:
    """A match up to the intent that brings a bug to light: its log, and that intent, which is not in it."""

    entries: tuple[Entry, ...]
    last: Intent
    intents: int


def reported(
    triggers: Trigger, number: int, options: Mapping[str, Any], seats: int = 10, game: str = "arcanya"
) -> Reported:
    """Match `number` between random bots, up to the first intent that would meet the bug."""
    plugin = plugin_for(game)
    met: list[tuple[int, Intent]] = []

    def watch(before: MatchState, intent: Intent, events: Sequence[Event], after: MatchState) -> None:
        if before.table is not None:
            seen.append(intent)
            if not met and triggers(before.table, intent):
                met.append((len(seen), intent))

    seen: list[Intent] = []
    table = Table(plugin, ("random",) * seats, options)
    play_match(table, b"planted", number, watch)
    if not met:
        raise NotMet(f"the bug does not come up in match {number}")
    count, last = met[0]
    # The start of the match is a step too.
    played = play_match(table, b"planted", number, steps=count)
    return Reported(played.entries, last, count)


def hits_break_the_fold(game: Arcanya, trial: Any, event: Any) -> Any:
    """A hit that was taken cannot be folded: in place of `evolve`."""
    if event.TYPE == "HitTaken":
        raise PlantedBug("nobody knows where the Sphere went")
    return _folds(game, trial, event)


_folds = Arcanya.evolve
