"""A book of a match holds every viewer's steps and views, and gives each back as the match itself would."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.book import LEFT_OUT, book, steps_in, viewers_of, views_in
from projections.deltas import change_between, changed
from projections.games import plugin_for
from projections.history import History
from projections.plugin import Plugin
from server.simulate import Table, play_match
from tests.playing import Play
from tests.toy.plugin import TOY

# 0 and 1 are left out beside true and false: a field of a view never changes from one to the other.
LEAVES = st.none() | st.booleans() | st.integers(2, 9) | st.text("ab@0", max_size=3)
PIECES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("ab@01", max_size=2), inner, max_size=5)
)


def written(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))


@given(PIECES, PIECES)
def test_a_change_makes_one_piece_out_of_the_other(before: Any, after: Any) -> None:
    change = written(change_between(before, after))
    kept = written(before)
    assert changed(before, change) == after
    assert before == kept, "what was there is left as it was"
    assert (change is None) == (before == after)


def test_a_card_taken_from_the_middle_of_a_hand_is_a_small_change() -> None:
    hand = [f"card-{number}" for number in range(40)]
    assert change_between({"hand": hand}, {"hand": hand[:7] + hand[8:]}) == {"hand": {"@": [7, 1]}}
    assert change_between({"hand": hand}, {"hand": [*hand, "new"]}) == {"hand": {"@": [40, 0, "new"]}}


MATCHES: list[tuple[Plugin, int, dict[str, Any]]] = [
    (TOY, 3, {"rounds": 6}),
    (plugin_for("arcanya"), 4, {"mode": "advanced"}),
    (plugin_for("maya"), 2, {"mode": "siege-1v1"}),
]


@pytest.fixture(scope="module", params=MATCHES, ids=[plugin.game for plugin, _, _ in MATCHES])
def history(request: pytest.FixtureRequest) -> History:
    plugin, seats, options = request.param
    played = play_match(Table(plugin, ("random",) * seats, options), b"book", steps=120)
    read = History(plugin, played.match_id)
    read.extend(played.entries)
    return read


def seen(history: History, viewer: str) -> list[Any]:
    views = written(history.views(viewer, 1, history.head.seq))
    return [{key: value for key, value in view.items() if key not in LEFT_OUT} for view in views]


def test_everybodys_views_and_steps_are_in_a_full_book(history: History) -> None:
    read = written(book(history, "auditor"))
    assert read["viewers"] == viewers_of("auditor", len(history.state.holders))
    for viewer in read["viewers"]:
        assert views_in(read, viewer) == seen(history, viewer)
        assert steps_in(read, viewer) == written(history.timeline(viewer))


@pytest.mark.parametrize("viewer", ["seat:2", "spectator"])
def test_a_viewers_book_has_their_eyes_and_no_others(history: History, viewer: str) -> None:
    read = written(book(history.redacted(viewer), viewer))
    assert read["viewers"] == list(dict.fromkeys((viewer, "spectator")))
    for known in read["viewers"]:
        assert views_in(read, known) == seen(history, known)
        assert steps_in(read, known) == written(history.timeline(known))
    shown = {json.dumps(view) for known in read["viewers"] for view in views_in(read, known)}
    for other in ("auditor", "seat:1"):
        open_to_all = {json.dumps(view) for view in seen(history, "spectator")}
        closed = {json.dumps(view) for view in seen(history, other)} - open_to_all
        assert closed and not closed & shown


def test_what_is_the_same_for_all_is_said_once() -> None:
    history = Play(TOY, 5, {"rounds": 50}).play_out().history()
    read = written(book(history, "auditor"))
    whole = sum(len(json.dumps(seen(history, viewer))) for viewer in read["viewers"])
    assert len(json.dumps(read["frames"])) < whole / 5
