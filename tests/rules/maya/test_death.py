"""Death of a champion: what leaves with it, what stays, when it is back, whose kill it is, what its seat may not do."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.frames import Effect as Step
from domain.maya.events import (
    AggroStarted,
    ChampionKilled,
    ChampionSpawned,
    MinionKilled,
    ProgramDropped,
    RelicsLost,
    StepEntered,
    TurnStarted,
)
from domain.maya.intents import ActivateCard, ChooseRespawn, ClaimObjective, PlaySpell, TakeAction
from domain.maya.modes.base import KINDS, ModeRules
from domain.maya.state import Head, OpenObjective, Tracks
from domain.maya.table import MayaDraft
from tests.rules.maya.play import HOMES, Table, card, ground, relic, spell

STEP = {"do": "move", "steps": 1}
JAB = {"do": "attack", "value": 5}
TRINKET = relic("trinket", {"do": "defend", "value": 1})


def striking(*clauses: dict[str, Any], hp: int = 2, **more: Any) -> Table:
    """Seat 1 has a card in use; seat 2's champion stands beside its own with few HP left."""
    return Table(**more).mat(card("blow", *(clauses or (JAB, STEP)))).activate().unit("c2", hp=hp)


def bleeding(*clauses: dict[str, Any], hp: int = 1, **more: Any) -> Table:
    """Seat 1's champion falls of the next action it takes."""
    table = Table(**more).mat(card("deeds", *(clauses or (STEP, JAB)))).activate()
    return table.unit("c1", hp=hp, bleed=1, bleed_by=2)


# What leaves and what stays.


@pytest.mark.rules("MAYA-DEATH-01")
def test_a_champion_without_hp_is_killed_and_leaves_the_arena() -> None:
    table = striking(hp=5).attack("c2")
    assert table.one(ChampionKilled) == ChampionKilled(2, 1, "attack")
    assert (table["c2"].hp, table["c2"].at) == (0, None)
    assert striking(hp=6).attack("c2")["c2"].at == (1, 0)


@pytest.mark.rules("MAYA-DEATH-02")
def test_statuses_leave_and_class_tokens_go_back_to_their_owners() -> None:
    table = Table("ben", "cyd", quiet=True, arena=ground(spawns=HOMES)).mat(card("blow", JAB)).activate()
    table.unit("c2", hp=1, root=1, bleed=2, flying=True).vish_on("c2", 2, seat=1)
    assert table.supply("vish", 1) == 5
    table.attack("c2")
    fallen = table["c2"]
    assert (fallen.root, fallen.bleed, fallen.bleed_by, fallen.flying, dict(fallen.vish)) == (0, 0, 0, False, {})
    assert table.supply("vish", 1) == 7
    table.begins(2).do(table.offered(ChooseRespawn, seat=2)[0])
    assert (table["c2"].root, table["c2"].bleed, table["c2"].flying) == (0, 0, False)


@pytest.mark.rules("MAYA-DEATH-03")
def test_pieces_of_a_fallen_champion_stay_on_the_arena() -> None:
    table = Table("dov", "ada", quiet=True).mat(card("blow", JAB)).activate().unit("c2", hp=1)
    table.foundation((2, 0), seat=2).engram((3, 0), seat=2, name="e2.1")
    table.attack("c2")
    assert table["c2"].at is None
    assert [(tile.at, tile.seat) for tile in table.state.ground.foundations] == [((2, 0), 2)]
    assert table["e2.1"].at == (3, 0)
    assert (table.supply("foundation", 2), table.supply("engram", 2)) == (3, 2)


@pytest.mark.rules("MAYA-DEATH-03", "MAYA-VISH-05")
def test_vish_lying_on_the_arena_outlives_its_champion() -> None:
    table = Table("dov", "ben", quiet=True).mat(card("blow", JAB)).activate().unit("c2", hp=1)
    table.vish_at((2, 0), 3, seat=2).attack("c2")
    assert [(pool.at, pool.seat, pool.count) for pool in table.state.ground.vish] == [((2, 0), 2, 3)]
    assert table.supply("vish", 2) == 4


@pytest.mark.rules("MAYA-DEATH-05", "MAYA-RELIC-11")
def test_every_equipped_relic_is_discarded() -> None:
    table = striking().mat("blow", "blow", "blow", seat=2)
    table.relic(TRINKET, 1, seat=2).relic(TRINKET, 3, seat=2).relic(TRINKET, 2).discard("plumb-shot", seat=2)
    table.attack("c2")
    assert table.one(RelicsLost) == RelicsLost(2, ("trinket", "trinket"), ())
    assert table.relics(2) == ["", "", ""]
    assert table.discards(2) == ["plumb-shot", "trinket", "trinket"]
    # The killer keeps its own.
    assert table.relics(1) == ["", "trinket", ""]


