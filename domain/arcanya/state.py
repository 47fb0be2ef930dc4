"""The state of a trial: what lies on the table and in the hands, and what is in flight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from domain.arcanya.cards import CardFace, SchoolCard, Shield, StudentCard
from domain.kernel.frames import Frames, Window
from domain.kernel.game import Outcome
from domain.kernel.records import record

Hand = tuple[str | None, ...]  # faces; None is a card that this reader may not see

CLOCKWISE = "cw"
COUNTERCLOCKWISE = "ccw"
OPPOSITE = {CLOCKWISE: COUNTERCLOCKWISE, COUNTERCLOCKWISE: CLOCKWISE}

SETUP = "setup"
DEFEND = "defend"
SCHOOL_OFFER = "school_offer"
PLACE_GUARD = "place_guard"
ADJUST_HAND = "adjust_hand"
HIT_DISCARD = "hit_discard"
ENDED = "ended"


@record
class Options:
    """How this trial is played: basic or advanced, and the optional rules."""

    mode: str = "basic"
    alter_plus: bool = False
    dispel_plus: bool = False
    no_students: bool = False
    student_pool: str = "all"
    first_defender: int | None = None

    @property
    def advanced(self) -> bool:
        return self.mode == "advanced"


@record
class WonShield:
    """A Shield taken from another Student, kept to the end for its Victory Points."""

    level: int
    victory_points: int
    from_seat: int


@record
class Guard:
    """A card lying face down beside its owner's Shields; everyone knows its type, only the owner its face."""

    guard_id: int
    type: str
    card: str | None


@record
class Student:
    """One seat at the table: the Student card, hand, Shields, Guards and Weakness."""

    seat: int
    hand: Hand = ()
    shields: tuple[Shield, ...] = ()
    won: tuple[WonShield, ...] = ()
    guards: tuple[Guard, ...] = ()
    card: StudentCard | None = None
    turned: bool = False
    weakness: str | None = None
    revealed: bool = False

    @property
    def hand_size(self) -> int:
        """How many cards this Student must hold: the number on the highest Shield left (ARC-HAND-01)."""
        return self.shields[0].hand_size if self.shields else 0

    @property
    def won_points(self) -> int:
        return sum([shield.victory_points for shield in self.won])

    @property
    def kept_points(self) -> int:
        return sum([shield.victory_points for shield in self.shields])


@record
class Sphere:
    """The one Sphere: its Power, who must defend, who acted on it last (None if it is fresh).

    `barred` is the seat that may not use its Student's ability against this pass.
    """

    power: int
    target: int
    sender: int | None = None
    barred: int | None = None


@record
class Score:
    """A Student's Victory Points at the end: Shields won, own Shields kept, and the sum."""

    seat: int
    won: int
    kept: int
    total: int


@record
class Tiebreak:
    """The Power cards that a Student tied for first holds, added up."""

    seat: int
    power_in_hand: int


@record
class Trial:
    """A trial folded so far; `answers` counts the answers given, so each question has its own number.

    `turns` counts the Students that a Sphere flew at.
    """

    options: Options
    students: tuple[Student, ...]
    content: Any = None
    direction: str = CLOCKWISE
    sphere: Sphere | None = None
    school: str | None = None
    deck: Hand = ()
    discard: tuple[str, ...] = ()
    frames: Frames = ()
    answers: int = 0
    turns: int = 0
    guards_made: int = 0
    faces: Mapping[str, CardFace] = attrs.field(factory=dict)
    schools: Mapping[str, SchoolCard] = attrs.field(factory=dict)
    scores: tuple[Score, ...] = ()
    tiebreak: tuple[Tiebreak, ...] = ()
    ending: Outcome | None = None

    @property
    def seats(self) -> int:
        return len(self.students)

    @property
    def phase(self) -> str:
        """What the trial is waiting for."""
        if self.ending is not None:
            return ENDED
        if self.frames:
            window = self.frames[-1]
            assert isinstance(window, Window), "between two intents a window is on top"
            return window.name
        return SETUP if self.sphere is None else DEFEND

    def student(self, seat: int) -> Student:
        return self.students[seat - 1]


def next_seat(seat: int, direction: str, seats: int) -> int:
    """The neighbour in the current direction, around the circle (ARC-TURN-04)."""
    return seat % seats + 1 if direction == CLOCKWISE else (seat - 2) % seats + 1


def other_seats(seat: int, seats: int) -> tuple[int, ...]:
    """Every other seat, in clockwise order from seat 1."""
    return tuple([other for other in range(1, seats + 1) if other != seat])
