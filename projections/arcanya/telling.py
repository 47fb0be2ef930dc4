"""A trial told in sentences, with the names that players chose.

A card that was drawn or put down is named to its owner only: the facts come redacted for the viewer, and of the
table nothing is read here but what lies open on it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.arcanya import events as e
from domain.arcanya.cards import GUARD_MODES
from domain.arcanya.state import Trial
from domain.kernel.secrecy import Event
from projections.arcanya import words
from projections.plugin import NameOf


def narrate(fact: Event, before: Trial, after: Trial, name_of: NameOf, viewer: str) -> str | None:
    """One sentence about an event, or None where the next one tells it all."""
    tell = _TELL.get(fact.__class__)
    return None if tell is None else tell(fact, before, after, name_of)


def aside(fact: Event) -> bool:
    """Whether a fact is routine, told after the rest of its step."""
    return isinstance(fact, _ASIDES)


def marks(fact: Event) -> tuple[str, ...]:
    """What a scrubber shows: a new Sphere is a round, each pass a turn, and hits."""
    return _MARKS.get(fact.__class__, ())


_ASIDES = (e.CardsDrawn, e.HandDealt, e.DeckReshuffled, e.HandShort)
_MARKS: dict[type[Any], tuple[str, ...]] = {
    e.SphereCreated: ("round", "turn"),
    e.SphereSent: ("turn",),
    e.ShieldLost: ("hit",),
    e.GameEnded: ("end",),
}

# -- setup


def _game_started(fact: e.GameStarted, before: Trial, after: Trial, name_of: NameOf) -> str:
    how = "as the host wished" if fact.how_chosen == "named" else "drawn by lot"
    return f"{name_of(fact.first_defender)} is to defend first, {how}."


def _deck_built(fact: e.DeckBuilt, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{fact.size} cards are shuffled."


def _student_dealt(fact: e.StudentDealt, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} plays {fact.card.name} of {fact.card.element.capitalize()}."


def _hand_dealt(fact: e.HandDealt, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if fact.card_ids is None:
        return None
    return f"{name_of(fact.seat)} is dealt {words.cards(after, fact.card_ids)}."


def _weakness_dealt(fact: e.WeaknessDealt, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} is weak to {fact.element.capitalize()}."


def _weakness_swapped(fact: e.WeaknessSwapped, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} and {name_of(fact.with_seat)} exchange their Weaknesses."


# -- the Sphere


def _sphere_created(fact: e.SphereCreated, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"A fresh Sphere of Power {fact.power} flies at {name_of(fact.target)}."


def _power_changed(fact: e.SpherePowerChanged, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if fact.cause in ("power_card", "alter"):
        return None
    verb = "rises" if fact.to_power > fact.from_power else "falls"
    return f"The Power {verb} from {fact.from_power} to {fact.to_power}."


def _dispelled(fact: e.SphereDispelled, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    return None if fact.cause == "dispel" else "That dispels the Sphere."


def _sphere_sent(fact: e.SphereSent, before: Trial, after: Trial, name_of: NameOf) -> str:
    sender, target = name_of(fact.from_seat), name_of(fact.to_seat)
    match fact.route:
        case "deflect":
            return f"{sender} deflects the Sphere, Power {fact.power}, to {target}."
        case "reflect":
            around = words.AROUND[after.direction]
            return f"{sender} reflects the Sphere, Power {fact.power}, back to {target}; it now travels {around}."
        case "resonance":
            return f"{sender} turns the Sphere, Power {fact.power}, on {target}."
        case "ability":
            return f"{sender} sends the Sphere, Power {fact.power}, to {target}."
    return f"The Sphere flies on to {target}, Power {fact.power}."


def _direction_set(fact: e.DirectionSet, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if fact.cause in ("setup", "reflect") or before.direction == fact.direction:
        return None
    return f"The Sphere now travels {words.AROUND[fact.direction]}."


def _barred(fact: e.AbilityBarred, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} may not use an ability against it."


# -- defending


def _power_played(fact: e.PowerCardPlayed, before: Trial, after: Trial, name_of: NameOf) -> str:
    assert before.sphere is not None
    played = f"{name_of(fact.seat)} plays {words.card(after, fact.card_id)} against Power {before.sphere.power}"
    if fact.guard_id is not None:
        guard = next((one for one in before.student(fact.seat).guards if one.guard_id == fact.guard_id), None)
        played += f" with {words.a_guard(guard.type)}" if guard is not None else " with a Guard"
    return f"{played}: Resonance!" if fact.resonance else f"{played}."


def _maneuver(fact: e.ManeuverPlayed, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    who = name_of(fact.seat)
    match fact.kind:
        case "dodge":
            return f"{who} dodges."
        case "alter":
            way = "raises" if fact.sign == "+" else "lowers"
            if fact.extra_discard is None:
                return f"{who} {way} the Power by 1."
            return f"{who} throws in {words.card(after, fact.extra_discard)} and {way} the Power by as much."
        case "dispel":
            return f"{who} plays Dispel."
        case "attune":
            return f"{who} attunes the Sphere."
    return None


def _ability_used(fact: e.AbilityUsed, before: Trial, after: Trial, name_of: NameOf) -> str:
    card = after.student(fact.seat).card
    return f"{name_of(fact.seat)} uses {card.ability if card else 'an ability'} ({card.name if card else 'Student'})."


def _refreshed(fact: e.StudentsRefreshed, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if not fact.seats:
        return None
    upright = "are" if len(fact.seats) > 1 else "is"
    return f"{words.listed([_student_name(after, seat, name_of) for seat in fact.seats])} {upright} ready again."


def _student_name(trial: Trial, seat: int, name_of: NameOf) -> str:
    card = trial.student(seat).card
    return card.name if card is not None else name_of(seat)


# -- Schools


def _school_entered(fact: e.SchoolEntered, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"The School of {words.school(after, fact.element)} comes into play."


def _school_left(fact: e.SchoolLeft, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"The School of {words.school(after, fact.element)} leaves."


def _school_activated(fact: e.SchoolActivated, before: Trial, after: Trial, name_of: NameOf) -> str:
    school = after.schools.get(fact.element)
    ability = f": {school.ability}" if school is not None else ""
    return f"{name_of(fact.seat)} activates the School of {words.school(after, fact.element)}{ability}."


def _school_declined(fact: e.SchoolDeclined, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} leaves the School unused."


# -- Guards


def _guard_placed(fact: e.GuardPlaced, before: Trial, after: Trial, name_of: NameOf) -> str:
    face = "" if fact.card_id is None else f": {words.card(after, fact.card_id)}"
    return f"{name_of(fact.seat)} puts {words.a_guard(fact.type)} in place{face}."


def _guard_spent(fact: e.GuardSpent, before: Trial, after: Trial, name_of: NameOf) -> str:
    guard = next((one for one in before.student(fact.seat).guards if one.guard_id == fact.guard_id), None)
    by = GUARD_MODES.get(guard.type, {}).get(fact.mode) if guard is not None else None
    effect = "lowers the Power received" if fact.mode == "reduce" else "strengthens the card"
    amount = "" if by is None else f" by {by}"
    return f"The Guard, {words.card(after, fact.card_id)}, {effect}{amount}."


def _guards_cleared(fact: e.GuardsCleared, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if not fact.guards:
        return None
    fallen = [f"{name_of(guard.seat)}'s {words.card(after, guard.card_id)}" for guard in fact.guards]
    return f"The Guards fall: {words.listed(fallen)}."


# -- cards


def _drawn(fact: e.CardsDrawn, before: Trial, after: Trial, name_of: NameOf) -> str:
    drawn = words.count_of(fact.count) if fact.card_ids is None else words.cards(after, fact.card_ids)
    return f"{name_of(fact.seat)} draws {drawn}."


def _discarded(fact: e.CardsDiscarded, before: Trial, after: Trial, name_of: NameOf) -> str | None:
    if not fact.card_ids or fact.cause == "alter_plus":
        return None
    return f"{name_of(fact.seat)} discards {words.cards(after, fact.card_ids)}."


def _taken(fact: e.CardTaken, before: Trial, after: Trial, name_of: NameOf) -> str:
    what = words.count_of(fact.count) if fact.card_ids is None else words.cards(after, fact.card_ids)
    return f"{name_of(fact.to_seat)} takes {what} from {name_of(fact.from_seat)}."


def _swapped(fact: e.CardsSwapped, before: Trial, after: Trial, name_of: NameOf) -> str:
    one, other = name_of(fact.from_seat), name_of(fact.to_seat)
    if fact.card_ids is None:
        return f"{one} and {other} exchange a card."
    given, received = fact.card_ids
    return f"{one} gives {words.card(after, given)} to {other} for {words.card(after, received)}."


def _reshuffled(fact: e.DeckReshuffled, before: Trial, after: Trial, name_of: NameOf) -> str:
    discards = "one discard is" if fact.size == 1 else f"{fact.size} discards are"
    return f"The {discards} shuffled into a new deck."


def _short(fact: e.HandShort, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"No cards are left; {name_of(fact.seat)} stays {words.count_of(fact.missing)} short."


def _adjust(fact: e.HandAdjustRequired, before: Trial, after: Trial, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} must discard {words.count_of(fact.excess)}."


# -- hits and the end


def _hit(fact: e.HitTaken, before: Trial, after: Trial, name_of: NameOf) -> str:
    why = "cannot defend" if fact.cause == "no_defence" else "falls short"
    return f"{name_of(fact.seat)} {why} and is hit at Power {fact.power}."


def _shield_lost(fact: e.ShieldLost, before: Trial, after: Trial, name_of: NameOf) -> str:
    loser = name_of(fact.seat)
    if fact.recipient is None:
        return f"{loser}'s {words.shield(fact.level)} is set aside: nobody sent the Sphere."
    won = after.student(fact.recipient).won
    worth = f", worth {words.points(won[-1].victory_points)}" if won else ""
    return f"{name_of(fact.recipient)} wins {loser}'s {words.shield(fact.level)}{worth}."


def _end_triggered(fact: e.EndTriggered, before: Trial, after: Trial, name_of: NameOf) -> str:
    whys = []
    if "points" in fact.reasons:
        whys.append("a Student has won Shields worth 8 points or more")
    if "elimination" in fact.reasons:
        whys.append("a Student has lost the last Shield")
    return f"The trial is over: {words.listed(whys or list(fact.reasons))}."


def _hands_revealed(fact: e.HandsRevealed, before: Trial, after: Trial, name_of: NameOf) -> str:
    held = words.cards(after, fact.card_ids) if fact.card_ids else "an empty hand"
    return f"{name_of(fact.seat)} shows {held}."


def _scores(fact: e.ScoresComputed, before: Trial, after: Trial, name_of: NameOf) -> str:
    ranked = sorted(fact.scores, key=lambda score: (-score.total, score.seat))
    told = f"Final points: {words.listed([f'{name_of(score.seat)} {score.total}' for score in ranked])}."
    if fact.tiebreak:
        held = words.listed([f"{name_of(one.seat)} {one.power_in_hand}" for one in fact.tiebreak])
        told += f" Power in hand of those tied: {held}."
    return told


def _ended(fact: e.GameEnded, before: Trial, after: Trial, name_of: NameOf) -> str:
    winners = [name_of(seat) for seat in fact.winners]
    if not winners:
        return "Nobody wins the trial."
    return f"{words.listed(winners)} {'wins' if len(winners) == 1 else 'share the win of'} the trial."


_TELL: dict[type[Any], Callable[[Any, Trial, Trial, NameOf], str | None]] = {
    e.GameStarted: _game_started,
    e.DeckBuilt: _deck_built,
    e.StudentDealt: _student_dealt,
    e.HandDealt: _hand_dealt,
    e.WeaknessDealt: _weakness_dealt,
    e.WeaknessSwapped: _weakness_swapped,
    e.SphereCreated: _sphere_created,
    e.SpherePowerChanged: _power_changed,
    e.SphereDispelled: _dispelled,
    e.SphereSent: _sphere_sent,
    e.DirectionSet: _direction_set,
    e.AbilityBarred: _barred,
    e.PowerCardPlayed: _power_played,
    e.ManeuverPlayed: _maneuver,
    e.AbilityUsed: _ability_used,
    e.StudentsRefreshed: _refreshed,
    e.SchoolEntered: _school_entered,
    e.SchoolLeft: _school_left,
    e.SchoolActivated: _school_activated,
    e.SchoolDeclined: _school_declined,
    e.GuardPlaced: _guard_placed,
    e.GuardSpent: _guard_spent,
    e.GuardsCleared: _guards_cleared,
    e.CardsDrawn: _drawn,
    e.CardsDiscarded: _discarded,
    e.CardTaken: _taken,
    e.CardsSwapped: _swapped,
    e.DeckReshuffled: _reshuffled,
    e.HandShort: _short,
    e.HandAdjustRequired: _adjust,
    e.HitTaken: _hit,
    e.ShieldLost: _shield_lost,
    e.EndTriggered: _end_triggered,
    e.HandsRevealed: _hands_revealed,
    e.ScoresComputed: _scores,
    e.GameEnded: _ended,
}
