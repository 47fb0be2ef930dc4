"""Basic setup: the deck, the direction, Students, Shields, hands, the first Sphere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.arcanya.content.loader import ContentError, load_pack, read_pack
from domain.arcanya.intents import DiscardAfterHit, DiscardToHandSize
from tests.rules.arcanya.eyes import SPECTATOR, has_no_form, seat_shown, shown, viewers
from tests.rules.arcanya.play import Table
from tests.rules.arcanya.playouts import random_trials
from tests.rules.arcanya.stand_ins import stand_in_pack


def faces(table: Table) -> list[Any]:
    """The deck as it was shuffled at setup, top first."""
    return list(table.event("DeckBuilt").order)


@pytest.mark.rules("ARC-SETUP-01")
def test_the_basic_deck_has_88_cards_and_no_attune() -> None:
    built = Table.dealt(seed=1).event("DeckBuilt")
    assert built.size == len(built.order) == 88
    assert "attune" not in built.order
    assert "attune" not in {face.id for face in built.faces}


@pytest.mark.rules("ARC-SETUP-02")
def test_all_draw_from_one_shuffled_deck() -> None:
    one, other, again = Table.dealt(seed=1), Table.dealt(seed=2), Table.dealt(seed=1)
    assert Counter(faces(one)) == Counter(faces(other)) == Counter(load_pack().deck(advanced=False))
    assert faces(one) != faces(other)
    assert faces(one) == faces(again)
    # The hands come off its top, seat after seat, and the rest is what everyone will draw from.
    dealt = [card for student in one.trial.students for card in student.hand]
    assert dealt + list(one.trial.deck) == faces(one)
    assert set(one.view(SPECTATOR).deck) == {None}, "it lies face down"


@pytest.mark.rules("ARC-SETUP-03")
@pytest.mark.parametrize("seed", range(5))
def test_the_sphere_first_travels_clockwise(seed: int) -> None:
    table = Table.dealt(seed=seed)
    table.expects(direction="cw")
    assert table.event("DirectionSet").cause == "setup"


@pytest.mark.rules("ARC-SETUP-04")
def test_the_direction_is_shown_to_everyone_in_every_phase() -> None:
    phases = set()
    for reproduce, table, play in random_trials(8, mode="advanced", content=stand_in_pack().data):
        for number, _ in enumerate(play):
            phase = table.trial.phase
            if phase in phases and number % 25:
                continue
            phases.add(phase)
            for viewer in viewers(table):
                assert shown(table, viewer)["direction"] == table.trial.direction, reproduce
    assert phases == {"defend", "school_offer", "place_guard", "adjust_hand", "hit_discard", "ended"}


@pytest.mark.rules("ARC-SETUP-05")
def test_each_player_gets_one_student_and_eight_stay_unused() -> None:
    table = Table.dealt(seats=4, seed=1)
    dealt = table.logged("StudentDealt")
    assert [event.seat for event in dealt] == [1, 2, 3, 4]
    in_play = {student.card.id for student in table.trial.students if student.card is not None}
    assert len(in_play) == 4
    assert len({card.id for card in load_pack().students} - in_play) == 8


@pytest.mark.rules("ARC-SETUP-06")
def test_group_1_may_be_asked_for_and_is_not_forced() -> None:
    group_of = {card.id: card.group for card in load_pack().students}
    seen: dict[str, set[str]] = {"group1": set(), "all": set()}
    for seed in range(40):
        for option, dealt in seen.items():
            table = Table.dealt(seats=4, seed=seed, student_pool=option)
            dealt |= {event.student_id for event in table.logged("StudentDealt")}
    assert {group_of[student] for student in seen["group1"]} == {1}
    assert seen["all"] == set(group_of)


@pytest.mark.rules("ARC-SETUP-07")
def test_every_student_says_its_group() -> None:
    assert {student.group for student in load_pack().students} == {1, 2}
    text = "".join(
        f'[[student]]\nid = "s{n}"\nname = "S"\nelement = "earth"\ntiming = "action"\nability = "A"\n'
        f'text = "T"\neffects = [{{ do = "dispel" }}]\ngroup = {group}\n'
        for n, group in enumerate((1, 3))
    )
    with pytest.raises(ContentError, match="group"):
        read_pack(text, "own.toml")


@pytest.mark.rules("ARC-SETUP-08")
@pytest.mark.parametrize("seats", [2, 4, 10])
def test_everyone_takes_a_shield_of_each_level(seats: int) -> None:
    table = Table.dealt(seats=seats, seed=1)
    for seat in range(1, seats + 1):
        assert sorted(table.shields(seat)) == [1, 2, 3]
    assert [sorted(event.levels) for event in table.logged("ShieldsTaken")] == [[1, 2, 3]] * seats


@pytest.mark.rules("ARC-SETUP-09", "ARC-AMB-05")
def test_the_shield_of_level_3_is_in_front_and_in_force() -> None:
    table = Table.dealt(seed=1)
    assert table.shields("A") == [3, 2, 1]
    student = table.student("A")
    assert student.hand_size == student.shields[0].hand_size == 5


@pytest.mark.rules("ARC-SETUP-09", "ARC-AMB-05")
def test_the_order_in_which_content_lists_shields_does_not_matter() -> None:
    table = Table.dealt(seed=1, content={"shield": list(reversed(load_pack().data["shield"]))})
    assert table.shields("A") == [3, 2, 1]
    assert len(table.hand("A")) == 5


@pytest.mark.rules("ARC-SETUP-10")
def test_each_is_dealt_five_cards() -> None:
    table = Table.dealt(seats=4, seed=1)
    assert [len(table.hand(seat)) for seat in "ABCD"] == [5, 5, 5, 5]
    assert [event.count for event in table.logged("HandDealt")] == [5, 5, 5, 5]
    assert len(table.deck) == 68


@pytest.mark.rules("ARC-SETUP-11", "ARC-AMB-06")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    table = Table.dealt(seed=1)
    own = seat_shown(table, "B", "B")["hand"]
    assert own == {"count": 5, "cards": list(table.student("B").hand)}
    for viewer in ("B", "C", "D", SPECTATOR):
        assert seat_shown(table, viewer, "A")["hand"] == {"count": 5, "cards": None}
    assert table.view("B").hand("A") == [None] * 5


@pytest.mark.rules("ARC-SETUP-12")
def test_play_begins_with_a_power_1_sphere_of_the_coliseum() -> None:
    table = Table.dealt(seed=1)
    table.expects(power=1, sender=None, phase="defend")
    assert table.events[-1] is table.event("SphereCreated"), "after all the rest"
    assert table.event("SphereCreated").power == 1


@pytest.mark.rules("ARC-SETUP-13", "ARC-AMB-02")
@pytest.mark.parametrize("seat, name", [(1, "A"), (3, "C"), (4, "D")])
def test_the_first_sphere_goes_to_the_named_student(seat: int, name: str) -> None:
    table = Table.dealt(seed=1, first_defender=seat)
    table.expects(target=name, asked=name)
    started = table.event("GameStarted")
    assert (started.first_defender, started.how_chosen) == (seat, "named")


@pytest.mark.rules("ARC-SETUP-14")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_at_the_start_all_are_upright_and_the_table_is_clear(mode: str) -> None:
    table = Table.dealt(seed=1, mode=mode)
    table.expects(turned=[], school=None)
    assert table.discard == []
    assert [table.guards(seat) for seat in "ABCD"] == [[], [], [], []]
    assert [table.won(seat) for seat in "ABCD"] == [[], [], [], []]


@pytest.mark.rules("ARC-SETUP-15")
def test_there_is_no_mulligan() -> None:
    table = Table.dealt(script={"deck": [["dodge"] * 5]}, first_defender=1, no_students=True)
    dodges: Any = ["dodge"] * 5
    assert table.hand("A") == dodges
    table.expects(target="A", phase="defend")
    assert table.offered("A") == {"PlayDodge"}
    table.refuses("WRONG_PHASE").do(DiscardToHandSize(1, tuple(dodges)))
    table.refuses("WRONG_PHASE").do(DiscardAfterHit(1, tuple(dodges)))
    for name in ("Mulligan", "Redraw"):
        assert has_no_form("A", {"type": name})
    assert table.hand("A") == dodges
