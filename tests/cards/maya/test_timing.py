"""Effects at their moment: On Arrival and On Exit, in play language."""

from __future__ import annotations

import pytest

from domain.kernel.chance import ScriptedChance
from domain.kernel.records import evolve
from domain.maya.events import TimedEffectUsed
from domain.maya.evolve import evolve_event
from domain.maya.evolving.changing import with_seat
from domain.maya.flow.proceeding import proceed
from domain.maya.state import Timed
from domain.maya.table import MayaDraft
from tests.cards.maya.duel import Duel


def _at_moment(duel: Duel, phase: str, source: str) -> Duel:
    duel.state = evolve(
        duel.state, phase=phase, step="", queue=(Timed(1, source),), turn=evolve(duel.state.turn, seat=0)
    )
    seat = evolve(duel.seat(2), ready=False)
    draft = MayaDraft(with_seat(duel.state, seat), evolve_event, ScriptedChance({}))
    proceed(draft)
    duel.state, duel.events = draft.state, list(draft.events)
    return duel


def arrival(champion: str, card: str, number: int = 0) -> Duel:
    """The On Arrival effect of a card just flipped by seat 1."""
    return _at_moment(
        Duel(champion, "kshar" if champion != "kshar" else "dangsa"), "arrive", f"arrival:{card}.{number}"
    )


def leaving(champion: str, card: str, number: int) -> Duel:
    """The On Exit effect of a card that just slid off seat 1's mat."""
    return _at_moment(Duel(champion, "kshar" if champion != "kshar" else "dangsa"), "exit", f"exit:{card}.{number}")


@pytest.mark.parametrize(
    ("champion", "card"), [("kshar", "overhead-swing"), ("dangsa", "strafe"), ("kshar", "rooftop-patrol")]
)
def test_a_card_that_moves_on_arrival(champion: str, card: str) -> None:
    duel = arrival(champion, card)
    assert duel.pending == (1, "way")
    assert duel.asked(path=((0, 1),))["c1"].at == (0, 1)


def test_shield_wall_defends_on_exit() -> None:
    assert leaving("kshar", "shield-wall", 2)["c1"].defence == 1


def test_paving_step_draws_on_exit() -> None:
    assert len(leaving("prabhakar", "paving-step", 2).seat().cards.hand) == 1


def test_blindside_moves_on_exit() -> None:
    assert leaving("dangsa", "blindside", 2).asked(path=((0, 1),))["c1"].at == (0, 1)


def test_nothing_happens_on_exit_without_a_champion_on_the_arena() -> None:
    duel = Duel("kshar", "dangsa").unit("c1", at=(0, 0))
    duel.state = evolve(duel.state, units={**duel.state.units, "c1": evolve(duel["c1"], at=None)})
    duel = _at_moment(duel, "exit", "exit:shield-wall.2")
    assert not duel.happened(TimedEffectUsed) and duel["c1"].defence == 0
