"""Champions, cards and minions made up for tests, so that nothing on a table acts but what a test is about.

The four champions have passives that do nothing. A card is made up where it is needed:
`card("Reach", {"do": "move", "steps": 3}, {"do": "attack", "value": 2})`; its icons count from 0, and its text is
a clause for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

CHAMPIONS = {
    "ada": ("manushya", "artificer", "vanguard"),
    "ben": ("naag", "fleetshot", "harrier"),
    "cyd": ("garuda", "relic-keeper", "surefire"),
    "dov": ("vaanar", "harrier", "vanguard"),
}
"""Stand-ins in the order of the seats, with their traits."""

TRAITS = (
    "garuda",
    "manushya",
    "naag",
    "vaanar",
    "artificer",
    "fleetshot",
    "harrier",
    "relic-keeper",
    "surefire",
    "vanguard",
)

HP = (8, 10, 12)
ENERGY = (1, 2, 3)
HAND = 5


@attrs.frozen
class Made:
    """A record made up for a test: its table, its id and what it says."""

    table: str
    id: str
    data: Mapping[str, Any] = attrs.field(eq=False)

    def __str__(self) -> str:
        return self.id


def card(
    id: str,
    *clauses: Mapping[str, Any],
    type: str = "action",
    cost: int = 1,
    gain: int = 2,
    traits: Sequence[str] = ("vanguard",),
    **more: Any,
) -> Made:
    """A deck card with one clause of text for each part of its program."""
    data = {"type": type, "cost": cost, **_worded(id, clauses), **more}
    if type == "action":
        data["gain"] = gain
    if "signature_of" not in more:
        data["traits"] = list(traits)
    return Made("card", id, data)


def relic(id: str, *clauses: Mapping[str, Any], cost: int = 1, **more: Any) -> Made:
    """A Relic."""
    return card(id, *clauses, type="relic", cost=cost, **more)


def spell(id: str, *clauses: Mapping[str, Any], cost: int = 1, **more: Any) -> Made:
    """A Spell."""
    return card(id, *clauses, type="spell", cost=cost, **more)


def fragment(id: str, *clauses: Mapping[str, Any], cost: int = 0, gain: int = 3, copies: int = 3) -> Made:
    """A Memory Fragment beside the built-in ones, or in place of one of them."""
    return Made("fragment", id, {"cost": cost, "gain": gain, "copies": copies, **_worded(id, clauses)})


def passive(trait: str, *clauses: Mapping[str, Any]) -> Made:
    """The passive of a trait."""
    worded = _worded(trait, clauses)
    del worded["id"]
    return Made("passive", trait, {"trait": trait, **worded})


def made(table: str, id: str, **data: Any) -> Made:
    """Any other record: a minion, an objective, a piece, an item."""
    return Made(table, id, {"id": id, "name": id.capitalize(), **data})


def _worded(id: str, clauses: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    text = " · ".join(f"Clause {number}" for number in range(1, len(clauses) + 1)) or "no actions"
    return {"id": id, "name": id.capitalize(), "text": text, "program": list(clauses)}


def content_of(records: Sequence[Made], *, quiet: bool = True) -> dict[str, str]:
    """The files of a host that has the stand-ins and these records; `quiet` silences the built-in passives."""
    files = {"stand-ins.toml": _stand_ins()}
    if quiet:
        files["quiet.toml"] = _quiet()
    if records:
        files["test.toml"] = text_of({(one.table, one.id): one for one in records}.values())
    return files


def starter(champion: str) -> list[str]:
    """The 24 cards of a stand-in's deck."""
    return [f"{champion}-{number}" for number in range(1, 13) for _ in range(2)]


@cache
def _stand_ins() -> str:
    records: list[Made] = []
    for champion, traits in CHAMPIONS.items():
        records += [portrait(champion, traits), *skills(champion), *deck_cards(champion, traits[0])]
    return text_of(records)


def portrait(id: str, traits: tuple[str, str, str], **changes: Any) -> Made:
    """A champion with a deck of twelve cards twice; its cards and skills are records of their own."""
    one, two, three = traits
    pairs = [(one, two), (one, three), (two, three)]
    data: dict[str, Any] = {
        "placeholder": True,
        "traits": list(traits),
        "hand": HAND,
        "hp": [{"value": HP[0]}, *[{"value": value, "xp": 2} for value in HP[1:]]],
        "energy": [{"value": value, "xp": 2} for value in ENERGY],
        "symbols": [*[{"traits": list(pair), "xp": 1} for pair in pairs], {"wild": True, "xp": 2}],
        "starter": [{"card": f"{id}-{number}", "copies": 2} for number in range(1, 13)],
        "without_reactions": {"out": f"{id}-12", "in": f"{id}-12"},
    }
    return made("champion", id, **{**data, **changes})


def deck_cards(champion: str, trait: str) -> list[Made]:
    """The cards of a stand-in's deck, and one more."""
    return [
        card(f"{champion}-{number}", {"do": "move", "steps": 1}, gain=number % 5, traits=[trait])
        for number in range(1, 14)
    ]


def skills(champion: str) -> list[Made]:
    """Three skills that do nothing."""
    side = {"xp": 2, "text": "no actions", "program": []}
    return [
        made("skill", f"{champion}-skill-{number}", champion=champion, level_1=side, level_2a=side, level_2b=side)
        for number in (1, 2, 3)
    ]


@cache
def _quiet() -> str:
    return text_of([passive(trait) for trait in TRAITS])


def text_of(records: Iterable[Made]) -> str:
    """A file with these records."""
    lines: list[str] = []
    for one in records:
        lines += [f"[[{one.table}]]", *[f"{key} = {_value(value)}" for key, value in one.data.items()], ""]
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return str(value)
