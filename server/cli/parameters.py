"""What options of several commands have in common: how their values read."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from domain.kernel.entries import LINK_BYTES, Head
from projections.games import PLUGINS, UnknownGame, plugin_for
from projections.matchfile import audiences_of
from projections.plugin import Plugin

F = TypeVar("F", bound=Callable[..., Any])


class Game(click.ParamType[Plugin]):
    """The name of a game that is installed."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Plugin:
        if isinstance(value, Plugin):
            return value
        try:
            return plugin_for(str(value))
        except UnknownGame as error:
            self.fail(str(error), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "|".join(sorted(PLUGINS)) or "GAME"


class Viewer(click.ParamType[str]):
    """seat:N, spectator or auditor."""

    name = "viewer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            audiences_of(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return str(value)


class Seed(click.ParamType[bytes]):
    """Up to 32 bytes in hexadecimal digits."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        if isinstance(value, bytes):
            return value
        text = str(value).removeprefix("0x")
        try:
            seed = bytes.fromhex(text.zfill(len(text) + len(text) % 2))
        except ValueError:
            self.fail(f"{text!r:.40} is not in hexadecimal digits", param, ctx)
        if not 1 <= len(seed) <= 32:
            self.fail("a seed has 1 to 64 hexadecimal digits", param, ctx)
        return seed


class KeptHead(click.ParamType[Head]):
    """A head as a server tells it: the number of the entry, a colon, and its link."""

    name = "seq:link"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Head:
        if isinstance(value, Head):
            return value
        seq, _, link = str(value).partition(":")
        try:
            head = Head(int(seq), bytes.fromhex(link))
        except ValueError:
            head = Head(-1, b"")
        if head.seq < 0 or len(head.link) != LINK_BYTES:
            self.fail("a head is the number of an entry, a colon and 64 hexadecimal digits", param, ctx)
        return head


class GameOption(click.ParamType[tuple[str, Any]]):
    """key=value for the options of a game; the value is JSON where it reads as JSON, else text."""

    name = "key=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        if isinstance(value, tuple):
            return value
        key, equals, text = str(value).partition("=")
        if not equals or not key:
            self.fail(f"{value!r:.60} is not key=value", param, ctx)
        try:
            return key, json.loads(text)
        except ValueError:
            return key, text


def game_options(given: Sequence[tuple[str, Any]], mode: str | None) -> dict[str, Any]:
    """The options of a game out of --option and --mode."""
    options = dict(given)
    if mode is not None:
        options["mode"] = mode
    return options


def store_option(required: bool = True) -> Callable[[F], F]:
    """--store, where the logs are."""
    return click.option(
        "--store", metavar="URL", required=required, help="Where the matches are kept, as sqlite:matchfold.db."
    )


as_option = click.option("--as", "viewer", type=Viewer(), help="Whose eyes: seat:N, spectator or auditor.")
undecided_option = click.option(
    "--undecided", is_flag=True, help="Take it though rules that are not installed decided some of it."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON document.")
match_path = click.Path(path_type=Path, exists=False, allow_dash=True)
