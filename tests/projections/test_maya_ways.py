"""Other paths than those that are offered: told as offered where the rules allow them, and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from domain.kernel.codec import intent_json
from domain.kernel.game import Refused
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from domain.maya.deciding import actions
from domain.maya.hexes import Hex, neighbours
from domain.maya.hexes.moving import PathFault
from projections.capsule import Attempt, Capsule, Report
from projections.games import plugin_for
from projections.legality import is_offered, was_offered
from projections.matchfile import match_file
from projections.maya.ways import actor_of
from projections.repro import reproduce, troubles
from server.simulate import Table, play_match

MAYA = plugin_for("maya")
TABLE = Table(MAYA, ("random",) * 2, {"mode": "siege-1v1"})
Asked = tuple[int, MatchState, Any]


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """Paths of two or three steps to where one was offered, with the state and how many intents led there."""
    found: list[Asked] = []
    intents = count(1)

    def look(before: MatchState, intent: Any, events: Any, after: MatchState) -> None:
        played = next(intents)
        for offer in (offer for seat in (1, 2) for offer in MAYA.rules.offers(after, seat)):
            path: Any = getattr(offer.intent, "path", ())
            actor = actor_of(after.table, offer.intent) if path else None
            if actor is not None and actor.at is not None and 2 <= len(path) <= 3:
                other: Any = offer.intent
                found.extend((played, after, evolve(other, path=way)) for way in ways(actor.at, path[-1], len(path)))

    play_match(TABLE, b"ways", steps=120, watch=look)
    return found[::7]


def ways(start: Hex, end: Hex, steps: int) -> Iterator[tuple[Hex, ...]]:
    """The paths of so many steps from one space to another, whatever lies between."""
    if steps == 0:
        if start == end:
            yield ()
        return
    for there in neighbours(start):
        yield from ((there, *rest) for rest in ways(there, end, steps - 1))


def test_a_path_counts_as_offered_just_where_the_rules_let_it_be_gone(asked: list[Asked]) -> None:
    met: Counter[tuple[str, bool]] = Counter()
    for _, state, intent in asked:
        try:
            MAYA.rules.step(state, intent)
            legal = True
        except Refused:
            legal = False
        assert was_offered(MAYA, MAYA.rules, state, intent, accepted=False) is legal, intent
        if legal:
            assert was_offered(MAYA, MAYA.rules, state, intent, accepted=True)
        met[intent.TYPE, legal] += 1
    assert {legal for _, legal in met} == {True, False}, met


def test_a_path_to_a_space_that_was_not_offered_never_counts(asked: list[Asked]) -> None:
    _, state, intent = asked[0]
    elsewhere = evolve(intent, path=(*intent.path[:-1], Hex(99, 99)))
    assert not was_offered(MAYA, MAYA.rules, state, elsewhere, accepted=True)


def test_a_report_tells_a_legal_path_that_was_refused_and_is_silent_on_one_that_is_barred(
    asked: list[Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    intents, state, _ = next(one for one in asked if is_other_way(one))
    here = [one for one in asked if one[0] == intents]
    legal = next(intent for _, _, intent in here if is_other_way((intents, state, intent)))
    barred = next(intent for _, _, intent in here if not was_offered(MAYA, MAYA.rules, state, intent, accepted=False))
    capsule = reported(intents, legal, barred)
    now = [(tried.accepted, tried.offered) for tried in reproduce(capsule, MAYA).tried]
    assert now == [(True, True), (False, False)]
    assert troubles(capsule, MAYA) == []
    monkeypatch.setattr(
        actions, "fault_of", lambda state, icon, way: PathFault("PATH_ENEMY", "MAYA-UNIT-05", way.path[-1])
    )
    now = [(tried.accepted, tried.offered) for tried in reproduce(capsule, MAYA).tried]
    assert now == [(False, True), (False, False)]
    assert [trouble for trouble in troubles(capsule, MAYA) if "TakeAction is offered and refused" in trouble]


def is_other_way(asked: Asked) -> bool:
    """Whether a champion could go this way, though another one to the same space was offered."""
    _, state, intent = asked
    offers = MAYA.rules.offers(state, intent.seat)
    other = intent.TYPE == "TakeAction" and not is_offered(offers, intent)
    return other and was_offered(MAYA, MAYA.rules, state, intent, accepted=False)


def reported(intents: int, *refused: Any) -> Capsule:
    """A report of what was refused after so many intents of the match."""
    played = play_match(TABLE, b"ways", steps=intents)
    end = len(played.entries)
    tried = tuple(Attempt(i.seat, end, 5, intent_json(i), "PATH_WALL", "MAYA-TERR-11", "No.") for i in refused)
    report = Report("abc234", played.match_id, "maya", "host", "spectator", end, 7, "Why not?", {"rules": 1})
    return Capsule(report, None, tried, match_file(played.entries))
