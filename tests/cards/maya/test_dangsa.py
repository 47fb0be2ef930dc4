"""The cards, passives and skills of Dangsa, each played once for what its text says."""

from __future__ import annotations

import pytest

from domain.maya.hexes import Hex
from domain.maya.intents import AnswerChoice, PlaySpell, TakeAction, UseAbility, UseTimedEffect
from tests.cards.maya.duel import Duel, field


def dangsa(*mat: str, **how: object) -> Duel:
    """Dangsa against Kshar, the first card of the mat activated."""
    duel = Duel("dangsa", "kshar", **how)  # type: ignore[arg-type] # handed on
    return duel.mat(*mat).activate() if mat else duel


def plain(duel: Duel) -> Duel:
    """The duel with the once-per-turn passives of Naag and Fleetshot used up."""
    return duel.turn(limits=("1:passive:naag.0", "1:passive:fleetshot.0"))


def test_seven_fangs_bites_near_and_far_with_vish() -> None:
    duel = plain(dangsa("seven-fangs")).take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].vish) == (8, {1: 1})
    duel.unit("c2", at=(2, 0)).take(2, "c2")
    assert (duel["c2"].hp, duel["c2"].vish, duel.supply("vish")) == (6, {1: 2}, 5)


def test_coil_and_slip_moves_through_enemies() -> None:
    duel = dangsa("coil-and-slip", arena=field(walls=[((0, 0), (1, -1)), ((0, 0), (0, 1))]))
    assert duel.take(0, path=((1, 0), (2, 0)))["c1"].at == (2, 0)
    assert duel.take(1)["c1"].defence == 1
    without = dangsa("branch-breaker")
    through = TakeAction(1, 1, "card", 0, "", (Hex(1, 0), Hex(2, 0)))
    without.refused(through, "PATH_ENEMY", "MAYA-UNIT-05")


def test_turncoat_venom_turns_each_two_vish_into_bleed_and_draws() -> None:
    duel = dangsa().vish_on("c2", 5).hand("turncoat-venom").spell("turncoat-venom").answer("c2")
    assert (duel["c2"].vish, duel["c2"].bleed, duel.supply("vish")) == ({1: 1}, 2, 6)
    assert duel.seat().cards.hand == ("plumb-shot",)


def test_turncoat_venom_draws_also_when_nobody_carries_vish() -> None:
    duel = dangsa().hand("turncoat-venom").spell("turncoat-venom")
    assert duel.seat().cards.hand == ("plumb-shot",)


def test_needle_rain_is_a_projectile_with_vish() -> None:
    duel = plain(dangsa("needle-rain", at=((0, 0), (1, 1)))).take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].vish) == (9, {1: 1})


def test_constrict_pulls_three_and_attacks_by_naag_with_root() -> None:
    duel = plain(dangsa("constrict", at=((0, 0), (3, 0)))).take(0, "c2")
    assert duel["c2"].at == (1, 0)
    duel.take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].root) == (8, 1)


def test_loose_on_the_run_moves_three_and_shoots() -> None:
    duel = plain(dangsa("loose-on-the-run", at=((0, 0), (2, 0))))
    assert (0, 3) in duel.reach(0)
    assert duel.take(1, "c2")["c2"].hp == 9


def test_twin_arrows_shoots_one_and_by_fleetshot() -> None:
    duel = plain(dangsa("twin-arrows", at=((0, 0), (3, 0)))).take(0, "c2").take(1, "c2")
    assert duel["c2"].hp == 10 - 1 - 2


def test_strafe_moves_three_and_attacks_for_two() -> None:
    duel = plain(dangsa("strafe"))
    assert (0, 3) in duel.reach(1)
    assert duel.take(2, "c2")["c2"].hp == 8


def test_rake_hits_all_around_for_two() -> None:
    duel = plain(dangsa("rake")).minion((0, 1)).take(1)
    assert (duel["c2"].hp, duel["m1"].hp) == (8, 1)


def test_glass_ampoule_adds_vish_to_the_first_attack() -> None:
    duel = plain(Duel("dangsa", "kshar").mat("seven-fangs").relic("glass-ampoule").activate())
    duel.take(1, "c2")
    assert duel["c2"].vish == {1: 2}
    assert duel.take(2, "c2")["c2"].vish == {1: 3}


