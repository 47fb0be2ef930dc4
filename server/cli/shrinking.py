"""`matchfold shrink`: a long report becomes a scenario of a few intents that fails in the same way."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.kernel.game import Refused
from projections.capsule import Capsule
from projections.failing import Failure, broken_where
from projections.games import UnknownGame, plugin_for
from projections.plugin import Plugin
from projections.repro import script_in
from projections.scenario import failures, loads
from projections.scenario_text import SCHEMA, scenario_text
from projections.scripts import Script, Unplayable, script_json
from projections.shrink import (
    EFFORT,
    ENOUGH,
    NotFailing,
    Progress,
    progress_from_json,
    progress_json,
    shrink,
)
from server.cli.capsules import read_capsule
from server.cli.files import check_folder, write_bytes
from server.cli.outcome import FINDINGS, SOUND, Failed, remark, say, say_json
from server.cli.parameters import json_option, match_path
from server.cli.wrong import (
    AUTO,
    Wanted,
    case_of,
    condition_of,
    keeps_of,
    scenario_test,
    unworked,
    wanted_of,
    write_new,
)

STATE_SUFFIX = ".shrinking"
STATE_FORMAT = 1
SCHEMA_PLACE = Path("docs") / "schemas" / SCHEMA


@click.command("shrink")
@click.argument("capsule", type=match_path)
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The scenario to write.")
@click.option(
    "--predicate",
    metavar="KIND",
    help="What goes wrong: exception, invariant, finding[:CODE], refusal[:CODE], digest or where. "
    "By itself: the first of these that is wrong.",
)
@click.option("--where", metavar="EXPR", help="A condition on state, table, intent and events that should never stand.")
@click.option("--invariant", metavar="MODULE:FUNCTION", help="What must hold after every intent, of your own code.")
@click.option(
    "--test", "test", type=click.Path(path_type=Path), help="Also write a pytest file that plays the scenario."
)
@click.option("--title", help="What the scenario is called.")
@click.option(
    "--effort", type=click.IntRange(min=1), default=EFFORT, show_default=True, help="How many intents to try."
)
@click.option(
    "--enough", type=click.IntRange(min=1), default=ENOUGH, show_default=True, help="How few intents will do."
)
@click.option("--afresh", is_flag=True, help="Do not go on from where an earlier run was broken off.")
@json_option
def shrink_(
    capsule: Path,
    output: Path,
    predicate: str | None,
    where: str | None,
    invariant: str | None,
    test: Path | None,
    title: str | None,
    effort: int,
    enough: int,
    afresh: bool,
    as_json: bool,
) -> int:
    """Make the report in CAPSULE (or a match file) as short as it gets, and write it as a scenario.

    The same input gives the same scenario. Broken off, it goes on from where it was. Conditions and invariants are the
    developer's own, on the developer's own machine. Exit code: 0 shrunk, 1 nothing is wrong.
    """
    wanted = wanted_of(predicate, where, invariant)
    read = read_capsule(capsule)
    if not read.whole:
        raise Failed(f"{capsule}: is the copy of {read.log.viewer}; shrinking needs the host's")
    plugin, script = _played(read, str(capsule))
    for path in (output, test):
        if path is not None and path.exists():
            raise Failed(f"{path} is there already")
    check_folder(output)
    state = output.with_name(output.name + STATE_SUFFIX)
    if afresh:
        state.unlink(missing_ok=True)
    found = _shrunk(plugin, script, wanted, effort, enough, state)
    if found is None:
        remark(f"{capsule}: {_nothing(wanted, plugin, script)}")
        return FINDINGS
    failure, last = found
    named = title or (read.report.comment.splitlines() or [""])[0][:80] or f"match {read.report.match_id}"
    text = _written(plugin, read, failure, last, named, output)
    write_new(output, text)
    if test is not None:
        write_new(test, scenario_test(named, output, test, invariant))
    state.unlink(missing_ok=True)
    shows = _shows(plugin, text, invariant)
    if as_json:
        answer = {"intents": last.intents, "left": len(last.script.moves), "sign": last.sign, "tried": last.spent}
        say_json({**answer, "predicate": failure.name, "seats": len(last.script.seats), "shows": shows})
        return SOUND
    say(f"{failure.name}: {last.sign}")
    seats = len(last.script.seats)
    say(f"{last.intents} intents came down to {len(last.script.moves)} at a table of {seats} ({last.spent} tried)")
    say(f"{output}: {shows}")
    if test is not None:
        say(f"{test}: fails until that is put right")
    return SOUND


def _played(capsule: Capsule, name: str) -> tuple[Plugin, Script]:
    try:
        plugin = plugin_for(capsule.report.game)
        return plugin, script_in(capsule, plugin)
    except (UnknownGame, Unplayable) as error:
        raise Failed(f"{name}: {error}") from None
    except Exception as error:  # a log that today's code cannot even read; `verify` and `repro` say where
        raise Failed(f"{name}: cannot be played again: {broken_where(error)}: {error}") from None


def _nothing(wanted: Wanted, plugin: Plugin, script: Script) -> str:
    count = f"the {len(script.moves)} intents, played again,"
    if wanted.kind == AUTO:
        return f"{count} break nothing by themselves; say what is wrong with --predicate or --where"
    why = "" if wanted.where is None else unworked(condition_of(wanted.where), plugin, script)
    return f"{count} do not fail in that way ({wanted.kind}){why}"


def _shrunk(
    plugin: Plugin, script: Script, wanted: Wanted, effort: int, enough: int, state: Path
) -> tuple[Failure, Progress] | None:
    for number, failure in enumerate(wanted.failures(plugin)):
        key = _key(script, wanted, number, effort, enough)
        try:
            kept = _kept(plugin, state, key)
            with _told() as tell:
                last = kept
                for last in shrink(plugin, script, failure, effort=effort, enough=enough, progress=kept):
                    _keep(state, key, last)
                    tell(last, effort)
        except NotFailing:
            continue
        assert last is not None, "whatever fails has a first step"
        return failure, last
    return None


# -- broken off and taken up again


def _key(script: Script, wanted: Wanted, number: int, effort: int, enough: int) -> str:
    asked = [wanted.kind, wanted.code, wanted.where, wanted.invariant, number, effort, enough]
    return hashlib.sha256(json.dumps([STATE_FORMAT, script_json(script), asked]).encode()).hexdigest()


def _kept(plugin: Plugin, path: Path, key: str) -> Progress | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["key"] != key:
            return None
        progress = progress_from_json(plugin.rules, data["progress"])
    except (OSError, ValueError, KeyError, TypeError, Refused):
        return None  # of something else, or of other code: begun anew
    remark(f"going on from {len(progress.script.moves)} intents ({path.name})")
    return progress


def _keep(path: Path, key: str, progress: Progress) -> None:
    write_bytes(path, json.dumps({"key": key, "progress": progress_json(progress)}).encode())


@contextmanager
def _told() -> Iterator[Any]:
    """How far it is, on a terminal; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda progress, effort: None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("shrinking") as status:

        def tell(progress: Progress, effort: int) -> None:
            left = f"{progress.intents} intents, {len(progress.script.moves)} left"
            status.update(f"shrinking: {left} ({progress.phase}, {progress.spent} of {effort} tried)")

        yield tell


