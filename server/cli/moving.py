"""`matchfold export` and `matchfold import`: a match out of a store into a file, and back."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from domain.kernel.codec import Damaged
from projections.audit import examine
from projections.matchfile import AUDITOR, MatchFile, match_file
from server.cli.files import check_folder, plugin_of, read_match, write_match
from server.cli.outcome import FINDINGS, Failed, remark, say
from server.cli.parameters import Viewer, match_path, store_option, undecided_option
from server.cli.stores import put_match, stored_match, with_store
from server.cli.verdicts import check_decided
from server.storage import Store


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
    """Put the match in FILE into a store, if it is whole and sound."""
    read = read_match(file)
    plugin = plugin_of(read, str(file))
    if read.viewer != AUDITOR or any(part.body is None for entry in read.entries for part in entry.parts):
        raise Failed(f"{file}: is the copy of {read.viewer}; only a whole one can be imported", FINDINGS)
    audit = examine(read, plugin)
    if not audit.sound:
        first = audit.findings[0]
        raise Failed(f"{file}: entry {first.seq}: {first.code}: {first.sentence}; nothing was imported", FINDINGS)
    check_decided(audit, file, "nothing was imported", undecided)
    with_store(store, lambda opened: put_match(opened, read.match_id, list(read.entries)))
    say(f"{read.match_id}: {len(read.entries)} entries imported")
