"""The end: Victory Points, ties, winners."""

from __future__ import annotations

from domain.arcanya import events as e
from domain.arcanya.cards import POWER_OF
from domain.arcanya.deciding.play import Play
from domain.arcanya.state import Score, Student, Tiebreak


def end(play: Play, reasons: tuple[str, ...], seat: int) -> None:
    """Counts the points as the table stands, with no more discards or draws (ARC-END-08)."""
    play.emit(e.EndTriggered(reasons, seat))
    students = play.state.students
    scores = tuple([_score(student) for student in students])
    best = max([score.total for score in scores])
    first = tuple([score.seat for score in scores if score.total == best])
    tiebreak: tuple[Tiebreak, ...] = ()
    if len(first) > 1:
        for one in first:
            play.emit(e.HandsRevealed(one, _hand(students[one - 1])))
        tiebreak = tuple([Tiebreak(one, power_in_hand(students[one - 1])) for one in first])
    play.emit(e.ScoresComputed(scores, tiebreak))
    play.emit(e.GameEnded(_winners(first, tiebreak), reasons))


def power_in_hand(student: Student) -> int:
    """The Power cards in a hand, added up; Maneuvers count nothing (ARC-END-12, ARC-END-13)."""
    return sum([POWER_OF.get(card, 0) for card in _hand(student)])


def _hand(student: Student) -> tuple[str, ...]:
    hand = tuple([card for card in student.hand if card is not None])
    assert len(hand) == len(student.hand), "who decides knows every card"
    return hand


def _score(student: Student) -> Score:
    won, kept = student.won_points, student.kept_points
    return Score(student.seat, won, kept, won + kept)


def _winners(first: tuple[int, ...], tiebreak: tuple[Tiebreak, ...]) -> tuple[int, ...]:
    """Of those tied for first, the most Power in hand; still tied, they share the win (ARC-END-16)."""
    if not tiebreak:
        return first
    best = max([entry.power_in_hand for entry in tiebreak])
    return tuple([entry.seat for entry in tiebreak if entry.power_in_hand == best])
