"""A match played in memory, for any game: entries made and linked as a server would, bots in the seats."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kernel.chance import ScriptedChance
from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Refused
from domain.kernel.lifecycle import CreateMatch, SeatPlan, SitDown, StartMatch
from domain.kernel.match import BLANK, MatchRules, MatchState
from domain.kernel.secrecy import Intent
from projections.bots import RANDOM, Bot, Dice
from projections.history import History
from projections.plugin import Plugin
from projections.views import match_view, seat_viewer

MOVES_MAX = 100_000  # a match that takes longer does not end


def secret_of(seed: int) -> str:
    """A match secret out of a small number, 64 hex digits."""
    return seed.to_bytes(32, "big").hex()


def counted_bytes(seed: str) -> Callable[[int], bytes]:
    """Bytes that are the same in each run, so that each run plays the same match."""
    numbers = itertools.count()

    def draw(count: int) -> bytes:
        return hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(count)

    return draw


class Play:
    """One match at a table of players: every accepted intent adds its entries to `entries`."""

    def __init__(
        self,
        plugin: Plugin,
        seats: int,
        options: Mapping[str, Any] | None = None,
        *,
        seed: int = 1,
        names: Sequence[str] = (),
        content: Any = None,
        script: dict[str, Sequence[Any]] | None = None,
        match_id: str = "m1",
        title: str = "",
    ) -> None:
        self.plugin = plugin
        self.rules: MatchRules = plugin.rules
        self.state: MatchState = BLANK
        self.entries: list[Entry] = []
        self.match_id = match_id
        self.script = script
        secret = secret_of(seed)
        self.scribe = Scribe(bytes.fromhex(secret), Head(0, first_link(match_id)))
        plans = tuple(SeatPlan("open") for _ in range(seats))
        create = CreateMatch(
            match_id, self.rules.game.name, dict(options or {}), plans, title=title, scripted=script is not None
        )
        self._append(create, self.rules.create(create, secret=secret, content=content), "host")
        for seat in range(1, seats + 1):
            name = names[seat - 1] if names else "ABCDEFGHIJ"[seat - 1]
            self.submit(SitDown(seat, name), f"seat:{seat}")
        self.submit(StartMatch(), "host")

    def submit(self, intent: Intent, actor: str | None = None) -> list[Entry]:
        """Plays an intent: its new entries, or Refused."""
        chance: ScriptedChance | None = None
        if self.script is not None:
            chance = self.rules.scripted(self.state, self.script)
        return self._append(intent, self.rules.decide(self.state, intent, chance), actor or f"seat:{intent.seat}")

    def _append(self, intent: Intent, events: list[Any], actor: str) -> list[Entry]:
        at = 1_000 * (len(self.entries) + 1)
        new = self.scribe.write(intent, events, actor=actor, at=at, rules=self.rules.game.rules_version)
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.entries += new
        return new

    def refusal(self, intent: Intent) -> Refused:
        """What the table answers to an intent that it refuses."""
        try:
            self.rules.decide(self.state, intent)
        except Refused as refused:
            return refused
        raise AssertionError(f"accepted: {intent!r}")

    def waiting(self) -> list[int]:
        """The seats that the match waits for."""
        return [request.seat for request in self.rules.awaiting(self.state)]

    def step(self, bot: Bot, dice: Dice) -> list[Entry]:
        """Lets a bot answer for one of the seats that are asked."""
        seats = self.waiting()
        seat = seats[dice.below(len(seats))] if len(seats) > 1 else seats[0]
        intent = bot.choose(self.sees(seat), self.rules.offers(self.state, seat), dice)
        return self.submit(intent)

    def sees(self, seat: int) -> Callable[[], dict[str, Any]]:
        """What the seat sees now, for a bot."""
        return lambda: match_view(self.plugin, self.state, seat_viewer(seat), self.scribe.head)

    def play_out(self, bots: Bot | Mapping[int, Bot] = RANDOM, seed: int = 1) -> Play:
        """Plays to the end; one bot for all, or one by seat."""
        dice = Dice(seed)
        for _ in range(MOVES_MAX):
            seats = self.waiting()
            if not seats:
                assert self.rules.over(self.state), "a match that has not ended waits for somebody"
                return self
            seat = seats[dice.below(len(seats))] if len(seats) > 1 else seats[0]
            bot = bots[seat] if isinstance(bots, Mapping) else bots
            self.submit(bot.choose(self.sees(seat), self.rules.offers(self.state, seat), dice))
        raise AssertionError(f"no end after {MOVES_MAX} moves")

    def history(self) -> History:
        """The log so far, folded anew."""
        history = History(self.plugin, self.match_id)
        history.extend(self.entries)
        return history
