"""The additional cards and the Memory Fragments, each played once for what its text says."""

from __future__ import annotations

import pytest

from domain.maya.intents import TakeAction
from tests.cards.maya.duel import Duel, field


def played(card: str, *mat: str, by: str = "kshar", foe: str = "prabhakar", **how: object) -> Duel:
    """A card activated, once-per-turn passives used up."""
    duel = Duel(by, foe, **how)  # type: ignore[arg-type] # handed on
    spent = ("1:passive:naag.0", "1:passive:fleetshot.0", "1:passive:vaanar.0", "1:passive:harrier.0")
    return duel.mat(card, *mat).turn(limits=spent).activate()


def test_rooftop_patrol_moves_attacks_and_defends() -> None:
    duel = played("rooftop-patrol")
    assert (0, 2) in duel.reach(1)
    duel.take(2, "c2").take(3)
    assert (duel["c2"].hp, duel["c1"].defence) == (8, 1)


def test_grid_sweep_pushes_and_attacks_all_around() -> None:
    duel = played("grid-sweep").minion((0, 1))
    duel.take(2)
    assert (duel["c2"].hp, duel["m1"].hp) == (8, 1)
    duel.take(1).answer("c2")
    assert (duel["c2"].at, duel["m1"].at) == ((2, 0), (0, 2))
    assert duel.take(3)["c1"].defence == 1


@pytest.mark.parametrize(("card", "index"), [("leverage", 2), ("constrict", 0)])
def test_countersign_cancels_a_push_or_pull(card: str, index: int) -> None:
    duel = Duel("prabhakar", "kshar", reactions=True).hand("countersign", seat=2).mat(card).activate()
    duel.take(index, "c2").react("countersign")
    assert (duel["c2"].at, duel.seat(2).cards.discard) == ((1, 0), ("countersign",))
    assert f"card.{index}" in duel.state.turn.used, "the action stays spent"


def test_surveyors_line_moves_one_and_draws() -> None:
    duel = played("surveyors-line").take(1)
    assert len(duel.seat().cards.hand) == 1 and (0, 1) in duel.reach(0) and (0, 2) not in duel.reach(0)


def test_raise_the_quarter_paves_up_to_two_spaces_also_under_units() -> None:
    duel = Duel("prabhakar", "kshar").hand("raise-the-quarter").spell("raise-the-quarter").answer((1, 0), (0, 3))
    assert sorted(tile.at for tile in duel.state.ground.foundations) == [(0, 3), (1, 0)]
    assert duel["c2"].at == (1, 0)


def test_spit_shoots_one_with_vish() -> None:
    duel = played("spit", by="dangsa", foe="kshar", at=((0, 0), (2, 0))).take(0, "c2")
    assert (duel["c2"].hp, duel["c2"].vish) == (9, {1: 1})


@pytest.mark.parametrize(("vish", "hp"), [(0, 8), (1, 7), (2, 6), (3, 6)])
def test_hooded_threat_strikes_harder_for_vish_on_the_target(vish: int, hp: int) -> None:
    duel = played("hooded-threat", by="dangsa", foe="kshar").vish_on("c2", vish)
    assert duel.take(1, "c2")["c2"].hp == hp


def test_glide_moves_three_and_keeps_spikes_off_from_any_slot() -> None:
    arena = field(spikes=[(0, 1)])
    duel = played("branch-breaker", "glide", by="mauravi", foe="kshar", arena=arena).take(0, path=((0, 1),))
    assert duel["c1"].hp == 10
    assert (0, 3) in played("glide", by="mauravi", foe="kshar").reach(0)


def test_sermon_of_storms_pushes_everybody_near_on_a_line() -> None:
    duel = Duel("mauravi", "kshar", at=((0, 0), (2, 0))).minion((0, 1)).minion((1, 1), name="m2")
    duel.minion((0, -3), name="m3").hand("sermon-of-storms").spell("sermon-of-storms").answer("c2")
    places = {name: tuple(duel[name].at or ()) for name in ("c2", "m1", "m2", "m3")}
    assert places == {"c2": (4, 0), "m1": (0, 3), "m2": (1, 1), "m3": (0, -3)}


def test_relay_has_each_engram_attack() -> None:
    duel = played("relay", by="prabhakar", foe="kshar", at=((-4, 0), (1, 0))).engram((0, 0)).engram((1, 2), name="e1.2")
    duel.take(0).asked("c2", centre="e1.1").asked("c2", centre="e1.2")
    assert duel["c2"].hp == 8
    assert duel.take(1)["c1"].defence == 1


def test_relay_needs_an_engram_with_a_target() -> None:
    duel = played("relay", by="prabhakar", foe="kshar")
    duel.refused(TakeAction(1, 1, "card", 0), "NO_EFFECT", "MAYA-AMB-20")


def test_clockwork_step_swaps_with_an_engram_within_four() -> None:
    arena = field(spikes=[(0, 4)])
    duel = played("clockwork-step", by="prabhakar", foe="kshar", arena=arena).engram((0, 4)).engram((0, 5), name="e1.2")
    duel.take(0)
    assert (duel["c1"].at, duel["e1.1"].at, duel["c1"].hp) == ((0, 4), (0, 0), 10)
    assert played("clockwork-step", by="prabhakar", foe="kshar").take(1, "c2")["c2"].hp == 8


def test_snapshot_shoots_one_at_range_two() -> None:
    assert played("snapshot", by="dangsa", foe="kshar", at=((0, 0), (2, 0))).take(0, "c2")["c2"].hp == 9


