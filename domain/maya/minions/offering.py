"""What else an Action Phase offers: minions to spawn, objectives to claim, upgrades, heads to turn in (MAYA-ACT-01)."""

from __future__ import annotations

from domain.kernel.game import Offer
from domain.maya.intents import BuyUpgrade, ClaimObjective, SpawnMinion, TurnInHead
from domain.maya.minions.spawning import sides, spots
from domain.maya.modes.base import mode_of
from domain.maya.objectives.measuring import is_fulfilled
from domain.maya.state import State
from domain.maya.upgrades.catalogue import is_at_upgrade_point, upgrades_of


def offers(state: State, seat: int) -> list[Offer]:
    """What the turn seat may do beside its cards and abilities."""
    return [*_claims(state, seat), *_upgrades(state, seat), *_heads(state, seat), *_spawns(state, seat)]


def _claims(state: State, seat: int) -> list[Offer]:
    if seat in state.objectives.claimed:
        return []
    return [Offer(ClaimObjective(seat, card.id)) for card in state.objectives.open if is_fulfilled(state, card)]


def _upgrades(state: State, seat: int) -> list[Offer]:
    side = state.seat(seat)
    if not side.purse.xp or not is_at_upgrade_point(state, seat):
        return []
    return [
        Offer(BuyUpgrade(seat, upgrade.kind, upgrade.index, upgrade.choice))
        for upgrade in upgrades_of(state, side)
        if upgrade.cost <= side.purse.xp
    ]


def _heads(state: State, seat: int) -> list[Offer]:
    heads = state.seat(seat).purse.heads
    if not heads or heads_turned_in(state, seat) >= mode_of(state).heads_per_turn(state):
        return []
    if not is_at_upgrade_point(state, seat):
        return []
    return [Offer(TurnInHead(seat, head.minion)) for head in heads]


def heads_turned_in(state: State, seat: int) -> int:
    """How many heads the seat has turned in this turn."""
    return state.turn.limits.count(head_limit(seat))


def head_limit(seat: int) -> str:
    """Under which name turned-in heads are counted."""
    return f"{seat}:head"


def _spawns(state: State, seat: int) -> list[Offer]:
    purse = state.seat(seat).purse
    if not purse.heads or not purse.bank:
        return []
    places = spots(state, seat)
    return [
        Offer(SpawnMinion(seat, head.minion, hp, point.name, at, side))
        for head in purse.heads
        for side in sides(state, head)
        for hp in range(1, purse.bank + 1)
        for point, at in places
    ]
