"""`matchfold fork`: a new match that goes on from a step of another one."""

from __future__ import annotations

import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

import click

from domain.kernel.chance import SECRET_BYTES
from domain.kernel.codec import Damaged
from domain.kernel.game import Refused
from domain.kernel.registry import UnknownType
from projections.fork import fork as forked
from projections.matchfile import MatchFile, match_file
from projections.views import status_of
from server.app import utc_ms
from server.cli.capsules import read_capsule
from server.cli.files import check_folder, plugin_of, write_match
from server.cli.outcome import Failed, say, say_json
from server.cli.parameters import Seed, json_option, match_path

ID_BYTES = 10
ID_KEPT = 50  # so much of the other match's id, so that forks of forks keep a name that is read in one go


class SeatBot(click.ParamType[tuple[int, str]]):
    """SEAT=BOT: the number of a seat and who plays it."""

    name = "seat=bot"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        if isinstance(value, tuple):
            return value
        seat, equals, bot = str(value).partition("=")
        if not (equals and bot and seat.isascii() and seat.isdecimal() and len(seat) < 4):
            self.fail(f"{value!r:.40} is not SEAT=BOT, as 2=random", param, ctx)
        return int(seat), bot


@click.command("fork")
@click.argument("file", type=match_path)
@click.option("--at", type=click.IntRange(min=1), required=True, help="After which entry to go on.")
@click.option("-o", "--output", type=match_path, help="The file to write (default: beside FILE).")
@click.option("--bot", "bots", type=SeatBot(), multiple=True, help="Who plays a seat, as 2=random (else: hot seat).")
@click.option("--title", help="What the new match is called.")
@click.option("--seed", type=Seed(), help="Fixes what will be drawn from there on.")
@json_option
def fork(
    file: Path,
    at: int,
    output: Path | None,
    bots: tuple[tuple[int, str], ...],
    title: str | None,
    seed: bytes | None,
    as_json: bool,
) -> None:
    """Go on from a step of the match in FILE (a match file or capsule, in full) as a new match; FILE stays as it is.

    Hands and decks are those of the first match. It is played on a server: `matchfold import` puts it there and tells
    the keys. `matchfold diff` says where the two part.
    """
    if output is not None:
        check_folder(output)
    capsule = read_capsule(file)
    if not capsule.whole:
        raise Failed(f"{file}: is the copy of {capsule.log.viewer}; only a whole match can be gone on with")
    if len({seat for seat, _ in bots}) < len(bots):
        raise Failed("a seat is given to two bots")
    log = capsule.log
    plugin = plugin_of(log, str(file))
    secret = secrets.token_bytes(SECRET_BYTES) if seed is None else seed.rjust(SECRET_BYTES, b"\0")
    match_id = secrets.token_hex(ID_BYTES) if seed is None else _id_of(log, at, seed, bots, title)
    try:
        made = forked(
            plugin,
            log.entries,
            at,
            match_id=match_id,
            secret=secret,
            title=title,
            bots=dict(bots),
            now=0 if seed is not None else utc_ms(),
        )
    except Refused as refused:
        raise Failed(f"{file}: {refused.sentence}") from None
    except (Damaged, UnknownType) as error:
        raise Failed(f"{file}: {error}") from None
    if output is None:
        output = file.with_name(f"{file.name.split('.')[0]}-fork-{at}.match")
    if str(output) != "-" and output.exists():
        raise Failed(f"{output} is there already")
    write_match(output, match_file(made.entries))
    origin = made.state.origin
    assert origin is not None
    if as_json:
        told = {"file": str(output), "match": match_id, "entries": len(made.entries)}
        say_json({**told, "origin": {"match": origin.match_id, "seq": origin.seq, "link": origin.link}})
    elif str(output) != "-":
        status = status_of(made.state, None)
        say(f"{output}: match {match_id}, {status}, forked from {origin.match_id} after entry {origin.seq}")


def _id_of(log: MatchFile, at: int, seed: bytes, bots: tuple[tuple[int, str], ...], title: str | None) -> str:
    """An id out of all that makes the fork what it is, so that another seed, bot or title gives another match."""
    past = log.entries[min(at, len(log.entries)) - 1].link.hex()
    told = json.dumps([log.match_id, past, seed.hex(), sorted(bots), title])
    return f"{log.match_id[:ID_KEPT]}-fork-{at}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
