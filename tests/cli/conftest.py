"""The command line as a person uses it, at first with the toy game on the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from projections.games import PLUGINS
from server.cli import main
from tests.toy.plugin import TOY


@attrs.frozen
class Ran:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `matchfold …` in an empty folder, the toy game being installed beside the real ones."""
    monkeypatch.setitem(PLUGINS, TOY.game, TOY)
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str | Path) -> Ran:
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        said = capfd.readouterr()
        return Ran(code, said.out, said.err)

    return command
