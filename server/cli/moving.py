"""`matchfold export` and `matchfold import`: a match out of a store into a file, and back."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import click
import msgspec

from domain.kernel.codec import Damaged
from domain.kernel.match import MatchState
from projections.audit import examine
from projections.matchfile import AUDITOR, MatchFile, match_file
from server.app import utc_ms
from server.cli.files import check_folder, plugin_of, read_match, write_match
from server.cli.outcome import FINDINGS, Failed, remark, say
from server.cli.parameters import Viewer, match_path, store_option, undecided_option
from server.cli.stores import put_match, stored_match, with_store
from server.cli.verdicts import check_decided
from server.storage import Store
from server.tokens import Tokens

# What a server, its pages and a player's cookies can call a match; those that Matchfold gives are such.
PLAIN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,249}")


@click.command()
@click.argument("match")
@store_option()
@click.option("-o", "--output", type=match_path, required=True, help="The file to write; .zst compresses, - prints.")
@click.option("--as", "viewer", type=Viewer(), default=AUDITOR, help="Whose copy (default: all of it).")
def export(match: str, store: str, output: Path, viewer: str) -> None:
    """Write MATCH of a store to a file, with exactly what its viewer may see.

    The whole of a match that is under way holds every hand; it is for its host alone.
    """
    check_folder(output)
    file = with_store(store, lambda opened: _exported(opened, match, viewer), existing=True)
    try:
        write_match(output, file)
    except msgspec.MsgspecError as error:
        raise Failed(f"match {match} is damaged: {error}") from None
    if str(output) != "-":
        remark(f"{output}: {len(file.entries)} entries, for {viewer}; head {file.head.seq}:{file.head.link.hex()}")


async def _exported(store: Store, match: str, viewer: str) -> MatchFile:
    try:
        file = match_file(await stored_match(store, match), viewer)
    except Damaged as error:
        raise Failed(f"match {match} is damaged: {error}") from None
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
        raise Failed(f"match {match} is damaged: its bytes cannot be read ({error})") from None
    seat = viewer.partition(":")[2]
    seats = len(plugin_of(file, match).rules.fold(file.entries[:2]).holders)
    if seat and int(seat) > seats:
        raise Failed(f"match {match} has {seats} seats")
    return file


@click.command("import")
@click.argument("file", type=match_path)
@store_option()
@undecided_option
def import_(file: Path, store: str, undecided: bool) -> None:
    """Put the match in FILE into a store, if it is whole and sound.

    No keys come with a file. For a match that can still be played, and for a private one, new ones are told: the
    host's, who gives the seats out anew, and those of the seats of a fork.
    """
    read = read_match(file)
    plugin = plugin_of(read, str(file))
    if read.viewer != AUDITOR or any(part.body is None for entry in read.entries for part in entry.parts):
        raise Failed(f"{file}: is the copy of {read.viewer}; only a whole one can be imported", FINDINGS)
    if PLAIN_ID.fullmatch(read.match_id) is None:
        raise Failed(
            f"{file}: a match is called by 1 to 250 of the letters a to z, digits, dots, dashes and underscores, "
            f"not {read.match_id[:40]!r}; nothing was imported",
            FINDINGS,
        )
    audit = examine(read, plugin)
    if not audit.sound:
        first = audit.findings[0]
        raise Failed(f"{file}: entry {first.seq}: {first.code}: {first.sentence}; nothing was imported", FINDINGS)
    check_decided(audit, file, "nothing was imported", undecided)
    state = plugin.rules.fold(read.entries)
    keys = with_store(store, lambda opened: _imported(opened, read, state, plugin.rules.over(state)))
    say(f"{read.match_id}: {len(read.entries)} entries imported")
    for who, key in keys.items():
        say(f"  {who:<7} /m/{read.match_id}#token={key}")


async def _imported(store: Store, file: MatchFile, state: MatchState, over: bool) -> dict[str, str]:
    """Puts a match into a store; gives the new keys to it by whose they are."""
    await put_match(store, file.match_id, list(file.entries))
    if over and state.visibility != "private":
        return {}
    tokens = Tokens(store, utc_ms, secrets.token_bytes)
    keys = {"host": await tokens.issue(file.match_id, None, "host")}
    for seat, holder in enumerate(state.holders, start=1):
        if state.origin is not None and holder is not None and holder.bot is None:
            keys[f"seat {seat}"] = await tokens.issue(file.match_id, seat, "seat")
    return keys
