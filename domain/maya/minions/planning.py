"""What an aggroed minion must do: whom it goes for, and how it gets there (MAYA-AMB-96 to MAYA-AMB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.records import evolve
from domain.maya.content.effects import Attack, Effect, Fly, Jump, Move, Pull, Run
from domain.maya.content.models import MinionSide
from domain.maya.effects.values import value_of
from domain.maya.effects.words import Way
from domain.maya.hexes import Hex, distance
from domain.maya.minions.acting import Option, icon_of, open_steps, side_of
from domain.maya.performers.icons import steps_allowed, ways_of
from domain.maya.state import State, Unit
from domain.maya.table import board, place_of, steps_between, taken_spaces

MOVING = (Move, Fly, Jump, Run)


def choices(state: State) -> list[Option]:
    """What the acting minion may do now; empty when nothing of its next step is legal (MAYA-AMB-97)."""
    aggro = state.aggro
    unit = state.units[aggro.minion]
    found = _choices(state, unit, aggro.used, aggro.seat)
    if found or not unit.root:
        return found
    # Rooted to the spot: it stays, and the Root is spent on the move it would make (MAYA-AMB-103).
    free = evolve(unit, root=0)
    wanted = _choices(_standing(state, free), free, aggro.used, aggro.seat)
    stays = dict.fromkeys((option.step, option.choice) for option in wanted if option.way.path)
    return [Option(step, choice, _staying(side_of(state, unit).steps[step][choice])) for step, choice in stays]


def _staying(effect: Effect) -> Way:
    return Way(how="run") if isinstance(effect, Run) else Way()


def _choices(state: State, unit: Unit, used: tuple[int, ...], seat: int) -> list[Option]:
    for aims in aims_of(state, seat):
        # The best tier that any legal order reaches decides (MAYA-AGGRO-13, MAYA-AGGRO-17, MAYA-AGGRO-18).
        plans = [plan for aim in aims if (plan := _plan(state, unit, used, aim)) is not None]
        if plans:
            least = min(cost for cost, _ in plans)
            first = [option for cost, options in plans if cost == least for option in options]
            return list(dict.fromkeys(first))
    return _approach(state, unit, used, seat)


def aims_of(state: State, seat: int) -> tuple[list[Unit], list[Unit], list[Unit]]:
    """What a minion set on a seat goes for: its champion, else its minions, else its attackable objects."""
    own = [unit for unit in state.units.values() if unit.owner == seat and unit.at is not None]
    return (
        [unit for unit in own if unit.kind == "champion"],
        [unit for unit in own if unit.kind == "minion"],
        [unit for unit in own if unit.kind == "ido" and unit.attackable],
    )


Cost = tuple[int, int]
"""The spaces that a plan goes and the moves it takes for that; of two ways as long the one in fewer moves counts."""


def _plan(state: State, unit: Unit, used: tuple[int, ...], aim: Unit) -> tuple[Cost, list[Option]] | None:
    """The least way until an attack or pull on the aim is legal, and what starts on that; None if there is no way.

    While one is legal now no move is made, and a move that is made ends nearer to the aim (MAYA-AGGRO-14,
    MAYA-AGGRO-15, MAYA-AGGRO-22).
    """
    side = side_of(state, unit)
    left = open_steps(side, used)
    now = left[:1] if side.in_order else left
    hits = [option for step in now for option in _hits(state, unit, side, step, aim)]
    if hits:
        return (0, 0), hits
    if any(_hits(state, unit, side, step, aim) for step in left[len(now) :]):
        return (0, 0), []
    best: Cost | None = None
    first: list[Option] = []
    here = place_of(unit)
    for option, end, length in _moves(state, unit, side, left):
        if steps_between(state, end, place_of(aim)) >= steps_between(state, here, place_of(aim)):
            continue
        rest = _rest(state, unit, side, (*used, option.step), aim, option, end)
        if rest is None:
            continue
        cost = (length + rest[0], 1 + rest[1])
        if best is not None and cost > best:
            continue
        if best is None or cost < best:
            best, first = cost, []
        # A later step of a fixed order starts only once the ones before it were passed.
        if option.step in now:
            first.append(option)
    return None if best is None else (best, first)


def _rest(
    state: State, unit: Unit, side: MinionSide, used: tuple[int, ...], aim: Unit, option: Option, end: Hex
) -> Cost | None:
    effect = side.steps[option.step][option.choice]
    assert isinstance(effect, MOVING), "only a move ends elsewhere"
    spent = min(unit.root, value_of(state, 0, effect.steps))
    there = evolve(unit, at=end, root=unit.root - spent)
    plan = _plan(_standing(state, there), there, used, aim)
    return None if plan is None else plan[0]


def _standing(state: State, unit: Unit) -> State:
    return evolve(state, units={**state.units, unit.id: unit})


def _hits(state: State, unit: Unit, side: MinionSide, step: int, aim: Unit) -> list[Option]:
    apart = distance(place_of(unit), place_of(aim))
    return [
        Option(step, choice, way)
        for choice, effect in enumerate(side.steps[step])
        if _span(state, effect) >= apart
        for way in ways_of(state, icon_of(unit, 0, step, effect))
        if aim.id in way.targets
    ]


def _span(state: State, effect: Effect) -> int:
    # No target is farther off than this; most need no closer look.
    if isinstance(effect, Attack):
        return effect.reach.x if effect.reach.is_ranged else 1
    if isinstance(effect, Pull):
        return value_of(state, 0, effect.reach)
    return 0 if isinstance(effect, MOVING) else 1


def _moves(state: State, unit: Unit, side: MinionSide, steps: list[int]) -> Iterator[tuple[Option, Hex, int]]:
    """Every move that some step allows: how, where it ends, and how many spaces it goes."""
    here = place_of(unit)
    for step in steps:
        for choice, effect in enumerate(side.steps[step]):
            if not isinstance(effect, MOVING):
                continue
            icon = icon_of(unit, 0, step, effect)
            if isinstance(effect, Move):
                _, allowed, _ = steps_allowed(state, icon, ())
                for end, path in shortest_paths(state, here, allowed).items():
                    yield Option(step, choice, Way(path=path)), end, len(path)
                continue
            for way in ways_of(state, icon):
                if way.path:
                    end = way.path[-1]
                    yield Option(step, choice, way), end, distance(here, end) if way.how == "jump" else len(way.path)


def shortest_paths(state: State, start: Hex, steps: int) -> dict[Hex, tuple[Hex, ...]]:
    """A shortest path to every free space in reach of a neutral minion, of several the one with fewest spikes.

    Units block it, other neutral ones included (MAYA-AMB-98, MAYA-AMB-104).
    """
    field, taken = board(state), taken_spaces(state)
    paths: dict[Hex, tuple[Hex, ...]] = {}
    wave: dict[Hex, tuple[int, tuple[Hex, ...]]] = {start: (0, ())}
    for _ in range(steps):
        reached: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for here, (spikes, path) in wave.items():
            for there in field.adjacent(here):
                if there in taken or there in paths:
                    continue
                cost = spikes + field.is_spiked(there)
                if there not in reached or cost < reached[there][0]:
                    reached[there] = (cost, (*path, there))
        paths.update({space: path for space, (_, path) in reached.items()})
        wave = reached
    return paths


def _approach(state: State, unit: Unit, used: tuple[int, ...], seat: int) -> list[Option]:
    """With nobody in reach it goes as near to the champion as it can (MAYA-AGGRO-19, MAYA-AMB-99, MAYA-AMB-101)."""
    champion = state.champion(seat)
    if champion.at is None:
        return []
    side = side_of(state, unit)
    if any(_hits(state, unit, side, step, champion) for step in range(len(side.steps))):
        # It stands where it can target the champion, although that action is spent (MAYA-AGGRO-14).
        return []
    here = steps_between(state, place_of(unit), champion.at)
    left = open_steps(side, used)
    # As near as it can get, and no farther round than that takes.
    ranked = [
        ((steps_between(state, end, champion.at), length), option)
        for option, end, length in _moves(state, unit, side, left[:1] if side.in_order else left)
    ]
    nearer = [(rank, option) for rank, option in ranked if rank[0] < here]
    best = min([rank for rank, _ in nearer], default=None)
    return [option for rank, option in nearer if rank == best]
