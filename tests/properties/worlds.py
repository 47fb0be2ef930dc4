"""Twin worlds: two matches that differ in nothing but what one viewer may not know.

The second world is no edited log. The first one's intents are decided once more, under chance that gives the stated
results, so everything in it is what the rules make of a world that lies otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from domain.arcanya import events as e
from domain.kernel.chance import Draw
from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head, first_link
from domain.kernel.game import Refused
from domain.kernel.lifecycle import ChanceDrawn, CreateMatch
from domain.kernel.match import BLANK
from domain.kernel.records import evolve, record
from domain.kernel.secrecy import Event, Intent
from projections.history import History
from projections.matchfile import dumps, match_file
from projections.plugin import Plugin
from projections.views import seat_of

T = TypeVar("T")
MASK = "masked"


@record
class World:
    """A match as a list of what was asked, and the results of every draw by its number."""

    plugin: Plugin
    match_id: str
    secret: bytes
    content: Any
    asked: tuple[tuple[Intent, str, int], ...]
    results: Mapping[int, tuple[int, ...]]


class StatedChance:
    """Chance whose results are stated by draw number, whatever seed there is."""

    def __init__(self, results: Mapping[int, tuple[int, ...]], first: int) -> None:
        self._results = results
        self._first = first
        self.draws: list[Draw] = []

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        number = self._first + len(self.draws)
        order = self._results[number]
        assert len(order) == len(things), "the worlds part in what is public"
        self.draws.append(Draw(number, label, "shuffle", len(things), order))
        return tuple(things[place] for place in order)

    def below(self, bound: int, label: str) -> int:
        number = self._first + len(self.draws)
        (result,) = self._results[number]
        assert result < bound, "the worlds part in what is public"
        self.draws.append(Draw(number, label, "below", bound, (result,)))
        return result


def world_of(plugin: Plugin, match_id: str, entries: Sequence[Entry]) -> World:
    """The world that a full log tells of."""
    asked: list[tuple[Intent, str, int]] = []
    results: dict[int, tuple[int, ...]] = {}
    secret, content = "", None
    for envelope, fact in facts_of(plugin, entries):
        if envelope.kind == "intent":
            asked.append((fact, envelope.actor, envelope.at))
        elif isinstance(fact, ChanceDrawn):
            assert fact.result is not None, "a full log"
            results[fact.number] = fact.result
        elif fact.TYPE == "MatchCreated":
            secret, content = fact.secret, fact.content
    return World(plugin, match_id, bytes.fromhex(secret), content, tuple(asked), results)


def facts_of(plugin: Plugin, entries: Sequence[Entry]) -> Iterator[tuple[Any, Event]]:
    for entry in entries:
        envelope, facts = plugin.rules.reader.read(entry)
        for fact in facts:
            yield envelope, fact


def built(world: World) -> list[Entry] | None:
    """The log of a world; None where the rules refuse something that was asked in the other one."""
    rules = world.plugin.rules
    scribe = Scribe(world.secret, Head(0, first_link(world.match_id)))
    state, entries = BLANK, list[Entry]()
    for intent, actor, at in world.asked:
        if isinstance(intent, CreateMatch):
            events = rules.create(intent, secret=world.secret.hex(), content=world.content)
        else:
            try:
                events = rules.decide(state, intent, StatedChance(world.results, state.draws))
            except Refused:
                return None
        for event in events:
            state = rules.evolve(state, event)
        entries += scribe.write(intent, events, actor=actor, at=at, rules=rules.game.rules_version)
    return entries


def otherwise(world: World, draw: int, order: tuple[int, ...]) -> World:
    """The world with another result of one draw, and another secret."""
    secret = bytes(byte ^ 0x5A for byte in world.secret)
    return evolve(world, secret=secret, results={**world.results, draw: order})


# -- which cards somebody has seen


def deck_draw(world: World, entries: Sequence[Entry]) -> int:
    """The number of the draw that shuffled the deck at the start."""
    for _, fact in facts_of(world.plugin, entries):
        if isinstance(fact, ChanceDrawn) and fact.label == "deck":
            return fact.number
    raise AssertionError("the deck was never shuffled")


def unseen_places(plugin: Plugin, entries: Sequence[Entry], viewer: str) -> list[int]:
    """The places in the first deck of the cards whose face this viewer has never seen, by following every card.

    Cards are followed by place through the first deck, hands and Guards; whatever is played, discarded, shown or in
    the viewer's own hand is seen. Of equal faces in a hand the first leaves it, like everywhere.
    """
    me = seat_of(viewer)
    faces: tuple[str, ...] = ()
    deck: list[int] = []
    hands: dict[int, list[int]] = {}
    guards: dict[int, int] = {}
    seen: set[int] = set()
    for _, fact in facts_of(plugin, entries):
        match fact:
            case e.DeckBuilt(order=tuple(order)):
                faces, deck = order, list(range(len(order)))
            case e.HandDealt(seat=seat, count=count) | e.CardsDrawn(seat=seat, count=count):
                drawn, deck = deck[:count], deck[count:]
                hands.setdefault(seat, []).extend(drawn)
                if seat == me:
                    seen.update(drawn)
            case e.DeckReshuffled(size=size):
                # Everything in it was seen in the discard pile, so it is nobody's secret which cards these are.
                deck += [-1] * size
            case e.PowerCardPlayed(seat=seat, card_id=face) | e.ManeuverPlayed(seat=seat, card_id=face):
                seen.add(_leaves(hands[seat], faces, face))
            case e.GuardPlaced(seat=seat, guard_id=guard, card_id=str(face)):
                guards[guard] = _leaves(hands[seat], faces, face)
            case e.GuardSpent(guard_id=guard):
                seen.add(guards.pop(guard))
            case e.GuardsCleared(guards=cleared):
                seen.update(guards.pop(guard.guard_id) for guard in cleared)
            case e.CardsDiscarded(seat=seat, card_ids=cards):
                seen.update(_leaves(hands[seat], faces, face) for face in cards)
            case e.HandsRevealed(seat=seat):
                seen.update(hands[seat])
            case _:
                assert not isinstance(fact, e.CardTaken | e.CardsSwapped), "not followed here"
    followed = {place for hand in hands.values() for place in hand} | set(deck) | set(guards.values())
    return sorted(followed - seen - {-1})


def _leaves(hand: list[int], faces: tuple[str, ...], face: str) -> int:
    # A card of a reshuffled deck has no place any more; it can be any of these.
    for at, place in enumerate(hand):
        if place >= 0 and faces[place] == face:
            return hand.pop(at)
    hand.remove(-1)
    return -1


# -- everything that a viewer gets


def everything(history: History, viewer: str, probes: Sequence[Any]) -> dict[str, bytes]:
    """All that a viewer is ever given of a match, as bytes by kind.

    Commitments, links and salts are masked: they are hashes with a salt of what is hidden, and differ by design
    (so does the commitment to the secret, and the secret itself once it is told).
    """
    seat = seat_of(viewer)
    given: dict[str, Any] = {
        "entries": history.entries_json(viewer),
        "timeline": history.timeline(viewer),
        "views": [history.view(viewer, step.seq) for step in history.steps],
        "summary": history.summary(seat),
        "export": [json.loads(line) for line in dumps(match_file(history.entries(), viewer)).splitlines()],
        "known": history.redacted(viewer).view(viewer),
    }
    if seat is not None:
        given["offers"] = history.offers(seat)
        given["refusals"] = [answer_to(history, probe, seat) for probe in probes]
    return {kind: json.dumps(masked(value), sort_keys=True).encode() for kind, value in given.items()}


def masked(value: Any) -> Any:
    """JSON without the hashes."""
    if isinstance(value, list):
        return [masked(item) for item in value]
    if isinstance(value, dict):
        hashes = ("link", "commitment", "salt", "secret")
        return {name: MASK if name in hashes else masked(item) for name, item in value.items()}
    return value


def answer_to(history: History, probe: Any, seat: int) -> Any:
    """What the table answers to an intent of this seat: the refusal in full, or just that it would be accepted."""
    rules = history.plugin.rules
    try:
        intent = rules.reader.intent(probe, seat)
        rules.decide(history.state, intent, _AnyChance(history.state.draws))
    except Refused as refused:
        return [refused.code, refused.rule, refused.sentence, refused.detail]
    return "accepted"


class _AnyChance:
    """Chance for a decision whose events nobody looks at."""

    def __init__(self, first: int) -> None:
        self._first = first
        self.draws: list[Draw] = []

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        return tuple(things)

    def below(self, bound: int, label: str) -> int:
        return 0
