"""Using a Relic outside its slot, and keeping Relics in death."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.content.abilities import Ability
from domain.maya.content.effects import UseRelic
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import program_of
from domain.maya.effects.words import Answer, Question, Way, Word, can_do, done
from domain.maya.events import RelicsLost
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.table import MayaDraft


def _actions(state: State, program: Program) -> dict[str, Ability]:
    """The Relic actions that can be used now, by slot and number: those of slots not activated this turn."""
    seat = program.controller
    cards = pack_of(state).cards
    found: dict[str, Ability] = {}
    for number, slot in enumerate(state.seat(seat).slots, start=1):
        if not slot.relic or slot.activated:
            continue
        for index, ability in enumerate(cards[slot.relic].program):
            if ability.when != "action" or not holds(state, seat, ability.condition):
                continue
            if can_do(state, Program(program_of(ability), seat, program.source)):
                found[f"{number}.{index}"] = ability
    return found


def _ask(state: State, program: Program, effect: UseRelic) -> Question | None:
    actions = tuple(_actions(state, program))
    return Question(program.controller, "relic", actions, about={"word": "use_relic"}) if len(actions) > 1 else None


def _use(draft: MayaDraft, program: Program, effect: UseRelic, answer: Answer | Way | None) -> None:
    actions = _actions(draft.state, program)
    name = str(answer[0]) if isinstance(answer, tuple) else next(iter(actions), "")
    done(draft, program_of(actions[name]) if name else ())


def _can(state: State, program: Program, effect: UseRelic) -> bool:
    return bool(_actions(state, program))


def _relics(state: State, seat: int) -> tuple[str, ...]:
    return tuple([slot.relic for slot in state.seat(seat).slots if slot.relic])


def _ask_keep(state: State, program: Program, step: Step) -> Question | None:
    seat, count = step.args["seat"], step.args["count"]
    relics = _relics(state, seat)
    if len(set(relics)) < 2 or len(relics) <= count:
        return None
    return Question(seat, "card", relics, count, count, about={"word": "keep_relic"})


def _keep(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # Against MAYA-RELIC-11, since its text says TRUMP (MAYA-PRIO-02).
    seat = step.args["seat"]
    relics = list(_relics(draft.state, seat))
    kept = tuple([str(card) for card in answer]) if isinstance(answer, tuple) else tuple(relics[: step.args["count"]])
    for card in kept:
        relics.remove(card)
    draft.emit(RelicsLost(seat, tuple(relics), kept))
    done(draft)


WORDS: dict[str, Word] = {
    "use_relic": Word(_use, _ask, _can),
    "keep_relic": Word(_keep, _ask_keep, typed=False),
}
