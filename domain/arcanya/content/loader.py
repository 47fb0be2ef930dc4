"""Reading content: the built-in files, a host's own file, and the plain data a match keeps.

A host's file is TOML of the same form as the built-in ones, all tables in one file; a kind of table that it leaves out
is the built-in one. What the rules cannot play with is refused with file, line and reason.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from domain.arcanya.cards import (
    ACTION,
    BASIC_MANEUVERS,
    GUARD_MODES,
    MANEUVERS,
    POWER,
    POWER_VALUES,
    TIMINGS,
    CardFace,
    SchoolCard,
    Shield,
    StudentCard,
)
from domain.arcanya.content.pack import Pack, Stack, effect_from
from domain.kernel.toml_bounds import fault_of_toml

TABLES = ("power", "maneuver", "student", "school", "shield", "weakness")
TEXTS = ("power_name", "power_text")
BUILT_IN = ("cards.toml", "students.toml", "schools.toml", "shields.toml", "weaknesses.toml")

SEATS_MAX = 10
STUDENTS = 12
SCHOOLS = 6
COPIES_MAX = 60
AMOUNT_MAX = 20  # of Power, cards or points in one effect; far above what any card needs
HAND_SIZE_MAX = 9
NAME_LENGTH_MAX = 40
TEXT_LENGTH_MAX = 400
DATA_BYTES_MAX = 200_000
EFFECTS_MAX = 6
RECORDS_MAX = 60  # in one table

_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")


class ContentError(Exception):
    """Content that the rules cannot play with: the file, the line (0 if it is not from a file), and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else f"{file}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason


class _Fault(Exception):
    """A fault in one record: the table, the place of the record in it (None for the table as a whole), the field."""

    def __init__(self, table: str, place: int | None, field: str | None, reason: str) -> None:
        super().__init__(reason)
        self.table = table
        self.place = place
        self.field = field
        self.reason = reason


@cache
def load_pack() -> Pack:
    """The built-in cards."""
    data: dict[str, Any] = {}
    room = files("domain.arcanya.content")
    for name in BUILT_IN:
        data.update(tomllib.loads(room.joinpath(name).read_text(encoding="utf-8")))
    return _pack(data)


def read_pack(text: str, filename: str) -> Pack:
    """A host's own cards out of TOML text, or ContentError."""
    if len(text) > DATA_BYTES_MAX:
        raise ContentError(filename, 1, f"the file is longer than {DATA_BYTES_MAX} characters")
    unread = fault_of_toml(text)
    if unread is not None:
        raise ContentError(filename, *unread)
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found.group(1)) if found else text.count("\n") + 1
        raise ContentError(filename, line, str(error)) from None
    except RecursionError:
        raise ContentError(filename, 1, "the file is nested too deeply") from None
    try:
        return _pack(_completed(own))
    except _Fault as fault:
        raise ContentError(filename, _line_of(text, fault), _sentence(fault)) from None


def pack_from_data(data: Any) -> Pack:
    """The cards out of plain data that a match keeps (`Pack.data`), or ContentError."""
    try:
        if not isinstance(data, Mapping):
            raise _Fault("", None, None, "content is a map of tables")
        return _pack(_completed(data))
    except _Fault as fault:
        raise ContentError("content", 0, _sentence(fault)) from None


def _completed(own: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(own) - {*TABLES, *TEXTS})
    if unknown:
        raise _Fault(str(unknown[0]), None, None, f"there is no table {unknown[0]!r:.60}")
    return {**load_pack().data, **own}


def _sentence(fault: _Fault) -> str:
    where = f"{fault.table} {fault.place + 1}" if fault.place is not None else fault.table
    field = f", {fault.field}" if fault.field else ""
    return f"{where}{field}: {fault.reason}" if where else fault.reason


