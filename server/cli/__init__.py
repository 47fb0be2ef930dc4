"""The `matchfold` command."""

from __future__ import annotations

from server.cli.run import main

__all__ = ["main"]
