"""Cards that set each other off: the rest fizzles at a bound, the table is told, and the match goes on."""

from __future__ import annotations

from typing import Any

import pytest

from domain.maya.content.clauses import EFFECTS_MAX
from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.events import ActionDeclared, TriggerFired, TriggerLoopEnded
from domain.maya.intents import EndActionPhase
from domain.maya.performers.icons import MODIFIERS_MAX
from domain.maya.triggers.firing import TRIGGERS_MAX
from tests.rules.maya.play import Table, card
from tests.rules.maya.stand_ins import Made, content_of

STRIKE = card("strike", {"do": "attack", "value": 1}, {"do": "attack", "value": 1})
HEAL: dict[str, Any] = {"do": "restore", "hp": 1, "target": {"bound": "it"}}
AGAIN: dict[str, Any] = {"do": "attack", "value": 1, "target": {"bound": "it"}}


def echo(name: str, *effects: dict[str, Any]) -> Made:
    """A card that answers HP taken by its champion's attack."""
    return card(name, {"when": "passive", "on": "your_attack_took_hp", "limit": "none", "do": list(effects)})


@pytest.mark.rules("MAYA-AMB-57")
def test_an_attack_that_answers_itself_stops_at_the_bound_and_the_turn_goes_on() -> None:
    table = Table(at=[(0, 0), (1, 0)]).mat(STRIKE, echo("echo", HEAL, AGAIN)).activate().attack("c2")
    assert len(table.happened(TriggerFired)) == TRIGGERS_MAX
    assert [(end.seat, end.source) for end in table.happened(TriggerLoopEnded)] == [(1, "mat:2:echo.0")]
    assert len(table.happened(ActionDeclared)) == TRIGGERS_MAX + 1
    assert not table.state.frames and table.state.turn.seat == 1
    table.attack("c2", number=2)
    assert not table.happened(TriggerFired) and not table.happened(TriggerLoopEnded), (
        "told once, and over for this turn"
    )
    assert not table.end_turn().end_turn().state.turn.triggered


@pytest.mark.rules("MAYA-AMB-57")
def test_two_that_set_each_other_off_ask_for_an_order_only_so_often() -> None:
    table = Table(at=[(0, 0), (1, 0)]).mat(STRIKE, echo("echo", HEAL, AGAIN), echo("ring", HEAL, AGAIN)).activate()
    table.attack("c2")
    asked = 0
    while table.state.frames:
        assert table.pending == (1, "order")
        table.do(table.offers()[0].intent)
        asked += 1
    assert 1 < asked <= TRIGGERS_MAX
    assert len(table.happened(TriggerLoopEnded)) == 1
    assert table.state.turn.triggered == TRIGGERS_MAX + 1 and table.offered(EndActionPhase)


@pytest.mark.rules("MAYA-AMB-57")
def test_what_stands_behind_the_attack_still_happens_each_time() -> None:
    draw = {"do": "energy", "gain": 1}
    table = Table(at=[(0, 0), (1, 0)]).mat(STRIKE, echo("echo", HEAL, AGAIN, draw)).purse(energy=1).activate()
    table.attack("c2")
    assert not table.state.frames
    assert table.energy_of() == TRIGGERS_MAX


@pytest.mark.rules("MAYA-AMB-57")
def test_a_passive_that_answers_something_says_how_often() -> None:
    silent = {"when": "passive", "on": "you_moved", "do": "defend", "value": 1}
    with pytest.raises(ContentError, match=r"limit is missing: once_per_turn or none \(MAYA-AMB-57\)"):
        load_pack_text(content_of([card("silent", silent)]))


def test_a_text_of_more_effects_than_a_table_follows_is_refused() -> None:
    long = [{"do": "draw", "value": 1}] * (EFFECTS_MAX + 1)
    with pytest.raises(ContentError, match=f"more than {EFFECTS_MAX} effects"):
        load_pack_text(content_of([card("long", {"when": "on_exit", "do": long})]))
    load_pack_text(content_of([card("long", {"when": "on_exit", "do": long[1:]})]))


@pytest.mark.rules("MAYA-AMB-59")
def test_of_many_modifiers_the_first_few_are_the_players_choice() -> None:
    sharper = [{"when": "modifier", "change": {"to": "attack", "add": 1}} for _ in range(10)]
    table = Table().mat(card("sharp", {"do": "attack", "value": 1}, *sharper)).activate()
    assert len(table.offered_actions()) == 2**MODIFIERS_MAX
    assert table.attack("c2")["c2"].at is None, "the rest is used of itself"
