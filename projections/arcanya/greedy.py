"""A bot that plays a trial sensibly: it spends little, sends much Power on, and thinks of how the trial would end.

It sees its own seat's view and nothing else. Each offer is worth what the Sphere it sends on may win, less what the
cards it spends are worth to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.arcanya.cards import GUARD_MODES, MANEUVERS, POWER_OF
from domain.arcanya.intents import (
    DeclineSchool,
    DiscardAfterHit,
    DiscardToHandSize,
    PlaceGuard,
    PlayAlter,
    PlayAttune,
    PlayDeflect,
    PlayDispel,
    PlayPower,
    PlayReflect,
    TakeHit,
    UseAbility,
    UseSchool,
)
from domain.arcanya.state import OPPOSITE, next_seat
from domain.kernel.game import Offer
from domain.kernel.records import record
from domain.kernel.secrecy import Intent
from projections.bots import Dice, fill

# What a card is worth to keep: a Maneuver defends at any Power, a Power card up to its value.
POWER_WORTH = 0.4
MANEUVER_WORTH = {"dodge": 4.5, "deflect": 4.8, "reflect": 4.6, "alter": 4.5, "dispel": 5.5, "attune": 4.2}
GUARD_WORTH = 1.5
ABILITY_WORTH = 2.5
WEAK_CARD = 4  # Power cards up to this value are gladly exchanged
POWER_COPIES = 6
END_POINTS = 8
HUNGER = 30.0  # how much a chance to win Shield points counts against cards spent
NEVER = -1_000.0
AT_ONCE = 50.0  # free and good: done before anything else


@record
class Look:
    """What the bot takes from its view: itself, everybody, and the Sphere."""

    me: int
    seats: tuple[dict[str, Any], ...]
    hand: tuple[str, ...]
    power: int
    sender: int | None
    direction: str
    school: str | None
    school_effects: tuple[dict[str, Any], ...]
    deck_powers: float
    deck_maneuvers: float

    def seat(self, number: int) -> dict[str, Any]:
        return self.seats[number - 1]

    def next(self, direction: str | None = None) -> int:
        return next_seat(self.me, direction or self.direction, len(self.seats))

    @property
    def came_from(self) -> int:
        return self.sender or self.next(OPPOSITE[self.direction])


class GreedyBot:
    """Takes the offer that is worth most; among equals the dice decide."""

    def choose(self, see: Callable[[], dict[str, Any]], offers: Sequence[Offer], dice: Dice) -> Intent:
        if len(offers) == 1 and offers[0].pick is None:
            return offers[0].intent
        look = look_at(see())
        rated = [(worth(look, offer), offer) for offer in offers]
        best = max(score for score, _ in rated)
        favourites = [offer for score, offer in rated if score > best - 0.01]
        offer = favourites[dice.below(len(favourites))]
        return fill(offer, picked(look, offer))


GREEDY = GreedyBot()


def look_at(view: dict[str, Any]) -> Look:
    """The part of a seat's view that the bot goes by."""
    table = view["table"]
    me = int(view["viewer"].partition(":")[2])
    sphere = table["sphere"]
    in_play = next((school for school in table["schools"] if school["id"] == table["school"]), None)
    kinds = [card["kind"] for card in table["cards"].values()]
    powers = POWER_COPIES * kinds.count("power")
    return Look(
        me=me,
        seats=tuple(table["seats"]),
        hand=tuple(table["seats"][me - 1]["hand"]["cards"]),
        power=sphere["power"],
        sender=sphere["sender"],
        direction=table["direction"],
        school=table["school"],
        school_effects=tuple(in_play["effects"]) if in_play is not None else (),
        deck_powers=powers,
        deck_maneuvers=max(1, len(kinds) - kinds.count("power")) * 7,
    )


def worth(look: Look, offer: Offer) -> float:
    """What an offer is worth, in cards' worth."""
    intent = offer.intent
    rate = _RATE.get(intent.__class__)
    return rate(look, intent) if rate is not None else _sent(look, look.power, look.next()) - keep(intent.card_id)


