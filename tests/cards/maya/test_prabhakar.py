"""The cards, passives and skills of Prabhakar, each played once for what its text says."""

from __future__ import annotations

import pytest

from domain.maya.intents import AnswerChoice, PlaySpell, TakeAction, UseAbility, UseTimedEffect
from tests.cards.maya.duel import Duel, field


def prabhakar(*mat: str, **how: object) -> Duel:
    """Prabhakar against Kshar, the first card of the mat activated."""
    duel = Duel("prabhakar", "kshar", **how)  # type: ignore[arg-type] # handed on
    return duel.mat(*mat).activate() if mat else duel


def test_sunline_lance_pierces_four_and_one_more_by_dead_reckoning() -> None:
    duel = prabhakar("sunline-lance", at=((0, 0), (1, 0))).minion((5, 0), hp=5).minion((0, 1), name="m2")
    duel.take(1, direction=0)
    assert (duel["c2"].hp, duel["c2"].root, duel["m1"].hp, duel["m1"].root, duel["m2"].hp) == (7, 1, 2, 1, 3)


def test_sunline_lance_deals_one_more_from_the_own_foundation() -> None:
    duel = prabhakar("sunline-lance").foundation((0, 0))
    assert duel.take(1, "c2", direction=0)["c2"].hp == 10 - 3 - 1 - 1, "and the Foundation is High Ground"


def test_masterwork_scaffold_moves_builds_both_and_defends() -> None:
    duel = prabhakar("masterwork-scaffold").take(1)
    assert duel.pending == (1, "space")
    duel.answer((0, 0)).take(2).answer((0, 1)).take(3)
    assert [tile.at for tile in duel.state.ground.foundations] == [(0, 0)]
    assert (duel["e1.1"].at, duel["e1.1"].hp, duel.supply("engram"), duel.supply("foundation")) == ((0, 1), 2, 2, 3)
    assert duel["c1"].defence == 1


def test_second_draft_lifts_pieces_and_lays_as_many_of_each_kind() -> None:
    duel = prabhakar().foundation((3, 0)).foundation((4, 0)).engram((0, 3)).hand("second-draft").spell("second-draft")
    duel.answer((3, 0), "e1.1").answer((0, 1)).answer((-1, 0))
    assert sorted(tile.at for tile in duel.state.ground.foundations) == [(0, 1), (4, 0)]
    assert duel["e1.1"].at == (-1, 0)


def test_second_draft_lays_within_three_and_no_more_than_it_lifted() -> None:
    duel = prabhakar().foundation((3, 0)).hand("second-draft").spell("second-draft").answer((3, 0))
    answers = {i.answer for i in duel.offered(AnswerChoice)}
    assert ((3, -3),) in answers and ((4, 0),) not in answers and () in answers
    assert all(len(answer) < 2 for answer in answers)


def test_paving_step_moves_and_paves() -> None:
    duel = prabhakar("paving-step").take(0, path=((0, 1),)).take(1).answer((0, 1))
    assert [tile.at for tile in duel.state.ground.foundations] == [(0, 1)]


def test_leverage_attacks_by_manushya_and_pushes_two() -> None:
    duel = prabhakar("leverage").take(1, "c2").take(2, "c2")
    assert (duel["c2"].hp, duel["c2"].at) == (8, (3, 0))


def test_leverage_pushes_three_from_the_own_foundation() -> None:
    assert prabhakar("leverage").foundation((0, 0)).take(2, "c2")["c2"].at == (4, 0)


def test_whirling_weights_hits_all_around_or_around_an_engram() -> None:
    duel = prabhakar("whirling-weights").minion((0, 1))
    assert {i.centre for i in duel.offered(TakeAction, index=1)} == {""}
    duel.take(1)
    assert (duel["c2"].hp, duel["m1"].hp) == (8, 1)
    far = prabhakar("whirling-weights", at=((0, 0), (4, 0))).engram((3, 0))
    far.take(1, "c2", centre="e1.1", using="card.2")
    assert (far["c2"].hp, far["e1.1"].hp) == (8, 2)


def test_overwound_spring_attacks_by_artificer_at_range_two_and_one_more() -> None:
    duel = prabhakar("overwound-spring", at=((0, 0), (3, 0)))
    assert duel.take(0, "c2")["c2"].hp == 8
    assert prabhakar("overwound-spring", at=((0, 0), (4, 0))).targets(0) == set()


