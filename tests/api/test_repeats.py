"""Requests that come twice, or at the same moment: each intent happens once, and none is lost."""

from __future__ import annotations

import asyncio

import pytest

from projections.bots import Dice
from tests.api.house import API, House, open_house

SECRET_ID = "0123456789abcdef-create"


async def test_the_same_request_again_gets_its_first_answer(house: House) -> None:
    table = await house.start_table(2)
    move = await table.move(1, Dice(1))
    first = (await table.post(1, move, status=200)).json
    # By now the decision is stale and the seat has bid: refused, if it were new.
    again = (await table.post(1, move, status=200)).json
    assert again == {**first, "replayed": True}
    await table.post(2, await table.move(2, Dice(1)), status=200)
    later = (await table.post(1, move, status=200)).json
    assert later["entries"] == first["entries"] and later["replayed"]
    assert later["head"] == await table.head()  # where the match stands now


async def test_the_same_id_with_another_body_is_a_conflict(house: House) -> None:
    table = await house.start_table(2)
    move = await table.move(1, Dice(1))
    await table.post(1, move, status=200)
    head = await table.head()
    other = {**move, "intent": {**move["intent"], "card": 999}}
    assert (await table.post(1, other, status=409)).code == "INTENT_ID_REUSED"
    assert (await table.post(1, {**move, "decision": None}, status=409)).code == "INTENT_ID_REUSED"
    assert await table.head() == head


async def test_an_id_of_one_seat_says_nothing_about_those_of_another(house: House) -> None:
    table = await house.start_table(2)
    await table.post(1, {**await table.move(1, Dice(1)), "intent_id": "mine"}, status=200)
    done = await table.post(2, {**await table.move(2, Dice(1)), "intent_id": "mine"}, status=200)
    assert done.json["replayed"] is False


async def test_a_refused_request_may_be_made_again(house: House) -> None:
    table = await house.start_table(2)
    move = await table.move(1, Dice(1))
    wrong = {**move, "intent": {"type": "Bid", "card": 999}}
    await table.post(1, wrong, status=422)
    assert (await table.post(1, move, status=200)).json["replayed"] is False


async def test_many_at_once_with_one_id_append_once(house: House) -> None:
    table = await house.start_table(2)
    before = await table.head()
    move = await table.move(1, Dice(1))
    answers = await asyncio.gather(*[table.post(1, move, status=200) for _ in range(24)])
    assert sum(not answer.json["replayed"] for answer in answers) == 1
    entries = answers[0].json["entries"]
    assert all(answer.json["entries"] == entries for answer in answers)
    assert (await table.head())["seq"] == before["seq"] + len(entries)


async def test_many_at_once_with_ids_of_their_own_let_one_through(house: House) -> None:
    table = await house.start_table(2)
    moves = [await table.move(1, Dice(seed)) for seed in range(16)]
    answers = await asyncio.gather(*[table.post(1, move) for move in moves])
    assert sorted(answer.status for answer in answers) == [200] + [409] * 15
    assert {answer.code for answer in answers if answer.status == 409} == {"STALE_DECISION"}


async def test_simultaneous_answers_both_stand(house: House) -> None:
    table = await house.start_table(5)
    for _ in range(3):
        moves = {seat: await table.move(seat, Dice(seat)) for seat in range(1, 6)}
        answers = await asyncio.gather(*[table.post(seat, move, status=200) for seat, move in moves.items()])
        assert len({answer.json["entries"][0]["seq"] for answer in answers}) == 5
        winner = next(asked["seat"] for asked in (await table.get(""))["awaiting"])
        await table.post(winner, await table.move(winner, Dice(1)), status=200)


async def test_a_table_asked_for_twice_is_one_table(house: House) -> None:
    body = {"game": "highest-card", "seats": [{"kind": "invited"}, {}], "intent_id": SECRET_ID}
    made = await asyncio.gather(
        *[house.ask("POST", f"{API}/matches", json=body, status=201) for _ in range(4)],
    )
    assert len({answer.json["match"]["id"] for answer in made}) == 1
    match_id = made[0].json["match"]["id"]
    for answer in made:  # whichever answer arrives, its tokens are good
        await house.ask("POST", f"{API}/matches/{match_id}/seats/1/token", answer.json["host_token"], status=200)
    other = {**body, "title": "Another"}
    assert (await house.ask("POST", f"{API}/matches", json=other, status=409)).code == "INTENT_ID_REUSED"
    assert SECRET_ID not in match_id


