"""Arcanya as its readers need it: the table, its telling, and a bot that plays sensibly."""

from __future__ import annotations

from typing import Any

from domain.arcanya.content.loader import ContentError, read_pack
from domain.arcanya.game import ARCANYA
from domain.kernel.match import MatchRules
from projections.arcanya.asking import ask, describe
from projections.arcanya.changes import changed
from projections.arcanya.greedy import GREEDY
from projections.arcanya.telling import aside, marks, narrate
from projections.arcanya.view import progress, view
from projections.bots import RANDOM
from projections.plugin import BadContent, Plugin


def read_content(text: str, filename: str) -> Any:
    """A host's own cards as plain data, or BadContent."""
    try:
        return read_pack(text, filename).data
    except ContentError as error:
        raise BadContent(str(error)) from None


PLUGIN = Plugin(
    rules=MatchRules(ARCANYA),
    title="Arcanya: Magic Academy",
    view=view,
    narrate=narrate,
    progress=progress,
    describe=describe,
    ask=ask,
    marks=marks,
    changed=changed,
    aside=aside,
    bots={"random": RANDOM, "greedy": GREEDY},
    read_content=read_content,
    seats_offered=3,
)

__all__ = ["PLUGIN"]
