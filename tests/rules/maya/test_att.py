"""Attack, Defend and Draw."""

from __future__ import annotations

import pytest

from domain.kernel.records import evolve
from domain.maya.events import ActionDeclared, CardsDrawn, DamageDealt, DeckShuffled, DefenceChanged
from domain.maya.intents import EndActionPhase
from tests.rules.maya.play import HOMES, Table, card, ground, redacted

JAB = card("jab", {"do": "attack", "value": 3})
GUARD = card("guard", {"do": "defend", "value": 3})
LEARN = card("learn", {"do": "draw", "value": 2})


@pytest.mark.rules("MAYA-ATT-01")
def test_an_attack_deals_exactly_its_value_to_one_unit() -> None:
    table = Table().mat(JAB).unit("c2", hp=5).minion((0, 1), hp=6).activate()
    assert len([intent for intent in table.offered(type(table.by("attack"))) if intent.target == "c2"]) == 1
    table.attack("c2")
    assert table["c2"].hp == 2 and table["m1"].hp == 6


@pytest.mark.rules("MAYA-ATT-02")
def test_without_a_reach_the_target_is_adjacent() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(JAB).minion((0, 1)).activate()
    table.refused(table.by("attack", "c2"), "NO_LEGAL_WAY", "MAYA-ATT-02")
    assert table.aims("attack") == {"m1"}


@pytest.mark.rules("MAYA-ATT-03", "MAYA-DEF-04", "MAYA-DEF-05", "MAYA-AMB-16")
@pytest.mark.parametrize(("defence", "hp", "left"), [(0, 7, 0), (1, 8, 0), (2, 9, 0), (3, 10, 0), (5, 10, 2)])
def test_defence_is_spent_first_of_itself(defence: int, hp: int, left: int) -> None:
    table = Table().mat(JAB).unit("c2", defence=defence).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].defence) == (hp, left)
    assert not table.state.frames, "nobody is asked"


@pytest.mark.rules("MAYA-ATT-04", "MAYA-TERR-05")
def test_height_is_added_before_defence() -> None:
    table = Table(arena=ground(high=[(0, 0)])).mat(JAB).unit("c2", defence=4).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].defence) == (10, 0)
    assert table.one(DamageDealt).blocked == 4


@pytest.mark.rules("MAYA-ATT-05", "MAYA-AMB-12")
def test_every_unit_that_is_no_friend_may_be_attacked() -> None:
    table = Table(seats=4, at=[(0, 0), (1, 0), (0, 1), (5, 0)]).mat(JAB)
    table.minion((-1, 1), name="m1").minion((-1, 0), name="m2", owner=2).minion((0, -1), name="m3", owner=3)
    table.tower((1, -1), team=2).activate()
    assert table.aims("attack") == {"c2", "m1", "m2", "t2a"}


@pytest.mark.rules("MAYA-ATT-05", "MAYA-IDO-03", "MAYA-AMB-13")
def test_an_object_that_is_not_attackable_is_no_target() -> None:
    table = Table(at=[(0, 0), (5, 0)]).mat(JAB).tower((1, 0), attackable=False).activate()
    table.refused(table.by("attack", "t2a"), "NO_TARGET", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-ATT-06", "MAYA-AMB-20")
def test_an_attack_without_a_target_is_not_taken() -> None:
    table = Table(at=[(0, 0), (3, 0)]).mat(JAB).activate()
    table.refused(table.by("attack"), "NO_TARGET", "MAYA-AMB-20")
    assert not table.aims("attack")
    table.unit("c2", at=(1, 0)).attack("c2")
    assert table["c2"].hp == 7, "it stays to be taken"


@pytest.mark.rules("MAYA-AMB-20")
def test_pushes_and_pulls_need_a_target_and_moves_defends_and_draws_do_not() -> None:
    all_round = card(
        "round",
        {"do": "push", "steps": 1},
        {"do": "pull", "reach": 2},
        {"do": "attack", "value": 1, "area": "all_adjacent"},
        {"do": "move", "steps": 1},
        {"do": "defend", "value": 1},
        {"do": "draw", "value": 1},
    )
    table = Table(at=[(0, 0), (3, -1)]).mat(all_round).activate()
    for word in ("push", "pull", "attack"):
        table.refused(table.by(word), "NO_TARGET", "MAYA-AMB-20")
    table.move().defend().draw()
    assert table["c1"].defence == 1 and len(table.held()) == 1


@pytest.mark.rules("MAYA-DEF-01")
def test_defend_adds_exactly_its_value() -> None:
    table = Table().mat(GUARD).unit("c1", hp=8, max_hp=8, defence=1).activate().defend()
    assert table["c1"].defence == 4 and table.one(DefenceChanged).delta == 3


@pytest.mark.rules("MAYA-DEF-02", "MAYA-AMB-18")
def test_defence_never_exceeds_max_hp() -> None:
    table = Table().mat(GUARD).unit("c1", hp=8, max_hp=8, defence=7).activate().defend()
    assert table["c1"].defence == 8
    table.refused(table.by("defend"), "ALREADY_USED", "MAYA-ACT-09")


@pytest.mark.rules("MAYA-DEF-03")
def test_the_cap_is_max_hp_and_not_the_hp_left() -> None:
    five = card("five", {"do": "defend", "value": 5})
    table = Table().mat(five).unit("c1", hp=2, max_hp=8).activate().defend()
    assert table["c1"].defence == 5


@pytest.mark.rules("MAYA-DEF-06")
def test_blocking_is_no_action() -> None:
    table = Table().mat(JAB).unit("c2", defence=5, bleed=1).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].defence) == (10, 2)
    assert [event.kind for event in table.happened(DamageDealt)] == ["attack"]
    gaining = Table().mat(GUARD).unit("c1", bleed=1).activate().defend()
    assert gaining["c1"].hp == 9 and gaining["c1"].defence == 3


