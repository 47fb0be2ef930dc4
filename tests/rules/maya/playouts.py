"""Random matches of Trials of Maya from the first choice to the end, as a server would keep them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import HOST_SEAT, Offer
from domain.kernel.lifecycle import CreateMatch, SeatPlan, StartMatch
from domain.kernel.match import BLANK, MatchRules, MatchState
from domain.kernel.records import evolve
from domain.maya.content.decks import check_deck, deck_pool
from domain.maya.evolving.rulings import edited
from domain.maya.game import MAYA
from domain.maya.intents import Concede, ProposeRuling, SetAutoPass, SubmitDeck, WithdrawRuling
from domain.maya.modes.base import mode_of
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.table import board
from tests.rules.maya.play import hidden_from

RULES = MatchRules(MAYA)
STEPS_MAX = 6_000  # random matches end after some hundred answers, 2v2 with reactions after two thousand

MODES: dict[str, tuple[int, dict[str, Any]]] = {
    "siege 1v1": (2, {"mode": "siege-1v1"}),
    "siege 2v2": (4, {"mode": "siege-2v2"}),
    "headhunters for 2": (2, {"mode": "headhunters"}),
    "headhunters for 3": (3, {"mode": "headhunters"}),
    "headhunters for 4": (4, {"mode": "headhunters"}),
}
REACTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    f"{name} with reactions": (seats, {**options, "reactions": True, "expert": True, "share_hands": True})
    for name, (seats, options) in MODES.items()
}
OTHERS: dict[str, tuple[int, dict[str, Any]]] = {
    "siege 1v1, fragments to discard piles": (2, {"mode": "siege-1v1", "fragments_to_discard": True}),
    "headhunters for 3, fragments to discard piles": (3, {"mode": "headhunters", "fragments_to_discard": True}),
}
BUILT: dict[str, tuple[int, dict[str, Any]]] = {
    "siege 2v2, built decks": (4, {"mode": "siege-2v2", "decks": "built", "reactions": True}),
    "headhunters for 4, built decks": (4, {"mode": "headhunters", "decks": "built"}),
}
ALL = {**MODES, **REACTIONS, **OTHERS, **BUILT}
INTERRUPTED = 0.05
"""How often in an unruly match something comes between two answers."""


@attrs.frozen
class Step:
    """One answer: the match before it, what was asked for, what happened, the match after it."""

    number: int
    before: MatchState
    intent: Any
    events: list[Any]
    after: MatchState
    entries: list[Entry]
    """What was written, if the playing keeps a log."""


def played(
    seed: int, seats: int, options: Mapping[str, Any], *, log: bool = False, unruly: bool = False
) -> Iterator[Step]:
    """Each step of a random match; `seed`, `seats` and `options` reproduce it.

    In an unruly one seats give up, they and the host correct the table, and set standing passes now and then.
    """
    dice = random.Random(f"{seed} {seats} {sorted(options.items())}")
    secret = dice.randbytes(32)
    scribe = Scribe(secret, Head(0, first_link("m1")))
    intent: Any = CreateMatch("m1", "maya", dict(options), tuple([SeatPlan("bot") for _ in range(seats)]))
    state = BLANK
    for number in range(STEPS_MAX):
        if isinstance(intent, CreateMatch):
            caused = RULES.create(intent, secret=secret.hex())
            after = state
            for event in caused:
                after = RULES.evolve(after, event)
        else:
            caused, after = RULES.step(state, intent)
        entries = scribe.write(intent, caused, actor="host", at=0, rules=1) if log else []
        yield Step(number, state, intent, list(caused), after, entries)
        state = after
        if state.started and RULES.over(state):
            return
        if state.started:
            aside = interruption(state.table, dice) if unruly and dice.random() < INTERRUPTED else None
            request = dice.choice(RULES.awaiting(state))
            offers = RULES.offers(state, request.seat)
            assert offers, f"seat {request.seat} is asked and may do nothing ({seed=}, {seats=}, {options=})"
            intent = aside or filled(dice.choice(offers), dice)
            if request.kind == "decks" and not aside:
                intent = SubmitDeck(request.seat, built_deck(state.table, request.seat, dice))
        else:
            intent = StartMatch()
    raise AssertionError(f"no end after {STEPS_MAX} answers ({seed=}, {seats=}, {options=})")


def built_deck(state: State, seat: int, dice: random.Random) -> tuple[str, ...]:
    """A legal deck of 24 to 40 cards, at random."""
    pack, champion = pack_of(state), state.seat(seat).champion
    pool = deck_pool(pack, champion, reactions=state.rules.reactions)
    copies = [card.id for card in pool for _ in range(1 if card.signature_of else 2)]
    while True:
        deck = tuple(dice.sample(copies, dice.randint(24, min(40, len(copies)))))
        if not check_deck(pack, champion, deck, reactions=state.rules.reactions):
            return deck


def interruption(state: State, dice: random.Random) -> Any:
    """Something a seat may do at any time, or None."""
    playing = [seat.seat for seat in state.seats if seat.seat not in state.conceded]
    seat = dice.choice(playing)
    kind = dice.randrange(8)
    if kind == 0:
        return SetAutoPass(seat, dice.random() < 0.5)
    if kind == 1 and len(playing) > 2:
        return Concede(seat)
    if state.ruling is not None:
        return WithdrawRuling(state.ruling.seat, state.ruling.number) if dice.random() < 0.2 else None
    if not state.units or state.arena is None:
        return None
    return ProposeRuling(dice.choice((HOST_SEAT, seat)), "As it should be.", corrections(state, dice))


def corrections(state: State, dice: random.Random) -> tuple[dict[str, Any], ...]:
    """Some corrections that the table could make one after the other, at random."""
    made: list[dict[str, Any]] = []
    for _ in range(dice.randint(1, 3)):
        made.append(edit(state, dice))
        state = edited(state, (made[-1],))
    return tuple(made)


def edit(state: State, dice: random.Random) -> dict[str, Any]:
    """A correction that the table could make, at random."""
    seat = dice.randint(1, len(state.seats))
    # A Tower that is mended again and again would put off the end.
    standing = [unit for unit in state.standing_units() if unit.what != "tower"]
    kind = dice.choice(("clear_stack", "energy", "xp", "hp", "root", "bleed", "defence", "place", "revive", "ledger"))
    if kind == "ledger":
        name, most = dice.choice(sorted(mode_of(state).counts(state).items()))
        return {"edit": kind, "name": name, "value": dice.randint(0, min(most, 2))}
    fallen = [seat.unit for seat in state.seats if not state.is_alive(seat.seat) and seat.seat not in state.conceded]
    if kind == "revive" and fallen:
        return {"edit": kind, "unit": fallen[0], "at": free_space(state, dice), "value": 1}
    if kind in ("energy", "xp"):
        return {"edit": kind, "seat": seat, "value": dice.randint(0, 12)}
    if kind == "clear_stack" or not standing:
        return {"edit": "clear_stack"}
    unit = dice.choice(standing)
    if kind in ("place", "revive"):
        return {"edit": "place", "unit": unit.id, "at": free_space(state, dice)}
    if not unit.is_entity:
        kind = "hp"
    most = unit.max_hp if kind in ("hp", "defence") else 3
    return {"edit": kind, "unit": unit.id, "value": dice.randint(int(kind == "hp"), most)}


def free_space(state: State, dice: random.Random) -> list[int]:
    """A space of the arena that a unit could be put on."""
    return list(dice.choice([at for at in board(state).ground_around if state.unit_at(at) is None]))


def as_known(state: State, viewer: int) -> State:
    """A table as a viewer knows it, deck lists and cards that others look at left out as well (0: a spectator)."""
    hidden = hidden_from(state, viewer)
    seats = [
        side if side.seat == viewer else evolve(side, cards=evolve(side.cards, listed=None, peeked=None))
        for side in hidden.seats
    ]
    return evolve(hidden, seats=tuple(seats))


def filled(offer: Offer, dice: random.Random) -> Any:
    """The intent of an offer, its pick filled at random."""
    pick = offer.pick
    if pick is None:
        return offer.intent
    places = sorted(dice.sample(range(len(pick.options)), dice.randint(pick.min, pick.max)))
    return evolve(offer.intent, **{pick.field: tuple([pick.options[place] for place in places])})
