"""One clause of a text as data: when it works, under which conditions, and what it does."""

from __future__ import annotations

from typing import Literal, get_args

import attrs

from domain.maya.content.effects import Change, Effect
from domain.maya.content.values import Condition

When = Literal[
    "action",
    "play",
    "reaction",
    "modifier",
    "passive",
    "on_arrival",
    "on_exit",
    "start_of_turn",
    "end_of_turn",
    "use",
]
WHENS: tuple[When, ...] = get_args(When)

CHOSEN: frozenset[When] = frozenset(("action", "play", "reaction", "modifier", "start_of_turn", "end_of_turn", "use"))
"""Where the player decides whether to use the clause, unless the clause says otherwise (MAYA-AMB-79)."""

TRIGGERS = (
    "you_moved",
    "you_flew",
    "you_attacked_ranged",
    "your_attack_took_hp",
    "you_activated",
    "entered_your_vish",
    "you_died",
)
GRANTS = ("immovable", "pass_enemies", "spikeproof")
ANSWERABLE = ("attack", "push", "pull", "move", "spell")

Limit = Literal["once_per_turn", "none"]
LIMITS: tuple[Limit, ...] = get_args(Limit)


@attrs.frozen
class Answers:
    """What a Reaction may answer: actions of an opponent by kind and target, or its spells."""

    to: tuple[str, ...]
    at: str = ""
    """"you" when the action must target you."""
    ended_beside: tuple[str, ...] = ()
    """For a Move that has ended: next to which of your pieces."""


@attrs.frozen
class Shield:
    """Damage of one kind against you is less, never below 0."""

    against: Literal["collision", "ranged_attack"]
    less: int


@attrs.frozen
class Price:
    """The Energy cost of something is lowered (never below 0) or set."""

    of: Literal["relic", "flight"]
    less: int = 0
    set: int | None = None


@attrs.frozen
class Ability:
    """One clause: its timing, and exactly one of effects, a change, a grant, a shield or a price."""

    when: When
    clause: int
    """Which clause of the text this is, counted from 0."""
    on: str = ""
    answers: Answers | None = None
    limit: Limit | None = None
    cost: int = 0
    may: bool = False
    trump: bool = False
    condition: Condition | None = None
    do: tuple[Effect, ...] = ()
    change: Change | None = None
    grant: str = ""
    shield: Shield | None = None
    price: Price | None = None
