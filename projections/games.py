"""The games that can be hosted: the one place that lists them."""

from __future__ import annotations

from projections.arcanya import PLUGIN as ARCANYA
from projections.maya import PLUGIN as MAYA
from projections.plugin import Plugin

PLUGINS: dict[str, Plugin] = {plugin.game: plugin for plugin in (ARCANYA, MAYA)}


class UnknownGame(Exception):
    """No game of that name is installed."""


def plugin_for(game: str) -> Plugin:
    """The plugin of a named game, or UnknownGame."""
    plugin = PLUGINS.get(game)
    if plugin is None:
        raise UnknownGame(f"There is no game called {game!r:.60}; there are {', '.join(sorted(PLUGINS))}.")
    return plugin
