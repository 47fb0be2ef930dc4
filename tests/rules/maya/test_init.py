"""The flip and the turn order of the round."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.events import CardsFlipped, InitiativeSet
from domain.maya.evolving.changing import with_seat
from domain.maya.intents import PrepareCard
from tests.rules.maya.play import Table, card

GO = card("go", {"do": "move", "steps": 1})
GAINS = [card(f"gain-{gain}", {"do": "move", "steps": 1}, gain=gain) for gain in range(5)]


def ordered(*gains: int | str, tiebreak: tuple[int, ...] = ()) -> Table:
    """Seats 1, 2, ... turn up cards of these gains, or a fragment by name."""
    seats = len(gains)
    table = Table(seats=seats)
    track = tiebreak or tuple(range(1, seats + 1))
    for seat, gain in enumerate(gains, start=1):
        wanted = GAINS[gain] if isinstance(gain, int) else GO
        table.mat(GO, GO, GO, seat=seat).hand(*[wanted] * 5, seat=seat)
    fragments = tuple(gain for gain in gains if isinstance(gain, str))
    table.having(tracks=evolve(table.state.tracks, tiebreak=track)).next_round(pool=fragments)
    for seat, gain in enumerate(gains, start=1):
        table.do(PrepareCard(seat, f"gain-{gain}" if isinstance(gain, int) else ""))
    return table


@pytest.mark.rules("MAYA-INIT-01", "MAYA-CORE-04")
def test_all_cards_are_turned_up_together() -> None:
    table = ordered(1, 2, 3)
    assert [(flip.seat, flip.card) for flip in table.one(CardsFlipped).flips] == [
        (1, "gain-1"),
        (2, "gain-2"),
        (3, "gain-3"),
    ]
    assert all(table.seat(seat).slots[0].face_up for seat in (1, 2, 3))


@pytest.mark.rules("MAYA-INIT-02", "MAYA-CORE-05")
def test_the_lowest_printed_gain_goes_first() -> None:
    table = ordered(3, 1, 2)
    assert table.one(InitiativeSet).order == (2, 3, 1)
    assert table.state.turn.seat == 2


@pytest.mark.rules("MAYA-INIT-02", "MAYA-AMB-77")
def test_an_energy_modifier_changes_nothing_in_the_order() -> None:
    table = Table()
    for seat, gain in ((1, 1), (2, 2)):
        table.mat(GO, GO, GO, seat=seat).hand(*[GAINS[gain]] * 5, seat=seat)
    side = table.seat(1)
    table.state = with_seat(table.state, evolve(side, growth=evolve(side.growth, energy_modifier=3)))
    table.next_round().prepare("gain-1", "gain-2")
    assert table.one(InitiativeSet).order == (1, 2)


@pytest.mark.rules("MAYA-INIT-03")
def test_a_fragment_ranks_by_its_own_gain() -> None:
    # A Faint Step pays 3.
    assert ordered(4, "faint-step", 2).one(InitiativeSet).order == (3, 2, 1)


@pytest.mark.rules("MAYA-INIT-04", "MAYA-INIT-05")
def test_in_a_tie_who_is_ahead_on_the_tiebreak_track_goes_first_and_then_to_its_end() -> None:
    table = ordered(3, 1, 1, tiebreak=(2, 3, 1))
    assert table.one(InitiativeSet) == InitiativeSet((2, 3, 1), ((2, 3),), (3, 1, 2))
    other = ordered(3, 1, 1, tiebreak=(3, 2, 1))
    assert other.state.tracks.initiative == (3, 2, 1)
    assert other.state.tracks.tiebreak == (2, 1, 3)


@pytest.mark.rules("MAYA-INIT-06")
def test_without_a_tie_the_tiebreak_track_stays() -> None:
    table = ordered(3, 1, 2, tiebreak=(3, 1, 2))
    assert (table.one(InitiativeSet).ties, table.state.tracks.tiebreak) == ((), (3, 1, 2))


@pytest.mark.rules("MAYA-INIT-07", "MAYA-AMB-76")
@pytest.mark.parametrize(
    ("gains", "tiebreak", "order", "after"),
    [
        ((2, 2, 2), (1, 2, 3), (1, 2, 3), (3, 1, 2)),
        ((2, 2, 2), (3, 1, 2), (3, 1, 2), (2, 3, 1)),
        ((2, 2, 2, 2), (4, 2, 1, 3), (4, 2, 1, 3), (3, 4, 2, 1)),
        ((1, 2, 2, 2), (1, 2, 3, 4), (1, 2, 3, 4), (1, 4, 2, 3)),
        ((3, 3, 1, 1), (1, 2, 3, 4), (3, 4, 1, 2), (2, 4, 3, 1)),
        ((1, 1, 3, 3), (1, 2, 3, 4), (1, 2, 3, 4), (2, 4, 1, 3)),
    ],
)
def test_ties_are_settled_one_by_one_from_the_lowest_gain_up(
    gains: tuple[int, ...], tiebreak: tuple[int, ...], order: tuple[int, ...], after: tuple[int, ...]
) -> None:
    table = ordered(*gains, tiebreak=tiebreak)
    assert (table.state.tracks.initiative, table.state.tracks.tiebreak) == (order, after)
