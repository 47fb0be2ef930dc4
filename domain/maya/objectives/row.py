"""The row of open objectives: setting it up, clearing and refilling it (MAYA-REFRESH-03 to MAYA-REFRESH-06)."""

from __future__ import annotations

from domain.maya.events import (
    ObjectiveDeckShuffled,
    ObjectiveOpened,
    ObjectivesCleared,
    ObjectiveStarterChanged,
)
from domain.maya.modes.base import data_of
from domain.maya.packs import pack_of
from domain.maya.table import MayaDraft


def set_up_objectives(draft: MayaDraft) -> None:
    """Both starters on their first sides, the rest shuffled, and the row filled (MAYA-GSETUP-05 to MAYA-GSETUP-07)."""
    pack = pack_of(draft.state)
    for objective in pack.objectives.values():
        if objective.starter:
            draft.emit(ObjectiveOpened(objective.id, 0, objective.sides[0].xp, True))
    rest = [objective.id for objective in pack.objectives.values() if not objective.starter]
    order = draft.chance.shuffle(rest, "objectives")
    draft.emit(ObjectiveDeckShuffled(len(order), "setup", order))
    _fill(draft)


def refresh_objectives(draft: MayaDraft) -> None:
    """Claimed cards leave, starters flip or go for good, and the row is filled up again."""
    pack = pack_of(draft.state)
    opened = draft.state.objectives.open
    claimed = [card for card in opened if card.tokens]
    if claimed:
        tokens = tuple([seat for card in claimed for seat in card.tokens])
        draft.emit(ObjectivesCleared(tuple([card.id for card in claimed]), tokens))
    for card in opened:
        if not card.done_by:
            continue
        sides = pack.objectives[card.id].sides
        change = sides[card.side].on_complete
        reward = sides[card.side + 1].xp if change == "flip" else 0
        draft.emit(ObjectiveStarterChanged(card.id, change, reward))
    _fill(draft)


def _fill(draft: MayaDraft) -> None:
    size = data_of(draft.state).objective_row[len(draft.state.seats)]
    pack = pack_of(draft.state)
    while len(draft.state.objectives.open) < size:
        objectives = draft.state.objectives
        if not objectives.deck:
            if not objectives.discard:
                return
            order = draft.chance.shuffle(objectives.discard, "objectives")
            draft.emit(ObjectiveDeckShuffled(len(order), "reshuffle", order))
            continue
        card = objectives.deck[0]
        assert card is not None, "only the server, who knows the pile, opens objectives"
        draft.emit(ObjectiveOpened(card, 0, pack.objectives[card].sides[0].xp, False))
