"""A house for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.api.house import House, open_house


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A store of its own for each test."""
    return f"sqlite:{tmp_path / 'matchfold.db'}"


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    """A running server."""
    async with open_house(url) as opened:
        yield opened
