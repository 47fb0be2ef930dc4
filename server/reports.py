"""Bug reports: a moment of a match, kept so that it can be taken out again as a capsule.

What is kept is small: the words, the step, what was shown and refused then. The log up to that moment is in the store
already and never changes, so the capsule is put together when somebody asks for it.
"""

from __future__ import annotations

import base64
import platform
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import attrs
import msgspec
import structlog

from domain.kernel.entries import Entry
from domain.kernel.game import HOST_SEAT
from domain.kernel.lifecycle import HOST
from projections.capsule import (
    CLIENT_LENGTH_MAX,
    REFUSALS_MAX,
    Attempt,
    Capsule,
    Report,
    redacted,
    without_secret,
)
from projections.matchfile import AUDITOR, match_file
from projections.views import SPECTATOR, offers_view, seat_of
from server.match import Match, entry_of
from server.matches import Matches
from server.problems import Problem
from server.storage import Conflict, Store

log = structlog.get_logger(__name__)

ID_BYTES = 10
REPORTS_MAX = 12  # of one seat, of the host, and of all spectators of a match together
SEEN_BYTES_MAX = 512 * 1024  # a larger view is left out; it can be worked out from the log
ATTEMPTS_MAX = 5  # somebody else may report at the same moment so often
MODEL = "reports/"


@attrs.frozen
class Kept:
    """A report as it is kept: where the log ended then, what was shown and refused, when the host opened it (ms)."""

    report: Report
    head: int
    seen: dict[str, Any] | None
    refusals: tuple[Attempt, ...]
    opened_at: int | None = None

    def summary(self) -> dict[str, Any]:
        """The report as it is listed."""
        report = self.report
        return {
            "id": report.id,
            "by": report.by,
            "viewer": report.viewer,
            "step": report.step,
            "head": self.head,
            "at": report.at,
            "comment": report.comment,
            "refusals": len(self.refusals),
            "versions": dict(report.versions),
            "opened_at": self.opened_at,
        }


