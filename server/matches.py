"""All matches of this server: opened on demand, written one intent at a time, put away when nobody needs them.

An intent is decided on the newest state, stored, and only then answered and shown; what was asked before under the
same command id gets its first answer, whatever has happened since.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import msgspec
import structlog

from domain.kernel.codec import Damaged, Reader, intent_json
from domain.kernel.entries import Entry, Head
from domain.kernel.game import Refused
from domain.kernel.lifecycle import (
    CreateMatch,
    KeepHandsClosed,
    OpenHidden,
    SeatPlan,
    SitDown,
    StandUp,
    StartMatch,
)
from domain.kernel.match import KERNEL, MatchState, actor_of
from domain.kernel.registry import UnknownType
from projections.failing import broken_where
from projections.fork import fork
from projections.history import History
from projections.plugin import Plugin
from server import snapshots
from server.config import Settings
from server.match import Decided, Match, entry_of, row_of
from server.metrics import Metrics
from server.problems import Problem, head_json, refused
from server.storage import Appended, Command, CommandReused, Conflict, StorageError, Store

log = structlog.get_logger(__name__)

ATTEMPTS_MAX = 4  # somebody else may append first so often before a client is told
SECRET_BYTES = 32
ID_BYTES = 10
IDLE_SECONDS_MIN = 5  # a match in use is not put away between two steps of one request
KERNEL_READER = Reader(KERNEL)
LISTING = ("seat:", "host")

Decide = Callable[[Match, MatchState], Decided]
Listener = Callable[[Match], None]


@attrs.frozen
class Done:
    """An accepted intent: its entries, and whether it had been accepted before."""

    match: Match
    entries: Sequence[Entry]
    replayed: bool
    last_position: int = 0


class Matches:
    """The matches of a store. `clock` gives ms, `entropy` random bytes."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        plugins: Mapping[str, Plugin],
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        metrics: Metrics,
    ) -> None:
        self.settings = settings
        self.store = store
        self.plugins = plugins
        self.clock = clock
        self.entropy = entropy
        self.metrics = metrics
        self.listeners: list[Listener] = []
        self.appended: list[Callable[[Match, int, int], None]] = []
        self.leaving: list[Listener] = []
        self._open: OrderedDict[str, Match] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Match | None]] = {}

    # -- opening and putting away

    async def get(self, match_id: str) -> Match | None:
        """The match of this id with all that the store knows of it, or None."""
        match = self._open.get(match_id)
        if match is not None and match.stale:
            async with match.lock:
                await self._catch_up(match)
            match = self._open.get(match_id)  # it may have been dropped while this one waited
        if match is None:
            match = await self._opened(match_id)
            if match is None:
                return None
        self._open.move_to_end(match_id)
        match.last_used = time.monotonic()
        return match

    def peek(self, match_id: str) -> Match | None:
        """The match if it is in memory."""
        return self._open.get(match_id)

    async def _opened(self, match_id: str) -> Match | None:
        # One reader for all who ask at once; shielded, for one of them may go away.
        task = self._opening.get(match_id)
        if task is None:
            task = self._opening[match_id] = asyncio.ensure_future(self._load(match_id))
            task.add_done_callback(lambda _: self._opening.pop(match_id, None))
        match = await asyncio.shield(task)
        if match is not None and match_id not in self._open:
            self._keep(match)
        return self._open.get(match_id) if match is not None else None

    async def _load(self, match_id: str) -> Match | None:
        first = await self.store.read(match_id, 0, 2)
        if not first:
            return None
        plugin = self._plugin_of(match_id, first)
        match = Match(plugin, match_id, await snapshots.start_of(self.store, plugin, match_id))
        await self._catch_up(match)
        self._keep(match)
        for listener in self.listeners:
            listener(match)
        return match

    def _plugin_of(self, match_id: str, rows: Sequence[Any]) -> Plugin:
        for row in rows:
            envelope, facts = KERNEL_READER.read(entry_of(row))
            if envelope.type == "MatchCreated":
                plugin = self.plugins.get(facts[0].game)
                if plugin is not None:
                    return plugin
                raise Problem("MATCH_DAMAGED", "The game of this match is not installed here.")
        log.error("match_damaged", match=match_id, why="the log does not begin with an open table")
        raise Problem("MATCH_DAMAGED", "The log of this match does not begin with an open table.")

    def _keep(self, match: Match) -> None:
        match.last_used = time.monotonic()
        self._open.setdefault(match.id, match)
        if len(self._open) > self.settings.matches_open_max:
            self.sweep()
        self.metrics.open_matches.set(len(self._open))

    async def _catch_up(self, match: Match) -> None:
        rows = await self.store.read(match.id, match.head.seq)
        try:
            match.extend([entry_of(row) for row in rows])
        except (Damaged, UnknownType) as error:
            self._open.pop(match.id, None)
            log.error("match_damaged", match=match.id, why=str(error))
            raise Problem("MATCH_DAMAGED", "The log of this match cannot be read by this server.") from error
        match.stale = False
        if rows:
            match.wake()

    async def whole(self, match: Match, after: int) -> Match:
        """The match with everything in memory that came after this entry."""
        if match.reaches(after):
            return match
        async with match.lock:
            if match.reaches(after):
                return match
            rows = await self.store.read(match.id, 0, match.head.seq)
            history = History(match.plugin, match.id)
            history.extend([entry_of(row) for row in rows])
            assert history.head == match.head, "the log does not change while it is locked"
            match.history = history
        return match

    async def keep_states(self) -> None:
        """Keeps the state of every open match that has gone on for long enough since it was last kept."""
        for match in list(self._open.values()):
            if match.head.seq - match.kept_seq >= self.settings.snapshot_every_entries:
                match.kept_seq = await snapshots.keep(self.store, match.history)

    def sweep(self) -> int:
        """Puts away matches that nobody has used for a while, the coldest first; says how many."""
        now = time.monotonic()
        put_away = 0
        for match in list(self._open.values()):
            crowded = len(self._open) > self.settings.matches_open_max
            if now - match.last_used < (IDLE_SECONDS_MIN if crowded else self.settings.idle_seconds_max):
                continue
            if not match.watchers and not match.lock.locked() and not match.seating.locked():
                for listener in self.leaving:
                    listener(match)
                del self._open[match.id]
                put_away += 1
        self.metrics.open_matches.set(len(self._open))
        return put_away

    @property
    def open_ids(self) -> list[str]:
        """The matches in memory, the coldest first."""
        return list(self._open)

    # -- what is asked

    async def create(self, body: Any, command_id: str | None) -> Done:
        """Opens a table; the same command id gives the same table."""
        plugin = self.plugins.get(body.game)
        if plugin is None:
            raise Problem("UNKNOWN_GAME", f"There is no such game here; there are {', '.join(sorted(self.plugins))}.")
        for seat in body.plans:
            if seat.kind == "bot" and (seat.bot or "random") not in plugin.bots:
                raise Problem("UNKNOWN_BOT", f"The bots of this game are {', '.join(sorted(plugin.bots))}.")
        match_id = self._match_id(command_id)
        intent = CreateMatch(
            match_id=match_id,
            game=body.game,
            options=body.options,
            seats=tuple(SeatPlan(seat.kind, seat.name, seat.bot) for seat in body.plans),
            title=body.title,
            visibility=body.visibility,
        )
        secret = self.entropy(SECRET_BYTES).hex()
        match = (await self.get(match_id) if command_id is not None else None) or Match(plugin, match_id)

        def decide(match: Match, state: MatchState) -> Decided:
            if match.head.seq:
                raise Refused("ALREADY_CREATED", "KERNEL-CREATE", "This match exists.")
            events = plugin.rules.create(intent, secret=secret, content=body.content)
            for event in events:
                state = plugin.rules.evolve(state, event)
            return Decided(intent, events, state)

        command = command_of(command_id, "host", body)
        done = await self._act(match, "host", decide, command)
        self._keep(match)
        made = self._open[match_id]
        if not body.open_after and not made.state.closed:
            await self._simple(made, "host", KeepHandsClosed(), command_of(command_id, "host", "closed", "closed/"))
        return attrs.evolve(done, match=made)

    async def fork(
        self, match: Match, at: int, bots: Mapping[int, str], title: str | None, command_id: str | None
    ) -> Match:
        """Opens a new match that goes on from a step of this one; the same command id gives the same match.

        One forked from a match under way, or a private one, is private: it knows what is hidden there.
        """
        new_id = self._match_id(command_id)
        await self.whole(match, 0)
        visibility = "unlisted" if match.opened and not match.private else "private"
        made = await asyncio.to_thread(
            fork,
            match.plugin,
            list(match.history.entries()),
            at,
            match_id=new_id,
            secret=self.entropy(SECRET_BYTES),
            title=title,
            visibility=visibility,
            bots=bots,
            now=self.clock(),
        )
        if match.state.started and not match.over:
            await self.open_hidden(match, at, "fork", f"fork/{at}")
        command = command_of(command_id, "host", ["fork", match.id, at, sorted(bots.items()), title])
        try:
            appended = await self.store.append(new_id, 0, [row_of(entry) for entry in made.entries], command)
        except CommandReused:
            raise reused() from None
        except Conflict:
            raise Problem("BUSY", "Others acted first; ask again.") from None
        opened = await self.get(new_id)
        assert opened is not None, "what was stored can be opened"
        if not appended.replayed:
            self._announce(Done(opened, made.entries, False, appended.last_position))
        return opened

    def _match_id(self, command_id: str | None) -> str:
        # An asked-for id comes from the command, so that a repeated request finds its match; it tells nothing of it.
        drawn = self.entropy(ID_BYTES) if command_id is None else _hash("create", command_id)[:ID_BYTES]
        return base64.b32encode(drawn).decode().lower()

    async def sit(self, match: Match, seat: int, name: str, entropy: str, command: Command | None) -> Done:
        """Somebody takes a seat."""
        return await self._simple(match, f"seat:{seat}", SitDown(seat, name, entropy), command)

    async def stand(self, match: Match, seat: int, actor: str) -> Done:
        """A seat becomes free again."""
        return await self._simple(match, actor, StandUp(seat), None)

    async def open_hidden(self, match: Match, at: int, why: str, command_id: str) -> None:
        """Tells everybody, for good, that the host takes out what is hidden in a running match; once for each reason.

        NOTHING_HIDDEN where the match is over by now: then it goes without saying.
        """
        try:
            await self._simple(match, "host", OpenHidden(at, why), command_of(command_id, "host", "open"))
        except Refused as refusal:
            if refusal.code != "NOTHING_HIDDEN":
                raise

    async def start(self, match: Match, command: Command | None) -> Done:
        """The host starts the match."""
        return await self._simple(match, "host", StartMatch(), command)

    async def _simple(self, match: Match, actor: str, intent: Any, command: Command | None) -> Done:
        def decide(match: Match, state: MatchState) -> Decided:
            return Decided(intent, *match.rules.step(state, intent))

        return await self._act(match, actor, decide, command)

    async def submit(self, match: Match, seat: int, data: Any, intent_id: str, decision: str | None) -> Done:
        """A seat (or the host, as seat 0) asks for something, as JSON; refusals are kept for bug reports."""

        broke: list[Exception] = []

        def decide(match: Match, state: MatchState) -> Decided:
            if decision is not None:
                check_decision(match, seat, decision)
            intent = match.rules.reader.intent(data, seat)
            if intent.TYPE in KERNEL.types:
                raise Refused("UNKNOWN_INTENT", "KERNEL-INTENT", "There is no intent of that name in this game.")
            try:
                return Decided(intent, *match.rules.step(state, intent))
            except Refused:
                raise
            except Exception as error:
                broke.append(error)
                raise

        actor = actor_of(seat)
        command = command_of(intent_id, actor, {"intent": data, "decision": decision})
        try:
            return await self._act(match, actor, decide, command)
        except Refused as refusal:
            await self._keep_refusal(match, seat, data, intent_id, refusal)
            raise refused(refusal, match.head) from None
        except Exception:
            if broke:
                # Not a refusal, but a bug report about it begins with what was asked.
                kept = Refused("INTERNAL", "KERNEL-INTERNAL", f"The rules broke: {broken_where(broke[-1])}.")
                await self._keep_refusal(match, seat, data, intent_id, kept)
            raise

    async def submit_intent(
        self, match: Match, seat: int, intent: Any, command_id: str, still: Callable[[MatchState], bool]
    ) -> Done:
        """A seat's ready intent, for bots; STALE_DECISION unless it is `still` what they would ask for."""

        def decide(match: Match, state: MatchState) -> Decided:
            if not still(state):
                raise stale_decision(match)
            return Decided(intent, *match.rules.step(state, intent))

        # Whatever a bot chose first for a decision stands: asked again after a crash, it may choose otherwise.
        command = command_of(command_id, f"seat:{seat}", "bot")
        try:
            return await self._act(match, f"seat:{seat}", decide, command)
        except (Refused, Problem, StorageError):
            raise
        except Exception as error:
            kept = Refused("INTERNAL", "KERNEL-INTERNAL", f"The rules broke: {broken_where(error)}.")
            await self._keep_refusal(match, seat, intent_json(intent), command_id, kept)
            raise

    async def _keep_refusal(self, match: Match, seat: int, data: Any, intent_id: str, refusal: Refused) -> None:
        self.metrics.refused.inc()  # without its code, which may tell what a hand holds
        log.info("intent_refused", match=match.id, seat=seat, code=refusal.code, rule=refusal.rule)
        kept = {
            "at": self.clock(),
            "seq": match.head.seq,
            "intent_id": intent_id,
            "intent": data,
            "code": refusal.code,
            "rule": refusal.rule,
            "sentence": refusal.sentence,
        }
        try:
            await self.store.add_refusal(match.id, seat, msgspec.json.encode(kept), self.settings.refusals_kept)
        except StorageError as error:
            # Whoever asked is told why the rules refuse, though the host will not find it later.
            log.warning("refusal_not_kept", match=match.id, seat=seat, why=str(error))

    # -- one accepted intent

    async def _act(self, match: Match, actor: str, decide: Decide, command: Command | None) -> Done:
        async with match.lock:
            for _ in range(ATTEMPTS_MAX):
                if match.stale:
                    await self._catch_up(match)
                head = match.head
                try:
                    decided = decide(match, match.state)
                except (Refused, Problem):
                    # A repeated request is answered as the first time, though it would be refused by now.
                    before = await self._done_before(match, command)
                    if before is not None:
                        return before
                    raise
                at = self.clock()
                entries = match.write(decided, actor, at)
                try:
                    appended = await self._append(match, head, entries, command)
                except Conflict:
                    match.stale = True
                    continue
                if appended.replayed:
                    return await self._first_answer(match, appended.first_seq, appended.last_seq)
                try:
                    match.take(entries, decided, actor, at)
                except BaseException:
                    self._open.pop(match.id, None)  # stored, but not understood: the next to ask reads it all again
                    raise
                done = Done(match, entries, False, appended.last_position)
                self._announce(done)
                return done
        raise Problem("BUSY", "Others acted first each time; ask again.", head=head_json(match.head))

    async def _append(self, match: Match, head: Head, entries: Sequence[Entry], command: Command | None) -> Appended:
        rows = [row_of(entry) for entry in entries]
        began = time.perf_counter()
        try:
            appended = await self.store.append(match.id, head.seq, rows, command)
        except CommandReused:
            raise reused() from None
        except Conflict:
            raise
        except BaseException:
            # The disk or the asker went away: what the store holds now decides, and is read before the next answer.
            match.stale = True
            raise
        self.metrics.append_seconds.observe(time.perf_counter() - began)
        return appended

    def _announce(self, done: Done) -> None:
        match = done.match
        for note in self.appended:
            note(match, len(done.entries), done.last_position)
        self.metrics.accepted.inc()
        loop = asyncio.get_running_loop()
        # After this turn of the loop, in which whoever asked is answered.
        loop.call_soon(match.wake)
        for listener in self.listeners:
            loop.call_soon(listener, match)

    async def known(self, match: Match, command: Command | None) -> bool:
        """Whether this request, or one under its name, was accepted before."""
        return command is not None and await self.store.command(match.id, command.id) is not None

    async def _done_before(self, match: Match, command: Command | None) -> Done | None:
        if command is None:
            return None
        known = await self.store.command(match.id, command.id)
        if known is None:
            return None
        digest, first, last = known
        if digest != command.digest:
            raise reused()
        return await self._first_answer(match, first, last)

    async def _first_answer(self, match: Match, first: int, last: int) -> Done:
        if match.head.seq < last:
            await self._catch_up(match)
        rows = await self.store.read(match.id, first - 1, last - first + 1)
        return Done(match, [entry_of(row) for row in rows], True)


def check_decision(match: Match, seat: int, decision: str) -> None:
    """A client answers the question that it saw, or learns that there is another."""
    for request in match.history.awaiting:
        if request.seat == seat and request.decision == decision:
            return
    raise stale_decision(match)


def stale_decision(match: Match) -> Problem:
    return Problem(
        "STALE_DECISION", "The match does not wait for that decision (any more).", head=head_json(match.head)
    )


def reused() -> Problem:
    return Problem("INTENT_ID_REUSED", "This intent_id was used before, for something else.")


def command_of(command_id: str | None, actor: str, payload: Any, part: str = "") -> Command | None:
    """A request's name and digest for the store; each actor has names of their own, and so has a part of a request."""
    if command_id is None:
        return None
    return Command(f"{actor}/{part}{command_id}", hashlib.sha256(_canonical(payload)).digest())


def _hash(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()


_canonical = msgspec.json.Encoder(order="deterministic").encode
