"""The table as one viewer may see it (MAYA-AMB-111, MAYA-AMB-112): hands, decks and face-down cards are hidden."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.frames import Frame, Window
from domain.maya.content.decks import deck_pool, starter_deck
from domain.maya.content.models import Card
from domain.maya.evolving.frames import ACT
from domain.maya.packs import pack_of
from domain.maya.state import OpenObjective, Seat, Slot, State, Unit
from domain.maya.table import sharers
from projections.maya import naming
from projections.maya.legend import arena_json, box_of, card_json
from projections.plugin import JSON, NameOf
from projections.views import AUDITOR, seat_of, seat_viewer


def view(state: State, viewer: str, name_of: NameOf) -> JSON:
    """The whole table as JSON; what is hidden from the viewer is counted or None."""
    seats = [_seat(state, seat, viewer, name_of) for seat in state.seats]
    building = _builder(state, viewer)
    return {
        "box": {**box_of(state), **(arena_json(state.arena) if state.arena is not None else {"tiles": []})},
        "options": dict(vars(state.rules)),
        "phase": state.phase,
        "step": state.step,
        "round": state.round,
        "units": [_unit(state, unit, name_of) for unit in state.units.values()],
        "ground": _ground(state),
        "seats": seats,
        "tracks": {
            "initiative": list(state.tracks.initiative),
            "tiebreak": list(state.tracks.tiebreak),
            "to_go": list(state.tracks.to_go),
        },
        "objectives": _objectives(state),
        "turn": _turn(state),
        "queue": [{"seat": timed.seat, "source": timed.source} for timed in state.queue],
        "stack": [_frame(state, frame, name_of) for frame in state.frames],
        "aggro": _aggro(state),
        "pool": len(state.pool),
        "ledger": dict(state.ledger),
        "ruling": _ruling(state),
        "library": None if building is None else [card.id for card in _pool(state, building)],
        "starter": None if building is None else list(_starter(state, building)),
        "cards": _cards(state, seats, building),
    }


def _builder(state: State, viewer: str) -> Seat | None:
    """The seat of the viewer while it may build a deck."""
    seat = seat_of(viewer)
    if seat is None or state.phase != "decks" or state.rules.decks == "starter" or state.seat(seat).ready:
        return None
    return state.seat(seat)


def _pool(state: State, seat: Seat) -> tuple[Card, ...]:
    return deck_pool(pack_of(state), seat.champion, reactions=state.rules.reactions)


def _starter(state: State, seat: Seat) -> tuple[str, ...]:
    return starter_deck(pack_of(state), seat.champion, reactions=state.rules.reactions)


def _unit(state: State, unit: Unit, name_of: NameOf) -> JSON:
    return {
        "id": unit.id,
        "kind": unit.kind,
        "what": unit.what,
        "name": naming.unit_words(state, unit, name_of),
        "seat": unit.owner,
        "team": unit.team,
        "at": None if unit.at is None else list(unit.at),
        "hp": unit.hp,
        "max_hp": unit.max_hp,
        "defence": unit.defence,
        "root": unit.root,
        "bleed": unit.bleed,
        "vish": [{"seat": seat, "count": count} for seat, count in sorted(unit.vish.items())],
        "flying": unit.flying,
        "side": unit.side,
        "attackable": unit.attackable,
        "set_on": [seat for minion, seat in state.marks if minion == unit.id],
    }


def _ground(state: State) -> JSON:
    return {
        "foundations": [{"at": list(tile.at), "seat": tile.seat} for tile in state.ground.foundations],
        "vish": [{"at": list(pool.at), "seat": pool.seat, "count": pool.count} for pool in state.ground.vish],
        "items": [
            {"at": list(lying.at), "item": lying.item, "name": naming.item(state, lying.item)}
            for lying in state.ground.items
        ],
    }


# -- seats


def sees_hand(state: State, seat: int, viewer: str) -> bool:
    """Whether a viewer may see the hand and the prepared card of a seat."""
    return viewer == AUDITOR or seat_of(viewer) in sharers(state, seat)


def _seat(state: State, seat: Seat, viewer: str, name_of: NameOf) -> JSON:
    cards, purse, growth = seat.cards, seat.purse, seat.growth
    own = viewer in (AUDITOR, seat_viewer(seat.seat))
    open_hand = sees_hand(state, seat.seat, viewer)
    return {
        "seat": seat.seat,
        "name": name_of(seat.seat),
        "team": seat.team,
        "champion": seat.champion or None,
        "ready": seat.ready,
        "conceded": seat.seat in state.conceded,
        "slots": [_slot(slot, viewer == AUDITOR or (open_hand and slot.source == "hand")) for slot in seat.slots],
        "hand": {"count": len(cards.hand), "cards": list(cards.hand) if open_hand else None},
        "hand_stat": seat.hand_stat,
        "deck": len(cards.deck),
        "deck_list": list(cards.listed) if own and cards.listed is not None else None,
        "peeked": list(cards.peeked) if own and cards.peeked else None,
        "discard": list(cards.discard),
        "energy": purse.energy,
        "xp": purse.xp,
        "bank": purse.bank,
        "heads": [
            {"minion": head.minion, "kind": head.kind, "name": naming.minion(state, head.kind, head.minion)}
            for head in purse.heads
        ],
        "supply": dict(purse.supply),
        "items": [{"item": item, "name": naming.item(state, item)} for item in purse.items],
        "growth": {
            "hp_steps": growth.hp_steps,
            "energy_steps": growth.energy_steps,
            "energy_modifier": growth.energy_modifier,
            "symbols": [list(symbol) for symbol in growth.symbols],
            "symbol_indexes": list(growth.symbol_indexes),
            "skills": dict(growth.skills),
        },
        "auto_pass": bool(seat.auto_pass) if own else None,
    }


def _slot(slot: Slot, known: bool) -> JSON:
    return {
        "card": slot.card if slot.face_up or known else None,
        "face_up": slot.face_up,
        "source": slot.source,
        "activated": slot.activated,
        "relic": slot.relic or None,
    }


def _cards(state: State, seats: list[JSON], building: Seat | None) -> dict[str, JSON]:
    """What the cards say that are named in this view."""
    names = set(_names(seats))
    if building is not None:
        names |= {card.id for card in _pool(state, building)}
    return {name: card_json(state.content, name) for name in sorted(names)}


def _names(seats: list[JSON]) -> Iterable[str]:
    for seat in seats:
        for slot in seat["slots"]:
            yield from [name for name in (slot["card"], slot["relic"]) if name]
        for held in (seat["hand"]["cards"], seat["peeked"], seat["deck_list"], seat["discard"]):
            yield from [name for name in held or () if name]


# -- the table


def _objectives(state: State) -> JSON:
    objectives = state.objectives
    return {
        "open": [_objective(state, card) for card in objectives.open],
        "deck": len(objectives.deck),
        "discard": [{"id": name, "name": naming.objective(state, name)} for name in objectives.discard],
        "claimed": list(objectives.claimed),
    }


def _objective(state: State, card: OpenObjective) -> JSON:
    known = pack_of(state).objectives.get(card.id)
    return {
        "id": card.id,
        "name": naming.objective(state, card.id),
        "text": known.sides[card.side].text if known is not None and 0 <= card.side < len(known.sides) else "",
        "reward": card.reward,
        "starter": card.starter,
        "side": card.side,
        "tokens": list(card.tokens),
        "done_by": list(card.done_by),
    }


def _turn(state: State) -> JSON:
    turn = state.turn
    return {
        "number": turn.number,
        "seat": turn.seat,
        "slot": turn.slot,
        "relic_live": turn.relic_live,
        "used": list(turn.used),
        "moved": turn.moved,
        "minion": turn.minion,
    }


def _frame(state: State, frame: Frame, name_of: NameOf) -> JSON:
    """One thing in flight: an action that waits, a running effect, or a question to opponents."""
    if isinstance(frame, Window):
        return {"kind": "window", "seats": list(frame.seats), "stack": frame.about["stack"]}
    first = frame.effects[0]
    name, clause, card = naming.source_text(state, frame.controller, frame.source)
    made: JSON = {"kind": "effect", "seat": frame.controller, "name": name, "text": clause, "card": card or None}
    if first.do != ACT:
        return made
    act = first.args[ACT]
    return {
        **made,
        "kind": "action",
        "action": act.kind,
        "actor": act.actor,
        "value": act.value,
        "targets": [] if act.kind == "discard" else list(act.targets),
        "path": [list(at) for at in act.path],
    }


def _aggro(state: State) -> JSON | None:
    aggro = state.aggro
    if not aggro.seat:
        return None
    return {
        "seat": aggro.seat,
        "executor": aggro.executor,
        "waiting": list(aggro.waiting),
        "minion": aggro.minion,
    }


def _ruling(state: State) -> JSON | None:
    ruling = state.ruling
    if ruling is None:
        return None
    return {
        "number": ruling.number,
        "seat": ruling.seat,
        "text": ruling.text,
        "edits": [dict(edit) for edit in ruling.edits],
        "consents": list(ruling.consents),
    }


def progress(state: State) -> dict[str, Any]:
    """How far the match is: round, turns so far, and the phase or the step of the turn."""
    return {"round": state.round, "turn": state.turn.number, "phase": state.step or state.phase}