class Reports:
    """The reports of all matches."""

    def __init__(self, matches: Matches, entropy: Callable[[int], bytes]) -> None:
        self._matches = matches
        self._entropy = entropy

    @property
    def _store(self) -> Store:
        return self._matches.store

    async def file(self, match: Match, by: str, viewer: str, step: int, comment: str, client: str) -> Kept:
        """Freezes this moment of a match; TOO_MANY_REPORTS where the reporter has filed enough."""
        await self._matches.whole(match, 0)
        head, history = match.head.seq, match.history
        seat = seat_of(viewer)
        seen: dict[str, Any] | None = {
            "view": history.view(viewer, step),
            "offers": None if seat is None else offers_view(match.plugin, history.state_at(step), seat),
        }
        if len(msgspec.json.encode(seen)) > SEEN_BYTES_MAX:
            seen = None
        report = Report(
            id=base64.b32encode(self._entropy(ID_BYTES)).decode().lower(),
            match_id=match.id,
            game=match.plugin.game,
            by=by,
            viewer=viewer,
            step=step,
            at=self._matches.clock(),
            comment=comment,
            versions={**versions(match.rules.game.rules_version), "client": client[:CLIENT_LENGTH_MAX]},
        )
        kept = Kept(report, head, seen, await self._refused(match, by, seat))
        await self._put(match.id, kept, new=True)
        log.info("reported", match=match.id, report=report.id, by=by, step=step)
        return kept

    async def _refused(self, match: Match, by: str, seat: int | None) -> tuple[Attempt, ...]:
        """What was refused lately: to the seat that reports, or to anybody where the host does."""
        everybody = range(HOST_SEAT, len(match.state.holders) + 1)  # the host's own among them
        seats = everybody if by == HOST else (seat,) if seat is not None else ()
        found: list[Attempt] = []
        for asking in seats:
            for data in await self._store.refusals(match.id, asking):
                found.append(_attempt(asking, msgspec.json.decode(data)))
        return tuple(sorted(found, key=lambda attempt: (attempt.at, attempt.seq))[-REFUSALS_MAX:])

    async def _put(self, match_id: str, kept: Kept, new: bool) -> None:
        model = MODEL + match_id
        for _ in range(ATTEMPTS_MAX):
            checkpoint = await self._store.model_checkpoint(model)
            if new:
                mine = [
                    other for other in await kept_reports(self._store, match_id) if other.report.by == kept.report.by
                ]
                if len(mine) >= REPORTS_MAX:
                    raise Problem(
                        "TOO_MANY_REPORTS", f"There are {REPORTS_MAX} reports already; the host can see them."
                    )
            try:
                await self._store.advance_model(model, checkpoint, checkpoint + 1, {kept.report.id: _packed(kept)}, ())
            except Conflict:
                continue
            return
        raise Problem("BUSY", "Others reported at the same time; ask again.")

    async def listed(self, match: Match, by: str) -> list[Kept]:
        """The reports that somebody may see: the host all of them, a seat its own.

        Spectators are everybody, so that none of them finds what another one wrote; each was told its number.
        """
        if by == SPECTATOR:
            return []
        found = await kept_reports(self._store, match.id)
        return [kept for kept in found if by in (HOST, kept.report.by)]

    async def get(self, match: Match, report_id: str, by: str) -> Kept:
        """A report that this one may see, or NO_SUCH_REPORT."""
        data = await self._store.model_row(MODEL + match.id, report_id)
        kept = None if data is None else _unpacked(data)
        if kept is None or by not in (HOST, kept.report.by):
            raise Problem("NO_SUCH_REPORT", "There is no report of that id that you may see.")
        return kept

    async def capsule(self, match: Match, kept: Kept, whole: bool) -> Capsule:
        """The capsule of a report: the host's copy, or that of its reporter.

        While the match goes on, the secret stays closed in the host's copy too, and it is kept when it was opened.
        """
        await self._matches.whole(match, 0)
        capsule = capsule_of(kept, match.history.entries(0, kept.head))
        if not whole:
            return redacted(capsule, kept.report.viewer)
        if match.over:
            return capsule
        if kept.opened_at is None:
            await self._put(match.id, attrs.evolve(kept, opened_at=self._matches.clock()), new=False)
        return without_secret(capsule)


async def kept_reports(store: Store, match_id: str) -> list[Kept]:
    """All reports of a match in a store, oldest first."""
    rows = await store.model_rows(MODEL + match_id)
    return sorted(map(_unpacked, rows.values()), key=lambda kept: (kept.report.at, kept.report.id))


def capsule_of(kept: Kept, entries: Sequence[Entry]) -> Capsule:
    """The whole capsule of a report, out of the log up to its head; what was refused after that is not of it."""
    refusals = tuple([attempt for attempt in kept.refusals if attempt.seq <= kept.head])
    return Capsule(kept.report, kept.seen, refusals, match_file(entries, AUDITOR))


async def stored_capsule(store: Store, kept: Kept) -> Capsule:
    """The whole capsule of a report in a store."""
    return capsule_of(kept, [entry_of(row) for row in await store.read(kept.report.match_id, 0, kept.head)])


def versions(rules: int) -> dict[str, Any]:
    """What is at work here."""
    try:
        code = version("matchfold")
    except PackageNotFoundError:
        code = "(not installed)"
    return {"rules": rules, "code": code, "python": platform.python_version()}


def _attempt(seat: int, data: dict[str, Any]) -> Attempt:
    intent = data["intent"] if isinstance(data["intent"], dict) else {}
    told = {name: data[name] for name in ("seq", "at", "code", "rule", "sentence")}
    return Attempt(seat=seat, intent=intent, **told)


def _packed(kept: Kept) -> bytes:
    return msgspec.json.encode(kept)


_unpacked = msgspec.json.Decoder(Kept).decode
