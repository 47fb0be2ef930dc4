"""Schools in play: how they come, what they forbid, how they leave."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.intents import UseSchool
from tests.rules.arcanya.eyes import shown, viewers
from tests.rules.arcanya.play import Cards, Table
from tests.rules.arcanya.playouts import cards_in, folds, random_trials
from tests.rules.arcanya.stand_ins import stand_in_school

SCHOOLS = {"earth", "fire", "metal", "water", "wind", "wood"}


def under(school: str | None = "earth", **given: Any) -> Table:
    """An advanced table with that School in play."""
    return Table(mode="advanced", school=school, **given)


def weak(hand: Cards, **given: Any) -> Table:
    """A is weak to Fire, which is in play, and must defend with this hand against Power 6."""
    return under(**{"school": "fire", "power": 6, "weakness": {"A": "fire"}, "hands": {"A": hand}, **given})


@pytest.mark.rules("ARC-SCHOOL-01")
def test_schools_lie_aside_at_the_start() -> None:
    table = Table.dealt(seed=1, mode="advanced").expects(school=None)
    assert set(table.trial.schools) == SCHOOLS
    assert not SCHOOLS & set(cards_in(table.trial))
    assert {school.id for school in table.event("SchoolsSetAside").schools} == SCHOOLS
    assert Table.dealt(seed=1).trial.schools == {}


@pytest.mark.rules("ARC-SCHOOL-02")
def test_everyone_sees_the_school_in_play() -> None:
    table = under("earth", hands={"A": ["dodge", ...]}).play("A", "dodge")
    for viewer in viewers(table):
        assert shown(table, viewer)["school"] == "earth"


@pytest.mark.rules("ARC-SCHOOL-03")
def test_at_most_one_school_is_in_play() -> None:
    entered = replaced = 0
    for reproduce, table, play in random_trials(90, mode="advanced"):
        for _ in play:
            pass
        inside: list[str] = []
        for happened, trial in folds(table.start, table.log):
            if happened.TYPE == "SchoolEntered":
                inside.append(happened.element)
                entered += 1
            elif happened.TYPE == "SchoolLeft":
                inside.remove(happened.element)
                replaced += happened.cause == "replaced"
            assert inside == ([] if trial.school is None else [trial.school]), f"{happened}: {reproduce}"
    assert entered > 100 and replaced > 10


@pytest.mark.rules("ARC-SCHOOL-04")
def test_a_different_school_takes_its_place() -> None:
    table = under("earth", target="B", hands={"B": ["attune", ...]}, students={"B": "iker"})
    table.play("B", "attune").expects(school="fire")
    left = table.event("SchoolLeft")
    assert (left.element, left.cause) == ("earth", "replaced")


@pytest.mark.rules("ARC-SCHOOL-05")
def test_it_leaves_when_the_sphere_is_dispelled() -> None:
    table = under("earth", power=7, target="B", hands={"B": ["dispel", ...]}).play("B", "dispel").expects(school=None)
    assert table.event("SchoolLeft").cause == "dispelled"


@pytest.mark.rules("ARC-SCHOOL-06")
def test_it_leaves_when_the_power_falls_under_1() -> None:
    table = under("earth", power=1, target="B", hands={"B": ["alter", ...]}).play("B", "alter", sign="-")
    table.expects(school=None)
    assert table.event("SchoolLeft").cause == "dispelled"


@pytest.mark.rules("ARC-SCHOOL-07")
def test_it_leaves_when_a_shield_is_lost() -> None:
    table = under("earth", power=9, target="C").hit("C").expects(school=None, phase="hit_discard")
    assert table.event("SchoolLeft").cause == "shield_lost"


@pytest.mark.rules("ARC-SCHOOL-08")
def test_it_leaves_by_a_resonance_used_for_that() -> None:
    table = under("earth", power=6, target="D", hands={"D": [6, ...]}).play("D", power=6, effect="discard_school")
    table.expects(school=None)
    assert table.event("SchoolLeft").cause == "resonance"


@pytest.mark.rules("ARC-SCHOOL-09")
def test_nothing_else_makes_it_leave() -> None:
    hands: dict[str, Cards] = {
        "A": [4, "alter", 10, ...],
        "B": ["dodge", ...],
        "C": ["deflect", 2, ...],
        "D": ["reflect", ...],
    }
    table = under("earth", power=3, hands=hands)
    table.play("A", power=4).expects(school="earth")
    table.play("B", "dodge").expects(school="earth")
    table.play("C", "deflect", target="D").expects(school="earth")
    table.play("D", "reflect").expects(school="earth", target="C", direction="ccw")
    under("earth", power=2, hands=hands).play("A", "alter", sign="-").expects(school="earth", power=1)
    under("earth", power=4, hands=hands).play("A", power=4).expects(school="earth")
    under("earth", power=4, hands=hands).play("A", power=4, target="D").expects(school="earth")
    under("earth", power=9, hands=hands, students={"A": "silvana"}).ability("A").expects(school="earth", power=5)
    attuned = under("earth", hands={"A": ["attune", ...]}, students={"A": "yaiza"}).play("A", "attune")
    attuned.use_school("A").guard("A", 2).expects(school="earth")


@pytest.mark.rules("ARC-SCHOOL-10")
def test_a_school_that_left_may_come_again() -> None:
    table = under("earth", power=7, hands={"A": ["dispel", ...], "B": ["attune", ...]}, students={"B": "roque"})
    table.play("A", "dispel").expects(school=None)
    assert set(table.trial.schools) == SCHOOLS
    table.play("B", "attune").expects(school="earth")


@pytest.mark.rules("ARC-SCHOOL-11")
def test_who_is_weak_to_it_may_not_reflect() -> None:
    table = weak(["reflect", 6, ...])
    table.refuses("WEAKNESS_FORBIDS", "ARC-SCHOOL-11").play("A", "reflect")
    assert "PlayReflect" not in table.offered("A")


@pytest.mark.rules("ARC-SCHOOL-12")
def test_who_is_weak_to_it_may_not_deflect() -> None:
    table = weak(["deflect", 6, ...])
    table.refuses("WEAKNESS_FORBIDS", "ARC-SCHOOL-12").play("A", "deflect", target="C")
    assert "PlayDeflect" not in table.offered("A")


@pytest.mark.rules("ARC-SCHOOL-13")
def test_all_other_cards_stay_usable() -> None:
    for maneuver in ("dodge", "alter", "dispel"):
        weak([maneuver, ...]).play("A", maneuver).expects(target="B")
    weak(["attune", ...], students={"A": "yaiza"}).play("A", "attune").expects(school="earth")
    weak([6, ...]).play("A", power=6, target="C").expects(target="C")
    weak([6, ...]).play("A", power=6, effect="discard_school").expects(school=None)


@pytest.mark.rules("ARC-SCHOOL-14")
def test_all_who_are_weak_to_it_are_bound_and_no_other() -> None:
    for seat, bound in (("A", True), ("E", True), ("B", False), ("C", False)):
        table = under(
            "fire",
            seats=8,
            target=seat,
            weakness={"A": "fire", "E": "fire", "B": "earth"},
            hands={seat: ["reflect", ...]},
        )
        if bound:
            table.refuses("WEAKNESS_FORBIDS").play(seat, "reflect")
        else:
            table.play(seat, "reflect")


@pytest.mark.rules("ARC-SCHOOL-15")
def test_the_ban_ends_when_the_school_leaves() -> None:
    hands: dict[str, Cards] = {"D": ["dispel", ...], "A": ["reflect", ...]}
    table = under("fire", power=5, target="D", weakness={"A": "fire"}, hands=hands)
    table.play("D", "dispel").expects(school=None, target="A")
    table.play("A", "reflect").expects(target="D")


@pytest.mark.rules("ARC-SCHOOL-16")
def test_a_school_that_takes_the_power_under_1_removes_itself() -> None:
    table = under(
        None, power=2, hands={"A": ["attune", ...]}, students={"A": "marina"}, schools=[stand_in_school("water")]
    )
    table.play("A", "attune").expects(school="water").use_school("A").expects(school=None, power=1, target="B")
    assert table.event("SphereDispelled").cause == "school"
    assert table.event("SchoolLeft").element == "water"
    assert "water" in table.trial.schools


@pytest.mark.rules("ARC-SCHOOL-17")
def test_a_school_is_used_only_through_attune_or_resonance() -> None:
    table = under("earth", power=3, hands={"A": [5, "dodge", ...]}, students={"A": "yaiza"})
    table.refuses("WRONG_PHASE", "ARC-SCHOOL-17").do(UseSchool(1))
    table.refuses("WRONG_PHASE").decline("A")
    assert "UseSchool" not in table.offered("A")
    table.play("A", power=5).expects(phase="defend", target="B")


@pytest.mark.rules("ARC-SCHOOL-18")
def test_a_school_may_be_used_again_and_again() -> None:
    hands: dict[str, Cards] = {"A": ["attune", "attune", 10, 2, 2], "B": ["dodge", ...]}
    table = under(None, seats=2, power=10, hands=hands, students={"A": "yaiza"}, deck=[10, 2, 2, 2, 2, 2])
    table.play("A", "attune").use_school("A").guard("A", 2).play("B", "dodge")
    table.play("A", "attune").expects(school="earth", phase="school_offer", asked="A")
    table.use_school("A").guard("A", 2)
    assert table.guards("A") == ["earth", "earth"]
    assert len(table.logged("SchoolActivated")) == 2
