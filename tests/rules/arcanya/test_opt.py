"""Optional rules: more spectacular, more dynamic, taking it easy."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain.arcanya.game import ARCANYA
from domain.arcanya.intents import PlayAlter
from domain.kernel.game import Refused
from tests.rules.arcanya.play import Cards, Table
from tests.rules.arcanya.playouts import random_trials

OPTIONS = ("alter_plus", "dispel_plus", "no_students")


def altering(power: int, hand: Cards = ("alter", 9, 3, 7, "dodge"), *, alter_plus: bool = True, **given: Any) -> Table:
    """A is the target and holds Alter, with Alter+ unless said otherwise."""
    return Table(power=power, hands={"A": hand}, alter_plus=alter_plus, **given)


def dispelling(power: int, *, dispel_plus: bool, **given: Any) -> Table:
    """A is the target and holds Dispel."""
    return Table(power=power, hands={"A": ["dispel", ...]}, dispel_plus=dispel_plus, **given)


@pytest.mark.rules("ARC-OPT-01")
@pytest.mark.parametrize("chosen", list(product((False, True), repeat=3)))
def test_each_option_is_chosen_on_its_own(chosen: tuple[bool, ...]) -> None:
    options: dict[str, Any] = dict(zip(OPTIONS, chosen, strict=True))
    checked = ARCANYA.check_options(options, 4)
    assert {name: checked[name] for name in OPTIONS} == options
    Table.dealt(seed=1, **options).expects(phase="defend")
    if not options["no_students"]:
        assert ARCANYA.check_options({**options, "mode": "advanced"}, 4)["alter_plus"] == options["alter_plus"]


@pytest.mark.rules("ARC-OPT-01")
def test_an_option_is_on_or_off_and_is_one_of_those_there_are() -> None:
    for options in ({"alter_plus": "yes"}, {"dispel_plus": 1}, {"reflect_plus": True}, {"mode": "expert"}):
        with pytest.raises(Refused) as caught:
            ARCANYA.check_options(options, 4)
        assert caught.value.code == "BAD_OPTION"


@pytest.mark.rules("ARC-OPT-01", "ARC-OPT-02")
def test_with_nothing_chosen_it_is_the_basic_game() -> None:
    checked = ARCANYA.check_options({}, 4)
    assert checked["mode"] == "basic"
    assert [checked[name] for name in OPTIONS] == [False, False, False]
    table = Table.dealt(seed=1)
    assert len(table.event("DeckBuilt").order) == 88
    assert all(student.card is not None and student.weakness is None for student in table.trial.students)


@pytest.mark.rules("ARC-OPT-01")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_both_card_options_work_in_both_modes(mode: str) -> None:
    altering(7, mode=mode).play("A", "alter", discard=9).expects(power=16)
    dispelling(11, dispel_plus=True, mode=mode).play("A", "dispel").expects(power=5)


@pytest.mark.rules("ARC-OPT-03")
def test_alter_may_throw_away_a_power_card_and_add_it() -> None:
    table = altering(7).play("A", "alter", sign="+", discard=9).expects(power=16, target="B")
    assert table.discard == ["alter", 9]
    thrown = table.event("CardsDiscarded")
    assert (thrown.card_ids, thrown.cause) == (("power-9",), "alter_plus")
    assert table.event("ManeuverPlayed").extra_discard == "power-9"


@pytest.mark.rules("ARC-OPT-04")
def test_or_subtract_it() -> None:
    altering(12).play("A", "alter", sign="-", discard=9).expects(power=3, target="B")


@pytest.mark.rules("ARC-OPT-05")
def test_it_replaces_the_change_by_1() -> None:
    altering(7).play("A", "alter", sign="+", discard=3).expects(power=10)
    altering(7).play("A", "alter", sign="-", discard=3).expects(power=4)


@pytest.mark.rules("ARC-OPT-06")
def test_alter_by_1_is_still_allowed() -> None:
    table = altering(7).play("A", "alter", sign="+").expects(power=8)
    assert table.discard == ["alter"]
    altering(7).play("A", "alter", sign="-").expects(power=6)


@pytest.mark.rules("ARC-OPT-07")
def test_only_a_power_card_can_be_thrown_away() -> None:
    table = altering(7)
    table.refuses("NOT_A_POWER_CARD", "ARC-OPT-07").play("A", "alter", discard="dodge")
    table.refuses("NOT_A_POWER_CARD").play("A", "alter", discard="alter")
    table.refuses("NOT_IN_HAND").play("A", "alter", discard=10)
    assert {intent.discard_card_id for intent in table.offers("A") if isinstance(intent, PlayAlter)} == {
        None,
        "power-9",
        "power-3",
        "power-7",
    }


@pytest.mark.rules("ARC-OPT-08")
def test_a_result_under_1_is_a_dispel() -> None:
    table = altering(7, mode="advanced", school="fire").play("A", "alter", sign="-", discard=9)
    table.expects(power=1, school=None, target="B")
    assert "SphereDispelled" in table.happened
    exactly = altering(10, mode="advanced", school="fire").play("A", "alter", sign="-", discard=9)
    exactly.expects(power=1, school="fire")


@pytest.mark.rules("ARC-OPT-09")
def test_both_cards_are_replaced() -> None:
    table = altering(7).play("A", "alter", discard=9)
    assert table.event("CardsDrawn").count == 2
    assert len(table.hand("A")) == 5


@pytest.mark.rules("ARC-OPT-10")
def test_without_the_option_nothing_is_thrown_away_with_alter() -> None:
    table = altering(7, alter_plus=False)
    table.refuses("OPTION_OFF", "ARC-OPT-10").play("A", "alter", discard=9)
    assert {intent.discard_card_id for intent in table.offers("A") if isinstance(intent, PlayAlter)} == {None}


@pytest.mark.rules("ARC-OPT-11")
@pytest.mark.parametrize("power", [2, 10])
def test_up_to_10_dispel_works_as_ever(power: int) -> None:
    dispelling(power, dispel_plus=True).play("A", "dispel").expects(power=1, target="B")


@pytest.mark.rules("ARC-OPT-12")
@pytest.mark.parametrize("power", [11, 16])
def test_above_10_dispel_brings_the_power_to_5(power: int) -> None:
    table = dispelling(power, dispel_plus=True).play("A", "dispel").expects(power=5, target="B", sender="A")
    assert table.event("SphereSent").power == 5


@pytest.mark.rules("ARC-OPT-13", "ARC-AMB-43")
def test_a_weakened_sphere_keeps_its_school() -> None:
    table = dispelling(13, dispel_plus=True, mode="advanced", school="fire").play("A", "dispel")
    table.expects(power=5, school="fire")
    assert "SphereDispelled" not in table.happened
    dispelling(10, dispel_plus=True, mode="advanced", school="fire").play("A", "dispel").expects(power=1, school=None)


@pytest.mark.rules("ARC-OPT-14")
def test_without_the_option_dispel_gives_1_at_any_power() -> None:
    dispelling(16, dispel_plus=False).play("A", "dispel").expects(power=1)


@pytest.mark.rules("ARC-OPT-15")
def test_taking_it_easy_there_are_no_students() -> None:
    table = Table.dealt(seed=1, no_students=True)
    assert [student.card for student in table.trial.students] == [None] * 4
    assert table.logged("StudentDealt") == []
    asked = table.asked
    assert asked is not None
    table.refuses("NO_STUDENT", "ARC-OPT-15").ability(asked)
    for reproduce, trial, play in random_trials(9, no_students=True):
        for _ in play:
            pass
        assert trial.logged("AbilityUsed") == [], reproduce
        assert trial.trial.ending is not None, reproduce


@pytest.mark.rules("ARC-OPT-16")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [2, 6])
def test_the_next_game_may_bring_in_group_1(mode: str, seats: int) -> None:
    for seed in range(20):
        table = Table.dealt(seats=seats, seed=seed, mode=mode, student_pool="group1")
        groups = [student.card.group for student in table.trial.students if student.card is not None]
        assert groups == [1] * seats, f"{seed=}"
