"""A match that was moved into a store can be gone on with there: its host and its seats get new keys."""

from __future__ import annotations

import re
from pathlib import Path

from projections.games import plugin_for
from projections.matchfile import match_file
from server.cli.files import write_match
from server.cli.stores import with_store
from server.simulate import Table, play_match
from server.storage import Store
from server.tokens import Tokens, hash_of
from tests.cli.conftest import Run

ARCANYA = plugin_for("arcanya")
STORE = "sqlite:club.db"


def match(name: str, steps: int | None = None) -> Path:
    """A match, whole or broken off."""
    played = play_match(Table(ARCANYA, ("random",) * 3, match_id=name), b"moving", steps=steps)
    write_match(Path(f"{name}.match"), match_file(played.entries))
    return Path(f"{name}.match")


def told(out: str) -> dict[str, str]:
    """The keys in what `import` said, by whose they are."""
    return {who.strip(): key for who, key in re.findall(r"^  (.{7}) /m/[^#]+#token=([\w-]{43})$", out, re.MULTILINE)}


def callers(match_id: str, keys: dict[str, str]) -> dict[str, tuple[int | None, bool]]:
    async def ask(store: Store) -> dict[str, tuple[int | None, bool]]:
        tokens = Tokens(store, lambda: 0, bytes)
        found = {who: await tokens.caller(match_id, key) for who, key in keys.items()}
        return {who: (caller.seat, caller.host) for who, caller in found.items()}

    return with_store(STORE, ask)


def test_a_match_under_way_gets_a_host_who_can_give_its_seats_out_anew(run: Run) -> None:
    keys = told(run("import", match("tuesday", 20), "--store", STORE).out)
    assert callers("tuesday", keys) == {"host": (None, True)}


def test_a_fork_gets_a_host_and_keys_to_the_seats_that_no_bot_plays(run: Run) -> None:
    assert run("fork", match("tuesday"), "--at", 70, "--bot", "2=greedy", "--seed", "5", "-o", "if.match").code == 0
    done = run("import", "if.match", "--store", STORE)
    fork = done.out.partition(":")[0]
    assert callers(fork, told(done.out)) == {"host": (None, True), "seat 1": (1, False), "seat 3": (3, False)}


def test_a_match_that_is_over_for_everybody_to_see_needs_no_key(run: Run) -> None:
    assert run("import", match("tuesday"), "--store", STORE).out.count("\n") == 1


def test_no_key_is_made_for_a_match_that_is_there_already(run: Run) -> None:
    file = match("tuesday", 20)
    (key,) = told(run("import", file, "--store", STORE).out).values()
    again = run("import", file, "--store", STORE)
    assert (again.code, again.out) == (2, "")

    async def kept(store: Store) -> list[bytes]:
        return [row.token_hash for row in await store.tokens_of("tuesday")]

    assert with_store(STORE, kept) == [hash_of(key)]
