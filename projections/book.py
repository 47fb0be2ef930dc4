"""A whole match to take along: what each viewer is told and shown at every step, said once where it is the same.

The views of a match are much alike, from step to step and from seat to seat. So the book holds for each step the
changes since the step before, each with the viewers to whom it happened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.entries import Head
from domain.kernel.match import MatchState
from domain.kernel.secrecy import Event
from projections.deltas import Change, change_between, changed
from projections.history import History
from projections.plugin import JSON
from projections.timeline import Step, narrated, step_json
from projections.views import AUDITOR, SPECTATOR, fact_for, match_view, seat_of, seat_viewer, shared_view

# What the log says already, or what is the same on every page: the reader of the book puts it back.
LEFT_OUT = ("seq", "link", "viewer")
LARGE_CHANGE = 1_500  # characters; then another viewer's view may be nearer than one's own of the step before


def viewers_of(copy: str, seats: int) -> list[str]:
    """The eyes that a viewer's copy of a log has: everybody's in an auditor's, else one's own and a spectator's."""
    if copy == AUDITOR:
        return [AUDITOR, *map(seat_viewer, range(1, seats + 1)), SPECTATOR]
    return list(dict.fromkeys((copy, SPECTATOR)))


def book(history: History, copy: str) -> JSON:
    """The book of a match as `copy` (the viewer whose log this is) holds it.

    `steps` are timeline steps whose `lines` are [viewers, lines] pairs. `frames` are, for each step, [viewers, change]
    or [viewers, change, base]: the change since these viewers' own view of the step before, or from the view that
    viewer number `base` has of the same step. Viewers are a number, bit n for viewer n. See `views_in`.
    """
    viewers = viewers_of(copy, len(history.state.holders))
    state = history.state_at(0)
    pages = [None for _ in viewers]
    steps: list[JSON] = []
    frames: list[list[list[Any]]] = []
    for step in history.steps:
        facts = history.facts(step.first, step.seq)
        told = [narrated(history.plugin, state, facts, viewer) for viewer in viewers]
        after = told[0][1]
        views = _views(history, step, facts, state, after, viewers)
        steps.append({**step_json(step, []), "lines": _alike([lines for lines, _ in told])})
        frames.append(_page(pages, views))
        pages, state = views, after
    summary = {**history.summary(seat_of(copy)), "viewers": viewers}
    return {"summary": summary, "viewers": viewers, "steps": steps, "frames": frames}


def _views(
    history: History, step: Step, facts: Sequence[Event], before: MatchState, after: MatchState, viewers: Sequence[str]
) -> list[Any]:
    """What each viewer sees after a step."""
    plugin = history.plugin
    shared = shared_view(plugin, after)
    head = Head(step.seq, b"")
    views = []
    for viewer in viewers:
        moved = None
        if after.started:
            moved = plugin.changed([fact_for(fact, viewer) for fact in facts], before.table, after.table, viewer)
        view = match_view(plugin, after, viewer, head, moved, shared)
        views.append({key: value for key, value in view.items() if key not in LEFT_OUT})
    return views


def _page(before: Sequence[Any], views: Sequence[Any]) -> list[list[Any]]:
    """The changes of one step, each with the viewers who have it."""
    rows: list[list[Any]] = []
    for number, view in enumerate(views):
        change = change_between(before[number], view)
        base = None
        if change is not None and number and len(repr(change)) > LARGE_CHANGE:
            change, base = _nearer(change, views, number)
        for row in rows:
            if row[1] == change and row[2:] == ([] if base is None else [base]):
                row[0] |= 1 << number
                break
        else:
            if change is not None or base is not None:
                rows.append([1 << number, change, *([] if base is None else [base])])
    return rows


def _nearer(change: Change, views: Sequence[Any], number: int) -> tuple[Change | None, int | None]:
    """The smaller of a change and those from the views of viewers before this one."""
    best: tuple[int, Change | None, int | None] = (len(repr(change)), change, None)
    for base in dict.fromkeys((0, number - 1)):
        other = change_between(views[base], views[number])
        best = min(best, (len(repr(other)), other, base), key=lambda one: one[0])
    return best[1], best[2]


def _alike(values: Sequence[Any]) -> list[list[Any]]:
    """The different values among these, each with the places it has, as bits."""
    rows: list[list[Any]] = []
    for number, value in enumerate(values):
        row = next((row for row in rows if row[1] == value), None)
        if row is None:
            rows.append([1 << number, value])
        else:
            row[0] |= 1 << number
    return rows


def views_in(read: Mapping[str, Any], viewer: str) -> list[JSON]:
    """The views of a viewer at each step in a book, without what is left out of it."""
    now: list[Any] = [None for _ in read["viewers"]]
    found = []
    place = read["viewers"].index(viewer)
    for rows in read["frames"]:
        before = list(now)
        for bits, change, *base in rows:
            for number in range(len(now)):
                if bits >> number & 1:
                    now[number] = changed(now[base[0]] if base else before[number], change)
        found.append(now[place])
    return found


def steps_in(read: Mapping[str, Any], viewer: str) -> list[JSON]:
    """The steps in a book as told to a viewer."""
    bit = 1 << read["viewers"].index(viewer)
    return [{**step, "lines": next(lines for bits, lines in step["lines"] if bits & bit)} for step in read["steps"]]
