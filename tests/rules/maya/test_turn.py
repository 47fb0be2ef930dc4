"""A turn: whose it is, its six steps, coming in, minions before the champion."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.events import ChampionSpawned, MinionTurnEnded, TurnEnded, TurnStarted
from domain.maya.hexes import Hex
from domain.maya.intents import (
    ActivateCard,
    BeginMinionTurn,
    ChooseRespawn,
    EndMinionStep,
    EndMinionTurn,
    EndStep,
    MinionAction,
    SkipTimedEffect,
    UseTimedEffect,
)
from tests.rules.maya.play import Table, card, ground, point

GO = card("go", {"do": "move", "steps": 1})
CAMP = point("camp", (-4, 0), (-4, 1), (-3, 0), owner=1)
OTHER = point("other", (4, 0), (4, -1), (3, 0), owner=2)
DAWN = card("dawn", {"when": "start_of_turn", "do": "defend", "value": 1}, {"do": "move", "steps": 1})
STEPS = ["respawn", "allies", "start", "action", "end", "discard"]


def starting(seat: int = 1, **more: Any) -> Table:
    """The table as a seat's turn begins, everybody off the arena but the other seats."""
    table = Table(arena=ground(spawns=[CAMP, OTHER]), **more).mat(GO, GO, GO).mat(GO, GO, GO, seat=2)
    return table.off(f"c{seat}")


def turn_of(table: Table, seat: int = 1) -> Table:
    """The turn of a seat begins."""
    return table.goes_on(phase="turn", step="", turn=type(table.state.turn)(number=1, seat=seat))


@pytest.mark.rules("MAYA-TURN-01")
def test_whole_turns_come_one_after_the_other_in_initiative_order() -> None:
    table = Table.dealt(script={"tiebreak": [(2, 1)]}).prepare("", "")
    table.idle(lambda now: now.state.round == 2)
    turns = [(type(event), event.seat) for event in table.log if isinstance(event, TurnStarted | TurnEnded)]
    assert turns == [(TurnStarted, 2), (TurnEnded, 2), (TurnStarted, 1), (TurnEnded, 1)]


@pytest.mark.rules("MAYA-TURN-01")
def test_nobody_acts_in_another_players_turn() -> None:
    table = Table().mat(GO, GO, GO, seat=2)
    table.refused(ActivateCard(2, 1), "NOT_YOUR_TURN", "MAYA-TURN-01")


@pytest.mark.rules("MAYA-TURN-02", "MAYA-DEATH-04")
def test_everybody_has_one_turn_a_round_fallen_or_not() -> None:
    camps = [point(f"camp-{n}", (n, 0), (n, 1), (n + 1, 0), zone=f"z{n}") for n in (-4, 0, 3)]
    table = Table(seats=3, arena=ground(spawns=camps), at=[(-2, 0), (2, -3), (0, -4)]).off("c3")
    for seat in (1, 2, 3):
        table.mat(GO, GO, GO, seat=seat).hand(*[GO] * 5, seat=seat)
    table.next_round().prepare("go", "go", "go").idle(lambda now: now.state.round == 3)
    turns = [event.seat for event in table.log if isinstance(event, TurnStarted)]
    assert sorted(turns) == [1, 2, 3]
    assert table["c3"].at is not None


@pytest.mark.rules("MAYA-TURN-03", "MAYA-TURN-12")
def test_a_turn_goes_through_six_steps_in_order() -> None:
    table = Table.dealt().prepare("", "").idle(lambda now: now.state.round == 2)
    steps = [event.step for event in table.log if event.TYPE == "StepEntered"]
    assert steps == [*STEPS, *STEPS]


@pytest.mark.rules("MAYA-TURN-04")
def test_the_first_turns_begin_with_coming_onto_the_arena() -> None:
    table = Table.dealt().prepare("", "").idle(lambda now: now.state.round == 2)
    kinds = [event for event in table.log if event.TYPE in ("TurnStarted", "ChampionSpawned", "StepEntered")]
    for place, event in enumerate(kinds):
        if event.TYPE == "TurnStarted":
            assert [later.TYPE for later in kinds[place : place + 4]] == [
                "TurnStarted",
                "StepEntered",
                "ChampionSpawned",
                "StepEntered",
            ]
            assert kinds[place + 1].step == "respawn"
    assert len(table.state.standing_units()) >= 2


