"""A small part of the campaign: whole matches across all options, every invariant checked, every match verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import attrs
import pytest

from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from projections.games import plugin_for
from server.simulate import Table, play_match
from tests import campaign
from tests.grounds import GROUNDS, arcanya_options
from tests.invariants.arcanya import SOURCES, broken

SEED = b"suite"


def test_matches_across_all_options_and_seats_end_in_order_and_verify() -> None:
    tables = len({(str(lot.options), len(lot.bots)) for lot in campaign.lots(SEED, 500, "random")})
    # Every fourth table: as there are nine or five seat counts for each options, all options and counts come up.
    work = [*campaign.lots(SEED, tables, "random")][::4] + [*campaign.lots(SEED + b"g", tables, "greedy")][1::5]
    results = [campaign.play(lot) for lot in work]
    seats = Counter(len(lot.bots) for lot in work)
    assert sorted(seats) == list(range(2, 11))
    assert {tuple(sorted(lot.options.items())) for lot in work} == {
        tuple(sorted(options.items())) for options in arcanya_options()
    }
    figures = campaign.summary(results, 1.0)
    assert figures["matches"] == len(work) > 40
    assert set(figures["ended_by"]) >= {"points", "elimination"}
    assert figures["never_came_up"] == []


def test_matches_of_the_arena_in_every_mode_end_in_order_and_verify() -> None:
    work = [*campaign.lots(SEED, 15, "random", "maya")][::3] + [*campaign.lots(SEED + b"g", 9, "greedy", "maya")][5::3]
    assert len({(lot.options["mode"], len(lot.bots)) for lot in work}) == 5
    figures = campaign.summary([campaign.play(lot) for lot in work], 1.0, "maya")
    assert figures["matches"] == len(work) == 7
    never = set(figures["never_came_up"])
    assert not never & {"CardActivated", "ChampionKilled", "word attack", "card faint-step", "refusal NOT_YOUR_TURN"}


def test_what_never_comes_up_in_the_arena_is_there_and_explained() -> None:
    ground = GROUNDS["maya"]
    assert set(ground.never) <= ground.coverable() and all(ground.never.values())


def test_the_faults_of_a_path_are_refusals_that_have_to_come_up_or_be_explained() -> None:
    ground = GROUNDS["maya"]
    faults = {name.removeprefix("refusal ") for name in ground.coverable() if name.startswith("refusal PATH_")}
    assert faults == {f"PATH_{why}" for why in ("TOO_LONG", "BROKEN", "VOID", "WALL", "ENEMY", "END_TAKEN")}
    assert {"refusal PATH_BROKEN", "refusal PATH_TOO_LONG"} <= ground.coverable() - set(ground.never)


@pytest.mark.slow
def test_a_thousand_matches() -> None:
    for lot in campaign.lots(b"slow", 1_000, "random"):
        campaign.play(lot)


def test_the_campaign_command_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert campaign.main(["--random", "3", "--greedy", "2", "--seed", "0a"]) == 0
    assert '"matches": 5' in capsys.readouterr().out


def test_a_fault_says_what_reproduces_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lost = attrs.evolve(GROUNDS["arcanya"], broken=lambda *_: iter(["the Sphere is gone"]))
    monkeypatch.setitem(GROUNDS, "arcanya", lost)
    assert campaign.main(["--random", "2", "--greedy", "0", "--seed", "0a"]) == 1
    told = capsys.readouterr().err
    assert "matchfold simulate arcanya --seed 0a --count 1 --bot random,random --option mode=" in told
    assert "the Sphere is gone" in told


# -- each invariant can fail


@pytest.fixture(scope="module")
def steps() -> list[tuple[MatchState, Any, Any, MatchState]]:
    found: list[tuple[MatchState, Any, Any, MatchState]] = []
    table = Table(plugin_for("arcanya"), ("random",) * 4, {"mode": "advanced"})
    play_match(table, b"invariants", 1, lambda *step: found.append(step))
    return found


def told(step: tuple[MatchState, Any, Any, MatchState], **changes: Any) -> str:
    before, intent, events, after = step
    changed = evolve(after, table=evolve(after.table, **changes))
    return " | ".join(broken(before, intent, events, changed))


def test_nothing_is_broken_in_a_match_as_played(steps: list[tuple[MatchState, Any, Any, MatchState]]) -> None:
    assert [told(step) for step in steps if told(step)] == []


def test_each_invariant_is_broken_by_what_it_forbids(steps: list[tuple[MatchState, Any, Any, MatchState]]) -> None:
    defence = next(step for step in steps[3:] if step[3].table.phase == "defend" and step[3].table.sphere.sender)
    trial = defence[3].table
    first, *others = trial.students
    hand, sphere = first.hand, trial.sphere

    def student(**changes: Any) -> str:
        return told(defence, students=(evolve(first, **changes), *others))

    assert "lost or doubled" in told(defence, deck=trial.deck[1:])
    assert "lost or doubled" in student(hand=hand[1:])
    assert "cards at a defence" in student(hand=hand[1:])
    assert "Shields" in student(shields=first.shields[:-1])
    assert "holds the Shields" in student(shields=tuple(reversed(first.shields)))
    assert "weak to its own element" in student(weakness=first.card.element)
    assert "an affinity comes twice" in student(card=others[0].card)
    assert "the Power is 0" in told(defence, sphere=evolve(sphere, power=0))
    assert "target and sender" in told(defence, sphere=evolve(sphere, target=sphere.sender))
    assert "the target is 9" in told(defence, sphere=evolve(sphere, target=9))
    assert "the direction is" in told(defence, direction="up")
    assert "not what comes" in told(defence, sphere=evolve(sphere, power=sphere.power + 1))

    hit = next(step for step in steps if any(event.TYPE == "ShieldLost" for event in step[2]))
    assert "outlives a lost Shield" in told(hit, school="fire")
    assert "turned after a lost Shield" in told(
        hit, students=tuple(evolve(one, turned=True) for one in hit[3].table.students)
    )
    end = steps[-1]
    ending = end[3].table.ending
    assert "the winners are" in told(end, ending=evolve(ending, winners=(1, 2, 3, 4)))
    assert "the scores are" in told(end, ending=evolve(ending, scores={1: 99}))
    assert "end do not agree" in told(end, ending=None)


def test_the_cards_of_a_game_are_those_of_the_box() -> None:
    assert {advanced: sum(cards.values()) for advanced, cards in SOURCES.items()} == {False: 88, True: 96}


def test_a_campaign_that_is_broken_off_still_says_what_it_came_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def until_somebody_stops_it(work: Sequence[campaign.Lot], jobs: int) -> Iterator[campaign.Result]:
        assert [lot.number for lot in work] == [3, 4, 5, 6]
        yield campaign.play(work[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "run", until_somebody_stops_it)
    assert campaign.main(["--random", "6", "--greedy", "0", "--seed", "0a", "--first", "3"]) == 0
    told = capsys.readouterr()
    assert '"matches": 1' in told.out and "broken off after 1 of 4" in told.err
