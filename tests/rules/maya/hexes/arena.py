"""Small arenas for tests, drawn in the signs of the map files, and hypothesis strategies for random ones."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from domain.maya.content.maps import SIGNS
from domain.maya.hexes import Board, Hex, Level, Space, Standing, border, disc, neighbours

H = Hex
O = Hex(0, 0)  # noqa: E741 # the centre of every arena here

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)


def arena(radius: int = 4, walls: Iterable[tuple[Hex, Hex]] = (), **signs: Iterable[tuple[int, int]]) -> Board:
    """A round arena of flat spaces but for those named: high, low, spikes, void."""
    marks = {"high": "^", "low": "v", "spikes": "*", "void": "#"}
    spaces = {space: Space() for space in disc(O, radius)}
    for name, listed in signs.items():
        spaces |= {Hex(*at): SIGNS[marks[name]] for at in listed}
    return Board(spaces, frozenset(border(a, b) for a, b in walls))


def units(friends: Iterable[tuple[int, int]] = (), foes: Iterable[tuple[int, int]] = ()) -> Standing:
    """Who stands where besides the acting unit."""
    return Standing(frozenset(Hex(*at) for at in friends), frozenset(Hex(*at) for at in foes))


CENTRE_DISC = tuple(disc(O, 2))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Random arenas of radius 2: levels, spikes, voids, walls; the centre is always ground."""
    spaces = {
        at: Space(
            draw(st.sampled_from(Level)),
            draw(st.booleans()),
            at != O and draw(st.integers(0, 4)) == 0,
        )
        for at in CENTRE_DISC
    }
    edges = sorted({border(a, b) for a in spaces for b in neighbours(a) if b in spaces})
    walls = draw(st.frozensets(st.sampled_from(edges), max_size=12))
    return Board(spaces, walls)


@st.composite
def crowds(draw: st.DrawFn) -> Standing:
    """Random friends and foes, none of them in the centre."""
    others = st.sampled_from(CENTRE_DISC[1:])
    friends = draw(st.frozensets(others, max_size=4))
    foes = draw(st.frozensets(others, max_size=4))
    return Standing(friends - foes, foes)
