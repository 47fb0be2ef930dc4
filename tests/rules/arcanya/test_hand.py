"""Hand size and refill."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.intents import DiscardToHandSize
from tests.rules.arcanya.eyes import SPECTATOR, seat_shown, sent
from tests.rules.arcanya.play import Table, effect, letter, student_card
from tests.rules.arcanya.playouts import random_trials
from tests.rules.arcanya.stand_ins import stand_in, stand_in_pack

DODGING: dict[str, Any] = {"A": ["dodge", ...]}


@pytest.mark.rules("ARC-HAND-01")
def test_the_hand_size_is_the_number_on_the_highest_shield_left() -> None:
    sizes = {3: 7, 2: 6, 1: 3}
    shields = [{"level": level, "victory_points": level, "hand_size": size} for level, size in sizes.items()]
    table = Table.dealt(seats=2, seed=1, content={"shield": shields}, no_students=True)
    assert len(table.hand("A")) == 7
    student = table.student("A")
    assert [student.hand_size, *[shield.hand_size for shield in student.shields]] == [7, 7, 6, 3]
    two = Table(shields={"A": (2, 1)})
    assert two.student("A").hand_size == two.student("A").shields[0].hand_size == 4


@pytest.mark.rules("ARC-HAND-02")
def test_with_all_shields_one_refills_to_5() -> None:
    table = Table(hands=DODGING).play("A", "dodge")
    assert len(table.hand("A")) == 5


@pytest.mark.rules("ARC-HAND-03")
@pytest.mark.parametrize("shields", [(2, 1), (1,)])
def test_after_any_loss_one_refills_to_4(shields: tuple[int, ...]) -> None:
    table = Table(shields={"A": shields}, hands=DODGING)
    assert len(table.hand("A")) == 4
    table.play("A", "dodge")
    assert len(table.hand("A")) == 4
    assert table.event("CardsDrawn").count == 1


@pytest.mark.rules("ARC-HAND-04")
def test_a_played_card_is_replaced_before_anyone_else_acts() -> None:
    table = Table(hands=DODGING).play("A", "dodge").expects(asked="B")
    assert table.happened == ["ManeuverPlayed", "CardsDrawn", "SphereSent"]
    drawn = table.event("CardsDrawn")
    assert (letter(drawn.seat), drawn.count) == ("A", 1)


@pytest.mark.rules("ARC-HAND-04")
def test_a_discard_by_an_ability_is_refilled_at_once() -> None:
    table = Table(power=5, hands={"A": [2, 3, 4, 9, 9]}, students={"A": "marina"}, deck=[10, 8, 8])
    table.ability("A", 2, 3, 4).expects(target="A", phase="defend")
    assert table.hand("A") == [9, 9, 10, 8, 8]


@pytest.mark.rules("ARC-HAND-05")
def test_two_cards_gone_are_two_cards_drawn() -> None:
    table = Table(alter_plus=True, power=3, hands={"A": ["alter", 7, ...]}).play("A", "alter", discard=7)
    assert [(letter(event.seat), event.count) for event in table.logged("CardsDrawn")] == [("A", 2)]
    assert len(table.hand("A")) == 5


@pytest.mark.rules("ARC-HAND-06", "ARC-AMB-25")
def test_a_hand_too_large_is_discarded_down_before_going_on() -> None:
    table = Table(power=5, hands={"A": [9, ...]}, students={"A": stand_in("hoarder")}, deck=[7, 8]).ability("A")
    assert table.hand("A") == [9, 2, 2, 2, 2, 7, 8]
    table.expects(phase="adjust_hand", asked="A", target="A")
    assert table.event("HandAdjustRequired").excess == 2
    table.refuses("WRONG_PHASE").play("A", power=9)
    table.throw("A", 2, 2).expects(phase="defend", target="A", asked="A")
    assert len(table.hand("A")) == 5


@pytest.mark.rules("ARC-HAND-07", "ARC-AMB-25")
def test_the_owner_picks_what_is_discarded() -> None:
    table = Table(power=5, hands={"A": [9, 3, 4, 5, 6]}, students={"A": stand_in("hoarder")}, deck=[7, 8]).ability("A")
    for cards in ((9,), (3, 4, 5), ()):
        table.refuses("WRONG_COUNT", "ARC-HAND-07").throw("A", *cards)
    table.refuses("NOT_IN_HAND").throw("A", 9, 9)
    table.refuses("NOT_YOUR_DECISION").do(DiscardToHandSize(2, ("power-2", "power-2")))
    table.throw("A", 8, 3)
    assert table.hand("A") == [9, 4, 5, 6, 7]
    assert table.event("CardsDiscarded").cause == "hand_size"
    assert table.discard == [8, 3]


@pytest.mark.rules("ARC-HAND-08")
def test_a_card_laid_down_as_a_guard_is_replaced() -> None:
    table = Table(power=5, hands={"A": [2, 7, 9, "dodge", 4]}, students={"A": "yaiza"}, deck=[10])
    table.ability("A").guard("A", 2)
    assert table.hand("A") == [7, 9, "dodge", 4, 10]
    assert table.guards("A") == ["earth"]


@pytest.mark.rules("ARC-HAND-09")
def test_won_shields_do_not_count_for_the_hand() -> None:
    table = Table(shields={"A": (2, 1)}, won={"A": [(3, "B")]}, hands=DODGING)
    table.play("A", "dodge")
    assert len(table.hand("A")) == 4


@pytest.mark.rules("ARC-HAND-10", "ARC-AMB-25")
def test_another_players_changed_hand_is_settled_too() -> None:
    thief = student_card(effect("take_card"))
    table = Table(power=5, hands={"A": [9, ...], "B": [4, ...]}, students={"A": thief}, deck=[8])
    table.ability("A", target="B")
    assert table.hand("B") == [2, 2, 2, 2, 8], "B draws one"
    assert table.hand("A") == [9, 2, 2, 2, 2, 4]
    # Draws come first, and then the one with too many is asked.
    assert table.happened == ["AbilityUsed", "StudentTurned", "CardTaken", "CardsDrawn", "HandAdjustRequired"]
    table.throw("A", 2).expects(phase="defend", target="A")


@pytest.mark.rules("ARC-HAND-11")
def test_every_hand_has_its_size_whenever_a_defence_is_awaited() -> None:
    waits = 0
    own = stand_in_pack().data
    for options in ({}, {"mode": "advanced", "alter_plus": True}, {"mode": "advanced", "content": own}):
        for reproduce, table, play in random_trials(70, **options):
            for _ in play:
                if table.trial.phase != "defend" or table.logged("HandShort"):
                    continue
                waits += 1
                for student in table.trial.students:
                    assert len(student.hand) == student.hand_size == (5 if len(student.shields) == 3 else 4), reproduce
    assert waits > 1_000


@pytest.mark.rules("ARC-HAND-12")
def test_who_draws_sees_the_card_and_the_others_how_many() -> None:
    table = Table(hands=DODGING, deck=[9]).play("A", "dodge")
    assert sent(table, "A", "CardsDrawn").card_ids == ("power-9",)
    for viewer in ("B", "C", "D", SPECTATOR):
        drawn = sent(table, viewer, "CardsDrawn")
        assert (letter(drawn.seat), drawn.count, drawn.card_ids) == ("A", 1, None)
        assert seat_shown(table, viewer, "A")["hand"] == {"count": 5, "cards": None}
    assert "power-9" in seat_shown(table, "A", "A")["hand"]["cards"]
