"""Siege: two teams, two Towers each; the team whose Towers fall, or whose champions die too often, loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.frames import Effect as Step
from domain.maya.content.models import SiegeRules
from domain.maya.events import DamageDealt, IdoDamaged, IdoPlaced, ModeScored
from domain.maya.hexes import Hex, distance, projectile_spaces
from domain.maya.minions.deaths import sweep
from domain.maya.modes.base import COUNT_MAX, ModeRules, data_of, end
from domain.maya.packs import pack_of
from domain.maya.state import NEUTRAL, State, Unit
from domain.maya.state_arena import Point
from domain.maya.table import MayaDraft, board, is_foe_of_seat, place_of, units_by_space
from domain.maya.triggers.setting import set_triggers

TOWER = "tower"
TEAMS = (1, 2)


class Siege(ModeRules):
    """The hooks of both Sieges."""

    def teams(self, seats: int) -> tuple[int, ...]:
        """Odd seats against even ones."""
        return tuple([1 + (seat + 1) % 2 for seat in range(1, seats + 1)])

    def set_up(self, draft: MayaDraft) -> None:
        """Two Towers for each team."""
        pack = pack_of(draft.state)
        arena = pack.maps[draft.state.rules.map]
        hp = numbers(draft.state).tower_hp
        count = dict.fromkeys(TEAMS, 0)
        for tower in arena.towers:
            ido = f"t{tower.team}{chr(ord('a') + count[tower.team])}"
            count[tower.team] += 1
            draft.emit(IdoPlaced(ido, TOWER, 0, tower.team, tower.at, hp, hp, pack.pieces[TOWER].attackable))

    # Points.

    def champion_points(self, state: State, seat: int) -> list[Point]:
        """The points of the team's colour, captured ones included."""
        assert state.arena is not None, "there is no arena before the mode has placed it"
        team = state.team_of(seat)
        return [point for point in state.arena.spawns if point.owner == team or poles(state, team, point)]

    def minion_points(self, state: State, seat: int) -> list[Point]:
        """The same, and neutral points with no enemy unit on their spaces."""
        assert state.arena is not None, "there is no arena before the mode has placed it"
        own = self.champion_points(state, seat)
        foes = {at for at, unit in units_by_space(state).items() if is_foe_of_seat(state, seat, unit)}
        free = [
            point
            for point in state.arena.spawns
            if point.owner == NEUTRAL and point not in own and not foes.intersection(point.at)
        ]
        return [*own, *free]

    # Towers.

    def most_lost(self, state: State, unit: Unit, seat: int) -> int | None:
        """A Tower loses only so much to damage in one player's turn and what answers it."""
        if unit.what != TOWER:
            return None
        return max(numbers(state).tower_loss_max - state.turn.ido_lost.get(unit.id, 0), 0)

    def hurt(self, draft: MayaDraft, damage: DamageDealt) -> None:
        """HP that attacks take off enemy Towers is counted for the case of a tie."""
        state = draft.state
        if damage.kind == "attack" and damage.lost and damage.seat and state.units[damage.target].what == TOWER:
            name = tower_hp_name(state.team_of(damage.seat))
            draft.emit(ModeScored("tower", {name: state.ledger.get(name, 0) + damage.lost}))

    def ido_destroyed(self, draft: MayaDraft, ido: Unit, by: int) -> None:
        """The attackers of a fallen Tower get a spawn pole."""
        if ido.what != TOWER:
            return
        attackers = other_team(ido.team)
        point = nearest_neutral(draft.state, place_of(ido))
        if point is not None:
            name = pole_name(attackers, point)
            draft.emit(ModeScored("breach", {name: draft.state.ledger.get(name, 0) + 1}))

    # Deaths and turns.

    def champion_killed(self, draft: MayaDraft, seat: int, killer: int) -> list[Step]:
        """A Death token for the team; a killing team also takes HP from one Tower of it."""
        team = draft.state.team_of(seat)
        draft.emit(ModeScored("death", {deaths_name(team): deaths(draft.state, team) + 1}))
        if not killer or draft.state.team_of(killer) == team:
            return []
        return [Step("tower_loss", {"seat": killer, "team": team})]

    def have_fallen(self, draft: MayaDraft, units: Sequence[Unit]) -> None:
        """A team has lost with its last Tower or its last Death token; both may lose by the same blow."""
        state = draft.state
        lost: dict[int, str] = {}
        for unit in units:
            if unit.kind == "champion" and deaths(state, unit.team) >= numbers(state).deaths_to_lose:
                lost.setdefault(unit.team, "deaths")
            elif unit.what == TOWER and not towers(state, unit.team):
                lost.setdefault(unit.team, "towers")
        if lost:
            _lose(draft, lost)

    def aggro_ended(self, draft: MayaDraft, seat: int) -> None:
        """Watchfire: every enemy Tower hits the champion whose turn it was, or else one of its minions."""
        state = draft.state
        if seat in state.conceded:
            return
        near = [tower for tower in towers(state, other_team(state.team_of(seat))) if targets_of(state, tower, seat)]
        steps = [Step("watchfire", {"tower": tower.id, "seat": seat}) for tower in near]
        set_triggers(draft, 0, steps)

    def round_ended(self, draft: MayaDraft) -> None:
        """From the collapse on, every Tower crumbles at Round End."""
        rules = numbers(draft.state)
        if draft.state.round < rules.collapse_round:
            return
        standing = [tower for team in TEAMS for tower in towers(draft.state, team)]
        for tower in standing:
            draft.emit(IdoDamaged(tower.id, min(rules.collapse_loss, tower.hp), "collapse", 0))
        sweep(draft, {tower.id: (0, "collapse") for tower in standing})

    def counts(self, state: State) -> Mapping[str, int]:
        """For each team its Death tokens, the HP it took off Towers, and its poles on neutral points."""
        points = [] if state.arena is None else [point for point in state.arena.spawns if point.owner == NEUTRAL]
        names = [
            name
            for team in TEAMS
            for name in (deaths_name(team), tower_hp_name(team), *[pole_name(team, point) for point in points])
        ]
        return dict.fromkeys(names, COUNT_MAX)

    def scores(self, state: State) -> tuple[int, ...]:
        """The HP left on each team's Towers."""
        left = {team: sum(tower.hp for tower in towers(state, team)) for team in TEAMS}
        return tuple([left[seat.team] for seat in state.seats])


