"""Student cards: using, turning and refreshing them."""

from __future__ import annotations

import pytest

from tests.rules.arcanya.eyes import has_no_form, seat_shown, viewers
from tests.rules.arcanya.play import Table, letter
from tests.rules.arcanya.stand_ins import stand_in


@pytest.mark.rules("ARC-ABIL-01")
def test_the_target_may_use_the_own_students_ability() -> None:
    table = Table(power=5, students={"A": stand_in("kindler")}).ability("A")
    table.expects(power=7, target="B")
    used = table.event("AbilityUsed")
    assert (letter(used.seat), used.student_id) == ("A", "kindler")


@pytest.mark.rules("ARC-ABIL-01")
def test_the_text_is_carried_out_with_the_choices_it_asks_for() -> None:
    table = Table(power=5, students={"A": "roque"})
    table.refuses("BAD_PARAMS", "ARC-ABIL-01").ability("A", change=4)
    table.refuses("BAD_PARAMS").ability("A")
    table.refuses("BAD_PARAMS").ability("A", 2, change=3)
    table.ability("A", change=3).expects(power=8, target="B", sender="A")


@pytest.mark.rules("ARC-ABIL-02")
@pytest.mark.parametrize("student", ["pruner", "kindler"])
def test_using_the_ability_turns_the_card(student: str) -> None:
    table = Table(power=5, students={"A": stand_in(student), "B": stand_in("sinker")})
    table.expects(turned=[]).ability("A").expects(turned=["A"])
    assert letter(table.event("StudentTurned").seat) == "A"


@pytest.mark.rules("ARC-ABIL-03")
@pytest.mark.parametrize("student", ["pruner", "kindler"])
def test_a_turned_student_cannot_be_used(student: str) -> None:
    table = Table(power=5, students={"A": stand_in(student)}, turned="A")
    table.refuses("STUDENT_TURNED", "ARC-ABIL-03").ability("A")
    assert table.offered("A") == {"TakeHit"}


@pytest.mark.rules("ARC-ABIL-04")
def test_an_action_ability_is_the_defence_and_needs_no_card() -> None:
    hand = [2, 3, 4, 5, 6]
    table = Table(power=9, hands={"A": hand}, students={"A": stand_in("ferryman")}).ability("A")
    table.expects(target="B", power=9, sender="A")
    assert table.hand("A") == hand
    assert "CardsDrawn" not in table.happened


@pytest.mark.rules("ARC-ABIL-05")
def test_after_a_before_action_ability_one_must_still_defend() -> None:
    table = Table(power=8, hands={"A": [6, ...]}, students={"A": stand_in("pruner")}).ability("A")
    table.expects(power=6, target="A", phase="defend", asked="A")
    assert "SphereSent" not in table.happened
    table.refuses("DEFENCE_AVAILABLE").hit("A")


@pytest.mark.rules("ARC-ABIL-06")
def test_who_still_cannot_defend_after_an_ability_is_hit() -> None:
    table = Table(power=8, hands={"A": [2, 3, 4, 5, 5]}, students={"A": stand_in("pruner")})
    table.ability("A").expects(power=6)
    table.hit("A")
    assert table.shields("A") == [2, 1]


@pytest.mark.rules("ARC-ABIL-07")
def test_a_turned_card_stays_turned_while_nobody_loses_a_shield() -> None:
    table = Table(power=2, students={"A": stand_in("pruner")}, turned="A")
    for number in range(20):
        table.play("ABCD"[number % 4], power=2).expects(turned=["A"])
    table.refuses("STUDENT_TURNED").ability("A")


@pytest.mark.rules("ARC-ABIL-08")
def test_any_lost_shield_turns_every_student_upright() -> None:
    pruner = stand_in("pruner")
    table = Table(power=9, target="D", students=dict.fromkeys("ABCD", pruner), turned="ABC", shields={"D": (2, 1)})
    table.hit("D").expects(turned=[])
    assert [letter(seat) for seat in table.event("StudentsRefreshed").seats] == ["A", "B", "C"]
    table.throw("D").expects(target="A").ability("A").expects(turned=["A"])


@pytest.mark.rules("ARC-ABIL-09", "ARC-AMB-53")
def test_an_ability_is_used_by_its_owner_as_target_only() -> None:
    table = Table(power=5, target="B", students={"A": stand_in("kindler"), "B": stand_in("pruner")})
    table.refuses("NOT_YOUR_DEFENCE").ability("A")
    assert table.offers("A") == []
    assert has_no_form("B", {"type": "UseAbility", "student_id": "kindler"})
    used = table.ability("B").event("AbilityUsed")
    assert used.student_id == "pruner"


@pytest.mark.rules("ARC-ABIL-10")
def test_an_ability_that_takes_the_power_under_1_dispels() -> None:
    table = Table(power=2, mode="advanced", school="fire", students={"A": stand_in("sinker")}).ability("A")
    table.expects(power=1, school=None)
    assert table.event("SphereDispelled").cause == "ability"
    assert table.event("SchoolLeft").cause == "dispelled"
    exactly = Table(power=4, mode="advanced", school="fire", students={"A": stand_in("sinker")}).ability("A")
    exactly.expects(power=1, school="fire")


@pytest.mark.rules("ARC-ABIL-11", "ARC-AMB-17")
@pytest.mark.parametrize("student", [stand_in("sinker"), "silvana"], ids=["stand-in", "silvana"])
def test_its_owner_still_defends_against_power_1(student: str) -> None:
    table = Table(power=2, mode="advanced", school="fire", students={"A": student}).ability("A")
    table.expects(target="A", phase="defend", power=1, sender="D")
    table.play("A", power=2).expects(target="B", power=2)


@pytest.mark.rules("ARC-ABIL-12", "ARC-AMB-07")
@pytest.mark.parametrize("student", ["ferryman", "kindler", "whirler"])
def test_who_defended_by_an_ability_is_the_sender(student: str) -> None:
    table = Table(power=9, students={"A": stand_in(student)}).ability("A").expects(sender="A")
    struck = table.asked
    assert struck is not None
    table.hit(struck)
    assert table.won("A") == [(3, struck)]


@pytest.mark.rules("ARC-ABIL-13", "ARC-AMB-06")
def test_everyone_sees_which_student_sits_where_and_which_is_turned() -> None:
    table = Table(power=5, students={"A": stand_in("kindler"), "B": stand_in("pruner")}).ability("A")
    for viewer in viewers(table):
        student = seat_shown(table, viewer, "A")["student"]
        assert (student["id"], student["turned"]) == ("kindler", True)
        student = seat_shown(table, viewer, "B")["student"]
        assert (student["id"], student["turned"]) == ("pruner", False)
        assert seat_shown(table, viewer, "C")["student"] is None
