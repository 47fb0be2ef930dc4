"""Records are values; a draft of one is changed in place, by whoever alone holds it."""

from __future__ import annotations

from typing import Any

import attrs

from domain.kernel.records import drafted, evolve, record, settled


@record
class Hand:
    """Cards, and how many more may come."""

    cards: tuple[str, ...]
    room: int = 3


@record
class Pile:
    """Another record."""

    cards: tuple[str, ...]
    room: int = 3


def test_a_changed_copy_leaves_the_record_as_it_was() -> None:
    hand = Hand(("seven",))
    fuller = evolve(hand, cards=("seven", "nine"), room=2)
    assert (hand, fuller) == (Hand(("seven",), 3), Hand(("seven", "nine"), 2))


def test_a_draft_is_changed_itself_and_what_it_was_made_of_is_not() -> None:
    hand = Hand(("seven",))
    draft = drafted(hand)
    assert evolve(draft, room=1) is draft
    assert (draft.cards, draft.room, hand.room) == (("seven",), 1, 3)


def test_a_settled_draft_is_a_record_like_any_other() -> None:
    draft: Any = evolve(drafted(Hand(("seven",))), room=1)
    hand = settled(draft)
    assert hand == Hand(("seven",), 1) and hand.__class__ is Hand and attrs.has(hand.__class__)
    evolve(draft, room=0)
    assert hand.room == 1, "what happens to the draft later is nothing to the record"
    assert evolve(hand, room=2) is not hand
    assert settled(hand) is hand


def test_drafts_of_two_kinds_are_told_apart() -> None:
    assert settled(drafted(Pile(()))) == Pile(())
    assert settled(drafted(Hand(()))) == Hand(())
    assert settled(drafted(Pile(()))).__class__ is Pile
