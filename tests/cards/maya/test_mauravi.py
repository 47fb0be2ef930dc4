"""The cards, passives and skills of Mauravi, each played once for what its text says."""

from __future__ import annotations

import pytest

from domain.maya.hexes import Hex
from domain.maya.intents import AnswerSecretly, EndStep, TakeAction, UseTimedEffect
from tests.cards.maya.duel import Duel, field
from tests.cards.maya.test_timing import arrival


def mauravi(*mat: str, **how: object) -> Duel:
    """Mauravi against Kshar, the first card of the mat activated."""
    duel = Duel("mauravi", "kshar", **how)  # type: ignore[arg-type] # handed on
    return duel.mat(*mat).activate() if mat else duel


@pytest.mark.parametrize(("flying", "bleed"), [(False, 0), (True, 1)])
def test_heavens_edict_shoots_and_from_flight_bleeds(flying: bool, bleed: int) -> None:
    duel = mauravi("heavens-edict", at=((0, 0), (2, 2))).unit("c1", flying=flying).take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].bleed) == (7 - flying, bleed), "a flyer stands higher"


def test_ascendant_takes_off_and_moves_two() -> None:
    duel = mauravi("ascendant").take(0)
    assert duel["c1"].flying
    assert (2, 0) in duel.reach(1, how="fly")
    duel.refused(TakeAction(1, 1, "card", 0), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.parametrize(("flying", "defence"), [(False, 1), (True, 2)])
def test_featherguard_defends_one_or_two_in_flight(flying: bool, defence: int) -> None:
    duel = Duel("mauravi", "kshar").mat("static").relic("featherguard").unit("c1", flying=flying).activate()
    assert duel.take(0, relic=True)["c1"].defence == defence


def test_wing_buffet_pushes_all_around_in_the_order_its_player_likes() -> None:
    duel = mauravi("wing-buffet").minion((0, 1)).take(1)
    assert duel.pending == (1, "unit")
    duel.answer("m1")
    assert (duel["m1"].at, duel["c2"].at) == ((0, 2), (2, 0))
    assert mauravi("wing-buffet").take(2, "c2")["c2"].hp == 9


def test_skyfall_from_flight_deals_one_more_and_lands() -> None:
    duel = mauravi("skyfall").unit("c1", flying=True).minion((0, 1), hp=5).take(1, using="card.2")
    assert (duel["c2"].hp, duel["m1"].hp, duel["c1"].flying) == (10 - 2 - 1 - 1, 5 - 4, False)
    ground = mauravi("skyfall").take(1, "c2")
    assert (ground["c2"].hp, ground["c1"].flying) == (8, False)


def test_skyfall_may_stay_in_flight_without_the_bonus() -> None:
    duel = mauravi("skyfall").unit("c1", flying=True).take(1, "c2")
    assert (duel["c2"].hp, duel["c1"].flying) == (10 - 2 - 1, True)


def test_cold_updraft_moves_and_draws() -> None:
    duel = mauravi("cold-updraft").take(1)
    assert len(duel.seat().cards.hand) == 1 and (0, 2) in duel.reach(0)


@pytest.mark.parametrize(("flying", "high", "may"), [(False, [], False), (True, [], True), (False, [(0, 0)], True)])
def test_cold_updraft_defends_at_end_of_turn_up_high(flying: bool, high: list[tuple[int, int]], may: bool) -> None:
    duel = mauravi("cold-updraft", arena=field(high=high)).unit("c1", flying=flying).step("end")
    if may:
        assert duel.timed("mat:1:cold-updraft.2")["c1"].defence == 1
    else:
        duel.refused(UseTimedEffect(1, "mat:1:cold-updraft.2"), "NO_SUCH_EFFECT", "MAYA-EOT-02")


def test_plumb_shot_reaches_four_by_dead_reckoning() -> None:
    assert mauravi("plumb-shot", at=((0, 0), (4, 0))).take(1, "c2")["c2"].hp == 8
    assert mauravi("plumb-shot", at=((0, 0), (5, 0))).targets(1) == set()


def test_marked_from_above_shoots_by_surefire_and_roots() -> None:
    duel = mauravi("marked-from-above", "plumb-shot", "static", at=((0, 0), (2, 2))).take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].root) == (7, 1)


