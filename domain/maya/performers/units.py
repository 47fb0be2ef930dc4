"""Damage and statuses outside an action, HP given back, Flight."""

from __future__ import annotations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.content.effects import Cleanse, Convert, Damage, Flight, Inflict, Reclaim, Restore, TakeUp
from domain.maya.content.values import StatusIcon, Target
from domain.maya.effects.targets import bound_space, bound_unit, target_units
from domain.maya.effects.values import value_of
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import FlightChanged, HpChanged, StatusChanged
from domain.maya.performers.damage import Hit, strike
from domain.maya.performers.statuses import inflict, remove, take_vish
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, place_of

# Choosing units.


def ask_units(seat: int, target: Target, units: list[Unit], word: str) -> Question | None:
    """Which of the units a target may be; nothing is asked where there is no choice."""
    names = tuple([unit.id for unit in units])
    if target.count == "any" and names:
        return Question(seat, "unit", names, 0, len(names), about={"word": word})
    if target.count == "one" and not target.bound and len(names) > 1:
        return Question(seat, "unit", names, about={"word": word})
    return None


def chosen_units(state: State, target: Target, units: list[Unit], answer: Answer | Way | None) -> list[Unit]:
    """The units an effect concerns, after what was answered."""
    if isinstance(answer, tuple):
        return [state.units[name] for name in answer]
    return [] if target.count == "any" else units


# Damage and HP.


def _ask_damage(state: State, program: Program, effect: Damage) -> Question | None:
    units = target_units(state, program.controller, effect.target, program.bound)
    return ask_units(program.controller, effect.target, units, "damage")


def _damage(draft: MayaDraft, program: Program, effect: Damage, answer: Answer | Way | None) -> None:
    seat = program.controller
    units = target_units(draft.state, seat, effect.target, program.bound)
    amount = value_of(draft.state, seat, effect.value, bound=program.bound)
    hits = [Hit(unit.id, amount, "effect") for unit in chosen_units(draft.state, effect.target, units, answer)]
    _, follow = strike(draft, f"c{seat}", seat, hits)
    if draft.state.ended is None:
        done(draft, follow)


def _can_damage(state: State, program: Program, effect: Damage) -> bool:
    return bool(target_units(state, program.controller, effect.target, program.bound))


def _restorable(state: State, program: Program, effect: Restore) -> list[Unit]:
    units = target_units(state, program.controller, effect.target, program.bound)
    return [unit for unit in units if unit.hp < unit.max_hp]


def _ask_restore(state: State, program: Program, effect: Restore) -> Question | None:
    return ask_units(program.controller, effect.target, _restorable(state, program, effect), "restore")


def _restore(draft: MayaDraft, program: Program, effect: Restore, answer: Answer | Way | None) -> None:
    # Never beyond the most a unit can have (MAYA-TRACK-08).
    units = _restorable(draft.state, program, effect)
    for unit in chosen_units(draft.state, effect.target, units, answer):
        gained = min(effect.hp, unit.max_hp - unit.hp)
        draft.emit(HpChanged(unit.id, gained, unit.hp + gained, "restore"))
    done(draft)


def _can_restore(state: State, program: Program, effect: Restore) -> bool:
    return bool(_restorable(state, program, effect))


# Statuses.


def _ask_inflict(state: State, program: Program, effect: Inflict) -> Question | None:
    units = target_units(state, program.controller, effect.target, program.bound)
    return ask_units(program.controller, effect.target, units, "inflict")


def _inflict(draft: MayaDraft, program: Program, effect: Inflict, answer: Answer | Way | None) -> None:
    seat = program.controller
    units = target_units(draft.state, seat, effect.target, program.bound)
    chosen = chosen_units(draft.state, effect.target, units, answer)
    for unit in chosen:
        _put(draft, seat, unit.id, effect.inflict)
    bound: dict[str, object] = {}
    if effect.bind and chosen:
        bound = {effect.bind: chosen[0].id, f"{effect.bind}@": place_of(chosen[0])}
    done(draft, bound=bound)


def _put(draft: MayaDraft, seat: int, unit: str, icons: tuple[StatusIcon, ...], times: int = 1) -> None:
    for icon in icons:
        inflict(draft, seat, unit, icon.status, times * value_of(draft.state, seat, icon.count))


def _can_inflict(state: State, program: Program, effect: Inflict) -> bool:
    return bool(target_units(state, program.controller, effect.target, program.bound))


def _tokens(unit: Unit, status: str) -> int:
    return unit.root if status == "root" else unit.bleed


def _ask_cleanse(state: State, program: Program, effect: Cleanse) -> Question | None:
    if effect.pass_to is None or not _tokens(state.champion(program.controller), effect.status):
        return None
    units = target_units(state, program.controller, effect.pass_to, program.bound)
    return ask_units(program.controller, effect.pass_to, units, "cleanse")


def _cleanse(draft: MayaDraft, program: Program, effect: Cleanse, answer: Answer | Way | None) -> None:
    seat = program.controller
    held = _tokens(draft.state.champion(seat), effect.status)
    removed = remove(draft, seat, f"c{seat}", effect.status, effect.count or held)
    if removed and effect.pass_to is not None:
        units = target_units(draft.state, seat, effect.pass_to, program.bound)
        for unit in chosen_units(draft.state, effect.pass_to, units, answer)[:1]:
            inflict(draft, seat, unit.id, effect.status, removed)
    done(draft)


