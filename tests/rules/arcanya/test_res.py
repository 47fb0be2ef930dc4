"""Resonance: a card equal to the Power."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.intents import PlayPower, Resonance
from tests.rules.arcanya.eyes import has_no_form
from tests.rules.arcanya.play import Table
from tests.rules.arcanya.stand_ins import stand_in


def attuned(school: str | None = "earth", student: str = "yaiza", **changes: Any) -> Table:
    """An advanced table at Power 6: A, an Earth Student unless said otherwise, may resonate with a 6."""
    given: dict[str, Any] = {"power": 6, "hands": {"A": [6, 7, ...]}, "students": {"A": student}, **changes}
    return Table(mode="advanced", school=school, **given)


@pytest.mark.rules("ARC-RES-01")
def test_an_equal_card_resonates() -> None:
    table = Table(power=6, hands={"A": [6, ...]}).play("A", power=6)
    assert table.event("PowerCardPlayed").resonance is True


@pytest.mark.rules("ARC-RES-02")
def test_a_higher_card_does_not_resonate() -> None:
    table = Table(power=6, hands={"A": [7, ...]})
    table.refuses("NO_RESONANCE", "ARC-RES-02").play("A", power=7, target="C")
    table.play("A", power=7)
    assert table.event("PowerCardPlayed").resonance is False


@pytest.mark.rules("ARC-RES-03")
@pytest.mark.parametrize("target", ["B", "C", "D"])
def test_a_resonating_student_may_name_any_other(target: str) -> None:
    table = Table(power=6, hands={"A": [6, ...]})
    table.play("A", power=6, target=target).expects(target=target, sender="A")
    assert table.event("SphereSent").route == "resonance"


@pytest.mark.rules("ARC-RES-04")
def test_resonance_may_name_the_sender() -> None:
    table = Table(power=6, sender="D", hands={"A": [6, ...]})
    table.play("A", power=6, target="D").expects(target="D")


@pytest.mark.rules("ARC-RES-05")
def test_resonance_may_not_name_oneself() -> None:
    table = Table(power=6, hands={"A": [6, ...]})
    table.refuses("BAD_TARGET", "ARC-RES-05").play("A", power=6, target="A")
    table.refuses("BAD_TARGET").play("A", power=6, target=5)
    table.refuses("BAD_TARGET").play("A", power=6, target=0)
    table.refuses("BAD_TARGET").play("A", power=6, effect="target")


@pytest.mark.rules("ARC-RES-06")
def test_the_choice_may_be_left_unused() -> None:
    table = Table(power=6, hands={"A": [6, ...]}).play("A", power=6)
    table.expects(target="B")
    assert table.event("PowerCardPlayed").chosen_target is None


@pytest.mark.rules("ARC-RES-07")
@pytest.mark.parametrize("direction, then", [("cw", "D"), ("ccw", "B")])
def test_the_sphere_goes_on_from_the_chosen_student(direction: str, then: str) -> None:
    table = Table(power=6, direction=direction, hands={"A": [6, ...], "C": [9, ...]})
    table.play("A", power=6, target="C").expects(target="C", direction=direction)
    table.play("C", power=9).expects(target=then)


@pytest.mark.rules("ARC-RES-08")
@pytest.mark.parametrize("target", [None, "C"])
def test_resonance_leaves_the_power_as_it_is(target: str | None) -> None:
    table = Table(power=6, hands={"A": [6, ...]}).play("A", power=6, target=target)
    table.expects(power=6)
    assert "SpherePowerChanged" not in table.happened
    assert table.event("SphereSent").power == 6


@pytest.mark.rules("ARC-RES-09")
@pytest.mark.parametrize("effect", ["activate_school", "discard_school"])
def test_resonance_gives_one_effect_only(effect: str) -> None:
    table = attuned()
    table.refuses("ONE_EFFECT_ONLY").play("A", power=6, effect=effect, target="C")
    both = [{"effect": "target", "target_seat": 3}, {"effect": effect}]
    assert has_no_form("A", {"type": "PlayPower", "card_id": "power-6", "resonance": both})
    table.refuses("BAD_PARAMS", "ARC-RES-09").play("A", power=6, effect="both")


@pytest.mark.rules("ARC-RES-10")
def test_naming_the_target_leaves_the_school_in_play() -> None:
    attuned().play("A", power=6, target="C").expects(target="C", school="earth")


@pytest.mark.rules("ARC-RES-11")
@pytest.mark.parametrize("school", ["fire", "earth", "water"])
def test_resonance_may_remove_any_school(school: str) -> None:
    table = attuned(school=school).play("A", power=6, effect="discard_school")
    table.expects(school=None)
    left = table.event("SchoolLeft")
    assert (left.element, left.cause) == (school, "resonance")


@pytest.mark.rules("ARC-RES-11")
def test_it_does_not_matter_who_placed_the_school() -> None:
    table = attuned(
        school=None,
        power=6,
        target="C",
        hands={"C": ["attune", ...], "D": ["dodge", ...], "A": [6, ...]},
        students={"C": "iker", "A": "yaiza"},
    )
    table.play("C", "attune").decline("C").play("D", "dodge").expects(target="A", school="fire")
    table.play("A", power=6, effect="discard_school").expects(school=None)


@pytest.mark.rules("ARC-RES-12")
def test_no_school_can_be_removed_where_none_is() -> None:
    attuned(school=None).refuses("NO_SCHOOL", "ARC-RES-12").play("A", power=6, effect="discard_school")
    basic = Table(power=6, hands={"A": [6, ...]})
    basic.refuses("NO_SCHOOL", "ARC-RES-12").play("A", power=6, effect="discard_school")


@pytest.mark.rules("ARC-RES-13")
def test_resonance_may_use_the_school_of_the_same_affinity() -> None:
    table = attuned(deck=[9]).play("A", power=6, effect="activate_school")
    assert table.happened == ["PowerCardPlayed", "CardsDrawn", "SchoolOffered"]
    table.expects(phase="school_offer", asked="A")
    assert 9 in table.hand("A"), "refilled before the ability"
    table.use_school("A")
    activated = table.event("SchoolActivated")
    assert (activated.element, activated.seat) == ("earth", 1)
    table.guard("A", 9).expects(target="B", school="earth")
    assert table.guards("A") == ["earth"]


@pytest.mark.rules("ARC-RES-14")
def test_another_affinity_cannot_use_the_school() -> None:
    attuned(student="iker").refuses("AFFINITY_MISMATCH", "ARC-RES-14").play("A", power=6, effect="activate_school")


@pytest.mark.rules("ARC-RES-15")
def test_no_school_can_be_used_where_none_is() -> None:
    attuned(school=None).refuses("NO_SCHOOL", "ARC-RES-15").play("A", power=6, effect="activate_school")


@pytest.mark.rules("ARC-RES-16", "ARC-AMB-20")
def test_removing_the_school_sends_the_sphere_to_the_next_student() -> None:
    table = attuned(school="fire").play("A", power=6, effect="discard_school")
    table.expects(target="B")
    assert table.event("SphereSent").route == "next"
    attuned(school="fire").refuses("ONE_EFFECT_ONLY", "ARC-RES-16").do(
        PlayPower(1, "power-6", resonance=Resonance("discard_school", 3))
    )


@pytest.mark.rules("ARC-RES-16", "ARC-AMB-20")
def test_using_the_school_sends_the_sphere_to_the_next_student() -> None:
    attuned().play("A", power=6, effect="activate_school").use_school("A").guard("A", 7).expects(target="B")
    attuned().play("A", power=6, effect="activate_school").decline("A").expects(target="B")


@pytest.mark.rules("ARC-RES-17")
def test_in_the_advanced_game_too_the_effect_may_be_declined() -> None:
    table = attuned(school="earth").play("A", power=6)
    table.expects(school="earth", target="B")
    assert table.event("PowerCardPlayed").resonance_effect is None


@pytest.mark.rules("ARC-RES-18")
def test_a_power_card_thrown_away_does_not_resonate() -> None:
    table = Table(power=6, alter_plus=True, hands={"A": ["alter", 6, ...]})
    table.play("A", "alter", sign="+", discard=6).expects(power=12, target="B")
    assert "PowerCardPlayed" not in table.happened
    assert has_no_form("A", {"type": "PlayAlter", "sign": "+", "resonance": {"effect": "target", "target_seat": 3}})


@pytest.mark.rules("ARC-RES-19")
def test_resonance_looks_at_the_power_after_a_before_action_ability() -> None:
    def lowered() -> Table:
        table = Table(power=8, hands={"A": [6, 8, ...]}, students={"A": stand_in("pruner")})
        return table.ability("A").expects(power=6, target="A")

    assert lowered().play("A", power=6).event("PowerCardPlayed").resonance is True
    assert lowered().play("A", power=8).event("PowerCardPlayed").resonance is False
    lowered().play("A", power=6, target="D").expects(target="D")
    lowered().refuses("NO_RESONANCE").play("A", power=8, target="D")


@pytest.mark.rules("ARC-RES-20")
def test_without_a_school_naming_the_target_is_all_there_is() -> None:
    def effects(table: Table) -> set[str]:
        offers = [intent for intent in table.offers("A") if intent.TYPE == "PlayPower" and intent.card_id == "power-6"]
        return {intent.resonance.effect for intent in offers if intent.resonance is not None}

    assert effects(attuned(school=None)) == {"target"}
    assert effects(Table(power=6, hands={"A": [6, ...]})) == {"target"}
    assert effects(attuned(school="earth")) == {"target", "discard_school", "activate_school"}
    assert effects(attuned(school="fire")) == {"target", "discard_school"}
