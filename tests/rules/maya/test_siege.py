"""Siege, 1v1 and 2v2: Towers, Watchfire, Death tokens, breaches, the collapse, who wins."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import (
    ChampionKilled,
    ChipsMoved,
    DamageDealt,
    GameEnded,
    IdoDamaged,
    IdoDestroyed,
    MinionKilled,
    ModeScored,
    TurnStarted,
)
from domain.maya.hexes import Hex
from domain.maya.intents import AnswerChoice, BuyUpgrade, ChooseRespawn, ClaimObjective, SpawnMinion, TurnInHead
from domain.maya.state import Head
from tests.rules.maya.play import Table, card, ground, point

JAB = {"do": "attack", "value": 3}
SLAM = {"do": "attack", "value": 9}
HOMES = (
    point("South", (-4, 4), (-3, 4), (-4, 5), owner=1),
    point("North", (4, -4), (3, -4), (4, -5), owner=2),
    point("East", (4, 0), (5, 0), (4, 1)),
    point("West", (-4, 0), (-5, 0), (-5, 1)),
)


def siege(*clauses: dict[str, Any], hp: int = 8, **more: Any) -> Table:
    """Seat 1 beside the enemy's first Tower with a card in use; the other Towers are far away."""
    more.setdefault("arena", ground(spawns=HOMES))
    table = Table(**more).mat(card("blow", *(clauses or (JAB, JAB, JAB)), cost=0)).activate()
    table.tower((0, -1), hp=hp).tower((5, -5), name="t2b", hp=hp)
    return table.tower((-5, 5), 1, name="t1a", hp=hp).tower((0, 5), 1, name="t1b", hp=hp)


def without(table: Table, unit: str) -> Table:
    """The table with a unit gone for good."""
    return table.having(units={name: one for name, one in table.state.units.items() if name != unit})


# Towers.


def test_a_tower_may_be_attacked_and_neither_pushed_nor_given_a_status() -> None:
    table = siege({**JAB, "root": 1}, {"do": "push", "steps": 1})
    table.attack("t2a")
    assert (table["t2a"].hp, table["t2a"].root) == (5, 0)
    assert table.aims("push") == {"c2"}


def test_a_tower_loses_at_most_4_hp_in_one_players_turn() -> None:
    table = siege()
    table.attack("t2a").attack("t2a", number=2)
    assert table["t2a"].hp == 4
    table.attack("t2a", number=3)
    assert table.one(DamageDealt).lost == 0
    assert table["t2a"].hp == 4
    assert table["t2b"].hp == 8
    fresh = siege(SLAM).turn(number=2).attack("t2a")
    assert fresh["t2a"].hp == 4


def test_the_cap_is_each_towers_own_and_starts_anew_with_the_next_turn() -> None:
    table = siege(SLAM, SLAM, SLAM).tower((1, -1), name="t2c")
    table.attack("t2a").attack("t2c", number=2)
    assert (table["t2a"].hp, table["t2c"].hp) == (4, 4)
    table.end_turn().idle(lambda t: t.state.turn.seat == 1 and t.state.turn.number > 1 and t.state.step == "action")
    assert table.state.turn.ido_lost == {}


def test_destroying_both_enemy_towers_wins() -> None:
    table = siege(JAB, hp=3)
    without(table, "t2b")
    table.attack("t2a")
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons) == ((1,), ("towers",))
    assert ended.scores == (6, 0)


def test_one_tower_left_holds_the_line() -> None:
    table = siege(JAB, hp=3).attack("t2a")
    assert table.happened(IdoDestroyed)[0].ido == "t2a"
    assert table.happened(GameEnded) == []


# Breach.


def test_a_fallen_tower_opens_the_nearest_neutral_point_to_the_attackers() -> None:
    table = siege(JAB, hp=3, at=[(-3, 0), (-2, 0)]).tower((-3, -1), name="t2a", hp=3).off("c2")
    before = {intent.point for intent in _respawns(table, seat=1)}
    assert before == {"South"}
    table.attack("t2a")
    assert ModeScored("breach", {"pole.1.West": 1}) in table.events
    assert {intent.point for intent in _respawns(table, seat=1)} == {"South", "West"}
    assert {intent.point for intent in _respawns(table, seat=2)} == {"North"}


