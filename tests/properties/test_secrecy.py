"""Nothing hidden leaks: what a viewer gets is a function of what that viewer may know."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from typing import Any

import pytest

from domain.arcanya import events as e
from domain.arcanya.cards import MANEUVERS, POWER_OF
from domain.arcanya.content.loader import load_pack, pack_from_data
from domain.arcanya.intents import PlaceGuard, UseAbility
from domain.kernel.entries import Head
from domain.kernel.game import Refused
from domain.kernel.lifecycle import ChanceDrawn
from domain.kernel.match import BLANK, MatchState
from projections.bots import RANDOM, Dice
from projections.history import History
from projections.matchfile import dumps, match_file
from projections.plugin import Plugin
from projections.timeline import narrated
from projections.views import entry_for, fact_for, match_view, offers_view, seat_of, seat_viewer
from tests.playing import Play
from tests.properties.trials import ARCANYA, HANDS_CHANGE, TRIALS, Trial
from tests.properties.worlds import (
    built,
    deck_draw,
    everything,
    facts_of,
    masked,
    otherwise,
    unseen_places,
    world_of,
)
from tests.toy.plugin import TOY

NAMES = ("Marta", "Jon", "Ines", "Olav", "Pia", "Rui", "Sami", "Tove", "Uwe", "Vera")


def played(trial: Trial, seed: int, moves: int | None = None, bot: str = "random") -> Play:
    """A trial played by bots, to its end or for so many moves."""
    play = Play(ARCANYA, trial.seats, trial.options, seed=seed, names=NAMES[: trial.seats], content=trial.content)
    dice = Dice(seed)
    for _ in itertools.count() if moves is None else range(moves):
        if not play.waiting():
            break
        play.step(ARCANYA.bots[bot], dice)
    return play


def viewers(seats: int) -> list[str]:
    return ["spectator", *map(seat_viewer, range(1, seats + 1))]


# -- folding what one was sent gives what one sees


def assert_a_view_is_what_was_sent(plugin: Plugin, play: Play) -> None:
    for viewer in viewers(len(play.state.holders)):
        full: MatchState = BLANK
        known: MatchState = BLANK
        for entry in play.entries:
            head = Head(entry.seq, entry.link)
            (envelope, facts) = plugin.rules.reader.read(entry)
            sent = plugin.rules.reader.read(entry_for(entry, viewer)).facts
            assert sent == tuple(fact_for(fact, viewer) for fact in facts)
            if envelope.kind == "intent":
                continue
            told = narrated(plugin, full, facts, viewer)
            told_to_them = narrated(plugin, known, sent, viewer)
            assert told[0] == told_to_them[0], f"{viewer} at {entry.seq}"
            full, known = told[1], told_to_them[1]
            assert match_view(plugin, full, viewer, head) == match_view(plugin, known, viewer, head), (
                f"{viewer} at {entry.seq}"
            )
        seat = seat_of(viewer)
        if seat is not None:
            assert offers_view(plugin, full, seat) == offers_view(plugin, known, seat)


@pytest.mark.parametrize("trial", TRIALS, ids=str)
def test_a_view_is_a_function_of_what_its_viewer_was_sent(trial: Trial) -> None:
    assert_a_view_is_what_was_sent(ARCANYA, played(trial, seed=trial.seats, moves=60))


def test_it_is_to_the_end_and_beyond() -> None:
    assert_a_view_is_what_was_sent(ARCANYA, played(TRIALS[1], seed=5))


def test_it_is_in_a_game_that_is_not_arcanya() -> None:
    for seed in range(5):
        assert_a_view_is_what_was_sent(TOY, Play(TOY, 3, {"rounds": 5}, seed=seed + 1).play_out(seed=seed))


def test_offers_are_what_a_seat_can_work_out_from_its_own_log() -> None:
    play = played(TRIALS[3], seed=8, moves=0)
    dice = Dice(8)
    for _ in range(60):
        (seat,) = play.waiting()
        own = play.history().redacted(seat_viewer(seat))
        assert own.offers(seat) == play.history().offers(seat)
        play.step(RANDOM, dice)


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS, ids=str)
@pytest.mark.parametrize("seed", range(20, 30))
def test_a_view_is_a_function_of_what_its_viewer_was_sent_in_many_matches(trial: Trial, seed: int) -> None:
    bot = "greedy" if seed % 2 else "random"
    assert_a_view_is_what_was_sent(ARCANYA, played(trial, seed, bot=bot))


# -- twin worlds


def probes(seats: int) -> list[dict[str, Any]]:
    """Things a seat might ask for, most of them wrong most of the time."""
    faces = [*POWER_OF, *MANEUVERS]
    asked: list[dict[str, Any]] = [{"type": "TakeHit"}, {"type": "DeclineSchool"}, {"type": "UseSchool"}]
    asked += [{"type": "PlayPower", "card_id": face} for face in faces]
    asked += [{"type": "PlayPower", "card_id": face, "guard_id": 1} for face in POWER_OF]
    asked += [{"type": f"Play{face.capitalize()}"} for face in MANEUVERS if face not in ("deflect", "alter")]
    asked += [{"type": "PlayDeflect", "target_seat": seat} for seat in range(0, seats + 2)]
    asked += [{"type": "PlayAlter", "sign": sign} for sign in "+-0"]
    asked += [{"type": "PlayAlter", "sign": "+", "discard_card_id": face} for face in faces]
    asked += [{"type": "UseAbility", "params": params} for params in ({}, {"change": 1}, {"target_seat": 2})]
    asked += [{"type": "PlaceGuard", "card_id": face} for face in faces]
    asked += [{"type": "DiscardAfterHit", "card_ids": cards} for cards in ([], ["dodge"], faces)]
    asked += [{"type": "DiscardToHandSize", "card_ids": cards} for cards in ([], ["dodge"], faces)]
    return asked


def twins(play: Play, viewer: str, dice: Dice) -> list[Any] | None:
    """A second world that differs in two hidden cards and the secret; None where the rules tell them apart."""
    world = world_of(ARCANYA, play.match_id, play.entries)
    places = unseen_places(ARCANYA, play.entries, viewer)
    number = deck_draw(world, play.entries)
    faces = next(fact.order for _, fact in facts_of(ARCANYA, play.entries) if isinstance(fact, e.DeckBuilt)) or ()
    held = [place for place in places if place < hand_cards(play)]
    # One of the two is in somebody's hand if it can be: that is where secrets are told by mistake.
    first = (held or places)[dice.below(len(held or places))]
    others = [place for place in places if faces[place] != faces[first]]
    if not others:
        return None
    second = others[dice.below(len(others))]
    order = list(world.results[number])
    order[first], order[second] = order[second], order[first]
    return built(otherwise(world, number, tuple(order)))


def hand_cards(play: Play) -> int:
    """How many cards of the first deck have been drawn."""
    return sum(
        fact.count for _, fact in facts_of(ARCANYA, play.entries) if isinstance(fact, e.HandDealt | e.CardsDrawn)
    )


def assert_twins_look_alike(trial: Trial, seed: int, moves: int | None, tries: int) -> tuple[int, int]:
    """How many twin worlds were compared, and how many the rules told apart."""
    play = played(trial, seed, moves)
    asked = probes(trial.seats)
    compared = refused = 0
    one = play.history()
    for viewer in viewers(trial.seats):
        mine: dict[str, bytes] | None = None
        dice = Dice(seed)
        for _ in range(tries):
            entries = twins(play, viewer, dice)
            if entries is None:
                refused += 1
                continue
            other = History(ARCANYA, play.match_id)
            other.extend(entries)
            mine = mine or everything(one, viewer, asked)
            theirs = everything(other, viewer, asked)
            for kind, shown in mine.items():
                assert shown == theirs[kind], f"{kind} of {viewer} in trial {trial}, seed {seed}"
            assert one.head.link != other.head.link
            assert one.state != other.state
            compared += 1
    return compared, refused


PLAIN_TRIALS = [trial for trial in TRIALS if trial.content is None]


@pytest.mark.parametrize("moves", [3, 24, 55])
@pytest.mark.parametrize("trial", PLAIN_TRIALS, ids=str)
def test_worlds_that_differ_in_hidden_cards_give_a_viewer_the_same_bytes(trial: Trial, moves: int) -> None:
    compared, _ = assert_twins_look_alike(
        trial, seed=moves + trial.seats, moves=moves, tries=2 if trial.seats < 6 else 1
    )
    assert compared > trial.seats // 2, "most hidden cards are nobody's business but their holder's"


def test_they_do_so_after_the_end_too() -> None:
    compared = sum(assert_twins_look_alike(PLAIN_TRIALS[0], seed, None, 2)[0] for seed in range(1, 5))
    assert compared > 4


def test_the_one_whose_card_it_is_does_see_the_difference() -> None:
    play = played(PLAIN_TRIALS[3], seed=11, moves=10)
    entries = twins(play, "seat:1", Dice(4))
    assert entries is not None
    other = History(ARCANYA, play.match_id)
    other.extend(entries)
    differ = [
        viewer
        for viewer in [*viewers(4), "auditor"]
        if masked(play.history().view(viewer)) != masked(other.view(viewer))
    ]
    assert "auditor" in differ
    assert "seat:1" not in differ
    assert "spectator" not in differ
    assert len(differ) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("trial", PLAIN_TRIALS, ids=str)
@pytest.mark.parametrize("moves", [1, 8, 16, 32, 64, 90])
def test_twin_worlds_in_many_matches(trial: Trial, moves: int) -> None:
    for seed in range(100, 105):
        assert_twins_look_alike(trial, seed, moves, tries=4)


# -- canaries

CANARY = "Zyxquarn"
CANARY_TEXT = "Zyxquarn makes the Power 1."


def canary_pack() -> Any:
    """The built-in cards, with a name for Dispel that nothing else is called."""
    data: Any = json.loads(json.dumps(dict(load_pack().data)))
    for card in data["maneuver"]:
        if card["kind"] == "dispel":
            card.update(name=CANARY, text=CANARY_TEXT)
    return data


def without_legend(value: Any) -> Any:
    """JSON without the list of all faces that are in the deck, which everybody may read."""
    if isinstance(value, list):
        return [without_legend(item) for item in value]
    if isinstance(value, dict):
        return {
            name: without_legend(item)
            for name, item in value.items()
            if name not in ("cards", "faces", "content") or not (isinstance(item, dict | list) and CANARY in str(item))
        }
    return value


def keeps_dispels(play: Play, dice: Dice) -> bool:
    """A move by which no Dispel is shown, in hand or as a Guard, or False if there is none."""
    (seat,) = play.waiting()
    quiet = [
        offer.intent
        for offer in play.rules.offers(play.state, seat)
        if offer.pick is None
        and getattr(offer.intent, "guard_id", None) is None
        and not any(word in repr(offer.intent).lower() for word in ("dispel", "takehit"))
    ]
    if quiet:
        play.submit(quiet[dice.below(len(quiet))])
    return bool(quiet)


def test_the_name_of_a_card_that_nobody_has_shown_is_nowhere_but_with_its_holder() -> None:
    # Seat 1 holds two of the four and puts one down as a Guard, seat 2 holds one, the last lies deep in the deck.
    hands = ["dispel", "dispel", "power-2", "dodge", "alter"]
    hands += ["dispel", "power-3", "dodge", "reflect", "power-10"]
    hands += ["power-4", "dodge", "reflect", "power-9", "alter"]
    hands += ["dodge", "alter", "reflect", "deflect"] * 4
    yaiza = pack_from_data(canary_pack()).students[0]
    script: dict[str, Sequence[Any]] = {"deck": [hands], "first_defender": [0], "students": [[yaiza]]}
    play = Play(ARCANYA, 3, {"mode": "basic"}, names=NAMES[:3], content=canary_pack(), script=script)
    play.submit(UseAbility(1))
    play.submit(PlaceGuard(1, "dispel"))
    dice = Dice(3)
    quiet_moves = sum(1 for _ in itertools.takewhile(bool, (keeps_dispels(play, dice) for _ in range(40))))
    assert quiet_moves >= 12
    assert [guard.card for guard in play.state.table.students[0].guards] == ["dispel"]
    history = play.history()
    assert scan(history, "spectator") == []
    assert scan(history, "seat:3") == []
    for holder in ("seat:1", "seat:2"):
        assert {"entries", "timeline", "views"} <= set(scan(history, holder)), "a scan finds what is there"
    assert {"entries", "timeline", "views"} <= set(scan(history, "auditor"))


def scan(history: History, viewer: str) -> list[str]:
    """In what a viewer is given the canary's name, text or id."""
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
        given["refusals"] = list(refusals(history, seat))
    found = []
    for kind, value in given.items():
        text = json.dumps(without_legend(value)).lower()
        if any(word in text for word in (CANARY.lower(), '"dispel"', "dispel.")):
            found.append(kind)
    return found


