"""Preparing: one card from hand face-down in slot 1, or a random Memory Fragment."""

from __future__ import annotations

import pytest

from domain.kernel.chance import SealedChance
from domain.kernel.records import evolve
from domain.maya.events import CardPrepared, FragmentPoolShuffled
from domain.maya.intents import PrepareCard
from tests.rules.maya.play import Table, card, redacted, relic, spell

GO = card("go", {"do": "move", "steps": 1})
JAB = card("jab", {"do": "attack", "value": 1})
CALM = spell("calm", {"do": "energy", "gain": 1})
PLATE = relic("plate", {"do": "defend", "value": 1})
POOL = ("faint-step", "glimmer", "static")


def preparing(seats: int = 2, *, pool: tuple[str, ...] = POOL, **options: object) -> Table:
    """Every seat is asked for a card."""
    table = Table(seats=seats, **options).having(pool=pool)  # type: ignore[arg-type]
    for seat in range(1, seats + 1):
        table.mat(GO, GO, GO, seat=seat).hand(GO, JAB, CALM, PLATE, GO, seat=seat)
    return table.next_round()


@pytest.mark.rules("MAYA-PREP-01")
def test_an_action_card_from_hand_goes_face_down_into_slot_1() -> None:
    table = preparing().do(PrepareCard(1, "jab"))
    slot = table.seat(1).slots[0]
    assert (slot.card, slot.face_up, slot.activated) == ("jab", False, False)
    assert table.held() == ["go", "calm", "plate", "go"]


@pytest.mark.rules("MAYA-PREP-01")
def test_only_a_card_in_hand_can_be_prepared() -> None:
    preparing().refused(PrepareCard(1, "leverage"), "NOT_IN_HAND", "MAYA-PREP-01")


@pytest.mark.rules("MAYA-PREP-01", "MAYA-AMB-74")
def test_a_choice_is_final() -> None:
    table = preparing().do(PrepareCard(1, "jab"))
    for second in ("go", ""):
        table.refused(PrepareCard(1, second), "ALREADY_ANSWERED", "MAYA-AMB-74")


@pytest.mark.rules("MAYA-PREP-02", "MAYA-RELIC-01")
@pytest.mark.parametrize("name", ["calm", "plate"])
def test_spells_and_relics_do_not_go_into_a_slot(name: str) -> None:
    preparing().refused(PrepareCard(1, name), "NOT_AN_ACTION_CARD", "MAYA-PREP-02")


@pytest.mark.rules("MAYA-PREP-03", "MAYA-AMB-75")
def test_who_will_not_prepare_a_card_gets_a_random_fragment() -> None:
    table = preparing()
    table.script = {"fragments": [("static",)]}
    table.do(PrepareCard(1, ""))
    slot = table.seat(1).slots[0]
    assert (slot.card, slot.face_up) == ("static", False)
    assert len(table.held()) == 5
    assert table.state.pool == ("faint-step", "glimmer")


@pytest.mark.rules("MAYA-PREP-03")
def test_who_cannot_prepare_a_card_is_offered_just_the_fragment() -> None:
    table = preparing().hand(CALM, PLATE)
    assert [offer.intent for offer in table.offers()] == [PrepareCard(1, "")]


@pytest.mark.rules("MAYA-PREP-04")
def test_the_pool_is_shuffled_before_each_draw() -> None:
    table = preparing()
    for seat, left in ((1, 3), (2, 2)):
        table.do(PrepareCard(seat, ""))
        kinds = table.kinds
        assert kinds.index("FragmentPoolShuffled") + 1 == kinds.index("CardPrepared")
        assert table.one(FragmentPoolShuffled).count == left
    drawn = set()
    for seed in range(12):
        table = preparing()
        table.chance = SealedChance(seed.to_bytes(32, "big"), 0)
        drawn.add(table.do(PrepareCard(1, "")).seat(1).slots[0].card)
    assert drawn == set(POOL)


@pytest.mark.rules("MAYA-PREP-04", "MAYA-AMB-73")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_nobody_knows_a_drawn_fragment_before_the_flip(viewer: int) -> None:
    table = preparing().do(PrepareCard(1, ""))
    assert table.one(CardPrepared).source == "fragment"
    assert not any("faint-step" in str(redacted(event, viewer)) for event in table.events)
    seen = table.seen_by(viewer)
    assert (seen.seat(1).slots[0].card, seen.pool) == (None, (None, None))
    table.do(PrepareCard(2, "go"))
    assert table.seen_by(viewer).seat(1).slots[0].card == "faint-step"


@pytest.mark.rules("MAYA-PREP-05", "MAYA-CORE-04")
def test_the_flip_waits_for_all_and_shows_nothing_before() -> None:
    table = preparing(3).do(PrepareCard(1, "jab"))
    assert table.state.phase == "prepare"
    assert table.asked_seats() == [2, 3]
    assert [table.seen_by(viewer).seat(1).slots[0].card for viewer in (0, 1, 2, 3)] == [None, "jab", None, None]
    table.do(PrepareCard(3, "go"))
    assert table.asked_seats() == [2]
    table.do(PrepareCard(2, "go"))
    assert [table.seen_by(3).seat(seat).slots[0].card for seat in (1, 2, 3)] == ["jab", "go", "go"]


@pytest.mark.rules("MAYA-AMB-72")
def test_where_fragments_run_out_a_slot_stays_empty_and_its_player_goes_last() -> None:
    table = preparing(3, pool=("glimmer",), fragments_to_discard=True)
    table.having(tracks=evolve(table.state.tracks, tiebreak=(2, 3, 1)))
    table.do(PrepareCard(1, "")).do(PrepareCard(2, "")).do(PrepareCard(3, ""))
    assert [table.slots(seat)[0] for seat in (1, 2, 3)] == ["glimmer", "", ""]
    assert table.state.tracks.initiative == (1, 2, 3)
    assert table.state.tracks.tiebreak == (3, 1, 2)
