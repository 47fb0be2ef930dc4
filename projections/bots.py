"""Bots: whoever plays a seat without a person. They see what their seat may see, and choose among its offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from domain.kernel.game import Offer, Pick
from domain.kernel.records import evolve
from domain.kernel.secrecy import Intent

_MASK = (1 << 64) - 1


class Dice:
    """A small generator of a bot's own whims: splitmix64 (Steele, Lea and Flood, OOPSLA 2014), never used for a match.

    Equal seeds (any whole number; its low 64 bits count) give equal choices on every machine.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, without bias."""
        assert bound > 0, "a throw needs at least one outcome"
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            word = self._word()
            if word < limit:
                return word % bound

    def _word(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)


class Bot(Protocol):
    """Chooses one of the offers; `see()` gives the view of the bot's own seat and costs time, so ask when needed."""

    def choose(self, see: Callable[[], dict[str, Any]], offers: Sequence[Offer], dice: Dice) -> Intent: ...


class RandomBot:
    """Takes any offer, each as likely as the next; of a pick, any size and any cards."""

    def choose(self, see: Callable[[], dict[str, Any]], offers: Sequence[Offer], dice: Dice) -> Intent:
        offer = offers[dice.below(len(offers))]
        return offer.intent if offer.pick is None else fill(offer, random_pick(offer.pick, dice))


def fill(offer: Offer, picked: Sequence[Any]) -> Intent:
    """The intent of an offer with its pick made (nothing to fill where it has none)."""
    if offer.pick is None:
        return offer.intent
    filled: Intent = evolve(offer.intent, **{offer.pick.field: tuple(picked)})
    return filled


def random_pick(pick: Pick, dice: Dice) -> tuple[Any, ...]:
    """Any allowed number of the options, in the order in which they are listed."""
    size = pick.min + dice.below(pick.max - pick.min + 1)
    places = list(range(len(pick.options)))
    for place in range(size):
        other = place + dice.below(len(places) - place)
        places[place], places[other] = places[other], places[place]
    return tuple([pick.options[place] for place in sorted(places[:size])])


RANDOM = RandomBot()
