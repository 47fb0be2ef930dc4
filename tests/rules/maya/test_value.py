"""What the numbers on icons come to: symbols, unique traits, Relics, activated cards."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.records import evolve
from domain.maya.events import ActionDeclared
from domain.maya.evolving.changing import with_seat
from tests.rules.maya.play import Table, card, ground, relic

NAAG = card("coils", {"do": "move", "steps": 1}, traits=["naag"])
NAAG_TWICE = card("two-coils", {"do": "move", "steps": 1}, traits=["naag", "naag"])
HARRIER = card("dart", {"do": "move", "steps": 1}, traits=["harrier"])
VANGUARD = card("shield", {"do": "move", "steps": 1}, traits=["vanguard"])
VANGUARD_TWICE = card("two-shields", {"do": "move", "steps": 1}, traits=["vanguard", "vanguard"])


def counting(of: Any, *traits: str, **more: Any) -> Any:
    """A card whose Defend counts something."""
    return card(f"count-{len(traits)}", {"do": "defend", "value": of}, traits=traits or ["surefire"], **more)


def unlocked(table: Table, *symbols: tuple[str, ...]) -> Table:
    """Seat 1 has these symbol tokens unlocked."""
    side = table.seat(1)
    table.state = with_seat(table.state, evolve(side, growth=evolve(side.growth, symbols=symbols)))
    return table


def value(table: Table, slot: int = 1) -> int:
    """What the Defend of a card in a slot comes to."""
    table.activate(slot).defend()
    return int(table.one(ActionDeclared).value)


@pytest.mark.rules("MAYA-VALUE-01", "MAYA-AMB-44")
def test_a_trait_counts_its_symbols_on_the_mat() -> None:
    table = Table().mat(counting("vanguard", "vanguard"), VANGUARD_TWICE, NAAG)
    assert value(table) == 3


@pytest.mark.rules("MAYA-VALUE-01", "MAYA-CARD-16")
def test_shattered_symbols_and_fragments_count_for_nothing() -> None:
    broken = card("broken", {"do": "move", "steps": 1}, traits=["vanguard", "vanguard"], shattered=True)
    table = Table().mat(counting("vanguard", "vanguard"), broken, "faint-step")
    assert value(table) == 1


@pytest.mark.rules("MAYA-AMB-44")
def test_portrait_relics_hand_and_deck_do_not_count() -> None:
    table = Table().mat(counting("vanguard", "naag"), NAAG, NAAG).hand(VANGUARD).deck(VANGUARD).discard(VANGUARD)
    table.relic(relic("plate", {"do": "defend", "value": 1}, traits=["vanguard"]))
    assert "vanguard" in table.seat(1).traits
    assert value(table) == 0


@pytest.mark.rules("MAYA-VALUE-02")
def test_cards_count_activated_or_not() -> None:
    still = Table().mat(VANGUARD, VANGUARD, counting("vanguard", "vanguard"))
    assert value(still, 3) == 3
    busy = Table().mat(VANGUARD, VANGUARD, counting("vanguard", "vanguard")).activate(1).activate(2)
    assert value(busy, 3) == 3


@pytest.mark.rules("MAYA-VALUE-03", "MAYA-UPG-11", "MAYA-UPG-16")
def test_unlocked_symbols_count_too_and_locked_ones_do_not() -> None:
    table = Table().mat(counting("vanguard", "vanguard"), NAAG, NAAG)
    assert value(table) == 1
    more = unlocked(Table().mat(counting("vanguard", "vanguard"), NAAG, NAAG), ("manushya", "vanguard"))
    assert value(more) == 2


@pytest.mark.rules("MAYA-VALUE-04")
def test_unique_counts_the_different_traits() -> None:
    assert value(Table().mat(counting("unique", "naag"), NAAG_TWICE, HARRIER)) == 2
    assert value(Table().mat(counting("unique", "vanguard"), NAAG_TWICE, HARRIER)) == 3


@pytest.mark.rules("MAYA-VALUE-05", "MAYA-AMB-46")
@pytest.mark.parametrize(
    ("symbols", "most"),
    [
        ((), 1),
        ((("naag", "harrier"),), 2),
        ((("naag", "harrier"), ("wild",)), 3),
        ((("naag", "harrier"), ("naag", "harrier")), 2),
        ((("fleetshot", "harrier"),), 2),
        ((("harrier", "fleetshot"), ("harrier", "naag")), 3),
        ((("naag", "harrier"), ("fleetshot", "harrier"), ("naag", "fleetshot"), ("wild",)), 4),
    ],
)
def test_each_token_adds_one_trait_at_most_at_its_best(symbols: tuple[tuple[str, ...], ...], most: int) -> None:
    table = unlocked(Table().mat(counting("unique", "naag"), NAAG, NAAG_TWICE), *symbols)
    assert value(table) == most


@pytest.mark.rules("MAYA-AMB-46", "MAYA-UPG-13", "MAYA-UPG-15")
def test_a_dual_or_wild_token_serves_each_action_at_its_best() -> None:
    both = card("both", {"do": "defend", "value": "naag"}, {"do": "draw", "value": "harrier"}, traits=["surefire"])
    table = unlocked(Table().mat(both, VANGUARD, VANGUARD), ("naag", "harrier"), ("wild",)).activate()
    assert table.defend().one(ActionDeclared).value == 2
    assert table.draw().one(ActionDeclared).value == 2


@pytest.mark.rules("MAYA-VALUE-06")
def test_equipped_relics_count_under_all_slots() -> None:
    table = Table().mat(counting("equipped_relics"), NAAG, NAAG)
    table.relic(relic("one", {"do": "defend", "value": 1}), 1).relic(relic("two", {"do": "defend", "value": 1}), 3)
    assert value(table) == 2


@pytest.mark.rules("MAYA-VALUE-07", "MAYA-AMB-43")
def test_activated_counts_the_cards_activated_this_round_with_the_present_one() -> None:
    assert value(Table().mat(counting("activated"), NAAG, NAAG)) == 1
    assert value(Table().mat(counting("activated"), NAAG, NAAG).activate(3)) == 2
    assert value(Table().mat(counting("activated"), NAAG, "faint-step").activate(2).activate(3)) == 3


@pytest.mark.rules("MAYA-VALUE-08")
def test_two_cards_of_one_mat_read_the_same_symbols_differently() -> None:
    # The mat of the rulebook's example comes to 4 for the Trait of card 1 and to 3 for the Unique of card 3.
    first = card("first", {"do": "defend", "value": "vanguard"}, traits=["vanguard"])
    third = card("third", {"do": "defend", "value": "unique"}, traits=["naag"])
    table = unlocked(Table().mat(first, VANGUARD_TWICE, third), ("vanguard", "harrier"))
    assert value(table, 1) == 4
    assert value(table, 3) == 3


@pytest.mark.rules("MAYA-AMB-45")
def test_a_value_is_read_as_the_action_is_declared() -> None:
    cost = card("aim", {"do": "attack", "value": "unique"}, traits=["naag"])
    flinch = card(
        "flinch",
        {"when": "reaction", "answers": {"to": ["attack"], "at": "you"}, "do": "defend", "value": 1},
        type="spell",
    )
    table = Table(reactions=True).mat(cost, VANGUARD, HARRIER).hand(flinch, seat=2).activate().attack("c2")
    assert table.one(ActionDeclared).value == 3
    side = table.seat(1)
    one, two, _ = side.slots
    table.state = with_seat(table.state, evolve(side, slots=(one, two, evolve(two))))
    table.react("flinch")
    assert (table["c2"].hp, table["c2"].defence) == (8, 0)


@pytest.mark.rules("MAYA-VALUE-09")
def test_the_toecrusher_strikes_by_its_symbols_and_roots() -> None:
    table = Table().mat("the-toecrusher", VANGUARD_TWICE, NAAG).activate().attack("c2")
    assert (table["c2"].hp, table["c2"].root) == (7, 1)


@pytest.mark.rules("MAYA-VALUE-10")
def test_elite_security_shoots_by_its_unique_traits_round_a_corner() -> None:
    field = ground(walls=[((0, 0), (1, 0))])
    table = Table(at=[(0, 0), (1, 1)], arena=field).mat("elite-security", VANGUARD, NAAG)
    unlocked(table, ("naag", "harrier")).activate().attack("c2")
    assert table["c2"].hp == 7


@pytest.mark.rules("MAYA-VALUE-11")
def test_elite_security_defends_where_a_move_ends_beside_an_enemy() -> None:
    go = card("go", {"do": "move", "steps": 1}, {"do": "move", "steps": 1})
    table = Table(at=[(0, 0), (3, 0)]).mat(go, "elite-security").activate()
    assert table.move((1, 0))["c1"].defence == 0
    assert table.move((2, 0), number=2)["c1"].defence == 1
