"""Random play through the offers: it always ends, and at every step the table is as the rules want it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from domain.arcanya import cards, events
from domain.arcanya import state as state_records
from domain.arcanya.cards import MANEUVERS, POWER_OF
from domain.arcanya.content.loader import load_pack
from domain.arcanya.game import ARCANYA
from domain.arcanya.intents import (
    DeclineSchool,
    DiscardAfterHit,
    DiscardToHandSize,
    PlaceGuard,
    PlayAlter,
    PlayAttune,
    PlayDeflect,
    PlayDispel,
    PlayDodge,
    PlayPower,
    PlayReflect,
    Resonance,
    TakeHit,
    UseAbility,
    UseSchool,
)
from domain.arcanya.state import DEFEND, SETUP, Trial
from domain.kernel import frames
from domain.kernel import game as protocol
from domain.kernel.chance import ScriptedChance, SealedChance
from domain.kernel.codec import Scribe
from domain.kernel.entries import Head, first_link, redact
from domain.kernel.freeze import digest, freeze_bytes, record_classes, thaw_bytes
from domain.kernel.game import Refused
from domain.kernel.lifecycle import CreateMatch, SeatPlan, StartMatch
from domain.kernel.match import BLANK, MatchRules
from tests.rules.arcanya.play import Table, filled, hidden_from, is_offered, redacted

STEPS_MAX = 3_000  # random trials end after some hundred answers

OPTIONS: dict[str, dict[str, Any]] = {
    "basic": {},
    "basic, alter+": {"alter_plus": True},
    "basic, dispel+": {"dispel_plus": True},
    "basic, alter+ and dispel+": {"alter_plus": True, "dispel_plus": True},
    "basic, no Students": {"no_students": True},
    "basic, no Students, alter+ and dispel+": {"no_students": True, "alter_plus": True, "dispel_plus": True},
    "basic, group 1": {"student_pool": "group1"},
    "advanced": {"mode": "advanced"},
    "advanced, alter+": {"mode": "advanced", "alter_plus": True},
    "advanced, dispel+": {"mode": "advanced", "dispel_plus": True},
    "advanced, alter+ and dispel+": {"mode": "advanced", "alter_plus": True, "dispel_plus": True},
    "advanced, group 1": {"mode": "advanced", "student_pool": "group1"},
}
BY_OPTIONS = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)


def seats_for(options: dict[str, Any]) -> range:
    return range(2, 7 if options.get("student_pool") == "group1" else 11)


def played(seed: int, seats: int, options: dict[str, Any]) -> Iterator[tuple[Trial, Any, list[Any], Trial]]:
    """Each step of a random trial: the position, the intent, its events, the position after."""
    dice = random.Random(f"{seed} {seats} {sorted(options.items())}")
    table = Table.dealt(seats=seats, seed=dice.getrandbits(256), **options)
    for _ in range(STEPS_MAX):
        before = table.trial
        if before.ending is not None:
            return
        (request,) = ARCANYA.awaiting(before)
        offers = ARCANYA.offers(before, request.seat)
        assert offers, f"seat {request.seat} is asked and may do nothing ({seed=}, {seats=}, {options=})"
        intent = filled(dice.choice(offers), dice)
        caused = ARCANYA.decide(before, intent, table.chance)
        table._happen(caused)
        yield before, intent, table.events, table.trial
    raise AssertionError(f"no end after {STEPS_MAX} answers ({seed=}, {seats=}, {options=})")


def cards_in(trial: Trial) -> Counter[Any]:
    """Every card of the Power Source, wherever it lies."""
    found = Counter(trial.deck) + Counter(trial.discard)
    for student in trial.students:
        found += Counter(student.hand) + Counter([guard.card for guard in student.guards])
    return found


@BY_OPTIONS
def test_play_reaches_the_end_with_the_table_in_order(options: dict[str, Any]) -> None:
    every_card = Counter(load_pack().deck(advanced=options.get("mode") == "advanced"))
    for seats in seats_for(options):
        questions = set()
        short: set[int] = set()
        last: Trial | None = None
        for before, _, happened, after in played(1, seats, options):
            where = f"{seats=}, {options=}, answer {before.answers}"
            (request,) = ARCANYA.awaiting(before)
            assert request.decision not in questions, f"a question is asked twice: {where}"
            questions.add(request.decision)
            assert cards_in(after) == every_card, where
            assert after.sphere is not None and after.sphere.power >= 1, where
            assert after.sphere.target != after.sphere.sender, where
            short |= {one.seat for one in happened if one.TYPE == "HandShort"}
            if after.phase == DEFEND:
                for student in after.students:
                    assert len(student.hand) == student.hand_size or student.seat in short, where
                    assert student.hand_size == (5 if len(student.shields) == 3 else 4), where
            last = after
        assert last is not None and last.ending is not None
        shields = sum([len(student.shields) + len(student.won) for student in last.students])
        assert shields == 3 * seats, "no Shield is lost from the game: nobody is hit by a fresh Sphere"
        assert ARCANYA.awaiting(last) == ()


@BY_OPTIONS
def test_whatever_is_offered_is_accepted_and_nothing_else(options: dict[str, Any]) -> None:
    refused: Counter[str] = Counter()
    for seats in (2, 3, 5):
        dice = random.Random(seats)
        for number, (before, _, _, _) in enumerate(played(2, seats, options)):
            if number % 3:
                continue
            (request,) = ARCANYA.awaiting(before)
            for offer in ARCANYA.offers(before, request.seat):
                decided(before, filled(offer, dice))
            for intent in dice.sample(candidates(before, request.seat, dice), 60):
                try:
                    decided(before, intent)
                except Refused as refusal:
                    refused[refusal.code] += 1
                    assert not is_offered(before, intent), f"{intent} was offered: {refusal}"
                else:
                    assert is_offered(before, intent), f"{intent} is accepted, but was not offered"
    assert len(refused) >= 8, refused


def decided(trial: Trial, intent: Any) -> list[Any]:
    return list(ARCANYA.decide(trial, intent, ScriptedChance({})))


def candidates(trial: Trial, asked: int, dice: random.Random) -> list[Any]:
    """All sorts of intents, legal or not."""
    faces = [*POWER_OF, *MANEUVERS]
    hand = [card for card in trial.student(asked).hand if card is not None] or faces
    guards = [None, *range(1, trial.guards_made + 2)]
    wishes = [None, *[Resonance("target", to) for to in range(trial.seats + 2)]]
    wishes += [Resonance("discard_school"), Resonance("activate_school"), Resonance("discard_school", 1)]
    found: list[Any] = []
    for seat in dict.fromkeys([asked, asked, dice.randint(1, trial.seats)]):
        found += [
            PlayPower(seat, card, guard, mode, wish)
            for card in {*hand, dice.choice(faces)}
            for guard in guards[-4:]
            for mode in (None, "reduce", "boost")
            for wish in dice.sample(wishes, 3)
        ]
        found += [PlayDeflect(seat, to) for to in range(trial.seats + 2)]
        found += [PlayDodge(seat), PlayReflect(seat), PlayDispel(seat), PlayAttune(seat), PlayDodge(seat, "power-3")]
        found += [PlayAlter(seat, sign, card) for sign in ("+", "-", "0") for card in (None, *faces)]
        found += [TakeHit(seat), DeclineSchool(seat)]
        found += [PlaceGuard(seat, card) for card in faces]
        for _ in range(12):
            some = tuple(dice.sample(hand, dice.randint(0, len(hand))))
            found += [DiscardAfterHit(seat, some), DiscardToHandSize(seat, some)]
            params: dict[str, Any] = dice.choice(
                [
                    {},
                    {"change": dice.randint(-4, 4)},
                    {"target_seat": dice.randint(0, trial.seats)},
                    {"target_seat": dice.randint(1, trial.seats), "change": 1, "direction": "cw"},
                    {"resonance": "target", "target_seat": dice.randint(1, trial.seats)},
                    {"resonance": "discard_school"},
                ]
            )
            found += [UseAbility(seat, params, some[:3]), UseSchool(seat, params, some[:3])]
    return found


@BY_OPTIONS
def test_each_seat_can_fold_what_it_was_sent_and_knows_no_more(options: dict[str, Any]) -> None:
    for seats in (2, 4, 6):
        known: dict[int, Trial] = {}
        for before, _, happened, after in played(3, seats, options):
            for viewer in range(seats + 1):
                trial = known.get(viewer) or hidden_from(before, viewer)
                for event in happened:
                    trial = ARCANYA.evolve(trial, redacted(event, viewer))
                known[viewer] = trial
                assert hidden_from(after, viewer) == hidden_from(trial, viewer), f"viewer {viewer}, {happened}"
                for student in trial.students:
                    if student.seat != viewer and not student.revealed:
                        assert set(student.hand) <= {None}, f"seat {viewer} knows cards of seat {student.seat}"
                assert set(trial.deck) <= {None}


def test_a_match_folds_the_same_from_its_entries_for_every_reader() -> None:
    rules = MatchRules(ARCANYA)
    for seats, options in ((3, OPTIONS["advanced, alter+ and dispel+"]), (5, OPTIONS["basic"])):
        dice = random.Random(seats)
        secret = dice.randbytes(32)
        asked = CreateMatch("m1", "arcanya", options, tuple([SeatPlan("bot") for _ in range(seats)]))
        scribe = Scribe(secret, Head(0, first_link("m1")))
        state, log = BLANK, []
        intent: Any = asked
        caused = rules.create(asked, secret=secret.hex())
        for event in caused:
            state = rules.evolve(state, event)
        while True:
            log += scribe.write(intent, caused, actor="host", at=0, rules=1)
            if state.started and rules.over(state):
                break
            if state.started:
                (request,) = rules.awaiting(state)
                intent = filled(dice.choice(rules.offers(state, request.seat)), dice)
            else:
                intent = StartMatch()
            caused, state = rules.step(state, intent)
        assert digest(rules.fold(log)) == digest(state)
        frozen = freeze_bytes(state.table)
        assert freeze_bytes(thaw_bytes(frozen, record_classes(state_records, cards, frames, protocol))) == frozen
        for viewer in range(seats + 1):
            sent = rules.fold([redact(entry, {f"seat:{viewer}"}) for entry in log])
            assert hidden_from(sent.table, viewer) == hidden_from(state.table, viewer)


def test_random_play_meets_every_event_but_those_of_hosts_own_cards() -> None:
    met: set[str] = set()
    for options in (OPTIONS["advanced, alter+ and dispel+"], OPTIONS["advanced"]):
        for seats in range(2, 11):
            for seed in range(3):
                table = Table.dealt(seats=seats, seed=seed, **options)
                met |= set(table.happened)
                for _, _, happened, _ in played(seed, seats, options):
                    met |= {event.TYPE for event in happened}
    declared = {name for name, thing in vars(events).items() if hasattr(thing, "PLAN")}
    # No built-in card moves cards between hands or makes one draw too many, and no hand was ever short.
    assert declared - met == {"CardTaken", "CardsSwapped", "HandAdjustRequired", "HandShort"}


def test_same_seed_gives_the_same_trial() -> None:
    one, other = Table.dealt(seed=7, mode="advanced"), Table.dealt(seed=7, mode="advanced")
    assert one.trial == other.trial != Table.dealt(seed=8, mode="advanced").trial


def test_nothing_is_asked_before_the_start() -> None:
    table = Table.dealt(seed=1)
    assert table.start.phase == SETUP
    assert ARCANYA.awaiting(table.start) == ()
    assert SealedChance(bytes(32), 0).draws == []


@pytest.mark.slow
@BY_OPTIONS
def test_hundreds_of_random_trials_end(options: dict[str, Any]) -> None:
    for seed in range(100):
        for seats in seats_for(options):
            for _ in played(seed, seats, options):
                pass