@pytest.mark.rules("MAYA-DEATH-06")
def test_cards_energy_xp_upgrades_bank_heads_and_minions_stay() -> None:
    table = Table("dov", "ben", quiet=True).mat(card("blow", JAB)).activate().unit("c2", hp=1)
    table.mat("blow", "blow", "blow", seat=2).hand("blow", "plumb-shot", seat=2).discard("strafe", seat=2)
    table.purse(2, energy=4, xp=3, bank=2, heads=(Head("m5", "warden-of-knots"),)).skill("ben-skill-1", "1", seat=2)
    table.minion((3, 0), owner=2)
    before = table.seat(2)
    table.attack("c2")
    assert table.happened(ChampionKilled)
    assert table.seat(2) == before
    assert (table["m1"].at, table["m1"].owner, table["m1"].hp) == ((3, 0), 2, 3)


@pytest.mark.rules("MAYA-UPG-25", "MAYA-DEATH-04")
def test_upgrades_outlive_the_champion() -> None:
    table = Table("dov", "ben", quiet=True, arena=ground(spawns=HOMES)).mat(card("blow", JAB)).activate()
    table.skill("ben-skill-2", "2b", seat=2).unit("c2", hp=1, max_hp=12).attack("c2").begins(2)
    table.do(table.offered(ChooseRespawn, seat=2)[0])
    assert dict(table.seat(2).growth.skills) == {"ben-skill-2": "2b"}
    assert (table["c2"].hp, table["c2"].max_hp) == (12, 12)


@pytest.mark.rules("MAYA-DEATH-07", "MAYA-AMB-19")
def test_defence_is_gone_after_a_death_that_passed_it_by() -> None:
    table = bleeding(arena=ground(spawns=HOMES)).unit("c1", defence=3).move((0, 1))
    assert (table["c1"].at, table["c1"].defence) == (None, 0)
    table.begins(1).do(table.offered(ChooseRespawn)[0])
    assert (table["c1"].hp, table["c1"].defence) == (10, 0)


# Coming back.


@pytest.mark.rules("MAYA-DEATH-04")
def test_killed_before_its_own_turn_a_champion_is_back_in_that_round() -> None:
    table = striking(arena=ground(spawns=HOMES)).having(tracks=Tracks((1, 2), (1, 2), (2,))).attack("c2").end_turn()
    assert table.one(TurnStarted).seat == 2
    assert table.pending == (2, "respawn")
    assert {(offer.point, offer.at) for offer in table.offered(ChooseRespawn, seat=2)} == {
        ("Home 2", (4, 0)),
        ("Home 2", (4, 1)),
        ("Home 2", (5, 0)),
    }
    table.do(ChooseRespawn(2, "Home 2", table.offered(ChooseRespawn, seat=2)[0].at))
    assert table.one(ChampionSpawned).hp == 10
    assert table["c2"].hp == 10


@pytest.mark.rules("MAYA-DEATH-04", "MAYA-AMB-86")
def test_killed_after_its_own_turn_or_in_it_a_champion_is_back_in_the_next_round() -> None:
    table = bleeding(arena=ground(spawns=HOMES)).having(tracks=Tracks((1, 2), (1, 2), (2,)), round=3)
    for seat in (1, 2):
        table.mat("deeds", "deeds", "deeds", seat=seat).hand(*["deeds"] * 5, seat=seat)
    table.activated(1).move((0, 1))
    table.idle(lambda now: now.state.round == 4 and now.state.phase == "prepare")
    assert table["c1"].at is None
    assert not [event for event in table.log if isinstance(event, ChampionSpawned)]
    table.prepare("deeds", "deeds").idle(lambda now: now.pending == (1, "respawn"))
    table.do(table.offered(ChooseRespawn)[0])
    assert (table["c1"].hp, table.state.round) == (10, 4)


@pytest.mark.rules("MAYA-DEATH-04", "MAYA-POI-07")
def test_where_its_points_are_full_a_champion_comes_in_as_near_as_possible() -> None:
    table = striking(arena=ground(spawns=HOMES)).attack("c2")
    for n, at in enumerate(HOMES[1].at, start=1):
        table.minion((at.q, at.r), owner=2, name=f"m{n}")
    table.begins(2).idle(lambda now: now.pending[1] == "respawn")
    places = {(at.q, at.r) for at in {offer.at for offer in table.offered(ChooseRespawn, seat=2)}}
    assert places == {(3, 0), (3, 1), (3, 2), (4, -1), (5, -1)}


# Whose kill it is.


class Watching(ModeRules):
    """A mode that notes who was killed by whom."""

    def __init__(self) -> None:
        self.kills: list[tuple[int, int]] = []

    def champion_killed(self, draft: MayaDraft, seat: int, killer: int) -> list[Step]:
        """Notes a kill."""
        self.kills.append((seat, killer))
        return []


