"""Core concepts: the round, the slide and what it pays, orders, energy, death, modes."""

from __future__ import annotations

import pytest

from domain.maya.events import (
    ChampionKilled,
    EnergyChanged,
    GameEnded,
    MinionKilled,
    PhaseEntered,
    RoundEnded,
    RoundStarted,
    TurnStarted,
)
from domain.maya.intents import ActivateCard, BuyUpgrade, PrepareCard, TakeAction, UseAbility
from domain.maya.modes.base import KINDS, ModeRules, end
from domain.maya.state import Tracks, Turn
from domain.maya.table import MayaDraft
from tests.rules.maya.play import HOMES, Table, card, ground, made, point


@pytest.mark.rules("MAYA-CORE-01")
def test_every_round_runs_the_same_phases_in_the_same_order() -> None:
    table = Table.dealt(seed=3)
    table.idle(lambda t: t.state.round == 3 and t.state.phase == "prepare")
    rounds: dict[int, list[str]] = {}
    for event in table.log:
        if isinstance(event, RoundStarted):
            rounds[event.round] = []
        elif rounds and isinstance(event, PhaseEntered):
            rounds[max(rounds)].append(event.phase)
    assert list(rounds) == [1, 2, 3]
    assert [p for p in rounds[1] if p not in ("aggro", "watch")] == [
        *("refresh", "slide", "exit", "prepare", "flip", "arrive"),
    ]
    assert [p for p in rounds[2] if p not in ("aggro", "watch")] == [
        p for p in rounds[1] if p not in ("aggro", "watch")
    ]


@pytest.mark.rules("MAYA-CORE-02", "MAYA-SLIDE-02")
def test_the_round_opens_with_a_slide_to_the_right_and_the_leaver_pays() -> None:
    a, b, c = (card(name, {"do": "defend", "value": 1}, gain=3) for name in "abc")
    table = Table().mat(a, b, c).mat(b, c, a, seat=2).purse(energy=1)
    table.next_round()
    assert table.slots() == ["", "a", "b"] and table.slots(2) == ["", "b", "c"]
    assert table.discards() == ["c"] and table.discards(2) == ["a"]
    assert table.energy_of() == 4


@pytest.mark.rules("MAYA-CORE-03")
def test_attacks_and_kills_bring_no_energy() -> None:
    jab = card("jab", {"do": "attack", "value": 3}, {"do": "attack", "value": 3}, {"do": "move", "steps": 2}, cost=2)
    table = Table(at=[(0, 0), (1, 0)]).mat(jab).unit("c2", hp=1).minion((0, 1), hp=1).purse(energy=5)
    table.activate().attack("c2").attack("m1", number=2).move((-1, 0))
    table.end_turn()
    changes = [event for event in table.log if isinstance(event, EnergyChanged)]
    assert [event for event in table.log if isinstance(event, ChampionKilled | MinionKilled)]
    assert [(e.delta, e.reason) for e in changes] == [(-2, "activate")]
    assert table.energy_of() == 3


@pytest.mark.rules("MAYA-CORE-04")
def test_prepared_cards_stay_secret_until_all_are_turned_up_together() -> None:
    table = Table.dealt()
    mine = table.held()[0]
    table.do(PrepareCard(1, mine))
    assert table.seen_by(2).seats[0].slots[0].card is None
    assert table.seen_by(1).seats[0].slots[0].card == mine
    assert table.state.phase == "prepare"
    theirs = table.held(2)[1]
    table.do(PrepareCard(2, theirs))
    for viewer in (0, 1, 2):
        assert [side.slots[0].card for side in table.seen_by(viewer).seats] == [mine, theirs]


@pytest.mark.rules("MAYA-CORE-05")
def test_the_lower_energy_gain_goes_first() -> None:
    slow, fast = card("slow", gain=4), card("fast", gain=1)
    table = Table().hand(slow).hand(fast, seat=2).next_round().prepare(slow, fast)
    assert table.state.tracks.initiative == (2, 1)


@pytest.mark.rules("MAYA-CORE-06", "MAYA-ACT-03")
def test_energy_buys_a_cards_actions() -> None:
    jab = card("jab", {"do": "attack", "value": 1}, cost=2)
    table = Table().mat(jab).purse(energy=5)
    assert not table.offered(TakeAction)
    table.activate()
    assert table.energy_of() == 3
    assert table.offered(TakeAction, target="c2")


