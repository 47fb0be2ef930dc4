"""`matchfold fixtures`: recorded matches and scenarios that keep the rules from changing by accident."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from domain.kernel.records import record
from domain.kernel.toml_bounds import TEXT_BYTES_MAX
from projections.audit import examine
from projections.failing import broken_where
from projections.fixtures import Difference, Digests, DigestsDamaged, differences, digests_of
from projections.fixtures import dumps as dump_digests
from projections.fixtures import loads as load_digests
from projections.games import PLUGINS, UnknownGame, plugin_for
from projections.matchfile import AUDITOR
from projections.scenario import ScenarioDamaged, failures
from projections.scenario import loads as load_scenario
from projections.scenario_schema import scenario_schema
from server.cli.files import plugin_of, read_match, write_bytes, write_match
from server.cli.outcome import FINDINGS, SENTENCE_LENGTH_MAX, SOUND, Failed, progress, remark, say, say_json
from server.cli.parameters import json_option, match_path, undecided_option
from server.cli.verdicts import check_decided

FOLDER = Path("fixtures")
MATCH_SUFFIXES = (".match", ".match.zst")
SCENARIO_SUFFIX = ".scenario.toml"
DIGESTS_SUFFIX = ".digests"
REASONS = "accepted.md"
OTHER_HASH_SEED = "20011"  # any but the one this process runs with


@record
class Checked:
    """What a check found out about one fixture: everything that is not as it should be."""

    path: Path
    troubles: tuple[str, ...]


@click.group()
def fixtures() -> None:
    """Check, record and accept recorded matches and scenarios."""


@fixtures.command()
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1)
@click.option("--one-process", is_flag=True, help="Do not repeat it in a process with another PYTHONHASHSEED.")
@json_option
def check(paths: tuple[Path, ...], one_process: bool, as_json: bool) -> int:
    """Play every fixture again (default: all in ./fixtures) and compare. Exit code: 0 the same, 1 not, 2 unreadable."""
    found = fixtures_in(paths or (FOLDER,))
    if not found:
        raise Failed(f"no fixtures in {', '.join(map(str, paths or (FOLDER,)))}")
    other = None if one_process else _other_process(paths or (FOLDER,))
    checked = [check_fixture(path) for path in progress(found, len(found), "checking")]
    if other is not None:
        checked = list(_joined(checked, other))
    wrong = [result for result in checked if result.troubles]
    if as_json:
        say_json({"fixtures": len(found), "wrong": {str(r.path): list(r.troubles) for r in wrong}})
    else:
        for result in wrong:
            for trouble in result.troubles:
                say(f"{result.path}: {trouble}")
        where = "in one process" if one_process else "in two processes with different hash seeds"
        say(f"{len(found)} fixtures {where}: {len(found) - len(wrong)} as recorded, {len(wrong)} not")
    return FINDINGS if wrong else SOUND


@fixtures.command("record")
@click.argument("file", type=match_path)
@click.option("--name", required=True, help="What the fixture is called, without an ending.")
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, show_default=True)
@click.option("--why", required=True, help="What this match is kept for.")
@undecided_option
def record_(file: Path, name: str, into: Path, why: str, undecided: bool) -> None:
    """Keep the match in FILE as a fixture, with the digests of what it folds to."""
    read = read_match(file)
    plugin = plugin_of(read, str(file))
    if read.viewer != AUDITOR:
        raise Failed(f"{file}: is the copy of {read.viewer}; only a whole match can be a fixture")
    audit = examine(read, plugin)
    if not audit.sound:
        first = audit.findings[0]
        raise Failed(f"{file}: entry {first.seq}: {first.sentence}; only a sound match can be a fixture", FINDINGS)
    check_decided(audit, file, "nothing was recorded", undecided)
    if not name or Path(name).name != name or not why.strip():
        raise Failed("a fixture needs a plain name and a reason")
    folder = into / read.game
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.match.zst"
    if path.exists():
        raise Failed(f"{path} is there already; fixtures are never overwritten")
    digests = digests_of(read, plugin)
    write_match(path, read)
    write_bytes(digests_path(path), dump_digests(digests).encode())
    _keep_reason(into, path, "recorded", why)
    say(f"{path}: {len(read.entries)} entries")


@fixtures.command()
@click.argument("paths", type=click.Path(path_type=Path, exists=True), nargs=-1)
@click.option("--reason", help="Why the change is right. Without it the changes are only shown.")
def accept(paths: tuple[Path, ...], reason: str | None) -> int:
    """Show what has changed in fixtures (default: all in ./fixtures), and take it as right from now on."""
    matches = [path for path in fixtures_in(paths or (FOLDER,)) if is_match(path)]
    changed: list[tuple[Path, Digests, list[Difference]]] = []
    for path in progress(matches, len(matches), "comparing"):
        now, found = _compared(path)
        if found:
            changed.append((path, now, found))
    for path, _, found in changed:
        for difference in found:
            say(f"{path}: {difference.sentence}")
    if not changed:
        say("nothing has changed")
        return SOUND
    if reason is None or not reason.strip():
        remark("nothing was accepted: say why with --reason")
        return FINDINGS
    for path, now, found in changed:
        write_bytes(digests_path(path), dump_digests(now).encode())
        _keep_reason(_root_of(path), path, "; ".join(difference.sentence for difference in found), reason)
    say(f"accepted in {len(changed)} fixtures")
    return SOUND


@fixtures.command("schema")
def schema_() -> None:
    """Print the JSON Schema of scenario files, for editors that check TOML while one writes."""
    say_json(scenario_schema(PLUGINS))


# -- one fixture


def fixtures_in(paths: tuple[Path, ...]) -> list[Path]:
    """Every recorded match and scenario among files and in folders, in order."""
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found.update(dict.fromkeys(file for file in inside if is_match(file) or is_scenario(file)))
    return list(found)


def is_match(path: Path) -> bool:
    """Whether a file is a recorded match."""
    return path.name.endswith(MATCH_SUFFIXES) and path.is_file()


def is_scenario(path: Path) -> bool:
    """Whether a file is a scenario."""
    return path.name.endswith(SCENARIO_SUFFIX)


def digests_path(path: Path) -> Path:
    """Where the digests of a recorded match are."""
    suffix = next(suffix for suffix in reversed(MATCH_SUFFIXES) if path.name.endswith(suffix))
    return path.with_name(path.name.removesuffix(suffix) + DIGESTS_SUFFIX)


def check_fixture(path: Path) -> Checked:
    """Plays one fixture again."""
    try:
        if is_scenario(path):
            return Checked(path, tuple(_scenario_troubles(path)))
        return Checked(path, tuple([difference.sentence for difference in _compared(path)[1]]))
    except (Failed, ScenarioDamaged, UnknownGame) as error:
        return Checked(path, (str(error),))
    except Exception as error:  # the code under change may break in any way, and the others are still to be checked
        sentence = " ".join(f"{broken_where(error)}: {error}".split())
        return Checked(path, (f"could not be played again: {sentence[:SENTENCE_LENGTH_MAX]}",))


def _scenario_troubles(path: Path) -> Iterator[str]:
    with open(path, "rb") as file:
        data = file.read(TEXT_BYTES_MAX + 1)
    if len(data) > TEXT_BYTES_MAX:
        raise ScenarioDamaged(f"the file is larger than {TEXT_BYTES_MAX >> 20} MiB")
    try:
        text = data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScenarioDamaged(f"line {line}: this is not text in UTF-8") from None
    scenario = load_scenario(text)
    plugin = plugin_for(scenario.game)
    for case in scenario.cases:
        for trouble in failures(scenario, case, plugin):
            yield f"{case.name}: {trouble}"


def _compared(path: Path) -> tuple[Digests, list[Difference]]:
    read = read_match(path)
    recorded = digests_path(path)
    try:
        kept = load_digests(recorded.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Failed(f"{recorded} is missing") from None
    except DigestsDamaged as error:
        raise Failed(f"{recorded}: {error}") from None
    now = digests_of(read, plugin_of(read, str(path)))
    return now, differences(kept, now)


def _root_of(path: Path) -> Path:
    """The folder of fixtures that a file is in: the one that keeps the reasons, or the one above the game's."""
    return next((folder for folder in path.parents if (folder / REASONS).exists()), path.parent.parent)


def _keep_reason(root: Path, path: Path, what: str, reason: str) -> None:
    line = f"- `{path.relative_to(root).as_posix()}`: {what}. {' '.join(reason.split())}\n"
    with open(root / REASONS, "a", encoding="utf-8") as file:
        file.write(line)


# -- the same in another process


def _other_process(paths: tuple[Path, ...]) -> subprocess.Popen[str]:
    seed = OTHER_HASH_SEED if os.environ.get("PYTHONHASHSEED") != OTHER_HASH_SEED else "1"
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-m", "server.cli", "fixtures", "check", "--one-process", "--json", *map(str, paths)],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _joined(checked: list[Checked], other: subprocess.Popen[str]) -> Iterator[Checked]:
    out, err = other.communicate()
    try:
        told: dict[str, Any] = json.loads(out)["wrong"]
    except (ValueError, KeyError):
        raise Failed(f"the second process failed: {err.strip()[-200:] or 'it said nothing'}") from None
    for result in checked:
        more = [
            f"with another hash seed: {text}" for text in told.get(str(result.path), ()) if text not in result.troubles
        ]
        yield Checked(result.path, (*result.troubles, *more))
