"""Components and counts: what lies in the box."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.arcanya.cards import MANEUVERS, POWER
from domain.arcanya.content.loader import TABLES, ContentError, load_pack, read_pack
from domain.arcanya.game import ARCANYA
from domain.arcanya.state import CLOCKWISE, COUNTERCLOCKWISE
from domain.kernel.game import Refused
from tests.rules.arcanya.play import Table
from tests.rules.arcanya.playouts import cards_in, folds, random_trials

ELEMENTS = {"earth", "fire", "metal", "water", "wind", "wood"}


def copies() -> Counter[str]:
    """How many cards of the draw deck show each face."""
    return Counter({stack.face.id: stack.copies for stack in load_pack().stacks})


@pytest.mark.rules("ARC-COMP-01")
def test_the_power_source_has_54_power_cards_and_42_maneuvers() -> None:
    ids = load_pack().card_ids()
    assert len(ids) == len(set(ids)) == 96
    powers = [card for card in ids if card.startswith("power-")]
    assert (len(powers), len(ids) - len(powers)) == (54, 42)
    assert Counter([card.rsplit("/")[0] for card in ids]) == copies() == Counter(load_pack().deck(advanced=True))


@pytest.mark.rules("ARC-COMP-02")
def test_power_cards_are_numbered_from_2_to_10() -> None:
    values = {stack.face.value for stack in load_pack().stacks if stack.face.kind == POWER}
    assert values == {2, 3, 4, 5, 6, 7, 8, 9, 10}


@pytest.mark.rules("ARC-COMP-02")
@pytest.mark.parametrize("value", [1, 11])
def test_no_content_may_add_another_value(value: int) -> None:
    with pytest.raises(ContentError):
        read_pack(f"[[power]]\nvalue = {value}\ncopies = 60\n", "own.toml")


@pytest.mark.rules("ARC-COMP-03")
def test_eight_maneuvers_are_attune_and_five_kinds_share_the_other_34() -> None:
    by_kind = {kind: copies()[kind] for kind in MANEUVERS}
    assert by_kind.pop("attune") == 8
    assert sum(by_kind.values()) == 34
    assert set(by_kind) == {"dodge", "deflect", "reflect", "alter", "dispel"} and min(by_kind.values()) >= 1


@pytest.mark.rules("ARC-COMP-04")
def test_there_are_twelve_different_students() -> None:
    assert len({student.id for student in load_pack().students}) == len(load_pack().students) == 12


@pytest.mark.rules("ARC-COMP-05")
def test_there_is_one_school_for_each_of_six_elements() -> None:
    assert sorted([school.id for school in load_pack().schools]) == sorted(ELEMENTS)


@pytest.mark.rules("ARC-COMP-06")
def test_two_students_belong_to_each_element() -> None:
    assert Counter([student.element for student in load_pack().students]) == dict.fromkeys(ELEMENTS, 2)


@pytest.mark.rules("ARC-COMP-07")
def test_there_are_two_weaknesses_of_each_element() -> None:
    assert load_pack().weaknesses == dict.fromkeys(ELEMENTS, 2)


@pytest.mark.rules("ARC-COMP-08")
def test_thirty_shields_equip_ten_students_and_no_eleventh() -> None:
    table = Table.dealt(seats=10, seed=1)
    levels = Counter([shield.level for student in table.trial.students for shield in student.shields])
    assert levels == {3: 10, 2: 10, 1: 10}
    with pytest.raises(Refused) as caught:
        ARCANYA.check_options({}, 11)
    assert caught.value.code == "BAD_SEAT_COUNT"


@pytest.mark.rules("ARC-COMP-09")
def test_a_shield_grants_victory_points_and_imposes_a_hand_size() -> None:
    for shield in load_pack().shields:
        assert shield.victory_points > 0 and shield.hand_size > 0


@pytest.mark.rules("ARC-COMP-09")
@pytest.mark.parametrize("missing", ["victory_points", "hand_size"])
def test_a_shield_without_one_of_its_sides_is_refused(missing: str) -> None:
    sides = {"victory_points": 2, "hand_size": 4}
    for value in (None, 0):
        kept = {name: number for name, number in {**sides, missing: value}.items() if number is not None}
        lines = "\n".join([f"{name} = {number}" for name, number in kept.items()])
        with pytest.raises(ContentError) as caught:
            read_pack("".join([f"[[shield]]\nlevel = {level}\n{lines}\n" for level in (3, 2, 1)]), "own.toml")
        assert missing in caught.value.reason


@pytest.mark.rules("ARC-COMP-10")
def test_the_direction_is_always_one_of_two() -> None:
    seen = set()
    for reproduce, table, play in random_trials(18, mode="advanced"):
        for _ in play:
            pass
        directions = {trial.direction for _, trial in folds(table.start, table.log)}
        assert directions <= {CLOCKWISE, COUNTERCLOCKWISE}, reproduce
        seen |= directions
    assert seen == {CLOCKWISE, COUNTERCLOCKWISE}


@pytest.mark.rules("ARC-COMP-11")
def test_reference_cards_are_no_part_of_play() -> None:
    assert set(TABLES) == {"power", "maneuver", "student", "school", "shield", "weakness"}
    with pytest.raises(ContentError):
        read_pack('[[reference]]\ntext = "Dodge: let it pass."\n', "own.toml")
    table = Table.dealt(seats=8, seed=1, mode="advanced")
    assert set(cards_in(table.trial)) == {f"power-{value}" for value in range(2, 11)} | set(MANEUVERS)


@pytest.mark.rules("ARC-COMP-12")
@pytest.mark.parametrize("mode, size", [("basic", 88), ("advanced", 96)])
def test_every_card_is_in_exactly_one_place_after_every_event(mode: str, size: int) -> None:
    whole = Counter(load_pack().deck(advanced=mode == "advanced"))
    assert whole.total() == size
    guards = 0
    for reproduce, table, play in random_trials(9, mode=mode, alter_plus=True):
        for _ in play:
            pass
        built = False
        for happened, trial in folds(table.start, table.log):
            built = built or happened.TYPE == "DeckBuilt"
            assert not built or cards_in(trial) == whole, f"after {happened}: {reproduce}"
            guards += happened.TYPE == "GuardPlaced"
    assert guards, "Guards lay in play too"
