"""After a turn, and the end of a round."""

from __future__ import annotations

import pytest

from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1})
JAB = card("jab", {"do": "attack", "value": 1})
FLOW = ("TurnStarted", "TurnEnded", "AggroStarted", "AggroEnded", "RoundEnded", "RoundStarted")


def beside_a_minion(seat: int) -> Table:
    """Seats 1 and 2 with a neutral minion beside one of them, in the turn of seat 1."""
    at = [(0, 0), (4, 0)] if seat == 1 else [(4, 0), (0, 0)]
    return Table(at=at).mat(JAB, GO, GO).mat(GO, GO, GO, seat=2).minion((1, 0))


def flow(table: Table) -> list[str]:
    """What of the round's course happened last."""
    return [kind for kind in table.kinds if kind in FLOW]


@pytest.mark.rules("MAYA-ROUND-01", "MAYA-AGGRO-06")
def test_aggroed_minions_act_between_two_turns() -> None:
    table = beside_a_minion(1).activate().attack("m1").end_turn()
    assert flow(table) == ["TurnEnded", "AggroStarted", "AggroEnded", "TurnStarted"]
    assert table["c1"].hp == 9


@pytest.mark.rules("MAYA-ROUND-02")
def test_the_next_turn_waits_until_all_of_them_have_acted() -> None:
    table = beside_a_minion(1).minion((0, 1), name="m2").activate().end_turn()
    assert table.state.phase == "aggro"
    assert table.pending == (2, "aggro")
    assert flow(table) == ["TurnEnded", "AggroStarted"]
    table.do(table.offers(2)[0].intent)
    after = table.kinds.index("TurnStarted")
    assert "AggroEnded" in table.kinds[:after]
    assert table.events[after + 1].step == "respawn"
    assert (table["c1"].hp, table["c1"].root) == (8, 2)


@pytest.mark.rules("MAYA-ROUND-03")
def test_after_everybodys_turn_a_new_round_begins() -> None:
    table = Table(at=[(0, 0), (4, 0)]).mat(GO, GO, GO).mat(GO, GO, GO, seat=2).end_turn()
    assert "RoundEnded" not in table.kinds
    table.end_turn()
    assert flow(table) == ["TurnEnded", "RoundEnded", "RoundStarted"]
    assert table.state.round == 2


@pytest.mark.rules("MAYA-ROUND-04")
def test_the_last_players_minions_act_before_the_round_ends() -> None:
    table = beside_a_minion(2).end_turn().end_turn()
    assert flow(table) == ["TurnEnded", "AggroStarted", "AggroEnded", "RoundEnded", "RoundStarted"]
    assert table["c2"].hp == 9
