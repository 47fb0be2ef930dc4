"""Scenarios and content that somebody made to do harm: one clear line, little time."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.toml_bounds import TEXT_BYTES_MAX
from projections.scenario import ScenarioDamaged, loads
from projections.where import STEPS_MAX, Condition
from tests.cli.conftest import Run

GIVEN = '[given]\ngame = "arcanya"\nseats = ["a", "b"]\n[[case]]\nname = "a"\n[case.then]\nsound = true\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"\xff\xfe\x00" * 99, "line 1: this is not text in UTF-8"),
        (b"#" * (TEXT_BYTES_MAX + 1), "the file is larger than 1 MiB"),
        (b"\n[" + b"a." * 50_000 + b"a]\n", "line 2: a name has more than 32 parts"),
        (b"do = " + b"[" * 50_000 + b"]" * 50_000, "the file is nested too deeply"),
        (GIVEN.replace('["a", "b"]', "1000000000").encode(), "how many there are: 1 to 64"),
        (GIVEN.replace('["a", "b"]', "true").encode(), "how many there are: 1 to 64"),
        (GIVEN.replace("sound = true", "events = 3").encode(), "events in then is a list, not a number"),
        (GIVEN.replace("[[case]]", "chance = { deck = 5 }\n[[case]]").encode(), "a list of results for each label"),
    ],
    ids=["bytes", "size", "dots", "nests", "seats", "a-boolean", "a-number", "chance"],
)
def test_a_hostile_scenario_gets_one_clear_line(run: Run, text: bytes, says: str) -> None:
    Path("x.scenario.toml").write_bytes(text)
    ran = run("fixtures", "check", "--one-process", "x.scenario.toml")
    first, last = ran.out.splitlines()
    assert ran.code == 1
    assert says in first and len(first) < 400 and "\\x" not in first and "Error" not in first
    assert last == "1 fixtures in one process: 0 as recorded, 1 not"


def test_the_same_file_without_harm_can_be_read() -> None:
    assert loads(GIVEN).seats == ("a", "b")
    with pytest.raises(ScenarioDamaged, match="1 to 64"):
        loads(GIVEN.replace('["a", "b"]', "65"))


def test_content_with_a_name_of_many_parts_is_not_parsed(run: Run) -> None:
    Path("dots.toml").write_bytes(b"[" + b"a." * 50_000 + b"a]\n")
    ran = run("content", "check", "dots.toml")
    assert (ran.code, ran.err) == (1, "dots.toml:1: a name has more than 32 parts\n")


@pytest.mark.parametrize("doubled", ["{0} + {0}", "[{0}, {0}]", "str([{0}, {0}])"])
def test_nothing_doubles_without_end_in_a_condition(doubled: str) -> None:
    loops = " ".join(f"for b{n + 1} in [{doubled.format(f'b{n}')}]" for n in range(45))
    condition = Condition(f"any(True for b0 in ['aaaa'] {loops})")
    with pytest.raises(ValueError, match="too long"):
        condition.value({})
    assert not condition.holds({})
    assert STEPS_MAX < 1_000_000
