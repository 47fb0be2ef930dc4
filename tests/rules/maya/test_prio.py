"""Priority between texts and between effects, limits of pieces, and what the table settles itself."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.events import DamageDealt, RulingApplied
from domain.maya.hexes import Hex
from domain.maya.intents import AnswerChoice, ConsentRuling, ProposeRuling
from domain.maya.state_arena import Foundation, VishPool
from tests.rules.maya.play import Table, card, ground, passive
from tests.rules.maya.stand_ins import content_of

GO = card("go", {"do": "move", "steps": 3})


@pytest.mark.rules("MAYA-PRIO-01")
def test_a_cards_text_beats_the_rulebook() -> None:
    ghost = card("ghost", {"when": "passive", "grant": "pass_enemies"})
    barred = Table(at=[(0, 0), (1, 0)]).mat(card("step", {"do": "move", "steps": 2}), GO).activate()
    barred.refused(barred.by("move", path=((1, 0), (2, 0))), "PATH_ENEMY", "MAYA-UNIT-05")
    freed = Table(at=[(0, 0), (1, 0)]).mat(card("step", {"do": "move", "steps": 2}), ghost).activate()
    assert freed.move((1, 0), (2, 0))["c1"].at == (2, 0)


@pytest.mark.rules("MAYA-PRIO-01")
def test_a_text_can_lift_the_harm_of_spikes() -> None:
    field = ground(spikes=[(0, 1)])
    sure = card("sure", {"when": "passive", "grant": "spikeproof"})
    assert Table(arena=field).mat(GO, GO).activate().move((0, 1))["c1"].hp == 9
    assert Table(arena=field).mat(GO, sure).activate().move((0, 1))["c1"].hp == 10


@pytest.mark.rules("MAYA-PRIO-02")
def test_a_trump_beats_the_text_of_a_push_or_pull() -> None:
    shove = card("shove", {"do": "push", "steps": 2}, {"do": "pull", "reach": 3})
    table = Table(at=[(0, 0), (1, 0)]).mat(shove, GO, GO).mat("unmoved-mountain", seat=2).activate()
    table.refused(table.by("push", "c2"), "NO_TARGET", "MAYA-AMB-20")
    table.refused(table.by("pull", "c2"), "NO_TARGET", "MAYA-AMB-20")
    without = Table(at=[(0, 0), (1, 0)]).mat(shove, GO, GO).mat(GO, seat=2).activate()
    assert without.push("c2")["c2"].at == (3, 0)


@pytest.mark.rules("MAYA-PRIO-03")
def test_of_two_effects_the_turn_players_comes_first() -> None:
    mine = passive("manushya", {"when": "passive", "on": "you_moved", "limit": "none", "do": "defend", "value": 1})
    theirs = _bites("naag")
    table = Table(cards=[mine, theirs]).mat(GO, GO, GO).vish_at((0, 1), seat=2).activate().move((0, 1))
    kinds = [kind for kind in table.kinds if kind in ("DefenceChanged", "StatusChanged")]
    assert kinds == ["DefenceChanged", "StatusChanged"]


def _bites(trait: str, **tokens: int) -> Any:
    """A passive that punishes whoever enters the player's Vish."""
    tokens = tokens or {"root": 1}
    return passive(
        trait,
        {
            "when": "passive",
            "on": "entered_your_vish",
            "limit": "none",
            "do": "inflict",
            **tokens,
            "target": {"bound": "it"},
        },
    )


@pytest.mark.rules("MAYA-PRIO-04")
@pytest.mark.parametrize("first", [2, 3])
def test_of_two_opponents_effects_the_turn_player_says_which_comes_first(first: int) -> None:
    table = Table(seats=3, at=[(0, 0), (3, 0), (-3, 0)], cards=[_bites("naag"), _bites("garuda", bleed=1)])
    pools = (VishPool(Hex(0, 1), 2, 1), VishPool(Hex(0, 1), 3, 1))
    table.having(ground=evolve(table.state.ground, vish=pools)).mat(GO, GO, GO).activate().move((0, 1))
    assert table.pending == (1, "order")
    table.refused(AnswerChoice(2, (table.offers()[0].intent.answer[0],)), "NOT_YOUR_DECISION", "MAYA-ACT-10")
    wanted = next(offer.intent for offer in table.offers() if offer.intent.answer[0].startswith(f"{first}:"))
    table.do(wanted)
    statuses = [event.status for event in table.events if event.TYPE == "StatusChanged"]
    assert statuses == (["root", "bleed"] if first == 2 else ["bleed", "root"])


@pytest.mark.rules("MAYA-LIMIT-01")
def test_without_vish_left_none_is_put_and_the_rest_goes_on() -> None:
    table = Table("ben", "ada", quiet=True).purse(supply={"vish": 0})
    table.mat(card("bite", {"do": "attack", "value": 2, "vish": 1, "root": 1}), GO, GO).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].root, table["c2"].vish) == (8, 1, {})
    some = Table("ben", "ada", quiet=True).purse(supply={"vish": 2})
    some.mat(card("bite", {"do": "attack", "value": 2, "vish": 3}), GO, GO).activate().attack("c2")
    assert (some["c2"].vish, some.supply("vish")) == ({1: 2}, 0)


