"""Every conformance test runs on each kind of store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.storage import Store, open_store


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened = await open_store("memory:" if request.param == "memory" else f"sqlite:{tmp_path / 'matchfold.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store file may be made."""
    return tmp_path / "matchfold.db"
