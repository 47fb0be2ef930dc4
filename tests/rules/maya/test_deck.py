"""Champions and decks: who is chosen when, and which decks are accepted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.maya.events import DeckSubmitted
from domain.maya.intents import SelectChampion, SubmitDeck, TakeAction
from domain.maya.packs import pack_of
from tests.rules.maya import stand_ins
from tests.rules.maya.play import Table, card, spell
from tests.rules.maya.stand_ins import Made

ACTIONS = [card(f"act-{n}", {"do": "move", "steps": 1}, traits=["manushya"]) for n in range(1, 21)]
SPELLS = [spell(f"spell-{n}", {"do": "draw", "value": 1}, traits=["manushya"]) for n in range(1, 21)]
SIGN = card("signed", {"do": "draw", "value": 1}, signature_of="ada")
THEIRS = card("theirs", {"do": "draw", "value": 1}, signature_of="ben")
BROKEN = card("broken", {"do": "draw", "value": 1}, traits=["vanguard"], shattered=True)
FOREIGN = card("foreign", {"do": "draw", "value": 1}, traits=["garuda"])
SHARED = card("shared", {"do": "draw", "value": 1}, traits=["vanguard"])
OTHERS = (SIGN, THEIRS, BROKEN, FOREIGN, SHARED)


def building() -> Table:
    """A table that waits for built decks, seat 1 with ada: manushya, artificer, vanguard."""
    return Table.dealt(decks="built", upto="decks", cards=[*ACTIONS, *SPELLS, *OTHERS])


def deck(*cards: Made | str, size: int = 24, actions: int = 10) -> tuple[str, ...]:
    """A legal deck with these cards in it: so many plain Action cards, the rest Spells."""
    names = [str(one) for one in cards]
    plain = [one.id for one in ACTIONS for _ in (1, 2)][: max(actions - len(names), 0)]
    rest = [one.id for one in SPELLS for _ in (1, 2)][: size - len(names) - len(plain)]
    return (*names, *plain, *rest)


def accepts(cards: Sequence[str]) -> None:
    table = building().do(SubmitDeck(1, tuple(cards)))
    assert table.one(DeckSubmitted).cards == tuple(cards)
    assert (table.one(DeckSubmitted).size, table.one(DeckSubmitted).is_starter) == (len(cards), False)


def refuses(cards: Sequence[str], code: str, rule: str) -> None:
    building().refused(SubmitDeck(1, tuple(cards)), code, rule)


@pytest.mark.rules("MAYA-DECK-01")
def test_a_player_who_builds_no_deck_plays_the_starter() -> None:
    table = building().do(SubmitDeck(1, ()))
    assert table.one(DeckSubmitted).is_starter
    assert list(table.one(DeckSubmitted).cards) == stand_ins.starter("ada")
    chosen = Table.dealt(upto="fragments")
    assert [event.is_starter for event in chosen.log if isinstance(event, DeckSubmitted)] == [True, True]


@pytest.mark.rules("MAYA-DECK-02", "MAYA-DECK-03")
def test_a_card_is_legal_if_it_shares_a_trait_with_the_champion() -> None:
    accepts(deck(SHARED))
    refuses(deck(FOREIGN), "NOT_IN_POOL", "MAYA-DECK-03")


@pytest.mark.rules("MAYA-DECK-04")
def test_a_signature_card_is_legal_for_its_champion_only() -> None:
    accepts(deck(SIGN))
    refuses(deck(THEIRS), "NOT_IN_POOL", "MAYA-DECK-04")


@pytest.mark.rules("MAYA-DECK-05", "MAYA-CARD-17")
def test_a_shattered_symbol_still_makes_a_card_legal() -> None:
    accepts(deck(BROKEN))


@pytest.mark.rules("MAYA-DECK-06")
def test_a_card_is_in_a_deck_twice_at_most() -> None:
    accepts(deck("act-20", "act-20"))
    refuses(deck("act-20", "act-20", "act-20"), "TOO_MANY_COPIES", "MAYA-DECK-06")


@pytest.mark.rules("MAYA-DECK-07")
def test_a_signature_card_is_in_a_deck_once() -> None:
    refuses(deck(SIGN, SIGN), "SIGNATURE_COPIES", "MAYA-DECK-07")


@pytest.mark.rules("MAYA-DECK-08")
def test_a_deck_has_ten_action_cards_or_more() -> None:
    accepts(deck(actions=10))
    refuses(deck(actions=9), "TOO_FEW_ACTIONS", "MAYA-DECK-08")


@pytest.mark.rules("MAYA-DECK-09")
def test_a_deck_has_twenty_four_to_forty_cards() -> None:
    accepts(deck(size=24))
    accepts(deck(size=40))
    refuses(deck(size=23), "DECK_SIZE", "MAYA-DECK-09")
    refuses(deck(size=41), "DECK_SIZE", "MAYA-DECK-09")


@pytest.mark.rules("MAYA-DECK-10")
def test_a_deck_needs_no_signature_card() -> None:
    names = deck()
    assert not any(pack_of(building().state).cards[name].signature_of for name in names)
    accepts(names)


@pytest.mark.rules("MAYA-DECK-11")
def test_a_memory_fragment_is_no_deck_card() -> None:
    refuses(deck("faint-step"), "FRAGMENT", "MAYA-DECK-11")


@pytest.mark.rules("MAYA-CHAMP-06")
def test_the_champion_is_chosen_before_the_deck() -> None:
    table = Table.dealt(decks="built", upto="champions")
    table.do(SelectChampion(1, "ada"))
    table.refused(SubmitDeck(1, tuple(stand_ins.starter("ada"))), "NO_CHAMPION", "MAYA-CHAMP-06")
    table.do(SelectChampion(2, "ben"))
    table.do(SubmitDeck(1, tuple(stand_ins.starter("ada"))))
    table.refused(SubmitDeck(1, ()), "ALREADY_ANSWERED", "MAYA-PSETUP-05")


@pytest.mark.rules("MAYA-CHAMP-03", "MAYA-PASSIVE-01")
def test_each_of_three_traits_brings_a_passive_that_works_from_the_start() -> None:
    table = Table("kshar", "dangsa")
    assert [one.trait for one in pack_of(table.state).passives_of("kshar")] == ["vaanar", "vanguard", "relic-keeper"]
    table.mat(card("stride", {"do": "move", "steps": 2})).activate()
    assert table.offered(TakeAction, how="jump")


@pytest.mark.rules("MAYA-CHAMP-04", "MAYA-HANDSTAT-03")
def test_the_portrait_gives_the_hand_for_the_whole_game() -> None:
    four = stand_ins.portrait("ada", stand_ins.CHAMPIONS["ada"], hand=4)
    table = Table.dealt(cards=[four])
    assert len(table.held(1)) == 4 and len(table.held(2)) == 5
    table.idle(lambda t: t.state.round == 3)
    assert table.seat(1).hand_stat == 4 and len(table.held(1)) == 4
