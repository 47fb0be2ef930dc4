"""The standing set of Trials of Maya: every mode and number of players, every ending, Reactions on and off, built
decks, seats that give up."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from domain.kernel.game import Offer
from domain.kernel.secrecy import Intent
from domain.maya.content.decks import check_deck, deck_pool
from domain.maya.content.loader import load_pack
from domain.maya.intents import Concede, ConsentRuling, ProposeRuling, SubmitDeck
from projections.bots import RANDOM, Bot, Dice
from server.simulate import Played
from tests.golden.kept import Kept, Wanted

TABLES = (("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 2), ("headhunters", 3), ("headhunters", 4))
BUILT = (
    ("siege-1v1", 2, True),
    ("headhunters", 2, False),
    ("headhunters", 2, True),
    ("headhunters", 3, False),
    ("headhunters", 4, False),
    ("headhunters", 4, True),
    ("siege-2v2", 4, False),
    ("siege-2v2", 4, True),
)
COPIES_MAX = 2
CARDS = 26
DEATHS = {"siege-1v1": 6, "siege-2v2": 10}  # that lose it
COLLAPSE = {"siege-1v1": 10, "siege-2v2": 12}  # the round from which on Towers crumble
HUNT_ROUNDS = 10
HUNT_POINTS = 10  # enough for two

See = Callable[[], dict[str, Any]]
Edit = dict[str, Any]
Correct = Callable[[Mapping[str, Any]], list[Edit]]
Drivers = dict[str, Callable[[], Bot]]

SHARED = "shared"
SIEGE_TIES = (
    ("tower_hp", "who took more HP off Towers", ()),
    ("fewer_deaths", "who died less often", ("tower_hp.",)),
    ("heads", "who holds more heads", ("tower_hp.", "deaths.")),
    (SHARED, "all even", ("tower_hp.", "deaths.")),
)
"""By what a Siege is decided whose last Towers fall together, and what is made level before."""


class Builder:
    """Plays like the random bot, but with a deck of its own choice."""

    def choose(self, see: See, offers: Sequence[Offer], dice: Dice) -> Intent:
        asked = offers[0].intent
        if not isinstance(asked, SubmitDeck):
            return RANDOM.choose(see, offers, dice)
        table = see()["table"]
        champion = next(seat["champion"] for seat in table["seats"] if seat["seat"] == asked.seat)
        return SubmitDeck(asked.seat, built(champion, bool(table["options"]["reactions"]), dice))


def built(champion: str, reactions: bool, dice: Dice) -> tuple[str, ...]:
    """A legal deck, drawn card by card from what the champion may use."""
    pack = load_pack()
    pool = deck_pool(pack, champion, reactions=reactions)
    while True:
        left = Counter({card.id: 1 if card.signature_of else COPIES_MAX for card in pool})
        deck: list[str] = []
        while len(deck) < CARDS:
            names = sorted(left.elements())
            deck.append(names[dice.below(len(names))])
            left[deck[-1]] -= 1
        if not check_deck(pack, champion, deck, reactions=reactions):
            return tuple(deck)


class Quitter:
    """Plays like the random bot, and gives up when it is asked for the so-manieth time (or later, at another seat)."""

    def __init__(self, after: int) -> None:
        self._left = after

    def choose(self, see: See, offers: Sequence[Offer], dice: Dice) -> Intent:
        self._left -= 1
        return RANDOM.choose(see, offers, dice) if self._left > 0 else Concede(offers[0].intent.seat)


class Corrector:
    """Plays like the random bot, but once has the table agree on a correction, when there is one to be made."""

    def __init__(self, why: str, correct: Correct) -> None:
        self._why = why
        self._correct = correct
        self._proposed = False

    def choose(self, see: See, offers: Sequence[Offer], dice: Dice) -> Intent:
        agreed = [offer.intent for offer in offers if isinstance(offer.intent, ConsentRuling) and offer.intent.agree]
        if agreed:
            return agreed[0]
        edits = [] if self._proposed else self._correct(see()["table"])
        if edits:
            self._proposed = True
            return ProposeRuling(offers[0].intent.seat, self._why, tuple(edits))
        return RANDOM.choose(see, offers, dice)


def one_death_from_the_end(most: int) -> Bot:
    """After the first death one more of that side ends it."""

    def correct(table: Mapping[str, Any]) -> list[Edit]:
        return [ledger(name, most - 1) for name in table["ledger"] if name.startswith("deaths.")]

    return Corrector("We forgot to count our Death tokens.", correct)


def about_to_collapse(round_: int, *level: str) -> Bot:
    """In the first round of the collapse each Tower has a last HP, and what the names begin with is level."""

    def correct(table: Mapping[str, Any]) -> list[Edit]:
        if table["round"] < round_:
            return []
        towers = [unit["id"] for unit in table["units"] if unit["what"] == "tower" and unit["hp"]]
        names = [name for name in table["ledger"] if name.startswith(level)]
        return [{"edit": "hp", "unit": unit, "value": 1} for unit in towers] + [ledger(name, 0) for name in names]

    return Corrector("Let the collapse decide.", correct)


def level_in_the_last_round(*level: str) -> Bot:
    """In the last round of a hunt all have as much of what the names begin with."""

    def correct(table: Mapping[str, Any]) -> list[Edit]:
        if table["round"] < HUNT_ROUNDS:
            return []
        return [ledger(name, 0) for name in table["ledger"] if name.startswith(level)]

    return Corrector("We lost count, let us call it even.", correct)


def enough_for_all() -> Bot:
    """When both died, one more often than the other, both have enough points, Death tokens taken off."""

    def correct(table: Mapping[str, Any]) -> list[Edit]:
        deaths = {name: count for name, count in table["ledger"].items() if name.startswith("deaths.")}
        if len(deaths) < 2 or len(set(deaths.values())) == 1:
            return []
        return [ledger(name.replace("deaths.", "vp."), HUNT_POINTS + count) for name, count in deaths.items()]

    return Corrector("We lost count, let us call it even.", correct)


def ledger(name: str, value: int) -> Edit:
    """A correction of what the mode counts."""
    return {"edit": "ledger", "name": name, "value": value}


def ended_by(*reasons: str) -> Wanted:
    return lambda played: played.state.table.ended.reasons == reasons


def won_after_one_gave_up(played: Played) -> bool:
    return bool(played.state.table.conceded) and played.state.table.ended.reasons[0] in ("rounds", "points")


def wanted() -> Iterator[Kept]:
    """The whole set."""
    for mode, seats in TABLES:
        name = mode if mode.startswith("siege") else f"{mode}-{seats}"
        bots = ("greedy", "random")
        told = f"{mode} for {seats}, starter decks"
        yield table(name, f"{told}, no Reactions", seats, {"mode": mode}, bots=bots)
        yield table(f"{name}-reactions", f"{told} and Reactions", seats, {"mode": mode, "reactions": True}, bots=bots)
    own = {"decks": "built"}
    builders = {"random": Builder}
    yield table("built-decks", "Decks of one's own", 2, {"mode": "siege-1v1", **own}, drivers=builders)
    more = {"mode": "headhunters", "reactions": True, "expert": True, "fragments_to_discard": True, **own}
    told = "Decks of one's own with Reactions, Mama Malevolence, fragments to the discard piles"
    yield table("built-decks-reactions", told, 3, more, drivers=builders)
    shown = {"mode": "siege-2v2", "share_hands": True}
    told = "Two against two who show each other their hands"
    yield table("siege-2v2-shared-hands", told, 4, shown, bots=("greedy", "random"))
    yield from built_elsewhere()
    yield from endings()


def built_elsewhere() -> Iterator[Kept]:
    """Decks of one's own in the modes and numbers of players that the two above do not show."""
    for mode, seats, reactions in BUILT:
        name = mode if mode.startswith("siege") else f"{mode}-{seats}"
        ending = "-reactions" if reactions else ""
        told = f"{mode} for {seats}, decks of one's own{' and Reactions' if reactions else ''}"
        options = {"mode": mode, "decks": "built", **({"reactions": True} if reactions else {})}
        yield table(f"{name}-built{ending}", told, seats, options, drivers={"random": Builder})


