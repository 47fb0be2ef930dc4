"""What can happen at a table of Trials of Maya, with who may see each part of it."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect
from domain.kernel.records import record
from domain.kernel.secrecy import event, owned, public, server
from domain.maya.hexes import Hex
from domain.maya.state import Timed
from domain.maya.state_arena import GroundItem, Point, Tile

# Setup.


@event()
class TeamsSet:
    """Who plays with whom: the team of each seat, in seat order."""

    teams: tuple[int, ...] = public()


@event()
class ChampionChosen:
    """A seat took its champion, with the numbers of the portrait."""

    seat: int = public()
    champion: str = public()
    traits: tuple[str, ...] = public()
    hand: int = public()
    hp: int = public()


@event()
class DeckSubmitted:
    """A deck was handed in; its list is its owner's secret."""

    seat: int = public()
    size: int = public()
    is_starter: bool = public()
    cards: tuple[str, ...] | None = owned("seat")


@event()
class DeckShuffled:
    """A deck was shuffled, at setup or out of the discard pile, or after a search."""

    seat: int = public()
    count: int = public()
    why: str = public()
    order: tuple[str, ...] | None = server()


@event()
class ArenaPlaced:
    """The mode laid out its arena."""

    map: str = public()
    tiles: tuple[Tile, ...] = public()
    walls: tuple[tuple[Hex, Hex], ...] = public()
    spawns: tuple[Point, ...] = public()
    upgrades: tuple[Point, ...] = public()
    items: tuple[GroundItem, ...] = public(default=())


@event()
class NeutralMinionPlaced:
    """A neutral minion took its lair."""

    minion: str = public()
    kind: str = public()
    at: Hex = public()
    hp: int = public()
    side: str = public()


@event()
class IdoPlaced:
    """An immovable destructible object was put on the arena, by the mode or from a seat's supply."""

    ido: str = public()
    kind: str = public()
    seat: int = public()
    team: int = public()
    at: Hex = public()
    hp: int = public()
    max_hp: int = public()
    attackable: bool = public()


@event()
class IdoDamaged:
    """An object lost HP by the rules of the mode and not by damage."""

    ido: str = public()
    lost: int = public()
    cause: str = public()
    by: int = public()


@event()
class IdoDestroyed:
    """An object left the arena; a class piece goes back to its owner's supply."""

    ido: str = public()
    kind: str = public()
    seat: int = public()
    at: Hex = public()
    by: int = public()
    cause: str = public()


@event()
class SupplyGranted:
    """A seat got the class pieces of its champion's traits."""

    seat: int = public()
    flight: int = public()
    vish: int = public()
    foundation: int = public()
    engram: int = public()


@event()
class TracksSet:
    """The initiative and tiebreak tracks were laid out."""

    initiative: tuple[int, ...] = public()
    tiebreak: tuple[int, ...] = public()


@event()
class ObjectiveDeckShuffled:
    """The objective pile was shuffled; nobody knows its order."""

    count: int = public()
    why: str = public()
    order: tuple[str, ...] | None = server()


@event()
class ObjectiveOpened:
    """An objective was laid open, from the pile or as a starter."""

    objective: str = public()
    side: int = public()
    reward: int = public()
    starter: bool = public()


@event()
class ObjectivesCleared:
    """Claimed objectives left and the tokens went back to their owners."""

    removed: tuple[str, ...] = public()
    tokens: tuple[int, ...] = public()


@event()
class ObjectiveStarterChanged:
    """A starter objective was flipped to its other side, or left for good."""

    objective: str = public()
    change: str = public()
    reward: int = public()


@event()
class ObjectiveClaimed:
    """A seat claimed an objective."""

    seat: int = public()
    objective: str = public()
    first: bool = public()
    xp: int = public()


@event()
class FragmentPoolShuffled:
    """The Memory Fragments out of play were shuffled."""

    count: int = public()
    order: tuple[str, ...] | None = server()


@event()
class FragmentsDealt:
    """A seat got its three starting fragments, face-up."""

    seat: int = public()
    fragments: tuple[str, ...] = public()


@event()
class SlotsArranged:
    """A seat laid its fragments out in slots 1 to 3."""

    seat: int = public()
    cards: tuple[str, ...] = public()


# The round.


@event()
class RoundStarted:
    """A round began."""

    round: int = public()


@event()
class PhaseEntered:
    """The match went on to a phase; `queue` is what waits in it, in order."""

    phase: str = public()
    queue: tuple[Timed, ...] = public(default=())


@event()
class StepEntered:
    """The turn went on to a step; `queue` is what may be used in it."""

    step: str = public()
    queue: tuple[Timed, ...] = public(default=())


@event()
class RoundEnded:
    """Everybody had a turn."""

    round: int = public()


