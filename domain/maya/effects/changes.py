"""The changes that apply to an action: of its slot, of passives and skills, and those that last until the turn ends."""

from __future__ import annotations

from domain.kernel.records import record
from domain.maya.content.abilities import Ability
from domain.maya.content.effects import Attack, Change, Effect, Move, Push
from domain.maya.content.values import Reach
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import change_of
from domain.maya.kit import Clause, Kit, kit_of
from domain.maya.packs import face, pack_of
from domain.maya.state import State


@record
class Applied:
    """One change that fits an action: the name it goes by, what using it uses up, and whose choice it is."""

    name: str
    change: Change
    spent: str = ""
    chosen: bool = False
    """The player decides whether it is used, and says so when it is."""
    declinable: bool = False
    """It is used unless the player says that it is left out."""
    settles: bool = False
    """What the player decides now holds for every later action of the activation that it fits."""
    unit: str = ""
    """The one unit it works against, if any."""


def changes_for(state: State, seat: int, effect: Effect, slot: int, reach: Reach | None) -> tuple[Applied, ...]:
    """Every change that fits an action of a seat's champion, taken from a slot (0 for none).

    (MAYA-CARD-04, MAYA-CARD-07, MAYA-CARD-08, MAYA-AMB-47, MAYA-AMB-58, MAYA-AMB-59)
    """
    if not isinstance(effect, Attack | Push | Move):
        return ()
    kit = kit_of(state, state.seat(seat))
    found: list[Applied] = []
    if slot and state.turn.slot == slot and state.turn.seat == seat:
        found += _of_slot(state, seat, slot, effect, reach)
    found += _of_kit(state, seat, kit, effect, reach)
    found += _lasting(state, seat, effect, reach)
    return tuple(found)


def fits(change: Change, effect: Effect, reach: Reach | None) -> bool:
    """Whether a change is to actions of this kind."""
    match change.to:
        case "attack":
            return isinstance(effect, Attack)
        case "ranged_attack":
            return isinstance(effect, Attack) and reach is not None and reach.is_ranged
        case "range_attack":
            return isinstance(effect, Attack) and reach is not None and reach.kind == "range"
        case "push":
            return isinstance(effect, Push)
    return isinstance(effect, Move)


def slot_abilities(state: State, seat: int, slot: int) -> list[tuple[str, int, Ability]]:
    """The clauses of the card in a slot and, if it counts, of the Relic under it: where, number, clause.

    (MAYA-RELIC-07, MAYA-RELIC-08, MAYA-RELIC-09)
    """
    pack = pack_of(state)
    place = state.seat(seat).slots[slot - 1]
    found: list[tuple[str, int, Ability]] = []
    if place.card:
        found += [("card", n, ability) for n, ability in enumerate(face(pack, place.card).program)]
    if place.relic and state.turn.relic_live:
        found += [("relic", n, ability) for n, ability in enumerate(pack.cards[place.relic].program)]
    return found


def _of_slot(state: State, seat: int, slot: int, effect: Effect, reach: Reach | None) -> list[Applied]:
    found: list[Applied] = []
    for where, number, ability in slot_abilities(state, seat, slot):
        change = ability.change
        if ability.when != "modifier" or change is None or not fits(change, effect, reach):
            continue
        name = f"{where}.{number}"
        if name in state.turn.fired or DECLINED + name in state.turn.fired:
            continue
        if not holds(state, seat, ability.condition) or (change.centre and not has_engram(state, seat)):
            continue
        spent = f"first:{name}" if change.first else ""
        if USED + name in state.turn.fired:
            # It covers every action that its text fits once the player has taken it up (MAYA-AMB-59).
            found.append(Applied(name, change, spent))
            continue
        chosen = _is_choice(change)
        declinable = not chosen and _is_declinable(change)
        found.append(Applied(name, change, spent, chosen, declinable, settles=chosen or declinable))
    return found


def has_engram(state: State, seat: int) -> bool:
    """Whether a seat has an Engram on the arena from which an area could be measured."""
    return any(unit.what == "engram" and unit.owner == seat and unit.at is not None for unit in state.units.values())


