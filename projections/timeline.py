"""The steps of a match and their telling: one accepted intent with everything it caused is one step."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.lifecycle import (
    HandsKeptClosed,
    HiddenOpened,
    MatchCreated,
    MatchStarted,
    RulesChanged,
    SeatLeft,
    SeatTaken,
    SecretRevealed,
)
from domain.kernel.match import KERNEL, MatchState
from domain.kernel.records import record
from domain.kernel.secrecy import Event
from projections.plugin import JSON, Plugin
from projections.views import fact_for


@record
class Step:
    """A place at which a replay can stop: from the intent's entry `first` to `seq`, the last one it caused.

    `at` is in ms. Round, turn, phase and marks are as after the step.
    """

    seq: int
    first: int
    at: int
    actor: str
    intent: str
    seat: int | None
    round: int
    turn: int
    phase: str
    marks: tuple[str, ...]


def step_json(step: Step, lines: list[str]) -> JSON:
    """A step with its lines, as JSON."""
    return {
        "seq": step.seq,
        "first": step.first,
        "at": step.at,
        "actor": step.actor,
        "intent": step.intent,
        "lines": lines,
        "round": step.round,
        "turn": step.turn,
        "phase": step.phase,
        "marks": list(step.marks),
        "seat": step.seat,
    }


def marks_of(plugin: Plugin, facts: Iterable[Event]) -> tuple[str, ...]:
    """The marks of a step for a scrubber, each once, in the order in which they came."""
    return tuple(dict.fromkeys(mark for fact in facts for mark in _marks(plugin, fact)))


def _marks(plugin: Plugin, fact: Event) -> tuple[str, ...]:
    if isinstance(fact, MatchStarted):
        return ("start",)
    if isinstance(fact, SecretRevealed):
        return ("end",)
    return () if fact.__class__ in _KERNEL else plugin.marks(fact)


def narrated(plugin: Plugin, state: MatchState, facts: Iterable[Event], viewer: str) -> tuple[list[str], MatchState]:
    """The lines that tell a viewer of these events, what is routine last, and the state after them."""
    lines: list[str] = []
    asides: list[str] = []
    before = state
    for fact in facts:
        after = plugin.rules.evolve(state, fact)
        line = narrate(plugin, fact_for(fact, viewer), state, after, viewer)
        if line:
            (asides if plugin.aside(fact) else lines).append(line)
        state = after
    if not lines and not asides and before.started:
        left = plugin.untold(before.table, before.name_of)
        lines = [left] if left else []
    return lines + asides, state


def narrate(plugin: Plugin, fact: Event, before: MatchState, after: MatchState, viewer: str) -> str | None:
    """One sentence about a fact that is redacted for the viewer; None where there is nothing to tell."""
    if fact.__class__ in _KERNEL:
        return _of_the_match(fact, before, after)
    return plugin.narrate(fact, before.table, after.table, after.name_of, viewer)


def _of_the_match(fact: Event, before: MatchState, after: MatchState) -> str | None:
    if isinstance(fact, MatchCreated):
        return f"A table for {len(fact.seats)} is open."
    if isinstance(fact, SeatTaken):
        bot = f", a bot that plays {fact.bot}," if fact.bot else ""
        return f"{after.name_of(fact.seat)}{bot} takes seat {fact.seat}."
    if isinstance(fact, SeatLeft):
        return f"{before.name_of(fact.seat)} leaves seat {fact.seat}."
    if isinstance(fact, MatchStarted):
        return f"The match begins: {_listed([after.name_of(seat) for seat in range(1, fact.seats + 1)])}."
    if isinstance(fact, RulesChanged):
        return f"Newer rules take over (version {fact.now}); nothing that happened changes."
    if isinstance(fact, HandsKeptClosed):
        return "Hands stay closed at this table, also when the match is over."
    if isinstance(fact, HiddenOpened):
        why = "looks into a report" if fact.why == "report" else "goes on from there in a match apart"
        return f"The host {why}, and now knows what was hidden up to entry {fact.at}."
    if isinstance(fact, SecretRevealed):
        return "The secret is told: every shuffle can be checked now."
    return None


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_KERNEL = frozenset(KERNEL.types.values())
