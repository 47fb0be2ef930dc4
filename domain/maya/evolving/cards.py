"""Decks, hands, mats, fragments, Energy and upgrades."""

from __future__ import annotations

from typing import Any

from domain.kernel.records import evolve
from domain.maya import events as e
from domain.maya.evolving.changing import Handler, with_seat, with_slot, without_cards
from domain.maya.evolving.frames import next_effect
from domain.maya.state import EMPTY_SLOT, Slot, State


def _deck_submitted(state: State, event: e.DeckSubmitted) -> State:
    seat = state.seat(event.seat)
    deck: tuple[str | None, ...] = (None,) * event.size if event.cards is None else tuple(event.cards)
    cards = evolve(seat.cards, deck=deck, listed=event.cards)
    return with_seat(state, evolve(seat, cards=cards, ready=True))


def _deck_shuffled(state: State, event: e.DeckShuffled) -> State:
    seat = state.seat(event.seat)
    deck: tuple[str | None, ...] = (None,) * event.count if event.order is None else tuple(event.order)
    cards = evolve(seat.cards, deck=deck, peeked=())
    if event.why == "reshuffle":
        cards = evolve(cards, discard=())
    return with_seat(state, evolve(seat, cards=cards))


def _drawn(state: State, event: e.CardsDrawn) -> State:
    seat = state.seat(event.seat)
    drawn: tuple[str | None, ...] = (None,) * event.count if event.cards is None else tuple(event.cards)
    cards = seat.cards
    if event.why in ("search", "peek"):
        deck = without_cards(cards.deck, drawn)
        peeked = None if cards.peeked is None else _without_known(cards.peeked, drawn)
        cards = evolve(cards, deck=deck, hand=(*cards.hand, *drawn), peeked=peeked)
    else:
        cards = evolve(cards, deck=cards.deck[event.count :], hand=(*cards.hand, *drawn))
    return with_seat(state, evolve(seat, cards=cards))


def _without_known(cards: tuple[str, ...], gone: tuple[str | None, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _peeked(state: State, event: e.CardsPeeked) -> State:
    seat = state.seat(event.seat)
    cards = evolve(seat.cards, peeked=event.cards)
    if event.why == "peek" and event.cards is not None:
        cards = evolve(cards, deck=(*event.cards, *cards.deck[event.count :]))
    return with_seat(state, evolve(seat, cards=cards))


def _put_back(state: State, event: e.CardsPutBack) -> State:
    seat = state.seat(event.seat)
    top: tuple[str | None, ...] = (None,) * event.count if event.cards is None else tuple(event.cards)
    cards = evolve(seat.cards, deck=(*top, *seat.cards.deck[event.count :]), peeked=())
    return with_seat(state, evolve(seat, cards=cards))


def _discarded(state: State, event: e.CardsDiscarded) -> State:
    seat = state.seat(event.seat)
    cards = evolve(seat.cards, discard=(*seat.cards.discard, *event.cards))
    if event.why == "spell":
        # The Spell was in no zone; it lands in the discard pile as the last of its effects.
        return next_effect(with_seat(state, evolve(seat, cards=cards)))
    cards = evolve(cards, hand=without_cards(cards.hand, event.cards))
    return with_seat(state, evolve(seat, cards=cards))


def _fragments_shuffled(state: State, event: e.FragmentPoolShuffled) -> State:
    return evolve(state, pool=(None,) * event.count if event.order is None else tuple(event.order))


def _fragments_dealt(state: State, event: e.FragmentsDealt) -> State:
    seat = state.seat(event.seat)
    first, second, third = (Slot(card) for card in event.fragments)
    dealt = with_seat(state, evolve(seat, slots=(first, second, third)))
    return evolve(dealt, pool=state.pool[len(event.fragments) :])


def _arranged(state: State, event: e.SlotsArranged) -> State:
    seat = state.seat(event.seat)
    first, second, third = (Slot(card) for card in event.cards)
    return with_seat(state, evolve(seat, slots=(first, second, third), ready=True))


def _reset(state: State, event: e.ActionCardsReset) -> State:
    for number, slot in event.slots:
        seat = state.seat(number)
        state = with_seat(state, with_slot(seat, slot, evolve(seat.slots[slot - 1], activated=False)))
    return state


def _slid(state: State, event: e.CardsSlid) -> State:
    pool = state.pool
    for slide in event.slides:
        seat = state.seat(slide.seat)
        left, middle, right = seat.slots
        slots = (
            evolve(EMPTY_SLOT, relic=left.relic),
            evolve(left, relic=middle.relic),
            evolve(middle, relic=right.relic),
        )
        seat = evolve(seat, slots=slots)
        if slide.destination == "discard":
            seat = evolve(seat, cards=evolve(seat.cards, discard=(*seat.cards.discard, slide.leaver)))
        elif slide.destination == "pool":
            pool = (*pool, slide.leaver)
        state = with_seat(state, seat)
    return evolve(state, pool=pool)


def _prepared(state: State, event: e.CardPrepared) -> State:
    seat = state.seat(event.seat)
    face_down = event.card if event.source == "hand" else event.fragment
    if event.source == "none":
        return with_seat(state, evolve(seat, ready=True))
    seat = with_slot(
        seat, 1, evolve(seat.slots[0], card=face_down, face_up=False, source=event.source, activated=False)
    )
    if event.source == "hand":
        seat = evolve(seat, cards=evolve(seat.cards, hand=without_cards(seat.cards.hand, (event.card,))))
    else:
        state = evolve(state, pool=state.pool[1:])
    return with_seat(state, evolve(seat, ready=True))


def _flipped(state: State, event: e.CardsFlipped) -> State:
    for flip in event.flips:
        seat = state.seat(flip.seat)
        state = with_seat(state, with_slot(seat, 1, evolve(seat.slots[0], card=flip.card, face_up=True, source="")))
    return state


def _energy(state: State, event: e.EnergyChanged) -> State:
    seat = state.seat(event.seat)
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, energy=event.total)))


