"""The table of a trial as one viewer may see it (ARC-AMB-06): hands, deck and faces of Guards are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.arcanya.cards import CardFace, SchoolCard
from domain.arcanya.state import ENDED, HIT_DISCARD, Guard, Student, Trial
from domain.kernel.frames import Effect
from domain.kernel.memory import Memory
from projections.plugin import JSON, Kept, NameOf
from projections.views import AUDITOR, seat_viewer

# Most of a table is as it was a move ago: what is shown of a record is kept beside it, and for reading only.
KEPT_MAX = 2_048
_CARDS: Memory[JSON] = Memory(KEPT_MAX)
_SCHOOLS: Memory[list[JSON]] = Memory(KEPT_MAX)
_OWN_SEATS: Memory[JSON] = Memory(KEPT_MAX)
_OTHER_SEATS: Memory[JSON] = Memory(KEPT_MAX)


def view(trial: Trial, viewer: str, name_of: NameOf) -> JSON:
    """The whole table as JSON; cards of others are counted, not named."""
    sphere = trial.sphere
    return {
        "mode": trial.options.mode,
        "options": dict(vars(trial.options)),
        "phase": trial.phase,
        "direction": trial.direction,
        "sphere": sphere
        and {"power": sphere.power, "target": sphere.target, "sender": sphere.sender, "barred": sphere.barred},
        "school": trial.school,
        "schools": _SCHOOLS.get(trial.schools) or _SCHOOLS.keep(trial.schools, _schools(trial.schools)),
        "deck": len(trial.deck),
        "discard": list(trial.discard),
        "cards": _CARDS.get(trial.faces) or _CARDS.keep(trial.faces, _cards(trial.faces)),
        "seats": [_seat(student, viewer, name_of) for student in trial.students],
        "scores": [dict(vars(score)) for score in trial.scores],
        "tiebreak": [dict(vars(held)) for held in trial.tiebreak],
    }


def _cards(faces: Mapping[str, CardFace]) -> JSON:
    return Kept(
        {
            face.id: {"name": face.name, "kind": face.kind, "value": face.value, "text": face.text}
            for face in faces.values()
        }
    )


def _schools(schools: Mapping[str, SchoolCard]) -> list[JSON]:
    return [
        Kept(
            id=school.id,
            name=school.name,
            ability=school.ability,
            text=school.text,
            effects=_effects(school.effects),
        )
        for school in schools.values()
    ]


def _seat(student: Student, viewer: str, name_of: NameOf) -> JSON:
    own = viewer == AUDITOR or viewer == seat_viewer(student.seat)
    name = name_of(student.seat)
    memory = _OWN_SEATS if own else _OTHER_SEATS
    known = memory.get(student)
    # Only the name does not lie in the record.
    if known is not None and known["name"] == name:
        return known
    return memory.keep(student, Kept(_seat_json(student, own, name)))


def _seat_json(student: Student, own: bool, name: str) -> JSON:
    return {
        "seat": student.seat,
        "name": name,
        "student": _student_card(student),
        "weakness": student.weakness,
        "shields": [shield.level for shield in student.shields],
        "won": [{"level": won.level, "from": won.from_seat} for won in student.won],
        "won_points": student.won_points,
        "points": student.won_points + student.kept_points,
        "hand_size": student.hand_size,
        "hand": {"count": len(student.hand), "cards": list(student.hand) if own or student.revealed else None},
        "guards": [_guard(guard, own) for guard in student.guards],
    }


def _student_card(student: Student) -> JSON | None:
    card = student.card
    if card is None:
        return None
    return {
        "id": card.id,
        "name": card.name,
        "element": card.element,
        "group": card.group,
        "timing": card.timing,
        "ability": card.ability,
        "text": card.text,
        "effects": _effects(card.effects),
        "turned": student.turned,
    }


def _effects(effects: tuple[Effect, ...]) -> list[JSON]:
    return [{"do": effect.do, **effect.args} for effect in effects]


def _guard(guard: Guard, own: bool) -> JSON:
    return {"id": guard.guard_id, "type": guard.type, "card": guard.card if own else None}


def progress(trial: Trial) -> dict[str, Any]:
    """How far the trial is: a round for each Sphere, a turn for each Student it flies at."""
    return {"round": sphere_number(trial), "turn": trial.turns, "phase": trial.phase}


def sphere_number(trial: Trial) -> int:
    """Which Sphere is flying, or flew last: one more than the Shields that were lost before it."""
    if trial.sphere is None:
        return 0
    lost = LEVELS * trial.seats - sum([len(student.shields) for student in trial.students])
    return lost if trial.phase in (HIT_DISCARD, ENDED) else lost + 1


LEVELS = 3
