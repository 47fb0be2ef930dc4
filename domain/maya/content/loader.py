"""Loading content: the built-in files, and a host's own over them or instead of them."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import attrs

from domain.kernel.toml_bounds import fault_of_toml
from domain.maya.content import maps, records
from domain.maya.content.clauses import uses_flight
from domain.maya.content.decks import check_deck
from domain.maya.content.forms import Data, DataError, Place
from domain.maya.content.models import Champion, ContentPack, ContentWarning, Map, Mode, Skill
from domain.maya.content.toml_lines import line_of

BYTES_MAX = 1_000_000  # a file of content is a few dozen kilobytes; more is a mistake or an attack

_READERS: dict[str, Callable[[Data], Any]] = {
    "champion": records.read_champion,
    "passive": records.read_passive,
    "skill": records.read_skill,
    "card": records.read_card,
    "fragment": records.read_fragment,
    "objective": records.read_objective,
    "minion": records.read_minion,
    "piece": records.read_piece,
    "item": records.read_item,
    "map": maps.read_map,
    "mode": records.read_mode,
}
_SIGNATURES = 3


class ContentError(Exception):
    """A file of content is refused: which file and line, why, and the rule that says so if one does."""

    def __init__(self, file: str, line: int, reason: str, rule: str = "") -> None:
        super().__init__(f"{file}:{line}: {reason}" + (f" ({rule})" if rule else ""))
        self.file = file
        self.line = line
        self.reason = reason
        self.rule = rule


@attrs.frozen
class _Source:
    """Where a record stands: the nth table of its kind in a file."""

    file: str
    text: str
    table: str
    index: int

    def line(self, place: Place = ()) -> int:
        return line_of(self.text, self.table, self.index, place)

    def error(self, reason: str, rule: str = "", place: Place = ()) -> ContentError:
        return ContentError(self.file, self.line(place), reason, rule)


@attrs.frozen
class _Found:
    """A record as read, with its source."""

    record: Any
    source: _Source


_Group = dict[str, _Found]


@cache
def load_pack() -> ContentPack:
    """The content that comes with the game; read once."""
    return _assemble(_built_in())


def load_pack_text(files: Mapping[str, str], *, alone: bool = False) -> ContentPack:
    """A host's own files, by name: over the built-in content record by record, or `alone` instead of it.

    A record replaces the built-in one of its id. Raises ContentError for a file that does not
    read, breaks a rule, or leaves the whole without something that it refers to.
    """
    return _assemble(dict(files) if alone else {**_built_in(), **_renamed(files)})


@cache
def _built_in() -> dict[str, str]:
    folder = resources.files("domain.maya.content")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


def _renamed(files: Mapping[str, str]) -> dict[str, str]:
    # A host's cards.toml must come after the built-in files, never in the place of one.
    return {f"./{name}" if name in _built_in() else name: text for name, text in files.items()}


def _assemble(files: Mapping[str, str]) -> ContentPack:
    groups: dict[str, _Group] = {table: {} for table in _READERS}
    default_mode = ""
    for file, text in files.items():
        for table, id_, found, data in _read_file(file, text):
            groups[table][id_] = found
            if table == "mode" and data.get("default"):
                default_mode = id_
    pack = ContentPack(
        digest=_digest(files),
        default_mode=default_mode or next(iter(groups["mode"]), ""),
        champions=_records(groups["champion"]),
        passives=_records(groups["passive"]),
        skills=_records(groups["skill"]),
        cards=_records(groups["card"]),
        fragments=_records(groups["fragment"]),
        objectives=_records(groups["objective"]),
        minions=_records(groups["minion"]),
        pieces=_records(groups["piece"]),
        items=_records(groups["item"]),
        maps=_records(groups["map"]),
        modes=_records(groups["mode"]),
    )
    _check(pack, groups)
    return attrs.evolve(pack, warnings=tuple(_warnings(pack, groups)))


@lru_cache(maxsize=32)  # the built-in files are read once, however many hosts' files go over them
def _read_file(file: str, text: str) -> tuple[tuple[str, str, _Found, Data], ...]:
    return tuple(_read_records(file, text))


def _read_records(file: str, text: str) -> Iterator[tuple[str, str, _Found, Data]]:
    tables = _parse(file, text)
    seen: set[tuple[str, str]] = set()
    for table, listed in tables.items():
        if table not in _READERS:
            raise ContentError(file, _line_of_key(text, table), f"unknown table {table!r}", "MAYA-COOL-03")
        if not isinstance(listed, list) or not all(isinstance(data, dict) for data in listed):
            raise ContentError(file, _line_of_key(text, table), f"write [[{table}]] for each record")
        for index, data in enumerate(listed):
            source = _Source(file, text, table, index)
            try:
                record = _READERS[table](data)
            except DataError as error:
                raise source.error(error.reason, error.rule, error.place) from None
            id_: str = record.trait if table == "passive" else record.id
            if (table, id_) in seen:
                raise source.error(f"a second {table} {id_!r}")
            seen.add((table, id_))
            yield table, id_, _Found(record, source), data


def _parse(file: str, text: str) -> dict[str, Any]:
    if len(text.encode()) > BYTES_MAX:
        raise ContentError(file, 1, f"larger than {BYTES_MAX} bytes")
    fault = fault_of_toml(text)
    if fault is not None:
        raise ContentError(file, *fault)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        reason = re.sub(r"\s*\(at [^)]*\)$", "", str(error))
        raise ContentError(file, line, f"no TOML: {reason}") from None
    except RecursionError:
        raise ContentError(file, 1, "nested too deeply") from None


def _line_of_key(text: str, key: str) -> int:
    found = re.search(rf"^[ \t]*\[*[ \t]*\"?{re.escape(key)}", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _records(group: _Group) -> dict[str, Any]:
    return {id_: found.record for id_, found in group.items()}


def _digest(files: Mapping[str, str]) -> str:
    summed = hashlib.sha256()
    for name, text in files.items():
        for part in (name, text):
            encoded = part.encode()
            summed.update(len(encoded).to_bytes(8, "big") + encoded)
    return summed.hexdigest()


RULES_OF_MAPS = {"towers": "MAYA-COMP-10", "spawns": "MAYA-TURN-05"}

# What one record says about another.


def _check(pack: ContentPack, groups: Mapping[str, _Group]) -> None:
    for found in groups["card"].values():
        owner = found.record.signature_of
        if owner and owner not in pack.champions:
            raise found.source.error(f"no champion {owner!r}", "MAYA-DECK-04", ("signature_of",))
        if owner and uses_flight(found.record.program) and not _flies(pack, owner):
            raise found.source.error("only Garuda champions enter or leave Flight", "MAYA-FLY-07", ("program",))
        if found.record.id in pack.fragments:
            raise found.source.error("a Memory Fragment has this id", "MAYA-DECK-11", ("id",))
    for found in groups["skill"].values():
        _check_skill(pack, found.record, found.source)
    for found in groups["champion"].values():
        _check_champion(pack, found.record, found.source)
    for found in groups["minion"].values():
        if found.record.replaces and found.record.replaces not in pack.minions:
            raise found.source.error(f"no minion {found.record.replaces!r}", "MAYA-ROSTER-13", ("replaces",))
    for found in groups["map"].values():
        _check_map(pack, found.record, found.source)
    for found in groups["mode"].values():
        _check_mode(pack, found.record, found.source, groups["map"])
    _check_fragments(pack, groups["fragment"])


def _check_champion(pack: ContentPack, champion: Champion, source: _Source) -> None:
    for trait in champion.traits:
        if trait not in pack.passives:
            raise source.error(f"no passive for {trait}", "MAYA-CHAMP-03", ("traits",))
    skills = pack.skills_of(champion.id)
    if len(skills) != 3:
        raise source.error(f"{len(skills)} skills; a champion has three", "MAYA-COMP-17")
    out, into = champion.without_reactions
    if out not in champion.starter or into not in pack.cards:
        raise source.error("swaps a card of the starter deck for another card", "", ("without_reactions",))
    without = tuple(into if card == out else card for card in champion.starter)
    for deck, reactions in ((champion.starter, True), (without, False)):
        for problem in check_deck(pack, champion.id, deck, reactions=reactions):
            reason = f"starter deck: {problem.card or champion.name}: {problem.detail}"
            raise source.error(reason, problem.rule, ("starter",))


def _check_skill(pack: ContentPack, skill: Skill, source: _Source) -> None:
    if skill.champion not in pack.champions:
        raise source.error(f"no champion {skill.champion!r}", "MAYA-UPG-17", ("champion",))
    for level in ("level_1", "level_2a", "level_2b"):
        if uses_flight(getattr(skill, level).program) and not _flies(pack, skill.champion):
            reason = "only Garuda champions enter or leave Flight"
            raise source.error(reason, "MAYA-FLY-07", (level, "program"))


def _flies(pack: ContentPack, champion: str) -> bool:
    return "garuda" in pack.champions[champion].traits


def _check_map(pack: ContentPack, arena: Map, source: _Source) -> None:
    for index, lair in enumerate(arena.lairs):
        if lair.minion not in pack.minions:
            raise source.error(f"no minion {lair.minion!r}", "MAYA-ROSTER-01", ("lairs", index, "minion"))
    towers = {tower.at for tower in arena.towers}
    for index, lair in enumerate(arena.lairs):
        if lair.at in towers:
            raise source.error(f"a tower stands on {lair.at}", "MAYA-UNIT-01", ("lairs", index, "at"))
    for index, item in enumerate(arena.items):
        if item.item not in pack.items:
            raise source.error(f"no item {item.item!r}", "MAYA-ITEM-01", ("items", index, "item"))


def _check_mode(pack: ContentPack, mode: Mode, source: _Source, arenas: _Group) -> None:
    for players, map_id in mode.maps.items():
        place: Place = ("maps", str(players))
        if map_id not in pack.maps:
            raise source.error(f"no map {map_id!r}", "MAYA-GSETUP-01", place)
        missing = maps.lacking(pack.maps[map_id], siege=mode.siege is not None)
        if missing is None:
            continue
        key, what = missing
        if source.file in _built_in():
            # A host's arena for a mode of ours: what is missing is missing there.
            raise arenas[map_id].source.error(f"{mode.id} needs {what}", RULES_OF_MAPS[key], (key,))
        raise source.error(f"{map_id} lacks {what}", RULES_OF_MAPS[key], place)


def _check_fragments(pack: ContentPack, fragments: _Group) -> None:
    # All slots begin with one, and whoever prepares one draws it from those that have slid off.
    wanted = 3 * max([players for mode in pack.modes.values() for players in mode.maps], default=0)
    copies = sum(fragment.copies for fragment in pack.fragments.values())
    if fragments and copies < wanted:
        # Ours are enough, so it is a host's that are too few.
        *_, last = sorted(fragments.values(), key=lambda found: found.source.file not in _built_in())
        raise last.source.error(f"{copies} Memory Fragments in all; the slots hold {wanted}", "MAYA-COMP-05")


def _warnings(pack: ContentPack, groups: Mapping[str, _Group]) -> Iterator[ContentWarning]:
    heads = {minion.id: minion.heads for minion in pack.minions.values()}
    for found in groups["map"].values():
        for place, reason, rule in maps.surplus(found.record, heads):
            yield ContentWarning(found.source.file, found.source.line(place), reason, rule)
    for found in groups["champion"].values():
        signatures = [card for card in pack.cards.values() if card.signature_of == found.record.id]
        if len(signatures) != _SIGNATURES:
            reason = f"{len(signatures)} Signature cards; a champion has three"
            yield ContentWarning(found.source.file, found.source.line(), reason, "MAYA-DECK-02")
