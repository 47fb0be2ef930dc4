"""The Action Phase: what it is made of, activating cards, acting, and when it ends."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import ActionDeclared, CardActivated, DamageDealt, EnergyChanged
from domain.maya.intents import (
    ActivateCard,
    AnswerChoice,
    BuyUpgrade,
    ClaimObjective,
    EndActionPhase,
    EquipRelic,
    PlaySpell,
    SpawnMinion,
    TakeAction,
    UseAbility,
)
from domain.maya.state import Head, Objectives, OpenObjective
from tests.rules.maya.play import Made, Table, card, ground, made, point, relic, spell

GO = card("go", {"do": "move", "steps": 1})
JAB = card("jab", {"do": "attack", "value": 1}, cost=2)
CALM = spell("calm", {"do": "energy", "gain": 1})
PLATE = relic("plate", {"do": "defend", "value": 1})
CAMP = point("camp", (-3, 0), (-3, 1), (-2, 0), owner=1)
SHRINE = point("shrine", (0, 0), (1, 0), (0, 1))
RIDGE = Objectives((OpenObjective("turtle", 0, 1, False),), (), ())


def skill(*clauses: dict[str, Any]) -> Made:
    """The first skill of seat 1's champion."""
    text = " · ".join(f"Clause {number}" for number in range(1, len(clauses) + 1))
    side = {"xp": 2, "text": text, "program": list(clauses)}
    return made("skill", "ada-skill-1", champion="ada", level_1=side, level_2a=side, level_2b=side)


BRACE = skill({"when": "use", "limit": "once_per_turn", "do": "defend", "value": 1})


def rich() -> Table:
    """A position in which everything of the Action Phase is possible at once."""
    table = Table(arena=ground(spawns=[CAMP], upgrades=[SHRINE]), cards=[BRACE]).mat(GO, JAB, GO)
    table.hand(PLATE, CALM).skill("ada-skill-1").purse(xp=4, bank=2, heads=(Head("m1", "warden-of-knots"),))
    return table.unit("c1", defence=4).having(objectives=RIDGE).activate()


@pytest.mark.rules("MAYA-ACT-01", "MAYA-ACT-13")
def test_the_action_phase_is_made_of_these_and_nothing_else() -> None:
    kinds = {type(offer.intent) for offer in rich().offers()}
    assert kinds == {
        ActivateCard,
        TakeAction,
        EquipRelic,
        PlaySpell,
        UseAbility,
        ClaimObjective,
        BuyUpgrade,
        SpawnMinion,
        EndActionPhase,
    }


@pytest.mark.rules("MAYA-ACT-02")
def test_all_of_it_goes_in_any_order_as_often_as_one_likes() -> None:
    table = rich().do(EquipRelic(1, "plate", 1)).activate(2).spell("calm").activate(3)
    table.do(ClaimObjective(1, "turtle")).do(UseAbility(1, "skill:ada-skill-1.0"))
    spawn = table.offered(SpawnMinion, hp=2)[0]
    table.do(spawn).do(BuyUpgrade(1, "symbol", 0)).do(BuyUpgrade(1, "symbol", 1))
    assert table.move((0, 1), number=1)["c1"].at == (0, 1)


@pytest.mark.rules("MAYA-ACT-03", "MAYA-CORE-06", "MAYA-CARD-18")
def test_activating_costs_the_printed_energy_and_opens_the_actions() -> None:
    table = Table().mat(GO, JAB, GO).purse(energy=7)
    assert not table.offered_actions()
    table.activate(2)
    assert table.kinds[:2] == ["EnergyChanged", "CardActivated"]
    assert table.one(EnergyChanged) == EnergyChanged(1, -2, "activate", 5)
    assert table.aims("attack") == {"c2"}


@pytest.mark.rules("MAYA-ACT-03")
def test_only_a_deactivated_card_of_the_own_mat_is_activated() -> None:
    table = Table().mat(GO, JAB, GO).activate(2)
    table.refused(ActivateCard(1, 2), "ALREADY_ACTIVATED", "MAYA-CARD-22")
    table.refused(ActivateCard(1, 4), "NO_SUCH_SLOT", "MAYA-SLOT-01")


@pytest.mark.rules("MAYA-ACT-04", "MAYA-CARD-18")
def test_too_little_energy_activates_nothing() -> None:
    table = Table().mat(GO, JAB, GO).purse(energy=1)
    table.refused(ActivateCard(1, 2), "NOT_ENOUGH_ENERGY", "MAYA-ACT-04")
    assert table.energy == 1


