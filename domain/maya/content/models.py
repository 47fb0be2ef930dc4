"""The pieces of the game as records: champions, cards, fragments, objectives, minions, maps, modes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

import attrs

from domain.maya.content.abilities import Ability
from domain.maya.content.effects import Effect
from domain.maya.hexes import Board, Hex, Space, Vertex, border

CLAUSE = " · "
"""What separates the clauses of a text; each clause has its part in the program."""

CardType = Literal["action", "relic", "spell"]
CARD_TYPES: tuple[CardType, ...] = ("action", "relic", "spell")


@attrs.frozen
class Text:
    """A text with its program."""

    id: str
    name: str
    text: str
    program: tuple[Ability, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The text, clause by clause."""
        return tuple(self.text.split(CLAUSE))

    def clause_of(self, ability: Ability) -> str:
        """The words a part of the program stands for."""
        return self.clauses[ability.clause]


@attrs.frozen
class Card(Text):
    """A deck card: Action, Relic or Spell (MAYA-CARD-01, MAYA-CARD-02)."""

    type: CardType
    cost: int
    gain: int = 0
    """The printed Energy Gain; only Action cards have one."""
    traits: tuple[str, ...] = ()
    """The printed symbols, a doubled one listed twice; none on a Signature card (MAYA-CARD-15)."""
    shattered: bool = False
    signature_of: str = ""
    copies: int = 2
    """How many the box holds for deck construction, or a starter deck uses."""
    additional: bool = False
    """One of the further cards that are in no starter deck (MAYA-COMP-06)."""
    named_in_rulebook: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols that count; shattered ones never do (MAYA-CARD-16)."""
        return () if self.shattered else self.traits

    @property
    def is_reaction(self) -> bool:
        """Whether this is a Spell played in answer to an opponent (MAYA-REACT-01)."""
        return any(ability.when == "reaction" for ability in self.program)


@attrs.frozen
class Fragment(Text):
    """A Memory Fragment: a weak action card without traits (MAYA-SLOT-04)."""

    cost: int
    gain: int
    copies: int


@attrs.frozen
class Passive(Text):
    """The built-in ability that comes with a trait (MAYA-CHAMP-03)."""

    trait: str


@attrs.frozen
class SkillSide(Text):
    """One face of a skill card; its id is `skill/1`, `skill/2a` or `skill/2b`."""

    xp: int


@attrs.frozen
class Skill:
    """A skill card: level 1, then side A or B of level 2, which replaces it (MAYA-UPG-19, MAYA-UPG-20)."""

    id: str
    name: str
    champion: str
    level_1: SkillSide
    level_2a: SkillSide
    level_2b: SkillSide


@attrs.frozen
class Token:
    """A Max HP or Energy Modifier token with its XP cost (MAYA-AMB-61)."""

    value: int
    xp: int


@attrs.frozen
class DualSymbol:
    """A symbol that counts as either of two traits once unlocked (MAYA-UPG-13)."""

    traits: tuple[str, str]
    xp: int


@attrs.frozen
class Champion:
    """A portrait: traits, hand, ladders, symbols, skills and the starter deck (MAYA-COMP-17)."""

    id: str
    name: str
    species: str
    classes: tuple[str, str]
    hand: int
    hp: tuple[Token, ...]
    energy: tuple[Token, ...]
    duals: tuple[DualSymbol, ...]
    wild_xp: int
    starter: tuple[str, ...]
    """Card ids, a card that is in twice listed twice."""
    without_reactions: tuple[str, str]
    """The Reaction card and what replaces it when Reactions are left out (MAYA-REACT-07)."""
    placeholder: bool
    """Whether this is our own portrait and not a printed one (MAYA-CHAMP-07)."""

    @property
    def traits(self) -> tuple[str, str, str]:
        """One species and two classes (MAYA-CHAMP-01)."""
        return (self.species, *self.classes)


MEASURES = (
    "moves_ended_in_other_zone",
    "zones_stood_in",
    "hp_taken",
    "neutral_minions_killed",
    "enemy_champions_killed",
    "damaging_attacks_from_above",
    "damaging_attacks_from_below",
    "hp_taken_from_enemy_idos",
    "enemy_champions_damaged",
    "action_cards_activated",
    "relics_equipped",
    "energy_spent",
    "collision_damage",
    "defence",
    "units_hurt_by_one_action",
    "spells_played",
    "cards_drawn",
    "statuses_inflicted",
    "spaces_moved",
    "unique_traits",
    "hp_of_minion_spawned",
)
"""What an objective can measure; VOCABULARY.md says how each is counted."""


@attrs.frozen
class Requirement:
    """A feat to be measured over the facts of this turn's Action Phase (MAYA-OBJ-02)."""

    measure: str
    at_least: int
    distance: int = 0
    """Only deeds against units at least so many spaces away."""


