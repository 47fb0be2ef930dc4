"""Maneuvers: Dodge, Deflect, Reflect, Alter, Dispel."""

from __future__ import annotations

import pytest

from tests.rules.arcanya.eyes import has_no_form
from tests.rules.arcanya.play import Card, Table, letter
from tests.rules.arcanya.stand_ins import stand_in

FIVE = ("dodge", "deflect", "reflect", "alter", "dispel")


def holding(*cards: Card, **given: object) -> Table:
    """A is the target and holds these cards."""
    return Table(**{"hands": {"A": [*cards, ...]}, **given})  # type: ignore[arg-type]  # any keyword of a Table


@pytest.mark.rules("ARC-MAN-01")
@pytest.mark.parametrize("maneuver", FIVE)
def test_a_maneuver_defends_at_any_power(maneuver: str) -> None:
    table = holding(maneuver, power=14).play("A", maneuver, target="C" if maneuver == "deflect" else None)
    table.expects(sender="A", phase="defend")
    table.refuses("NOT_YOUR_DEFENCE").hit("A")


@pytest.mark.rules("ARC-MAN-02")
@pytest.mark.parametrize("maneuver", FIVE)
def test_a_played_maneuver_lies_on_the_discard_pile(maneuver: str) -> None:
    table = holding(maneuver, discard=[3]).play("A", maneuver, target="C" if maneuver == "deflect" else None)
    table.expects(top=maneuver)
    assert table.discard == [3, maneuver]
    assert maneuver not in table.hand("A")


@pytest.mark.rules("ARC-MAN-03")
def test_the_basic_game_has_five_kinds() -> None:
    built = Table.dealt(seed=1).event("DeckBuilt")
    assert {card for card in built.order if not card.startswith("power-")} == set(FIVE)


@pytest.mark.rules("ARC-MAN-04")
def test_dodge_leaves_the_power() -> None:
    holding("dodge", power=8).play("A", "dodge").expects(power=8)


@pytest.mark.rules("ARC-MAN-05")
def test_dodge_passes_the_sphere_to_the_next_student() -> None:
    holding("dodge", direction="ccw").play("A", "dodge").expects(target="D")
    holding("dodge", direction="cw").play("A", "dodge").expects(target="B")


@pytest.mark.rules("ARC-MAN-06")
@pytest.mark.parametrize("target", ["B", "C"])
def test_deflect_names_who_must_defend(target: str) -> None:
    table = holding("deflect", sender="D").play("A", "deflect", target=target)
    table.expects(target=target, sender="A")
    assert table.event("ManeuverPlayed").target == table.trial.sphere.target  # type: ignore[union-attr]


@pytest.mark.rules("ARC-MAN-07")
def test_deflect_may_not_name_who_acted_just_before() -> None:
    holding("deflect", sender="D").refuses("BAD_TARGET", "ARC-MAN-07").play("A", "deflect", target="D")


@pytest.mark.rules("ARC-MAN-08", "ARC-AMB-07")
def test_the_ban_of_deflect_follows_who_acted_and_not_who_sits_there() -> None:
    table = Table(target="C", hands={"A": ["deflect", ...], "C": ["deflect", ...]})
    table.play("C", "deflect", target="A").expects(target="A", sender="C")
    table.refuses("BAD_TARGET", "ARC-MAN-07").play("A", "deflect", target="C")
    table.play("A", "deflect", target="D").expects(target="D")


@pytest.mark.rules("ARC-MAN-09")
def test_deflect_may_not_name_oneself() -> None:
    for sender in ("D", None):
        table = holding("deflect", sender=sender)
        table.refuses("BAD_TARGET", "ARC-MAN-09").play("A", "deflect", target="A")
        table.refuses("BAD_TARGET").play("A", "deflect", target=5)


