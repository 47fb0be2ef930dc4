"""Bleed: what an action costs a bleeding champion or minion, and when it stops."""

from __future__ import annotations

import pytest

from domain.maya.events import AggroMarked, ChampionKilled, DamageDealt
from domain.maya.intents import BuyUpgrade, ClaimObjective, EquipRelic, SpawnMinion
from domain.maya.state import Head, Objectives, OpenObjective
from tests.rules.maya.play import Table, card, ground, made, passive, point, relic, spell

MOVE = {"do": "move", "steps": 1}
JAB = {"do": "attack", "value": 1}
FRESH = {"do": "draw", "value": 1}


def bleeding(tokens: int, *clauses: dict[str, object], hp: int = 10) -> Table:
    """Seat 1's champion bleeds and has a card in use."""
    return Table().mat(card("deeds", *(clauses or (MOVE, JAB)))).activate().unit("c1", bleed=tokens, hp=hp)


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
def test_each_action_costs_true_damage_for_every_token() -> None:
    table = bleeding(2, hp=6).move((0, 1))
    assert table["c1"].hp == 4
    table.attack("c2")
    assert table["c1"].hp == 2


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
@pytest.mark.parametrize(
    "clause",
    [
        MOVE,
        {"do": "attack", "value": 1},
        {"do": "defend", "value": 1},
        FRESH,
        {"do": "push", "steps": 1},
        {"do": "pull", "reach": 1},
        {"do": "jump", "steps": 2},
        {"do": "fly", "steps": 1},
    ],
    ids=lambda clause: str(clause["do"]),
)
def test_every_kind_of_action_costs_once(clause: dict[str, object]) -> None:
    table = bleeding(2, clause)
    table.do(table.offered_actions()[0])
    (cost,) = [hit for hit in table.happened(DamageDealt) if hit.kind == "bleed"]
    assert (cost.target, cost.raw, cost.lost) == ("c1", 2, 2)


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
def test_an_action_of_a_relic_or_a_skill_costs_like_one_of_a_card() -> None:
    plate = relic("plate", {"do": "defend", "value": 1})
    table = Table().mat(card("deeds", MOVE)).relic(plate).unit("c1", bleed=2).activate().take(0, relic=True)
    assert (table["c1"].hp, table["c1"].defence) == (8, 1)
    brace = {"when": "use", "limit": "once_per_turn", "do": "defend", "value": 1}
    level = {"xp": 2, "text": "Brace", "program": [brace]}
    stance = made("skill", "ada-skill-1", champion="ada", level_1=level, level_2a=level, level_2b=level)
    table = Table(cards=[stance]).skill("ada-skill-1").unit("c1", bleed=2).use("skill:ada-skill-1.0")
    assert (table["c1"].hp, table["c1"].defence) == (8, 1)


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
def test_a_spell_without_an_action_costs_as_one_and_one_with_actions_for_each_of_them() -> None:
    plain = Table().hand(spell("calm", {"do": "energy", "gain": 1})).unit("c1", bleed=2)
    assert plain.spell("calm")["c1"].hp == 8
    busy = Table().hand(spell("busy", {"do": [FRESH, {"do": "defend", "value": 1}]})).unit("c1", bleed=2)
    assert busy.spell("busy")["c1"].hp == 6


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
def test_an_action_inside_a_condition_or_a_choice_costs_once() -> None:
    def either(on_the_ground: dict[str, object]) -> dict[str, object]:
        gain = {"do": "energy", "gain": 1}
        return {"do": [{"do": "if", "if": "in_flight", "then": [gain], "else": [on_the_ground]}]}

    held = Table().hand(spell("held", either({"do": "defend", "value": 1}))).unit("c1", bleed=2).spell("held")
    assert (held["c1"].hp, held["c1"].defence) == (8, 1)
    tossed = Table().hand(spell("tossed", either({"do": "discard", "value": 1})), "ada-1").unit("c1", bleed=2)
    assert (tossed.spell("tossed")["c1"].hp, tossed.held()) == (8, [])
    calm = Table("cyd", "ada", quiet=True).hand(spell("calm", either({"do": "defend", "value": 1})))
    assert calm.unit("c1", bleed=2, flying=True).spell("calm")["c1"].hp == 8, "without an action it costs as one"
    bell = Table("kshar", "ada", quiet=True).skill("living-reliquary").mat("static").relic("bell-of-the-third-watch")
    rung = bell.unit("c1", bleed=2).use("skill:living-reliquary.0")
    assert (rung["c1"].hp, rung["c1"].defence) == (8, 2)


@pytest.mark.rules("MAYA-BLEED-01", "MAYA-AMB-39")
def test_an_action_in_another_players_turn_costs_as_well() -> None:
    ward = spell("ward", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "defend", "value": 1})
    table = Table(reactions=True).mat(card("jab", JAB)).hand(ward, seat=2).unit("c2", bleed=2)
    table.activate().attack("c2").react("ward")
    assert [(hit.kind, hit.target, hit.lost) for hit in table.happened(DamageDealt)] == [
        ("bleed", "c2", 2),
        ("attack", "c2", 0),
    ]


@pytest.mark.rules("MAYA-BLEED-02")
def test_the_deed_is_done_before_the_bleeding_champion_falls() -> None:
    table = bleeding(1, {"do": "attack", "value": 2}, hp=1).unit("c2", hp=2)
    table.attack("c2")
    assert [fall.seat for fall in table.happened(ChampionKilled)] == [2, 1]
    assert (table["c1"].at, table["c2"].at) == (None, None)