def test_overwound_spring_mends_an_engram_at_end_of_turn() -> None:
    duel = prabhakar("overwound-spring").engram((0, 1), hp=1).engram((0, 2), name="e1.2").step("end")
    assert duel.timed("mat:1:overwound-spring.1")["e1.1"].hp == 2


def test_plumb_shot_attacks_for_two_at_range_three_and_one_more() -> None:
    assert prabhakar("plumb-shot", at=((0, 0), (4, 0))).take(1, "c2")["c2"].hp == 8


def test_long_calculation_draws_then_discards_at_start_of_turn_and_shoots() -> None:
    duel = prabhakar("long-calculation", at=((0, 0), (2, 2))).hand("blueprint").step("start")
    duel.timed("mat:1:long-calculation.0").answer("blueprint")
    assert (duel.seat().cards.hand, duel.seat().cards.discard) == (("plumb-shot",), ("blueprint",))
    duel.state = prabhakar("long-calculation", at=((0, 0), (2, 2))).state
    assert duel.take(1, "c2")["c2"].hp == 7


def test_gnomon_scope_lets_range_attacks_fly_off_the_line() -> None:
    duel = Duel("prabhakar", "kshar", at=((0, 0), (1, 1))).mat("plumb-shot").relic("gnomon-scope").activate()
    assert duel.take(1, "c2")["c2"].hp == 8
    assert prabhakar("plumb-shot", at=((0, 0), (1, 1))).targets(1) == set()


def test_pocket_forge_places_an_engram_or_mends_all() -> None:
    duel = (
        Duel("prabhakar", "kshar")
        .mat("static")
        .relic("pocket-forge")
        .engram((0, 1), hp=1)
        .engram((0, 2), name="e1.2", hp=1)
    )
    duel.activate().take(0, relic=True).answer(1)
    assert (duel["e1.1"].hp, duel["e1.2"].hp) == (2, 2)
    new = Duel("prabhakar", "kshar").mat("static").relic("pocket-forge").activate().take(0, relic=True).answer((0, 1))
    assert new["e1.1"].at == (0, 1)


def test_detonate_destroys_an_engram_and_hurts_enemies_beside_it() -> None:
    duel = prabhakar().engram((2, 0)).engram((0, 3), name="e1.2").tower((3, 0)).tower((-5, 0), team=1, name="t1a")
    duel.hand("detonate").spell("detonate")
    duel.answer("e1.1")
    assert "e1.1" not in duel.state.units and duel.supply("engram") == 2
    assert (duel["c2"].hp, duel["t2a"].hp, duel["c1"].hp) == (8, 6, 10)


def test_detonate_needs_an_engram() -> None:
    prabhakar().hand("detonate").refused(PlaySpell(1, "detonate"), "NO_EFFECT", "MAYA-AMB-20")


@pytest.mark.parametrize(("laid", "drawn"), [(0, 1), (1, 1), (2, 2)])
def test_blueprint_draws_one_or_two_with_two_foundations(laid: int, drawn: int) -> None:
    duel = prabhakar().hand("blueprint")
    for at in [(0, 1), (0, 2)][:laid]:
        duel.foundation(at)
    assert len(duel.spell("blueprint").seat().cards.hand) == drawn
    assert duel.energy == 9


def test_counterweight_pushes_an_enemy_that_ends_its_move_beside_a_foundation() -> None:
    duel = Duel("kshar", "prabhakar", at=((0, 0), (5, 0)), reactions=True).hand("counterweight", seat=2)
    duel.foundation((3, 0), seat=2).mat("branch-breaker").activate()
    duel.take(0, path=((1, 0), (2, 0))).pass_on()
    assert duel.pending[0] == 2
    assert duel.react("counterweight")["c1"].at == (0, 0), "two spaces from (2,0), away from (3,0)"


def test_counterweight_is_not_asked_for_where_the_move_ended_elsewhere() -> None:
    duel = Duel("kshar", "prabhakar", at=((0, 0), (5, 0)), reactions=True).hand("counterweight", seat=2)
    duel.mat("branch-breaker").activate().take(0, path=((1, 0),)).pass_on()
    assert duel.pending == (1, "action")


def test_groundwork_places_one_foundation_each_turn() -> None:
    duel = prabhakar().use("passive:manushya.0").answer((0, 0))
    assert [tile.at for tile in duel.state.ground.foundations] == [(0, 0)]
    duel.refused(UseAbility(1, "passive:manushya.0"), "ONCE_PER_TURN", "MAYA-ACT-14")


