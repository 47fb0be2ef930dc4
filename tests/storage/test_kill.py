"""An acknowledged append survives `kill -9`, and the file is free for the next process at once."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from server.storage import StoreOwned, open_store
from tests.storage.matches import assert_gapless, command, rows, whole_log

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("rounds", [3, pytest.param(60, marks=pytest.mark.slow)])
async def test_what_was_acknowledged_is_there_after_kill_9(path: Path, rounds: int) -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    acknowledged: dict[str, dict[int, tuple[int, str]]] = {}
    for number in range(rounds):
        for match, first_seq, count, name in killed_after(path, number, chance.randint(1, 400)):
            acknowledged.setdefault(match, {})[first_seq] = count, name
        store = await open_store(f"sqlite:{path}")
        assert_gapless(await whole_log(store))
        for match, appends in acknowledged.items():
            stored = await store.read(match)
            for first_seq, (count, name) in appends.items():
                found = stored[first_seq - 1 : first_seq - 1 + count]
                assert found == rows(first_seq, count, name), f"{match} lost {name} in round {number} (seed {seed})"
            first_seq, (count, name) = max(appends.items())
            again = await store.append(match, 0, rows(1), command(name, b""))
            assert (again.first_seq, again.replayed) == (first_seq, True), f"{name} was forgotten (seed {seed})"
        await store.close()
    assert sum(map(len, acknowledged.values())) > rounds


async def test_a_second_process_is_told_who_owns_the_file(path: Path) -> None:
    with writer_loop(path, 0) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == "open\n"
            with pytest.raises(StoreOwned, match=f"in use by process {process.pid}"):
                await open_store(f"sqlite:{path}")
        finally:
            process.kill()
    await (await open_store(f"sqlite:{path}")).close()


async def test_a_second_store_in_one_process_is_refused_also_by_another_name(path: Path, tmp_path: Path) -> None:
    store = await open_store(f"sqlite:{path}")
    (tmp_path / "other name.db").symlink_to(path)
    for name in (path, tmp_path / "other name.db", f"{tmp_path}/./matchfold.db"):
        with pytest.raises(StoreOwned, match="one owner at a time"):
            await open_store(f"sqlite:{name}")
    await store.append("duel", 0, rows(1))
    await store.close()
    await (await open_store(f"sqlite:{path}")).close()


def killed_after(path: Path, seed: int, lines: int) -> list[tuple[str, int, int, str]]:
    """What a writer acknowledged until it was killed, some lines after it opened the store."""
    acknowledged = []
    with writer_loop(path, seed) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        for _ in range(lines):
            acknowledged.append(process.stdout.readline())
        process.kill()
        acknowledged += process.stdout.read().splitlines(keepends=True)
    # The last line may have been cut short by the kill.
    fields = [line.rstrip("\n").split("|") for line in acknowledged if line.endswith("\n")]
    return [(match, int(first_seq), int(count), name) for match, first_seq, count, name in fields]


def writer_loop(path: Path, seed: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.storage.writer_loop", str(path), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
