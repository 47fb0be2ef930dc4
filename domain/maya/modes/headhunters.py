"""Headhunters: every player alone, for victory points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from domain.kernel.frames import Effect as Step
from domain.maya.content.models import HeadhuntersRules
from domain.maya.events import ModeScored
from domain.maya.minions.lairs import lairs_of, place_neutral
from domain.maya.modes.base import COUNT_MAX, ModeRules, data_of, end
from domain.maya.state import NEUTRAL, State, Unit
from domain.maya.state_arena import Point
from domain.maya.table import MayaDraft, board, taken_spaces

BOUNTY = "bounty"
HUNTED = "hunted"
"""Whether a neutral minion was killed this round."""


class Headhunters(ModeRules):
    """The hooks of Headhunters."""

    def set_up(self, draft: MayaDraft) -> None:
        """The bounty tracker stands at its start."""
        draft.emit(ModeScored("setup", {BOUNTY: numbers(draft.state).bounty_start, HUNTED: 0}))

    # Points.

    def champion_points(self, state: State, seat: int) -> list[Point]:
        """The points in zones without an enemy champion; every point if there is no such zone."""
        assert state.arena is not None, "there is no arena before the mode has placed it"
        field = board(state)
        held = {
            field.zone(unit.at)
            for unit in state.units.values()
            if unit.kind == "champion" and unit.at is not None and unit.owner != seat
        }
        free = [point for point in state.arena.spawns if _zone_of(state, point) not in held]
        return free or list(state.arena.spawns)

    def upgrade_points(self, state: State, seat: int) -> list[Point]:
        """All of them, for everybody."""
        assert state.arena is not None, "there is no arena before the mode has placed it"
        return list(state.arena.upgrades)

    # Scoring.

    def champion_killed(self, draft: MayaDraft, seat: int, killer: int) -> list[Step]:
        """VP for the killer, fewer the more worn the victim is, and a Death token for the victim."""
        state = draft.state
        rules = numbers(state)
        deaths = state.ledger.get(deaths_name(seat), 0)
        totals = {deaths_name(seat): deaths + 1}
        if killer and killer != seat:
            worn = bisect_right(rules.champion_kill_deaths, deaths) - 1
            totals |= _with_points(state, killer, rules.champion_kill_vp[worn])
        draft.emit(ModeScored("champion_killed", totals))
        return []

    def minion_killed(self, draft: MayaDraft, minion: Unit, killer: int) -> None:
        """The bounty for a neutral minion, which then starts anew; a fixed sum for an allied one."""
        state = draft.state
        rules = numbers(state)
        if minion.team == NEUTRAL:
            totals = {HUNTED: 1}
            if killer:
                totals |= {**_with_points(state, killer, bounty(state)), BOUNTY: rules.bounty_start}
            draft.emit(ModeScored("minion_killed", totals))
        elif killer and state.team_of(killer) != minion.team:
            draft.emit(ModeScored("ally_killed", _with_points(state, killer, rules.allied_minion_vp)))

    def head_returned(self, draft: MayaDraft, seat: int, minion: str) -> None:
        """VP for a head; its minion waits in the box for Round End."""
        vp = numbers(draft.state).head_vp
        draft.emit(ModeScored("head", {**_with_points(draft.state, seat, vp), box_name(minion): 1}))

    def heads_per_turn(self, state: State) -> int:
        """How many heads a seat may turn in each turn."""
        return numbers(state).heads_per_turn

    # Round End.

    def round_ended(self, draft: MayaDraft) -> None:
        """The match may end; else the bounty rises after a quiet round, and minions come back to free lairs."""
        state = draft.state
        rules = numbers(state)
        goal = rules.vp_to_win[len(state.seats)]
        if any(points(state, seat.seat) >= goal for seat in state.seats):
            self._finish(draft, "points")
            return
        if state.round >= rules.rounds:
            self._finish(draft, "rounds")
            return
        worth = bounty(state)
        if not state.ledger.get(HUNTED):
            worth = min(worth + 1, rules.bounty_max)
        draft.emit(ModeScored("round", {BOUNTY: worth, HUNTED: 0}))
        _return_minions(draft)

    def counts(self, state: State) -> Mapping[str, int]:
        """The bounty and whether there was a hunt; each seat's VP and Death tokens; which minions wait in the box."""
        away = {unit.id for unit in state.units.values()}
        away.update(head.minion for seat in state.seats for head in seat.purse.heads)
        # A minion that stands on the arena, or whose head a seat holds, does not wait in the box as well.
        boxed = {box_name(minion): int(minion not in away) for minion in lairs_of(state)}
        tracks = [name for seat in state.seats for name in (points_name(seat.seat), deaths_name(seat.seat))]
        return {BOUNTY: numbers(state).bounty_max, HUNTED: 1, **dict.fromkeys(tracks, COUNT_MAX), **boxed}

    def scores(self, state: State) -> tuple[int, ...]:
        """Victory points less what Death tokens cost, in seat order."""
        cost = numbers(state).death_vp
        return tuple([points(state, seat.seat) - cost * deaths(state, seat.seat) for seat in state.seats])

    def _finish(self, draft: MayaDraft, reason: str) -> None:
        state = draft.state
        scores = self.scores(state)
        ranks = {
            seat.seat: (scores[seat.seat - 1], -deaths(state, seat.seat), len(seat.purse.heads))
            for seat in state.seats
            if seat.seat not in state.conceded
        }
        best = max(ranks.values())
        winners = [seat for seat, rank in ranks.items() if rank == best]
        reasons = [reason]
        level = [rank for rank in ranks.values() if rank[0] == best[0]]
        if len(winners) > 1:
            reasons.append("shared")
        elif len(level) > 1:
            reasons.append("fewer_deaths" if all(rank[1] < best[1] for rank in level if rank != best) else "heads")
        end(draft, winners, tuple(reasons))


def numbers(state: State) -> HeadhuntersRules:
    """The numbers of Headhunters."""
    rules = data_of(state).headhunters
    assert rules is not None, "headhunters has its numbers"
    return rules


def points(state: State, seat: int) -> int:
    """The victory points a seat has."""
    return state.ledger.get(points_name(seat), 0)


def points_name(seat: int) -> str:
    """Under which name the ledger counts a seat's victory points."""
    return f"vp.{seat}"


def bounty(state: State) -> int:
    """What a neutral minion is worth now."""
    return state.ledger.get(BOUNTY, numbers(state).bounty_start)


def deaths(state: State, seat: int) -> int:
    """The Death tokens a seat has."""
    return state.ledger.get(deaths_name(seat), 0)


def deaths_name(seat: int) -> str:
    """Under which name the ledger counts a seat's Death tokens."""
    return f"deaths.{seat}"


def box_name(minion: str) -> str:
    """Under which name the ledger notes a minion whose head was turned in."""
    return f"box.{minion}"


def _with_points(state: State, seat: int, vp: int) -> dict[str, int]:
    return {points_name(seat): points(state, seat) + vp}


def _zone_of(state: State, point: Point) -> str | None:
    field = board(state)
    return point.zone or next((zone for corner in point.at if (zone := field.zone(corner))), None)


def _return_minions(draft: MayaDraft) -> None:
    for minion, lair in lairs_of(draft.state).items():
        if draft.state.ledger.get(box_name(minion)) and lair.at not in taken_spaces(draft.state):
            draft.emit(ModeScored("lair", {box_name(minion): 0}))
            place_neutral(draft, minion, lair)
