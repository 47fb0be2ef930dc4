"""Minions: chips and banks, heads, spawning, and who a minion belongs to."""

from __future__ import annotations

import pytest

from domain.maya.events import AggroMarked, ChipsMoved, MinionKilled, MinionSpawned
from domain.maya.hexes import Hex
from domain.maya.intents import ActivateCard, BeginMinionTurn, SpawnMinion
from domain.maya.packs import pack_of
from domain.maya.state import Head
from tests.rules.maya.play import Table, card, ground, point, spell

GO = card("go", {"do": "move", "steps": 1})
CAMP = point("camp", (-3, 0), (-3, 1), (-2, 0), owner=1)
FAR = [(-5, 5), (5, -5), (4, 0), (-4, 0)]


def hitting(value: int, **more: object) -> Table:
    """Seat 1 has an attack of this value in use, everybody's champion out of the way."""
    table = Table(at=[(0, 0), *FAR[1:]], **more)  # type: ignore[arg-type]
    return table.mat(card("hit", {"do": "attack", "value": value}, {"do": "attack", "value": value}), GO, GO).activate()


def bank(table: Table, seat: int = 1) -> int:
    """The chips in a seat's HP Bank."""
    return table.seat(seat).purse.bank


def provoked(table: Table, *minions: str, seat: int = 1) -> Table:
    """Minions set on the seat whose turn it is, which ends it."""
    return table.having(marks=tuple((minion, seat) for minion in minions)).end_turn()


@pytest.mark.rules("MAYA-MIN-01", "MAYA-AMB-97")
def test_an_aggroed_minion_takes_all_its_legal_actions() -> None:
    table = Table(at=[(1, 0), (4, 0)]).minion((0, 0), hp=6, kind="elder-komon")
    provoked(table, "m1")
    assert table.pending == (2, "aggro")
    table.do(table.offers(2)[0].intent)
    kinds = [event.kind for event in table.log if event.TYPE == "ActionDeclared"]
    assert sorted(kinds) == ["attack", "pull"]
    assert (table["c1"].hp, table.state.turn.seat) == (7, 2)


@pytest.mark.rules("MAYA-MIN-02")
@pytest.mark.parametrize(("seats", "mode"), [(2, "siege-1v1"), (3, "headhunters")])
def test_minions_start_with_the_chips_that_the_mode_gives_them(seats: int, mode: str) -> None:
    table = Table.dealt(seats=seats, mode=mode)
    lairs = pack_of(table.state).maps[table.state.rules.map].lairs
    found = {(unit.what, unit.at): unit.hp for unit in table.state.units.values() if unit.kind == "minion"}
    assert found == {(lair.minion, lair.at): lair.hp for lair in lairs}


@pytest.mark.rules("MAYA-MIN-03", "MAYA-MIN-04")
def test_damage_takes_chips_into_the_bank_of_who_dealt_it() -> None:
    table = hitting(2).minion((1, 0), hp=6).attack("m1")
    assert (table["m1"].hp, bank(table), bank(table, 2)) == (4, 2, 0)
    assert table.one(ChipsMoved) == ChipsMoved("m1", 2, 1)


