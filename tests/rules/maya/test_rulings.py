"""Corrections of the table: who proposes and agrees, what can be set right, and a match that a fault of ours stops."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.frames import Program
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from domain.maya.effects.words import WORDS
from domain.maya.events import (
    RulingApplied,
    RulingConsented,
    RulingDropped,
    RulingProposed,
    StepEntered,
)
from domain.maya.game import MAYA
from domain.maya.intents import (
    ChooseRespawn,
    Concede,
    ConsentRuling,
    EndActionPhase,
    ProposeRuling,
    SetAutoPass,
    WithdrawRuling,
)
from domain.maya.modes.base import mode_of
from domain.maya.state import Head
from tests.invariants.maya import broken
from tests.rules.maya.play import Table, card, ground, point, spell

HOST = 0
JAB = card("jab", {"do": "attack", "value": 3})
SLIP = spell("slip", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "move", "steps": 1})
DULL = "ada-1"
CLEAR = {"edit": "clear_stack"}
THREE = ((0, 0), (3, 0), (-3, 0))

pytestmark = pytest.mark.rules("MAYA-COOL-01", "MAYA-AMB-118")


def corrected(table: Table, *edits: dict[str, Any], by: int = HOST) -> Table:
    """The table after a correction to which everybody who plays agrees; it is in order then."""
    before = table.state
    table.do(ProposeRuling(by, "As it should be", edits))
    number = table.state.rulings
    while table.state.ruling is not None:
        seat = next(seat for seat in table.asked_seats() if table.offered(ConsentRuling, seat=seat))
        table.do(ConsentRuling(seat, number))
    assert table.happened(RulingApplied)
    at_odds = broken(MatchState(table=before), None, table.events, MatchState(table=table.state))
    # Here no match was dealt: cards, pieces and objectives are what the test laid out.
    assert [line for line in at_odds if line.startswith(("c", "m1", "2 units", "a unit"))] == []
    return table


def cannot(table: Table, *edits: dict[str, Any]) -> None:
    """No correction makes these edits."""
    table.refused(ProposeRuling(HOST, "As it should be", edits), "BAD_RULING", "MAYA-COOL-01")


# Who.


def test_a_host_proposes_and_every_seat_is_asked() -> None:
    table = Table(seats=3, at=THREE, rulings=True)
    table.do(ProposeRuling(HOST, "It slipped", ({"edit": "hp", "unit": "c2", "value": 7},)))
    assert table.one(RulingProposed).seat == HOST
    assert {seat for seat in (1, 2, 3) if table.offered(ConsentRuling, seat=seat)} == {1, 2, 3}
    table.do(ConsentRuling(2, 1)).do(ConsentRuling(1, 1))
    assert table["c2"].hp == 10
    table.do(ConsentRuling(3, 1))
    assert table.one(RulingApplied).seats == (1, 2, 3)
    assert table["c2"].hp == 7


def test_a_host_neither_agrees_nor_refuses_nor_does_anything_else() -> None:
    table = Table(rulings=True).do(ProposeRuling(1, "It slipped", (CLEAR,)))
    for intent in (ConsentRuling(HOST, 1), ConsentRuling(HOST, 1, False), EndActionPhase(HOST), Concede(HOST)):
        table.refused(intent, "NO_SUCH_SEAT", "KERNEL-SEAT")
    table.refused(SetAutoPass(HOST, True), "NO_SUCH_SEAT", "KERNEL-SEAT")
    table.refused(ProposeRuling(HOST, "Mine first", (CLEAR,)), "RULING_OPEN", "MAYA-COOL-01")
    table.refused(ProposeRuling(-1, "Whose?", (CLEAR,)), "NO_SUCH_SEAT", "KERNEL-SEAT")


def test_a_host_keeps_to_a_table_without_rulings() -> None:
    Table(rulings=False).refused(ProposeRuling(HOST, "It slipped", (CLEAR,)), "NO_RULINGS", "MAYA-COOL-01")


@pytest.mark.parametrize(("by", "others"), [(HOST, (1, 2)), (1, (HOST, 2))])
def test_who_proposed_takes_it_back_and_nobody_else(by: int, others: tuple[int, int]) -> None:
    seven = {"edit": "hp", "unit": "c2", "value": 7}
    table = Table(rulings=True).do(ProposeRuling(by, "It slipped", (seven,)))
    for other in others:
        table.refused(WithdrawRuling(other, 1), "NOT_YOUR_RULING", "MAYA-COOL-01")
    table.refused(WithdrawRuling(by, 2), "NO_RULING", "MAYA-COOL-01")
    table.do(WithdrawRuling(by, 1))
    assert table.one(RulingDropped).seat == by
    assert table.state.ruling is None and table["c2"].hp == 10
    table.refused(WithdrawRuling(by, 1), "NO_RULING", "MAYA-COOL-01")


def test_who_agreed_has_answered() -> None:
    table = Table(seats=3, at=THREE, rulings=True).do(ProposeRuling(1, "It slipped", (CLEAR,)))
    for agree in (True, False):
        table.refused(ConsentRuling(1, 1, agree), "ALREADY_ANSWERED", "MAYA-COOL-01")


def test_whoever_gives_up_is_not_waited_for() -> None:
    table = Table(seats=3, at=THREE, rulings=True)
    table.do(ProposeRuling(HOST, "It slipped", ({"edit": "energy", "seat": 1, "value": 1},)))
    table.do(ConsentRuling(1, 1)).do(ConsentRuling(2, 1)).do(Concede(3))
    assert table.one(RulingApplied).seats == (1, 2)
    assert table.energy_of(1) == 1


@pytest.mark.parametrize("text", ["", "  ", "x" * 401, "one\ntwo", "red \x1b[31m", "abc\u202edef", "a\x00b", "\u200b"])
def test_what_it_is_about_is_said_in_a_line_that_can_be_read(text: str) -> None:
    table = Table(rulings=True)
    table.refused(ProposeRuling(1, text, (CLEAR,)), "BAD_RULING", "MAYA-COOL-01")
    table.do(ProposeRuling(1, " Zoë, 名無し: it slipped ", (CLEAR,)))
    assert table.one(RulingProposed).text == "Zoë, 名無し: it slipped"


# What.


def test_a_champion_that_fell_by_mistake_comes_back() -> None:
    table = Table(rulings=True).mat(JAB).off("c2")
    corrected(table, {"edit": "revive", "unit": "c2", "at": [1, 0], "value": 4})
    assert (table["c2"].at, table["c2"].hp) == ((1, 0), 4)
    assert table.activate().attack("c2")["c2"].hp == 1


def test_a_champion_that_came_back_does_not_come_in_again_on_its_turn() -> None:
    homes = [point("own", (-4, 0), (-4, 1), (-3, 0), owner=1)]
    table = Table(rulings=True, arena=ground(spawns=homes)).off("c1").begins()
    assert table.offered(ChooseRespawn)
    corrected(table, {"edit": "revive", "unit": "c1", "at": [2, 2], "value": 10})
    assert not table.offered(ChooseRespawn)
    assert [event.step for event in table.happened(StepEntered)] == ["allies", "start", "action"]
    assert (table.state.step, table["c1"].at) == ("action", (2, 2))


def test_a_champion_comes_back_to_a_free_space_with_hp_it_can_have() -> None:
    table = Table(seats=3, at=THREE, rulings=True, arena=ground(void=[(2, 2)])).off("c2").minion((1, 0))
    back = {"edit": "revive", "unit": "c2", "at": [2, 0], "value": 5}
    wrong: list[dict[str, Any]] = [{"at": [0, 0]}, {"at": [1, 0]}, {"at": [2, 2]}, {"at": [9, 9]}, {"at": "b2"}]
    wrong += [{"value": 0}, {"value": 11}, {"value": True}, {"unit": "c1"}, {"unit": "m1"}, {"unit": "c9"}, {"more": 1}]
    for change in wrong:
        cannot(table, {**back, **change})
    table.do(Concede(2))
    cannot(table, back)


def test_no_two_units_are_put_on_one_space() -> None:
    table = Table(rulings=True).off("c2").minion((3, 0))
    back = {"edit": "revive", "unit": "c2", "at": [2, 0], "value": 5}
    cannot(table, back, {"edit": "place", "unit": "m1", "at": [2, 0]})
    cannot(table, {"edit": "place", "unit": "c1", "at": [2, 0]}, {"edit": "place", "unit": "m1", "at": [2, 0]})
    corrected(table, {"edit": "place", "unit": "m1", "at": [2, 0]}, {**back, "at": [3, 0]})
    assert (table["m1"].at, table["c2"].at) == ((2, 0), (3, 0))


@pytest.mark.parametrize("name", ["deaths.1", "deaths.2", "tower_hp.2", "pole.1.free"])
def test_a_siege_may_be_given_a_count_that_it_has_not_begun(name: str) -> None:
    spots = [point("free", (0, 3), (0, 4), (1, 3)), point("theirs", (4, 0), (4, -1), (3, 0), owner=2)]
    table = Table(rulings=True, arena=ground(spawns=spots))
    assert name not in table.state.ledger
    assert corrected(table, {"edit": "ledger", "name": name, "value": 2}).state.ledger[name] == 2


def test_a_hunt_may_be_given_counts_that_it_has_not_begun() -> None:
    table = Table(seats=3, at=THREE, rulings=True).having(ledger={})
    edits = [{"edit": "ledger", "name": name, "value": 1} for name in ("vp.3", "deaths.1", "bounty", "hunted")]
    assert corrected(table, *edits).state.ledger == {"vp.3": 1, "deaths.1": 1, "bounty": 1, "hunted": 1}


@pytest.mark.parametrize("name", ["deaths.3", "vp.1", "pole.1.theirs", "box.m1", "", "gold", 7, None, ["deaths.1"]])
def test_a_name_that_the_mode_does_not_know_is_not_counted(name: Any) -> None:
    spots = [point("free", (0, 3), (0, 4), (1, 3)), point("theirs", (4, 0), (4, -1), (3, 0), owner=2)]
    cannot(Table(rulings=True, arena=ground(spawns=spots)), {"edit": "ledger", "name": name, "value": 1})


def test_a_minion_waits_in_the_box_only_if_it_is_nowhere_else() -> None:
    table = Table(seats=3, at=THREE, rulings=True).minion((1, 0), name="m1")
    table.purse(2, heads=(Head("m2", "warden-of-knots"),))
    boxed = [name for name in mode_of(table.state).counts(table.state) if name.startswith("box.")]
    assert boxed[:3] == ["box.m1", "box.m2", "box.m3"]
    for name in ("box.m1", "box.m2"):
        cannot(table, {"edit": "ledger", "name": name, "value": 1})
    corrected(table, {"edit": "ledger", "name": "box.m3", "value": 1})
    cannot(table, {"edit": "ledger", "name": "bounty", "value": 5})


# A match that a fault of ours holds up.


def breaks(*_: Any) -> Any:
    raise ZeroDivisionError("a planted fault")


def test_what_is_in_flight_is_dropped_though_every_answer_to_it_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(reactions=True, rulings=True, cards=[JAB]).mat(JAB).hand(DULL, seat=2).activate().attack("c2")
    monkeypatch.setitem(WORDS, "act", evolve(WORDS["act"], perform=breaks))
    with pytest.raises(ZeroDivisionError):
        table.pass_on()
    corrected(table, CLEAR)
    assert table.state.frames == () and table["c2"].hp == 10
    table.end_turn()
    assert table.state.turn.seat == 2


def test_a_table_that_cannot_even_ask_is_asked_about_its_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(reactions=True, rulings=True, cards=[JAB, SLIP]).mat(JAB).hand("slip", seat=2)
    table.activate().attack("c2").react("slip")
    top = table.state.frames[-1]
    assert isinstance(top, Program)
    asks = top.effects[0].do
    monkeypatch.setitem(WORDS, asks, evolve(WORDS[asks], ask=breaks))
    with pytest.raises(ZeroDivisionError):
        MAYA.awaiting(table.state)
    table.do(ProposeRuling(HOST, "It hangs", (CLEAR,)))
    assert {(asked.seat, asked.kind) for asked in MAYA.awaiting(table.state)} == {(1, "ruling"), (2, "ruling")}
    table.do(WithdrawRuling(HOST, 1)).do(ProposeRuling(HOST, "It hangs", (CLEAR,)))
    table.do(ConsentRuling(2, 2))
    assert table.one(RulingConsented).seat == 2
    table.do(ConsentRuling(1, 2)).end_turn()
    assert table.state.turn.seat == 2


def test_offers_that_break_do_not_keep_a_seat_from_agreeing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(rulings=True).mat(JAB).activate()
    monkeypatch.setattr("domain.maya.offers.actions.offers", breaks)
    with pytest.raises(ZeroDivisionError):
        table.offers(1)
    table.do(ProposeRuling(HOST, "It hangs", (CLEAR,)))
    assert [offer.intent for offer in table.offers(1)] == [ConsentRuling(1, 1), ConsentRuling(1, 1, False)]
    table.do(ConsentRuling(1, 1))
    assert table.offers(1) == ()
