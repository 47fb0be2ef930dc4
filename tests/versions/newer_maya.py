"""Newer releases of Trials of Maya: fields of an event renamed, a sealed one among them, and an event split."""

from __future__ import annotations

from typing import Any

import attrs

from domain.kernel.records import evolve
from domain.kernel.registry import Upcast
from domain.kernel.secrecy import event, owned, public
from domain.maya import events, intents
from domain.maya.content.models import SiegeRules
from domain.maya.evolving.changing import with_seat, with_slot
from domain.maya.modes import siege
from domain.maya.state import State
from projections.maya import PLUGIN
from tests.versions.releases import Form, renamed

_numbers = siege.numbers


def _one_death(state: State) -> SiegeRules:
    return attrs.evolve(_numbers(state), deaths_to_lose=1)


SOONER = ((siege, "numbers", _one_death),)
"""A team loses a Siege with its first Death token."""


@event("CardsDrawn", schema=2)
class CardsDrawnNow:
    """Schema 2: `why` became `cause`, and the sealed `cards` became `drawn`."""

    seat: int = public()
    to: tuple[int, ...] = public()
    count: int = public()
    cause: str = public()
    drawn: tuple[str, ...] | None = owned("to")


@event()
class SlotUsed:
    """One half of what CardActivated said: the slot is spent for this round."""

    seat: int = public()
    slot: int = public()


@event()
class ActivationBegan:
    """The other half: the turn goes on with this card."""

    seat: int = public()
    slot: int = public()
    card: str = public()
    cost: int = public()


def _as_before(drawn: CardsDrawnNow) -> events.CardsDrawn:
    return events.CardsDrawn(drawn.seat, drawn.to, drawn.count, drawn.cause, drawn.drawn)


def _drawn(state: State, drawn: CardsDrawnNow) -> Any:
    return PLUGIN.rules.game.evolve(state, _as_before(drawn))


def _used(state: State, used: SlotUsed) -> State:
    seat = state.seat(used.seat)
    return with_seat(state, with_slot(seat, used.slot, evolve(seat.slots[used.slot - 1], activated=True)))


def _began(state: State, began: ActivationBegan) -> State:
    relic = state.seat(began.seat).slots[began.slot - 1].relic
    turn = evolve(
        state.turn,
        slot=began.slot,
        relic_live=relic != "",
        used=(),
        fired=(),
        activated=state.turn.activated + 1,
    )
    # Questions are numbered by what happened before them, so the two halves count as the one event that they were.
    return evolve(state, turn=turn, ticks=state.ticks + 1)


RENAMED = Form(
    gone=events.CardsDrawn,
    events=events,
    intents=(intents,),
    becomes=lambda drawn: (CardsDrawnNow(drawn.seat, drawn.to, drawn.count, drawn.why, drawn.cards),),
    fold={CardsDrawnNow: _drawn},
    told={CardsDrawnNow: _as_before},
    up=lambda fields: [Upcast("CardsDrawn", 2, renamed(fields, {"why": "cause", "cards": "drawn"}))],
)
SPLIT = Form(
    gone=events.CardActivated,
    events=events,
    intents=(intents,),
    becomes=lambda done: (
        SlotUsed(done.seat, done.slot),
        ActivationBegan(done.seat, done.slot, done.card, done.cost),
    ),
    fold={SlotUsed: _used, ActivationBegan: _began},
    told={ActivationBegan: lambda began: events.CardActivated(began.seat, began.slot, began.card, began.cost)},
    up=lambda fields: [
        Upcast("SlotUsed", 1, {"seat": fields["seat"], "slot": fields["slot"]}),
        Upcast("ActivationBegan", 1, fields),
    ],
)
FORGOTTEN = attrs.evolve(RENAMED, up=None)
"""The rename with the way up from the old form forgotten."""