@pytest.mark.rules("MAYA-DEF-07", "MAYA-AMB-19")
def test_defence_lasts_until_it_is_spent_or_the_champion_dies() -> None:
    table = Table(arena=ground(spawns=HOMES)).unit("c1", defence=3).unit("c2", defence=2).end_turn()
    table.next_round().prepare("", "").idle(lambda t: t.state.step == "action" and t.state.turn.seat == 1)
    assert table["c1"].defence == 3
    table.mat(GUARD).unit("c1", hp=1, bleed=1).activate().defend()
    assert table["c1"].at is None and table["c1"].defence == 0, "Bleed kills past all Defence"
    table.idle(lambda t: t.state.is_alive(1))
    assert table["c1"].hp == 10 and table["c1"].defence == 0


@pytest.mark.rules("MAYA-AMB-17", "MAYA-BLEED-03")
def test_true_damage_passes_defence() -> None:
    table = Table(arena=ground(high=[(0, 0)])).mat(GUARD).unit("c1", defence=5, bleed=1).activate().defend()
    assert (table["c1"].hp, table["c1"].defence) == (9, 8)
    assert [(event.true, event.height, event.blocked) for event in table.happened(DamageDealt)] == [(True, 0, 0)]


@pytest.mark.rules("MAYA-AMB-22")
def test_a_status_lands_though_defence_took_all_and_never_on_objects() -> None:
    bind = card("bind", {"do": "attack", "value": 1, "root": 2, "area": "all_adjacent"})
    table = Table().mat(bind).unit("c2", defence=4).tower((0, 1)).minion((-1, 0), hp=1, name="m1").activate().attack()
    assert (table["c2"].hp, table["c2"].root) == (10, 2)
    assert table["t2a"].hp == 7 and table["t2a"].root == 0
    assert "m1" not in table.state.units


@pytest.mark.rules("MAYA-AMB-40")
def test_an_action_is_finished_before_bleed_kills_and_the_discard_step_still_comes() -> None:
    finish = card("finish", {"do": "attack", "value": 10}, {"do": "move", "steps": 2})
    waiting = card("waiting", {"when": "end_of_turn", "do": "draw", "value": 1})
    table = Table(at=[(0, 0), (1, 0)]).mat(finish, waiting).hand("ada-1", "ada-2").unit("c1", hp=1, bleed=1).activate()
    table.attack("c2")
    assert table["c2"].at is None and table["c1"].at is None
    assert (table.state.turn.seat, table.state.step) == (1, "discard")
    table.refused(EndActionPhase(1), "WRONG_STEP", "MAYA-ACT-17")
    assert len(table.held()) == 2


@pytest.mark.rules("MAYA-AMB-44", "MAYA-VALUE-01")
def test_symbols_count_on_face_up_mat_cards_and_unlocked_tokens_only() -> None:
    bite = card("bite", {"do": "attack", "value": "naag"}, traits=["naag", "naag"])
    snake = card("snake", {"do": "draw", "value": 1}, traits=["naag"])
    coil = card("coil", {"do": "draw", "value": 1}, type="relic", traits=["naag"])
    table = Table("ben", "ada", quiet=True).mat(bite, "", snake).relic(coil, 1).hand(snake).deck(snake)
    table.activate().attack("c2")
    assert table.one(ActionDeclared).value == 3, "neither the portrait, the Relic, the hand nor the deck"


@pytest.mark.rules("MAYA-AMB-43", "MAYA-VALUE-07")
def test_the_card_in_use_counts_as_activated() -> None:
    surge = card("surge", {"do": "attack", "value": "activated"})
    table = Table().mat(GUARD, surge, GUARD).activate(2).attack("c2")
    assert table["c2"].hp == 9
    second = Table().mat(GUARD, surge, GUARD).activate(1).activate(2).attack("c2")
    assert second["c2"].hp == 8


