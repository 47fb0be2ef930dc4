"""Who defends, in which order, and where the Sphere goes."""

from __future__ import annotations

import pytest

from domain.arcanya.state import next_seat
from tests.rules.arcanya.eyes import has_no_form, shown, viewers
from tests.rules.arcanya.play import Table, letter
from tests.rules.arcanya.playouts import random_trials


@pytest.mark.rules("ARC-TURN-01")
def test_one_student_at_a_time_is_the_target() -> None:
    table = Table(power=5, hands={"A": [7, ...], "B": ["dodge", ...]})
    table.expects(target="A", asked="A", phase="defend")
    assert [seat for seat in "ABCD" if table.offers(seat)] == ["A"]
    table.play("A", power=7).expects(target="B", asked="B")
    assert [seat for seat in "ABCD" if table.offers(seat)] == ["B"]


@pytest.mark.rules("ARC-TURN-02")
def test_only_the_target_may_defend() -> None:
    table = Table(power=5, target="B", hands={"A": [9, "dodge", ...]})
    table.refuses("NOT_YOUR_DEFENCE", "ARC-TURN-02").play("A", power=9)
    table.refuses("NOT_YOUR_DEFENCE", "ARC-TURN-02").play("A", "dodge")
    assert table.events == []


@pytest.mark.rules("ARC-TURN-03")
def test_the_sphere_always_has_a_power_and_a_direction() -> None:
    phases = set()
    for reproduce, table, play in random_trials(9, mode="advanced", alter_plus=True):
        for _ in play:
            sphere = table.trial.sphere
            assert sphere is not None, reproduce
            assert type(sphere.power) is int and sphere.power >= 1, reproduce
            assert table.trial.direction in ("cw", "ccw"), reproduce
            phases.add(table.trial.phase)
    assert "defend" in phases
    for viewer in viewers(table):
        assert shown(table, viewer)["sphere"]["power"] >= 1


@pytest.mark.rules("ARC-TURN-04")
def test_the_next_student_is_the_neighbour_around_the_circle() -> None:
    round_cw = [letter(next_seat(seat, "cw", 4)) for seat in (1, 2, 3, 4)]
    round_ccw = [letter(next_seat(seat, "ccw", 4)) for seat in (1, 2, 3, 4)]
    assert round_cw == ["B", "C", "D", "A"]
    assert round_ccw == ["D", "A", "B", "C"]
    Table(power=2, target="D").play("D", power=2).expects(target="A")
    Table(power=2, target="A", direction="ccw").play("A", power=2).expects(target="D")


@pytest.mark.rules("ARC-TURN-05")
def test_a_defence_is_one_card() -> None:
    table = Table(power=5, hands={"A": [7, "dodge", ...]})
    table.play("A", power=7).expects(target="B")
    table.refuses("NOT_YOUR_DEFENCE").play("A", "dodge")
    assert has_no_form("A", {"type": "PlayPower", "card_id": "power-7", "maneuver": "dodge"})


@pytest.mark.rules("ARC-TURN-05")
def test_a_defence_is_a_card_one_holds_played_as_what_it_is() -> None:
    table = Table(power=5, hands={"A": [4, "dispel", ...]})
    table.refuses("NOT_IN_HAND", "ARC-TURN-05").play("A", power=9)
    table.refuses("NOT_IN_HAND", "ARC-TURN-05").play("A", "dodge")
    assert table.offered("A") == {"PlayDispel"}


@pytest.mark.rules("ARC-TURN-06")
def test_defending_is_compulsory() -> None:
    table = Table(power=3, hands={"A": [6, ...]})
    assert table.offered("A") == {"PlayPower"}
    table.refuses("DEFENCE_AVAILABLE").hit("A")
    for name in ("Pass", "Skip"):
        assert has_no_form("A", {"type": name})


@pytest.mark.rules("ARC-TURN-07")
def test_after_a_defence_the_new_target_must_defend() -> None:
    table = Table(power=3, hands={"A": [4, ...]})
    table.play("A", power=4).expects(target="B", phase="defend", asked="B")


@pytest.mark.rules("ARC-TURN-08")
@pytest.mark.parametrize("card", [5, "dodge", "alter", "dispel"])
def test_the_sphere_goes_to_the_next_student_unless_a_card_says_otherwise(card: int | str) -> None:
    table = Table(power=3, hands={"A": [card, ...]})
    if isinstance(card, int):
        table.play("A", power=card)
    else:
        table.play("A", card)
    table.expects(target="B")
    assert table.event("SphereSent").route == "next"


@pytest.mark.rules("ARC-TURN-09")
def test_the_power_stays_until_something_changes_it() -> None:
    table = Table(power=8, hands={"A": ["dodge", ...], "B": ["dodge", ...]})
    table.play("A", "dodge").expects(target="B", power=8)
    table.play("B", "dodge").expects(target="C", power=8)
    assert table.logged("SpherePowerChanged") == []


@pytest.mark.rules("ARC-TURN-10")
def test_the_sender_is_who_acted_last() -> None:
    table = Table(power=4, hands={"A": [5, ...], "B": ["dodge", ...]})
    table.play("A", power=5).expects(target="B", sender="A")
    table.play("B", "dodge").expects(target="C", sender="B")


@pytest.mark.rules("ARC-TURN-11")
def test_the_sphere_may_come_back_before_others_see_it() -> None:
    table = Table(power=4, hands={"A": [5, 6, ...], "B": ["reflect", ...]})
    table.play("A", power=5).play("B", "reflect").expects(target="A", direction="ccw")
    table.play("A", power=6).expects(target="D")
    assert [letter(event.from_seat) for event in table.logged("SphereSent")] == ["A", "B", "A"]


@pytest.mark.rules("ARC-TURN-12")
def test_target_and_sender_are_never_the_same() -> None:
    sent = 0
    for reproduce, table, play in random_trials(100, mode="advanced"):
        for _ in play:
            for event in table.events:
                if event.TYPE == "SphereSent":
                    assert event.from_seat != event.to_seat, reproduce
                    sent += 1
            sphere = table.trial.sphere
            assert sphere is not None and sphere.target != sphere.sender, reproduce
    for reproduce, table, play in random_trials(100):
        for _ in play:
            sphere = table.trial.sphere
            assert sphere is not None and sphere.target != sphere.sender, reproduce
    assert sent > 1_000


@pytest.mark.rules("ARC-TURN-13")
def test_who_cannot_defend_is_hit() -> None:
    table = Table(power=9, hands={"A": [2, 3, 4, 5, 6]})
    assert table.offered("A") == {"TakeHit"}
    table.hit("A")
    assert table.shields("A") == [2, 1]
