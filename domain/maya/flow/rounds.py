"""A round: Refresh, Slide with On Exit, Prepare, Flip, Initiative, On Arrival (MAYA-REFRESH-01)."""

from __future__ import annotations

from domain.maya.content.abilities import When
from domain.maya.effects.conditions import holds
from domain.maya.effects.wording import program_of
from domain.maya.events import (
    ActionCardsReset,
    CardPrepared,
    CardsFlipped,
    CardsSlid,
    EnergyChanged,
    Flip,
    FragmentPoolShuffled,
    InitiativeSet,
    PhaseEntered,
    RoundEnded,
    RoundStarted,
    Slide,
    TimedEffectSkipped,
    TimedEffectUsed,
    TurnStarted,
)
from domain.maya.flow.drawing import draw_cards
from domain.maya.modes.base import mode_of
from domain.maya.objectives.row import refresh_objectives
from domain.maya.packs import face, pack_of
from domain.maya.performers.structure import MAYBE
from domain.maya.state import State, Timed
from domain.maya.table import MayaDraft

LAST = 1_000  # ranks a slot that stayed empty after every card (MAYA-AMB-72)


def start_round(draft: MayaDraft) -> None:
    """Refresh and Slide, as far as On Exit effects (MAYA-CORE-01, MAYA-CORE-02)."""
    draft.emit(RoundStarted(draft.state.round + 1))
    _refresh(draft)
    leavers = _slide(draft)
    order = draft.state.tracks.initiative
    ranked = sorted(leavers, key=lambda leaver: order.index(leaver[0]))
    queue = [timed for seat, card in ranked for timed in _timed(draft.state, seat, card, "on_exit", "exit")]
    draft.emit(PhaseEntered("exit", tuple(queue)))


def _refresh(draft: MayaDraft) -> None:
    draft.emit(PhaseEntered("refresh"))
    refresh_objectives(draft)
    for seat in draft.state.seats:
        missing = seat.hand_stat - len(seat.cards.hand)
        if missing > 0:
            draw_cards(draft, seat.seat, missing, "refresh")
    active = [
        (seat.seat, number)
        for seat in draft.state.seats
        for number, slot in enumerate(seat.slots, start=1)
        if slot.activated
    ]
    if active:
        draft.emit(ActionCardsReset(tuple(active)))


def _slide(draft: MayaDraft) -> list[tuple[int, str]]:
    draft.emit(PhaseEntered("slide"))
    state = draft.state
    pack = pack_of(state)
    slides: list[Slide] = []
    for seat in state.seats:
        leaver = seat.slots[2].card or ""
        is_fragment = leaver in pack.fragments
        destination = "pool" if is_fragment and not state.rules.fragments_to_discard else "discard"
        slides.append(Slide(seat.seat, leaver, destination if leaver else "none"))
    draft.emit(CardsSlid(tuple(slides)))
    for slide in slides:
        if slide.leaver:
            _pay(draft, slide.seat, face(pack, slide.leaver).gain)
    return [(slide.seat, slide.leaver) for slide in slides if slide.leaver]


def _pay(draft: MayaDraft, seat: int, gain: int) -> None:
    # The printed Gain and the Energy Modifier (MAYA-SLIDE-05, MAYA-UPG-07, MAYA-UPG-08).
    side = draft.state.seat(seat)
    modifier = side.growth.energy_modifier
    delta = gain + modifier
    draft.emit(EnergyChanged(seat, delta, "slide", side.purse.energy + delta, gain, modifier))


def _timed(state: State, seat: int, card: str, when: When, window: str) -> list[Timed]:
    program = face(pack_of(state), card).program
    return [Timed(seat, f"{window}:{card}.{n}") for n, ability in enumerate(program) if ability.when == when]


def forced_effects(draft: MayaDraft) -> bool:
    """On Exit and On Arrival effects one after the other, then what comes next (MAYA-EXIT-01, MAYA-ARRIVE-01)."""
    state = draft.state
    if state.queue:
        _next_forced(draft, state.queue[0])
        return True
    if state.phase == "exit":
        draft.emit(PhaseEntered("prepare"))
    else:
        next_turn(draft)
    return True