def refusals(history: History, seat: int) -> Any:
    """What the table says to a seat that asks for what it cannot have (of cards other than the canary)."""
    for probe in probes(3):
        if "dispel" in json.dumps(probe).lower():
            continue
        try:
            ARCANYA.rules.decide(history.state, ARCANYA.rules.reader.intent(probe, seat))
        except Refused as refused:
            yield [refused.code, refused.rule, refused.sentence, refused.detail]


# -- no card can be followed through a shuffle


def reshuffled(seed: int) -> tuple[Play, int, int]:
    """A trial that has just reshuffled: the play, the draw's number, and the seat that drew from the new deck."""
    play = played(Trial(8, {"mode": "advanced"}), seed, moves=0)
    dice = Dice(seed)
    while play.waiting():
        facts = list(facts_of(ARCANYA, play.step(ARCANYA.bots["greedy"], dice)))
        for _, fact in facts:
            if isinstance(fact, e.DeckReshuffled):
                number = next(fact.number for _, fact in facts if isinstance(fact, ChanceDrawn))
                return play, number, next(fact.seat for _, fact in facts if isinstance(fact, e.CardsDrawn))
    raise AssertionError(f"the deck never ran out in trial {seed}")


def test_a_card_seen_once_cannot_be_followed_through_a_reshuffle() -> None:
    for seed in (1, 2, 3):
        play, number, drawer = reshuffled(seed)
        world = world_of(ARCANYA, play.match_id, play.entries)
        entries = built(otherwise(world, number, tuple(reversed(world.results[number]))))
        assert entries is not None
        other = History(ARCANYA, play.match_id)
        other.extend(entries)
        assert other.state.table.deck != play.state.table.deck
        for viewer in viewers(8):
            if viewer != seat_viewer(drawer):
                asked = probes(8)
                assert everything(play.history(), viewer, asked) == everything(other, viewer, asked), f"seed {seed}"


def test_a_card_is_its_face_and_equal_faces_are_one() -> None:
    play = played(Trial(4, {"mode": "advanced"}), seed=2, moves=40)
    faces = set(play.state.table.faces)
    assert len(faces) == 15
    for _, fact in facts_of(ARCANYA, play.entries):
        for name in ("card_ids", "order"):
            ids = getattr(fact, name, None)
            if isinstance(fact, e.HandDealt | e.CardsDrawn | e.DeckBuilt | e.DeckReshuffled) and ids is not None:
                assert set(ids) <= faces
    assert HANDS_CHANGE["student"] != load_pack().data["student"]
