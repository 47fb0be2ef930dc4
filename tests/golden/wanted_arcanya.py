"""The standing set of Arcanya: every mode with its optional rules, tables of 2 to 10, every ending, ties, own cards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from server.simulate import Played
from tests.golden.kept import Kept, Wanted

OWN_SHIELDS = """\
shield = [
  { level = 3, victory_points = 4, hand_size = 6 },
  { level = 2, victory_points = 2, hand_size = 5 },
  { level = 1, victory_points = 1, hand_size = 4 },
]
"""


def ended_by(*reasons: str) -> Wanted:
    return lambda played: played.state.table.ending.reasons == reasons


def tie_broken(played: Played) -> bool:
    return bool(played.state.table.tiebreak) and len(played.state.table.ending.winners) == 1


def tie_shared(played: Played) -> bool:
    return len(played.state.table.ending.winners) > 1


def wanted() -> Iterator[Kept]:
    """The whole set."""
    for mode in ("basic", "advanced"):
        for alter_plus, dispel_plus, no_students in itertools.product((False, True), repeat=3):
            if mode == "advanced" and no_students:
                continue
            chosen = {"alter_plus": alter_plus, "dispel_plus": dispel_plus, "no_students": no_students}
            on = [name for name, value in chosen.items() if value]
            name = "-".join([mode, *(rule.replace("_", "") for rule in on)]) if on else f"{mode}-plain"
            told = f"The {mode} game with {' and '.join(on) if on else 'no optional rule'}"
            yield Kept(name, told, ("greedy", "random") * 2, {"mode": mode, **chosen})
        for seats in (2, 3, 5, 8, 10):
            bots = tuple(itertools.islice(itertools.cycle(("greedy", "random", "greedy")), seats))
            yield Kept(f"{mode}-{seats}-seats", f"The {mode} game at a table of {seats}", bots, {"mode": mode})
    three = ("random",) * 3
    yield Kept("basic-group1", "Group 1 alone", ("greedy",) * 6, {"student_pool": "group1"})
    yield Kept("ended-by-points", "An end by 8 points won", three, {}, ended_by("points"))
    yield Kept("ended-by-elimination", "An end by a last Shield", three, {}, ended_by("elimination"))
    yield Kept("ended-by-both", "Both ends at once", three, {"mode": "advanced"}, ended_by("points", "elimination"))
    yield Kept("own-content", "Shields of the host's own", ("greedy",) * 3, {"mode": "advanced"}, content=OWN_SHIELDS)
    yield Kept("tie-broken", "A tie for first, broken by the hands", ("greedy",) * 4, {}, tie_broken)
    yield Kept("tie-shared", "A tie for first that the hands leave", ("greedy",) * 8, {}, tie_shared)