def _can_cleanse(state: State, program: Program, effect: Cleanse) -> bool:
    return _tokens(state.champion(program.controller), effect.status) > 0


def _convertible(state: State, program: Program, effect: Convert) -> list[Unit]:
    seat = program.controller
    units = target_units(state, seat, effect.target, program.bound)
    return [unit for unit in units if unit.vish.get(seat, 0) >= effect.take]


def _ask_convert(state: State, program: Program, effect: Convert) -> Question | None:
    return ask_units(program.controller, effect.target, _convertible(state, program, effect), "convert")


def _convert(draft: MayaDraft, program: Program, effect: Convert, answer: Answer | Way | None) -> None:
    # The Vish returns to its owner, other statuses come in its place (MAYA-VISH-03).
    seat = program.controller
    units = _convertible(draft.state, program, effect)
    for unit in chosen_units(draft.state, effect.target, units, answer):
        times = unit.vish[seat] // effect.take if effect.every else 1
        take_vish(draft, seat, unit.id, times * effect.take)
        _put(draft, seat, unit.id, effect.inflict, times)
    done(draft)


def _can_convert(state: State, program: Program, effect: Convert) -> bool:
    return bool(_convertible(state, program, effect))


def _reclaimable(state: State, program: Program, effect: Reclaim) -> list[Unit]:
    seat = program.controller
    units = target_units(state, seat, effect.target, program.bound)
    return [unit for unit in units if unit.vish.get(seat, 0)]


def _ask_reclaim(state: State, program: Program, effect: Reclaim) -> Question | None:
    return ask_units(program.controller, effect.target, _reclaimable(state, program, effect), "reclaim")


def _reclaim(draft: MayaDraft, program: Program, effect: Reclaim, answer: Answer | Way | None) -> None:
    units = _reclaimable(draft.state, program, effect)
    chosen = chosen_units(draft.state, effect.target, units, answer)
    done(draft, [Step("reclaim_from", {"unit": unit.id, "each": effect.true_damage}) for unit in chosen])


def _can_reclaim(state: State, program: Program, effect: Reclaim) -> bool:
    return bool(_reclaimable(state, program, effect))


def _ask_reclaim_from(state: State, program: Program, step: Step) -> Question | None:
    held = _vish_on(state, program.controller, step.args["unit"])
    if held < 2:
        return None
    return Question(program.controller, "number", tuple(range(1, held + 1)), about={"unit": step.args["unit"]})


def _reclaim_from(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    seat, unit = program.controller, step.args["unit"]
    count = int(answer[0]) if isinstance(answer, tuple) else _vish_on(draft.state, seat, unit)
    if not count:
        done(draft)
        return
    take_vish(draft, seat, unit, count)
    _, follow = strike(draft, f"c{seat}", seat, [Hit(unit, count * step.args["each"], "effect", true=True)])
    if draft.state.ended is None:
        done(draft, follow)


def _vish_on(state: State, seat: int, unit: str) -> int:
    found = state.units.get(unit)
    return 0 if found is None or found.at is None else found.vish.get(seat, 0)


def _take_up(draft: MayaDraft, program: Program, effect: TakeUp, answer: Answer | Way | None) -> None:
    seat = program.controller
    unit = bound_unit(draft.state, seat, effect.target.bound, program.bound)
    space = bound_space(draft.state, seat, effect.target.bound, program.bound)
    lying = next((pool for pool in draft.state.ground.vish if pool.seat == seat and pool.at == space), None)
    if unit is not None and lying is not None:
        draft.emit(StatusChanged("vish", -lying.count, 0, seat, at=lying.at, owner=seat))
        inflict(draft, seat, unit.id, "vish", lying.count)
    done(draft)


def _flight(draft: MayaDraft, program: Program, effect: Flight, answer: Answer | Way | None) -> None:
    # Only Garuda champions have the token (MAYA-FLY-07).
    seat = draft.state.seat(program.controller)
    if seat.purse.supply.get("flight") and draft.state.champion(seat.seat).flying != effect.enter:
        draft.emit(FlightChanged(seat.seat, effect.enter))
    done(draft)


def _can_flight(state: State, program: Program, effect: Flight) -> bool:
    seat = state.seat(program.controller)
    return bool(seat.purse.supply.get("flight")) and state.champion(seat.seat).flying != effect.enter


WORDS: dict[str, Word] = {
    "damage": Word(_damage, _ask_damage, _can_damage),
    "restore": Word(_restore, _ask_restore, _can_restore),
    "inflict": Word(_inflict, _ask_inflict, _can_inflict),
    "cleanse": Word(_cleanse, _ask_cleanse, _can_cleanse),
    "convert": Word(_convert, _ask_convert, _can_convert),
    "reclaim": Word(_reclaim, _ask_reclaim, _can_reclaim),
    "reclaim_from": Word(_reclaim_from, _ask_reclaim_from, typed=False),
    "take_up": Word(_take_up),
    "flight": Word(_flight, can=_can_flight),
}
