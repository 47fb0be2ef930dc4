"""How things of the trial are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.arcanya.cards import POWER_OF
from domain.arcanya.state import Trial

ROMAN = {1: "I", 2: "II", 3: "III"}
AROUND = {"cw": "clockwise", "ccw": "counterclockwise"}


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def card(trial: Trial, face: str) -> str:
    """The name printed on a card."""
    known = trial.faces.get(face)
    return known.name if known is not None else face


def cards(trial: Trial, faces: Iterable[str]) -> str:
    """Cards by name, equal ones counted, Power cards first and rising."""
    counts: dict[str, int] = {}
    for face in sorted(faces, key=_rank):
        counts[face] = counts.get(face, 0) + 1
    return listed([card(trial, face) if n == 1 else f"{n}x {card(trial, face)}" for face, n in counts.items()])


def _rank(face: str) -> tuple[int, str]:
    return (POWER_OF.get(face, 99), face)


def a_guard(kind: str) -> str:
    """`an Earth Guard`."""
    name = f"{kind.capitalize()} Guard"
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def school(trial: Trial, element: str) -> str:
    """The name of a School."""
    known = trial.schools.get(element)
    return known.name if known is not None else element.capitalize()


def shield(level: int) -> str:
    """`Shield III`."""
    return f"Shield {ROMAN.get(level, str(level))}"


def count_of(number: int, thing: str = "card") -> str:
    """`a card`, `2 cards`."""
    return f"a {thing}" if number == 1 else f"{number} {thing}s"


def points(number: int) -> str:
    """`1 point`, `3 points`."""
    return "1 point" if number == 1 else f"{number} points"
