"""A trial is told with names, in sentences one likes to read, and says no more than its listener may know."""

from __future__ import annotations

import pytest

from domain.arcanya import events
from domain.kernel.records import evolve as changed_copy
from domain.kernel.secrecy import Event
from projections.arcanya import PLUGIN
from projections.arcanya.telling import aside, marks, narrate
from projections.views import fact_for
from tests.rules.arcanya.play import Table, effect, student_card

NAMES = {1: "Marta", 2: "Jon", 3: "Ines", 4: "Olav"}


def told(table: Table, viewer: str = "spectator") -> list[str]:
    """The last play as a viewer is told it."""
    trial = table.start
    before = len(table.log) - len(table.events)
    lines: list[str] = []
    asides: list[str] = []
    for number, event in enumerate(table.log):
        after = PLUGIN.rules.game.evolve(trial, event)
        if number >= before:
            line = narrate(fact_for(event, viewer), trial, after, NAMES.__getitem__, viewer)
            if line is not None:
                (asides if aside(event) else lines).append(line)
        trial = after
    return lines + asides


def test_a_power_card() -> None:
    table = Table(power=5, hands={"A": [7, ...]}).play("A", power=7)
    assert told(table) == [
        "Marta plays Power 7 against Power 5.",
        "The Sphere flies on to Jon, Power 7.",
        "Marta draws a card.",
    ]
    assert told(table, "seat:1")[-1] == "Marta draws Power 3."


def test_a_resonance() -> None:
    table = Table(power=6, hands={"A": [6, ...]}).play("A", power=6, target="C")
    assert told(table)[:2] == [
        "Marta plays Power 6 against Power 6: Resonance!",
        "Marta turns the Sphere, Power 6, on Ines.",
    ]


def test_the_maneuvers() -> None:
    dodge = Table(power=8, hands={"A": ["dodge", ...]}).play("A", "dodge")
    assert told(dodge)[:2] == ["Marta dodges.", "The Sphere flies on to Jon, Power 8."]
    deflect = Table(power=7, hands={"A": ["deflect", ...]}).play("A", "deflect", target="C")
    assert told(deflect)[0] == "Marta deflects the Sphere, Power 7, to Ines."
    reflect = Table(power=7, hands={"A": ["reflect", ...]}).play("A", "reflect")
    assert told(reflect)[0] == "Marta reflects the Sphere, Power 7, back to Olav; it now travels counterclockwise."
    alter = Table(power=7, hands={"A": ["alter", ...]}).play("A", "alter", sign="-")
    assert told(alter)[:2] == ["Marta lowers the Power by 1.", "The Sphere flies on to Jon, Power 6."]
    dispel = Table(power=7, hands={"A": ["dispel", ...]}).play("A", "dispel")
    assert told(dispel)[:2] == ["Marta plays Dispel.", "The Power falls from 7 to 1."]


def test_a_spectacular_alter() -> None:
    table = Table(power=7, hands={"A": ["alter", 9, ...]}, alter_plus=True).play("A", "alter", discard=9)
    assert told(table)[:2] == [
        "Marta throws in Power 9 and raises the Power by as much.",
        "The Sphere flies on to Jon, Power 16.",
    ]


def test_attuning_and_using_the_school() -> None:
    table = Table(mode="advanced", power=8, hands={"A": ["attune", ...]}, students={"A": "yaiza"}, school="fire")
    table.play("A", "attune")
    assert told(table)[:3] == [
        "Marta attunes the Sphere.",
        "The School of Fire leaves.",
        "The School of Earth comes into play.",
    ]
    table.use_school("A")
    assert told(table) == ["Marta activates the School of Earth: Bulwark."]
    table.guard("A", 2)
    assert told(table) == [
        "Marta puts an Earth Guard in place.",
        "The Sphere flies on to Jon, Power 8.",
        "Marta draws a card.",
    ]
    assert told(table, "seat:1")[0] == "Marta puts an Earth Guard in place: Power 2."
    assert told(table, "seat:2")[0] == "Marta puts an Earth Guard in place."