@pytest.mark.rules("MAYA-ACT-05", "MAYA-CARD-22")
def test_an_activated_card_stays_marked_until_the_next_refresh() -> None:
    table = Table().mat(GO, JAB, GO).mat(GO, GO, GO, seat=2).activate(2)
    assert table.seat().slots[1].activated
    table.end_turn()
    assert table.state.turn.seat == 2
    assert table.seat().slots[1].activated
    table.end_turn()
    assert not any(slot.activated for slot in table.seat().slots)


@pytest.mark.rules("MAYA-ACT-06")
def test_a_card_that_costs_nothing_needs_no_energy() -> None:
    table = Table().mat(card("free", {"do": "move", "steps": 1}, cost=0)).purse(energy=0).activate()
    assert (table.energy, table.one(CardActivated).cost) == (0, 0)
    assert not table.happened(EnergyChanged)


@pytest.mark.rules("MAYA-ACT-07")
def test_all_three_cards_may_be_activated_in_one_turn() -> None:
    costs = [card(f"cost-{cost}", {"do": "move", "steps": 1}, cost=cost) for cost in (2, 3, 4)]
    table = Table().mat(*costs).purse(energy=9).activate(1).activate(2).activate(3)
    assert (table.energy, all(slot.activated for slot in table.seat().slots)) == (0, True)


@pytest.mark.rules("MAYA-ACT-07", "MAYA-ACT-02")
@pytest.mark.parametrize("order", tuple(permutations((1, 2, 3))))
def test_the_cards_are_activated_in_any_order_of_their_slots(order: tuple[int, int, int]) -> None:
    table = Table().mat(*[card(f"cost-{cost}", {"do": "move", "steps": 1}, cost=cost) for cost in (2, 3, 4)])
    for slot in order:
        table.activate(slot)
    assert table.energy == 0


@pytest.mark.rules("MAYA-ACT-08", "MAYA-CARD-21")
def test_only_the_card_activated_last_has_actions_to_take() -> None:
    table = Table().mat(JAB, GO, GO).activate(1)
    first = table.by("attack", "c2")
    table.activate(2)
    table.refused(first, "CARD_CLOSED", "MAYA-ACT-08")
    assert {offer.slot for offer in table.offered_actions()} == {2}
    table.refused(TakeAction(1, 3, "card", 0), "NOT_ACTIVATED", "MAYA-CARD-03")


