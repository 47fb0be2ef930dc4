"""Hands that are not settled, and card texts that are not followed."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

HANDS = changes_in(
    GAME + "deciding/hands.py",
    (
        "missing = student.hand_size - len(student.hand)",
        "missing = student.hand_size - len(student.hand) - 1",
        "HAND-02 HAND-03 HAND-04 HAND-05 HAND-08 HAND-11 OPT-09 HIT-14",
    ),
    ('order = play.chance.shuffle(play.state.discard, "reshuffle")', "order = play.state.discard", "DECK-01"),
    (
        'play.chance.shuffle(play.state.discard, "reshuffle")',
        'play.chance.shuffle((*play.state.discard, *[g.card for g in play.state.students[2].guards]), "reshuffle")',
        "DECK-05",
    ),
    (
        "rest = min(count - len(deck), len(play.state.discard))",
        "rest = 0",
        "DECK-01 DECK-02 DECK-03 DECK-04 HIT-23 AMB-23",
    ),
    ("    if deck:\n", "    if False:\n", "DECK-02 DECK-03 AMB-23"),
    ("if drawn < missing:", "if False:", "DECK-08 AMB-24"),
    ("if excess > 0:", "if False:", "HAND-06 HAND-07 HAND-10 ATTUNE-06 AMB-25"),
    ("if play.state.students[seat - 1].hand is not play.before.students[seat - 1].hand:", "if True:", "AMB-24"),
    (
        "for seat in _from_target(play.state):\n        # One",
        "for seat in _from_target(play.state)[:1]:\n        # One",
        "HAND-10 AMB-25",
    ),
    ("refill_changed_hands(play)\n    for seat", "for seat", "HAND-04 HAND-08 HAND-10 GUARD-02 AMB-25"),
    ("if _all_as_they_should_be(play):", "if True:", "HAND-04 HAND-06 HAND-08 AMB-35"),
)

ABILITIES = changes_in(
    GAME + "deciding/abilities.py",
    ("if use.params != intent.params:", "if False:", "ABIL-01"),
    (
        "instructions(use, intent.card_ids, defends=student.card.timing == ACTION)",
        "instructions(use, intent.card_ids, defends=False)",
        "ABIL-01 ABIL-04 ABIL-12",
    ),
    (
        "instructions(use, intent.card_ids, defends=student.card.timing == ACTION)",
        "instructions(use, intent.card_ids, defends=True)",
        "ABIL-05 ABIL-06 ABIL-11 RES-19 AMB-17 AMB-29 AMB-51",
    ),
    ("play.emit(e.StudentTurned(intent.seat))", "pass", "ABIL-02 ABIL-08 ABIL-13 AMB-52"),
    ("if student.turned:", "if False:", "ABIL-03 ABIL-07 AMB-52"),
    (
        'change_power(play, effect.args["by"], _cause(play, program))',
        "pass",
        "ABIL-01 ABIL-05 ABIL-06 ABIL-10 RES-19 MAN-28 SCHOOL-16 AMB-36",
    ),
    (
        'change_power(play, effect.args["by"], _cause(play, program))\n    return False',
        'change_power(play, effect.args["by"], _cause(play, program))\n'
        "    on = next_seat(program.controller, play.state.direction, play.state.seats)\n"
        '    return play.state.sphere.power == 1 and not send_to(play, program.controller, on, "next")',
        "ABIL-11 AMB-17",
    ),
    ("card.counts_as in BANNED_BY_WEAKNESS and weakness_bans(trial, student)", "False", "AMB-39"),
    ("and card.counts_as == DISPEL:", "and False:", "AMB-43"),
    ("and card.counts_as == DISPEL:", "and True:", "AMB-43"),
    (
        'guard_type = window.about["type"]',
        'guard_type = window.about.get("kind", "earth")',
        "GUARD-04",
    ),
    ("check_held(trial, intent.seat, (intent.card_id,))", "pass", "GUARD-02"),
    ("if len(intent.card_ids) != excess:", "if len(intent.card_ids) > excess:", "HAND-07"),
    ("if len(intent.card_ids) != excess:", "if len(intent.card_ids) < excess:", "HAND-07"),
    ("    check_held(trial, intent.seat, intent.card_ids)\n    rest", "    rest", "HAND-07"),
    (
        'lose_shield(play, effect.args["seat"], program.controller)',
        'play.emit(e.ShieldLost(effect.args["seat"], 3, program.controller))',
        "AMB-48",
    ),
    (
        "send_on(play, intent.seat)",
        'send_to(play, intent.seat, play.state.sphere.sender, "next")',
        "ATTUNE-07 ATTUNE-09 AMB-36 AMB-38",
    ),
)