@pytest.mark.rules("MAYA-AMB-46")
def test_dual_and_wild_tokens_count_where_they_add_most() -> None:
    def with_symbols(table: Table, *symbols: tuple[str, ...]) -> Table:
        side = table.seat()
        growth = evolve(side.growth, symbols=symbols)
        return table.having(seats=(evolve(side, growth=growth), *table.state.seats[1:]))

    bite = card("bite", {"do": "attack", "value": "unique"}, {"do": "attack", "value": "harrier"}, traits=["naag"])
    table = with_symbols(Table().mat(bite), ("naag", "harrier"), ("wild",)).activate()
    table.attack("c2")
    assert table.one(ActionDeclared).value == 3
    table.attack("c2", number=2)
    assert table.one(ActionDeclared).value == 2


@pytest.mark.rules("MAYA-AMB-45")
def test_a_value_stays_as_it_was_declared() -> None:
    crowd = card("crowd", {"do": "attack", "value": "adjacent_enemies"})
    table = Table(seats=3, reactions=True, at=[(0, 0), (1, 0), (0, 1)]).mat(crowd).hand("ben-1", seat=2).activate()
    table.attack("c2")
    assert table.one(ActionDeclared).value == 2
    table.unit("c3", at=(4, 0))  # while the attack waits to be answered
    assert table.pass_on()["c2"].hp == 8


# Drawing.


@pytest.mark.rules("MAYA-DRAW-01")
def test_draw_takes_exactly_so_many_from_the_own_deck() -> None:
    table = Table().mat(LEARN).hand("ada-1").deck(*[f"ada-{n}" for n in range(1, 11)]).activate().draw()
    assert table.held() == ["ada-1", "ada-1", "ada-2"]
    assert len(table.seat().cards.deck) == 8 and len(table.seat(2).cards.deck) == 5


@pytest.mark.rules("MAYA-DRAW-02", "MAYA-REFRESH-09")
def test_with_the_deck_empty_the_discards_become_the_deck_and_drawing_goes_on() -> None:
    three = card("three", {"do": "draw", "value": 3})
    table = Table().mat(three).deck("ada-1").discard("ada-2", "ada-3", "ada-4", "ada-5", "ada-6")
    table.script = {"deck.1": [["ada-6", "ada-4"]]}
    table.activate().draw()
    assert table.held() == ["ada-1", "ada-6", "ada-4"] and table.discards() == []
    assert len(table.seat().cards.deck) == 3
    assert [(event.count, event.why) for event in table.happened(DeckShuffled)] == [(5, "reshuffle")]
    assert [event.count for event in table.happened(CardsDrawn)] == [1, 2]


@pytest.mark.rules("MAYA-DRAW-03")
def test_the_discards_are_not_shuffled_before_a_card_is_needed() -> None:
    table = Table().mat(LEARN).deck("ada-1", "ada-2").discard("ada-3").activate().draw()
    assert table.seat().cards.deck == () and table.discards() == ["ada-3"]
    assert not table.happened(DeckShuffled)


@pytest.mark.rules("MAYA-DRAW-04", "MAYA-AMB-69")
def test_with_nothing_left_drawing_stops() -> None:
    table = Table().mat(LEARN).deck().activate().draw()
    assert table.held() == [] and not table.happened(CardsDrawn)
    one = Table().mat(LEARN).deck("ada-1").activate().draw()
    assert one.held() == ["ada-1"]


@pytest.mark.rules("MAYA-DRAW-05")
def test_only_the_drawer_knows_what_was_drawn() -> None:
    table = Table(seats=4).mat(LEARN).deck("ada-7", "ada-8").activate().draw()
    drawn = table.one(CardsDrawn)
    for viewer in (0, 2, 3, 4):
        assert redacted(drawn, viewer).cards is None and redacted(drawn, viewer).count == 2
        assert table.seen_by(viewer).seat(1).cards.hand == (None, None)
    assert table.seen_by(1).seat(1).cards.hand == ("ada-7", "ada-8")


@pytest.mark.rules("MAYA-AMB-30")
def test_discard_takes_exactly_so_many_cards_of_the_players_choice_or_all_there_are() -> None:
    drop = card("drop", {"do": "discard", "value": 2})
    table = Table().mat(drop).hand("ada-1", "ada-2", "ada-3").activate().take(0)
    assert table.pending == (1, "card")
    table.answer("ada-3", "ada-1")
    assert table.held() == ["ada-2"] and sorted(table.discards()) == ["ada-1", "ada-3"]
    few = Table().mat(drop).hand("ada-1").activate().take(0)
    assert few.held() == [] and few.discards() == ["ada-1"]
