"""Newer versions of Highest Card, each as a developer might release it: what old matches meet after an upgrade."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.game import Offer
from domain.kernel.match import KERNEL, MatchRules
from domain.kernel.records import evolve
from domain.kernel.registry import Registry, Upcast, Upcaster
from domain.kernel.secrecy import Event, Intent, event, public
from projections.plugin import Plugin
from tests.toy import facts
from tests.toy.game import HighestCard, HighestCardGame
from tests.toy.plugin import TOY


@event("RoundWon", schema=2)
class RoundWonBy:
    """Schema 2: `seat` became `winner`, and `points` became `score`."""

    winner: int = public()
    score: int = public()


@event()
class RoundClosed:
    """One half of what RoundEnded said: the round before is over."""

    number: int = public()


@event()
class RoundBegan:
    """The other half: the next one begins."""

    number: int = public()


def plugin(game: HighestCardGame, *earlier: HighestCardGame) -> Plugin:
    """Highest Card under other rules, with those that were in force before where they are kept."""
    return evolve(TOY, rules=MatchRules(game), earlier=tuple(map(MatchRules, earlier)))


class StricterGame(HighestCardGame):
    """Rules 2: the same facts, decided otherwise (the constants of the rules are changed by the test)."""

    rules_version = 2


class RenamedGame(HighestCardGame):
    """Rules 2: fields of an event have new names, and an upcaster leads to them."""

    rules_version = 2

    def evolve(self, state: HighestCard, event: Any) -> HighestCard:
        if isinstance(event, RoundWonBy):
            return super().evolve(state, facts.RoundWon(event.winner, event.score))
        return super().evolve(state, event)


class SplitGame(HighestCardGame):
    """Rules 2: what was one event is two."""

    rules_version = 2

    def evolve(self, state: HighestCard, event: Any) -> HighestCard:
        if isinstance(event, RoundClosed):
            return state
        if isinstance(event, RoundBegan):
            return super().evolve(state, facts.RoundEnded(event.number))
        return super().evolve(state, event)


class RenamedGameBefore(RenamedGame):
    """Rules 1 as they are kept beside: they decide as ever, and speak of it in the fields of today."""

    rules_version = 1

    def decide(self, state: HighestCard, intent: Intent, chance: Chance) -> Sequence[Event]:
        decided = super().decide(state, intent, chance)
        return [RoundWonBy(e.seat, e.points) if isinstance(e, facts.RoundWon) else e for e in decided]


class SplitGameBefore(SplitGame):
    """Rules 1 as they are kept beside: where they said one thing, they say two now."""

    rules_version = 1

    def decide(self, state: HighestCard, intent: Intent, chance: Chance) -> Sequence[Event]:
        said: list[Event] = []
        for fact in super().decide(state, intent, chance):
            ended = isinstance(fact, facts.RoundEnded)
            said += (RoundClosed(fact.number - 1), RoundBegan(fact.number)) if ended else (fact,)
        return said


def _registered(without: str, *new: type[Any], upcasters: dict[tuple[str, int], Upcaster]) -> Registry:
    """The types of the game with one gone and others come, and the ways up from it."""
    newer = ModuleType(facts.__name__)  # a registry takes the types that a module declares itself
    for name, cls in vars(facts).items():
        if name != without and getattr(cls, "__module__", "") == facts.__name__:
            setattr(newer, name, cls)
    for cls in new:
        cls.__module__ = facts.__name__
        setattr(newer, cls.__name__, cls)
    return Registry(KERNEL, newer, upcasters=upcasters)


def _renamed(fields: dict[str, Any]) -> list[Upcast]:
    return [Upcast("RoundWon", 2, {"winner": fields["seat"], "score": fields["points"]})]


def _split(fields: dict[str, Any]) -> list[Upcast]:
    number = fields["number"]
    return [Upcast("RoundClosed", 1, {"number": number - 1}), Upcast("RoundBegan", 1, {"number": number})]


RenamedGame.registry = _registered("RoundWon", RoundWonBy, upcasters={("RoundWon", 1): _renamed})
RenamedGameBefore.registry = RenamedGame.registry
SplitGame.registry = _registered("RoundEnded", RoundClosed, RoundBegan, upcasters={("RoundEnded", 1): _split})
SplitGameBefore.registry = SplitGame.registry


class ForgetfulGame(HighestCardGame):
    """A release that renamed a field and forgot the way up from the old form."""

    rules_version = 2
    registry = _registered("RoundWon", RoundWonBy, upcasters={})


class ClumsyGame(HighestCardGame):
    """A release whose fold fails on an event that it used to know."""

    def evolve(self, state: HighestCard, event: Any) -> HighestCard:
        if isinstance(event, facts.CardsTraded):
            raise KeyError("trades")
        return super().evolve(state, event)


class SilentGame(HighestCardGame):
    """A release that forgot to offer bids."""

    def offers(self, state: HighestCard, seat: int) -> tuple[Offer, ...]:
        return tuple([offer for offer in super().offers(state, seat) if not isinstance(offer.intent, facts.Bid)])