@pytest.mark.rules("MAYA-TURN-05", "MAYA-POI-08")
def test_the_champion_comes_in_at_a_point_that_serves_it() -> None:
    table = turn_of(starting())
    assert table.pending == (1, "respawn")
    table.refused(ChooseRespawn(1, "other", Hex(4, 0)), "NOT_ELIGIBLE", "MAYA-TURN-05")
    table.do(ChooseRespawn(1, "camp", Hex(-4, 1)))
    assert table.one(ChampionSpawned) == ChampionSpawned(1, "camp", Hex(-4, 1), 10)
    assert (table["c1"].at, table["c1"].hp) == ((-4, 1), 10)


@pytest.mark.rules("MAYA-AMB-83")
def test_where_no_space_is_free_the_champion_stays_off_and_the_turn_goes_on() -> None:
    # Seats 2 and up stand on the only three spaces there are.
    spaces = [(0, 0), (1, 0), (0, 1)]
    rest = [(q, r) for q in range(-1, 2) for r in range(-1, 2) if (q, r) not in spaces]
    field = ground(1, void=rest, spawns=[point("camp", *spaces)])
    table = Table(seats=4, mode="headhunters", arena=field, at=[(0, 0), (0, 0), (1, 0), (0, 1)]).off("c1")
    table.hand("plumb-shot")
    turn_of(table)
    assert table["c1"].at is None
    assert table.pending == (1, "discard")


@pytest.mark.rules("MAYA-TURN-06")
def test_a_champion_on_the_arena_does_not_come_in_again() -> None:
    table = turn_of(Table(arena=ground(spawns=[CAMP])).mat(GO, GO, GO))
    assert table.pending == (1, "action")
    assert not table.happened(ChampionSpawned)
    table.refused(ChooseRespawn(1, "camp", Hex(-4, 1)), "ON_THE_ARENA", "MAYA-TURN-06")


@pytest.mark.rules("MAYA-TURN-07")
def test_minions_act_before_the_champion_or_not_at_all() -> None:
    table = turn_of(Table(at=[(0, 0), (4, 0)]).mat(GO, GO, GO).minion((0, -3), owner=1))
    assert table.pending == (1, "allies")
    table.refused(ActivateCard(1, 1), "WRONG_STEP", "MAYA-ACT-03")
    table.do(EndMinionStep(1))
    table.refused(BeginMinionTurn(1, "m1"), "WRONG_STEP", "MAYA-TURN-07")
    assert table.do(ActivateCard(1, 1)).state.turn.slot == 1


@pytest.mark.rules("MAYA-TURN-08")
def test_one_minion_ends_its_turn_before_another_starts() -> None:
    table = Table(at=[(0, 0), (4, 0)]).minion((0, -3), owner=1).minion((0, 3), owner=1, name="m2")
    turn_of(table)
    assert {offer.minion for offer in table.offered(BeginMinionTurn)} == {"m1", "m2"}
    table.do(BeginMinionTurn(1, "m2"))
    table.refused(BeginMinionTurn(1, "m1"), "MINION_ACTING", "MAYA-TURN-08")
    table.do(EndMinionTurn(1)).do(BeginMinionTurn(1, "m1"))
    table.refused(BeginMinionTurn(1, "m2"), "MINION_ACTING", "MAYA-TURN-08")
    table.do(EndMinionTurn(1))
    assert table.state.step == "action"
    back = turn_of(Table(at=[(0, 0), (4, 0)]).minion((0, -3), owner=1).minion((0, 3), owner=1, name="m2"))
    back.do(BeginMinionTurn(1, "m1")).do(EndMinionTurn(1))
    back.refused(BeginMinionTurn(1, "m1"), "ALREADY_ACTED", "MAYA-TURN-08")


@pytest.mark.rules("MAYA-TURN-09")
@pytest.mark.parametrize("target", ["c2", "m2"])
def test_an_allied_minion_takes_any_target_its_player_likes(target: str) -> None:
    table = Table(at=[(0, -4), (1, 0)]).minion((0, 0), owner=1).minion((0, 1), owner=2, name="m2")
    turn_of(table).minion_does("m1", 0, target)
    assert table[target].root == 1


