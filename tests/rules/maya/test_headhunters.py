"""Headhunters: kills, bounty and heads for victory points, spawning, who wins (the house rules of the mode)."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import GameEnded, HeadReturned, ModeScored, NeutralMinionPlaced
from domain.maya.hexes import Hex
from domain.maya.intents import BuyUpgrade, ChooseRespawn, SpawnMinion, TurnInHead
from domain.maya.state import Head
from tests.rules.maya.play import Table, card, ground, point

SLAM = {"do": "attack", "value": 9}
ZONES = {
    "east": [(q, r) for q in range(3, 6) for r in range(-5, 6)],
    "west": [(q, r) for q in range(-5, -2) for r in range(-5, 6)],
}
SPAWNS = (
    point("East", (4, 0), (5, 0), (4, 1), zone="east"),
    point("West", (-4, 0), (-5, 0), (-5, 1), zone="west"),
    point("Middle", (0, 3), (0, 4), (-1, 4), zone="field"),
)
SPOT = point("Spot", (0, 0), (0, 1), (-1, 1), owner=2)


def hunt(*clauses: dict[str, Any], seats: int = 3, **more: Any) -> Table:
    """Seat 1 with a card in use, seat 2 beside it, seat 3 in the east."""
    more.setdefault("arena", ground(zones=ZONES, spawns=SPAWNS, upgrades=(SPOT,)))
    table = Table(seats=seats, mode="headhunters", **more)
    return table.mat(card("blow", *(clauses or (SLAM, SLAM)), cost=0)).activate()


def last_turn(table: Table, round_: int = 1) -> Table:
    """Everybody else has had a turn this round."""
    return table.having(tracks=evolve(table.state.tracks, to_go=()), round=round_)


# Kills.


@pytest.mark.parametrize(("tokens", "vp"), [(0, 3), (1, 3), (2, 2), (3, 2), (4, 1), (9, 1)])
def test_a_champion_is_worth_less_the_more_death_tokens_it_has(tokens: int, vp: int) -> None:
    table = hunt().unit("c2", hp=1).having(ledger={"deaths.2": tokens}).attack("c2")
    assert table.state.ledger["vp.1"] == vp
    assert table.state.ledger["deaths.2"] == tokens + 1


@pytest.mark.rules("MAYA-DEATH-13")
def test_a_champion_that_falls_by_nobodys_deed_gives_points_to_nobody() -> None:
    table = hunt().minion((1, -1), kind="big-stepper", hp=7).unit("c1", hp=1).having(marks=(("m1", 1),))
    table.unit("c2", at=(0, -4)).end_turn()
    assert table.state.ledger["deaths.1"] == 1
    assert [name for name in table.state.ledger if name.startswith("vp.")] == []


def test_a_neutral_minion_pays_the_bounty_which_then_starts_anew() -> None:
    table = hunt().minion((0, -1)).minion((-1, 0), name="m2").having(ledger={"bounty": 3, "hunted": 0})
    table.attack("m1")
    assert (table.state.ledger["vp.1"], table.state.ledger["bounty"]) == (3, 1)
    table.attack("m2", number=2)
    assert (table.state.ledger["vp.1"], table.state.ledger["bounty"]) == (4, 1)


def test_an_allied_minion_of_a_rival_is_worth_one() -> None:
    table = hunt().minion((0, -1), owner=2).having(ledger={"bounty": 3}).attack("m1")
    assert (table.state.ledger["vp.1"], table.state.ledger["bounty"]) == (1, 3)


@pytest.mark.parametrize(("bounty", "hunted", "after"), [(1, 0, 2), (3, 0, 4), (4, 0, 4), (2, 1, 2)])
def test_the_bounty_rises_after_a_round_without_such_a_kill(bounty: int, hunted: int, after: int) -> None:
    table = last_turn(hunt().having(ledger={"bounty": bounty, "hunted": hunted})).end_turn()
    assert (table.state.ledger["bounty"], table.state.ledger["hunted"]) == (after, 0)


# Heads.


def head_hunter(**more: Any) -> Table:
    return hunt(**more).purse(heads=(Head("m1", "warden-of-knots"), Head("m2", "kanstap-wanstap")))


def test_a_head_is_turned_in_beside_any_upgrade_point_once_a_turn_for_a_point() -> None:
    table = head_hunter()
    table.do(TurnInHead(1, "m2"))
    assert table.one(HeadReturned) == HeadReturned(1, "m2", "kanstap-wanstap")
    assert table.state.ledger["vp.1"] == 1
    assert [head.minion for head in table.seat().purse.heads] == ["m1"]
    table.refused(TurnInHead(1, "m1"), "ONCE_PER_TURN", "MAYA-ACT-14")


def test_a_head_needs_a_point_and_must_be_held() -> None:
    table = head_hunter().unit("c1", at=(2, 2))
    table.refused(TurnInHead(1, "m1"), "NOT_AT_A_POINT", "MAYA-POI-02")
    table.refused(TurnInHead(1, "m9"), "NOT_YOUR_HEAD", "MAYA-MIN-10")
    table.end_turn().refused(TurnInHead(1, "m1"), "NOT_YOUR_TURN", "MAYA-TURN-01")


def boxed() -> tuple[Table, Any]:
    """A minion's head was turned in, and everybody has had a turn; the table and the minion as it was."""
    table = Table.dealt(seats=3, mode="headhunters", seed=1)
    gone = table["m2"]
    units = {name: unit for name, unit in table.state.units.items() if name != "m2"}
    return table.having(units=units, ledger={"bounty": 1, "hunted": 0, "box.m2": 1}, round=1), gone


