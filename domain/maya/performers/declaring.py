"""Declaring an action: it goes on the stack, opponents may answer, then it resolves."""

from __future__ import annotations

from domain.maya.content.effects import Attack, Push
from domain.maya.content.reading import target_to_data
from domain.maya.effects.wording import as_data
from domain.maya.effects.words import Way
from domain.maya.events import ReactionWindowOpened, TargetsNamed
from domain.maya.performers.icons import Icon, declaration
from domain.maya.table import MayaDraft
from domain.maya.triggers.reactions import eligible


def declare(draft: MayaDraft, icon: Icon, way: Way, *, answerable: bool = True) -> None:
    """Puts an action on the stack and opens its window; `run` resolves it (MAYA-AMB-50).

    Passives, triggers and neutral minions are not `answerable`.
    """
    act = declaration(draft.state, icon, way)
    draft.emit(act)
    if answerable and icon.seat:
        _name_targets(draft, act.stack, icon)
        open_window(draft, act.stack, icon.seat, "declared", {"it": act.actor})


def _name_targets(draft: MayaDraft, stack: int, icon: Icon) -> None:
    # An answer can change who is near enough, not what kind of unit somebody is.
    target = icon.effect.target if isinstance(icon.effect, Attack | Push) else None
    if target is None or not draft.state.rules.reactions or not (target.within or target.straight or target.beside):
        return
    names = (target.beside, f"{target.beside}@")
    spoken_of = {name: as_data(icon.bound[name]) for name in names if name in icon.bound}
    draft.emit(TargetsNamed(stack, target_to_data(target), spoken_of))


def open_window(draft: MayaDraft, stack: int, seat: int, timing: str, bound: dict[str, object]) -> None:
    """Asks the opponents who may answer, if there are any."""
    seats = eligible(draft.state, seat)
    if seats:
        draft.emit(ReactionWindowOpened(stack, seats, timing, {"seat": seat, "bound": bound}))
