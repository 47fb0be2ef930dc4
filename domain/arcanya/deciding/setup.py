"""Setting up: deck, direction, Students, Shields, hands, Weaknesses, the first Sphere."""

from __future__ import annotations

from collections.abc import Sequence

from domain.arcanya import events as e
from domain.arcanya.cards import StudentCard
from domain.arcanya.content.loader import load_pack, pack_from_data
from domain.arcanya.content.pack import Pack
from domain.arcanya.deciding.hands import known
from domain.arcanya.deciding.hits import create_sphere
from domain.arcanya.deciding.play import Play
from domain.arcanya.state import CLOCKWISE

GROUP_1 = 1


def set_up(play: Play) -> None:
    """Everything from the shuffled deck to the first Sphere (ARC-SETUP-01 to 15, ARC-ADV-02 to 16)."""
    trial = play.state
    options, seats = trial.options, trial.seats
    pack = load_pack() if trial.content is None else pack_from_data(trial.content)
    first = options.first_defender or play.chance.below(seats, "first_defender") + 1
    how = "named" if options.first_defender else "drawn"
    play.emit(e.GameStarted(tuple(range(1, seats + 1)), first, how))
    deck = play.chance.shuffle(pack.deck(advanced=options.advanced), "deck")
    play.emit(e.DeckBuilt(len(deck), pack.faces(advanced=options.advanced), deck))
    play.emit(e.DirectionSet(CLOCKWISE, "setup"))
    if not options.no_students:
        _deal_students(play, pack)
    levels = tuple([shield.level for shield in pack.shields])
    for seat in range(1, seats + 1):
        play.emit(e.ShieldsTaken(seat, levels, pack.shields))
    for seat in range(1, seats + 1):
        count = play.state.student(seat).hand_size
        play.emit(e.HandDealt(seat, count, known(play.state.deck[:count])))
    if options.advanced:
        _deal_weaknesses(play)
        play.emit(e.SchoolsSetAside(pack.schools))
    create_sphere(play, first)


def _deal_students(play: Play, pack: Pack) -> None:
    options, seats = play.state.options, play.state.seats
    pool = [card for card in pack.students if options.student_pool == "all" or card.group == GROUP_1]
    dealt = _from_two_piles(play, pool) if options.advanced else play.chance.shuffle(pool, "students")
    assert len(dealt) >= seats, "the options were checked"
    for seat, card in enumerate(dealt[:seats], start=1):
        play.emit(e.StudentDealt(seat, card.id, card))


def _from_two_piles(play: Play, pool: Sequence[StudentCard]) -> tuple[StudentCard, ...]:
    """Two piles with no element twice in one, by a coin for each element; either may be dealt first (ARC-AMB-40)."""
    piles: tuple[list[StudentCard], list[StudentCard]] = ([], [])
    for element in dict.fromkeys([card.element for card in pool]):
        pair = [card for card in pool if card.element == element]
        heads = play.chance.below(2, f"pile_of_{element}") if len(pair) > 1 else 0
        for place, card in enumerate(pair):
            piles[(place + heads) % 2].append(card)
    shuffled = [play.chance.shuffle(pile, f"pile_{number}") for number, pile in enumerate(piles, start=1)]
    # With Group 1 alone there is one pile to deal from.
    first = play.chance.below(2, "first_pile") if piles[1] else 0
    names = [tuple([card.id for card in pile]) for pile in shuffled]
    play.emit(e.StudentsSplit(first + 1, names[0], names[1]))
    return shuffled[first] + shuffled[1 - first]


def _deal_weaknesses(play: Play) -> None:
    """One Weakness for each affinity on the table, and nobody weak to their own element (ARC-ADV-08 to 16)."""
    affinities = [student.card.element for student in play.state.students if student.card is not None]
    assert len(affinities) == play.state.seats, "in the advanced game everyone has a Student"
    pool = list(play.chance.shuffle(tuple(affinities), "weaknesses"))
    play.emit(e.WeaknessPoolSet(tuple(sorted(pool)), tuple(pool)))
    for seat, affinity in enumerate(affinities, start=1):
        if all(element == affinity for element in pool):
            play.emit(e.WeaknessDealt(seat, pool.pop(0)))
            play.emit(e.WeaknessSwapped(seat, _partner(play, seat, affinities)))
            continue
        while pool[0] == affinity:
            play.emit(e.WeaknessPutUnder(seat, pool[0]))
            pool.append(pool.pop(0))
        play.emit(e.WeaknessDealt(seat, pool.pop(0)))


def _partner(play: Play, seat: int, affinities: Sequence[str]) -> int:
    """The first to the right, among those already dealt, with whom both end up compatible (ARC-AMB-42)."""
    mine = affinities[seat - 1]
    for other in range(seat - 1, 0, -1):
        if affinities[other - 1] != mine and play.state.student(other).weakness != mine:
            return other
    raise AssertionError(f"nobody can swap with seat {seat}: {affinities}")
