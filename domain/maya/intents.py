"""What a seat may ask for at a table of Trials of Maya."""

from __future__ import annotations

from typing import Any

from domain.kernel.secrecy import intent, owned, public
from domain.maya.hexes import Hex

# Setup.


@intent()
class SelectChampion:
    """Take a champion nobody else has."""

    seat: int = public()
    champion: str = public()


@intent()
class SubmitDeck:
    """Hand in a deck: card ids, or nothing for the champion's starter deck."""

    seat: int = public()
    cards: tuple[str, ...] | None = owned("seat")


@intent()
class ArrangeFragments:
    """Lay the three starting fragments out in slots 1 to 3."""

    seat: int = public()
    cards: tuple[str, ...] = public()


# The round.


@intent()
class PrepareCard:
    """Commit an action card from hand to slot 1, or no card ("") for a random Memory Fragment."""

    seat: int = public()
    card: str | None = owned("seat")


@intent()
class UseTimedEffect:
    """Use an effect at its moment."""

    seat: int = public()
    effect: str = public()


@intent()
class SkipTimedEffect:
    """Let one effect pass unused."""

    seat: int = public()
    effect: str = public()


@intent()
class ChooseRespawn:
    """Bring the champion in on a space by a spawn point."""

    seat: int = public()
    point: str = public()
    at: Hex = public()


@intent()
class BeginMinionTurn:
    """Let an allied minion act."""

    seat: int = public()
    minion: str = public()


@intent()
class MinionAction:
    """Take one action of the allied minion that is acting: a step, which of its alternatives, a target or a way."""

    seat: int = public()
    step: int = public()
    choice: int = public()
    target: str = public(default="")
    path: tuple[Hex, ...] = public(default=())


@intent()
class EndMinionTurn:
    """Have the acting allied minion stop."""

    seat: int = public()


@intent()
class EndMinionStep:
    """Leave the ally minion step; minions that have not acted stay idle this turn."""

    seat: int = public()


@intent()
class ActivateCard:
    """Pay for a mat card and make its actions available."""

    seat: int = public()
    slot: int = public()


@intent()
class TakeAction:
    """Take an action of the card activated last or of the Relic under it.

    `source` is "card" or "relic" and `index` counts its actions. `how` says how a Move is made ("" for walking,
    "fly", "jump"), `using` names the optional modifiers that are used and, with a minus, those that are left out and
    would be used of themselves, `centre` the piece an area is measured from. What is so said of a modifier of the
    slot holds for the activation, and later actions neither repeat nor change it.
    """

    seat: int = public()
    slot: int = public()
    source: str = public()
    index: int = public()
    target: str = public(default="")
    path: tuple[Hex, ...] = public(default=())
    how: str = public(default="")
    using: tuple[str, ...] = public(default=())
    centre: str = public(default="")
    direction: int | None = public(default=None)


@intent()
class UseAbility:
    """Use an ability of the champion: a passive or a skill that is used like an action."""

    seat: int = public()
    ability: str = public()


@intent()
class EquipRelic:
    """Pay for a Relic in hand and put it under a slot."""

    seat: int = public()
    card: str = public()
    slot: int = public()


@intent()
class PlaySpell:
    """Pay for a Spell in hand and play it."""

    seat: int = public()
    card: str = public()


@intent()
class PlayReaction:
    """Answer what an opponent does with a Reaction from hand."""

    seat: int = public()
    card: str = public()
    stack: int = public()


@intent()
class PassReaction:
    """Let what an opponent does happen."""

    seat: int = public()
    stack: int = public()


@intent()
class SpawnMinion:
    """Bring a minion from the reserve in by a spawn point, with HP out of the bank."""

    seat: int = public()
    minion: str = public()
    hp: int = public()
    point: str = public()
    at: Hex = public()
    side: str = public(default="")


@intent()
class ClaimObjective:
    """Claim an open objective that was fulfilled this turn."""

    seat: int = public()
    objective: str = public()


@intent()
class BuyUpgrade:
    """Spend XP beside an upgrade point: kind is hp, energy, symbol or skill; choice is the level-2 side."""

    seat: int = public()
    kind: str = public()
    index: int = public()
    choice: str = public(default="")


@intent()
class TurnInHead:
    """Give a head back to the box, where the mode pays for it."""

    seat: int = public()
    minion: str = public()


@intent()
class PickUpItem:
    """Take the item the champion stands on."""

    seat: int = public()
    item: str = public()


@intent()
class DeclineItem:
    """Leave the item the champion stands on."""

    seat: int = public()
    item: str = public()


@intent()
class EndActionPhase:
    """End the Action Phase."""

    seat: int = public()


@intent()
class EndStep:
    """Leave Start of Turn or End of Turn; effects not used are skipped."""

    seat: int = public()


@intent()
class DiscardCards:
    """Discard any number of cards from hand at the end of the turn."""

    seat: int = public()
    cards: tuple[str, ...] = public()


@intent()
class ChooseAggroMinion:
    """Steer this one of the aggroed minions next."""

    seat: int = public()
    minion: str = public()


@intent()
class AggroAction:
    """Take one action of the aggroed minion that is acting."""

    seat: int = public()
    step: int = public()
    choice: int = public()
    target: str = public(default="")
    path: tuple[Hex, ...] = public(default=())


@intent()
class EndAggroMinion:
    """Have the aggroed minion stop, once nothing is left that it must do."""

    seat: int = public()


@intent()
class AnswerChoice:
    """Answer the question an effect asks, out of its options; empty to decline where one may."""

    seat: int = public()
    answer: tuple[str | int | Hex, ...] = public()


@intent()
class AnswerSecretly:
    """Answer a question about cards that only this seat may see."""

    seat: int = public()
    answer: tuple[str, ...] | None = owned("seat")


# At any time.


@intent()
class SetAutoPass:
    """Pass on every reaction from now on, or stop doing so; others learn that it was settled anew, not which way.

    A pass that comes at once may tell them.
    """

    seat: int = public()
    on: bool | None = owned("seat")


@intent()
class Concede:
    """Give up."""

    seat: int = public()


@intent()
class ProposeRuling:
    """Propose a correction of the table for all to agree on; seat 0 is the host, who holds none."""

    seat: int = public()
    text: str = public()
    edits: tuple[dict[str, Any], ...] = public()


@intent()
class WithdrawRuling:
    """Take one's own proposal back; seat 0 is the host."""

    seat: int = public()
    number: int = public()


@intent()
class ConsentRuling:
    """Agree to the proposed correction, or refuse it."""

    seat: int = public()
    number: int = public()
    agree: bool = public(default=True)