BREACHES = {
    "by its nearest space": (
        point("Wide", (3, 0), (2, 1), (3, 1)),
        point("Close", (-3, 0), (-3, 1), (-2, 0)),
        "Close",
    ),
    "the one named first where two are as near": (
        point("Corner", (-3, 0), (-3, 1), (-2, 0)),
        point("Side", (2, 0), (1, 1), (2, 1)),
        "Corner",
    ),
    "in a straight line, not by the way to go": (
        point("Open", (3, 0), (2, 1), (3, 1)),
        point("Walled", (-2, 0), (-3, 0), (-3, 1)),
        "Walled",
    ),
}


@pytest.mark.parametrize("case", BREACHES)
def test_the_breach_is_at_the_neutral_point_nearest_to_the_tower(case: str) -> None:
    one, other, opened = BREACHES[case]
    void = [(-1, 0), (-1, 1), (-1, -1)] if opened == "Walled" else []
    arena = ground(spawns=[*HOMES[:2], one, other], void=void)
    table = siege(JAB, at=[(1, 0), (3, 3)], arena=arena).tower((0, 0), hp=3).attack("t2a")
    assert ModeScored("breach", {f"pole.1.{opened}": 1}) in table.events


def _respawns(table: Table, seat: int) -> list[Any]:
    later = copy(table).off(f"c{seat}").turn(seat=seat).having(step="respawn", frames=())
    return later.offered(ChooseRespawn, seat=seat)


@pytest.mark.rules("MAYA-POI-08")
def test_champions_come_in_at_points_of_their_colour_only() -> None:
    table = siege()
    assert {intent.point for intent in _respawns(table, seat=1)} == {"South"}
    table.off("c1").having(step="respawn")
    table.refused(ChooseRespawn(1, "North", Hex(4, -4)), "NOT_ELIGIBLE", "MAYA-TURN-05")


def test_minions_also_come_in_at_neutral_points_without_enemies() -> None:
    table = siege().purse(bank=1, heads=(Head("m1", "warden-of-knots"),))
    assert {intent.point for intent in table.offered(SpawnMinion)} == {"South", "East", "West"}
    table.minion((5, 0), name="m2")
    assert {intent.point for intent in table.offered(SpawnMinion)} == {"South", "West"}
    table.unit("c2", at=(-5, 1))
    assert {intent.point for intent in table.offered(SpawnMinion)} == {"South"}


@pytest.mark.rules("MAYA-POI-09", "MAYA-POI-03")
def test_the_own_home_and_the_shared_points_serve_upgrades() -> None:
    for owner, serves in ((1, True), (0, True), (2, False)):
        arena = ground(upgrades=(point("Spot", (0, 0), (0, 1), (-1, 1), owner=owner),))
        table = Table(arena=arena).purse(xp=9)
        assert bool(table.offered(BuyUpgrade)) is serves
    table.refused(BuyUpgrade(1, "hp", 1), "NOT_AT_A_POINT", "MAYA-XP-02")


def test_siege_pays_nothing_for_heads() -> None:
    arena = ground(upgrades=(point("Spot", (0, 0), (0, 1), (-1, 1)),))
    table = Table(arena=arena).purse(heads=(Head("m1", "warden-of-knots"),))
    table.refused(TurnInHead(1, "m1"), "NOT_IN_THIS_MODE", "MAYA-POI-03")


# Deaths.


@pytest.mark.rules("MAYA-DEATH-08")
def test_a_death_gives_a_token_and_the_killer_takes_2_hp_from_a_tower_of_its_choice() -> None:
    table = siege(SLAM).unit("c2", hp=1)
    table.attack("c2")
    assert table.state.ledger["deaths.2"] == 1
    assert table.pending == (1, "unit")
    table.answer("t2b")
    assert table.one(IdoDamaged) == IdoDamaged("t2b", 2, "death", 1)
    assert (table["t2a"].hp, table["t2b"].hp) == (8, 6)


def test_the_loss_for_a_death_is_outside_the_cap_of_the_turn() -> None:
    table = siege(SLAM, SLAM).unit("c2", hp=1)
    table.attack("t2a").attack("c2", number=2).answer("t2a")
    assert table["t2a"].hp == 2


