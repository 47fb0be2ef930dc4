"""Class pieces on the arena: placing, bringing back, destroying, changing places with one, stepping onto one."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Program
from domain.maya.content.effects import Destroy, Place, Put, Retrieve, Swap
from domain.maya.effects.targets import target_foundations, target_units
from domain.maya.effects.values import value_of
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import ClassPieceMoved, IdoDestroyed, IdoPlaced, StatusChanged, UnitMoved, UnitsSwapped
from domain.maya.hexes import Hex, distance
from domain.maya.modes.base import mode_of
from domain.maya.packs import pack_of
from domain.maya.performers.units import ask_units, chosen_units
from domain.maya.state import State, Unit
from domain.maya.table import MayaDraft, board, place_of, taken_spaces

# Placing.


def _spaces(state: State, program: Program, effect: Place) -> list[Hex]:
    """The spaces a piece may go to: no void, no second tile, an Engram only where nobody stands (MAYA-TERR-22)."""
    here, field = place_of(state.champion(program.controller)), board(state)
    match effect.where:
        case "adjacent":
            spaces = list(field.adjacent(here))
        case "here_or_adjacent":
            spaces = [here, *field.adjacent(here)]
        case "within":
            spaces = [at for at in sorted(field.ground_around) if distance(here, at) <= effect.within]
        case _:
            spaces = list(dict.fromkeys(Hex(*at) for at in program.bound.get("spaces_left", ())))
    taken = taken_spaces(state)
    if effect.free or effect.piece == "engram":
        spaces = [at for at in spaces if at not in taken]
    if effect.piece == "foundation":
        laid = {tile.at for tile in state.ground.foundations}
        spaces = [at for at in spaces if at not in laid]
    return [at for at in spaces if field.is_ground(at)]


def _count(state: State, program: Program, effect: Place) -> int:
    # As many as there are; class pieces never go beyond the supply (MAYA-LIMIT-01, MAYA-LIMIT-02).
    seat = program.controller
    if effect.count.of == "retrieved":
        wanted = int(program.bound.get("retrieved", {}).get(effect.piece, 0))
    else:
        wanted = value_of(state, seat, effect.count)
    return min(wanted, state.seat(seat).purse.supply.get(effect.piece, 0))


def _options(state: State, program: Program, effect: Place) -> tuple[tuple[Hex, ...], int]:
    spaces = _spaces(state, program, effect)
    count = _count(state, program, effect)
    if effect.piece != "vish" or effect.apart:
        return tuple(spaces), min(count, len(spaces))
    # Several Vish may lie on one space.
    return tuple([at for at in spaces for _ in range(count)]), count if spaces else 0


def _ask_place(state: State, program: Program, effect: Place) -> Question | None:
    spaces, count = _options(state, program, effect)
    if not count or (not effect.up_to and len(spaces) == count):
        return None
    about = {"word": "place", "piece": effect.piece}
    return Question(program.controller, "space", spaces, 0 if effect.up_to else count, count, about=about)


def _place(draft: MayaDraft, program: Program, effect: Place, answer: Answer | Way | None) -> None:
    spaces, count = _options(draft.state, program, effect)
    chosen = answer if isinstance(answer, tuple) else spaces[:count]
    for at in chosen:
        place_piece(draft, program.controller, effect.piece, Hex(*at))
    done(draft)


def _can_place(state: State, program: Program, effect: Place) -> bool:
    if effect.count.of == "retrieved":
        return False
    return _options(state, program, effect)[1] > 0


def place_piece(draft: MayaDraft, seat: int, piece: str, at: Hex) -> None:
    """Puts one class piece from a seat's supply on a space."""
    state = draft.state
    if piece == "engram":
        data = pack_of(state).pieces["engram"]
        name = f"e{seat}.{_free_number(state, seat)}"
        draft.emit(IdoPlaced(name, "engram", seat, state.team_of(seat), at, data.hp, data.hp, data.attackable))
    elif piece == "foundation":
        draft.emit(ClassPieceMoved(seat, "foundation", None, at))
    else:
        lying = next((pool.count for pool in state.ground.vish if pool.at == at and pool.seat == seat), 0)
        draft.emit(StatusChanged("vish", 1, lying + 1, seat, at=at, owner=seat))


def _free_number(state: State, seat: int) -> int:
    number = 1
    while f"e{seat}.{number}" in state.units:
        number += 1
    return number


# Bringing back and destroying.


def _own_pieces(state: State, program: Program, effect: Retrieve) -> tuple[Any, ...]:
    seat = program.controller
    found: list[Any] = []
    if "foundation" in effect.pieces:
        found += [tile.at for tile in state.ground.foundations if tile.seat == seat]
    if "engram" in effect.pieces:
        found += [unit.id for unit in state.units.values() if unit.what == "engram" and unit.owner == seat]
    return tuple(found)


