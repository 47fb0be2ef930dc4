"""Reports as a server would have kept them, and the tests that come of them run in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domain.arcanya.game import Arcanya
from domain.kernel.codec import intent_json
from projections.capsule import Attempt, Capsule, Report
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import AUDITOR, match_file
from projections.views import offers_view
from tests.reports.planted import Reported

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = {"rules": 1, "code": "0.1.0", "python": "3.12.1", "client": "a browser"}


def capsule_of(found: Reported, comment: str = "It broke when I reflected!", game: str = "arcanya") -> Capsule:
    """What a server would have kept of the moment: the match before the intent, and that intent as it broke."""
    plugin = plugin_for(game)
    entries = found.entries
    state = plugin.rules.fold(entries)
    seat = found.last.seat
    history = History(plugin, state.match_id)
    history.extend(entries)
    seen = {"view": history.view(f"seat:{seat}"), "offers": offers_view(plugin, state, seat)}
    tried = Attempt(seat, len(entries), 5, intent_json(found.last), "INTERNAL", "KERNEL-INTERNAL", "The rules broke.")
    who = f"seat:{seat}"
    report = Report("abc234", state.match_id, game, who, who, len(entries), 7, comment, VERSIONS)
    return Capsule(report, json.loads(json.dumps(seen)), (tried,), match_file(entries, AUDITOR))


def run_pytest(
    folder: Path, test: Path, bug: Callable[..., Any] | None, game: type = Arcanya, method: str = "draft"
) -> subprocess.CompletedProcess[str]:
    """Runs a written test in a process of its own, the bug planted there in place of a game's method, or not."""
    if bug is not None:
        (folder / "conftest.py").write_text(
            f"from {game.__module__} import {game.__name__}\nfrom {bug.__module__} import {bug.__name__}\n"
            f"{game.__name__}.{method} = {bug.__name__}\n"
        )
    else:
        (folder / "conftest.py").unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(test)]
    return subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=False
    )
