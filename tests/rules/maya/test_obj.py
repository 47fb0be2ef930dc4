"""Objectives: whose deeds fulfil them, one claim a round, tokens and what they pay, starters, the row."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.content.loader import load_pack
from domain.maya.events import (
    DamageDealt,
    MinionKilled,
    ObjectiveClaimed,
    ObjectiveOpened,
    ObjectivesCleared,
    ObjectiveStarterChanged,
    XpChanged,
)
from domain.maya.intents import ClaimObjective, EndActionPhase
from domain.maya.state import Objectives, OpenObjective
from tests.rules.maya.play import Table, card, ground, spell

GO = card("go", {"do": "move", "steps": 1})
HIT = card("hit", {"do": "attack", "value": 3}, {"do": "attack", "value": 3}, {"do": "move", "steps": 1})
BLAST = {"do": "damage", "value": 5, "target": {"each": "enemy entity", "within": 1}}


def objective(name: str, *tokens: int, side: int = 0) -> OpenObjective:
    """An objective of the box lying open, with tokens on it."""
    printed = load_pack().objectives[name]
    return OpenObjective(name, side, printed.sides[side].xp, printed.starter, tokens)


def row(*cards: str | OpenObjective, deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()) -> Objectives:
    """The objective area."""
    return Objectives(tuple(objective(one) if isinstance(one, str) else one for one in cards), deck, discard)


def set_out(*cards: str | OpenObjective, deck: tuple[str, ...] = (), **more: Any) -> Table:
    """Objectives lie open, everybody has full mats and hands, and seat 1's attack is in use."""
    table = Table(**more).having(objectives=row(*cards, deck=deck))
    for seat in range(1, len(table.state.seats) + 1):
        table.mat(HIT, GO, GO, seat=seat).hand(*[GO] * 5, seat=seat)
    return table.activate()


def acting(table: Table, seat: int) -> Table:
    """A seat's Action Phase, in this round or after the next Refresh."""
    return table.having(phase="turn", step="action").in_turn_of(seat)


def xp(table: Table) -> list[int]:
    """Everybody's XP."""
    return [side.purse.xp for side in table.state.seats]


def lying(table: Table) -> list[str]:
    """The open objectives."""
    return [one.id for one in table.state.objectives.open]


# Whose deeds.


@pytest.mark.rules("MAYA-OBJ-02", "MAYA-AMB-65")
def test_a_deed_on_another_players_turn_does_not_count() -> None:
    counter = spell("counter", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": [BLAST]})
    table = set_out("first-trophy", "whetstone", reactions=True).hand(counter).minion((0, 1), hp=3)
    table.mat(HIT, GO, GO, seat=2).in_turn_of(2).activate().attack("c1").react("counter", seat=1)
    assert [event.seat for event in table.log if isinstance(event, MinionKilled)] == [1]
    acting(table, 1)
    for name in ("first-trophy", "whetstone"):
        table.refused(ClaimObjective(1, name), "NOT_FULFILLED", "MAYA-OBJ-02")


@pytest.mark.rules("MAYA-OBJ-02")
def test_a_deed_in_the_start_of_the_own_turn_does_not_count() -> None:
    dawn = card("dawn", {"when": "start_of_turn", "do": [BLAST]}, {"do": "move", "steps": 1})
    table = set_out("first-trophy").mat(dawn, GO, GO).minion((0, 1), hp=3).begins(1).timed("mat:1:dawn.0")
    assert table.one(MinionKilled).seat == 1
    assert table.state.step == "action"
    table.refused(ClaimObjective(1, "first-trophy"), "NOT_FULFILLED", "MAYA-OBJ-02")


@pytest.mark.rules("MAYA-OBJ-03", "MAYA-AMB-65")
def test_what_an_allied_minion_does_is_not_the_champions_deed() -> None:
    table = set_out("first-trophy", "whetstone", at=[(-4, 0), (4, 0)]).minion((0, 0), hp=6, owner=1, kind="elder-komon")
    table.minion((1, 0), hp=3, name="m2").ally_step().minion_does("m1", 1, "m2")
    assert table.one(MinionKilled).seat == 1
    table.minion_ends()
    for name in ("first-trophy", "whetstone"):
        table.refused(ClaimObjective(1, name), "NOT_FULFILLED", "MAYA-OBJ-02")


@pytest.mark.rules("MAYA-OBJ-03", "MAYA-AMB-65")
def test_a_teammates_answer_in_the_own_action_phase_is_the_teammates_deed() -> None:
    ward = spell("ward", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "defend", "value": 1})
    riposte = spell("riposte", {"when": "reaction", "answers": {"to": ["spell"]}, "do": [BLAST]})
    table = Table(seats=4, reactions=True, at=[(0, 0), (1, 0), (3, 0), (-4, 0)])
    table.having(objectives=row("first-trophy")).mat(HIT, GO, GO).hand(ward, seat=2).hand(riposte, seat=3)
    table.minion((3, 1), hp=3).activate().attack("c2").react("ward").react("riposte", seat=3)
    assert table.one(MinionKilled).seat == 3
    table.refused(ClaimObjective(1, "first-trophy"), "NOT_FULFILLED", "MAYA-OBJ-02")


