"""Aggroed minions: who sets them on whom, who steers them, and what they must do."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.events import ActionDeclared, AggroDropped, AggroEnded, AggroMarked, AggroStarted, StatusChanged
from domain.maya.hexes import Hex, distance
from domain.maya.intents import AggroAction, ChooseAggroMinion, EndAggroMinion
from domain.maya.state_arena import Arena
from tests.rules.maya.play import Table, card, ground
from tests.rules.maya.stand_ins import made

GO = card("go", {"do": "move", "steps": 3})
JAB = card("jab", {"do": "attack", "value": 1}, {"do": "attack", "value": 3}, {"do": "push", "steps": 1})
AWAY = (-5, 5)
Where = tuple[int, int]


def against(c1: Where, minion: Where = (0, 0), kind: str = "warden-of-knots", side: str = "a", **more: Any) -> Table:
    """A neutral minion near seat 1's champion, in seat 1's turn; the others are far away."""
    table = Table(at=[c1, (5, -5), (5, 0), (0, 5)], **more).minion(minion, hp=6, kind=kind).unit("m1", side=side)
    for seat in range(1, len(table.state.seats) + 1):
        table.mat(JAB, GO, GO, seat=seat)
    return table


def provoke(table: Table, *minions: str, seat: int = 1) -> Table:
    """These minions are set on a seat, whose turn ends."""
    marks = tuple((minion, seat) for minion in minions or ("m1",))
    return table.having(marks=marks).end_turn()


def does(table: Table, step: int, target: str = "", *path: Where, choice: int = 0, seat: int = 2) -> AggroAction:
    """The intent that has the acting minion do this."""
    return AggroAction(seat, step, choice, target, tuple(Hex(*at) for at in path))


def options(table: Table, seat: int = 2) -> list[Any]:
    """What the executor may have the minion do."""
    assert table.pending == (seat, "aggro")
    return [offer.intent for offer in table.offers(seat)]


def ends(table: Table, seat: int = 2) -> set[Where]:
    """Where the offered moves end."""
    return {tuple(option.path[-1]) for option in options(table, seat) if option.path}


def declared(table: Table) -> list[tuple[str, tuple[str, ...]]]:
    """The actions of the last answer, with their targets."""
    return [(act.kind, act.targets) for act in table.happened(ActionDeclared)]


# Who sets them on whom.


@pytest.mark.rules("MAYA-AGGRO-01")
def test_damage_sets_a_neutral_minion_on_the_player() -> None:
    table = against((1, 0)).activate().attack("m1")
    assert table.one(AggroMarked) == AggroMarked("m1", 1, "damage")
    assert table.state.marks == (("m1", 1),)
    again = table.attack("m1", number=2)
    assert not again.happened(AggroMarked)
    blow = card("blow", {"do": "attack", "value": 0}, traits=["harrier"])
    assert against((1, 0)).mat(blow, GO, GO).activate().attack("m1").state.marks == ()


@pytest.mark.rules("MAYA-AGGRO-01", "MAYA-AMB-92")
def test_damage_by_an_own_minion_or_object_counts_as_the_players() -> None:
    table = against(AWAY).minion((1, 0), hp=6, owner=1, kind="elder-komon", name="m2")
    table.ally_step().minion_does("m2", 1, "m1")
    assert table.state.marks == (("m1", 1),)
    relay = card("relay", {"do": "attack", "value": 1, "range": 2, "by": "one engram"}, traits=["artificer"])
    shot = against(AWAY).mat(relay, GO, GO).engram((1, 0)).activate().take(0)
    shot.asked("m1", centre="e1.1")
    assert shot.state.marks == (("m1", 1),)


@pytest.mark.rules("MAYA-AMB-93")
def test_damage_in_anothers_turn_is_answered_after_the_own_next_turn() -> None:
    table = against(AWAY).having(marks=(("m1", 2),)).unit("c2", at=(1, 0))
    table.end_turn()
    assert not table.happened(AggroStarted)
    assert table.state.turn.seat == 2
    table.end_turn()
    assert table.one(AggroStarted).seat == 2
    assert table["c2"].hp == 9


@pytest.mark.rules("MAYA-AGGRO-02", "MAYA-AMB-91")
def test_ending_the_turn_beside_a_neutral_minion_sets_it_on_the_player() -> None:
    table = against((1, 0)).hand(GO).end()
    assert table.state.marks == ()
    table.end_turn()
    assert AggroMarked("m1", 1, "adjacent") in table.events
    assert table.kinds.index("AggroMarked") < table.kinds.index("TurnEnded")
    assert table["c1"].hp == 9


@pytest.mark.rules("MAYA-AGGRO-02", "MAYA-AMB-91", "MAYA-TERR-13")
def test_a_wall_between_keeps_the_peace() -> None:
    table = against((1, 0), arena=ground(walls=[((0, 0), (1, 0))])).end_turn()
    assert not table.happened(AggroMarked)
    assert table["c1"].hp == 10


@pytest.mark.rules("MAYA-AGGRO-03", "MAYA-AMB-91")
@pytest.mark.parametrize("acts", [True, False])
def test_an_own_minion_that_ends_its_turn_beside_one_sets_it_on_the_player(acts: bool) -> None:
    table = against(AWAY).minion((1, 0), owner=1, name="m2").ally_step()
    if acts:
        table.minion_does("m2", 0, choice=1, path=((1, -1),))
    else:
        table.idle(lambda now: now.state.step == "action")
    assert table.state.marks == (("m1", 1),)
    left = against(AWAY).minion((1, 0), owner=1, name="m2").ally_step()
    left.minion_does("m2", 0, choice=1, path=((2, 0),))
    assert left.state.marks == ()


@pytest.mark.rules("MAYA-AGGRO-04")
def test_passing_by_sets_nothing_on_anybody() -> None:
    table = against((-1, 0)).activate(2).move((-1, 1), (0, 1), (0, 2)).end_turn()
    assert distance(Hex(0, 2), Hex(0, 0)) == 2
    assert not table.happened(AggroMarked)
    assert not table.happened(AggroStarted)


@pytest.mark.rules("MAYA-AGGRO-05")
def test_several_minions_can_be_provoked_in_one_turn() -> None:
    table = against((1, 0)).minion((2, 0), name="m2").activate().attack("m1").activate(2).move((1, 1), (2, 1))
    table.end_turn()
    assert [(mark.minion, mark.cause) for mark in table.log if isinstance(mark, AggroMarked)] == [
        ("m1", "damage"),
        ("m2", "adjacent"),
    ]
    assert table.one(AggroStarted).minions == ("m1", "m2")


# Who steers them.


@pytest.mark.rules("MAYA-AGGRO-07", "MAYA-AMB-90")
@pytest.mark.parametrize(
    ("seats", "aggressor", "executor"), [(2, 1, 2), (2, 2, 1), (3, 2, 3), (3, 3, 1), (4, 2, 3), (4, 4, 1), (4, 1, 2)]
)
def test_the_next_enemy_clockwise_steers_them(seats: int, aggressor: int, executor: int) -> None:
    table = against(AWAY, seats=seats).turn(seat=aggressor)
    provoke(table, seat=aggressor)
    started = next(event for event in table.log if isinstance(event, AggroStarted))
    assert (started.seat, started.executor) == (aggressor, executor)


@pytest.mark.rules("MAYA-AMB-90")
def test_teams_sit_in_turn() -> None:
    assert [seat.team for seat in Table(seats=4).state.seats] == [1, 2, 1, 2]
    assert [seat.team for seat in Table(seats=3).state.seats] == [1, 2, 3]


@pytest.mark.rules("MAYA-AGGRO-08", "MAYA-AMB-98")
def test_the_executor_decides_what_the_rules_leave_open() -> None:
    table = provoke(against((4, -2)))
    assert ends(table) == {(2, 0), (2, -1), (2, -2)}
    wanted = options(table)[-1]
    mine = AggroAction(1, wanted.step, wanted.choice, wanted.target, wanted.path)
    table.refused(mine, "NOT_YOUR_DECISION", "MAYA-AGGRO-08")
    assert table.do(wanted)["m1"].at == wanted.path[-1]


@pytest.mark.rules("MAYA-AGGRO-09", "MAYA-AGGRO-10")
@pytest.mark.parametrize("first", ["m1", "m2"])
def test_the_executor_says_which_minion_goes_first_and_that_one_finishes(first: str) -> None:
    table = against((1, 0), kind="elder-komon").minion((2, 0), hp=6, kind="elder-komon", name="m2")
    provoke(table, "m1", "m2")
    assert options(table) == [ChooseAggroMinion(2, "m1"), ChooseAggroMinion(2, "m2")]
    table.do(ChooseAggroMinion(2, first))
    other = {"m1": "m2", "m2": "m1"}[first]
    table.refused(ChooseAggroMinion(2, other), "MINION_ACTING", "MAYA-AGGRO-10")
    table.do(options(table)[0])
    finished = [event.minion for event in table.log if event.TYPE == "MinionTurnEnded"]
    started = [event.minion for event in table.log if event.TYPE == "MinionTurnStarted"]
    assert (finished, started) == ([first], [first, other])


@pytest.mark.rules("MAYA-AGGRO-11")
def test_only_the_executor_answers_and_not_its_teammate() -> None:
    table = provoke(against((1, 0), kind="elder-komon", seats=4))
    wanted = options(table)[0]
    assert table.asked_seats() == [2]
    teammate = AggroAction(4, wanted.step, wanted.choice, wanted.target, wanted.path)
    table.refused(teammate, "NOT_YOUR_DECISION", "MAYA-AGGRO-08")


# What they must do.


@pytest.mark.rules("MAYA-AGGRO-12")
def test_actions_go_in_any_order_where_the_text_fixes_none() -> None:
    for first, second in ((1, 2), (2, 1)):
        table = provoke(against((1, 0), kind="elder-komon"))
        assert {option.step for option in options(table)} == {1, 2}
        table.do(does(table, first, "c1"))
        kinds = [event.kind for event in table.log if isinstance(event, ActionDeclared)]
        assert kinds == [{1: "attack", 2: "pull"}[step] for step in (first, second)]


@pytest.mark.rules("MAYA-AGGRO-12", "MAYA-ROSTER-04")
def test_first_and_then_keep_their_order() -> None:
    stand_by = against((1, 0), kind="big-stepper").minion((1, 1), hp=6, kind="elder-komon", name="m2")
    provoke(stand_by, "m1", "m2").do(ChooseAggroMinion(2, "m1"))
    acts = [act for act in stand_by.log if isinstance(act, ActionDeclared) and act.actor == "m1"]
    assert [act.kind for act in acts] == ["attack"]
    # The attack comes first and found nobody, so it does not come after the move.
    assert declared(provoke(against((2, 0), kind="big-stepper"))) == [("move", ())]


@pytest.mark.rules("MAYA-AGGRO-13", "MAYA-AMB-96")
def test_the_champion_is_the_first_choice() -> None:
    table = against((2, 0), kind="elder-komon", side="b").minion((1, 0), hp=6, owner=1, name="m2")
    provoke(table)
    (attack,) = [act for act in table.happened(ActionDeclared) if act.kind == "attack"]
    assert attack.targets == ("c1",)
    asked = provoke(against((1, 0), kind="elder-komon").minion((0, 1), hp=6, owner=1, name="m2"))
    asked.refused(does(asked, 1, "m2"), "NOT_WHAT_IT_DOES", "MAYA-AMB-96")


@pytest.mark.rules("MAYA-AGGRO-14", "MAYA-AMB-96")
@pytest.mark.parametrize("champion", [(1, 0), (3, 0), (1, 2)])
def test_it_does_not_move_while_it_can_target_the_champion(champion: Where) -> None:
    table = provoke(against(champion))
    assert declared(table) == [("attack", ("c1",))]
    assert table["m1"].at == (0, 0)


@pytest.mark.rules("MAYA-AGGRO-15", "MAYA-AMB-96")
def test_it_goes_to_the_nearest_space_from_which_it_can_strike() -> None:
    table = provoke(against((2, 1), kind="elder-komon", side="b"))
    assert ends(table) == {(1, 0), (0, 1)}
    two_steps = does(table, 0, "", (1, 0), (1, 1))
    table.refused(two_steps, "NOT_WHAT_IT_DOES", "MAYA-AMB-96")
    table.do(options(table)[0])
    assert declared(table) == [("move", ()), ("attack", ("c1",))]
    assert table["c1"].hp == 6


@pytest.mark.rules("MAYA-AGGRO-16")
def test_it_does_not_look_for_higher_ground() -> None:
    field = ground(high=[(1, 1), (2, 0), (0, 2)])
    table = provoke(against((2, 1), kind="elder-komon", side="b", arena=field))
    assert ends(table) == {(1, 0), (0, 1)}


@pytest.mark.rules("MAYA-AGGRO-17")
def test_its_minions_are_the_second_choice() -> None:
    table = against(AWAY, kind="elder-komon", side="b").minion((1, 0), hp=6, owner=1, name="m2").engram((-1, 0))
    provoke(table)
    assert declared(table)[0] == ("attack", ("m2",))


@pytest.mark.rules("MAYA-AGGRO-18", "MAYA-AMB-13")
def test_its_attackable_objects_are_the_third_choice() -> None:
    table = provoke(against(AWAY, kind="elder-komon", side="b").engram((-1, 0)))
    assert declared(table)[0] == ("attack", ("e1.1",))
    shut = against(AWAY, kind="elder-komon", side="b").engram((-1, 0)).unit("e1.1", attackable=False)
    provoke(shut)
    acts = [act for act in shut.log if isinstance(act, ActionDeclared)]
    assert "attack" not in [act.kind for act in acts]


@pytest.mark.rules("MAYA-AGGRO-19", "MAYA-AMB-99")
def test_with_nobody_in_reach_it_comes_as_near_as_it_can() -> None:
    table = provoke(against((5, 0), (-1, 0)))
    assert (table["m1"].at, declared(table)) == ((1, 0), [("move", ())])


@pytest.mark.rules("MAYA-AMB-99")
def test_nearness_is_counted_round_walls_and_voids() -> None:
    # A row of voids; the only gap is far to one side.
    wall = [(1, -5), (1, -4), (1, -3), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (1, 3)]
    table = provoke(against((2, -1), arena=ground(void=wall)))
    assert table["m1"].at == (0, 2)


@pytest.mark.rules("MAYA-AGGRO-19", "MAYA-AMB-101")
def test_it_stays_where_its_champion_is_off_the_arena() -> None:
    table = against((1, 0)).off("c1")
    provoke(table)
    assert table["m1"].at == (0, 0)
    assert not table.happened(ActionDeclared)
    hunted = against((1, 0), kind="elder-komon", side="b").off("c1").minion((2, 0), hp=6, owner=1, name="m2")
    assert provoke(hunted)["m2"].hp == 2


@pytest.mark.rules("MAYA-AGGRO-20", "MAYA-AMB-109")
def test_each_players_mark_is_served_after_its_own_turn() -> None:
    table = against((1, 0), seats=3).unit("c2", at=(0, 1)).having(marks=(("m1", 1), ("m1", 2)))
    table.end_turn()
    assert [event.seat for event in table.happened(AggroStarted)] == [1]
    assert (table["c1"].hp, table["c2"].hp) == (9, 10)
    assert table.state.marks == (("m1", 2),)
    table.end_turn()
    assert [event.seat for event in table.happened(AggroStarted)] == [2]
    assert (table["c1"].hp, table["c2"].hp) == (9, 9)


@pytest.mark.rules("MAYA-AGGRO-20")
def test_in_a_team_only_who_did_the_damage_is_answered() -> None:
    table = against((1, 0), seats=4).activate().attack("m1")
    assert table.state.marks == (("m1", 1),)


@pytest.mark.rules("MAYA-AGGRO-21")
def test_it_never_goes_for_a_teammate() -> None:
    table = against(AWAY, kind="elder-komon", side="b", seats=4).unit("c3", at=(1, 0))
    provoke(table)
    while table.state.phase == "aggro":
        table.do(options(table)[0])
    assert "attack" not in [act.kind for act in table.log if isinstance(act, ActionDeclared)]
    assert table["c3"].hp == 10


@pytest.mark.rules("MAYA-AGGRO-21", "MAYA-AMB-100")
def test_an_area_attack_hits_bystanders_too_but_no_neutral_minion() -> None:
    table = against((1, 0), kind="big-stepper", seats=4).unit("c3", at=(0, 1)).unit("c2", at=(-1, 0))
    table.minion((0, -1), hp=6, name="m2")
    provoke(table)
    assert [table[unit].hp for unit in ("c1", "c3", "c2", "m2")] == [5, 5, 5, 6]


@pytest.mark.rules("MAYA-AGGRO-22")
def test_it_stays_where_every_space_is_as_far_or_farther() -> None:
    # In a lane one space wide somebody stands in the way, who is none of its business.
    table = against((5, 0), arena=lane()).unit("c2", at=(1, 0))
    provoke(table)
    assert (table["m1"].at, declared(table)) == ((0, 0), [])
    assert table.one(AggroEnded).seat == 1


def lane() -> Arena:
    """Spaces in one straight line, voids all round."""
    return ground(void=[(q, r) for q in range(-5, 6) for r in range(-5, 6) if r])


@pytest.mark.rules("MAYA-AGGRO-22", "MAYA-AMB-103")
@pytest.mark.parametrize(("root", "apart", "left"), [(1, 4, 0), (2, 5, 0), (3, 5, 1)])
def test_root_comes_off_its_move_first(root: int, apart: int, left: int) -> None:
    table = against((5, 0)).unit("m1", root=root)
    provoke(table)
    assert declared(table) == [("move", ())]
    at = table["m1"].at
    assert at is not None
    assert (distance(at, Hex(5, 0)), table["m1"].root) == (apart, left)


@pytest.mark.rules("MAYA-AMB-103")
@pytest.mark.parametrize(("root", "left"), [(3, 0), (5, 2)])
def test_a_minion_that_would_run_but_is_rooted_stays_and_spends_its_root(root: int, left: int) -> None:
    table = provoke(against((3, 1), kind="kanstap-wanstap").unit("m1", root=root))
    assert declared(table) == [("run", ())]
    assert (table["m1"].at, table["m1"].root) == ((0, 0), left)


@pytest.mark.rules("MAYA-AMB-103")
def test_a_rooted_minion_that_bleeds_pays_for_the_move_it_cannot_make() -> None:
    table = provoke(against((5, 0)).unit("m1", root=2, bleed=2))
    assert (table["m1"].at, table["m1"].root, table["m1"].hp, table["m1"].bleed) == ((0, 0), 0, 5, 0)


@pytest.mark.rules("MAYA-AMB-104")
def test_neutral_minions_do_not_pass_each_other() -> None:
    table = Table(at=[(5, 0), (-5, 0)], arena=lane()).mat(JAB, GO, GO).mat(JAB, GO, GO, seat=2)
    table.minion((0, 0), name="m1").minion((1, 0), name="m2")
    provoke(table, "m1")
    assert (table["m1"].at, declared(table)) == ((0, 0), [])


@pytest.mark.rules("MAYA-AGGRO-23")
def test_statuses_of_its_actions_always_apply() -> None:
    table = provoke(against((1, 0)))
    assert (table["c1"].hp, table["c1"].root) == (9, 1)
    assert not [event for event in table.happened(StatusChanged) if event.unit != "c1"]


@pytest.mark.rules("MAYA-AGGRO-24")
def test_a_neutral_minion_that_nobody_provoked_does_nothing() -> None:
    table = against((3, 0)).end_turn()
    assert not table.happened(AggroStarted)
    assert not table.happened(ActionDeclared)
    table.refused(does(table, 0, "c1"), "WRONG_PHASE", "MAYA-AGGRO-24")


@pytest.mark.rules("MAYA-AGGRO-25", "MAYA-AMB-94")
def test_the_mark_ends_once_the_minion_has_acted() -> None:
    table = provoke(against((3, 0)))
    assert table.one(AggroEnded).seat == 1
    assert table.state.marks == ()
    table.end_turn().prepare("plumb-shot", "plumb-shot").idle(lambda now: now.state.round == 3)
    assert len([event for event in table.log if isinstance(event, AggroStarted)]) == 1


@pytest.mark.rules("MAYA-AGGRO-26", "MAYA-AMB-95")
def test_a_marked_minion_that_was_killed_does_not_act() -> None:
    table = against((1, 0)).unit("m1", hp=4).activate().attack("m1").attack("m1", number=2)
    assert table.one(AggroDropped) == AggroDropped("m1", 1, "died")
    assert table.state.marks == ()
    assert not table.end_turn().happened(AggroStarted)


@pytest.mark.rules("MAYA-AMB-95")
def test_a_marked_minion_that_was_pushed_away_still_answers() -> None:
    table = against((1, 0)).activate().attack("m1").push("m1")
    assert table["m1"].at == (-1, 0)
    table.end_turn()
    assert (table["c1"].hp, table["c1"].root) == (9, 1)


@pytest.mark.rules("MAYA-AMB-97")
def test_nothing_it_can_do_is_left_out() -> None:
    table = provoke(against((1, 0), kind="elder-komon"))
    table.refused(EndAggroMinion(2), "MUST_ACT", "MAYA-AMB-97")
    table.do(does(table, 2, "c1"))
    assert table["c1"].hp == 7
    assert table.state.turn.seat == 2


@pytest.mark.rules("MAYA-AMB-98")
def test_any_path_as_short_may_be_taken_also_over_spikes() -> None:
    field = ground(spikes=[(1, 0)])
    table = provoke(against((4, 1), arena=field, kind="warden-of-knots"))
    end = next(option for option in options(table) if tuple(option.path[-1]) == (1, 1))
    assert tuple(end.path[0]) == (0, 1)
    table.do(does(table, end.step, "", (1, 0), (1, 1), choice=end.choice))
    assert (table["m1"].at, table["m1"].hp) == ((1, 1), 5)


@pytest.mark.rules("MAYA-AMB-102")
def test_a_run_goes_all_the_way_and_has_to_end_nearer() -> None:
    table = provoke(against((5, 0), kind="kanstap-wanstap"))
    while table.state.phase == "aggro":
        table.do(options(table)[0])
    ran = next(act for act in table.log if isinstance(act, ActionDeclared))
    assert (ran.kind, ran.path) == ("run", ((1, 0), (2, 0), (3, 0)))
    assert table["c1"].at == (4, 0)
    # It can pull from where it stands, so it does not run.
    near = provoke(against((2, 0), kind="kanstap-wanstap"))
    assert declared(near) == [("pull", ("c1",))]
    assert near["c1"].at == (1, 0)


@pytest.mark.rules("MAYA-AMB-102")
def test_a_run_that_would_end_no_nearer_is_not_made() -> None:
    overshooting = provoke(against((1, 1), kind="kanstap-wanstap"))
    assert (overshooting["m1"].at, declared(overshooting)) == ((0, 0), [])
    stopped = provoke(against((1, 1), kind="kanstap-wanstap", arena=ground(walls=[((1, 0), (2, 0))])))
    assert (stopped["m1"].at, declared(stopped)) == ((1, 0), [("run", ())])
    assert {option.choice for option in options(stopped)} == {0, 1}


@pytest.mark.rules("MAYA-AGGRO-08")
def test_the_executor_says_whom_a_minion_pushes_first() -> None:
    gale = [[{"do": "push", "steps": 1, "area": "all_adjacent"}]]
    sides = [{"text": "Push 1 (All Adjacent)", "in_order": True, "steps": gale}]
    gust = made("minion", "gust", heads=1, hp={"siege": 3, "headhunters": 3}, sides=sides)
    table = Table(seats=3, at=[(1, 0), (0, 1), (5, 0)], cards=[gust]).minion((0, 0), kind="gust").mat(JAB)
    provoke(table)
    assert table.pending == (2, "unit")
    table.answer("c2", seat=2)
    assert (table["c1"].at, table["c2"].at) == ((2, 0), (0, 2))


@pytest.mark.rules("MAYA-AMB-96")
def test_a_plan_may_take_two_steps_to_reach_the_champion() -> None:
    hook = made(
        "minion",
        "hooker",
        heads=1,
        hp={"siege": 3, "headhunters": 3},
        sides=[
            {
                "text": "Move 1 · Move 1 · Attack 2",
                "in_order": False,
                "steps": [
                    [{"do": "move", "steps": 1}],
                    [{"do": "move", "steps": 1}],
                    [{"do": "attack", "value": 2}],
                ],
            }
        ],
    )
    table = against((3, 0), kind="hooker", cards=[hook])
    provoke(table)
    while table.state.phase == "aggro":
        table.do(options(table)[0])
    acts = [act.kind for act in table.log if isinstance(act, ActionDeclared)]
    assert acts == ["move", "move", "attack"]
    assert table["c1"].hp == 8
