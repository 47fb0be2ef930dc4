"""A match from the open table to the revealed secret, over HTTP."""

from __future__ import annotations

from projections.audit import audit
from projections.bots import Dice
from projections.matchfile import loads
from tests.api.house import House
from tests.toy.plugin import TOY


async def test_a_match_is_played_to_its_end_by_following_offers(house: House) -> None:
    table = await house.start_table(3, title="Thursday", options={"rounds": 4})
    assert await table.play(Dice(7)) == 4 * 4  # three bids and a trade each round
    summary = await table.get("")
    assert summary["status"] == "over" and summary["outcome"]["winners"]
    assert (await table.offers(1))["offers"] == []
    file = loads((await table.ask("GET", "/export?as=auditor", status=200)).raw.decode())
    assert audit(file, TOY) == []


async def test_every_seat_sees_its_own_hand_only(house: House) -> None:
    table = await house.start_table(3)
    for seat in (1, 2, 3):
        shown = (await table.get("/view", seat))["table"]["seats"]
        assert [other["hand"]["cards"] is not None for other in shown] == [other == seat for other in (1, 2, 3)]


async def test_an_answer_carries_entries_view_and_offers_as_asking_for_them_would(house: House) -> None:
    table = await house.start_table(2)
    before = (await table.head())["seq"]
    done = (await table.post(1, await table.move(1, Dice(1)), status=200)).json
    assert done["entries"] == (await table.get(f"/entries?after={before}", 1))["entries"]
    assert done["view"] == await table.get("/view", 1)
    assert done["offers"] == await table.offers(1)
    assert done["head"] == await table.head()
    assert done["replayed"] is False


async def test_steps_frames_and_views_tell_the_same_story(house: House) -> None:
    table = await house.start_table(2)
    await table.play(Dice(3), moves=5)
    steps = (await table.get("/timeline", 1))["steps"]
    assert steps[-1]["seq"] == (await table.head())["seq"]
    frames = (await table.get("/frames", 1))["frames"]
    assert [frame["seq"] for frame in frames] == [step["seq"] for step in steps]
    for frame in frames:
        assert frame == await table.get(f"/view?at={frame['seq']}", 1)
    some = (await table.get(f"/frames?from={steps[1]['seq']}&to={steps[3]['seq']}", 1))["frames"]
    assert some == frames[1:4]


async def test_a_log_is_read_in_pages(house: House) -> None:
    table = await house.start_table(2)
    whole = (await table.get("/entries", 2))["entries"]
    first = await table.get("/entries?limit=4", 2)
    rest = await table.get("/entries?after=4", 2)
    assert first["more"] and not rest["more"]
    assert first["entries"] + rest["entries"] == whole
    told = (await table.get("/timeline", 2))["steps"]
    one = await table.get("/timeline?limit=1", 2)
    more = await table.get(f"/timeline?after={one['steps'][0]['seq']}", 2)
    assert one["more"] and not more["more"]
    assert one["steps"] + more["steps"] == told


async def test_bots_of_the_server_answer_by_themselves(house: House) -> None:
    table = await house.open_table([{"kind": "bot"}, {"kind": "bot", "bot": "random", "name": "Rook"}])
    socket = await house.client.ws_connect(f"{table.path}/live?after=0")
    await table.start()
    message = await socket.receive_json(timeout=10)
    while message.get("view") is None or message["view"]["status"] != "over":
        message = await socket.receive_json(timeout=10)
    await socket.close()
    assert message["view"]["seats"][1]["name"] == "Rook"


async def test_an_unknown_bot_and_an_unknown_game_are_refused(house: House) -> None:
    body: dict[str, object] = {"game": TOY.game, "seats": [{"kind": "bot", "bot": "deep-thought"}, {"kind": "open"}]}
    assert (await house.ask("POST", "/api/v1/matches", json=body, status=422)).code == "UNKNOWN_BOT"
    body = {"game": "chess", "seats": 2}
    assert (await house.ask("POST", "/api/v1/matches", json=body, status=422)).code == "UNKNOWN_GAME"
    assert (await house.ask("GET", "/api/v1/matches", status=200)).json["total"] == 0


async def test_hands_stay_closed_after_the_end_at_a_table_that_keeps_them_closed(house: House) -> None:
    table = await house.start_table(3, open_after=False)
    await table.play(Dice(4))
    summary = await table.get("", 1)
    assert (summary["status"], summary["open_after"]) == ("over", False)
    for viewer in ("seat:2", "auditor"):
        for call in ("/view", "/timeline", "/entries", "/export"):
            refused = await table.ask("GET", f"{call}?as={viewer}", 1)
            assert (refused.status, refused.code) == (403, "VIEWER_NOT_ALLOWED")
    hands = [seat["hand"]["cards"] for seat in (await table.get("/view", 1))["table"]["seats"]]
    assert hands[1] is None and hands[2] is None
    assert (await table.ask("POST", "/fork", 1, json={"at": summary["head"]["seq"]})).status == 403


async def test_a_table_opens_all_hands_at_its_end_unless_it_says_otherwise(house: House) -> None:
    table = await house.start_table(3)
    await table.play(Dice(4))
    assert (await table.get("", 1))["open_after"] is True
    await table.get("/view?as=auditor", 1)