@pytest.mark.rules("MAYA-DEATH-08")
def test_the_mode_learns_who_was_killed_by_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = Watching()
    monkeypatch.setitem(KINDS, "siege", mode)
    striking().attack("c2")
    bleeding().move((0, 1))
    assert mode.kills == [(2, 1), (1, 2)]


@pytest.mark.rules("MAYA-DEATH-08")
def test_the_shipped_modes_punish_a_death() -> None:
    siege = striking().tower((-3, 0), team=2).attack("c2")
    assert siege.state.ledger["deaths.2"] == 1
    assert siege["t2a"].hp == 6
    hunt = striking(mode="headhunters").attack("c2")
    assert (hunt.state.ledger["deaths.2"], hunt.state.ledger["vp.1"]) == (1, 3)


@pytest.mark.rules("MAYA-DEATH-09")
def test_whose_push_kills_a_minion_takes_its_head() -> None:
    table = Table(at=[(0, 0), (2, 0)]).mat(card("shove", {"do": "push", "steps": 2})).activate().minion((1, 0), hp=2)
    table.push("m1")
    assert table.one(MinionKilled) == MinionKilled("m1", "warden-of-knots", 0, 1, "collision")
    assert table.seat(1).purse.heads == (Head("m1", "warden-of-knots"),)
    assert table.seat(2).purse.heads == ()


@pytest.mark.rules("MAYA-DEATH-09", "MAYA-MIN-11")
def test_a_kill_by_a_controlled_minion_brings_its_controller_the_head() -> None:
    table = Table(at=[(0, -4), (4, 0)]).minion((0, 0), hp=6, owner=1, kind="elder-komon")
    table.minion((1, 0), hp=3, name="m2").ally_step().minion_does("m1", 1, "m2")
    assert table.one(MinionKilled).seat == 1
    assert table.seat(1).purse.heads == (Head("m2", "warden-of-knots"),)
    assert table.seat(1).purse.bank == 3


@pytest.mark.rules("MAYA-DEATH-09")
def test_an_engrams_kill_counts_for_its_owner() -> None:
    shot = card("shot", {"do": "attack", "value": 3, "by": "one engram"})
    table = Table("ada", "dov", quiet=True, at=[(0, 0), (4, 0)]).mat(shot).activate()
    table.engram((2, -2)).minion((3, -2), hp=3)
    table.do(TakeAction(1, 1, "card", 0))
    while not table.happened(MinionKilled):
        table.do(table.offers()[0].intent)
    assert table.seat(1).purse.heads == (Head("m1", "warden-of-knots"),)


@pytest.mark.rules("MAYA-DEATH-13")
def test_a_champion_that_a_neutral_minion_kills_is_nobodys_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = Watching()
    monkeypatch.setitem(KINDS, "siege", mode)
    table = Table(at=[(0, 0), (4, 0)]).minion((1, 0)).unit("c1", hp=1).end_turn()
    assert table.one(ChampionKilled) == ChampionKilled(1, 0, "attack")
    assert mode.kills == [(1, 0)]


@pytest.mark.rules("MAYA-DEATH-13")
def test_spikes_in_the_own_move_are_nobodys_kill() -> None:
    table = Table(arena=ground(spikes=[(0, 1)])).mat(card("walk", STEP)).activate().unit("c1", hp=1)
    table.tower((-3, 0), team=1, name="t1a").move((0, 1))
    assert table.one(ChampionKilled) == ChampionKilled(1, 0, "spike")
    # A death that nobody caused only gives the token.
    assert table.state.ledger["deaths.1"] == 1
    assert table["t1a"].hp == 8


@pytest.mark.rules("MAYA-DEATH-13")
def test_a_push_onto_spikes_is_the_pushers_kill() -> None:
    field = ground(spikes=[(2, 0)])
    table = Table(arena=field).mat(card("shove", {"do": "push", "steps": 1})).activate().unit("c2", hp=1)
    assert table.push("c2").one(ChampionKilled) == ChampionKilled(2, 1, "spike")


# While dead.


@pytest.mark.rules("MAYA-DEATH-10")
def test_a_dead_champions_seat_plays_nothing() -> None:
    calm = spell("calm", {"do": "draw", "value": 1})
    table = bleeding().hand(calm, "plumb-shot").move((0, 1))
    assert table.pending == (1, "discard")
    table.refused(PlaySpell(1, "calm"), "WRONG_STEP", "MAYA-SPELL-03")
    table.refused(ActivateCard(1, 1), "WRONG_STEP", "MAYA-ACT-03")
    table.refused(table.by("attack", "c2"), "WRONG_STEP", "MAYA-CARD-03")


