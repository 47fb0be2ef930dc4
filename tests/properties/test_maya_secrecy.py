"""Nothing hidden leaks in the arena: hands, decks, face-down cards, fragments, reactions, the objective pile."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib import resources
from typing import Any

import pytest

from domain.kernel.entries import Entry
from domain.kernel.lifecycle import ChanceDrawn
from domain.kernel.records import evolve, record
from domain.maya import events as e
from domain.maya import intents as i
from domain.maya.content.loader import load_pack
from projections.bots import Dice
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import dumps, match_file
from projections.views import seat_of, seat_viewer
from tests.playing import Play
from tests.properties.test_secrecy import assert_a_view_is_what_was_sent, viewers
from tests.properties.worlds import World, answer_to, built, everything, facts_of, masked, otherwise, world_of

MAYA = plugin_for("maya")
PACK = load_pack()
NAMES = ("Marta", "Jon", "Ines", "Olav")
REACTIONS = tuple(card.id for card in PACK.cards.values() if card.is_reaction)


@record
class Arena:
    """How a random match is set up."""

    mode: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join([self.mode, str(self.seats), *sorted(self.options)])


ARENAS = (
    Arena("siege-1v1", 2, {"reactions": True}),
    Arena("siege-1v1", 2, {}),
    Arena("siege-2v2", 4, {"reactions": True, "share_hands": True}),
    Arena("siege-2v2", 4, {"reactions": True}),
    Arena("headhunters", 2, {"reactions": True, "fragments_to_discard": True}),
    Arena("headhunters", 3, {"expert": True}),
    Arena("headhunters", 4, {"reactions": True}),
)


def played(arena: Arena, seed: int, moves: int | None, bot: str = "random", until: Any = None) -> Play:
    """A match played by bots: to its end, for so many moves, or (beyond them) until something holds."""
    options = {"mode": arena.mode, **arena.options}
    play = Play(MAYA, arena.seats, options, seed=seed, names=NAMES[: arena.seats])
    dice = Dice(seed)
    while play.waiting():
        if moves is not None and moves <= 0 and (until is None or until(play)):
            break
        play.step(MAYA.bots[bot], dice)
        moves = None if moves is None else moves - 1
    return play


# -- folding what one was sent gives what one sees


@pytest.mark.parametrize("arena", ARENAS, ids=str)
def test_a_view_is_a_function_of_what_its_viewer_was_sent(arena: Arena) -> None:
    assert_a_view_is_what_was_sent(MAYA, played(arena, seed=arena.seats + 11, moves=130))


def test_it_is_to_the_end_of_a_match_of_bots_that_play_well() -> None:
    assert_a_view_is_what_was_sent(MAYA, played(ARENAS[0], seed=2, moves=None, bot="greedy"))


@pytest.mark.slow
@pytest.mark.parametrize("arena", ARENAS, ids=str)
@pytest.mark.parametrize("seed", range(40, 46))
def test_it_is_in_many_matches(arena: Arena, seed: int) -> None:
    bot = "greedy" if seed % 2 else "random"
    assert_a_view_is_what_was_sent(MAYA, played(arena, seed, None if arena.seats == 2 else 400, bot))


def test_offers_are_what_a_seat_can_work_out_from_its_own_log() -> None:
    play = played(ARENAS[3], seed=8, moves=40)
    dice = Dice(8)
    for move in range(60):
        seat = play.waiting()[0]
        if move % 4 == 0:
            own = play.history().redacted(seat_viewer(seat))
            assert own.offers(seat) == play.history().offers(seat)
        play.step(MAYA.bots["random"], dice)


# -- twin worlds


SOME_CARDS = ("brace", "hooked-chain", "war-cry", "second-wind", "rake", "leverage", "glide", "faint-step")


def probes(cards: Iterable[str] = SOME_CARDS) -> list[dict[str, Any]]:
    """Things a seat might ask for, most of them wrong most of the time."""
    cards = list(cards)
    asked: list[dict[str, Any]] = [{"type": "PrepareCard", "card": card} for card in ["", *cards]]
    asked += [{"type": "PlaySpell", "card": card} for card in cards]
    asked += [{"type": "PlayReaction", "card": card, "stack": 1} for card in REACTIONS]
    asked += [{"type": "EquipRelic", "card": card, "slot": 1} for card in cards]
    asked += [{"type": "ActivateCard", "slot": slot} for slot in (1, 2, 3, 4)]
    asked += [{"type": "DiscardCards", "cards": [card]} for card in cards]
    asked += [{"type": "AnswerChoice", "answer": answer} for answer in ([], ["yes"], ["c1"], [[0, 0]], [1])]
    asked += [{"type": "AnswerSecretly", "answer": [card]} for card in cards]
    asked += [{"type": "TakeAction", "slot": slot, "source": "card", "index": 0} for slot in (1, 2, 3)]
    return asked


def shuffles(play: Play, label: str) -> list[int]:
    """The numbers of the draws of that name."""
    facts = facts_of(MAYA, play.entries)
    return [fact.number for _, fact in facts if isinstance(fact, ChanceDrawn) and fact.label == label]


def swapped(world: World, number: int, one: int, other: int) -> World:
    """The world in which a shuffle laid two things the other way round."""
    order = list(world.results[number])
    order[one], order[other] = order[other], order[one]
    return otherwise(world, number, tuple(order))


def history_of(play: Play, entries: list[Entry]) -> History:
    other = History(MAYA, play.match_id)
    other.extend(entries)
    return other


def given(history: History, viewer: str) -> dict[str, Any]:
    """All that a viewer is ever given, hashes left out; as `everything`, but as values, which takes less time."""
    seat = seat_of(viewer)
    shown: dict[str, Any] = {
        "entries": masked(history.entries_json(viewer)),
        "timeline": history.timeline(viewer),
        "views": [{**history.view(viewer, step.seq), "link": ""} for step in history.steps],
        "known": {**history.redacted(viewer).view(viewer), "link": ""},
        "summary": {**history.summary(seat), "head": ""},
    }
    if seat is not None:
        shown["offers"] = history.offers(seat)
        shown["refusals"] = [answer_to(history, probe, seat) for probe in probes()]
    return shown


def assert_alike(play: Play, other: History, viewer: str, why: str) -> None:
    """Both worlds give a viewer the same, and yet they are two."""
    mine, theirs = given(play.history(), viewer), given(other, viewer)
    for kind, shown in mine.items():
        assert shown == theirs[kind], f"{kind} of {viewer}: {why}"
    assert other.head.link != play.scribe.head.link
    assert other.state != play.state


def deck_as_shuffled(play: Play, seat: int) -> tuple[str, ...]:
    """The deck of a seat as it was shuffled at the start."""
    for _, fact in facts_of(MAYA, play.entries):
        if isinstance(fact, e.DeckShuffled) and fact.seat == seat:
            assert fact.order is not None
            return tuple(fact.order)
    raise AssertionError("no deck was shuffled")


def places_held(play: Play, seat: int) -> tuple[list[int], list[int]] | None:
    """The places in the first deck of the cards still in hand and still in the deck; None where it cannot be told."""
    deck = deck_as_shuffled(play, seat)
    held: list[int] = []
    drawn = 0
    for _, fact in facts_of(MAYA, play.entries):
        if getattr(fact, "seat", None) != seat and not isinstance(fact, e.CardsSlid):
            continue
        left: tuple[str, ...] = ()
        match fact:
            case e.CardsPeeked() | e.CardsPutBack() | e.DeckShuffled(why="reshuffle" | "search"):
                return None
            case e.CardsDrawn(count=count):
                held += range(drawn, drawn + count)
                drawn += count
            case e.CardPrepared(source="hand", card=str(card)):
                left = (card,)
            case e.RelicEquipped(card=card) | e.SpellPlayed(card=card):
                left = (card,)
            case e.CardsDiscarded(cards=cards, why=why) if why != "spell":
                left = tuple(cards)
        for card in left:
            held.remove(next(place for place in held if deck[place] == card))
    return held, list(range(drawn, len(deck)))


def hand_twin(play: Play, seat: int, dice: Dice, wanted: tuple[str, ...] = ()) -> list[Entry] | None:
    """The same match with another card in a seat's hand, exchanged for one in its deck; None where that cannot be."""
    places = places_held(play, seat)
    if places is None or not places[0] or not places[1]:
        return None
    deck = deck_as_shuffled(play, seat)
    held = [place for place in places[0] if not wanted or deck[place] in wanted]
    if not held:
        return None
    one = held[dice.below(len(held))]
    others = [place for place in places[1] if deck[place] != deck[one] and deck[place] not in wanted]
    if not others:
        return None
    world = world_of(MAYA, play.match_id, play.entries)
    (number,) = shuffles(play, f"deck.{seat}")
    return built(swapped(world, number, one, others[dice.below(len(others))]))


