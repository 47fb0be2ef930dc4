"""`matchfold show` and `matchfold diff`: what a match file tells a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.kernel.codec import Damaged
from domain.kernel.registry import UnknownType
from projections.diff import Change, Parting, parting
from projections.history import History
from projections.matchfile import AUDITOR, SPECTATOR, MatchFile, redacted
from server.cli.files import plugin_of, read_match
from server.cli.outcome import FINDINGS, SOUND, Failed, say, say_json
from server.cli.parameters import as_option, json_option, match_path

VALUE_LENGTH_MAX = 100


@click.command()
@click.argument("file", type=match_path)
@click.option("--at", type=click.IntRange(min=1), help="After which entry (default: the last one).")
@as_option
@json_option
def show(file: Path, at: int | None, viewer: str | None, as_json: bool) -> None:
    """Tell the story of the match in FILE, and show the table as one viewer saw it."""
    read = read_match(file)
    viewer = viewer_of(read, viewer, str(file))
    history = history_of(read, viewer, str(file))
    seq = history.head.seq if at is None else at
    if seq > history.head.seq:
        raise Failed(f"{file}: has {history.head.seq} entries, so nothing can be shown at {seq}")
    with shown(str(file)):
        view = history.view(viewer, seq)
        steps = history.timeline(viewer, 0, seq)
    if as_json:
        say_json({"view": view, "timeline": steps})
        return
    _tell_header(view, viewer, history.head.seq)
    for step in steps:
        say(f"{step['seq']:>6}  {' '.join(step['lines']) or step['intent']}")
    if view["table"] is not None:
        say(f"\nThe table after entry {seq}, as {viewer} sees it:")
        for line in outline(view["table"], "  "):
            say(line)
    _tell_end(view)


def viewer_of(file: MatchFile, asked: str | None, name: str) -> str:
    """Whose eyes to use: those asked for, if this copy of the log has what they see."""
    viewer = asked or file.viewer
    if viewer not in (file.viewer, SPECTATOR) and file.viewer != AUDITOR:
        raise Failed(f"{name}: is the copy of {file.viewer} and does not hold what {viewer} saw")
    return viewer


def history_of(file: MatchFile, viewer: str, name: str) -> History:
    """The log of a file as a viewer knew it, folded; Failed where it cannot be."""
    history = History(plugin_of(file, name), file.match_id)
    entries = file.entries if viewer == AUDITOR else redacted(file.entries, viewer)
    try:
        history.extend(entries)
    except (Damaged, UnknownType) as error:
        raise Failed(f"{name}: {error}") from None
    except Exception as error:  # a damaged log can break any fold; `verify` says where
        raise Failed(f"{name}: entry {history.head.seq + 1} does not fit those before it ({error!r})") from None
    seat = viewer.partition(":")[2]
    if seat and int(seat) > len(history.state.holders):
        raise Failed(f"{name}: this match has {len(history.state.holders)} seats")
    return history


@contextmanager
def shown(name: str) -> Iterator[None]:
    """While what a file holds is shown: a forged log can fold to a state that no table is ever in."""
    try:
        yield
    except Exception as error:
        raise Failed(f"{name}: comes to a state that cannot be shown ({error!r})") from error


def _tell_header(view: Mapping[str, Any], viewer: str, last: int) -> None:
    title = f" {view['title']!r}" if view["title"] else ""
    say(f"{view['game']}{title} {view['match']}: {view['status']}, {last} entries, as {viewer}")
    for seat in view["seats"]:
        bot = f" (bot: {seat['bot']})" if seat["bot"] else ""
        say(f"  seat {seat['seat']}: {seat['name']}{bot}")


def _tell_end(view: Mapping[str, Any]) -> None:
    for asked in view["awaiting"]:
        say(f"\nWaiting: {asked['text']}")
    outcome = view["outcome"]
    if outcome is not None:
        names = {seat["seat"]: seat["name"] for seat in view["seats"]}
        winners = " and ".join(names[seat] for seat in outcome["winners"]) or "nobody"
        say(f"\nWon by {winners} ({', '.join(outcome['reasons'])})")
        say("  " + ", ".join(f"{names[int(seat)]} {score}" for seat, score in outcome["scores"].items()))


def outline(value: Any, indent: str = "") -> Iterator[str]:
    """JSON as lines that a person can read: one field a line, short lists on one line."""
    for key, item in value.items() if isinstance(value, Mapping) else _titled(value):
        if isinstance(item, Mapping | list) and item and not _short(item):
            yield f"{indent}{key}:"
            yield from outline(item, indent + "  ")
        else:
            yield f"{indent}{key}: {_brief(item)}"


def _titled(items: list[Any]) -> Iterator[tuple[str, Any]]:
    for place, item in enumerate(items, start=1):
        seat = item.get("seat") if isinstance(item, Mapping) else None
        yield (str(place), item) if seat is None else (f"seat {seat}", item)


def _short(item: Any) -> bool:
    flat = item.values() if isinstance(item, Mapping) else item
    return not any(isinstance(part, Mapping | list) and part for part in flat) and len(_brief(item)) <= VALUE_LENGTH_MAX


def _brief(item: Any) -> str:
    if item is None:
        return "-"
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, list):
        return ", ".join(map(_brief, item)) if item else "(none)"
    if isinstance(item, Mapping):
        return ", ".join(f"{key} {_brief(part)}" for key, part in item.items()) if item else "(none)"
    return str(item)


@click.command()
@click.argument("first", type=match_path)
@click.argument("second", type=match_path)
@json_option
def diff(first: Path, second: Path, as_json: bool) -> int:
    """Name the first entry at which two logs part, and what differs. Exit code 0: the same course, 1: they part."""
    one, other = read_match(first), read_match(second)
    plugin = plugin_of(one, str(first)) if one.game == other.game else None
    found = parting(one, other, plugin)
    if as_json:
        say_json({"same": found is None, "parting": _as_json(found)})
    elif found is None:
        say(f"the same course, {len(one.entries)} entries")
    else:
        say(found.sentence)
        for title, changes in (("entry", found.entry), ("table", found.table)):
            for change in changes:
                say(f"  {title} {change.path}: {_told(change.first)} | {_told(change.second)}")
    return SOUND if found is None else FINDINGS


def _told(value: Any) -> str:
    text = _brief(value)
    return text if len(text) <= VALUE_LENGTH_MAX else text[: VALUE_LENGTH_MAX - 1] + "…"


def _as_json(found: Parting | None) -> dict[str, Any] | None:
    if found is None:
        return None

    def told(changes: tuple[Change, ...]) -> list[dict[str, Any]]:
        return [{"path": change.path, "first": change.first, "second": change.second} for change in changes]

    return {"seq": found.seq, "sentence": found.sentence, "entry": told(found.entry), "table": told(found.table)}