def _ask_retrieve(state: State, program: Program, effect: Retrieve) -> Question | None:
    pieces = _own_pieces(state, program, effect)
    about = {"word": "retrieve"}
    return Question(program.controller, "piece", pieces, 0, len(pieces), about=about) if pieces else None


def _retrieve(draft: MayaDraft, program: Program, effect: Retrieve, answer: Answer | Way | None) -> None:
    seat = program.controller
    counts = {"foundation": 0, "engram": 0}
    for piece in answer if isinstance(answer, tuple) else ():
        if isinstance(piece, str):
            counts["engram"] += 1
            draft.emit(ClassPieceMoved(seat, "engram", place_of(draft.state.units[piece]), None, piece))
        else:
            counts["foundation"] += 1
            draft.emit(ClassPieceMoved(seat, "foundation", Hex(*piece), None))
    done(draft, bound={"retrieved": counts})


def _can_retrieve(state: State, program: Program, effect: Retrieve) -> bool:
    return bool(_own_pieces(state, program, effect))


def _ask_destroy(state: State, program: Program, effect: Destroy) -> Question | None:
    return ask_units(program.controller, effect.target, _own_engrams(state, program, effect), "destroy")


def _own_engrams(state: State, program: Program, effect: Destroy) -> list[Unit]:
    # A piece of one's own and no other unit, whatever is bound (MAYA-CARD-10).
    units = target_units(state, program.controller, effect.target, program.bound)
    return [unit for unit in units if unit.what == "engram" and unit.owner == program.controller]


def _destroy(draft: MayaDraft, program: Program, effect: Destroy, answer: Answer | Way | None) -> None:
    seat = program.controller
    units = _own_engrams(draft.state, program, effect)
    bound: dict[str, Any] = {}
    for unit in chosen_units(draft.state, effect.target, units, answer)[:1]:
        if effect.bind:
            bound = {effect.bind: unit.id, f"{effect.bind}@": place_of(unit)}
        draft.emit(IdoDestroyed(unit.id, unit.what, unit.owner, place_of(unit), seat, "effect"))
        mode_of(draft.state).ido_destroyed(draft, unit, seat)
        if draft.state.ended is not None:
            return
    done(draft, bound=bound)


def _can_destroy(state: State, program: Program, effect: Destroy) -> bool:
    return bool(_own_engrams(state, program, effect))


# Changing places.


def _ask_swap(state: State, program: Program, effect: Swap) -> Question | None:
    units = target_units(state, program.controller, effect.target, program.bound)
    return ask_units(program.controller, effect.target, units, "swap")


def _swap(draft: MayaDraft, program: Program, effect: Swap, answer: Answer | Way | None) -> None:
    champion = draft.state.champion(program.controller)
    units = target_units(draft.state, program.controller, effect.target, program.bound)
    for unit in chosen_units(draft.state, effect.target, units, answer)[:1]:
        draft.emit(UnitsSwapped(champion.id, unit.id, place_of(champion), place_of(unit)))
    done(draft)


def _can_swap(state: State, program: Program, effect: Swap) -> bool:
    return bool(target_units(state, program.controller, effect.target, program.bound))


def _ask_put(state: State, program: Program, effect: Put) -> Question | None:
    spaces = tuple(target_foundations(state, program.controller, effect.target, program.bound))
    return Question(program.controller, "space", spaces, about={"word": "put"}) if len(spaces) > 1 else None


def _put(draft: MayaDraft, program: Program, effect: Put, answer: Answer | Way | None) -> None:
    champion = draft.state.champion(program.controller)
    spaces = target_foundations(draft.state, program.controller, effect.target, program.bound)
    chosen = Hex(*answer[0]) if isinstance(answer, tuple) else next(iter(spaces), None)
    if chosen is None:
        done(draft)
        return
    left = place_of(champion)
    draft.emit(UnitMoved(champion.id, "put", left, (chosen,)))
    done(draft, bound={"left@": left})


def _can_put(state: State, program: Program, effect: Put) -> bool:
    return bool(target_foundations(state, program.controller, effect.target, program.bound))


WORDS: dict[str, Word] = {
    "place": Word(_place, _ask_place, _can_place),
    "retrieve": Word(_retrieve, _ask_retrieve, _can_retrieve),
    "destroy": Word(_destroy, _ask_destroy, _can_destroy),
    "swap": Word(_swap, _ask_swap, _can_swap),
    "put": Word(_put, _ask_put, _can_put),
}
