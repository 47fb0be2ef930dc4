"""Answers to what an effect asks, in words."""

from __future__ import annotations

from typing import Any

from domain.kernel.frames import Program
from domain.kernel.game import Offer
from domain.maya import intents as i
from domain.maya.content.effects import Choose, Effect
from domain.maya.effects.wording import meaning_of
from domain.maya.effects.words import Question
from domain.maya.state import State
from projections.maya import naming
from projections.maya.effect_words import sentence, words
from projections.maya.said import ACTION, OTHER, Said, at, question
from projections.plugin import NameOf

# -- choices


def answer_text(intent: i.AnswerChoice | i.AnswerSecretly, state: State, name_of: NameOf, said: Said) -> str:
    asked = question(state)
    answer = intent.answer or ()
    if asked is None or not answer:
        said.group("none", "Choose none", OTHER)
        return said.title
    said.group("answer", _HEADINGS.get(asked.ask, "Choose"), ACTION)
    if asked.ask == "order" and asked.secret:
        said.way = ", ".join(naming.card(state, str(card)) for card in answer)
        return f"Put back, the top one first: {said.way}"
    said.way = _option(answer[0], asked, state, name_of, said)
    if asked.ask in ("option", "yes_no"):
        said.group(f"answer/{answer[0]}", said.way, ACTION if answer[0] != "no" else OTHER)
    return said.way


_HEADINGS = {
    "unit": "Choose a unit",
    "space": "Choose a space",
    "card": "Choose a card",
    "number": "Choose a number",
    "order": "Choose what comes first",
    "relic": "Choose a Relic",
    "piece": "Choose a piece",
}


def _option(option: Any, asked: Question, state: State, name_of: NameOf, said: Said) -> str:
    match asked.ask:
        case "unit":
            said.units.append(option)
            return naming.unit(state, str(option), name_of)
        case "space":
            return at(option, state, said)
        case "card":
            said.cards.append(option)
            return naming.card(state, str(option))
        case "option":
            return _branch(int(option), state)
        case "yes_no":
            return _yes_no(str(option), asked, state)
        case "number":
            return _number(int(option), asked, state, said)
        case "order":
            return _trigger(str(option), state, name_of)
        case "relic":
            slot, _, index = str(option).partition(".")
            name, clause, card = naming.source_text(state, asked.seat, f"{slot}.relic.{index}")
            said.cards.append(card)
            return f"{name}: {clause}"
    return _piece(option, state, name_of, said)


def _branch(number: int, state: State) -> str:
    effect = _running(state)
    return sentence(words(effect.options[number]) if isinstance(effect, Choose) else f"choice {number + 1}")


def _running(state: State) -> Effect | None:
    top = state.frames[-1]
    return meaning_of(top.effects[0]) if isinstance(top, Program) and top.effects[0].do == "choose" else None


def _yes_no(option: str, asked: Question, state: State) -> str:
    if asked.about.get("word") == "pay":
        return f"Pay {asked.about.get('energy', 0)} Energy" if option == "yes" else "Do not pay"
    top = state.frames[-1]
    assert isinstance(top, Program), "an effect asks whether it is wanted"
    name, clause, _ = naming.source_text(state, top.controller, top.source)
    if option == "no":
        return f"Leave {name} unused"
    return f"Use {name}: {clause}" if clause else f"Use {name}"


def _number(option: int, asked: Question, state: State, said: Said) -> str:
    if asked.about.get("word") != "activate":
        return str(option)
    name = state.seat(asked.seat).slots[option - 1].card or ""
    said.cards.append(name)
    return f"Activate {naming.card(state, name)} in slot {option} for nothing"


def _trigger(option: str, state: State, name_of: NameOf) -> str:
    # Whose effect, which, and perhaps on whom: `2:passive:naag.0@c1`.
    whose, _, rest = option.partition(":")
    source, _, it = rest.partition("@")
    seat = int(whose) if whose.isdigit() else 0
    on = f" on {naming.unit(state, it, name_of)}" if it else ""
    return f"First {name_of(seat)}'s {naming.source(state, seat, source)}{on}"


def _piece(option: Any, state: State, name_of: NameOf, said: Said) -> str:
    if isinstance(option, str):
        said.units.append(option)
        return naming.unit(state, option, name_of)
    return f"Foundation on {at(option, state, said)}"


def pick_text(offer: Offer, state: State, name_of: NameOf, said: Said) -> str:
    pick = offer.pick
    assert pick is not None, "an offer with a pick"
    if isinstance(offer.intent, i.DiscardCards):
        said.cards += pick.options
        return "Discard any cards, then end the turn"
    asked = question(state)
    if asked is None:
        return "Choose"
    for option in pick.options:
        _option(option, asked, state, name_of, said)
    what = {"unit": "units", "space": "spaces", "card": "cards", "piece": "pieces"}.get(asked.ask, "options")
    wanted = f"{pick.min} to {pick.max}" if pick.min != pick.max else str(pick.max)
    return f"Choose {wanted} {what}"
