"""The rule coverage command says the truth: gaps, unknown ids, rules stated twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rule_coverage import (
    Inventory,
    Report,
    collect_citations,
    compare,
    read_pairs,
    scenario_citations,
)

GAME = Inventory(
    "arcanya",
    {"ARC-A-01": "one", "ARC-A-02": "two", "ARC-A-03": "three", "ARC-A-04": "four"},
    {"ARC-A-03": ("ARC-A-01", "ARC-A-02"), "ARC-A-04": ("ARC-A-03",)},
)


def test_a_rule_without_a_test_is_a_gap() -> None:
    report = compare(GAME, {"ARC-A-01": ["test_a"]})
    assert report.gaps == ("ARC-A-02", "ARC-A-03", "ARC-A-04")
    assert not report.complete


def test_a_restated_rule_is_shown_once_all_its_main_rules_are() -> None:
    report = compare(GAME, {"ARC-A-01": ["test_a"], "ARC-A-02": ["test_b"]})
    assert report == Report(
        tests={"ARC-A-01": ("test_a",), "ARC-A-02": ("test_b",), "ARC-A-03": (), "ARC-A-04": ()},
        through={"ARC-A-03": ("ARC-A-01", "ARC-A-02"), "ARC-A-04": ("ARC-A-01", "ARC-A-02")},
        gaps=(),
        unknown={},
    )
    assert report.complete


def test_an_id_that_no_rule_has_is_reported_with_the_test_that_cites_it() -> None:
    shown = {rule: ["test_a"] for rule in GAME.rules}
    report = compare(GAME, {**shown, "ARC-A-99": ["test_b"], "AR-A-01": ["test_c"], "MAYA-A-01": ["test_d"]})
    assert report.unknown == {"ARC-A-99": ("test_b",), "AR-A-01": ("test_c",)}
    assert not report.complete


def test_citations_come_from_every_test_that_runs_slow_ones_too(tmp_path: Path) -> None:
    (tmp_path / "test_play.py").write_text(
        "import pytest\n"
        "@pytest.mark.rules('ARC-A-01', 'ARC-A-02')\n"
        "@pytest.mark.parametrize('seat', [1, 2])\n"
        "def test_both(seat): ...\n"
        "@pytest.mark.slow\n"
        "@pytest.mark.rules('ARC-A-03')\n"
        "def test_long(): ...\n"
        "@pytest.mark.skip(reason='shows nothing')\n"
        "@pytest.mark.rules('ARC-A-04')\n"
        "def test_left_out(): ...\n",
        encoding="utf-8",
    )
    found = collect_citations(tmp_path)
    assert not isinstance(found, str), found
    assert {rule: {name.split("::")[-1] for name in names} for rule, names in found.items()} == {
        "ARC-A-01": {"test_both"},
        "ARC-A-02": {"test_both"},
        "ARC-A-03": {"test_long"},
    }


def test_tests_that_cannot_be_collected_say_why(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import no_such_module_here\n", encoding="utf-8")
    said = collect_citations(tmp_path)
    assert isinstance(said, str)
    assert "no_such_module_here" in said


def test_scenario_files_cite_rules(tmp_path: Path) -> None:
    folder = tmp_path / "fixtures"
    (folder / "arcanya").mkdir(parents=True)
    (folder / "arcanya" / "hit.scenario.toml").write_text('rules = ["ARC-HIT-15"]\n', encoding="utf-8")
    assert scenario_citations(folder) == {"ARC-HIT-15": ["fixtures/arcanya/hit.scenario.toml"]}


@pytest.mark.parametrize("text", ["ARC-A-01 no tab", "ARC-A-01\t", "ARC-A-01\tone\nARC-A-01\tagain"])
def test_a_malformed_inventory_line_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    path = tmp_path / "inventory.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"inventory\.tsv:\d"):
        list(read_pairs(path))
