"""Root: it shortens the next Moves and nothing else, and outlasts the turn."""

from __future__ import annotations

import pytest

from domain.maya.hexes import Hex
from domain.maya.intents import BeginMinionTurn, MinionAction
from tests.rules.maya.play import Table, card, ground

MOVES = card("moves", {"do": "move", "steps": 3}, {"do": "move", "steps": 3}, {"do": "move", "steps": 3})


def rooted(tokens: int, *clauses: dict[str, object]) -> Table:
    """Seat 1's champion is rooted and has a card in use; seat 2's is out of the way."""
    table = Table(at=[(0, 0), (4, 0)]).mat(card("go", *clauses) if clauses else MOVES)
    return table.activate().unit("c1", root=tokens)


def farthest(table: Table, number: int = 1) -> int:
    """How far a Move can go."""
    return max((max(abs(q), abs(r), abs(q + r)) for q, r in table.reaches(number=number)), default=0)


@pytest.mark.rules("MAYA-ROOT-01", "MAYA-AMB-24")
def test_root_shortens_the_next_move_and_is_used_up() -> None:
    table = rooted(2)
    assert farthest(table) == 1
    table.refused(table.by("move", path=((0, 1), (0, 2))), "PATH_TOO_LONG", "MAYA-MOVE-03")
    table.move((0, 1))
    assert (table["c1"].at, table["c1"].root) == ((0, 1), 0)


@pytest.mark.rules("MAYA-ROOT-02")
def test_more_root_than_the_move_has_stays() -> None:
    table = rooted(5)
    assert farthest(table) == 0
    table.move()
    assert (table["c1"].at, table["c1"].root) == ((0, 0), 2)


@pytest.mark.rules("MAYA-ROOT-03")
def test_what_is_left_shortens_the_move_after() -> None:
    table = rooted(5).move()
    assert farthest(table, 2) == 1
    table.move((0, 1), number=2)
    assert table["c1"].root == 0
    assert table.move((0, 2), (0, 3), (0, 4), number=3)["c1"].at == (0, 4)


@pytest.mark.rules("MAYA-ROOT-04")
def test_the_tokens_go_although_the_champion_stays_put() -> None:
    table = rooted(1, {"do": "move", "steps": 1}).move()
    assert (table["c1"].at, table["c1"].root) == ((0, 0), 0)
    table.refused(table.by("move"), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-ROOT-05")
def test_a_rooted_champion_is_pushed_and_pulled_all_the_way() -> None:
    table = Table(at=[(0, 0), (1, 0)]).mat(card("shove", {"do": "push", "steps": 2}, {"do": "pull", "reach": 3}))
    table.activate().unit("c2", root=3).push("c2")
    assert (table["c2"].at, table["c2"].root) == ((3, 0), 3)
    table.pull("c2")
    assert (table["c2"].at, table["c2"].root) == ((1, 0), 3)


@pytest.mark.rules("MAYA-ROOT-05")
def test_root_leaves_other_actions_alone() -> None:
    table = Table(at=[(0, 0), (1, 0)])
    table.mat(card("all", {"do": "attack", "value": 2}, {"do": "defend", "value": 2}, {"do": "push", "steps": 2}))
    table.activate().unit("c1", root=3).attack("c2").defend().push("c2")
    assert (table["c2"].hp, table["c2"].at, table["c1"].defence, table["c1"].root) == (8, (3, 0), 2, 3)


@pytest.mark.rules("MAYA-ROOT-06")
def test_root_outlasts_the_turn() -> None:
    assert rooted(2).end_turn()["c1"].root == 2


@pytest.mark.rules("MAYA-ROOT-07")
def test_a_rooted_minion_moves_less_far() -> None:
    table = Table(at=[(0, -4), (4, 0)]).minion((0, 0), owner=1).unit("m1", root=1).ally_step()
    table.minion_does("m1", 0, choice=1, path=((0, 1),))
    assert (table["m1"].at, table["m1"].root) == ((0, 1), 0)
    other = Table(at=[(0, -4), (4, 0)]).minion((0, 0), owner=1).unit("m1", root=1).ally_step()
    other.do(BeginMinionTurn(1, "m1"))
    two_spaces = MinionAction(1, 0, 1, path=(Hex(0, 1), Hex(0, 2)))
    other.refused(two_spaces, "NO_LEGAL_WAY", "MAYA-TURN-09")


@pytest.mark.rules("MAYA-ROOT-04", "MAYA-ROOT-07")
@pytest.mark.parametrize(("root", "left"), [(3, 0), (4, 1)])
def test_a_minion_rooted_to_the_spot_spends_its_root_on_a_run(root: int, left: int) -> None:
    table = Table(at=[(0, -4), (4, 0)]).minion((0, 0), owner=1, kind="kanstap-wanstap").unit("m1", root=root)
    table.ally_step().minion_does("m1", 0)
    assert (table["m1"].at, table["m1"].root) == ((0, 0), left)


@pytest.mark.rules("MAYA-AMB-24")
def test_flying_and_jumping_are_shortened_too() -> None:
    field = ground(walls=[((0, 0), (0, 1))])
    table = Table("cyd", "ada", at=[(0, 0), (4, 0)], arena=field, quiet=True).mat(MOVES).activate()
    table.unit("c1", root=1, flying=True)
    assert {max(abs(q), abs(r), abs(q + r)) for q, r in table.reach(0, how="fly")} == {1, 2}
    assert table.move((0, 1), (0, 2), how="fly")["c1"].root == 0
    jumper = rooted(1, {"do": "jump", "steps": 2})
    assert (0, 2) not in jumper.reach(0)
    assert jumper.take(0, path=((0, 1),), how="jump")["c1"].root == 0
