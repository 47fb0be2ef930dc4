"""Plays whole matches between bots, out of one seed: the same seed gives the same entries, byte for byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.lifecycle import HOST, CreateMatch, SeatPlan, StartMatch
from domain.kernel.match import BLANK, MatchState
from domain.kernel.records import record
from domain.kernel.secrecy import Event, Intent
from projections.bots import Dice
from projections.plugin import Plugin
from projections.redecide import plain
from projections.views import match_view

STEPS_MAX = 200_000  # intents; a match that takes more is stuck, which is a fault of its rules
STEP_MILLISECONDS = 1_000  # the clock of a simulated match: one second for every intent

Watch = Callable[[MatchState, Intent, Sequence[Event], MatchState], None]


class Stuck(Exception):
    """A match between bots did not come to its end; the text says what reproduces it."""


@record
class Table:
    """What to play: a game, its options, one bot for each seat, and what the table is called.

    `names` are those of the seats (left out: the bots' own), `began_at` and the pace are in ms.
    """

    plugin: Plugin
    bots: tuple[str, ...]
    options: Mapping[str, Any] = attrs.field(factory=dict)
    title: str = ""
    content: Any = None
    names: tuple[str, ...] = ()
    began_at: int = 0
    pace: int = STEP_MILLISECONDS
    match_id: str = ""


@record
class Played:
    """A finished match: its id, its entries in full, the last state, and how many intents it took."""

    match_id: str
    entries: tuple[Entry, ...]
    state: MatchState
    intents: int


def play_match(
    table: Table, seed: bytes, number: int = 1, watch: Watch | None = None, steps: int | None = None
) -> Played:
    """One match from the open table to its end (or for so many intents).

    Everything random follows from (seed, number). `watch` is called after each intent with the state before it, the
    intent, its events, and the state after.
    """
    rules = table.plugin.rules
    secret = _derived(seed, number, "secret")
    match_id = table.match_id or f"{rules.game.name}-{seed.hex()[:8]}-{number:04d}"
    scribe = Scribe(secret, Head(0, first_link(match_id)))
    version = rules.game.rules_version
    names = table.names or tuple(f"{bot.capitalize()} {seat}" for seat, bot in enumerate(table.bots, start=1))
    plans = tuple(SeatPlan("bot", name, bot) for name, bot in zip(names, table.bots, strict=True))
    create = CreateMatch(match_id, rules.game.name, dict(table.options), plans, table.title)
    events = rules.create(create, secret=secret.hex(), content=table.content)
    entries = scribe.write(create, events, actor=HOST, at=table.began_at, rules=version)
    state = BLANK
    for event in events:
        state = rules.evolve(state, event)

    bots = [table.plugin.bots[name] for name in table.bots]
    dice = [Dice(int.from_bytes(_derived(seed, number, f"bot {seat}")[:8], "big")) for seat in range(1, len(bots) + 1)]
    intent: Intent = StartMatch()
    actor = HOST
    for step in range(1, STEPS_MAX + 1 if steps is None else steps + 1):
        before = state
        events, state = rules.step(before, intent)
        at = table.began_at + step * table.pace
        entries += scribe.write(intent, events, actor=actor, at=at, rules=version)
        if watch is not None:
            watch(before, intent, events, state)
        awaited = rules.awaiting(state)
        if not awaited:
            if not rules.over(state):
                raise Stuck(f"{_told(table, seed, number)}: nobody is asked and the match is not over")
            return Played(match_id, tuple(entries), state, step)
        # Of several who are asked, any may be quicker; the first one's dice say who.
        seat = awaited[dice[0].below(len(awaited))].seat if len(awaited) > 1 else awaited[0].seat
        offers = rules.offers(state, seat)
        if not offers:
            raise Stuck(f"{_told(table, seed, number)}: seat {seat} is asked and has nothing it may do")
        intent = bots[seat - 1].choose(_eyes(table.plugin, state, seat, scribe.head), offers, dice[seat - 1])
        actor = f"seat:{seat}"
    if steps is None:
        raise Stuck(f"{_told(table, seed, number)}: not over after {STEPS_MAX} intents")
    return Played(match_id, tuple(entries), state, steps)


def match_id_of(table: Table, seed: bytes, number: int) -> str:
    """An id for a match out of all that makes it what it is, so that the same seed at another table gives another."""
    told = json.dumps([table.bots, plain(table.options), plain(table.content)], sort_keys=True)
    played = hashlib.sha256(told.encode()).hexdigest()[:6]
    return f"{table.plugin.game}-{seed.hex()[:8]}-{played}-{number:04d}"


def _eyes(plugin: Plugin, state: MatchState, seat: int, head: Head) -> Callable[[], dict[str, Any]]:
    return lambda: match_view(plugin, state, f"seat:{seat}", head)


def _derived(seed: bytes, number: int, purpose: str) -> bytes:
    return hashlib.sha256(b"\0".join((b"simulate", seed, str(number).encode(), purpose.encode()))).digest()


def _told(table: Table, seed: bytes, number: int) -> str:
    options = " ".join(f"{key}={value}" for key, value in sorted(table.options.items()))
    return f"{table.plugin.game}, seats {','.join(table.bots)}, {options or 'plain'}, seed {seed.hex()}, match {number}"
