"""`matchfold simulate`: whole matches between bots."""

from __future__ import annotations

import secrets
import sys
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from domain.kernel.game import Refused
from domain.kernel.records import evolve, record
from projections.games import plugin_for
from projections.matchfile import match_file
from projections.plugin import BadContent, Plugin
from server.cli.checking import content_of
from server.cli.files import write_match
from server.cli.outcome import Failed, counted_matches, progress, remark, say, say_json
from server.cli.parameters import Game, GameOption, Seed, game_options, json_option
from server.simulate import Played, Stuck, Table, match_id_of, play_match

SEATS_DEFAULT = 4
COUNT_MAX = 1_000_000


@record
class Order:
    """What is to be played, in words that another process understands."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    content: Any
    seed: bytes
    folder: Path | None
    suffix: str


@record
class Line:
    """What is told of one match played."""

    match_id: str
    entries: int
    intents: int
    winners: tuple[int, ...]
    reasons: tuple[str, ...]
    head: str


@click.command()
@click.argument("game", type=Game())
@click.option(
    "--seats", type=click.IntRange(min=1), help=f"How many play (default: {SEATS_DEFAULT}, or as the mode asks)."
)
@click.option("--mode", help="The mode of the game; the same as --option mode=…")
@click.option("--option", "given", type=GameOption(), multiple=True, help="An option of the game; repeat for more.")
@click.option("--content", "content_file", type=click.Path(path_type=Path), help="Play with cards of your own.")
@click.option("--seed", type=Seed(), help="Fixes every draw and every whim (default: a new one, which is told).")
@click.option("--count", type=click.IntRange(1, COUNT_MAX), default=1, show_default=True, help="How many matches.")
@click.option("--bot", "bot", default="random", show_default=True, help="Who plays: one name, or one per seat: a,b,…")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write one file per match into a folder.")
@click.option("--compress", is_flag=True, help="Write .match.zst files.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many processes play.")
@json_option
def simulate(
    game: Plugin,
    seats: int | None,
    mode: str | None,
    given: tuple[tuple[str, Any], ...],
    content_file: Path | None,
    seed: bytes | None,
    count: int,
    bot: str,
    out: Path | None,
    compress: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Play matches of GAME between bots.

    The same seed gives the same matches, byte for byte.
    """
    seed = secrets.token_bytes(32) if seed is None else seed
    options = game_options(given, mode)
    try:
        content = None if content_file is None else content_of(content_file, game)
        bots = _bots(game, bot, seats, _seats_of(game, options, content))
        options = dict(game.rules.game.check_options(options, len(bots), content))
    except BadContent as error:
        raise Failed(str(error)) from None
    except Refused as refused:
        raise Failed(refused.sentence) from None
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    order = Order(game.game, bots, options, content, seed, out, ".match.zst" if compress else ".match")
    began = time.perf_counter()
    lines: list[Line] = []
    try:
        with closing(_played(order, count, min(jobs, count))) as matches:
            lines.extend(progress(matches, count, f"playing {game.title}"))
    except Stuck as error:
        raise Failed(str(error), 1) from None
    except (OSError, Failed):
        raise
    except Exception:  # of the rules; whoever mends them needs the match
        remark(f"match {len(lines) + 1} of --seed {seed.hex()} breaks the rules")
        raise
    _tell(order, lines, time.perf_counter() - began, as_json)


def _seats_of(game: Plugin, options: dict[str, Any], content: Any) -> int:
    """How many play if nothing is said: the usual number, or the most that the mode and the arena allow."""
    rules = game.rules.game
    rules.check_options(options, 0, content)  # what is wrong whatever the number is told as such
    usual = min(max(SEATS_DEFAULT, rules.seats_min), rules.seats_max)
    counts = (usual, *range(rules.seats_max, rules.seats_min - 1, -1))
    return next((count for count in counts if _is_played_by(game, count, options, content)), usual)


def _is_played_by(game: Plugin, seats: int, options: dict[str, Any], content: Any) -> bool:
    try:
        game.rules.game.check_options(options, seats, content)
    except Refused:
        return False
    return True


def _bots(game: Plugin, bot: str, seats: int | None, usual: int) -> tuple[str, ...]:
    rules = game.rules.game
    names = tuple(name.strip() for name in bot.split(","))
    unknown = [name for name in names if name not in game.bots]
    if unknown:
        raise Failed(f"no bot of {game.game} is called {unknown[0]!r:.40}; there are {', '.join(sorted(game.bots))}")
    if len(names) == 1:
        names *= seats or usual
    elif seats not in (None, len(names)):
        raise Failed(f"{len(names)} bots are named for {seats} seats")
    if not rules.seats_min <= len(names) <= rules.seats_max:
        raise Failed(f"{game.title} takes {rules.seats_min} to {rules.seats_max} seats, not {len(names)}")
    return names


def _played(order: Order, count: int, jobs: int) -> Generator[Line]:
    numbers = range(1, count + 1)
    if jobs == 1:
        yield from (play_one(order, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, [order] * count, numbers, chunksize=max(1, min(16, count // (4 * jobs))))


def play_one(order: Order, number: int) -> Line:
    """Plays the numbered match of an order and writes its file."""
    plugin = plugin_for(order.game)
    table = Table(plugin, order.bots, order.options, content=order.content)
    table = evolve(table, match_id=match_id_of(table, order.seed, number))
    played = play_match(table, order.seed, number)
    if order.folder is not None:
        write_match(order.folder / f"{played.match_id}{order.suffix}", match_file(played.entries))
    return _line(plugin, played)


def _line(plugin: Plugin, played: Played) -> Line:
    outcome = plugin.rules.outcome(played.state)
    assert outcome is not None, "a match that was played is over"
    last = played.entries[-1]
    return Line(
        match_id=played.match_id,
        entries=len(played.entries),
        intents=played.intents,
        winners=outcome.winners,
        reasons=outcome.reasons,
        head=f"{last.seq}:{last.link.hex()}",
    )


def _tell(order: Order, lines: list[Line], seconds: float, as_json: bool) -> None:
    moves = sum(line.intents for line in lines)
    if as_json:
        document: dict[str, Any] = {
            "game": order.game,
            "seed": order.seed.hex(),
            "bots": list(order.bots),
            "options": order.options,
            "matches": [
                {
                    "match": line.match_id,
                    "entries": line.entries,
                    "intents": line.intents,
                    "winners": list(line.winners),
                    "reasons": list(line.reasons),
                    "head": line.head,
                }
                for line in lines
            ],
        }
        say_json(document)
        return
    wins = Counter(seat for line in lines for seat in line.winners)
    ends = Counter(reason for line in lines for reason in line.reasons)
    share = ", ".join(f"{bot} {seat}: {wins[seat]}" for seat, bot in enumerate(order.bots, start=1))
    say(f"{counted_matches(len(lines))} of {order.game}, {moves} moves, {sum(line.entries for line in lines)} entries")
    say(f"won: {share}")
    say(f"ended by: {', '.join(f'{reason} {number}' for reason, number in sorted(ends.items()))}")
    say(f"seed: {order.seed.hex()}")
    if order.folder is not None:
        say(f"written to {order.folder}")
    if sys.stderr.isatty():
        click.echo(f"{moves / seconds:,.0f} moves a second", err=True)