def test_leaving_the_school_unused() -> None:
    table = Table(mode="advanced", hands={"A": ["attune", ...]}, students={"A": "yaiza"}).play("A", "attune")
    assert told(table.decline("A"))[0] == "Marta leaves the School unused."


def test_a_guard_that_is_enough_and_one_that_is_not() -> None:
    enough = Table(power=9, hands={"A": [6, ...]}, guards={"A": [("earth", "dodge")]}).play("A", power=6, guard=1)
    assert told(enough)[:2] == [
        "Marta plays Power 6 against Power 9 with an Earth Guard: Resonance!",
        "The Guard, Dodge, lowers the Power received by 3.",
    ]
    short = Table(power=9, hands={"A": [5, ...]}, guards={"A": [("fire", 3)]}).play("A", power=5, guard=1)
    assert told(short)[:4] == [
        "Marta plays Power 5 against Power 9 with a Fire Guard.",
        "The Guard, Power 3, strengthens the card by 2.",
        "Marta falls short and is hit at Power 9.",
        "Olav wins Marta's Shield III, worth 3 points.",
    ]


def test_an_ability() -> None:
    table = Table(power=8, students={"A": "silvana"}).ability("A")
    assert told(table) == ["Marta uses Bramble (Silvana).", "The Power falls from 8 to 4."]
    under = Table(mode="advanced", power=3, students={"A": "silvana"}, school="fire").ability("A")
    assert told(under) == [
        "Marta uses Bramble (Silvana).",
        "That dispels the Sphere.",
        "The Power falls from 3 to 1.",
        "The School of Fire leaves.",
    ]


def test_a_barred_ability_and_a_set_direction() -> None:
    table = Table(power=8, students={"A": "hiedra"}).ability("A")
    assert "Jon may not use an ability against it." in told(table)
    bora = Table(power=8, students={"A": "bora"}).ability("A", target="C", change=1, direction="ccw")
    assert told(bora) == [
        "Marta uses Crosswind (Bora).",
        "The Power rises from 8 to 9.",
        "The Sphere now travels counterclockwise.",
        "Marta sends the Sphere, Power 9, to Ines.",
    ]


def test_a_hit_and_what_it_sets_right() -> None:
    table = Table(
        power=9,
        students={"A": "yaiza", "C": "iker"},
        turned=["C"],
        guards={"B": [("fire", "dodge")], "C": [("metal", 4)]},
        deck=["dodge", "dispel", 9, 9, 9],
    ).hit("A")
    assert told(table) == [
        "Marta cannot defend and is hit at Power 9.",
        "Olav wins Marta's Shield III, worth 3 points.",
        "Iker is ready again.",
        "The Guards fall: Jon's Dodge and Ines's Power 4.",
    ]
    table.throw("A", 2, 2, 2)
    assert told(table) == [
        "Marta discards 3x Power 2.",
        "A fresh Sphere of Power 1 flies at Jon.",
        "Marta draws 2 cards.",
    ]
    assert told(table, "seat:1")[-1] == "Marta draws Dispel and Dodge."


def test_a_shield_that_nobody_wins() -> None:
    table = Table(power=9, sender=None).hit("A")
    assert told(table)[1] == "Marta's Shield III is set aside: nobody sent the Sphere."


def test_the_end() -> None:
    table = Table(power=9, shields={"A": [1]}, won={"D": [(3, "B"), (2, "C")]}).hit("A")
    assert told(table)[2:] == [
        "The trial is over: a Student has lost the last Shield.",
        "Final points: Olav 12, Jon 6, Ines 6 and Marta 0.",
        "Olav wins the trial.",
    ]


def test_the_end_by_points_and_a_tie() -> None:
    table = Table(
        power=11,
        shields={"A": [2, 1], "D": [3], "B": [3]},
        won={"D": [(3, "B"), (3, "C")], "B": [(3, "A"), (3, "C"), (2, "D")]},
        hands={"B": [10, "dodge", 2, 2], "D": [9, 9, 2, 2]},
    ).hit("A")
    assert told(table)[2:] == [
        "The trial is over: a Student has won Shields worth 8 points or more.",
        "Jon shows 2x Power 2, Power 10 and Dodge.",
        "Olav shows 2x Power 2 and 2x Power 9.",
        "Final points: Jon 11, Olav 11, Ines 6 and Marta 1. Power in hand of those tied: Jon 14 and Olav 22.",
        "Olav wins the trial.",
    ]


