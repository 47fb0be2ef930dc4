"""One match's log in memory, folded: its state at any entry, its steps, and what each viewer may have of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sortedcontainers import SortedKeyList

from domain.kernel.codec import Damaged, Envelope, entry_json
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Request
from domain.kernel.match import BLANK, MatchState
from domain.kernel.records import record
from domain.kernel.secrecy import Event, Intent
from projections.plugin import JSON, Plugin
from projections.timeline import Step, marks_of, narrated, step_json
from projections.views import AUDITOR, entry_for, fact_for, match_view, offers_view, progress_of, seat_of, shared_view

CHECKPOINT_EVERY = 32  # entries; a seek folds at most so many


@record
class _Opening:
    """A step that still grows: its intent's entry and the events so far."""

    first: int
    at: int
    actor: str
    intent: str
    facts: list[Event]


@record
class Start:
    """A place in a log to read on from, at the end of a step: its head, the state there, and times in ms."""

    head: Head
    state: MatchState
    created_at: int = 0
    updated_at: int = 0


class History:
    """The log of one match with its plugin. Appending costs as much as what is appended, a seek at most 32 entries.

    States are values, so a reader may keep one for as long as it likes. With a `start`, only what comes after it is
    there to be read.
    """

    def __init__(self, plugin: Plugin, match_id: str, start: Start | None = None) -> None:
        self.plugin = plugin
        self.match_id = match_id
        self.start = start or Start(Head(0, first_link(match_id)), BLANK)
        self.state: MatchState = self.start.state
        self.head = self.start.head
        self.created_at = self.start.created_at
        self.updated_at = self.start.updated_at
        self._base = self.head.seq
        self._entries: list[Entry] = []
        self._checkpoints: list[MatchState] = [self.state]
        # The newest step's facts and the state before it: asked for after every step, by every viewer.
        self._before: tuple[int, MatchState] = (self._base, self.state)
        self._latest: tuple[int, int, list[Event]] = (0, 0, [])
        self._shared: tuple[MatchState, JSON] | None = None  # a state, and what everybody may know of it
        self._awaiting: tuple[MatchState, tuple[Request, ...]] | None = None  # a state, and what it waits for
        self._progress: JSON | None = None  # how far the match was after the newest step
        self._steps: SortedKeyList = SortedKeyList(key=_seq)
        self._open: _Opening | None = None

    # -- appending

    def extend(self, entries: Iterable[Entry]) -> None:
        """Takes entries that follow the head; raises Damaged where they do not or cannot be read."""
        rules = self.plugin.rules
        read = rules.reader.read
        for entry in entries:
            if entry.seq != self.head.seq + 1:
                raise Damaged(f"entry {self.head.seq + 1} is missing: the next one there is {entry.seq}", entry.seq)
            envelope, facts = read(entry)
            state = self.state
            if envelope.kind == "event":
                for fact in facts:
                    state = rules.evolve(state, fact)
            self._note(envelope, facts)
            self._entries.append(entry)
            self.state = state
            self.head = Head(entry.seq, entry.link)
            if (entry.seq - self._base) % CHECKPOINT_EVERY == 0:
                self._checkpoints.append(state)
        self._close()

    def take(
        self,
        entries: Sequence[Entry],
        intent: Intent,
        events: Sequence[Event],
        state: MatchState,
        *,
        actor: str,
        at: int,
    ) -> None:
        """Takes a whole step that was just decided: its entries, what is in them, and the state after them.

        As `extend`, but nothing is read back that is known already.
        """
        seq = self.head.seq
        assert self._open is None and entries[0].seq == seq + 1, "a step follows the head"
        place = seq - self._base
        if place // CHECKPOINT_EVERY != (place + len(entries)) // CHECKPOINT_EVERY:
            self._keep_states_within(place, events)
        if seq == 0:
            self.created_at = at
        self.updated_at = at
        self._before = (seq, self.state)
        self._entries.extend(entries)
        self.state = state
        self.head = Head(entries[-1].seq, entries[-1].link)
        self._open = _Opening(seq + 1, at, actor, intent.TYPE, list(events))
        self._close()

    def _keep_states_within(self, place: int, events: Sequence[Event]) -> None:
        """Keeps the states inside a step that a checkpoint falls on; the intent's entry comes before the events."""
        state = self.state
        for at, event in enumerate((None, *events), start=place + 1):
            if event is not None:
                state = self.plugin.rules.evolve(state, event)
            if at % CHECKPOINT_EVERY == 0:
                self._checkpoints.append(state)

    def _note(self, envelope: Envelope, facts: Sequence[Event]) -> None:
        if envelope.seq == 1:
            self.created_at = envelope.at
        self.updated_at = envelope.at
        if envelope.kind == "intent":
            self._close()
            self._before = (envelope.seq - 1, self.state)
            self._open = _Opening(envelope.seq, envelope.at, envelope.actor, envelope.type, [])
            return
        if self._open is None:
            # These entries go on with a step that an earlier call broke off.
            if not self._steps:
                raise Damaged("a log begins with what somebody asked for", envelope.seq)
            step = self._steps.pop()
            self._open = _Opening(step.first, step.at, step.actor, step.intent, self.facts(step.first, self.head.seq))
        self._open.facts.extend(facts)

    def _close(self) -> None:
        opening = self._open
        if opening is None:
            return
        self._progress = progress = progress_of(self.plugin, self.state)
        self._steps.add(
            Step(
                seq=self.head.seq,
                first=opening.first,
                at=opening.at,
                actor=opening.actor,
                intent=opening.intent,
                seat=seat_of(opening.actor),
                round=progress["round"],
                turn=progress["turn"],
                phase=progress["phase"],
                marks=marks_of(self.plugin, opening.facts),
            )
        )
        self._latest = (opening.first, self.head.seq, opening.facts)
        self._open = None

    # -- reading

    @property
    def steps(self) -> Sequence[Step]:
        """Every place at which a replay can stop, in order."""
        return self._steps  # type: ignore[no-any-return]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.plugin.rules.over(self.state)

    def entries(self, after: int = 0, limit: int | None = None) -> Sequence[Entry]:
        """The stored entries after a place in the log."""
        assert after >= self._base, "what came before the start is not here"
        place = after - self._base
        return self._entries[place : None if limit is None else place + limit]

    def state_at(self, seq: int) -> MatchState:
        """The state after entry `seq` (0: before any)."""
        assert self._base <= seq <= self.head.seq, "a place in the log"
        if seq == self.head.seq:
            return self.state
        if seq == self._before[0]:
            return self._before[1]
        place = seq - self._base
        checkpoint = place // CHECKPOINT_EVERY
        return self.plugin.rules.fold(
            self._entries[checkpoint * CHECKPOINT_EVERY : place], start=self._checkpoints[checkpoint]
        )

    def head_at(self, seq: int) -> Head:
        """The place and link of entry `seq`."""
        return Head(seq, self._entries[seq - self._base - 1].link) if seq > self._base else self.start.head

    def step_at(self, seq: int) -> Step | None:
        """The step that entry `seq` belongs to; None before the first entry and after the last."""
        place = self._steps.bisect_key_left(seq)
        return self._steps[place] if seq > 0 and place < len(self._steps) else None

    def step_index(self, seq: int) -> int:
        """How many steps are over at entry `seq`."""
        return int(self._steps.bisect_key_right(seq))

    def facts(self, first: int, last: int) -> list[Event]:
        """The events in the entries from `first` to `last`, in order."""
        if (first, last) == self._latest[:2]:
            return list(self._latest[2])
        read = self.plugin.rules.reader.read
        found: list[Event] = []
        for entry in self._entries[first - 1 - self._base : last - self._base]:
            envelope, facts = read(entry)
            if envelope.kind == "event":
                found += facts
        return found

    # -- what a viewer may have

    def view(self, viewer: str, seq: int | None = None) -> JSON:
        """The match as this viewer may see it, now or after entry `seq`, with what changed in that step."""
        place = self.head.seq if seq is None else seq
        state = self.state_at(place)
        shared = self.shared() if state is self.state else None
        return match_view(self.plugin, state, viewer, self.head_at(place), self._changed(viewer, place), shared)

    def shared(self) -> JSON:
        """What everybody may know now; for reading only, since all who ask get the same."""
        if self._shared is None or self._shared[0] is not self.state:
            progress = self._progress if self._open is None else None
            self._shared = (self.state, shared_view(self.plugin, self.state, self.awaiting, progress))
        return self._shared[1]

    @property
    def awaiting(self) -> tuple[Request, ...]:
        """What the match waits for now; every intent is held against it, and bots look at it after every step."""
        if self._awaiting is None or self._awaiting[0] is not self.state:
            self._awaiting = (self.state, self.plugin.rules.awaiting(self.state))
        return self._awaiting[1]

    def _changed(self, viewer: str, seq: int) -> JSON | None:
        step = self.step_at(seq)
        if step is None:
            return None
        before, after = self.state_at(step.first - 1), self.state_at(seq)
        if not after.started:
            return None
        facts = [fact_for(fact, viewer) for fact in self.facts(step.first, seq)]
        return self.plugin.changed(facts, before.table, after.table, viewer)

    def views(self, viewer: str, first: int, last: int) -> list[JSON]:
        """The views after each step that ends in the entries from `first` to `last`."""
        steps = self._steps[self._steps.bisect_key_left(first) : self._steps.bisect_key_right(last)]
        return [self.view(viewer, step.seq) for step in steps]

    def offers(self, seat: int) -> JSON:
        """What this seat may do now; for that seat only."""
        return offers_view(self.plugin, self.state, seat, self.shared()["awaiting"])

    def timeline(self, viewer: str, after: int = 0, last: int | None = None) -> list[JSON]:
        """The steps that end after entry `after` (up to `last`), told to this viewer."""
        start = self._steps.bisect_key_right(after)
        end = len(self._steps) if last is None else self._steps.bisect_key_right(last)
        steps: list[Step] = self._steps[start:end]
        if not steps:
            return []
        state = self.state_at(steps[0].first - 1)
        told: list[JSON] = []
        for step in steps:
            lines, state = narrated(self.plugin, state, self.facts(step.first, step.seq), viewer)
            told.append(step_json(step, lines))
        return told

    def entries_for(self, viewer: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries after a place in the log, as this viewer may hold them."""
        if viewer == AUDITOR:
            return list(self.entries(after, limit))
        return [entry_for(entry, viewer) for entry in self.entries(after, limit)]

    def entries_json(self, viewer: str, after: int = 0, limit: int | None = None) -> list[JSON]:
        """The entries after a place in the log, redacted for this viewer, as JSON."""
        return [entry_json(entry) for entry in self.entries_for(viewer, after, limit)]

    def redacted(self, viewer: str) -> History:
        """This match as this viewer can know it: what folding their own log gives."""
        known = History(self.plugin, self.match_id)
        known.extend(self.entries_for(viewer))
        return known

    def summary(self, seat: int | None = None, host: bool = False) -> JSON:
        """What a lobby shows of the match; `you` says who is asking. Times are in ms."""
        state = self.state
        origin = state.origin
        return {
            "id": self.match_id,
            "game": state.game,
            "title": state.title,
            "visibility": state.visibility,
            "open_after": not state.closed,
            "options": dict(state.options),
            "origin": origin and {"match": origin.match_id, "seq": origin.seq, "link": origin.link},
            **self.shared(),
            "head": {"seq": self.head.seq, "link": self.head.link.hex()},
            "created_at": self.created_at,
            "updated_at": self.updated_at,
            "you": {"seat": seat, "host": host},
        }


def _seq(step: Step) -> int:
    return step.seq
