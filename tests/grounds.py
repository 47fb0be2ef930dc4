"""What a campaign plays of each game, what must hold there, and what is to come up."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import attrs

import domain.maya.performers.words  # it fills WORDS
from domain.kernel.match import MatchState
from domain.kernel.records import evolve
from domain.maya import events, intents
from domain.maya.content.loader import load_pack
from domain.maya.effects.words import WORDS, Word
from projections.bots import Bot
from projections.games import plugin_for
from tests.golden.wanted_maya import Builder
from tests.invariants import arcanya as arcanya_rules
from tests.invariants import maya as maya_rules

SWITCHES = ("alter_plus", "dispel_plus", "no_students")
Broken = Callable[[MatchState, Any, Sequence[Any], MatchState], Iterator[str]]


@attrs.frozen
class Ground:
    """A game to play by the thousand: its tables, its invariants, what may come up, and how a match ended.

    `seen` names what came up in one step beside the types of intents and events, and `watched` what came up while a
    match was played; `probed` says whether intents of other moments are tried as well, for the refusals, and `strays`
    are some that nobody is ever offered; `offered_as` is how the offers put such an intent.
    """

    game: str
    tables: Callable[[], list[tuple[dict[str, Any], int]]]
    broken: Broken
    coverable: Callable[[], frozenset[str]]
    tied: Callable[[Any], str]
    seen: Callable[[Sequence[Any]], Iterable[str]] = lambda events: ()
    watched: Callable[[], AbstractContextManager[set[str]]] = lambda: nullcontext(set())
    drivers: Callable[[Mapping[str, Any]], Mapping[str, Bot]] = lambda options: {}
    probed: bool = False
    strays: tuple[Any, ...] = ()
    offered_as: Callable[[Any, Any], Any] = lambda table, intent: intent
    never: Mapping[str, str] = attrs.field(factory=dict)


# -- Arcanya


def arcanya_options() -> list[dict[str, Any]]:
    """Every combination of mode, optional rules and pool of Students that a host may choose."""
    found: list[dict[str, Any]] = []
    for mode, pool in itertools.product(("basic", "advanced"), ("all", "group1")):
        for values in itertools.product((False, True), repeat=len(SWITCHES)):
            chosen = dict(zip(SWITCHES, values, strict=True))
            # Without Students there is neither an advanced game nor a pool to choose from.
            if not (chosen["no_students"] and (mode == "advanced" or pool == "group1")):
                found.append({"mode": mode, "student_pool": pool, **chosen})
    return found


def arcanya_tables() -> list[tuple[dict[str, Any], int]]:
    """All options with every number of seats."""
    return [
        (options, seats)
        for options in arcanya_options()
        for seats in range(2, 7 if options["student_pool"] == "group1" else 11)
    ]


def arcanya_tied(table: Any) -> str:
    return "shared" if len(table.ending.winners) > 1 else "broken" if table.tiebreak else "none"


# -- Trials of Maya

MODES = (("siege-1v1", 2), ("headhunters", 2), ("headhunters", 3), ("siege-2v2", 4), ("headhunters", 4))
RULES: tuple[Mapping[str, Any], ...] = (
    {},
    {"reactions": True},
    {"decks": "built", "reactions": True},
    {"decks": "built", "expert": True},
    {"fragments_to_discard": True, "share_hands": True, "reactions": True},
)

NO_ITEMS = "the box holds no items"
NOT_CHOSEN = "no bot does this of its own accord; the rule tests do"
NO_SUCH_TRUMP = "no Push or Pull of the box has a TRUMP that meets the one of Unmoved Mountain; the rule tests make one"
SELDOM = "seldom: it takes a skill at level 2, which random bots hardly ever buy, and its moment; its card test does it"
AT_THE_DOOR = "refused when a table is opened, before anybody plays; the rule tests do it"
NO_VOID = "a path is tried again from elsewhere, and none that was ever offered enters a void; the rule tests do it"
ODD_PATH = "seldom: an earlier path, tried again later, which is whole and now meets this; the rule tests do it"
MAYA_NEVER: dict[str, str] = {
    "PickUpItem": NO_ITEMS,
    "ItemPicked": NO_ITEMS,
    "DeclineItem": NO_ITEMS,
    "ItemDeclined": NO_ITEMS,
    "refusal ITEM_COVERED": NO_ITEMS,
    "word pick_up": NO_ITEMS,
    **dict.fromkeys(("word trumps", "word pull_next"), NO_SUCH_TRUMP),
    **dict.fromkeys(("word energy", "word fly", "word keep_relic"), SELDOM),
    "word afterword": "seldom: Oathkeeper's Maul under Unmoved Mountain, two enemies around; its card test does it",
    "card countersign": "seldom: two of 48 cards beside the decks, against a Push or Pull at its holder; its test does",
    "refusal PATH_VOID": NO_VOID,
    **dict.fromkeys(("refusal PATH_WALL", "refusal PATH_ENEMY", "refusal PATH_END_TAKEN"), ODD_PATH),
    "refusal CONDITION": "seldom: an action whose text asks for something, named while that does not hold",
    "refusal NOT_A_REACTION": "seldom: who is asked to answer names another card in hand; the rule tests do it",
    "refusal DOES_NOT_ANSWER": "seldom: who is asked names a Reaction in hand that answers something else, with the "
    "number of this very question, which a field changed at random hardly hits; the rule tests do it",
    "TriggerLoopEnded": "no cards of the box set each other off without end; the rule tests make some that do",
    "EndAggroMinion": "what an aggroed minion must do is all that is offered, and then it stops of itself",
    **dict.fromkeys(("SetAutoPass", "AutoPassSet", "Concede", "PlayerConceded"), NOT_CHOSEN),
    **dict.fromkeys(("ProposeRuling", "ConsentRuling", "RulingProposed", "RulingConsented"), NOT_CHOSEN),
    **dict.fromkeys(("WithdrawRuling", "RulingDropped", "RulingApplied", "refusal NOT_YOUR_RULING"), NOT_CHOSEN),
    **dict.fromkeys(("refusal ALREADY_CONCEDED", "refusal NO_RULING", "refusal RULING_OPEN"), NOT_CHOSEN),
    **dict.fromkeys(("refusal NO_RULINGS", "refusal BAD_RULING"), NOT_CHOSEN),
    **dict.fromkeys(("refusal BAD_CONTENT", "refusal BAD_MAP", "refusal BAD_OPTION"), AT_THE_DOOR),
    **dict.fromkeys(("refusal UNKNOWN_MAP", "refusal UNKNOWN_MODE", "refusal UNKNOWN_OPTION"), AT_THE_DOOR),
    "refusal BAD_SEAT_COUNT": AT_THE_DOOR,
    "word activate": "no card of the box activates another for nothing; the rule tests make one that does",
    "refusal UNKNOWN_INTENT": "the reader of intents refuses what has no such type",
    "refusal NO_SUCH_SEAT": "the server takes the seat from who asks, so there is always one",
}


MAYA_STRAYS: tuple[Any, ...] = (
    intents.SelectChampion(1, "kshar"),
    intents.SelectChampion(1, "nobody"),
    intents.SubmitDeck(1, ()),
    intents.ArrangeFragments(1, ("static", "static", "static")),
    intents.EndAggroMinion(1),
    intents.TurnInHead(1, "m1"),
    intents.PlaySpell(1, "brace"),
    intents.PlayReaction(1, "war-cry", 1),
    intents.PlayReaction(2, "sidestep", 1),
    intents.MinionAction(1, 0, 0),
    intents.UseAbility(1, "passive:harrier.0"),
    intents.ConsentRuling(1, 1),
)
"""What is asked for out of place in every match, with other seats, cards and numbers in it now and then."""


def maya_tables() -> list[tuple[dict[str, Any], int]]:
    """Every mode and number of players under several sets of optional rules."""
    return [({"mode": mode, **rules}, seats) for rules in RULES for mode, seats in MODES]


def maya_tied(table: Any) -> str:
    second = table.ended.reasons[1:]
    return "shared" if "shared" in second else "broken" if second else "none"


def maya_drivers(options: Mapping[str, Any]) -> Mapping[str, Bot]:
    """Where decks are built, the random bots build theirs."""
    return {"random": Builder()} if options.get("decks") == "built" else {}


def maya_coverable() -> frozenset[str]:
    """Every type of intent and event, every card, every word, every code of refusal."""
    types = {name for module in (events, intents) for name, cls in vars(module).items() if "PLAN" in _vars(cls)}
    pack = load_pack()
    cards = {f"card {card}" for card in (*pack.cards, *pack.fragments)}
    words = {f"word {word}" for word in WORDS}
    return frozenset(types | cards | words | {f"refusal {code}" for code in refusal_codes()})


def _vars(thing: Any) -> Mapping[str, Any]:
    return vars(thing) if isinstance(thing, type) else {}


REFUSING = ("Refused", "PathFault")
"""What begins with the code of a refusal: the refusal itself, and the fault of a path, which becomes one."""


def refusal_codes() -> frozenset[str]:
    """Every code with which the rules refuse, read off their source."""
    found: set[str] = set()
    for path in sorted(Path(str(domain.maya.__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return frozenset(found)


def maya_seen(caused: Sequence[Any]) -> Iterator[str]:
    """The cards that were activated, equipped or played, and the words of the actions that were taken."""
    for event in caused:
        if isinstance(event, events.CardActivated | events.RelicEquipped | events.SpellPlayed):
            yield f"card {event.card}"
        elif isinstance(event, events.ActionDeclared):
            yield f"word {event.kind}"


@contextmanager
def maya_watched() -> Iterator[set[str]]:
    """The words that were performed as part of a program while this lasts."""
    met: set[str] = set()
    plain = dict(WORDS)

    def noting(name: str, word: Word) -> Word:
        def perform(*given: Any) -> None:
            met.add(f"word {name}")
            word.perform(*given)

        return evolve(word, perform=perform)

    WORDS.update({name: noting(name, word) for name, word in plain.items()})
    try:
        yield met
    finally:
        WORDS.update(plain)


GROUNDS: dict[str, Ground] = {
    "arcanya": Ground(
        "arcanya",
        arcanya_tables,
        arcanya_rules.broken,
        lambda: arcanya_rules.COVERABLE,
        arcanya_tied,
    ),
    "maya": Ground(
        "maya",
        maya_tables,
        maya_rules.broken,
        maya_coverable,
        maya_tied,
        maya_seen,
        maya_watched,
        maya_drivers,
        probed=True,
        strays=MAYA_STRAYS,
        offered_as=plugin_for("maya").offered_as,
        never=MAYA_NEVER,
    ),
}
