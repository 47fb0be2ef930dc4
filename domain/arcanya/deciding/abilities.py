"""Using a Student or a School: the choices are checked, and the text is followed word by word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from domain.arcanya import events as e
from domain.arcanya.cards import ACTION, BANNED_BY_WEAKNESS, DISPEL
from domain.arcanya.deciding.hands import check_held, draw, refill_changed_hands, settle_hands
from domain.arcanya.deciding.hits import lose_shield
from domain.arcanya.deciding.maneuvers import dispel_by_maneuver
from domain.arcanya.deciding.play import Play, change_power, dispel, remove_school, send_on, send_to, set_power
from domain.arcanya.deciding.schools import offer_school
from domain.arcanya.intents import DeclineSchool, DiscardToHandSize, PlaceGuard, UseAbility, UseSchool
from domain.arcanya.legality import ability_uses, school_uses, weakness_bans
from domain.arcanya.state import OPPOSITE, PLACE_GUARD, Student, Trial, next_seat
from domain.arcanya.words import Use, instructions
from domain.kernel.frames import Effect, Program, Window
from domain.kernel.game import Refused

# -- using


def use_ability(play: Play, intent: UseAbility) -> None:
    """The Student is turned and its text followed; after a before-your-Action text one still defends (ARC-ABIL-05)."""
    trial, student = play.state, play.state.students[intent.seat - 1]
    _check_ability(trial, student)
    assert student.card is not None
    use = _chosen_use(trial, intent, ability_uses(trial, student))
    effects = instructions(use, intent.card_ids, defends=student.card.timing == ACTION)
    play.emit(e.AbilityUsed(intent.seat, student.card.id, intent.params, intent.card_ids, effects))
    play.emit(e.StudentTurned(intent.seat))
    follow(play, Program(effects, intent.seat, student.card.id))


def _check_ability(trial: Trial, student: Student) -> None:
    card = student.card
    assert trial.sphere is not None
    if card is None:
        raise Refused("NO_STUDENT", "ARC-OPT-15", "You have no Student card.")
    if student.turned:
        raise Refused("STUDENT_TURNED", "ARC-ABIL-03", "Your Student is turned until somebody loses a Shield.")
    if trial.sphere.barred == student.seat:
        raise Refused("ABILITY_BARRED", "ARC-ABIL-01", "No ability may be used against this pass of the Sphere.")
    if card.counts_as in BANNED_BY_WEAKNESS and weakness_bans(trial, student):
        raise Refused("WEAKNESS_FORBIDS", "ARC-AMB-39", "Your Weakness to the School in play forbids this ability.")


def _chosen_use(trial: Trial, intent: UseAbility | UseSchool, ways: Sequence[Use]) -> Use:
    """The way of using the card that the intent describes; its cards may be named in any order."""
    for use in ways:
        if use.params != intent.params:
            continue
        if use.pick is None:
            if use.card_ids == intent.card_ids or Counter(use.card_ids) == Counter(intent.card_ids):
                return use
        elif use.pick.min <= len(intent.card_ids) <= use.pick.max:
            check_held(trial, intent.seat, intent.card_ids)
            return use
    raise Refused("BAD_PARAMS", "ARC-ABIL-01", "The card cannot be used like that now.")


def use_school(play: Play, intent: UseSchool) -> None:
    """The School's text is followed, and the Sphere goes on (ARC-RES-13, ARC-ATTUNE-06)."""
    trial = play.state
    assert trial.school is not None
    use = _chosen_use(trial, intent, school_uses(trial, intent.seat))
    effects = instructions(use, intent.card_ids, defends=True)
    play.emit(e.SchoolActivated(intent.seat, trial.school, intent.params, intent.card_ids, effects))
    follow(play, Program(effects, intent.seat, trial.school))


def decline_school(play: Play, intent: DeclineSchool) -> None:
    """The School stays, and the Sphere goes on (ARC-ATTUNE-07)."""
    assert play.state.school is not None
    play.emit(e.SchoolDeclined(intent.seat, play.state.school))
    send_on(play, intent.seat)


# -- answers in the middle of a text


def place_guard(play: Play, intent: PlaceGuard) -> None:
    """Any card from hand becomes a Guard of the type that was made (ARC-GUARD-02 to 04)."""
    trial = play.state
    window = trial.frames[-1]
    assert isinstance(window, Window) and window.name == PLACE_GUARD, "a Guard is asked for"
    assert intent.card_id is not None, "who decides knows every card"
    check_held(trial, intent.seat, (intent.card_id,))
    guard_type = window.about["type"]
    rest = _rest(trial)
    play.emit(e.GuardPlaced(trial.guards_made + 1, intent.seat, guard_type, intent.card_id))
    follow(play, rest)


