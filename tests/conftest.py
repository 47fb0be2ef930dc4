"""What every test folder shares: the Chromium that browser tests drive, and how hypothesis runs."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

# A failing example is printed with the decorator that reproduces it, and a slow machine is not a fault.
settings.register_profile("matchfold", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "matchfold"))

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str | None:
    """The system's Chromium, or the one that MATCHFOLD_CHROMIUM names, or nothing."""
    named = os.environ.get("MATCHFOLD_CHROMIUM")
    if named:
        return named
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real Chromium; the test skips with the reason where there is none."""
    path = chromium_path()
    if path is None:
        if os.environ.get("MATCHFOLD_BROWSER_REQUIRED"):
            pytest.fail("MATCHFOLD_BROWSER_REQUIRED is set and no Chromium was found")
        pytest.skip("no Chromium on this machine; install one, or name it in MATCHFOLD_CHROMIUM")
    return path


@pytest.fixture(scope="session")
def chromium_args() -> list[str]:
    """Flags that keep the browser quiet and inside this machine."""
    return [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
