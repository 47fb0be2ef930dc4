"""Who answers by itself: bots, and seats that have said in advance what they answer to such a question.

They answer a moment after they are asked, also when the server was away meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import structlog

from domain.kernel.game import Refused, Request
from domain.kernel.match import MatchState
from domain.kernel.secrecy import Intent
from projections.bots import RANDOM, Bot, Dice
from projections.views import seat_viewer
from server.match import Match
from server.matches import Matches
from server.problems import Problem
from server.storage import StorageError, StoreClosed

log = structlog.get_logger(__name__)

TRIES_MAX = 3  # then a person has to look: a bot whose choices are refused is a bug
RETRY_SECONDS = 5.0  # after the store failed

Asked = tuple[str, int, str]


class BotRunner:
    """Watches the matches, plays the seats of bots, and gives standing answers."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._delay = matches.settings.bot_delay_ms / 1000
        self._moving: dict[Asked, asyncio.Task[None]] = {}
        self._stopped = False
        matches.listeners.append(self.consider)

    async def resume(self, match_ids: Iterable[str]) -> None:
        """Goes on in matches that waited for a bot when the server stopped."""
        for match_id in match_ids:
            try:
                match = await self._matches.get(match_id)
            except Problem as problem:
                log.error("bot_match_unreadable", match=match_id, code=problem.code)
                continue
            if match is not None:
                self.consider(match)

    def consider(self, match: Match) -> None:
        """Lets each that is asked something and answers by itself do so soon."""
        try:
            for request in match.history.awaiting:
                asked = (match.id, request.seat, request.decision)
                if asked not in self._moving and not self._stopped and self._answers(match, request):
                    self._moving[asked] = asyncio.create_task(self._answer(asked))
        except Exception:
            # A fault of ours in this match: it must be there all the same for whoever can mend it.
            log.exception("bot_failed", match=match.id)

    @staticmethod
    def _answers(match: Match, request: Request) -> bool:
        holder = match.state.holder(request.seat)
        if holder is None or holder.bot is not None:
            return holder is not None
        return match.plugin.standing_answer(match.state.table, request) is not None

    async def stop(self) -> None:
        """Lets no bot begin another move, and waits for those that are being stored."""
        self._stopped = True
        tasks = list(self._moving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, asked: Asked) -> None:
        try:
            await asyncio.sleep(self._delay)
            tries = 0
            while tries < TRIES_MAX:
                try:
                    await asyncio.shield(self._move(asked, RANDOM if tries else None))
                    return
                except Refused as refusal:
                    tries += 1
                    log.error("bot_refused", match=asked[0], seat=asked[1], code=refusal.code, rule=refusal.rule)
                except StoreClosed:
                    return
                except (StorageError, Problem) as error:
                    log.warning("bot_waits", match=asked[0], seat=asked[1], why=type(error).__name__)
                    await asyncio.sleep(RETRY_SECONDS)
            log.error("bot_stuck", match=asked[0], seat=asked[1])
        except Exception:
            log.exception("bot_failed", match=asked[0], seat=asked[1])
        finally:
            self._moving.pop(asked, None)

    async def _move(self, asked: Asked, instead: Bot | None) -> None:
        match_id, seat, decision = asked
        match = await self._matches.get(match_id)
        if match is None:
            return

        def request_in(state: MatchState) -> Request | None:
            waiting = match.rules.awaiting(state)
            return next((one for one in waiting if (one.seat, one.decision) == (seat, decision)), None)

        def said_in(state: MatchState) -> Intent | None:
            request = request_in(state)
            return None if request is None else match.plugin.standing_answer(state.table, request)

        state = match.state
        holder = state.holder(seat)
        if request_in(state) is None or holder is None:
            return
        if holder.bot is None:
            said = said_in(state)
            if said is not None:
                # Others may act first, and the seat itself may say otherwise.
                await self._matches.submit_intent(
                    match, seat, said, f"standing/{decision}", lambda state: said_in(state) == said
                )
            return
        bot = instead or match.plugin.bots.get(holder.bot or "") or RANDOM
        offers = match.rules.offers(state, seat)
        assert offers, "whoever is asked something may do something"
        dice = Dice(int.from_bytes(self._matches.entropy(8), "big"))
        intent = bot.choose(lambda: match.history.view(seat_viewer(seat)), offers, dice)
        await self._matches.submit_intent(
            match, seat, intent, f"bot/{decision}", lambda state: request_in(state) is not None
        )
        self._matches.metrics.bot_moves.inc()
