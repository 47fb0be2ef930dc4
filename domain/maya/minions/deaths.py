"""Dying: champions, minions and objects that have no HP left (MAYA-DEATH-01 to MAYA-DEATH-13)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.frames import Effect as Step
from domain.maya.content.effects import KeepRelic
from domain.maya.events import AggroDropped, ChampionKilled, IdoDestroyed, MinionKilled, RelicsLost
from domain.maya.kit import kit_of
from domain.maya.modes.base import mode_of
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, place_of


def sweep(draft: MayaDraft, fallen: Mapping[str, tuple[int, str]]) -> list[Step]:
    """Takes units without HP off the arena; `fallen` says whose deed it would be and why. Gives what follows.

    All that one blow fells falls before anybody has lost by it (MAYA-ALLADJ-04).
    """
    follow: list[Step] = []
    gone: list[Unit] = []
    for name, (seat, cause) in fallen.items():
        unit = draft.state.units.get(name)
        if unit is None or unit.at is None or unit.hp > 0:
            continue
        gone.append(unit)
        if unit.kind == "champion":
            follow += _champion_falls(draft, unit, seat, cause)
        elif unit.kind == "minion":
            _minion_falls(draft, unit, seat, cause)
        else:
            _ido_falls(draft, unit, seat, cause)
    mode_of(draft.state).have_fallen(draft, gone)
    return follow if draft.state.ended is None else []


def _champion_falls(draft: MayaDraft, unit: Unit, seat: int, cause: str) -> list[Step]:
    # Judged while the champion still has its abilities (MAYA-PRIO-02 keeps one Relic against MAYA-DEATH-05).
    keeps = _relics_kept(draft.state, unit.owner)
    draft.emit(ChampionKilled(unit.owner, seat, cause))
    follow = _relics_go(draft, unit.owner, keeps)
    # The penalty of the mode comes last (MAYA-DEATH-08).
    return [*follow, *mode_of(draft.state).champion_killed(draft, unit.owner, seat)]


def _relics_go(draft: MayaDraft, seat: int, keeps: int) -> list[Step]:
    relics = tuple([slot.relic for slot in draft.state.seat(seat).slots if slot.relic])
    if not relics:
        return []
    if 0 < keeps < len(relics):
        return [Step("keep_relic", {"seat": seat, "count": keeps})]
    draft.emit(RelicsLost(seat, () if keeps else relics, relics if keeps else ()))
    return []


def _relics_kept(state: State, seat: int) -> int:
    triggers = kit_of(state, state.seat(seat)).triggers.get("you_died", ())
    effects = [effect for clause in triggers for effect in clause.ability.do]
    return sum(effect.count for effect in effects if isinstance(effect, KeepRelic))


def _minion_falls(draft: MayaDraft, unit: Unit, seat: int, cause: str) -> None:
    for minion, marked in draft.state.marks:
        if minion == unit.id:
            draft.emit(AggroDropped(minion, marked, "died"))
    draft.emit(MinionKilled(unit.id, unit.what, unit.owner, seat, cause))
    mode_of(draft.state).minion_killed(draft, unit, seat)


def _ido_falls(draft: MayaDraft, unit: Unit, seat: int, cause: str) -> None:
    draft.emit(IdoDestroyed(unit.id, unit.what, unit.owner, place_of(unit), seat, cause))
    mode_of(draft.state).ido_destroyed(draft, unit, seat)
