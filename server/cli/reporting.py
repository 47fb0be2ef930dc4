"""`matchfold reports`: what players reported, out of a store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from domain.kernel.codec import Damaged
from projections.capsule import redacted
from server.cli.capsules import write_capsule
from server.cli.files import check_folder
from server.cli.outcome import Failed, say, say_json
from server.cli.parameters import json_option, match_path, store_option
from server.cli.stores import with_store
from server.reports import Kept, kept_reports, stored_capsule
from server.storage import Store

COMMENT_TOLD = 60


@click.command()
@click.argument("report", required=False)
@store_option()
@click.option("--match", help="Only the reports of this match.")
@click.option("-o", "--output", type=match_path, help="Where the capsule of REPORT goes; .zst compresses.")
@click.option("--copy", type=click.Choice(("full", "reporter")), default="full", show_default=True, help="Whose copy.")
@json_option
def reports(report: str | None, store: str, match: str | None, output: Path | None, copy: str, as_json: bool) -> None:
    """List the bug reports in a store, or write the capsule of one.

    The full copy of a match under way holds its secret and every hand; it is for whoever runs the server.
    """
    if (report is None) != (output is None):
        raise click.UsageError("name a report and the file for its capsule, or neither", click.get_current_context())
    if output is not None:
        check_folder(output)
    found = with_store(store, lambda opened: _all(opened, match))
    if report is None or output is None:
        _list(found, as_json)
        return
    kept = next((kept for kept in found if kept.report.id == report), None)
    if kept is None:
        raise Failed(f"there is no report {report!r:.80} in that store")
    try:
        capsule = with_store(store, lambda opened: stored_capsule(opened, kept))
    except (Damaged, msgspec.MsgspecError, ValueError, KeyError, TypeError) as error:
        raise Failed(f"match {kept.report.match_id} is damaged: {error}") from None
    if copy == "reporter":
        capsule = redacted(capsule, kept.report.viewer)
    try:
        write_capsule(output, capsule)
    except msgspec.MsgspecError as error:
        raise Failed(f"match {kept.report.match_id} is damaged: {error}") from None
    if str(output) != "-":
        say(f"{output}: {len(capsule.log.entries)} entries, for {capsule.log.viewer}")


async def _all(store: Store, match: str | None) -> list[Kept]:
    found: list[Kept] = []
    for match_id in await store.matches() if match is None else [match]:
        found += await kept_reports(store, match_id)
    return sorted(found, key=lambda kept: (kept.report.at, kept.report.id))


def _list(found: Sequence[Kept], as_json: bool) -> None:
    if as_json:
        say_json({"reports": [{"match": kept.report.match_id, **kept.summary()} for kept in found]})
        return
    for kept in found:
        report = kept.report
        say(f"{report.id}  {_time(report.at)}  match {report.match_id}  {report.by}, after entry {report.step}")
        if report.comment:
            say(f"    {_brief(report.comment)}")
    say(f"{len(found)} report{'s' if len(found) != 1 else ''}")


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000, UTC).strftime("%Y-%m-%d %H:%M")


def _brief(comment: str) -> str:
    words = " ".join(comment.split())
    return words if len(words) <= COMMENT_TOLD else words[: COMMENT_TOLD - 1] + "…"
