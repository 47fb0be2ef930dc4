"""The lobby: a row for each match, kept in step with the log and in the store with its place in it.

It is a read model: rows and checkpoint advance in one transaction, and dropping it only costs a rebuild.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
import structlog

from projections.lobby import Lobby
from server.match import Match
from server.matches import Matches
from server.problems import Problem
from server.storage import StorageError, StoreClosed

log = structlog.get_logger(__name__)

MODEL = "lobby.2"  # another number where the form of a row changes: then it is built anew
CHUNK = 1_000


class LobbyKeeper:
    """The rows in memory, those that changed since they were last kept, and how far the log was read."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._rows: dict[str, dict[str, Any]] = {}  # of every match, listed or not
        self._forks: dict[str, set[str]] = {}  # by the match they go on from
        self._listed = Lobby()
        self._changed: set[str] = set()
        self._stop = asyncio.Event()
        self._checkpoint = 0
        self._seen = 0
        self._early: dict[int, int] = {}  # ranges of positions that came before those in front of them
        matches.appended.append(self._note)
        matches.leaving.append(self._leave)

    async def load(self) -> None:
        """Reads what is kept and whatever the log has beyond it."""
        self._checkpoint = self._seen = await self._store.model_checkpoint(MODEL)
        for data in (await self._store.model_rows(MODEL)).values():
            self._keep(msgspec.json.decode(data))
        await self._read_on()
        await self.flush()

    async def _read_on(self) -> None:
        while stored := await self._store.read_all(self._seen, CHUNK):
            for match_id in dict.fromkeys(row.match for row in stored):
                await self._refresh(match_id)
            self._seen = stored[-1].position
            self._early = {first: last for first, last in self._early.items() if first > self._seen}

    async def _refresh(self, match_id: str) -> None:
        try:
            match = await self._matches.get(match_id)
        except Problem as problem:
            # One match that cannot be read must not close the lobby to all others.
            log.warning("lobby_row_missing", match=match_id, code=problem.code)
            return
        if match is not None:
            self._put(match)

    def _put(self, match: Match) -> None:
        self._keep_of(match)
        self._changed.add(match.id)

    def _keep_of(self, match: Match) -> None:
        try:
            row = match.history.summary()
        except Exception:
            # Nor must one in which a fault of ours shows; its row stays as it was, or is missing.
            log.exception("lobby_row_missing", match=match.id)
            return
        row.pop("you")
        self._keep(row)

    def _keep(self, row: dict[str, Any]) -> None:
        self._rows[row["id"]] = row
        if row["origin"]:
            self._forks.setdefault(row["origin"]["match"], set()).add(row["id"])
        self._listed.put(row)

    def _note(self, match: Match, entries: int, last_position: int) -> None:
        self._changed.add(match.id)
        self._early[last_position - entries + 1] = last_position
        while (last := self._early.pop(self._seen + 1, None)) is not None:
            self._seen = last

    def _leave(self, match: Match) -> None:
        if match.id in self._changed:
            self._row(match.id)

    async def flush(self) -> None:
        """Keeps the changed rows."""
        if self._early:
            # An append in between has an unknown end; the log knows.
            await self._read_on()
        changed, self._changed = self._changed, set()
        if self._seen == self._checkpoint:
            self._changed = changed
            return
        seen = self._seen
        found = {match_id: self._row(match_id) for match_id in changed if self._known(match_id)}
        rows = {match_id: msgspec.json.encode(row) for match_id, row in found.items() if row is not None}
        try:
            await self._store.advance_model(MODEL, self._checkpoint, seen, rows, ())
        except StorageError:
            self._changed |= changed
            raise
        self._checkpoint = seen

    async def keep_flushing(self, seconds: float) -> None:
        """Keeps the changed rows every now and then, and once more when told to stop."""
        while not self._stop.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._stop.wait()
            try:
                await self.flush()
            except StoreClosed:
                return
            except StorageError as error:
                # It may have been stored all the same; then the next one would not fit.
                log.warning("lobby_not_kept", why=str(error))
                with contextlib.suppress(StorageError):
                    self._checkpoint = await self._store.model_checkpoint(MODEL)

    def stop(self) -> None:
        """Lets `keep_flushing` come to its end."""
        self._stop.set()

    def _known(self, match_id: str) -> bool:
        return match_id in self._rows or self._matches.peek(match_id) is not None

    def _row(self, match_id: str) -> dict[str, Any] | None:
        match = self._matches.peek(match_id)
        if match is not None and (match_id not in self._rows or self._rows[match_id]["head"]["seq"] != match.head.seq):
            self._keep_of(match)
        return self._rows.get(match_id)

    def _bring_up(self) -> None:
        for match_id in self._changed:
            if self._known(match_id):
                self._row(match_id)

    def page(self, **asked: Any) -> dict[str, Any]:
        """One page of the tables that anybody may see, as `projections.lobby` cuts it."""
        self._bring_up()
        return self._listed.page(**asked)

    def forks_of(self, match_id: str, private: bool) -> list[dict[str, Any]]:
        """The matches that go on from this one, the earliest step first; private ones only where they are asked for."""
        self._bring_up()
        rows = [self._rows[fork] for fork in self._forks.get(match_id, ())]
        shown = [row for row in rows if private or row["visibility"] != "private"]
        return sorted(shown, key=lambda row: (row["origin"]["seq"], row["id"]))

    def waiting_for_bots(self) -> list[str]:
        """The running matches in which a bot is asked something."""
        self._bring_up()
        return [
            row["id"]
            for row in self._rows.values()
            if row["status"] == "running"
            and any(row["seats"][asked["seat"] - 1]["holder"] == "bot" for asked in row["awaiting"])
        ]