def picked(look: Look, offer: Offer) -> tuple[Any, ...]:
    """The cards to pick: the weakest, as many as must go and as many more as are gladly exchanged."""
    if offer.pick is None:
        return ()
    pick = offer.pick
    by_worth = sorted(pick.options, key=keep)
    weak = sum(1 for face in by_worth if POWER_OF.get(face, 99) <= WEAK_CARD)
    number = max(pick.min, min(pick.max, weak))
    left = list(by_worth[:number])
    chosen = []
    for face in pick.options:
        if face in left:
            left.remove(face)
            chosen.append(face)
    return tuple(chosen)


def keep(face: str) -> float:
    """What a card is worth to keep."""
    value = POWER_OF.get(face)
    return MANEUVER_WORTH.get(face, 4.0) if value is None else POWER_WORTH * value


# -- what a Sphere may win


def _sent(look: Look, power: int, target: int) -> float:
    """What sending a Sphere of this Power to a seat may win."""
    return HUNGER * falls(look, look.seat(target), power) * prize(look, target)


def falls(look: Look, seat: dict[str, Any], power: int) -> float:
    """About how likely it is that a seat cannot defend: every card in hand as likely as any."""
    total = look.deck_powers + look.deck_maneuvers
    strong = POWER_COPIES * max(0, 11 - max(power, 2))
    maneuvers = look.deck_maneuvers
    if look.school is not None and seat["weakness"] == look.school:
        maneuvers *= 0.6
    chance = (1 - min(1.0, (strong + maneuvers) / total)) ** int(seat["hand"]["count"])
    student = seat["student"]
    if student is not None and not student["turned"]:
        chance *= 0.3 if student["timing"] == "action" else 0.7
    return float(chance * 0.6 ** len(seat["guards"]))


def prize(look: Look, target: int) -> float:
    """What hitting a seat is worth: its Shield, or the end of the trial for better or worse."""
    level = max(look.seat(target)["shields"], default=0)
    me = look.seat(look.me)
    last = len(look.seat(target)["shields"]) == 1
    if last or me["won_points"] + level >= END_POINTS:
        points = {seat["seat"]: seat["points"] for seat in look.seats}
        points[look.me] += level
        points[target] -= level
        rivals = max(score for seat, score in points.items() if seat != look.me)
        return 8.0 if points[look.me] > rivals else 2.0 if points[look.me] == rivals else -6.0
    leader = look.seat(target)["points"] == max(seat["points"] for seat in look.seats if seat["seat"] != look.me)
    return level + (0.7 if leader else 0.0)


# -- what an offer costs and sends


def _power(look: Look, intent: PlayPower) -> float:
    power, value = look.power, POWER_OF[intent.card_id]
    cost = keep(intent.card_id)
    if intent.guard_id is not None:
        guard = next(one for one in look.seat(look.me)["guards"] if one["id"] == intent.guard_id)
        modes = GUARD_MODES[guard["type"]]
        mode = intent.metal_mode or next(iter(modes))
        if mode == "reduce":
            power = max(1, power - modes[mode])
        else:
            value += modes[mode]
        cost += GUARD_WORTH
        if value < power:
            return NEVER + 1  # a hit that also costs a Guard: all Guards fall with it anyway
    target = look.next()
    gain = 0.0
    if intent.resonance is not None:
        match intent.resonance.effect:
            case "target":
                target = intent.resonance.target_seat or target
            case "discard_school":
                gain = 0.6 if look.school == look.seat(look.me)["weakness"] else -0.1
            case "activate_school":
                gain = _school_gain(look)
    return _sent(look, value, target) + gain - cost


def _deflect(look: Look, intent: PlayDeflect) -> float:
    return _sent(look, look.power, intent.target_seat) - keep(intent.card_id)


def _reflect(look: Look, intent: PlayReflect) -> float:
    return _sent(look, look.power, look.came_from) - keep(intent.card_id)


def _alter(look: Look, intent: PlayAlter) -> float:
    by = 1 if intent.discard_card_id is None else POWER_OF[intent.discard_card_id]
    power = max(1, look.power + (by if intent.sign == "+" else -by))
    thrown = 0.0 if intent.discard_card_id is None else keep(intent.discard_card_id)
    return _sent(look, power, look.next()) - keep(intent.card_id) - thrown


