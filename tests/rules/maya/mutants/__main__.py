"""Breaks one rule of Trials of Maya after the other and sees whether its tests notice.

    python -m tests.rules.maya.mutants [--only TEXT] [--list]

It works like `python -m tests.rules.arcanya.mutants`, whose workshop it uses: each change is made in a copy of the
tree, the tests under `tests/rules/maya` that cite the rules it breaks run there, and at least one has to fail. What
only tests of the content cite, under `tests/cards`, is looked for there.
"""

from __future__ import annotations

import argparse
import sys

from tests.rule_coverage import ROOT, collect_citations, read_inventory
from tests.rules.arcanya.mutants.__main__ import as_line, copied_tree, summed_up, tried
from tests.rules.maya.mutants.arena import ARENA
from tests.rules.maya.mutants.content import CONTENT
from tests.rules.maya.mutants.falling import FALLING
from tests.rules.maya.mutants.fighting import FIGHTING
from tests.rules.maya.mutants.growth import GROWTH
from tests.rules.maya.mutants.mats import MATS
from tests.rules.maya.mutants.minions import MINIONS
from tests.rules.maya.mutants.preparing import PREPARING
from tests.rules.maya.mutants.rounds import ROUNDS
from tests.rules.maya.mutants.statuses import STATUSES
from tests.rules.maya.mutants.turns import TURNS

MUTATIONS = (*CONTENT, *PREPARING, *MATS, *ARENA, *FIGHTING, *STATUSES, *ROUNDS, *TURNS, *MINIONS, *FALLING, *GROWTH)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.maya.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--only", default="", help="only changes that name a rule or a file with this text")
    parser.add_argument("--list", action="store_true", help="list the rules that no change breaks, and stop")
    options = parser.parse_args(arguments)

    inventory = read_inventory("maya").rules
    broken = {rule for mutation in MUTATIONS for rule in mutation.rules}
    if options.list:
        print("\n".join([rule for rule in inventory if rule not in broken]))
        return 0
    cited = collect_citations(ROOT / "tests" / "rules" / "maya")
    of_content = collect_citations(ROOT / "tests" / "cards" / "maya_content")
    if isinstance(cited, str) or isinstance(of_content, str):
        print(cited if isinstance(cited, str) else of_content, file=sys.stderr)
        return 2
    either = {**of_content, **cited}
    both = {rule: [*cited.get(rule, ()), *of_content.get(rule, ())] for rule in either}
    wanted = [mutation for mutation in MUTATIONS if options.only in f"{mutation.file} {' '.join(mutation.rules)}"]
    verdicts = []
    with copied_tree() as tree:
        for mutation in wanted:
            (verdict,) = tried(tree, [mutation], either)
            if any(rule in of_content and rule in cited for rule in verdict.survived):
                (verdict,) = tried(tree, [mutation], both)
            verdicts.append(verdict)
            print(as_line(verdict), flush=True)
    return summed_up(verdicts, len(inventory))


if __name__ == "__main__":
    raise SystemExit(main())
