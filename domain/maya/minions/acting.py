"""What a minion can do: the steps on its head, and taking one of them (MAYA-MIN-01, MAYA-AGGRO-12)."""

from __future__ import annotations

from domain.kernel.records import record
from domain.maya.content.effects import Effect
from domain.maya.content.models import MinionSide
from domain.maya.effects.words import Way
from domain.maya.events import MinionTurnEnded
from domain.maya.packs import pack_of
from domain.maya.performers.declaring import declare
from domain.maya.performers.icons import Icon, fault_of, is_simple, ways_of
from domain.maya.performers.statuses import remove
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft


@record
class Option:
    """One thing a minion may do now: a step of its head, which of the step's alternatives, and how."""

    step: int
    choice: int
    way: Way


def side_of(state: State, unit: Unit) -> MinionSide:
    """The side of its head that counts (MAYA-ROSTER-09, MAYA-ROSTER-10)."""
    sides = pack_of(state).minions[unit.what].sides
    return next((side for side in sides if side.id == unit.side), sides[0])


def open_steps(side: MinionSide, used: tuple[int, ...]) -> list[int]:
    """The steps that may still be taken; where the text fixes an order none before one that was (MAYA-AMB-84)."""
    first = max(used, default=-1) + 1 if side.in_order else 0
    return [step for step in range(first, len(side.steps)) if step not in used]


def icon_of(unit: Unit, seat: int, step: int, effect: Effect) -> Icon:
    """An action of a minion about to be taken; `seat` is whose deed it is, 0 for a neutral minion's."""
    return Icon(effect, seat, unit, f"minion:{unit.id}.{step}", printed=False)


def options(state: State, unit: Unit, seat: int, used: tuple[int, ...]) -> list[Option]:
    """Everything its steps allow, whoever is chosen as a target."""
    side = side_of(state, unit)
    return [
        Option(step, choice, way)
        for step in open_steps(side, used)
        for choice, effect in enumerate(side.steps[step])
        if is_simple(effect)
        for way in ways_of(state, icon_of(unit, seat, step, effect))
    ]


def is_way(way: Way, target: str, path: tuple[object, ...]) -> bool:
    """Whether an intent that names this target and path means that way; several targets are not named."""
    return target == target_of(way) and tuple(path) == way.path


def target_of(way: Way) -> str:
    """The target an intent names for a way."""
    return way.targets[0] if len(way.targets) == 1 else ""


def is_walkable(state: State, icon: Icon, way: Way) -> bool:
    """Whether a Move may go along a path that somebody names (MAYA-MOVE-07)."""
    return icon.effect.word in ("move", "fly") and not way.targets and fault_of(state, icon, way) is None


def act(draft: MayaDraft, unit: Unit, seat: int, option: Option) -> None:
    """The minion takes an action; opponents of whoever controls it may answer (MAYA-AMB-50)."""
    effect = side_of(draft.state, unit).steps[option.step][option.choice]
    declare(draft, icon_of(unit, seat, option.step, effect), option.way, answerable=bool(seat))


def stop(draft: MayaDraft, minion: str, seat: int) -> None:
    """A minion's turn ends, and all Bleed leaves it (MAYA-AMB-41)."""
    unit = draft.state.units.get(minion)
    if unit is not None and unit.bleed:
        remove(draft, seat, minion, "bleed", unit.bleed)
    draft.emit(MinionTurnEnded(minion, seat))