def test_the_loss_for_a_death_may_win_the_match() -> None:
    table = siege(SLAM, hp=2).unit("c2", hp=1)
    without(table, "t2b")
    table.attack("c2")
    assert table.one(GameEnded).winners == (1,)


@pytest.mark.rules("MAYA-DEATH-13")
def test_a_death_to_a_neutral_minion_only_gives_the_token() -> None:
    table = siege().minion((1, -1), kind="big-stepper", hp=7).unit("c1", hp=1).having(marks=(("m1", 1),))
    table.unit("c2", at=(4, 4)).end_turn()
    (killed,) = [event for event in table.log if isinstance(event, ChampionKilled)]
    assert (killed.seat, killed.killer) == (1, 0)
    assert table.state.ledger["deaths.1"] == 1
    assert [event for event in table.log if isinstance(event, IdoDamaged)] == []


def test_the_sixth_death_token_loses_1v1_and_the_tenth_2v2() -> None:
    table = siege(SLAM).unit("c2", hp=1).having(ledger={"deaths.2": 5})
    table.attack("c2")
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons) == ((1,), ("deaths",))
    assert siege(SLAM).unit("c2", hp=1).having(ledger={"deaths.2": 4}).attack("c2").happened(GameEnded) == []
    team = siege(SLAM, seats=4).unit("c2", hp=1).having(ledger={"deaths.2": 9}).attack("c2")
    assert team.one(GameEnded).winners == (1, 3)
    assert siege(SLAM, seats=4).unit("c2", hp=1).having(ledger={"deaths.2": 8}).attack("c2").happened(GameEnded) == []


STOMPED: list[tuple[dict[str, int], tuple[int, ...], str]] = [
    ({"deaths.1": 5, "deaths.2": 5, "tower_hp.1": 3}, (1,), "tower_hp"),
    ({"deaths.1": 5, "deaths.2": 6}, (1,), "fewer_deaths"),
    ({"deaths.1": 5, "deaths.2": 5}, (1, 2), "shared"),
]


@pytest.mark.rules("MAYA-ALLADJ-04", "MAYA-DEATH-08")
@pytest.mark.parametrize(("ledger", "winners", "by"), STOMPED)
def test_when_one_blow_is_the_last_death_of_both_sides_both_fall_and_the_tie_is_broken(
    ledger: dict[str, int], winners: tuple[int, ...], by: str
) -> None:
    table = stomped(ledger)
    fallen = [event.seat for event in table.log if isinstance(event, ChampionKilled)]
    assert fallen == [1, 2] and table["c1"].at is None and table["c2"].at is None
    assert (table.state.ledger["deaths.1"], table.state.ledger["deaths.2"]) == (6, ledger["deaths.2"] + 1)
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons) == (winners, ("deaths", by))


def stomped(ledger: dict[str, int], **more: Any) -> Table:
    """A Big Stepper set on seat 1 fells both champions, who stand beside it."""
    table = siege(at=[(0, 2), (1, 2)], **more).minion((1, 1), kind="big-stepper", hp=7).unit("c1", hp=1)
    return table.unit("c2", hp=1).having(ledger=ledger, marks=(("m1", 1),)).end_turn()


@pytest.mark.rules("MAYA-ALLADJ-04")
def test_a_last_death_and_a_last_tower_in_one_blow_are_a_tie_as_well() -> None:
    table = siege(at=[(0, 2), (4, 4)], hp=3).tower((1, 2), name="t2a", hp=3)
    without(table, "t2b").minion((1, 1), kind="big-stepper", hp=7).unit("c1", hp=1)
    table.having(ledger={"deaths.1": 5, "deaths.2": 3}, marks=(("m1", 1),)).end_turn()
    assert [type(event) for event in table.log if isinstance(event, ChampionKilled | IdoDestroyed)] == [
        ChampionKilled,
        IdoDestroyed,
    ]
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons) == ((2,), ("deaths", "towers", "fewer_deaths"))


