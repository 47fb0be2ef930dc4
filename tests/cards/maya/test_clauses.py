"""Every plain clause of every card: what its text says in numbers is what the card does, and nothing beyond."""

from __future__ import annotations

import re

import pytest

from domain.maya.content.loader import load_pack
from tests.cards.maya.duel import RADIUS, Duel

PACK = load_pack()
FACES = [*PACK.cards.values(), *PACK.fragments.values()]


def clauses(pattern: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """Each clause of that form: the card, the number of its action, what the text says."""
    found: list[tuple[str, int, tuple[str, ...]]] = []
    for card in FACES:
        for number, ability in enumerate(card.program):
            if ability.when != "action" or len(ability.do) != 1:
                continue
            match = re.fullmatch(pattern, card.clause_of(ability).removeprefix("Action: "))
            if match:
                found.append((card.id, number, match.groups()))
    assert found, f"no clause reads like {pattern}"
    return found


def played(card: str, foe: int = 1) -> Duel:
    """The card or Relic activated, an enemy so far away in line."""
    duel = Duel("kshar", "prabhakar", at=((0, 0), (foe, 0))).turn(moved=1, limits=("1:passive:vaanar.0",))
    if card in PACK.cards and PACK.cards[card].type == "relic":
        return duel.mat("static").relic(card).activate()
    return duel.mat(card).activate()


def is_relic(card: str) -> bool:
    return card in PACK.cards and PACK.cards[card].type == "relic"


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Move (\d)"))
def test_move_goes_as_far_as_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    steps = int(said[0])
    reach = played(card, foe=RADIUS).reach(number)
    assert (0, steps) in reach and (0, steps + 1) not in reach


@pytest.mark.parametrize(
    ("card", "number", "said"),
    clauses(r"Attack (\d)(?: \((Range|Projectile|Piercing) (\d)\))?(?: \+ (\d) (Root|Vish))?"),
)
def test_attack_hits_as_hard_and_as_far_as_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    value, kind, x, tokens, status = said
    far = int(x or 1)
    duel = played(card, foe=far)
    if kind == "Piercing":
        duel.take(number, "c2", direction=0, relic=is_relic(card))
    else:
        duel.take(number, "c2", relic=is_relic(card))
    assert duel["c2"].hp == 10 - int(value)
    assert duel["c2"].root == (int(tokens) if status == "Root" else 0)
    if far < RADIUS:
        assert played(card, foe=far + 1).targets(number, relic=is_relic(card)) == set()


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Attack (\d) \(All Adjacent\)"))
def test_attack_all_adjacent_hits_everybody_beside(card: str, number: int, said: tuple[str, ...]) -> None:
    duel = played(card).minion((0, 1), hp=9).minion((0, 2), hp=9, name="m2").take(number)
    hit = int(said[0])
    assert (duel["c2"].hp, duel["m1"].hp, duel["m2"].hp) == (10 - hit, 9 - hit, 9)


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Defend (\d)"))
def test_defend_gives_what_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    assert played(card).take(number, relic=is_relic(card))["c1"].defence == int(said[0])


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Draw (\d)"))
def test_draw_takes_what_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    assert len(played(card).take(number).seat().cards.hand) == int(said[0])


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Push (\d)(?: \(All Adjacent\))?"))
def test_push_goes_as_far_as_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    assert played(card).take(number, "c2")["c2"].at == (1 + int(said[0]), 0)


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Pull (\d)"))
def test_pull_reaches_as_far_as_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    reach = int(said[0])
    assert played(card, foe=reach).take(number, "c2", relic=is_relic(card))["c2"].at == (1, 0)
    assert played(card, foe=reach + 1).targets(number, relic=is_relic(card)) == set()


@pytest.mark.parametrize(("card", "number", "said"), clauses(r"Jump (\d)"))
def test_jump_goes_as_far_as_it_says(card: str, number: int, said: tuple[str, ...]) -> None:
    reach = played(card, foe=RADIUS).reach(number)
    assert (0, int(said[0])) in reach and (0, int(said[0]) + 1) not in reach and (1, 1) not in reach
