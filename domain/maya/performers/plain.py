"""Defend, Draw and Discard (MAYA-DEF-01, MAYA-DRAW-01, MAYA-COOL-02)."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Effect as Step
from domain.maya.events import ActionDeclared, CardsDiscarded, DefenceChanged
from domain.maya.flow.drawing import draw_cards
from domain.maya.table import MayaDraft


def defend(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Defence grows by the value, up to Max HP (MAYA-DEF-02, MAYA-DEF-03, MAYA-AMB-18)."""
    gain_defence(draft, act.actor, act.value, "defend")
    return [], {}


def gain_defence(draft: MayaDraft, unit: str, value: int, reason: str) -> None:
    """A unit gains defence; the cap is Max HP and never HP."""
    now = draft.state.units[unit]
    gained = min(value, now.max_hp - now.defence)
    draft.emit(DefenceChanged(unit, gained, now.defence + gained, reason))


def draw(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Cards from the actor's own deck."""
    draw_cards(draft, act.seat, act.value, "action")
    return [], {}


def discard(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Cards from hand to the own discard pile (MAYA-AMB-30)."""
    if act.targets:
        draft.emit(CardsDiscarded(act.seat, act.targets, "effect"))
    return [], {"discarded": list(act.targets)}
