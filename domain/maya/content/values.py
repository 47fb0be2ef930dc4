"""The small parts that effects are made of: values, reach, status icons, targets and conditions."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

SPECIES = ("garuda", "manushya", "naag", "vaanar")
CLASSES = ("artificer", "fleetshot", "harrier", "relic-keeper", "surefire", "vanguard")
TRAITS = SPECIES + CLASSES
"""The closed list of ten traits, species first (MAYA-CHAMP-02)."""

METRICS = (
    *TRAITS,
    "unique",
    "equipped_relics",
    "activated",
    "adjacent_enemies",
    "vish_on_target",
    "retrieved",
)
"""What a value can count instead of being a fixed number (MAYA-MOVE-01)."""

Status = Literal["root", "bleed", "vish"]
STATUSES: tuple[Status, ...] = get_args(Status)
"""The statuses an icon can put on a target; Flight, the fourth, is a state of its owner (MAYA-STATUS-01)."""

Who = Literal["enemy entity", "enemy unit", "own engram", "own foundation"]
WHO: tuple[Who, ...] = get_args(Who)

Count = Literal["one", "each", "any"]
COUNTS: tuple[Count, ...] = get_args(Count)

ReachKind = Literal["adjacent", "all_adjacent", "range", "projectile", "piercing"]
RANGED: frozenset[ReachKind] = frozenset(("range", "projectile", "piercing"))
"""The reaches that make an attack a ranged attack."""

CONDITIONS = {
    "in_flight": "",
    "on_high_ground": "",
    "on_own_foundation": "",
    "beside_enemy": "",
    "it_adjacent": "",
    "not_moved": "",
    "not_rooted": "",
    "no_defence": "",
    "moved": "at_least",
    "flew": "at_least",
    "defence": "at_least",
    "foundations": "at_least",
    "discarded": "type",
}
"""Each condition word with the one argument it takes, if any."""


@attrs.frozen
class Value:
    """A number on an icon: fixed, or what a metric counts when the action is declared (MAYA-AMB-45)."""

    number: int = 0
    of: str = ""
    most: int | None = None
    """The highest the metric may count."""


@attrs.frozen
class Reach:
    """From where an action touches its target: adjacent unless an icon says otherwise."""

    kind: ReachKind = "adjacent"
    x: int = 1

    @property
    def is_ranged(self) -> bool:
        """Whether an attack with this reach is a ranged attack (MAYA-RANGE-01)."""
        return self.kind in RANGED


ADJACENT = Reach()


@attrs.frozen
class StatusIcon:
    """A status that an action puts on its target besides its result (MAYA-STATUS-02)."""

    status: Status
    count: Value


@attrs.frozen
class Target:
    """Whom an effect concerns: one, each or any number of a kind, or something bound before.

    With `bound` set the target is the unit of that name and the other fields stay empty.
    """

    count: Count = "one"
    who: Who | Literal[""] = ""
    within: int = 0
    """Plain distance from you, walls and voids disregarded; 0 for anywhere."""
    straight: bool = False
    """On one of your six axes only."""
    beside: str = ""
    """Adjacent to you ("you") or to a bound space; the bound unit itself is left out."""
    free: bool = False
    """Without a unit on it."""
    bound: str = ""


@attrs.frozen
class Condition:
    """Something that must hold, with its threshold or card type; or any one of several such things."""

    word: str = ""
    at_least: int = 0
    type: str = ""
    any_of: tuple[Condition, ...] = ()
