"""The life of a match: a table is opened, seats are taken, it starts, it is played, and the secret is told."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import commitment_of, number_below, permutation, seed_of
from domain.kernel.codec import chain_faults
from domain.kernel.entries import Head, first_link
from domain.kernel.game import Refused
from domain.kernel.lifecycle import (
    ChanceDrawn,
    CreateMatch,
    HandsKeptClosed,
    HiddenOpened,
    KeepHandsClosed,
    MatchCreated,
    MatchStarted,
    OpenHidden,
    RulesChanged,
    SeatLeft,
    SeatPlan,
    SeatTaken,
    SecretRevealed,
    SitDown,
    StandUp,
    StartMatch,
)
from domain.kernel.match import BLANK, MatchRules, MatchState
from domain.kernel.secrecy import Event, Intent
from projections.bots import RANDOM, Dice
from tests.playing import Play, secret_of
from tests.toy.facts import Bid, DeckShuffled
from tests.toy.game import HighestCardGame
from tests.toy.plugin import TOY

RULES = TOY.rules
SECRET = secret_of(9)
OPEN = SeatPlan("open")


def create(**changes: Any) -> CreateMatch:
    fields: dict[str, Any] = {"match_id": "m", "game": "highest-card", "options": {}, "seats": (OPEN, OPEN)}
    return CreateMatch(**{**fields, **changes})


def table(*intents: Intent, **changes: Any) -> MatchState:
    state = BLANK
    for event in RULES.create(create(**changes), secret=SECRET):
        state = RULES.evolve(state, event)
    for intent in intents:
        state, _ = after(state, intent)
    return state


def after(state: MatchState, intent: Intent) -> tuple[MatchState, list[Event]]:
    events = RULES.decide(state, intent)
    for event in events:
        state = RULES.evolve(state, event)
    return state, events


def refusal(state: MatchState, intent: Intent) -> str:
    with pytest.raises(Refused) as caught:
        RULES.decide(state, intent)
    return caught.value.code


def created_refusal(**changes: Any) -> str:
    with pytest.raises(Refused) as caught:
        RULES.create(create(**changes), secret=SECRET)
    return caught.value.code


# -- opening a table


def test_a_table_opens_with_complete_options_and_a_commitment() -> None:
    (created,) = RULES.create(create(title="Tuesday"), secret=SECRET)
    assert isinstance(created, MatchCreated)
    assert created.options == {"rounds": 3}
    assert created.commitment == commitment_of(bytes.fromhex(SECRET)).hex()
    assert (created.title, created.secret, created.scripted, created.origin) == ("Tuesday", SECRET, False, None)


def test_bots_sit_down_at_once() -> None:
    plans = (SeatPlan("bot", "Iris", "greedy"), OPEN, SeatPlan("bot"))
    events = RULES.create(create(seats=plans), secret=SECRET)
    assert events[1:] == [SeatTaken(1, "Iris", "greedy", ""), SeatTaken(3, "Bot 3", "random", "")]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seats": (OPEN,)}, "BAD_SEAT_COUNT"),
        ({"seats": (OPEN,) * 6}, "BAD_SEAT_COUNT"),
        ({"visibility": "secret"}, "BAD_VISIBILITY"),
        ({"title": "x" * 121}, "TITLE_TOO_LONG"),
        ({"seats": (OPEN, SeatPlan("ghost"))}, "BAD_SEAT_KIND"),
        ({"seats": (OPEN, SeatPlan("bot", "\x1b[31mRED"))}, "BAD_NAME"),
        ({"seats": (OPEN, SeatPlan("bot", "A\u202eB"))}, "BAD_NAME"),
        ({"seats": (OPEN, SeatPlan("invited", "A\0B"))}, "BAD_NAME"),
        ({"seats": (SeatPlan("bot", "Iris"), SeatPlan("bot", "IRIS"))}, "NAME_TAKEN"),
        ({"options": {"rounds": 0}}, "BAD_OPTIONS"),
        ({"options": {"colour": "red"}}, "BAD_OPTIONS"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changes: dict[str, Any], code: str) -> None:
    assert created_refusal(**changes) == code


def test_a_match_is_created_once() -> None:
    assert refusal(table(), create()) == "ALREADY_CREATED"


def test_hands_may_be_ruled_to_stay_closed_before_anybody_sits_down() -> None:
    state, events = after(table(), KeepHandsClosed())
    assert events == [HandsKeptClosed()] and state.closed and not table().closed
    assert refusal(state, KeepHandsClosed()) == "ALREADY_CLOSED"
    assert refusal(table(SitDown(1, "Ann")), KeepHandsClosed()) == "ALREADY_SEATED"


def test_what_the_host_opens_in_a_running_match_is_told_and_changes_nothing() -> None:
    assert refusal(table(), OpenHidden(1, "report")) == "NOTHING_HIDDEN"
    state = table(SitDown(1, "Ann"), SitDown(2, "Bo"), StartMatch())
    told, events = after(state, OpenHidden(3, "report"))
    assert events == [HiddenOpened(3, "report")] and told == state
    assert refusal(state, OpenHidden(3, "curiosity")) == "BAD_REASON"


# -- sitting down and standing up


def test_nobody_takes_the_name_of_another_at_the_table() -> None:
    state = table(SitDown(1, "Ann"))
    assert refusal(state, SitDown(2, " ANN ")) == "NAME_TAKEN"
    state, _ = after(state, StandUp(1))
    assert after(state, SitDown(2, "ann"))[0].name_of(2) == "ann"


def test_seats_are_taken_and_left_until_the_start() -> None:
    state, events = after(table(), SitDown(2, "  Marta   Lind ", "ABCD"))
    assert events == [SeatTaken(2, "Marta Lind", None, "abcd")]
    assert (state.name_of(1), state.name_of(2), state.name_of(3)) == ("Seat 1", "Marta Lind", "Seat 3")
    state, events = after(state, StandUp(2))
    assert events == [SeatLeft(2)]
    assert state.holder(2) is None


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        (SitDown(1, "Jon"), "SEAT_TAKEN"),
        (SitDown(0, "Jon"), "NO_SUCH_SEAT"),
        (SitDown(3, "Jon"), "NO_SUCH_SEAT"),
        (SitDown(2, "  "), "BAD_NAME"),
        (SitDown(2, "x" * 41), "BAD_NAME"),
        (SitDown(2, "a\u202eb"), "BAD_NAME"),
        (SitDown(2, "a\x00b"), "BAD_NAME"),
        (SitDown(2, "Jon", "xyz"), "BAD_ENTROPY"),
        (SitDown(2, "Jon", "00" * 65), "BAD_ENTROPY"),
        (StandUp(2), "SEAT_FREE"),
        (StandUp(5), "NO_SUCH_SEAT"),
        (StartMatch(), "SEATS_OPEN"),
        (Bid(1, 3), "NOT_STARTED"),
    ],
)
def test_what_cannot_be_asked_before_the_start_is_refused(intent: Intent, code: str) -> None:
    assert refusal(table(SitDown(1, "Marta")), intent) == code


@pytest.mark.parametrize("intent", [SitDown(1, "Jon"), StandUp(1), StartMatch()])
def test_a_match_that_has_started_keeps_its_seats(intent: Intent) -> None:
    state = table(SitDown(1, "A"), SitDown(2, "B"), StartMatch())
    assert refusal(state, intent) == "ALREADY_STARTED"


def test_nothing_is_awaited_or_offered_before_the_start_and_after_the_end() -> None:
    before = table(SitDown(1, "A"), SitDown(2, "B"))
    assert (RULES.awaiting(before), RULES.offers(before, 1), RULES.outcome(before)) == ((), (), None)
    play = Play(TOY, 2, {"rounds": 1}).play_out()
    assert (RULES.awaiting(play.state), RULES.offers(play.state, 1)) == ((), ())
    assert RULES.outcome(play.state) is not None


# -- chance


def test_the_start_draws_from_the_secret_and_every_seats_entropy() -> None:
    state, events = after(table(SitDown(1, "A", "01"), SitDown(2, "B", "02ff")), StartMatch())
    seed = seed_of(bytes.fromhex(SECRET), [b"\x01", b"\x02\xff"], "m")
    order = permutation(seed, 0, "deck", 20)
    assert events[0] == MatchStarted(2)
    assert events[1] == ChanceDrawn(0, "deck", "shuffle", 20, order)
    cards = list(range(1, 11)) * 2
    assert events[2] == DeckShuffled(20, tuple(cards[place] for place in order))
    assert state.draws == 1


def test_draws_are_numbered_through_the_match_and_come_before_what_they_caused() -> None:
    play = Play(TOY, 2, {"rounds": 3}).play_out()
    drawn: list[ChanceDrawn] = []
    for entry in play.entries:
        envelope, facts = RULES.reader.read(entry)
        if isinstance(facts[0], ChanceDrawn):
            drawn.append(facts[0])
            assert envelope.cause is not None
    assert [draw.number for draw in drawn] == list(range(len(drawn)))
    assert len(drawn) >= 4
    seed = RULES.seed(play.state)
    for draw in drawn:
        if draw.kind == "below":
            assert draw.result == (number_below(seed, draw.number, draw.label or "", draw.size or 0),)
        else:
            assert draw.result == permutation(seed, draw.number, draw.label or "", draw.size or 0)


def test_a_refused_intent_draws_nothing() -> None:
    play = Play(TOY, 2)
    before = play.state
    play.refusal(Bid(1, 999))
    assert play.state is before
    assert RULES.decide(play.state, Bid(1, play.state.table.players[0].hand[0])) is not None
    assert play.state is before


def test_the_secret_is_told_at_the_end_and_not_before() -> None:
    play = Play(TOY, 2, {"rounds": 1}).play_out()
    facts = [RULES.reader.read(entry).facts[0] for entry in play.entries]
    assert facts[-1] == SecretRevealed(secret_of(1))
    assert sum(isinstance(fact, SecretRevealed) for fact in facts) == 1
    assert play.state.revealed
    secret = bytes.fromhex(secret_of(1))
    for entry in play.entries[:-1]:
        assert secret.hex().encode() not in entry.public
        assert secret not in entry.public


def test_scripted_chance_is_for_matches_that_say_so() -> None:
    play = Play(TOY, 2, script={"deck": [[1, 1, 2, 2, 3, 3]], "die": [5]})
    assert play.state.table.players[0].hand == (1, 1, 2)
    assert play.state.scripted
    with pytest.raises(AssertionError, match="never scripted"):
        RULES.scripted(Play(TOY, 2).state, {})


# -- newer rules


class NewerGame(HighestCardGame):
    rules_version = 2


def test_newer_rules_take_over_a_running_match_with_an_entry() -> None:
    play = Play(TOY, 2)
    newer = MatchRules(NewerGame())
    folded = newer.fold(play.entries)
    assert folded == play.state
    intent = RULES.offers(folded, 1)[0].intent
    events = newer.decide(folded, intent)
    assert events[0] == RulesChanged(1, 2)
    for event in events:
        folded = newer.evolve(folded, event)
    assert folded.rules == 2
    again = newer.decide(folded, newer.offers(folded, 2)[0].intent)
    assert not any(isinstance(event, RulesChanged) for event in again)


def test_rules_that_changed_between_the_open_table_and_the_start_take_over_too() -> None:
    newer = MatchRules(NewerGame())
    state = table(SitDown(1, "A"), SitDown(2, "B"))
    assert newer.decide(state, StartMatch())[:2] == [MatchStarted(2), RulesChanged(1, 2)]


# -- folding


def test_the_fold_gives_the_state_that_was_played() -> None:
    for seed in range(5):
        play = Play(TOY, 3, seed=seed + 1).play_out(seed=seed)
        assert RULES.fold(play.entries) == play.state, f"seed {seed}"
        assert chain_faults(play.entries, Head(0, first_link("m1"))) == []


def test_fifty_interleaved_matches_equal_fifty_separate_ones() -> None:
    seats = [2 + number % 4 for number in range(50)]
    plays = [Play(TOY, seats[n], {"rounds": 2}, seed=n + 1, match_id=f"m{n}") for n in range(50)]
    dice = [Dice(n) for n in range(50)]
    order = Dice(7)
    running = list(range(50))
    while running:
        number = running[order.below(len(running))]
        plays[number].step(RANDOM, dice[number])
        if not plays[number].waiting():
            running.remove(number)
    for number, play in enumerate(plays):
        alone = Play(TOY, seats[number], {"rounds": 2}, seed=number + 1, match_id=f"m{number}")
        whims = Dice(number)
        while alone.waiting():
            alone.step(RANDOM, whims)
        assert alone.entries == play.entries, f"match {number}"