def test_wind_cut_quiver_shoots_one_at_range_three() -> None:
    duel = Duel("dangsa", "kshar", at=((0, 0), (3, 0))).mat("static").relic("wind-cut-quiver").activate()
    assert plain(duel).take(0, "c2", relic=True)["c2"].hp == 9


def test_slick_ground_lays_vish_on_spaces_without_units() -> None:
    duel = dangsa().hand("slick-ground").spell("slick-ground")
    (offer,) = duel.offers()
    assert offer.pick is not None and (1, 0) not in offer.pick.options and offer.pick.max == 2
    duel.answer((2, 0), (2, 0))
    assert [(pool.at, pool.count, pool.seat) for pool in duel.state.ground.vish] == [((2, 0), 2, 1)]
    assert duel.supply("vish") == 5


def test_second_wind_moves_two_and_draws() -> None:
    duel = dangsa().hand("second-wind").spell("second-wind").asked(path=((0, 1), (0, 2)))
    assert (duel["c1"].at, duel.seat().cards.hand) == ((0, 2), ("plumb-shot",))


def test_sidestep_leaves_the_attack_without_a_target() -> None:
    duel = Duel("kshar", "dangsa", reactions=True).hand("sidestep", seat=2).mat("branch-breaker").activate()
    duel.take(1, "c2").react("sidestep").asked(path=((2, 0),), seat=2)
    assert (duel["c2"].hp, duel["c2"].at) == (10, (2, 0))


def test_sidestep_does_not_help_within_reach() -> None:
    duel = Duel("kshar", "dangsa", reactions=True).hand("sidestep", seat=2).mat("branch-breaker").activate()
    duel.take(1, "c2").react("sidestep").asked(path=((1, -1),), seat=2)
    assert duel["c2"].hp == 8


def test_venomous_poisons_with_the_first_attack_that_takes_hp() -> None:
    duel = dangsa("strafe", "rake").take(2, "c2")
    assert duel["c2"].vish == {1: 1}
    assert duel.activate(2).take(1, "c2")["c2"].vish == {1: 1}, "once per turn"
    blocked = dangsa("strafe").unit("c2", defence=2).take(2, "c2")
    assert blocked["c2"].vish == {}


@pytest.mark.parametrize(
    ("vish", "option", "left", "status"), [(1, 0, {}, "root"), (2, 1, {}, "bleed"), (3, 1, {1: 1}, "bleed")]
)
def test_venomous_turns_vish_at_start_of_turn(vish: int, option: int, left: dict[int, int], status: str) -> None:
    duel = dangsa().vish_on("c2", vish).step("start").timed("passive:naag.1")
    if vish > 1:
        duel.answer(option)
    assert (duel["c2"].vish, getattr(duel["c2"], status)) == (left, 1)


def test_venomous_lets_enemies_pick_up_the_vish_they_step_on() -> None:
    duel = Duel("kshar", "dangsa").vish_at((0, 1), 2, seat=2).vish_at((0, 2), seat=2)
    duel.mat("branch-breaker").activate().take(0, path=((0, 1), (0, 2), (0, 3)))
    assert (duel["c1"].vish, duel.state.ground.vish, duel.supply("vish", 2)) == ({2: 3}, (), 4)


def test_venomous_works_on_pushed_enemies_and_not_on_dangsa() -> None:
    duel = dangsa().vish_at((2, 0)).skill("grid-enforcer").use("skill:grid-enforcer.0")
    assert duel["c2"].vish == {1: 1}
    own = dangsa("strafe").vish_at((0, 1)).take(1, path=((0, 1),))
    assert own["c1"].vish == {} and own.state.ground.vish


def test_shoot_and_scoot_may_move_one_after_a_ranged_attack() -> None:
    duel = dangsa("twin-arrows", at=((0, 0), (3, 0))).turn(limits=("1:passive:naag.0",)).take(0, "c2")
    assert duel.pending == (1, "yes_no")
    duel.answer("yes").asked(path=((0, 1),))
    assert duel["c1"].at == (0, 1)
    assert duel.unit("c1", at=(0, 0)).take(1, "c2").pending == (1, "action"), "once per turn"


def test_shoot_and_scoot_declined_is_kept_for_later() -> None:
    duel = dangsa("twin-arrows", at=((0, 0), (3, 0))).turn(limits=("1:passive:naag.0",)).take(0, "c2").answer("no")
    assert duel.take(1, "c2").pending == (1, "yes_no")


