"""The courtesy of announcing the Power."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.arcanya.eyes import has_no_form, sent, shown, viewers
from tests.rules.arcanya.play import Table, letter
from tests.rules.arcanya.playouts import folds, random_trials


@pytest.mark.rules("ARC-COURT-01")
def test_a_defender_tells_the_next_student_the_power() -> None:
    announced = Table(power=5, hands={"A": [7, ...]}).play("A", power=7).event("SphereSent")
    assert (letter(announced.from_seat), letter(announced.to_seat), announced.power) == ("A", "B", 7)


@pytest.mark.rules("ARC-COURT-02")
def test_the_whole_table_hears_it() -> None:
    table = Table(power=5, hands={"A": [7, ...]}).play("A", power=7)
    for viewer in viewers(table):
        assert sent(table, viewer, "SphereSent").power == 7
        assert shown(table, viewer)["sphere"]["power"] == 7


@pytest.mark.rules("ARC-COURT-03")
@pytest.mark.parametrize(
    "maneuver, given, power",
    [("alter", {"sign": "-"}, 4), ("alter", {"sign": "+"}, 6), ("dispel", {}, 1), ("dodge", {}, 5)],
)
def test_what_is_announced_is_the_power_after_the_defence(maneuver: str, given: dict[str, Any], power: int) -> None:
    table = Table(power=5, hands={"A": [maneuver, ...]}).play("A", maneuver, **given)
    assert table.event("SphereSent").power == power
    assert table.events[-1].TYPE == "SphereSent"


@pytest.mark.rules("ARC-COURT-03")
def test_the_announcement_waits_for_the_schools_ability() -> None:
    table = Table(power=5, mode="advanced", hands={"A": ["attune", ...]}, students={"A": "silvana"})
    table.play("A", "attune")
    assert "SphereSent" not in table.happened
    assert table.use_school("A", change=2).event("SphereSent").power == 7


@pytest.mark.rules("ARC-COURT-04")
def test_who_is_hit_announces_nothing() -> None:
    table = Table(power=9).hit("A").throw("A", 2)
    assert table.logged("SphereSent") == []
    assert table.event("SphereCreated").power == 1


@pytest.mark.rules("ARC-COURT-05", "ARC-AMB-49")
def test_every_defence_is_announced_truly() -> None:
    defences = sent_on = 0
    for reproduce, table, play in random_trials(27, mode="advanced", alter_plus=True, dispel_plus=True):
        for _ in play:
            pass
        open_defence = 0
        for happened, trial in folds(table.start, table.log):
            # A card or a School's use is followed by its announcement before the next defence begins.
            if happened.TYPE in ("PowerCardPlayed", "ManeuverPlayed"):
                assert open_defence == 0, f"not announced before {happened}: {reproduce}"
                open_defence, defences = 1, defences + 1
            elif happened.TYPE == "HitTaken":
                open_defence = 0
            elif happened.TYPE == "SphereSent":
                assert trial.sphere is not None and happened.power == trial.sphere.power, reproduce
                open_defence, sent_on = 0, sent_on + 1
    assert min(defences, sent_on) > 500
    assert has_no_form("A", {"type": "AnnouncePower", "power": 3})


@pytest.mark.rules("ARC-COURT-05")
def test_the_announced_power_is_the_folded_one() -> None:
    for reproduce, table, play in random_trials(9, mode="advanced", alter_plus=True):
        for _ in play:
            pass
        power = 1
        for happened, _ in folds(table.start, table.log):
            if happened.TYPE == "SpherePowerChanged":
                assert happened.from_power == power, reproduce
                power = happened.to_power
            elif happened.TYPE == "SphereCreated":
                power = happened.power
            elif happened.TYPE == "SphereSent":
                assert happened.power == power, reproduce