def endings() -> Iterator[Kept]:
    """One match for each way to end that the others do not show, in each mode and number of players.

    Ties that heads decide come up about once in eight hundred matches of greedy bots, and Towers hardly ever fall
    together, so that most of these tables agree on a correction shortly before the end; the rest is looked for.
    """
    yield from siege_endings()
    yield from hunt_endings()


def siege_endings() -> Iterator[Kept]:
    """Sieges of two and of four, by Death tokens, by each measure of a tie, and given up."""
    siege = {"mode": "siege-1v1"}
    told = "The last Towers of both sides at once: who took more HP off Towers"
    yield table("siege-ended-by-tower-hp", told, 2, siege, ended_by("towers", "tower_hp"))
    told = "The last seat of a side gave up"
    yield table("siege-conceded", told, 2, siege, ended_by("conceded"), drivers={"random": lambda: Quitter(40)})
    told = "Both seats of a side gave up, one after the other"
    quitters = {"greedy": lambda: Quitter(30)}
    both = {"mode": "siege-2v2"}
    yield table("siege-2v2-conceded", told, 4, both, ended_by("conceded"), ("greedy", "random"), quitters)
    for mode, seats, begin in (("siege-1v1", 2, "siege"), ("siege-2v2", 4, "siege-2v2")):
        told = "The last Death token, after the table agreed on a correction"
        drivers: Drivers = {"random": partial(one_death_from_the_end, DEATHS[mode])}
        yield table(f"{begin}-ended-by-deaths", told, seats, {"mode": mode}, ended_by("deaths"), drivers=drivers)
        for reason, told, level in SIEGE_TIES:
            if (begin, reason) == ("siege", "tower_hp"):
                continue  # recorded without a correction, above
            drivers = {"random": partial(about_to_collapse, COLLAPSE[mode], *level)}
            name = f"{begin}-{SHARED}" if reason == SHARED else f"{begin}-ended-by-{reason.replace('_', '-')}"
            told = f"The last Towers of both sides at once, after a correction: {told}"
            yield table(name, told, seats, {"mode": mode}, ended_by("towers", reason), drivers=drivers)