def round_ends(table: Table) -> Table:
    """On to the end of the round."""
    return table.goes_on(phase="watch", step="", tracks=evolve(table.state.tracks, to_go=()))


def test_a_minion_whose_head_was_turned_in_is_back_on_its_lair_at_round_end() -> None:
    table, gone = boxed()
    (back,) = round_ends(table).happened(NeutralMinionPlaced)
    assert (back.minion, back.kind, back.at, back.hp) == ("m2", gone.what, gone.at, gone.max_hp)
    assert table["m2"].team == 0
    assert table.state.ledger["box.m2"] == 0


def test_it_stays_in_the_box_while_its_lair_is_taken() -> None:
    table, gone = boxed()
    round_ends(table.unit("m3", at=gone.at))
    assert table.happened(NeutralMinionPlaced) == []
    assert table.state.ledger["box.m2"] == 1


# Points.


def respawns(table: Table, seat: int = 1) -> set[str]:
    """The points where a seat's champion may come in."""
    later = copy(table).off(f"c{seat}").turn(seat=seat).having(step="respawn", frames=())
    return {intent.point for intent in later.offered(ChooseRespawn, seat=seat)}


@pytest.mark.rules("MAYA-POI-03")
def test_one_comes_in_at_any_point_in_a_zone_without_an_enemy_champion() -> None:
    assert respawns(hunt()) == {"West"}
    assert respawns(hunt().unit("c3", at=(1, 1))) == {"East", "West"}
    assert respawns(hunt().off("c2")) == {"West", "Middle"}
    assert respawns(hunt().unit("c2", at=(-4, -1)).unit("c3", at=(0, 1)).unit("c1", at=(4, 0))) == {"East"}


def test_where_every_zone_has_an_enemy_champion_any_point_will_do() -> None:
    table = hunt(seats=4).unit("c2", at=(-4, -1)).unit("c3", at=(4, 0)).unit("c4", at=(0, 2))
    assert respawns(table) == {"East", "West", "Middle"}
    table.refused(SpawnMinion(1, "m1", 1, "East", Hex(4, 1)), "NOT_YOUR_HEAD", "MAYA-MIN-10")


