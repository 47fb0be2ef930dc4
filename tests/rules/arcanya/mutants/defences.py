"""Power cards, Guards and Maneuvers that do something else."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

CARDS = (
    *changes_in(
        GAME + "deciding/power.py",
        ("check_held(trial, seat, (card,))\n    if card not in POWER_OF", "if card not in POWER_OF", "TURN-05"),
        ("if value < sphere.power:", "if value <= sphere.power:", "POWER-02 RES-01 RES-03 RES-08"),
        ("if value < sphere.power:", "if value != sphere.power:", "POWER-01 POWER-05 POWER-08 TURN-05"),
        ("if value < sphere.power:", "if False:", "POWER-03 POWER-07 POWER-09"),
        (
            'set_power(play, value, "power_card")',
            'set_power(play, sphere.power + value, "power_card")',
            "POWER-05 POWER-08 COURT-01",
        ),
        (
            '    if not resonance:\n        set_power(play, value, "power_card")',
            '    set_power(play, value + resonance, "power_card")',
            "RES-08",
        ),
        (
            'set_power(play, value, "power_card")\n    _go_on',
            'set_power(play, value, "power_card")\n    play.emit(e.DirectionSet("cw", "power_card"))\n    _go_on',
            "POWER-04 POWER-10",
        ),
        (
            "resonance = value == sphere.power",
            "resonance = False",
            "RES-01 RES-03 RES-04 RES-07 RES-10 RES-11 RES-13 RES-16 SCHOOL-08 AMB-18 AMB-19 AMB-35",
        ),
        ("resonance = value == sphere.power", "resonance = value >= sphere.power", "POWER-08 RES-02 RES-19"),
        ("resonance = value == sphere.power", "resonance = value == play.before.answers + 8", "RES-01 RES-19"),
        (
            '        refill(play, seat)\n        send_to(play, seat, wish.target_seat, "resonance")',
            "        refill(play, seat)\n        send_on(play, seat)",
            "RES-03 RES-04 RES-07 RES-10 AMB-19 HIT-07 GUARD-17",
        ),
        ("to is None or to == seat or", "to is None or to in (seat, trial.sphere.sender) or", "RES-04 AMB-19"),
        ("to is None or to == seat or", "to is None or", "RES-05"),
        ("if not resonance:\n        raise", "if False:\n        raise", "RES-02 RES-19 GUARD-17 GUARD-18"),
        ("if wish.target_seat is not None:\n        raise", "if False:\n        raise", "RES-09 RES-16 AMB-20"),
        (
            "    elif wish.target_seat is not None:\n",
            '    elif wish.target_seat is not None:\n        remove_school(play, "resonance")\n',
            "RES-10 SCHOOL-09",
        ),
        ('remove_school(play, "resonance")', "pass", "RES-11 SCHOOL-08"),
        ('if wish.effect == "activate_school" and (card is None', "if (card is None", "RES-11 RES-16"),
        ("if trial.school is None:\n        rule", "if False:\n        rule", "RES-12 RES-15"),
        (" or card.element != trial.school):", "):", "RES-14"),
        (
            "refill(play, seat)\n        offer_school(play, seat)",
            "offer_school(play, seat)\n        refill(play, seat)",
            "RES-13",
        ),
        ("        offer_school(play, seat)", "        send_on(play, seat)", "RES-13 RES-16 AMB-20 AMB-35"),
        (
            "value, met, dispelled = guarded(guard.type, mode, printed, sphere.power)",
            'value, met, dispelled = guarded(guard.type, mode, printed, sphere.power - (guard.card == "power-10"))',
            "GUARD-03",
        ),
        (
            "value, met, dispelled = guarded(guard.type, mode, printed, sphere.power)",
            "value, met, dispelled = guarded(guard.type, mode, printed, "
            "sphere.power - 3 * (len(trial.student(seat).guards) - 1))",
            "GUARD-21 AMB-29",
        ),
        ("if value < met and can_defend(trial, seat):", "if False:", "AMB-33"),
        ("resonance = value == met", "resonance = printed == sphere.power", "GUARD-17 AMB-31"),
        ("if value < met:\n        hit(", "if value != met:\n        hit(", "GUARD-12 GUARD-18"),
        (
            "if value < met:\n        hit(",
            "if False:\n        hit(",
            "GUARD-08 GUARD-09 GUARD-10 GUARD-13 AMB-22 AMB-33",
        ),
        (
            "if value < met:\n        hit(",
            "if value <= met:\n        hit(",
            "GUARD-03 GUARD-07 GUARD-08 GUARD-09 GUARD-10 GUARD-15 GUARD-17",
        ),
        (
            '        hit(play, seat, "guard_insufficient")',
            '        refill(play, seat)\n        hit(play, seat, "guard_insufficient")',
            "AMB-22 GUARD-13",
        ),
        ("if dispelled:", "if False:", "GUARD-18 AMB-32"),
        ("printed if mode == REDUCE else value", "met if mode == REDUCE else value", "GUARD-15 GUARD-18 AMB-30 AMB-32"),
        ("printed if mode == REDUCE else value", "printed", "GUARD-16 AMB-30 AMB-15"),
        (
            "for guard in trial.student(seat).guards:",
            "for guard in [one for owner in trial.students for one in owner.guards]:",
            "GUARD-19",
        ),
        ("if named not in modes:", "named = named or modes[0]\n    if named not in modes:", "GUARD-11"),
    ),
    *changes_in(
        GAME + "deciding/maneuvers.py",
        (
            "play.emit(e.ManeuverPlayed(intent.seat, DODGE, DODGE))",
            "play.emit(e.ManeuverPlayed(intent.seat, DODGE, DODGE))\n    set_power(play, 1, DODGE)",
            "TURN-09 MAN-04 COURT-03",
        ),
        ("send_to(play, seat, to, DEFLECT)", "send_on(play, seat)", "MAN-06 MAN-08 MAN-12 MAN-16 HIT-07 HIT-18"),
        (
            "play.emit(e.ManeuverPlayed(seat, DEFLECT, DEFLECT, to))",
            "play.emit(e.ManeuverPlayed(seat, DEFLECT, DEFLECT, to))\n"
            "    play.emit(e.DirectionSet(OPPOSITE[trial.direction], DEFLECT))",
            "MAN-10 SCHOOL-09",
        ),
        (
            "play.emit(e.ManeuverPlayed(seat, DEFLECT, DEFLECT, to))\n    refill(play, seat)",
            "refill(play, seat)\n    play.emit(e.ManeuverPlayed(seat, DEFLECT, DEFLECT, to))",
            "AMB-18",
        ),
        (
            "play.emit(e.DirectionSet(OPPOSITE[trial.direction], REFLECT))",
            "pass",
            "MAN-14 MAN-16 MAN-17 MAN-18 TURN-11 AMB-10 AMB-11",
        ),
        ('_check_weakness(trial, seat, "ARC-SCHOOL-11")', "pass", "SCHOOL-11 SCHOOL-14"),
        ('_check_weakness(trial, seat, "ARC-SCHOOL-12")', "pass", "SCHOOL-12"),
        ('if intent.sign not in ("+", "-"):', "if False:", "MAN-19"),
        ("amount = 1\n", "amount = 2\n", "MAN-19 MAN-20 MAN-22 MAN-29 OPT-06 AMB-16"),
        ('amount if intent.sign == "+" else -amount', "amount", "MAN-20 MAN-27 OPT-04 OPT-05"),
        ("amount = POWER_OF[thrown]", "amount = POWER_OF[thrown] + 1", "OPT-03 OPT-04 OPT-05 RES-18"),
        ('play.emit(e.CardsDiscarded(seat, (thrown,), "alter_plus"))', "pass", "OPT-03 OPT-09 HAND-05"),
        (
            'play.emit(e.CardsDiscarded(seat, (thrown,), "alter_plus"))',
            "play.emit(e.PowerCardPlayed(seat, thrown, 6, 6, 6, True))",
            "RES-18 OPT-03",
        ),
        (
            "    refill(play, seat)\n    send_on(play, seat)\n\n\ndef _check_thrown",
            "    refill(play, seat)\n    send_to(play, seat, came_from(trial, seat), ALTER)\n\n\ndef _check_thrown",
            "MAN-21 MAN-22 TURN-08",
        ),
        ("if not trial.options.alter_plus:", "if False:", "OPT-10"),
        ("    if card not in POWER_OF:\n        raise", "    if False:\n        raise", "OPT-07"),
        (
            "dispel_by_maneuver(play, DISPEL)\n",
            'dispel_by_maneuver(play, DISPEL)\n    play.emit(e.DirectionSet("cw", DISPEL))\n',
            "MAN-24 MAN-25",
        ),
        ("SOFT_DISPEL_ABOVE = 10", "SOFT_DISPEL_ABOVE = 9", "OPT-11 OPT-13 AMB-43"),
        ("SOFT_DISPEL_ABOVE = 10", "SOFT_DISPEL_ABOVE = 11", "OPT-12 OPT-01"),
        ("SOFT_DISPEL_POWER = 5", "SOFT_DISPEL_POWER = 4", "OPT-12 OPT-13 AMB-43"),
        (
            "set_power(play, SOFT_DISPEL_POWER, cause)",
            'set_power(play, SOFT_DISPEL_POWER, cause)\n        remove_school(play, "dispelled")',
            "OPT-13 AMB-43",
        ),
        ("if play.state.options.dispel_plus and ", "if ", "OPT-14 MAN-23"),
        ("if not trial.options.advanced:", "if False:", "ATTUNE-10"),
        ("if trial.school != card.element:", "if True:", "ATTUNE-04 ATTUNE-05"),
        ('remove_school(play, "replaced")', "pass", "SCHOOL-03 SCHOOL-04 AMB-37"),
        ("e.SchoolEntered(card.element, seat)", 'e.SchoolEntered("earth", seat)', "ATTUNE-02 SCHOOL-04"),
        (
            "    refill(play, seat)\n    offer_school(play, seat)",
            "    offer_school(play, seat)\n    refill(play, seat)",
            "ATTUNE-04 ATTUNE-06 AMB-37",
        ),
        (
            "    refill(play, seat)\n    offer_school(play, seat)",
            "    offer_school(play, seat)",
            "ATTUNE-01 ATTUNE-06 ATTUNE-08",
        ),
        (
            "    offer_school(play, seat)",
            "    offer_school(play, seat) if trial.school != card.element else send_on(play, seat)",
            "ATTUNE-04 ATTUNE-05 ATTUNE-07 SCHOOL-18 AMB-38",
        ),
        (
            "_check_card(play.state, intent.seat, intent.card_id, DISPEL)",
            "_check_card(play.state, intent.seat, intent.card_id, DISPEL)\n"
            '    if play.state.sphere.power == 1:\n        raise Refused("NOTHING_TO_DISPEL", "", "")',
            "MAN-26",
        ),
    ),
)
