"""Which test shows which rule: `python -m tests.rule_coverage arcanya|maya`.

The inventories stand in `tests/rules/<game>/inventory.tsv` (id, tab, the rule in one line). A test cites what
it shows with `@pytest.mark.rules("ARC-HIT-15")`, a scenario file with `rules = ["ARC-HIT-15"]` at its top.
The command lists every rule with its tests and exits with 1 where a rule has none, or where an id is cited
that no inventory has. A test that is skipped unconditionally shows nothing and is not counted.

A rule that the text states twice (`restated.tsv`: id, tab, the main rules) is shown by the tests of its main
rules, if all of these are shown.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tests" / "rules"
FIXTURES = ROOT / "fixtures"
PREFIXES = {"arcanya": "ARC-", "maya": "MAYA-"}

Citations = dict[str, list[str]]


@attrs.frozen
class Inventory:
    """The rules of one game: id to one line of text, and restated ids to their main rules."""

    game: str
    rules: Mapping[str, str]
    restated: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)


@attrs.frozen
class Report:
    """For each rule the tests that show it, the rules that none shows, and the ids that no rule has."""

    tests: Mapping[str, tuple[str, ...]]
    through: Mapping[str, tuple[str, ...]]
    gaps: tuple[str, ...]
    unknown: Mapping[str, tuple[str, ...]]

    @property
    def complete(self) -> bool:
        return not self.gaps and not self.unknown


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rule_coverage", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", choices=sorted(PREFIXES))
    parser.add_argument("--gaps", action="store_true", help="list only what is missing")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)

    collected = collect_citations()
    if isinstance(collected, str):
        print(collected, file=sys.stderr)
        print("The tests could not be collected, so nothing can be said about coverage.", file=sys.stderr)
        return 2
    inventory = read_inventory(options.game)
    report = compare(inventory, merge(collected, scenario_citations(FIXTURES)))
    sys.stdout.write(as_json(inventory, report) if options.json else as_text(inventory, report, options.gaps))
    return 0 if report.complete else 1


def compare(inventory: Inventory, citations: Mapping[str, Iterable[str]]) -> Report:
    """Set the citations of all tests against one game's inventory."""
    tests = {rule: tuple(sorted(set(citations.get(rule, ())))) for rule in inventory.rules}
    through = {rule: main_rules(rule, inventory) for rule in inventory.restated if not tests[rule]}
    shown = {rule for rule, names in tests.items() if names}
    restated_shown = {rule for rule, mains in through.items() if mains and shown.issuperset(mains)}
    return Report(
        tests=tests,
        through={rule: mains for rule, mains in through.items() if rule in restated_shown},
        gaps=tuple(rule for rule in inventory.rules if rule not in shown | restated_shown),
        unknown={
            rule: tuple(sorted(set(names)))
            for rule, names in sorted(citations.items())
            if rule not in inventory.rules and not belongs_elsewhere(rule, inventory.game)
        },
    )


def main_rules(rule: str, inventory: Inventory) -> tuple[str, ...]:
    """The main rules that a restated rule comes down to, through other restated ones."""
    found: dict[str, None] = {}
    waiting = list(inventory.restated[rule])
    seen = {rule}
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        if name in inventory.restated:
            waiting.extend(inventory.restated[name])
        else:
            found[name] = None
    return tuple(found)


def belongs_elsewhere(rule: str, game: str) -> bool:
    """Whether an id is some other game's, whose own report judges it."""
    return any(rule.startswith(prefix) for other, prefix in PREFIXES.items() if other != game)


def read_inventory(game: str) -> Inventory:
    """The inventory of a game; a malformed or doubled line is an error that names it."""
    folder = RULES / game
    rules = dict(read_pairs(folder / "inventory.tsv"))
    restated_file = folder / "restated.tsv"
    pairs = read_pairs(restated_file) if restated_file.exists() else iter(())
    restated = {rule: tuple(mains.split()) for rule, mains in pairs}
    strangers = [rule for rule, mains in restated.items() for rule in (rule, *mains) if rule not in rules]
    if strangers:
        raise ValueError(f"{restated_file}: not in the inventory: {', '.join(strangers)}")
    return Inventory(game, rules, restated)


def read_pairs(path: Path) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        key, tab, text = line.partition("\t")
        if not tab or not key or not text.strip() or key in seen:
            raise ValueError(f"{path}:{number}: not an id, a tab and a text, or an id for the second time")
        seen.add(key)
        yield key, text


def collect_citations(folder: Path = ROOT / "tests") -> Citations | str:
    """Every id cited by a test in the folder, slow ones included; or what pytest said when it could not."""
    collector = Collector()
    said = io.StringIO()
    options = ["--collect-only", "-q", "-m", "", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = pytest.main([*options, str(folder)], plugins=[collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return said.getvalue()
    return collector.citations


class Collector:
    """A pytest plugin that notes which test cites which rule."""

    def __init__(self) -> None:
        self.citations: Citations = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            if item.get_closest_marker("skip"):
                continue
            # Parameters are left out: one test function, one line in the report.
            name = item.nodeid.split("[")[0]
            for mark in item.iter_markers("rules"):
                for rule in mark.args:
                    self.citations.setdefault(str(rule), []).append(name)


def scenario_citations(folder: Path) -> Citations:
    """Every id that a scenario file cites, under the file's name."""
    found: Citations = {}
    for path in sorted(folder.rglob("*.scenario.toml")):
        for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("rules", []):
            found.setdefault(str(rule), []).append(path.relative_to(folder.parent).as_posix())
    return found


def merge(*parts: Mapping[str, Iterable[str]]) -> Citations:
    merged: Citations = {}
    for part in parts:
        for rule, names in part.items():
            merged.setdefault(rule, []).extend(names)
    return merged


def as_text(inventory: Inventory, report: Report, gaps_only: bool) -> str:
    lines: list[str] = []
    for rule, text in inventory.rules.items():
        if gaps_only and rule not in report.gaps:
            continue
        lines.append(f"{rule}  {text}")
        if not gaps_only:
            lines += [f"    {name}" for name in report.tests[rule]]
            if rule in report.through:
                lines.append(f"    stated twice; shown by the tests of {', '.join(report.through[rule])}")
            if rule in report.gaps:
                lines.append("    NO TEST")
    for rule, names in report.unknown.items():
        lines += [f"{rule}  NO SUCH RULE, cited by", *(f"    {name}" for name in names)]
    lines.append(
        f"{inventory.game}: {len(inventory.rules)} rules, {len(inventory.rules) - len(report.gaps)} shown, "
        f"{len(report.gaps)} without a test, {len(report.unknown)} unknown ids cited"
    )
    return "\n".join(lines) + "\n"


def as_json(inventory: Inventory, report: Report) -> str:
    document = {"game": inventory.game, "rules": len(inventory.rules), **attrs.asdict(report)}
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
