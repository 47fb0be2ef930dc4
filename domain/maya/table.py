"""What the rules ask of a table again and again: who stands where, who is whose friend, who may be asked."""

from __future__ import annotations

from domain.kernel.draft import Draft
from domain.kernel.game import Refused
from domain.maya.hexes import Board, Hex, Standing, distance
from domain.maya.state import NEUTRAL, State, Unit, are_friends
from domain.maya.state_arena import board_of

MayaDraft = Draft[State]


def board(state: State) -> Board:
    """The arena as it is now."""
    return board_of(state.arena, state.ground)


def place_of(unit: Unit) -> Hex:
    """Where a unit stands; it must be on the arena."""
    assert unit.at is not None, f"{unit.id} is off the arena"
    return unit.at


def standing_for(state: State, actor: Unit) -> Standing:
    """The spaces of other units as one unit sees them (MAYA-UNIT-04, MAYA-AMB-12)."""
    friends: list[Hex] = []
    foes: list[Hex] = []
    team = actor.team
    for unit in state.units.values():
        if unit.at is None or unit.id == actor.id:
            continue
        if team != NEUTRAL and unit.team == team:
            friends.append(unit.at)
        else:
            foes.append(unit.at)
    return Standing(frozenset(friends), frozenset(foes))


def is_foe(actor: Unit, unit: Unit) -> bool:
    """Whether a unit may be attacked by the actor: not friendly, and never neutral by neutral (MAYA-FF-04)."""
    return not are_friends(actor, unit) and not (actor.team == NEUTRAL and unit.team == NEUTRAL)


def is_foe_of_seat(state: State, seat: int, unit: Unit) -> bool:
    """Whether a unit is not friendly to a seat, neutral ones included (MAYA-AMB-12)."""
    return unit.team != state.team_of(seat)


def units_by_space(state: State) -> dict[Hex, Unit]:
    """Every unit on the arena by its space."""
    return {unit.at: unit for unit in state.units.values() if unit.at is not None}


def taken_spaces(state: State) -> frozenset[Hex]:
    """The spaces with a unit on them."""
    return frozenset([unit.at for unit in state.units.values() if unit.at is not None])


def beside(state: State, unit: Unit) -> list[Unit]:
    """The units adjacent to a unit, no wall between (MAYA-TERR-13)."""
    near = board(state).adjacent(place_of(unit))
    return [other for other in state.units.values() if other.at in near]


def are_within(one: Unit, other: Unit, steps: int) -> bool:
    """Whether two units are at most so far apart, walls and voids disregarded."""
    return one.at is not None and other.at is not None and distance(one.at, other.at) <= steps


def steps_between(state: State, here: Hex, there: Hex) -> int:
    """Steps over terrain between two spaces, units disregarded; hex distance if no way leads there (MAYA-AMB-99)."""
    assert state.arena is not None, "there is no arena before the mode has placed it"
    apart = state.arena.steps_from(there).get(here)
    return distance(here, there) if apart is None else apart


def initiative_from(state: State, seat: int) -> tuple[int, ...]:
    """All other seats in initiative order, from the one after this seat on (MAYA-AMB-51)."""
    order = state.tracks.initiative or state.tracks.tiebreak
    if seat not in order:
        return order
    place = order.index(seat)
    return (*order[place + 1 :], *order[:place])


def sharers(state: State, seat: int) -> tuple[int, ...]:
    """Who may see a seat's hand: the seat, and its teammates where the table shares hands (MAYA-AMB-111)."""
    if not state.rules.share_hands:
        return (seat,)
    team = state.team_of(seat)
    return tuple([other.seat for other in state.seats if other.team == team])


def refuse(code: str, rule: str, sentence: str) -> Refused:
    """A player's mistake."""
    return Refused(code, rule, sentence)
