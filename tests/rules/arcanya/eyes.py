"""What a viewer is shown of a table, and what a client may send: the borders at which hands could leak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.arcanya.game import ARCANYA
from domain.kernel.game import Refused
from domain.kernel.match import MatchRules
from projections.arcanya.view import view
from tests.rules.arcanya.play import Seat, Table, letter, redacted, seat_number

SPECTATOR = "spectator"
RULES = MatchRules(ARCANYA)


def viewers(table: Table) -> list[str]:
    """Every seat by its letter, and a spectator."""
    return [*[str(letter(student.seat)) for student in table.trial.students], SPECTATOR]


def shown(table: Table, viewer: str) -> dict[str, Any]:
    """The table as a viewer is shown it: the same from the full state and from what the viewer was sent."""
    name = SPECTATOR if viewer == SPECTATOR else f"seat:{seat_number(viewer)}"
    from_all: dict[str, Any] = view(table.trial, name, _name)
    assert from_all == view(table.view(viewer).trial, name, _name)
    return from_all


def seat_shown(table: Table, viewer: str, seat: Seat) -> dict[str, Any]:
    """One seat of the table as a viewer is shown it."""
    found: dict[str, Any] = shown(table, viewer)["seats"][seat_number(seat) - 1]
    return found


def sent(table: Table, viewer: Seat, name: str) -> Any:
    """The one event of that type among the last, as a viewer gets it."""
    return redacted(table.event(name), 0 if viewer == SPECTATOR else seat_number(viewer))


def has_no_form(seat: Seat, data: Mapping[str, Any]) -> bool:
    """Whether an intent as JSON is turned away at the door, before any rule sees it; else the test fails."""
    with pytest.raises(Refused) as caught:
        RULES.reader.intent(dict(data), seat_number(seat))
    return caught.value.code in ("BAD_FIELDS", "UNKNOWN_INTENT")


def _name(seat: int) -> str:
    return str(letter(seat))