def hunt_endings() -> Iterator[Kept]:
    """Hunts of two, three and four: the last round, ties, and seats that give up."""
    for seats in (2, 3, 4):
        hunt = {"mode": "headhunters"}
        begin = "hunt" if seats == 2 else f"headhunters-{seats}"
        told = f"The last round with {seats} players"
        yield table(f"{begin}-ended-by-rounds", f"{told}: the most points", seats, hunt, ended_by("rounds"))
        what = ended_by("rounds", "fewer_deaths")
        yield table(f"{begin}-ended-by-fewer-deaths", f"{told}, a tie: who died less often", seats, hunt, what)
        what = ended_by("rounds", "heads")
        drivers: Drivers = {} if seats == 2 else {"random": lambda: level_in_the_last_round("vp.", "deaths.")}
        heads = f"{told}, a tie with as many deaths: who holds more heads"
        bots = ("greedy",) if seats == 2 else ("random",)
        yield table(f"{begin}-ended-by-heads", heads, seats, hunt, what, bots, drivers)
        yield table(f"{begin}-{SHARED}", f"{told}, all even", seats, hunt, ended_by("rounds", SHARED))
        told = "All but one gave up"
        drivers = {"random": lambda: Quitter(40)}
        yield table(f"{begin}-conceded", told, seats, hunt, ended_by("conceded"), drivers=drivers)
    told = "Two have as many points when one has enough: who died less often"
    drivers = {"random": enough_for_all}
    what = ended_by("points", "fewer_deaths")
    yield table("hunt-ended-by-points-tied", told, 2, {"mode": "headhunters"}, what, drivers=drivers)
    told = "One gave up, and the others played on to the end"
    one = ("greedy", "random", "random")
    yield table("hunt-gave-up", told, 3, hunt, won_after_one_gave_up, one, drivers={"greedy": lambda: Quitter(25)})


def table(
    name: str,
    why: str,
    seats: int,
    options: Mapping[str, Any],
    what: Wanted | None = None,
    bots: Sequence[str] = ("random",),
    drivers: Mapping[str, Callable[[], Bot]] | None = None,
) -> Kept:
    """A fixture at a table where the bots sit in turn."""
    sitting = tuple(itertools.islice(itertools.cycle(bots), seats))
    if what is None:
        return Kept(name, why, sitting, options, drivers=drivers or {}, tries=6)
    return Kept(name, why, sitting, options, what, drivers=drivers or {})
