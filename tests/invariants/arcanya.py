"""What must hold after every intent of an Arcanya match, taken from the rules and not from the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.arcanya import events as event_types
from domain.arcanya import intents as intent_types
from domain.arcanya.state import Trial
from domain.kernel.match import MatchState

POWER_COPIES = 6
MANEUVER_COPIES = {"dodge": 8, "deflect": 8, "reflect": 8, "alter": 6, "dispel": 4}
ATTUNE_COPIES = 8
DEFENCES = frozenset({"PlayPower", "PlayDodge", "PlayDeflect", "PlayReflect", "PlayAlter", "PlayDispel", "PlayAttune"})
# No built-in card draws beyond the hand size or touches another hand, and nobody can run out of cards.
UNREACHABLE = frozenset({"CardTaken", "CardsSwapped", "HandShort", "HandAdjustRequired", "DiscardToHandSize"})
COVERABLE = (
    frozenset(
        str(vars(cls)["TYPE"])
        for module in (event_types, intent_types)
        for cls in vars(module).values()
        if isinstance(cls, type) and "PLAN" in vars(cls)
    )
    - UNREACHABLE
)


def source(advanced: bool) -> Counter[str]:
    """The cards of a game: 88, or 96 with Attune."""
    cards = Counter({f"power-{value}": POWER_COPIES for value in range(2, 11)})
    cards.update(MANEUVER_COPIES)
    if advanced:
        cards["attune"] = ATTUNE_COPIES
    return cards


SOURCES = {False: source(False), True: source(True)}


def broken(before: MatchState, intent: Any, events: Sequence[Any], after: MatchState) -> Iterator[str]:
    """What does not hold after an intent, in sentences."""
    trial: Trial = after.table
    yield from _cards(trial)
    yield from _students(trial)
    if trial.sphere is not None:
        yield from _sphere(trial)
    yield from _events(before, intent, events, trial)


def _cards(trial: Trial) -> Iterator[str]:
    found = Counter(trial.deck)
    found.update(trial.discard)
    for student in trial.students:
        found.update(student.hand)
        found.update([guard.card for guard in student.guards])
    if found != SOURCES[trial.options.mode == "advanced"]:
        yield f"cards are lost or doubled: {found}"


def _students(trial: Trial) -> Iterator[str]:
    shields = sum(len(student.shields) + len(student.won) for student in trial.students)
    if shields != 3 * len(trial.students):
        yield f"there are {shields} Shields"
    for student in trial.students:
        levels = [shield.level for shield in student.shields]
        if levels != list(range(len(levels), 0, -1)):
            yield f"seat {student.seat} holds the Shields {levels}"
        size = 5 if len(levels) == 3 else 4
        if trial.phase == "defend" and len(student.hand) != size:
            yield f"seat {student.seat} holds {len(student.hand)} cards at a defence, not {size}"
        if trial.options.mode == "advanced" and (
            student.card is None or student.weakness is None or student.card.element == student.weakness
        ):
            yield f"seat {student.seat} is weak to its own element, or to none"
        if trial.options.no_students and student.card is not None:
            yield f"seat {student.seat} has a Student where nobody has"
    affinities = Counter(student.card.element for student in trial.students if student.card)
    if trial.options.mode == "advanced" and len(trial.students) <= 6 and max(affinities.values()) > 1:
        yield "an affinity comes twice among six or fewer"
    if max(affinities.values(), default=0) > 2:
        yield "an affinity comes three times"


def _sphere(trial: Trial) -> Iterator[str]:
    sphere = trial.sphere
    assert sphere is not None
    if type(sphere.power) is not int or sphere.power < 1:
        yield f"the Power is {sphere.power}"
    if sphere.target == sphere.sender:
        yield f"seat {sphere.target} is target and sender"
    if not 1 <= sphere.target <= len(trial.students):
        yield f"the target is {sphere.target}"
    if trial.direction not in ("cw", "ccw"):
        yield f"the direction is {trial.direction}"
    if trial.options.mode == "basic" and trial.school is not None:
        yield "a School is in play in the basic game"


def _events(before: MatchState, intent: Any, events: Sequence[Any], trial: Trial) -> Iterator[str]:
    names = [event.TYPE for event in events]
    sent = [event for event in events if event.TYPE == "SphereSent"]
    if len(sent) > 1:
        yield "a Sphere was sent twice by one intent"
    for event in sent:
        assert trial.sphere is not None
        if event.power != trial.sphere.power or event.to_seat != trial.sphere.target:
            yield "what was announced is not what comes"
        if event.from_seat != trial.sphere.sender:
            yield "who sent the Sphere is not its sender"
    lost = [event for event in events if event.TYPE == "ShieldLost"]
    if lost:
        yield from _lost(before, lost[0], names, trial)
    if ("GameEnded" in names) != (trial.ending is not None):
        yield "the end and its announcement differ"
    if trial.ending is not None:
        yield from _ending(trial)
    if intent.TYPE == "TakeHit" and "HitTaken" not in names:
        yield "a hit was taken and is not there"
    if intent.TYPE in DEFENCES and not {"SphereSent", "SchoolOffered", "HitTaken"} & set(names):
        yield f"{intent.TYPE} came to nothing"


def _lost(before: MatchState, lost: Any, names: list[str], trial: Trial) -> Iterator[str]:
    was: Trial = before.table
    if lost.level != was.student(lost.seat).shields[0].level:
        yield "the Shield lost is not the highest one"
    if was.sphere is None or lost.recipient != was.sphere.sender:
        yield "the Shield does not go to who sent the Sphere"
    if trial.ending is None:
        # Once the game is over nothing is cleared away any more.
        if trial.school is not None or any(student.guards for student in trial.students):
            yield "a School or a Guard outlives a lost Shield"
        if any(student.turned for student in trial.students):
            yield "a Student is turned after a lost Shield"
    won = sum(shield.victory_points for shield in trial.student(lost.recipient).won) if lost.recipient else 0
    over = won >= 8 or not trial.student(lost.seat).shields
    if over != (trial.ending is not None):
        yield f"8 points or a last Shield and the end do not agree ({won} points)"
    if trial.ending is not None and {"CardsDrawn", "CardsDiscarded", "SphereCreated"} & set(
        names[names.index("ShieldLost") :]
    ):
        yield "the game goes on after its end"


def _ending(trial: Trial) -> Iterator[str]:
    assert trial.ending is not None
    totals = {
        student.seat: sum([shield.victory_points for shield in student.shields])
        + sum([shield.victory_points for shield in student.won])
        for student in trial.students
    }
    best = [seat for seat, total in totals.items() if total == max(totals.values())]
    in_hand = {
        seat: sum(int(str(card)[6:]) for card in trial.student(seat).hand if str(card).startswith("power-"))
        for seat in best
    }
    winners = tuple(seat for seat in best if in_hand[seat] == max(in_hand.values()))
    if tuple(trial.ending.winners) != winners:
        yield f"the winners are {trial.ending.winners}; the points say {totals}, the hands {in_hand}"
    if dict(trial.ending.scores) != totals:
        yield f"the scores are {dict(trial.ending.scores)}, not {totals}"
