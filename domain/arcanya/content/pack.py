"""A content pack: every card there is, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.arcanya.cards import ATTUNE, CardFace, SchoolCard, Shield, StudentCard
from domain.kernel.frames import Effect
from domain.kernel.records import record


@record
class Stack:
    """A face of the draw deck and how many cards show it."""

    face: CardFace
    copies: int


@record
class Pack:
    """All cards of a game; `data` is the same as plain data, to be kept with a match."""

    stacks: tuple[Stack, ...]
    students: tuple[StudentCard, ...]
    schools: tuple[SchoolCard, ...]
    shields: tuple[Shield, ...]
    weaknesses: Mapping[str, int]
    data: Mapping[str, Any]

    def deck(self, *, advanced: bool) -> tuple[str, ...]:
        """The faces of the Power Source before the shuffle; Attune is for the advanced game (ARC-SETUP-01)."""
        return tuple([stack.face.id for stack in self._in_play(advanced) for _ in range(stack.copies)])

    def faces(self, *, advanced: bool) -> tuple[CardFace, ...]:
        """The different faces in the Power Source."""
        return tuple([stack.face for stack in self._in_play(advanced)])

    def card_ids(self) -> tuple[str, ...]:
        """An id for every printed card of the draw deck, to count them by; in play a card is only its face."""
        return tuple([f"{stack.face.id}/{copy}" for stack in self.stacks for copy in range(1, stack.copies + 1)])

    def _in_play(self, advanced: bool) -> list[Stack]:
        return [stack for stack in self.stacks if advanced or stack.face.kind != ATTUNE]


def effect_from(data: Mapping[str, Any]) -> Effect:
    """An effect out of `{do = "...", argument = ...}`."""
    return Effect(data["do"], {name: value for name, value in data.items() if name != "do"})
