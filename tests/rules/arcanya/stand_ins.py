"""The made-up Students and Schools of `stand_ins.toml`, by id, for rules that no built-in card comes near."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from domain.arcanya.cards import SchoolCard, StudentCard
from domain.arcanya.content.loader import read_pack
from domain.arcanya.content.pack import Pack

FILE = Path(__file__).with_name("stand_ins.toml")


@cache
def stand_in_pack() -> Pack:
    """Every made-up card, read as a host's own file is read."""
    return read_pack(FILE.read_text(encoding="utf-8"), FILE.name)


def stand_in(student: str) -> StudentCard:
    """The made-up Student of that id."""
    return next(card for card in stand_in_pack().students if card.id == student)


def stand_in_school(element: str) -> SchoolCard:
    """The made-up School of that element."""
    return next(card for card in stand_in_pack().schools if card.id == element)