@pytest.mark.rules("MAYA-OBJ-03", "MAYA-AMB-65")
def test_hp_that_others_take_in_the_own_action_phase_is_not_counted() -> None:
    poke = card("poke", {"do": "attack", "value": 1}, {"do": "attack", "value": 2})
    ward = spell("ward", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": [BLAST]})
    riposte = spell("riposte", {"when": "reaction", "answers": {"to": ["spell"]}, "do": [BLAST]})
    table = Table(seats=4, reactions=True, at=[(0, 0), (1, 0), (3, 0), (-4, 0)])
    table.having(objectives=row("whetstone")).mat(poke, GO, GO).hand(ward, seat=2).hand(riposte, seat=3)
    table.minion((3, 1), hp=6).minion((2, 0), hp=6, name="m2").activate().attack("c2").react("ward")
    table.react("riposte", seat=3)
    hits = [event for event in table.log if isinstance(event, DamageDealt)]
    assert {(hit.seat, hit.target, hit.lost) for hit in hits} >= {(3, "m1", 5), (2, "m2", 1), (1, "c2", 1)}
    table.refused(ClaimObjective(1, "whetstone"), "NOT_FULFILLED", "MAYA-OBJ-02")
    # With two more the champion has taken the 3 HP itself.
    table.attack("c2", number=2)
    assert table.do(ClaimObjective(1, "whetstone")).seat().purse.xp == 1


@pytest.mark.rules("MAYA-AMB-65")
def test_what_an_own_object_does_in_the_action_phase_is_the_champions_deed() -> None:
    shot = card("shot", {"do": "attack", "value": 3, "by": "each engram"})
    table = Table("ada", "dov", quiet=True, at=[(0, 0), (4, 0)]).having(objectives=row("first-trophy"))
    table.mat(shot).activate().engram((2, -2)).minion((3, -2), hp=3)
    table.take(0)
    while table.state.frames:
        table.do(table.offers()[0].intent)
    assert "m1" not in table.state.units
    assert table.do(ClaimObjective(1, "first-trophy")).seat().purse.xp == 2


# When a claim is made.


@pytest.mark.rules("MAYA-AMB-64")
def test_a_claim_is_made_at_any_time_after_the_deed_in_that_phase_or_not_at_all() -> None:
    table = set_out("whetstone")
    table.refused(ClaimObjective(1, "whetstone"), "NOT_FULFILLED", "MAYA-OBJ-02")
    table.attack("c2")
    assert not table.happened(ObjectiveClaimed)
    assert table.offered(ClaimObjective) == [ClaimObjective(1, "whetstone")]
    table.move((0, 1))
    late = table.state
    assert table.do(ClaimObjective(1, "whetstone")).seat().purse.xp == 1
    # Left unclaimed, it is lost with the phase.
    table.having(objectives=late.objectives, seats=late.seats).do(EndActionPhase(1))
    table.refused(ClaimObjective(1, "whetstone"), "WRONG_STEP", "MAYA-ACT-15")
    acting(table, 1).refused(ClaimObjective(1, "whetstone"), "NOT_FULFILLED", "MAYA-OBJ-02")


@pytest.mark.rules("MAYA-AMB-64")
@pytest.mark.parametrize(("before", "enough"), [(4, True), (3, False)])
def test_defence_that_was_enough_earlier_in_the_phase_may_still_be_claimed(before: int, enough: bool) -> None:
    table = set_out("turtle", arena=ground(spikes=[(0, 1)])).unit("c1", defence=before).move((0, 1))
    assert table["c1"].defence == before - 1
    if not enough:
        table.refused(ClaimObjective(1, "turtle"), "NOT_FULFILLED", "MAYA-OBJ-02")
        return
    assert table.offered(ClaimObjective) == [ClaimObjective(1, "turtle")]
    assert table.do(ClaimObjective(1, "turtle")).seat().purse.xp == 1


@pytest.mark.rules("MAYA-OBJ-13", "MAYA-AMB-64")
def test_a_claim_names_one_open_card() -> None:
    table = set_out("turtle", deck=("armoury",)).unit("c1", defence=4)
    table.refused(ClaimObjective(1, "armoury"), "NOT_OPEN", "MAYA-OBJ-13")
    table.refused(ClaimObjective(1, ""), "NOT_OPEN", "MAYA-OBJ-13")


@pytest.mark.rules("MAYA-OBJ-04")
def test_one_objective_a_round_is_completed() -> None:
    table = set_out("turtle", "whetstone", "armoury", deck=("scholar",)).unit("c1", defence=4).attack("c2")
    table.do(ClaimObjective(1, "turtle"))
    table.refused(ClaimObjective(1, "whetstone"), "CLAIMED_THIS_ROUND", "MAYA-OBJ-04")
    assert not table.offered(ClaimObjective)
    table.next_round().mat(HIT)
    acting(table, 1).activate().attack("c2")
    assert table.do(ClaimObjective(1, "whetstone")).seat().purse.xp == 2


@pytest.mark.rules("MAYA-OBJ-12")
def test_a_starter_is_the_one_objective_of_the_round_as_well() -> None:
    table = set_out("turtle", "whetstone").unit("c1", defence=4).attack("c2").do(ClaimObjective(1, "whetstone"))
    table.refused(ClaimObjective(1, "turtle"), "CLAIMED_THIS_ROUND", "MAYA-OBJ-04")


@pytest.mark.rules("MAYA-OBJ-04")
def test_the_claim_of_one_player_leaves_the_others_theirs() -> None:
    table = set_out("turtle", "scholar").unit("c1", defence=4).unit("c2", defence=4).do(ClaimObjective(1, "turtle"))
    assert acting(table, 2).offered(ClaimObjective, seat=2) == [ClaimObjective(2, "turtle")]


# Tokens and XP.


@pytest.mark.rules("MAYA-OBJ-05", "MAYA-OBJ-06")
def test_the_first_token_earns_what_is_printed() -> None:
    table = set_out("armoury", "turtle").unit("c1", defence=4)
    table.relic("bell-of-the-third-watch", 1).relic("hooked-chain", 2).purse(xp=1).do(ClaimObjective(1, "armoury"))
    assert [one.tokens for one in table.state.objectives.open] == [(1,), ()]
    assert table.one(ObjectiveClaimed) == ObjectiveClaimed(1, "armoury", True, 2)
    assert table.one(XpChanged) == XpChanged(1, 2, 3, "objective")


@pytest.mark.rules("MAYA-OBJ-07")
def test_later_claimants_of_a_card_get_one_xp_each() -> None:
    table = set_out(objective("armoury", 1), "turtle", seats=3)
    for seat in (2, 3):
        table.relic("bell-of-the-third-watch", 1, seat=seat).relic("hooked-chain", 2, seat=seat)
        acting(table, seat).do(ClaimObjective(seat, "armoury"))
        assert table.one(ObjectiveClaimed) == ObjectiveClaimed(seat, "armoury", False, 1)
    assert xp(table) == [0, 1, 1]
    assert table.state.objectives.open[0].tokens == (1, 2, 3)


@pytest.mark.rules("MAYA-OBJ-08", "MAYA-OBJ-09")
def test_a_starter_pays_everybody_who_completes_it_and_takes_no_token() -> None:
    table = set_out(objective("whetstone", side=1), "turtle").attack("c2").attack("c2", number=2)
    table.do(ClaimObjective(1, "whetstone"))
    acting(table, 2).unit("c2", hp=9).activate().attack("c1").attack("c1", number=2).do(ClaimObjective(2, "whetstone"))
    assert xp(table) == [2, 2]
    assert [one.tokens for one in table.state.objectives.open] == [(), ()]
    table.next_round()
    assert not table.happened(ObjectivesCleared)


# Starters.


@pytest.mark.rules("MAYA-OBJ-10", "MAYA-AMB-63")
def test_a_completed_starter_flips_at_the_next_refresh() -> None:
    table = set_out("lay-of-the-land", "whetstone", "turtle", "scholar").attack("c2").do(ClaimObjective(1, "whetstone"))
    whetstone = table.state.objectives.open[1]
    # Until then it is what it was for the others.
    assert (whetstone.side, whetstone.reward) == (0, 1)
    acting(table, 2).activate().attack("c1").do(ClaimObjective(2, "whetstone"))
    assert xp(table) == [1, 1]
    table.next_round()
    assert table.one(ObjectiveStarterChanged) == ObjectiveStarterChanged("whetstone", "flip", 2)
    assert lying(table) == ["lay-of-the-land", "whetstone", "turtle", "scholar"]
    assert [(one.side, one.reward) for one in table.state.objectives.open] == [(0, 1), (1, 2), (0, 1), (0, 1)]


@pytest.mark.rules("MAYA-OBJ-10", "MAYA-AMB-63")
def test_a_starter_done_with_is_removed_at_the_next_refresh() -> None:
    table = set_out(objective("whetstone", side=1), "turtle", "scholar", "armoury", deck=("warband",))
    table.attack("c2").attack("c2", number=2).do(ClaimObjective(1, "whetstone"))
    assert lying(table)[0] == "whetstone"
    table.next_round()
    assert table.one(ObjectiveStarterChanged).change == "remove"
    assert lying(table) == ["turtle", "scholar", "armoury", "warband"]


@pytest.mark.rules("MAYA-OBJ-10")
def test_a_starter_nobody_completed_stays_as_it_is() -> None:
    table = set_out("lay-of-the-land", "whetstone", "turtle", "scholar").next_round()
    assert not table.happened(ObjectiveStarterChanged)
    assert [(one.id, one.side) for one in table.state.objectives.open][:2] == [("lay-of-the-land", 0), ("whetstone", 0)]


@pytest.mark.rules("MAYA-OBJ-11", "MAYA-AMB-66")
def test_removed_starters_never_come_back_and_claimed_cards_do() -> None:
    done = OpenObjective("whetstone", 1, 2, True, (), (1,))
    gone = OpenObjective("lay-of-the-land", 1, 2, True, (), (2,))
    others = (objective("turtle", 1), objective("scholar"), objective("armoury"))
    table = set_out(done, gone, *others, seats=4, deck=("warband", "headtaker", "marathon"))
    table.next_round()
    assert lying(table) == ["scholar", "armoury", "warband", "headtaker", "marathon"]
    assert not any(one.starter for one in table.state.objectives.open)
    assert table.state.objectives.discard == ("turtle",)
    # The pile is empty now: what was claimed comes back, what was removed does not.
    claimed = row(objective("scholar", 1), objective("armoury", 2), "warband", discard=("turtle",))
    table.having(objectives=claimed).next_round()
    assert set(lying(table)) == {"warband", "turtle", "scholar", "armoury"}
    assert table.state.objectives.deck == ()


# The row.


@pytest.mark.rules("MAYA-OBJ-14")
def test_nothing_new_opens_before_the_next_round() -> None:
    table = set_out("turtle", "scholar", "armoury", "marathon", deck=("warband", "headtaker")).unit("c1", defence=4)
    table.do(ClaimObjective(1, "turtle"))
    assert not table.happened(ObjectiveOpened)
    table.end_turn()
    assert not [event for event in table.log if isinstance(event, ObjectiveOpened)]
    assert lying(table) == ["turtle", "scholar", "armoury", "marathon"]
    table.next_round()
    assert table.one(ObjectiveOpened).objective == "warband"


@pytest.mark.rules("MAYA-OBJ-16")
def test_open_objectives_are_public_and_the_order_of_the_rest_is_not() -> None:
    table = Table.dealt(seats=3)
    hidden = len(table.state.objectives.deck)
    assert hidden == 14
    for viewer in range(4):
        seen = table.seen_by(viewer).objectives
        assert seen.open == table.state.objectives.open
        assert seen.deck == (None,) * hidden
