"""A Sphere that flies wrongly, and a fold that forgets."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

ROUTES = (
    *changes_in(
        GAME + "state.py",
        (
            "return seat % seats + 1 if direction == CLOCKWISE else (seat - 2) % seats + 1",
            "return seat + 1 if direction == CLOCKWISE else seat - 1",
            "TURN-04",
        ),
        (
            "else (seat - 2) % seats + 1",
            "else seat % seats + 1",
            "TURN-04 TURN-11 POWER-06 MAN-05 MAN-10 MAN-24 HIT-19 RES-07 ATTUNE-09",
        ),
        ("if other != seat]", "]", "TURN-12 MAN-09"),
        ("self.shields[0].hand_size if", "5 if", "HAND-01 HAND-03 HIT-14 HIT-15 AMB-21"),
        ("return self.shields[0].hand_size if", "return (5 if self.won else self.shields[0].hand_size) if", "HAND-09"),
        ("sum([shield.victory_points for shield in self.won])", "len(self.won)", "HIT-08 HIT-09 END-02 END-09"),
    ),
    *changes_in(
        GAME + "deciding/play.py",
        (
            "to = next_seat(seat, trial.direction, len(trial.students))",
            "to = next_seat(seat, trial.direction, len(trial.students)) % len(trial.students) + 1",
            "TURN-07 TURN-08 POWER-06 RES-06 RES-16 RES-17 MAN-05 MAN-21 MAN-24 MAN-27 ATTUNE-09 COURT-01 AMB-36",
        ),
        (
            'e.SphereSent(seat, to, trial.sphere.power, "next")',
            'e.SphereSent(seat, to, play.before.sphere.power, "next")',
            "POWER-05 COURT-01 COURT-02 COURT-03 COURT-05 AMB-49 GUARD-15",
        ),
        (
            "if sphere.power + by < 1:",
            "if False:",
            "TURN-03 MAN-27 MAN-28 ABIL-10 ABIL-11 SCHOOL-06 SCHOOL-16 OPT-08 AMB-17 AMB-43",
        ),
        ("if sphere.power + by < 1:", "if sphere.power + by <= 1:", "MAN-29 SCHOOL-09 OPT-08 ABIL-10"),
        (
            "set_power(play, sphere.power + by, cause)",
            "set_power(play, min(10, sphere.power + by), cause)",
            "MAN-22 AMB-16 RES-18 OPT-03",
        ),
        ("set_power(play, 1, cause)", "set_power(play, 2, cause)", "MAN-23 MAN-26 MAN-27 MAN-28 ABIL-11 OPT-11 OPT-14"),
        (
            'remove_school(play, "dispelled")',
            "pass",
            "SCHOOL-05 SCHOOL-06 SCHOOL-10 SCHOOL-15 SCHOOL-16 MAN-26 MAN-27 ABIL-10 AMB-17",
        ),
        (
            'remove_school(play, "dispelled")',
            'remove_school(play, "dispelled") if sphere.power > 1 else None',
            "MAN-26 MAN-27 SCHOOL-06",
        ),
        ("if sphere.power != power:", "if sphere.power < power:", "MAN-20 MAN-23 GUARD-15 OPT-04"),
        (
            "play.emit(e.SphereSent(seat, to, play.state.sphere.power, route))",
            'play.emit(e.SphereSent(seat, to, play.state.sphere.power + (route == "reflect"), route))',
            "MAN-15",
        ),
    ),
    *changes_in(
        GAME + "evolve.py",
        (
            "Sphere(event.power, event.to_seat, event.from_seat, barred)",
            "Sphere(event.power, event.to_seat, trial.sphere.sender, barred)",
            "TURN-10 HIT-04 HIT-05 HIT-06 HIT-07 MAN-08 MAN-13 MAN-16 MAN-25 ABIL-12 AMB-07 AMB-11",
        ),
        (
            "Sphere(event.power, event.target)",
            "Sphere(event.power, event.target, trial.sphere and trial.sphere.sender)",
            "HIT-20 AMB-08 AMB-13",
        ),
        (
            "return evolve(trial, sphere=sphere, frames=(), turns=trial.turns + 1)",
            "upright = tuple([evolve(one, turned=False) for one in trial.students])\n"
            "    return evolve(trial, sphere=sphere, frames=(), turns=trial.turns + 1, students=upright)",
            "ABIL-02 ABIL-07 ABIL-13",
        ),
        (
            "return _changed(trial, event.seat, turned=True)",
            "trial = evolve(trial, sphere=evolve(trial.sphere, sender=event.seat))\n"
            "    return _changed(trial, event.seat, turned=True)",
            "ABIL-11 AMB-51",
        ),
        (
            "return evolve(trial, school=None)",
            "return evolve(trial, school=None, discard=(*trial.discard, event.element))",
            "COMP-12 DECK-06",
        ),
        (
            "return evolve(trial, school=None)",
            "left = {name: card for name, card in trial.schools.items() if name != event.element}\n"
            "    return evolve(trial, school=None, schools=left)",
            "SCHOOL-10 SCHOOL-16",
        ),
        (
            "discard=(*trial.discard, card),",
            "discard=trial.discard,",
            "COMP-12 POWER-04 MAN-02 DECK-04 ATTUNE-01 GUARD-07 GUARD-13 AMB-23",
        ),
        (
            "guards_made=event.guard_id,",
            "guards_made=event.guard_id,\n        discard=(*trial.discard, event.card_id),",
            "GUARD-02 COMP-12",
        ),
        (
            "discard=(*trial.discard, event.card_id),",
            "discard=(event.card_id, *trial.discard),",
            "GUARD-07 GUARD-13 GUARD-20",
        ),
        ("won=(*recipient.won, won)", "won=(won,)", "HIT-09 END-02 END-07 END-15"),
        ("if event.recipient is None:", "if event.recipient in (None, 2):", "HIT-05 END-15"),
        ("return evolve(trial, direction=event.direction)", "return evolve(trial, direction=event.cause)", "COMP-10"),
        ("return evolve(trial, direction=event.direction)", "return trial", "MAN-14 MAN-16 MAN-17 AMB-10 AMB-11"),
    ),
    *changes_in(
        GAME + "words.py",
        ("if trial.sphere.sender is not None:", "if False:", "MAN-16 AMB-11"),
        ("return trial.sphere.sender\n", "return trial.sphere.sender % trial.seats + 1\n", "MAN-13 MAN-16"),
        (
            "return next_seat(seat, OPPOSITE[trial.direction], trial.seats)",
            "return next_seat(seat, trial.direction, trial.seats)",
            "MAN-18 AMB-10",
        ),
    ),
)
