"""What a host needs to run it: health, metrics, logs without secrets, pages that load nothing from elsewhere."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import apsw
import pytest
import structlog

from projections.bots import Dice
from server.api.asking import SERVER
from server.log import LIBRARIES, configure_logging
from server.storage import StorageError, Store, StoreFailed, StoreFull, UnknownOutcome, open_store
from tests.api.house import API, House, open_house


async def test_a_server_says_that_it_is_there_and_ready(house: House) -> None:
    assert (await house.ask("GET", "/healthz", status=200)).json == {"status": "ok"}
    assert (await house.ask("GET", "/readyz", status=200)).json == {"status": "ready"}
    house.app[SERVER].streams.closing = True
    assert (await house.ask("GET", "/readyz", status=503)).code == "SHUTTING_DOWN"
    assert (await house.ask("GET", "/healthz", status=200)).json == {"status": "ok"}


async def test_metrics_count_what_happens_and_name_nobody(house: House) -> None:
    table = await house.start_table(2, title="CANARY-TITLE")
    await table.post(1, await table.move(1, Dice(1)), status=200)
    await table.post(1, {"intent": {"type": "Bid", "card": 999}, "intent_id": "x"}, status=422)
    text = (await house.ask("GET", "/metrics", status=200)).raw.decode()
    assert "matchfold_intents_accepted_total 5.0" in text  # opened, two sat down, started, one bid
    assert "matchfold_intents_refused_total 1.0" in text  # why would tell what a hand holds
    assert "WRONG_PHASE" not in text
    assert 'matchfold_requests_total{call="submit_intent",status="200"} 1.0' in text
    for secret in ("CANARY", "Player 1", table.id, *table.tokens.values()):
        assert secret not in text


async def test_pages_load_from_here_only(house: House) -> None:
    for path in ("/", "/m/abc"):
        answer = await house.ask("GET", path, status=200)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "http" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_answers_are_kept_by_nobody(house: House) -> None:
    table = await house.start_table(2)
    for call in ("", "/view", "/offers", "/entries", "/export", "/view?as=nobody"):
        answer = await table.ask("GET", call, 1)
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_request_keeps_the_id_it_came_with(house: House) -> None:
    answer = await house.ask("GET", f"{API}/games", headers={"X-Request-Id": "mine-1"})
    assert answer.headers["X-Request-Id"] == "mine-1"
    other = await house.ask("GET", f"{API}/games", headers={"X-Request-Id": "x" * 65})
    assert 0 < len(other.headers["X-Request-Id"]) <= 64


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is logged, as lines of JSON."""
    written = io.StringIO()
    before = structlog.get_config()
    for name in LIBRARIES:
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    monkeypatch.setattr("sys.stderr", written)
    configure_logging("debug")
    structlog.configure(cache_logger_on_first_use=False)
    yield written
    structlog.configure(**before)


async def test_logs_name_match_and_request_and_hold_no_secret(url: str, logged: io.StringIO) -> None:
    async with open_house(url) as house:
        table = await house.open_table([{"kind": "invited"}, {"kind": "open"}])
        await table.sit(1)
        await table.sit(2)
        await table.start()
        hand = (await table.get("/view", 1))["table"]["seats"][0]["hand"]["cards"]
        wrong = {"intent": {"type": "Bid", "card": 999}, "intent_id": "x"}
        await table.post(1, wrong, status=422, headers={"X-Request-Id": "find-me"})
        await table.post("wrong-token", wrong, status=401)
        await table.play(Dice(1))
        opened = house.app[SERVER].matches.peek(table.id)
        assert opened is not None
        secrets = [table.host, *table.tokens.values(), *table.invites.values(), opened.state.secret or ""]
    text = logged.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    refused = next(line for line in lines if line["event"] == "intent_refused")
    assert (refused["match"], refused["request"], refused["code"]) == (table.id, "find-me", "NOT_IN_HAND")
    assert hand and "card" not in text and "hand" not in text.lower().replace("not_in_hand", "")
    for secret in secrets:
        assert secret and secret not in text


def test_what_a_library_says_is_an_event_like_any_other(logged: io.StringIO) -> None:
    try:
        raise ValueError("odd")
    except ValueError:
        logging.getLogger("asyncio").exception("Task %d failed", 7)
    (line,) = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert (line["event"], line["level"], line["said"]) == ("said_by_library", "error", "Task 7 failed")
    assert "ValueError: odd" in line["exception"]


class Failing:
    """A store whose appends fail as told, each time once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.errors: list[tuple[StorageError, bool]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, *args: Any) -> Any:
        if not self.errors:
            return await self._store.append(*args)
        error, stored = self.errors.pop(0)
        if stored:
            await self._store.append(*args)
        raise error


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StoreFull("no room on /var/secret-disk"), 507, "STORE_FULL"),
        (StoreFailed("I/O error on /var/secret-disk"), 503, "STORE_FAILED"),
        (UnknownOutcome("who knows, on /var/secret-disk"), 503, "STORE_FAILED"),
    ],
)
async def test_a_write_that_fails_is_told_and_asked_again_happens_once(
    url: str, error: StorageError, status: int, code: str, stored: bool
) -> None:
    failing = Failing(await open_store(url))
    async with open_house(url, store=failing) as house:
        table = await house.start_table(2)
        head = await table.head()
        move = await table.move(1, Dice(1))
        failing.errors.append((error, stored))
        answer = await table.post(1, move, status=status)
        assert answer.code == code and b"secret-disk" not in answer.raw
        # Nothing is shown that is not in the store, and nothing that is there is held back.
        rows = await failing.read(table.id)
        assert (await table.head())["seq"] == len(rows)
        assert (len(rows) > head["seq"]) is stored
        again = (await table.post(1, move, status=200)).json
        assert again["replayed"] is stored
        assert again["entries"][0]["seq"] == head["seq"] + 1
        await table.play(Dice(2))


async def test_a_damaged_log_is_said_to_be_damaged_and_other_matches_go_on(url: str) -> None:
    async with open_house(url) as house:
        table, other = await house.start_table(2), await house.start_table(2)
    connection = apsw.Connection(url.removeprefix("sqlite:"))
    connection.execute("UPDATE entries SET public = x'00' WHERE match = ? AND seq = 5", (table.id,))
    connection.close()
    async with open_house(url) as house:
        table.house = other.house = house
        assert (await table.ask("GET", "/view", None)).code == "MATCH_DAMAGED"
        await other.play(Dice(1))


async def test_nobodys_request_fails_because_the_log_cannot_be_written(url: str, logged: io.StringIO) -> None:
    async with open_house(url) as house:
        table = await house.start_table(2)
        logged.close()
        await table.post(1, {"intent": {"type": "Bid", "card": 999}, "intent_id": "x"}, status=422)
        await table.post(1, await table.move(1, Dice(1)), status=200)
