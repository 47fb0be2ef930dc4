"""Neutral minions on their lairs, at the start and when a mode brings them back (MAYA-GSETUP-01, MAYA-MIN-02)."""

from __future__ import annotations

from domain.maya.content.models import ContentPack, Lair
from domain.maya.events import NeutralMinionPlaced
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.table import MayaDraft


def lairs_of(state: State) -> dict[str, Lair]:
    """The lairs of the arena by the id of the minion that lives there."""
    lairs = pack_of(state).maps[state.rules.map].lairs
    return {f"m{number}": lair for number, lair in enumerate(lairs, start=1)}


def place_neutral(draft: MayaDraft, minion: str, lair: Lair) -> None:
    """A neutral minion takes its lair; where its head has two sides one is drawn (MAYA-ROSTER-10)."""
    state = draft.state
    pack = pack_of(state)
    kind = _kind(state, pack, lair.minion)
    found = pack.minions[kind]
    hp = lair.hp if kind == lair.minion else found.hp[pack.modes[state.rules.mode].kind]
    sides = found.sides
    side = sides[draft.chance.below(len(sides), "side")] if len(sides) > 1 else sides[0]
    draft.emit(NeutralMinionPlaced(minion, kind, lair.at, hp, side.id))


def _kind(state: State, pack: ContentPack, kind: str) -> str:
    # In expert games another kind stands in for some (MAYA-ROSTER-13).
    if not state.rules.expert:
        return kind
    return next((minion.id for minion in pack.minions.values() if minion.replaces == kind), kind)
