"""The store file is recognised, and nothing that is not ours is touched."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from server.storage import StorageError, open_store
from server.storage.sqlite import SqliteStore
from server.storage.sqlite.file import APPLICATION_ID, SCHEMA_VERSION, check_sqlite, connect_writer
from tests.storage.disks import mounted
from tests.storage.matches import rows


@pytest.mark.parametrize("version", ["3.6.23", "3.7.0", "3.44.5", "3.45.0", "3.50.6", "3.51.0", "3.51.2"])
def test_a_sqlite_that_can_lose_commits_is_refused(version: str) -> None:
    with pytest.raises(StorageError, match=rf"SQLite {version} can lose committed data .* 3\.51\.3 or newer"):
        check_sqlite(version)


@pytest.mark.parametrize("version", ["3.44.6", "3.44.7", "3.50.7", "3.51.3", "3.52.0", "3.54.1", "4.0.0"])
def test_a_repaired_sqlite_is_taken(version: str) -> None:
    check_sqlite(version)


async def test_the_sqlite_that_is_there_is_looked_at_before_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(StorageError, match="WAL-reset"):
        await open_store(f"sqlite:{path}")
    assert not path.exists()


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="is not a Matchfold store"):
        await open_store(f"sqlite:{path}")
    assert path.read_bytes() == before
    path.write_text("notes of a game\n" * 500)
    with pytest.raises(StorageError, match="is not a Matchfold store"):
        await open_store(f"sqlite:{path}")
    assert path.read_text() == "notes of a game\n" * 500


@pytest.mark.parametrize("version", [SCHEMA_VERSION + 1, SCHEMA_VERSION - 1])
async def test_a_store_of_another_version_is_not_touched(path: Path, version: int) -> None:
    await (await open_store(f"sqlite:{path}")).close()
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", version)
    connection.close()
    with pytest.raises(StorageError, match=f"has store version {version}; this program reads and writes version 1"):
        await open_store(f"sqlite:{path}")


async def test_a_place_where_no_file_can_be_is_told_in_a_line(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere" / "matchfold.db", tmp_path):
        with pytest.raises(StorageError, match="cannot open") as refused:
            await open_store(f"sqlite:{place}")
        assert "\n" not in str(refused.value)


async def test_the_file_says_whose_it_is(path: Path) -> None:
    store = await open_store(f"sqlite:{path}")
    await store.append("duel", 0, rows(1))
    await store.close()
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(header[60:64], "big") == SCHEMA_VERSION
    assert header[18:20] == b"\x02\x02", "the file is in WAL mode"


async def test_every_answer_comes_after_a_sync_of_the_wal(path: Path, tmp_path: Path) -> None:
    with mounted(tmp_path) as disk:
        store = await SqliteStore.open(path, vfs=disk.vfs)
        for turn in range(5):
            disk.ops.clear()
            await store.append("duel", turn, rows(turn + 1))
            wal = [op.kind for op in disk.ops if op.file == "matchfold.db-wal"]
            assert wal[-1] == "sync" and "write" in wal, wal
        await store.close()


def test_the_writer_commits_to_the_disk_itself(path: Path) -> None:
    apsw.Connection(str(path)).close()
    connection = connect_writer(str(path))
    assert connection.pragma("synchronous") == 2, "FULL"
    connection.close()
