"""A match in the arena, told in sentences."""

from __future__ import annotations

import re

import pytest

from domain.maya import events as e
from domain.maya import intents as i
from projections.bots import Dice
from projections.history import History
from projections.maya.telling import marks
from tests.playing import Play
from tests.projections.test_maya_view import MAYA, NAMES, arranged, duel, table

MATCHES: tuple[tuple[str, int, dict[str, bool], str], ...] = (
    ("siege-1v1", 2, {"reactions": True}, "random"),
    ("siege-2v2", 4, {}, "greedy"),
    ("headhunters", 3, {"reactions": True, "expert": True}, "greedy"),
)


def told(play: Play, viewer: str = "spectator") -> list[str]:
    """The lines of the last step."""
    lines: list[str] = play.history().timeline(viewer)[-1]["lines"]
    return lines


def some(play: Play, moves: int, bot: str) -> History:
    dice = Dice(1)
    for _ in range(moves):
        if not play.waiting():
            break
        play.step(MAYA.bots[bot], dice)
    return play.history()


def test_champions_and_decks() -> None:
    play = table(2, 3, ("kshar",))
    assert told(play) == ["Marta plays Kshar."]
    play.submit(i.SelectChampion(2, "dangsa"))
    lines = told(play)
    assert lines[0] == "Jon plays Dangsa."
    assert "Marta brings the starter deck of 24 cards." in lines
    assert "The arena is laid out: Siege 1v1." in lines


def test_what_is_drawn_and_prepared_is_named_to_its_owner_only() -> None:
    play = duel()
    held = play.state.table.seat(1).cards.hand
    public, own = told(play), told(play, "seat:1")
    assert "Round 1 begins." in public
    assert "Marta draws 4 cards." in public
    assert not any(line.startswith("Marta draws 4 cards") for line in own)
    card = next(offer.intent.card for offer in play.rules.offers(play.state, 1) if offer.intent.card)
    play.submit(i.PrepareCard(1, card))
    assert told(play) == ["Marta prepares a card, face-down."]
    assert told(play, "seat:1") != told(play)
    assert len(held) == 4


def test_a_random_fragment_is_named_to_nobody_but_an_auditor() -> None:
    play = duel()
    play.submit(i.PrepareCard(1, ""))
    unseen = ["Marta prepares a Memory Fragment that nobody has seen."]
    assert [told(play, viewer) for viewer in ("spectator", "seat:1", "seat:2")] == [unseen] * 3
    assert told(play, "auditor") != unseen


def test_turning_up_the_order_and_coming_in() -> None:
    play = duel()
    play.submit(i.PrepareCard(1, ""))
    play.submit(i.PrepareCard(2, ""))
    lines = told(play)
    assert any(line.startswith("Turned up: Marta ") for line in lines)
    assert any(line.startswith("Order of turns: ") for line in lines)
    first = play.state.table.turn.seat
    assert f"It is {NAMES[first - 1]}'s turn." in lines
    offer = play.rules.offers(play.state, first)[0]
    play.submit(offer.intent)
    name, hp = ("Kshar", 12) if first == 1 else ("Dangsa", 10)
    assert re.fullmatch(rf"{name} enters the arena on [A-I]\d with {hp} HP\.", told(play)[0])


@pytest.mark.parametrize(("mode", "seats", "options", "bot"), MATCHES)
def test_every_step_is_told_and_nothing_by_its_id(mode: str, seats: int, options: dict[str, bool], bot: str) -> None:
    play = Play(MAYA, seats, {"mode": mode, **options}, seed=12, names=NAMES[:seats])
    history = some(play, 500, bot)
    for viewer in ("spectator", "seat:1"):
        for step in history.timeline(viewer):
            assert step["lines"], f"{step['intent']} at {step['seq']} has nothing to tell {viewer}"
            for line in step["lines"]:
                assert line[0].isupper() and line.endswith((".", "!", "?")), line
                assert not re.search(r"\b([cm]\d+|t\d[ab]|e\d\.\d)\b|None|[a-z]_[a-z]", line), line


def test_what_it_marks_for_a_scrubber() -> None:
    assert marks(e.RoundStarted(2)) == ("round",)
    assert marks(e.TurnStarted(1, 4)) == ("turn",)
    assert marks(e.ChampionKilled(1, 2, "attack")) == ("kill",)
    assert marks(e.StepEntered("action")) == ()


def test_who_wins_and_why() -> None:
    play = arranged(table(2, 3, ("kshar", "dangsa")))
    play.submit(i.Concede(1))
    assert told(play)[0] == "Marta gives up."
    assert told(play)[-2].startswith("Jon wins: the others gave up.")
