"""Plays that are offered or asked for where they should not be."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

LEGALITY = (
    *changes_in(
        GAME + "legality.py",
        ("if seat != asked_seat(trial):", "if False:", "TURN-01 ABIL-09 HIT-16"),
        (
            "    if not able:\n        found.append",
            "    if False:\n        found.append",
            "TURN-13 ABIL-06 MAN-11 HIT-22 AMB-12",
        ),
        ("if other != sender]", "]", "MAN-07 MAN-08 MAN-11 AMB-12"),
        ("if other != sender]", "if sender is not None and other != sender]", "MAN-12 AMB-13 HIT-20"),
        (
            "if card not in BANNED_BY_WEAKNESS:\n        return True",
            "if card not in BANNED_BY_WEAKNESS:\n        return trial.sphere.power <= 10",
            "MAN-01",
        ),
        (
            "return card == REFLECT or bool(deflect_targets(student.seat, trial.sphere.sender, trial.seats))",
            "return True",
            "MAN-11 AMB-12",
        ),
        (
            "    if weakness_bans(trial, student):\n        return False",
            "    if False:\n        return False",
            "HIT-22 SCHOOL-11 SCHOOL-12",
        ),
        ("trial.school is not None and trial.school == student.weakness", 'student.weakness == "fire"', "SCHOOL-15"),
        (
            "trial.school is not None and trial.school == student.weakness",
            "trial.school is not None and student.weakness is not None",
            "SCHOOL-14",
        ),
        (
            "student.card.timing == ACTION and bool(ability_uses(trial, student))",
            "bool(ability_uses(trial, student))",
            "AMB-15",
        ),
        (
            "return student.card is not None and student.card.timing == ACTION and",
            "return bool(student.guards) or student.card is not None and student.card.timing == ACTION and",
            "AMB-15",
        ),
        ("if POWER_OF[card] >= trial.sphere.power:", "if POWER_OF[card] > trial.sphere.power:", "HIT-21 AMB-33"),
        (
            "and not (card.counts_as in BANNED_BY_WEAKNESS and weakness_bans(trial, student))",
            "and not weakness_bans(trial, student)",
            "AMB-39",
        ),
        ("return school is not None, student.card", "return True, student.card", "RES-20"),
        ("max(1, lowered)", "lowered", "GUARD-18 AMB-32"),
        ("lowered < 1", "lowered <= 1", "GUARD-18"),
        ("return [*ways, Offer(DeclineSchool(student.seat))]", "return ways", "ATTUNE-07 ATTUNE-09 AMB-36 AMB-38"),
        (
            'Pick("card_ids", student.hand, least, len(student.hand))',
            'Pick("card_ids", student.hand, least, least)',
            "HIT-12 HIT-13 HIT-14",
        ),
        (
            "return max(0, len(student.hand) - student.hand_size)",
            "return max(1, len(student.hand) - student.hand_size)",
            "HIT-13 AMB-09 AMB-22",
        ),
        (
            "Request(seat, window.name, number, about)",
            "Request(trial.sphere.target, window.name, number, about)",
            "AMB-48",
        ),
    ),
    *changes_in(
        GAME + "game.py",
        (
            "if intent.seat != legality.asked_seat(trial):",
            "if False:",
            "TURN-02 TURN-05 ABIL-09 HIT-16 HAND-07 GUARD-01 MAN-01 AMB-50 AMB-52 AMB-53",
        ),
        ("if now == ENDED:", "if False:", "END-06"),
        ("if phase == PLACE_GUARD:\n", "if False:\n", "GUARD-01"),
        (
            "intents.UseSchool: (SCHOOL_OFFER, use_school)",
            "intents.UseSchool: (DEFEND, use_school)",
            "SCHOOL-17 RES-13",
        ),
        ("intents.DiscardToHandSize: (ADJUST_HAND,", "intents.DiscardToHandSize: (DEFEND,", "SETUP-15 HAND-06"),
    ),
)
