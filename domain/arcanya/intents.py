"""What a seat may ask for in a trial."""

from __future__ import annotations

from typing import Any

from domain.kernel.records import record
from domain.kernel.secrecy import intent, owned, public


@record
class Resonance:
    """The one effect a resonating Student takes: `target` (with a seat), `discard_school` or `activate_school`."""

    effect: str
    target_seat: int | None = None


@intent()
class PlayPower:
    """Defend with a Power card, perhaps with a Guard; a Metal Guard needs its mode (`reduce` or `boost`)."""

    seat: int = public()
    card_id: str = public()
    guard_id: int | None = public(default=None)
    metal_mode: str | None = public(default=None)
    resonance: Resonance | None = public(default=None)


@intent()
class PlayDodge:
    """Let the Sphere pass unchanged to the next Student."""

    seat: int = public()
    card_id: str = public(default="dodge")


@intent()
class PlayDeflect:
    """Send the Sphere to another Student, except the one who acted before."""

    seat: int = public()
    target_seat: int = public()
    card_id: str = public(default="deflect")


@intent()
class PlayReflect:
    """Return the Sphere to the Student it came from and reverse the direction."""

    seat: int = public()
    card_id: str = public(default="reflect")


@intent()
class PlayAlter:
    """Raise (`+`) or lower (`-`) the Power by 1, or by a Power card thrown away where that option is on."""

    seat: int = public()
    sign: str = public()
    discard_card_id: str | None = public(default=None)
    card_id: str = public(default="alter")


@intent()
class PlayDispel:
    """Bring the Power down to 1."""

    seat: int = public()
    card_id: str = public(default="dispel")


@intent()
class PlayAttune:
    """Put the School of one's own affinity into play."""

    seat: int = public()
    card_id: str = public(default="attune")


@intent()
class UseAbility:
    """Turn one's Student and follow its text, with the choices it asks for and the cards it spends."""

    seat: int = public()
    params: dict[str, Any] = public(default={})
    card_ids: tuple[str, ...] = public(default=())


@intent()
class UseSchool:
    """Activate the School in play, with the choices it asks for and the cards it spends."""

    seat: int = public()
    params: dict[str, Any] = public(default={})
    card_ids: tuple[str, ...] = public(default=())


@intent()
class DeclineSchool:
    """Leave the School's ability unused."""

    seat: int = public()


@intent()
class PlaceGuard:
    """Put a card from hand face down beside one's Shields; only its owner knows which."""

    seat: int = public()
    card_id: str | None = owned()


@intent()
class DiscardToHandSize:
    """Discard exactly as many cards as the hand is too large by."""

    seat: int = public()
    card_ids: tuple[str, ...] = public()


@intent()
class TakeHit:
    """Take the hit that cannot be defended."""

    seat: int = public()


@intent()
class DiscardAfterHit:
    """Discard any cards one does not want after a hit, at least those above the new hand size."""

    seat: int = public()
    card_ids: tuple[str, ...] = public()