def test_groundwork_stops_at_a_void_and_at_a_tile() -> None:
    duel = prabhakar(arena=field(void=[(0, 1)])).foundation((0, 0)).use("passive:manushya.0")
    spaces = {i.answer[0] for i in duel.offered(AnswerChoice)}
    assert (0, 1) not in spaces and (0, 0) not in spaces and (1, 0) in spaces, "a unit's space may be paved"


def test_engram_works_places_an_engram_for_one_energy() -> None:
    duel = prabhakar().use("passive:artificer.0").answer((0, 1))
    assert (duel["e1.1"].at, duel.energy) == ((0, 1), 8)
    assert (1, 0) not in {i.answer for i in duel.offered(AnswerChoice)}


def test_engram_works_stops_with_the_supply() -> None:
    duel = prabhakar().purse(supply={"engram": 0, "foundation": 4})
    duel.refused(UseAbility(1, "passive:artificer.0"), "NO_EFFECT", "MAYA-AMB-20")


@pytest.mark.parametrize(("level", "hp"), [("1", 9), ("2b", 8)])
def test_sentry_protocol_has_one_engram_shoot(level: str, hp: int) -> None:
    duel = prabhakar(at=((-4, 0), (2, 0))).engram((0, 0)).engram((0, 4), name="e1.2").skill("sentry-protocol", level)
    duel.step("end").timed("skill:sentry-protocol.0").asked("c2", centre="e1.1")
    assert (duel["c2"].hp, duel["c2"].root) == (hp, int(level == "2b"))
    assert duel.state.step != "end" or not duel.offered(UseTimedEffect)


def test_sentry_protocol_2a_has_every_engram_shoot() -> None:
    duel = prabhakar(at=((-4, 0), (2, 0))).engram((0, 0)).engram((2, 2), name="e1.2").skill("sentry-protocol", "2a")
    duel.step("end").timed("skill:sentry-protocol.0").asked("c2", centre="e1.2").asked("c2", centre="e1.1")
    assert duel["c2"].hp == 8


def test_engram_attacks_are_no_action_of_the_champion() -> None:
    duel = prabhakar(at=((-4, 0), (2, 0))).engram((0, 0)).unit("c1", bleed=2).skill("sentry-protocol").step("end")
    assert duel.timed("skill:sentry-protocol.0").asked("c2", centre="e1.1")["c1"].hp == 10


@pytest.mark.parametrize(("level", "energy"), [("1", 8), ("2a", 9), ("2b", 8)])
def test_foundation_step_puts_prabhakar_on_a_free_foundation_within_four(level: str, energy: int) -> None:
    duel = prabhakar().foundation((0, 4)).foundation((0, 5)).foundation((1, 0)).skill("foundation-step", level)
    duel.use("skill:foundation-step.0")
    assert (duel["c1"].at, duel.energy) == ((0, 4), energy)
    assert duel["c2"].hp == (9 if level == "2b" else 10)
    assert duel.state.turn.moved == 0, "it is not a Move"


def test_foundation_step_does_not_enter_spikes() -> None:
    duel = prabhakar(arena=field(spikes=[(0, 4)])).skill("foundation-step").foundation((0, 4))
    assert duel.use("skill:foundation-step.0")["c1"].hp == 10


def test_wound_spring_draws_on_activating_from_the_own_foundation() -> None:
    duel = prabhakar().foundation((0, 0)).skill("wound-spring").mat("static", "static").activate()
    assert len(duel.seat().cards.hand) == 1
    assert len(duel.activate(2).seat().cards.hand) == 1, "once per turn"
    assert prabhakar().skill("wound-spring").mat("static").activate().seat().cards.hand == ()


def test_wound_spring_2a_strengthens_the_next_ranged_attack() -> None:
    duel = (
        prabhakar(at=((0, 0), (2, 0))).foundation((0, 0)).skill("wound-spring", "2a").mat("plumb-shot", "blurred-shot")
    )
    duel.activate().take(1, "c2")
    assert duel["c2"].hp == 10 - 2 - 1 - 1, "High Ground as well"
    assert duel.activate(2).take(0, "c2")["c2"].hp == 6 - 1 - 1


def test_wound_spring_2b_gives_back_one_hp() -> None:
    duel = prabhakar().foundation((0, 0)).skill("wound-spring", "2b").unit("c1", hp=5).mat("static").activate()
    assert (duel["c1"].hp, len(duel.seat().cards.hand)) == (6, 1)
