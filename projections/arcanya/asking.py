"""What is awaited and offered in a trial, in words, with the cards and seats that an offer concerns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.arcanya import intents as i
from domain.arcanya.cards import GUARD_MODES, POWER_OF
from domain.arcanya.state import ADJUST_HAND, DEFEND, HIT_DISCARD, PLACE_GUARD, SCHOOL_OFFER, Trial
from domain.arcanya.words import came_from
from domain.kernel.game import Offer, Request
from projections.arcanya import words
from projections.plugin import JSON, NameOf


def ask(request: Request, trial: Trial, name_of: NameOf) -> str:
    """What one seat is asked, in a line that everybody may read."""
    who = name_of(request.seat)
    assert trial.sphere is not None, "nobody is asked before there is a Sphere"
    match request.kind:
        case str(kind) if kind == DEFEND:
            return f"{who} must defend against Power {trial.sphere.power}."
        case str(kind) if kind == SCHOOL_OFFER:
            school = words.school(trial, trial.school) if trial.school is not None else "the table"
            return f"{who} may use the School of {school}."
        case str(kind) if kind == PLACE_GUARD:
            return f"{who} puts {words.a_guard(str(request.about.get('type', '')))} in place."
        case str(kind) if kind == ADJUST_HAND:
            excess = len(trial.student(request.seat).hand) - trial.student(request.seat).hand_size
            return f"{who} must discard {words.count_of(excess)}."
        case str(kind) if kind == HIT_DISCARD:
            return f"{who} was hit, and may exchange cards."
    return f"{who} is asked."


def describe(offer: Offer, trial: Trial, name_of: NameOf) -> JSON:
    """An offer in words, and what it concerns on the table."""
    intent = offer.intent
    concerned = [getattr(intent, name, None) for name in ("card_id", "discard_card_id")]
    faces = [face for face in concerned if face is not None] + list(getattr(intent, "card_ids", ()))
    if offer.pick is not None:
        faces += offer.pick.options
    seats, guards = _seats_of(intent, trial), getattr(intent, "guard_id", None)
    return {
        "text": _TEXT[intent.__class__](intent, trial, name_of),
        "concerns": {
            "cards": list(dict.fromkeys(faces)),
            "seats": seats,
            "spaces": [],
            "units": [],
            "guards": [] if guards is None else [guards],
        },
    }


def _seats_of(intent: Any, trial: Trial) -> list[int]:
    match intent:
        case i.PlayPower(resonance=i.Resonance(target_seat=int(seat))) | i.PlayDeflect(target_seat=seat):
            return [seat]
        case i.PlayReflect(seat=seat):
            return [came_from(trial, seat)]
        case i.UseAbility(params={"target_seat": int(seat)}) | i.UseSchool(params={"target_seat": int(seat)}):
            return [seat]
    return []


def _power(intent: i.PlayPower, trial: Trial, name_of: NameOf) -> str:
    text = f"Play {words.card(trial, intent.card_id)}"
    if intent.guard_id is not None:
        text += _with_guard(intent, trial)
    if intent.resonance is not None:
        choice = {"resonance": intent.resonance.effect, "target_seat": intent.resonance.target_seat}
        text += f": {_resonance(choice, trial, name_of)}"
    return text


def _with_guard(intent: i.PlayPower, trial: Trial) -> str:
    guard = next(one for one in trial.student(intent.seat).guards if one.guard_id == intent.guard_id)
    modes = GUARD_MODES[guard.type]
    mode = intent.metal_mode or next(iter(modes))
    assert trial.sphere is not None
    power, value = trial.sphere.power, POWER_OF[intent.card_id]
    if mode == "reduce":
        power = max(1, power - modes[mode])
        said = f"Power received {power}"
    else:
        value += modes[mode]
        said = f"card counts {value}"
    short = "" if value >= power else "; too low, you are hit"
    return f" with {words.a_guard(guard.type)} ({said}{short})"


def _resonance(choice: Mapping[str, Any], trial: Trial, name_of: NameOf) -> str:
    match choice["resonance"]:
        case "target":
            return f"turn the Sphere on {name_of(choice['target_seat'])}"
        case "discard_school":
            return "remove the School in play"
        case "activate_school":
            return "use the School in play"
    return str(choice["resonance"])


def _alter(intent: i.PlayAlter, trial: Trial, name_of: NameOf) -> str:
    assert trial.sphere is not None
    by = 1 if intent.discard_card_id is None else POWER_OF[intent.discard_card_id]
    power = trial.sphere.power + (by if intent.sign == "+" else -by)
    result = f"Power {power}" if power >= 1 else "dispelled"
    extra = "" if intent.discard_card_id is None else f" with {words.card(trial, intent.discard_card_id)}"
    return f"Alter {intent.sign}{by}{extra} ({result})"


def _attune(intent: i.PlayAttune, trial: Trial, name_of: NameOf) -> str:
    card = trial.student(intent.seat).card
    return "Attune" if card is None else f"Attune (School of {words.school(trial, card.element)})"


def _ability(intent: i.UseAbility, trial: Trial, name_of: NameOf) -> str:
    card = trial.student(intent.seat).card
    return f"Use {card.ability if card is not None else 'your ability'}{_choices(intent, trial, name_of)}"


def _school(intent: i.UseSchool, trial: Trial, name_of: NameOf) -> str:
    school = trial.schools.get(trial.school or "")
    return f"Use {school.ability if school is not None else 'the School'}{_choices(intent, trial, name_of)}"


def _choices(intent: i.UseAbility | i.UseSchool, trial: Trial, name_of: NameOf) -> str:
    params = dict(intent.params)
    said = [f"with {words.cards(trial, intent.card_ids)}"] if intent.card_ids else []
    if "resonance" in params:
        said.append(_resonance(params, trial, name_of))
        del params["resonance"]
        params.pop("target_seat", None)
    for name, value in params.items():
        match name, value:
            case "change", 0:
                said.append("Power unchanged")
            case "change", int(by):
                said.append(f"Power {by:+d}")
            case "direction", str(way):
                said.append(words.AROUND.get(way, way))
            case "target_seat", int(seat):
                said.append(f"on {name_of(seat)}")
            case _:
                said.append(f"{name} {value}")
    return f": {', '.join(said)}" if said else ""


def _place_guard(intent: i.PlaceGuard, trial: Trial, name_of: NameOf) -> str:
    assert intent.card_id is not None, "an offer is complete"
    kind = str(trial.frames[-1].about.get("type", "")) if trial.frames else ""  # type: ignore[union-attr]
    return f"Put {words.card(trial, intent.card_id)} down as {words.a_guard(kind)}"


def _hand_size(intent: i.DiscardToHandSize, trial: Trial, name_of: NameOf) -> str:
    student = trial.student(intent.seat)
    return f"Discard {words.count_of(len(student.hand) - student.hand_size)}"


def _take_hit(intent: i.TakeHit, trial: Trial, name_of: NameOf) -> str:
    return f"Take the hit and lose {words.shield(trial.student(intent.seat).shields[0].level)}"


def _after_hit(intent: i.DiscardAfterHit, trial: Trial, name_of: NameOf) -> str:
    return f"Discard what you like, then hold {trial.student(intent.seat).hand_size} cards"


_TEXT: dict[type[Any], Callable[[Any, Trial, NameOf], str]] = {
    i.PlayPower: _power,
    i.PlayDodge: lambda intent, trial, name_of: "Dodge",
    i.PlayDeflect: lambda intent, trial, name_of: f"Deflect to {name_of(intent.target_seat)}",
    i.PlayReflect: lambda intent, trial, name_of: f"Reflect to {name_of(came_from(trial, intent.seat))}",
    i.PlayAlter: _alter,
    i.PlayDispel: lambda intent, trial, name_of: "Dispel",
    i.PlayAttune: _attune,
    i.UseAbility: _ability,
    i.UseSchool: _school,
    i.DeclineSchool: lambda intent, trial, name_of: "Leave the School unused",
    i.PlaceGuard: _place_guard,
    i.DiscardToHandSize: _hand_size,
    i.TakeHit: _take_hit,
    i.DiscardAfterHit: _after_hit,
}