@attrs.frozen
class ObjectiveSide:
    """One face of an objective: what it takes, all of it, and what it pays."""

    text: str
    xp: int
    needs: tuple[Requirement, ...]
    needs_in: Mapping[str, tuple[Requirement, ...]]
    """Other requirements in some kinds of mode."""
    on_complete: Literal["discard", "flip", "remove"]


@attrs.frozen
class Objective:
    """An objective card; starters have two sides (MAYA-OBJ-01, MAYA-OBJ-10)."""

    id: str
    name: str
    starter: bool
    sides: tuple[ObjectiveSide, ...]


@attrs.frozen
class MinionSide:
    """The actions on a minion's head: steps of alternatives, one of which is taken (MAYA-MIN-01)."""

    id: str
    text: str
    in_order: bool
    """First/Then: the steps come in this order; otherwise in any order (MAYA-AGGRO-12)."""
    steps: tuple[tuple[Effect, ...], ...]


@attrs.frozen
class Minion:
    """A kind of minion (MAYA-ROSTER-01)."""

    id: str
    name: str
    heads: int
    hp: Mapping[str, int]
    """HP by kind of mode."""
    sides: tuple[MinionSide, ...]
    replaces: str = ""
    """In expert games it stands in for every minion of this kind (MAYA-ROSTER-13)."""


@attrs.frozen
class Piece:
    """A class piece or a mode piece: how many there are, and what it is on the arena."""

    id: str
    name: str
    form: Literal["token", "tile", "ido"]
    supply: int = 0
    trait: str = ""
    """Whose champions get the supply (MAYA-GSETUP-13)."""
    hp: int = 0
    attackable: bool = False
    """For an IDO: whether Attacks may target it; always stated (MAYA-AMB-13)."""
    high_ground: bool = False
    covers_spikes: bool = False


@attrs.frozen
class Item:
    """A square piece lying on the arena to be picked up; the box has none (MAYA-ITEM-06)."""

    id: str
    name: str


@attrs.frozen
class Point:
    """A point of interest on a corner (MAYA-POI-01, MAYA-POI-05)."""

    name: str
    owner: Literal["neutral", "team1", "team2"]
    at: Vertex
    zone: str = ""


@attrs.frozen
class Tower:
    """Where a tower of a team stands."""

    team: int
    at: Hex


@attrs.frozen
class Lair:
    """Where a neutral minion begins, with its HP (MAYA-MIN-02)."""

    minion: str
    at: Hex
    hp: int


@attrs.frozen
class GroundItem:
    """Where an item lies at the start."""

    item: str
    at: Hex


