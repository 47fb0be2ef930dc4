"""One match in memory: its folded log, the pen that writes on it, and those who watch it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel.codec import Scribe, entry_json, pack_parts, unpack_parts
from domain.kernel.entries import Entry, Head
from domain.kernel.keyed import Keyed
from domain.kernel.match import MatchState
from projections.history import History, Start
from projections.plugin import JSON, Kept, Plugin
from projections.views import seat_of, status_of
from server.problems import head_json
from server.storage import Row

encode = msgspec.json.encode
# Recent live messages are kept, so that many watchers with the same eyes cost one; not those of whoever catches up.
MESSAGES_KEPT = 32
MESSAGE_ENTRIES_KEPT = 64


class Decided(NamedTuple):
    """An intent with the events it causes, and the state after them."""

    intent: Any
    events: Sequence[Any]
    state: MatchState


class Match:
    """A match that is open in this process. Writers hold `lock`; readers need none, for states are values."""

    def __init__(self, plugin: Plugin, match_id: str, start: Start | None = None) -> None:
        self.id = match_id
        self.plugin = plugin
        self.rules = plugin.rules
        self.history = History(plugin, match_id, start)
        self.lock = asyncio.Lock()
        self.seating = asyncio.Lock()  # who holds a seat, and which tokens speak for it, change together
        self.stale = False  # the store may know more than this
        self.last_used = 0.0
        self.watchers: set[Callable[[], None]] = set()
        self.kept_seq = self.history.head.seq  # of the newest kept state
        self._pen: tuple[str, Keyed] | None = None  # the secret of the match, hashed in once for all salts
        self._views: dict[str, bytes] = {}
        self._offers: dict[int, bytes] = {}
        self._messages: dict[tuple[str, int, int], bytes] = {}

    # -- what it stands at

    @property
    def state(self) -> MatchState:
        return self.history.state

    @property
    def head(self) -> Head:
        return self.history.head

    @property
    def over(self) -> bool:
        return self.history.over

    @property
    def opened(self) -> bool:
        """Whether everybody may use all eyes: it is over, and its table lets hands be opened then."""
        return self.over and not self.state.closed

    @property
    def private(self) -> bool:
        return self.state.visibility == "private"

    @property
    def status(self) -> str:
        return status_of(self.state, self.rules.outcome(self.state))

    def reaches(self, seq: int) -> bool:
        """Whether what came after this entry is in memory."""
        return seq >= self.history.start.head.seq

    # -- writing

    def write(self, decided: Decided, actor: str, at: int) -> list[Entry]:
        """The entries that an intent and its events would be, linked to the head; nothing changes yet."""
        secret = decided.state.secret
        assert secret is not None, "the server knows the secret of every match it runs"
        if self._pen is None or self._pen[0] != secret:
            self._pen = (secret, Keyed(bytes.fromhex(secret)))
        scribe = Scribe(self._pen[1], self.head)
        return scribe.write(decided.intent, decided.events, actor=actor, at=at, rules=self.rules.game.rules_version)

    def extend(self, entries: Sequence[Entry]) -> None:
        """Takes entries as they are in the store."""
        self.history.extend(entries)
        self._views.clear()
        self._offers.clear()

    def take(self, entries: Sequence[Entry], decided: Decided, actor: str, at: int) -> None:
        """Takes a step that was decided here and is safe in the store."""
        self.history.take(entries, decided.intent, decided.events, decided.state, actor=actor, at=at)
        self._views.clear()
        self._offers.clear()

    def unwatch(self, watcher: Callable[[], None]) -> None:
        """Somebody has seen enough."""
        self.watchers.discard(watcher)
        if not self.watchers:
            self._messages.clear()

    def wake(self) -> None:
        """Tells everybody who watches that there is something new."""
        for watcher in tuple(self.watchers):
            watcher()

    # -- reading, as bytes of JSON

    def view(self, viewer: str) -> bytes:
        """The table now, for this viewer."""
        found = self._views.get(viewer)
        if found is None:
            found = self._views[viewer] = encode_view(self.history.view(viewer))
        return found

    def offers(self, seat: int | None) -> bytes:
        """What a seat may do now; nobody may do nothing."""
        key = seat or 0
        found = self._offers.get(key)
        if found is None:
            found = self._offers[key] = encode(self._offers_json(seat))
        return found

    def _offers_json(self, seat: int | None) -> dict[str, Any]:
        if seat is not None:
            return self.history.offers(seat)
        return {"decision": None, "awaiting": self.history.shared()["awaiting"], "offers": []}

    def entries(self, viewer: str, after: int, limit: int) -> list[dict[str, Any]]:
        """Some of the log as this viewer may hold it."""
        return [entry_json(entry) for entry in self.history.entries_for(viewer, after, limit)]

    def message(self, viewer: str, after: int, upto: int) -> bytes:
        """The live message that brings a viewer from one step to a later one."""
        if upto - after > MESSAGE_ENTRIES_KEPT:
            return self._message(viewer, after, upto)
        key = (viewer, after, upto)
        found = self._messages.get(key)
        if found is None:
            if len(self._messages) >= MESSAGES_KEPT:
                del self._messages[next(iter(self._messages))]
            found = self._messages[key] = self._message(viewer, after, upto)
        return found

    def _message(self, viewer: str, after: int, upto: int) -> bytes:
        seat = seat_of(viewer)
        at_head = upto == self.head.seq
        view = self.view(viewer) if at_head else encode_view(self.history.view(viewer, upto))
        return encode(
            {
                "type": "entries",
                "entries": self.entries(viewer, after, upto - after),
                "head": head_json(self.history.head_at(upto)),
                "view": msgspec.Raw(view),
                "offers": msgspec.Raw(self.offers(seat)) if at_head and seat is not None else None,
                "steps": self.history.timeline(viewer, after, upto),
            }
        )


def encode_view(view: JSON) -> bytes:
    """A view as bytes of JSON; the parts of its table that are as they were are not written again."""
    table = view["table"]
    if table is None:
        return encode(view)
    return encode({**view, "table": {name: _written(part) for name, part in table.items()}})


def _written(part: Any) -> Any:
    if part.__class__ is list:
        return [_written_part(item) if item.__class__ is Kept else item for item in part]
    return _written_part(part) if part.__class__ is Kept else part


def _written_part(part: Kept) -> msgspec.Raw:
    try:
        found: msgspec.Raw = part.written
    except AttributeError:
        found = part.written = msgspec.Raw(encode(part))
    return found


def row_of(entry: Entry) -> Row:
    """An entry as the store keeps it."""
    return Row(entry.seq, entry.public, pack_parts(entry.parts), entry.link)


def entry_of(row: Row) -> Entry:
    """An entry as it was stored."""
    return Entry(row.seq, row.public, unpack_parts(row.sealed), row.link)
