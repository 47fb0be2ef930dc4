"""What one viewer may see: who the viewers are, facts redacted for them, and the view of a match.

A view is a function of what its viewer was sent: folding the log as redacted for a seat gives that seat the same
view as folding the full one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.codec import intent_json
from domain.kernel.entries import SERVER, Entry, Head, redact
from domain.kernel.game import Offer, Outcome, Request
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from domain.kernel.secrecy import Event
from projections.plugin import JSON, Plugin

SPECTATOR = "spectator"
AUDITOR = "auditor"


class Everyone(Collection[str]):
    """The audiences of somebody who may open everything."""

    def __contains__(self, audience: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter((SERVER,))

    def __len__(self) -> int:
        return 1


EVERYONE = Everyone()
NOBODY: frozenset[str] = frozenset()


def seat_viewer(seat: int) -> str:
    """The name of the viewer who sits there."""
    return f"seat:{seat}"


def seat_of(viewer: str) -> int | None:
    """The seat whose eyes these are; None for a spectator or an auditor."""
    kind, _, number = viewer.partition(":")
    return int(number) if kind == "seat" else None


def is_viewer(viewer: str, seats: int) -> bool:
    """Whether there is such a viewer at a table of so many seats."""
    if viewer in (SPECTATOR, AUDITOR):
        return True
    kind, colon, number = viewer.partition(":")
    return kind == "seat" and bool(colon) and number in map(str, range(1, seats + 1))


def may_look(viewer: str, own_seat: int | None, opened: bool) -> bool:
    """Whether somebody in this seat (None: in no seat) may use the eyes of a viewer: others only once all is open."""
    return opened or viewer == SPECTATOR or (own_seat is not None and viewer == seat_viewer(own_seat))


def audiences_of(viewer: str) -> Collection[str]:
    """The audiences whose sealed parts this viewer may open."""
    if viewer == AUDITOR:
        return EVERYONE
    return NOBODY if viewer == SPECTATOR else frozenset((viewer,))


def entry_for(entry: Entry, viewer: str) -> Entry:
    """The entry as this viewer may hold it."""
    return entry if viewer == AUDITOR or not entry.parts else redact(entry, audiences_of(viewer))


def fact_for(fact: Event, viewer: str) -> Event:
    """The fact as this viewer was sent it: fields that are not theirs to open are None."""
    plan = fact.PLAN
    if not plan.sealed or viewer == AUDITOR:
        return fact
    seat = seat_of(viewer)
    values = fact.__dict__
    hidden = [name for owner, names in plan.sealed if not _owns(seat, owner, values) for name in names]
    return evolve(fact, **dict.fromkeys(hidden)) if hidden else fact


def _owns(seat: int | None, owner: str, values: Mapping[str, Any]) -> bool:
    if seat is None or owner == SERVER:
        return False
    seats = values[owner]
    return bool(seat == seats if isinstance(seats, int) else seat in seats)


def match_view(
    plugin: Plugin,
    state: MatchState,
    viewer: str,
    head: Head,
    changed: JSON | None = None,
    shared: JSON | None = None,
) -> JSON:
    """The match as this viewer may see it, as JSON; `shared` saves working out what everybody may know."""
    name_of = state.name_of
    return {
        "match": state.match_id,
        "game": state.game,
        "title": state.title,
        "seq": head.seq,
        "link": head.link.hex(),
        "viewer": viewer,
        **(shared or shared_view(plugin, state)),
        "changed": changed,
        "table": plugin.view(state.table, viewer, name_of) if state.started else None,
    }


def shared_view(
    plugin: Plugin, state: MatchState, asked: Iterable[Request] | None = None, progress: JSON | None = None
) -> JSON:
    """What everybody may know of a match: status, seats, whom it waits for, how far it is, how it ended.

    `asked` and `progress` save working out what it waits for and how far it is.
    """
    outcome = plugin.rules.outcome(state)
    return {
        "status": status_of(state, outcome),
        "seats": seats_json(state),
        "awaiting": awaiting_json(plugin, state, asked),
        "progress": progress or progress_of(plugin, state),
        "outcome": outcome_json(outcome),
    }


def progress_of(plugin: Plugin, state: MatchState) -> JSON:
    """Round, turn and phase, as the game counts them."""
    return plugin.progress(state.table) if state.started else {"round": 0, "turn": 0, "phase": "open"}


def status_of(state: MatchState, outcome: Outcome | None) -> str:
    """`open` while seats are taken, `running`, or `over`."""
    if not state.started:
        return "open"
    return "running" if outcome is None else "over"


def seats_json(state: MatchState) -> list[JSON]:
    """Who holds each seat."""
    seats: list[JSON] = []
    for seat, holder in enumerate(state.holders, start=1):
        kind = "open" if holder is None else "player" if holder.bot is None else "bot"
        bot = holder.bot if holder is not None else state.plans[seat - 1].bot
        seats.append({"seat": seat, "name": state.name_of(seat), "holder": kind, "bot": bot})
    return seats


def awaiting_json(plugin: Plugin, state: MatchState, asked: Iterable[Request] | None = None) -> list[JSON]:
    """What the match waits for, in words too; `asked` saves working it out."""
    return [
        {
            "seat": request.seat,
            "kind": request.kind,
            "decision": request.decision,
            "about": dict(request.about),
            "text": plugin.ask(request, state.table, state.name_of),
        }
        for request in (plugin.rules.awaiting(state) if asked is None else asked)
    ]


def outcome_json(outcome: Outcome | None) -> JSON | None:
    """How the match ended; scores by seat number."""
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reasons": list(outcome.reasons),
        "scores": {str(seat): points for seat, points in outcome.scores.items()},
    }


def offers_view(plugin: Plugin, state: MatchState, seat: int, awaiting: list[JSON] | None = None) -> JSON:
    """What this seat may do now, for that seat's eyes only; `awaiting` saves working it out."""
    if awaiting is None:
        awaiting = awaiting_json(plugin, state)
    decision = next((asked["decision"] for asked in awaiting if asked["seat"] == seat), None)
    offers = plugin.rules.offers(state, seat)
    return {
        "decision": decision,
        "awaiting": awaiting,
        "offers": [_offer_json(plugin, state, offer) for offer in offers],
    }


def _offer_json(plugin: Plugin, state: MatchState, offer: Offer) -> JSON:
    pick = offer.pick
    return {
        "intent": intent_json(offer.intent),
        "pick": pick and {"field": pick.field, "options": list(pick.options), "min": pick.min, "max": pick.max},
        **plugin.describe(offer, state.table, state.name_of),
    }
