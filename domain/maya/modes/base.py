"""What a mode may say: its hooks, with what the rulebook says when the mode says nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.frames import Effect as Step
from domain.maya.content.models import Mode
from domain.maya.events import DamageDealt, GameEnded
from domain.maya.packs import pack_of
from domain.maya.state import NEUTRAL, State, Unit
from domain.maya.state_arena import Point
from domain.maya.table import MayaDraft


class ModeRules:
    """The hooks of a mode; each kind of mode overrides what it changes (MAYA-CORE-11, MAYA-DEATH-08)."""

    def teams(self, seats: int) -> tuple[int, ...]:
        """The team of each seat; every player alone unless the mode has teams (MAYA-AMB-90)."""
        return tuple(range(1, seats + 1))

    def set_up(self, draft: MayaDraft) -> None:
        """Puts the mode's own pieces on the arena."""

    def champion_points(self, state: State, seat: int) -> list[Point]:
        """The spawn points a champion may come in at: neutral ones and its team's (MAYA-AMB-82)."""
        assert state.arena is not None
        team = state.team_of(seat)
        return [point for point in state.arena.spawns if point.owner in (NEUTRAL, team)]

    def minion_points(self, state: State, seat: int) -> list[Point]:
        """The spawn points a minion may come in at."""
        return self.champion_points(state, seat)

    def upgrade_points(self, state: State, seat: int) -> list[Point]:
        """The upgrade points that serve a seat (MAYA-POI-09)."""
        assert state.arena is not None
        team = state.team_of(seat)
        return [point for point in state.arena.upgrades if point.owner in (NEUTRAL, team)]

    def most_lost(self, state: State, unit: Unit, seat: int) -> int | None:
        """The most HP a unit may lose now to a seat's deed, or None for no limit."""
        return None

    def hurt(self, draft: MayaDraft, damage: DamageDealt) -> None:
        """After damage was dealt, before anybody falls of it."""

    def champion_killed(self, draft: MayaDraft, seat: int, killer: int) -> list[Step]:
        """After a champion fell (killer 0: nobody's deed); gives what follows."""
        return []

    def minion_killed(self, draft: MayaDraft, minion: Unit, killer: int) -> None:
        """After a minion fell."""

    def ido_destroyed(self, draft: MayaDraft, ido: Unit, by: int) -> None:
        """After an object was destroyed."""

    def have_fallen(self, draft: MayaDraft, units: Sequence[Unit]) -> None:
        """After all that fell at once has fallen, each as it was before: the match may end."""

    def heads_per_turn(self, state: State) -> int:
        """How many heads a seat may turn in each turn; none unless the mode pays for them."""
        return 0

    def head_returned(self, draft: MayaDraft, seat: int, minion: str) -> None:
        """After a head went back to the box."""

    def turn_ended(self, draft: MayaDraft, seat: int) -> None:
        """After a seat's turn, before the minions it aggroed."""

    def aggro_ended(self, draft: MayaDraft, seat: int) -> None:
        """After the minions that a seat aggroed have acted."""

    def round_ended(self, draft: MayaDraft) -> None:
        """After everybody's turn."""

    def conceded(self, draft: MayaDraft, seat: int) -> None:
        """After a seat gave up: the others win, or play on while two teams are left."""
        state = draft.state
        left = {other.team for other in state.seats if other.seat not in state.conceded}
        if len(left) == 1:
            winners = [other.seat for other in state.seats if other.team in left]
            end(draft, winners, ("conceded",))

    def counts(self, state: State) -> Mapping[str, int]:
        """What the mode may count, also where it has not yet, and the most that a correction may make of each."""
        return {}

    def scores(self, state: State) -> tuple[int, ...]:
        """The points of each seat, in seat order."""
        return tuple([0] * len(state.seats))


COUNT_MAX = 99  # no track, bank or count comes near it

KINDS: dict[str, ModeRules] = {}
"""The rules of each kind of mode; `kinds` fills it, since those rules use what asks for a mode."""


def mode_of(state: State) -> ModeRules:
    """The rules of the mode that a table plays."""
    return KINDS[data_of(state).kind]


def data_of(state: State) -> Mode:
    """The numbers of the mode that a table plays."""
    return pack_of(state).modes[state.rules.mode]


def end(draft: MayaDraft, winners: list[int], reasons: tuple[str, ...]) -> None:
    """Ends the match."""
    if draft.state.ended is None:
        draft.emit(GameEnded(tuple(sorted(winners)), reasons, mode_of(draft.state).scores(draft.state)))
