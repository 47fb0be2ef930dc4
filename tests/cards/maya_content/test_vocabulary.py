"""The vocabulary is closed, whole and written down, and programs survive the way through the log."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources

import pytest

from domain.maya.content.abilities import ANSWERABLE, GRANTS, TRIGGERS, WHENS, Ability
from domain.maya.content.clauses import all_effects
from domain.maya.content.effects import (
    BASIC_ACTIONS,
    BECOMES,
    FILTERS,
    PERFORMERS,
    PLACES,
    WORDS,
    Attack,
    Change,
    Effect,
    If,
    Lasting,
    Pay,
    Place,
)
from domain.maya.content.forms import DataError
from domain.maya.content.loader import load_pack
from domain.maya.content.models import MEASURES
from domain.maya.content.reading import (
    change_from_data,
    change_to_data,
    condition_from_data,
    condition_to_data,
    effect_from_data,
    effect_to_data,
    program_from_data,
    program_to_data,
)
from domain.maya.content.values import CLASSES, CONDITIONS, METRICS, SPECIES, STATUSES, TRAITS, Condition

PACK = load_pack()
ABILITIES: list[Ability] = [
    ability
    for record in (
        *PACK.cards.values(),
        *PACK.fragments.values(),
        *PACK.passives.values(),
        *(side for skill in PACK.skills.values() for side in (skill.level_1, skill.level_2a, skill.level_2b)),
    )
    for ability in record.program
]
EFFECTS: list[Effect] = [
    *all_effects(ABILITIES),
    *(effect for minion in PACK.minions.values() for side in minion.sides for step in side.steps for effect in step),
]
CHANGES: list[Change] = [
    *(ability.change for ability in ABILITIES if ability.change is not None),
    *(effect.change for effect in EFFECTS if isinstance(effect, Lasting)),
]
CONDITIONS_USED: list[Condition] = [
    part
    for condition in (
        *(ability.condition for ability in ABILITIES),
        *(effect.condition for effect in EFFECTS if isinstance(effect, If | Pay)),
    )
    if condition is not None
    for part in (condition, *condition.any_of)
    if part.word
]
FOR_A_HOST = {"activate": "MAYA-AMB-60 has content say so, and no card of the box does"}
"""Words that only a host's own cards speak, each with the rule that wants it."""
VOCABULARY = resources.files("domain.maya.content").joinpath("VOCABULARY.md").read_text(encoding="utf-8")


def test_every_program_reads_back_from_the_log_as_it_was() -> None:
    for effect in EFFECTS:
        assert effect_from_data(json.loads(json.dumps(effect_to_data(effect)))) == effect
    for ability in ABILITIES:
        if ability.do:
            assert program_from_data(program_to_data(ability.do)) == ability.do
        if ability.condition:
            assert condition_from_data(condition_to_data(ability.condition)) == ability.condition
    for change in CHANGES:
        assert change_from_data(change_to_data(change)) == change


def test_a_program_is_written_the_way_it_stands_in_the_file() -> None:
    for data in (
        {"do": "attack", "value": "naag", "root": 1},
        {"do": "attack", "value": 3, "piercing": 4, "root": 1},
        {"do": "push", "steps": 1, "area": "all_adjacent"},
        {"do": "push", "steps": 2, "on_collision": {"root": 1}},
        {"do": "defend", "value": {"of": "adjacent_enemies", "max": 2}},
        {
            "do": "pay", "energy": 1, "then": [{"do": "flight", "enter": True}],
            "for": "flight", "if": {"is": "not_rooted"},
        },
    ):  # fmt: skip
        assert effect_to_data(effect_from_data(data)) == data


