"""Other cards in the box, and content that ought to be refused."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

CONTENT = (
    *changes_in(
        GAME + "content/cards.toml",
        ("value = 2\ncopies = 6", "value = 2\ncopies = 5", "COMP-01 COMP-12 AMB-04"),
        ('name = "Attune"\ncopies = 8', 'name = "Attune"\ncopies = 7', "COMP-01 COMP-03 ADV-03 AMB-04"),
        ('name = "Dodge"\ncopies = 8', 'name = "Dodge"\ncopies = 9', "COMP-01 COMP-03 SETUP-01 SETUP-10 OPT-02 AMB-04"),
    ),
    *changes_in(
        GAME + "content/students.toml",
        ('id = "hiedra"', 'id = "bora"', "COMP-04"),
        ('name = "Hiedra"\nelement = "wood"', 'name = "Hiedra"\nelement = "wind"', "COMP-06"),
    ),
    *changes_in(GAME + "content/schools.toml", ('id = "wood"', 'id = "forest"', "COMP-05")),
    *changes_in(GAME + "content/weaknesses.toml", ('"wood"\ncopies = 2', '"wood"\ncopies = 3', "COMP-07")),
    *changes_in(
        GAME + "content/shields.toml",
        ("level = 3\nvictory_points = 3", "level = 3\nvictory_points = 4", "AMB-03 HIT-09 END-02 END-09"),
        (
            "level = 1\nvictory_points = 1\nhand_size = 4",
            "level = 1\nvictory_points = 1\nhand_size = 3",
            "HAND-03 AMB-03",
        ),
    ),
    *changes_in(
        GAME + "content/loader.py",
        ('row.number("victory_points", 1, AMOUNT_MAX)', 'row.number("victory_points", 0, AMOUNT_MAX)', "COMP-09"),
        ("set(own) - {*TABLES, *TEXTS}", 'set(own) - {*TABLES, *TEXTS, "reference"}', "COMP-11"),
        ('row.number("group", 1, 2)', 'row.number("group", 1, 9)', "SETUP-07"),
        ("key=lambda shield: -shield.level", "key=lambda shield: shield.level", "SETUP-09 AMB-05 HAND-01"),
        ('if raw.get("timing") == "reaction":', "if False:", "AMB-53"),
    ),
    *changes_in(
        GAME + "content/pack.py", ("if advanced or stack.face.kind != ATTUNE", "if True", "SETUP-01 MAN-03 ATTUNE-10")
    ),
    *changes_in(
        GAME + "cards.py",
        ("POWER_VALUES = range(2, 11)", "POWER_VALUES = range(1, 12)", "COMP-02"),
        ('"earth": {REDUCE: 3}', '"earth": {REDUCE: 2}', "GUARD-03 GUARD-08 GUARD-17"),
        ('"fire": {BOOST: 2}', '"fire": {BOOST: 1}', "GUARD-09 GUARD-16 AMB-15"),
        ('"metal": {REDUCE: 2', '"metal": {REDUCE: 1', "GUARD-10 GUARD-15"),
        ("REDUCE: 2, BOOST: 1}", "REDUCE: 2, BOOST: 2}", "GUARD-10 AMB-30"),
        ("frozenset({DEFLECT, REFLECT})", "frozenset({DEFLECT, REFLECT, DODGE})", "SCHOOL-13"),
        ("frozenset({DEFLECT, REFLECT})", "frozenset({DEFLECT, REFLECT, DISPEL})", "SCHOOL-13 AMB-39"),
    ),
)