@pytest.mark.rules("ARC-MAN-10")
def test_deflect_leaves_power_and_direction() -> None:
    table = Table(power=7, direction="ccw", sender="D", hands={"A": ["deflect", ...], "C": ["dodge", ...]})
    table.play("A", "deflect", target="C").expects(power=7, direction="ccw")
    table.play("C", "dodge").expects(target="B")


@pytest.mark.rules("ARC-MAN-11", "ARC-AMB-12")
def test_a_deflect_with_nobody_to_name_is_no_defence() -> None:
    table = Table(seats=2, power=9, sender="B", hands={"A": ["deflect", 2, 2, 2, 2]})
    table.refuses("BAD_TARGET").play("A", "deflect", target="B")
    assert table.offered("A") == {"TakeHit"}
    table.hit("A")
    assert table.shields("A") == [2, 1]


@pytest.mark.rules("ARC-MAN-12")
def test_deflect_on_a_fresh_sphere_may_name_anyone_else() -> None:
    Table(seats=2, sender=None, hands={"A": ["deflect", ...]}).play("A", "deflect", target="B").expects(target="B")
    for target in ("B", "C", "D"):
        holding("deflect", sender=None).play("A", "deflect", target=target).expects(target=target)


@pytest.mark.rules("ARC-MAN-13")
def test_reflect_returns_the_sphere() -> None:
    table = Table(power=4, target="D", hands={"D": [5, ...], "A": ["reflect", ...]})
    table.play("D", power=5).play("A", "reflect").expects(target="D", sender="A")


@pytest.mark.rules("ARC-MAN-14")
def test_reflect_flips_the_direction() -> None:
    table = holding("reflect", direction="cw").play("A", "reflect").expects(direction="ccw")
    assert table.happened == ["ManeuverPlayed", "DirectionSet", "CardsDrawn", "SphereSent"]
    holding("reflect", direction="ccw").play("A", "reflect").expects(direction="cw")


@pytest.mark.rules("ARC-MAN-15")
def test_reflect_leaves_the_power() -> None:
    holding("reflect", power=5).play("A", "reflect").expects(power=5)


@pytest.mark.rules("ARC-MAN-16", "ARC-AMB-11")
def test_reflect_returns_to_who_acted_even_from_afar() -> None:
    table = Table(power=5, target="C", hands={"C": ["deflect", 9, ...], "A": ["reflect", ...]})
    table.play("C", "deflect", target="A").play("A", "reflect").expects(target="C", direction="ccw")
    table.play("C", power=9).expects(target="B")


@pytest.mark.rules("ARC-MAN-17")
def test_two_reflects_bring_the_direction_back() -> None:
    table = Table(sender="D", direction="cw", hands={"A": ["reflect", ...], "D": ["reflect", ...]})
    table.play("A", "reflect").expects(target="D", direction="ccw", sender="A")
    table.play("D", "reflect").expects(target="A", direction="cw", sender="D")


@pytest.mark.rules("ARC-MAN-18", "ARC-AMB-10")
def test_reflect_on_a_fresh_sphere_goes_upstream() -> None:
    holding("reflect", sender=None, direction="cw").play("A", "reflect").expects(target="D", direction="ccw")
    holding("reflect", sender=None, direction="ccw").play("A", "reflect").expects(target="B", direction="cw")


@pytest.mark.rules("ARC-AMB-10")
def test_the_first_reflect_after_a_hit_goes_to_who_was_hit() -> None:
    table = Table(power=9, hands={"B": ["reflect", ...]})
    table.hit("A").throw("A", 2).expects(target="B", sender=None)
    table.play("B", "reflect").expects(target="A", direction="ccw")


@pytest.mark.rules("ARC-MAN-19")
def test_alter_changes_the_power_by_exactly_1() -> None:
    table = holding("alter", power=5)
    for sign in ("0", "", "++", "+2"):
        table.refuses("BAD_SIGN", "ARC-MAN-19").play("A", "alter", sign=sign)
    assert has_no_form("A", {"type": "PlayAlter", "sign": "+", "amount": 2})
    assert has_no_form("A", {"type": "PlayAlter", "sign": 2})
    table.play("A", "alter", sign="+").expects(power=6)


