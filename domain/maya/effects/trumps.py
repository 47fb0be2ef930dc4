"""TRUMP texts: they beat every other text, and where two of them collide the turn player's wins (MAYA-PRIO-02)."""

from __future__ import annotations

from domain.maya.content.abilities import Ability
from domain.maya.effects.changes import slot_abilities
from domain.maya.effects.conditions import holds
from domain.maya.kit import kit_of
from domain.maya.packs import face, pack_of
from domain.maya.state import State


def is_held(state: State, seat: int, mover: int, source: str) -> bool | None:
    """Whether a text that holds a seat's champion in place beats the one that would push or pull it.

    None where the turn player has to say: two TRUMPs of which neither is the turn player's (MAYA-AMB-116).
    """
    holding = _holding(state, seat)
    if not holding:
        return False
    if not any(ability.trump for ability in _texts(state, mover, source)):
        return True
    if not any(ability.trump for ability in holding) or state.turn.seat == mover:
        return False
    return True if state.turn.seat == seat else None


def chooser_of(state: State) -> int:
    """Who settles what the texts leave open: the turn player, outside turns the first in initiative order."""
    return state.turn.seat or state.tracks.initiative[0]


def _holding(state: State, seat: int) -> list[Ability]:
    if not state.is_alive(seat):
        return []
    grants = kit_of(state, state.seat(seat)).grants
    return [
        clause.ability
        for clause in grants
        if clause.ability.grant == "immovable" and holds(state, seat, clause.ability.condition)
    ]


def _texts(state: State, seat: int, source: str) -> list[Ability]:
    """The clauses that an action comes from, by the name it goes by; none for a minion's."""
    if not seat:
        return []
    kind, _, rest = source.partition(":")
    pack = pack_of(state)
    if kind == "spell":
        return list(pack.cards[rest].program)
    if kind in ("exit", "arrival"):
        card, _, number = rest.rpartition(".")
        return [face(pack, card).program[int(number)]]
    clause = kit_of(state, state.seat(seat)).by_source.get(source)
    if clause is not None:
        return [clause.ability]
    slot, _, place = source.partition(".")
    if not slot.isdigit():
        return []
    return [ability for where, n, ability in slot_abilities(state, seat, int(slot)) if f"{where}.{n}" == place]
