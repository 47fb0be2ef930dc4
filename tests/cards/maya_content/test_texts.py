"""Each text and the program beside it say the same, number by number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from domain.maya.content.abilities import Ability
from domain.maya.content.loader import load_pack
from domain.maya.content.models import CLAUSE, Mode, ObjectiveSide, Text
from domain.maya.content.reading import ability_from_data, effect_from_data
from tests.cards.maya_content.phrases import (
    CARD_PHRASES,
    CHAMPION_PHRASES,
    NUMBER_WORDS,
    OBJECTIVE_PHRASES,
    icon,
    read,
)

PACK = load_pack()
CARDS: list[Text] = [*PACK.cards.values(), *PACK.fragments.values()]
CHAMPIONS: list[Text] = [
    *PACK.passives.values(),
    *(side for skill in PACK.skills.values() for side in (skill.level_1, skill.level_2a, skill.level_2b)),
]
SIDES = [
    pytest.param(side, id=f"{objective.id}-{number}")
    for objective in PACK.objectives.values()
    for number, side in enumerate(objective.sides, start=1)
]


def said(text: str, phrases: dict[str, str], default: Any) -> tuple[Ability, ...] | None:
    """The program that a text spells out, or None when it has a clause that means nothing."""
    program: list[Ability] = []
    for number, clause in enumerate(text.split(CLAUSE)):
        parts = read(clause, phrases)
        # "1 Root per Relic" is written as the metric itself, which counts one for each.
        if not parts or any(part.get("per", 1) != 1 for part in parts):
            return None
        program += [ability_from_data(part, (), default, number) for part in parts if "per" not in part]
    return tuple(program)


def default_time(record: Text) -> str:
    return "play" if getattr(record, "type", "") == "spell" else "action"


def other_numbers(text: str) -> Iterator[str]:
    """The same text with one of its numbers raised, for each of them."""
    words = [word for word, number in NUMBER_WORDS.items() if number > 1]
    for found in re.finditer(rf"\d+|\b(?:{'|'.join(words)})\b", text):
        raised = int(NUMBER_WORDS.get(found[0], found[0])) + 1
        yield f"{text[: found.start()]}{raised}{text[found.end() :]}"


@pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in CARDS])
def test_a_card_does_what_its_text_says(card: Text) -> None:
    if card.id == "static":
        assert (card.text, card.program) == ("no actions", ())
        return
    assert said(card.text, CARD_PHRASES, default_time(card)) == card.program
    for text in other_numbers(card.text):
        assert said(text, CARD_PHRASES, default_time(card)) != card.program, text


@pytest.mark.parametrize("record", [pytest.param(record, id=record.id) for record in CHAMPIONS])
def test_a_passive_or_skill_does_what_its_text_says(record: Text) -> None:
    assert said(record.text, CHAMPION_PHRASES, None) == record.program
    for text in other_numbers(record.text.replace("(minimum 0)", "").replace("have 0 Defence", "")):
        assert said(text, CHAMPION_PHRASES, None) != record.program, text


def measured(side: ObjectiveSide) -> list[dict[str, Any]]:
    listed = [("", need) for need in side.needs]
    listed += [(kind, need) for kind, needs in side.needs_in.items() for need in needs]
    return [{"mode": kind, **attrs.asdict(need)} if kind else {**attrs.asdict(need)} for kind, need in listed]


@pytest.mark.rules("MAYA-OBJ-01")
@pytest.mark.parametrize("side", SIDES)
def test_an_objective_measures_what_its_text_says(side: ObjectiveSide) -> None:
    assert side.xp >= 1
    assert [{"distance": 0, **need} for need in read(side.text, OBJECTIVE_PHRASES)] == measured(side)
    for text in other_numbers(side.text):
        assert [{"distance": 0, **need} for need in read(text, OBJECTIVE_PHRASES)] != measured(side), text


@pytest.mark.rules("MAYA-MIN-01")
@pytest.mark.parametrize("minion", [pytest.param(minion, id=minion.id) for minion in PACK.minions.values()])
def test_a_minion_does_what_its_head_shows(minion: Any) -> None:
    for side in minion.sides:
        steps = []
        in_order = "OR" in side.text
        for step in side.text.split(CLAUSE):
            ordered = re.fullmatch(r"(?:First|Then): (.*)", step)
            in_order |= ordered is not None
            alternatives = (ordered[1] if ordered else step).split(" OR ")
            steps.append(tuple(effect_from_data(_table(icon(words))) for words in alternatives))
        assert (side.steps, side.in_order) == (tuple(steps), in_order)


def _table(inside: str) -> dict[str, Any]:
    return dict(
        (key, value.strip('"') if value.startswith('"') else int(value))
        for key, value in (part.split(" = ") for part in inside.split(", "))
    )


@pytest.mark.parametrize("mode", [pytest.param(mode, id=mode.id) for mode in PACK.modes.values()])
def test_a_mode_counts_as_its_text_says(mode: Mode) -> None:
    text = " ".join(mode.text)
    if mode.siege is not None:
        rules = mode.siege
        for phrase in (
            f"{rules.tower_hp} HP each",
            f"at most {rules.tower_loss_max} HP in one player's turn",
            f"with its {rules.deaths_to_lose}th Death token",
            f"for {rules.watchfire_damage} if within {rules.watchfire_reach} spaces",
            f"(Projectile {rules.watchfire_reach})",
            f"takes {rules.tower_death_loss} HP from one Tower",
            f"end of round {rules.collapse_round} every Tower loses {rules.collapse_loss} HP",
        ):
            assert phrase in text
    if mode.headhunters is not None:
        hunt = mode.headhunters
        fresh, worn, spent = hunt.champion_kill_vp
        _, worn_at, spent_at = hunt.champion_kill_deaths
        assert hunt.vp_to_win[3] == hunt.vp_to_win[4]
        for phrase in (
            f"has {hunt.vp_to_win[4]} VP ({hunt.vp_to_win[2]} with 2 players), or when round {hunt.rounds} ends",
            f"{fresh} VP; {worn} if the victim already holds {worn_at} Death tokens, {spent} if {spent_at} or more",
            f"(starts at {hunt.bounty_start}, at most {hunt.bounty_max}), which then returns to {hunt.bounty_start}",
            f"Allied minion kill: {hunt.allied_minion_vp} VP",
            f"{hunt.heads_per_turn} time per turn",
            f"to the box for {hunt.head_vp} VP",
            f"-{hunt.death_vp} VP each at the end",
        ):
            assert phrase in text


def test_every_phrase_is_on_some_card() -> None:
    spoken = {
        pattern
        for records, phrases in ((CARDS, CARD_PHRASES), (CHAMPIONS, CHAMPION_PHRASES))
        for record in records
        for clause in record.clauses
        for pattern in phrases
        if re.fullmatch(pattern, clause)
    }
    assert set(CARD_PHRASES) | set(CHAMPION_PHRASES) == spoken
