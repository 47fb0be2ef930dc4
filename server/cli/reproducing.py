"""`matchfold repro`: what a bug report comes to when it is played again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click

from projections.capsule import Capsule
from projections.history import History
from projections.matchfile import AUDITOR
from projections.plugin import Plugin
from projections.repro import Reproduction, Tried, reproduce, script_in, troubles
from server.cli.capsules import read_capsule, write_capsule
from server.cli.files import plugin_of
from server.cli.outcome import FINDINGS, SOUND, Failed, remark, say, say_json
from server.cli.parameters import json_option, match_path
from server.cli.serving import show_page
from server.cli.showing import history_of
from server.cli.wrong import capsule_test, condition_of, identifier, unworked, write_new

FIXTURES = Path("fixtures") / "reported"
TESTS = Path("tests") / "reported"
OFFERS_TOLD = 30
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.argument("capsule", type=match_path)
@click.option(
    "--view", is_flag=True, help="Open the page at the step, with the reporter's eyes. Only this machine sees it."
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where --view listens (default: any).")
@click.option("--browser/--no-browser", default=True, help="Whether --view opens a browser.")
@click.option("--to-fixture", "name", metavar="NAME", help="Keep the capsule as a fixture, with a test that plays it.")
@click.option("--fixtures", type=FOLDER, default=FIXTURES, show_default=True, help="Where the fixture goes.")
@click.option("--tests", type=FOLDER, default=TESTS, show_default=True, help="Where its test goes.")
@click.option("--wrongly-refused", is_flag=True, help="The test also asks that what was refused is accepted.")
@click.option("--never", metavar="EXPR", help="The test also asks that this never stands, played again.")
@json_option
def repro(
    capsule: Path,
    view: bool,
    port: int,
    browser: bool,
    name: str | None,
    fixtures: Path,
    tests: Path,
    wrongly_refused: bool,
    never: str | None,
    as_json: bool,
) -> int:
    """Play the report in CAPSULE again: is it sound, where does it part, what was seen, offered and refused.

    A match file will do as well. Exit code: 0 nothing is wrong by itself, 1 something is, 2 unreadable.
    """
    if never is not None:
        condition_of(never, "--never")
    read = read_capsule(capsule)
    if never is not None and not read.whole:
        raise Failed(
            f"{capsule}: is the copy of {read.log.viewer}; --never plays the match again, which needs the host's"
        )
    plugin = plugin_of(read.log, str(capsule))
    again = reproduce(read, plugin)
    if as_json:
        say_json(_as_json(read, again))
    else:
        for line in _told(read, again, plugin):
            say(line)
    if name is not None:
        for line in _keep(read, plugin, name, fixtures, tests, wrongly_refused, never):
            (remark if as_json else say)(line)
    if view:
        _view(read, str(capsule), port, browser)
    return FINDINGS if _is_wrong(again) else SOUND


def _is_wrong(again: Reproduction) -> bool:
    return not again.sound or any(_suspicious(tried) for tried in again.tried)


def _suspicious(tried: Tried) -> bool:
    """Refused though it was offered, or broken."""
    return not tried.accepted and (tried.offered or tried.code == "INTERNAL")


# -- what it says


def _told(capsule: Capsule, again: Reproduction, plugin: Plugin) -> Iterator[str]:
    report = capsule.report
    what = f"Report {report.id}" if report.id else "Match file"
    yield f"{what}: {plugin.title}, match {report.match_id}, by {report.by}, after entry {report.step}"
    if report.comment:
        yield from [f"  | {line}" for line in report.comment.splitlines()]
    yield f"Then: {_versions(report.versions)}"
    yield f"Now:  {_versions(here(plugin))}"
    yield ""
    yield from _soundness(capsule, again)
    if again.view is not None:
        yield f"\nWhat {report.viewer} was told up to entry {report.step}:"
        for step in again.told:
            yield f"{step['seq']:>6}  {' '.join(step['lines']) or step['intent']}"
        for asked in again.view["awaiting"]:
            yield f"        Waiting: {asked['text']}"
    yield from _offers(again)
    yield from _shown(capsule, again)
    yield from _refusals(capsule, again)


def _soundness(capsule: Capsule, again: Reproduction) -> Iterator[str]:
    entries = len(capsule.log.entries)
    if again.sound:
        how = f"{again.intents_redecided} intents decided again and the same"
        if not capsule.whole:
            yield f"The log is sound: {entries} entries, as far as {capsule.log.viewer} can see."
        elif again.intents_undecided:
            yield f"Nothing is found wrong in the log, and not all is proved: {entries} entries, {how};"
            yield f"{again.intents_undecided} were not decided again, because their rules are not installed."
        else:
            yield f"The log is sound: {entries} entries, {how}."
    else:
        first = again.findings[0]
        yield f"It parts at entry {first.seq}: {first.code}: {first.sentence}"
        yield from [f"  entry {finding.seq}: {finding.code}: {finding.sentence}" for finding in again.findings[1:10]]
    yield from [f"  ({note})" for note in again.notes]


def _offers(again: Reproduction) -> Iterator[str]:
    if again.offers is None:
        return
    offers = again.offers["offers"]
    yield f"\nOffered then: {len(offers)}" + ("" if offers else " (nothing)")
    yield from [f"  {offer['text']}" for offer in offers[:OFFERS_TOLD]]
    if len(offers) > OFFERS_TOLD:
        yield f"  … and {len(offers) - OFFERS_TOLD} more"


def _shown(capsule: Capsule, again: Reproduction) -> Iterator[str]:
    if capsule.seen is None:
        return
    if not again.shown:
        yield "\nThat is what was shown at the time, to the byte."
        return
    yield "\nAt the time something else was shown (then | now):"
    for change in again.shown:
        yield f"  {change.path}: {_brief(change.first)} | {_brief(change.second)}"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def _refusals(capsule: Capsule, again: Reproduction) -> Iterator[str]:
    if not capsule.refusals:
        return
    yield "\nRefused:"
    if not again.tried:
        yield "  (only the host's copy holds enough to try it again)"
        for attempt in capsule.refusals:
            yield f"  after entry {attempt.seq}, seat {attempt.seat}: {_intent(attempt.intent)}"
            yield f"    then: {attempt.code} ({attempt.rule}): {attempt.sentence}"
    for tried in again.tried:
        attempt = tried.attempt
        yield f"  after entry {attempt.seq}, seat {attempt.seat}: {_intent(attempt.intent)}"
        yield f"    then: {attempt.code} ({attempt.rule}): {attempt.sentence}"
        listed = "it was among the offers" if tried.offered else "it was not among the offers"
        yield f"    now:  {'the same' if tried.same and tried.code != 'INTERNAL' else tried.now}; {listed}"


def _intent(intent: Mapping[str, Any]) -> str:
    fields = ", ".join(f"{name} {value}" for name, value in intent.items() if name != "type" and value is not None)
    return f"{intent.get('type')} {fields}".rstrip()


def here(plugin: Plugin) -> dict[str, Any]:
    """The versions of rules, code and Python that are at work."""
    return {"rules": plugin.rules.game.rules_version, "code": code_version(), "python": platform.python_version()}


def code_version() -> str:
    """The version of this code, as it is installed."""
    try:
        return version("matchfold")
    except PackageNotFoundError:
        return "(not installed)"


def _versions(versions: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in versions.items() if value not in (None, ""))


def _as_json(capsule: Capsule, again: Reproduction) -> dict[str, Any]:
    report = capsule.report
    return {
        "report": report.id,
        "match": report.match_id,
        "game": report.game,
        "by": report.by,
        "step": report.step,
        "comment": report.comment,
        "versions": dict(report.versions),
        "sound": again.sound and not again.intents_undecided,
        "intents_redecided": again.intents_redecided,
        "intents_undecided": again.intents_undecided,
        "findings": [{"code": f.code, "seq": f.seq, "sentence": f.sentence} for f in again.findings],
        "notes": list(again.notes),
        "view": again.view,
        "offers": again.offers,
        "shown_otherwise": [{"path": c.path, "then": c.first, "now": c.second} for c in again.shown],
        "refusals": [
            {
                "seat": tried.attempt.seat,
                "seq": tried.attempt.seq,
                "intent": dict(tried.attempt.intent),
                "then": tried.attempt.code,
                "now": tried.code,
                "sentence": tried.now,
                "offered": tried.offered,
            }
            for tried in again.tried
        ],
    }


# -- a fixture, and the page


def _keep(
    capsule: Capsule,
    plugin: Plugin,
    name: str,
    fixtures: Path,
    tests: Path,
    wrongly_refused: bool,
    never: str | None,
) -> Iterator[str]:
    if Path(name).name != name or name.startswith("."):
        raise Failed(f"{name!r}: a fixture needs a plain name")
    fixture = fixtures / f"{name}.capsule.zst"
    test = tests / f"test_{identifier(name)}.py"
    for path in (fixture, test):
        if path.exists():
            raise Failed(f"{path} is there already; fixtures are never overwritten")
    fixture.parent.mkdir(parents=True, exist_ok=True)
    write_capsule(fixture, capsule)
    title = capsule.report.comment or f"match {capsule.report.match_id}"
    write_new(test, capsule_test(title, fixture, test, wrongly_refused=wrongly_refused, never=never))
    yield f"\n{fixture}: the capsule"
    yield f"{test}: {_shows(capsule, plugin, wrongly_refused, never)}"


def _shows(capsule: Capsule, plugin: Plugin, wrongly_refused: bool, never: str | None) -> str:
    """Whether the test fails now, so that nobody waits for a bug to be told by a test that passes."""
    if troubles(capsule, plugin, wrongly_refused=wrongly_refused, never=never):
        return "fails while something is wrong with it"
    if never is None:
        return "passes, for nothing is wrong with it by itself; say what is with --never or --wrongly-refused"
    return f"passes, for it never comes to that{unworked(condition_of(never), plugin, script_in(capsule, plugin))}"


def _view(capsule: Capsule, name: str, port: int, browser: bool) -> None:
    log = capsule.log
    viewer = capsule.report.viewer if log.viewer == AUDITOR else log.viewer
    history = _history(capsule, name)
    step = min(capsule.report.step, history.head.seq)
    asyncio.run(show_page(log, history, viewer, port, browser, step))


def _history(capsule: Capsule, name: str) -> History:
    """The log as far as it can be folded, for the page is wanted most where something is wrong."""
    history = History(plugin_of(capsule.log, name), capsule.log.match_id)
    with contextlib.suppress(Exception):  # what today's code makes of it is told already
        for entry in capsule.log.entries:
            history.extend((entry,))
    if history.head.seq == 0:
        return history_of(capsule.log, capsule.log.viewer, name)
    return history
