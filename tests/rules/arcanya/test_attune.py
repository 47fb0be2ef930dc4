"""Attune: the Maneuver of the advanced game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.arcanya.eyes import has_no_form
from tests.rules.arcanya.play import Cards, Table, letter
from tests.rules.arcanya.playouts import cards_in, folds, random_trials
from tests.rules.arcanya.stand_ins import stand_in_school


def attuning(student: str = "yaiza", hand: Cards = ("attune", 3, 4, 5, 6), **given: Any) -> Table:
    """An advanced table: A, of Earth unless said otherwise, is the target and holds Attune."""
    return Table(**{"mode": "advanced", "hands": {"A": hand}, "students": {"A": student}, **given})


@pytest.mark.rules("ARC-ATTUNE-01")
def test_attune_defends_at_any_power_like_other_maneuvers() -> None:
    table = attuning(power=14, discard=[2]).play("A", "attune").expects(top="attune")
    assert table.discard == [2, "attune"]
    assert len(table.hand("A")) == 5
    table.decline("A").expects(target="B", sender="A")


@pytest.mark.rules("ARC-ATTUNE-02")
@pytest.mark.parametrize(
    "student, school",
    [
        ("yaiza", "earth"),
        ("iker", "fire"),
        ("tadeo", "metal"),
        ("ondina", "water"),
        ("bora", "wind"),
        ("hiedra", "wood"),
    ],
)
def test_it_brings_the_school_of_ones_own_affinity(student: str, school: str) -> None:
    table = attuning(student).play("A", "attune").expects(school=school)
    entered = table.event("SchoolEntered")
    assert (entered.element, letter(entered.by)) == (school, "A")


@pytest.mark.rules("ARC-ATTUNE-03")
def test_no_other_school_can_be_named() -> None:
    for field in ("element", "school"):
        assert has_no_form("A", {"type": "PlayAttune", field: "fire"})


@pytest.mark.rules("ARC-ATTUNE-04")
def test_the_own_school_already_there_is_used_and_not_placed_again() -> None:
    table = attuning(school="earth").play("A", "attune")
    assert table.happened == ["ManeuverPlayed", "CardsDrawn", "SchoolOffered"]
    table.expects(school="earth", phase="school_offer", asked="A")
    table.use_school("A").guard("A", 3)
    assert table.guards("A") == ["earth"]


@pytest.mark.rules("ARC-ATTUNE-05")
def test_it_does_not_matter_who_of_ones_affinity_had_placed_it() -> None:
    table = Table(
        seats=8,
        mode="advanced",
        target="G",
        hands={"A": ["attune", ...], "G": ["attune", ...], "H": ["dodge", ...]},
        students={"A": "yaiza", "G": "roque"},
    )
    table.play("G", "attune").decline("G").play("H", "dodge").expects(target="A", school="earth")
    table.play("A", "attune").expects(school="earth", phase="school_offer", asked="A")
    assert table.logged("SchoolLeft") == []
    assert len(table.logged("SchoolEntered")) == 1


@pytest.mark.rules("ARC-ATTUNE-06")
def test_school_refill_ability_and_the_hand_adjusted_again() -> None:
    table = attuning("silvana", schools=[stand_in_school("wood")], deck=[7, 8, 9])
    table.play("A", "attune").use_school("A").throw("A", 3, 7)
    named = [
        (event.TYPE, event.count if event.TYPE == "CardsDrawn" else None)
        for event in table.log
        if event.TYPE
        in ("SchoolEntered", "CardsDrawn", "SchoolOffered", "SchoolActivated", "CardsDiscarded", "SphereSent")
    ]
    assert named == [
        ("SchoolEntered", None),
        ("CardsDrawn", 1),
        ("SchoolOffered", None),
        ("SchoolActivated", None),
        ("CardsDrawn", 2),
        ("CardsDiscarded", None),
        ("SphereSent", None),
    ]
    assert table.hand("A") == [4, 5, 6, 8, 9]


@pytest.mark.rules("ARC-ATTUNE-07", "ARC-AMB-38")
@pytest.mark.parametrize("school", [None, "earth"])
def test_the_ability_need_not_be_used(school: str | None) -> None:
    table = attuning(school=school).play("A", "attune")
    assert table.offered("A") == {"UseSchool", "DeclineSchool"}
    table.decline("A").expects(school="earth", target="B", phase="defend")
    assert table.happened == ["SchoolDeclined", "SphereSent"]
    assert table.logged("SchoolActivated") == []


@pytest.mark.rules("ARC-ATTUNE-08")
def test_the_card_just_drawn_may_be_used_for_the_ability() -> None:
    table = attuning(deck=[10, 9]).play("A", "attune").use_school("A").guard("A", 10)
    assert table.guard_cards("A") == [10]
    assert table.hand("A") == [3, 4, 5, 6, 9]


@pytest.mark.rules("ARC-ATTUNE-09", "ARC-AMB-36")
def test_the_sphere_goes_to_the_next_student_with_its_power() -> None:
    attuning(power=8).play("A", "attune").decline("A").expects(target="B", power=8, sender="A", direction="cw")
    attuning(power=8, direction="ccw").play("A", "attune").decline("A").expects(target="D", power=8)


@pytest.mark.rules("ARC-ATTUNE-09", "ARC-AMB-36")
def test_the_schools_text_may_say_otherwise() -> None:
    attuning("silvana", power=8).play("A", "attune").use_school("A", change=2).expects(target="B", power=10)
    attuning("celso", power=8).play("A", "attune").use_school("A").expects(target="D", direction="ccw", power=8)
    gust = stand_in_school("wind")
    attuning("celso", schools=[gust]).play("A", "attune").use_school("A", target="C").expects(target="C", sender="A")


@pytest.mark.rules("ARC-ATTUNE-10")
def test_there_is_no_attune_in_the_basic_game() -> None:
    for reproduce, table, play in random_trials(60):
        for _ in play:
            pass
        dealt = next(trial for event, trial in folds(table.start, table.log) if event.TYPE == "SphereCreated")
        assert "attune" not in cards_in(dealt), reproduce
        assert "attune" not in cards_in(table.trial), reproduce
    basic = Table(hands={"A": ["attune", ...]}, students={"A": "yaiza"})
    basic.refuses("NOT_IN_MODE", "ARC-ATTUNE-10").play("A", "attune")


@pytest.mark.rules("ARC-AMB-37")
def test_the_old_school_leaves_before_the_new_one_enters() -> None:
    table = attuning(school="fire").play("A", "attune").expects(school="earth")
    assert table.happened == ["ManeuverPlayed", "SchoolLeft", "SchoolEntered", "CardsDrawn", "SchoolOffered"]
    left = table.event("SchoolLeft")
    assert (left.element, left.cause) == ("fire", "replaced")