@event()
class CardsDrawn:
    """A seat took cards in hand: from the top of its deck, or out of cards it looked at or searched for."""

    seat: int = public()
    to: tuple[int, ...] = public()
    count: int = public()
    why: str = public()
    cards: tuple[str, ...] | None = owned("to")


@event()
class ActionCardsReset:
    """Activated cards turned back; each is a seat and a slot."""

    slots: tuple[tuple[int, int], ...] = public()


@record
class Slide:
    """One mat sliding: the card that left slot 3 and where it went."""

    seat: int
    leaver: str
    destination: str


@event()
class CardsSlid:
    """All mats shifted one slot to the right at once."""

    slides: tuple[Slide, ...] = public()


@event()
class EnergyChanged:
    """A seat gained or paid Energy."""

    seat: int = public()
    delta: int = public()
    reason: str = public()
    total: int = public()
    base: int = public(default=0)
    modifier: int = public(default=0)


@event()
class CardPrepared:
    """A seat laid a card face-down in slot 1; a fragment drawn for it is unknown to everybody."""

    seat: int = public()
    to: tuple[int, ...] = public()
    source: str = public()
    card: str | None = owned("to")
    fragment: str | None = server()


@record
class Flip:
    """One card turned up, with the Energy Gain that ranks its owner; no card for a slot that stayed empty."""

    seat: int
    card: str
    gain: int


@event()
class CardsFlipped:
    """All cards in slot 1 were turned up together."""

    flips: tuple[Flip, ...] = public()


@event()
class InitiativeSet:
    """The turn order of the round, the ties in it, and the tiebreak track after them."""

    order: tuple[int, ...] = public()
    ties: tuple[tuple[int, ...], ...] = public()
    tiebreak: tuple[int, ...] = public()


@event()
class TimedEffectUsed:
    """An effect came to its moment: On Exit, On Arrival, Start of Turn or End of Turn."""

    seat: int = public()
    effect: str = public()
    window: str = public()
    program: tuple[Effect, ...] = public()
    limit: str = public(default="")


@event()
class TimedEffectSkipped:
    """Effects passed their moment unused."""

    seat: int = public()
    effects: tuple[str, ...] = public()
    window: str = public()


# The turn.


@event()
class TurnStarted:
    """A seat's turn began."""

    seat: int = public()
    number: int = public()


@event()
class TurnEnded:
    """A seat's turn was complete."""

    seat: int = public()


@event()
class ChampionSpawned:
    """A champion came onto the arena with full HP."""

    seat: int = public()
    point: str = public()
    at: Hex = public()
    hp: int = public()


@event()
class MinionSpawned:
    """A head from the reserve came onto the arena with HP out of the bank."""

    seat: int = public()
    minion: str = public()
    kind: str = public()
    side: str = public()
    hp: int = public()
    point: str = public()
    at: Hex = public()


@event()
class MinionTurnStarted:
    """A minion began to act, steered by a seat."""

    minion: str = public()
    seat: int = public()


@event()
class MinionStepPassed:
    """A step of a minion had nothing legal in it, or was left out."""

    minion: str = public()
    step: int = public()


@event()
class MinionTurnEnded:
    """A minion finished; Bleed leaves it."""

    minion: str = public()
    seat: int = public()


@event()
class CardActivated:
    """A mat card was activated; earlier ones close."""

    seat: int = public()
    slot: int = public()
    card: str = public()
    cost: int = public()


@event()
class RelicEquipped:
    """A Relic from hand went under a slot; one that lay there is discarded first."""

    seat: int = public()
    slot: int = public()
    card: str = public()
    replaced: str = public()


@event()
class SpellPlayed:
    """A Spell left the hand; it is in no zone until it has resolved."""

    seat: int = public()
    card: str = public()
    cost: int = public()
    stack: int = public()
    reaction: bool = public()
    answers: int | None = public()
    program: tuple[Effect, ...] = public()


@event()
class AbilityUsed:
    """A champion used an ability of its own, or several effects of a card's action began."""

    seat: int = public()
    ability: str = public()
    stack: int = public()
    program: tuple[Effect, ...] = public()
    limit: str = public(default="")


@event()
class TriggersSet:
    """Effects that answer what just happened wait for their turn, the next one first."""

    controller: int = public()
    program: tuple[Effect, ...] = public()


@event()
class TriggerFired:
    """An effect answering what just happened came off the waiting ones and runs."""

    seat: int = public()
    source: str = public()
    index: int = public()
    program: tuple[Effect, ...] = public()
    bound: dict[str, Any] = public()
    limit: str = public(default="")


@event()
class TriggerDropped:
    """An effect that waited was declined or could do nothing."""

    index: int = public()


@event()
class TriggerLoopEnded:
    """Effects that set each other off have come to their bound; from this one on none comes to pass in this turn."""

    seat: int = public()
    source: str = public()


