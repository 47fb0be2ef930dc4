"""Trials of Arcanya for random tests: every mode and option, few and many seats, and a host's own cards."""

from __future__ import annotations

import copy
from typing import Any

from domain.arcanya.content.loader import load_pack
from domain.kernel.records import record
from projections.games import PLUGINS

ARCANYA = PLUGINS["arcanya"]


@record
class Trial:
    """How a random trial is set up; `content` is a host's own, or None."""

    seats: int
    options: dict[str, Any]
    content: Any = None

    def __str__(self) -> str:
        chosen = "-".join(f"{name}" if value is True else f"{value}" for name, value in self.options.items())
        return f"{self.seats}-{chosen or 'basic'}{'-own-cards' if self.content else ''}"


def rearranged(**effects: list[dict[str, Any]]) -> Any:
    """The built-in cards with other effects for some Students, all used before one's Action."""
    data: Any = copy.deepcopy(dict(load_pack().data))
    for student in data["student"]:
        if student["id"] in effects:
            student["effects"] = effects[student["id"]]
            student["timing"] = "before"
    return data


HANDS_CHANGE = rearranged(
    yaiza=[{"do": "take_card"}],
    iker=[{"do": "swap_card"}],
    nerea=[{"do": "draw", "count": 2}],
    marina=[{"do": "swap_card"}],
    celso=[{"do": "take_card"}],
    roque=[{"do": "draw", "count": 1}],
    vega=[{"do": "lose_shield"}],
    tadeo=[{"do": "swap_card"}],
    ondina=[{"do": "take_card"}, {"do": "draw", "count": 1}],
)
"""Cards that go from hand to hand, hands too large, Shields lost out of turn: what the built-in cards never do."""

TRIALS = (
    Trial(2, {"mode": "basic"}),
    Trial(3, {"mode": "advanced", "alter_plus": True}),
    Trial(4, {"mode": "basic", "no_students": True, "dispel_plus": True}),
    Trial(4, {"mode": "advanced", "alter_plus": True, "dispel_plus": True}),
    Trial(5, {"mode": "basic", "student_pool": "group1", "first_defender": 2}),
    Trial(8, {"mode": "advanced"}),
    Trial(4, {"mode": "advanced"}, HANDS_CHANGE),
    Trial(10, {"mode": "basic", "alter_plus": True}, HANDS_CHANGE),
)
