"""A store whose appends now and then end in doubt, with nothing stored or with everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from server.storage import Appended, Command, Row, Store, UnknownOutcome


class Flaky:
    """Passes everything on; of the appends a share gets no answer, before they are done or after."""

    def __init__(self, store: Store, chance: random.Random, share: float = 0.2) -> None:
        self._store = store
        self._chance = chance
        self.share = share
        self.doubts = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(
        self, match: str, expected_seq: int, rows: Sequence[Row], command: Command | None = None
    ) -> Appended:
        lost = self._chance.random() < self.share
        if lost and self._chance.random() < 0.5:
            self._doubt()
        appended = await self._store.append(match, expected_seq, rows, command)
        if lost:
            self._doubt()
        return appended

    def _doubt(self) -> None:
        self.doubts += 1
        raise UnknownOutcome("injected: nobody knows; ask again with the same command id")
