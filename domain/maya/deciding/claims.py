"""Claiming objectives, buying upgrades, spawning minions, turning heads in, picking items up."""

from __future__ import annotations

from domain.kernel.game import Refused
from domain.maya.deciding.checks import check_action_phase
from domain.maya.effects.words import perform, question_of
from domain.maya.events import (
    HeadReturned,
    HpChanged,
    LimitUsed,
    MinionSpawned,
    ObjectiveClaimed,
    UpgradeBought,
    XpChanged,
)
from domain.maya.intents import BuyUpgrade, ClaimObjective, DeclineItem, PickUpItem, SpawnMinion, TurnInHead
from domain.maya.minions.offering import head_limit, heads_turned_in
from domain.maya.minions.spawning import side_meant, sides, spots
from domain.maya.modes.base import mode_of
from domain.maya.objectives.measuring import is_fulfilled
from domain.maya.packs import pack_of
from domain.maya.state import Head, State
from domain.maya.table import MayaDraft
from domain.maya.upgrades.catalogue import KINDS, Upgrade, is_at_upgrade_point, upgrades_of


def claim_objective(draft: MayaDraft, intent: ClaimObjective) -> None:
    """An open objective fulfilled in this Action Phase, one a round (MAYA-OBJ-02 to MAYA-OBJ-09, MAYA-OBJ-12)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-ACT-15")
    card = next((card for card in state.objectives.open if card.id == intent.objective), None)
    if card is None:
        raise Refused("NOT_OPEN", "MAYA-OBJ-13", "That objective does not lie open.")
    if intent.seat in state.objectives.claimed:
        raise Refused("CLAIMED_THIS_ROUND", "MAYA-OBJ-04", "You have completed an objective this round.")
    if not is_fulfilled(state, card):
        raise Refused("NOT_FULFILLED", "MAYA-OBJ-02", "You have not done that in this Action Phase.")
    first = not card.tokens and not card.done_by
    # The first token earns what is printed, later ones 1; a starter pays everybody what it shows.
    xp = card.reward if card.starter or first else 1
    draft.emit(ObjectiveClaimed(intent.seat, card.id, first, xp))
    _change_xp(draft, intent.seat, xp, "objective")


def _change_xp(draft: MayaDraft, seat: int, delta: int, reason: str) -> None:
    if delta:
        draft.emit(XpChanged(seat, delta, draft.state.seat(seat).purse.xp + delta, reason))


def buy_upgrade(draft: MayaDraft, intent: BuyUpgrade) -> None:
    """XP is spent beside an upgrade point (MAYA-UPG-01 to MAYA-UPG-25, MAYA-XP-02 to MAYA-XP-05)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-ACT-16")
    if not is_at_upgrade_point(state, intent.seat):
        raise Refused("NOT_AT_A_POINT", "MAYA-XP-02", "XP is spent beside an upgrade point that serves you.")
    upgrade = _wanted(state, intent)
    if upgrade.cost > state.seat(intent.seat).purse.xp:
        raise Refused("NOT_ENOUGH_XP", "MAYA-XP-05", f"That costs {upgrade.cost} XP.", cost=upgrade.cost)
    _change_xp(draft, intent.seat, -upgrade.cost, "upgrade")
    before = draft.state.champion(intent.seat).max_hp
    draft.emit(
        UpgradeBought(
            intent.seat,
            upgrade.kind,
            upgrade.index,
            upgrade.level,
            upgrade.cost,
            upgrade.value,
            upgrade.symbol,
            upgrade.skill,
        )
    )
    champion = draft.state.champion(intent.seat)
    gained = champion.max_hp - before
    if gained:
        # A higher Max HP comes with as much HP at once (MAYA-UPG-04).
        draft.emit(HpChanged(champion.id, gained, champion.hp + gained, "upgrade"))


def _wanted(state: State, intent: BuyUpgrade) -> Upgrade:
    side = state.seat(intent.seat)
    for upgrade in upgrades_of(state, side):
        if (upgrade.kind, upgrade.index, upgrade.choice) == (intent.kind, intent.index, intent.choice):
            return upgrade
    if intent.kind not in KINDS:
        raise Refused("NO_SUCH_UPGRADE", "MAYA-UPG-01", "Upgrades are Max HP, Energy, symbols and skills.")
    rule = "MAYA-UPG-21" if _is_final(state, intent) else _CLOSED[intent.kind]
    raise Refused("UPGRADE_CLOSED", rule, "That cannot be unlocked now.")


