"""Action Cards: activating, using each icon once, modifiers, passives, extra actions."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from domain.maya.events import CardActivated, EnergyChanged
from domain.maya.game import MAYA
from domain.maya.hexes import Hex, Standing, disc, projectile_spaces, range_spaces, step
from domain.maya.intents import ActivateCard, AnswerChoice, TakeAction, UseAbility
from domain.maya.table import board
from projections.maya.offering import describe
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card, ground, made, relic

MOVE_3 = {"do": "move", "steps": 3}
ATTACK_2 = {"do": "attack", "value": 2}
DEFEND_1 = {"do": "defend", "value": 1}
PLUS_ONE = {"when": "modifier", "change": {"to": "attack", "add": 1}}


@pytest.mark.rules("MAYA-CARD-03")
def test_only_an_activated_card_has_actions_to_take() -> None:
    table = Table().mat(card("jab", ATTACK_2))
    table.refused(TakeAction(1, 1, "card", 0, "c2"), "NOT_ACTIVATED", "MAYA-CARD-03")
    table.activate().attack("c2")
    assert table["c2"].hp == 8


@pytest.mark.rules("MAYA-CARD-04")
def test_a_modifier_changes_the_actions_of_its_card() -> None:
    table = Table().mat(card("jab", PLUS_ONE, ATTACK_2)).activate().attack("c2")
    assert table["c2"].hp == 7


@pytest.mark.rules("MAYA-CARD-05", "MAYA-AMB-58")
def test_a_passive_works_from_the_mat_without_activation() -> None:
    braced = card("braced", {"when": "passive", "on": "you_moved", "limit": "none", "do": "defend", "value": 1})
    table = Table().mat(card("walk", MOVE_3), braced).activate().move((0, 1))
    assert not table.seat().slots[1].activated
    assert table["c1"].defence == 1


@pytest.mark.rules("MAYA-CARD-06")
def test_an_effect_gives_an_action_beside_the_icons() -> None:
    extra = {"do": [{"do": "defend", "value": 2}, {"do": "draw", "value": 1}]}
    table = Table().mat(card("busy", ATTACK_2, extra)).activate()
    table.do(TakeAction(1, 1, "card", 1))
    assert table["c1"].defence == 2 and len(table.held()) == 1
    table.refused(TakeAction(1, 1, "card", 1), "ALREADY_USED", "MAYA-ACT-09")
    table.attack("c2")
    assert table["c2"].hp == 8


@pytest.mark.rules("MAYA-CARD-07")
def test_a_modifier_of_another_slot_changes_nothing() -> None:
    table = Table().mat(card("sharp", PLUS_ONE, ATTACK_2), card("jab", ATTACK_2))
    table.activate(1).activate(2).attack("c2")
    assert table["c2"].hp == 8


@pytest.mark.rules("MAYA-CARD-07", "MAYA-RELIC-07")
def test_a_modifier_on_a_relic_of_another_slot_changes_nothing() -> None:
    table = Table().mat(card("jab", ATTACK_2), card("cut", ATTACK_2)).relic(relic("edge", PLUS_ONE), 2)
    table.activate(1).attack("c2")
    assert table["c2"].hp == 8
    assert table.activate(2).attack("c2")["c2"].hp == 5


@pytest.mark.rules("MAYA-CARD-08")
def test_a_passive_concerns_the_actions_of_every_slot() -> None:
    swift = card("swift", {"when": "passive", "change": {"to": "move", "add": 1}})
    table = Table().mat(card("walk", MOVE_3), "", swift).activate()
    table.move((0, 1), (0, 2), (0, 3), (0, 4))
    assert table["c1"].at == (0, 4)


@pytest.mark.rules("MAYA-CARD-09")
def test_a_passive_stops_when_its_card_slides_off() -> None:
    swift = card("swift", {"when": "passive", "change": {"to": "move", "add": 1}})
    table = Table(at=[(0, 0), (3, 0)]).mat(card("walk", MOVE_3), swift, swift).hand("plumb-shot").purse(energy=9)
    table.next_round().prepare("", "").idle(lambda t: t.state.step == "action" and t.state.turn.seat == 1)
    table.activate(2)
    assert (0, 4) in table.reaches(), "one of the two lies in slot 3 now"
    table.next_round().prepare("", "").idle(lambda t: t.state.step == "action" and t.state.turn.seat == 1)
    table.activate(3)
    assert (0, 3) in table.reaches() and (0, 4) not in table.reaches()


@pytest.mark.rules("MAYA-CARD-10")
def test_a_foundation_means_one_of_the_acting_players_own() -> None:
    lift = card("lift", {"do": "retrieve", "pieces": ["foundation"]})
    table = Table("ada", "prabhakar", quiet=True).mat(lift)
    table.foundation((2, 0)).foundation((3, 0)).foundation((0, 2), seat=2)
    table.activate().take(0)
    (offer,) = table.offers()
    assert offer.pick is not None and sorted(offer.pick.options) == [(2, 0), (3, 0)]
    table.answer((2, 0), (3, 0))
    assert [(tile.at, tile.seat) for tile in table.state.ground.foundations] == [((0, 2), 2)]
    assert table.supply("foundation") == 4
    step = card("step", {"do": "put", "target": {"one": "own foundation"}})
    other = Table("ada", "prabhakar", quiet=True).mat(step).foundation((2, 0)).foundation((0, 2), seat=2)
    assert other.activate().take(0)["c1"].at == (2, 0), "there is but one to step onto"


def builders(*clauses: Mapping[str, object]) -> Table:
    """Seats 1, 2 and 3 have a Foundation and an Engram each; 1 and 3 are teammates, and a minion is beside each Engram.

    The card in use does these things.
    """
    cards = []
    for name in ("ben", "cyd"):
        cards += [stand_ins.portrait(name, ("manushya", "artificer", "vanguard"))]
        cards += stand_ins.deck_cards(name, "manushya")
    table = Table("ada", "ben", "cyd", "dov", quiet=True, at=[(0, 0), (5, 0), (-5, 0), (5, -5)], cards=cards)
    for seat, q in ((1, 2), (2, 0), (3, -2)):
        table.foundation((q, 1), seat=seat).engram((q, -2), seat=seat, name=f"e{seat}.1")
        table.minion((q, -3), name=f"m{seat}", hp=6)
    return table.mat(card("build", *clauses)).activate()


@pytest.mark.rules("MAYA-CARD-10")
def test_pieces_that_are_brought_back_are_not_a_teammates() -> None:
    table = builders({"do": "retrieve", "pieces": ["foundation", "engram"]}).take(0)
    (offer,) = table.offers()
    assert offer.pick is not None and list(offer.pick.options) == [(2, 1), "e1.1"]


@pytest.mark.rules("MAYA-CARD-10")
def test_an_own_foundation_to_step_onto_is_not_a_teammates() -> None:
    assert builders({"do": "put", "target": {"one": "own foundation"}}).take(0)["c1"].at == (2, 1)


@pytest.mark.rules("MAYA-CARD-10")
def test_an_own_engram_to_change_places_with_or_to_wreck_is_not_a_teammates() -> None:
    table = builders({"do": "swap", "target": {"one": "own engram", "within": 4}}).take(0)
    assert (table["c1"].at, table["e1.1"].at, table["e3.1"].at) == ((2, -2), (0, 0), (-2, -2))
    table = builders({"do": "destroy", "target": {"one": "own engram"}}).take(0)
    assert {name for name in table.state.units if name.startswith("e")} == {"e2.1", "e3.1"}


@pytest.mark.rules("MAYA-CARD-10")
@pytest.mark.parametrize("named", ["you", "it"])
def test_nothing_but_an_own_piece_is_wrecked_whoever_is_named(named: str) -> None:
    end = {"do": "destroy", "target": {"bound": named}}
    vow = card("vow", {"when": "passive", "on": "your_attack_took_hp", "limit": "none", "do": [end]})
    table = Table().mat(card("jab", {"do": "attack", "value": 1}), vow).activate().attack("c2")
    assert (table["c1"].hp, table["c2"].hp, table.state.frames) == (10, 9, ())


@pytest.mark.rules("MAYA-CARD-10")
def test_each_engram_that_attacks_is_the_acting_players() -> None:
    table = builders({"do": "attack", "value": 2, "by": "each engram"}).take(0)
    ways = table.offered(TakeAction)
    assert {(way.centre, way.target) for way in ways} == {("e1.1", "m1")}
    table.do(ways[0])
    assert table.state.frames == () and [table[f"m{seat}"].hp for seat in (1, 2, 3)] == [4, 6, 6]


@pytest.mark.rules("MAYA-CARD-10")
def test_an_attack_is_centred_on_an_engram_of_the_acting_player_only() -> None:
    centred = {"when": "modifier", "change": {"to": "attack", "centre": "own engram"}}
    table = builders({"do": "attack", "value": 2, "area": "all_adjacent"}, centred)
    assert {way.centre for way in table.offered(TakeAction)} == {"e1.1"}


@pytest.mark.rules("MAYA-CARD-11")
@pytest.mark.parametrize("order", ["move first", "attack first"])
def test_icons_are_used_in_any_order(order: str) -> None:
    table = Table(at=[(0, 0), (1, 0)]).mat(card("both", MOVE_3, ATTACK_2)).activate()
    if order == "attack first":
        table.attack("c2").move((0, 1))
    else:
        table.move((0, 1)).attack("c2")
    assert table["c1"].at == (0, 1) and table["c2"].hp == 8


@pytest.mark.rules("MAYA-CARD-12", "MAYA-ACT-09")
def test_each_icon_is_used_once_for_an_activation() -> None:
    table = Table().mat(card("both", ATTACK_2, ATTACK_2)).activate().attack("c2")
    table.refused(table.by("attack", "c2"), "ALREADY_USED", "MAYA-ACT-09")
    table.attack("c2", number=2)
    assert table["c2"].hp == 6
    again = (
        Table().mat(card("one", ATTACK_2), card("other", ATTACK_2)).activate(1).attack("c2").activate(2).attack("c2")
    )
    assert again["c2"].hp == 6, "another card has its own"


@pytest.mark.rules("MAYA-CARD-13", "MAYA-MOVE-06")
def test_what_is_left_of_a_move_is_lost() -> None:
    table = Table().mat(card("walk", MOVE_3)).activate().move((0, 1))
    table.refused(table.by("move", path=[(0, 2)]), "ALREADY_USED", "MAYA-ACT-09")
    assert table["c1"].at == (0, 1)


@pytest.mark.rules("MAYA-CARD-14")
def test_no_icon_has_to_be_used() -> None:
    table = Table().mat(card("both", MOVE_3, ATTACK_2)).activate().attack("c2")
    table.end_turn()
    assert table.state.turn.seat == 2 and table["c1"].at == (0, 0)
    unused = Table().mat(card("both", MOVE_3, ATTACK_2)).activate().end_turn()
    assert unused.state.turn.seat == 2


@pytest.mark.rules("MAYA-CARD-16", "MAYA-VALUE-01")
def test_shattered_symbols_do_not_count() -> None:
    bite = card("bite", {"do": "attack", "value": "naag"}, traits=["naag"])
    broken = card("broken", DEFEND_1, traits=["naag"], shattered=True)
    table = Table().mat(bite, broken).activate().attack("c2")
    assert table["c2"].hp == 9


@pytest.mark.rules("MAYA-CARD-18", "MAYA-ACT-04")
def test_a_card_that_cannot_be_paid_is_not_activated() -> None:
    table = Table().mat(card("jab", ATTACK_2, cost=2)).purse(energy=1)
    table.refused(ActivateCard(1, 1), "NOT_ENOUGH_ENERGY", "MAYA-ACT-04")
    assert table.energy_of() == 1 and not table.seat().slots[0].activated


@pytest.mark.rules("MAYA-CARD-19", "MAYA-SLIDE-05", "MAYA-INIT-02")
def test_the_printed_gain_ranks_its_owner_and_is_paid_as_the_card_leaves() -> None:
    two, three = card("two", DEFEND_1, gain=2), card("three", DEFEND_1, gain=3)
    table = Table().hand(three).hand(two, seat=2).purse(energy=0).next_round().prepare(three, two)
    assert table.state.tracks.initiative == (2, 1)
    for _ in (1, 2):
        table.next_round().prepare("", "")
    assert table.slots()[2] == "three"
    before = table.energy_of()
    table.next_round()
    assert table.energy_of() == before + 3 and "three" in table.discards()


@pytest.mark.rules("MAYA-CARD-20")
def test_an_ability_may_come_between_two_actions_of_a_card() -> None:
    level = {
        "xp": 2,
        "text": "Defend",
        "program": [{"when": "use", "limit": "once_per_turn", "do": "defend", "value": 2}],
    }
    stance = made("skill", "ada-skill-1", champion="ada", level_1=level, level_2a=level, level_2b=level)
    table = Table(cards=[stance]).skill("ada-skill-1").mat(card("both", ATTACK_2, MOVE_3)).activate()
    table.attack("c2").do(UseAbility(1, "skill:ada-skill-1.0")).move((0, 1))
    assert table["c1"].at == (0, 1) and table["c1"].defence == 2


@pytest.mark.rules("MAYA-CARD-03", "MAYA-SLOT-01")
@pytest.mark.parametrize("slot", [-2, -1, 0, 4])
def test_what_is_no_slot_has_no_actions_before_a_card_is_activated_and_after(slot: int) -> None:
    jab, guard = card("jab", ATTACK_2), card("guard", DEFEND_1)
    for table in (Table().mat(jab, guard, jab), Table().mat(jab, guard, jab).activate(2)):
        table.refused(TakeAction(1, slot, "card", 0, "c2"), "NOT_ACTIVATED", "MAYA-CARD-03")
        table.refused(TakeAction(1, slot, "card", 0), "NOT_ACTIVATED", "MAYA-CARD-03")


@pytest.mark.rules("MAYA-CARD-21", "MAYA-ACT-08")
def test_activating_another_card_closes_the_one_before() -> None:
    table = Table().mat(card("both", ATTACK_2, MOVE_3), card("guard", DEFEND_1)).activate(1).attack("c2").activate(2)
    table.refused(TakeAction(1, 1, "card", 1, path=(Hex(0, 1),)), "CARD_CLOSED", "MAYA-ACT-08")
    table.defend()
    assert table["c1"].defence == 1


@pytest.mark.rules("MAYA-CARD-22", "MAYA-ACT-05", "MAYA-REFRESH-10")
def test_a_card_is_activated_again_only_after_the_next_refresh() -> None:
    table = Table().mat(card("guard", DEFEND_1), card("jab", ATTACK_2)).activate(1).defend()
    table.refused(ActivateCard(1, 1), "ALREADY_ACTIVATED", "MAYA-CARD-22")
    table.activate(2)
    table.refused(ActivateCard(1, 1), "ALREADY_ACTIVATED", "MAYA-CARD-22")
    table.next_round()
    assert not any(slot.activated for slot in table.seat().slots)
    table.prepare("", "").idle(lambda t: t.state.step == "action" and t.state.turn.seat == 1)
    table.activate(2).defend()
    assert table["c1"].defence == 2


@pytest.mark.rules("MAYA-ACT-06", "MAYA-AMB-60")
def test_a_card_that_costs_nothing_is_activated_and_marked_like_any_other() -> None:
    free = card("free", DEFEND_1, cost=0)
    table = Table().mat(card("jab", ATTACK_2), free).activate(1).purse(energy=0).activate(2)
    assert table.one(CardActivated).cost == 0 and not table.happened(EnergyChanged)
    table.refused(TakeAction(1, 1, "card", 0, "c2"), "CARD_CLOSED", "MAYA-ACT-08")
    table.refused(ActivateCard(1, 2), "ALREADY_ACTIVATED", "MAYA-CARD-22")
    assert table.defend()["c1"].defence == 1


ENCORE = {"when": "action", "do": [{"do": "activate"}]}


@pytest.mark.rules("MAYA-AMB-60", "MAYA-ACT-04", "MAYA-ACT-08")
def test_an_effect_activates_a_card_that_its_player_could_not_pay_for() -> None:
    costly = card("costly", DEFEND_1, cost=2)
    table = Table().mat(card("encore", ENCORE, ATTACK_2), costly, "").activate(1).purse(energy=1)
    table.refused(ActivateCard(1, 2), "NOT_ENOUGH_ENERGY", "MAYA-ACT-04")
    table.do(TakeAction(1, 1, "card", 0))
    assert table.one(CardActivated) == CardActivated(1, 2, "costly", 0)
    assert table.energy_of() == 1 and not table.happened(EnergyChanged)
    table.refused(TakeAction(1, 1, "card", 1, "c2"), "CARD_CLOSED", "MAYA-ACT-08")
    table.refused(ActivateCard(1, 2), "ALREADY_ACTIVATED", "MAYA-CARD-22")
    assert table.defend()["c1"].defence == 1


@pytest.mark.rules("MAYA-AMB-60", "MAYA-AMB-20")
def test_of_several_cards_the_player_says_which_and_without_one_there_is_nothing_to_take() -> None:
    other = card("other", DEFEND_1)
    table = Table().mat(card("encore", ENCORE, ATTACK_2), other, other).activate(1)
    table.do(TakeAction(1, 1, "card", 0))
    assert [offer.answer for offer in table.offered(AnswerChoice)] == [(2,), (3,)]
    table.do(AnswerChoice(1, (3,)))
    assert [slot.activated for slot in table.seat().slots] == [True, False, True]
    all_used = Table().mat(card("encore", ENCORE, ATTACK_2), other, other).activated(2, 3).activate(1)
    all_used.refused(TakeAction(1, 1, "card", 0), "NO_EFFECT", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-AMB-59")
def test_a_modifier_that_is_used_covers_every_action_of_the_slot_that_its_text_fits() -> None:
    drawing = {"when": "modifier", "change": {"to": "attack", "add": 1, "then": [{"do": "draw", "value": 1}]}}

    def lesson() -> Table:
        return Table().mat(card("lesson", drawing, ATTACK_2, ATTACK_2, MOVE_3)).activate()

    table = lesson()
    assert {intent.using for intent in table.offered(TakeAction, index=3)} == {()}, "its text is about attacks"
    assert {intent.using for intent in table.offered(TakeAction, index=1)} == {(), ("card.0",)}
    table.attack("c2", using="card.0")
    assert table["c2"].hp == 7 and len(table.held()) == 1
    assert {intent.using for intent in table.offered(TakeAction, index=2)} == {()}, "that was said for both"
    table.attack("c2", number=2)
    assert table["c2"].hp == 4 and len(table.held()) == 2
    left = lesson().attack("c2")
    left.refused(left.by("attack", "c2", number=2, using="card.0"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    left.attack("c2", number=2)
    assert left["c2"].hp == 6 and not left.held()


@pytest.mark.rules("MAYA-AMB-59")
def test_the_choice_is_made_anew_when_a_card_is_activated() -> None:
    lesson = card("lesson", PLUS_ONE, ATTACK_2, ATTACK_2)
    table = Table().mat(lesson, card("again", PLUS_ONE, ATTACK_2, ATTACK_2)).activate(1).attack("c2", using="-card.0")
    table.activate(2)
    assert {intent.using for intent in table.offered(TakeAction)} == {(), ("-card.0",)}
    assert table.attack("c2")["c2"].hp == 5


@pytest.mark.rules("MAYA-AMB-59")
def test_where_its_text_asks_for_something_a_modifier_is_decided_on_when_that_holds_first() -> None:
    higher = {"when": "modifier", "if": {"is": "on_own_foundation"}, "change": {"to": "attack", "add": 1}}
    table = Table().foundation((0, 1)).mat(card("lesson", higher, ATTACK_2, ATTACK_2, ATTACK_2, MOVE_3)).activate()
    assert {intent.using for intent in table.offered(TakeAction, index=1)} == {()}
    assert table.attack("c2")["c2"].hp == 8
    table.move((0, 1))
    assert {intent.using for intent in table.offered(TakeAction, index=2)} == {(), ("-card.0",)}


@pytest.mark.rules("MAYA-AMB-59")
def test_a_modifier_around_an_engram_fits_no_action_once_the_engram_is_gone() -> None:
    around = {"when": "modifier", "change": {"to": "attack", "centre": "own engram"}}
    whirl = {"do": "attack", "value": 2, "area": "all_adjacent"}
    table = Table().engram((2, 0), name="e1").mat(card("whirl", around, whirl, whirl)).activate()
    table.attack("c2", using="card.0", centre="e1")
    assert {intent.centre for intent in table.offered(TakeAction)} == {"e1"}
    table.off("e1")
    assert {(intent.centre, intent.using) for intent in table.offered(TakeAction)} == {("", ())}
    assert table.attack("c2", number=2)["c2"].hp == 6


@pytest.mark.rules("MAYA-AMB-59")
def test_icons_on_an_action_always_belong_to_it() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(card("bolt", {"do": "attack", "value": 1, "range": 2, "root": 1})).activate()
    assert {intent.using for intent in table.offered(TakeAction)} == {()}
    assert table.attack("c2")["c2"].root == 1


@pytest.mark.rules("MAYA-AMB-59", "MAYA-CARD-14")
def test_a_modifier_that_only_adds_is_used_of_itself_and_may_be_left_out_for_the_activation() -> None:
    def lesson() -> Table:
        return Table().mat(card("lesson", PLUS_ONE, ATTACK_2, ATTACK_2)).unit("c2", hp=7).activate()

    used = lesson().attack("c2")
    assert used["c2"].hp == 4
    used.refused(used.by("attack", "c2", number=2, using="-card.0"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    assert used.attack("c2", number=2)["c2"].hp == 1
    spared = lesson().attack("c2", using="-card.0")
    assert spared["c2"].hp == 5
    assert {intent.using for intent in spared.offered(TakeAction)} == {()}
    assert spared.attack("c2", number=2)["c2"].hp == 3


@pytest.mark.rules("MAYA-AMB-59")
def test_what_is_left_out_is_said_in_the_offer() -> None:
    sharp = relic("sharp", {"when": "modifier", "change": {"to": "attack", "add": 1}})
    table = Table().mat(card("lesson", PLUS_ONE, ATTACK_2)).relic(sharp).activate()
    said = {
        offer.intent.using: describe(offer, table.state, str)["text"]
        for offer in MAYA.offers(table.state, 1)
        if isinstance(offer.intent, TakeAction)
    }
    assert sorted(said) == [(), ("-card.0",), ("-card.0", "-relic.0"), ("-relic.0",)]
    plain = said[()]
    assert "without" not in plain
    assert said["-card.0",] == plain.replace(":", " without its Modifier:", 1)
    assert said["-card.0", "-relic.0"] == plain.replace(":", " without its Modifier and Sharp:", 1)


@pytest.mark.rules("MAYA-AMB-59", "MAYA-PUSH-02")
def test_who_could_push_further_may_push_as_far_as_the_card_says() -> None:
    shove = card("shove", {"do": "push", "steps": 1}, {"when": "modifier", "change": {"to": "push", "set": 3}})
    ends = {}
    for using in ((), ("-card.1",)):
        table = Table().mat(shove).activate().push("c2", using=using)
        ends[using] = table["c2"].at
    assert ends == {(): (4, 0), ("-card.1",): (2, 0)}


@pytest.mark.rules("MAYA-AMB-59")
def test_a_modifier_of_the_first_attack_that_is_left_out_does_not_wait_for_the_second() -> None:
    thorn = relic("thorn", {"when": "modifier", "change": {"to": "attack", "first": True, "root": 1}})
    table = Table().mat(card("twice", ATTACK_2, ATTACK_2)).relic(thorn).activate()
    assert {intent.using for intent in table.offered(TakeAction)} == {(), ("-relic.0",)}
    table.attack("c2", using="-relic.0")
    assert {intent.using for intent in table.offered(TakeAction)} == {()}
    assert table.attack("c2", number=2)["c2"].root == 0


@pytest.mark.rules("MAYA-AMB-59")
def test_a_modifier_that_is_worth_nothing_now_is_not_there_to_be_left_out() -> None:
    snare = {"when": "modifier", "change": {"to": "attack", "root": {"of": "equipped_relics", "max": 2}}}
    table = Table().mat(card("snare", ATTACK_2, snare)).activate()
    assert {intent.using for intent in table.offered(TakeAction)} == {()}
    table.refused(table.by("attack", "c2", using="-card.1"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    table.relic(relic("bell", DEFEND_1), 2)
    assert {intent.using for intent in table.offered(TakeAction)} == {(), ("-card.1",)}


@pytest.mark.rules("MAYA-AMB-59")
def test_a_longer_move_ends_wherever_the_shorter_one_would_so_that_there_is_nothing_to_leave_out() -> None:
    boots = relic("boots", {"when": "modifier", "change": {"to": "move", "add": 1}})
    arena = ground(walls=[((0, 0), (0, 1)), ((-1, 0), (-2, 0))], void=[(0, -1)], spikes=[(-1, 1), (1, 1)])
    walk = card("walk", {"do": "move", "steps": 2})
    plain, shod = Table(arena=arena).mat(walk).activate(), Table(arena=arena).mat(walk).relic(boots).activate()
    assert plain.reaches() < shod.reaches()
    assert {intent.using for intent in shod.offered(TakeAction)} == {()}


@pytest.mark.rules("MAYA-AMB-59", "MAYA-PROJ-01")
@pytest.mark.parametrize("seed", range(40))
def test_a_projectile_reaches_all_that_the_range_attack_would_so_that_there_is_nothing_to_leave_out(seed: int) -> None:
    dice = random.Random(seed)
    spaces = [at for at in disc(Hex(0, 0), 4) if at != Hex(0, 0)]
    walls = [(at, step(at, dice.randrange(6))) for at in dice.sample(spaces, 12)]
    arena = ground(4, void=dice.sample(spaces, 10), walls=[pair for pair in walls if pair[1] in spaces])
    field = board(Table(arena=arena, at=[(0, 0), (4, 0)]).state)
    standing = Standing(friends=frozenset(dice.sample(spaces, 5)), foes=frozenset(dice.sample(spaces, 5)))
    for reach in range(1, 5):
        straight = set(range_spaces(field, standing, Hex(0, 0), reach))
        assert straight <= set(projectile_spaces(field, Hex(0, 0), reach)), f"{seed=}, {reach=}"


@pytest.mark.rules("MAYA-AMB-58", "MAYA-CARD-05")
def test_a_passive_with_a_trigger_works_on_another_players_turn() -> None:
    trap = card("trap", {"when": "passive", "on": "entered_your_vish", "limit": "none", "do": "draw", "value": 1})
    table = Table("ada", "ben", at=[(0, 0), (4, 0)], quiet=True).mat(card("walk", MOVE_3)).mat(trap, seat=2)
    table.deck("plumb-shot", seat=2).vish_at((0, 1), seat=2)
    table.activate().move((0, 1))
    assert table.held(2) == ["plumb-shot"]
