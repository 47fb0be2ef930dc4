"""Random play through the offers: it always ends, and at every step the table is as the rules want it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import attrs
import pytest

from domain.kernel.chance import ScriptedChance
from domain.kernel.entries import redact
from domain.kernel.freeze import digest, freeze_bytes, thaw_bytes
from domain.kernel.game import Refused
from domain.kernel.match import BLANK
from domain.kernel.records import evolve
from domain.maya import events, intents
from domain.maya.game import MAYA
from domain.maya.hexes import Hex
from domain.maya.state import State
from tests.invariants.maya import broken
from tests.rules.maya.play import UNLISTED, is_offered, redacted
from tests.rules.maya.playouts import ALL, BUILT, MODES, OTHERS, REACTIONS, RULES, as_known, filled, played

Setting = tuple[int, dict[str, Any]]
EVERYWHERE = pytest.mark.parametrize("setting", ALL.values(), ids=ALL)
BY_MODE = pytest.mark.parametrize("setting", MODES.values(), ids=MODES)
SOME = {name: ALL[name] for name in ("siege 1v1 with reactions", "siege 2v2 with reactions", "headhunters for 3")}

NEVER = {
    # The box holds no items.
    *("PickUpItem", "ItemPicked", "DeclineItem", "ItemDeclined"),
    # What an aggroed minion must do is all that is offered, and then it stops of itself.
    "EndAggroMinion",
}


@EVERYWHERE
def test_play_reaches_the_end_with_the_table_in_order(setting: Setting) -> None:
    seats, options = setting
    asked: set[tuple[int, str]] = set()
    for step in played(1, seats, options):
        where = f"answer {step.number} of seed 1, {seats=}, {options=}: {step.intent}"
        assert list(broken(step.before, step.intent, step.events, step.after)) == [], where
        requests = RULES.awaiting(step.after)
        for request in requests:
            assert RULES.offers(step.after, request.seat), where
        new = {(request.seat, request.decision) for request in requests}
        old = {(request.seat, request.decision) for request in RULES.awaiting(step.before)}
        assert not (new - old) & asked, f"a question is asked twice: {where}"
        asked |= new
    outcome = RULES.outcome(step.after)
    assert outcome is not None and outcome.winners
    assert RULES.awaiting(step.after) == ()
    known = ("towers", "deaths") if options["mode"].startswith("siege") else ("rounds", "points")
    assert outcome.reasons[0] in known


@EVERYWHERE
def test_play_goes_on_when_seats_give_up_or_correct_the_table(setting: Setting) -> None:
    seats, options = setting
    met: Counter[str] = Counter()
    for step in played(5, seats, options, unruly=True):
        where = f"answer {step.number} of seed 5, unruly, {seats=}, {options=}: {step.intent}"
        assert list(broken(step.before, step.intent, step.events, step.after)) == [], where
        for request in RULES.awaiting(step.after):
            assert request.seat not in step.after.table.conceded, where
            assert RULES.offers(step.after, request.seat), where
        met.update(type(event).__name__ for event in step.events)
    assert RULES.outcome(step.after) is not None
    assert met["RulingProposed"] >= met["RulingApplied"] + met["RulingDropped"] >= 1


@BY_MODE
def test_whatever_is_offered_is_accepted_and_nothing_else(setting: Setting) -> None:
    seats, options = setting
    options = {**options, "reactions": True}
    dice = random.Random(seats)
    pool: list[Any] = []
    refused: Counter[str] = Counter()
    for step in played(2, seats, options):
        if not step.after.started or RULES.over(step.after):
            continue
        state: State = step.after.table
        for request in RULES.awaiting(step.after):
            offers = RULES.offers(step.after, request.seat)
            if step.number % 5 == 0:
                for offer in dice.sample(offers, min(len(offers), 25)):
                    decided(state, filled(offer, dice))
            pool += [filled(offer, dice) for offer in dice.sample(offers, min(len(offers), 3))]
        if step.number % 5:
            continue
        for intent in candidates(pool, state, dice):
            try:
                decided(state, intent)
            except Refused as refusal:
                refused[refusal.code] += 1
                assert not listed(state, intent), f"{intent} was offered: {refusal}"
            else:
                assert is_offered(state, intent), f"{intent} is accepted, but was not offered"
        pool = dice.sample(pool, min(len(pool), 400))
    assert len(refused) >= 20, refused


UNHEARD: dict[type, tuple[Any, ...]] = {int: (-2, -1, 0, 1, 2, 3, 4, 99), str: ("", "nobody", "fly"), tuple: ((),)}


@BY_MODE
def test_a_number_or_a_name_that_is_not_offered_is_not_taken_for_another(setting: Setting) -> None:
    seats, options = setting
    dice = random.Random(seats)
    tried: Counter[str] = Counter()
    for step in played(6, seats, {**options, "reactions": True}):
        if not step.after.started or RULES.over(step.after) or step.number % 5:
            continue
        state: State = step.after.table
        for request in RULES.awaiting(step.after):
            kinds = {type(offer.intent): offer for offer in RULES.offers(step.after, request.seat)}
            for intent in [filled(offer, dice) for offer in kinds.values()]:
                for other in strangers(intent):
                    try:
                        decided(state, other)
                    except Refused as refusal:
                        tried[refusal.code] += 1
                    else:
                        assert is_offered(state, other), f"answer {step.number}: {other} is accepted, and not offered"
    assert len(tried) >= 10, tried


def strangers(intent: Any) -> list[Any]:
    """The same with one number or name changed for each of those that hardly anybody says."""
    return [
        evolve(intent, **{field.name: value})
        for field in attrs.fields(type(intent))
        for value in UNHEARD.get(type(getattr(intent, field.name)), ())
        if value != getattr(intent, field.name) and not isinstance(intent, UNLISTED)
    ]


def decided(state: State, intent: Any) -> None:
    MAYA.draft(state, intent, ScriptedChance({}))


def listed(state: State, intent: Any) -> bool:
    """Whether an intent is offered just like that, with the path the offer names."""
    return any(
        offer.intent == intent or (offer.pick is not None and is_offered(state, intent))
        for offer in MAYA.offers(state, intent.seat)
    )


def candidates(pool: list[Any], state: State, dice: random.Random) -> list[Any]:
    """Intents of other moments, and some of them with one field changed for what another one says."""
    found: list[Any] = []
    said: dict[str, list[Any]] = {}
    for intent in pool:
        for field in attrs.fields(type(intent)):
            said.setdefault(field.name, []).append(getattr(intent, field.name))
    for intent in dice.sample(pool, min(len(pool), 30)):
        found.append(intent)
        name = dice.choice([field.name for field in attrs.fields(type(intent))])
        value = dice.choice(said[name])
        if isinstance(value, str) == isinstance(getattr(intent, name), str):
            found.append(evolve(intent, **{name: value}))
        if isinstance(getattr(intent, "at", None), Hex):
            found.append(evolve(intent, at=dice.choice(list(state.units.values())).at or Hex(0, 0)))
    return [intent for intent in found if not isinstance(intent, UNLISTED)]


@pytest.mark.parametrize("setting", SOME.values(), ids=SOME)
def test_each_seat_can_fold_what_it_was_sent_and_knows_no_more(setting: Setting) -> None:
    seats, options = setting
    options = {**options, "share_hands": False}
    known: dict[int, State] = {}
    for step in played(3, seats, options):
        if not step.after.started:
            continue
        table: State = step.after.table
        for viewer in range(seats + 1):
            state = known.get(viewer) or table
            if viewer in known:
                for event in step.events:
                    if type(event).__module__ == events.__name__:
                        state = MAYA.evolve(state, redacted(event, viewer))
            known[viewer] = state
            where = f"viewer {viewer}, answer {step.number}: {step.intent}"
            assert as_known(state, viewer) == as_known(table, viewer), where
            assert set(state.objectives.deck) <= {None}, where
            for side in state.seats:
                if side.seat != viewer:
                    assert set(side.cards.hand) <= {None} and set(side.cards.deck) <= {None}, where
                    assert all(slot.face_up or slot.card is None for slot in side.slots), where


@pytest.mark.parametrize("setting", SOME.values(), ids=SOME)
def test_a_match_folds_the_same_from_its_entries_and_from_any_kept_state(setting: Setting) -> None:
    seats, options = setting
    full = sent = BLANK
    for step in played(4, seats, options, log=True):
        full = RULES.fold(step.entries, full)
        sent = RULES.fold([redact(entry, {"seat:1"}) for entry in step.entries], sent)
        if step.number % 7 and not RULES.over(step.after):
            continue
        assert full == step.after, f"answer {step.number}: {step.intent}"
        if full.table is not None:
            assert as_known(sent.table, 1) == as_known(full.table, 1)
        frozen = freeze_bytes(step.before)
        thawed = thaw_bytes(frozen, MAYA.records)
        assert freeze_bytes(thawed) == frozen
        if step.before.started:
            caused, after = RULES.step(thawed, step.intent)
            assert list(caused) == step.events, f"answer {step.number} after a rest: {step.intent}"
            assert digest(after) == digest(step.after)


@pytest.mark.slow
def test_random_play_meets_every_event_and_intent() -> None:
    met: set[str] = set()
    for seats, options in ALL.values():
        for seed in range(30):
            for step in played(seed, seats, options, unruly=seed % 3 == 0):
                met |= {type(step.intent).__name__, *[type(event).__name__ for event in step.events]}
    declared = {
        name
        for module in (events, intents)
        for name, thing in vars(module).items()
        if isinstance(thing, type) and "PLAN" in vars(thing)
    }
    assert declared - met == NEVER


@pytest.mark.slow
@EVERYWHERE
def test_hundreds_of_random_matches_end_in_order(setting: Setting) -> None:
    seats, options = setting
    for seed in range(100, 140):
        for step in played(seed, seats, options, unruly=seed % 4 == 0):
            where = f"answer {step.number} of {seed=}, {seats=}, {options=}: {step.intent}"
            assert list(broken(step.before, step.intent, step.events, step.after)) == [], where


def test_every_setting_is_played() -> None:
    modes = {(options["mode"], seats) for seats, options in MODES.values()}
    declared = {(mode, seats) for mode in ("siege-1v1", "siege-2v2", "headhunters") for seats in range(2, 5)}
    assert modes == {(mode, seats) for mode, seats in declared if _fits(mode, seats)}
    assert len(ALL) == len(MODES) + len(REACTIONS) + len(OTHERS) + len(BUILT)


def _fits(mode: str, seats: int) -> bool:
    try:
        MAYA.check_options({"mode": mode}, seats)
    except Refused:
        return False
    return True
