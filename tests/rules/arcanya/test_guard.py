"""Guards: placing them, and using them with a Power card."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.intents import PlaceGuard, PlayPower
from tests.rules.arcanya.eyes import SPECTATOR, has_no_form, seat_shown, sent
from tests.rules.arcanya.play import Cards, Table

FIRST = 1  # Guards are numbered as they come; a table's own ones count from here


def guarded(kind: str, *, power: int, hand: Cards, card: int | str = 3, **given: Any) -> Table:
    """A is the target and has one Guard of that kind lying, with that card under it."""
    return Table(power=power, hands={"A": hand}, guards={"A": [(kind, card)]}, **given)


@pytest.mark.rules("ARC-GUARD-01")
def test_a_guard_comes_only_from_an_ability() -> None:
    table = Table(power=5, hands={"A": [9, ...]}, students={"A": "roque"})
    table.refuses("NO_GUARD_PENDING", "ARC-GUARD-01").guard("A", 9)
    assert "PlaceGuard" not in table.offered("A")


@pytest.mark.rules("ARC-GUARD-01")
def test_only_whose_ability_it_was_places_the_guard() -> None:
    table = Table(power=5, students={"A": "yaiza"}).ability("A").expects(phase="place_guard", asked="A")
    table.refuses("NOT_YOUR_DECISION", "ARC-GUARD-01").do(PlaceGuard(2, "power-2"))
    table.refuses("WRONG_PHASE").hit("A")
    assert table.offered("A") == {"PlaceGuard"}


@pytest.mark.rules("ARC-GUARD-02")
def test_a_guard_is_a_card_from_hand_laid_down() -> None:
    table = Table(power=9, hands={"A": [2, 7, 9, "dodge", 4]}, students={"A": "yaiza"}, deck=[10]).ability("A")
    table.refuses("NOT_IN_HAND").guard("A", 3)
    table.guard("A", 2)
    assert table.guards("A") == ["earth"]
    assert table.guard_cards("A") == [2]
    assert table.hand("A") == [7, 9, "dodge", 4, 10]
    assert table.discard == []
    table.expects(target="A", phase="defend")


@pytest.mark.rules("ARC-GUARD-03")
@pytest.mark.parametrize("card", ["dodge", 10, 2])
def test_the_face_of_a_guard_does_not_matter(card: int | str) -> None:
    table = Table(power=9, hands={"A": [card, 6, ...]}, students={"A": "yaiza"}).ability("A").guard("A", card)
    table.play("A", power=6, guard=FIRST).expects(target="B", power=6)
    assert table.event("PowerCardPlayed").incoming_power == 6


@pytest.mark.rules("ARC-GUARD-04")
@pytest.mark.parametrize("student, kind", [("yaiza", "earth"), ("iker", "fire"), ("nerea", "metal")])
def test_a_student_makes_guards_of_its_own_type(student: str, kind: str) -> None:
    table = Table(power=5, students={"A": student}).ability("A").guard("A", 2)
    assert table.guards("A") == [kind]


@pytest.mark.rules("ARC-GUARD-04")
@pytest.mark.parametrize("student, kind", [("yaiza", "earth"), ("iker", "fire"), ("nerea", "metal")])
def test_a_school_makes_guards_of_its_own_type(student: str, kind: str) -> None:
    table = Table(power=5, mode="advanced", hands={"A": ["attune", ...]}, students={"A": student})
    table.play("A", "attune").use_school("A").guard("A", 2)
    assert table.guards("A") == [kind]
    assert table.event("GuardPlaced").type == kind


@pytest.mark.rules("ARC-GUARD-05")
def test_a_guard_is_not_spent_alone() -> None:
    table = guarded("earth", power=3, hand=[2, 2, 2, 2, 2])
    assert has_no_form("A", {"type": "PlayPower", "guard_id": FIRST})
    assert has_no_form("A", {"type": "SpendGuard", "guard_id": FIRST})
    only = [intent for intent in table.offers("A") if intent.TYPE not in ("PlayPower", "TakeHit")]
    assert only == []
    handless = Table(power=3, hands={"A": ["dodge", "alter"]}, guards={"A": [("earth", 3)]})
    assert handless.offered("A") == {"PlayDodge", "PlayAlter"}


@pytest.mark.rules("ARC-GUARD-06")
@pytest.mark.parametrize("intent", ["PlayDodge", "PlayReflect", "PlayDispel", "PlayAttune", "UseAbility"])
def test_a_guard_supports_no_maneuver_and_no_ability(intent: str) -> None:
    assert has_no_form("A", {"type": intent, "guard_id": FIRST})
    table = guarded("earth", power=9, hand=["dodge", ...])
    table.refuses("NOT_A_POWER_CARD").do(PlayPower(1, "dodge", FIRST))
    table.play("A", "dodge")
    assert table.guards("A") == ["earth"]


@pytest.mark.rules("ARC-GUARD-07")
def test_the_card_is_played_first_and_then_the_guard_is_discarded() -> None:
    table = guarded("earth", power=9, hand=[6, ...], card="dispel").play("A", power=6, guard=FIRST)
    assert table.happened == ["PowerCardPlayed", "GuardSpent", "SpherePowerChanged", "CardsDrawn", "SphereSent"]
    assert table.discard == [6, "dispel"]
    assert table.guards("A") == []


@pytest.mark.rules("ARC-GUARD-08")
def test_an_earth_guard_lowers_the_incoming_power_by_3() -> None:
    guarded("earth", power=9, hand=[6, ...]).play("A", power=6, guard=FIRST).expects(target="B")
    short = guarded("earth", power=10, hand=[6, ...]).play("A", power=6, guard=FIRST)
    assert short.event("HitTaken").cause == "guard_insufficient"


@pytest.mark.rules("ARC-GUARD-09")
def test_a_fire_guard_raises_the_card_by_2() -> None:
    guarded("fire", power=9, hand=[7, ...]).play("A", power=7, guard=FIRST).expects(target="B")
    short = guarded("fire", power=10, hand=[7, ...]).play("A", power=7, guard=FIRST)
    assert short.event("HitTaken").cause == "guard_insufficient"


@pytest.mark.rules("ARC-GUARD-10")
@pytest.mark.parametrize("mode, card, values", [("reduce", 7, (7, 7)), ("boost", 8, (9, 9))])
def test_a_metal_guard_lowers_by_2_or_raises_by_1(mode: str, card: int, values: tuple[int, int]) -> None:
    table = guarded("metal", power=9, hand=[card, ...]).play("A", power=card, guard=FIRST, mode=mode)
    table.expects(target="B")
    played = table.event("PowerCardPlayed")
    assert (played.effective_value, played.incoming_power) == values
    short = guarded("metal", power=10, hand=[card, ...]).play("A", power=card, guard=FIRST, mode=mode)
    assert short.event("HitTaken").cause == "guard_insufficient"


@pytest.mark.rules("ARC-GUARD-11")
def test_the_player_says_which_half_of_metal_applies() -> None:
    table = guarded("metal", power=9, hand=[8, ...])
    table.refuses("METAL_MODE_REQUIRED", "ARC-GUARD-11").play("A", power=8, guard=FIRST)
    table.refuses("METAL_MODE_REQUIRED").play("A", power=8, guard=FIRST, mode="both")
    assert table.play("A", power=8, guard=FIRST, mode="boost").event("GuardSpent").mode == "boost"
    for kind in ("earth", "fire"):
        guarded(kind, power=9, hand=[8, ...]).refuses("BAD_PARAMS").play("A", power=8, guard=FIRST, mode="reduce")


@pytest.mark.rules("ARC-GUARD-12")
def test_enough_with_the_guard_is_a_defence() -> None:
    table = guarded("earth", power=9, hand=[8, ...]).play("A", power=8, guard=FIRST)
    table.expects(target="B", sender="A", phase="defend")
    assert table.shields("A") == [3, 2, 1]
    played = table.event("PowerCardPlayed")
    assert (played.effective_value, played.incoming_power, played.resonance) == (8, 6, False)


@pytest.mark.rules("ARC-GUARD-13")
def test_too_low_in_spite_of_the_guard_is_a_hit() -> None:
    table = guarded("earth", power=9, hand=[5, 4, 3, 2, 2], card=10).play("A", power=5, guard=FIRST)
    assert table.happened == ["PowerCardPlayed", "GuardSpent", "HitTaken", "ShieldLost"]
    assert table.shields("A") == [2, 1]
    assert table.won("D") == [(3, "A")]
    assert table.discard == [5, 10]
    table.expects(phase="hit_discard", power=9, sender="D")


@pytest.mark.rules("ARC-GUARD-13")
def test_a_failed_guard_play_sets_the_table_right_too() -> None:
    table = guarded("earth", power=9, hand=[5, ...], mode="advanced", school="fire", students={"C": "iker"}, turned="C")
    table.play("A", power=5, guard=FIRST).expects(school=None, turned=[])


@pytest.mark.rules("ARC-GUARD-14")
def test_any_lost_shield_discards_all_guards_of_all() -> None:
    guards: dict[str, list[tuple[str, int | str]]] = {"A": [("earth", 8), ("fire", 9)], "C": [("metal", "dodge")]}
    table = Table(power=9, target="B", guards=guards, discard=[3]).hit("B")
    assert [table.guards(seat) for seat in "ABCD"] == [[], [], [], []]
    assert table.discard == [3, 8, 9, "dodge"]
    assert [guard.card_id for guard in table.event("GuardsCleared").guards] == ["power-8", "power-9", "dodge"]


@pytest.mark.rules("ARC-GUARD-15", "ARC-AMB-30")
def test_after_a_reducing_guard_the_sphere_leaves_with_the_printed_value() -> None:
    table = guarded("earth", power=9, hand=[7, ...]).play("A", power=7, guard=FIRST)
    table.expects(power=7, target="B")
    assert table.event("SphereSent").power == 7
    guarded("metal", power=9, hand=[7, ...]).play("A", power=7, guard=FIRST, mode="reduce").expects(power=7)


@pytest.mark.rules("ARC-GUARD-16", "ARC-AMB-30")
def test_after_a_boosting_guard_the_sphere_leaves_with_the_boosted_value() -> None:
    guarded("fire", power=11, hand=[10, ...]).play("A", power=10, guard=FIRST).expects(power=12, target="B")
    guarded("metal", power=9, hand=[8, ...]).play("A", power=8, guard=FIRST, mode="boost").expects(power=9)


@pytest.mark.rules("ARC-GUARD-17", "ARC-AMB-31")
def test_resonance_looks_at_the_adjusted_numbers() -> None:
    equal = guarded("earth", power=9, hand=[6, 9, ...]).play("A", power=6, guard=FIRST, target="C")
    equal.expects(target="C")
    assert equal.event("PowerCardPlayed").resonance is True
    printed = guarded("earth", power=9, hand=[6, 9, ...])
    printed.refuses("NO_RESONANCE").play("A", power=9, guard=FIRST, target="C")
    assert printed.play("A", power=9, guard=FIRST).event("PowerCardPlayed").resonance is False
    boosted = guarded("fire", power=9, hand=[7, ...]).play("A", power=7, guard=FIRST, target="D")
    boosted.expects(target="D", power=9)


@pytest.mark.rules("ARC-GUARD-18", "ARC-AMB-32")
def test_a_guard_that_brings_the_power_under_1_dispels() -> None:
    table = guarded("earth", power=2, hand=[4, ...], mode="advanced", school="fire")
    table.refuses("NO_RESONANCE").play("A", power=4, guard=FIRST, target="C")
    table.play("A", power=4, guard=FIRST).expects(school=None, power=4, target="B")
    played = table.event("PowerCardPlayed")
    assert (played.incoming_power, played.resonance) == (1, False)
    assert [name for name in table.happened if name != "CardsDrawn"] == [
        "PowerCardPlayed",
        "GuardSpent",
        "SphereDispelled",
        "SchoolLeft",
        "SpherePowerChanged",
        "SphereSent",
    ]


@pytest.mark.rules("ARC-GUARD-18")
def test_a_guard_that_brings_the_power_to_exactly_1_does_not_dispel() -> None:
    table = guarded("earth", power=4, hand=[4, ...], mode="advanced", school="fire")
    table.play("A", power=4, guard=FIRST).expects(school="fire", power=4)
    assert "SphereDispelled" not in table.happened


@pytest.mark.rules("ARC-GUARD-19")
def test_a_guard_is_used_by_its_owner_only() -> None:
    table = Table(power=9, hands={"A": [6, ...]}, guards={"C": [("earth", 3)]})
    table.refuses("NOT_YOUR_GUARD", "ARC-GUARD-19").play("A", power=6, guard=FIRST)
    table.refuses("NOT_YOUR_GUARD").play("A", power=6, guard=7)
    assert table.guards("C") == ["earth"]


@pytest.mark.rules("ARC-GUARD-20", "ARC-AMB-34", "ARC-AMB-06")
def test_others_see_the_type_and_not_the_card_until_it_is_discarded() -> None:
    table = Table(power=9, hands={"A": [10, 6, ...]}, students={"A": "yaiza"}).ability("A").guard("A", 10)
    for viewer in ("B", SPECTATOR):
        assert seat_shown(table, viewer, "A")["guards"] == [{"id": FIRST, "type": "earth", "card": None}]
        placed = sent(table, viewer, "GuardPlaced")
        assert (placed.seat, placed.type, placed.card_id) == (1, "earth", None)
    assert seat_shown(table, "A", "A")["guards"] == [{"id": FIRST, "type": "earth", "card": "power-10"}]
    table.play("A", power=6, guard=FIRST)
    assert sent(table, "B", "GuardSpent").card_id == "power-10"
    assert table.view("B").discard == [6, 10]


@pytest.mark.rules("ARC-GUARD-21", "ARC-AMB-29")
def test_one_guard_supports_a_power_card() -> None:
    table = Table(power=10, hands={"A": [4, ...]}, guards={"A": [("earth", 3), ("earth", 3)]})
    assert has_no_form("A", {"type": "PlayPower", "card_id": "power-4", "guard_id": [1, 2]})
    assert has_no_form("A", {"type": "PlayPower", "card_id": "power-4", "guard_ids": [1, 2]})
    table.play("A", power=4, guard=1)
    assert table.event("PowerCardPlayed").incoming_power == 7, "the other Guard does not help"
    assert "HitTaken" in table.happened
