"""Equal views and states have equal digests, and nothing else has."""

from __future__ import annotations

from projections.digests import GONE, changed_fields, state_digest, view_digest
from projections.views import match_view
from tests.playing import Play
from tests.toy.plugin import TOY


def test_one_hidden_card_changes_the_state_and_only_the_view_of_who_holds_it() -> None:
    seen = []
    for cards in ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7]):
        play = Play(TOY, 2, script={"deck": [cards]})
        head = play.scribe.head._replace(link=b"")
        views = {who: view_digest(match_view(TOY, play.state, who, head)) for who in ("seat:1", "seat:2", "spectator")}
        seen.append((state_digest(play.state), views))
    (state, views), (other_state, other_views) = seen
    assert state != other_state
    assert views["seat:1"] == other_views["seat:1"]
    assert views["spectator"] == other_views["spectator"]
    assert views["seat:2"] != other_views["seat:2"]


def test_the_order_of_keys_does_not_matter() -> None:
    assert view_digest({"a": 1, "b": [2]}) == view_digest({"b": [2], "a": 1})
    assert view_digest({"a": 1}) != view_digest({"a": 2})


def test_the_fields_that_changed_are_named_by_seat_and_by_piece() -> None:
    unit = {"id": "c1", "seat": 1, "hp": 7, "at": [0, 1]}
    view = {"seq": 5, "round": 1, "table": {"deck": 9, "units": [unit], "seats": [{"seat": 1, "xp": 0}]}}
    table = {"deck": 9, "units": [{**unit, "hp": 5, "at": [0, 2]}], "seats": [{"seat": 1, "xp": 2}]}
    moved = {"seq": 6, "round": 1, "table": table}
    names = {"round", "table.deck", "table.units.c1.id", "table.units.c1.seat", "table.units.c1.hp"}
    names |= {"table.units.c1.at", "table.seats.1.seat", "table.seats.1.xp"}
    assert changed_fields(None, view, 8).keys() == names
    assert changed_fields(view, view, 8) == {}
    assert changed_fields(view, moved, 8).keys() == {"table.units.c1.hp", "table.units.c1.at", "table.seats.1.xp"}
    other = {**moved, "table": {**table, "units": [{**unit, "id": "c2"}]}}
    assert changed_fields(moved, other, 8)["table.units.c1"] == GONE
    assert changed_fields(moved, {**moved, "table": {**table, "units": []}}, 8) == {"table.units": view_digest([])[:8]}
    assert changed_fields(view, {**view, "table": None}, 8)["table"] == view_digest(None)[:8]
