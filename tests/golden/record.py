"""Records the standing set of fixtures: `python -m tests.golden.record FOLDER [GAME…]`.

`wanted_arcanya` and `wanted_maya` say what belongs to it. Matches are looked for from one seed, so that the set can
be recorded again; those in the folder already are left alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from domain.kernel.records import evolve
from projections.games import plugin_for
from projections.matchfile import match_file
from projections.plugin import Plugin
from server.cli import main as matchfold
from server.cli.files import write_match
from server.simulate import Played, Table, play_match
from tests.golden import wanted_arcanya, wanted_maya
from tests.golden.kept import Kept

SEED = b"fixtures"
TRIES_MAX = 3_000

WANTED: Mapping[str, Callable[[], Iterator[Kept]]] = {"arcanya": wanted_arcanya.wanted, "maya": wanted_maya.wanted}


def record(folder: Path, game: str) -> int:
    """Plays, finds and keeps what the folder lacks; the exit code is 1 if something was never found."""
    plugin = plugin_for(game)
    missing = 0
    for kept in WANTED[game]():
        if (folder / game / f"{kept.name}.match.zst").exists():
            continue
        played = found(kept, plugin)
        if played is None:
            print(f"{kept.name}: nothing found in {TRIES_MAX} matches", file=sys.stderr)
            missing = 1
            continue
        scratch = folder / f".{kept.name}.match"
        write_match(scratch, match_file(played.entries))
        try:
            asked = ["--name", kept.name, "--into", str(folder), "--why", kept.why]
            code = matchfold(["fixtures", "record", str(scratch), *asked])
        finally:
            scratch.unlink()
        if code:
            return code
    return missing


def found(kept: Kept, plugin: Plugin) -> Played | None:
    """A match in which came up what a fixture is kept for."""
    best: Played | None = None
    left = kept.tries
    for number in range(1, TRIES_MAX + 1):
        content = plugin.read_content(kept.content, kept.name) if kept.content and plugin.read_content else None
        driven = {name: make() for name, make in kept.drivers.items()}
        playing = evolve(plugin, bots={**plugin.bots, **driven}) if driven else plugin
        table = Table(playing, kept.bots, kept.options, kept.why, content)
        played = play_match(table, SEED + kept.name.encode(), number)
        if not kept.wanted(played):
            continue
        if best is None or len(played.entries) < len(best.entries):
            best = played
        left -= 1
        if not left:
            break
    return best


if __name__ == "__main__":
    folder, *games = sys.argv[1:]
    raise SystemExit(max([record(Path(folder), game) for game in games or WANTED]))
