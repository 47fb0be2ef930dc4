"""What a bot takes from its view of the arena: who stands where, whom to go for, how dangerous a place is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.kernel.records import record
from domain.maya.hexes import AXES, Hex, distance

WEAK_SHARE = 3  # a champion with a third of its HP or less is weak
DANGER_REACH = 3  # an enemy champion so near can strike next turn
WATCHFIRE_REACH = 2

Unit = dict[str, Any]


@record
class Look:
    """The bot's own side, all units, the ground, and whom it would like to attack, by worth for each HP."""

    me: int
    team: int
    table: dict[str, Any]
    side: dict[str, Any]
    units: dict[str, Unit]
    spiked: frozenset[Hex]
    high: frozenset[Hex]
    worth: dict[str, float]
    awaited: dict[str, Any]

    @property
    def champion(self) -> Unit:
        return self.units[f"c{self.me}"]

    @property
    def is_weak(self) -> bool:
        champion = self.champion
        return bool(champion["hp"] * WEAK_SHARE <= champion["max_hp"])

    @property
    def energy(self) -> int:
        return int(self.side["energy"])

    def card(self, name: str) -> dict[str, Any]:
        """What a card says, as far as the bot may know it."""
        return dict(self.table["cards"].get(name, {"cost": 0, "type": "action", "actions": [], "gain": 0}))

    def goals(self) -> Iterable[tuple[Hex, float]]:
        """The places of what is worth attacking, with its worth."""
        for name, worth in self.worth.items():
            at = self.units[name]["at"]
            if at is not None:
                yield Hex(*at), worth


def look_at(view: dict[str, Any]) -> Look:
    """The part of a seat's view that the bot goes by."""
    table = view["table"]
    me = int(view["viewer"].partition(":")[2])
    side = table["seats"][me - 1]
    units = {unit["id"]: unit for unit in table["units"]}
    tiles = table["box"]["tiles"]
    raised = {Hex(*tile["at"]) for tile in table["ground"]["foundations"]}
    hunting = table["box"]["mode"]["kind"] == "headhunters"
    bounty = table["ledger"].get("bounty", 1)
    return Look(
        me=me,
        team=side["team"],
        table=table,
        side=side,
        units=units,
        spiked=frozenset(Hex(*tile["at"]) for tile in tiles if tile.get("spikes")) - raised,
        high=frozenset([*raised, *(Hex(*tile["at"]) for tile in tiles if tile["level"] == 2)]),
        worth={
            unit["id"]: _worth(unit, hunting, bounty)
            for unit in table["units"]
            if unit["team"] != side["team"] and unit["attackable"] and unit["at"] is not None
        },
        awaited=next((asked for asked in view["awaiting"] if asked["seat"] == me), {}),
    )


def _worth(unit: Unit, hunting: bool, bounty: int) -> float:
    """What an HP of a unit is worth to take."""
    match unit["kind"]:
        case "champion":
            return 5.0
        case "minion" if unit["team"]:
            return 2.5
        case "minion":
            return 2.0 + bounty if hunting else 1.5
    return 6.0 if unit["what"] == "tower" else 2.0


def kill_bonus(unit: Unit) -> float:
    """What it is worth beside the HP to take a unit off the arena."""
    return {"champion": 30.0, "minion": 8.0}.get(unit["kind"], 20.0)


def place_worth(look: Look, at: Hex, path: Sequence[Hex] = ()) -> float:
    """How good it is for the bot's champion to end a Move on a space."""
    worth = 0.0
    if look.is_weak:
        worth += 2.0 * min([distance(at, enemy) for enemy in _enemy_champions(look)], default=0)
    else:
        worth -= min([distance(at, goal) * (1.5 if value >= 5 else 2.0) for goal, value in look.goals()], default=0)
    worth += 0.6 if at in look.high else 0.0
    worth -= 5.0 * sum(1 for space in path if space in look.spiked)
    for unit in look.units.values():
        if unit["at"] is None or unit["team"] == look.team:
            continue
        near = distance(at, Hex(*unit["at"]))
        if unit["what"] == "tower" and near <= WATCHFIRE_REACH:
            worth -= 4.0 if look.is_weak else 1.0
        elif unit["kind"] == "minion" and not unit["team"] and near == 1:
            worth -= 3.0 if look.is_weak else 1.0
    if look.side["xp"] >= 2 and is_at_upgrade(look, at):
        worth += 4.0
    return worth


def is_at_upgrade(look: Look, at: Hex) -> bool:
    """Whether a space lies by an upgrade point that may serve the bot."""
    return any(
        list(at) in point["at"]
        for point in look.table["box"]["points"]
        if point["kind"] == "upgrade" and point["owner"] in (0, look.team)
    )


def _enemy_champions(look: Look) -> list[Hex]:
    return [
        Hex(*unit["at"])
        for unit in look.units.values()
        if unit["kind"] == "champion" and unit["team"] != look.team and unit["at"] is not None
    ]


def nearest_goal(look: Look, at: Hex) -> int:
    """How far the nearest thing worth attacking is."""
    return min([distance(at, goal) for goal, _ in look.goals()], default=99)


def around(at: Hex) -> list[Hex]:
    """The spaces that touch one."""
    return [Hex(at.q + axis.q, at.r + axis.r) for axis in AXES]