def test_both_teammates_fall_in_the_blow_that_loses_the_match() -> None:
    sweep = {"do": "attack", "value": 9, "area": "all_adjacent"}
    table = siege(sweep, at=[(0, 2), (1, 2), (-4, 4), (0, 3)], seats=4).unit("c2", hp=1).unit("c4", hp=1)
    table.having(ledger={"deaths.2": 9}).attack()
    assert [event.seat for event in table.happened(ChampionKilled)] == [2, 4]
    assert table.state.ledger["deaths.2"] == 11
    assert (table.one(GameEnded).winners, table.one(GameEnded).reasons) == ((1, 3), ("deaths",))


# Watchfire.


def test_watchfire_hits_the_champion_within_2_of_an_enemy_tower_after_its_turn() -> None:
    table = siege().end_turn()
    hits = [event for event in table.log if isinstance(event, DamageDealt)]
    assert [(hit.source, hit.seat, hit.target, hit.raw, hit.lost) for hit in hits] == [("t2a", 0, "c1", 2, 2)]
    assert table["c1"].hp == 8
    kinds = [type(event) for event in table.log]
    assert kinds.index(DamageDealt) < kinds.index(TurnStarted)


def test_every_tower_in_reach_watches_and_defence_helps() -> None:
    table = siege().tower((2, -2), name="t2c").unit("c1", defence=3).end_turn()
    assert (table["c1"].hp, table["c1"].defence) == (9, 0)


def test_watchfire_reaches_over_walls_and_not_round_voids() -> None:
    walled = siege(arena=ground(walls=[((0, 0), (0, -1))], spawns=HOMES)).end_turn()
    assert walled["c1"].hp == 8
    far = siege(at=[(0, 2), (1, 0)], arena=ground(spawns=HOMES)).end_turn()
    assert far["c1"].hp == 10
    cut = siege(at=[(0, 1), (4, 0)], arena=ground(void=[(0, 0), (1, -1), (1, 0), (-1, 0)], spawns=HOMES))
    assert cut.end_turn()["c1"].hp == 10


def test_own_towers_do_not_watch_their_own_champion() -> None:
    table = siege(at=[(0, 4), (4, -1)]).end_turn()
    assert table["c1"].hp == 10


def test_watchfire_hits_one_minion_if_the_champion_is_out_of_reach_as_the_next_enemy_likes() -> None:
    table = siege(at=[(0, 3), (4, -1)]).minion((1, -1), owner=1).minion((-1, -1), name="m2", owner=1, hp=2)
    table.end_turn()
    assert table.pending == (2, "unit")
    table.answer("m2", seat=2)
    assert (table["m1"].hp, "m2" in table.state.units) == (3, False)
    assert table.one(MinionKilled).seat == 0
    assert table.one(ChipsMoved) == ChipsMoved("m2", 2, 0)


def test_watchfire_hits_a_players_own_minions_and_neither_its_pieces_nor_other_minions() -> None:
    table = siege(at=[(0, 3), (4, -1)]).engram((1, -1)).foundation((0, 0))
    table.minion((0, 0), name="m2").minion((1, -2), name="m3", owner=2)
    calm = copy(table).end_turn()
    assert [event for event in calm.log if isinstance(event, DamageDealt)] == []
    assert (calm["e1.1"].hp, len(calm.state.ground.foundations)) == (2, 1)
    table.minion((-1, -1), owner=1).end_turn()
    hits = [(event.source, event.target) for event in table.log if isinstance(event, DamageDealt)]
    assert hits == [("t2a", "m1")], "with one minion in reach there is nothing to choose"


def test_watchfire_that_reaches_the_champion_spares_its_engrams() -> None:
    table = siege().engram((1, -1)).end_turn()
    assert (table["c1"].hp, table["e1.1"].hp) == (8, 2)


def test_watchfire_spares_the_minions_of_a_champion_in_reach() -> None:
    table = siege().minion((1, -1), owner=1).end_turn()
    assert (table["c1"].hp, table["m1"].hp) == (8, 3)


@pytest.mark.rules("MAYA-DEATH-13")
def test_what_watchfire_kills_is_the_kill_of_its_team_and_of_no_player() -> None:
    table = siege().unit("c1", hp=2).end_turn()
    (killed,) = [event for event in table.log if isinstance(event, ChampionKilled)]
    assert (killed.killer, killed.cause) == (0, "watchfire")
    assert table.state.ledger["deaths.1"] == 1
    assert table.pending == (2, "unit"), "the next enemy says which Tower pays"
    table.answer("t1b", seat=2)
    assert (table["t1a"].hp, table["t1b"].hp) == (8, 6)
    (loss,) = [event for event in table.log if isinstance(event, IdoDamaged)]
    assert (loss.lost, loss.cause, loss.by) == (2, "death", 0)
    assert not table.state.ledger.get("tower_hp.2"), "no attack took it"


