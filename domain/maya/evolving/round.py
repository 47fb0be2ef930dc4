"""Setup, rounds, turns, steps, minions in turn, and the end."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import HOST_SEAT
from domain.kernel.records import evolve
from domain.maya import events as e
from domain.maya.evolving.changing import Handler, with_seat, with_unit
from domain.maya.evolving.frames import step_taken
from domain.maya.evolving.rulings import edited
from domain.maya.state import (
    Aggro,
    Ended,
    OpenObjective,
    Ruling,
    State,
    Tracks,
    Turn,
    Unit,
)


def _teams(state: State, event: e.TeamsSet) -> State:
    seats = tuple([evolve(seat, team=team) for seat, team in zip(state.seats, event.teams, strict=True)])
    return evolve(state, seats=seats)


def _champion(state: State, event: e.ChampionChosen) -> State:
    seat = evolve(state.seat(event.seat), champion=event.champion, traits=tuple(event.traits), hand_stat=event.hand)
    unit = Unit(seat.unit, "champion", event.champion, seat.seat, seat.team, None, event.hp, event.hp)
    return with_unit(with_seat(state, seat), unit)


def _tracks(state: State, event: e.TracksSet) -> State:
    return evolve(state, tracks=Tracks(event.initiative, event.tiebreak))


def _objectives_shuffled(state: State, event: e.ObjectiveDeckShuffled) -> State:
    deck: tuple[str | None, ...] = (None,) * event.count if event.order is None else tuple(event.order)
    objectives = evolve(state.objectives, deck=deck)
    if event.why == "reshuffle":
        objectives = evolve(objectives, discard=())
    return evolve(state, objectives=objectives)


def _objective_opened(state: State, event: e.ObjectiveOpened) -> State:
    objectives = state.objectives
    opened = (*objectives.open, OpenObjective(event.objective, event.side, event.reward, event.starter))
    deck = objectives.deck if event.starter else objectives.deck[1:]
    return evolve(state, objectives=evolve(objectives, open=opened, deck=deck))


def _objectives_cleared(state: State, event: e.ObjectivesCleared) -> State:
    objectives = state.objectives
    left = tuple([card for card in objectives.open if card.id not in event.removed])
    discard = (*objectives.discard, *event.removed)
    return evolve(state, objectives=evolve(objectives, open=left, discard=discard))


def _starter_changed(state: State, event: e.ObjectiveStarterChanged) -> State:
    opened = []
    for card in state.objectives.open:
        if card.id != event.objective:
            opened.append(card)
        elif event.change == "flip":
            opened.append(evolve(card, side=card.side + 1, reward=event.reward, done_by=()))
    return evolve(state, objectives=evolve(state.objectives, open=tuple(opened)))


def _objective_claimed(state: State, event: e.ObjectiveClaimed) -> State:
    opened = []
    for card in state.objectives.open:
        if card.id != event.objective:
            opened.append(card)
        elif card.starter:
            opened.append(evolve(card, done_by=(*card.done_by, event.seat)))
        else:
            opened.append(evolve(card, tokens=(*card.tokens, event.seat)))
    claimed = (*state.objectives.claimed, event.seat)
    return evolve(state, objectives=evolve(state.objectives, open=tuple(opened), claimed=claimed))


def _round_started(state: State, event: e.RoundStarted) -> State:
    return evolve(state, round=event.round, objectives=evolve(state.objectives, claimed=()))


def _phase(state: State, event: e.PhaseEntered) -> State:
    seats = tuple([evolve(seat, ready=False) if seat.ready else seat for seat in state.seats])
    return evolve(state, phase=event.phase, step="", queue=tuple(event.queue), seats=seats)


def _step(state: State, event: e.StepEntered) -> State:
    return evolve(state, step=event.step, queue=tuple(event.queue))


def _round_ended(state: State, event: e.RoundEnded) -> State:
    return evolve(state, phase="round_end", step="", turn=Turn(number=state.turn.number))


def _initiative(state: State, event: e.InitiativeSet) -> State:
    tracks = evolve(state.tracks, initiative=event.order, tiebreak=event.tiebreak, to_go=event.order)
    return evolve(state, tracks=tracks)


def _turn_started(state: State, event: e.TurnStarted) -> State:
    to_go = tuple([seat for seat in state.tracks.to_go if seat != event.seat])
    return evolve(
        state,
        phase="turn",
        step="",
        queue=(),
        tracks=evolve(state.tracks, to_go=to_go),
        turn=Turn(number=event.number, seat=event.seat),
    )


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return evolve(state, phase="aggro", step="")


def _minion_turn(state: State, event: e.MinionTurnStarted) -> State:
    if state.phase == "aggro":
        waiting = tuple([minion for minion in state.aggro.waiting if minion != event.minion])
        return evolve(state, aggro=evolve(state.aggro, minion=event.minion, waiting=waiting, used=()))
    return evolve(state, turn=evolve(state.turn, minion=event.minion, minion_used=()))


def _minion_step(state: State, event: e.MinionStepPassed) -> State:
    return step_taken(state, event.step)


def _minion_turn_ended(state: State, event: e.MinionTurnEnded) -> State:
    if state.phase == "aggro":
        return evolve(state, aggro=evolve(state.aggro, minion="", used=()))
    turn = state.turn
    return evolve(state, turn=evolve(turn, minion="", minion_used=(), minions_done=(*turn.minions_done, event.minion)))


def _marked(state: State, event: e.AggroMarked) -> State:
    return evolve(state, marks=(*state.marks, (event.minion, event.seat)))


def _unmarked(state: State, event: e.AggroDropped) -> State:
    aggro = state.aggro
    if event.minion in aggro.waiting and aggro.seat == event.seat:
        aggro = evolve(aggro, waiting=tuple([minion for minion in aggro.waiting if minion != event.minion]))
    marks = tuple([mark for mark in state.marks if mark != (event.minion, event.seat)])
    return evolve(state, marks=marks, aggro=aggro)


def _aggro_started(state: State, event: e.AggroStarted) -> State:
    return evolve(state, aggro=Aggro(event.seat, event.executor, tuple(event.minions)))


def _aggro_ended(state: State, event: e.AggroEnded) -> State:
    marks = tuple([mark for mark in state.marks if mark[1] != event.seat])
    return evolve(state, aggro=Aggro(), marks=marks)


def _scored(state: State, event: e.ModeScored) -> State:
    return evolve(state, ledger={**state.ledger, **event.totals})


def _auto_pass(state: State, event: e.AutoPassSet) -> State:
    return with_seat(state, evolve(state.seat(event.seat), auto_pass=event.on))


def _ruling_proposed(state: State, event: e.RulingProposed) -> State:
    # Who proposes agrees, but for a host, who holds no seat and is asked nothing.
    consents = () if event.seat == HOST_SEAT else (event.seat,)
    ruling = Ruling(event.number, event.seat, event.text, event.edits, consents)
    return evolve(state, ruling=ruling, rulings=event.number)


def _ruling_consented(state: State, event: e.RulingConsented) -> State:
    ruling = state.ruling
    assert ruling is not None, "a seat agrees only to a standing proposal"
    return evolve(state, ruling=evolve(ruling, consents=(*ruling.consents, event.seat)))


def _ruling_dropped(state: State, event: e.RulingDropped) -> State:
    return evolve(state, ruling=None)


def _ruling_applied(state: State, event: e.RulingApplied) -> State:
    return evolve(edited(state, event.edits), ruling=None)


def _ended(state: State, event: e.GameEnded) -> State:
    scores = {seat.seat: score for seat, score in zip(state.seats, event.scores, strict=True)}
    ended = Ended(event.winners, event.reasons, scores)
    return evolve(state, phase="over", step="", frames=(), queue=(), ended=ended, ruling=None)


HANDLERS: dict[type[Any], Handler] = {
    e.TeamsSet: _teams,
    e.ChampionChosen: _champion,
    e.TracksSet: _tracks,
    e.ObjectiveDeckShuffled: _objectives_shuffled,
    e.ObjectiveOpened: _objective_opened,
    e.ObjectivesCleared: _objectives_cleared,
    e.ObjectiveStarterChanged: _starter_changed,
    e.ObjectiveClaimed: _objective_claimed,
    e.RoundStarted: _round_started,
    e.PhaseEntered: _phase,
    e.StepEntered: _step,
    e.RoundEnded: _round_ended,
    e.InitiativeSet: _initiative,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.MinionTurnStarted: _minion_turn,
    e.MinionStepPassed: _minion_step,
    e.MinionTurnEnded: _minion_turn_ended,
    e.AggroMarked: _marked,
    e.AggroDropped: _unmarked,
    e.AggroStarted: _aggro_started,
    e.AggroEnded: _aggro_ended,
    e.ModeScored: _scored,
    e.AutoPassSet: _auto_pass,
    e.RulingProposed: _ruling_proposed,
    e.RulingConsented: _ruling_consented,
    e.RulingDropped: _ruling_dropped,
    e.RulingApplied: _ruling_applied,
    e.GameEnded: _ended,
}