@pytest.mark.rules("MAYA-LIMIT-02", "MAYA-AMB-117")
def test_a_fifth_foundation_is_not_built_and_none_is_shifted() -> None:
    build = card("build", {"do": "place", "piece": "foundation", "count": 1, "where": "adjacent"}, traits=["manushya"])
    table = Table("ada", "ben", at=[(0, 0), (4, 0)], quiet=True).mat(build, GO, GO)
    for at in ((2, 0), (2, -1), (2, -2), (-2, 0)):
        table.foundation(at)
    laid = table.state.ground.foundations
    assert table.supply("foundation") == 0
    table.activate().refused(table.by("place"), "NO_EFFECT", "MAYA-AMB-20")
    assert table.state.ground.foundations == laid
    assert Foundation(Hex(2, 0), 1) in laid


@pytest.mark.rules("MAYA-LIMIT-03", "MAYA-AMB-117")
def test_general_pieces_never_run_out() -> None:
    grip = card("grip", {"do": "attack", "value": 0, "root": 9, "bleed": 9}, {"do": "attack", "value": 0, "root": 6})
    table = Table().mat(grip, GO, GO).activate().attack("c2").attack("c2", number=2)
    assert (table["c2"].root, table["c2"].bleed) == (15, 9)


@pytest.mark.rules("MAYA-COOL-01", "MAYA-AMB-118")
def test_the_table_may_settle_something_if_everybody_agrees() -> None:
    table = Table(seats=3, at=[(0, 0), (3, 0), (-3, 0)], rulings=True)
    edits = ({"edit": "hp", "unit": "c2", "value": 7}, {"edit": "energy", "seat": 3, "value": 1})
    table.do(ProposeRuling(1, "It slipped", edits)).do(ConsentRuling(2, 1))
    assert table["c2"].hp == 10
    table.do(ConsentRuling(3, 1))
    assert table.one(RulingApplied).text == "It slipped"
    assert table.one(RulingApplied).seats == (1, 2, 3)
    assert (table["c2"].hp, table.energy_of(3)) == (7, 1)


@pytest.mark.rules("MAYA-COOL-01", "MAYA-AMB-118")
def test_one_refusal_leaves_everything_as_the_rules_have_it() -> None:
    table = Table(seats=3, at=[(0, 0), (3, 0), (-3, 0)], rulings=True)
    table.do(ProposeRuling(1, "It slipped", ({"edit": "hp", "unit": "c2", "value": 7},))).do(ConsentRuling(2, 1))
    table.do(ConsentRuling(3, 1, False))
    assert table["c2"].hp == 10
    assert table.state.ruling is None
    table.refused(ConsentRuling(2, 1), "NO_RULING", "MAYA-COOL-01")


@pytest.mark.rules("MAYA-COOL-01", "MAYA-AMB-118")
def test_a_table_without_that_option_keeps_to_the_rules() -> None:
    table = Table(rulings=False)
    proposal = ProposeRuling(1, "It slipped", ({"edit": "hp", "unit": "c2", "value": 7},))
    table.refused(proposal, "NO_RULINGS", "MAYA-COOL-01")


@pytest.mark.rules("MAYA-COOL-02")
def test_a_jump_lands_beyond_enemies_and_walls() -> None:
    field = ground(walls=[((1, 0), (2, 0))])
    table = Table(at=[(0, 0), (1, 0)], arena=field).mat(card("leap", {"do": "jump", "steps": 2}), GO, GO).activate()
    assert table.take(0, path=((2, 0),), how="jump")["c1"].at == (2, 0)
    assert not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-COOL-02")
def test_the_discard_icon_takes_exactly_that_many_cards_from_hand() -> None:
    table = Table().mat(card("drop", {"do": "discard", "value": 1}), GO, GO).hand(GO, "leverage").activate().take(0)
    assert table.pending == (1, "card")
    for wrong in ((), ("go", "leverage")):
        table.refused(AnswerChoice(1, wrong), "WRONG_COUNT", "MAYA-ACT-10")
    table.answer("leverage")
    assert (table.held(), table.discards()) == (["go"], ["leverage"])


@pytest.mark.rules("MAYA-COOL-03")
@pytest.mark.parametrize(
    "clause",
    [
        {"do": "teleport", "steps": 2},
        {"do": "attack", "value": 1, "reach": 2},
        {"do": "attack", "value": "wizard"},
        {"when": "sometimes", "do": "defend", "value": 1},
        {"do": "place", "piece": "castle", "count": 1, "where": "adjacent"},
    ],
    ids=lambda clause: "-".join(str(value) for value in clause.values()),
)
def test_an_icon_nobody_knows_is_refused_with_its_card(clause: dict[str, object]) -> None:
    with pytest.raises(ContentError) as caught:
        load_pack_text(content_of([card("odd", clause)]))
    assert caught.value.rule in ("MAYA-COOL-03", "MAYA-CHAMP-02")
