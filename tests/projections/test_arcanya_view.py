"""The table as it is shown: everything that lies open, and of what is hidden only how much there is."""

from __future__ import annotations

from typing import Any

from projections.arcanya import PLUGIN
from projections.arcanya.changes import changed
from projections.arcanya.view import progress, view
from projections.views import fact_for
from tests.rules.arcanya.play import Table

NAMES = {1: "Marta", 2: "Jon", 3: "Ines", 4: "Olav"}


def shown(table: Table, viewer: str = "seat:1") -> dict[str, Any]:
    return view(table.trial, viewer, NAMES.__getitem__)


def changes(table: Table, viewer: str = "spectator") -> dict[str, Any]:
    """What the last play changed."""
    before = table.start
    for event in table.log[: len(table.log) - len(table.events)]:
        before = PLUGIN.rules.game.evolve(before, event)
    return changed([fact_for(event, viewer) for event in table.events], before, table.trial, viewer)


def test_what_lies_open() -> None:
    table = Table(
        power=9,
        sender="C",
        direction="ccw",
        mode="advanced",
        students={"A": "yaiza", "B": "iker"},
        turned="B",
        weakness={"A": "fire"},
        shields={"A": [2, 1]},
        won={"A": [(3, "C")]},
        school="fire",
        discard=[3, "dodge"],
        deck=[4, 5, 6],
    )
    seen = shown(table, "spectator")
    assert seen["sphere"] == {"power": 9, "target": 1, "sender": 3, "barred": None}
    assert (seen["mode"], seen["phase"], seen["direction"], seen["school"]) == ("advanced", "defend", "ccw", "fire")
    assert (seen["deck"], seen["discard"]) == (3, ["power-3", "dodge"])
    assert [school["id"] for school in seen["schools"]] == ["earth", "fire", "metal", "water", "wind", "wood"]
    marta, jon = seen["seats"][:2]
    assert marta["name"] == "Marta"
    assert (marta["shields"], marta["won"]) == ([2, 1], [{"level": 3, "from": 3}])
    assert (marta["won_points"], marta["points"], marta["hand_size"]) == (3, 6, 4)
    assert (marta["weakness"], marta["student"]["id"], marta["student"]["turned"]) == ("fire", "yaiza", False)
    assert (jon["student"]["element"], jon["student"]["turned"], jon["weakness"]) == ("fire", True, None)
    assert seen["seats"][2]["student"] is None
    assert seen["cards"]["power-7"]["value"] == 7
    assert seen["cards"]["dodge"]["kind"] == "dodge"


def test_hands_and_guards_are_their_owners_and_an_auditors() -> None:
    table = Table(hands={"A": [9, "dodge", ...], "B": [8, ...]}, guards={"B": [("earth", "reflect")]})
    mine, others = shown(table, "seat:1"), shown(table, "spectator")
    assert mine["seats"][0]["hand"] == {"count": 5, "cards": ["power-9", "dodge", "power-2", "power-2", "power-2"]}
    assert mine["seats"][1]["hand"] == {"count": 5, "cards": None}
    assert others["seats"][0]["hand"] == {"count": 5, "cards": None}
    assert mine["seats"][1]["guards"] == [{"id": 1, "type": "earth", "card": None}]
    assert shown(table, "seat:2")["seats"][1]["guards"] == [{"id": 1, "type": "earth", "card": "reflect"}]
    everything = shown(table, "auditor")
    assert everything["seats"][0]["hand"]["cards"] is not None
    assert everything["seats"][1]["guards"][0]["card"] == "reflect"


def test_hands_shown_for_a_tie_are_open_to_all() -> None:
    table = Table(power=11, shields={"A": [1], "C": [3], "D": [3, 2]}, hands={"B": [10, ...]}).hit("A")
    hands = [seat["hand"]["cards"] for seat in shown(table, "seat:3")["seats"]]
    tied = [held["seat"] for held in shown(table)["tiebreak"]]
    assert tied == [2, 4]
    assert [seat for seat, cards in enumerate(hands, 1) if cards is not None] == [2, 3, 4], "one's own, and those tied"
    assert [score["total"] for score in shown(table)["scores"]] == [0, 6, 3, 6]


def test_rounds_are_spheres_and_turns_are_students_it_flies_at() -> None:
    table = Table(power=5, hands={"A": [7, ...]})
    assert progress(table.trial) == {"round": 1, "turn": 0, "phase": "defend"}
    table.play("A", power=7)
    assert progress(table.trial) == {"round": 1, "turn": 1, "phase": "defend"}
    table.hit("B")
    assert progress(table.trial) == {"round": 1, "turn": 1, "phase": "hit_discard"}
    table.throw("B", 2)
    assert progress(table.trial) == {"round": 2, "turn": 2, "phase": "defend"}


def test_what_a_play_changed() -> None:
    table = Table(power=5, hands={"A": [7, ...]}).play("A", power=7)
    seen = changes(table)
    assert seen["played"] == [{"seat": 1, "card": "power-7"}]
    assert seen["sphere"] == {"from": 1, "to": 2, "route": "next"}
    assert seen["power"] == {"from": 5, "to": 7}
    assert seen["drawn"] == [{"seat": 1, "count": 1, "cards": None}]
    assert changes(table, "seat:1")["drawn"] == [{"seat": 1, "count": 1, "cards": ["power-3"]}]


def test_what_a_hit_changed() -> None:
    table = Table(power=9, turned="C", students={"C": "iker"}, guards={"B": [("fire", 3)]}, school="fire")
    seen = changes(table.hit("A"))
    assert seen["shields"] == [{"seat": 1, "level": 3, "to": 4}]
    assert seen["ready"] == [3]
    assert seen["guards"] == [{"id": 1, "seat": 2, "way": "out"}]
    assert seen["school"] == {"element": "fire", "way": "out"}
    fresh = changes(table.throw("A", 2, 2))
    assert fresh["sphere"] == {"from": None, "to": 2, "route": "fresh"}
    assert fresh["discarded"] == [{"seat": 1, "cards": ["power-2", "power-2"]}]
    assert fresh["power"] == {"from": 9, "to": 1}


def test_what_an_ability_changed() -> None:
    table = Table(power=9, students={"A": "celso"}).ability("A")
    seen = changes(table)
    assert (seen["ability"], seen["turned"], seen["direction"]) == ({"seat": 1, "of": "student"}, [1], "ccw")
    guard = Table(students={"A": "yaiza"}).ability("A").guard("A", 2)
    assert changes(guard)["guards"] == [{"id": 1, "seat": 1, "way": "in"}]
