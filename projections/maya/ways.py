"""Whether a path that was not offered may be gone all the same: the offers name one path to each space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.records import evolve
from domain.maya.minions.acting import side_of
from domain.maya.performers.walking import walk_fault
from domain.maya.state import State, Unit

WALKED = ("", "fly")  # how a Move is made that may take any path; a jump and a run have no other one
MOVES = ("move", "fly")


def actor_of(table: State, intent: Any) -> Unit | None:
    """The unit that would go: the champion of the seat, or the minion that is acting."""
    actors = {"MinionAction": table.turn.minion, "AggroAction": table.aggro.minion, "TakeAction": f"c{intent.seat}"}
    return table.units.get(actors.get(intent.TYPE, ""))


def may_go(table: State, intent: Any, offered: Sequence[Any]) -> bool:
    """Whether a path may be gone that is no longer than one that was offered for the same (MAYA-MOVE-07).

    Steps are counted off the offers, so that a longer path is not said to be legal though it may be.
    """
    actor = actor_of(table, intent)
    alike = [other for other in offered if other.TYPE == intent.TYPE and evolve(intent, path=other.path) == other]
    if actor is None or actor.at is None or not alike or not _is_walk(table, intent, actor):
        return False
    steps = max(len(other.path) for other in alike)
    return walk_fault(table, actor, intent.seat, getattr(intent, "how", ""), intent.path, steps) is None


def _is_walk(table: State, intent: Any, actor: Unit) -> bool:
    if intent.TYPE == "TakeAction":
        return intent.how in WALKED
    return bool(side_of(table, actor).steps[intent.step][intent.choice].word in MOVES)