@pytest.mark.rules("MAYA-MIN-04")
def test_chips_that_a_reaction_takes_go_to_who_played_it_and_not_to_whose_turn_it_is() -> None:
    blast = {"do": "damage", "value": 2, "target": {"each": "enemy entity", "within": 1}}
    riposte = spell("riposte", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": [blast]})
    table = Table(reactions=True).mat(card("jab", {"do": "attack", "value": 1})).hand(riposte, seat=2)
    table.minion((2, 0), hp=6).activate().attack("c2").react("riposte")
    assert (table["m1"].hp, bank(table), bank(table, 2)) == (4, 0, 2)


@pytest.mark.rules("MAYA-MIN-05")
def test_what_an_own_minion_takes_goes_into_the_bank_too() -> None:
    table = Table(at=FAR).minion((0, 0), hp=6, owner=1, kind="elder-komon").minion((1, 0), hp=6, name="m2")
    table.ally_step().minion_does("m1", 1, "m2")
    assert (table["m2"].hp, bank(table)) == (3, 3)


@pytest.mark.rules("MAYA-MIN-06")
def test_chips_of_an_enemy_minion_go_into_the_bank_too() -> None:
    table = hitting(2).minion((1, 0), hp=3, owner=2).attack("m1")
    assert (table["m1"].hp, bank(table), bank(table, 2)) == (1, 2, 0)


@pytest.mark.rules("MAYA-MIN-07", "MAYA-AMB-106")
def test_only_chips_that_are_there_can_be_taken() -> None:
    assert bank(hitting(4).minion((1, 0), hp=1).attack("m1")) == 1


@pytest.mark.rules("MAYA-MIN-08")
def test_hp_of_champions_and_objects_enters_no_bank() -> None:
    table = hitting(2).unit("c2", at=(1, 0)).tower((0, 1)).attack("c2").attack("t2a", number=2)
    assert (table["c2"].hp, table["t2a"].hp) == (8, 6)
    assert (bank(table), bank(table, 2)) == (0, 0)


@pytest.mark.rules("MAYA-MIN-09", "MAYA-CORE-07")
def test_a_minion_without_chips_leaves_its_space() -> None:
    table = hitting(2).minion((1, 0), hp=2).attack("m1")
    assert table.one(MinionKilled).cause == "attack"
    assert "m1" not in table.state.units
    assert table.activate(2).move((1, 0))["c1"].at == (1, 0)


@pytest.mark.rules("MAYA-MIN-10", "MAYA-UNIT-09", "MAYA-MIN-20")
def test_the_killer_keeps_the_head_for_everybody_to_see() -> None:
    table = hitting(2).minion((1, 0), hp=2).attack("m1")
    for viewer in (0, 1, 2):
        seen = table.seen_by(viewer).seat(1).purse
        assert (seen.heads, seen.bank) == ((Head("m1", "warden-of-knots"),), 2)


@pytest.mark.rules("MAYA-MIN-11", "MAYA-DEATH-09")
def test_a_kill_by_an_own_minion_counts_for_its_player() -> None:
    table = Table(at=FAR).minion((0, 0), hp=6, owner=1, kind="elder-komon").minion((1, 0), hp=3, name="m2")
    table.ally_step().minion_does("m1", 1, "m2")
    assert table.seat(1).purse.heads == (Head("m2", "warden-of-knots"),)


def banked(**more: object) -> Table:
    """Seat 1 has a head and five chips."""
    table = Table(at=[(0, 0), *FAR[1:]], arena=ground(spawns=[CAMP]), **more)  # type: ignore[arg-type]
    return table.mat(GO, GO, GO).purse(bank=5, heads=(Head("m1", "warden-of-knots"),))


@pytest.mark.rules("MAYA-MIN-12")
def test_a_head_comes_in_with_chips_of_the_own_bank() -> None:
    table = banked()
    for wrong in (0, 6):
        table.refused(SpawnMinion(1, "m1", wrong, "camp", Hex(-3, 0), "a"), "BAD_HP", "MAYA-MIN-12")
    table.do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a"))
    assert (table["m1"].hp, table["m1"].owner, bank(table)) == (3, 1, 2)
    assert table.seat(1).purse.heads == ()
    table.refused(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 1), "a"), "NOT_YOUR_HEAD", "MAYA-MIN-10")


@pytest.mark.rules("MAYA-MIN-12", "MAYA-AMB-85", "MAYA-AMB-107")
def test_any_number_of_heads_comes_in_but_never_on_a_teammates_chips() -> None:
    table = banked(seats=4).purse(bank=2, heads=(Head("m1", "warden-of-knots"), Head("m2", "kanstap-wanstap")))
    table.purse(seat=3, bank=9)
    table.do(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 0), "a"))
    table.refused(SpawnMinion(1, "m2", 2, "camp", Hex(-3, 1), "a"), "BAD_HP", "MAYA-MIN-12")
    table.do(SpawnMinion(1, "m2", 1, "camp", Hex(-3, 1), "a"))
    assert (bank(table), bank(table, 3), table["m2"].hp) == (0, 9, 1)


@pytest.mark.rules("MAYA-AMB-107")
def test_heads_of_a_teammate_are_not_ones_own() -> None:
    table = banked(seats=4).purse(heads=()).purse(seat=3, heads=(Head("m1", "warden-of-knots"),))
    table.refused(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 0), "a"), "NOT_YOUR_HEAD", "MAYA-MIN-10")


@pytest.mark.rules("MAYA-MIN-13", "MAYA-POI-06")
def test_a_minion_comes_in_as_near_to_the_point_as_can_be() -> None:
    table = banked()
    table.refused(SpawnMinion(1, "m1", 1, "camp", Hex(-4, 0), "a"), "NOT_NEAREST", "MAYA-MIN-13")
    table.refused(SpawnMinion(1, "m1", 1, "nowhere", Hex(-3, 0), "a"), "NOT_ELIGIBLE", "MAYA-POI-08")


@pytest.mark.rules("MAYA-MIN-12")
def test_a_minion_comes_in_during_the_own_action_phase_only() -> None:
    table = banked().mat(GO, GO, GO, seat=2).purse(seat=2, bank=5, heads=(Head("m2", "warden-of-knots"),))
    table.refused(SpawnMinion(2, "m2", 1, "camp", Hex(-3, 0), "a"), "NOT_YOUR_TURN", "MAYA-TURN-01")
    table.hand(GO).end()
    table.refused(SpawnMinion(1, "m1", 1, "camp", Hex(-3, 0), "a"), "WRONG_STEP", "MAYA-MIN-12")


