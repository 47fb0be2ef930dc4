"""What the Towers of Siege do and suffer beside being attacked: Watchfire, and the loss when a champion is killed."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import IdoDamaged
from domain.maya.minions.aggro import executor_of
from domain.maya.minions.deaths import sweep
from domain.maya.modes.siege import numbers, targets_of, towers
from domain.maya.performers.damage import Hit, strike
from domain.maya.state import State
from domain.maya.table import MayaDraft


def _ask_loss(state: State, program: Program, step: Step) -> Question | None:
    # The killer says which Tower it is.
    standing = tuple([tower.id for tower in towers(state, step.args["team"])])
    if len(standing) < 2:
        return None
    return Question(step.args["seat"], "unit", standing, about={"word": "tower_loss"})


def _loss(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    done(draft)
    standing = [tower.id for tower in towers(draft.state, step.args["team"])]
    name = str(answer[0]) if isinstance(answer, tuple) else next(iter(standing), "")
    if not name:
        return
    # No damage of a turn, so the most that a Tower loses in a turn does not count.
    lost = min(numbers(draft.state).tower_death_loss, draft.state.units[name].hp)
    by = step.args.get("by", step.args["seat"])
    draft.emit(IdoDamaged(name, lost, "death", by))
    sweep(draft, {name: (by, "death")})


def _ask_watchfire(state: State, program: Program, step: Step) -> Question | None:
    # Of several minions the next enemy clockwise chooses, as for aggroed minions.
    targets = _targets(state, step)
    if len(targets) < 2:
        return None
    seat = executor_of(state, step.args["seat"])
    return Question(seat, "unit", tuple(targets), about={"word": "watchfire", "tower": step.args["tower"]})


def _targets(state: State, step: Step) -> list[str]:
    tower = state.units.get(step.args["tower"])
    return [] if tower is None else [unit.id for unit in targets_of(state, tower, step.args["seat"])]


def _watchfire(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # A Tower is its team's and no player's: what it kills is its team's kill and nobody's deed (MAYA-DEATH-13).
    state = draft.state
    target = str(answer[0]) if isinstance(answer, tuple) else next(iter(_targets(state, step)), "")
    if not target:
        done(draft)
        return
    _, follow = strike(
        draft, step.args["tower"], 0, [Hit(target, numbers(state).watchfire_damage, "watchfire", ranged=True)]
    )
    if draft.state.ended is None:
        done(draft, [*follow, *_for_the_team(draft.state, target)])


def _for_the_team(state: State, target: str) -> list[Step]:
    # The next enemy clockwise says for the team that killed which Tower of the other one loses HP.
    unit = state.units.get(target)
    if unit is None or unit.kind != "champion" or unit.at is not None:
        return []
    return [Step("tower_loss", {"seat": executor_of(state, unit.owner), "team": unit.team, "by": 0})]


WORDS: dict[str, Word] = {
    "tower_loss": Word(_loss, _ask_loss, typed=False),
    "watchfire": Word(_watchfire, _ask_watchfire, typed=False),
}
