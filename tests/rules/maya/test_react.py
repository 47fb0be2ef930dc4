"""Reactions: who is asked, what they answer, and the stack."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import pytest

from domain.maya.content.loader import load_pack
from domain.maya.events import (
    ActionFizzled,
    ActionResolved,
    DamageDealt,
    DefenceChanged,
    ReactionPassed,
    ReactionWindowOpened,
    SpellPlayed,
)
from domain.maya.game import MAYA
from domain.maya.intents import (
    ActivateCard,
    AnswerChoice,
    ClaimObjective,
    EquipRelic,
    PassReaction,
    PlayReaction,
    PlaySpell,
    SetAutoPass,
    SubmitDeck,
    UseAbility,
)
from domain.maya.state import OpenObjective, Tracks
from projections.bots import Dice
from projections.games import plugin_for
from projections.history import History
from tests.cards.maya.duel import Where
from tests.playing import Play
from tests.properties.worlds import everything
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Made, Table, card, made, redacted, relic, spell

JAB = card("jab", {"do": "attack", "value": 3}, {"do": "move", "steps": 2})
WARD = spell("ward", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "defend", "value": 2})
HUSH = spell("hush", {"when": "reaction", "answers": {"to": ["spell"]}, "do": "cancel"})
SLIP = spell("slip", {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "move", "steps": 1})
BOLSTER = spell("bolster", {"do": "defend", "value": 3})
DULL = "ada-1"
MAYA_OBJECTIVES = load_pack().objectives.values()


def table_of(*, seats: int = 2, **more: object) -> Table:
    return Table(seats=seats, reactions=True, cards=[JAB, WARD, HUSH, SLIP, BOLSTER], **more).mat(JAB)  # type: ignore[arg-type]


@pytest.mark.rules("MAYA-REACT-01", "MAYA-AMB-50")
def test_a_teammates_action_is_not_answered() -> None:
    table = table_of(seats=4).hand(WARD, seat=3).activate().attack("c2")
    assert not table.happened(ReactionWindowOpened) and table["c2"].hp == 7
    asked = table_of(seats=4).hand(WARD, seat=3).hand(DULL, seat=2).activate().attack("c2")
    asked.refused(PlayReaction(3, "ward", asked.stack), "NOT_YOUR_DECISION", "MAYA-AMB-51")
    table.refused(PlayReaction(2, "ward", 1), "NO_WINDOW", "MAYA-REACT-01")


@pytest.mark.rules("MAYA-REACT-01", "MAYA-AMB-50")
def test_a_reaction_answers_only_what_its_text_names() -> None:
    table = table_of().hand(HUSH, DULL, seat=2).activate().attack("c2")
    table.refused(PlayReaction(2, "hush", table.stack), "DOES_NOT_ANSWER", "MAYA-REACT-01")
    table.refused(PlayReaction(2, DULL, table.stack), "NOT_A_REACTION", "MAYA-REACT-01")
    table.refused(PlayReaction(2, "ward", table.stack), "NOT_IN_HAND", "MAYA-REACT-01")
    far = table_of(seats=4).hand(WARD, seat=4).activate().attack("c2")
    far.refused(PlayReaction(4, "ward", far.stack), "DOES_NOT_ANSWER", "MAYA-REACT-01")


@pytest.mark.rules("MAYA-PRIO-01")
def test_a_reaction_that_asks_for_something_answers_only_while_it_holds() -> None:
    lift = spell(
        "lift", {"when": "reaction", "if": "in_flight", "answers": {"to": ["attack"]}, "do": "draw", "value": 1}
    )
    low = Table("ada", "cyd", quiet=True, cards=[JAB, lift], reactions=True).mat(JAB).hand(lift, seat=2)
    low.activate().attack("c2")
    low.refused(PlayReaction(2, "lift", low.stack), "DOES_NOT_ANSWER", "MAYA-REACT-01")
    high = Table("ada", "cyd", quiet=True, cards=[JAB, lift], reactions=True).mat(JAB).hand(lift, seat=2)
    high.unit("c2", flying=True).activate().attack("c2").react("lift")
    assert len(high.held(2)) == 1


@pytest.mark.rules("MAYA-REACT-01", "MAYA-AMB-50")
def test_no_window_opens_for_activating_equipping_and_claiming() -> None:
    table = table_of().hand(DULL, seat=2)
    table.hand(relic("charm", {"do": "draw", "value": 1})).do(EquipRelic(1, "charm", 2))
    assert not table.happened(ReactionWindowOpened)
    table.do(ActivateCard(1, 1))
    assert not table.happened(ReactionWindowOpened)
    name = next(
        one.id for one in MAYA_OBJECTIVES if one.sides[0].needs[0].measure == "defence" and len(one.sides[0].needs) == 1
    )
    row = (OpenObjective(name, 0, 1, False),)
    table.having(objectives=type(table.state.objectives)(open=row)).unit("c1", defence=9)
    table.do(ClaimObjective(1, name))
    assert table.seat().purse.xp == 1 and not table.happened(ReactionWindowOpened)


@pytest.mark.rules("MAYA-AMB-50")
def test_a_passive_that_triggers_is_not_answered() -> None:
    braced = card("braced", {"when": "passive", "on": "you_moved", "limit": "none", "do": "defend", "value": 1})
    table = table_of().mat(JAB, braced).hand(DULL, seat=2).activate().move((0, 1))
    table.pass_on()
    while table.state.frames:
        assert table.pending == (2, "reaction")
        assert MAYA.awaiting(table.state)[0].about["timing"] == "moved", "the Move alone is answered, before and after"
        table.pass_on()
    assert table["c1"].defence == 1


@pytest.mark.rules("MAYA-REACT-01", "MAYA-AMB-50", "MAYA-PASSIVE-03")
def test_a_move_that_a_passive_makes_is_no_action_to_answer() -> None:
    shot = card("shot", {"do": "attack", "value": 1, "range": 3})
    table = Table("dangsa", "prabhakar", at=[(0, 0), (2, -1)], reactions=True, cards=[shot]).tower((3, 0)).mat(shot)
    table.hand("counterweight", seat=2).activate().attack("t2a").pass_on()
    table.answer("yes").asked(path=((1, -1),))
    assert (table["c1"].at, table.state.frames) == ((1, -1), ()), "seat 2 is not asked, though it ended beside it"


@pytest.mark.rules("MAYA-AMB-50", "MAYA-PASSIVE-03")
@pytest.mark.parametrize("when", ["passive", "modifier"])
def test_a_move_that_follows_an_attack_is_no_action_to_answer(when: str) -> None:
    follow = {"when": when, "change": {"to": "attack", "add": 1, "then": [{"do": "move", "steps": 1}]}}
    poke = card("poke", {"do": "attack", "value": 1}, follow)
    table = Table("dangsa", "prabhakar", at=[(0, 0), (2, -1)], reactions=True, cards=[poke]).minion((0, 1), hp=5)
    table.mat(poke).hand("counterweight", seat=2).activate()
    table.attack("m1", using=("card.1",) if when == "modifier" else ()).pass_on().asked(path=((1, -1),))
    assert (table["c1"].at, table.state.frames) == ((1, -1), ()), "seat 2 is not asked, though it ended beside it"


@pytest.mark.rules("MAYA-AMB-50")
def test_an_ability_is_answered_like_an_action() -> None:
    level = {"xp": 2, "text": "Gain", "program": [{"when": "use", "limit": "once_per_turn", "do": "energy", "gain": 1}]}
    well = made("skill", "ada-skill-1", champion="ada", level_1=level, level_2a=level, level_2b=level)
    table = Table(reactions=True, cards=[well]).skill("ada-skill-1").hand(DULL, seat=2)
    table.do(UseAbility(1, "skill:ada-skill-1.0"))
    assert table.pending == (2, "reaction") and table.energy_of() == 9
    assert table.pass_on().energy_of() == 10


@pytest.mark.rules("MAYA-REACT-02", "MAYA-AMB-52")
def test_nobody_reacts_on_its_own_turn_not_even_to_a_reaction() -> None:
    table = table_of().hand(HUSH).hand(WARD, seat=2).activate().attack("c2")
    table.refused(PlayReaction(1, "hush", table.stack), "OWN_TURN", "MAYA-REACT-02")
    table.react("ward")
    table.refused(PlayReaction(1, "hush", table.state.stacked), "OWN_TURN", "MAYA-REACT-02")
    assert table["c2"].hp == 9, "nobody else is there to answer"
    idle = table_of().hand(WARD)
    idle.refused(PlaySpell(1, "ward"), "ONLY_A_REACTION", "MAYA-REACT-02")


@pytest.mark.rules("MAYA-REACT-03")
def test_the_reaction_comes_before_what_it_answers() -> None:
    table = table_of().hand(WARD, seat=2).activate().attack("c2")
    assert table["c2"].hp == 10 and table.pending == (2, "reaction")
    table.react("ward")
    assert table["c2"].hp == 9 and table["c2"].defence == 0
    kinds = [type(event) for event in table.events]
    assert kinds.index(DefenceChanged) < kinds.index(DamageDealt)


@pytest.mark.rules("MAYA-REACT-04", "MAYA-AMB-52")
def test_a_teammate_of_the_turn_player_answers_a_reaction() -> None:
    table = table_of(seats=4).hand(WARD, seat=2).hand(HUSH, seat=3).activate().attack("c2")
    assert table.pending[0] == 2
    table.react("ward")
    assert table.pending[0] == 3
    table.react("hush", seat=3)
    assert table["c2"].hp == 7 and table["c2"].defence == 0
    assert table.discards(2) == ["ward"] and table.discards(3) == ["hush"]


@pytest.mark.rules("MAYA-REACT-05", "MAYA-AMB-51")
def test_what_was_declared_last_resolves_first() -> None:
    table = table_of(seats=4).hand(WARD, seat=2).hand(HUSH, seat=3).hand(HUSH, seat=4)
    table.activate().attack("c2").react("ward")
    table.react("hush", seat=3)
    assert table.pending[0] == 4, "the opponents of seat 3 with cards in hand"
    table.refused(PlayReaction(4, "hush", 1), "WRONG_WINDOW", "MAYA-REACT-05")
    table.react("hush", seat=4)
    spells = [(event.card, event.seat, event.answers) for event in table.log if isinstance(event, SpellPlayed)]
    assert spells == [("ward", 2, 1), ("hush", 3, 2), ("hush", 4, 3)]
    assert table["c2"].hp == 9, "the second Hush took the first off the Ward"
    ends = [event.stack for event in table.log if isinstance(event, ActionResolved)]
    assert ends[-1] == 1


@pytest.mark.rules("MAYA-AMB-51")
def test_opponents_are_asked_in_initiative_order_from_the_acting_seat_on() -> None:
    table = Table(seats=3, reactions=True, cards=[JAB, WARD]).mat(JAB)
    table.having(tracks=Tracks((3, 1, 2), (1, 2, 3), (2,))).hand(DULL, seat=2).hand(DULL, seat=3)
    table.activate().attack("c2")
    assert table.one(ReactionWindowOpened).seats == (2, 3)
    table.refused(PassReaction(3, table.stack), "NOT_YOUR_DECISION", "MAYA-AMB-51")
    table.pass_on(2).pass_on(3)
    assert table["c2"].hp == 7


@pytest.mark.rules("MAYA-AMB-51")
def test_after_a_reaction_the_window_closes_only_when_all_pass_in_a_row() -> None:
    table = Table(seats=3, reactions=True, cards=[JAB, WARD]).mat(JAB)
    table.hand(WARD, WARD, seat=2).hand(DULL, seat=3).activate().attack("c2").react("ward")
    while table.pending[0] == 3:
        table.pass_on(3)
    assert table.pending == (2, "reaction") and table["c2"].defence == 2 and table["c2"].hp == 10
    table.react("ward")
    while table.state.frames:
        table.pass_on(table.pending[0])
    assert table["c2"].hp == 10 and table["c2"].defence == 1


BRACE = spell(
    "brace", {"when": "reaction", "answers": {"to": ["move"], "ended_beside": ["you"]}, "do": "defend", "value": 1}
)
COUNTER = "counterweight"
DASH = card("dash", {"do": "move", "steps": 3})


def approached(*held: Made | str, at: Sequence[Where] = ((0, 0), (3, 0), (-5, 0)), seats: int = 3) -> Table:
    """Seat 1's Move has ended beside seat 2's champion; seat 3 holds a card, and everybody let the Move begin."""
    table = Table(seats=seats, reactions=True, cards=[BRACE, DASH], at=at).mat(DASH).hand(*held, seat=2)
    if seats > 2:
        table.hand(DULL, seat=3)
    table.activate().move((1, 0), (2, 0))
    for seat in range(2, seats + 1):
        table.pass_on(seat)
    return table


@pytest.mark.rules("MAYA-AMB-51")
def test_after_a_reaction_to_a_move_those_are_asked_again_beside_whom_it_ended() -> None:
    table = approached(BRACE, DULL)
    assert table.one(ReactionWindowOpened).seats == (2,), "the Move ended far from seat 3"
    table.react("brace").pass_on(3).pass_on(3)
    assert table["c2"].defence == 1, "seat 3 let the Spell and its Defend happen"
    assert table.one(ReactionWindowOpened).seats == (2,) and table.one(ReactionWindowOpened).about["seat"] == 1
    assert table.pass_on(2).state.frames == ()


@pytest.mark.rules("MAYA-AMB-51")
@pytest.mark.parametrize(("third", "asked"), [((-5, 0), ()), ((-1, 0), (3,))])
def test_who_is_pushed_off_by_a_reaction_to_its_move_is_answered_by_those_beside_whom_it_now_is(
    third: Where, asked: tuple[int, ...]
) -> None:
    table = approached(COUNTER, DULL, at=[(0, 0), (3, 0), third]).react(COUNTER)
    table.pass_on(3).pass_on(3)
    assert table["c1"].at == (0, 0)
    again = [event.seats for event in table.happened(ReactionWindowOpened)]
    assert again == ([asked] if asked else [])
    assert bool(table.state.frames) is bool(asked)


def test_a_champion_on_its_own_foundation_guards_one_space() -> None:
    def on_foundations(*spaces: Where) -> Table:
        table = Table(reactions=True, cards=[DASH], at=[(0, 0), (3, 0)]).mat(DASH).hand(COUNTER, seat=2)
        for space in spaces:
            table.foundation(space, seat=2)
        return table.activate().move((1, 0), (2, 0)).pass_on().react(COUNTER)

    alone = on_foundations((3, 0))
    assert alone.state.frames == () and alone["c1"].at == (0, 0), "there is nothing to choose"
    flanked = on_foundations((3, 0), (2, 1))
    assert flanked.pending == (2, "space")
    assert {tuple(intent.answer[0]) for intent in flanked.offered(AnswerChoice, seat=2)} == {(3, 0), (2, 1)}
    assert len(flanked.offers(2)) == 2, "each space once"
    assert flanked.answer((2, 1), seat=2)["c1"].at == (2, -2)


@pytest.mark.rules("MAYA-CARD-10")
def test_a_teammates_foundation_is_not_guarded() -> None:
    table = Table(seats=4, reactions=True, cards=[DASH], at=[(0, 0), (5, 0), (-5, 0), (5, -5)]).mat(DASH)
    table.hand(COUNTER, seat=2).foundation((3, 0), seat=4).activate().move((1, 0), (2, 0)).pass_on()
    assert table.state.frames == () and table["c1"].at == (2, 0), "seat 2 is not asked where the Move ended"


def test_a_card_that_guards_foundations_alone_guards_the_one_under_the_own_champion_too() -> None:
    post = spell(
        "post",
        {"when": "reaction", "answers": {"to": ["move"], "ended_beside": ["own foundation"]}, "do": "draw", "value": 1},
    )
    table = Table(reactions=True, cards=[DASH, post], at=[(0, 0), (3, 0)]).mat(DASH).hand("post", seat=2)
    bare = copy(table).activate().move((1, 0), (2, 0)).pass_on()
    bare.refused(PlayReaction(2, "post", bare.stack), "DOES_NOT_ANSWER", "MAYA-REACT-01")
    table.foundation((3, 0), seat=2).activate().move((1, 0), (2, 0)).pass_on().react("post")
    assert len(table.held(2)) == 1 and table.discards(2) == ["post"]


@pytest.mark.rules("MAYA-REACT-06", "MAYA-AMB-54")
def test_a_reaction_is_paid_at_once_or_not_played() -> None:
    table = table_of().hand(WARD, seat=2).purse(2, energy=0).activate().attack("c2")
    table.refused(PlayReaction(2, "ward", table.stack), "NOT_ENOUGH_ENERGY", "MAYA-REACT-06")
    paid = (
        table_of(seats=4).hand(WARD, seat=2).hand(DULL, seat=3).purse(2, energy=1).activate().attack("c2").react("ward")
    )
    assert paid.energy_of(2) == 0 and paid["c2"].defence == 0 and paid.pending[0] == 3


@pytest.mark.rules("MAYA-REACT-07", "MAYA-AMB-55")
def test_without_the_option_there_are_no_reactions() -> None:
    table = Table(cards=[JAB, WARD]).mat(JAB).hand(WARD, seat=2).activate().attack("c2")
    assert not table.happened(ReactionWindowOpened) and table["c2"].hp == 7
    assert MAYA.check_options({}, 2)["reactions"] is False
    building = Table.dealt(decks="built", upto="decks", cards=[WARD])
    deck = (*stand_ins.starter("ada"), "ward")
    building.refused(SubmitDeck(1, deck), "REACTIONS_OFF", "MAYA-REACT-07")
    Table.dealt(decks="built", upto="decks", cards=[WARD], reactions=True).do(SubmitDeck(1, deck))


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
def test_an_attack_whose_target_got_away_is_spent_without_effect() -> None:
    table = table_of().hand(SLIP, seat=2).activate().attack("c2").react("slip")
    table.asked(path=((2, 0),), seat=2)
    assert table["c2"].at == (2, 0) and table["c2"].hp == 10
    assert table.one(ActionFizzled).dropped == ("c2",)
    table.unit("c2", at=(1, 0))
    table.refused(table.by("attack", "c2"), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-AMB-53")
def test_the_targets_that_are_left_are_hit() -> None:
    sweep = card("sweep", {"do": "attack", "value": 2, "area": "all_adjacent"})
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (1, 0)]).mat(sweep).minion((0, 1)).hand(SLIP, seat=2)
    table.activate().attack().react("slip").asked(path=((2, 0),), seat=2)
    assert table["c2"].hp == 10 and table["m1"].hp == 1
    assert table.happened(ActionResolved)[-1].dropped == ("c2",)


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
@pytest.mark.parametrize(("reach", "to"), [({"projectile": 2}, (3, 0)), ({"range": 2}, (2, 1)), ({"range": 2}, (3, 0))])
def test_a_target_that_steps_out_of_a_shots_reach_is_not_hit(reach: dict[str, int], to: tuple[int, int]) -> None:
    shot = card("shot", {"do": "attack", "value": 3, **reach})
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (2, 0)]).mat(shot).hand(SLIP, seat=2)
    table.activate().attack("c2").react("slip").asked(path=(to,), seat=2)
    assert (table["c2"].at, table["c2"].hp) == (to, 10)
    assert table.one(ActionFizzled).dropped == ("c2",)


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
@pytest.mark.parametrize("reach", [{"projectile": 3}, {"range": 3}])
def test_a_target_that_steps_aside_within_a_shots_reach_is_hit(reach: dict[str, int]) -> None:
    shot = card("shot", {"do": "attack", "value": 3, **reach})
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (2, 0)]).mat(shot).hand(SLIP, seat=2)
    table.activate().attack("c2").react("slip").asked(path=((3, 0),), seat=2)
    assert (table["c2"].at, table["c2"].hp) == ((3, 0), 7)


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
@pytest.mark.parametrize(("to", "hp"), [((3, 0), 10), ((2, -1), 9)])
def test_a_second_target_that_steps_away_from_the_first_is_not_hit(to: tuple[int, int], hp: int) -> None:
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (2, 0)]).minion((1, 0), hp=6).mat("ricochet")
    table.hand(SLIP, seat=2).activate().take(0).asked("m1").pass_on()
    assert (table["m1"].hp, table.pending) == (4, (2, "reaction"))
    table.react("slip").asked(path=(to,), seat=2)
    assert (table["c2"].at, table["c2"].hp) == (to, hp)
    assert table.state.frames == () and bool(table.happened(ActionFizzled)) is (hp == 10)


@pytest.mark.rules("MAYA-PRIO-01")
def test_a_second_target_is_beside_where_the_first_has_stepped_to() -> None:
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (2, 0)]).mat("ricochet").hand(SLIP, seat=2)
    table.minion((2, -1), hp=6).minion((3, 1), hp=6, name="m2").activate().take(0).asked("c2")
    table.react("slip").asked(path=((2, 1),), seat=2)
    assert (table["c2"].hp, table["m1"].hp, table["m2"].hp) == (8, 6, 5)


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
def test_a_second_target_beside_where_a_killed_first_one_stood_is_hit() -> None:
    table = Table(reactions=True, cards=[SLIP], at=[(0, 0), (2, 0)]).minion((1, 0), hp=2).mat("ricochet")
    table.hand(SLIP, seat=2).activate().take(0).asked("m1").pass_on()
    assert "m1" not in table.state.units
    table.react("slip").asked(path=((2, -1),), seat=2)
    assert table["c2"].hp == 9


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
@pytest.mark.parametrize(("to", "end"), [((2, 0), (2, 0)), ((1, -1), (2, -2))])
def test_a_push_of_all_who_are_near_spares_who_no_longer_is(to: tuple[int, int], end: tuple[int, int]) -> None:
    gale = card("gale", {"do": "push", "steps": 1, "target": {"each": "enemy entity", "within": 1}})
    leap = spell("leap", {"when": "reaction", "answers": {"to": ["push"], "at": "you"}, "do": "move", "steps": 1})
    table = Table(reactions=True, cards=[leap], at=[(0, 0), (1, 0)]).minion((0, 1), hp=3).mat(gale).hand(leap, seat=2)
    table.activate().push().react("leap").asked(path=(to,), seat=2)
    if table.state.frames:
        table.answer("c2")
    assert (table["c2"].at, table["m1"].at) == (end, (0, 2))


@pytest.mark.rules("MAYA-REACT-08", "MAYA-AMB-53")
def test_a_move_whose_way_was_closed_is_spent_without_effect() -> None:
    block = spell("block", {"when": "reaction", "answers": {"to": ["move"]}, "do": "move", "steps": 1})
    dash = card("dash", {"do": "move", "steps": 2})
    table = Table(reactions=True, cards=[block], at=[(0, 0), (2, 1)]).mat(dash).hand(block, seat=2)
    table.activate().move((1, 0), (2, 0)).react("block").asked(path=((2, 0),), seat=2)
    assert (table["c1"].at, table["c2"].at) == ((0, 0), (2, 0))
    assert len(table.happened(ActionFizzled)) == 1
    table.refused(table.by("move", path=[(0, 1)]), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-REACT-09", "MAYA-AMB-54", "MAYA-DEATH-10")
def test_the_owner_of_a_dead_champion_is_not_asked() -> None:
    table = table_of().hand(WARD, seat=2).off("c2").minion((0, 1)).activate().attack("m1")
    assert not table.happened(ReactionWindowOpened) and "m1" not in table.state.units


@pytest.mark.rules("MAYA-AMB-55")
def test_whoever_holds_any_card_is_asked_and_nobody_can_tell_what_it_is() -> None:
    def played(held: str) -> tuple[list[object], object]:
        table = table_of().hand(held, seat=2).activate().attack("c2").pass_on()
        seen = [redacted(event, 1) for event in table.log]
        return seen, table.seen_by(1)

    assert played("ward") == played(DULL)
    empty = table_of().hand(seat=2).activate().attack("c2")
    assert not empty.happened(ReactionWindowOpened)


@pytest.mark.rules("MAYA-AMB-55")
def test_a_standing_pass_is_its_owners_secret() -> None:
    table = table_of().hand(WARD, seat=2).do(SetAutoPass(2, True))
    assert table.state.seat(2).auto_pass is True
    assert table.seen_by(1).seat(2).auto_pass is None and table.seen_by(2).seat(2).auto_pass is True
    table.activate().attack("c2")
    assert table.pending == (2, "reaction"), "it is asked as anybody is"
    table.pass_on()
    passed = table.one(ReactionPassed)
    assert passed.auto is True and redacted(passed, 1).auto is None and redacted(passed, 2).auto is None


@pytest.mark.rules("MAYA-AMB-55")
def test_nobody_else_can_tell_a_standing_pass_from_one_that_was_lifted() -> None:
    standing, lifted = (asked_often(on) for on in (True, False))
    for viewer in ("spectator", "seat:1"):
        assert everything(standing, viewer, ()) == everything(lifted, viewer, ()), viewer
        sent = next(entry for entry in standing.entries_json(viewer) if entry["type"] == "AutoPassSet")
        assert sent["public"] == {"seat": 2} and [part["audience"] for part in sent["sealed"]] == ["seat:2"]
        assert not any("body" in part or "salt" in part for part in sent["sealed"])
    assert pass_told(standing, "seat:2") == ["Jon lets everything happen."]
    assert pass_told(lifted, "seat:2") == ["Jon wants to be asked again."]
    assert pass_told(lifted, "seat:1") == pass_told(standing, "spectator") == []


def pass_told(history: History, viewer: str) -> list[str]:
    """What the timeline says of a standing pass."""
    lines = [line for step in history.timeline(viewer) for line in step["lines"]]
    return [line for line in lines if "everything" in line or "asked again" in line]


def asked_often(standing: bool) -> History:
    """Fifty moves of random bots after seat 2 set or lifted its standing pass, until it has let something happen."""
    maya = plugin_for("maya")
    play = Play(maya, 2, {"mode": "siege-1v1", "reactions": True}, names=("Marta", "Jon"))
    play.submit(SetAutoPass(2, standing))
    dice = Dice(1)
    for _ in range(50):
        play.step(maya.bots["random"], dice)
    passed = [entry for entry in play.history().entries_json("auditor") if entry["type"] == "ReactionPassed"]
    assert passed, "nothing was let happen"
    return play.history()


@pytest.mark.rules("MAYA-AMB-50")
def test_a_neutral_minions_action_is_not_answered() -> None:
    table = table_of(at=[(0, 0), (4, 0)]).minion((1, 0), hp=6).hand(DULL).hand(WARD, seat=2)
    table.activate().attack("m1").pass_on()
    table.idle(lambda t: t.state.turn.seat == 2 or t.state.phase == "prepare")
    windows = [event for event in table.log if isinstance(event, ReactionWindowOpened)]
    assert {event.about["seat"] for event in windows} <= {1, 2} and table.state.units["m1"].owner == 0
    declared = [event for event in table.log if type(event).__name__ == "ActionDeclared" and event.actor == "m1"]
    stacks = {event.stack for event in windows}
    assert declared and not stacks & {event.stack for event in declared}
