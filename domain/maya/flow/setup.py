"""Setting the table up: teams, champions, decks, arena, tracks, objectives, fragments."""

from __future__ import annotations

from domain.maya.content.decks import starter_deck
from domain.maya.events import (
    ArenaPlaced,
    ChampionChosen,
    DeckShuffled,
    DeckSubmitted,
    FragmentPoolShuffled,
    FragmentsDealt,
    PhaseEntered,
    SlotsArranged,
    SupplyGranted,
    TeamsSet,
    TracksSet,
)
from domain.maya.flow.rounds import start_round
from domain.maya.minions.lairs import lairs_of, place_neutral
from domain.maya.modes.base import mode_of
from domain.maya.objectives.row import set_up_objectives
from domain.maya.packs import pack_of
from domain.maya.state import State
from domain.maya.state_arena import GroundItem, Point, Tile
from domain.maya.table import MayaDraft

FRAGMENTS_EACH = 3
_OWNERS = {"neutral": 0, "team1": 1, "team2": 2}


def start(draft: MayaDraft) -> None:
    """The teams are named, and champions are chosen next (MAYA-PSETUP-02)."""
    state = draft.state
    draft.emit(TeamsSet(mode_of(state).teams(len(state.seats))))
    draft.emit(PhaseEntered("champions"))


def champions(draft: MayaDraft) -> bool:
    """Once every seat has a champion the decks come in (MAYA-CHAMP-06, MAYA-DECK-01)."""
    state = draft.state
    missing = [seat.seat for seat in state.seats if not seat.champion]
    if missing:
        if missing[0] not in state.conceded:
            return False
        choose_champion(draft, missing[0], free_champions(state)[0])
        return True
    draft.emit(PhaseEntered("decks"))
    if state.rules.decks == "starter":
        for seat in state.seats:
            submit_starter(draft, seat.seat)
    return True


def free_champions(state: State) -> list[str]:
    """The champions nobody has taken (MAYA-AMB-115)."""
    taken = {seat.champion for seat in state.seats}
    return [name for name in pack_of(state).champions if name not in taken]


def choose_champion(draft: MayaDraft, seat: int, champion: str) -> None:
    """A seat takes a champion, with the numbers of its portrait (MAYA-PSETUP-04)."""
    portrait = pack_of(draft.state).champions[champion]
    draft.emit(ChampionChosen(seat, portrait.id, portrait.traits, portrait.hand, portrait.hp[0].value))


def submit_starter(draft: MayaDraft, seat: int) -> None:
    """A seat plays the starter deck of its champion (MAYA-PSETUP-05)."""
    state = draft.state
    cards = starter_deck(pack_of(state), state.seat(seat).champion, reactions=state.rules.reactions)
    draft.emit(DeckSubmitted(seat, len(cards), True, tuple(cards)))


def decks(draft: MayaDraft) -> bool:
    """Once every deck is in, the mode sets up its arena and all else (MAYA-PSETUP-01, MAYA-GSETUP-01)."""
    for seat in waiting(draft.state):
        if seat not in draft.state.conceded:
            return False
        submit_starter(draft, seat)
    draft.emit(PhaseEntered("setup"))
    for side in draft.state.seats:
        order = draft.chance.shuffle(side.cards.deck, f"deck.{side.seat}")
        draft.emit(DeckShuffled(side.seat, len(order), "setup", tuple([str(card) for card in order])))
    _place_arena(draft)
    _grant_supplies(draft)
    _set_tracks(draft)
    set_up_objectives(draft)
    _deal_fragments(draft)
    draft.emit(PhaseEntered("fragments"))
    return True


def fragments(draft: MayaDraft) -> bool:
    """Once every seat has arranged its fragments the first round begins (MAYA-GSETUP-15)."""
    for seat in waiting(draft.state):
        if seat not in draft.state.conceded:
            return False
        draft.emit(SlotsArranged(seat, tuple([slot.card or "" for slot in draft.state.seat(seat).slots])))
    start_round(draft)
    return True


def waiting(state: State) -> list[int]:
    """The seats that have not answered what all are asked, those that gave up last."""
    return sorted([seat.seat for seat in state.seats if not seat.ready], key=lambda seat: seat in state.conceded)


def _place_arena(draft: MayaDraft) -> None:
    state = draft.state
    pack = pack_of(state)
    arena = pack.maps[state.rules.map]
    tiles = tuple(
        [Tile(at, int(space.level), space.spikes, space.void, space.zone) for at, space in sorted(arena.spaces.items())]
    )
    draft.emit(
        ArenaPlaced(
            arena.id,
            tiles,
            tuple(sorted(arena.board.walls)),
            tuple([Point(point.name, _OWNERS[point.owner], point.at, point.zone) for point in arena.spawns]),
            tuple([Point(point.name, _OWNERS[point.owner], point.at, point.zone) for point in arena.upgrades]),
            tuple([GroundItem(item.item, item.at) for item in arena.items]),
        )
    )
    for minion, lair in lairs_of(state).items():
        place_neutral(draft, minion, lair)
    mode_of(draft.state).set_up(draft)


def _grant_supplies(draft: MayaDraft) -> None:
    pack = pack_of(draft.state)
    for seat in draft.state.seats:
        supply = pack.supplies_of(seat.champion)
        if supply:
            draft.emit(
                SupplyGranted(
                    seat.seat,
                    supply.get("flight", 0),
                    supply.get("vish", 0),
                    supply.get("foundation", 0),
                    supply.get("engram", 0),
                )
            )


def _set_tracks(draft: MayaDraft) -> None:
    seats = tuple([seat.seat for seat in draft.state.seats])
    tiebreak = draft.chance.shuffle(seats, "tiebreak")
    draft.emit(TracksSet(tiebreak, tiebreak))


def _deal_fragments(draft: MayaDraft) -> None:
    pack = pack_of(draft.state)
    pool = [fragment.id for fragment in pack.fragments.values() for _ in range(fragment.copies)]
    order = draft.chance.shuffle(pool, "fragments")
    draft.emit(FragmentPoolShuffled(len(order), order))
    for seat in draft.state.seats:
        dealt = tuple([str(card) for card in draft.state.pool[:FRAGMENTS_EACH]])
        draft.emit(FragmentsDealt(seat.seat, dealt))