def _line_of(text: str, fault: _Fault) -> int:
    """The line of the field, else of the record's header, else of the table's first mention."""
    lines = text.splitlines()
    headers = [
        number
        for number, line in enumerate(lines, start=1)
        if re.match(rf"\s*\[\[?\s*{re.escape(fault.table)}\s*\]\]?", line)
    ]
    if not headers:
        return next((n for n, line in enumerate(lines, start=1) if line.strip().startswith(fault.table)), 1)
    header = headers[min(fault.place or 0, len(headers) - 1)]
    for number in range(header + 1, len(lines) + 1):
        line = lines[number - 1].strip()
        if line.startswith("[") and not line.startswith("[{"):
            break
        if fault.field and re.match(rf"{re.escape(fault.field)}\s*=", line):
            return number
    return header


# -- from data to records


def _pack(data: Mapping[str, Any]) -> Pack:
    tables = {name: _records(data, name) for name in TABLES}
    stacks = (*_power_stacks(data, tables["power"]), *_maneuver_stacks(tables["maneuver"]))
    schools = tuple([_school(place, row) for place, row in enumerate(tables["school"])])
    _check_distinct("school", [school.id for school in schools])
    if len(schools) != SCHOOLS:
        raise _Fault("school", None, None, f"there are {SCHOOLS} Schools, one for each element")
    elements = [school.id for school in schools]
    students = tuple([_student(place, row, elements) for place, row in enumerate(tables["student"])])
    _check_students(students, elements)
    shields = _shields(tables["shield"])
    _check_deck(stacks, shields)
    kept = {name: [dict(row) for row in tables[name]] for name in TABLES}
    texts = {name: data[name] for name in TEXTS}
    return Pack(stacks, students, schools, shields, _weaknesses(tables["weakness"], elements), {**texts, **kept})


def _records(data: Mapping[str, Any], table: str) -> Sequence[Mapping[str, Any]]:
    rows = data.get(table)
    if not isinstance(rows, list | tuple) or not rows or not all(isinstance(row, Mapping) for row in rows):
        raise _Fault(table, None, None, f"is a list of records, each under [[{table}]]")
    if len(rows) > RECORDS_MAX:
        raise _Fault(table, None, None, f"has more than {RECORDS_MAX} records")
    return rows


class _Row:
    """One record being read: knows where it stands, and refuses fields it does not know."""

    def __init__(self, table: str, place: int, row: Mapping[str, Any], fields: str) -> None:
        self.table, self.place, self.row = table, place, row
        unknown = sorted(set(row) - set(fields.split()))
        if unknown:
            raise self.fault(str(unknown[0]), "is no field of such a record")

    def fault(self, field: str | None, reason: str) -> _Fault:
        return _Fault(self.table, self.place, field, reason)

    def number(self, field: str, low: int, high: int) -> int:
        value = self.row.get(field)
        if type(value) is not int or not low <= value <= high:
            raise self.fault(field, f"is a whole number from {low} to {high}")
        return value

    def word(self, field: str, among: Sequence[str]) -> str:
        value = self.row.get(field)
        if not isinstance(value, str) or value not in among:
            raise self.fault(field, f"is one of {', '.join(among)}")
        return value

    def id(self) -> str:
        value = self.row.get("id")
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise self.fault("id", "is a short name in lower-case letters, digits, - and _")
        return value

    def text(self, field: str, longest: int) -> str:
        value = self.row.get(field)
        if not isinstance(value, str) or not value.strip() or len(value) > longest or not value.isprintable():
            raise self.fault(field, f"is a line of 1 to {longest} printable characters")
        return value


