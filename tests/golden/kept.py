"""What a fixture of the standing set is kept for, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from projections.bots import Bot
from server.simulate import Played

Wanted = Callable[[Played], bool]


def anything(played: Played) -> bool:
    """Any match will do."""
    return True


@attrs.frozen
class Kept:
    """A fixture: its name, what it is kept for, how it is played, and what must have come up in it.

    `drivers` play the seats of the bots of that name, made anew for each match: for what bots never do. Of `tries`
    matches that will do, the shortest is kept, since everybody who checks the fixtures waits for it.
    """

    name: str
    why: str
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    wanted: Wanted = anything
    content: str | None = None
    drivers: Mapping[str, Callable[[], Bot]] = attrs.field(factory=dict)
    tries: int = 1
