"""The cards: what is printed on them, and the names of what the rules know.

A card in play is its face (`power-7`, `dodge`): equal faces are one and the same to the table, so that no id can
follow a card through a shuffle.
"""

from __future__ import annotations

from domain.kernel.frames import Effect
from domain.kernel.records import record

POWER_VALUES = range(2, 11)
DODGE = "dodge"
DEFLECT = "deflect"
REFLECT = "reflect"
ALTER = "alter"
DISPEL = "dispel"
ATTUNE = "attune"
BASIC_MANEUVERS = (DODGE, DEFLECT, REFLECT, ALTER, DISPEL)
MANEUVERS = (*BASIC_MANEUVERS, ATTUNE)
POWER = "power"

POWER_OF = {f"power-{value}": value for value in POWER_VALUES}
"""The value of each Power card's face."""

BEFORE = "before"
ACTION = "action"
TIMINGS = (BEFORE, ACTION)
BANNED_BY_WEAKNESS = frozenset({DEFLECT, REFLECT})

REDUCE = "reduce"
BOOST = "boost"
GUARD_MODES = {"earth": {REDUCE: 3}, "fire": {BOOST: 2}, "metal": {REDUCE: 2, BOOST: 1}}
"""What each type of Guard does: lowers the Power received, or raises the card played (ARC-GUARD-08 to 10)."""


@record
class CardFace:
    """A face of the draw deck: a Power card with its value, or a Maneuver (value 0)."""

    id: str
    kind: str
    value: int
    name: str
    text: str


@record
class StudentCard:
    """A Student card: affinity, group, when its ability is used, its text and what that text does.

    `counts_as` names the Maneuver that the text makes of the ability; only then a Weakness can forbid it.
    """

    id: str
    name: str
    element: str
    group: int
    timing: str
    ability: str
    text: str
    effects: tuple[Effect, ...]
    counts_as: str | None = None


@record
class SchoolCard:
    """An Elemental School: its ability's name, text, and what that text does."""

    id: str
    name: str
    ability: str
    text: str
    effects: tuple[Effect, ...]


@record
class Shield:
    """A Magic Shield: its level, the Victory Points it grants and the hand size it imposes."""

    level: int
    victory_points: int
    hand_size: int
