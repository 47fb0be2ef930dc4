"""Taking a hit."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.arcanya.intents import DiscardAfterHit
from tests.rules.arcanya.eyes import SPECTATOR, has_no_form, seat_shown, viewers
from tests.rules.arcanya.play import Cards, Table, letter
from tests.rules.arcanya.stand_ins import stand_in

HELPLESS: Cards = [2, 3, 4, 5, 6]


@pytest.mark.rules("ARC-HIT-01")
@pytest.mark.parametrize("power", [7, 9, 15])
def test_a_hit_costs_one_shield_whatever_the_power(power: int) -> None:
    table = Table(power=power, hands={"A": HELPLESS}).hit("A")
    assert table.shields("A") == [2, 1]


@pytest.mark.rules("ARC-HIT-02", "ARC-AMB-05")
def test_the_highest_shield_is_lost_first() -> None:
    lost = []
    for held in ((3, 2, 1), (2, 1), (1,)):
        table = Table(power=9, shields={"A": held}).hit("A")
        lost.append(table.event("ShieldLost").level)
        assert table.shields("A") == list(held[1:])
    assert lost == [3, 2, 1]


@pytest.mark.rules("ARC-HIT-03")
def test_the_hit_student_does_not_choose_the_shield() -> None:
    for field in ("shield", "level"):
        assert has_no_form("A", {"type": "TakeHit", field: 1})
    assert len(Table(power=9).offers("A")) == 1


@pytest.mark.rules("ARC-HIT-04")
def test_the_shield_goes_to_who_sent_the_sphere() -> None:
    table = Table(power=4, target="D", hands={"D": [9, ...]}).play("D", power=9).hit("A")
    assert table.won("D") == [(3, "A")]
    assert letter(table.event("ShieldLost").recipient) == "D"


@pytest.mark.rules("ARC-HIT-05", "ARC-AMB-07")
def test_after_a_dodge_the_dodger_gets_the_shield() -> None:
    table = Table(power=4, hands={"A": [10, ...], "B": ["dodge", ...]})
    table.play("A", power=10).play("B", "dodge").hit("C")
    assert table.won("B") == [(3, "C")]
    assert table.won("A") == []


@pytest.mark.rules("ARC-HIT-06", "ARC-AMB-07")
def test_after_a_chain_of_dodges_the_last_dodger_gets_it() -> None:
    table = Table(power=4, hands={"A": [10, ...], "B": ["dodge", ...], "C": ["dodge", ...]})
    table.play("A", power=10).play("B", "dodge").play("C", "dodge").hit("D")
    assert table.won("C") == [(3, "D")]
    assert (table.won("A"), table.won("B")) == ([], [])


@pytest.mark.rules("ARC-HIT-07", "ARC-AMB-07")
def test_after_a_reflect_who_reflected_gets_it() -> None:
    table = Table(power=4, target="D", hands={"D": [9, 2, 2, 2, 2], "A": ["reflect", ...]})
    table.play("D", power=9).play("A", "reflect").hit("D")
    assert table.won("A") == [(3, "D")]


@pytest.mark.rules("ARC-HIT-07", "ARC-AMB-07")
@pytest.mark.parametrize("play", [{"maneuver": "deflect"}, {"power": 9}], ids=["deflect", "resonance"])
def test_after_a_deflect_or_resonance_who_aimed_gets_it(play: dict[str, Any]) -> None:
    table = Table(power=9, hands={"A": [9, "deflect", ...]}).play("A", target="C", **play).hit("C")
    assert table.won("A") == [(3, "C")]


@pytest.mark.rules("ARC-HIT-08")
def test_a_won_shield_lies_open_and_stays() -> None:
    table = Table(power=9, sender="D", hands={"B": [9, ...], "D": ["dodge", ...]}).hit("A")
    for viewer in viewers(table):
        assert seat_shown(table, viewer, "D")["won"] == [{"level": 3, "from": 1}]
        assert seat_shown(table, viewer, "D")["won_points"] == 3
    table.throw("A", 2).play("B", power=9).hit("C").throw("C", 2).play("D", "dodge")
    assert table.won("D") == [(3, "A")]
    assert table.view("B").won("D") == [(3, "A")]


@pytest.mark.rules("ARC-HIT-09")
def test_a_won_shield_gives_its_points() -> None:
    table = Table(power=9, sender="D").hit("A")
    assert table.student("D").won_points == 3
    table = Table(power=9, sender="D", shields={"A": (2, 1)}, won={"D": [(3, "A")]}).hit("A")
    assert table.student("D").won_points == 3 + 2


@pytest.mark.rules("ARC-HIT-10")
def test_a_won_shield_gives_no_protection() -> None:
    table = Table(power=9, target="D", shields={"D": (1,)}, won={"D": [(3, "B")]}).hit("D")
    assert table.event("ShieldLost").level == 1
    assert table.shields("D") == []
    assert table.won("D") == [(3, "B")]
    assert table.reasons == ["elimination"]


@pytest.mark.rules("ARC-HIT-11", "ARC-AMB-47")
def test_the_end_is_checked_before_anything_else() -> None:
    ended = Table(power=9, shields={"A": (1,)}, guards={"B": [("earth", 3)]}, students={"B": "iker"}, turned="B")
    ended.hit("A")
    assert ended.happened == ["HitTaken", "ShieldLost", "EndTriggered", "ScoresComputed", "GameEnded"]
    goes_on = Table(power=9, students={"B": "iker"}, turned="B").hit("A")
    assert goes_on.happened == ["HitTaken", "ShieldLost", "StudentsRefreshed"]
    goes_on.expects(phase="hit_discard", asked="A")


@pytest.mark.rules("ARC-HIT-12")
def test_the_hit_student_may_discard_any_cards() -> None:
    table = Table(power=10, shields={"A": (2, 1)}, hands={"A": [2, 2, 3, 9]}, deck=[4, 5, 6]).hit("A")
    table.refuses("NOT_IN_HAND").throw("A", 3, 3)
    table.throw("A", 2, 2, 3)
    assert table.hand("A") == [9, 4, 5, 6]
    assert table.discard == [2, 2, 3]
    assert table.event("CardsDiscarded").cause == "after_hit"


@pytest.mark.rules("ARC-HIT-13", "ARC-AMB-21")
def test_all_cards_may_be_discarded() -> None:
    table = Table(power=9, hands={"A": HELPLESS}, deck=[7, 8, 9, 10]).hit("A")
    table.throw("A", 2, 3, 4, 5, 6)
    assert table.event("CardsDrawn").count == 4
    assert table.hand("A") == [7, 8, 9, 10]


@pytest.mark.rules("ARC-HIT-13")
def test_none_need_be_discarded_where_all_may_be_kept() -> None:
    table = Table(power=9, shields={"A": (2, 1)}, hands={"A": [2, 3, 4, 5]}).hit("A").throw("A")
    assert table.hand("A") == [2, 3, 4, 5]
    assert table.happened == ["SphereCreated"]


@pytest.mark.rules("ARC-HIT-14")
def test_then_one_draws_up_to_the_size_of_the_next_shield() -> None:
    table = Table(power=9, hands={"A": HELPLESS}, deck=[10, 10, 10, 10]).hit("A").throw("A", 2, 3, 4, 5)
    assert table.hand("A") == [6, 10, 10, 10]
    drawn = table.event("CardsDrawn")
    assert (drawn.count, drawn.cause) == (3, "after_hit")


@pytest.mark.rules("ARC-HIT-15", "ARC-AMB-21")
def test_at_least_the_excess_must_go() -> None:
    table = Table(power=9, hands={"A": HELPLESS}).hit("A")
    table.refuses("MUST_DISCARD_AT_LEAST", "ARC-HIT-15").throw("A")
    table.throw("A", 2)
    assert table.hand("A") == [3, 4, 5, 6]
    assert "CardsDrawn" not in table.happened


@pytest.mark.rules("ARC-HIT-16")
def test_only_the_hit_student_gets_the_exchange() -> None:
    table = Table(power=9).hit("A")
    for seat in (2, 3, 4):
        table.refuses("NOT_YOUR_DECISION", "ARC-HIT-16").do(DiscardAfterHit(seat, ("power-2",)))
        assert table.offers(seat) == []
    assert table.offered("A") == {"DiscardAfterHit"}


@pytest.mark.rules("ARC-HIT-17")
def test_a_fresh_sphere_of_power_1_comes_out() -> None:
    table = Table(power=9).hit("A").throw("A", 2).expects(power=1)
    assert table.events[-1].TYPE == "SphereCreated"


@pytest.mark.rules("ARC-HIT-18", "ARC-AMB-08")
def test_its_target_is_counted_from_who_was_hit() -> None:
    table = Table(power=9, target="D", hands={"D": ["deflect", ...]}).play("D", "deflect", target="B")
    table.hit("B").throw("B", 2).expects(target="C")


@pytest.mark.rules("ARC-HIT-19")
def test_a_hit_does_not_reset_the_direction() -> None:
    table = Table(power=9, direction="ccw").hit("A").throw("A", 2).expects(direction="ccw", target="D")
    assert table.event("SphereCreated").direction == "ccw"


@pytest.mark.rules("ARC-HIT-20", "ARC-AMB-08")
def test_the_new_sphere_has_no_sender() -> None:
    table = Table(power=9, sender="D", hands={"B": ["deflect", ...]}).hit("A").throw("A", 2)
    table.expects(target="B", sender=None)
    table.play("B", "deflect", target="D").expects(target="D")


@pytest.mark.rules("ARC-HIT-21", "ARC-AMB-14")
@pytest.mark.parametrize("card", [5, 6, "dodge", "deflect", "reflect", "alter", "dispel"])
def test_who_can_defend_may_not_take_the_hit(card: int | str) -> None:
    table = Table(power=5, hands={"A": [card, 2, 2, 3, 3]})
    table.refuses("DEFENCE_AVAILABLE", "ARC-HIT-21").hit("A")
    assert "TakeHit" not in table.offered("A")


@pytest.mark.rules("ARC-HIT-21", "ARC-AMB-15")
def test_an_upright_action_ability_is_a_way_to_defend_too() -> None:
    ferryman = stand_in("ferryman")
    Table(power=9, students={"A": ferryman}).refuses("DEFENCE_AVAILABLE").hit("A")
    Table(power=9, students={"A": ferryman}, turned="A").hit("A")


@pytest.mark.rules("ARC-HIT-22")
def test_forbidden_maneuvers_are_no_way_to_defend() -> None:
    table = Table(
        power=9, mode="advanced", school="fire", weakness={"A": "fire"}, hands={"A": ["reflect", "deflect", 2, 2, 3]}
    )
    assert table.offered("A") == {"TakeHit"}
    table.hit("A")
    assert table.shields("A") == [2, 1]


@pytest.mark.rules("ARC-HIT-23", "ARC-AMB-47")
def test_the_table_is_set_right_before_the_hit_student_draws() -> None:
    table = Table(
        power=9,
        mode="advanced",
        school="earth",
        deck=[],
        discard=[],
        shields={"A": (2, 1)},
        hands={"A": [3, 2, 2, 2]},
        guards={"B": [("earth", 8)], "C": [("fire", 9)]},
        students={"D": "iker"},
        turned="D",
    )
    table.hit("A").expects(school=None, turned=[], phase="hit_discard")
    assert table.happened == ["HitTaken", "ShieldLost", "StudentsRefreshed", "GuardsCleared", "SchoolLeft"]
    table.throw("A", 3).expects(school=None)
    assert table.happened == ["CardsDiscarded", "DeckReshuffled", "CardsDrawn", "SphereCreated"]
    assert Counter(table.event("DeckReshuffled").order) == Counter(["power-3", "power-8", "power-9"])
    assert len(table.hand("A")) == 4


@pytest.mark.rules("ARC-HIT-04", "ARC-HIT-08")
def test_everyone_is_told_who_was_hit_and_who_sent_it() -> None:
    table = Table(power=9, sender="D").hit("A")
    hit = table.event("HitTaken")
    assert (letter(hit.seat), letter(hit.sender), hit.power, hit.cause) == ("A", "D", 9, "no_defence")
    assert table.view(SPECTATOR).won("D") == [(3, "A")]