@pytest.mark.parametrize("moves", [12, 60])
@pytest.mark.parametrize("arena", [one for one in ARENAS if "share_hands" not in one.options], ids=str)
def test_another_card_in_a_hand_changes_nothing_for_anybody_else(arena: Arena, moves: int) -> None:
    compared = 0
    for seed in range(8):
        if compared >= arena.seats:
            break
        play = played(arena, 50 + seed, moves)
        dice = Dice(seed)
        for seat in (1, arena.seats):
            entries = hand_twin(play, seat, dice)
            if entries is None:
                continue
            other = history_of(play, entries)
            for viewer in viewers(arena.seats):
                if viewer != seat_viewer(seat):
                    assert_alike(play, other, viewer, f"{arena}, seed {50 + seed}, hand of seat {seat}")
                    compared += 1
            own = seat_viewer(seat)
            assert masked(play.history().view(own)) != masked(other.view(own)), "its owner does see the difference"
    assert compared, f"no match of {arena} has twins"


def test_nobody_can_tell_from_who_is_asked_and_when_who_could_have_reacted() -> None:
    # The twin holds no Reaction where the first world holds one: windows, prompts and log are the same.
    compared = windows = 0
    for seed in range(60, 100):
        if compared >= 4 and windows > 3:
            break
        play = played(ARENAS[0], seed, 30)
        for seat in (1, 2):
            entries = hand_twin(play, seat, Dice(seed), REACTIONS)
            if entries is None:
                continue
            other = history_of(play, entries)
            for viewer in viewers(2):
                if viewer != seat_viewer(seat):
                    assert_alike(play, other, viewer, f"a Reaction of seat {seat}, seed {seed}")
            compared += 1
            windows += sum(
                isinstance(fact, e.ReactionWindowOpened) and seat in fact.seats
                for _, fact in facts_of(MAYA, play.entries)
            )
    assert compared >= 3
    assert windows > 3, "they were asked in the meantime"


