"""Trials of Maya behind the decider protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import domain.maya.modes.kinds
import domain.maya.performers.words  # noqa: F401  (both fill in what there is of a kind)
from domain.kernel import frames, lifecycle, match
from domain.kernel.chance import Chance
from domain.kernel.freeze import record_classes
from domain.kernel.game import HOST_SEAT, Offer, Outcome, Refused, Request, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.match import KERNEL
from domain.kernel.registry import Registry
from domain.maya import events, intents, state, state_arena
from domain.maya.deciding.table import DECIDE
from domain.maya.evolve import AT_REST, evolve_event
from domain.maya.flow.proceeding import proceed
from domain.maya.flow.setup import start
from domain.maya.hexes import coords
from domain.maya.offers import phases
from domain.maya.options import check_options, options_schema, rules_of
from domain.maya.packs import pack_for
from domain.maya.state import Seat, State
from domain.maya.table import MayaDraft


class MayaGame:
    """The game: champions on a hex arena, three cards on each mat."""

    name = "maya"
    rules_version = 1
    seats_min = 2
    seats_max = 4
    registry = Registry(KERNEL, intents, events)
    host_intents = frozenset(("ProposeRuling", "WithdrawRuling"))
    """A host may propose a correction, though not agree to one: that is for those who play (MAYA-AMB-118)."""
    records = record_classes(match, lifecycle, frames, coords, state_arena, state, events)
    """The record classes that a match of this game holds, to read a kept state back."""

    def options_schema(self) -> Any:
        """JSON Schema of the options."""
        return options_schema()

    def check_options(self, options: Mapping[str, Any], seats: int, content: Any = None) -> Mapping[str, Any]:
        """The options with every default filled in, or Refused; `seats` may be 0 when not known yet."""
        return check_options(options, seats, content)

    def start(self, setup: Setup) -> State:
        """An empty table with a place for everyone."""
        content = None if setup.content is None else tuple(sorted(setup.content.items()))
        rules = rules_of(setup.options, len(setup.seats), pack_for(content))
        return State(rules, tuple([Seat(taken.seat, taken.name) for taken in setup.seats]), content)

    def decide(self, state: State, intent: Any, chance: Chance) -> Sequence[Any]:
        """The events an intent causes, or Refused."""
        return self.draft(state, intent, chance).events

    def draft(self, state: State, intent: Any, chance: Chance) -> MayaDraft:
        """The events an intent causes and the table after them, or Refused."""
        draft = MayaDraft(state, evolve_event, chance)
        if intent.__class__ is StartMatch:
            assert state.phase == "lobby", "a match starts once"
            start(draft)
        else:
            decider = DECIDE.get(intent.__class__)
            if decider is None:
                raise Refused("UNKNOWN_INTENT", "KERNEL-INTENT", "There is no intent of that name in this game.")
            of_host = intent.seat == HOST_SEAT and intent.TYPE in self.host_intents
            if not of_host and not 1 <= intent.seat <= len(state.seats):
                raise Refused("NO_SUCH_SEAT", "KERNEL-SEAT", f"The seats are 1 to {len(state.seats)}.")
            if state.ended is not None:
                raise Refused("MATCH_OVER", "MAYA-CORE-11", "The match is over.")
            if intent.seat in state.conceded:
                raise Refused("ALREADY_CONCEDED", "MAYA-CORE-11", "You gave up; the others play on.")
            decider(draft, intent)
            if draft.events and all(event.__class__ in AT_REST for event in draft.events):
                # The table has come to rest before, and looking at it again could trip over what holds it up: a match
                # that a fault of ours has stuck is mended by what is agreed on beside it (MAYA-COOL-01).
                return draft
        proceed(draft)
        return draft

    def evolve(self, state: State, event: Any) -> State:
        """The table after an event."""
        return evolve_event(state, event)

    def awaiting(self, state: State) -> tuple[Request, ...]:
        """What the match waits for."""
        return phases.awaiting(state)

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        """Everything this seat may do now."""
        return phases.offers(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ended = state.ended
        return None if ended is None else Outcome(ended.winners, ended.reasons, ended.scores)


MAYA = MayaGame()
