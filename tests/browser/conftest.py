"""An academy for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.browser.academy import Academy, open_academy


@pytest.fixture
async def academy(chromium: str, chromium_args: list[str], request: pytest.FixtureRequest) -> AsyncIterator[Academy]:
    """A running server and browser; its chance depends on nothing but the name of the test."""
    async with open_academy(chromium, chromium_args, request.node.name) as opened:
        yield opened