def preparing(arena: Arena, seed: int) -> tuple[Play, int]:
    """A match in which everybody prepares, and a seat that has not done so yet."""
    play = played(arena, seed, 8, until=lambda play: play.state.table.phase == "prepare")
    return play, play.waiting()[0]


@pytest.mark.parametrize("seed", [100, 102, 103])
def test_which_of_two_cards_lies_face_down_is_its_owners_alone(seed: int) -> None:
    play, seat = preparing(ARENAS[1], seed)
    held = [str(card) for card in play.state.table.seat(seat).cards.hand]
    first, second = list(dict.fromkeys(card for card in held if PACK.cards[card].type == "action"))[:2]
    play.submit(i.PrepareCard(seat, first))
    world = world_of(MAYA, play.match_id, play.entries)
    _, actor, at = world.asked[-1]
    asked = (*world.asked[:-1], (i.PrepareCard(seat, second), actor, at))
    entries = built(evolve(world, asked=asked, secret=bytes(byte ^ 0x5A for byte in world.secret)))
    assert entries is not None
    other = history_of(play, entries)
    for viewer in viewers(2):
        if viewer != seat_viewer(seat):
            assert_alike(play, other, viewer, f"seed {seed}")
    own = seat_viewer(seat)
    assert masked(play.history().view(own)) != masked(other.view(own)), "its owner knows which it is"


@pytest.mark.parametrize("seed", [130, 131, 132])
def test_a_random_fragment_is_unknown_even_to_its_owner_until_it_is_turned_up(seed: int) -> None:
    play, seat = preparing(ARENAS[1], seed)
    play.submit(i.PrepareCard(seat, ""))
    drawn, pool = play.state.table.seat(seat).slots[0].card, play.state.table.pool
    place = next(place for place, card in enumerate(pool, start=1) if card != drawn)
    world = world_of(MAYA, play.match_id, play.entries)
    entries = built(swapped(world, shuffles(play, "fragments")[-1], 0, place))
    assert entries is not None
    other = history_of(play, entries)
    assert other.state.table.seat(seat).slots[0].card != drawn
    for viewer in viewers(2):
        assert_alike(play, other, viewer, f"seed {seed}")
    assert masked(play.history().view("auditor")) != masked(other.view("auditor"))


@pytest.mark.parametrize("arena", ARENAS[::3], ids=str)
def test_the_order_of_decks_and_of_the_objective_pile_is_nobodys(arena: Arena) -> None:
    play = played(arena, 21, 30)
    world = world_of(MAYA, play.match_id, play.entries)
    (number,) = shuffles(play, "objectives")
    left = len(play.state.table.objectives.deck)
    last = len(world.results[number]) - 1
    entries = built(swapped(world, number, last, last - left + 1))
    assert entries is not None
    for viewer in viewers(arena.seats):
        assert_alike(play, history_of(play, entries), viewer, "the objective pile")
    deck = deck_as_shuffled(play, 1)
    below = len(play.state.table.seat(1).cards.deck)
    places = range(len(deck) - below, len(deck))
    one, other = next((a, b) for a in places for b in places if deck[a] != deck[b])
    (number,) = shuffles(play, "deck.1")
    entries = built(swapped(world, number, one, other))
    assert entries is not None
    for viewer in viewers(arena.seats):
        assert_alike(play, history_of(play, entries), viewer, "the deck of seat 1")