def test_minions_come_in_where_their_champion_might() -> None:
    table = hunt().purse(bank=2, heads=(Head("m1", "warden-of-knots"),))
    assert {intent.point for intent in table.offered(SpawnMinion)} == {"West"}
    # The own champion does not bar its zone.
    assert {intent.point for intent in table.unit("c1", at=(-4, -1)).offered(SpawnMinion)} == {"West"}


@pytest.mark.rules("MAYA-POI-09")
def test_every_upgrade_point_serves_everybody() -> None:
    assert hunt().purse(xp=9).offered(BuyUpgrade)
    assert hunt().unit("c1", at=(2, 2)).purse(xp=9).offered(BuyUpgrade) == []


# The end.


def test_the_match_ends_at_the_round_end_at_which_somebody_has_12_points() -> None:
    table = last_turn(hunt().having(ledger={"vp.2": 12, "vp.1": 11, "deaths.2": 1})).end_turn()
    ended = table.one(GameEnded)
    assert (ended.reasons[0], ended.scores) == ("points", (11, 11, 0))
    assert last_turn(hunt().having(ledger={"vp.2": 11})).end_turn().state.ended is None


def test_two_players_play_to_10() -> None:
    table = last_turn(hunt(seats=2).having(ledger={"vp.1": 10})).end_turn()
    assert table.one(GameEnded).winners == (1,)
    assert last_turn(hunt(seats=2).having(ledger={"vp.1": 9})).end_turn().state.ended is None


def test_points_won_in_a_round_do_not_end_it_at_once() -> None:
    table = hunt().having(ledger={"vp.1": 10}).unit("c2", hp=1).attack("c2")
    assert table.state.ledger["vp.1"] == 13
    assert table.state.ended is None


def test_round_10_is_the_last_and_most_points_win() -> None:
    table = last_turn(hunt().having(ledger={"vp.1": 2, "vp.2": 5, "vp.3": 4}), 10).end_turn()
    ended = table.one(GameEnded)
    assert (ended.winners, ended.reasons, ended.scores) == ((2,), ("rounds",), (2, 5, 4))
    assert last_turn(hunt().having(ledger={"vp.1": 2}), 9).end_turn().state.ended is None


def test_each_death_token_costs_a_point_at_the_end() -> None:
    table = last_turn(hunt().having(ledger={"vp.1": 5, "deaths.1": 3, "vp.2": 3}), 10).end_turn()
    assert (table.one(GameEnded).winners, table.one(GameEnded).scores) == ((2,), (2, 3, 0))


@pytest.mark.parametrize(
    ("ledger", "heads", "winners", "reasons"),
    [
        ({"vp.1": 5, "vp.2": 6, "deaths.2": 1}, 0, (1,), ("rounds", "fewer_deaths")),
        ({"vp.1": 5, "vp.2": 5}, 1, (1,), ("rounds", "heads")),
        ({"vp.1": 5, "vp.2": 5}, 0, (1, 2), ("rounds", "shared")),
    ],
)
def test_ties_go_to_fewer_deaths_then_more_heads_and_are_then_shared(
    ledger: dict[str, int], heads: int, winners: tuple[int, ...], reasons: tuple[str, ...]
) -> None:
    table = hunt().having(ledger=ledger).purse(heads=tuple(Head(f"m{n}", "warden-of-knots") for n in range(heads)))
    last_turn(table, 10).end_turn()
    assert (table.one(GameEnded).winners, table.one(GameEnded).reasons) == (winners, reasons)


def test_who_gave_up_does_not_win() -> None:
    table = hunt().having(ledger={"vp.3": 9, "vp.1": 1}, conceded=(3,)).off("c3")
    last_turn(table, 10).end_turn()
    assert table.one(GameEnded).winners == (1,)


def test_setup_puts_the_bounty_at_its_start() -> None:
    table = Table.dealt(seats=3, mode="headhunters", seed=1)
    assert table.state.ledger == {"bounty": 1, "hunted": 0}
    assert ModeScored("setup", {"bounty": 1, "hunted": 0}) in table.log