async def test_an_id_that_could_be_guessed_gives_out_no_tokens(house: House) -> None:
    body = {"game": "highest-card", "seats": 2, "intent_id": "1"}
    assert (await house.ask("POST", f"{API}/matches", json=body, status=400)).code == "BAD_BODY"
    table = await house.open_table(2)
    body = {"name": "Ann", "intent_id": "1"}
    assert (await table.ask("POST", "/seats/1", json=body, status=400)).code == "BAD_BODY"


async def test_sitting_down_again_after_a_lost_answer_gives_a_token(house: House) -> None:
    table = await house.open_table([{"kind": "invited"}, {"kind": "open"}])
    for seat, invite in ((1, table.invites["1"]), (2, None)):
        body = {"name": f"Ann {seat}", "entropy": "ab", "invite": invite, "intent_id": f"a-long-secret-id-{seat}"}
        tokens = [(await table.ask("POST", f"/seats/{seat}", json=body, status=200)).json["token"] for _ in range(2)]
        for token in tokens:
            assert (await table.get("", token))["you"]["seat"] == seat
        stranger = {**body, "intent_id": "another-long-secret"}
        refused = await table.ask("POST", f"/seats/{seat}", json=stranger)
        assert (refused.status, refused.code) == ((401, "BAD_TOKEN") if invite else (422, "SEAT_TAKEN"))


@pytest.mark.parametrize("how", ["stands up", "is freed by the host", "is given out anew"])
async def test_an_old_request_gives_no_token_for_a_seat_that_is_somebody_elses_by_now(house: House, how: str) -> None:
    table = await house.open_table(2)
    body = {"name": "Mal", "entropy": "ab", "intent_id": "a-long-secret-id-1"}
    token = (await table.ask("POST", "/seats/1", json=body, status=200)).json["token"]
    if how == "is given out anew":
        invite = (await table.ask("POST", "/seats/1/token", "host", status=200)).json["invite"]
    else:
        await table.ask("DELETE", "/seats/1", token if how == "stands up" else "host", status=200)
        invite = None
    assert (await table.ask("POST", "/seats/1", json=body)).code == "SEAT_GIVEN_UP"
    await table.ask("POST", "/seats/1", json={"name": "Bob", "invite": invite}, status=200)
    assert (await table.ask("POST", "/seats/1", json=body)).code == "SEAT_GIVEN_UP"
    assert (await table.ask("GET", "/view", token)).code == "BAD_TOKEN"


async def test_an_invite_with_the_same_id_and_another_wish_is_told_so(house: House) -> None:
    table = await house.open_table([{"kind": "invited"}, {"kind": "open"}])
    body = {"name": "Ann", "entropy": "ab", "invite": table.invites["1"], "intent_id": "a-long-secret-id-1"}
    await table.ask("POST", "/seats/1", json=body, status=200)
    other = {**body, "name": "Eve"}
    assert (await table.ask("POST", "/seats/1", json=other, status=409)).code == "INTENT_ID_REUSED"


async def test_starting_twice_with_one_id_starts_once(house: House) -> None:
    table = await house.open_table(2)
    await table.sit(1)
    await table.sit(2)
    body = {"intent_id": "start-it"}
    first = (await table.ask("POST", "/start", "host", json=body, status=200)).json
    again = (await table.ask("POST", "/start", "host", json=body, status=200)).json
    assert first == again


async def test_repeats_are_known_after_a_restart(url: str) -> None:
    async with open_house(url) as house:
        table = await house.start_table(2)
        move = await table.move(1, Dice(1))
        first = (await table.post(1, move, status=200)).json
    async with open_house(url) as house:
        table.house = house
        assert (await table.post(1, move, status=200)).json == {**first, "replayed": True}