@event()
class EffectDone:
    """One effect of what is running was performed; what it bound is remembered for the rest."""

    bound: dict[str, Any] = public()


@event()
class EffectsInserted:
    """One effect turned into others that come in its place."""

    effects: tuple[Effect, ...] = public()
    bound: dict[str, Any] = public()


@event()
class ProgramDropped:
    """The rest of what was running fell away."""

    why: str = public()


# Actions and the stack.


@event()
class ActionDeclared:
    """A unit takes an action: with its value and what makes it up, its targets or its way, before it resolves.

    `extra` is what single targets take beyond the value, `spent` what is used up by it (once-per-turn clauses, first
    uses, lasting changes) and what the player decided with it about modifiers that may fit more of the slot
    (`slot:+card.0` uses one for this activation, `slot:-card.0` leaves it out), `away` the space a push goes away from
    when that is not the pusher's. `bleeds` is whether it is an action of its own, after which Bleed hurts.
    """

    stack: int = public()
    seat: int = public()
    actor: str = public()
    source: str = public()
    kind: str = public()
    value: int = public()
    parts: dict[str, int] = public()
    targets: tuple[str, ...] = public(default=())
    path: tuple[Hex, ...] = public(default=())
    how: str = public(default="")
    reach: str = public(default="")
    x: int = public(default=0)
    extra: dict[str, int] | None = public(default=None)
    inflict: dict[str, int] | None = public(default=None)
    centre: str = public(default="")
    collision: dict[str, int] | None = public(default=None)
    follow: tuple[Effect, ...] = public(default=())
    spent: tuple[str, ...] = public(default=())
    direction: int | None = public(default=None)
    away: Hex | None = public(default=None)
    bleeds: bool = public(default=True)


@event()
class TargetsNamed:
    """What the targets of a waiting action have to be still when it resolves: as its text names them.

    `bound` is what that text speaks of: units, and spaces that do not go away with who stood there.
    """

    stack: int = public()
    target: dict[str, Any] = public()
    bound: dict[str, Any] = public()


@event()
class ReactionWindowOpened:
    """Opponents may answer, the next one first."""

    stack: int = public()
    seats: tuple[int, ...] = public()
    timing: str = public()
    about: dict[str, Any] = public()


@event()
class ReactionPassed:
    """A seat did not answer; whether it was asked or had said so beforehand stays the server's."""

    seat: int = public()
    stack: int = public()
    auto: bool | None = server()


@event()
class ReactionWindowClosed:
    """All passed in a row, and what waited goes on."""

    stack: int = public()


@event()
class ActionAnswered:
    """A reaction took the effect off a waiting action: all of it, or what it does to some targets."""

    stack: int = public()
    cancelled: bool = public()
    dropped: tuple[str, ...] = public()


@event()
class ActionResolved:
    """An action took effect; `follow` comes of it."""

    stack: int = public()
    dropped: tuple[str, ...] = public(default=())
    follow: tuple[Effect, ...] = public(default=())
    bound: dict[str, Any] | None = public(default=None)


@event()
class ActionFizzled:
    """An action had no effect any more and stays spent."""

    stack: int = public()
    dropped: tuple[str, ...] = public()
    follow: tuple[Effect, ...] = public(default=())
    bound: dict[str, Any] | None = public(default=None)


# What happens to units.


@event()
class UnitMoved:
    """A unit went or was moved along a path, or was put somewhere."""

    unit: str = public()
    how: str = public()
    start: Hex = public()
    path: tuple[Hex, ...] = public()


@event()
class UnitsSwapped:
    """Two units changed places; neither entered a space."""

    unit: str = public()
    other: str = public()
    at: Hex = public()
    other_at: Hex = public()


@event()
class DamageDealt:
    """Damage hit a unit: what was dealt, what defence took, what HP was lost, and whose deed it is (0: nobody's)."""

    source: str = public()
    seat: int = public()
    target: str = public()
    kind: str = public()
    raw: int = public()
    height: int = public()
    true: bool = public()
    blocked: int = public()
    lost: int = public()


@event()
class DefenceChanged:
    """A unit gained or lost defence other than by damage."""

    unit: str = public()
    delta: int = public()
    total: int = public()
    reason: str = public()


@event()
class HpChanged:
    """A unit's HP changed other than by damage."""

    unit: str = public()
    delta: int = public()
    total: int = public()
    reason: str = public()


@event()
class StatusChanged:
    """Status tokens came onto or off a unit, or Vish onto or off a space; `owner` is whose Vish it is."""

    status: str = public()
    delta: int = public()
    total: int = public()
    seat: int = public()
    unit: str = public(default="")
    at: Hex | None = public(default=None)
    owner: int = public(default=0)


@event()
class FlightChanged:
    """A champion took off or landed."""

    seat: int = public()
    on: bool = public()


@event()
class ChampionKilled:
    """A champion fell and left the arena."""

    seat: int = public()
    killer: int = public()
    cause: str = public()