@attrs.frozen(slots=False)
class Map:
    """An arena: spaces, walls and what stands on them at the start (MAYA-TERR-01)."""

    id: str
    name: str
    spaces: Mapping[Hex, Space]
    walls: tuple[tuple[Hex, Hex], ...]
    spawns: tuple[Point, ...]
    upgrades: tuple[Point, ...]
    towers: tuple[Tower, ...]
    lairs: tuple[Lair, ...]
    items: tuple[GroundItem, ...] = ()

    @cached_property
    def board(self) -> Board:
        """The empty board of this map."""
        return Board(self.spaces, frozenset(border(a, b) for a, b in self.walls))

    @property
    def zones(self) -> tuple[str, ...]:
        """The names of the zones, voids left out (MAYA-TERR-22)."""
        return tuple(sorted({space.zone for space in self.spaces.values() if not space.void}))


@attrs.frozen
class SiegeRules:
    """The numbers of Siege."""

    tower_hp: int
    tower_loss_max: int
    """HP a tower can lose in one player's turn."""
    tower_death_loss: int
    """HP one tower loses when a champion of its team is killed by the other team."""
    watchfire_damage: int
    watchfire_reach: int
    deaths_to_lose: int
    collapse_round: int
    """At the end of this round and every later one each tower loses HP."""
    collapse_loss: int


@attrs.frozen
class HeadhuntersRules:
    """The numbers of Headhunters."""

    vp_to_win: Mapping[int, int]
    """By number of players."""
    rounds: int
    champion_kill_vp: tuple[int, ...]
    """By how worn the victim is, freshest first."""
    champion_kill_deaths: tuple[int, ...]
    """The Death tokens from which each entry of `champion_kill_vp` counts."""
    bounty_start: int
    bounty_max: int
    allied_minion_vp: int
    head_vp: int
    heads_per_turn: int
    death_vp: int
    """VP lost for each Death token at the end."""


@attrs.frozen
class Mode:
    """A game mode: who plays, where, and by which numbers (MAYA-CORE-11, MAYA-AMB-113)."""

    id: str
    name: str
    kind: Literal["siege", "headhunters"]
    teams: bool
    """Two teams, odd seats against even ones; otherwise every player alone."""
    maps: Mapping[int, str]
    """The map for each number of players that the mode allows."""
    objective_row: Mapping[int, int]
    """Open objectives by number of players (MAYA-OBJ-15)."""
    text: tuple[str, ...]
    siege: SiegeRules | None = None
    headhunters: HeadhuntersRules | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the mode allows."""
        return tuple(sorted(self.maps))


@attrs.frozen
class ContentWarning:
    """Something in a file that is allowed and yet does not fit the box."""

    file: str
    line: int
    reason: str
    rule: str = ""


@attrs.frozen
class ContentPack:
    """Everything the cards, portraits, boards and manuals say, by id."""

    digest: str
    """Names exactly this content."""
    default_mode: str
    champions: Mapping[str, Champion]
    passives: Mapping[str, Passive]
    """By trait."""
    skills: Mapping[str, Skill]
    cards: Mapping[str, Card]
    fragments: Mapping[str, Fragment]
    objectives: Mapping[str, Objective]
    minions: Mapping[str, Minion]
    pieces: Mapping[str, Piece]
    items: Mapping[str, Item]
    maps: Mapping[str, Map]
    modes: Mapping[str, Mode]
    warnings: tuple[ContentWarning, ...] = ()

    def passives_of(self, champion: str) -> tuple[Passive, ...]:
        """The three passives a champion has from the start, one for each trait (MAYA-PASSIVE-01)."""
        return tuple(self.passives[trait] for trait in self.champions[champion].traits)

    def skills_of(self, champion: str) -> tuple[Skill, ...]:
        """The three skills only this champion has (MAYA-UPG-17)."""
        return tuple(skill for skill in self.skills.values() if skill.champion == champion)

    def supplies_of(self, champion: str) -> dict[str, int]:
        """The class pieces a champion's player gets, by piece (MAYA-GSETUP-09 to MAYA-GSETUP-13)."""
        traits = self.champions[champion].traits
        return {piece.id: piece.supply for piece in self.pieces.values() if piece.trait in traits}