@pytest.mark.rules("MAYA-MIN-14")
def test_a_spawned_minion_is_a_friend_of_the_whole_team() -> None:
    jab = card("jab", {"do": "attack", "value": 1})
    table = banked(seats=4).unit("c3", at=(-4, 0)).do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a"))
    table.mat(jab, GO, GO, seat=3).mat(jab, GO, GO, seat=2).unit("c2", at=(-4, 1)).unit("c4", at=(5, -2))
    table.turn(number=2, seat=3, slot=0).do(ActivateCard(3, 1))
    assert {offer.target for offer in table.offered_actions()} == {"c2"}
    enemy = banked(seats=4).unit("c2", at=(-3, 1)).mat(jab, GO, GO, seat=2)
    enemy.do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a")).turn(number=2, seat=2, slot=0).do(ActivateCard(2, 1))
    assert {offer.target for offer in enemy.offered_actions()} == {"m1"}


@pytest.mark.rules("MAYA-MIN-15", "MAYA-TURN-07", "MAYA-AMB-85")
def test_a_spawned_minion_acts_for_the_first_time_in_the_next_own_turn() -> None:
    table = banked().mat(GO, GO, GO, seat=2).do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a"))
    table.refused(BeginMinionTurn(1, "m1"), "WRONG_STEP", "MAYA-TURN-07")
    table.end_turn().end_turn().prepare("plumb-shot", "plumb-shot").idle(lambda now: now.state.turn.seat == 1)
    assert table.offered(BeginMinionTurn) == [BeginMinionTurn(1, "m1")]


@pytest.mark.rules("MAYA-MIN-16")
def test_an_allied_minion_is_never_aggroed() -> None:
    table = hitting(1).minion((1, 0), hp=3, owner=2).attack("m1").end_turn()
    assert not [event for event in table.log if isinstance(event, AggroMarked)]
    assert table["m1"].hp == 2


@pytest.mark.rules("MAYA-MIN-17")
def test_what_a_neutral_minion_takes_leaves_the_game() -> None:
    table = Table(at=FAR).minion((0, 0), hp=6, kind="elder-komon").unit("m1", side="b")
    table.minion((1, 0), hp=5, owner=1, name="m2")
    provoked(table, "m1")
    assert table["m2"].hp == 1
    assert (bank(table), bank(table, 2)) == (0, 0)
    assert table.happened(ChipsMoved) == [ChipsMoved("m2", 4, 0)]


@pytest.mark.rules("MAYA-MIN-18")
def test_a_minion_that_a_neutral_kills_is_gone_for_good() -> None:
    table = Table(at=FAR).minion((0, 0), hp=6, kind="elder-komon").unit("m1", side="b")
    table.minion((1, 0), hp=4, owner=1, name="m2")
    provoked(table, "m1")
    assert "m2" not in table.state.units
    assert (table.seat(1).purse.heads, table.seat(2).purse.heads) == ((), ())


@pytest.mark.rules("MAYA-MIN-18", "MAYA-AMB-105")
@pytest.mark.parametrize(("hp", "left"), [(3, 2), (1, None)])
def test_spikes_in_its_own_move_give_nobody_a_minions_chips(hp: int, left: int | None) -> None:
    table = Table(at=FAR, arena=ground(spikes=[(0, 1)])).minion((0, 0), hp=hp, owner=1)
    table.ally_step().minion_does("m1", 0, choice=1, path=((0, 1),))
    assert (table["m1"].hp if "m1" in table.state.units else None) == left
    assert (bank(table), bank(table, 2)) == (0, 0)
    assert (table.seat(1).purse.heads, table.seat(2).purse.heads) == ((), ())


@pytest.mark.rules("MAYA-MIN-19")
def test_a_minion_that_an_enemy_kills_becomes_that_enemys() -> None:
    table = hitting(3).minion((1, 0), hp=3, owner=2).attack("m1")
    assert (table.seat(1).purse.heads, bank(table)) == ((Head("m1", "warden-of-knots"),), 3)
    assert (table.seat(2).purse.heads, bank(table, 2)) == ((), 0)


@pytest.mark.rules("MAYA-MIN-20")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_everybody_sees_chips_banks_and_heads(viewer: int) -> None:
    table = banked().do(SpawnMinion(1, "m1", 3, "camp", Hex(-3, 0), "a"))
    seen = table.seen_by(viewer)
    assert (seen.units["m1"].hp, seen.seat(1).purse.bank, seen.seat(1).purse.heads) == (3, 2, ())
    assert table.one(MinionSpawned).hp == 3
