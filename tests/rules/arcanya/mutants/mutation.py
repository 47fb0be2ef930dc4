"""A change to the game that breaks rules on purpose."""

from __future__ import annotations

import attrs

GAME = "domain/arcanya/"


@attrs.frozen
class Mutation:
    """A text that stands in a file once, what takes its place, and the rules that no longer hold then."""

    file: str
    old: str
    new: str
    rules: tuple[str, ...]


def changes_in(file: str, *changes: tuple[str, str, str]) -> tuple[Mutation, ...]:
    """Changes to one file: the old text, the new one, and the rules without their prefix."""
    return tuple(
        [Mutation(file, old, new, tuple([f"ARC-{rule}" for rule in rules.split()])) for old, new, rules in changes]
    )
