"""Actions inside a program: the way is asked for, then the action is declared."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Program
from domain.maya.content.effects import Attack, Defend, Discard, Draw, Effect
from domain.maya.effects.values import value_of
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import ActionDeclared
from domain.maya.kit import kit_of
from domain.maya.performers.declaring import declare, open_window
from domain.maya.performers.engrams import begin_engrams, engrams_can
from domain.maya.performers.icons import Icon, ways_of
from domain.maya.state import State
from domain.maya.table import MayaDraft, place_of


def icon_in(state: State, program: Program, effect: Effect) -> Icon:
    """An action of a program's controller; one that began on a mat card belongs to that card's slot."""
    source = program.source
    slot = int(source[0]) if source[:1].isdigit() else 0
    actor, bleeds = state.champion(program.controller), is_action(state, program)
    return Icon(effect, program.controller, actor, source, slot, program.bound, bleeds=bleeds)


def is_answerable(program: Program) -> bool:
    """Whether the actions of a program may be answered: those of cards, Spells and abilities, not of triggers.

    (MAYA-AMB-50)
    """
    return bool(program.bound.get("answerable"))


def is_action(state: State, program: Program) -> bool:
    """Whether what a program does are actions of their own, which passives and afterwords are not (MAYA-PASSIVE-03)."""
    if is_answerable(program):
        return True
    if "stack" in program.bound:
        return False
    clause = kit_of(state, state.seat(program.controller)).by_source.get(program.source)
    return clause is None or clause.ability.when != "passive"


def _ask(state: State, program: Program, effect: Effect) -> Question | None:
    if isinstance(effect, Attack) and effect.by != "you":
        return None
    ways = ways_of(state, icon_in(state, program, effect))
    return Question(program.controller, "way", ways=ways, about={"word": effect.word}) if len(ways) > 1 else None


def _perform(draft: MayaDraft, program: Program, effect: Effect, answer: Answer | Way | None) -> None:
    state = draft.state
    if isinstance(effect, Attack) and effect.by != "you":
        begin_engrams(draft, program, effect)
        return
    icon = icon_in(state, program, effect)
    way = answer if isinstance(answer, Way) else next(iter(ways_of(state, icon)), None)
    if way is None:
        done(draft)
        return
    done(draft, bound={**bound_by(state, effect, way), **_acted(program, icon.bleeds)})
    declare(draft, icon, way, answerable=is_answerable(program))


def bound_by(state: State, effect: Effect, way: Way) -> dict[str, Any]:
    """What an action binds for the effects after it: its target, and the space it stands on now."""
    bind = getattr(effect, "bind", "")
    if not bind or not way.targets:
        return {}
    return {bind: way.targets[0], f"{bind}@": place_of(state.units[way.targets[0]])}


def _acted(program: Program, bleeds: bool) -> dict[str, Any]:
    # An action costs Bleed of its own, so that what holds it does not bleed as a whole as well (MAYA-AMB-39).
    return {"acted": True} if bleeds and any(step.do == "bleed" for step in program.effects) else {}


def _can(state: State, program: Program, effect: Effect) -> bool:
    if isinstance(effect, Attack) and effect.by != "you":
        return engrams_can(state, program, effect)
    if isinstance(effect, Defend | Draw):
        # Nothing to gain is nothing to do, unless somebody takes the icon of a card.
        return value_of(state, program.controller, effect.value, bound=program.bound) > 0
    return bool(ways_of(state, icon_in(state, program, effect)))


def _ask_discard(state: State, program: Program, effect: Discard) -> Question | None:
    hand = _hand(state, program.controller)
    count = value_of(state, program.controller, effect.value, bound=program.bound)
    # How many cards there are is public, so everybody can tell whether there is a choice.
    if count <= 0 or len(state.seat(program.controller).cards.hand) <= count:
        return None
    return Question(program.controller, "card", hand, count, count, about={"word": "discard", "count": count})


def _discard(draft: MayaDraft, program: Program, effect: Discard, answer: Answer | Way | None) -> None:
    # Exactly so many, all if there are fewer (MAYA-AMB-30).
    state, seat = draft.state, program.controller
    count = value_of(state, seat, effect.value, bound=program.bound)
    cards = answer if isinstance(answer, tuple) else _hand(state, seat)[:count]
    bleeds = is_action(state, program)
    done(draft, bound={"discarded": list(cards), **_acted(program, bleeds)})
    stack, parts = draft.state.stacked + 1, {"printed": count}
    draft.emit(
        ActionDeclared(stack, seat, f"c{seat}", program.source, "discard", count, parts, tuple(cards), bleeds=bleeds)
    )
    if is_answerable(program):
        open_window(draft, stack, seat, "declared", {"it": f"c{seat}"})


def _hand(state: State, seat: int) -> tuple[str, ...]:
    return tuple([card for card in state.seat(seat).cards.hand if card is not None])


_ICON = Word(_perform, _ask, _can)

WORDS: dict[str, Word] = {
    **dict.fromkeys(("move", "fly", "jump", "attack", "push", "pull", "defend", "draw"), _ICON),
    "discard": Word(_discard, _ask_discard),
}
