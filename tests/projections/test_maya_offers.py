"""What a seat may do in the arena, in words, with what each offer is about on the board."""

from __future__ import annotations

import json

import pytest

from domain.kernel.codec import intent_json
from projections.bots import RANDOM, Dice
from projections.views import offers_view
from tests.playing import Play
from tests.projections.test_maya_view import MAYA, NAMES

MODES = (("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 3))


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_an_offer_can_be_sent_back_as_it_was_read(mode: str, seats: int) -> None:
    play = Play(MAYA, seats, {"mode": mode, "reactions": True}, seed=8, names=NAMES[:seats])
    dice = Dice(8)
    kinds = set()
    for _ in range(250):
        if not play.waiting():
            break
        for offer in play.rules.offers(play.state, play.waiting()[0]):
            asked = json.loads(json.dumps(intent_json(offer.intent)))
            assert play.rules.reader.intent(asked, offer.intent.seat) == offer.intent
            kinds.add(offer.intent.TYPE)
        play.step(RANDOM, dice)
    assert {"ChooseRespawn", "TakeAction", "PrepareCard", "ActivateCard"} <= kinds


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_every_offer_has_words_of_its_own_and_names_what_is_on_the_board(mode: str, seats: int) -> None:
    play = Play(MAYA, seats, {"mode": mode, "reactions": True}, seed=9, names=NAMES[:seats])
    dice = Dice(9)
    seen = 0
    for _ in range(250):
        if not play.waiting():
            break
        seat = play.waiting()[0]
        table = play.state.table
        spaces = {f"{tile.at.q},{tile.at.r}" for tile in table.arena.tiles} if table.arena else set()
        for offer in offers_view(MAYA, play.state, seat)["offers"]:
            assert offer["text"] and offer["group"]["title"] and offer["group"]["key"]
            assert set(offer["concerns"]["spaces"]) <= spaces
            if spaces:
                assert set(offer["concerns"]["units"]) <= set(table.units)
            target = offer["intent"].get("target")
            if target:
                assert target in offer["concerns"]["units"]
            seen += 1
        play.step(RANDOM, dice)
    assert seen > 500
