"""Slide: every mat moves on by one, and what leaves it pays."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.events import CardsSlid, EnergyChanged
from domain.maya.evolving.changing import with_seat
from domain.maya.packs import pack_of
from tests.rules.maya.play import Table, card

A, B, C = (card(name, {"do": "move", "steps": 1}, gain=3) for name in ("a-card", "b-card", "c-card"))
PARTING = card("parting", {"when": "on_exit", "do": "defend", "value": 1}, gain=1)


def before_slide(seats: int = 2, **options: object) -> Table:
    """A table whose round is over, with full mats and no Energy."""
    table = Table(seats=seats, **options)  # type: ignore[arg-type]
    for seat in range(1, seats + 1):
        table.mat(A, B, C, seat=seat).hand(*[A] * 5, seat=seat).purse(seat, energy=0)
    return table


@pytest.mark.rules("MAYA-SLIDE-01")
def test_shifting_and_energy_come_first_then_on_exit_then_preparing() -> None:
    table = before_slide().mat(A, B, PARTING).next_round()
    kinds = [
        kind for kind in table.kinds if kind in ("CardsSlid", "EnergyChanged", "TimedEffectUsed", "DefenceChanged")
    ]
    assert kinds == ["CardsSlid", "EnergyChanged", "EnergyChanged", "TimedEffectUsed", "DefenceChanged"]
    assert table.kinds[-1] == "PhaseEntered"
    assert table.state.phase == "prepare"


@pytest.mark.rules("MAYA-SLIDE-02", "MAYA-CORE-02")
def test_all_mats_shift_one_slot_to_the_right_at_once() -> None:
    table = before_slide(3).next_round()
    assert [slide.seat for slide in table.one(CardsSlid).slides] == [1, 2, 3]
    for seat in (1, 2, 3):
        assert table.slots(seat) == ["", "a-card", "b-card"]


@pytest.mark.rules("MAYA-SLIDE-03", "MAYA-CORE-02", "MAYA-AMB-110")
def test_what_leaves_lies_open_on_top_of_its_owners_discard_pile() -> None:
    table = before_slide().discard(A, B).next_round()
    assert table.discards(1) == ["a-card", "b-card", "c-card"]
    assert table.discards(2) == ["c-card"]
    for viewer in (0, 2):
        assert table.seen_by(viewer).seat(1).cards.discard == ("a-card", "b-card", "c-card")


@pytest.mark.rules("MAYA-SLIDE-04")
def test_the_starting_fragments_leave_in_the_first_three_rounds() -> None:
    table = Table.dealt(seed=4)
    for played in (1, 2, 3):
        table.prepare(*[str(table.held(seat)[0]) for seat in (1, 2)])
        table.idle(lambda now: now.state.phase == "prepare")
        assert table.state.round == played + 1
    fragments = pack_of(table.state).fragments
    leavers = [slide.leaver for event in table.log if event.TYPE == "CardsSlid" for slide in event.slides]
    assert len(leavers) == 8
    assert all(leaver in fragments for leaver in leavers[:6])
    assert not any(leaver in fragments for leaver in leavers[6:])


@pytest.mark.rules("MAYA-SLIDE-05", "MAYA-CORE-02", "MAYA-TRACK-05", "MAYA-UPG-07")
@pytest.mark.parametrize(("modifier", "total"), [(0, 3), (1, 4), (3, 6)])
def test_the_printed_gain_and_the_energy_modifier_are_paid(modifier: int, total: int) -> None:
    table = before_slide()
    side = table.seat(1)
    table.state = with_seat(table.state, evolve(side, growth=evolve(side.growth, energy_modifier=modifier)))
    table.next_round()
    paid = [change for change in table.happened(EnergyChanged) if change.seat == 1]
    assert paid == [EnergyChanged(1, total, "slide", total, 3, modifier)]
    assert (table.energy_of(1), table.energy_of(2)) == (total, 3)


@pytest.mark.rules("MAYA-SLIDE-06", "MAYA-AMB-89")
def test_the_player_of_a_fallen_champion_slides_and_gains_as_well() -> None:
    table = before_slide().off("c1").next_round()
    assert (table.slots(1), table.energy_of(1)) == (["", "a-card", "b-card"], 3)


@pytest.mark.rules("MAYA-SLIDE-07", "MAYA-AMB-71")
def test_a_fragment_that_slid_off_goes_back_to_the_pool() -> None:
    table = before_slide().mat(A, B, "faint-step").having(pool=("glimmer",)).next_round()
    assert table.state.pool == ("glimmer", "faint-step")
    assert (table.discards(), table.energy_of()) == ([], 3)
    assert [(slide.leaver, slide.destination) for slide in table.one(CardsSlid).slides] == [
        ("faint-step", "pool"),
        ("c-card", "discard"),
    ]


@pytest.mark.rules("MAYA-AMB-71")
def test_a_table_may_let_fragments_go_to_the_discard_pile_instead() -> None:
    table = before_slide(fragments_to_discard=True).mat(A, B, "faint-step").having(pool=("glimmer",)).next_round()
    assert table.discards() == ["faint-step"]
    assert table.state.pool == ("glimmer",)
    assert table.one(CardsSlid).slides[0].destination == "discard"
