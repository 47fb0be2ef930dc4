"""Rulings for what the text leaves open, where no other area shows them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.arcanya.content.loader import ContentError, load_pack, read_pack
from domain.arcanya.game import ARCANYA
from domain.arcanya.intents import TakeHit
from domain.kernel.game import Refused
from domain.kernel.lifecycle import CreateMatch, SeatPlan
from projections.arcanya import PLUGIN
from tests.api.house import open_house
from tests.playing import Play
from tests.rules.arcanya.eyes import RULES, SPECTATOR, has_no_form, seat_shown, shown
from tests.rules.arcanya.play import Table, effect, letter, student_card
from tests.rules.arcanya.stand_ins import stand_in


@pytest.mark.rules("ARC-AMB-01")
@pytest.mark.parametrize("seats, taken", [(1, False), (2, True), (10, True), (11, False)])
def test_two_to_ten_play(seats: int, taken: bool) -> None:
    table = CreateMatch("m1", "arcanya", {}, tuple([SeatPlan("open")] * seats))
    if not taken:
        with pytest.raises(Refused) as caught:
            RULES.create(table, secret="00" * 32)
        assert caught.value.code == "BAD_SEAT_COUNT"
        with pytest.raises(Refused) as caught:
            ARCANYA.check_options({}, seats)
        assert (caught.value.code, caught.value.rule) == ("BAD_SEAT_COUNT", "ARC-AMB-01")
        return
    play = Play(PLUGIN, seats)
    assert len(play.state.table.students) == seats
    assert play.waiting() != []


@pytest.mark.rules("ARC-AMB-02")
def test_a_first_defender_nobody_named_is_drawn_and_recorded() -> None:
    started = [Table.dealt(seed=7).event("GameStarted") for _ in range(2)]
    assert started[0] == started[1]
    assert started[0].how_chosen == "drawn"
    drawn = set()
    for seed in range(40):
        table = Table.dealt(seed=seed)
        first = table.event("GameStarted").first_defender
        assert table.asked == letter(first)
        drawn.add(first)
    assert drawn == {1, 2, 3, 4}


@pytest.mark.rules("ARC-AMB-02")
@pytest.mark.parametrize("first", [0, 5, "A", True])
def test_the_first_defender_is_one_of_the_seats(first: object) -> None:
    with pytest.raises(Refused) as caught:
        ARCANYA.check_options({"first_defender": first}, 4)
    assert caught.value.code == "BAD_OPTION"


@pytest.mark.rules("ARC-AMB-03")
def test_the_numbers_on_the_shields() -> None:
    printed = {shield.level: (shield.victory_points, shield.hand_size) for shield in load_pack().shields}
    assert printed == {3: (3, 5), 2: (2, 4), 1: (1, 4)}


@pytest.mark.rules("ARC-AMB-04")
def test_how_many_there_are_of_each_card() -> None:
    # Of the 34 Maneuvers beside Attune the house content has 8, 8, 8, 6 and 4, which stand in the place of a guess.
    copies = {stack.face.id: stack.copies for stack in load_pack().stacks}
    assert {face: count for face, count in copies.items() if face.startswith("power-")} == {
        f"power-{value}": 6 for value in range(2, 11)
    }
    maneuvers = {face: count for face, count in copies.items() if not face.startswith("power-")}
    assert maneuvers == {"dodge": 8, "deflect": 8, "reflect": 8, "alter": 6, "dispel": 4, "attune": 8}


@pytest.mark.rules("ARC-AMB-06")
def test_what_is_thrown_away_after_a_hit_is_seen_by_all() -> None:
    table = Table(power=9, hands={"A": [2, 3, 4, 5, 6]}, discard=["dodge"]).hit("A").throw("A", 2, 3)
    for viewer in ("B", SPECTATOR):
        assert shown(table, viewer)["discard"] == ["dodge", "power-2", "power-3"]


@pytest.mark.rules("ARC-AMB-06")
def test_what_lies_on_the_table_is_public_and_what_is_held_is_not() -> None:
    table = Table(
        power=6,
        mode="advanced",
        school="fire",
        direction="ccw",
        hands={"A": [9, 9, ...], "B": [10, 10, ...]},
        weakness={"A": "fire", "B": "earth"},
        won={"B": [(3, "C")]},
        guards={"B": [("metal", 10)]},
        students={"B": "tadeo"},
        turned="B",
    )
    table.play("A", power=9)
    for viewer in ("C", SPECTATOR):
        seen = shown(table, viewer)
        assert (seen["deck"], seen["school"], seen["direction"]) == (29, "fire", "ccw")
        assert (seen["sphere"]["power"], seen["sphere"]["target"], seen["sphere"]["sender"]) == (9, 4, 1)
        b = seat_shown(table, viewer, "B")
        assert b["hand"] == {"count": 5, "cards": None}
        assert (b["weakness"], b["shields"], b["won"]) == ("earth", [3, 2, 1], [{"level": 3, "from": 3}])
        assert (b["student"]["id"], b["student"]["turned"]) == ("tadeo", True)
        assert b["guards"] == [{"id": 1, "type": "metal", "card": None}]
        assert "power-10" not in str([seen["discard"], seen["seats"]])


@pytest.mark.rules("ARC-AMB-09")
def test_a_shield_lost_to_a_sphere_nobody_sent_is_set_aside() -> None:
    table = Table(
        sender=None,
        mode="advanced",
        school="earth",
        hands={"A": []},
        guards={"B": [("earth", 3)]},
        students={"C": "iker"},
        turned="C",
    )
    table.hit("A")
    assert table.event("ShieldLost").recipient is None
    assert table.shields("A") == [2, 1]
    assert [table.won(seat) for seat in "ABCD"] == [[], [], [], []]
    table.expects(school=None, turned=[])
    assert table.guards("B") == []
    table.throw("A").expects(target="B", power=1, sender=None)
    assert len(table.hand("A")) == 4


@pytest.mark.rules("ARC-AMB-13")
@pytest.mark.parametrize("target", ["A", "D"])
def test_after_a_hit_deflect_may_name_who_was_hit_and_who_hit(target: str) -> None:
    table = Table(power=9, sender="D", hands={"B": ["deflect", ...]}).hit("A").throw("A", 2)
    table.play("B", "deflect", target=target).expects(target=target)


@pytest.mark.rules("ARC-AMB-15")
def test_guards_and_before_action_abilities_are_offers_and_no_duties() -> None:
    def helpless(**given: Any) -> Table:
        return Table(power=9, hands={"A": [7, 2, 2, 3, 3]}, guards={"A": [("fire", 4)]}, **given)

    helpless().hit("A")
    helpless().play("A", power=7, guard=1).expects(target="B", power=9)
    before = helpless(students={"A": stand_in("pruner")})
    assert before.offered("A") == {"TakeHit", "PlayPower", "UseAbility"}
    before.hit("A")


@pytest.mark.rules("ARC-AMB-15")
def test_an_action_ability_counts_only_where_it_can_be_used_now() -> None:
    # Twin Flame wants two Power cards that add up to the Power.
    Table(power=9, hands={"A": [5, 4, 2, 2, 2]}, students={"A": "vega"}).refuses("DEFENCE_AVAILABLE").hit("A")
    Table(power=9, hands={"A": [4, 4, 2, 2, 2]}, students={"A": "vega"}).hit("A")


@pytest.mark.rules("ARC-AMB-18")
def test_choices_are_made_before_any_card_is_drawn() -> None:
    table = Table(power=6, hands={"A": [6, ...]}).play("A", power=6, target="C")
    assert table.happened == ["PowerCardPlayed", "CardsDrawn", "SphereSent"]
    played = table.event("PowerCardPlayed")
    assert (played.resonance_effect, letter(played.chosen_target)) == ("target", "C")
    deflected = Table(hands={"A": ["deflect", ...]}).play("A", "deflect", target="C")
    assert deflected.happened[:2] == ["ManeuverPlayed", "CardsDrawn"]
    assert letter(deflected.event("ManeuverPlayed").target) == "C"
    altered = Table(power=5, hands={"A": ["alter", ...]}).play("A", "alter", sign="-")
    assert altered.happened == ["ManeuverPlayed", "SpherePowerChanged", "CardsDrawn", "SphereSent"]


@pytest.mark.rules("ARC-AMB-19")
@pytest.mark.parametrize("target", ["B", "C", "D"])
@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_resonance_may_name_the_next_one_and_the_sender_and_keeps_the_direction(target: str, direction: str) -> None:
    table = Table(power=6, direction=direction, hands={"A": [6, ...], target: [9, ...]})
    table.play("A", power=6, target=target).expects(target=target, direction=direction)
    after = {"cw": {"B": "C", "C": "D", "D": "A"}, "ccw": {"B": "A", "C": "B", "D": "C"}}[direction][target]
    table.play(target, power=9).expects(target=after)


@pytest.mark.rules("ARC-AMB-22")
def test_a_card_spent_in_vain_is_not_replaced_before_the_hit() -> None:
    table = Table(power=9, hands={"A": [5, 2, 2, 2, 2]}, guards={"A": [("earth", 3)]}).play("A", power=5, guard=1)
    assert "CardsDrawn" not in table.happened
    assert len(table.hand("A")) == 4
    table.throw("A").expects(target="B", power=1)
    assert len(table.hand("A")) == 4
    assert "CardsDrawn" not in table.happened


@pytest.mark.rules("ARC-AMB-27")
def test_both_ends_at_once_are_one_ending_with_two_reasons() -> None:
    table = Table(power=9, sender="D", won={"D": [(3, "A"), (2, "A"), (2, "B")]}, shields={"A": (1,)}).hit("A")
    assert table.reasons == ["points", "elimination"]
    assert table.event("EndTriggered").reasons == ("points", "elimination")
    assert len(table.logged("GameEnded")) == 1


@pytest.mark.rules("ARC-AMB-28")
def test_the_tie_is_broken_by_hands_as_they_are_at_the_end() -> None:
    table = Table(
        power=11,
        sender="D",
        shields={"A": (1,), "B": (1,), "C": (1,), "D": (2, 1)},
        won={"A": [(3, "B"), (2, "B"), (2, "C")], "D": [(3, "C")]},
        hands={"A": [10, 10, 3, 3], "D": [9, 9, 2, 2]},
        guards={"D": [("earth", 10)]},
    )
    table.hit("A")
    assert (table.scores["A"], table.scores["D"]) == (7, 7)
    assert [(letter(one.seat), one.power_in_hand) for one in table.trial.tiebreak] == [("A", 26), ("D", 22)]
    assert table.winners == ["A"]
    assert table.guards("D") == ["earth"], "Guards stay where they are"


@pytest.mark.rules("ARC-AMB-29")
def test_a_guard_may_be_used_in_the_turn_it_was_placed() -> None:
    table = Table(power=9, hands={"A": [6, 2, ...]}, students={"A": "yaiza"}).ability("A").guard("A", 2)
    table.play("A", power=6, guard=1).expects(target="B", power=6)


@pytest.mark.rules("ARC-AMB-29")
def test_any_number_of_guards_may_lie_in_play() -> None:
    lying = [("earth", 3)] * 6
    table = Table(power=9, hands={"A": [6, 2, ...]}, guards={"A": lying}, students={"A": "yaiza"})
    table.ability("A").guard("A", 2)
    assert table.guards("A") == ["earth"] * 7
    table.play("A", power=6, guard=7).expects(target="B")
    assert table.guards("A") == ["earth"] * 6


@pytest.mark.rules("ARC-AMB-33")
def test_a_guard_is_no_back_door_to_a_hit() -> None:
    table = Table(power=9, hands={"A": [9, 5, ...]}, guards={"A": [("earth", 3)]})
    table.refuses("DEFENCE_AVAILABLE", "ARC-AMB-33").play("A", power=5, guard=1)
    assert table.guards("A") == ["earth"]
    dodging = Table(power=9, hands={"A": ["dodge", 5, ...]}, guards={"A": [("earth", 3)]})
    dodging.refuses("DEFENCE_AVAILABLE", "ARC-AMB-33").play("A", power=5, guard=1)
    able = Table(power=9, hands={"A": [5, ...]}, guards={"A": [("earth", 3)]}, students={"A": stand_in("ferryman")})
    able.refuses("DEFENCE_AVAILABLE", "ARC-AMB-33").play("A", power=5, guard=1)
    helpless = Table(power=9, hands={"A": [5, ...]}, guards={"A": [("earth", 3)]})
    assert "HitTaken" in helpless.play("A", power=5, guard=1).happened


@pytest.mark.rules("ARC-AMB-35")
def test_a_school_used_by_resonance_may_place_a_guard() -> None:
    table = Table(mode="advanced", school="earth", power=6, hands={"A": [6, 2, ...]}, students={"A": "yaiza"})
    table.play("A", power=6, effect="activate_school").use_school("A").guard("A", 2)
    assert table.guards("A") == ["earth"]
    assert len(table.hand("A")) == 5
    table.expects(target="B")


@pytest.mark.rules("ARC-AMB-39")
def test_a_weakness_forbids_an_ability_only_where_its_text_names_the_maneuver() -> None:
    def weak(student: Any, **given: Any) -> Table:
        at = {"power": 9, "mode": "advanced", "school": "wind", "weakness": {"A": "wind"}, **given}
        return Table(students={"A": student}, **at)

    named = weak(stand_in("fencer"))
    named.refuses("WEAKNESS_FORBIDS", "ARC-AMB-39").ability("A", target="C")
    assert named.offered("A") == {"TakeHit"}, "and it is no way to defend then"
    weak(stand_in("fencer"), school="fire").ability("A", target="C").expects(target="C")
    weak("bora").ability("A", target="C", change=0, direction="cw").expects(target="C")
    weak("celso").ability("A").expects(target="D", direction="ccw")
    weak(stand_in("dowser")).ability("A").expects(power=1)


@pytest.mark.rules("ARC-AMB-43")
def test_with_dispel_plus_a_power_under_1_still_gives_1() -> None:
    table = Table(power=1, dispel_plus=True, mode="advanced", school="fire", hands={"A": ["alter", ...]})
    table.play("A", "alter", sign="-").expects(power=1, school=None)
    thrown = Table(
        power=9, dispel_plus=True, alter_plus=True, mode="advanced", school="fire", hands={"A": ["alter", 10, ...]}
    )
    thrown.play("A", "alter", sign="-", discard=10).expects(power=1, school=None)


@pytest.mark.rules("ARC-AMB-43")
def test_an_ability_that_is_a_dispel_follows_dispel_plus() -> None:
    def quenching(power: int, student: Any, dispel_plus: bool = True) -> Table:
        return Table(power=power, dispel_plus=dispel_plus, mode="advanced", school="fire", students={"A": student})

    dowser = stand_in("dowser")
    quenching(13, dowser).ability("A").expects(power=5, school="fire", target="B")
    quenching(10, dowser).ability("A").expects(power=1, school=None)
    quenching(13, dowser, dispel_plus=False).ability("A").expects(power=1, school=None)
    unnamed = student_card(effect("dispel"), timing="action")
    quenching(13, unnamed).ability("A").expects(power=1, school=None)


@pytest.mark.rules("ARC-AMB-44")
def test_the_advanced_game_needs_students() -> None:
    with pytest.raises(Refused) as caught:
        ARCANYA.check_options({"mode": "advanced", "no_students": True}, 4)
    assert (caught.value.code, caught.value.rule) == ("INCOMPATIBLE_OPTIONS", "ARC-AMB-44")


@pytest.mark.rules("ARC-AMB-45")
def test_group_1_is_enough_for_six() -> None:
    assert ARCANYA.check_options({"student_pool": "group1"}, 6)["student_pool"] == "group1"
    with pytest.raises(Refused) as caught:
        ARCANYA.check_options({"student_pool": "group1"}, 7)
    assert (caught.value.code, caught.value.rule) == ("POOL_TOO_SMALL", "ARC-AMB-45")


@pytest.mark.rules("ARC-AMB-46")
def test_no_clock_makes_anyone_take_a_hit_who_can_defend() -> None:
    play = Play(PLUGIN, 3, {"first_defender": 1, "no_students": True}, seed=5)
    entries = len(play.entries)
    with pytest.raises(Refused) as caught:
        play.submit(TakeHit(1), "clock")
    assert caught.value.code == "DEFENCE_AVAILABLE"
    assert len(play.entries) == entries
    assert play.waiting() == [1], "the trial waits on"


@pytest.mark.rules("ARC-AMB-48")
def test_a_shield_lost_without_a_hit_sets_the_table_right_too() -> None:
    robber = student_card(effect("lose_shield"))
    table = Table(
        power=9,
        mode="advanced",
        school="earth",
        students={"A": robber, "B": "iker", "D": "roque"},
        turned="BD",
        guards={"A": [("fire", 3)], "D": [("earth", 4)]},
    )
    table.ability("A", target="C")
    assert "HitTaken" not in table.happened
    assert table.shields("C") == [2, 1]
    table.expects(turned=[], school=None)
    assert [table.guards(seat) for seat in "ABCD"] == [[], [], [], []]
    # C has a card too many now, and A still has to defend.
    table.expects(asked="C", phase="adjust_hand").throw("C", 2).expects(asked="A", phase="defend", power=9)


@pytest.mark.rules("ARC-AMB-48")
def test_a_last_shield_lost_without_a_hit_ends_the_trial() -> None:
    robber = student_card(effect("lose_shield"))
    table = Table(power=9, students={"A": robber}, shields={"C": (1,)}).ability("A", target="C")
    assert table.reasons == ["elimination"]
    assert table.events[-1].TYPE == "GameEnded"


@pytest.mark.rules("ARC-AMB-01")
async def test_a_lobby_offers_three_to_ten() -> None:
    async with open_house(plugins={"arcanya": PLUGIN}) as house:
        games = (await house.ask("GET", "/api/v1/games", status=200)).json["games"]
        assert games[0]["seats"] == {"min": 2, "max": 10, "offered": 3}


@pytest.mark.rules("ARC-AMB-50")
def test_an_accepted_play_is_final() -> None:
    table = Table(power=5, hands={"A": [7, 8, ...]}).play("A", power=7)
    table.refuses("NOT_YOUR_DEFENCE").play("A", power=8)
    for name in ("TakeBack", "Undo"):
        assert has_no_form("A", {"type": name})


@pytest.mark.rules("ARC-AMB-50")
async def test_the_same_request_again_is_the_same_play() -> None:
    options = {"first_defender": 1, "no_students": True}
    async with open_house(plugins={"arcanya": PLUGIN}) as house:
        table = await house.start_table(3, game="arcanya", options=options)
        asked = await table.offers(1)
        power = next(offer["intent"] for offer in asked["offers"] if offer["intent"]["type"] == "PlayPower")
        move = {"intent": power, "intent_id": house.new_id(), "decision": asked["decision"]}
        await table.post(1, move, status=200)
        head = await table.head()
        again = (await table.post(1, move, status=200)).json
        assert again["replayed"] and await table.head() == head
        anew = {"intent": move["intent"], "intent_id": house.new_id()}
        assert (await table.post(1, anew, status=422)).code == "NOT_YOUR_DEFENCE"
        assert await table.head() == head


@pytest.mark.rules("ARC-AMB-51")
def test_a_before_action_ability_makes_nobody_the_sender() -> None:
    table = Table(power=9, sender="D", students={"A": stand_in("pruner")}).ability("A").expects(sender="D")
    table.hit("A")
    assert table.won("D") == [(3, "A")]


@pytest.mark.rules("ARC-AMB-52")
def test_no_ability_after_the_defence_and_no_two_in_a_turn() -> None:
    table = Table(power=5, hands={"A": [7, ...]}, students={"A": stand_in("pruner")})
    table.play("A", power=7).refuses("NOT_YOUR_DEFENCE").ability("A")
    twice = Table(power=9, students={"A": stand_in("pruner")}).ability("A")
    twice.refuses("STUDENT_TURNED").ability("A")


@pytest.mark.rules("ARC-AMB-53")
def test_no_card_may_act_out_of_turn() -> None:
    text = (
        '[[student]]\nid = "late"\nname = "Late"\nelement = "earth"\ngroup = 1\ntiming = "reaction"\n'
        'ability = "Late"\ntext = "Too late."\neffects = [{ do = "reverse" }]\n'
    )
    with pytest.raises(ContentError, match="out of turn"):
        read_pack(text, "own.toml")


@pytest.mark.rules("ARC-AMB-47")
def test_the_steps_of_a_hit_come_in_their_order() -> None:
    table = Table(
        power=9,
        mode="advanced",
        school="earth",
        hands={"A": [2, 3, 4, 5, 6]},
        guards={"B": [("earth", 8)]},
        students={"D": "iker"},
        turned="D",
    )
    table.hit("A").throw("A", 2, 3)
    assert [event.TYPE for event in table.log] == [
        "HitTaken",
        "ShieldLost",
        "StudentsRefreshed",
        "GuardsCleared",
        "SchoolLeft",
        "CardsDiscarded",
        "CardsDrawn",
        "SphereCreated",
    ]
