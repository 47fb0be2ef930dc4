"""What can be wrong with a play, each as something that says at one intent whether this is it.

Two plays fail in the same way where the same one of these says the same: the same exception out of the same function,
the same finding, the same refusal, the same broken sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.freeze import digest
from domain.kernel.game import HOST_SEAT, Refused
from domain.kernel.lifecycle import HOST, ChanceDrawn, CreateMatch, SeatPlan, SitDown
from domain.kernel.match import BLANK, KERNEL, MatchRules, MatchState, actor_of
from domain.kernel.secrecy import Event, Intent
from projections.audit import Finding, examine
from projections.legality import was_offered
from projections.matchfile import match_file, redacted
from projections.plugin import Plugin
from projections.scripts import MATCH_ID, SECRET, LoggedChance, Moment, Place, Script
from projections.views import AUDITOR, SPECTATOR, match_view, seat_viewer
from projections.where import Condition

Keeps = Callable[[MatchState, Intent, Sequence[Event], MatchState], Iterable[str]]
"""What must hold after every intent, as a function of the state before, the intent, its events and the state after."""


STATE = "state"


class Failure(Protocol):
    """One way to fail. `found` says at an intent in which way it fails, or None; the words are equal for equal faults.

    `whole` is for what can be seen only in the finished log.
    """

    name: str

    def found(self, moment: Moment) -> str | None: ...

    def whole(self, script: Script, played: Sequence[Moment]) -> str | None: ...


class _AtOneIntent:
    def whole(self, script: Script, played: Sequence[Moment]) -> str | None:
        return None


class Broke(_AtOneIntent):
    """An exception: out of deciding or folding, or out of saying who is asked, what may be done and what is seen."""

    name = "exception"

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin
        self.looking = True  # also at what is shown; that costs more than the intent itself

    def found(self, moment: Moment) -> str | None:
        if moment.error is not None:
            # A careless rule may break before it looks whether it is allowed at all: that is another report.
            return broken_where(moment.error) + (", offered" if self._is_offered(moment) else "")
        if moment.after is None or not self.looking:
            return None
        try:
            shown_to_all(self._plugin, moment.after)
        except Exception as error:
            return broken_where(error)
        return None

    def _is_offered(self, moment: Moment) -> bool:
        if getattr(moment.intent, "seat", None) is None:
            return False
        try:
            return was_offered(self._plugin, self._plugin.rules, moment.before, moment.intent, accepted=False)
        except Exception:
            return False


class Dropped(_AtOneIntent):
    """A broken invariant: nobody is asked in a running match, somebody asked may do nothing, or what was handed in."""

    name = "invariant"

    def __init__(self, rules: MatchRules, keeps: Keeps | None = None) -> None:
        self._rules = rules
        self._keeps = keeps

    def found(self, moment: Moment) -> str | None:
        if moment.after is None:
            return None
        told = next(unkept(self._rules, moment, self._keeps), None)
        return None if told is None else _without_figures(told)


class Turned(_AtOneIntent):
    """A refusal that should not be: this code (and rule) for this kind of intent, from a seat that was asked.

    With `offered` only for what was among the offers.
    """

    name = "refusal"

    def __init__(self, plugin: Plugin, code: str | None = None, offered: bool = False) -> None:
        self._plugin = plugin
        self._code = code
        self._offered = offered

    def found(self, moment: Moment) -> str | None:
        refusal = moment.refusal
        if refusal is None or (self._code is not None and refusal.code != self._code):
            return None
        seat = getattr(moment.intent, "seat", None)
        asked = next((asked for asked in self._plugin.rules.awaiting(moment.before) if asked.seat == seat), None)
        if asked is None:
            return None
        listed = was_offered(self._plugin, self._plugin.rules, moment.before, moment.intent, accepted=False)
        if self._offered and not listed:
            return None
        return f"{moment.intent.TYPE} {refusal.code} {refusal.rule} at {asked.kind}{', offered' if listed else ''}"


class Differed:
    """A digest difference: the state as decided and the state folded from the stored log, or what a viewer sees of
    both."""

    name = "digest"

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def found(self, moment: Moment) -> str | None:
        if moment.after is None:
            return None
        folded = moment.before
        for event in moment.events:
            folded = self._plugin.rules.evolve(folded, event)
        return None if folded == moment.after else STATE

    def whole(self, script: Script, played: Sequence[Moment]) -> str | None:
        entries = log_of(self._plugin.rules, script, played)
        return next(differing(self._plugin, entries, states_of(played)), None)


class Stands(_AtOneIntent):
    """A condition on the state after an intent that should never be."""

    name = "where"

    def __init__(self, condition: Condition) -> None:
        self._condition = condition

    def found(self, moment: Moment) -> str | None:
        return self._condition.text if moment.after is not None and self._condition.holds(named(moment)) else None


class Audited:
    """A finding of an audit of the whole log; what an intent already shows by itself is told at that intent.

    So a long play that is decided otherwise each time needs no audit of everything before.
    """

    name = "finding"

    def __init__(self, plugin: Plugin, code: str | None = None) -> None:
        self._plugin = plugin
        self._code = code

    def found(self, moment: Moment) -> str | None:
        if moment.after is None or moment.intent.TYPE in KERNEL.types:
            return None
        told = next(self._at_once(moment), None)
        return told if self._code in (None, told) else None

    def _at_once(self, moment: Moment) -> Iterator[str]:
        rules = self._plugin.rules
        drawn = [event for event in moment.events if isinstance(event, ChanceDrawn)]
        try:
            again, _ = rules.step(moment.before, moment.intent, LoggedChance(Place(moment.before), drawn))
        except Refused:
            yield "REFUSED"
            return
        except Exception:  # what breaks the second time is for a look at the whole log
            return
        if tuple(again) != moment.events:
            yield "DECISION"

    def whole(self, script: Script, played: Sequence[Moment]) -> str | None:
        try:
            entries = log_of(self._plugin.rules, script, played)
        except Exception as error:  # facts that cannot even be written down
            return None if self._code else f"UNWRITABLE {broken_where(error)}"
        for finding in findings(self._plugin, entries):
            if self._code is None or finding.code == self._code:
                return finding.code
        return None


class Both:
    """A failure that counts only where a condition stands as well."""

    def __init__(self, failure: Failure, condition: Condition) -> None:
        self.name = failure.name
        self._failure = failure
        self._condition = condition

    def found(self, moment: Moment) -> str | None:
        told = self._failure.found(moment)
        return told if told is not None and self._condition.holds(named(moment)) else None

    def whole(self, script: Script, played: Sequence[Moment]) -> str | None:
        told = self._failure.whole(script, played)
        return told if told is not None and played and self._condition.holds(named(played[-1])) else None


# -- what each of them looks at


def named(moment: Moment) -> dict[str, Any]:
    """What a condition may name: the state after (or before, if nothing came of it), its table, intent and events."""
    state = moment.after or moment.before
    return {"state": state, "table": state.table, "intent": moment.intent, "events": moment.events}


def shown_to_all(plugin: Plugin, state: MatchState) -> None:
    """Works out everything that anybody is shown of a state; raises whatever breaks."""
    rules = plugin.rules
    for asked in rules.awaiting(state):
        plugin.ask(asked, state.table, state.name_of)
        for offer in rules.offers(state, asked.seat):
            plugin.describe(offer, state.table, state.name_of)
    for viewer in viewers_of(state):
        plugin.view(state.table, viewer, state.name_of)


def viewers_of(state: MatchState) -> list[str]:
    """All eyes that there are at a table."""
    return [*[seat_viewer(seat) for seat in range(1, len(state.holders) + 1)], SPECTATOR]


def unkept(rules: MatchRules, moment: Moment, keeps: Keeps | None = None) -> Iterator[str]:
    """What does not hold after an intent, in sentences."""
    after = moment.after
    assert after is not None, "something came of it"
    if not rules.over(after):
        awaited = rules.awaiting(after)
        if not awaited:
            yield "nobody is asked, and the match is not over"
        for asked in awaited:
            if not rules.offers(after, asked.seat):
                yield f"a seat is asked ({asked.kind}) and may do nothing"
    if keeps is not None:
        yield from keeps(moment.before, moment.intent, moment.events, after)


def differing(plugin: Plugin, entries: Sequence[Entry], states: Sequence[MatchState]) -> Iterator[str]:
    """Whose digests differ: `state`, or a viewer whose view of the log as sent to them is not their view of it all.

    `states` are those after the last steps of the log, as they were decided.
    """
    if not states:
        return
    rules = plugin.rules
    asked = [entry.seq for entry in entries if rules.reader.read(entry).envelope.kind == "intent"]
    ends = [*[seq - 1 for seq in asked[1:]], len(entries)]
    known: dict[str, MatchState] = dict.fromkeys([STATE, *viewers_of(states[-1])], BLANK)
    logs = {viewer: entries if viewer == STATE else redacted(entries, viewer) for viewer in known}
    done = 0
    unseen = len(ends) - len(states)
    for place, end in enumerate(ends):
        for viewer in known:
            known[viewer] = rules.fold(logs[viewer][done:end], known[viewer])
        done = end
        if place < unseen:
            continue
        truth = states[place - unseen]
        if digest(known[STATE]) != digest(truth):
            yield STATE
        for viewer in viewers_of(truth):
            if match_view(plugin, known[viewer], viewer, _NOWHERE) != match_view(plugin, truth, viewer, _NOWHERE):
                yield viewer


_NOWHERE = Head(0, b"")


def states_of(played: Sequence[Moment]) -> list[MatchState]:
    """The states after all that was accepted."""
    return [moment.after for moment in played if moment.after is not None]


def findings(plugin: Plugin, entries: Sequence[Entry]) -> list[Finding]:
    """What an audit finds in a log, but for its chance being stated."""
    found = examine(match_file(entries, AUDITOR), plugin).findings
    return [finding for finding in found if finding.code != "SCRIPTED"]


def log_of(rules: MatchRules, script: Script, played: Sequence[Moment]) -> list[Entry]:
    """The log of a play from its start on, as a server would have kept it."""
    create = CreateMatch(
        match_id=MATCH_ID,
        game=script.game,
        options=dict(script.options),
        seats=(SeatPlan("open"),) * len(script.seats),
        scripted=True,
    )
    scribe = Scribe(bytes.fromhex(SECRET), Head(0, first_link(MATCH_ID)))
    version = rules.game.rules_version
    events = rules.create(create, secret=SECRET, content=script.content)
    state = BLANK
    for event in events:
        state = rules.evolve(state, event)
    entries = scribe.write(create, events, actor=HOST, at=0, rules=version)
    for number, name in enumerate(script.seats, start=1):
        sit = SitDown(number, name)
        events, state = rules.step(state, sit)
        entries += scribe.write(sit, events, actor=f"seat:{number}", at=0, rules=version)
    for moment in played:
        if moment.after is None:
            continue
        actor = actor_of(getattr(moment.intent, "seat", HOST_SEAT))
        entries += scribe.write(moment.intent, moment.events, actor=actor, at=0, rules=version)
    return entries


def broken_where(error: Exception) -> str:
    """An exception by its kind and the function that raised it, the same on every machine."""
    trace = error.__traceback__
    where = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        file = code.co_filename.replace("\\", "/").rpartition("/")[2]
        where = f" in {code.co_name} ({file})"
        trace = trace.tb_next
    return f"{type(error).__name__}{where}"


def _without_figures(sentence: str) -> str:
    """A sentence without what differs from play to play."""
    return re.sub(r"\W+", " ", re.sub(r"['\"\[({].*", "", re.sub(r"-?\d+", "", sentence))).strip()
