"""Who stands where, as one unit sees it."""

from __future__ import annotations

import attrs

from domain.maya.hexes.coords import Hex


@attrs.frozen
class Standing:
    """The spaces taken by other units, seen from the acting unit, which is in neither set.

    Friends are the units of the same player or team; everybody else is a foe, neutral units
    included (MAYA-UNIT-04, MAYA-AMB-12).
    """

    friends: frozenset[Hex] = frozenset()
    foes: frozenset[Hex] = frozenset()

    def is_taken(self, space: Hex) -> bool:
        """Whether a unit stands there; a space holds one unit at most (MAYA-UNIT-01)."""
        return space in self.friends or space in self.foes


EMPTY = Standing()
