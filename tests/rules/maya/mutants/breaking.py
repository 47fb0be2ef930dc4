"""Changes to Trials of Maya that break rules on purpose."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import Mutation

GAME = "domain/maya/"


def changes_in(file: str, *changes: tuple[str, str, str]) -> tuple[Mutation, ...]:
    """Changes to one file of the game: the old text, the new one, and the rules without their prefix."""
    return tuple(
        [
            Mutation(GAME + file, old, new, tuple([f"MAYA-{rule}" for rule in rules.split()]))
            for old, new, rules in changes
        ]
    )
