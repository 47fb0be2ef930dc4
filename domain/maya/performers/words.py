"""Fills in the words that can stand in a program."""

from __future__ import annotations

from domain.maya.effects.words import WORDS
from domain.maya.performers import (
    activating,
    answering,
    attacking,
    branching,
    cards,
    engrams,
    icon_words,
    items,
    pieces,
    relics,
    structure,
    towers,
    units,
)

for module in (
    icon_words,
    engrams,
    units,
    pieces,
    cards,
    activating,
    relics,
    answering,
    attacking,
    branching,
    structure,
    items,
    towers,
):
    WORDS.update(module.WORDS)
