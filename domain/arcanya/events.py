"""What can happen in a trial, and who may see it.

Every event carries what folding it needs, cards included, so that content edited later never changes a trial that
is under way.
"""

from __future__ import annotations

from typing import Any

from domain.arcanya.cards import CardFace, SchoolCard, Shield, StudentCard
from domain.arcanya.state import Score, Tiebreak
from domain.kernel.frames import Effect
from domain.kernel.records import record
from domain.kernel.secrecy import event, owned, public, server

# -- setup


@event()
class GameStarted:
    """The circle stands: seats in clockwise order, and the first defender, `named` by the host or `drawn`."""

    seats: tuple[int, ...] = public()
    first_defender: int = public()
    how_chosen: str = public()


@event()
class DeckBuilt:
    """The Power Source is shuffled; the faces in it are known, their order to nobody."""

    size: int = public()
    faces: tuple[CardFace, ...] = public()
    order: tuple[str, ...] | None = server()


@event()
class DirectionSet:
    """The Sphere now travels `cw` or `ccw` (cause: setup, reflect, ability, school)."""

    direction: str = public()
    cause: str = public()


@event()
class StudentsSplit:
    """The Students lie in two piles with no School twice in a pile, and one of them is dealt first."""

    first_pile: int = public()
    pile_1: tuple[str, ...] | None = server()
    pile_2: tuple[str, ...] | None = server()


@event()
class StudentDealt:
    """A seat gets its Student card, face up."""

    seat: int = public()
    student_id: str = public()
    card: StudentCard = public()


@event()
class ShieldsTaken:
    """A seat takes its Shields, the highest in front."""

    seat: int = public()
    levels: tuple[int, ...] = public()
    shields: tuple[Shield, ...] = public()


@event()
class HandDealt:
    """A seat gets its first hand."""

    seat: int = public()
    count: int = public()
    card_ids: tuple[str, ...] | None = owned()


@event()
class WeaknessPoolSet:
    """The Weaknesses in use, one for each affinity on the table; their order is hidden."""

    elements: tuple[str, ...] = public()
    order: tuple[str, ...] | None = server()


@event()
class WeaknessDealt:
    """A Student gets a Weakness."""

    seat: int = public()
    element: str = public()


@event()
class WeaknessPutUnder:
    """A Weakness equal to the receiver's affinity goes to the bottom of the pool."""

    seat: int = public()
    element: str = public()


@event()
class WeaknessSwapped:
    """Two Students exchange their Weaknesses."""

    seat: int = public()
    with_seat: int = public()


@event()
class SchoolsSetAside:
    """The School cards lie aside, in no deck and no hand."""

    schools: tuple[SchoolCard, ...] = public()


# -- the Sphere


@event()
class SphereCreated:
    """The coliseum makes a fresh Sphere, which nobody sent, and hurls it at a Student."""

    power: int = public()
    target: int = public()
    direction: str = public()


@event()
class SpherePowerChanged:
    """The Power of the Sphere is another one (cause: power_card, alter, dispel, guard, ability, school)."""

    from_power: int = public()
    to_power: int = public()
    cause: str = public()


@event()
class SphereDispelled:
    """The energies of the Sphere are gone: Power 1, and no School stays."""

    from_power: int = public()
    cause: str = public()


@event()
class SphereSent:
    """The Sphere goes on, its Power announced aloud (route: next, deflect, reflect, resonance, ability)."""

    from_seat: int = public()
    to_seat: int = public()
    power: int = public()
    route: str = public()


@event()
class AbilityBarred:
    """A Student may not use an ability against the Sphere that is about to come."""

    seat: int = public()


# -- defending


@event()
class PowerCardPlayed:
    """A Power card is shown and discarded.

    `value` is printed on it, `effective_value` counts a boosting Guard, `incoming_power` is the Power it is compared
    with, a reducing Guard counted.
    """

    seat: int = public()
    card_id: str = public()
    value: int = public()
    effective_value: int = public()
    incoming_power: int = public()
    resonance: bool = public()
    resonance_effect: str | None = public(default=None)
    chosen_target: int | None = public(default=None)
    guard_id: int | None = public(default=None)


@event()
class ManeuverPlayed:
    """A Maneuver is shown and discarded, its choices made (target of a Deflect, sign and extra card of an Alter)."""

    seat: int = public()
    card_id: str = public()
    kind: str = public()
    target: int | None = public(default=None)
    sign: str | None = public(default=None)
    extra_discard: str | None = public(default=None)


@event()
class AbilityUsed:
    """A Student's ability begins: the choices made for it, and all that it will do."""

    seat: int = public()
    student_id: str = public()
    params: dict[str, Any] = public()
    card_ids: tuple[str, ...] = public()
    effects: tuple[Effect, ...] = public()


