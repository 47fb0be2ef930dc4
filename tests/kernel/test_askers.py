"""Who may ask for what, as the entries of intents name their actors."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.lifecycle import (
    CreateMatch,
    HandOver,
    KeepHandsClosed,
    OpenHidden,
    SitDown,
    StandUp,
    StartMatch,
    askers_of,
)
from domain.kernel.match import KERNEL
from tests.toy.facts import Bid

CASES: list[tuple[Any, tuple[str, ...]]] = [
    (CreateMatch("m1", "toy", {}, ()), ("host",)),
    (StartMatch(), ("host",)),
    (KeepHandsClosed(), ("host",)),
    (OpenHidden(4, "report"), ("host",)),
    (HandOver(2, "Ann"), ("host",)),
    (SitDown(2, "Ann"), ("seat:2",)),
    (StandUp(2), ("seat:2", "host")),
    (Bid(2, 3), ("seat:2",)),
]


@pytest.mark.parametrize(("intent", "askers"), CASES)
def test_the_host_asks_for_what_is_the_tables_and_a_seat_for_itself(intent: Any, askers: tuple[str, ...]) -> None:
    assert askers_of(intent) == askers


def test_every_intent_of_the_table_has_its_askers_told_here() -> None:
    """A new one has to say who may ask for it."""
    told = {intent.TYPE for intent, _ in CASES}
    assert told >= {name for name, cls in KERNEL.types.items() if cls.KIND == "intent"}


def test_the_host_asks_for_a_games_intent_only_where_the_game_names_it_and_no_seat() -> None:
    assert askers_of(Bid(0, 3), {"Bid"}) == ("host",)
    assert askers_of(Bid(0, 3), {"Trade"}) == ("seat:0",)
    assert askers_of(Bid(2, 3), {"Bid"}) == ("seat:2",)
