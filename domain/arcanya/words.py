"""The vocabulary of card texts: what each word asks of its user, and what it then comes down to.

A card's text is a list of effects. `uses` lists every way to use it now: the choices made and the cards it costs.
`instructions` are what a use comes down to, ending for a defence with the Sphere being sent on; they are performed in
`deciding.abilities`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import attrs

from domain.arcanya.cards import POWER_OF
from domain.arcanya.state import CLOCKWISE, COUNTERCLOCKWISE, OPPOSITE, Student, Trial, next_seat, other_seats
from domain.kernel.frames import Effect
from domain.kernel.game import Pick

NEXT = "next"
BY_ABILITY = "ability"
KEPT_MAX = 4_096  # ways of using cards kept for the next time: a few hundred come up, the rest are hands in passing


PASS_ON = Effect("send", {"route": NEXT})


@attrs.frozen(eq=False)
class Use:
    """One way to use a card; with a `pick`, the cards are still to be picked. A defence ends with `send`.

    Each is itself and equal to no other, so that what follows from one that lasts is worked out once.
    """

    params: Mapping[str, Any] = attrs.field(factory=dict)
    card_ids: tuple[str, ...] = ()
    pick: Pick | None = None
    effects: tuple[Effect, ...] = ()
    send: Effect | None = PASS_ON


PICKED = Effect("discard", {"card_ids": []})
"""Stands for the cards that a pick will name."""


def uses(trial: Trial, seat: int, effects: tuple[Effect, ...]) -> Sequence[Use]:
    """Every way this seat can use a card with these effects now; none if its text cannot be followed."""
    student = trial.students[seat - 1]
    first, *more = effects
    found = WORDS[first.do](trial, student, first.args)
    for effect in more:
        ways = WORDS[effect.do](trial, student, effect.args)
        found = [_joined(before, way) for before in found for way in ways]
    return found


def instructions(use: Use, card_ids: tuple[str, ...], *, defends: bool) -> tuple[Effect, ...]:
    """What a use comes down to, with the cards that were picked for it."""
    effects = use.effects
    if use.pick is not None:
        spent = Effect("discard", {"card_ids": list(card_ids)})
        effects = tuple([spent if effect is PICKED else effect for effect in effects])
    return (*effects, use.send) if defends and use.send is not None else effects


@lru_cache(maxsize=KEPT_MAX)
def _joined(before: Use, way: Use) -> Use:
    return Use(
        {**before.params, **way.params},
        before.card_ids + way.card_ids,
        way.pick or before.pick,
        before.effects + way.effects,
        way.send if way.send is not PASS_ON else before.send,
    )


def _change_power(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return _change_by(args["by"]) if "by" in args else _change_by_choice(tuple(args["choices"]))


@cache
def _change_by(amount: int) -> tuple[Use, ...]:
    return (Use(effects=(Effect("change_power", {"by": amount}),)),)


@cache
def _change_by_choice(choices: tuple[int, ...]) -> tuple[Use, ...]:
    return tuple([Use({"change": by}, effects=_change_by(by)[0].effects if by else ()) for by in choices])


def _dispel(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return [Use(effects=(Effect("dispel"),))]


def _place_guard(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return _one_guard(args["type"]) if student.hand else ()


@cache
def _one_guard(guard_type: str) -> tuple[Use, ...]:
    return (Use(effects=(Effect("place_guard", {"type": guard_type}),)),)


def _discard_up_to(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    most = min(args["max"], len(student.hand))
    return [Use(pick=Pick("card_ids", student.hand, 0, most), effects=(PICKED,))]


def _draw(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return [Use(effects=(Effect("draw", {"count": args["count"]}),))]


def _reverse(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return REVERSED


REVERSED = (Use(effects=(Effect("reverse"),)),)


def _set_direction(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return EITHER_WAY


EITHER_WAY = tuple(
    [
        Use({"direction": direction}, effects=(Effect("set_direction", {"direction": direction}),))
        for direction in (CLOCKWISE, COUNTERCLOCKWISE)
    ]
)


def _send_back(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return _sent_back(came_from(trial, student.seat))


@cache
def _sent_back(to: int) -> tuple[Use, ...]:
    return (Use(effects=(Effect("reverse"),), send=Effect("send", {"route": BY_ABILITY, "to": to})),)


def _choose_target(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    assert trial.sphere is not None
    return _sent_to_any(student.seat, trial.seats, None if args["sender"] else trial.sphere.sender)


@cache
def _sent_to_any(seat: int, seats: int, but: int | None) -> tuple[Use, ...]:
    return tuple(
        [
            Use({"target_seat": other}, send=Effect("send", {"route": BY_ABILITY, "to": other}))
            for other in other_seats(seat, seats)
            if other != but
        ]
    )


def _bar_ability(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return BARRING


BARRING = (Use(send=Effect("send", {"route": NEXT, "bar_ability": True})),)


def _spend_sum(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    assert trial.sphere is not None
    powers = [card for card in student.hand if card in POWER_OF]
    found: dict[tuple[str, ...], Use] = {}
    for cards in _pairs(powers):
        values = [POWER_OF[card] for card in cards]
        if cards not in found and sum(values) >= trial.sphere.power:
            spent = Effect("discard", {"card_ids": list(cards)})
            found[cards] = Use(card_ids=cards, effects=(spent, Effect("set_power", {"to": max(values)})))
    return list(found.values())


def _pairs(cards: list[Any]) -> Iterator[tuple[str, str]]:
    for place, one in enumerate(cards):
        for other in cards[place + 1 :]:
            # The lower first: a pair is the same pair whichever card lies first in the hand.
            yield (one, other) if POWER_OF[one] <= POWER_OF[other] else (other, one)


def _spend_as_equal(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    assert trial.sphere is not None
    power = trial.sphere.power
    found: list[Use] = []
    for card in dict.fromkeys(student.hand):
        if card in POWER_OF and 1 <= power - POWER_OF[card] <= args["below"]:
            spent = Effect("discard", {"card_ids": [card]})
            found += [
                Use(params, (card,), effects=(spent, *effects), send=send)
                for params, effects, send in _resonances(trial, student)
            ]
    return found


def _resonances(trial: Trial, student: Student) -> Iterator[tuple[dict[str, Any], tuple[Effect, ...], Effect | None]]:
    """The effects of a Resonance: none, a target, the School away, the School used (ARC-RES-09 to 15)."""
    yield {}, (), PASS_ON
    for other in other_seats(student.seat, trial.seats):
        send = Effect("send", {"route": "resonance", "to": other})
        yield {"resonance": "target", "target_seat": other}, (), send
    if trial.school is None:
        return
    yield {"resonance": "discard_school"}, (Effect("discard_school"),), PASS_ON
    if student.card is not None and student.card.element == trial.school:
        yield {"resonance": "activate_school"}, (Effect("offer_school"),), None


def _on_another(word: str) -> Callable[[Trial, Student, Mapping[str, Any]], Sequence[Use]]:
    def ways(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
        return [
            Use({"target_seat": other.seat}, effects=(Effect(word, {"seat": other.seat}),))
            for other in trial.students
            if other.seat != student.seat and (other.shields if word == "lose_shield" else other.hand)
        ]

    return ways


def _swap_card(trial: Trial, student: Student, args: Mapping[str, Any]) -> Sequence[Use]:
    return _on_another("swap_card")(trial, student, args) if student.hand else []


def came_from(trial: Trial, seat: int) -> int:
    """Where a returned Sphere goes: to its sender, or upstream if it is fresh (ARC-AMB-10, ARC-AMB-11)."""
    assert trial.sphere is not None
    if trial.sphere.sender is not None:
        return trial.sphere.sender
    return next_seat(seat, OPPOSITE[trial.direction], trial.seats)


WORDS: dict[str, Callable[[Trial, Student, Mapping[str, Any]], Sequence[Use]]] = {
    "change_power": _change_power,
    "place_guard": _place_guard,
    "discard_up_to": _discard_up_to,
    "reverse": _reverse,
    "set_direction": _set_direction,
    "send_back": _send_back,
    "choose_target": _choose_target,
    # One card each, and each is that card's whole text.
    "bar_ability": _bar_ability,
    "spend_sum": _spend_sum,
    "spend_as_equal": _spend_as_equal,
    # For hosts' own cards: the built-in ones need none of these.
    "draw": _draw,
    "dispel": _dispel,
    "take_card": _on_another("take_card"),
    "swap_card": _swap_card,
    "lose_shield": _on_another("lose_shield"),
}
