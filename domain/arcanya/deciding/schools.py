"""The School in play: offered after attuning or by Resonance, used or declined."""

from __future__ import annotations

from domain.arcanya import events as e
from domain.arcanya.deciding.play import Play


def offer_school(play: Play, seat: int) -> None:
    """Asks whether the School's ability is used; the Sphere goes on after the answer (ARC-ATTUNE-06, ARC-ATTUNE-07)."""
    assert play.state.school is not None
    play.emit(e.SchoolOffered(seat, play.state.school))