def _power_stacks(data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> list[Stack]:
    for field in TEXTS:
        text = data[field]
        if not isinstance(text, str) or len(text) > TEXT_LENGTH_MAX or not text.isprintable():
            raise _Fault(field, None, None, f"is a line of at most {TEXT_LENGTH_MAX} printable characters")
    stacks = []
    for place, raw in enumerate(rows):
        row = _Row("power", place, raw, "value copies")
        value = row.number("value", POWER_VALUES[0], POWER_VALUES[-1])
        name, text = (data[field].replace("{value}", str(value)) for field in TEXTS)
        stacks.append(Stack(CardFace(f"power-{value}", POWER, value, name, text), row.number("copies", 1, COPIES_MAX)))
    _check_distinct("power", [stack.face.id for stack in stacks], "value")
    return stacks


def _maneuver_stacks(rows: Sequence[Mapping[str, Any]]) -> list[Stack]:
    stacks = []
    for place, raw in enumerate(rows):
        row = _Row("maneuver", place, raw, "kind name copies text")
        kind = row.word("kind", MANEUVERS)
        face = CardFace(kind, kind, 0, row.text("name", NAME_LENGTH_MAX), row.text("text", TEXT_LENGTH_MAX))
        stacks.append(Stack(face, row.number("copies", 1, COPIES_MAX)))
    kinds = [stack.face.kind for stack in stacks]
    _check_distinct("maneuver", kinds, "kind")
    missing = [kind for kind in MANEUVERS if kind not in kinds]
    if missing:
        raise _Fault("maneuver", None, None, f"there is no {missing[0]}")
    return stacks


def _school(place: int, raw: Mapping[str, Any]) -> SchoolCard:
    row = _Row("school", place, raw, "id name ability text effects")
    _check_effects(row, defends=True)
    return SchoolCard(
        row.id(),
        row.text("name", NAME_LENGTH_MAX),
        row.text("ability", NAME_LENGTH_MAX),
        row.text("text", TEXT_LENGTH_MAX),
        tuple([effect_from(effect) for effect in raw["effects"]]),
    )


def _student(place: int, raw: Mapping[str, Any], elements: Sequence[str]) -> StudentCard:
    row = _Row("student", place, raw, "id name element group timing ability text counts_as effects")
    if raw.get("timing") == "reaction":
        raise row.fault("timing", "no card acts out of turn: an ability is for the Student the Sphere comes at")
    timing = row.word("timing", TIMINGS)
    _check_effects(row, defends=timing == ACTION)
    return StudentCard(
        row.id(),
        row.text("name", NAME_LENGTH_MAX),
        row.word("element", elements),
        row.number("group", 1, 2),
        timing,
        row.text("ability", NAME_LENGTH_MAX),
        row.text("text", TEXT_LENGTH_MAX),
        tuple([effect_from(effect) for effect in raw["effects"]]),
        row.word("counts_as", BASIC_MANEUVERS) if "counts_as" in raw else None,
    )


def _check_students(students: Sequence[StudentCard], elements: Sequence[str]) -> None:
    _check_distinct("student", [student.id for student in students])
    if len(students) != STUDENTS:
        raise _Fault("student", None, None, f"there are {STUDENTS} Students, not {len(students)}")
    seen: set[tuple[str, int]] = set()
    for place, student in enumerate(students):
        if (student.element, student.group) in seen:
            raise _Fault("student", place, "element", "each group has one Student of each element")
        if student.id in elements:
            raise _Fault("student", place, "id", "is the id of a School already")
        seen.add((student.element, student.group))


def _shields(rows: Sequence[Mapping[str, Any]]) -> tuple[Shield, ...]:
    shields = []
    for place, raw in enumerate(rows):
        row = _Row("shield", place, raw, "level victory_points hand_size")
        shields.append(
            Shield(
                row.number("level", 1, 3),
                row.number("victory_points", 1, AMOUNT_MAX),
                row.number("hand_size", 1, HAND_SIZE_MAX),
            )
        )
    _check_distinct("shield", [str(shield.level) for shield in shields], "level")
    if len(shields) != 3:
        raise _Fault("shield", None, None, "there are three levels of Shields")
    # The highest in front is the one in force and the first to be lost (ARC-SETUP-09).
    return tuple(sorted(shields, key=lambda shield: -shield.level))


def _weaknesses(rows: Sequence[Mapping[str, Any]], elements: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, raw in enumerate(rows):
        row = _Row("weakness", place, raw, "element copies")
        found[row.word("element", elements)] = row.number("copies", 2, COPIES_MAX)
    missing = [element for element in elements if element not in found]
    if missing or len(rows) != len(elements):
        raise _Fault("weakness", None, None, "there are at least 2 Weaknesses of each element, one record each")
    return found


def _check_deck(stacks: Sequence[Stack], shields: Sequence[Shield]) -> None:
    cards = sum([stack.copies for stack in stacks if stack.face.kind in (POWER, *BASIC_MANEUVERS)])
    needed = SEATS_MAX * max([shield.hand_size for shield in shields])
    if cards <= needed:
        raise _Fault("power", None, None, f"{cards} cards cannot fill {SEATS_MAX} hands of a basic game ({needed})")


def _check_distinct(table: str, ids: Sequence[str], field: str = "id") -> None:
    for place, one in enumerate(ids):
        if one in ids[:place]:
            raise _Fault(table, place, field, f"{one} is there twice")


# -- effects


def _check_effects(row: _Row, *, defends: bool) -> None:
    effects = row.row.get("effects")
    if not isinstance(effects, list | tuple) or not 1 <= len(effects) <= EFFECTS_MAX:
        raise row.fault("effects", f"is a list of 1 to {EFFECTS_MAX} effects")
    for effect in effects:
        if not isinstance(effect, Mapping) or not isinstance(effect.get("do"), str):
            raise row.fault("effects", 'an effect is { do = "word", ... }')
        word = effect["do"]
        if word not in ARGUMENTS:
            raise row.fault("effects", f"there is no effect word {word!r:.60}")
        args = {name: value for name, value in effect.items() if name != "do"}
        if not ARGUMENTS[word](args):
            raise row.fault("effects", f"{word} does not take {args!r:.80}")
        if word in ROUTING and not defends:
            raise row.fault("effects", f"{word} sends the Sphere, which only a defence does")
    words = [effect["do"] for effect in effects]
    for group in (ROUTING, TARGETING, SPENDING, ("change_power",), ("set_direction",)):
        if sum([word in group for word in words]) > 1:
            raise row.fault("effects", f"only one of {', '.join(group)} on a card")


Args = Mapping[str, Any]
ROUTING = ("send_back", "choose_target", "bar_ability", "spend_as_equal")
TARGETING = ("choose_target", "spend_as_equal", "take_card", "swap_card", "lose_shield")
SPENDING = ("discard_up_to", "spend_sum", "spend_as_equal")


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _nothing(args: Args) -> bool:
    return not args


def _one_number(name: str, low: int) -> Callable[[Args], bool]:
    return lambda args: set(args) == {name} and _whole(args[name], low, AMOUNT_MAX)


def _amount(args: Args) -> bool:
    if set(args) == {"by"}:
        return _whole(args["by"], -AMOUNT_MAX, AMOUNT_MAX)
    choices = args.get("choices")
    return (
        set(args) == {"choices"}
        and isinstance(choices, list)
        and 1 <= len(choices) <= AMOUNT_MAX
        and all(_whole(one, -AMOUNT_MAX, AMOUNT_MAX) for one in choices)
        and len(set(choices)) == len(choices)
    )


ARGUMENTS: dict[str, Callable[[Args], bool]] = {
    "change_power": _amount,
    "place_guard": lambda args: set(args) == {"type"} and args["type"] in tuple(GUARD_MODES),
    "discard_up_to": _one_number("max", 1),
    "reverse": _nothing,
    "set_direction": _nothing,
    "send_back": _nothing,
    "choose_target": lambda args: set(args) == {"sender"} and isinstance(args["sender"], bool),
    "bar_ability": _nothing,
    "spend_sum": lambda args: args == {"cards": 2},
    "spend_as_equal": _one_number("below", 1),
    "draw": _one_number("count", 1),
    "dispel": _nothing,
    "take_card": _nothing,
    "swap_card": _nothing,
    "lose_shield": _nothing,
}
"""What each effect word of `words.WORDS` takes."""
