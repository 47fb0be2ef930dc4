"""What a champion can still unlock: the next step of each ladder, symbols, skills (MAYA-UPG-01 to MAYA-UPG-24)."""

from __future__ import annotations

from domain.kernel.records import record
from domain.maya.content.models import Champion
from domain.maya.effects.values import WILD
from domain.maya.hexes import is_beside
from domain.maya.modes.base import mode_of
from domain.maya.packs import pack_of
from domain.maya.state import Seat, State

KINDS = ("hp", "energy", "symbol", "skill")


@record
class Upgrade:
    """One thing to unlock, its price, and what it brings.

    `index` is the place on the ladder or among symbols or skills, from 0; `choice` the side of a level 2.
    """

    kind: str
    index: int
    choice: str
    cost: int
    value: int = 0
    """The new Max HP or Energy Modifier."""
    symbol: tuple[str, ...] = ()
    skill: str = ""
    level: str = ""


def upgrades_of(state: State, seat: Seat) -> list[Upgrade]:
    """Everything that may be unlocked next, whatever it costs.

    Tokens go in order, a skill goes from locked to level 1 to one side of level 2, symbols in any order
    (MAYA-UPG-03, MAYA-UPG-09, MAYA-UPG-21, MAYA-UPG-22, MAYA-UPG-24, MAYA-AMB-62).
    """
    champion = pack_of(state).champions[seat.champion]
    return [*_tokens(champion, seat), *_symbols(champion, seat), *_skills(state, seat)]


def _tokens(champion: Champion, seat: Seat) -> list[Upgrade]:
    found: list[Upgrade] = []
    # The first Max HP token is unlocked from the start (MAYA-PSETUP-09).
    hp, energy = seat.growth.hp_steps + 1, seat.growth.energy_steps
    if hp < len(champion.hp):
        found.append(Upgrade("hp", hp, "", champion.hp[hp].xp, champion.hp[hp].value))
    if energy < len(champion.energy):
        found.append(Upgrade("energy", energy, "", champion.energy[energy].xp, champion.energy[energy].value))
    return found


def _symbols(champion: Champion, seat: Seat) -> list[Upgrade]:
    symbols = [*[(dual.traits, dual.xp) for dual in champion.duals], ((WILD,), champion.wild_xp)]
    return [
        Upgrade("symbol", index, "", xp, symbol=tuple(traits))
        for index, (traits, xp) in enumerate(symbols)
        if index not in seat.growth.symbol_indexes
    ]


def _skills(state: State, seat: Seat) -> list[Upgrade]:
    found: list[Upgrade] = []
    for index, skill in enumerate(pack_of(state).skills_of(seat.champion)):
        level = seat.growth.skills.get(skill.id)
        if level is None:
            found.append(Upgrade("skill", index, "", skill.level_1.xp, skill=skill.id, level="1"))
        elif level == "1":
            found.append(Upgrade("skill", index, "a", skill.level_2a.xp, skill=skill.id, level="2a"))
            found.append(Upgrade("skill", index, "b", skill.level_2b.xp, skill=skill.id, level="2b"))
    return found


def is_at_upgrade_point(state: State, seat: int) -> bool:
    """Whether the champion stands beside an upgrade point that serves it (MAYA-XP-02, MAYA-POI-02, MAYA-POI-09)."""
    at = state.champion(seat).at
    return at is not None and any(is_beside(at, point.at) for point in mode_of(state).upgrade_points(state, seat))