def test_strafe_moves_one_on_arrival() -> None:
    duel = arrival("mauravi", "strafe").asked(path=((0, 1),))
    assert duel["c1"].at == (0, 1)


def test_storm_quill_lengthens_moves() -> None:
    duel = Duel("mauravi", "kshar").mat("faint-step").relic("storm-quill").activate()
    assert (0, 3) in duel.reach(0) and (0, 4) not in duel.reach(0)


@pytest.mark.parametrize(("moved", "hp"), [(2, 9), (3, 8)])
def test_hunters_jess_strikes_harder_after_three_spaces(moved: int, hp: int) -> None:
    duel = Duel("mauravi", "kshar").mat("wing-buffet").relic("hunters-jess").turn(moved=moved).activate()
    assert duel.take(2, "c2")["c2"].hp == hp


def test_omen_takes_one_of_three_and_puts_two_back_in_any_order() -> None:
    duel = mauravi().hand("omen").deck("strafe", "skyfall", "omen", "plumb-shot").spell("omen")
    assert {i.answer for i in duel.offered(AnswerSecretly)} == {("strafe",), ("skyfall",), ("omen",)}
    duel.answer("skyfall", secretly=True).answer("omen", "strafe", secretly=True)
    assert duel.seat().cards.hand == ("skyfall",)
    assert duel.seat().cards.deck == ("omen", "strafe", "plumb-shot")


def test_omen_with_one_card_left_takes_it() -> None:
    duel = mauravi().hand("omen").deck("strafe").spell("omen")
    assert duel.seat().cards.hand == ("strafe",) and duel.seat().cards.deck == ()


def test_bead_the_eye_roots_and_marks_for_the_next_ranged_attack() -> None:
    duel = mauravi(at=((0, 0), (3, 0))).minion((0, 3)).hand("bead-the-eye").spell("bead-the-eye").answer("c2")
    assert duel["c2"].root == 1
    duel.mat("plumb-shot", "blurred-shot", "plumb-shot").activate().take(1, "m1")
    assert duel["m1"].hp == 1, "an attack on somebody else does not use it up"
    assert duel.activate(2).take(0, "c2")["c2"].hp == 10 - 1 - 1
    assert duel.activate(3).take(1, "c2")["c2"].hp == 8 - 2


def test_silence_the_choir_cancels_a_spell_and_its_cost_stays_paid() -> None:
    duel = Duel("dangsa", "mauravi", reactions=True).hand("silence-the-choir", seat=2).hand("second-wind")
    duel.spell("second-wind").react("silence-the-choir")
    assert duel.pending == (1, "action")
    assert duel.seat().cards.discard == ("second-wind",) and duel.seat().cards.hand == ()
    assert (duel.energy, duel["c1"].at) == (8, (0, 0))


def test_silence_the_choir_does_not_answer_an_action() -> None:
    duel = Duel("dangsa", "mauravi", reactions=True).hand("silence-the-choir", seat=2).mat("rake").activate()
    duel.take(1, "c2")
    assert [type(o.intent).__name__ for o in duel.offers(2)] == ["PassReaction"]


def test_silence_the_choir_answers_a_reaction_of_a_third_player() -> None:
    duel = Duel("dangsa", "mauravi", "kshar", reactions=True, at=((0, 0), (3, 0), (1, 0)))
    duel.hand("silence-the-choir", seat=2).hand("brace", seat=3).mat("rake").activate().take(1, "c3")
    duel.pass_on(2).react("brace", seat=3).react("silence-the-choir", seat=2)
    while duel.pending[0] != 1:
        duel.pass_on(duel.pending[0])
    assert (duel["c3"].hp, duel["c3"].defence) == (8, 0)


def test_skyborne_lands_and_takes_off_again_for_one_energy() -> None:
    duel = mauravi().unit("c1", flying=True).step("start")
    duel.refused(EndStep(1), "FORCED", "MAYA-AMB-79")
    duel.timed("passive:garuda.0").answer("yes")
    assert (duel["c1"].flying, duel.energy) == (True, 8)
    down = mauravi().unit("c1", flying=True).step("start").timed("passive:garuda.0").answer("no")
    assert (down["c1"].flying, down.energy) == (False, 9)


