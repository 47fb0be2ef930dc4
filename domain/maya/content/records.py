"""Reading champions, cards and the other records from the tables of a file."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import attrs

from domain.maya.content.clauses import check_program, uses_flight
from domain.maya.content.effects import Attack, Defend, Effect, Fly, Jump, Move, Pull, Push, Run
from domain.maya.content.forms import (
    Data,
    DataError,
    Place,
    among,
    as_flag,
    as_id,
    as_int,
    as_list,
    as_name,
    as_names,
    as_table,
    need,
    only,
)
from domain.maya.content.models import (
    CARD_TYPES,
    MEASURES,
    Card,
    Champion,
    DualSymbol,
    Fragment,
    HeadhuntersRules,
    Item,
    Minion,
    MinionSide,
    Mode,
    Objective,
    ObjectiveSide,
    Passive,
    Piece,
    Requirement,
    SiegeRules,
    Skill,
    SkillSide,
    Token,
)
from domain.maya.content.reading import abilities_from_data, effect_from_data
from domain.maya.content.values import CLASSES, SPECIES, TRAITS, Value

XP_DEFAULT = 2  # what a piece without a printed cost is taken to cost (MAYA-AMB-61)
KINDS = ("siege", "headhunters")
MINION_ACTIONS = (Move, Fly, Jump, Run, Attack, Push, Pull, Defend)
"""What a minion can do."""

SIEGE_SEATS = ("2", "4")
NOT_NONE = frozenset(("tower_hp", "deaths_to_lose", "collapse_loss", "rounds"))
"""Numbers of a mode without which a match would end before it began, or never."""


def read_card(data: Data) -> Card:
    """Read a deck card (MAYA-CARD-01, MAYA-CARD-02, MAYA-CARD-15)."""
    only(data, {field.name for field in attrs.fields(Card)}, ())
    type_ = among(need(data, "type", (), "MAYA-CARD-02"), CARD_TYPES, ("type",), "card type", "MAYA-CARD-01")
    signature_of = data.get("signature_of", "")
    traits = _symbols(data, bool(signature_of))
    if type_ != "action" and "gain" in data:
        raise DataError(("gain",), "only an Action card has an Energy Gain", "MAYA-CARD-19")
    card = Card(
        **_text(data, "play" if type_ == "spell" else "action"),
        type=type_,
        cost=as_int(need(data, "cost", (), "MAYA-CARD-02"), ("cost",)),
        gain=as_int(need(data, "gain", (), "MAYA-CARD-02"), ("gain",)) if type_ == "action" else 0,
        traits=traits,
        shattered=as_flag(data.get("shattered", False), ("shattered",)),
        signature_of=as_name(signature_of, ("signature_of",)) if signature_of else "",
        copies=as_int(data.get("copies", 2), ("copies",), least=1),
        additional=as_flag(data.get("additional", False), ("additional",)),
        named_in_rulebook=as_flag(data.get("named_in_rulebook", False), ("named_in_rulebook",)),
    )
    check_program(type_, card.text, card.program)
    if card.traits and "garuda" not in card.traits and uses_flight(card.program):
        raise DataError(("program",), "only Garuda champions enter or leave Flight", "MAYA-FLY-07")
    return card


def _symbols(data: Data, signature: bool) -> tuple[str, ...]:
    listed = as_list(data.get("traits", []), ("traits",))
    traits = tuple(
        among(trait, TRAITS, ("traits", index), "trait", "MAYA-CHAMP-02") for index, trait in enumerate(listed)
    )
    if len(traits) > 2 or len(set(traits)) > 1:
        raise DataError(("traits",), "a card shows one trait symbol or two equal ones", "MAYA-CARD-15")
    if bool(traits) == signature:
        raise DataError(("traits",), "a card shows a trait symbol unless it is a Signature card", "MAYA-CARD-15")
    if data.get("shattered") and not traits:
        raise DataError(("shattered",), "there is no symbol to be shattered", "MAYA-CARD-15")
    return traits


def read_fragment(data: Data) -> Fragment:
    """Read a Memory Fragment (MAYA-SLOT-04)."""
    only(data, {field.name for field in attrs.fields(Fragment)}, ())
    fragment = Fragment(
        **_text(data, "action"),
        cost=as_int(need(data, "cost", (), "MAYA-CARD-02"), ("cost",)),
        gain=as_int(need(data, "gain", (), "MAYA-CARD-02"), ("gain",)),
        copies=as_int(need(data, "copies", ()), ("copies",), least=1),
    )
    check_program("fragment", fragment.text, fragment.program)
    return fragment


def read_passive(data: Data) -> Passive:
    """Read the built-in ability of a trait; the trait is its id (MAYA-CHAMP-03)."""
    only(data, {"trait", "name", "text", "program"}, ())
    trait = among(need(data, "trait", ()), TRAITS, ("trait",), "trait", "MAYA-CHAMP-02")
    passive = Passive(**_text({**data, "id": trait}, None), trait=trait)
    check_program("champion", passive.text, passive.program)
    if trait != "garuda" and uses_flight(passive.program):
        raise DataError(("program",), "only Garuda champions enter or leave Flight", "MAYA-FLY-07")
    return passive


def read_skill(data: Data) -> Skill:
    """Read a skill card with its three sides (MAYA-UPG-19)."""
    levels = ("level_1", "level_2a", "level_2b")
    only(data, {"id", "name", "champion", *levels}, ())
    id_, name = _identity(data)
    sides = [_skill_side(data, level, id_, name) for level in levels]
    return Skill(id_, name, as_name(need(data, "champion", ()), ("champion",)), *sides)


def _skill_side(data: Data, level: str, skill: str, name: str) -> SkillSide:
    table = as_table(need(data, level, (), "MAYA-COMP-17"), (level,))
    only(table, {"xp", "text", "program"}, (level,))
    try:
        side = SkillSide(
            **_text({**table, "id": skill, "name": name}, None) | {"id": f"{skill}/{level.removeprefix('level_')}"},
            xp=as_int(table.get("xp", XP_DEFAULT), ("xp",)),
        )
        check_program("champion", side.text, side.program)
    except DataError as error:
        raise DataError((level, *error.place), error.reason, error.rule) from None
    return side


def read_champion(data: Data) -> Champion:
    """Read a portrait with its ladders, symbols and starter deck (MAYA-CHAMP-01, MAYA-COMP-17)."""
    known = {"id", "name", "traits", "hand", "hp", "energy", "symbols", "starter"}
    only(data, known | {"without_reactions", "placeholder"}, ())
    id_, name = _identity(data)
    traits = as_names(need(data, "traits", (), "MAYA-CHAMP-01"), TRAITS, ("traits",), "MAYA-CHAMP-02")
    species = [trait for trait in traits if trait in SPECIES]
    classes = [trait for trait in traits if trait in CLASSES]
    if len(species) != 1 or len(classes) != 2 or len(set(classes)) != 2:
        raise DataError(("traits",), "a champion has one species and two classes", "MAYA-CHAMP-01")
    duals, wild_xp = _symbol_tokens(data, traits)
    swap = as_table(need(data, "without_reactions", (), "MAYA-REACT-07"), ("without_reactions",))
    only(swap, {"out", "in"}, ("without_reactions",))
    return Champion(
        id=id_,
        name=name,
        species=species[0],
        classes=(classes[0], classes[1]),
        hand=as_int(need(data, "hand", (), "MAYA-CHAMP-04"), ("hand",), least=1),
        hp=_ladder(data, "hp", free_first=True),
        energy=_ladder(data, "energy", free_first=False),
        duals=duals,
        wild_xp=wild_xp,
        starter=_starter(data),
        without_reactions=tuple(
            as_name(need(swap, key, ("without_reactions",)), ("without_reactions", key)) for key in ("out", "in")
        ),  # type: ignore[arg-type] # a generator of two
        placeholder=as_flag(need(data, "placeholder", (), "MAYA-CHAMP-07"), ("placeholder",)),
    )


def _ladder(data: Data, key: str, *, free_first: bool) -> tuple[Token, ...]:
    """Three tokens in ascending order; the first Max HP is the one a champion starts with."""
    tokens = []
    for index, item in enumerate(as_list(need(data, key, (), "MAYA-COMP-17"), (key,))):
        place: Place = (key, index)
        table = as_table(item, place)
        only(table, {"value", "xp"}, place)
        value = as_int(need(table, "value", place), (*place, "value"), least=1)
        default = 0 if free_first and index == 0 else XP_DEFAULT
        tokens.append(Token(value, as_int(table.get("xp", default), (*place, "xp"))))
    values = [token.value for token in tokens]
    if len(tokens) != 3:
        raise DataError((key,), "a champion has three of these tokens", "MAYA-COMP-17")
    if values != sorted(set(values)):
        raise DataError((key,), "the tokens lie in ascending order", "MAYA-PSETUP-09")
    if free_first and tokens[0].xp:
        raise DataError((key, 0, "xp"), "the lowest Max HP is free", "MAYA-PSETUP-09")
    return tuple(tokens)


def _symbol_tokens(data: Data, traits: Collection[str]) -> tuple[tuple[DualSymbol, ...], int]:
    duals: list[DualSymbol] = []
    wilds: list[int] = []
    for index, item in enumerate(as_list(need(data, "symbols", (), "MAYA-COMP-17"), ("symbols",))):
        place: Place = ("symbols", index)
        table = as_table(item, place)
        only(table, {"traits", "wild", "xp"}, place)
        xp = as_int(table.get("xp", XP_DEFAULT), (*place, "xp"))
        if as_flag(table.get("wild", False), (*place, "wild")):
            wilds.append(xp)
            continue
        pair = as_names(need(table, "traits", place), traits, (*place, "traits"), "MAYA-UPG-13")
        if len(set(pair)) != 2:
            raise DataError((*place, "traits"), "a dual symbol shows two of the champion's traits")
        duals.append(DualSymbol((pair[0], pair[1]), xp))
    if len(duals) != 3 or len(wilds) != 1:
        raise DataError(("symbols",), "a champion has three dual symbols and one wild", "MAYA-UPG-12")
    return tuple(duals), wilds[0]


def _starter(data: Data) -> tuple[str, ...]:
    cards: list[str] = []
    for index, item in enumerate(as_list(need(data, "starter", (), "MAYA-COMP-14"), ("starter",))):
        place: Place = ("starter", index)
        table = as_table(item, place)
        only(table, {"card", "copies"}, place)
        copies = as_int(table.get("copies", 1), (*place, "copies"), least=1)
        cards += [as_name(need(table, "card", place), (*place, "card"))] * copies
    return tuple(cards)


def read_objective(data: Data) -> Objective:
    """Read an objective; a starter says what becomes of each side once done (MAYA-OBJ-01, MAYA-OBJ-10)."""
    only(data, {"id", "name", "starter", "sides"}, ())
    id_, name = _identity(data)
    starter = as_flag(data.get("starter", False), ("starter",))
    listed = as_list(need(data, "sides", (), "MAYA-OBJ-01"), ("sides",))
    sides = tuple(_objective_side(item, ("sides", index), starter) for index, item in enumerate(listed))
    if not sides or (len(sides) > 1 and not starter):
        raise DataError(("sides",), "an objective has one side, a starter one or two", "MAYA-OBJ-10")
    if sides[-1].on_complete == "flip":
        raise DataError(("sides", len(sides) - 1), "there is no further side to flip to", "MAYA-OBJ-10")
    return Objective(id_, name, starter, sides)


def _objective_side(item: Any, place: Place, starter: bool) -> ObjectiveSide:
    table = as_table(item, place)
    only(table, {"xp", "text", "needs", "needs_in", "on_complete"}, place)
    endings = ("flip", "remove") if starter else ("discard",)
    ending = table.get("on_complete", None if starter else "discard")
    others = as_table(table.get("needs_in", {}), (*place, "needs_in"))
    only(others, set(KINDS), (*place, "needs_in"))
    return ObjectiveSide(
        text=as_name(need(table, "text", place), (*place, "text")),
        xp=as_int(need(table, "xp", place, "MAYA-OBJ-01"), (*place, "xp"), least=1),
        needs=_requirements(need(table, "needs", place, "MAYA-OBJ-01"), (*place, "needs")),
        needs_in={kind: _requirements(needs, (*place, "needs_in", kind)) for kind, needs in others.items()},
        on_complete=among(ending, endings, (*place, "on_complete"), "ending", "MAYA-OBJ-10"),
    )


def _requirements(data: Any, place: Place) -> tuple[Requirement, ...]:
    requirements = []
    for index, item in enumerate(as_list(data, place)):
        at: Place = (*place, index)
        table = as_table(item, at)
        only(table, {"measure", "at_least", "distance"}, at)
        requirements.append(
            Requirement(
                among(need(table, "measure", at), MEASURES, (*at, "measure"), "measure", "MAYA-OBJ-01"),
                as_int(need(table, "at_least", at), (*at, "at_least"), least=1),
                as_int(table.get("distance", 0), (*at, "distance")),
            )
        )
    if not requirements:
        raise DataError(place, "an objective needs something to be done", "MAYA-OBJ-01")
    return tuple(requirements)


def read_minion(data: Data) -> Minion:
    """Read a kind of minion with the steps of its actions (MAYA-MIN-01, MAYA-MIN-02)."""
    only(data, {"id", "name", "heads", "hp", "sides", "replaces"}, ())
    id_, name = _identity(data)
    hp = as_table(need(data, "hp", (), "MAYA-MIN-02"), ("hp",))
    only(hp, set(KINDS), ("hp",))
    listed = as_list(need(data, "sides", (), "MAYA-MIN-01"), ("sides",))
    sides = tuple(_minion_side(item, ("sides", index)) for index, item in enumerate(listed))
    if not sides or len({side.id for side in sides}) != len(sides):
        raise DataError(("sides",), "a minion has at least one side, each with an id of its own")
    replaces = data.get("replaces", "")
    if replaces and set(hp) != set(KINDS):
        raise DataError(("hp",), "who stands in for others has HP in every kind of mode", "MAYA-MIN-02")
    return Minion(
        id_,
        name,
        heads=as_int(need(data, "heads", ()), ("heads",), least=1),
        hp={kind: as_int(value, ("hp", kind), least=1) for kind, value in hp.items()},
        sides=sides,
        replaces=as_name(replaces, ("replaces",)) if replaces else "",
    )


def _minion_side(item: Any, place: Place) -> MinionSide:
    table = as_table(item, place)
    only(table, {"id", "text", "in_order", "steps"}, place)
    listed = as_list(need(table, "steps", place, "MAYA-MIN-01"), (*place, "steps"))
    steps: list[tuple[Effect, ...]] = []
    for number, alternatives in enumerate(listed):
        at: Place = (*place, "steps", number)
        effects = tuple(_minion_action(effect, (*at, index)) for index, effect in enumerate(as_list(alternatives, at)))
        if not effects:
            raise DataError(at, "a step needs at least one action", "MAYA-MIN-01")
        steps.append(effects)
    return MinionSide(
        id=as_name(table.get("id", "a"), (*place, "id")),
        text=as_name(need(table, "text", place), (*place, "text")),
        in_order=as_flag(need(table, "in_order", place, "MAYA-AGGRO-12"), (*place, "in_order")),
        steps=tuple(steps),
    )


def _minion_action(data: Any, place: Place) -> Effect:
    """An action that a head can show; a neutral minion has no mat, hand or pieces that it could count or name."""
    effect = effect_from_data(data, place)
    if not isinstance(effect, MINION_ACTIONS):
        raise DataError((*place, "do"), f"{effect.word} is nothing that a minion does", "MAYA-MIN-01")
    for field in attrs.fields(type(effect)):
        value = getattr(effect, field.name)
        if field.name in ("by", "target", "bind", "away_from") and value != field.default:
            raise DataError((*place, field.name), f"a minion's action has no {field.name}", "MAYA-MIN-01")
        counts = [icon.count for icon in value] if field.name in ("inflict", "on_collision") else [value]
        if any(isinstance(count, Value) and count.of for count in counts):
            raise DataError((*place, field.name), "what a minion does is a number", "MAYA-MIN-01")
    return effect


def read_piece(data: Data) -> Piece:
    """Read a class or mode piece; an IDO states whether it is attackable (MAYA-IDO-03, MAYA-AMB-13)."""
    only(data, {field.name for field in attrs.fields(Piece)}, ())
    id_, name = _identity(data)
    form = among(need(data, "form", ()), ("token", "tile", "ido"), ("form",), "form", "")
    if form == "ido":
        need(data, "attackable", (), "MAYA-AMB-13")
    trait = data.get("trait", "")
    return Piece(
        id=id_,
        name=name,
        form=form,
        supply=as_int(data.get("supply", 0), ("supply",)),
        trait=among(trait, TRAITS, ("trait",), "trait", "MAYA-CHAMP-02") if trait else "",
        hp=as_int(data.get("hp", 0), ("hp",)),
        attackable=as_flag(data.get("attackable", False), ("attackable",)),
        high_ground=as_flag(data.get("high_ground", False), ("high_ground",)),
        covers_spikes=as_flag(data.get("covers_spikes", False), ("covers_spikes",)),
    )


def read_item(data: Data) -> Item:
    """Read an item that can lie on the arena (MAYA-ITEM-01)."""
    only(data, {"id", "name"}, ())
    return Item(*_identity(data))


def read_mode(data: Data) -> Mode:
    """Read a mode with the numbers of its kind (MAYA-AMB-113)."""
    known = {"id", "name", "kind", "default", "teams", "maps", "objective_row", "text"}
    only(data, known | set(KINDS), ())
    id_, name = _identity(data)
    kind = among(need(data, "kind", ()), KINDS, ("kind",), "kind of mode", "MAYA-CORE-11")
    as_flag(data.get("default", False), ("default",))
    maps = as_table(need(data, "maps", ()), ("maps",))
    only(maps, {"2", "3", "4"}, ("maps",))
    rows = as_table(need(data, "objective_row", (), "MAYA-OBJ-15"), ("objective_row",))
    if set(rows) != set(maps) or not maps:
        raise DataError(("objective_row",), "one row for each number of players on a map", "MAYA-OBJ-15")
    rules = as_table(need(data, kind, ()), (kind,))
    for players in maps:
        if kind == "siege" and players not in SIEGE_SEATS:
            raise DataError(("maps", players), "a siege is for 2 or 4 players", "MAYA-AMB-114")
    if as_flag(need(data, "teams", (), "MAYA-AMB-114"), ("teams",)) != (kind == "siege"):
        raise DataError(("teams",), "a siege is played in teams, and only a siege is", "MAYA-AMB-114")
    return Mode(
        id=id_,
        name=name,
        kind=kind,
        teams=kind == "siege",
        maps={int(players): as_name(map_id, ("maps", players)) for players, map_id in maps.items()},
        objective_row=_by_players(rows, "objective_row", ()),
        text=tuple(
            as_name(line, ("text", index)) for index, line in enumerate(as_list(need(data, "text", ()), ("text",)))
        ),
        siege=_siege(rules) if kind == "siege" else None,
        headhunters=_headhunters(rules, set(maps)) if kind == "headhunters" else None,
    )


def _siege(rules: Data) -> SiegeRules:
    names = [field.name for field in attrs.fields(SiegeRules)]
    only(rules, names, ("siege",))
    return SiegeRules(**{name: _number(rules, "siege", name) for name in names})


def _number(rules: Data, kind: str, name: str) -> int:
    return as_int(need(rules, name, (kind,)), (kind, name), least=int(name in NOT_NONE))


def _headhunters(rules: Data, players: Collection[str]) -> HeadhuntersRules:
    names = [field.name for field in attrs.fields(HeadhuntersRules)]
    only(rules, names, ("headhunters",))
    numbers: dict[str, Any] = {}
    for name in names:
        place: Place = ("headhunters", name)
        found = need(rules, name, ("headhunters",))
        if name == "vp_to_win":
            only(as_table(found, place), players, place)
            if set(found) != set(players):
                raise DataError(place, "so many points for each number of players", "MAYA-CORE-11")
            numbers[name] = _by_players(found, name, ("headhunters",))
        elif name.startswith("champion_kill_"):
            numbers[name] = tuple(as_int(item, (*place, index)) for index, item in enumerate(as_list(found, place)))
        else:
            numbers[name] = _number(rules, "headhunters", name)
    worn = numbers["champion_kill_deaths"]
    if worn[:1] != (0,) or sorted(set(worn)) != list(worn) or len(worn) != len(numbers["champion_kill_vp"]):
        reason = "begins at 0 and rises, with as many numbers as champion_kill_vp"
        raise DataError(("headhunters", "champion_kill_deaths"), reason, "MAYA-CORE-11")
    return HeadhuntersRules(**numbers)


def _by_players(table: Data, name: str, place: Place) -> dict[int, int]:
    return {int(players): as_int(number, (*place, name, players), least=1) for players, number in table.items()}


def _identity(data: Data) -> tuple[str, str]:
    return as_id(need(data, "id", ()), ("id",)), as_name(need(data, "name", ()), ("name",))


def _text(data: Data, default: Any) -> dict[str, Any]:
    id_, name = _identity(data)
    return {
        "id": id_,
        "name": name,
        "text": as_name(need(data, "text", (), "MAYA-CARD-02"), ("text",)),
        "program": abilities_from_data(need(data, "program", (), "MAYA-CARD-02"), ("program",), default),
    }