@pytest.mark.rules("MAYA-CORE-07", "MAYA-TRACK-02")
def test_who_is_brought_to_zero_hp_is_killed() -> None:
    jab = card("jab", {"do": "attack", "value": 2})
    table = Table().mat(jab).unit("c2", hp=2).activate().attack("c2")
    assert table.one(ChampionKilled).seat == 2
    assert table["c2"].at is None


@pytest.mark.rules("MAYA-CORE-08")
def test_a_killed_champion_is_back_at_the_start_of_its_next_turn() -> None:
    jab = card("jab", {"do": "attack", "value": 10})
    table = Table(arena=ground(spawns=HOMES)).mat(jab).having(tracks=Tracks((1, 2), (1, 2), (2,)))
    table.activate().attack("c2")
    assert not table.state.is_alive(2)
    table.end_turn()
    assert (table.state.turn.seat, table.state.step) == (2, "respawn")
    table.idle(lambda t: t.state.step == "action")
    assert table.state.turn.seat == 2 and table.state.is_alive(2) and table["c2"].hp == 10


@pytest.mark.rules("MAYA-CORE-09", "MAYA-ACT-13")
def test_a_skill_of_the_champion_is_used_beside_its_cards() -> None:
    level = {
        "xp": 2,
        "text": "Defend",
        "program": [{"when": "use", "limit": "once_per_turn", "do": "defend", "value": 2}],
    }
    stance = made("skill", "ada-skill-1", champion="ada", level_1=level, level_2a=level, level_2b=level)
    table = Table(cards=[stance]).mat(card("jab", {"do": "attack", "value": 1}))
    assert not table.offered(UseAbility)
    table.skill("ada-skill-1")
    assert [intent.ability for intent in table.offered(UseAbility)] == ["skill:ada-skill-1.0"]
    table.activate().use("skill:ada-skill-1.0").attack("c2")
    assert table["c1"].defence == 2 and table["c2"].hp == 9


@pytest.mark.rules("MAYA-CORE-10", "MAYA-UPG-01")
def test_xp_buys_skills_stats_and_traits() -> None:
    spot = point("Shrine", (0, 0), (1, 0), (0, 1))
    table = Table(arena=ground(upgrades=[spot])).purse(xp=5)
    assert {intent.kind for intent in table.offered(BuyUpgrade)} == {"hp", "energy", "symbol", "skill"}


@pytest.mark.rules("MAYA-CORE-11", "MAYA-AMB-113")
def test_the_mode_says_when_the_match_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    class ThreeRounds(ModeRules):
        """Ends when round 3 is over."""

        def round_ended(self, draft: MayaDraft) -> None:
            if draft.state.round == 3:
                end(draft, [2], ("three rounds",))

    monkeypatch.setitem(KINDS, "siege", ThreeRounds())
    table = Table()
    table.having(round=2, turn=Turn(number=1, seat=1))
    table.idle(lambda t: t.state.round == 3 or t.state.ended is not None)
    assert table.state.ended is None
    table.idle(lambda t: t.state.ended is not None)
    kinds = [type(event) for event in table.log]
    assert kinds[-2:] == [RoundEnded, GameEnded]
    assert table.log[-1] == GameEnded((2,), ("three rounds",), (0, 0))


@pytest.mark.rules("MAYA-TURN-01")
def test_turns_follow_the_order_of_initiative() -> None:
    table = Table(seats=3).having(tracks=Tracks((1, 3, 2), (1, 2, 3), (3, 2)))
    table.end_turn()
    assert table.state.turn.seat == 3
    table.end_turn()
    assert table.state.turn.seat == 2
    started = [event.seat for event in table.log if isinstance(event, TurnStarted)]
    assert started == [3, 2]


@pytest.mark.rules("MAYA-TURN-01")
def test_only_the_seat_whose_turn_it_is_activates() -> None:
    table = (
        Table().mat(card("mine", {"do": "defend", "value": 1})).mat(card("yours", {"do": "draw", "value": 1}), seat=2)
    )
    table.refused(ActivateCard(2, 1), "NOT_YOUR_TURN", "MAYA-TURN-01")
