"""The cards, passives and skills of Kshar, each played once for what its text says."""

from __future__ import annotations

import pytest

from domain.maya.events import DamageDealt, StatusChanged
from domain.maya.intents import AnswerChoice, EquipRelic, TakeAction, UseAbility, UseTimedEffect
from tests.cards.maya.duel import Duel, field


def kshar(*mat: str, **how: object) -> Duel:
    """Kshar against Prabhakar, the first card of the mat activated."""
    duel = Duel("kshar", "prabhakar", **how)  # type: ignore[arg-type] # handed on
    return duel.mat(*mat).activate() if mat else duel


def test_verdict_of_the_grid_moves_two_and_attacks_for_three() -> None:
    duel = kshar("verdict-of-the-grid")
    assert (2, -2) in duel.reach(0) and (3, -3) not in duel.reach(0)
    assert duel.take(1, "c2")["c2"].hp == 7
    assert duel["c2"].root == 0


@pytest.mark.parametrize(("relics", "root"), [(1, 1), (2, 2), (3, 2)])
def test_verdict_of_the_grid_roots_once_per_relic_and_twice_at_most(relics: int, root: int) -> None:
    duel = Duel("kshar", "prabhakar").mat("verdict-of-the-grid", "static", "static")
    for slot in range(1, relics + 1):
        duel.relic("hooked-chain", slot)
    assert duel.activate().take(1, "c2")["c2"].root == root


def test_unmoved_mountain_defends_hits_all_around_and_cannot_be_moved() -> None:
    duel = kshar("unmoved-mountain").minion((0, 1))
    assert duel.take(0)["c1"].defence == 3
    duel.take(1, "")
    assert (duel["c2"].hp, duel["m1"].hp) == (9, 2)
    foe = Duel("prabhakar", "kshar").mat("unmoved-mountain", seat=2).mat("leverage").activate()
    assert foe.targets(2) == set()
    assert foe.mat("static", seat=2).targets(2) == {"c2"}


def test_oathkeepers_maul_adds_one_to_every_attack_and_pushes_after_the_first() -> None:
    duel = Duel("kshar", "prabhakar").mat("branch-breaker").relic("oathkeepers-maul").activate()
    duel.take(1, "c2", using="relic.1")
    assert (duel["c2"].hp, duel["c2"].at) == (7, (2, 0))
    left = Duel("kshar", "prabhakar").mat("branch-breaker").relic("oathkeepers-maul").activate().take(1, "c2")
    assert (left["c2"].hp, left["c2"].at) == (7, (1, 0)), "the push is the player's choice"


def test_oathkeepers_maul_pushes_after_the_first_attack_only() -> None:
    duel = Duel("kshar", "prabhakar").mat("overhead-swing").relic("oathkeepers-maul").activate()
    duel.turn(fired=("relic.1",))
    assert duel.offered(TakeAction, index=2, using=("relic.1",)) == []
    assert duel.take(2, "c2")["c2"].hp == 10 - 2 - 1


def test_oathkeepers_maul_pushes_one_of_all_adjacent_that_its_owner_chooses() -> None:
    duel = Duel("kshar", "prabhakar").mat("unmoved-mountain").relic("oathkeepers-maul").minion((0, 1), hp=5)
    duel.activate().take(1, "", using="relic.1").answer("m1")
    assert (duel["m1"].at, duel["c2"].at, duel["c2"].hp) == ((0, 2), (1, 0), 8)


def test_branch_breaker_moves_three_and_attacks_for_two() -> None:
    duel = kshar("branch-breaker")
    assert (0, 3) in duel.reach(0) and (0, 4) not in duel.reach(0)
    assert duel.take(1, "c2")["c2"].hp == 8


def test_overhead_swing_jumps_two_attacks_by_vaanar_and_defends() -> None:
    duel = kshar("overhead-swing")
    assert {(2, 0), (-1, 0), (0, 2)} <= duel.reach(1) and (1, 0) not in duel.reach(1) and (1, 1) not in duel.reach(1)
    assert duel.take(2, "c2")["c2"].hp == 8
    assert duel.take(3)["c1"].defence == 1


def test_elite_security_attacks_by_unique_traits_as_a_projectile() -> None:
    duel = kshar("elite-security", "the-toecrusher", "inventory-of-wonders", at=((0, 0), (1, 1)))
    assert duel.take(1, "c2")["c2"].hp == 8, "Vanguard and Relic-Keeper; the shattered Vaanar does not count"


def test_elite_security_defends_when_a_move_ends_beside_an_enemy() -> None:
    duel = Duel("kshar", "prabhakar", at=((0, 0), (3, 0))).mat("branch-breaker", "elite-security").activate()
    assert duel.take(0, path=((0, 1),))["c1"].defence == 0
    near = Duel("kshar", "prabhakar", at=((0, 0), (3, 0))).mat("branch-breaker", "elite-security").activate()
    assert near.take(0, path=((1, 0), (2, 0)))["c1"].defence == 1


def test_the_toecrusher_attacks_by_vanguard_and_roots() -> None:
    duel = kshar("the-toecrusher", "shield-wall", "static").take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].root) == (7, 1)


