"""Defending with a Power card: values, Guards, Resonance."""

from __future__ import annotations

from domain.arcanya import events as e
from domain.arcanya.cards import GUARD_MODES, POWER_OF, REDUCE
from domain.arcanya.deciding.hands import check_held, refill
from domain.arcanya.deciding.hits import hit
from domain.arcanya.deciding.play import Play, remove_school, send_on, send_to, set_power
from domain.arcanya.deciding.schools import offer_school
from domain.arcanya.intents import PlayPower, Resonance
from domain.arcanya.legality import can_defend, guarded
from domain.arcanya.state import Guard, Trial
from domain.kernel.game import Refused


def play_power(play: Play, intent: PlayPower) -> None:
    """The card must reach the Power; the Sphere takes its value and goes on (ARC-POWER-01 to 06)."""
    trial, seat, card = play.state, intent.seat, intent.card_id
    sphere = trial.sphere
    assert sphere is not None
    check_held(trial, seat, (card,))
    if card not in POWER_OF:
        raise Refused("NOT_A_POWER_CARD", "ARC-TURN-05", "That is not a Power card.")
    if intent.guard_id is not None:
        _play_with_guard(play, intent, intent.guard_id)
        return
    if intent.metal_mode is not None:
        raise Refused("BAD_PARAMS", "ARC-GUARD-11", "Only a Metal Guard has a mode.")
    value = POWER_OF[card]
    if value < sphere.power:
        raise Refused("POWER_TOO_LOW", "ARC-POWER-03", f"A {value} does not reach Power {sphere.power}.")
    resonance = value == sphere.power
    wish = intent.resonance
    if wish is not None:
        check_resonance(trial, seat, resonance, wish)
    play.emit(
        e.PowerCardPlayed(
            seat,
            card,
            value,
            value,
            sphere.power,
            resonance,
            wish.effect if wish is not None else None,
            wish.target_seat if wish is not None else None,
        )
    )
    if not resonance:
        set_power(play, value, "power_card")
    _go_on(play, seat, wish)


def check_resonance(trial: Trial, seat: int, resonance: bool, wish: Resonance) -> None:
    """Refuses an effect that this play does not give: one effect, and only what is there (ARC-RES-02 to 16)."""
    if not resonance:
        raise Refused("NO_RESONANCE", "ARC-RES-02", "Only a card equal to the Power resonates.")
    if wish.effect == "target":
        to = wish.target_seat
        if to is None or to == seat or not 1 <= to <= trial.seats:
            raise Refused("BAD_TARGET", "ARC-RES-05", "A Resonance may name any other Student.")
        return
    if wish.effect not in ("discard_school", "activate_school"):
        raise Refused("BAD_PARAMS", "ARC-RES-09", "There is no such Resonance effect.")
    if wish.target_seat is not None:
        raise Refused("ONE_EFFECT_ONLY", "ARC-RES-16", "A Resonance gives one effect: the School or the target.")
    if trial.school is None:
        rule = "ARC-RES-12" if wish.effect == "discard_school" else "ARC-RES-15"
        raise Refused("NO_SCHOOL", rule, "There is no School in play.")
    card = trial.students[seat - 1].card
    if wish.effect == "activate_school" and (card is None or card.element != trial.school):
        raise Refused("AFFINITY_MISMATCH", "ARC-RES-14", "Your Student has not the affinity of the School in play.")


def _go_on(play: Play, seat: int, wish: Resonance | None) -> None:
    """The Resonance effect if there is one, the refill, and the Sphere leaves (ARC-AMB-18)."""
    if wish is None:
        refill(play, seat)
        send_on(play, seat)
    elif wish.target_seat is not None:
        refill(play, seat)
        send_to(play, seat, wish.target_seat, "resonance")
    elif wish.effect == "discard_school":
        remove_school(play, "resonance")
        refill(play, seat)
        send_on(play, seat)
    else:
        refill(play, seat)
        offer_school(play, seat)


def _play_with_guard(play: Play, intent: PlayPower, guard_id: int) -> None:
    trial, seat, wish = play.state, intent.seat, intent.resonance
    sphere = trial.sphere
    assert sphere is not None
    guard = _own_guard(trial, seat, guard_id)
    mode = _mode(guard, intent.metal_mode)
    printed = POWER_OF[intent.card_id]
    value, met, dispelled = guarded(guard.type, mode, printed, sphere.power)
    if value < met and can_defend(trial, seat):
        raise Refused("DEFENCE_AVAILABLE", "ARC-AMB-33", "You can defend, so you may not fail on purpose.")
    resonance = value == met
    if wish is not None:
        check_resonance(trial, seat, resonance, wish)
    play.emit(
        e.PowerCardPlayed(
            seat,
            intent.card_id,
            printed,
            value,
            met,
            resonance,
            wish.effect if wish is not None else None,
            wish.target_seat if wish is not None else None,
            guard_id,
        )
    )
    assert guard.card is not None, "who decides knows every card"
    play.emit(e.GuardSpent(guard_id, seat, mode, guard.card))
    if value < met:
        hit(play, seat, "guard_insufficient")
        return
    if dispelled:
        play.emit(e.SphereDispelled(sphere.power, "guard"))
        remove_school(play, "dispelled")
    # A reducing Guard only touches the Power received; a boosted card takes its boost along (ARC-AMB-30).
    set_power(play, printed if mode == REDUCE else value, "power_card")
    _go_on(play, seat, wish)


def _own_guard(trial: Trial, seat: int, guard_id: int) -> Guard:
    for guard in trial.student(seat).guards:
        if guard.guard_id == guard_id:
            return guard
    raise Refused("NOT_YOUR_GUARD", "ARC-GUARD-19", "That is not a Guard of yours.")


def _mode(guard: Guard, named: str | None) -> str:
    """How the Guard works: its only way, or for Metal the one its owner names."""
    modes = tuple(GUARD_MODES[guard.type])
    if len(modes) == 1:
        if named is not None:
            raise Refused("BAD_PARAMS", "ARC-GUARD-11", "Only a Metal Guard has a mode.")
        return modes[0]
    if named not in modes:
        raise Refused("METAL_MODE_REQUIRED", "ARC-GUARD-11", "Say whether the Metal Guard reduces or boosts.")
    assert named is not None
    return named