def test_skyborne_stays_down_with_root() -> None:
    duel = mauravi().unit("c1", flying=True, root=1).step("start").timed("passive:garuda.0")
    assert not duel["c1"].flying and duel.pending == (1, "action")


def test_skyborne_in_flight_spikes_do_not_hurt() -> None:
    arena = field(spikes=[(0, 1)])
    flyer = mauravi("skyfall", arena=arena).unit("c1", flying=True).take(0, path=((0, 1),))
    walker = mauravi("skyfall", arena=arena).take(0, path=((0, 1),))
    assert (flyer["c1"].hp, walker["c1"].hp) == (10, 9)


@pytest.mark.parametrize(("level", "hp"), [("1", 7), ("2a", 6)])
def test_stoop_strengthens_the_next_attack_after_a_long_flight(level: str, hp: int) -> None:
    duel = mauravi("wing-buffet", at=((0, 0), (4, 0))).unit("c1", flying=True).skill("stoop", level)
    duel.take(0, path=((1, 0), (2, 0), (3, 0)), how="fly").take(2, "c2")
    assert duel["c2"].hp == hp, "1, the height of the flyer, and Stoop"


def test_stoop_needs_three_spaces_of_flight() -> None:
    duel = mauravi("wing-buffet", at=((0, 0), (3, 0))).unit("c1", flying=True).skill("stoop")
    assert duel.take(0, path=((1, 0), (2, 0)), how="fly").take(2, "c2")["c2"].hp == 8
    walk = mauravi("wing-buffet", at=((0, 0), (4, 0))).unit("c1", flying=True).skill("stoop")
    assert walk.take(0, path=((1, 0), (2, 0), (3, 0))).take(2, "c2")["c2"].hp == 8


def test_stoop_2b_makes_the_attack_reach_all_around() -> None:
    duel = mauravi("wing-buffet", at=((0, 0), (4, 0))).unit("c1", flying=True).skill("stoop", "2b").minion((3, 1), hp=5)
    duel.take(0, path=((1, 0), (2, 0), (3, 0)), how="fly").take(2)
    assert (duel["c2"].hp, duel["m1"].hp) == (7, 2)


def test_thermals_makes_flight_free() -> None:
    duel = mauravi().skill("thermals").step("start").timed("passive:garuda.0").answer("yes")
    assert (duel["c1"].flying, duel.energy) == (True, 9)


def test_thermals_2a_flies_one_at_start_of_turn_in_flight() -> None:
    duel = mauravi().skill("thermals", "2a").unit("c1", flying=True).step("start").timed("skill:thermals.1")
    assert duel.asked(path=((0, 1),), how="fly")["c1"].at == (0, 1)


@pytest.mark.parametrize(("flying", "hp"), [(True, 9), (False, 8)])
def test_thermals_2b_softens_ranged_attacks_in_flight(flying: bool, hp: int) -> None:
    duel = Duel("prabhakar", "mauravi", at=((0, 0), (3, 0))).skill("thermals", "2b", seat=2).unit("c2", flying=flying)
    assert duel.mat("plumb-shot").activate().take(1, "c2")["c2"].hp == hp


@pytest.mark.parametrize(("level", "drawn"), [("1", 1), ("2a", 2)])
def test_augur_draws_then_discards(level: str, drawn: int) -> None:
    duel = mauravi().hand("omen").skill("augur", level).use("skill:augur.0").answer("omen")
    assert (len(duel.seat().cards.hand), duel.seat().cards.discard) == (drawn, ("omen",))


@pytest.mark.parametrize(("card", "energy"), [("omen", 10), ("strafe", 9)])
def test_augur_2b_gains_energy_for_a_spell(card: str, energy: int) -> None:
    duel = mauravi().hand(card).skill("augur", "2b").use("skill:augur.0").answer(card)
    assert duel.energy == energy


def test_dead_reckoning_reaches_one_farther_with_projectiles() -> None:
    duel = mauravi("marked-from-above", at=((0, 0), (2, 2)))
    assert duel.targets(1) == {"c2"} and duel["c2"].at == Hex(2, 2)
