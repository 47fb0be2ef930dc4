"""What a champion has at hand beside its icons: the clauses of its passives, skills and mat cards, sorted by use."""

from __future__ import annotations

from functools import lru_cache

from domain.kernel.records import record
from domain.maya.content.abilities import Ability
from domain.maya.content.models import ContentPack, SkillSide
from domain.maya.packs import Files, face, pack_for
from domain.maya.state import Seat, State


@record
class Clause:
    """One clause with the name it goes by: where it stands, and its number there."""

    source: str
    ability: Ability

    @property
    def is_once(self) -> bool:
        """Whether it goes once a turn (MAYA-ACT-14)."""
        return self.ability.limit == "once_per_turn"


@record
class Kit:
    """The clauses in force for one champion, by what they are for."""

    modifiers: tuple[Clause, ...]
    """Changes of passives and skills that the player may use on an action."""
    changes: tuple[Clause, ...]
    """Changes that apply of themselves."""
    grants: tuple[Clause, ...]
    shields: tuple[Clause, ...]
    prices: tuple[Clause, ...]
    triggers: dict[str, tuple[Clause, ...]]
    start_of_turn: tuple[Clause, ...]
    end_of_turn: tuple[Clause, ...]
    uses: tuple[Clause, ...]
    by_source: dict[str, Clause]


def kit_of(state: State, seat: Seat) -> Kit:
    """The clauses in force for a seat's champion (MAYA-PASSIVE-01, MAYA-CARD-05, MAYA-CARD-09)."""
    cards = tuple([slot.card if slot.face_up and slot.card else "" for slot in seat.slots])
    return _kit(state.content, seat.champion, tuple(sorted(seat.growth.skills.items())), cards)


def skill_side(pack: ContentPack, skill: str, level: str) -> SkillSide:
    """The face of a skill card that counts now; level 2 replaces level 1 (MAYA-UPG-20)."""
    card = pack.skills[skill]
    return {"1": card.level_1, "2a": card.level_2a, "2b": card.level_2b}[level]


@lru_cache(maxsize=8192)
def _kit(content: Files | None, champion: str, skills: tuple[tuple[str, str], ...], cards: tuple[str, ...]) -> Kit:
    pack = pack_for(content)
    clauses: list[Clause] = []
    for passive in pack.passives_of(champion):
        clauses += [Clause(f"passive:{passive.trait}.{n}", ability) for n, ability in enumerate(passive.program)]
    for skill, level in skills:
        side = skill_side(pack, skill, level)
        clauses += [Clause(f"skill:{skill}.{n}", ability) for n, ability in enumerate(side.program)]
    for number, card in enumerate(cards, start=1):
        if card:
            # Modifiers and icons of a card belong to its slot; all else works from the mat.
            clauses += [
                Clause(f"mat:{number}:{card}.{n}", ability)
                for n, ability in enumerate(face(pack, card).program)
                if ability.when not in ("action", "modifier", "on_arrival", "on_exit")
            ]
    return _sorted(clauses)


def _sorted(clauses: list[Clause]) -> Kit:
    passive = [clause for clause in clauses if clause.ability.when == "passive"]
    triggers: dict[str, tuple[Clause, ...]] = {}
    for clause in passive:
        if clause.ability.on:
            triggers[clause.ability.on] = (*triggers.get(clause.ability.on, ()), clause)
    standing = [clause for clause in passive if not clause.ability.on]

    def when(time: str) -> tuple[Clause, ...]:
        return tuple([clause for clause in clauses if clause.ability.when == time])

    return Kit(
        modifiers=when("modifier"),
        changes=tuple([clause for clause in standing if clause.ability.change is not None]),
        grants=tuple([clause for clause in standing if clause.ability.grant]),
        shields=tuple([clause for clause in standing if clause.ability.shield is not None]),
        prices=tuple([clause for clause in standing if clause.ability.price is not None]),
        triggers=triggers,
        start_of_turn=when("start_of_turn"),
        end_of_turn=when("end_of_turn"),
        uses=when("use"),
        by_source={clause.source: clause for clause in clauses},
    )
