"""Hits that hurt too much or too little, ends that come too early or late, and wrong winners."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

HITS = (
    *changes_in(
        GAME + "deciding/hits.py",
        ("if can_defend(play.state, intent.seat):", "if False:", "TURN-06 HIT-21 ABIL-05 AMB-14 AMB-15 AMB-46"),
        (
            "    lose_shield(play, seat, sphere.sender)",
            "    lose_shield(play, seat, sphere.sender)\n"
            "    if sphere.power > 10:\n        lose_shield(play, seat, sphere.sender)",
            "HIT-01",
        ),
        (
            "play.state.student(seat).shields[0].level",
            "play.state.student(seat).shields[-1].level",
            "HIT-01 HIT-02 AMB-05",
        ),
        (
            "    lose_shield(play, seat, sphere.sender)",
            "    lose_shield(play, seat, seat % play.state.seats + 1)",
            "HIT-04 HIT-05 HIT-06 HIT-07 AMB-51",
        ),
        ("    lose_shield(play, seat, sphere.sender)", "    lose_shield(play, seat, sphere.sender or 2)", "AMB-09"),
        (
            "play.emit(e.HitTaken(seat, sphere.sender, sphere.power, cause))",
            "play.emit(e.HitTaken(seat, sphere.sender, sphere.power, cause))\n"
            '    play.emit(e.SphereSent(seat, seat % 4 + 1, sphere.power, "next"))',
            "COURT-04 HIT-11",
        ),
        (
            "reasons = _reasons_to_end(play, seat, recipient)",
            "play.emit(e.StudentsRefreshed(()))\n    reasons = _reasons_to_end(play, seat, recipient)",
            "HIT-11 END-07 AMB-47",
        ),
        (
            "        end(play, reasons, seat)",
            '        play.emit(e.CardsDiscarded(seat, play.state.student(seat).hand, "after_hit"))\n'
            "        end(play, reasons, seat)",
            "END-07 END-08 AMB-28",
        ),
        ("        end(play, reasons, seat)\n        return", "        end(play, reasons, seat)", "HIT-11"),
        ("    if turned:\n", "    if False:\n", "ABIL-08 HIT-11 HIT-23 GUARD-13 AMB-09 AMB-47 AMB-48"),
        ("    if cleared:\n", "    if False:\n", "GUARD-14 HIT-23 AMB-09 AMB-47 AMB-48"),
        ('remove_school(play, "shield_lost")', "pass", "SCHOOL-07 HIT-23 GUARD-13 AMB-09 AMB-47 AMB-48"),
        ("END_POINTS = 8", "END_POINTS = 9", "END-02 END-07"),
        ("END_POINTS = 8", "END_POINTS = 7", "END-03"),
        ("won_points >= END_POINTS", "won_points == END_POINTS", "END-03"),
        ("won_points >= END_POINTS", "won_points >= END_POINTS + play.state.options.advanced", "ADV-01"),
        (
            "play.state.student(recipient).won_points >=",
            "play.state.student(recipient).won_points + play.state.student(recipient).kept_points >=",
            "END-03 END-04",
        ),
        ("if not play.state.student(seat).shields:", "if False:", "END-05 END-06 HIT-10 AMB-27"),
        (
            "if not play.state.student(seat).shields:",
            "if not play.state.student(seat).shields and not play.state.student(seat).won:",
            "HIT-10 END-11",
        ),
        (
            "if not play.state.student(seat).shields:",
            "if not reasons and not play.state.student(seat).shields:",
            "AMB-27",
        ),
        ("check_held(trial, seat, cards)", "pass", "HIT-12"),
        ("if len(cards) < least:", "if False:", "HIT-15 AMB-21"),
        ('refill(play, seat, "after_hit")', "pass", "HIT-12 HIT-13 HIT-14 DECK-02 AMB-09"),
        ("FRESH_POWER = 1", "FRESH_POWER = 2", "SETUP-12 HIT-17 COURT-04 ADV-02"),
        (
            "next_seat(seat, trial.direction, trial.seats)",
            "next_seat(trial.sphere.sender or seat, trial.direction, trial.seats)",
            "HIT-18 AMB-08",
        ),
        ("next_seat(seat, trial.direction, trial.seats)", 'next_seat(seat, "cw", trial.seats)', "HIT-19"),
    ),
    *changes_in(
        GAME + "deciding/scoring.py",
        (
            "best = max([score.total for score in scores])",
            "best = min([score.total for score in scores])",
            "END-01 END-10 END-11",
        ),
        (
            "return Score(student.seat, won, kept, won + kept)",
            "return Score(student.seat, won, kept, won)",
            "END-01 END-09 END-10",
        ),
        (
            "best = max([score.total for score in scores])",
            "best = max([score.total for score in scores if score.kept])",
            "END-11",
        ),
        ("max([entry.power_in_hand for", "min([entry.power_in_hand for", "END-12 END-13 AMB-28"),
        ("POWER_OF.get(card, 0)", "POWER_OF.get(card, 5)", "END-12 END-13"),
        ("if score.total == best])", "if score.total >= best - 3])", "END-14"),
        ("if len(first) > 1:", "if True:", "END-14"),
        ("if entry.power_in_hand == best])", "if entry.power_in_hand == best][:1])", "END-16 AMB-26"),
        (
            "sum([POWER_OF.get(card, 0) for card in _hand(student)])",
            "sum([POWER_OF.get(card, 0) for card in (*_hand(student), *[guard.card for guard in student.guards])])",
            "AMB-28",
        ),
    ),
)
