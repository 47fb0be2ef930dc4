"""What moved on the table in one step, for a board to show."""

from __future__ import annotations

from collections.abc import Sequence

from domain.arcanya import events as e
from domain.arcanya.state import Trial
from domain.kernel.secrecy import Event
from projections.plugin import JSON


def changed(facts: Sequence[Event], before: Trial | None, after: Trial, viewer: str) -> JSON:
    """Cards played, drawn and discarded, the Sphere's way, Shields won, and what else is not as it was."""
    what: JSON = {
        "played": [],
        "drawn": [],
        "discarded": [],
        "sphere": None,
        "power": None,
        "direction": None,
        "school": None,
        "ability": None,
        "turned": [],
        "ready": [],
        "guards": [],
        "shields": [],
        "reshuffled": False,
    }
    for fact in facts:
        _note(what, fact)
    old = before.sphere if before is not None else None
    if after.sphere is not None and old is not None and old.power != after.sphere.power:
        what["power"] = {"from": old.power, "to": after.sphere.power}
    return what


def _note(what: JSON, fact: Event) -> None:
    match fact:
        case e.PowerCardPlayed(seat=seat, card_id=card) | e.ManeuverPlayed(seat=seat, card_id=card):
            what["played"].append({"seat": seat, "card": card})
        case e.CardsDrawn(seat=seat, count=count, card_ids=cards) | e.HandDealt(seat=seat, count=count, card_ids=cards):
            what["drawn"].append({"seat": seat, "count": count, "cards": None if cards is None else list(cards)})
        case e.CardsDiscarded(seat=seat, card_ids=cards):
            what["discarded"].append({"seat": seat, "cards": list(cards)})
        case e.SphereSent(from_seat=sender, to_seat=target, route=route):
            what["sphere"] = {"from": sender, "to": target, "route": route}
        case e.SphereCreated(target=target):
            what["sphere"] = {"from": None, "to": target, "route": "fresh"}
        case e.DirectionSet(direction=direction):
            what["direction"] = direction
        case e.SchoolEntered(element=element):
            what["school"] = {"element": element, "way": "in"}
        case e.SchoolLeft(element=element):
            what["school"] = {"element": element, "way": "out"}
        case e.AbilityUsed(seat=seat):
            what["ability"] = {"seat": seat, "of": "student"}
        case e.SchoolActivated(seat=seat):
            what["ability"] = {"seat": seat, "of": "school"}
        case e.StudentTurned(seat=seat):
            what["turned"].append(seat)
        case e.StudentsRefreshed(seats=seats):
            what["ready"] += seats
        case e.GuardPlaced(guard_id=guard, seat=seat):
            what["guards"].append({"id": guard, "seat": seat, "way": "in"})
        case e.GuardSpent(guard_id=guard, seat=seat):
            what["guards"].append({"id": guard, "seat": seat, "way": "out"})
        case e.GuardsCleared(guards=guards):
            what["guards"] += [{"id": guard.guard_id, "seat": guard.seat, "way": "out"} for guard in guards]
        case e.ShieldLost(seat=seat, level=level, recipient=recipient):
            what["shields"].append({"seat": seat, "level": level, "to": recipient})
        case e.DeckReshuffled():
            what["reshuffled"] = True
        case _:
            pass