def _dispel(look: Look, intent: PlayDispel) -> float:
    return _sent(look, 1, look.next()) - keep(intent.card_id)


def _attune(look: Look, intent: PlayAttune) -> float:
    return _sent(look, look.power, look.next()) + 0.8 - keep(intent.card_id)


def _take_hit(look: Look, intent: TakeHit) -> float:
    return NEVER


# -- abilities


def _ability(look: Look, intent: UseAbility) -> float:
    student = look.seat(look.me)["student"]
    effects = student["effects"]
    if student["timing"] != "action":
        return max((_before_action(look, effect) for effect in effects), default=NEVER)
    spent = sum(keep(face) for face in intent.card_ids)
    return _outcome(look, effects, intent) - ABILITY_WORTH - spent


def _before_action(look: Look, effect: dict[str, Any]) -> float:
    match effect["do"]:
        case "place_guard" | "draw" | "take_card":
            return AT_ONCE
        case "lose_shield":
            return AT_ONCE - 1
        case "discard_up_to":
            weak = [face for face in look.hand if POWER_OF.get(face, 99) <= WEAK_CARD]
            helpless = not any(face in MANEUVERS or POWER_OF.get(face, 0) >= look.power for face in look.hand)
            return AT_ONCE - 1 if len(weak) >= effect["max"] or (helpless and weak) else NEVER + 2
        case "change_power":
            power = max(1, look.power + effect.get("by", 0))
            able = [face for face in look.hand if POWER_OF.get(face, 0) >= power]
            if not able or power > look.power:
                return NEVER + 2
            return max(_sent(look, POWER_OF[face], look.next()) - keep(face) for face in able) - ABILITY_WORTH
    return -ABILITY_WORTH


def _outcome(look: Look, effects: Sequence[dict[str, Any]], intent: UseAbility | UseSchool) -> float:
    """What the Sphere that these effects send on may win."""
    params = intent.params
    power, target, gain = look.power + params.get("change", 0), None, 0.0
    direction = params.get("direction", look.direction)
    for effect in effects:
        match effect["do"]:
            case "reverse":
                direction = OPPOSITE[direction]
            case "send_back":
                target = look.came_from
            case "spend_sum":
                power = max(POWER_OF[face] for face in intent.card_ids)
            case "dispel":
                power = 1
            case "bar_ability":
                gain += 1.0
    target = params.get("target_seat", target or look.next(direction))
    return _sent(look, max(1, power), target) + gain


def _school(look: Look, intent: UseSchool) -> float:
    if any(effect["do"] in ("place_guard", "draw", "take_card") for effect in look.school_effects):
        return AT_ONCE
    if any(effect["do"] == "discard_up_to" for effect in look.school_effects):
        return 1.0 if any(POWER_OF.get(face, 99) <= WEAK_CARD for face in look.hand) else -1.0
    return _outcome(look, look.school_effects, intent)


def _school_gain(look: Look) -> float:
    return 2.0 if any(effect["do"] == "place_guard" for effect in look.school_effects) else 0.8


def _decline(look: Look, intent: DeclineSchool) -> float:
    return _sent(look, look.power, look.next())


def _place_guard(look: Look, intent: PlaceGuard) -> float:
    assert intent.card_id is not None, "an offer is complete"
    return -keep(intent.card_id)


def _nothing(look: Look, intent: Intent) -> float:
    return 0.0


_RATE: dict[type[Any], Callable[[Look, Any], float]] = {
    PlayPower: _power,
    PlayDeflect: _deflect,
    PlayReflect: _reflect,
    PlayAlter: _alter,
    PlayDispel: _dispel,
    PlayAttune: _attune,
    TakeHit: _take_hit,
    UseAbility: _ability,
    UseSchool: _school,
    DeclineSchool: _decline,
    PlaceGuard: _place_guard,
    DiscardAfterHit: _nothing,
    DiscardToHandSize: _nothing,
}
