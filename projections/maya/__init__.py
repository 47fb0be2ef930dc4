"""Trials of Maya as its readers need it: the table, its telling, and bots."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import Request
from domain.kernel.match import MatchRules
from domain.kernel.records import evolve
from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.game import MAYA
from domain.maya.intents import PassReaction
from domain.maya.minions.spawning import side_meant
from domain.maya.state import State
from projections.bots import RANDOM
from projections.maya.asking import ask
from projections.maya.changes import changed
from projections.maya.greedy import GREEDY
from projections.maya.offering import describe
from projections.maya.telling import aside, marks, narrate, untold
from projections.maya.view import progress, view
from projections.maya.ways import actor_of, may_go
from projections.plugin import BadContent, Plugin


def read_content(text: str, filename: str) -> Any:
    """A host's own cards, champions, maps or modes as plain data (each file's text by its name), or BadContent."""
    try:
        load_pack_text({filename: text})
    except ContentError as error:
        raise BadContent(str(error)) from None
    return {filename.replace("\\", "/").rpartition("/")[2]: text}


def offered_as(table: State, intent: Any) -> Any:
    """A way that comes back to where it began is another way to stay, which is offered without a path.

    And a head that has one side only is offered with it, also where an intent leaves the side out.
    """
    if intent.TYPE == "SpawnMinion":
        head = next((head for head in table.seat(intent.seat).purse.heads if head.minion == intent.minion), None)
        return intent if head is None else evolve(intent, side=side_meant(table, head, intent.side))
    actor = actor_of(table, intent)
    return evolve(intent, path=()) if actor is not None and intent.path and intent.path[-1] == actor.at else intent


def standing_answer(table: State, request: Request) -> PassReaction | None:
    """A seat with a standing pass lets every action happen (MAYA-AMB-55)."""
    if request.kind != "reaction" or not table.seat(request.seat).auto_pass:
        return None
    offers = MAYA.offers(table, request.seat)
    return next((offer.intent for offer in offers if isinstance(offer.intent, PassReaction)), None)


PLUGIN = Plugin(
    rules=MatchRules(MAYA),
    title="Trials of Maya",
    view=view,
    narrate=narrate,
    progress=progress,
    describe=describe,
    ask=ask,
    marks=marks,
    changed=changed,
    aside=aside,
    bots={"random": RANDOM, "greedy": GREEDY},
    read_content=read_content,
    ways=frozenset({"path"}),
    unasked=frozenset({"SubmitDeck", "SetAutoPass", "Concede", "ProposeRuling", "WithdrawRuling"}),
    offered_as=offered_as,
    may_go=may_go,
    standing_answer=standing_answer,
    untold=untold,
)

__all__ = ["PLUGIN"]