def test_a_shared_win() -> None:
    ended = events.GameEnded((1, 3), ("points",))
    table = Table()
    line = narrate(ended, table.trial, table.trial, NAMES.__getitem__, "spectator")
    assert line == "Marta and Ines share the win of the trial."


def test_a_new_deck() -> None:
    table = Table(power=5, hands={"A": [7, ...]}, deck=[], discard=[3, 3]).play("A", power=7)
    assert told(table)[2:] == ["The 3 discards are shuffled into a new deck.", "Marta draws a card."]
    alone = narrate(events.DeckReshuffled(1, None), table.start, table.trial, NAMES.__getitem__, "spectator")
    assert alone == "The one discard is shuffled into a new deck."


def test_no_card_left() -> None:
    table = Table(power=5, hands={"A": ["dodge", 2, 2, 2]}, deck=[]).play("A", "dodge")
    assert told(table)[-1] == "No cards are left; Marta stays a card short."


def test_a_hand_too_large() -> None:
    table = Table(students={"A": student_card(effect("draw", count=2))}).ability("A")
    assert "Marta must discard 2 cards." in told(table)


@pytest.mark.parametrize(
    ("viewer", "line"),
    [
        ("seat:1", "Marta takes Dodge from Jon."),
        ("seat:2", "Marta takes Dodge from Jon."),
        ("seat:3", "Marta takes a card from Jon."),
        ("spectator", "Marta takes a card from Jon."),
    ],
)
def test_a_card_that_changes_hands_is_named_to_the_two(viewer: str, line: str) -> None:
    table = Table(students={"A": student_card(effect("take_card"))}, hands={"B": ["dodge", ...]})
    assert line in told(table.ability("A", target="B"), viewer)


def test_cards_that_are_exchanged_are_named_to_the_two() -> None:
    table = Table(students={"A": student_card(effect("swap_card"))}, hands={"A": [9, ...], "B": ["dodge", ...]})
    table.ability("A", target="B")
    assert "Jon gives Dodge to Marta for Power 9." in told(table, "seat:1")
    assert "Jon and Marta exchange a card." in told(table, "seat:4")


def test_the_setup() -> None:
    table = Table.dealt(seats=3, mode="advanced", seed=4)
    lines = told(table, "seat:2")
    assert lines[0].endswith("is to defend first, drawn by lot.")
    assert "96 cards are shuffled." in lines
    dealt = [line for line in lines if "is dealt" in line]
    assert len(dealt) == 1
    assert dealt[0].startswith("Jon is dealt ")
    card = table.trial.student(1).card
    assert card is not None
    assert f"Marta plays {card.name} of {card.element.capitalize()}." in lines
    assert f"Marta is weak to {str(table.trial.student(1).weakness).capitalize()}." in lines
    assert lines[-2].startswith("A fresh Sphere of Power 1 flies at ")


def test_exchanged_weaknesses() -> None:
    swapped: Event = events.WeaknessSwapped(1, 2)
    table = Table(mode="advanced", weakness={"A": "fire", "B": "wood"})
    line = narrate(swapped, table.trial, table.trial, NAMES.__getitem__, "spectator")
    assert line == "Marta and Jon exchange their Weaknesses."


def test_marks_for_the_scrubber() -> None:
    assert marks(events.SphereCreated(1, 2, "cw")) == ("round", "turn")
    assert marks(events.SphereSent(1, 2, 5, "next")) == ("turn",)
    assert marks(events.ShieldLost(1, 3, 2)) == ("hit",)
    assert marks(events.GameEnded((1,), ())) == ("end",)
    assert marks(events.StudentTurned(1)) == ()


def test_a_face_that_no_content_names_is_told_by_its_id() -> None:
    table = Table(power=5, hands={"A": [7, ...]})
    table.start = changed_copy(table.start, faces={})
    assert told(table.play("A", power=7))[0] == "Marta plays power-7 against Power 5."
