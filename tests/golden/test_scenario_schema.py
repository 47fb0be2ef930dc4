"""The schema that editors use agrees with the reader: what one takes the other takes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from projections.games import PLUGINS
from projections.scenario import ScenarioDamaged, loads
from projections.scenario_schema import scenario_schema

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "fixtures").rglob("*.scenario.toml"))
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs/schemas/scenario.schema.json").read_text(encoding="utf-8"))
VALID = """
[given]
game = "arcanya"
do = [{ seat = 1, type = "TakeHit" }]
[[case]]
name = "nobody is hit at Power 1"
then.refusal = { code = "DEFENCE_AVAILABLE" }
"""


def test_the_schema_in_the_docs_is_that_of_today() -> None:
    assert scenario_schema(PLUGINS) == SCHEMA, "run: matchfold fixtures schema > docs/schemas/scenario.schema.json"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_fits_the_schema_that_it_names(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = text.splitlines()[0].removeprefix("#:schema ")
    assert (path.parent / named).resolve() == ROOT / "docs/schemas/scenario.schema.json"
    jsonschema.validate(tomllib.loads(text), SCHEMA)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[given]", "[givn]"),
        ('game = "arcanya"', 'game = "arcana"'),
        ("[[case]]", "[[cases]]"),
        ("then.refusal", "than.refusal"),
        ("then.refusal", "then.refused"),
    ],
)
def test_a_slip_is_seen_by_editor_and_reader_alike(old: str, new: str) -> None:
    jsonschema.validate(tomllib.loads(VALID), SCHEMA)
    slip = VALID.replace(old, new)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(slip), SCHEMA)
    if "arcana" not in new:  # the reader leaves it to whoever plays it to know the game
        with pytest.raises(ScenarioDamaged):
            loads(slip)


OPTIONS = """
[given]
game = "arcanya"
options = { mode = "advanced", first_defender = "none" }
[[case]]
name = "somebody defends first"
options = { first_defender = 2 }
then.where = ["table"]
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mode =", "modee ="),
        ('"advanced"', '"advancedd"'),
        ('"advanced"', "true"),
        ('"none" }', "0 }"),
        ('"none" }', '"nobody" }'),
        ("first_defender = 2", "first_defendre = 2"),
        ("first_defender = 2", "first_defender = 2.5"),
        ('"arcanya"', '"maya"'),
    ],
)
def test_an_option_that_the_game_has_not_is_underlined(old: str, new: str) -> None:
    jsonschema.validate(tomllib.loads(OPTIONS), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(OPTIONS.replace(old, new)), SCHEMA)


def test_content_of_ones_own_may_bring_modes_but_no_options() -> None:
    own = OPTIONS.replace('"advanced"', '"of-mine"').replace("[[case]]", "content = { modes = [] }\n[[case]]")
    jsonschema.validate(tomllib.loads(own), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(own.replace("mode =", "modee =")), SCHEMA)


def test_an_intent_that_no_game_has_is_underlined() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(VALID.replace("TakeHit", "TakeHits")), SCHEMA)