def numbers(state: State) -> SiegeRules:
    """The numbers of this Siege."""
    rules = data_of(state).siege
    assert rules is not None, "a siege has its numbers"
    return rules


def other_team(team: int) -> int:
    """The team that plays against a team."""
    return TEAMS[1] if team == TEAMS[0] else TEAMS[0]


def towers(state: State, team: int) -> list[Unit]:
    """The Towers of a team that still have HP."""
    return [unit for unit in state.units.values() if unit.what == TOWER and unit.team == team and unit.hp > 0]


def deaths_name(team: int) -> str:
    """Under which name the ledger counts a team's Death tokens."""
    return f"deaths.{team}"


def deaths(state: State, team: int) -> int:
    """How many Death tokens a team has taken."""
    return state.ledger.get(deaths_name(team), 0)


def tower_hp_name(team: int) -> str:
    """Under which name the ledger counts the HP that a team's attacks took off Towers."""
    return f"tower_hp.{team}"


def pole_name(team: int, point: Point) -> str:
    """Under which name the ledger counts a team's poles on a point."""
    return f"pole.{team}.{point.name}"


def poles(state: State, team: int, point: Point) -> int:
    """How many spawn poles a team has put on a point."""
    return state.ledger.get(pole_name(team, point), 0)


def nearest_neutral(state: State, at: Hex) -> Point | None:
    """The neutral spawn point nearest to a space; of several the one the map names first."""
    assert state.arena is not None, "there is no arena before the mode has placed it"
    neutral = [point for point in state.arena.spawns if point.owner == NEUTRAL]
    return min(neutral, key=lambda point: min(distance(at, Hex(*corner)) for corner in point.at), default=None)


def targets_of(state: State, tower: Unit, seat: int) -> list[Unit]:
    """What Watchfire may hit: the seat's champion if it is in reach, else its minions in reach."""
    reach = projectile_spaces(board(state), place_of(tower), numbers(state).watchfire_reach)
    near = [unit for unit in state.units.values() if unit.owner == seat and unit.at in reach]
    champion = [unit for unit in near if unit.kind == "champion"]
    return champion or [unit for unit in near if unit.kind == "minion"]


def _lose(draft: MayaDraft, lost: Mapping[int, str]) -> None:
    left = [team for team in TEAMS if team not in lost]
    reasons = list(dict.fromkeys(lost.values()))
    if not left:
        left, decided = _better(draft.state)
        reasons.append(decided)
    end(draft, [seat.seat for seat in draft.state.seats if seat.team in left], tuple(reasons))


def _better(state: State) -> tuple[list[int], str]:
    """Who wins when both sides lose at once, and by what."""
    heads = {team: sum(len(seat.purse.heads) for seat in state.seats if seat.team == team) for team in TEAMS}
    measures = (
        ("tower_hp", {team: state.ledger.get(tower_hp_name(team), 0) for team in TEAMS}),
        ("fewer_deaths", {team: -deaths(state, team) for team in TEAMS}),
        ("heads", heads),
    )
    for name, counts in measures:
        if counts[1] != counts[2]:
            return [max(TEAMS, key=lambda team: counts[team])], name
    return list(TEAMS), "shared"
