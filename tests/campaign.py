"""Whole matches by the thousand: `python -m tests.campaign --game arcanya --random 10000 --greedy 2000`.

Plays across all options and seat counts, checks the invariants of the rules after every intent, and verifies every
match from its file, as a player would get it. Prints what was played, what came up and how fast, also when it is
broken off (Ctrl-C); stops at the first fault with what reproduces it. `--first` goes on where another one stopped.
The suite plays a small part of it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import attrs

from domain.kernel.chance import ScriptedChance
from domain.kernel.entries import Head
from domain.kernel.game import Offer, Refused
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from projections.audit import examine
from projections.bots import Dice, fill, random_pick
from projections.games import plugin_for
from projections.legality import is_offered
from projections.matchfile import dumps, loads, match_file
from projections.plugin import Plugin
from server.simulate import Table, play_match
from tests.grounds import GROUNDS, Ground

PROBED_EVERY = 7  # steps between two at which intents of other moments are tried
PROBED_FIRST = 8  # steps in which champions and decks are chosen, at each of which they are
PROBES = 12
UNHEARD: dict[type, tuple[Any, ...]] = {
    int: (-1, 0, 1, 2, 3, 4, 99),
    str: ("", "nobody"),
    bool: (False, True),
    tuple: ((),),
}
"""What no seat says of its own accord, tried in the place of what one said: also the places before the first."""
KEPT_MAX = 200


class Fault(Exception):
    """Something that must hold and does not, with what reproduces it."""


@attrs.frozen
class Lot:
    """One match to play: its number, the bots, the options; everything else follows from the seed."""

    seed: bytes
    number: int
    bots: tuple[str, ...]
    options: Mapping[str, Any]
    game: str = "arcanya"

    def __str__(self) -> str:
        options = " ".join(f"--option {key}={json.dumps(value)}" for key, value in self.options.items())
        named = f"--bot {','.join(self.bots)} {options}".rstrip()
        return f"matchfold simulate {self.game} --seed {self.seed.hex()} --count {self.number} {named} (its last match)"


@attrs.frozen
class Result:
    """What one match came to."""

    intents: int
    entries: int
    draws: int
    ended_by: tuple[str, ...]
    tied: str
    seen: frozenset[str]


def lots(seed: bytes, count: int, bot: str, game: str = "arcanya") -> Iterator[Lot]:
    """So many matches, spread evenly over all options and seat counts."""
    for number, (options, seats) in zip(range(1, count + 1), itertools.cycle(GROUNDS[game].tables()), strict=False):
        # Among the greedy some random ones, so that positions come up that sense would avoid.
        bots = tuple(bot if bot == "random" or (seat + number) % 4 else "random" for seat in range(seats))
        yield Lot(seed, number, bots, options, game)


def play(lot: Lot) -> Result:
    """Plays one match, with every invariant checked after every intent, and verifies it; raises Fault."""
    ground = GROUNDS[lot.game]
    plugin = plugin_for(lot.game)
    playing = evolve(plugin, bots={**plugin.bots, **ground.drivers(lot.options)})
    seen: set[str] = set()
    prober = Prober(plugin, ground, lot.number) if ground.probed else None

    def watch(before: MatchState, intent: Any, events: Sequence[Any], after: MatchState) -> None:
        seen.add(intent.TYPE)
        seen.update(event.TYPE for event in events)
        seen.update(ground.seen(events))
        for sentence in ground.broken(before, intent, events, after):
            raise Fault(f"after {intent.TYPE}: {sentence}")
        for request in plugin.rules.awaiting(after):
            offers = plugin.rules.offers(after, request.seat)
            if not offers:
                raise Fault(f"seat {request.seat} is asked {request.kind} and may do nothing")
            if prober is not None:
                prober.try_out(after, offers)

        if prober is not None and plugin.rules.over(after):
            prober.try_out(after, ())

    try:
        with ground.watched() as met:
            played = play_match(Table(playing, lot.bots, lot.options), lot.seed, lot.number, watch)
        seen |= met
        middle = played.entries[len(played.entries) // 2]
        file = loads(dumps(match_file(played.entries)))
        audit = examine(file, plugin, Head(middle.seq, middle.link))
    except Exception as error:
        raise Fault(f"{lot}: {error!r}") from error
    if not audit.sound or not audit.complete or audit.intents_redecided != played.intents + 1:
        raise Fault(f"{lot}: {audit.findings[:3]} {audit.notes}")
    outcome = plugin.rules.outcome(played.state)
    assert outcome is not None
    if prober is not None:
        seen.update(f"refusal {code}" for code in prober.codes)
    tied = ground.tied(played.state.table)
    return Result(played.intents, len(played.entries), audit.draws_recomputed, outcome.reasons, tied, frozenset(seen))


class Prober:
    """Tries what was offered at other moments, with a field changed now and then: offered or refused, never else."""

    def __init__(self, plugin: Plugin, ground: Ground, number: int) -> None:
        self.codes: Counter[str] = Counter()
        self._ground = ground
        self._plugin = plugin
        self._dice = Dice(number)
        self._kept: list[Any] = []
        self._said: dict[str, list[Any]] = {}
        self._steps = 0
        for stray in ground.strays:
            self._keep(stray)

    def try_out(self, state: MatchState, offers: Sequence[Offer]) -> None:
        """Keeps an offer for later, and now and then tries kept ones; also once the match is over, of no avail."""
        if offers:
            offer = offers[self._dice.below(len(offers))]
            self._keep(offer.intent if offer.pick is None else fill(offer, random_pick(offer.pick, self._dice)))
        self._steps += 1
        if offers and self._steps > PROBED_FIRST and self._steps % PROBED_EVERY:
            return
        for _ in range(PROBES):
            other = self._changed(self._kept[self._dice.below(len(self._kept))])
            try:
                self._plugin.rules.game.decide(state.table, other, ScriptedChance({}))
            except Refused as refusal:
                self.codes[refusal.code] += 1
            else:
                open_to = self._plugin.rules.offers(state, other.seat)
                put = self._ground.offered_as(state.table, other)
                if other.TYPE not in self._plugin.unasked and not is_offered(open_to, put, self._plugin.ways):
                    raise Fault(f"{other} is accepted, but was not offered")

    def _keep(self, intent: Any) -> None:
        place = len(self._kept) if len(self._kept) < KEPT_MAX else self._dice.below(KEPT_MAX)
        self._kept[place : place + 1] = [intent]
        for name, value in vars(intent).items():
            values = self._said.setdefault(name, [])
            if value not in values:
                values.append(value)

    def _changed(self, intent: Any) -> Any:
        names = sorted(vars(intent))
        name = names[self._dice.below(len(names))]
        if self._dice.below(2):
            return intent
        values = self._said[name] if self._dice.below(2) else UNHEARD.get(type(getattr(intent, name)), self._said[name])
        value = values[self._dice.below(len(values))]
        fits = type(value) is type(getattr(intent, name))
        return evolve(intent, **{name: value}) if fits else intent


def run(work: Sequence[Lot], jobs: int) -> Iterator[Result]:
    """Plays all lots, on several processors if asked to."""
    if jobs == 1:
        yield from map(play, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, work, chunksize=20)


def summary(results: Sequence[Result], seconds: float, game: str = "arcanya") -> dict[str, Any]:
    """The figures of a campaign."""
    ground = GROUNDS[game]
    seen = frozenset[str]().union(*[result.seen for result in results])
    moves = sum(result.intents for result in results)
    return {
        "matches": len(results),
        "moves": moves,
        "entries": sum(result.entries for result in results),
        "draws_recomputed": sum(result.draws for result in results),
        "longest": max(result.intents for result in results),
        "ended_by": dict(sorted(Counter(" and ".join(result.ended_by) for result in results).items())),
        "ties": dict(sorted(Counter(result.tied for result in results).items())),
        "never_came_up": sorted(ground.coverable() - seen - set(ground.never)),
        "never_and_why": {name: why for name, why in ground.never.items() if name not in seen},
        "seconds": round(seconds, 1),
        "moves_per_second": round(moves / seconds),
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--game", default="arcanya", choices=sorted(GROUNDS))
    parser.add_argument("--random", type=int, default=200, metavar="N", help="matches between random bots")
    parser.add_argument("--greedy", type=int, default=40, metavar="N", help="matches with greedy bots among them")
    parser.add_argument("--seed", default="ca3b", help="hexadecimal; the same seed plays the same matches")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="leave out the lots before the Nth")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    seed = bytes.fromhex(options.seed)
    work = [
        *lots(seed, options.random, "random", options.game),
        *lots(seed + b"g", options.greedy, "greedy", options.game),
    ][options.first - 1 :]
    began = time.perf_counter()
    results: list[Result] = []
    try:
        for result in run(work, options.jobs):
            results.append(result)
            if len(results) % 500 == 0:
                print(f"{len(results)} of {len(work)} played and verified", file=sys.stderr, flush=True)
    except Fault as fault:
        print(f"FAULT {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        # A long campaign that is broken off still says what it came to.
        print(f"broken off after {len(results)} of {len(work)}", file=sys.stderr)
        if not results:
            return 1
    print(json.dumps(summary(results, time.perf_counter() - began, options.game), indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
