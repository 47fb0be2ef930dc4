"""What `shrink` and `repro` look for: how the option reads, and how a failing play is written down as a test."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.kernel.records import record
from projections.failing import Audited, Both, Broke, Differed, Dropped, Failure, Keeps, Stands, Turned, named
from projections.plugin import Plugin
from projections.scripts import Script, played
from projections.where import BadCondition, Condition
from server.cli.files import write_bytes
from server.cli.outcome import Failed

NAMES = ("state", "table", "intent", "events")  # what a condition is asked about
KEEPS_ARGUMENTS = 4  # the state before, the intent, its events and the state after
AUTO = "auto"
KINDS = ("exception", "invariant", "finding", "refusal", "digest", "where")


@record
class Wanted:
    """What to look for: a kind (with a code), a condition, a function of invariants as `module:function`."""

    kind: str
    code: str | None
    where: str | None
    invariant: str | None

    def failures(self, plugin: Plugin) -> Iterator[Failure]:
        """The ways to fail that this names, the likeliest first."""
        keeps = None if self.invariant is None else keeps_of(self.invariant)
        condition = None if self.where is None else condition_of(self.where)
        if self.kind == "where":
            assert condition is not None
            yield Stands(condition)
            return
        for failure in self._kinds(plugin, keeps):
            yield failure if condition is None else Both(failure, condition)

    def _kinds(self, plugin: Plugin, keeps: Keeps | None) -> Iterator[Failure]:
        auto = self.kind == AUTO
        if auto or self.kind == "exception":
            yield Broke(plugin)
        if self.kind == "refusal":
            yield Turned(plugin, self.code)
        if auto:
            yield Turned(plugin, offered=True)
        if auto or self.kind == "digest":
            yield Differed(plugin)
        if auto or self.kind == "invariant":
            yield Dropped(plugin.rules, keeps)
        if auto or self.kind == "finding":
            yield Audited(plugin, self.code)


def wanted_of(predicate: str | None, where: str | None, invariant: str | None) -> Wanted:
    """What the options ask for, or Failed."""
    if predicate is None:
        predicate = "invariant" if invariant is not None else "where" if where is not None else AUTO
    kind, _, code = predicate.partition(":")
    if kind not in (AUTO, *KINDS) or (code and kind not in ("finding", "refusal")):
        raise Failed(
            f"there is no predicate {predicate!r:.60}; there are {', '.join(KINDS)}, finding:CODE, refusal:CODE"
        )
    if kind == "where" and where is None:
        raise Failed("say with --where which condition should never stand")
    if invariant is not None and kind != "invariant":
        raise Failed("--invariant goes with the predicate invariant")
    return Wanted(kind, code or None, where, invariant)


def condition_of(text: str, option: str = "--where") -> Condition:
    """A condition about names that there are, or Failed, which names the option."""
    try:
        condition = Condition(text)
        condition.check_names(NAMES)
    except BadCondition as error:
        raise Failed(f"{option}: {error}") from None
    return condition


def unworked(condition: Condition, plugin: Plugin, script: Script) -> str:
    """Where a condition cannot be worked out in a play, for whoever wrote a name that nothing has; or nothing."""
    came = [moment for moment in played(plugin.rules, script) if moment.after is not None]
    told = [(moment.intent.TYPE, why) for moment in came if (why := condition.trouble(named(moment))) is not None]
    if not told:
        return ""
    kind, why = told[0]
    return f"; it cannot be worked out after {len(told)} of {len(came)} intents, first {kind}: {why}"


def keeps_of(name: str) -> Keeps:
    """The function that `module:function` names, of the developer's own code."""
    module, _, function = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise Failed(f"--invariant {name}: {error}") from None
    if not callable(found):
        raise Failed(f"--invariant {name}: is no function")
    try:
        inspect.signature(found).bind(*[None] * KEEPS_ARGUMENTS)
    except (TypeError, ValueError):
        raise Failed(f"--invariant {name}: does not take what an invariant is asked with") from None
    keeps: Keeps = found
    return keeps


def case_of(failure: Failure, sign: str, kind: str) -> tuple[str, Mapping[str, Any]]:
    """What must hold instead of a failure: as the name of a case, and as its `then`."""
    if failure.name == "where":
        return f"it is never so that {sign}", {"where": [f"not ({sign})"]}
    told = {
        "exception": f"{kind} does not break ({sign})",
        "refusal": f"{kind} is not refused ({sign})",
        "digest": f"the log gives the state, and each viewer their view ({sign})",
        "invariant": f"what must hold does ({sign})",
        "finding": f"an audit finds nothing ({sign})",
    }
    return told[failure.name], {"sound": True}


def scenario_test(title: str, scenario: Path, test: Path, invariant: str | None) -> str:
    """A pytest file that plays a scenario and fails while the bug is there."""
    module, _, function = (invariant or "").partition(":")
    more = f"from {module} import {function}\n" if module and not module.startswith("projections") else ""
    keeps = f", {function}" if function else ""
    return f'''"""{_in_docstring(title)}"""

from pathlib import Path

from projections.games import plugin_for
from projections.scenario import failures, loads
{more}
SCENARIO = Path(__file__).parent / "{_relative(scenario, test)}"


def test_{identifier(scenario.name.split(".")[0])}() -> None:
    scenario = loads(SCENARIO.read_text(encoding="utf-8"))
    for case in scenario.cases:
        assert failures(scenario, case, plugin_for(scenario.game){keeps}) == []
'''


def capsule_test(title: str, capsule: Path, test: Path, *, wrongly_refused: bool, never: str | None) -> str:
    """A pytest file that plays a capsule again and fails while the bug is there."""
    more = (", wrongly_refused=True" if wrongly_refused else "") + (f", never={never!r}" if never else "")
    return f'''"""{_in_docstring(title)}"""

from pathlib import Path

from projections.games import plugin_for
from projections.repro import troubles
from server.cli.capsules import read_capsule

CAPSULE = Path(__file__).parent / "{_relative(capsule, test)}"


def test_{identifier(capsule.name.split(".")[0])}() -> None:
    capsule = read_capsule(CAPSULE)
    assert troubles(capsule, plugin_for(capsule.report.game){more}) == []
'''


def write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet."""
    if path.exists():
        raise Failed(f"{path} is there already")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, text.encode())


def identifier(name: str) -> str:
    """A name as Python has them."""
    return re.sub(r"\W+", "_", name).strip("_").lower() or "report"


def _relative(file: Path, test: Path) -> str:
    return Path(os.path.relpath(file.resolve(), test.resolve().parent)).as_posix()


def _in_docstring(text: str) -> str:
    """A text from a stranger, on one line and harmless in a docstring."""
    plain = " ".join(text.split()).replace("\\", "/").replace('"', "'")
    return "".join([letter for letter in plain if letter.isprintable()])[:200]