def test_volley_shoots_by_fleetshot_and_for_two() -> None:
    duel = played("volley", by="dangsa", foe="kshar", at=((0, 0), (1, 2))).take(0, "c2").take(1, "c2")
    assert duel["c2"].hp == 6


def test_snare_arrows_root_with_the_first_ranged_attack() -> None:
    duel = Duel("dangsa", "kshar", at=((0, 0), (2, 0))).mat("twin-arrows").relic("snare-arrows")
    duel.turn(limits=("1:passive:naag.0", "1:passive:fleetshot.0")).activate().take(0, "c2")
    assert duel["c2"].root == 1
    assert duel.take(1, "c2")["c2"].root == 1


def test_curators_grip_pulls_three_and_attacks_by_relics() -> None:
    duel = Duel("kshar", "prabhakar", at=((0, 0), (3, 0))).mat("curators-grip", "static").relic("hooked-chain", 2)
    duel.activate().take(0, "c2").take(1, "c2")
    assert (duel["c2"].at, duel["c2"].hp) == ((1, 0), 9)


def test_vault_walker_defends_by_relics_and_attacks_by_relic_keeper() -> None:
    duel = Duel("kshar", "prabhakar").mat("vault-walker", "static").relic("hooked-chain", 2).activate()
    duel.take(1).take(2, "c2")
    assert (duel["c1"].defence, duel["c2"].hp) == (1, 8)


def test_heirloom_blade_adds_one_to_attacks_of_its_slot_only() -> None:
    duel = Duel("kshar", "prabhakar").mat("branch-breaker", "branch-breaker").relic("heirloom-blade").activate()
    assert duel.take(1, "c2")["c2"].hp == 7
    assert duel.activate(2).take(1, "c2")["c2"].hp == 5


def test_blindside_moves_two_and_attacks_for_two() -> None:
    duel = played("blindside", by="dangsa", foe="kshar")
    assert (0, 2) in duel.reach(0)
    assert duel.take(1, "c2")["c2"].hp == 8


def test_relentless_attacks_by_activated_cards_and_by_harrier() -> None:
    duel = played("static", "relentless", by="dangsa", foe="kshar").activate(2).take(1, "c2").take(2, "c2")
    assert duel["c2"].hp == 10 - 2 - 2


@pytest.mark.parametrize(("moved", "hp"), [(0, 6), (1, 7)])
def test_breath_held_strikes_harder_without_having_moved(moved: int, hp: int) -> None:
    duel = played("breath-held", by="mauravi", foe="kshar", at=((0, 0), (4, 0))).turn(moved=moved)
    assert duel.take(0, "c2")["c2"].hp == hp


def test_ricochet_goes_on_to_another_enemy_beside_the_first() -> None:
    duel = played("ricochet", by="prabhakar", foe="kshar", at=((0, 0), (2, 1))).minion((2, 2)).minion((0, 3), name="m2")
    duel.take(0).asked("c2")
    assert (duel["c2"].hp, duel["m1"].hp, duel["m2"].hp) == (8, 2, 3)


def test_ricochet_goes_on_from_where_a_killed_enemy_stood() -> None:
    duel = played("ricochet", by="prabhakar", foe="kshar", at=((0, 0), (2, 2))).minion((2, 1), hp=2)
    duel.take(0).asked("m1")
    assert "m1" not in duel.state.units and duel["c2"].hp == 9


@pytest.mark.parametrize(("card", "hp"), [("static", 8), ("stone-stance", 9)])
def test_stone_stance_softens_collisions(card: str, hp: int) -> None:
    duel = Duel("prabhakar", "kshar").mat("static", card, seat=2).minion((2, 0)).mat("leverage").activate()
    assert duel.take(2, "c2")["c2"].hp == hp
    assert played("stone-stance").take(0)["c1"].defence == 2


def test_break_the_line_pushes_three_attacks_by_vanguard_and_defends() -> None:
    duel = played("break-the-line").take(2, "c2").take(3).take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].root, duel["c2"].at, duel["c1"].defence) == (8, 1, (4, 0), 1)


def test_bulwark_plate_defends_two_then_pushes() -> None:
    duel = Duel("kshar", "prabhakar").mat("static").relic("bulwark-plate").activate().take(0, relic=True)
    assert (duel["c1"].defence, duel["c2"].at) == (2, (2, 0))


# Memory Fragments.


def test_faint_step_moves_two() -> None:
    duel = played("faint-step")
    assert (0, 2) in duel.reach(0) and (0, 3) not in duel.reach(0)


def test_half_remembered_cut_attacks_for_two() -> None:
    assert played("half-remembered-cut").take(0, "c2")["c2"].hp == 8


def test_echoed_guard_defends_one() -> None:
    assert played("echoed-guard").take(0)["c1"].defence == 1


def test_blurred_shot_shoots_one_at_range_two() -> None:
    assert played("blurred-shot", at=((0, 0), (2, 0))).take(0, "c2")["c2"].hp == 9
    assert played("blurred-shot", at=((0, 0), (3, 0))).targets(0) == set()


def test_glimmer_draws_one() -> None:
    assert len(played("glimmer").take(0).seat().cards.hand) == 1


def test_stumble_forward_moves_one_and_attacks_for_one() -> None:
    duel = played("stumble-forward")
    assert (0, 1) in duel.reach(0) and (0, 2) not in duel.reach(0)
    assert duel.take(1, "c2")["c2"].hp == 9


def test_residual_shove_moves_one_and_pushes_one() -> None:
    assert played("residual-shove").take(1, "c2")["c2"].at == (2, 0)


def test_static_has_no_actions() -> None:
    assert played("static").offered(TakeAction) == []
