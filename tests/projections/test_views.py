"""Who may use whose eyes, and what a fact looks like through them."""

from __future__ import annotations

import pytest

from projections.views import audiences_of, fact_for, is_viewer, may_look, seat_of, seat_viewer
from tests.kernel.facts import Told, Whispered
from tests.toy.facts import CardsDealt, DeckShuffled

WHISPER = Whispered(seat=2, pair=(1, 3), word="w", number=5, shared=(8,), order=(1,))


@pytest.mark.parametrize(
    ("viewer", "word", "shared", "order"),
    [
        ("seat:1", None, (8,), None),
        ("seat:2", "w", None, None),
        ("seat:3", None, (8,), None),
        ("seat:4", None, None, None),
        ("seat:20", None, None, None),
        ("spectator", None, None, None),
        ("auditor", "w", (8,), (1,)),
    ],
)
def test_a_fact_shows_each_viewer_what_is_theirs(
    viewer: str, word: str | None, shared: tuple[int, ...] | None, order: tuple[int, ...] | None
) -> None:
    seen = fact_for(WHISPER, viewer)
    assert (seen.word, seen.shared, seen.order) == (word, shared, order)
    assert (seen.seat, seen.pair) == (2, (1, 3))


def test_what_is_public_is_passed_on_as_it_is() -> None:
    dealt = CardsDealt(1, 1, (3,))
    assert fact_for(dealt, "seat:1") is dealt
    assert fact_for(dealt, "seat:2") == CardsDealt(1, 1, None)
    assert fact_for(DeckShuffled(2, (1, 2)), "seat:1") == DeckShuffled(2, None)
    assert Told.PLAN.sealed == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize("viewer", ["spectator", "auditor", "seat:1", "seat:3"])
def test_these_are_viewers_of_a_table_of_three(viewer: str) -> None:
    assert is_viewer(viewer, 3)


@pytest.mark.parametrize("viewer", ["", "seat", "seat:", "seat:0", "seat:4", "seat:01", "seat:1 ", "seat:x", "Auditor"])
def test_these_are_not(viewer: str) -> None:
    assert not is_viewer(viewer, 3)


def test_other_hands_are_for_after_the_end() -> None:
    assert may_look("spectator", None, opened=False)
    assert may_look("seat:2", 2, opened=False)
    assert not may_look("seat:2", None, opened=False)
    assert not may_look("seat:2", 1, opened=False)
    assert not may_look("auditor", 1, opened=False)
    assert may_look("seat:2", 1, opened=True)
    assert may_look("auditor", None, opened=True)


def test_audiences_of_viewers() -> None:
    assert "seat:1" in audiences_of("seat:1")
    assert "seat:2" not in audiences_of("seat:1")
    assert "server" not in audiences_of("seat:1")
    assert "server" not in audiences_of("spectator")
    assert "spectator" not in audiences_of("spectator")
    assert {"server", "seat:1"} & set(audiences_of("auditor")) and "seat:1" in audiences_of("auditor")
    assert (seat_of("seat:12"), seat_of("spectator"), seat_viewer(3)) == (12, None, "seat:3")
