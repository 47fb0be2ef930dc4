"""Bugs to be planted into the rules of Trials of Maya, and what brings each of them to light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.game import Refused
from domain.kernel.records import evolve
from domain.kernel.secrecy import Intent
from domain.maya.game import MayaGame
from domain.maya.intents import DiscardCards, EquipRelic
from domain.maya.state import State
from domain.maya.table import MayaDraft
from tests.reports.planted import PlantedBug

Draft = Callable[[MayaGame, State, Any, Chance], MayaDraft]
sound: Draft = MayaGame.draft
HANDFUL = 4


def equips_under_a_card_in_use(table: State, intent: Intent) -> bool:
    return isinstance(intent, EquipRelic) and intent.slot == 3 and table.seat(intent.seat).slots[2].activated


def equipping_breaks_under_a_card_in_use(game: MayaGame, table: State, intent: Any, chance: Chance) -> MayaDraft:
    """A Relic that is put under an activated card in slot 3 raises."""
    if equips_under_a_card_in_use(table, intent):
        raise PlantedBug("the Relic has no card to serve")
    return sound(game, table, intent, chance)


def discards_a_handful(table: State, intent: Intent) -> bool:
    return isinstance(intent, DiscardCards) and len(intent.cards) >= HANDFUL


def a_handful_may_not_be_discarded(game: MayaGame, table: State, intent: Any, chance: Chance) -> MayaDraft:
    """Whoever discards four cards and more is told that they are not in hand."""
    draft = sound(game, table, intent, chance)
    if discards_a_handful(table, intent):
        raise Refused("NOT_IN_HAND", "MAYA-TURN-21", "Those cards are not in your hand.")
    return draft


def keeps_a_handful(table: State, intent: Intent) -> bool:
    kept = isinstance(intent, DiscardCards) and not intent.cards
    return kept and len(table.seat(intent.seat).cards.hand) >= HANDFUL


def a_kept_card_is_doubled(game: MayaGame, table: State, intent: Any, chance: Chance) -> MayaDraft:
    """Whoever discards nothing out of four cards and more finds one of them twice in the discard pile."""
    draft = sound(game, table, intent, chance)
    if keeps_a_handful(table, intent):
        draft.state = _with_discarded(draft.state, intent.seat, str(table.seat(intent.seat).cards.hand[0]))
    return draft


def _with_discarded(table: State, seat: int, card: str) -> State:
    mine = table.seat(seat)
    mine = evolve(mine, cards=evolve(mine.cards, discard=(*mine.cards.discard, card)))
    return evolve(table, seats=tuple([mine if other.seat == seat else other for other in table.seats]))


def forgetful_of_energy() -> Draft:
    """Rules that reckon what such a Relic costs by how often they were asked, and not by the table alone."""
    asked = [0]

    def bug(game: MayaGame, table: State, intent: Any, chance: Chance) -> MayaDraft:
        draft = sound(game, table, intent, chance)
        if equips_under_a_card_in_use(table, intent):
            asked[0] += 1
            draft.events[:] = [
                evolve(event, base=asked[0]) if event.TYPE == "EnergyChanged" else event for event in draft.events
            ]
        return draft

    return bug


def a_relic_leaves_a_debt(game: MayaGame, table: State, intent: Any, chance: Chance) -> MayaDraft:
    """Whoever puts a Relic under an activated card in slot 3 owes Energy afterwards."""
    draft = sound(game, table, intent, chance)
    if equips_under_a_card_in_use(table, intent):
        draft.state = _in_debt(draft.state, intent.seat)
    return draft


def _in_debt(table: State, seat: int) -> State:
    mine = table.seat(seat)
    mine = evolve(mine, purse=evolve(mine.purse, energy=-1))
    return evolve(table, seats=tuple([mine if other.seat == seat else other for other in table.seats]))


def activating_breaks_the_fold(game: MayaGame, table: State, event: Any) -> State:
    """An activated card cannot be folded: in place of `evolve`."""
    if event.TYPE == "CardActivated":
        raise PlantedBug("the mat has no such slot")
    return _folds(game, table, event)


_folds = MayaGame.evolve
