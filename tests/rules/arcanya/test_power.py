"""Defending with Power cards."""

from __future__ import annotations

import pytest

from tests.rules.arcanya.eyes import has_no_form, sent, shown
from tests.rules.arcanya.play import Table


@pytest.mark.rules("ARC-POWER-01")
def test_a_higher_card_defends() -> None:
    Table(power=5, hands={"A": [6, ...]}).play("A", power=6).expects(target="B", sender="A")


@pytest.mark.rules("ARC-POWER-02")
def test_an_equal_card_defends() -> None:
    Table(power=5, hands={"A": [5, ...]}).play("A", power=5).expects(target="B", sender="A")


@pytest.mark.rules("ARC-POWER-03")
def test_a_lower_card_is_refused() -> None:
    table = Table(power=5, hands={"A": [4, "dodge", ...]})
    table.refuses("POWER_TOO_LOW", "ARC-POWER-03").play("A", power=4)
    assert table.hand("A") == [4, "dodge", 2, 2, 2]


@pytest.mark.rules("ARC-POWER-04")
def test_the_card_is_shown_to_all_and_discarded() -> None:
    table = Table(power=5, hands={"A": [8, ...]}, discard=["dodge"])
    table.play("A", power=8).expects(top=8)
    assert 8 not in table.hand("A")
    for viewer in ("D", "spectator"):
        assert shown(table, viewer)["discard"] == ["dodge", "power-8"]
        assert sent(table, viewer, "PowerCardPlayed").card_id == "power-8"


@pytest.mark.rules("ARC-POWER-05")
def test_the_power_becomes_the_value_of_the_card() -> None:
    table = Table(power=5, hands={"A": [8, ...]}).play("A", power=8)
    table.expects(power=8)
    changed = table.event("SpherePowerChanged")
    assert (changed.from_power, changed.to_power) == (5, 8)


@pytest.mark.rules("ARC-POWER-06")
def test_the_sphere_goes_on_in_the_current_direction() -> None:
    Table(power=5, direction="ccw", hands={"A": [8, ...]}).play("A", power=8).expects(target="D")
    Table(power=5, direction="cw", hands={"A": [8, ...]}).play("A", power=8).expects(target="B")


@pytest.mark.rules("ARC-POWER-07")
def test_two_cards_cannot_be_added() -> None:
    table = Table(power=9, hands={"A": [5, 4, ...]})
    assert has_no_form("A", {"type": "PlayPower", "card_id": ["power-5", "power-4"]})
    assert has_no_form("A", {"type": "PlayPower", "card_id": "power-5", "card_ids": ["power-4"]})
    table.refuses("POWER_TOO_LOW").play("A", power=5)
    table.refuses("POWER_TOO_LOW").play("A", power=4)
    assert table.offered("A") == {"TakeHit"}


@pytest.mark.rules("ARC-POWER-08")
@pytest.mark.parametrize("value", range(2, 11))
def test_every_power_card_beats_a_sphere_of_power_1(value: int) -> None:
    table = Table(power=1, hands={"A": [value, ...]}).play("A", power=value)
    table.expects(power=value)
    assert table.event("PowerCardPlayed").resonance is False


@pytest.mark.rules("ARC-POWER-09")
def test_no_card_alone_meets_a_power_above_10() -> None:
    table = Table(power=11, hands={"A": [10, 9, ...]})
    table.refuses("POWER_TOO_LOW").play("A", power=10)
    assert table.offered("A") == {"TakeHit"}


@pytest.mark.rules("ARC-POWER-10")
@pytest.mark.parametrize("power", [5, 7])
@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_a_power_card_leaves_the_direction_alone(power: int, direction: str) -> None:
    table = Table(power=power, direction=direction, hands={"A": [7, ...]})
    table.play("A", power=7).expects(direction=direction)
    assert "DirectionSet" not in table.happened


@pytest.mark.rules("ARC-POWER-04", "ARC-POWER-05")
def test_the_order_of_what_happens_on_a_plain_power_card() -> None:
    table = Table(power=5, hands={"A": [8, ...]}).play("A", power=8)
    assert table.happened == ["PowerCardPlayed", "SpherePowerChanged", "CardsDrawn", "SphereSent"]
