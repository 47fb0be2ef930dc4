"""The arena as it is shown: everything that lies open, and of what is hidden only how much there is."""

from __future__ import annotations

import time
from typing import Any

import pytest

from domain.maya import intents as i
from projections.bots import RANDOM, Dice
from projections.games import plugin_for
from projections.views import match_view
from tests.playing import Play

MAYA = plugin_for("maya")
NAMES = ("Marta", "Jon", "Ines", "Olav")
VIEW_MS_MAX = 3.0  # what a view may cost, on one core


def table(seats: int = 2, seed: int = 3, champions: tuple[str, ...] = (), **options: Any) -> Play:
    """A match whose champions are chosen and whose fragments lie as they were dealt."""
    play = Play(MAYA, seats, options, seed=seed, names=NAMES[:seats])
    for seat, champion in enumerate(champions, start=1):
        play.submit(i.SelectChampion(seat, champion))
    return play


def arranged(play: Play) -> Play:
    """Every seat leaves its fragments as they are."""
    for seat in play.state.table.seats:
        play.submit(i.ArrangeFragments(seat.seat, tuple(slot.card for slot in seat.slots)))
    return play


def shown(play: Play, viewer: str = "spectator") -> dict[str, Any]:
    view: dict[str, Any] = match_view(MAYA, play.state, viewer, play.scribe.head)["table"]
    return view


def duel(**options: Any) -> Play:
    return arranged(table(2, 3, ("kshar", "dangsa"), **options))


def test_the_arena_is_shown_as_it_was_laid_out() -> None:
    box = shown(duel())["box"]
    assert (box["map"], box["mode"]["name"]) == ("siege_1v1", "Siege 1v1")
    tiles = {tuple(tile["at"]): tile for tile in box["tiles"]}
    assert len(tiles) == 61
    assert tiles[(0, 0)] == {"at": [0, 0], "name": "E5", "level": 2, "zone": "Heart"}
    assert tiles[(-4, 0)]["void"] is True
    assert sum(1 for tile in tiles.values() if tile.get("spikes")) == 4
    assert len({tile["name"] for tile in tiles.values()}) == 61, "each space has a name of its own"
    assert [[-2, 1], [-2, 2]] in box["walls"]
    assert len([point for point in box["points"] if point["kind"] == "spawn"]) == 4
    assert {point["owner"] for point in box["points"]} == {0, 1, 2}


def test_units_are_named_and_counted() -> None:
    units = {unit["id"]: unit for unit in shown(duel())["units"]}
    assert units["c1"]["name"] == "Kshar"
    assert (units["c1"]["at"], units["c1"]["hp"], units["c1"]["team"]) == (None, 12, 1)
    assert (units["m1"]["name"], units["m1"]["at"], units["m1"]["hp"], units["m1"]["team"]) == (
        "Elder Komon #1",
        [0, 0],
        6,
        0,
    )
    assert units["t2a"]["name"] == "Tower 2A"
    assert (units["t2a"]["hp"], units["t2a"]["attackable"], units["t2a"]["seat"]) == (8, True, 0)


def test_hands_are_their_owners_and_an_auditors() -> None:
    play = duel()
    held = play.state.table.seat(1).cards.hand
    assert len(held) == 4
    for viewer, sees in (("seat:1", True), ("auditor", True), ("seat:2", False), ("spectator", False)):
        marta = shown(play, viewer)["seats"][0]
        assert marta["hand"] == {"count": 4, "cards": list(held) if sees else None}, viewer
        assert (marta["deck_list"] is not None) == sees, viewer
        assert (marta["auto_pass"] is not None) == sees, viewer


def test_teammates_see_a_hand_where_the_table_shares_them() -> None:
    four = ("kshar", "dangsa", "mauravi", "prabhakar")
    for share, sees in ((True, True), (False, False)):
        play = arranged(table(4, 3, four, mode="siege-2v2", share_hands=share))
        hands = [seat["hand"]["cards"] for seat in shown(play, "seat:3")["seats"]]
        assert [hand is not None for hand in hands] == [sees, False, True, False]


def test_a_prepared_card_is_its_owners_and_a_random_fragment_is_nobodys() -> None:
    play = duel()
    card = next(offer.intent.card for offer in play.rules.offers(play.state, 1) if offer.intent.card)
    play.submit(i.PrepareCard(1, card))
    for viewer, seen in (("seat:1", card), ("seat:2", None), ("spectator", None), ("auditor", card)):
        slot = shown(play, viewer)["seats"][0]["slots"][0]
        assert (slot["card"], slot["face_up"], slot["source"]) == (seen, False, "hand"), viewer
    play = duel()
    play.submit(i.PrepareCard(1, ""))
    drawn = play.state.table.seat(1).slots[0].card
    assert drawn
    for viewer, seen in (("seat:1", None), ("seat:2", None), ("spectator", None), ("auditor", drawn)):
        slot = shown(play, viewer)["seats"][0]["slots"][0]
        assert (slot["card"], slot["source"]) == (seen, "fragment"), viewer


def test_only_cards_that_the_viewer_may_name_are_explained() -> None:
    play = duel()
    held = set(play.state.table.seat(1).cards.hand)
    lying = {slot.card for seat in play.state.table.seats for slot in seat.slots if slot.card}
    assert set(shown(play, "spectator")["cards"]) == lying
    assert set(shown(play, "seat:1")["cards"]) >= lying | held
    glimpse = shown(play, "seat:1")["cards"][sorted(held)[0]]
    assert glimpse["name"] and glimpse["text"]


@pytest.mark.parametrize(("mode", "seats"), [("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 4)])
def test_a_view_takes_less_than_three_milliseconds(mode: str, seats: int) -> None:
    play = Play(MAYA, seats, {"mode": mode, "reactions": True}, seed=4, names=NAMES[:seats])
    dice = Dice(4)
    took: list[float] = []
    for _ in range(150):
        if not play.waiting():
            break
        play.step(RANDOM, dice)
        began = time.perf_counter()
        match_view(MAYA, play.state, "seat:1", play.scribe.head)
        took.append(1_000 * (time.perf_counter() - began))
    took.sort()
    assert took[len(took) // 2] < VIEW_MS_MAX, f"the median of {len(took)} views"
