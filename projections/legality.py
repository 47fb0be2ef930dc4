"""Whether an intent is one of the things that a seat was offered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from domain.kernel.game import Offer, Pick
from domain.kernel.match import MatchRules, MatchState
from domain.kernel.secrecy import Intent

NO_WAYS: frozenset[str] = frozenset()


def was_offered(plugin: Any, rules: MatchRules, state: MatchState, intent: Any, *, accepted: bool) -> bool:
    """Whether a seat was offered what it asked for, as the offers put it, or the same by another way that is legal.

    What the rules `accepted` goes by a legal way. Of what they refused the plug-in says that (`may_go`), so that a way
    that is barred is no offer turned down, and one that is open is. Raises whatever a broken state makes of offers.
    """
    offers = rules.offers(state, intent.seat)
    put = getattr(plugin, "offered_as", None)
    asked = intent if put is None else put(state.table, intent)
    if is_offered(offers, asked):
        return True
    ways = getattr(plugin, "ways", NO_WAYS)
    if not ways or not is_offered(offers, asked, ways):
        return False
    return accepted or bool(plugin.may_go(state.table, asked, [offer.intent for offer in offers]))


def is_offered(offers: Iterable[Offer], intent: Intent, ways: Collection[str] = NO_WAYS) -> bool:
    """Whether one of the offers is this intent, its pick filled in.

    `ways` are the fields that say by which way something is done: an intent may go another way to the same end.
    """
    kind, given = intent.__class__, intent.__dict__
    return any(offer.intent.__class__ is kind and _fills(offer, given, ways) for offer in offers)


def _fills(offer: Offer, given: Mapping[str, Any], ways: Collection[str]) -> bool:
    stated, pick = offer.intent.__dict__, offer.pick
    if pick is None and stated == given:
        return True
    for name, value in given.items():
        wanted = stated[name]
        if pick is not None and name == pick.field:
            if not _is_picked(pick, value):
                return False
        elif wanted != value and not (name in ways and wanted and value and wanted[-1] == value[-1]):
            return False
    return True


def _is_picked(pick: Pick, chosen: Any) -> bool:
    if not isinstance(chosen, tuple | list) or not pick.min <= len(chosen) <= pick.max:
        return False
    left = list(pick.options)
    for one in chosen:
        if one not in left:
            return False
        left.remove(one)
    return True
