"""How things of the arena are called in a sentence: units, spaces, cards, what an effect comes from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.kernel.game import HOST_SEAT
from domain.maya.content.abilities import Ability
from domain.maya.content.models import Text
from domain.maya.hexes import Hex
from domain.maya.kit import skill_side
from domain.maya.packs import pack_of
from domain.maya.state import State, Unit
from domain.maya.state_arena import Arena
from projections.maya.kept import Kept
from projections.plugin import NameOf

ARENAS_MAX = 32  # matches whose arenas are looked at by turns


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def count_of(number: int, thing: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def titled(name: str) -> str:
    """An id as a name, for what the content does not know any more."""
    return name.replace("-", " ").replace("_", " ").title()


def _named(known: Mapping[str, Any], name: str) -> str:
    found = known.get(name)
    return str(found.name) if found is not None else titled(name)


def proposer(seat: int, name_of: NameOf) -> str:
    """Who proposes a correction, at the beginning of a sentence: a seat, or the host, who holds none."""
    return "The host" if seat == HOST_SEAT else name_of(seat)


# Spaces.


def spaces_of(arena: Arena) -> dict[Hex, str]:
    """The name of each space: a letter for its row from the north, a number from the west."""
    return _SPACES.of(arena)


def _name_spaces(arena: Arena) -> dict[Hex, str]:
    rows: dict[int, list[Hex]] = {}
    for tile in arena.tiles:
        rows.setdefault(tile.at.r, []).append(Hex(*tile.at))
    return {
        at: f"{_letters(row)}{number}"
        for row, r in enumerate(sorted(rows))
        for number, at in enumerate(sorted(rows[r]), start=1)
    }


_SPACES: Kept[Arena, dict[Hex, str]] = Kept(_name_spaces, ARENAS_MAX)


def _letters(row: int) -> str:
    return chr(ord("A") + row) if row < 26 else _letters(row // 26 - 1) + chr(ord("A") + row % 26)


def space(state: State, at: Sequence[int]) -> str:
    """`C4`."""
    where = Hex(at[0], at[1])
    return str(where) if state.arena is None else spaces_of(state.arena).get(where, str(where))


def space_key(at: Sequence[int]) -> str:
    """How a space is written where it is clicked: `q,r`."""
    return f"{at[0]},{at[1]}"


# Units.


def unit(state: State, name: str, name_of: NameOf) -> str:
    """`Kshar`, `Warden of Knots #4`, `Tower 1A`, `Marta's Engram #2`."""
    found = state.units.get(name)
    if found is not None:
        return unit_words(state, found, name_of)
    head = next((head for seat in state.seats for head in seat.purse.heads if head.minion == name), None)
    if head is not None:
        return minion(state, head.kind, head.minion)
    return "something" if not name else titled(name)


def unit_words(state: State, found: Unit, name_of: NameOf) -> str:
    """The name of a unit that there is."""
    pack = pack_of(state)
    if found.kind == "champion":
        return _named(pack.champions, found.what)
    if found.kind == "minion":
        return minion(state, found.what, found.id)
    piece = _named(pack.pieces, found.what)
    if found.owner:
        number = found.id.rpartition(".")[2]
        return f"{name_of(found.owner)}'s {piece} #{number}"
    return f"{piece} {found.id.lstrip('t').upper()}"


def minion(state: State, kind: str, name: str) -> str:
    """A minion with the number of its lair, which tells those of a kind apart and reads as no value."""
    return f"{minion_kind(state, kind)} #{name.lstrip('m')}"


def minion_kind(state: State, kind: str) -> str:
    """The kind of a minion."""
    return _named(pack_of(state).minions, kind)


def units(state: State, names: Iterable[str], name_of: NameOf) -> str:
    """Several units by name."""
    return listed([unit(state, name, name_of) for name in names] or ["nobody"])


def team(state: State, number: int, name_of: NameOf) -> str:
    """The players of a team."""
    members = [name_of(seat.seat) for seat in state.seats if seat.team == number]
    return listed(members) if members else f"team {number}"


# Cards and what else has a text.


def card(state: State, name: str) -> str:
    """The name on a card or a Memory Fragment."""
    pack = pack_of(state)
    return _named(pack.cards if name in pack.cards else pack.fragments, name)


def cards(state: State, names: Iterable[str]) -> str:
    """Cards by name, equal ones counted."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return listed([card(state, name) if n == 1 else f"{n}x {card(state, name)}" for name, n in counts.items()])