@pytest.mark.rules("ARC-MAN-20")
@pytest.mark.parametrize("sign, power", [("+", 6), ("-", 4)])
def test_alter_goes_up_or_down_as_the_player_says(sign: str, power: int) -> None:
    table = holding("alter", power=5).play("A", "alter", sign=sign).expects(power=power)
    assert table.event("ManeuverPlayed").sign == sign


@pytest.mark.rules("ARC-MAN-21")
def test_alter_passes_the_sphere_to_the_next_student() -> None:
    for sign in ("+", "-"):
        holding("alter", power=5).play("A", "alter", sign=sign).expects(target="B")
        holding("alter", power=5, direction="ccw").play("A", "alter", sign=sign).expects(target="D")


@pytest.mark.rules("ARC-MAN-22", "ARC-AMB-16")
@pytest.mark.parametrize("power", [10, 11, 30])
def test_alter_has_no_ceiling(power: int) -> None:
    holding("alter", power=power).play("A", "alter", sign="+").expects(power=power + 1, target="B", asked="B")


@pytest.mark.rules("ARC-MAN-23")
@pytest.mark.parametrize("power", [2, 9, 16])
def test_dispel_brings_the_power_down_to_1(power: int) -> None:
    table = holding("dispel", power=power).play("A", "dispel").expects(power=1)
    assert table.happened == ["ManeuverPlayed", "SphereDispelled", "SpherePowerChanged", "CardsDrawn", "SphereSent"]


@pytest.mark.rules("ARC-MAN-24")
def test_dispel_passes_the_sphere_to_the_next_student() -> None:
    holding("dispel", power=9, direction="ccw").play("A", "dispel").expects(target="D")
    holding("dispel", power=9).play("A", "dispel").expects(target="B")


@pytest.mark.rules("ARC-MAN-25")
def test_dispel_leaves_the_direction_and_its_player_is_the_sender() -> None:
    table = holding("dispel", power=9, direction="ccw").play("A", "dispel")
    table.expects(direction="ccw", sender="A")
    assert letter(table.event("SphereSent").from_seat) == "A", "no fresh Sphere"


@pytest.mark.rules("ARC-MAN-26")
def test_dispel_may_be_played_on_a_sphere_of_power_1() -> None:
    table = holding("dispel", power=1, mode="advanced", school="fire").play("A", "dispel")
    table.expects(power=1, school=None, target="B")
    assert table.event("SchoolLeft").cause == "dispelled"


@pytest.mark.rules("ARC-MAN-27", "ARC-AMB-17")
def test_a_power_under_1_is_a_dispel() -> None:
    table = holding("alter", power=1, mode="advanced", school="fire").play("A", "alter", sign="-")
    assert table.happened == ["ManeuverPlayed", "SphereDispelled", "SchoolLeft", "CardsDrawn", "SphereSent"]
    table.expects(power=1, school=None, target="B", sender="A")


@pytest.mark.rules("ARC-MAN-28")
def test_the_power_is_never_0_or_less() -> None:
    table = Table(power=2, hands={"A": [2, ...]}, students={"A": stand_in("sinker")}).ability("A").expects(power=1)
    assert [event.to_power for event in table.logged("SpherePowerChanged")] == [1]
    table.play("A", power=2)
    for power in range(1, 4):
        altered = holding("alter", 3, power=power, alter_plus=True).play("A", "alter", sign="-", discard=3)
        altered.expects(power=1)
        assert altered.event("SphereSent").power == 1


@pytest.mark.rules("ARC-MAN-29")
def test_exactly_1_is_not_under_1() -> None:
    table = holding("alter", power=2, mode="advanced", school="fire").play("A", "alter", sign="-")
    table.expects(power=1, school="fire")
    assert "SphereDispelled" not in table.happened
