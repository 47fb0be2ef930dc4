"""Kept states: where a match can be read on from without folding its whole log.

They are a cache. One that is of other code, damaged, or not of this log is ignored, and the log is folded instead.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import sys
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec
import structlog

from domain.kernel.entries import Head
from domain.kernel.freeze import digest, freeze, record_classes, thaw
from domain.kernel.match import MatchState
from projections.history import History, Start
from projections.plugin import Plugin
from server.storage import Store

log = structlog.get_logger(__name__)

KERNEL = "domain.kernel"


class _Kept(NamedTuple):
    link: bytes
    created_at: int
    updated_at: int
    state: Any


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Kept).decode


async def keep(store: Store, history: History) -> int:
    """Keeps the state before the newest step; says its seq.

    Not the newest state: what changed in the newest step is shown at once when the match is opened again.
    """
    newest = history.steps[-1]
    seq = newest.first - 1
    place = history.step_index(seq)
    updated_at = history.steps[place - 1].at if place else history.start.updated_at
    kept = _Kept(history.head_at(seq).link, history.created_at, updated_at, freeze(history.state_at(seq)))
    await store.put_snapshot(history.match_id, seq, fold_version(history.plugin), _encode(kept))
    return seq


async def start_of(store: Store, plugin: Plugin, match_id: str) -> Start | None:
    """The newest kept state of a match that fits its log, or None."""
    head = await store.head(match_id)
    if head is None:
        return None
    found = await store.latest_snapshot(match_id, fold_version(plugin), head.seq - 1)
    if found is None or found[0] == 0:
        return None
    seq, data = found
    rows = await store.read(match_id, seq - 1, 1)
    try:
        kept = _decode(data)
        state = thaw(kept.state, _classes(plugin))
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError, RecursionError) as error:
        log.warning("snapshot_ignored", match=match_id, seq=seq, why=type(error).__name__)
        return None
    if not rows or rows[0].link != kept.link or not isinstance(state, MatchState):
        log.warning("snapshot_ignored", match=match_id, seq=seq, why="not of this log")
        return None
    return Start(Head(seq, kept.link), state, kept.created_at, kept.updated_at)


async def kept_digests(store: Store, plugin: Plugin, match_id: str) -> dict[int, str]:
    """The digest of the newest state that this code kept of a match, by its seq: what `matchfold verify` compares."""
    head = await store.head(match_id)
    found = None if head is None else await store.latest_snapshot(match_id, fold_version(plugin), head.seq)
    if found is None:
        return {}
    seq, data = found
    try:
        return {seq: digest(thaw(_decode(data).state, _classes(plugin)))}
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError, RecursionError):
        return {}  # a damaged one is never used


def fold_version(plugin: Plugin) -> str:
    """Names the code that folds a game's matches: any change to it makes older kept states worthless."""
    return _fold_version(_package_of(plugin))


@functools.cache
def _fold_version(package: str) -> str:
    code = hashlib.sha256()
    for name in (KERNEL, package):
        for file in _sources(importlib.resources.files(name)):
            code.update(file.read_bytes())
    return code.hexdigest()[:32]


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != "__pycache__":
            yield from _sources(item)
        elif item.name.endswith((".py", ".toml")):
            yield item


def _package_of(plugin: Plugin) -> str:
    return type(plugin.rules.game).__module__.rpartition(".")[0]


def _classes(plugin: Plugin) -> dict[str, type[Any]]:
    # A game whose rooms use a name for more than one record says which of them its states hold.
    stated: dict[str, type[Any]] | None = getattr(plugin.rules.game, "records", None)
    return _classes_in(_package_of(plugin)) if stated is None else stated


@functools.cache
def _classes_in(package: str) -> dict[str, type[Any]]:
    rooms = (KERNEL + ".", package + ".")
    return record_classes(*[module for name, module in sorted(sys.modules.items()) if name.startswith(rooms)])