def test_hit_and_fade_adds_one_to_an_attack_after_two_spaces() -> None:
    duel = dangsa("strafe", at=((0, 0), (0, 3))).take(1, path=((0, 1), (0, 2))).take(2, "c2", using="passive:harrier.0")
    assert duel["c2"].hp == 7
    still = dangsa("strafe")
    assert still.offered(TakeAction, index=2, using=("passive:harrier.0",)) == []


def test_bitter_trail_leaves_vish_behind() -> None:
    duel = dangsa("strafe").skill("bitter-trail").take(1, path=((0, 1), (0, 2))).answer("yes")
    assert {i.answer for i in duel.offered(AnswerChoice)} == {((0, 0),), ((0, 1),)}
    assert [(p.at, p.count) for p in duel.answer((0, 1)).state.ground.vish] == [((0, 1), 1)]


def test_bitter_trail_2a_leaves_up_to_two_apart() -> None:
    duel = dangsa("strafe").skill("bitter-trail", "2a").take(1, path=((0, 1), (0, 2))).answer("yes")
    duel.answer((0, 0), (0, 1))
    assert sorted((p.at, p.count) for p in duel.state.ground.vish) == [((0, 0), 1), ((0, 1), 1)]


def test_bitter_trail_2b_roots_the_first_enemy_in_the_vish() -> None:
    duel = Duel("kshar", "dangsa").skill("bitter-trail", "2b", seat=2).vish_at((0, 1), seat=2).vish_at((0, 2), seat=2)
    duel.mat("branch-breaker").activate().take(0, path=((0, 1), (0, 2)))
    assert (duel["c1"].root, duel["c1"].vish) == (1, {2: 2})


@pytest.mark.parametrize(("level", "energy"), [("1", 8), ("2a", 9)])
def test_catalyse_takes_vish_back_for_true_damage(level: str, energy: int) -> None:
    duel = dangsa(at=((0, 0), (4, 0))).vish_on("c2", 3).unit("c2", defence=5).skill("catalyse", level)
    duel.use("skill:catalyse.0").answer(2)
    assert (duel["c2"].hp, duel["c2"].defence, duel["c2"].vish, duel.energy) == (8, 5, {1: 1}, energy)
    assert duel.supply("vish") == 6


def test_catalyse_2b_works_on_any_number_of_enemies() -> None:
    duel = dangsa(at=((0, 0), (4, 0))).minion((0, 2)).vish_on("c2", 1).vish_on("m1", 1).skill("catalyse", "2b")
    duel.use("skill:catalyse.0").answer("c2", "m1")
    assert (duel["c2"].hp, duel["m1"].hp) == (9, 2)


def test_catalyse_reaches_four_spaces() -> None:
    duel = dangsa(at=((0, 0), (5, 0))).vish_on("c2", 3).skill("catalyse")
    duel.refused(UseAbility(1, "skill:catalyse.0"), "NO_EFFECT", "MAYA-AMB-20")


@pytest.mark.parametrize(("level", "bleed", "root"), [("1", 1, 2), ("2a", 0, 0)])
def test_shed_skin_takes_tokens_off(level: str, bleed: int, root: int) -> None:
    duel = dangsa().unit("c1", bleed=2, root=2).skill("shed-skin", level).step("start").timed("skill:shed-skin.0")
    if level == "1":
        duel.answer(0)
    assert (duel["c1"].bleed, duel["c1"].root) == (bleed, root)


def test_shed_skin_2b_hands_the_token_to_an_adjacent_enemy() -> None:
    duel = dangsa().unit("c1", root=2).skill("shed-skin", "2b").step("start").timed("skill:shed-skin.0")
    assert (duel["c1"].root, duel["c2"].root) == (1, 1)
    alone = dangsa(at=((0, 0), (4, 0))).unit("c1", root=2).skill("shed-skin", "2b").step("start")
    assert alone.timed("skill:shed-skin.0")["c1"].root == 1


def test_shed_skin_has_nothing_to_do_without_tokens() -> None:
    dangsa().skill("shed-skin").step("start").refused(
        UseTimedEffect(1, "skill:shed-skin.0"), "NO_SUCH_EFFECT", "MAYA-TURN-10"
    )
    dangsa().hand("sidestep").refused(PlaySpell(1, "sidestep"), "ONLY_A_REACTION", "MAYA-REACT-02")
