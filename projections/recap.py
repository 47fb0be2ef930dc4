"""What somebody missed: the steps since their last visit in a few lines, told to them from the timeline."""

from __future__ import annotations

from collections.abc import Sequence

from projections.history import History
from projections.plugin import JSON
from projections.timeline import Step
from projections.views import seat_of

HIGHLIGHTS_MAX = 8  # more is not a recap
STEPS_TOLD_MAX = 400  # of a long absence the latest steps are looked through for what is worth telling
ROUTINE_MARKS = frozenset({"turn"})  # every other mark makes a step worth telling


def recap(history: History, viewer: str, since: int) -> JSON:
    """The steps that ended after entry `since`: how many, by whom, the few that matter most, and how it stands now.

    Steps that the viewer made themselves are counted, and told only where they mattered.
    """
    done = history.step_index(since)
    steps: Sequence[Step] = history.steps[done:]
    own = seat_of(viewer)
    told = {step["seq"]: step for step in _told(history, viewer, steps)}
    name = history.state.name_of(own) if own is not None and history.state.holders else None
    ranked = sorted(
        (step for step in steps if told.get(step.seq, {}).get("lines")),
        key=lambda step: (_weight(step, told[step.seq]["lines"], own, name), step.seq),
        reverse=True,
    )
    chosen = sorted(ranked[:HIGHLIGHTS_MAX], key=lambda step: step.seq)
    before = history.steps[done - 1] if done else None
    shared = history.shared()
    return {
        "viewer": viewer,
        "since": since,
        "head": {"seq": history.head.seq, "link": history.head.link.hex()},
        "steps": len(steps),
        "by_others": sum(step.seat != own for step in steps) if own is not None else len(steps),
        "rounds": len({step.round for step in steps} - {before.round if before is not None else 0}),
        "moves": _moves(steps),
        "highlights": [told[step.seq] for step in chosen],
        "status": shared["status"],
        "awaiting": [asked for asked in shared["awaiting"] if own is None or asked["seat"] == own],
        "outcome": shared["outcome"],
    }


def _told(history: History, viewer: str, steps: Sequence[Step]) -> list[JSON]:
    if not steps:
        return []
    recent = steps[-STEPS_TOLD_MAX:]
    return history.timeline(viewer, recent[0].first - 1)


def _weight(step: Step, lines: Sequence[str], own: int | None, name: str | None) -> int:
    """How much a step is worth telling: what marks it, whether it is about the viewer, who did it."""
    if not ROUTINE_MARKS.issuperset(step.marks):
        return 3
    if own is None or step.seat == own:
        return 0
    return 2 if name is not None and any(name in line for line in lines) else 1


def _moves(steps: Sequence[Step]) -> dict[str, int]:
    """How many steps each seat made, by its number."""
    counted: dict[str, int] = {}
    for step in steps:
        if step.seat is not None:
            counted[str(step.seat)] = counted.get(str(step.seat), 0) + 1
    return dict(sorted(counted.items(), key=lambda item: int(item[0])))