def champion(state: State, name: str) -> str:
    """The name on a portrait."""
    return _named(pack_of(state).champions, name)


def objective(state: State, name: str) -> str:
    """The name of an objective."""
    return _named(pack_of(state).objectives, name)


def item(state: State, name: str) -> str:
    """The name of an item."""
    return _named(pack_of(state).items, name)


def piece(state: State, name: str) -> str:
    """The name of a class piece."""
    return _named(pack_of(state).pieces, name)


def skill(state: State, name: str) -> str:
    """The name of a skill card."""
    return _named(pack_of(state).skills, name)


def trait(name: str) -> str:
    """A trait as it is written on a card."""
    return "-".join(part.capitalize() for part in name.split("-"))


def symbol(traits: Sequence[str]) -> str:
    """A symbol token: the traits it may count as."""
    return "any Trait" if tuple(traits) == ("wild",) else " or ".join(trait(one) for one in traits)


# What an effect comes from.


def source_text(state: State, seat: int, source: str) -> tuple[str, str, str]:
    """The name of what a source belongs to, the clause it stands for ("" if none), and the card's id ("" if none).

    Sources are `1.card.0`, `2.relic.0`, `spell:ID`, `mat:2:ID.0`, `exit:ID.0`, `passive:TRAIT.0`, `skill:ID.0`,
    `engram:SOURCE`, `minion:ID.0`.
    """
    kind, colon, rest = source.partition(":")
    if not colon:
        return _slot_source(state, seat, source)
    pack = pack_of(state)
    name, _, number = rest.rpartition(".")
    match kind:
        case "spell":
            return card(state, rest), "", rest
        case "mat" | "exit" | "arrival":
            name = name.partition(":")[2] if kind == "mat" else name
            text = pack.cards.get(name) or pack.fragments.get(name)
            return card(state, name), _clause(text, number), name
        case "passive":
            passive = pack.passives.get(name)
            return passive.name if passive else titled(name), _clause(passive, number), ""
        case "skill":
            level = state.seat(seat).growth.skills.get(name, "1")
            side = skill_side(pack, name, level) if name in pack.skills else None
            return skill(state, name), _clause(side, number), ""
        case "engram":
            return source_text(state, seat, rest)
        case "minion":
            return unit(state, name, str), "", ""
    return titled(kind), "", ""


def _slot_source(state: State, seat: int, source: str) -> tuple[str, str, str]:
    parts = source.split(".")
    if len(parts) != 3 or not seat or not parts[0].isdigit() or not 1 <= int(parts[0]) <= 3:
        return ("an effect" if source in ("", "triggers") else titled(source)), "", ""
    slot = state.seat(seat).slots[int(parts[0]) - 1]
    name = slot.relic if parts[1] == "relic" else slot.card
    if not name:
        return "a card", "", ""
    pack = pack_of(state)
    return card(state, name), _clause(pack.cards.get(name) or pack.fragments.get(name), parts[2]), name


def _clause(text: Text | None, number: str) -> str:
    if text is None or not number.isdigit() or int(number) >= len(text.program):
        return ""
    return clause_words(text, text.program[int(number)])


def clause_words(text: Text, ability: Ability) -> str:
    """The words of one clause, as its card prints them."""
    clauses = text.clauses
    return clauses[ability.clause] if ability.clause < len(clauses) else text.text


def source(state: State, seat: int, name: str) -> str:
    """The name of what an effect comes from."""
    return source_text(state, seat, name)[0]