@pytest.mark.rules("MAYA-DEATH-10")
def test_a_dead_champions_trap_does_not_work() -> None:
    def walking(alive: bool) -> Table:
        table = Table("dov", "ben", quiet=False).mat(card("walk", STEP)).activate().vish_at((0, 1), 2, seat=2)
        return (table if alive else table.off("c2")).move((0, 1))

    assert dict(walking(alive=True)["c1"].vish) == {2: 2}
    assert dict(walking(alive=False)["c1"].vish) == {}


@pytest.mark.rules("MAYA-DEATH-11")
def test_who_died_claims_nothing_even_if_it_was_fulfilled() -> None:
    trophy = OpenObjective("first-trophy", 0, 2, False)
    table = bleeding(JAB, STEP, hp=2).hand("plumb-shot").minion((0, 1), hp=3)
    table.having(objectives=type(table.state.objectives)(open=(trophy,)))
    table.attack("m1")
    assert table.offered(ClaimObjective) == [ClaimObjective(1, "first-trophy")]
    table.move((-1, 0))
    assert table["c1"].at is None
    table.refused(ClaimObjective(1, "first-trophy"), "WRONG_STEP", "MAYA-ACT-15")
    assert table.seat(1).purse.xp == 0


@pytest.mark.rules("MAYA-DEATH-12", "MAYA-AMB-40")
def test_bleeding_to_death_ends_the_turn_but_for_discards_and_aggroed_minions() -> None:
    dusk = card("dusk", JAB, STEP, {"when": "end_of_turn", "do": "draw", "value": 1})
    table = Table(at=[(0, 0), (4, 0)]).mat(dusk).hand("plumb-shot", "strafe").activate()
    table.minion((1, 0), hp=6).unit("c1", hp=1, bleed=1).attack("m1")
    # The attack is made in full before the champion falls of it.
    assert table["m1"].hp == 1
    assert table.seat(1).purse.bank == 5
    assert [event.step for event in table.happened(StepEntered)] == ["discard"]
    assert table.pending == (1, "discard")
    assert table.held() == ["plumb-shot", "strafe"]
    table.end_turn()
    assert table.one(AggroStarted) == AggroStarted(1, 2, ("m1",))


@pytest.mark.rules("MAYA-DEATH-12")
def test_the_rest_of_a_spell_falls_away_with_its_champion() -> None:
    busy = spell("busy", {"do": [{"do": "draw", "value": 1}, {"do": "draw", "value": 2}]})
    table = Table().hand(busy, "strafe").unit("c1", hp=1, bleed=1).spell("busy")
    assert table.one(ProgramDropped).why == "dead"
    assert table.held() == ["strafe", "plumb-shot"]
    assert table.discards() == ["busy"]


@pytest.mark.rules("MAYA-DEATH-12")
def test_dying_in_start_of_turn_skips_the_action_phase() -> None:
    dawn = card("dawn", {"when": "start_of_turn", "do": "fly", "steps": 1}, STEP)
    table = Table(at=[(0, 0), (4, 0)]).mat(dawn, dawn).hand("plumb-shot").unit("c1", hp=1, bleed=1).begins(1)
    table.timed("mat:1:dawn.0")
    while table.state.frames:
        table.do(table.offered(TakeAction)[-1])
    assert table["c1"].at is None
    assert table.pending == (1, "discard")


@pytest.mark.rules("MAYA-AMB-86", "MAYA-DEATH-12")
def test_the_turn_of_a_champion_that_fell_in_it_runs_to_its_end() -> None:
    table = bleeding().having(tracks=Tracks((1, 2), (1, 2), (2,))).move((0, 1))
    assert next(event.step for event in table.happened(StepEntered)) == "discard"
    assert table.one(TurnStarted).seat == 2
    assert not table.happened(ChampionSpawned)


@pytest.mark.rules("MAYA-AMB-89")
def test_a_dead_champions_player_goes_on_with_the_steps_of_play() -> None:
    go, late = card("go", STEP, gain=2), card("late", STEP, gain=1)
    table = Table(arena=ground(spawns=HOMES)).off("c1").mat(go, go, go).mat(go, go, go, seat=2)
    table.hand(go, seat=2).hand(late).deck(*[go] * 9).purse(energy=0).next_round()
    # It draws, slides and gains Energy, prepares, flips and takes its place in the order.
    assert len(table.held()) == 5
    assert table.energy_of() == 2
    assert table.slots() == ["", "go", "go"]
    table.prepare("late", "go")
    assert table.slots()[0] == "late"
    assert table.state.tracks.initiative == (1, 2)
    # It steers what its opponent aggroed, and discards.
    steering = Table(at=[(0, 0), (4, 0)]).minion((1, 0), hp=6, kind="elder-komon").off("c2").end_turn()
    assert steering.one(AggroStarted).executor == 2
    fallen = bleeding().hand("strafe", "plumb-shot").move((0, 1))
    assert fallen.pending == (1, "discard")