def discard_to_hand_size(play: Play, intent: DiscardToHandSize) -> None:
    """The owner of a hand too large picks what goes, exactly the excess (ARC-HAND-07)."""
    trial, student = play.state, play.state.students[intent.seat - 1]
    excess = len(student.hand) - student.hand_size
    if len(intent.card_ids) != excess:
        raise Refused("WRONG_COUNT", "ARC-HAND-07", f"You must discard exactly {excess}.", excess=excess)
    check_held(trial, intent.seat, intent.card_ids)
    rest = _rest(trial)
    play.emit(e.CardsDiscarded(intent.seat, intent.card_ids, "hand_size"))
    follow(play, rest)


def _rest(trial: Trial) -> Program:
    """What is still to be done after the answer that the trial waits for."""
    assert trial.sphere is not None
    under = trial.frames[0]
    return under if isinstance(under, Program) else Program((), trial.sphere.target, "")


# -- following a text


def follow(play: Play, program: Program) -> None:
    """Performs instructions one by one until one of them has to wait, the Sphere is sent, or the trial ends."""
    for place, effect in enumerate(program.effects):
        then = program.effects[place + 1 :]
        waits = PERFORM[effect.do](play, program, effect, then)
        if waits or play.state.ending is not None:
            return
    if not program.effects or program.effects[-1].do not in ("send", "offer_school"):
        settle_hands(play, program.source)


def _change_power(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    change_power(play, effect.args["by"], _cause(play, program))
    return False


def _set_power(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    set_power(play, effect.args["to"], _cause(play, program))
    return False


def _dispel(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    card = play.state.students[program.controller - 1].card
    # Only a card whose text names the Maneuver follows the optional rule for it (ARC-AMB-43).
    if card is not None and card.id == program.source and card.counts_as == DISPEL:
        dispel_by_maneuver(play, _cause(play, program))
    else:
        dispel(play, _cause(play, program))
    return False


def _reverse(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    play.emit(e.DirectionSet(OPPOSITE[play.state.direction], _cause(play, program)))
    return False


def _set_direction(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    if play.state.direction != effect.args["direction"]:
        play.emit(e.DirectionSet(effect.args["direction"], _cause(play, program)))
    return False


def _place_guard(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    seat = program.controller
    if not play.state.students[seat - 1].hand:
        return False
    refill_changed_hands(play)
    play.emit(e.GuardOffered(seat, effect.args["type"], program.source, then))
    return True


def _discard(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    if effect.args["card_ids"]:
        play.emit(e.CardsDiscarded(program.controller, tuple(effect.args["card_ids"]), _cause(play, program)))
    return False


def _draw(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    draw(play, program.controller, effect.args["count"], _cause(play, program))
    return False


def _take_card(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    victim, seat = effect.args["seat"], program.controller
    hand = play.state.students[victim - 1].hand
    card = hand[play.chance.below(len(hand), "take_card")]
    assert card is not None, "who decides knows every card"
    play.emit(e.CardTaken(victim, seat, (victim, seat), 1, (card,)))
    return False


def _swap_card(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    other, seat = effect.args["seat"], program.controller
    cards = []
    for one in (other, seat):
        hand = play.state.students[one - 1].hand
        card = hand[play.chance.below(len(hand), "swap_card")]
        assert card is not None, "who decides knows every card"
        cards.append(card)
    play.emit(e.CardsSwapped(other, seat, (other, seat), 1, tuple(cards)))
    return False


def _lose_shield(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    lose_shield(play, effect.args["seat"], program.controller)
    return False


def _discard_school(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    remove_school(play, "resonance")
    return False


def _offer_school(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    if settle_hands(play, program.source, (effect,)):
        return True
    offer_school(play, program.controller)
    return True


def _send(play: Play, program: Program, effect: Effect, then: tuple[Effect, ...]) -> bool:
    if settle_hands(play, program.source, (effect,)):
        return True
    args, seat, trial = effect.args, program.controller, play.state
    to = args.get("to") or next_seat(seat, trial.direction, trial.seats)
    if args.get("bar_ability"):
        play.emit(e.AbilityBarred(to))
    send_to(play, seat, to, args["route"])
    return True


def _cause(play: Play, program: Program) -> str:
    return "school" if program.source in play.state.schools else "ability"


PERFORM: dict[str, Callable[[Play, Program, Effect, tuple[Effect, ...]], bool]] = {
    "change_power": _change_power,
    "set_power": _set_power,
    "dispel": _dispel,
    "reverse": _reverse,
    "set_direction": _set_direction,
    "place_guard": _place_guard,
    "discard": _discard,
    "draw": _draw,
    "take_card": _take_card,
    "swap_card": _swap_card,
    "lose_shield": _lose_shield,
    "discard_school": _discard_school,
    "offer_school": _offer_school,
    "send": _send,
}
"""Each instruction: performs it, and says whether the trial now waits or the Sphere has left."""
