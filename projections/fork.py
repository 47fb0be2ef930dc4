"""Forks: a new match that goes on from a step of another one, with its hidden state, and leaves that one untouched.

The new log takes over the entries up to that step as facts, under its own id and sealed with a secret of its own, so
that neither log opens anything in the other. `MatchCreated.origin` names the match, the entry and its link. What is
drawn from there on follows from the new secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.chance import commitment_of
from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Refused
from domain.kernel.lifecycle import HOST, CreateMatch, HandOver, Origin
from domain.kernel.match import BLANK, TITLE_LENGTH_MAX, MatchRules, MatchState
from domain.kernel.records import evolve, record
from projections.plugin import Plugin

RULE = "KERNEL-FORK"


@record
class Fork:
    """A forked match: its entries, and the state after the last one."""

    match_id: str
    entries: tuple[Entry, ...]
    state: MatchState


def fork_point(rules: MatchRules, entries: Sequence[Entry], at: int) -> int:
    """The last entry of the step that is over at entry `at`, from where a match can go on; else Refused."""
    if not 1 <= at <= len(entries):
        raise Refused("NO_SUCH_STEP", RULE, f"The entries of this match are 1 to {len(entries)}.")
    if at == len(entries):
        return at
    intents = [entry.seq for entry in entries[: at + 1] if rules.reader.read(entry).envelope.kind == "intent"]
    return at if intents[-1] == at + 1 else intents[-1] - 1


def fork(
    plugin: Plugin,
    entries: Sequence[Entry],
    at: int,
    *,
    match_id: str,
    secret: bytes,
    title: str | None = None,
    visibility: str = "private",
    bots: Mapping[int, str] | None = None,
    now: int = 0,
) -> Fork:
    """The log of a new match that goes on after entry `at` (or the step before it), seats given to bots as named.

    `entries` is the whole log in full. Refused where there is nothing to go on from. `now` is in ms.
    """
    rules = plugin.rules
    point = fork_point(rules, entries, at)
    origin = Origin(_id_of(rules, entries), point, entries[point - 1].link.hex())
    scribe = Scribe(secret, Head(0, first_link(match_id)))
    taken: list[Entry] = []
    state = BLANK
    for intent, facts, actor, time, version in _steps(rules, entries[:point]):
        if isinstance(intent, CreateMatch):
            named = _short(title if title is not None else f"{intent.title} (fork)".strip())
            opening: Any = intent
            intent = evolve(opening, match_id=match_id, title=named, visibility=visibility, clock=None)
            facts = [_reborn(fact, intent, origin, secret) for fact in facts]
        for fact in facts:
            state = rules.evolve(state, fact)
        taken += scribe.write(intent, facts, actor=actor, at=time, rules=version)
    if not state.started:
        raise Refused("NOT_STARTED", RULE, "The match has not started there; open a new one.")
    if rules.over(state):
        raise Refused("GAME_OVER", RULE, "The match is over there; choose an earlier step.")
    for hand_over in _hand_overs(plugin, state, bots or {}):
        events, state = rules.step(state, hand_over)
        taken += scribe.write(hand_over, events, actor=HOST, at=now, rules=rules.game.rules_version)
    return Fork(match_id, tuple(taken), state)


def _hand_overs(plugin: Plugin, state: MatchState, bots: Mapping[int, str]) -> list[HandOver]:
    """Seats to bots as they are named; a bot of the first match plays on only where that is asked for."""
    found: list[HandOver] = []
    for seat, held in enumerate(state.holders, start=1):
        bot = bots.get(seat)
        if bot is not None and bot not in plugin.bots:
            raise Refused("UNKNOWN_BOT", RULE, f"The bots of this game are {', '.join(sorted(plugin.bots))}.")
        if bot is not None:
            found.append(HandOver(seat, f"{bot.capitalize()} {seat}", bot))
        elif held is not None and held.bot is not None:
            found.append(HandOver(seat, held.name, None))
    strangers = sorted(set(bots) - set(range(1, len(state.holders) + 1)))
    if strangers:
        raise Refused("NO_SUCH_SEAT", RULE, f"There is no seat {strangers[0]}.")
    return found


def _steps(rules: MatchRules, entries: Sequence[Entry]) -> Iterator[tuple[Any, list[Any], str, int, int]]:
    """Each intent of a log with the facts that came of it, who asked, when, and under which rules."""
    step: tuple[Any, list[Any], str, int, int] | None = None
    for entry in entries:
        envelope, facts = rules.reader.read(entry)
        if envelope.kind == "intent":
            if step is not None:
                yield step
            step = (facts[0], [], envelope.actor, envelope.at, envelope.rules)
        elif step is not None:
            step[1].extend(facts)
    if step is not None:
        yield step


def _reborn(fact: Any, intent: Any, origin: Origin, secret: bytes) -> Any:
    if fact.TYPE != "MatchCreated":
        return fact
    return evolve(
        fact,
        match_id=intent.match_id,
        title=intent.title,
        visibility=intent.visibility,
        clock=None,
        origin=origin,
        commitment=commitment_of(secret).hex(),
        secret=secret.hex(),
    )


def _id_of(rules: MatchRules, entries: Sequence[Entry]) -> str:
    return rules.fold(entries[:2]).match_id


def _short(title: str) -> str:
    return title[:TITLE_LENGTH_MAX]