def test_every_word_of_the_vocabulary_is_on_some_card_and_written_down() -> None:
    used: dict[str, tuple[set[str], set[str]]] = {
        "effect": (set(WORDS), {effect.word for effect in EFFECTS} | set(FOR_A_HOST)),
        "time": (set(WHENS), {ability.when for ability in ABILITIES}),
        "trigger": (set(TRIGGERS), {ability.on for ability in ABILITIES} - {""}),
        "grant": (set(GRANTS), {ability.grant for ability in ABILITIES} - {""}),
        "answer": (
            set(ANSWERABLE),
            {kind for ability in ABILITIES if ability.answers for kind in ability.answers.to},
        ),
        "filter": (set(FILTERS), {change.to for change in CHANGES}),
        "become": (set(BECOMES), {change.become for change in CHANGES} - {""}),
        "performer": (set(PERFORMERS), {effect.by for effect in EFFECTS if isinstance(effect, Attack)}),
        "where": (set(PLACES), {effect.where for effect in EFFECTS if isinstance(effect, Place)}),
        "condition": (set(CONDITIONS), {condition.word for condition in CONDITIONS_USED}),
        "measure": (
            set(MEASURES),
            {
                need.measure
                for objective in PACK.objectives.values()
                for side in objective.sides
                for needs in (side.needs, *side.needs_in.values())
                for need in needs
            },
        ),
    }
    assert not set(FOR_A_HOST) & {effect.word for effect in EFFECTS}
    for kind, (known, spoken) in used.items():
        assert known == spoken, kind
        for word in known:
            assert f"`{word}`" in VOCABULARY or f'"{word}"' in VOCABULARY or word == "you", word
    for metric in set(METRICS) - set(TRAITS):
        assert f"`{metric}`" in VOCABULARY


def test_every_argument_of_an_effect_is_written_down() -> None:
    flat = {"reach", "inflict", "statuses"}
    for cls in (*WORDS.values(), Change):
        for field in cls.__attrs_attrs__:  # type: ignore[attr-defined] # every effect is an attrs class
            key = field.metadata.get("key", "if" if field.metadata["form"] == "condition" else field.name)
            assert key in flat or f"`{key}" in VOCABULARY, f"{cls.__name__}.{key}"


def test_no_program_is_deeper_or_longer_than_a_text_can_be() -> None:
    assert max(Counter(id(ability) for ability in ABILITIES).values()) == 1
    assert max(len(ability.do) for ability in ABILITIES) <= 3


@pytest.mark.rules("MAYA-MOVE-02")
def test_there_are_six_basic_actions() -> None:
    assert {action.word for action in BASIC_ACTIONS} == {"move", "attack", "defend", "draw", "pull", "push"}


@pytest.mark.rules("MAYA-STATUS-01")
def test_there_are_four_statuses_three_as_icons_and_flight_as_a_state() -> None:
    assert {*STATUSES, WORDS["flight"].word} == {"bleed", "root", "vish", "flight"}
    with pytest.raises(DataError, match="unknown key 'stun'"):
        effect_from_data({"do": "attack", "value": 1, "stun": 1})


@pytest.mark.rules("MAYA-CHAMP-02")
def test_there_are_four_species_and_six_classes() -> None:
    assert (len(SPECIES), len(CLASSES), len(set(TRAITS))) == (4, 6, 10)


@pytest.mark.rules("MAYA-COOL-03")
@pytest.mark.parametrize(
    "data",
    [
        {"do": "teleport", "steps": 1},
        {"do": "move", "steps": 1, "bonus": 1},
        {"do": "attack", "value": "luck"},
        {"do": "attack", "value": 1, "area": "cone"},
        {"do": "place", "piece": "golem", "count": 1, "where": "adjacent"},
        {"do": "attack", "value": 1, "range": 2, "projectile": 2},
        {"do": "attack"},
        {"do": "attack", "value": -1},
        {"do": "attack", "value": True},
        {"do": "choose", "options": [[{"do": "draw", "value": 1}]]},
        {"do": "inflict", "target": {"one": "enemy entity"}},
        {"do": "damage", "value": 1, "target": {"one": "enemy entity", "each": "enemy unit"}},
        {"do": "lasting", "change": {"to": "attack"}},
        "move",
    ],
)  # fmt: skip
def test_an_unknown_icon_or_a_senseless_argument_is_refused(data: object) -> None:
    with pytest.raises(DataError):
        effect_from_data(data)


def test_effects_nested_too_deeply_are_refused() -> None:
    data: dict[str, object] = {"do": "draw", "value": 1}
    for _ in range(40):
        data = {"do": "if", "if": "in_flight", "then": [data]}
    with pytest.raises(DataError, match="nested"):
        effect_from_data(data)
