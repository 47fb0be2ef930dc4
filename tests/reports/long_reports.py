"""Reports of four hundred intents and more, each of a planted bug: `python -m tests.reports.long_reports [NAME…]`.

Each is a match between random bots up to the first intent that meets the bug. It is shrunk with what a real report
gets, written down as a scenario, and that scenario is played with the bug and without. Prints, as one JSON document,
from how many intents to how many each came down, and how many seconds of one core it took.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from domain.arcanya.game import Arcanya
from domain.maya.game import MayaGame
from projections.failing import Audited, Broke, Differed, Dropped, Failure, Stands, Turned, broken_where
from projections.games import plugin_for
from projections.plugin import Plugin
from projections.scenario import failures
from projections.scenario import loads as load_scenario
from projections.scenario_text import scenario_text
from projections.scripts import script_of
from projections.shrink import EFFORT, shrink
from projections.where import Condition
from server.cli.wrong import case_of
from tests.invariants import arcanya, maya
from tests.reports import planted, planted_maya
from tests.reports.planted import NotMet, Reported, Trigger, plant, reported

MATCHES_MAX = 150
LONG = 400  # intents of a report that nobody reads through
SHORT = 15  # intents of one that is read in a minute
CPU_SECONDS_MAX = 120  # of one core, whatever else the machine is doing
GAMES: Mapping[str, type] = {"arcanya": Arcanya, "maya": MayaGame}
EVERYTHING = {"mode": "advanced", "alter_plus": True, "dispel_plus": True}


@attrs.frozen
class Long:
    """A long report: the match (its number, table and what meets the bug), the bug, and what is looked for.

    The match is the first one from that number on in which the bug comes up late.
    """

    game: str
    number: int
    seats: int
    options: Mapping[str, Any]
    meets: Trigger
    bug: Callable[[], Callable[..., Any]]
    failure: Callable[[Plugin], Failure]


def _always(bug: Callable[..., Any]) -> Callable[[], Callable[..., Any]]:
    return lambda: bug


REPORTS: dict[str, Long] = {
    "arcanya exception": Long(
        "arcanya",
        225,
        10,
        EVERYTHING,
        planted.reflects_at_a_guard,
        _always(planted.reflect_breaks_at_a_guard),
        Broke,
    ),
    "arcanya refusal": Long(
        "arcanya",
        106,
        10,
        EVERYTHING,
        planted.deflects_though_wounded,
        _always(planted.deflect_refused_for_the_wounded),
        lambda plugin: Turned(plugin, "BAD_TARGET"),
    ),
    "arcanya digest": Long(
        "arcanya",
        54,
        10,
        {"mode": "advanced"},
        planted.takes_a_hard_hit,
        _always(planted.a_card_is_doubled),
        Differed,
    ),
    "arcanya invariant": Long(
        "arcanya",
        54,
        10,
        {"mode": "advanced"},
        planted.takes_a_hard_hit,
        _always(planted.a_card_is_doubled),
        lambda plugin: Dropped(plugin.rules, arcanya.broken),
    ),
    "arcanya finding": Long(
        "arcanya",
        54,
        10,
        {"mode": "advanced"},
        planted.takes_a_hard_hit,
        planted.forgetful_of_hard_hits,
        lambda plugin: Audited(plugin, "DECISION"),
    ),
    "arcanya where": Long(
        "arcanya",
        54,
        10,
        {"mode": "advanced"},
        planted.takes_a_hard_hit,
        _always(planted.a_sphere_goes_below_nothing),
        lambda plugin: Stands(Condition("table.sphere.power < 0")),
    ),
    "maya exception": Long(
        "maya",
        13,
        4,
        {"mode": "siege-2v2"},
        planted_maya.equips_under_a_card_in_use,
        _always(planted_maya.equipping_breaks_under_a_card_in_use),
        Broke,
    ),
    "maya refusal": Long(
        "maya",
        102,
        4,
        {"mode": "siege-2v2"},
        planted_maya.discards_a_handful,
        _always(planted_maya.a_handful_may_not_be_discarded),
        lambda plugin: Turned(plugin, "NOT_IN_HAND", offered=True),
    ),
    "maya digest": Long(
        "maya",
        2,
        4,
        {"mode": "siege-2v2"},
        planted_maya.keeps_a_handful,
        _always(planted_maya.a_kept_card_is_doubled),
        Differed,
    ),
    "maya invariant": Long(
        "maya",
        13,
        4,
        {"mode": "siege-2v2"},
        planted_maya.equips_under_a_card_in_use,
        _always(planted_maya.a_relic_leaves_a_debt),
        lambda plugin: Dropped(plugin.rules, maya.broken),
    ),
    "maya where": Long(
        "maya",
        13,
        4,
        {"mode": "siege-2v2"},
        planted_maya.equips_under_a_card_in_use,
        _always(planted_maya.a_relic_leaves_a_debt),
        lambda plugin: Stands(Condition("any(seat.purse.energy < 0 for seat in table.seats)")),
    ),
    "maya finding": Long(
        "maya",
        13,
        4,
        {"mode": "siege-2v2"},
        planted_maya.equips_under_a_card_in_use,
        planted_maya.forgetful_of_energy,
        lambda plugin: Audited(plugin, "DECISION"),
    ),
}


@attrs.frozen
class Shrunk:
    """What became of a report."""

    sign: str
    intents: int
    left: int
    seats: int
    tried: int
    seconds: float
    text: str
    with_bug: str
    without: str

    @property
    def holds(self) -> bool:
        """Whether it came down far enough, fast enough, to a scenario that fails with the bug and passes without."""
        short = self.intents >= LONG and self.left <= SHORT and self.seconds < CPU_SECONDS_MAX
        return short and bool(self.with_bug) and not self.without


def late(report: Long, least: int) -> Reported:
    """The report: after so many intents and more, whatever the rules of today make of a match's number."""
    for number in range(report.number, report.number + MATCHES_MAX):
        with contextlib.suppress(NotMet):
            found = reported(report.meets, number, report.options, report.seats, report.game)
            if found.intents >= least:
                return found
    raise NotMet(f"the bug comes up late in none of {MATCHES_MAX} matches")