def test_shield_wall_defends_by_vanguard() -> None:
    duel = kshar("shield-wall", "the-toecrusher", "static").take(1)
    assert duel["c1"].defence == 3


def test_inventory_of_wonders_draws_and_attacks_by_relics() -> None:
    duel = Duel("kshar", "prabhakar").mat("inventory-of-wonders", "static", "static")
    duel.relic("hooked-chain", 2).relic("bell-of-the-third-watch", 3).activate()
    assert duel.take(1).seat().cards.hand == ("plumb-shot",)
    assert duel.take(2, "c2")["c2"].hp == 8


def test_bell_of_the_third_watch_defends_two() -> None:
    duel = Duel("kshar", "prabhakar").mat("static").relic("bell-of-the-third-watch").activate()
    assert duel.take(0, relic=True)["c1"].defence == 2


def test_hooked_chain_pulls_two() -> None:
    duel = Duel("kshar", "prabhakar", at=((0, 0), (2, 0))).mat("static").relic("hooked-chain").activate()
    assert duel.take(0, "c2", relic=True)["c2"].at == (1, 0)
    far = Duel("kshar", "prabhakar", at=((0, 0), (3, 0))).mat("static").relic("hooked-chain").activate()
    assert far.targets(0, relic=True) == set()


def test_old_favour_finds_a_relic_shows_it_and_shuffles() -> None:
    duel = kshar().hand("old-favour").deck("war-cry", "hooked-chain", "shield-wall").spell("old-favour")
    assert duel.pending == (1, "card")
    duel.answer("hooked-chain")
    cards = duel.seat().cards
    assert (cards.hand, sorted(map(str, cards.deck)), cards.discard) == (
        ("hooked-chain",),
        ["shield-wall", "war-cry"],
        ("old-favour",),
    )


def test_old_favour_may_find_nothing() -> None:
    duel = kshar().hand("old-favour").deck("war-cry", "shield-wall").spell("old-favour")
    assert [o.intent for o in duel.offers()] == [AnswerChoice(1, ())]
    assert duel.answer().seat().cards.hand == ()


def test_war_cry_strengthens_attacks_on_adjacent_units_until_the_turn_ends() -> None:
    duel = kshar().hand("war-cry").spell("war-cry").mat("branch-breaker").activate()
    assert duel.take(1, "c2")["c2"].hp == 7
    far = kshar(at=((0, 0), (2, 0))).hand("war-cry").spell("war-cry").mat("elite-security", "shield-wall").activate()
    assert far.take(1, "c2")["c2"].hp == 9


def test_brace_defends_three_before_the_attack_lands() -> None:
    duel = Duel("dangsa", "kshar", reactions=True).hand("brace", seat=2).mat("rake").activate().take(1, "c2")
    assert duel.pending[0] == 2
    duel.react("brace")
    assert (duel["c2"].hp, duel["c2"].defence) == (10, 1)
    assert duel.seat(2).cards.discard == ("brace",) and duel.seat(2).purse.energy == 8


def test_brace_does_not_answer_an_attack_on_somebody_else() -> None:
    duel = Duel("dangsa", "kshar", reactions=True, at=((0, 0), (4, 0))).hand("brace", seat=2).minion((0, 1))
    duel.mat("branch-breaker").activate().take(1, "m1")
    assert [type(o.intent).__name__ for o in duel.offers(2)] == ["PassReaction"]


def test_canopy_stride_turns_one_move_into_a_jump_each_turn() -> None:
    duel = kshar("branch-breaker", "faint-step")
    duel.take(0, path=((3, 0),), how="jump", using="passive:vaanar.0")
    assert duel["c1"].at == (3, 0), "over the enemy in between"
    assert duel.activate(2).offered(TakeAction, how="jump") == []


def test_canopy_stride_spikes_do_not_hurt_kshar() -> None:
    duel = kshar("branch-breaker", arena=field(spikes=[(0, 1)])).take(0, path=((0, 1),))
    assert duel["c1"].hp == 10 and not duel.happened(DamageDealt)


def test_keepers_due_makes_relics_one_cheaper_and_never_less_than_free() -> None:
    duel = kshar().mat("static", "static", "static").hand("oathkeepers-maul", "hooked-chain").purse(energy=1)
    assert duel.do(EquipRelic(1, "oathkeepers-maul", 1)).energy == 0
    assert duel.do(EquipRelic(1, "hooked-chain", 2)).energy == 0


@pytest.mark.parametrize(("enemies", "defence"), [(1, 1), (2, 2), (3, 2)])
def test_hold_the_line_defends_for_each_adjacent_enemy_up_to_two(enemies: int, defence: int) -> None:
    duel = kshar().hand("static")  # a card to discard, so that the turn is not over yet
    for number, at in enumerate([(0, 1), (-1, 0)][: enemies - 1], start=1):
        duel.minion(at, name=f"m{number}")
    assert duel.step("end").timed("passive:vanguard.0")["c1"].defence == defence


def test_hold_the_line_has_nothing_to_do_without_enemies() -> None:
    duel = kshar(at=((0, 0), (4, 0))).step("end")
    duel.refused(UseTimedEffect(1, "passive:vanguard.0"), "NO_SUCH_EFFECT", "MAYA-EOT-02")


