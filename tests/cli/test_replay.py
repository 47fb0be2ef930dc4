"""A match file in the page: read only, with exactly the eyes that the file has."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient

from domain.kernel.codec import entry_json
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import MatchFile, dumps, match_file
from server.replay import replay_app
from server.simulate import Played, Table, play_match

Client = TestClient[web.Request, web.Application]
Open = Callable[[str], Awaitable[Client]]
ID = "looked-at"
API = f"/api/v1/matches/{ID}"


@pytest.fixture(scope="module")
def played() -> Played:
    table = Table(plugin_for("arcanya"), ("greedy",) * 3, {"mode": "advanced"}, "Looked at", match_id=ID)
    return play_match(table, b"replay")


@pytest.fixture
def look(played: Played, aiohttp_client: Any) -> Open:
    async def opened(viewer: str) -> Client:
        file = match_file(played.entries, viewer)
        return await aiohttp_client(replay_app(file, folded(file)))

    return opened


def folded(file: MatchFile) -> History:
    history = History(plugin_for(file.game), file.match_id)
    history.extend(file.entries)
    return history


async def got(client: Client, path: str, status: int = 200) -> Any:
    answer = await client.get(path)
    assert answer.status == status, await answer.text()
    return json.loads(await answer.text())


async def test_a_full_file_offers_everybodys_eyes(look: Open) -> None:
    client = await look("auditor")
    summary = await got(client, API)
    assert summary["viewers"] == ["auditor", "seat:1", "seat:2", "seat:3", "spectator"]
    assert summary["status"] == "over" and summary["title"] == "Looked at"
    for viewer in summary["viewers"]:
        view = await got(client, f"{API}/view?as={viewer}&at=60")
        hands = [seat["hand"]["cards"] is not None for seat in view["table"]["seats"]]
        assert hands == [viewer in ("auditor", f"seat:{seat}") for seat in (1, 2, 3)]


@pytest.mark.parametrize("viewer", ["seat:2", "spectator"])
async def test_a_redacted_file_shows_what_its_viewer_saw_at_every_step(look: Open, played: Played, viewer: str) -> None:
    mine, full = await look(viewer), await look("auditor")
    assert (await got(mine, API))["viewers"] == list(dict.fromkeys([viewer, "spectator"]))
    steps = await got(mine, f"{API}/timeline")
    assert steps == await got(full, f"{API}/timeline?as={viewer}")
    frames = await got(mine, f"{API}/frames?from=1&to={len(played.entries)}")
    assert len(frames["frames"]) == len(steps["steps"])
    assert frames == await got(full, f"{API}/frames?as={viewer}&from=1&to={len(played.entries)}")
    entries = (await got(mine, f"{API}/entries"))["entries"]
    assert entries == [entry_json(entry) for entry in match_file(played.entries, viewer).entries]
    for other in ("auditor", "seat:1", "seat:3"):
        told = await got(mine, f"{API}/view?as={other}", 403)
        assert told["code"] == "VIEWER_NOT_ALLOWED"


async def test_the_file_can_be_had_back(look: Open, played: Played) -> None:
    client = await look("seat:1")
    answer = await client.get(f"{API}/export")
    assert await answer.text() == dumps(match_file(played.entries, "seat:1"))


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/v1/matches/other", 404, "NO_SUCH_MATCH"),
        (f"{API}/view?as=seat:9", 400, "BAD_QUERY"),
        (f"{API}/view?as=host", 400, "BAD_QUERY"),
        (f"{API}/view?at=99999", 400, "BAD_QUERY"),
        (f"{API}/view?at=-1", 400, "BAD_QUERY"),
        (f"{API}/offers", 404, "NO_SUCH_PAGE"),
        ("/nowhere", 404, "NO_SUCH_PAGE"),
    ],
)
async def test_what_is_not_there_is_a_problem_with_a_code(look: Open, path: str, status: int, code: str) -> None:
    assert (await got(await look("auditor"), path, status))["code"] == code


async def test_nothing_can_be_changed(look: Open) -> None:
    client = await look("auditor")
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await client.request(method, API)
        assert answer.status == 405


async def test_the_way_in_leads_to_the_page_and_everything_on_it_is_served_from_here(look: Open) -> None:
    client = await look("auditor")
    home = await client.get("/", allow_redirects=False)
    assert (home.status, home.headers["Location"]) == (302, f"/m/{ID}")
    page = await client.get(f"/m/{ID}")
    text = await page.text()
    assert page.status == 200 and "default-src 'none'" in page.headers["Content-Security-Policy"]
    linked = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert any(link.endswith(".js") for link in linked)
    for link in linked:
        assert link.startswith(("/", "#")), link
        if link.startswith("/static/"):
            assert (await client.get(link)).status == 200, link


async def test_a_file_that_comes_to_a_state_no_table_is_ever_in_is_told_to_be_damaged(
    look: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> dict[str, object]:
        raise IndexError("tuple index out of range")

    client = await look("auditor")
    monkeypatch.setattr(History, "view", broken)
    problem = await got(client, f"{API}/view", 500)
    assert problem["code"] == "MATCH_DAMAGED" and "IndexError" in problem["detail"]
