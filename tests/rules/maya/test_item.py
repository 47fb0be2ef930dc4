"""Items: they lie on spaces, also under units, and are taken or left at the end of an action."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.maya.events import ActionDeclared, ItemDeclined, ItemPicked
from domain.maya.game import MAYA
from domain.maya.hexes import Hex
from domain.maya.intents import ActivateCard, DeclineItem, PickUpItem
from domain.maya.state_arena import Ground, GroundItem
from tests.rules.maya.play import HOMES, Table, card, ground, made, spell

STEP = {"do": "move", "steps": 2}
JAB = {"do": "attack", "value": 10}
SHARD, LAMP = made("item", "shard"), made("item", "lamp")


def strewn(
    *items: tuple[str, tuple[int, int]], clauses: tuple[dict[str, Any], ...] = (STEP, JAB), **more: Any
) -> Table:
    """Items lie on the arena, and seat 1 has a card in use."""
    table = Table(cards=[SHARD, LAMP], **more).mat(card("deeds", *clauses)).activate()
    return table.having(ground=Ground(items=tuple(GroundItem(item, Hex(*at)) for item, at in items)))


def lying(table: Table) -> Counter[str]:
    """The items on the arena."""
    return Counter(one.item for one in table.state.ground.items)


@pytest.mark.rules("MAYA-ITEM-01", "MAYA-AMB-119")
def test_an_item_is_no_unit_and_nothing_stands_in_its_way() -> None:
    table = strewn(("shard", (0, 1)), ("lamp", (-1, 0)), clauses=(STEP, {"do": "attack", "value": 1, "range": 3}))
    assert {unit.kind for unit in table.state.units.values()} == {"champion"}
    assert table.aims("attack") == {"c2"}
    assert table.move((0, 1), (0, 2))["c1"].at == (0, 2)
    assert not table.state.frames


@pytest.mark.rules("MAYA-ITEM-02", "MAYA-AMB-119")
def test_any_number_of_items_share_a_space_also_under_a_unit() -> None:
    table = strewn(("shard", (0, 1)), ("shard", (0, 1)), ("lamp", (0, 1))).move((0, 1))
    assert table["c1"].at == (0, 1)
    assert [event.item for event in table.state.ground.items] == ["shard", "shard", "lamp"]
    for item in ("lamp", "shard", "shard"):
        table.do(PickUpItem(1, item))
    assert table.seat().purse.items == ("lamp", "shard", "shard")
    assert not table.state.ground.items


@pytest.mark.rules("MAYA-ITEM-03")
def test_who_stands_on_an_item_shuts_others_off_from_it() -> None:
    table = strewn(("shard", (1, 0)))
    table.refused(PickUpItem(1, "shard"), "ITEM_COVERED", "MAYA-ITEM-03")
    table.move((0, 1))
    assert not table.state.frames
    table.refused(PickUpItem(1, "shard"), "ITEM_COVERED", "MAYA-ITEM-03")


@pytest.mark.rules("MAYA-ITEM-04")
def test_at_the_end_of_an_action_a_unit_may_take_what_it_stands_on() -> None:
    table = strewn(("shard", (0, 1)))
    table.refused(PickUpItem(1, "shard"), "NOT_ASKED", "MAYA-ITEM-04")
    table.move((0, 1))
    assert table.pending == (1, "item")
    assert [offer.intent for offer in MAYA.offers(table.state, 1)] == [PickUpItem(1, "shard"), DeclineItem(1, "shard")]
    table.refused(ActivateCard(1, 1), "PENDING", "MAYA-ACT-10")
    table.refused(PickUpItem(2, "shard"), "NOT_YOUR_DECISION", "MAYA-ACT-10")
    table.refused(PickUpItem(1, "lamp"), "NOT_AN_OPTION", "MAYA-ITEM-04")
    table.do(PickUpItem(1, "shard"))
    assert table.one(ItemPicked) == ItemPicked(1, "shard", Hex(0, 1))
    assert not table.state.frames


@pytest.mark.rules("MAYA-ITEM-04")
def test_an_item_that_is_left_stays_and_is_offered_again_after_the_next_action() -> None:
    table = strewn(("shard", (0, 1)), clauses=(STEP, {"do": "defend", "value": 1})).move((0, 1))
    table.do(DeclineItem(1, "shard"))
    assert table.one(ItemDeclined) == ItemDeclined(1, "shard", Hex(0, 1))
    assert (lying(table), table.seat().purse.items) == (Counter(["shard"]), ())
    assert not table.state.frames
    assert table.defend().pending == (1, "item")


@pytest.mark.rules("MAYA-ITEM-04")
def test_an_allied_minion_takes_an_item_for_its_controller() -> None:
    table = strewn(("shard", (0, 4)), at=[(0, 0), (4, 0)]).minion((0, 3), hp=6, owner=1, kind="elder-komon")
    table.ally_step().minion_does("m1", 0, path=((0, 4),)).do(PickUpItem(1, "shard"))
    assert table.seat().purse.items == ("shard",)


@pytest.mark.rules("MAYA-ITEM-04")
def test_a_neutral_minion_takes_nothing() -> None:
    table = strewn(("shard", (2, 0)), at=[(0, 0), (-5, 0)]).minion((3, 0), hp=6, kind="big-stepper")
    table.having(marks=(("m1", 1),)).end_turn()
    table.idle(lambda now: now.state.phase != "aggro")
    assert [event.kind for event in table.log if isinstance(event, ActionDeclared)] == ["move"]
    assert lying(table) == Counter(["shard"])


@pytest.mark.rules("MAYA-ITEM-04", "MAYA-AMB-119")
def test_whoever_moves_onto_an_item_in_another_players_turn_may_take_it() -> None:
    slip = spell("slip", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "move", "steps": 1})
    table = Table(cards=[SHARD, LAMP, slip], reactions=True).mat(card("deeds", JAB)).hand(slip, seat=2)
    table.having(ground=Ground(items=(GroundItem("shard", Hex(2, 0)),)))
    table.activate().attack("c2").react("slip").asked(path=((2, 0),), seat=2)
    assert table.pending == (2, "item")
    table.do(PickUpItem(2, "shard"))
    assert (table.seat(2).purse.items, table.seat(1).purse.items) == (("shard",), ())
    assert table["c2"].hp == 10, "it is out of reach, and the attack goes on without a target"


@pytest.mark.rules("MAYA-ITEM-05", "MAYA-AMB-119")
def test_a_taken_item_is_on_the_players_mat_for_all_to_see_and_outlives_the_champion() -> None:
    table = strewn(("shard", (0, 1)), ("lamp", (0, 3)), arena=ground(spawns=HOMES)).move((0, 1))
    table.do(PickUpItem(1, "shard"))
    assert lying(table) == Counter(["lamp"])
    for viewer in (0, 1, 2):
        assert [side.purse.items for side in table.seen_by(viewer).seats] == [("shard",), ()]
    table.mat("deeds", seat=2).in_turn_of(2).activate().attack("c1", number=1)
    assert table["c1"].at is None
    assert table.seat(1).purse.items == ("shard",)


@pytest.mark.rules("MAYA-ITEM-04")
def test_each_item_is_taken_or_left_once_after_an_action() -> None:
    table = strewn(("shard", (0, 1)), ("lamp", (0, 1))).move((0, 1)).do(DeclineItem(1, "shard"))
    assert [offer.intent for offer in MAYA.offers(table.state, 1)] == [PickUpItem(1, "lamp"), DeclineItem(1, "lamp")]
    table.refused(PickUpItem(1, "shard"), "NOT_AN_OPTION", "MAYA-ITEM-04")
    table.do(PickUpItem(1, "lamp"))
    assert not table.state.frames
    assert (lying(table), table.seat().purse.items) == (Counter(["shard"]), ("lamp",))