def shrunk(report: Long, effort: int = EFFORT, least: int = LONG) -> Shrunk:
    """Shrinks a report, and plays what is left with the bug and without."""
    plugin = plugin_for(report.game)
    found = late(report, least)
    script = script_of(plugin.rules, found.entries, {len(found.entries): [found.last]})
    failure = report.failure(plugin)
    with pytest.MonkeyPatch.context() as patched:
        plant(patched, report.bug(), GAMES[report.game])
        began = time.process_time()
        *_, last = shrink(plugin, script, failure, effort=effort)
        seconds = time.process_time() - began
        kind = last.script.moves[-1].TYPE if last.script.moves else "the start"
        case, then = case_of(failure, last.sign, kind)
        text = scenario_text(plugin, last.script, title="planted", case=case, then=then)
        with_bug = troubles(text, plugin)
    return Shrunk(
        last.sign,
        last.intents,
        len(last.script.moves),
        len(last.script.seats),
        last.spent,
        seconds,
        text,
        with_bug,
        troubles(text, plugin),
    )


def troubles(text: str, plugin: Plugin) -> str:
    """The first thing that is wrong with the play of a scenario, or nothing."""
    scenario = load_scenario(text)
    try:
        return next(iter(failures(scenario, scenario.cases[0], plugin)), "")
    except Exception as error:
        return broken_where(error)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reports.long_reports", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help="which reports, by a part of their name")
    parser.add_argument("--text", action="store_true", help="print the scenarios as well")
    options = parser.parse_args(arguments)
    figures: dict[str, Any] = {}
    held = True
    for name, report in REPORTS.items():
        if options.names and not any(part in name for part in options.names):
            continue
        came = shrunk(report)
        figures[name] = {
            "from": came.intents,
            "to": came.left,
            "seats": came.seats,
            "tried": came.tried,
            "seconds": round(came.seconds, 1),
            "with_the_bug": came.with_bug,
            "without": came.without or "passes",
        }
        held = held and came.holds
        print(f"{name}: {json.dumps(figures[name])}", file=sys.stderr, flush=True)
        if options.text:
            print(came.text, file=sys.stderr, flush=True)
    print(json.dumps(figures, indent=2))
    return int(not held)


if __name__ == "__main__":
    raise SystemExit(main())
