"""An acknowledged write survives a power cut that drops, keeps or tears all that was not synced."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from server.storage import StorageError
from server.storage.sqlite import SqliteStore
from tests.storage.disks import after_power_cut, mounted
from tests.storage.matches import rows
from tests.storage.plays import Found, Recording, look, play


@pytest.mark.parametrize(("plays", "cuts"), [(4, 12), pytest.param(60, 50, marks=pytest.mark.slow)])
async def test_whenever_the_power_goes_what_was_acknowledged_is_there(tmp_path: Path, plays: int, cuts: int) -> None:
    found = Found()
    for seed in [random.randrange(2**32) for _ in range(plays)]:
        chance = random.Random(seed)
        place = tmp_path / f"play {seed}"
        (place / "before").mkdir(parents=True)
        with mounted(place / "before") as disk:
            recording = await play(place / "before" / "matchfold.db", disk, chance)
        for cut in range(cuts):
            moment = chance.randrange(len(recording.ops) + 1)
            await look_after_cut(place / f"cut {cut}", recording, moment, chance, f"cut {cut} of play {seed}", found)
        shutil.rmtree(place)
    print(found)
    assert found.images == plays * cuts and found.kept > found.images


async def look_after_cut(
    place: Path, recording: Recording, moment: int, chance: random.Random, when: str, found: Found
) -> None:
    """Cuts the power at a moment of a play, opens what is left and compares it with what had been acknowledged."""
    place.mkdir()
    for name, content in after_power_cut(recording.ops[:moment], chance).items():
        (place / name).write_bytes(content)
    with mounted(place) as disk:  # which does not sync: nothing is cut a second time
        store = await SqliteStore.open(place / "matchfold.db", vfs=disk.vfs)
        await look(store, recording, moment, f"{when} at {moment}", found)
        await store.close()
    shutil.rmtree(place)  # only one in which something is lost is kept


async def test_a_power_cut_while_the_file_is_made_leaves_a_place_for_a_store(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    (tmp_path / "before").mkdir()
    with mounted(tmp_path / "before") as disk:
        store = await SqliteStore.open(tmp_path / "before" / "matchfold.db", vfs=disk.vfs)
        ops = list(disk.ops)
        await store.close()
    for moment in range(len(ops)):
        place = tmp_path / f"cut {moment}"
        place.mkdir()
        for name, content in after_power_cut(ops[:moment], chance).items():
            (place / name).write_bytes(content)
        try:
            store = await SqliteStore.open(place / "matchfold.db")
        except StorageError as error:
            pytest.fail(f"cut at {moment}, seed {seed}: {error}")
        await store.append("duel", 0, rows(1))
        await store.close()
