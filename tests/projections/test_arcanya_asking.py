"""What is awaited and what is offered reads like speech, and lights up what it is about."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import Offer
from projections.arcanya import PLUGIN
from projections.arcanya.asking import ask, describe
from tests.rules.arcanya.play import Table, effect, seat_number, student_card

NAMES = {1: "Marta", 2: "Jon", 3: "Ines", 4: "Olav"}
GAME = PLUGIN.rules.game


def asked(table: Table) -> str:
    (request,) = GAME.awaiting(table.trial)
    return ask(request, table.trial, NAMES.__getitem__)


def offered(table: Table, seat: str) -> dict[str, dict[str, Any]]:
    """The offers to a seat: text to what it concerns."""
    offers: tuple[Offer, ...] = GAME.offers(table.trial, seat_number(seat))
    described = [describe(offer, table.trial, NAMES.__getitem__) for offer in offers]
    assert len({one["text"] for one in described}) == len(described), "no two offers read alike"
    return {one["text"]: one["concerns"] for one in described}


def test_questions() -> None:
    table = Table(power=7)
    assert asked(table) == "Marta must defend against Power 7."
    assert asked(table.hit("A")) == "Marta was hit, and may exchange cards."
    guarding = Table(students={"A": "iker"}).ability("A")
    assert asked(guarding) == "Marta puts a Fire Guard in place."
    full = Table(students={"A": student_card(effect("draw", count=1))}).ability("A")
    assert asked(full) == "Marta must discard a card."
    attuned = Table(mode="advanced", hands={"A": ["attune", ...]}, students={"A": "celso"}).play("A", "attune")
    assert asked(attuned) == "Marta may use the School of Wind."


def test_defences() -> None:
    hand: list[int | str] = [6, 8, "dodge", "reflect", "deflect", "alter", "dispel"]
    offers = offered(Table(power=6, hands={"A": hand}, sender="D"), "A")
    assert list(offers) == [
        "Play Power 6",
        "Play Power 6: turn the Sphere on Jon",
        "Play Power 6: turn the Sphere on Ines",
        "Play Power 6: turn the Sphere on Olav",
        "Play Power 8",
        "Dodge",
        "Reflect to Olav",
        "Deflect to Jon",
        "Deflect to Ines",
        "Alter +1 (Power 7)",
        "Alter -1 (Power 5)",
        "Dispel",
    ]
    assert offers["Play Power 6: turn the Sphere on Ines"]["cards"] == ["power-6"]
    assert offers["Play Power 6: turn the Sphere on Ines"]["seats"] == [3]
    assert offers["Reflect to Olav"]["seats"] == [4]
    assert offers["Deflect to Jon"] == {"cards": ["deflect"], "seats": [2], "spaces": [], "units": [], "guards": []}


def test_resonance_with_a_school() -> None:
    table = Table(mode="advanced", power=6, hands={"A": [6, ...]}, students={"A": "yaiza"}, turned="A", school="earth")
    offers = offered(table, "A")
    assert "Play Power 6: remove the School in play" in offers
    assert "Play Power 6: use the School in play" in offers


def test_guards() -> None:
    table = Table(power=9, hands={"A": [7, ...]}, guards={"A": [("metal", 3), ("fire", 4)]})
    offers = offered(table, "A")
    assert "Play Power 7 with a Metal Guard (Power received 7)" in offers
    assert "Play Power 7 with a Metal Guard (card counts 8; too low, you are hit)" in offers
    assert "Play Power 7 with a Fire Guard (card counts 9)" in offers
    assert offers["Play Power 7 with a Fire Guard (card counts 9)"]["guards"] == [2]
    assert "Take the hit and lose Shield III" in offers


def test_spectacular_alters() -> None:
    offers = offered(Table(power=3, hands={"A": ["alter", 9, 2, 2, 2]}, alter_plus=True), "A")
    assert offers["Alter +9 with Power 9 (Power 12)"]["cards"] == ["alter", "power-9"]
    assert "Alter -9 with Power 9 (dispelled)" in offers


def test_abilities() -> None:
    roque = offered(Table(power=8, students={"A": "roque"}), "A")
    assert {"Use Landslide: Power +3", "Use Landslide: Power -1"} <= set(roque)
    ondina = offered(Table(power=8, students={"A": "ondina"}), "A")
    assert {"Use Swell: Power unchanged", "Use Swell: Power +1"} <= set(ondina)
    bora = offered(Table(power=8, students={"A": "bora"}, sender="D"), "A")
    assert bora["Use Crosswind: on Ines, Power +1, counterclockwise"]["seats"] == [3]
    vega = offered(Table(power=9, students={"A": "vega"}, hands={"A": [4, 6, ...]}), "A")
    assert vega["Use Twin Flame: with Power 4 and Power 6"]["cards"] == ["power-4", "power-6"]
    tadeo = offered(Table(power=9, students={"A": "tadeo"}, hands={"A": [7, ...]}), "A")
    assert {"Use Temper: with Power 7", "Use Temper: with Power 7, turn the Sphere on Jon"} <= set(tadeo)
    marina = offered(Table(power=9, students={"A": "marina"}, hands={"A": [7, "dodge", ...]}), "A")
    assert marina["Use Ebb"]["cards"] == ["power-7", "dodge", "power-2"]


def test_schools_guards_and_discards() -> None:
    attuned = Table(mode="advanced", power=8, hands={"A": ["attune", ...]}, students={"A": "silvana"})
    offers = offered(attuned.play("A", "attune"), "A")
    assert list(offers) == ["Use Overgrowth: Power +1", "Use Overgrowth: Power +2", "Leave the School unused"]
    placing = Table(students={"A": "nerea"}, hands={"A": [2, "dodge", ...]}).ability("A")
    assert list(offered(placing, "A")) == ["Put Power 2 down as a Metal Guard", "Put Dodge down as a Metal Guard"]
    hit = Table(power=9).hit("A")
    assert list(offered(hit, "A")) == ["Discard what you like, then hold 4 cards"]
    full = Table(students={"A": student_card(effect("draw", count=2))}).ability("A")
    assert list(offered(full, "A")) == ["Discard 2 cards"]
    attune = Table(mode="advanced", hands={"A": ["attune", ...]}, students={"A": "vega"})
    assert "Attune (School of Fire)" in offered(attune, "A")