def test_grid_enforcer_pushes_one_for_one_energy_once_a_turn() -> None:
    duel = kshar().skill("grid-enforcer").use("skill:grid-enforcer.0")
    assert (duel["c2"].at, duel.energy) == ((2, 0), 8)
    duel.unit("c2", at=(1, 0)).refused(UseAbility(1, "skill:grid-enforcer.0"), "ONCE_PER_TURN", "MAYA-ACT-14")


def test_grid_enforcer_2a_pushes_two_and_roots_on_collision() -> None:
    duel = kshar().skill("grid-enforcer", "2a").minion((3, 0)).use("skill:grid-enforcer.0")
    assert (duel["c2"].at, duel["c2"].hp, duel["c2"].root, duel["m1"].hp) == ((2, 0), 9, 1, 2)
    free = kshar().skill("grid-enforcer", "2a").use("skill:grid-enforcer.0")
    assert (free["c2"].at, free["c2"].root) == ((3, 0), 0)


@pytest.mark.parametrize(("collision", "root"), [(1, 0), (2, 1)])
def test_grid_enforcer_2a_roots_nobody_whom_stone_stance_spares_the_collision(collision: int, root: int) -> None:
    duel = kshar().skill("grid-enforcer", "2a").mat("stone-stance", seat=2).minion((4 - collision, 0))
    duel.use("skill:grid-enforcer.0")
    assert (duel["c2"].hp, duel["c2"].root) == (11 - collision, root)


def test_grid_enforcer_2b_pushes_or_pulls_then_defends() -> None:
    duel = kshar().skill("grid-enforcer", "2b").minion((0, 3)).use("skill:grid-enforcer.0")
    duel.answer(1).asked("m1")
    assert (duel["m1"].at, duel["c1"].defence) == ((0, 1), 1)
    push = kshar(at=((0, 0), (1, 0))).skill("grid-enforcer", "2b").use("skill:grid-enforcer.0").answer(0)
    assert (push["c2"].at, push["c1"].defence) == ((2, 0), 1)


def test_iron_vigil_defends_one_at_start_of_turn_without_defence() -> None:
    assert kshar().skill("iron-vigil").step("start").timed("skill:iron-vigil.0")["c1"].defence == 1
    full = kshar().skill("iron-vigil").unit("c1", defence=1).step("start")
    full.refused(UseTimedEffect(1, "skill:iron-vigil.0"), "NO_SUCH_EFFECT", "MAYA-TURN-10")


def test_iron_vigil_2a_defends_two() -> None:
    duel = kshar().skill("iron-vigil", "2a").unit("c1", defence=1).step("start")
    assert duel.timed("skill:iron-vigil.0")["c1"].defence == 3


@pytest.mark.parametrize(("defence", "hp"), [(2, 8), (3, 7)])
def test_iron_vigil_2b_strikes_harder_behind_three_defence(defence: int, hp: int) -> None:
    duel = kshar("branch-breaker").skill("iron-vigil", "2b").unit("c1", defence=defence)
    assert duel.take(1, "c2")["c2"].hp == hp
    start = kshar().skill("iron-vigil", "2b").step("start")
    assert start.timed("skill:iron-vigil.0")["c1"].defence == 1


@pytest.mark.parametrize(("level", "energy"), [("1", 8), ("2a", 9), ("2b", 8)])
def test_living_reliquary_uses_a_relic_of_a_slot_not_activated(level: str, energy: int) -> None:
    duel = kshar().mat("static", "static").relic("bell-of-the-third-watch", 2).skill("living-reliquary", level)
    duel.use("skill:living-reliquary.0")
    assert (duel["c1"].defence, duel.energy) == (2, energy)
    used = kshar().mat("static", "static").relic("bell-of-the-third-watch", 2).skill("living-reliquary", level)
    used.activate(2).refused(UseAbility(1, "skill:living-reliquary.0"), "NO_EFFECT", "MAYA-AMB-20")


def test_living_reliquary_2b_keeps_one_relic_in_death() -> None:
    duel = Duel("dangsa", "kshar").mat("static", "static", "static", seat=2).skill("living-reliquary", "2b", seat=2)
    duel.relic("hooked-chain", 1, seat=2).relic("bell-of-the-third-watch", 3, seat=2).unit("c2", hp=1)
    duel.mat("rake").activate().take(1, "c2")
    assert duel.pending == (2, "card")
    duel.answer("bell-of-the-third-watch", seat=2)
    assert [slot.relic for slot in duel.seat(2).slots] == ["", "", "bell-of-the-third-watch"]
    assert duel.seat(2).cards.discard == ("hooked-chain",)


def test_a_fallen_kshar_without_the_skill_loses_all_relics() -> None:
    duel = Duel("dangsa", "kshar").mat("static", "static", seat=2).relic("hooked-chain", 1, seat=2).unit("c2", hp=1)
    duel.mat("rake").activate().take(1, "c2")
    assert [slot.relic for slot in duel.seat(2).slots] == ["", "", ""]
    assert not duel.happened(StatusChanged)