def _is_choice(change: Change) -> bool:
    # What has an afterword, another centre or another way of moving is asked for.
    return bool(change.then or change.centre or change.become in ("jump", "all_adjacent"))


def _is_declinable(change: Change) -> bool:
    # More damage, statuses or a longer push are used of themselves, since mostly one wants them, and may be left out:
    # one may wish to spare somebody, keep a token, or push just so far. A Move that may go further may still end
    # anywhere that it could have without, and a Projectile reaches all that the Range attack would have; there is
    # nothing to decline in these (MAYA-AMB-59).
    return change.to != "move" and bool(change.add or change.set or change.inflict)


DECLINED = "-"
"""Before the name of a modifier: the player leaves it out."""

USED = "+"
"""Before the name of a modifier of the slot: the player uses it for this activation."""


def settled(applied: Applied, *, used: bool) -> str:
    """How a declaration says what the player decided about a modifier for the rest of the activation."""
    return f"slot:{USED if used else DECLINED}{applied.name}"


def without(applied: Applied) -> Applied:
    """A change as it stands when its player leaves it out: it does nothing, and the first action it fits was that.

    It goes by its name with a minus.
    """
    nothing = Change(applied.change.to)
    return Applied(DECLINED + applied.name, nothing, applied.spent, chosen=True)


def _of_kit(state: State, seat: int, kit: Kit, effect: Effect, reach: Reach | None) -> list[Applied]:
    found: list[Applied] = []
    for clause in (*kit.modifiers, *kit.changes):
        change = clause.ability.change
        if change is None or not fits(change, effect, reach) or is_spent(state, seat, clause):
            continue
        if not holds(state, seat, clause.ability.condition):
            continue
        spent = f"limit:{limit_key(seat, clause)}" if clause.is_once else ""
        found.append(Applied(clause.source, change, spent, clause.ability.when == "modifier"))
    return found


def _lasting(state: State, seat: int, effect: Effect, reach: Reach | None) -> list[Applied]:
    found: list[Applied] = []
    for number, lasting in enumerate(state.turn.lasting):
        if lasting.seat != seat or lasting.uses < 0:
            continue
        change = change_of(lasting.change)
        if fits(change, effect, reach):
            spent = f"lasting:{number}" if lasting.uses else ""
            found.append(Applied(f"lasting.{number}", change, spent, unit=lasting.unit))
    return found


def limit_key(seat: int, clause: Clause) -> str:
    """The name under which a once-per-turn clause of a seat is used up (MAYA-ACT-14)."""
    return f"{seat}:{clause.source}"


def is_spent(state: State, seat: int, clause: Clause) -> bool:
    """Whether a once-per-turn clause was used this turn."""
    return clause.is_once and limit_key(seat, clause) in state.turn.limits


def grants(state: State, seat: int, what: str) -> bool:
    """Whether something a living champion has says so: spikeproof, immovable, pass_enemies."""
    if not state.is_alive(seat):
        return False
    kit = kit_of(state, state.seat(seat))
    return any(clause.ability.grant == what and holds(state, seat, clause.ability.condition) for clause in kit.grants)


def shielded(state: State, seat: int, against: str) -> int:
    """By how much damage of this kind against a seat's champion is less."""
    if not state.is_alive(seat):
        return 0
    return sum(
        clause.ability.shield.less
        for clause in kit_of(state, state.seat(seat)).shields
        if clause.ability.shield is not None
        and clause.ability.shield.against == against
        and holds(state, seat, clause.ability.condition)
    )


def price_of(state: State, seat: int, of: str, printed: int) -> int:
    """What something costs a seat in Energy, never below 0."""
    cost = printed
    if not state.is_alive(seat):
        return cost
    for clause in kit_of(state, state.seat(seat)).prices:
        price = clause.ability.price
        if price is not None and price.of == of:
            cost = price.set if price.set is not None else cost - price.less
    return max(cost, 0)
