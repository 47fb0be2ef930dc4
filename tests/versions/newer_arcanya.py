"""Newer releases of Arcanya: fields of an event renamed, a sealed one among them, and an event split."""

from __future__ import annotations

from typing import Any

import attrs

from domain.arcanya import events, intents
from domain.arcanya.deciding import hits
from domain.arcanya.state import Trial, WonShield
from domain.kernel.records import evolve
from domain.kernel.registry import Upcast
from domain.kernel.secrecy import event, owned, public
from projections.arcanya import PLUGIN
from tests.versions.releases import Form, renamed

SOONER = ((hits, "END_POINTS", 3),)
"""The trial ends with three Victory Points instead of eight."""


@event("CardsDrawn", schema=2)
class CardsDrawnNow:
    """Schema 2: `cause` became `why`, and the sealed `card_ids` became `cards`."""

    seat: int = public()
    count: int = public()
    why: str = public()
    cards: tuple[str, ...] | None = owned()


@event()
class ShieldWon:
    """One half of what ShieldLost said: whose Shield it was, and who has it now."""

    seat: int = public()
    level: int = public()
    recipient: int | None = public()


@event()
class ShieldTakenOff:
    """The other half: it no longer stands before its Student."""

    seat: int = public()
    level: int = public()


def _as_before(drawn: CardsDrawnNow) -> events.CardsDrawn:
    return events.CardsDrawn(drawn.seat, drawn.count, drawn.why, drawn.cards)


def _drawn(trial: Trial, drawn: CardsDrawnNow) -> Any:
    return PLUGIN.rules.game.evolve(trial, _as_before(drawn))


def _won(trial: Trial, won: ShieldWon) -> Trial:
    if won.recipient is None:
        return trial
    shield = next(shield for shield in trial.student(won.seat).shields if shield.level == won.level)
    gained = WonShield(shield.level, shield.victory_points, won.seat)
    return _with(trial, won.recipient, won=(*trial.student(won.recipient).won, gained))


def _taken_off(trial: Trial, taken: ShieldTakenOff) -> Trial:
    shields = trial.student(taken.seat).shields
    gone = next(shield for shield in shields if shield.level == taken.level)
    return _with(trial, taken.seat, shields=tuple([shield for shield in shields if shield is not gone]))


def _with(trial: Trial, seat: int, **changes: Any) -> Trial:
    students = list(trial.students)
    students[seat - 1] = evolve(students[seat - 1], **changes)
    return evolve(trial, students=tuple(students))


RENAMED = Form(
    gone=events.CardsDrawn,
    events=events,
    intents=(intents,),
    becomes=lambda drawn: (CardsDrawnNow(drawn.seat, drawn.count, drawn.cause, drawn.card_ids),),
    fold={CardsDrawnNow: _drawn},
    told={CardsDrawnNow: _as_before},
    up=lambda fields: [Upcast("CardsDrawn", 2, renamed(fields, {"cause": "why", "card_ids": "cards"}))],
)
SPLIT = Form(
    gone=events.ShieldLost,
    events=events,
    intents=(intents,),
    becomes=lambda lost: (ShieldWon(lost.seat, lost.level, lost.recipient), ShieldTakenOff(lost.seat, lost.level)),
    fold={ShieldWon: _won, ShieldTakenOff: _taken_off},
    told={ShieldWon: lambda won: events.ShieldLost(won.seat, won.level, won.recipient)},
    up=lambda fields: [
        Upcast("ShieldWon", 1, fields),
        Upcast("ShieldTakenOff", 1, {"seat": fields["seat"], "level": fields["level"]}),
    ],
)
FORGOTTEN = attrs.evolve(RENAMED, up=None)
"""The rename with the way up from the old form forgotten."""
