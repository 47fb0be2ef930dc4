"""Tables for somebody who looks in for the first time: one to look back at, one to watch, one to play at."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from domain.kernel.codec import Scribe
from domain.kernel.entries import Head, first_link
from domain.kernel.lifecycle import HOST, CreateMatch, SeatPlan
from domain.kernel.records import record
from projections.games import plugin_for
from projections.plugin import Plugin
from server.match import row_of
from server.simulate import Table, play_match
from server.storage import Store
from server.tokens import Tokens

BOT = "greedy"
NAMES = ("Marta", "Jon", "Aiko", "Bela")
SEED = b"a demo worth watching"
PACE_MILLISECONDS = 40_000
DAY_MILLISECONDS = 86_400_000


@record
class Demo:
    """Where the demo tables are: paths on the server."""

    finished: str
    fought: str
    watching: str
    playing: str


async def lay_tables(store: Store, clock: Callable[[], int]) -> Demo:
    """Puts the demo tables into a store (`clock` gives ms) and says where they are."""
    suffix = secrets.token_hex(4)
    past, now = clock() - DAY_MILLISECONDS, clock()

    def table(game: str, mode: str, title: str, name: str, began_at: int, pace: int) -> Table:
        bots = (BOT,) * len(NAMES)
        match_id = f"demo-{name}-{suffix}"
        plugin, options = plugin_for(game), {"mode": mode}
        return Table(plugin, bots, options, title, names=NAMES, began_at=began_at, pace=pace, match_id=match_id)

    async def laid(table: Table, seed: bytes, steps: int | None = None) -> str:
        played = play_match(table, seed, steps=steps)
        await store.append(played.match_id, 0, [row_of(entry) for entry in played.entries])
        return f"/m/{played.match_id}"

    watching = table("arcanya", "advanced", "Bots at play, to watch live", "live", now, 1)
    finished = table("arcanya", "advanced", "A finished match to look back at", "past", past, PACE_MILLISECONDS)
    fought = table("maya", "siege-2v2", "A siege of four, fought to its end", "arena", past, PACE_MILLISECONDS)
    host, match_id = await _open_table(store, plugin_for("arcanya"), BOT, f"demo-play-{suffix}", clock)
    return Demo(
        finished=await laid(finished, SEED),
        fought=await laid(fought, SEED),
        watching=await laid(watching, secrets.token_bytes(32), steps=1),
        playing=f"/m/{match_id}#token={host}",
    )


async def _open_table(
    store: Store, plugin: Plugin, bot: str, match_id: str, clock: Callable[[], int]
) -> tuple[str, str]:
    """A table of three bots with one seat free, and its host's token."""
    rules = plugin.rules
    secret = secrets.token_bytes(32)
    seats = (SeatPlan("open"), *[SeatPlan("bot", name, bot) for name in NAMES[1:]])
    # Not in the lobby: whoever came from there could sit down, and only the link makes one the host who starts.
    title = "A seat is free: sit down and start"
    create = CreateMatch(match_id, plugin.game, {"mode": "basic"}, seats, title, visibility="unlisted")
    events = rules.create(create, secret=secret.hex())
    scribe = Scribe(secret, Head(0, first_link(match_id)))
    entries = scribe.write(create, events, actor=HOST, at=clock(), rules=rules.game.rules_version)
    await store.append(match_id, 0, [row_of(entry) for entry in entries])
    token = await Tokens(store, clock, secrets.token_bytes).issue(match_id, None, "host")
    return token, match_id