@pytest.mark.rules("MAYA-TURN-09")
def test_all_actions_of_an_allied_minion_may_be_left_out() -> None:
    table = turn_of(Table(at=[(0, -4), (1, 0)]).minion((0, 0), owner=1))
    table.do(EndMinionStep(1))
    assert table.one(MinionTurnEnded) == MinionTurnEnded("m1", 1)
    assert (table["c2"].hp, table["m1"].at) == (10, (0, 0))


@pytest.mark.rules("MAYA-AMB-84")
def test_first_then_and_or_hold_for_allied_minions() -> None:
    table = Table(at=[(0, -4), (2, 0)]).minion((0, 0), hp=4, owner=1, kind="kanstap-wanstap")
    turn_of(table).do(BeginMinionTurn(1, "m1"))
    assert {(offer.step, offer.choice) for offer in table.offered(MinionAction)} == {(0, 0), (1, 1)}
    ends = {offer.path[-1] for offer in table.offered(MinionAction, step=0)}
    # Three spaces in a line, or as far as the champion in the way lets it.
    assert ends == {(1, 0), (3, -3), (0, -3), (-3, 0), (-3, 3), (0, 3)}
    run_two = MinionAction(1, 0, 0, path=(Hex(0, 1), Hex(0, 2)))
    table.refused(run_two, "NO_LEGAL_WAY", "MAYA-TURN-09")
    skipping = table.minion_does("m1", 1, "c2", choice=1)
    assert skipping["c2"].at == (1, 0)
    assert skipping.state.step == "action"


@pytest.mark.rules("MAYA-AMB-84")
def test_a_step_cannot_be_made_up_for_after_a_later_one() -> None:
    table = Table(at=[(0, -4), (2, 0)]).minion((0, 0), hp=9, owner=1, kind="mama-malevolence")
    table.minion((1, 0), hp=9, owner=2, name="m2")
    turn_of(table).minion_does("m1", 1, "m2")
    table.refused(MinionAction(1, 0, 0, "m2"), "STEP_USED", "MAYA-AMB-84")
    table.refused(MinionAction(1, 1, 1, path=(Hex(0, 1),)), "STEP_USED", "MAYA-AMB-84")
    assert table.minion_does("m1", 2, "m2")["m2"].hp == 4


@pytest.mark.rules("MAYA-TURN-10")
def test_start_of_turn_effects_are_for_their_step_only() -> None:
    table = turn_of(Table().mat(DAWN, GO, GO))
    assert table.pending == (1, "start")
    table.refused(ActivateCard(1, 1), "WRONG_STEP", "MAYA-ACT-03")
    skipped = turn_of(Table().mat(DAWN, GO, GO)).do(EndStep(1))
    assert skipped.pending == (1, "action")
    skipped.refused(UseTimedEffect(1, "mat:1:dawn.0"), "WRONG_STEP", "MAYA-TURN-10")
    assert skipped["c1"].defence == 0
    assert table.timed("mat:1:dawn.0")["c1"].defence == 1
    assert table.pending == (1, "action")


@pytest.mark.rules("MAYA-TURN-10")
def test_each_start_of_turn_effect_is_used_once_or_let_pass() -> None:
    table = turn_of(Table().mat(DAWN, DAWN, GO)).timed("mat:2:dawn.0")
    table.refused(UseTimedEffect(1, "mat:2:dawn.0"), "NO_SUCH_EFFECT", "MAYA-TURN-10")
    table.do(SkipTimedEffect(1, "mat:1:dawn.0"))
    assert (table["c1"].defence, table.pending) == (1, (1, "action"))


@pytest.mark.rules("MAYA-TURN-11")
def test_who_just_came_in_has_a_full_turn() -> None:
    table = turn_of(starting()).do(ChooseRespawn(1, "camp", Hex(-4, 0)))
    table.purse(energy=5).activate().move((-4, 1))
    assert table["c1"].at == (-4, 1)


@pytest.mark.rules("MAYA-TURN-12")
def test_who_just_came_in_may_use_start_of_turn_effects() -> None:
    table = turn_of(starting().mat(DAWN, GO, GO)).do(ChooseRespawn(1, "camp", Hex(-4, 0)))
    assert table.pending == (1, "start")
    assert table.timed("mat:1:dawn.0")["c1"].defence == 1