def _next_forced(draft: MayaDraft, timed: Timed) -> None:
    # Only a champion on the arena has them, and only if what their text asks for holds (MAYA-EXIT-03, MAYA-ARRIVE-03).
    window, _, rest = timed.source.partition(":")
    card, _, number = rest.rpartition(".")
    ability = face(pack_of(draft.state), card).program[int(number)]
    if not draft.state.is_alive(timed.seat) or not holds(draft.state, timed.seat, ability.condition):
        draft.emit(TimedEffectSkipped(timed.seat, (timed.source,), window))
        return
    steps = program_of(ability)
    if ability.may:
        steps = (MAYBE, *steps)
    draft.emit(TimedEffectUsed(timed.seat, timed.source, window, steps))


def prepare(draft: MayaDraft) -> bool:
    """Once every seat has prepared, all cards are turned up and ranked (MAYA-PREP-05, MAYA-INIT-01)."""
    state = draft.state
    if any(not seat.ready and seat.seat not in state.conceded for seat in state.seats):
        return False
    for seat in state.seats:
        if not seat.ready:
            prepare_fragment(draft, seat.seat)
    draft.emit(PhaseEntered("flip"))
    pack = pack_of(draft.state)
    flips: list[Flip] = []
    for seat in draft.state.seats:
        card = seat.slots[0].card or ""
        flips.append(Flip(seat.seat, card, face(pack, card).gain if card else LAST))
    draft.emit(CardsFlipped(tuple(flips)))
    order, ties, tiebreak = ranked({flip.seat: flip.gain for flip in flips}, draft.state.tracks.tiebreak)
    draft.emit(InitiativeSet(order, ties, tiebreak))
    flipped = {flip.seat: flip.card for flip in flips if flip.card}
    queue = [
        timed
        for seat in order
        if seat in flipped
        for timed in _timed(draft.state, seat, flipped[seat], "on_arrival", "arrival")
    ]
    draft.emit(PhaseEntered("arrive", tuple(queue)))
    return True


def prepare_fragment(draft: MayaDraft, seat: int) -> None:
    """A random Memory Fragment goes face-down into slot 1; nobody knows which (MAYA-PREP-03, MAYA-PREP-04)."""
    pool = draft.state.pool
    if not pool:
        # Only where fragments go to discard piles can they run out (MAYA-AMB-72).
        assert draft.state.rules.fragments_to_discard, "there are more fragments than slots"
        draft.emit(CardPrepared(seat, (), "none", None, None))
        return
    order = draft.chance.shuffle(pool, "fragments")
    draft.emit(FragmentPoolShuffled(len(order), tuple([str(card) for card in order])))
    draft.emit(CardPrepared(seat, (), "fragment", None, str(order[0])))


def ranked(
    gains: dict[int, int], tiebreak: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The turn order by printed Gain, the ties in it, and the tiebreak track after them.

    (MAYA-INIT-02 to MAYA-INIT-07, MAYA-AMB-76)
    """
    order: list[int] = []
    ties: list[tuple[int, ...]] = []
    track = list(tiebreak)
    for gain in sorted(set(gains.values())):
        group = [seat for seat in track if gains[seat] == gain]
        if len(group) > 1:
            ties.append(tuple(group))
        while group:
            first = next(seat for seat in track if seat in group)
            group.remove(first)
            order.append(first)
            if group:
                track.remove(first)
                track.append(first)
    return tuple(order), tuple(ties), tuple(track)


def next_turn(draft: MayaDraft) -> None:
    """The next seat's turn, or the end of the round (MAYA-TURN-01, MAYA-ROUND-03)."""
    state = draft.state
    waiting = [seat for seat in state.tracks.to_go if seat not in state.conceded]
    if waiting:
        draft.emit(TurnStarted(waiting[0], state.turn.number + 1))
        return
    draft.emit(RoundEnded(state.round))
    mode_of(draft.state).round_ended(draft)


def round_end(draft: MayaDraft) -> bool:
    """After the mode has looked at the round, the next one begins."""
    start_round(draft)
    return True
