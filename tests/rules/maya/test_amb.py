"""Rulings on what the rulebook leaves open, where no test of a rule shows them already."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.hexes import Hex
from domain.maya.intents import AnswerChoice, ChooseRespawn, SpawnMinion
from domain.maya.modes.base import ModeRules
from domain.maya.state import Head, Turn
from tests.rules.maya.play import Made, Table, card, ground, point

GO = card("go", {"do": "move", "steps": 1})
POINTS = [
    point("own", (-4, 0), (-4, 1), (-3, 0), owner=1),
    point("free", (0, 3), (0, 4), (1, 3)),
    point("theirs", (4, 0), (4, -1), (3, 0), owner=2),
]


# Decks.


@pytest.mark.rules("MAYA-AMB-70")
def test_decks_are_shuffled_once_as_the_table_is_set_up() -> None:
    table = Table.dealt(seed=1)
    shuffled = [(event.seat, event.count, event.why) for event in table.log if event.TYPE == "DeckShuffled"]
    assert shuffled == [(1, 24, "setup"), (2, 24, "setup")]
    hands = {tuple(Table.dealt(seed=seed).held()) for seed in range(5)}
    assert len(hands) == 5


# Coming in.


@pytest.mark.rules("MAYA-AMB-82")
def test_neutral_and_own_points_serve_unless_the_mode_says_otherwise() -> None:
    table = Table(at=[(0, 0), (3, -3)], arena=ground(spawns=POINTS)).mat(GO, GO, GO)
    for seat, names in ((1, {"own", "free"}), (2, {"theirs", "free"})):
        assert {spot.name for spot in ModeRules().champion_points(table.state, seat)} == names
        assert {spot.name for spot in ModeRules().minion_points(table.state, seat)} == names
    table.purse(bank=1, heads=(Head("m1", "warden-of-knots"),))
    assert {offer.point for offer in table.offered(SpawnMinion)} == {"own", "free"}
    # Siege lets champions in at points of their own colour only.
    fallen = Table(at=[(0, 0), (3, -3)], arena=ground(spawns=POINTS)).off("c1")
    fallen.goes_on(phase="turn", step="", turn=Turn(number=1, seat=1))
    assert {offer.point for offer in fallen.offered(ChooseRespawn)} == {"own"}


@pytest.mark.rules("MAYA-AMB-81", "MAYA-POI-07")
def test_off_a_full_point_the_nearest_free_spaces_count_from_any_of_its_three() -> None:
    spots = [point("own", (0, 0), (1, 0), (0, 1), owner=1)]
    table = Table(at=[(5, -5), (0, 0)], arena=ground(spawns=spots, void=[(1, -1)], walls=[((0, 0), (-1, 0))]))
    table.off("c1").minion((1, 0), name="m1").minion((0, 1), name="m2").minion((2, 0), name="m3")
    table.goes_on(phase="turn", step="", turn=Turn(number=1, seat=1))
    found = {tuple(offer.at) for offer in table.offered(ChooseRespawn)}
    # Walls and units between do not matter; the void and the taken space are left out.
    assert found == {(0, -1), (-1, 0), (-1, 1), (2, -1), (1, 1), (0, 2), (-1, 2)}


@pytest.mark.rules("MAYA-AMB-87")
def test_minions_act_although_their_champion_found_no_space_to_come_in() -> None:
    spaces = [(0, 0), (1, 0), (0, 1), (1, -1)]
    rest = [(q, r) for q in range(-1, 2) for r in range(-1, 2) if (q, r) not in spaces]
    field = ground(1, void=rest, spawns=[point("camp", (0, 0), (1, 0), (0, 1))])
    table = Table(seats=4, mode="headhunters", arena=field, at=[(0, 0), (0, 0), (1, 0), (0, 1)]).off("c1")
    table.minion((1, -1), owner=1).goes_on(phase="turn", step="", turn=Turn(number=1, seat=1))
    assert table["c1"].at is None
    assert table.pending == (1, "allies")
    table.minion_does("m1", 0, "c2")
    assert (table["c2"].hp, table["c2"].root) == (9, 1)


# Two TRUMPs.

FAST = card("fast", {"when": "passive", "trump": True, "grant": "immovable"})
FIRM = card("firm", {"when": "passive", "grant": "immovable"})


def shoving(*, trump: bool, word: str = "push", **more: Any) -> Made:
    """A card that pushes or pulls, as a TRUMP or not."""
    effect = {"do": "push", "steps": 2} if word == "push" else {"do": "pull", "reach": 3}
    return card(f"{word}-{'trump' if trump else 'plain'}", {**effect, "trump": trump}, **more)


@pytest.mark.rules("MAYA-PRIO-02")
@pytest.mark.parametrize("word", ["push", "pull"])
def test_a_trump_beats_a_text_that_is_none(word: str) -> None:
    at = [(0, 0), (1, 0) if word == "push" else (3, 0)]
    held = Table(at=at).mat(shoving(trump=False, word=word), GO, GO).mat(FIRM, seat=2).activate()
    held.refused(held.by(word, "c2"), "NO_TARGET", "MAYA-AMB-20")
    moved = Table(at=at).mat(shoving(trump=True, word=word), GO, GO).mat(FIRM, seat=2).activate()
    moved.do(moved.by(word, "c2"))
    assert moved["c2"].at == ((3, 0) if word == "push" else (1, 0))


@pytest.mark.rules("MAYA-AMB-116")
def test_of_two_trumps_the_turn_players_wins() -> None:
    mine = Table(at=[(0, 0), (1, 0)]).mat(shoving(trump=True), GO, GO).mat(FAST, seat=2).activate()
    assert mine.push("c2")["c2"].at == (3, 0)
    # Seat 2's reaction on seat 1's turn cannot move what seat 1's TRUMP holds.
    answer = {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "trump": True}
    back = card("back", {**answer, "do": "push", "steps": 1, "target": {"bound": "it"}}, type="spell")
    jab = card("jab", {"do": "attack", "value": 1})
    table = Table(reactions=True).mat(jab, FAST, GO).hand(back, seat=2).activate().attack("c2").react("back")
    assert (table["c1"].at, table["c2"].hp) == ((0, 0), 9)
    free = Table(reactions=True).mat(jab, GO, GO).hand(back, seat=2).activate().attack("c2").react("back")
    assert (free["c1"].at, free["c2"].hp) == ((-1, 0), 10)


def between_others(word: str) -> Table:
    """Seat 2's TRUMP, On Exit, would move seat 3's champion, which a TRUMP holds; seat 1 is first in order."""
    effect = {"do": "push", "steps": 2} if word == "push" else {"do": "pull", "reach": 3}
    parting = card("parting", {"when": "on_exit", "trump": True, **effect})
    table = Table(seats=3, at=[(-4, 0), (0, 0), (1, 0) if word == "push" else (3, 0)])
    for seat, cards in enumerate(((GO, GO, GO), (GO, GO, parting), (GO, FAST, GO)), start=1):
        table.mat(*cards, seat=seat).hand(*[GO] * 5, seat=seat)
    return table.next_round()


@pytest.mark.rules("MAYA-AMB-116")
@pytest.mark.parametrize(("word", "moved", "stays"), [("push", (3, 0), (1, 0)), ("pull", (1, 0), (3, 0))])
def test_of_two_trumps_of_others_the_turn_player_says_which_wins(
    word: str, moved: tuple[int, int], stays: tuple[int, int]
) -> None:
    for answer, at in (("yes", moved), ("no", stays)):
        table = between_others(word)
        assert table.pending == (1, "yes_no")
        table.refused(AnswerChoice(2, ("yes",)), "NOT_YOUR_DECISION", "MAYA-ACT-10")
        assert table.answer(answer)["c3"].at == Hex(*at)
        assert table.asked_seats() == [1, 2, 3]