def _activated(state: State, event: e.CardActivated) -> State:
    seat = state.seat(event.seat)
    slot = seat.slots[event.slot - 1]
    turn = evolve(
        state.turn,
        slot=event.slot,
        relic_live=slot.relic != "",
        used=(),
        fired=(),
        activated=state.turn.activated + 1,
    )
    return evolve(with_seat(state, with_slot(seat, event.slot, evolve(slot, activated=True))), turn=turn)


def _equipped(state: State, event: e.RelicEquipped) -> State:
    seat = state.seat(event.seat)
    slot = seat.slots[event.slot - 1]
    cards = evolve(seat.cards, hand=without_cards(seat.cards.hand, (event.card,)))
    if event.replaced:
        cards = evolve(cards, discard=(*cards.discard, event.replaced))
    seat = with_slot(evolve(seat, cards=cards), event.slot, evolve(slot, relic=event.card))
    turn = state.turn
    if turn.slot == event.slot and turn.seat == event.seat:
        # A Relic put under a card that is already activated gives nothing this turn (MAYA-RELIC-09).
        turn = evolve(turn, relic_live=False)
    return evolve(with_seat(state, seat), turn=turn)


def _relics_lost(state: State, event: e.RelicsLost) -> State:
    seat = state.seat(event.seat)
    kept = list(event.kept)
    slots = []
    for slot in seat.slots:
        if slot.relic in kept:
            kept.remove(slot.relic)
            slots.append(slot)
        else:
            slots.append(evolve(slot, relic=""))
    first, second, third = slots
    cards = evolve(seat.cards, discard=(*seat.cards.discard, *event.cards))
    return with_seat(state, evolve(seat, slots=(first, second, third), cards=cards))


def _xp(state: State, event: e.XpChanged) -> State:
    seat = state.seat(event.seat)
    return with_seat(state, evolve(seat, purse=evolve(seat.purse, xp=event.total)))


def _upgraded(state: State, event: e.UpgradeBought) -> State:
    seat = state.seat(event.seat)
    growth = seat.growth
    if event.kind == "hp":
        growth = evolve(growth, hp_steps=growth.hp_steps + 1)
        unit = state.units[seat.unit]
        units = dict(state.units)
        units[unit.id] = evolve(unit, max_hp=event.value)
        state = evolve(state, units=units)
    elif event.kind == "energy":
        growth = evolve(growth, energy_steps=growth.energy_steps + 1, energy_modifier=event.value)
    elif event.kind == "symbol":
        growth = evolve(
            growth,
            symbols=(*growth.symbols, event.symbol),
            symbol_indexes=(*growth.symbol_indexes, event.index),
        )
    else:
        growth = evolve(growth, skills={**growth.skills, event.skill: event.choice})
    return with_seat(state, evolve(seat, growth=growth))


def _unchanged(state: State, event: Any) -> State:
    return state


HANDLERS: dict[type[Any], Handler] = {
    e.DeckSubmitted: _deck_submitted,
    e.DeckShuffled: _deck_shuffled,
    e.CardsDrawn: _drawn,
    e.CardsPeeked: _peeked,
    e.CardsPutBack: _put_back,
    e.CardRevealed: _unchanged,
    e.CardsDiscarded: _discarded,
    e.FragmentPoolShuffled: _fragments_shuffled,
    e.FragmentsDealt: _fragments_dealt,
    e.SlotsArranged: _arranged,
    e.ActionCardsReset: _reset,
    e.CardsSlid: _slid,
    e.CardPrepared: _prepared,
    e.CardsFlipped: _flipped,
    e.EnergyChanged: _energy,
    e.CardActivated: _activated,
    e.RelicEquipped: _equipped,
    e.RelicsLost: _relics_lost,
    e.XpChanged: _xp,
    e.UpgradeBought: _upgraded,
}
