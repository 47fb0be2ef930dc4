"""Conditions are worked out on states, and can do nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.match import BLANK
from domain.kernel.records import evolve
from projections.where import BadCondition, Condition
from tests.toy.game import HighestCard, Player

TABLE = HighestCard((Player((4, 2, 9), None, False, 3), Player((7, None, 3), 7, True, 5)), rounds=3, round=2)
NAMES: dict[str, Any] = {"state": evolve(BLANK, table=TABLE), "table": TABLE, "events": ()}


@pytest.mark.parametrize(
    "text",
    [
        "table.round == 2",
        "1 < table.round <= table.rounds and not table.deck",
        "any(player.points > 4 for player in table.players)",
        "[player.points for player in table.players] == [3, 5]",
        "sum(card for card in table.players[0].hand) % 2 == 1",
        "len(table.players[-1].hand[:2]) == 2 and None in table.players[1].hand",
        "state.table.players[1].bid == 7",
        "sorted({card for p in table.players if p.placed for card in p.hand if card is not None}) == [3, 7] or True",
        "'ab'.startswith('a') and (7, None, 3).count(7) == 1",
        "max(len(p.hand) for p in table.players) == 3 if table.rounds else False",
        "all(seat < 3 for seat, player in enumerate(table.players))",
    ],
)
def test_what_is_so_holds(text: str) -> None:
    assert Condition(text).holds(NAMES)


@pytest.mark.parametrize(
    "text",
    ["table.round == 3", "table.trader.hand", "table.players[7].points == 0", "len(5) == 1", "1 // 0 == 1"],
)
def test_what_is_not_so_or_cannot_be_worked_out_does_not_hold(text: str) -> None:
    assert not Condition(text).holds(NAMES)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("table.__class__", "may not ask for __class__"),
        ("table._x", "may not ask for _x"),
        ("open('x')", "may call"),
        ("table.evolve()", "may call"),
        ("(lambda: 1)()", "may call"),
        ("len.__self__", "may not ask for"),
        ("2 ** 99", "does not reckon with Pow"),
        ("1.5 > 1", "holds no 1.5"),
        ("x := 1", "is no expression"),
        ("(x := 1)", "has no NamedExpr"),
        ("f'{table}'", "has no"),
        ("import os", "is no expression"),
        ("", "is no expression"),
        ("1 +" + " 1 +" * 900 + " 1", "at most"),
    ],
)
def test_what_is_no_condition_is_told_so(text: str, says: str) -> None:
    with pytest.raises(BadCondition, match=says):
        Condition(text)


def test_a_name_that_is_not_there_is_told_so() -> None:
    with pytest.raises(BadCondition, match="knows state, table, events, not tabel"):
        Condition("tabel.round == 2").holds(NAMES)


@pytest.mark.parametrize("text", ["'x' * 999999999 == ''", "(1,) * 9 == 1", "9999999999999 * 9999999999999 > 0"])
def test_nothing_grows_without_bound(text: str) -> None:
    assert not Condition(text).holds(NAMES)


def test_a_condition_ends() -> None:
    loops = " ".join(f"for a{n} in table.players[0].hand" for n in range(14))
    assert not Condition(f"sum(1 {loops}) > 0").holds(NAMES)
