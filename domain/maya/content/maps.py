"""Reading arenas, which are drawn in signs, and counting their pieces against the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from domain.maya.content.forms import (
    Data,
    DataError,
    Place,
    among,
    as_id,
    as_int,
    as_list,
    as_name,
    as_table,
    need,
    only,
)
from domain.maya.content.models import GroundItem, Lair, Map, Point, Tower
from domain.maya.hexes import Hex, Level, Space, are_corner, connected_zones, distance, vertex

SIGNS: dict[str, Space] = {
    ".": Space(),
    "^": Space(level=Level.HIGH),
    "v": Space(level=Level.LOW),
    "*": Space(spikes=True),
    "A": Space(level=Level.HIGH, spikes=True),
    "V": Space(level=Level.LOW, spikes=True),
    "#": Space(void=True),
}
"""What each sign of the ground stands for (MAYA-TERR-01, MAYA-TERR-03)."""

NO_SPACE = "_"
OWNERS = ("neutral", "team1", "team2")
TEAMS = (1, 2)

# What the box holds (MAYA-COMP-09, MAYA-COMP-10, MAYA-COMP-11).
MINIONS_MAX = 13
TOWERS_MAX = 2
SPAWNS_MAX = {"neutral": 2, "team1": 4, "team2": 4}
UPGRADES_MAX = 4


def read_map(data: Data) -> Map:
    """Read an arena: levels, spikes, voids, zones, walls, points and what stands on it (MAYA-TERR-01)."""
    known = {"id", "name", "ground", "zone_names", "zones", "walls"}
    only(data, known | {"spawns", "upgrades", "towers", "lairs", "items"}, ())
    spaces = _spaces(data)
    return Map(
        id=as_id(need(data, "id", ()), ("id",)),
        name=as_name(need(data, "name", ()), ("name",)),
        spaces=spaces,
        walls=_walls(data, spaces),
        spawns=_points(data, "spawns", spaces),
        upgrades=_points(data, "upgrades", spaces),
        towers=tuple(
            Tower(_team(table, place), at) for table, place, at in _standing(data, "towers", {"team"}, spaces)
        ),
        lairs=tuple(
            Lair(
                as_name(need(table, "minion", place), (*place, "minion")),
                at,
                as_int(need(table, "hp", place, "MAYA-MIN-02"), (*place, "hp"), least=1),
            )
            for table, place, at in _standing(data, "lairs", {"minion", "hp"}, spaces)
        ),
        items=tuple(
            GroundItem(as_name(need(table, "item", place), (*place, "item")), at)
            for table, place, at in _standing(data, "items", {"item"}, spaces)
        ),
    )


def lacking(arena: Map, *, siege: bool) -> tuple[str, str] | None:
    """What a map has to have for a kind of mode and has not: the key under which it would stand, and what it is."""
    if siege and {tower.team for tower in arena.towers} != set(TEAMS):
        return "towers", "towers of both teams"
    owners = {point.owner for point in arena.spawns}
    if siege and not owners >= {f"team{team}" for team in TEAMS}:
        return "spawns", "spawn points of both teams"
    return None if owners else ("spawns", "spawn points")


def surplus(arena: Map, heads: Mapping[str, int]) -> Iterator[tuple[Place, str, str]]:
    """What a map needs beyond the box: place, reason and rule of each warning."""
    if len(arena.lairs) > MINIONS_MAX:
        yield ("lairs",), f"{len(arena.lairs)} minions, the box has {MINIONS_MAX}", "MAYA-COMP-09"
    for kind, count in Counter(lair.minion for lair in arena.lairs).items():
        if count > heads.get(kind, 0):
            yield ("lairs",), f"{count} of {kind}, the box has {heads.get(kind, 0)}", "MAYA-COMP-09"
    for team, count in Counter(tower.team for tower in arena.towers).items():
        if count > TOWERS_MAX:
            yield ("towers",), f"{count} towers of team {team}, the box has {TOWERS_MAX}", "MAYA-COMP-10"
    if len(arena.upgrades) > UPGRADES_MAX:
        yield (
            ("upgrades",),
            f"{len(arena.upgrades)} upgrade points, the box has {UPGRADES_MAX}",
            "MAYA-COMP-11",
        )
    spawns = Counter(point.owner for point in arena.spawns)
    for owner, count in spawns.items():
        # Where no team has spawn points of its own, its poles serve as neutral ones.
        spare = sum(SPAWNS_MAX[team] for team in ("team1", "team2") if not spawns[team])
        most = SPAWNS_MAX[owner] + (spare if owner == "neutral" else 0)
        if count > most:
            yield ("spawns",), f"{count} spawn points of {owner}, the box has {most}", "MAYA-COMP-11"


def _team(table: Data, place: Place) -> int:
    team = as_int(need(table, "team", place), (*place, "team"), least=1)
    if team not in TEAMS:
        raise DataError((*place, "team"), "a tower is team 1's or team 2's", "MAYA-COMP-10")
    return team


def _spaces(data: Data) -> dict[Hex, Space]:
    ground: dict[Hex, Space | None] = {}
    for at, sign, place in _signs(data, "ground"):
        if at in ground:
            raise DataError(place, f"{at} is drawn twice", "MAYA-TERR-01")
        ground[at] = _sign(sign, place)
    spaces = {at: space for at, space in ground.items() if space is not None}
    if not spaces:
        raise DataError(("ground",), "an arena needs spaces", "MAYA-TERR-01")
    names = as_table(need(data, "zone_names", (), "MAYA-TERR-23"), ("zone_names",))
    looks: dict[Hex, str] = {}
    for at, sign, place in _signs(data, "zones"):
        if at in spaces and not spaces[at].void:
            key = among(sign, names, place, "zone sign", "MAYA-TERR-23")
            looks[at] = as_name(names[key], ("zone_names", key))
    zones = connected_zones(looks)
    for at, space in spaces.items():
        if not space.void and at not in zones:
            raise DataError(("zones",), f"{at} is in no zone", "MAYA-TERR-23")
    return {at: Space(space.level, space.spikes, space.void, zones.get(at, "")) for at, space in spaces.items()}


def _sign(sign: str, place: Place) -> Space | None:
    if sign == NO_SPACE:
        return None
    return SIGNS[among(sign, SIGNS, place, "sign of the ground", "MAYA-TERR-01")]


def _signs(data: Data, key: str) -> Iterator[tuple[Hex, str, Place]]:
    for index, item in enumerate(as_list(need(data, key, (), "MAYA-TERR-01"), (key,))):
        place: Place = (key, index)
        row = as_table(item, place)
        only(row, {"r", "q", "signs"}, place)
        r = as_int(need(row, "r", place), (*place, "r"), least=-99)
        first = as_int(need(row, "q", place), (*place, "q"), least=-99)
        for offset, sign in enumerate(as_name(need(row, "signs", place), (*place, "signs")).split()):
            yield Hex(first + offset, r), sign, (*place, "signs")


def _hex(data: Any, place: Place) -> Hex:
    pair = as_list(data, place)
    if len(pair) != 2:
        raise DataError(place, "a space is written [q, r]")
    return Hex(*(as_int(part, (*place, index), least=-99) for index, part in enumerate(pair)))


def _walls(data: Data, spaces: Mapping[Hex, Space]) -> tuple[tuple[Hex, Hex], ...]:
    walls: list[tuple[Hex, Hex]] = []
    for index, item in enumerate(as_list(data.get("walls", []), ("walls",))):
        place: Place = ("walls", index)
        ends = [_hex(end, (*place, number)) for number, end in enumerate(as_list(item, place))]
        if len(ends) != 2 or distance(*ends) != 1 or not all(end in spaces for end in ends):
            raise DataError(place, "a wall stands between two neighbouring spaces", "MAYA-AMB-02")
        walls.append((ends[0], ends[1]))
    return tuple(walls)


def _points(data: Data, key: str, spaces: Mapping[Hex, Space]) -> tuple[Point, ...]:
    points: list[Point] = []
    zones = {space.zone for space in spaces.values()}
    for index, item in enumerate(as_list(need(data, key, (), "MAYA-POI-03"), (key,))):
        place: Place = (key, index)
        table = as_table(item, place)
        only(table, {"name", "owner", "zone", "at"}, place)
        listed = as_list(need(table, "at", place, "MAYA-POI-01"), (*place, "at"))
        corner = tuple(_hex(end, (*place, "at", number)) for number, end in enumerate(listed))
        if not are_corner(corner):
            raise DataError((*place, "at"), "a point lies where three spaces meet", "MAYA-POI-01")
        if not any(end in spaces and not spaces[end].void for end in corner):
            raise DataError((*place, "at"), "no space at this point can be used", "MAYA-TERR-22")
        zone = table.get("zone", "")
        if any(point.name == table.get("name") for point in points):
            raise DataError((*place, "name"), f"a second point {table['name']!r} of that kind", "MAYA-POI-01")
        points.append(
            Point(
                name=as_name(need(table, "name", place), (*place, "name")),
                owner=among(need(table, "owner", place), OWNERS, (*place, "owner"), "owner", "MAYA-POI-05"),
                at=vertex(*corner),
                zone=among(zone, zones, (*place, "zone"), "zone", "MAYA-TERR-24") if zone else "",
            )
        )
    return tuple(points)


def _standing(data: Data, key: str, own: set[str], spaces: Mapping[Hex, Space]) -> Iterator[tuple[Data, Place, Hex]]:
    taken: set[Hex] = set()
    for index, item in enumerate(as_list(data.get(key, []), (key,))):
        place: Place = (key, index)
        table = as_table(item, place)
        only(table, own | {"at"}, place)
        at = _hex(need(table, "at", place), (*place, "at"))
        if at not in spaces or spaces[at].void:
            raise DataError((*place, "at"), f"{at} is no space of this arena", "MAYA-TERR-22")
        if at in taken and key != "items":
            raise DataError((*place, "at"), f"{at} holds a unit already", "MAYA-UNIT-01")
        taken.add(at)
        yield table, place, at
