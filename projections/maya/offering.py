"""Offers in words, and what they concern on the table: cards, spaces, units, seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.game import Offer
from domain.maya import intents as i
from domain.maya.packs import face, pack_of
from domain.maya.state import State
from projections.maya import naming, offering_turn
from projections.maya.offering_answers import answer_text, pick_text
from projections.maya.said import ABILITY, ACTION, CARD, LAST, OTHER, Said, at
from projections.plugin import JSON, NameOf


def describe(offer: Offer, state: State, name_of: NameOf) -> JSON:
    """An offer in words, what it concerns on the table, and under which heading it is listed."""
    intent, said = offer.intent, Said()
    text = _TEXT[intent.__class__](intent, state, name_of, said)
    if offer.pick is not None:
        text = pick_text(offer, state, name_of, said)
    concerns: dict[str, Any] = {"cards": said.cards, "seats": said.seats, "spaces": said.spaces, "units": said.units}
    return {
        "text": text,
        "concerns": {kind: list(dict.fromkeys(found)) for kind, found in concerns.items()},
        "group": {
            "key": said.key or intent.TYPE,
            "title": said.title or text,
            "note": said.note,
            "card": said.card or None,
            "rank": said.rank,
            "way": said.way,
        },
    }


# -- setup and the round


def _select(intent: i.SelectChampion, state: State, name_of: NameOf, said: Said) -> str:
    portrait = pack_of(state).champions.get(intent.champion)
    traits = "" if portrait is None else f" ({', '.join(naming.trait(one) for one in portrait.traits)})"
    said.units.append(intent.champion)
    said.group(f"champion/{intent.champion}", f"{naming.champion(state, intent.champion)}{traits}", ACTION)
    return f"Play {naming.champion(state, intent.champion)}{traits}"


def _deck(intent: i.SubmitDeck, state: State, name_of: NameOf, said: Said) -> str:
    return "Play a built deck" if intent.cards else "Play the starter deck"


def _arrange(intent: i.ArrangeFragments, state: State, name_of: NameOf, said: Said) -> str:
    said.group("arrange", "Slots 1, 2 and 3", ACTION)
    said.way = ", ".join(naming.card(state, card) for card in intent.cards)
    return f"Lay out {said.way}"


def _prepare(intent: i.PrepareCard, state: State, name_of: NameOf, said: Said) -> str:
    if not intent.card:
        said.group("prepare/", "Prepare a random Memory Fragment", OTHER)
        return said.title
    said.cards.append(intent.card)
    printed = face(pack_of(state), intent.card)
    text = f"Prepare {naming.card(state, intent.card)} (cost {printed.cost}, gain {printed.gain})"
    said.group(f"prepare/{intent.card}", text, CARD, card=intent.card)
    return text


def _respawn(intent: i.ChooseRespawn, state: State, name_of: NameOf, said: Said) -> str:
    said.group("respawn", "Come in", ACTION)
    said.way = f"on {at(intent.at, state, said)}, at the spawn point {intent.point}"
    return f"Come in {said.way}"


def _timed(intent: i.UseTimedEffect, state: State, name_of: NameOf, said: Said) -> str:
    name, clause, _ = naming.source_text(state, intent.seat, intent.effect)
    said.group(f"use/{intent.effect}", f"Use {name}", ABILITY, note=clause)
    return f"{name}: {clause}" if clause else f"Use {name}"


def _skip(intent: i.SkipTimedEffect, state: State, name_of: NameOf, said: Said) -> str:
    text = f"Leave {naming.source(state, intent.seat, intent.effect)} unused"
    said.group(f"skip/{intent.effect}", text, OTHER)
    return text


def _says(text: str, rank: int = OTHER) -> Callable[[Any, State, NameOf, Said], str]:
    def say(intent: Any, state: State, name_of: NameOf, said: Said) -> str:
        said.group(intent.TYPE, text, rank)
        return text

    return say


# -- ends


def _ruling(intent: i.ConsentRuling, state: State, name_of: NameOf, said: Said) -> str:
    text = "Agree to the correction" if intent.agree else "Refuse the correction"
    said.group(f"ruling/{intent.agree}", text, OTHER)
    return text


_TEXT: dict[type[Any], Callable[[Any, State, NameOf, Said], str]] = {
    i.SelectChampion: _select,
    i.SubmitDeck: _deck,
    i.ArrangeFragments: _arrange,
    i.PrepareCard: _prepare,
    i.ChooseRespawn: _respawn,
    i.UseTimedEffect: _timed,
    i.SkipTimedEffect: _skip,
    i.EndStep: _says("Go on", LAST),
    i.PassReaction: _says("Let it happen", LAST),
    i.EndActionPhase: _says("End the Action Phase", LAST),
    i.DiscardCards: _says("Discard cards"),
    i.EndMinionTurn: _says("This minion is done", LAST),
    i.EndMinionStep: _says("Go on without minions", LAST),
    i.EndAggroMinion: _says("This minion is done", LAST),
    i.AnswerChoice: answer_text,
    i.AnswerSecretly: answer_text,
    i.ConsentRuling: _ruling,
    i.Concede: _says("Give up"),
    i.SetAutoPass: _says("Let everything happen from now on"),
    i.ProposeRuling: _says("Propose a correction"),
    i.WithdrawRuling: _says("Take the correction back"),
    **offering_turn.TEXT,
}