def test_teammates_who_share_hands_see_the_difference_and_others_do_not() -> None:
    play = played(ARENAS[2], 31, 12)
    entries = next(found for seed in range(9) if (found := hand_twin(play, 1, Dice(seed))) is not None)
    other = history_of(play, entries)
    differ = [v for v in viewers(4) if masked(play.history().view(v)) != masked(other.view(v))]
    assert differ == ["seat:1", "seat:3"]
    for viewer in ("spectator", "seat:2", "seat:4"):
        assert_alike(play, other, viewer, "a shared hand")


# -- canaries

CANARY = "Zyxquarn"
FILE = "cards_dangsa.toml"


def marked_content() -> dict[str, str]:
    """The built-in cards of one champion, each with a name that nothing else is called."""
    text = (resources.files("domain.maya.content") / FILE).read_text(encoding="utf-8")
    return {FILE: re.sub(r'^name = "(.*)"$', rf'name = "{CANARY} \1"', text, flags=re.MULTILINE)}


def without_content(value: Any) -> Any:
    """JSON without a host's own files, which everybody may read."""
    if isinstance(value, list):
        return [without_content(item) for item in value]
    if isinstance(value, dict):
        return {name: without_content(item) for name, item in value.items() if name != "content"}
    return value


def scan(history: History, viewer: str) -> str:
    """All that a viewer is given, as text."""
    seat = seat_of(viewer)
    given: dict[str, Any] = {
        "entries": history.entries_json(viewer),
        "timeline": history.timeline(viewer),
        "views": [history.view(viewer, step.seq) for step in history.steps],
        "summary": history.summary(seat),
        "export": [json.loads(line) for line in dumps(match_file(history.entries(), viewer)).splitlines()],
    }
    if seat is not None:
        given["offers"] = history.offers(seat)
    return json.dumps(without_content(given))


def shown_cards(history: History) -> set[str]:
    """The cards that have lain open at some time."""
    found: set[str] = set()
    for _, fact in facts_of(MAYA, history.entries()):
        match fact:
            case e.CardsFlipped(flips=flips):
                found |= {flip.card for flip in flips}
            case e.RelicEquipped(card=card) | e.SpellPlayed(card=card):
                found.add(card)
            case e.CardsDiscarded(cards=cards) | e.CardRevealed(cards=cards):
                found |= set(cards)
    return found


def own_cards() -> dict[str, str]:
    """Id and marked name of each card of the marked champion's deck."""
    return {card: f"{CANARY} {PACK.cards[card].name}" for card in PACK.champions["dangsa"].starter}


@pytest.mark.parametrize("reactions", [False, True])
def test_a_card_that_nobody_has_shown_is_nowhere_but_with_its_holder(reactions: bool) -> None:
    checked = 0
    for seed in (4, 5):
        options = {"mode": "siege-1v1", "reactions": reactions}
        play = Play(MAYA, 2, options, seed=seed, names=NAMES[:2], content=marked_content())
        play.submit(i.SelectChampion(1, "dangsa"))
        play.submit(i.SelectChampion(2, "kshar"))
        dice = Dice(seed)
        for _ in range(45):
            play.step(MAYA.bots["random"], dice)
        history = play.history()
        seen = shown_cards(history)
        secret = {card: name for card, name in own_cards().items() if card not in seen}
        for viewer in ("spectator", "seat:2"):
            text = scan(history, viewer)
            leaks = [card for card, name in secret.items() if f'"{card}"' in text or name in text]
            assert leaks == [], f"{viewer}, seed {seed}"
            assert any(name in text for card, name in own_cards().items() if card in seen), "a scan finds what is there"
            checked += len(secret)
        for holder in ("seat:1", "auditor"):
            assert any(name in scan(history, holder) for name in secret.values())
    assert checked > 15


def test_a_refusal_tells_nothing_of_other_hands() -> None:
    play = played(ARENAS[0], 14, 40)
    dice = Dice(1)
    seat = next(seat for seat in (1, 2) if hand_twin(play, seat, dice) is not None)
    entries = hand_twin(play, seat, dice)
    assert entries is not None
    other = history_of(play, entries)
    asking = 3 - seat
    mine = everything(play.history(), seat_viewer(asking), probes(PACK.cards))
    assert mine["refusals"] == everything(other, seat_viewer(asking), probes(PACK.cards))["refusals"]