@event()
class StudentTurned:
    """A Student card is turned: its ability is spent until somebody loses a Shield."""

    seat: int = public()


@event()
class StudentsRefreshed:
    """These Student cards are upright again."""

    seats: tuple[int, ...] = public()


# -- Schools


@event()
class SchoolEntered:
    """A School comes into play."""

    element: str = public()
    by: int = public()


@event()
class SchoolLeft:
    """The School goes back aside (cause: replaced, dispelled, shield_lost, resonance)."""

    element: str = public()
    cause: str = public()


@event()
class SchoolOffered:
    """A Student may use the ability of the School in play."""

    seat: int = public()
    element: str = public()


@event()
class SchoolActivated:
    """A School's ability begins: the choices made for it, and all that it will do."""

    seat: int = public()
    element: str = public()
    params: dict[str, Any] = public()
    card_ids: tuple[str, ...] = public()
    effects: tuple[Effect, ...] = public()


@event()
class SchoolDeclined:
    """The School's ability stays unused."""

    seat: int = public()
    element: str = public()


# -- Guards


@record
class ClearedGuard:
    """A Guard that goes to the discard pile, its face now seen."""

    guard_id: int
    seat: int
    card_id: str


@event()
class GuardOffered:
    """A Student must put a Guard of this type into play; `then` is what its source still does afterwards."""

    seat: int = public()
    type: str = public()
    source: str = public()
    then: tuple[Effect, ...] = public()


@event()
class GuardPlaced:
    """A card is put face down beside its owner's Shields."""

    guard_id: int = public()
    seat: int = public()
    type: str = public()
    card_id: str | None = owned()


@event()
class GuardSpent:
    """A Guard supports a Power card and is discarded (mode: reduce or boost)."""

    guard_id: int = public()
    seat: int = public()
    mode: str = public()
    card_id: str = public()


@event()
class GuardsCleared:
    """All Guards in play are discarded."""

    guards: tuple[ClearedGuard, ...] = public()


# -- cards


@event()
class CardsDrawn:
    """A Student draws; everyone sees how many, only the drawer which (cause: refill, ability, school, after_hit)."""

    seat: int = public()
    count: int = public()
    cause: str = public()
    card_ids: tuple[str, ...] | None = owned()


@event()
class CardsDiscarded:
    """A Student discards, face up (cause: hand_size, after_hit, alter_plus, ability, school)."""

    seat: int = public()
    card_ids: tuple[str, ...] = public()
    cause: str = public()


@event()
class CardTaken:
    """A random card goes from one hand to another; the two of them know which."""

    from_seat: int = public()
    to_seat: int = public()
    seats: tuple[int, ...] = public()
    count: int = public()
    card_ids: tuple[str, ...] | None = owned("seats")


@event()
class CardsSwapped:
    """Two hands exchange a random card each; the two of them know which (first what `from_seat` gives)."""

    from_seat: int = public()
    to_seat: int = public()
    seats: tuple[int, ...] = public()
    count: int = public()
    card_ids: tuple[str, ...] | None = owned("seats")


@event()
class DeckReshuffled:
    """The discard pile becomes the new deck."""

    size: int = public()
    order: tuple[str, ...] | None = server()


@event()
class HandShort:
    """Deck and discard pile are empty, and a hand stays this many cards short."""

    seat: int = public()
    missing: int = public()


@event()
class HandAdjustRequired:
    """A hand is too large, and its owner must discard; `then` is what is still to be done afterwards."""

    seat: int = public()
    excess: int = public()
    source: str = public()
    then: tuple[Effect, ...] = public()


# -- hits and the end


@event()
class HitTaken:
    """The Sphere hits a Student (cause: no_defence, guard_insufficient)."""

    seat: int = public()
    sender: int | None = public()
    power: int = public()
    cause: str = public()


@event()
class ShieldLost:
    """A Student loses the highest Shield to the recipient, or out of the game if nobody sent the Sphere."""

    seat: int = public()
    level: int = public()
    recipient: int | None = public()


@event()
class EndTriggered:
    """The trial is over by a lost Shield (reasons: points, elimination)."""

    reasons: tuple[str, ...] = public()
    seat: int = public()


@event()
class HandsRevealed:
    """A Student tied for first shows the hand."""

    seat: int = public()
    card_ids: tuple[str, ...] = public()


@event()
class ScoresComputed:
    """The Victory Points of all, and the Power in the hands of those tied for first."""

    scores: tuple[Score, ...] = public()
    tiebreak: tuple[Tiebreak, ...] = public()


@event()
class GameEnded:
    """The trial has its winners."""

    winners: tuple[int, ...] = public()
    reasons: tuple[str, ...] = public()
