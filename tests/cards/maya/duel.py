"""Two champions on a plain field in the middle of a turn, to play one card in a test and look at what it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import pytest

from domain.kernel.chance import ScriptedChance
from domain.kernel.game import Offer, Refused, SeatSetup, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.records import evolve
from domain.maya.evolving.changing import with_seat, with_slot, with_unit
from domain.maya.game import MAYA
from domain.maya.hexes import Hex, disc
from domain.maya.intents import (
    ActivateCard,
    AnswerChoice,
    AnswerSecretly,
    EndActionPhase,
    PassReaction,
    PlayReaction,
    PlaySpell,
    SelectChampion,
    TakeAction,
    UseAbility,
    UseTimedEffect,
)
from domain.maya.kit import kit_of
from domain.maya.packs import pack_of
from domain.maya.state import Rules, Seat, Slot, State, Timed, Tracks, Turn, Unit
from domain.maya.state_arena import Arena, Foundation, Ground, Tile, VishPool

RADIUS = 5
Where = tuple[int, int]


def field(
    *, spikes: Iterable[Where] = (), high: Iterable[Where] = (), void: Iterable[Where] = (), walls: Iterable[Any] = ()
) -> Arena:
    """A flat hexagon with what is named on it."""
    spiked, raised, missing = set(spikes), set(high), set(void)
    tiles = tuple(
        Tile(at, 2 if at in raised else 1, at in spiked, at in missing, "field") for at in disc(Hex(0, 0), RADIUS)
    )
    return Arena("test", tiles, tuple((Hex(*a), Hex(*b)) for a, b in walls), (), ())


class Duel:
    """Seat 1's Action Phase; seat 2 (and more) around it. Everybody has 9 Energy and 10 HP."""

    def __init__(
        self,
        *champions: str,
        at: Sequence[Where] = ((0, 0), (1, 0), (4, 0), (-4, 0)),
        arena: Arena | None = None,
        mode: str = "",
        reactions: bool = False,
        content: Mapping[str, str] | None = None,
        **options: Any,
    ) -> None:
        seats = len(champions)
        mode = mode or {2: "siege-1v1", 3: "headhunters", 4: "siege-2v2"}[seats]
        rules = MAYA.check_options({"mode": mode, "reactions": reactions, **options}, seats, content)
        sitting = tuple(SeatSetup(n, f"P{n}") for n in range(1, seats + 1))
        state: State = MAYA.start(Setup(rules, sitting, content))
        for intent in (StartMatch(), *[SelectChampion(n, name) for n, name in enumerate(champions, start=1)]):
            state = MAYA.draft(state, intent, ScriptedChance({})).state
        order = tuple(range(1, seats + 1))
        state = evolve(
            state,
            phase="turn",
            step="action",
            round=1,
            arena=arena or field(),
            ground=Ground(),
            units={c: unit for c, unit in state.units.items() if unit.kind == "champion"},
            frames=(),
            tracks=Tracks(order, order, order[1:]),
            turn=Turn(number=1, seat=1),
            marks=(),
        )
        for seat, place in zip(order, at, strict=False):
            unit = state.champion(seat)
            state = with_unit(state, evolve(unit, at=Hex(*place), hp=10, max_hp=10))
            side = state.seat(seat)
            cards = evolve(side.cards, hand=(), discard=(), deck=("plumb-shot",) * 5)
            supply = {"vish": 7, "foundation": 4, "engram": 3}
            has = {p: n for p, n in pack_of(state).supplies_of(side.champion).items() if n}
            purse = evolve(side.purse, energy=9, supply={p: has[p] for p in (*supply, "flight") if p in has})
            state = with_seat(
                state, evolve(side, slots=(Slot(), Slot(), Slot()), cards=cards, purse=purse, ready=False)
            )
        self.state = state
        self.events: list[Any] = []
        self.script: dict[str, list[Any]] = {}

    # -- setting the scene

    def mat(self, *cards: str, seat: int = 1) -> Self:
        """Cards in slots 1, 2, 3."""
        side = self.state.seat(seat)
        for number, card in enumerate(cards, start=1):
            side = with_slot(side, number, Slot(card))
        self.state = with_seat(self.state, side)
        return self

    def relic(self, card: str, slot: int = 1, seat: int = 1) -> Self:
        """A Relic under a slot."""
        side = self.state.seat(seat)
        side = with_slot(side, slot, evolve(side.slots[slot - 1], relic=card))
        self.state = with_seat(self.state, side)
        return self

    def hand(self, *cards: str, seat: int = 1) -> Self:
        """Cards in hand."""
        return self._cards(seat, hand=cards)

    def deck(self, *cards: str, seat: int = 1) -> Self:
        """The deck, top first."""
        return self._cards(seat, deck=cards)

    def _cards(self, seat: int, **piles: tuple[str, ...]) -> Self:
        side = self.state.seat(seat)
        self.state = with_seat(self.state, evolve(side, cards=evolve(side.cards, **piles)))
        return self

    def skill(self, name: str, level: str = "1", seat: int = 1) -> Self:
        """An unlocked skill."""
        side = self.state.seat(seat)
        growth = evolve(side.growth, skills={**side.growth.skills, name: level})
        self.state = with_seat(self.state, evolve(side, growth=growth))
        return self

    def purse(self, seat: int = 1, **counts: Any) -> Self:
        """Energy, XP, supplies."""
        side = self.state.seat(seat)
        self.state = with_seat(self.state, evolve(side, purse=evolve(side.purse, **counts)))
        return self

    def unit(self, name: str, **changes: Any) -> Self:
        """A unit with some of its counts changed."""
        if "at" in changes:
            changes["at"] = Hex(*changes["at"])
        self.state = with_unit(self.state, evolve(self.state.units[name], **changes))
        return self

    def minion(self, at: Where, hp: int = 3, name: str = "m1", owner: int = 0, kind: str = "warden-of-knots") -> Self:
        """A minion on the field."""
        team = self.state.team_of(owner)
        side = pack_of(self.state).minions[kind].sides[0].id
        self.state = with_unit(self.state, Unit(name, "minion", kind, owner, team, Hex(*at), hp, hp, side=side))
        return self

    def engram(self, at: Where, seat: int = 1, name: str = "e1.1", hp: int = 2) -> Self:
        """An Engram out of a seat's supply."""
        team = self.state.team_of(seat)
        self.state = with_unit(self.state, Unit(name, "ido", "engram", seat, team, Hex(*at), hp, 2))
        return self._used(seat, "engram", 1)

    def tower(self, at: Where, team: int = 2, hp: int = 8, name: str = "t2a", attackable: bool = True) -> Self:
        """A tower."""
        unit = Unit(name, "ido", "tower", 0, team, Hex(*at), hp, hp, attackable=attackable)
        self.state = with_unit(self.state, unit)
        return self

    def foundation(self, at: Where, seat: int = 1) -> Self:
        """A Foundation out of a seat's supply."""
        ground = self.state.ground
        self.state = evolve(
            self.state, ground=evolve(ground, foundations=(*ground.foundations, Foundation(Hex(*at), seat)))
        )
        return self._used(seat, "foundation", 1)

    def vish_at(self, at: Where, count: int = 1, seat: int = 1) -> Self:
        """Vish lying on a space."""
        ground = self.state.ground
        self.state = evolve(self.state, ground=evolve(ground, vish=(*ground.vish, VishPool(Hex(*at), seat, count))))
        return self._used(seat, "vish", count)

    def vish_on(self, unit: str, count: int, seat: int = 1) -> Self:
        """Vish on a unit."""
        return self.unit(unit, vish={seat: count})._used(seat, "vish", count)

    def _used(self, seat: int, piece: str, count: int) -> Self:
        supply = self.state.seat(seat).purse.supply
        return self.purse(seat, supply={**supply, piece: supply.get(piece, 0) - count})

    def turn(self, **changes: Any) -> Self:
        """What the turn has seen so far."""
        self.state = evolve(self.state, turn=evolve(self.state.turn, **changes))
        return self

    def step(self, step: str) -> Self:
        """Start of Turn or End of Turn, with what waits in it."""
        side = self.state.seat(1)
        kit = kit_of(self.state, side)
        clauses = kit.start_of_turn if step == "start" else kit.end_of_turn
        queue = tuple(Timed(1, clause.source) for clause in clauses)
        self.state = evolve(self.state, step=step, queue=queue)
        return self

    # -- playing

    def do(self, intent: Any) -> Self:
        """An intent that is offered (a Move may name its own path) and accepted."""
        draft = MAYA.draft(self.state, intent, ScriptedChance(self.script))
        folded = self.state
        for event in draft.events:
            folded = MAYA.evolve(folded, event)
        assert folded == draft.state
        self.state, self.events = draft.state, list(draft.events)
        return self

    def activate(self, slot: int = 1) -> Self:
        """Seat 1 activates a card."""
        return self.do(ActivateCard(1, slot))

    def take(
        self, index: int, target: str = "", *, path: Sequence[Where] = (), relic: bool = False, **how: Any
    ) -> Self:
        """Seat 1 takes an action of the activated card, or of the Relic under it."""
        source = "relic" if relic else "card"
        slot = self.state.turn.slot
        if isinstance(how.get("using"), str):
            how["using"] = (how["using"],)
        return self.do(TakeAction(1, slot, source, index, target, tuple(Hex(*p) for p in path), **how))

    def asked(self, target: str = "", *, path: Sequence[Where] = (), seat: int = 1, **how: Any) -> Self:
        """The action that an effect asks for."""
        return self.do(TakeAction(seat, 0, "effect", 0, target, tuple(Hex(*p) for p in path), **how))

    def answer(self, *options: Any, seat: int = 1, secretly: bool = False) -> Self:
        """An answer to what an effect asks."""
        options = tuple(Hex(*option) if isinstance(option, tuple) else option for option in options)
        return self.do((AnswerSecretly if secretly else AnswerChoice)(seat, options))

    def spell(self, card: str) -> Self:
        """Seat 1 plays a Spell."""
        return self.do(PlaySpell(1, card))

    def use(self, ability: str) -> Self:
        """Seat 1 uses an ability."""
        return self.do(UseAbility(1, ability))

    def timed(self, effect: str) -> Self:
        """Seat 1 uses an effect of Start or End of Turn."""
        return self.do(UseTimedEffect(1, effect))

    def react(self, card: str, seat: int = 2) -> Self:
        """A seat answers with a Reaction."""
        return self.do(PlayReaction(seat, card, self.stack))

    def pass_on(self, seat: int = 2) -> Self:
        """A seat lets it happen."""
        return self.do(PassReaction(seat, self.stack))

    def end(self) -> Self:
        """Seat 1 ends its Action Phase."""
        return self.do(EndActionPhase(1))

    def refused(self, intent: Any, code: str, rule: str) -> None:
        """The intent is refused with this code under this rule."""
        with pytest.raises(Refused) as caught:
            MAYA.draft(self.state, intent, ScriptedChance(self.script))
        assert (caught.value.code, caught.value.rule) == (code, rule)

    # -- looking

    @property
    def stack(self) -> int:
        """What waits to be answered."""
        about = MAYA.awaiting(self.state)[0].about
        return int(about["stack"])

    @property
    def pending(self) -> tuple[int, str]:
        """The seat that is asked, and what kind of thing."""
        request = MAYA.awaiting(self.state)[0]
        return request.seat, str(request.about.get("ask", request.kind))

    def offers(self, seat: int = 1) -> tuple[Offer, ...]:
        """What a seat may do."""
        return MAYA.offers(self.state, seat)

    def offered(self, kind: type[Any], /, seat: int = 1, **fields: Any) -> list[Any]:
        """The offered intents of a kind with these fields."""
        return [
            offer.intent
            for offer in self.offers(seat)
            if isinstance(offer.intent, kind) and all(getattr(offer.intent, f) == v for f, v in fields.items())
        ]

    def targets(self, index: int, *, relic: bool = False, **fields: Any) -> set[str]:
        """Whom an action of the activated card can be aimed at."""
        source = "relic" if relic else "card"
        return {i.target for i in self.offered(TakeAction, source=source, index=index, **fields)}

    def reach(self, index: int, **fields: Any) -> set[Where]:
        """Where a Move of the activated card can end; staying put is left out."""
        found = self.offered(TakeAction, source="card", index=index, **fields)
        return {tuple(i.path[-1]) for i in found if i.path}

    def __getitem__(self, unit: str) -> Unit:
        return self.state.units[unit]

    def seat(self, seat: int = 1) -> Seat:
        """A seat's side."""
        return self.state.seat(seat)

    @property
    def energy(self) -> int:
        """Seat 1's Energy."""
        return self.seat().purse.energy

    def supply(self, piece: str, seat: int = 1) -> int:
        """Class pieces left."""
        return self.seat(seat).purse.supply.get(piece, 0)

    def happened(self, kind: type[Any]) -> list[Any]:
        """What happened of this kind in the last intent."""
        return [event for event in self.events if isinstance(event, kind)]


__all__ = ["Duel", "Rules", "field"]
