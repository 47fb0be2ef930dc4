"""The draw deck and its reshuffle."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.arcanya.cards import MANEUVERS, POWER_OF
from tests.rules.arcanya.eyes import SPECTATOR, shown, viewers
from tests.rules.arcanya.play import Card, Cards, Table, effect, letter, redacted, student_card
from tests.rules.arcanya.playouts import cards_in, folds, random_trials
from tests.rules.arcanya.stand_ins import stand_in


@pytest.mark.rules("ARC-DECK-01")
def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    table = Table(hands={"A": ["dodge", ...]}, deck=[], discard=[4] * 19).play("A", "dodge")
    assert table.happened == ["ManeuverPlayed", "DeckReshuffled", "CardsDrawn", "SphereSent"]
    assert table.event("DeckReshuffled").size == 20
    assert (len(table.deck), table.discard, len(table.hand("A"))) == (19, [], 5)


@pytest.mark.rules("ARC-DECK-01")
def test_the_discards_are_shuffled() -> None:
    values = [2, 3, 4, 5, 6, 7, 8, 9, 10] * 2
    script = {"reshuffle": [["power-10", "power-2"]]}
    table = Table(hands={"A": ["dodge", ...]}, deck=[], discard=values, chance=script).play("A", "dodge")
    assert table.hand("A")[-1] == 10, "the order comes from chance"
    assert table.deck[0] == 2
    assert [(draw.label, draw.size) for draw in table.chance.draws] == [("reshuffle", 19)]


@pytest.mark.rules("ARC-DECK-02")
def test_the_draw_after_a_hit_may_need_a_reshuffle() -> None:
    table = Table(power=9, deck=[10], discard=[4] * 30).hit("A").throw("A", 2, 2, 2, 2)
    assert table.happened == ["CardsDiscarded", "CardsDrawn", "DeckReshuffled", "CardsDrawn", "SphereCreated"]
    assert len(table.hand("A")) == 4


@pytest.mark.rules("ARC-DECK-02")
def test_a_draw_by_an_ability_may_need_a_reshuffle() -> None:
    table = Table(power=9, deck=[10], discard=[4] * 30, students={"A": stand_in("hoarder")}).ability("A")
    assert table.happened[2:5] == ["CardsDrawn", "DeckReshuffled", "CardsDrawn"]
    assert len(table.hand("A")) == 7


@pytest.mark.rules("ARC-DECK-03", "ARC-AMB-23")
def test_what_is_left_is_drawn_first() -> None:
    drawing = student_card(effect("draw", count=3))
    discard: list[Card] = [3, 4, 5, 6, 7, 8, 9, 10, "alter", "dodge"]
    table = Table(power=9, deck=["dispel"], discard=discard, students={"A": drawing}).ability("A")
    draws = table.logged("CardsDrawn")
    assert [event.count for event in draws] == [1, 2]
    assert draws[0].card_ids == ("dispel",)
    assert table.event("DeckReshuffled").size == 10
    assert (len(table.deck), table.discard) == (8, [])


@pytest.mark.rules("ARC-DECK-04", "ARC-AMB-23")
def test_the_card_just_played_is_part_of_the_reshuffle() -> None:
    table = Table(hands={"A": ["dodge", 3, 4, 5, 6]}, deck=[], discard=[]).play("A", "dodge")
    assert table.event("DeckReshuffled").order == ("dodge",)
    assert table.hand("A") == [3, 4, 5, 6, "dodge"]


@pytest.mark.rules("ARC-DECK-05")
def test_guards_and_hands_are_not_reshuffled() -> None:
    table = Table(
        hands={"A": ["dodge", ...]},
        deck=[],
        discard=[3, 3, 3],
        guards={"A": [("earth", 10)], "C": [("fire", "dispel")]},
    )
    table.play("A", "dodge")
    assert Counter(table.event("DeckReshuffled").order) == Counter(["power-3"] * 3 + ["dodge"])
    assert (table.guard_cards("A"), table.guard_cards("C")) == ([10], ["dispel"])
    assert table.hand("B") == [2] * 5


@pytest.mark.rules("ARC-DECK-06")
def test_only_power_cards_and_maneuvers_are_drawn_held_and_discarded() -> None:
    draw_deck = {*POWER_OF, *MANEUVERS}
    for reproduce, table, play in random_trials(9, mode="advanced"):
        for _ in play:
            pass
        for happened, trial in folds(table.start, table.log):
            assert set(cards_in(trial)) <= draw_deck, f"after {happened}: {reproduce}"
        assert table.logged("SchoolEntered") and table.logged("ShieldLost"), reproduce


@pytest.mark.rules("ARC-DECK-07")
def test_the_recorded_order_replays_the_same_and_nobody_is_shown_it() -> None:
    tables = []
    for reproduce, table, play in random_trials(9, mode="advanced"):
        for _ in play:
            pass
        if len(table.logged("DeckReshuffled")) >= 2:
            tables.append(table)
            first, second = [list(folds(table.start, table.log))[-1][1] for _ in range(2)]
            assert first == second == table.trial, reproduce
    table = tables[0]
    for event in table.logged("DeckReshuffled") + table.logged("DeckBuilt"):
        for seat in range(table.trial.seats + 1):
            assert redacted(event, seat).order is None
    for viewer in viewers(table):
        assert shown(table, viewer)["deck"] == len(table.deck)
    assert set(table.view(SPECTATOR).deck) <= {None}


@pytest.mark.rules("ARC-DECK-08", "ARC-AMB-24")
def test_with_no_card_left_one_plays_on_short() -> None:
    table = Table(hands={"A": ["dodge", 3, 4, 5]}, deck=[], discard=[]).play("A", "dodge")
    table.expects(target="B", phase="defend")
    assert table.hand("A") == [3, 4, 5, "dodge"]
    short = table.event("HandShort")
    assert (letter(short.seat), short.missing) == ("A", 1)


@pytest.mark.rules("ARC-AMB-24")
def test_a_short_hand_is_topped_up_at_its_own_next_change() -> None:
    hands: dict[str, Cards] = {"A": ["dodge", 3, 4, 5], "B": [9, ...]}
    table = Table(target="B", power=5, hands=hands, students={"B": "marina"}, deck=[6, 6, 6, 6, 6])
    table.ability("B", 2).play("B", power=9, target=None)
    assert len(table.hand("A")) == 4, "another hand changed, not this one"
    again = Table(hands=hands, deck=[6, 7, 8]).play("A", "dodge")
    assert again.hand("A") == [3, 4, 5, 6, 7]
    assert "HandShort" not in again.happened
