"""Attacks: damage with the height bonus, statuses, what taking HP sets off (MAYA-ATT-01, MAYA-TERR-05, MAYA-AMB-05)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.kernel.records import evolve
from domain.maya.effects.words import Answer, Question, Way, Word, can_do_any, done
from domain.maya.events import ActionDeclared
from domain.maya.hexes import height_bonus
from domain.maya.performers.damage import Hit, strike
from domain.maya.performers.statuses import inflict
from domain.maya.state import State
from domain.maya.table import MayaDraft, board, is_foe_of_seat, place_of
from domain.maya.triggers.firing import fire

RANGED = frozenset(("range", "projectile", "piercing"))


def attack(draft: MayaDraft, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    """Every target takes the value at once, then statuses land on those that live (MAYA-STATUS-02, MAYA-AMB-22)."""
    before = draft.state
    hits = [_hit(before, act, target) for target in act.targets]
    lost, follow = strike(draft, act.actor, act.seat, hits)
    if draft.state.ended is not None:
        return [], {}
    for target in act.targets:
        for status, count in (act.inflict or {}).items():
            inflict(draft, act.seat, target, status, count)
    chosen, bound = _meant(before, draft.state, act)
    return [*chosen, *act.follow, *follow, *_triggers(draft.state, act, lost)], bound


def _hit(state: State, act: ActionDeclared, target: str) -> Hit:
    actor, unit = state.units[act.actor], state.units[target]
    raw = act.value + (act.extra or {}).get(target, 0)
    height = height_bonus(board(state), place_of(actor), place_of(unit), flies=actor.flying, target_flies=unit.flying)
    return Hit(target, raw, "attack", height, ranged=act.reach in RANGED)


# Whom the afterword of an attack is about.


def _meant(before: State, state: State, act: ActionDeclared) -> tuple[list[Step], dict[str, Any]]:
    # Its one target, or one of several, by its owner's choice, that it can do something to.
    if not act.follow:
        return [], {}
    if len(act.targets) == 1 or not _spoken(act.follow):
        return [], _as_it(before, act.targets[0])
    able = _able(state, Program(act.follow, act.seat, act.source), act.targets)
    if len(able) > 1:
        return [Step("afterword", {"targets": able})], {}
    return [], _as_it(state, able[0]) if able else _as_it(before, act.targets[0])


def _able(state: State, program: Program, targets: Iterable[str]) -> list[str]:
    if not state.is_alive(program.controller):
        return []
    standing = [name for name in targets if name in state.units and state.units[name].at is not None]
    about = evolve(program, effects=_spoken(program.effects))
    return [name for name in standing if can_do_any(state, evolve(about, bound=_as_it(state, name)))]


def _spoken(steps: Iterable[Step]) -> tuple[Step, ...]:
    return tuple([step for step in steps if _speaks_of_it(step.args)])


def _speaks_of_it(data: Any) -> bool:
    if isinstance(data, Mapping):
        return any(_speaks_of_it(value) for value in data.values())
    if isinstance(data, list | tuple):
        return any(_speaks_of_it(value) for value in data)
    return data in ("it", "it_adjacent")


def _as_it(state: State, target: str) -> dict[str, Any]:
    return {"it": target, "it@": place_of(state.units[target])}


def _ask_afterword(state: State, program: Program, step: Step) -> Question | None:
    able = _able(state, program, step.args["targets"])
    return Question(program.controller, "unit", tuple(able), about={"word": "afterword"}) if len(able) > 1 else None


def _afterword(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    able = _able(draft.state, program, step.args["targets"])
    name = str(answer[0]) if isinstance(answer, tuple) else next(iter(able), "")
    done(draft, bound=_as_it(draft.state, name) if name else None)


# What it sets off.


def _triggers(state: State, act: ActionDeclared, lost: dict[str, int]) -> list[Step]:
    if act.actor != f"c{act.seat}" or not state.is_alive(act.seat):
        return []
    follow: list[Step] = []
    if act.reach in RANGED:
        follow += fire(state, "you_attacked_ranged", act.seat, {})
    for target, hp in lost.items():
        unit = state.units.get(target)
        if hp and unit is not None and unit.at is not None and unit.is_entity and is_foe_of_seat(state, act.seat, unit):
            follow += fire(state, "your_attack_took_hp", act.seat, {"it": target, "it@": unit.at})
    return follow


WORDS: dict[str, Word] = {"afterword": Word(_afterword, _ask_afterword, typed=False)}
