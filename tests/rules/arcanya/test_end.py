"""The end of the trial: when it comes, the score, ties."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.intents import DiscardAfterHit, PlayDodge, PlayPower, TakeHit
from tests.rules.arcanya.play import Cards, Table, letter
from tests.rules.arcanya.playouts import random_trials

Won = list[tuple[int, str]]


def last_hit(power: int = 11, **given: Any) -> Table:
    """A holds the last Shield, cannot defend, and takes the hit; the sender (D unless named) gets it."""
    return Table(power=power, **{**given, "shields": {**given.get("shields", {}), "A": (1,)}}).hit("A")


@pytest.mark.rules("ARC-END-01")
def test_the_most_victory_points_win() -> None:
    table = Table(
        power=9,
        target="D",
        sender="B",
        shields={"A": (1,), "C": (2, 1), "D": (1,)},
        won={"A": [(3, "D"), (3, "C")], "B": [(2, "D")], "C": [(3, "A")], "D": [(2, "A")]},
    )
    table.hit("D")
    assert table.scores == {"A": 7, "B": 9, "C": 6, "D": 2}
    assert table.winners == ["B"]


@pytest.mark.rules("ARC-END-02")
def test_eight_points_in_won_shields_end_the_trial() -> None:
    table = Table(power=9, sender="D", won={"D": [(3, "B"), (3, "C")]}, shields={"A": (2, 1)}).hit("A")
    table.expects(phase="ended", asked=None)
    assert table.reasons == ["points"]
    assert table.student("D").won_points == 8


@pytest.mark.rules("ARC-END-03")
def test_seven_are_not_enough_and_more_than_eight_are() -> None:
    seven = Table(power=9, sender="D", won={"D": [(3, "B"), (2, "B")]}, shields={"A": (2, 1)}).hit("A")
    seven.expects(phase="hit_discard")
    assert seven.student("D").won_points == 7
    ten = Table(power=9, sender="D", won={"D": [(3, "B"), (2, "B"), (2, "C")]}).hit("A")
    assert ten.student("D").won_points == 10
    assert ten.reasons == ["points"]


@pytest.mark.rules("ARC-END-04")
def test_own_shields_do_not_count_toward_the_eight() -> None:
    table = Table(power=9, sender="D", won={"D": [(3, "B")]}).hit("A")
    student = table.student("D")
    assert (student.won_points, student.kept_points) == (6, 6)
    table.expects(phase="hit_discard")


@pytest.mark.rules("ARC-END-05")
def test_a_lost_last_shield_ends_the_trial() -> None:
    table = last_hit()
    assert table.reasons == ["elimination"]
    assert letter(table.event("EndTriggered").seat) == "A"
    assert table.event("GameEnded").reasons == ("elimination",)


@pytest.mark.rules("ARC-END-06")
def test_nobody_plays_on_after_the_end() -> None:
    table = last_hit(hands={"B": ["dodge", ...]}).expects(phase="ended", asked=None)
    for seat in (1, 2, 3, 4):
        assert table.offers(seat) == []
        for intent in (PlayPower(seat, "power-2"), PlayDodge(seat), TakeHit(seat), DiscardAfterHit(seat, ())):
            table.refuses("GAME_OVER", "ARC-END-06").do(intent)


@pytest.mark.rules("ARC-END-06")
def test_no_seat_is_ever_skipped() -> None:
    for reproduce, table, play in random_trials(27):
        for _ in play:
            if table.trial.ending is None:
                assert all(student.shields for student in table.trial.students), reproduce


@pytest.mark.rules("ARC-END-07")
def test_the_check_comes_after_the_shield_was_handed_over() -> None:
    table = Table(power=9, sender="D", won={"D": [(3, "B"), (3, "C")]}, shields={"A": (2, 1)}).hit("A")
    assert table.happened[:3] == ["HitTaken", "ShieldLost", "EndTriggered"]
    assert "SphereCreated" not in table.happened
    assert table.won("D") == [(3, "B"), (3, "C"), (2, "A")]


@pytest.mark.rules("ARC-END-08")
def test_after_the_end_nothing_is_drawn_or_discarded() -> None:
    table = last_hit(hands={"A": [2, 3, 5, 5]})
    assert table.hand("A") == [2, 3, 5, 5]
    assert not {"CardsDrawn", "CardsDiscarded", "SphereCreated", "GuardsCleared"} & set(table.happened)


@pytest.mark.rules("ARC-END-09")
def test_the_score_is_won_shields_and_own_shields_kept() -> None:
    table = last_hit(sender="C", shields={"D": (2, 1)}, won={"D": [(3, "B"), (2, "B")]})
    score = table.trial.scores[3]
    assert (score.won, score.kept, score.total) == (5, 3, 8)
    assert table.scores["D"] == 8


@pytest.mark.rules("ARC-END-10")
def test_who_reaches_eight_does_not_win_by_it() -> None:
    table = Table(
        power=9,
        sender="D",
        shields={"A": (2, 1), "C": (1,), "D": (1,)},
        won={"D": [(3, "A"), (3, "C")], "B": [(2, "D"), (2, "C")]},
    )
    table.hit("A")
    assert table.reasons == ["points"]
    assert (table.scores["D"], table.scores["B"]) == (9, 10)
    assert table.winners == ["B"]


@pytest.mark.rules("ARC-END-11")
def test_who_lost_the_last_shield_scores_and_may_win() -> None:
    won: dict[str, Won] = {"A": [(3, "B"), (2, "B"), (2, "C")], "C": [(2, "D")], "D": [(2, "C")]}
    table = last_hit(sender="D", shields={"C": (2, 1), "D": (2, 1)}, won=won)
    assert table.scores == {"A": 7, "B": 6, "C": 5, "D": 6}
    assert table.winners == ["A"]


def tied(a: Cards, b: Cards, c: Cards = (...,)) -> Table:
    """D is hit for the last time by C; A and B have 9 points each, C has 6."""
    table = Table(
        power=11,
        target="D",
        sender="C",
        shields={"A": (3, 2, 1), "B": (3, 2, 1), "C": (2, 1), "D": (1,)},
        won={"A": [(3, "C")], "B": [(3, "D")], "C": [(2, "D")]},
        hands={"A": a, "B": b, "C": c},
    )
    table.hit("D")
    assert table.scores == {"A": 9, "B": 9, "C": 6, "D": 0}
    return table


@pytest.mark.rules("ARC-END-12")
def test_a_tie_is_broken_by_the_power_in_hand() -> None:
    table = tied(a=[10, 9, 2, "dodge"], b=[6, 6, 6, "alter"])
    assert [(letter(one.seat), one.power_in_hand) for one in table.trial.tiebreak] == [("A", 21), ("B", 18)]
    assert table.winners == ["A"]
    assert tied(a=[6, 6, 6, "alter"], b=[10, 9, 2, "dodge"]).winners == ["B"]


@pytest.mark.rules("ARC-END-13")
def test_maneuvers_count_nothing_in_a_tie() -> None:
    table = tied(a=["dodge", "dodge", "alter", 2], b=[3])
    assert [one.power_in_hand for one in table.trial.tiebreak] == [2, 3]
    assert table.winners == ["B"]


@pytest.mark.rules("ARC-END-14")
def test_only_those_tied_for_first_compare_hands() -> None:
    table = tied(a=[10, 9], b=[6, 6], c=[10, 10, 10, 10, 10])
    assert [letter(event.seat) for event in table.logged("HandsRevealed")] == ["A", "B"]
    assert [letter(one.seat) for one in table.trial.tiebreak] == ["A", "B"]
    assert table.winners == ["A"]
    assert table.view("B").hand("C") == [None] * 5
    assert table.view("D").hand("A") == [10, 9]


@pytest.mark.rules("ARC-END-14")
def test_without_a_tie_no_hand_is_shown() -> None:
    table = last_hit(sender="D")
    assert table.winners == ["D"]
    assert "HandsRevealed" not in table.happened
    assert table.trial.tiebreak == ()


@pytest.mark.rules("ARC-END-15")
def test_no_shield_is_lost_from_the_table() -> None:
    for reproduce, table, play in random_trials(45, mode="advanced"):
        for _ in play:
            pass
        kept = sum([len(student.shields) for student in table.trial.students])
        won = sum([len(student.won) for student in table.trial.students])
        aside = sum([event.recipient is None for event in table.logged("ShieldLost")])
        assert kept + won + aside == 3 * table.trial.seats, reproduce
        points = sum(table.scores.values())
        assert points == 6 * table.trial.seats or aside, reproduce
        taken = [(letter(e.recipient), e.level, letter(e.seat)) for e in table.logged("ShieldLost")]
        held = [(letter(s.seat), w.level, letter(w.from_seat)) for s in table.trial.students for w in s.won]
        assert sorted(map(str, taken)) == sorted(map(str, held)) or aside, reproduce


@pytest.mark.rules("ARC-END-16", "ARC-AMB-26")
def test_still_tied_they_share_the_win() -> None:
    table = tied(a=[9, 9], b=[6, 6, 6])
    assert [one.power_in_hand for one in table.trial.tiebreak] == [18, 18]
    assert table.winners == ["A", "B"]
