"""A card that a host wrote into a file is played, and nothing but that file was touched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domain.kernel.match import MatchState
from domain.maya.events import CardActivated
from domain.maya.packs import pack_of
from projections.games import plugin_for
from server.simulate import Table, play_match
from tests.cards.maya.duel import Duel

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "content-packs.md"
EMBER = """
[[card]]
id = "ember"
name = "Ember"
type = "action"
traits = ["naag"]
cost = 1
gain = 3
text = "Move 1 · Attack 2 (Range 2) + 1 Root · On Exit: Draw 1"
program = [
  { do = "move", steps = 1 },
  { do = "attack", value = 2, range = 2, root = 1 },
  { when = "on_exit", do = "draw", value = 1 },
]
"""
IN_A_STARTER_DECK = EMBER.replace('"ember"', '"needle-rain"')


def test_a_card_out_of_a_file_does_what_its_text_says() -> None:
    duel = Duel("dangsa", "kshar", at=[(0, 0), (2, 0)], content={"mine.toml": EMBER}).mat("ember").activate()
    assert duel.energy == 8
    assert (0, 1) in duel.reach(0)
    duel.take(1, "c2")
    assert (duel["c2"].hp, duel["c2"].root) == (8, 1)


def test_a_match_is_played_to_its_end_with_a_card_of_the_hosts_in_a_starter_deck() -> None:
    plugin = plugin_for("maya")
    assert plugin.read_content is not None
    content = plugin.read_content(IN_A_STARTER_DECK, "mine.toml")
    activated: Counter[str] = Counter()

    def watch(before: MatchState, intent: Any, events: Sequence[Any], after: MatchState) -> None:
        activated.update(event.card for event in events if isinstance(event, CardActivated))

    # Four champions, so that the one whose deck it is in sits at the table.
    table = Table(plugin, ("greedy",) * 4, {"mode": "headhunters"}, content=content)
    played = play_match(table, b"ember", 1, watch)
    assert plugin.rules.outcome(played.state) is not None
    assert activated["needle-rain"] > 0
    assert pack_of(played.state.table).cards["needle-rain"].name == "Ember"


def test_what_the_document_prints_is_good_content() -> None:
    printed = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    for game, text in zip(("maya", "arcanya"), printed, strict=True):
        read = plugin_for(game).read_content
        assert read is not None
        assert read(text, "printed.toml")