# -- the scenario


def _written(plugin: Plugin, capsule: Capsule, failure: Failure, last: Progress, title: str, output: Path) -> str:
    kind = last.script.moves[-1].TYPE if last.script.moves else "the start"
    case, then = case_of(failure, last.sign, kind)
    report = capsule.report
    what = f"Report {report.id} of match {report.match_id}" if report.id else f"Match {report.match_id}"
    notes = [
        f"{what}, after entry {report.step}; {last.intents} intents came down to {len(last.script.moves)}.",
        f"Fails with {failure.name}: {last.sign}",
    ]
    return scenario_text(
        plugin, last.script, title=title, case=case, then=then, notes=notes, schema=_schema_for(output)
    )


def _schema_for(output: Path) -> str:
    """Where the form of scenarios stands, from a file: in the tree that it is in, else beside it."""
    folder = output.resolve().parent
    for above in (folder, *folder.parents):
        schema = above / SCHEMA_PLACE
        if schema.is_file():
            return Path(os.path.relpath(schema, folder)).as_posix()
    return SCHEMA


def _shows(plugin: Plugin, text: str, invariant: str | None) -> str:
    """How the scenario as written fails, so that nobody has to take it on trust."""
    scenario = loads(text)
    keeps = None if invariant is None else keeps_of(invariant)
    try:
        found = failures(scenario, scenario.cases[0], plugin, keeps)
    except Exception as error:
        return f"fails as it should ({broken_where(error)})"
    if not found:
        return "does not fail by itself, for what is wrong hangs on how this process was used"
    return f"fails as it should ({found[0]})"
