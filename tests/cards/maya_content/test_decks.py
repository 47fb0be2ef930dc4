"""Constructing a deck: what is legal, and which rule says what is not."""

from __future__ import annotations

import pytest

from domain.maya.content.decks import check_deck, deck_pool, starter_deck
from domain.maya.content.loader import load_pack

PACK = load_pack()
KSHAR = starter_deck(PACK, "kshar")


def rules_against(champion: str, cards: list[str], *, reactions: bool = True) -> list[str]:
    return [problem.rule for problem in check_deck(PACK, champion, cards, reactions=reactions)]


def kshar_with(*cards: str, without: int = 0) -> list[str]:
    """Kshar's starter deck with further cards, and its last ones left out."""
    return [*KSHAR[: len(KSHAR) - without], *cards]


@pytest.mark.rules("MAYA-DECK-01", "MAYA-COMP-14")
@pytest.mark.parametrize("champion", sorted(PACK.champions))
def test_the_starter_deck_has_twenty_four_cards_and_may_always_be_used(champion: str) -> None:
    deck = starter_deck(PACK, champion)
    assert len(deck) == 24
    assert check_deck(PACK, champion, deck) == []
    assert sum(1 for card in deck if PACK.cards[card].type == "action") == 14
    assert sum(1 for card in deck if PACK.cards[card].signature_of == champion) == 3


@pytest.mark.rules("MAYA-REACT-07")
@pytest.mark.parametrize("champion", sorted(PACK.champions))
def test_without_reactions_a_deck_with_one_is_refused_and_the_starter_swaps_it(champion: str) -> None:
    assert rules_against(champion, list(starter_deck(PACK, champion)), reactions=False) == ["MAYA-REACT-07"]
    swapped = starter_deck(PACK, champion, reactions=False)
    assert check_deck(PACK, champion, swapped, reactions=False) == []
    assert len(set(starter_deck(PACK, champion)) ^ set(swapped)) == 2
    assert not any(card.is_reaction for card in deck_pool(PACK, champion, reactions=False))


@pytest.mark.rules("MAYA-DECK-02", "MAYA-DECK-03")
@pytest.mark.parametrize("champion", sorted(PACK.champions))
def test_the_pool_is_every_card_that_shares_a_trait_and_three_signatures(champion: str) -> None:
    traits = set(PACK.champions[champion].traits)
    pool = deck_pool(PACK, champion)
    assert {card.id for card in pool if not card.signature_of} == {
        card.id for card in PACK.cards.values() if traits & set(card.traits)
    }
    assert [card.signature_of for card in pool if card.signature_of] == [champion] * 3


@pytest.mark.rules("MAYA-DECK-03")
def test_a_card_that_shares_no_trait_is_refused() -> None:
    assert rules_against("kshar", kshar_with("spit")) == ["MAYA-DECK-03"]


@pytest.mark.rules("MAYA-DECK-04")
def test_a_signature_is_its_champions_alone() -> None:
    assert rules_against("dangsa", [*starter_deck(PACK, "dangsa"), "unmoved-mountain"]) == ["MAYA-DECK-04"]
    assert "unmoved-mountain" in KSHAR and rules_against("kshar", list(KSHAR)) == []


@pytest.mark.rules("MAYA-DECK-05")
def test_a_shattered_symbol_makes_a_card_eligible() -> None:
    assert PACK.cards["hooded-threat"].shattered
    assert rules_against("dangsa", [*starter_deck(PACK, "dangsa"), "hooded-threat"]) == []
    assert rules_against("kshar", kshar_with("hooded-threat")) == ["MAYA-DECK-03"]


@pytest.mark.rules("MAYA-DECK-06")
def test_two_copies_are_legal_and_three_are_not() -> None:
    assert rules_against("kshar", kshar_with("stone-stance", "stone-stance")) == []
    assert rules_against("kshar", kshar_with(*["stone-stance"] * 3)) == ["MAYA-DECK-06"]


@pytest.mark.rules("MAYA-DECK-07")
def test_a_signature_is_in_a_deck_once() -> None:
    assert rules_against("kshar", kshar_with("verdict-of-the-grid")) == ["MAYA-DECK-07"]


@pytest.mark.rules("MAYA-DECK-08")
def test_ten_action_cards_are_enough_and_nine_are_not() -> None:
    others = [card for card in KSHAR if PACK.cards[card].type != "action"]
    actions = [card for card in KSHAR if PACK.cards[card].type == "action"]
    more = ["snare-arrows", "heirloom-blade", "heirloom-blade", "bulwark-plate", "bulwark-plate", "countersign"][1:]
    assert len(others) + len(more) + 9 == 24
    assert rules_against("kshar", [*others, *more, *actions[:10]]) == []
    assert rules_against("kshar", [*others, *more, *actions[:9]]) == ["MAYA-DECK-08"]


@pytest.mark.rules("MAYA-DECK-09")
def test_a_deck_has_twenty_four_to_forty_cards() -> None:
    pool = [card for card in deck_pool(PACK, "kshar") if not card.signature_of]
    more = [card.id for card in pool for _ in range(2 - KSHAR.count(card.id))]
    assert len(more) >= 17
    assert rules_against("kshar", kshar_with(without=1)) == ["MAYA-DECK-09"]
    assert rules_against("kshar", kshar_with(*more[:16])) == []
    assert rules_against("kshar", kshar_with(*more[:17])) == ["MAYA-DECK-09"]


@pytest.mark.rules("MAYA-DECK-10")
def test_a_deck_without_signatures_is_legal() -> None:
    plain = [card for card in KSHAR if not PACK.cards[card].signature_of]
    assert rules_against("kshar", [*plain, "rooftop-patrol", "grid-sweep", "stone-stance"]) == []


@pytest.mark.rules("MAYA-DECK-11")
def test_a_memory_fragment_is_no_deck_card() -> None:
    assert rules_against("kshar", kshar_with("faint-step")) == ["MAYA-DECK-11"]


def test_a_card_nobody_knows_is_refused_and_named() -> None:
    (problem,) = check_deck(PACK, "kshar", kshar_with("black-lotus"))
    assert (problem.code, problem.card) == ("UNKNOWN_CARD", "black-lotus")
