"""Constructing a deck: what a champion may use, and what is wrong with a list of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from domain.maya.content.models import Card, ContentPack

CARDS_MIN, CARDS_MAX = 24, 40
COPIES_MAX = 2
SIGNATURE_COPIES_MAX = 1
ACTIONS_MIN = 10


@attrs.frozen
class Problem:
    """One reason why a deck is not legal: a stable code, the rule, a sentence, and the card if it is one."""

    code: str
    rule: str
    detail: str
    card: str = ""


def is_in_pool(pack: ContentPack, champion: str, card: Card) -> bool:
    """Whether a champion may use a card: a shared trait, even a shattered one, or its own Signature.

    (MAYA-DECK-02, MAYA-DECK-03, MAYA-DECK-04, MAYA-DECK-05)
    """
    if card.signature_of:
        return card.signature_of == champion
    return not set(card.traits).isdisjoint(pack.champions[champion].traits)


def deck_pool(pack: ContentPack, champion: str, *, reactions: bool = True) -> tuple[Card, ...]:
    """All cards a champion may put in its deck (MAYA-DECK-02, MAYA-REACT-07)."""
    return tuple(
        card for card in pack.cards.values() if is_in_pool(pack, champion, card) and (reactions or not card.is_reaction)
    )


def starter_deck(pack: ContentPack, champion: str, *, reactions: bool = True) -> tuple[str, ...]:
    """The 24 cards a champion comes with; without Reactions that card is replaced by another.

    (MAYA-PSETUP-05, MAYA-DECK-01, MAYA-REACT-07)
    """
    portrait = pack.champions[champion]
    if reactions:
        return portrait.starter
    out, into = portrait.without_reactions
    return tuple(into if card == out else card for card in portrait.starter)


def check_deck(pack: ContentPack, champion: str, cards: Sequence[str], *, reactions: bool = True) -> list[Problem]:
    """Everything that is wrong with a deck of these card ids; an empty list when it is legal.

    Leaving out Signature cards is no problem (MAYA-DECK-10).
    """
    problems: list[Problem] = []
    if not CARDS_MIN <= len(cards) <= CARDS_MAX:
        problems.append(
            Problem("DECK_SIZE", "MAYA-DECK-09", f"{len(cards)} cards; a deck has {CARDS_MIN} to {CARDS_MAX}")
        )
    for id_, copies in sorted(Counter(cards).items()):
        problems += _check_card(pack, champion, id_, copies, reactions)
    actions = sum(1 for id_ in cards if id_ in pack.cards and pack.cards[id_].type == "action")
    if actions < ACTIONS_MIN:
        problems.append(
            Problem("TOO_FEW_ACTIONS", "MAYA-DECK-08", f"{actions} Action cards; a deck has {ACTIONS_MIN} or more")
        )
    return problems


def _check_card(pack: ContentPack, champion: str, id_: str, copies: int, reactions: bool) -> list[Problem]:
    if id_ in pack.fragments:
        return [Problem("FRAGMENT", "MAYA-DECK-11", "a Memory Fragment is no deck card", id_)]
    card = pack.cards.get(id_)
    if card is None:
        return [Problem("UNKNOWN_CARD", "MAYA-DECK-02", "there is no such card", id_)]
    problems: list[Problem] = []
    if not is_in_pool(pack, champion, card):
        rule = "MAYA-DECK-04" if card.signature_of else "MAYA-DECK-03"
        why = "is another champion's Signature" if card.signature_of else "shares no trait with the champion"
        problems.append(Problem("NOT_IN_POOL", rule, f"{card.name} {why}", id_))
    if card.signature_of and copies > SIGNATURE_COPIES_MAX:
        detail = f"{copies} of {card.name}; a Signature card is in a deck once"
        problems.append(Problem("SIGNATURE_COPIES", "MAYA-DECK-07", detail, id_))
    elif copies > COPIES_MAX:
        detail = f"{copies} of {card.name}; a card is in a deck twice at most"
        problems.append(Problem("TOO_MANY_COPIES", "MAYA-DECK-06", detail, id_))
    if card.is_reaction and not reactions:
        detail = f"{card.name} is a Reaction, and this game is without"
        problems.append(Problem("REACTIONS_OFF", "MAYA-REACT-07", detail, id_))
    return problems