@pytest.mark.rules("MAYA-BLEED-03", "MAYA-AMB-17")
def test_defence_does_not_help_against_bleeding() -> None:
    table = bleeding(1).unit("c1", defence=5).move((0, 1))
    assert (table["c1"].hp, table["c1"].defence) == (9, 5)


@pytest.mark.rules("MAYA-BLEED-04")
def test_a_turn_without_an_action_costs_nothing() -> None:
    table = Table().mat(card("deeds", MOVE)).activate().unit("c1", bleed=3)
    assert table["c1"].hp == 10
    assert table.end_turn()["c1"].hp == 10


@pytest.mark.rules("MAYA-AMB-39", "MAYA-BLEED-04")
def test_what_is_no_action_costs_nothing() -> None:
    plate = relic("plate", {"do": "defend", "value": 1})
    field = ground(
        spawns=[point("camp", (-3, 0), (-3, 1), (-2, 0), owner=1)], upgrades=[point("shrine", (0, 0), (0, 1), (1, 0))]
    )
    guard = passive("manushya", {"when": "passive", "on": "you_activated", "limit": "none", "do": "defend", "value": 4})
    table = Table(arena=field, cards=[guard]).mat(card("deeds", MOVE)).hand(plate).unit("c1", bleed=3)
    table.purse(xp=1, bank=1, heads=(Head("m1", "warden-of-knots"),))
    table.having(objectives=Objectives((OpenObjective("turtle", 0, 1, False),)))
    table.activate().do(EquipRelic(1, "plate", 2)).do(ClaimObjective(1, "turtle")).do(BuyUpgrade(1, "symbol", 0))
    table.do(table.offered(SpawnMinion)[0])
    assert (table["c1"].hp, table["c1"].defence) == (10, 4)


@pytest.mark.rules("MAYA-BLEED-05")
def test_the_tokens_stay_after_they_hurt() -> None:
    assert bleeding(2).move((0, 1))["c1"].bleed == 2


@pytest.mark.rules("MAYA-BLEED-06")
def test_all_tokens_leave_at_the_end_of_the_turn() -> None:
    table = bleeding(3).unit("c2", bleed=1)
    assert table.end_turn()["c1"].bleed == 0
    assert table["c2"].bleed == 1


@pytest.mark.rules("MAYA-AMB-42")
def test_bleeding_is_the_deed_of_who_put_the_last_token_on() -> None:
    table = bleeding(1, MOVE, hp=1).unit("c1", bleed_by=2)
    assert table.move((0, 1)).one(ChampionKilled).killer == 2


@pytest.mark.rules("MAYA-BLEED-07", "MAYA-AMB-41")
def test_a_bleeding_minion_loses_one_for_each_action_whatever_its_tokens() -> None:
    table = Table(at=[(0, -3), (3, 0)]).minion((0, 0), hp=6, owner=1, kind="elder-komon")
    table.unit("m1", bleed=2, bleed_by=2).ally_step().minion_does("m1", 0, path=((1, 0),))
    assert table["m1"].hp == 5
    table.minion_does("m1", 2, "c2")
    assert table["m1"].hp == 4
    assert table.seat(2).purse.bank == 2


@pytest.mark.rules("MAYA-AMB-41")
def test_bleeding_leaves_a_minion_at_the_end_of_its_turn() -> None:
    table = Table(at=[(0, -3), (3, 0)]).minion((0, 0), hp=6, owner=1, kind="elder-komon").unit("m1", bleed=2)
    assert table.ally_step().minion_does("m1", 0, path=((1, 0),))["m1"].bleed == 2
    assert table.minion_ends()["m1"].bleed == 0


@pytest.mark.rules("MAYA-AMB-42")
def test_a_neutral_minion_that_bleeds_gets_nobody_into_trouble() -> None:
    table = Table(at=[(0, 0), (4, 0)]).minion((2, 0), hp=3).unit("m1", bleed=1, bleed_by=2)
    table.having(marks=(("m1", 1),)).end_turn()
    bled = [hit for hit in table.happened(DamageDealt) if hit.kind == "bleed"]
    assert [(hit.target, hit.seat) for hit in bled] == [("m1", 2)]
    assert table.seat(2).purse.bank == 1
    assert not table.happened(AggroMarked)


@pytest.mark.rules("MAYA-AMB-42")
@pytest.mark.parametrize(("by", "killer"), [(1, 0), (3, 0), (2, 2), (4, 4)])
def test_bleeding_that_a_friend_put_on_is_nobodys_deed(by: int, killer: int) -> None:
    table = Table(seats=4).mat(card("deeds", MOVE)).activate().unit("c1", bleed=1, hp=1, bleed_by=by)
    assert table.move((0, 1)).one(ChampionKilled).killer == killer


@pytest.mark.rules("MAYA-AMB-42")
@pytest.mark.parametrize(("by", "banks"), [(1, [0, 0]), (2, [0, 1])])
def test_nobody_gets_the_chip_of_a_minion_that_bleeds_by_its_owners_hand(by: int, banks: list[int]) -> None:
    table = Table(at=[(0, -3), (3, 0)]).minion((0, 0), hp=6, owner=1, kind="elder-komon")
    table.unit("m1", bleed=1, bleed_by=by).ally_step().minion_does("m1", 0, path=((1, 0),))
    assert table["m1"].hp == 5
    assert [side.purse.bank for side in table.state.seats] == banks
