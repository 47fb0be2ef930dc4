"""What `decide` writes on: each event is applied as it is emitted, so the rules always see the truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.secrecy import Event

S = TypeVar("S")


class Draft(Generic[S]):
    """A state, the events emitted on it so far, and the chance they may draw on."""

    __slots__ = ("_evolve", "chance", "events", "state")

    def __init__(self, state: S, evolve: Callable[[S, Any], S], chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self._evolve = evolve

    def emit(self, event: Event) -> None:
        """Lets an event happen."""
        self.state = self._evolve(self.state, event)
        self.events.append(event)
