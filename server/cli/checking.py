"""`matchfold content`: a host's own cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from domain.kernel.toml_bounds import TEXT_BYTES_MAX
from projections.plugin import BadContent, Plugin
from server.cli.outcome import FINDINGS, SOUND, Failed, remark, say
from server.cli.parameters import Game


@click.group()
def content() -> None:
    """Check a host's own content."""


@content.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", type=Game(), default="arcanya", show_default=True, help="The game it is for.")
def check_(file: Path, game: Plugin) -> int:
    """Say whether a game can be played with the content in FILE, or where it goes wrong. Exit code: 0 good, 1 not."""
    try:
        content_of(file, game)
    except BadContent as error:
        remark(str(error))
        return FINDINGS
    say(f"{file}: good content for {game.title}")
    return SOUND


def content_of(file: Path, game: Plugin) -> Any:
    """The plain data of a content file, or BadContent; Failed where it is no text or the game takes none."""
    if game.read_content is None:
        raise Failed(f"{game.title} takes no content of a host's own")
    with open(file, "rb") as opened:
        data = opened.read(TEXT_BYTES_MAX + 1)
    if len(data) > TEXT_BYTES_MAX:
        raise Failed(f"{file}: is larger than {TEXT_BYTES_MAX >> 20} MiB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadContent(f"{file}:{line}: this is not text in UTF-8") from None
    return game.read_content(text, str(file))