@pytest.mark.rules("MAYA-ACT-09", "MAYA-CARD-12")
def test_each_action_is_taken_once_unless_the_card_has_it_twice() -> None:
    table = Table().mat(card("twice", {"do": "attack", "value": 1}, {"do": "attack", "value": 1})).activate()
    table.attack("c2", number=1)
    table.refused(table.by("attack", "c2", number=1), "ALREADY_USED", "MAYA-ACT-09")
    table.attack("c2", number=2)
    assert table["c2"].hp == 8
    table.refused(table.by("attack", "c2", number=2), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-ACT-10")
def test_an_action_is_finished_before_the_next_starts() -> None:
    table = Table("ben", "ada", quiet=True, at=[(0, 0), (1, 0)])
    table.mat(
        card("lay", {"do": "place", "piece": "vish", "count": 1, "where": "adjacent"}, {"do": "draw", "value": 1})
    )
    table.activate().take(0)
    for other in (TakeAction(1, 1, "card", 1), ActivateCard(1, 2), EndActionPhase(1)):
        table.refused(other, "PENDING", "MAYA-ACT-10")
    table.answer((0, 1)).draw()
    assert len(table.held()) == 1


@pytest.mark.rules("MAYA-ACT-11")
def test_traits_skills_relics_and_height_all_add_to_an_action() -> None:
    fierce = skill({"when": "passive", "change": {"to": "attack", "add": 1}})
    edge = relic("edge", {"when": "modifier", "change": {"to": "attack", "add": 1}})
    table = Table(arena=ground(high=[(0, 0)]), cards=[fierce])
    table.mat(card("cut", {"do": "attack", "value": "vanguard"}), GO, GO).relic(edge).skill("ada-skill-1")
    table.activate().attack("c2")
    act = table.one(ActionDeclared)
    assert act.value == 5
    assert act.parts == {"printed": 3, "relic.0": 1, "skill:ada-skill-1.0": 1}
    hit = table.one(DamageDealt)
    assert (hit.raw, hit.height, hit.lost) == (5, 1, 6)


@pytest.mark.rules("MAYA-ACT-12")
@pytest.mark.parametrize("step", ["start", "end"])
def test_what_states_no_time_is_for_the_action_phase(step: str) -> None:
    when = "start_of_turn" if step == "start" else "end_of_turn"
    waits = card("waits", {"when": when, "do": "draw", "value": 1})
    table = Table(cards=[BRACE]).mat(waits, GO, GO).hand(CALM, PLATE).skill("ada-skill-1").step(step)
    for intent, rule in (
        (UseAbility(1, "skill:ada-skill-1.0"), "MAYA-ACT-12"),
        (PlaySpell(1, "calm"), "MAYA-SPELL-03"),
        (EquipRelic(1, "plate", 1), "MAYA-RELIC-12"),
        (TakeAction(1, 1, "card", 0), "MAYA-CARD-03"),
    ):
        table.refused(intent, "WRONG_STEP", rule)


@pytest.mark.rules("MAYA-ACT-13", "MAYA-UPG-17")
def test_an_unlocked_skill_is_used_like_an_action() -> None:
    table = Table(cards=[BRACE]).mat(GO, GO, GO)
    table.refused(UseAbility(1, "skill:ada-skill-1.0"), "NO_SUCH_ABILITY", "MAYA-UPG-17")
    assert table.skill("ada-skill-1").use("skill:ada-skill-1.0")["c1"].defence == 1


@pytest.mark.rules("MAYA-ACT-14")
def test_what_goes_once_a_turn_goes_again_in_the_next_turn() -> None:
    table = Table(cards=[BRACE]).mat(GO, GO, GO).skill("ada-skill-1").use("skill:ada-skill-1.0")
    table.refused(UseAbility(1, "skill:ada-skill-1.0"), "ONCE_PER_TURN", "MAYA-ACT-14")
    table.mat(GO, GO, GO, seat=2).end_turn().end_turn().prepare("plumb-shot", "plumb-shot")
    table.idle(lambda now: now.state.turn.seat == 1 and now.state.step == "action")
    assert table.use("skill:ada-skill-1.0")["c1"].defence == 2


@pytest.mark.rules("MAYA-ACT-14", "MAYA-AMB-57")
def test_an_ability_without_that_label_repeats() -> None:
    repeat = skill({"when": "use", "limit": "none", "cost": 1, "do": "defend", "value": 1})
    table = Table(cards=[repeat]).mat(GO, GO, GO).skill("ada-skill-1").purse(energy=2)
    table.use("skill:ada-skill-1.0").use("skill:ada-skill-1.0")
    assert (table["c1"].defence, table.energy) == (2, 0)


@pytest.mark.rules("MAYA-ACT-15", "MAYA-OBJ-13")
@pytest.mark.parametrize("step", ["start", "end", "discard"])
def test_an_objective_is_claimed_in_the_action_phase_only(step: str) -> None:
    table = Table().mat(GO, GO, GO).having(objectives=RIDGE).unit("c1", defence=4).hand(GO)
    kept = table.state
    table.state = evolve(kept, step=step)
    table.refused(ClaimObjective(1, "turtle"), "WRONG_STEP", "MAYA-ACT-15")
    table.state = kept
    assert table.do(ClaimObjective(1, "turtle")).seat().purse.xp == 1


@pytest.mark.rules("MAYA-ACT-16", "MAYA-XP-03")
@pytest.mark.parametrize("step", ["start", "end", "discard"])
def test_upgrades_are_bought_in_the_action_phase_only(step: str) -> None:
    table = Table(arena=ground(upgrades=[SHRINE])).mat(GO, GO, GO).purse(xp=2).hand(GO)
    kept = table.state
    table.state = evolve(kept, step=step)
    table.refused(BuyUpgrade(1, "hp", 1), "WRONG_STEP", "MAYA-ACT-16")
    table.state = kept
    assert table.do(BuyUpgrade(1, "hp", 1)).seat().purse.xp == 0


@pytest.mark.rules("MAYA-ACT-16")
def test_upgrades_are_bought_at_a_point_that_the_mode_opens_to_the_seat() -> None:
    foreign = point("theirs", (0, 0), (1, 0), (0, 1), owner=2)
    table = Table(arena=ground(upgrades=[foreign])).mat(GO, GO, GO).purse(xp=2)
    table.refused(BuyUpgrade(1, "hp", 1), "NOT_AT_A_POINT", "MAYA-XP-02")


@pytest.mark.rules("MAYA-ACT-17")
def test_the_phase_may_end_with_actions_left() -> None:
    table = Table().mat(JAB, GO, GO).mat(GO, GO, GO, seat=2).activate()
    assert table.offered_actions()
    table.do(EndActionPhase(1))
    assert table.state.turn.seat == 2


@pytest.mark.rules("MAYA-ACT-10")
def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    Table().mat(GO, GO, GO).refused(AnswerChoice(1, ("yes",)), "NOT_ASKED", "MAYA-ACT-10")
