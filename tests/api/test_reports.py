"""Bug reports freeze a moment of a match: in full for the host, as they may see it for whoever reports."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from projections.bots import Dice
from projections.capsule import Capsule, load
from projections.repro import reproduce, troubles
from server.reports import REPORTS_MAX
from tests.api.house import House, Table, open_house
from tests.toy.game import HighestCardGame
from tests.toy.plugin import TOY


async def filed(table: Table, who: int | str | None, comment: str = "odd", **more: Any) -> dict[str, Any]:
    answer = await table.ask("POST", "/reports", who, json={"comment": comment, **more}, status=201)
    found: dict[str, Any] = answer.json
    return found


async def capsule(table: Table, report: str, who: int | str | None, query: str = "") -> Capsule:
    answer = await table.ask("GET", f"/reports/{report}{query}", who, status=200)
    return load(answer.raw.splitlines(keepends=True))


async def test_a_report_freezes_the_moment_for_its_reporter_and_for_the_host(house: House) -> None:
    table = await house.start_table(3)
    await table.play(Dice(1), 7)
    report = await filed(table, 2, "I had a 9!", client="page 1")
    head = (await table.head())["seq"]
    view = await table.get("/view", 2)
    offers = await table.get("/offers", 2)
    await table.play(Dice(2), 3)
    mine, full = await capsule(table, report["id"], 2), await capsule(table, report["id"], "host")
    for copy in (mine, full):
        assert copy.log.head.seq == head == copy.report.step
        assert copy.seen == {"view": view, "offers": offers}
        assert (copy.report.by, copy.report.viewer, copy.report.comment) == ("seat:2", "seat:2", "I had a 9!")
        assert set(copy.report.versions) == {"rules", "code", "python", "client"}
        assert copy.report.versions["client"] == "page 1"
        assert troubles(copy, TOY) == []
    assert (mine.log.viewer, full.log.viewer) == ("seat:2", "auditor")
    export = (await table.ask("GET", "/export", 2, status=200)).raw.splitlines()
    assert [*export[1 : head + 1]] == [
        *(await table.ask("GET", f"/reports/{report['id']}", 2)).raw.splitlines()[-head:]
    ]


async def test_the_reporters_copy_holds_nothing_that_is_hidden_from_them(house: House) -> None:
    table = await house.start_table(3)
    await table.play(Dice(1), 5)
    reports = {who: await filed(table, who) for who in (1, 2, None)}
    for who, report in reports.items():
        found = await capsule(table, report["id"], who)
        allowed = {f"seat:{who}"} if who else set()
        for entry in found.log.entries:
            assert all(part.body is None or part.audience in allowed for part in entry.parts)
        text = (await table.ask("GET", f"/reports/{report['id']}", who)).raw.decode()
        shown = json.loads(text.splitlines()[1])
        for seat in shown["view"]["table"]["seats"]:
            assert seat["hand"]["cards"] is None or seat["seat"] == who


async def test_the_hosts_copy_of_a_match_under_way_keeps_the_secret_of_what_will_be_drawn(house: House) -> None:
    table = await house.start_table(2, options={"rounds": 2})
    await table.play(Dice(1), 3)
    report = await filed(table, 1)
    assert report["opened_at"] is None
    text = (await table.ask("GET", f"/reports/{report['id']}", "host", status=200)).raw.decode()
    await table.play(Dice(1))
    secret = [
        entry["public"]["secret"]
        for entry in (await table.get("/entries"))["entries"]
        if entry["type"] == "SecretRevealed"
    ]
    assert len(secret) == 1
    assert secret[0] not in text
    again = (await table.ask("GET", f"/reports/{report['id']}", "host", status=200)).raw.decode()
    assert secret[0] in again
    # Whoever reported can tell that the host has looked into every hand.
    listed = (await table.get("/reports", 1))["reports"]
    assert listed[0]["opened_at"] is not None


async def test_everybody_is_told_when_the_host_takes_the_full_copy_of_a_match_under_way(house: House) -> None:
    table = await house.start_table(3)
    await table.play(Dice(1), 7)
    report = await filed(table, 2)
    head = await table.head()
    await capsule(table, report["id"], 2)
    assert await table.head() == head
    for _ in range(2):
        await capsule(table, report["id"], "host")
    entries = (await table.get(f"/entries?after={head['seq']}", 1))["entries"]
    assert [(entry["actor"], entry["type"]) for entry in entries] == [("host", "OpenHidden"), ("table", "HiddenOpened")]
    steps = (await table.get("/timeline", None))["steps"]
    assert steps[-1]["lines"] == [
        f"The host looks into a report, and now knows what was hidden up to entry {head['seq']}."
    ]
    await table.play(Dice(3))
    assert (await table.get("", None))["status"] == "over"


async def test_everybody_sees_their_own_reports_and_the_host_all(house: House) -> None:
    table = await house.start_table(2)
    ids = {who: (await filed(table, who, f"by {who}"))["id"] for who in (1, 2, None, "host")}
    for who, seen in ((1, {1}), (2, {2}), (None, {None}), ("host", set(ids))):
        listed = (await table.get("/reports", who))["reports"]
        # Spectators are everybody: each was told the number of its own report, and finds no other's words.
        assert {report["comment"] for report in listed} == {f"by {one}" for one in seen if who is not None}
        for one, report in ids.items():
            status = 200 if one in seen else 404
            answer = await table.ask("GET", f"/reports/{report}", who, status=status)
            assert status == 200 or answer.code == "NO_SUCH_REPORT"
    assert (await table.ask("GET", f"/reports/{ids[1]}?copy=full", 1, status=403)).code == "HOST_ONLY"
    assert (await table.ask("GET", f"/reports/{ids[None]}?copy=full", status=401)).code == "TOKEN_NEEDED"
    assert (await table.ask("GET", f"/reports/{ids[1]}?copy=reporter", "host", status=403)).code == "VIEWER_NOT_ALLOWED"
    assert (await table.ask("GET", f"/reports/{ids[1]}?copy=both", 1, status=400)).code == "BAD_QUERY"


async def test_a_private_match_takes_no_report_from_strangers(house: House) -> None:
    table = await house.open_table(2, visibility="private")
    assert (await table.ask("POST", "/reports", json={}, status=404)).code == "NO_SUCH_MATCH"
    assert (await table.ask("GET", "/reports", status=404)).code == "NO_SUCH_MATCH"


async def test_what_was_refused_comes_along_and_is_tried_again(house: House) -> None:
    table = await house.start_table(2)
    for seat in (1, 2):
        body = {"intent": {"type": "Bid", "card": 99}, "intent_id": house.new_id()}
        await table.post(seat, body, status=422)
    report = await filed(table, 1, "it does not take my 99")
    assert report["refusals"] == 1
    mine = await capsule(table, report["id"], 1)
    assert [(attempt.seat, attempt.code) for attempt in mine.refusals] == [(1, "NOT_IN_HAND")]
    again = reproduce(await capsule(table, report["id"], "host"), TOY)
    assert [(tried.same, tried.offered) for tried in again.tried] == [(True, False)]
    by_host = await capsule(table, (await filed(table, "host"))["id"], "host")
    assert [attempt.seat for attempt in by_host.refusals] == [1, 2]


async def test_an_intent_that_breaks_the_rules_comes_along_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.start_table(2)
    sound = HighestCardGame.decide

    def broken(game: HighestCardGame, state: Any, intent: Any, chance: Any) -> Any:
        if intent.TYPE == "Bid" and intent.seat == 2:
            raise ZeroDivisionError
        return sound(game, state, intent, chance)

    monkeypatch.setattr(HighestCardGame, "decide", broken)
    move = await table.move(2, Dice(1))
    await table.post(2, move, status=500)
    report = await filed(table, 2, "Internal error?!")
    full = await capsule(table, report["id"], "host")
    assert [attempt.code for attempt in full.refusals] == ["INTERNAL"]
    assert dict(full.refusals[0].intent) == {**move["intent"]}
    assert len(troubles(full, TOY)) == 1
    monkeypatch.undo()
    assert troubles(full, TOY) == []


async def test_any_earlier_step_may_be_reported_and_no_later_one(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(1), 6)
    steps = (await table.get("/timeline"))["steps"]
    middle = steps[len(steps) // 2]["seq"]
    report = await filed(table, 1, at=middle)
    assert (report["step"], report["head"]) == (middle, steps[-1]["seq"])
    found = await capsule(table, report["id"], 1)
    assert found.seen is not None
    assert found.seen["view"] == await table.get(f"/view?at={middle}", 1)
    answer = await table.ask("POST", "/reports", 1, json={"at": steps[-1]["seq"] + 1}, status=400)
    assert answer.code == "BAD_QUERY"


async def test_the_number_of_reports_is_bounded_for_each_who_reports(house: House) -> None:
    table = await house.start_table(2)
    answers = await asyncio.gather(
        *[table.ask("POST", "/reports", 1, json={"comment": str(n)}) for n in range(REPORTS_MAX + 3)]
    )
    codes = sorted(answer.status for answer in answers)
    assert codes.count(201) <= REPORTS_MAX
    while (answer := await table.ask("POST", "/reports", 1, json={})).status == 201:
        pass
    assert answer.code == "TOO_MANY_REPORTS"
    assert len((await table.get("/reports", 1))["reports"]) == REPORTS_MAX
    await filed(table, 2)


async def test_a_comment_is_bounded(house: House) -> None:
    table = await house.start_table(2)
    assert (await table.ask("POST", "/reports", 1, json={"comment": "x" * 2001}, status=400)).code == "BAD_BODY"


async def test_reports_outlive_the_server(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(2)
        await table.play(Dice(1), 4)
        report = await filed(table, 1, "still here")
        before = (await table.ask("GET", f"/reports/{report['id']}", 1)).raw
    async with open_house(url) as house:
        again = Table(house, table.id, table.host, {})
        again.tokens = table.tokens
        assert (await again.ask("GET", f"/reports/{report['id']}", 1, status=200)).raw == before


async def test_after_the_end_a_report_may_be_made_with_any_eyes(house: House, tmp_path: Path) -> None:
    table = await house.start_table(2, options={"rounds": 1})
    answer = await table.ask("POST", "/reports?as=seat:2", 1, json={}, status=403)
    assert answer.code == "VIEWER_NOT_ALLOWED"
    await table.play(Dice(1))
    report = (await table.ask("POST", "/reports?as=auditor", 1, json={}, status=201)).json
    found = await capsule(table, report["id"], 1)
    assert found.whole
    assert troubles(found, TOY) == []
