"""Breaks one rule after the other and sees whether its tests notice: `python -m tests.rules.arcanya.mutants`.

Each entry of `MUTATIONS` is a small change to the game and the ids of the rules that it breaks. The change is
made in a copy of the tree, and the tests that cite those ids run there: for every id at least one of them has to fail.
Run by hand; `--only TEXT` takes the changes that name a rule or file with this text, `--list` those rules that no
change breaks.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import attrs

from tests.rule_coverage import ROOT, collect_citations, read_inventory
from tests.rules.arcanya.mutants.abilities import ABILITIES, HANDS
from tests.rules.arcanya.mutants.content import CONTENT
from tests.rules.arcanya.mutants.defences import CARDS
from tests.rules.arcanya.mutants.flight import ROUTES
from tests.rules.arcanya.mutants.forms import FORMS
from tests.rules.arcanya.mutants.hits import HITS
from tests.rules.arcanya.mutants.legality import LEGALITY
from tests.rules.arcanya.mutants.mutation import Mutation
from tests.rules.arcanya.mutants.setting_up import SETTING_UP

MUTATIONS = (
    *CONTENT,
    *FORMS,
    *SETTING_UP,
    *ROUTES,
    *CARDS,
    *HANDS,
    *ABILITIES,
    *HITS,
    *LEGALITY,
)
COPIED = ("domain", "projections", "replay_viewer", "server", "tests", "pyproject.toml")
SECONDS_MAX = 90  # tests that take longer on a broken game run in circles, which is noticed too


@attrs.frozen
class Verdict:
    """What became of one change: the rules whose tests failed, those whose tests did not, or why it was no trial."""

    mutation: Mutation
    red: tuple[str, ...] = ()
    survived: tuple[str, ...] = ()
    fault: str = ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.arcanya.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", default="", help="only changes that name a rule or a file with this text")
    parser.add_argument("--list", action="store_true", help="list the rules that no change breaks, and stop")
    options = parser.parse_args(arguments)

    inventory = read_inventory("arcanya").rules
    broken = {rule for mutation in MUTATIONS for rule in mutation.rules}
    if options.list:
        print("\n".join([rule for rule in inventory if rule not in broken]))
        return 0
    citations = collect_citations(ROOT / "tests" / "rules" / "arcanya")
    if isinstance(citations, str):
        print(citations, file=sys.stderr)
        return 2
    wanted = [mutation for mutation in MUTATIONS if options.only in f"{mutation.file} {' '.join(mutation.rules)}"]
    verdicts = []
    with copied_tree() as tree:
        for verdict in tried(tree, wanted, citations):
            verdicts.append(verdict)
            print(as_line(verdict), flush=True)
    return summed_up(verdicts, len(inventory))


def summed_up(verdicts: list[Verdict], rules: int) -> int:
    """Says how many changes were noticed, and how many rules were seen to fail at least once."""
    good = [verdict for verdict in verdicts if not verdict.survived and not verdict.fault]
    red = {rule for verdict in verdicts for rule in verdict.red}
    pairs = sum([len(verdict.red) for verdict in verdicts])
    missed = sum([len(verdict.survived) for verdict in verdicts])
    print(f"{len(verdicts)} changes, {len(good)} noticed in full; of {pairs + missed} breaches {pairs} were noticed")
    print(f"{len(red)} of {rules} rules have a test that was seen to fail")
    return 0 if len(good) == len(verdicts) else 1


def as_line(verdict: Verdict) -> str:
    mutation = verdict.mutation
    what = " ".join(mutation.new.split())[:70] or "(left out)"
    state = verdict.fault or (f"NOT NOTICED: {' '.join(verdict.survived)}" if verdict.survived else "noticed")
    return f"{mutation.file}: {what}  [{len(verdict.red)} of {len(mutation.rules)}]  {state}"


@contextmanager
def copied_tree() -> Iterator[Path]:
    """A copy of the tree to break, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "browser"))
            else:
                shutil.copy(ROOT / name, tree / name)
        yield tree


def tried(tree: Path, mutations: Iterable[Mutation], citations: Mapping[str, list[str]]) -> Iterator[Verdict]:
    for mutation in mutations:
        path = tree / mutation.file
        original = path.read_text(encoding="utf-8")
        if original.count(mutation.old) != 1:
            yield Verdict(mutation, fault=f"STALE: its text stands there {original.count(mutation.old)} times")
            continue
        uncited = [rule for rule in mutation.rules if rule not in citations]
        if uncited:
            yield Verdict(mutation, fault=f"NO TEST cites {' '.join(uncited)}")
            continue
        _write(path, original.replace(mutation.old, mutation.new))
        yield _judged(tree, mutation, citations)
        _write(path, original)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    # Compiled code is told from its source by size and second, which is too coarse here.
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()


def _judged(tree: Path, mutation: Mutation, citations: Mapping[str, list[str]]) -> Verdict:
    tests = sorted({test for rule in mutation.rules for test in citations[rule]})
    # Loading every plugin would take longer than the tests.
    plugins = ["-p", "no:cacheprovider", "-p", "pytest_asyncio.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-rf", *plugins, *tests]
    quiet = {**os.environ, "PYTHONPATH": str(tree), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "250"}
    began = time.monotonic()
    try:
        run = subprocess.run(command, cwd=tree, env=quiet, capture_output=True, text=True, timeout=SECONDS_MAX)
    except subprocess.TimeoutExpired:
        return Verdict(mutation, red=mutation.rules)
    if run.returncode not in (0, 1):
        return Verdict(mutation, fault=f"NO TRIAL after {time.monotonic() - began:.0f} s: {run.stdout[-300:]}")
    failed = {name.split("[")[0] for name in re.findall(r"^FAILED (\S+)", run.stdout, re.MULTILINE)}
    red = tuple([rule for rule in mutation.rules if failed & set(citations[rule])])
    return Verdict(mutation, red, tuple([rule for rule in mutation.rules if rule not in red]))


if __name__ == "__main__":
    raise SystemExit(main())