@event()
class RelicsLost:
    """The Relics of a fallen champion went to the discard pile."""

    seat: int = public()
    cards: tuple[str, ...] = public()
    kept: tuple[str, ...] = public()


@event()
class ChipsMoved:
    """HP chips of a minion went into a bank, or out of the game (seat 0)."""

    minion: str = public()
    count: int = public()
    seat: int = public()


@event()
class MinionKilled:
    """A minion lost its last chip; its head goes to a seat, or out of the game (seat 0)."""

    minion: str = public()
    kind: str = public()
    was: int = public()
    seat: int = public()
    cause: str = public()


@event()
class HeadReturned:
    """A head was turned in and went back to the box."""

    seat: int = public()
    minion: str = public()
    kind: str = public()


@event()
class AggroMarked:
    """A neutral minion is set on a seat."""

    minion: str = public()
    seat: int = public()
    cause: str = public()


@event()
class AggroDropped:
    """A mark fell away."""

    minion: str = public()
    seat: int = public()
    cause: str = public()


@event()
class AggroStarted:
    """The minions set on a seat act, steered by the next enemy clockwise."""

    seat: int = public()
    executor: int = public()
    minions: tuple[str, ...] = public()


@event()
class AggroEnded:
    """The minions set on a seat have acted."""

    seat: int = public()


@event()
class XpChanged:
    """A seat gained or spent XP."""

    seat: int = public()
    delta: int = public()
    total: int = public()
    reason: str = public()


@event()
class UpgradeBought:
    """A seat unlocked something: `value` is the new Max HP or Energy Modifier, `symbol` the traits of a symbol."""

    seat: int = public()
    kind: str = public()
    index: int = public()
    choice: str = public()
    cost: int = public()
    value: int = public(default=0)
    symbol: tuple[str, ...] = public(default=())
    skill: str = public(default="")


@event()
class CardsDiscarded:
    """Cards went to their owner's open discard pile, from hand or (a Spell) after resolving."""

    seat: int = public()
    cards: tuple[str, ...] = public()
    why: str = public()


@event()
class CardsPeeked:
    """A seat looked at cards of its own deck."""

    seat: int = public()
    count: int = public()
    why: str = public()
    cards: tuple[str, ...] | None = owned("seat")


@event()
class CardsPutBack:
    """A seat put cards it had looked at back on top of its deck in an order only it knows."""

    seat: int = public()
    count: int = public()
    cards: tuple[str, ...] | None = owned("seat")


@event()
class CardRevealed:
    """A card was shown to everybody before it went to a hand."""

    seat: int = public()
    cards: tuple[str, ...] = public()


@event()
class ClassPieceMoved:
    """A class piece went from a supply to the arena, back, or from space to space."""

    seat: int = public()
    piece: str = public()
    start: Hex | None = public()
    end: Hex | None = public()
    unit: str = public(default="")


@event()
class LastingSet:
    """A change to a seat's actions lasts until the end of the turn."""

    seat: int = public()
    source: str = public()
    change: dict[str, Any] = public()
    uses: int = public()
    unit: str = public()


@event()
class LimitUsed:
    """Something that goes once a turn was used."""

    key: str = public()


@event()
class ItemPicked:
    """A unit on an item took it."""

    seat: int = public()
    item: str = public()
    at: Hex = public()


@event()
class ItemDeclined:
    """A unit on an item left it there."""

    seat: int = public()
    item: str = public()
    at: Hex = public()


# The match.


@event()
class ModeScored:
    """The mode counted something: the new totals, by what is counted."""

    reason: str = public()
    totals: dict[str, int] = public()


@event()
class AutoPassSet:
    """A seat set or lifted its standing pass on reactions; all learn that it did one of the two, only it which."""

    seat: int = public()
    on: bool | None = owned("seat")


@event()
class RulingProposed:
    """A seat, or the host (0), proposed a correction for all to agree on."""

    seat: int = public()
    number: int = public()
    text: str = public()
    edits: tuple[dict[str, Any], ...] = public()


@event()
class RulingConsented:
    """A seat agreed to the proposed correction."""

    seat: int = public()
    number: int = public()


@event()
class RulingDropped:
    """A proposed correction was refused by a seat, withdrawn by whose it was, or fits the table no more."""

    seat: int = public()
    number: int = public()


@event()
class RulingApplied:
    """Everybody agreed, and the table was corrected."""

    text: str = public()
    seats: tuple[int, ...] = public()
    edits: tuple[dict[str, Any], ...] = public()


@event()
class PlayerConceded:
    """A seat gave up."""

    seat: int = public()


@event()
class GameEnded:
    """The match is over."""

    winners: tuple[int, ...] = public()
    reasons: tuple[str, ...] = public()
    scores: tuple[int, ...] = public()
