"""Arcanya: Magic Academy behind the decider protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from domain.arcanya import events, intents, legality
from domain.arcanya.content.loader import ContentError, load_pack, pack_from_data
from domain.arcanya.deciding.abilities import (
    decline_school,
    discard_to_hand_size,
    place_guard,
    use_ability,
    use_school,
)
from domain.arcanya.deciding.hits import discard_after_hit, take_hit
from domain.arcanya.deciding.maneuvers import (
    play_alter,
    play_attune,
    play_deflect,
    play_dispel,
    play_dodge,
    play_reflect,
)
from domain.arcanya.deciding.play import Play
from domain.arcanya.deciding.power import play_power
from domain.arcanya.deciding.setup import set_up
from domain.arcanya.evolve import EVOLVE
from domain.arcanya.state import (
    ADJUST_HAND,
    DEFEND,
    ENDED,
    HIT_DISCARD,
    PLACE_GUARD,
    SCHOOL_OFFER,
    SETUP,
    Options,
    Student,
    Trial,
)
from domain.kernel.chance import Chance
from domain.kernel.game import Offer, Outcome, Refused, Request, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.match import KERNEL
from domain.kernel.records import evolve, settled
from domain.kernel.registry import Registry

MODES = ("basic", "advanced")
STUDENT_POOLS = ("all", "group1")
SEATS_MIN = 2
SEATS_MAX = 10


class Arcanya:
    """The game: a circle of Students, one Sphere, and three Shields each."""

    name = "arcanya"
    rules_version = 1
    seats_min = SEATS_MIN
    seats_max = SEATS_MAX
    registry = Registry(KERNEL, intents, events)

    def options_schema(self) -> Any:
        """JSON Schema of the options."""
        return _OPTIONS_SCHEMA

    def check_options(self, options: Mapping[str, Any], seats: int, content: Any = None) -> Mapping[str, Any]:
        """The options with every default filled in, or Refused; `seats` may be 0 when not known yet."""
        checked = _checked(options)
        if seats and not SEATS_MIN <= seats <= SEATS_MAX:
            raise Refused("BAD_SEAT_COUNT", "ARC-AMB-01", f"A trial has {SEATS_MIN} to {SEATS_MAX} Students.")
        if checked["mode"] == "advanced" and checked["no_students"]:
            raise Refused("INCOMPATIBLE_OPTIONS", "ARC-AMB-44", "The advanced game needs the Student cards.")
        first = checked["first_defender"]
        if first is not None and first > (seats or SEATS_MAX):
            raise Refused("BAD_OPTION", "ARC-AMB-02", "The first defender is one of the seats.")
        try:
            pack = load_pack() if content is None else pack_from_data(content)
        except ContentError as error:
            raise Refused("BAD_CONTENT", "ARC-COMP-01", str(error)) from None
        pool = [card for card in pack.students if checked["student_pool"] == "all" or card.group == 1]
        if not checked["no_students"] and len(pool) < seats:
            raise Refused("POOL_TOO_SMALL", "ARC-AMB-45", f"There are only {len(pool)} such Students.")
        return checked

    def start(self, setup: Setup) -> Trial:
        """An empty table with a place for everyone."""
        students = tuple([Student(taken.seat) for taken in setup.seats])
        return Trial(Options(**setup.options), students, setup.content)

    def decide(self, trial: Trial, intent: Any, chance: Chance) -> Sequence[Any]:
        """The events an intent causes, or Refused."""
        return self.draft(trial, intent, chance).events

    def draft(self, trial: Trial, intent: Any, chance: Chance) -> Play:
        """The events an intent causes and the trial after them, or Refused."""
        play = Play(trial, chance)
        if intent.__class__ is StartMatch:
            assert trial.phase == SETUP, "a trial starts once"
            set_up(play)
            return play
        rule = _RULES.get(intent.__class__)
        if rule is None:
            raise Refused("UNKNOWN_INTENT", "KERNEL-INTENT", "There is no intent of that name in this game.")
        phase, decider = rule
        _check_asked(trial, intent, phase)
        decider(play, intent)
        return play

    def evolve(self, trial: Trial, event: Any) -> Trial:
        """The trial after an event."""
        return EVOLVE[event.__class__](trial, event)

    def settled(self, draft: Trial) -> Trial:
        """The trial that a draft has become; its Students are drafts too from their first change on."""
        return settled(evolve(draft, students=tuple(map(settled, draft.students))))

    def awaiting(self, trial: Trial) -> tuple[Request, ...]:
        """What the trial waits for."""
        return legality.awaiting(trial)

    def offers(self, trial: Trial, seat: int) -> tuple[Offer, ...]:
        """Everything this seat may do now."""
        return legality.offers(trial, seat)

    def outcome(self, trial: Trial) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return trial.ending


ARCANYA = Arcanya()

_RULES: dict[type[Any], tuple[str, Callable[[Play, Any], None]]] = {
    intents.PlayPower: (DEFEND, play_power),
    intents.PlayDodge: (DEFEND, play_dodge),
    intents.PlayDeflect: (DEFEND, play_deflect),
    intents.PlayReflect: (DEFEND, play_reflect),
    intents.PlayAlter: (DEFEND, play_alter),
    intents.PlayDispel: (DEFEND, play_dispel),
    intents.PlayAttune: (DEFEND, play_attune),
    intents.UseAbility: (DEFEND, use_ability),
    intents.TakeHit: (DEFEND, take_hit),
    intents.UseSchool: (SCHOOL_OFFER, use_school),
    intents.DeclineSchool: (SCHOOL_OFFER, decline_school),
    intents.PlaceGuard: (PLACE_GUARD, place_guard),
    intents.DiscardToHandSize: (ADJUST_HAND, discard_to_hand_size),
    intents.DiscardAfterHit: (HIT_DISCARD, discard_after_hit),
}


def _check_asked(trial: Trial, intent: Any, phase: str) -> None:
    """Refuses an intent that nobody, or another seat, is asked for now."""
    now = trial.phase
    if now == ENDED:
        raise Refused("GAME_OVER", "ARC-END-06", "The trial is over.")
    if now != phase:
        if phase == PLACE_GUARD:
            raise Refused("NO_GUARD_PENDING", "ARC-GUARD-01", "A Guard comes only from an ability.")
        raise Refused("WRONG_PHASE", "ARC-SCHOOL-17", "That is not what the trial waits for now.")
    if intent.seat != legality.asked_seat(trial):
        if phase == DEFEND:
            raise Refused("NOT_YOUR_DEFENCE", "ARC-TURN-02", "The Sphere is not coming at you.")
        rule = {HIT_DISCARD: "ARC-HIT-16", PLACE_GUARD: "ARC-GUARD-01"}.get(phase, "ARC-ABIL-09")
        raise Refused("NOT_YOUR_DECISION", rule, "Another seat is asked.")


_DEFAULTS = {field.name: field.default for field in attrs.fields(Options)}
_CHOICES: dict[str, tuple[str, ...]] = {"mode": MODES, "student_pool": STUDENT_POOLS}


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(options) - set(_DEFAULTS))
    if unknown:
        raise Refused("BAD_OPTION", "ARC-OPT-01", f"There is no option {unknown[0]!r:.60}.")
    checked = {**_DEFAULTS, **options}
    for name, value in checked.items():
        if name in _CHOICES:
            good = isinstance(value, str) and value in _CHOICES[name]
        elif name == "first_defender":
            good = value is None or (type(value) is int and 1 <= value <= SEATS_MAX)
        else:
            good = isinstance(value, bool)
        if not good:
            raise Refused("BAD_OPTION", "ARC-OPT-01", f"The option {name} cannot be {value!r:.60}.")
    return checked


def _switch(title: str, description: str) -> dict[str, Any]:
    return {"type": "boolean", "title": title, "description": description, "default": False}


_OPTIONS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "mode": {
            "type": "string",
            "title": "Mode",
            "description": "The advanced game adds Attune, Elemental Schools and Weaknesses.",
            "enum": list(MODES),
            "default": "basic",
        },
        "alter_plus": _switch(
            "More spectacular", "Alter may throw away a Power card to change the Power by its value."
        ),
        "dispel_plus": _switch("More dynamic", "Dispel only weakens a Sphere above Power 10, to 5."),
        "no_students": _switch("Taking it easy", "No Student cards: play with the cards in hand only."),
        "student_pool": {
            "type": "string",
            "title": "Students",
            "description": "Group 1 is for first games, and enough for six players.",
            "enum": list(STUDENT_POOLS),
            "default": "all",
        },
        "first_defender": {
            "type": ["integer", "null"],
            "title": "First defender",
            "description": "The seat of the youngest; drawn at random if not named.",
            "minimum": 1,
            "maximum": SEATS_MAX,
            "default": None,
        },
    },
}
