"""`GET …/recap`: what a seat missed, for that seat."""

from __future__ import annotations

from projections.bots import Dice
from tests.api.house import House


async def test_a_seat_is_told_what_happened_since_it_last_looked(house: House) -> None:
    table = await house.start_table(3)
    seen = (await table.head())["seq"]
    await table.play(Dice(3), moves=2)
    told = await table.get(f"/recap?since={seen}", 1)
    steps = (await table.get(f"/timeline?after={seen}", 1))["steps"]
    assert told["viewer"] == "seat:1" and told["since"] == seen and told["head"] == await table.head()
    assert told["steps"] == 2 and sum(told["moves"].values()) == 2
    assert told["highlights"] == steps


async def test_without_a_place_the_whole_match_is_told(house: House) -> None:
    table = await house.start_table(2)
    told = await table.get("/recap", 1)
    assert told["since"] == 0 and told["steps"] == 4  # opened, two sat down, started


async def test_a_recap_is_told_with_eyes_that_one_may_use(house: House) -> None:
    table = await house.start_table(2)
    assert (await table.ask("GET", "/recap?as=seat:2", 1)).code == "VIEWER_NOT_ALLOWED"
    assert (await table.ask("GET", "/recap?since=x", 1)).code == "BAD_QUERY"
    nobody = await table.ask("GET", "/recap", status=200)
    assert nobody.raw == (await table.ask("GET", "/recap?as=spectator", 1, status=200)).raw


async def test_a_place_beyond_the_head_is_the_head(house: House) -> None:
    table = await house.start_table(2)
    told = await table.get("/recap?since=99999", 1)
    assert told["since"] == (await table.head())["seq"] and told["steps"] == 0
