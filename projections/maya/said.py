"""What is gathered while an offer is put into words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.maya.effects.words import Question, question_of
from domain.maya.state import State
from projections.maya import naming
from projections.maya.kept import Kept

# The order in which groups of offers are listed.
ACTION, ABILITY, CARD, ACTIVATE, OTHER, LAST = range(6)

# The question that stands is the same for each of its many offers.
_ASKED: Kept[State, Question | None] = Kept(question_of, 1)


class Said:
    """What describing an offer gathers: what it concerns, and the group of like offers that it stands in."""

    __slots__ = ("card", "cards", "key", "note", "rank", "seats", "spaces", "title", "units", "way")

    def __init__(self) -> None:
        self.cards: list[str] = []
        self.seats: list[int] = []
        self.spaces: list[str] = []
        self.units: list[str] = []
        self.key = ""
        self.title = ""
        self.note = ""
        self.card = ""
        self.way = ""
        self.rank = OTHER

    def group(self, key: str, title: str, rank: int, *, note: str = "", card: str = "") -> None:
        """The group: offers of the same key differ in their ways only."""
        self.key, self.title, self.rank, self.note, self.card = key, title, rank, note, card


def question(state: State) -> Question | None:
    """What an effect asks now."""
    return _ASKED.of(state)


def at(place: Sequence[int], state: State, said: Said) -> str:
    """The name of a space, which the offer concerns."""
    said.spaces.append(naming.space_key(place))
    return naming.space(state, place)