def _is_final(state: State, intent: BuyUpgrade) -> bool:
    # A skill that has its level-2 side keeps it.
    side = state.seat(intent.seat)
    skills = pack_of(state).skills_of(side.champion)
    if intent.kind != "skill" or not 0 <= intent.index < len(skills):
        return False
    return side.growth.skills.get(skills[intent.index].id, "")[:1] == "2"


_CLOSED = {"hp": "MAYA-UPG-03", "energy": "MAYA-UPG-09", "symbol": "MAYA-UPG-12", "skill": "MAYA-UPG-22"}


def spawn_minion(draft: MayaDraft, intent: SpawnMinion) -> None:
    """A head of the reserve comes in with chips of the own bank (MAYA-MIN-12 to MAYA-MIN-15, MAYA-AMB-85)."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-MIN-12")
    purse = state.seat(intent.seat).purse
    head = _head(state, intent.seat, intent.minion)
    if not 1 <= intent.hp <= purse.bank:
        raise Refused("BAD_HP", "MAYA-MIN-12", "A minion comes in with 1 HP or more, out of your own bank.")
    side = side_meant(state, head, intent.side)
    if side not in sides(state, head):
        raise Refused("BAD_SIDE", "MAYA-ROSTER-09", "That head has no such side.")
    places = spots(state, intent.seat)
    if intent.point not in [point.name for point, _ in places]:
        raise Refused("NOT_ELIGIBLE", "MAYA-POI-08", "Your minions cannot come in at that point.")
    if (intent.point, intent.at) not in [(point.name, at) for point, at in places]:
        raise Refused("NOT_NEAREST", "MAYA-MIN-13", "Come in as near to the point as possible, on a free space.")
    draft.emit(MinionSpawned(intent.seat, head.minion, head.kind, side, intent.hp, intent.point, intent.at))


def _head(state: State, seat: int, minion: str) -> Head:
    head = next((head for head in state.seat(seat).purse.heads if head.minion == minion), None)
    if head is None:
        raise Refused("NOT_YOUR_HEAD", "MAYA-MIN-10", "You hold no such head.")
    return head


def turn_in_head(draft: MayaDraft, intent: TurnInHead) -> None:
    """A head goes back to the box, where the mode pays for it."""
    state = draft.state
    check_action_phase(state, intent.seat, "MAYA-ACT-12")
    most = mode_of(state).heads_per_turn(state)
    if not most:
        raise Refused("NOT_IN_THIS_MODE", "MAYA-POI-03", "This mode pays nothing for heads.")
    head = _head(state, intent.seat, intent.minion)
    if heads_turned_in(state, intent.seat) >= most:
        raise Refused("ONCE_PER_TURN", "MAYA-ACT-14", "No more heads this turn.")
    if not is_at_upgrade_point(state, intent.seat):
        raise Refused("NOT_AT_A_POINT", "MAYA-POI-02", "Heads are turned in beside an upgrade point.")
    draft.emit(LimitUsed(head_limit(intent.seat)))
    draft.emit(HeadReturned(intent.seat, head.minion, head.kind))
    mode_of(draft.state).head_returned(draft, intent.seat, head.minion)


def pick_up_item(draft: MayaDraft, intent: PickUpItem) -> None:
    """The unit that has just acted takes an item it stands on (MAYA-ITEM-04, MAYA-ITEM-05)."""
    _check_item(draft.state, intent.seat, intent.item)
    perform(draft, (intent.item,))


def decline_item(draft: MayaDraft, intent: DeclineItem) -> None:
    """The unit that has just acted leaves an item where it lies (MAYA-ITEM-04)."""
    _check_item(draft.state, intent.seat, intent.item)
    perform(draft, ("", intent.item))


def _check_item(state: State, seat: int, item: str) -> None:
    question = question_of(state)
    if question is None or question.ask != "item":
        for lying in state.ground.items:
            on_top = state.unit_at(lying.at)
            if lying.item == item and on_top is not None and on_top.owner != seat:
                raise Refused("ITEM_COVERED", "MAYA-ITEM-03", "Another unit stands on it.")
        raise Refused("NOT_ASKED", "MAYA-ITEM-04", "Items are picked up at the end of an action, from on top.")
    if question.seat != seat:
        raise Refused("NOT_YOUR_DECISION", "MAYA-ACT-10", "Another seat is asked.")
    if item not in question.options:
        raise Refused("NOT_AN_OPTION", "MAYA-ITEM-04", "That item does not lie there.")