def test_the_loss_for_a_watchfire_kill_may_win_the_match() -> None:
    table = siege().unit("c1", hp=2).unit("t1a", hp=2)
    without(table, "t1b").end_turn()
    assert (table.one(GameEnded).winners, table.one(GameEnded).reasons) == ((2,), ("towers",))


def test_the_death_that_loses_the_match_takes_no_hp_off_towers() -> None:
    table = siege().unit("c1", hp=2).having(ledger={"deaths.1": 5}).end_turn()
    assert table.one(GameEnded).reasons == ("deaths",)
    assert not [event for event in table.log if isinstance(event, IdoDamaged)]


# The collapse and ties.


def collapsing(round_: int = 10, hp: int = 1, **ledger: int) -> Table:
    table = siege(at=[(0, 2), (4, -1)], hp=hp).having(round=round_, ledger=ledger)
    return last_turn(table)


def last_turn(table: Table) -> Table:
    """Everybody else has had a turn this round."""
    return table.having(tracks=evolve(table.state.tracks, to_go=()))


def test_from_round_10_on_every_tower_loses_1_hp_at_round_end() -> None:
    table = collapsing(10, hp=5).end_turn()
    assert [table[tower].hp for tower in ("t1a", "t1b", "t2a", "t2b")] == [4, 4, 4, 4]
    early = collapsing(9, hp=5).end_turn()
    assert early["t1a"].hp == 5


def test_2v2_collapses_from_round_12_on() -> None:
    for round_, hp in ((11, 5), (12, 4)):
        table = siege(at=[(0, 2), (4, -1), (3, 3), (4, -4)], hp=5, seats=4).having(round=round_)
        last_turn(table).end_turn()
        assert table["t1a"].hp == hp


@pytest.mark.parametrize(
    ("ledger", "heads", "winners", "by"),
    [
        ({"tower_hp.1": 3, "tower_hp.2": 2, "deaths.1": 4}, 0, (1,), "tower_hp"),
        ({"deaths.1": 2, "deaths.2": 1}, 3, (2,), "fewer_deaths"),
        ({}, 1, (1,), "heads"),
        ({}, 0, (1, 2), "shared"),
    ],
)
def test_when_both_sides_lose_their_last_tower_at_once_the_tie_is_broken(
    ledger: dict[str, int], heads: int, winners: tuple[int, ...], by: str
) -> None:
    table = collapsing(**ledger).purse(heads=tuple(Head(f"m{n}", "warden-of-knots") for n in range(heads)))
    table.end_turn()
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons) == (winners, ("towers", by))
    fallen = [event.ido for event in table.log if isinstance(event, IdoDestroyed)]
    assert fallen == ["t1a", "t1b", "t2a", "t2b"], "all that crumbled is gone before the match ends"


def test_tower_hp_taken_by_attacks_is_counted_for_ties() -> None:
    table = siege().attack("t2a").attack("t2a", number=2)
    assert table.state.ledger["tower_hp.1"] == 4
    # A champion pushed into a Tower takes HP off it as well, but that is no attack.
    pushed = siege({"do": "push", "steps": 2}, at=[(0, 1), (0, 0)]).push("c2")
    assert (pushed["t2a"].hp, pushed["c2"].hp) == (6, 8)
    assert "tower_hp.1" not in pushed.state.ledger


def test_a_choice_of_a_tower_is_the_killers_alone() -> None:
    table = siege(SLAM).unit("c2", hp=1).attack("c2")
    table.refused(AnswerChoice(2, ("t2a",)), "NOT_YOUR_DECISION", "MAYA-ACT-10")
    table.refused(AnswerChoice(1, ("t1a",)), "NOT_AN_OPTION", "MAYA-ACT-10")
    table.refused(ClaimObjective(1, "headtaker"), "PENDING", "MAYA-ACT-10")
