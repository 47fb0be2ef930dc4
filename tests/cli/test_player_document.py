"""What `docs/checking.md` shows a suspicious player is what the commands say."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from server.cli import main

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "checking.md"


def told() -> list[tuple[str, str]]:
    """The commands of the document, and what stands below them."""
    blocks = re.findall(r"^```console\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    steps = [step for block in blocks for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, said) for command, _, said in (step.partition("\n") for step in steps)]


def ran(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    if command.startswith("matchfold "):
        main(shlex.split(command)[1:])
        return capsys.readouterr().out
    shell = command.replace("python ", f"{shlex.quote(sys.executable)} ")
    return subprocess.run(shell, shell=True, capture_output=True, text=True, check=False).stdout


def test_every_command_says_what_the_document_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for room in ("fixtures", "tools"):
        Path(room).symlink_to(ROOT / room)
    steps = told()
    assert len(steps) == 8
    assert [(command, ran(command, capsys)) for command, _ in steps] == steps
