"""Intents that say too much, and events and views that show too much or too little."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

FORMS = (
    *changes_in(
        GAME + "intents.py",
        (
            'Take the hit that cannot be defended."""\n\n    seat: int = public()',
            'Take the hit that cannot be defended."""\n\n    seat: int = public()\n    level: int = public(default=3)',
            "HIT-03",
        ),
        ("card_id: str = public()\n    guard_id", 'card_id: str = public(default="power-2")\n    guard_id', "GUARD-05"),
        (
            'card_id: str = public(default="dodge")',
            'card_id: str = public(default="dodge")\n    guard_id: int | None = public(default=None)',
            "GUARD-06",
        ),
        (
            'card_id: str = public(default="attune")',
            'card_id: str = public(default="attune")\n    element: str | None = public(default=None)',
            "ATTUNE-03",
        ),
        (
            'card_id: str = public(default="alter")',
            'card_id: str = public(default="alter")\n    amount: int = public(default=1)',
            "MAN-19",
        ),
        ("guard_id: int | None = public(default=None)", "guard_id: Any = public(default=None)", "GUARD-21"),
        ("resonance: Resonance | None = public", "resonance: Any = public", "RES-09"),
        (
            "guard_id: int | None = public(default=None)",
            "guard_id: int | None = public(default=None)\n    card_ids: tuple[str, ...] = public(default=())",
            "POWER-07",
        ),
    ),
    *changes_in(
        GAME + "events.py",
        (
            "count: int = public()\n    card_ids: tuple[str, ...] | None = owned()\n\n\n@event()\nclass Weak",
            "count: int = public()\n    card_ids: tuple[str, ...] | None = public()\n\n\n@event()\nclass Weak",
            "SETUP-11",
        ),
        (
            "cause: str = public()\n    card_ids: tuple[str, ...] | None = owned()",
            "cause: str = public()\n    card_ids: tuple[str, ...] | None = public()",
            "HAND-12",
        ),
        (
            "faces: tuple[CardFace, ...] = public()\n    order: tuple[str, ...] | None = server()",
            "faces: tuple[CardFace, ...] = public()\n    order: tuple[str, ...] | None = public()",
            "SETUP-02 DECK-07",
        ),
        (
            "size: int = public()\n    order: tuple[str, ...] | None = server()",
            "size: int = public()\n    order: tuple[str, ...] | None = public()",
            "DECK-07",
        ),
        (
            "type: str = public()\n    card_id: str | None = owned()",
            "type: str = public()\n    card_id: str | None = public()",
            "GUARD-20 AMB-34",
        ),
    ),
    *changes_in(
        "projections/arcanya/view.py",
        ('"direction": trial.direction', '"direction": "cw"', "SETUP-04 AMB-06"),
        ('"school": trial.school,', '"school": None,', "SCHOOL-02 AMB-06"),
        ("if own or student.revealed else None", "", "SETUP-11 AMB-06 HAND-12"),
        ('"turned": student.turned', '"turned": False', "ABIL-13 AMB-06"),
        ('{"power": sphere.power,', '{"power": sphere.power if viewer != "spectator" else None,', "COURT-02 AMB-06"),
        ('"from": won.from_seat', '"from": None', "HIT-08"),
        ("guard.card if own else None", "guard.card", "GUARD-20 AMB-34"),
        ('"discard": list(trial.discard)', '"discard": []', "POWER-04 AMB-06"),
    ),
)
