"""Units on their way: step by step over spikes and Vish (MAYA-MOVE-07, MAYA-TERR-15, MAYA-AMB-10)."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect as Step
from domain.maya.effects.changes import grants
from domain.maya.events import ActionDeclared, StatusChanged, UnitMoved
from domain.maya.hexes import Hex
from domain.maya.kit import kit_of
from domain.maya.performers.damage import Hit, strike
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, board, is_foe_of_seat, place_of, taken_spaces
from domain.maya.triggers.firing import fire


def go(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Move, Fly, Jump or Run: Root first, then the way (MAYA-ROOT-01 to MAYA-ROOT-04, MAYA-AMB-24)."""
    unit = draft.state.units[act.actor]
    spent = min(unit.root, act.value)
    if spent:
        draft.emit(StatusChanged("root", -spent, unit.root - spent, act.seat, unit=unit.id))
    start = place_of(unit)
    path = act.path if act.how != "jump" else act.path[-1:]
    follow = travel(draft, unit, path, act.how, 0, hurts=act.how != "fly")
    bound: dict[str, Any] = {}
    if draft.state.ended is not None:
        return [], {}
    now = draft.state.units.get(unit.id)
    if now is None or now.at is None:
        return follow, bound
    if unit.kind == "champion":
        follow += _moved(draft, act, start)
    if act.kind == "move" and act.seat and draft.state.rules.reactions and not _is_afterword(draft.state, act):
        follow.insert(0, Step("moved_window", {"unit": unit.id, "seat": act.seat}))
    return follow, bound


def _is_afterword(state: State, act: ActionDeclared) -> bool:
    # What follows an action by the text of a change is none that could be answered (MAYA-AMB-50, MAYA-PASSIVE-03).
    # What a passive does of itself is none either; the window is left out for that when it would open.
    clause = kit_of(state, state.seat(act.seat)).by_source.get(act.source)
    return not act.bleeds and (clause is None or clause.ability.when != "passive")


def _moved(draft: MayaDraft, act: ActionDeclared, start: Hex) -> list[Step]:
    follow: list[Step] = []
    flew = len(act.path) if act.how == "fly" else 0
    if act.how == "fly":
        follow += fire(draft.state, "you_flew", act.seat, {"flew": flew})
    if act.kind == "move":
        left = [start, *act.path[:-1]] if act.path else []
        follow += fire(draft.state, "you_moved", act.seat, {"spaces_left": left, "flew": flew})
    return follow


def travel(draft: MayaDraft, unit: Unit, path: tuple[Hex, ...], how: str, credit: int, *, hurts: bool) -> list[Step]:
    """A unit enters the spaces of a path one after the other; gives what follows.

    `credit` is whose deed spike damage is, and `hurts` whether spikes do any at all.
    """
    field = board(draft.state)
    if unit.kind == "champion" and hurts and grants(draft.state, unit.owner, "spikeproof"):
        hurts = False
    landing_only = how in ("fly", "jump")
    first = len(path) - 1 if landing_only else 0
    spiked = [n for n, space in enumerate(path) if n >= first and field.is_spiked(space)] if hurts else []
    # What a unit does not survive stops it there; all HP and Defence are spent by then (MAYA-AMB-10).
    fatal = unit.hp + unit.defence
    if len(spiked) >= fatal:
        spiked = spiked[:fatal]
        path = path[: spiked[-1] + 1]
    draft.emit(UnitMoved(unit.id, how, place_of(unit), _up_to_a_free_space(draft.state, unit, path)))
    follow = _vish_entered(draft.state, unit, path[-1:] if landing_only else path)
    for _ in spiked:
        _, after = strike(draft, "spikes", credit, [Hit(unit.id, 1, "spike")])
        follow += after
        if draft.state.ended is not None:
            return []
    return follow


def _up_to_a_free_space(state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    # A unit that falls while it passes a friend never stood on that space.
    taken = taken_spaces(state) - {unit.at}
    while path and path[-1] in taken:
        path = path[:-1]
    return path


def _vish_entered(state: State, unit: Unit, spaces: tuple[Hex, ...]) -> list[Step]:
    if not state.ground.vish or not unit.is_entity:
        return []
    follow: list[Step] = []
    for space in spaces:
        for pool in state.ground.vish:
            if pool.at == space and is_foe_of_seat(state, pool.seat, unit):
                follow += fire(state, "entered_your_vish", pool.seat, {"it": unit.id, "it@": space})
    return follow
