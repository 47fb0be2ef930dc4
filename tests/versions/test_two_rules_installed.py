"""Rules 1 and 2 of a game installed side by side: each intent is decided again by those that decided it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry
from domain.kernel.records import evolve
from projections.audit import examine
from projections.capsule import Capsule, Report, without_secret
from projections.matchfile import match_file
from projections.plugin import Plugin
from projections.repro import reproduce, script_in
from projections.scripts import asked, moments, opened
from tests.toy import game as toy_rules
from tests.toy.facts import Bid
from tests.toy.game import HighestCardGame
from tests.toy.plugin import TOY
from tests.versions.forging import cause_of, first, forged, intents_in, saying, under_rules
from tests.versions.newer import RenamedGame, RenamedGameBefore, SplitGame, SplitGameBefore, plugin
from tests.versions.releases import release
from tests.versions.test_rules_change import finished, running

STRICTER = ((toy_rules, "TRADE_MAX", 1),)


@pytest.fixture
def both() -> Plugin:
    """Rules 2, in which one card may be traded where two could be before, with rules 1 beside them."""
    return release(TOY, altered=STRICTER, keeps_earlier=True)


@pytest.fixture
def only_newer() -> Plugin:
    return release(TOY, altered=STRICTER)


def taken_over(under: Plugin) -> tuple[Entry, ...]:
    """The running match after one more bid, which the newer rules decide."""
    file = running()
    state = under.rules.fold(file.entries)
    seat = under.rules.awaiting(state)[0].seat
    bid = under.rules.offers(state, seat)[0].intent
    assert isinstance(bid, Bid)
    assert state.secret is not None
    events = under.rules.decide(state, bid)
    scribe = Scribe(bytes.fromhex(state.secret), file.head)
    return (*file.entries, *scribe.write(bid, events, actor=f"seat:{seat}", at=1, rules=2))


def test_a_match_begun_under_one_and_taken_over_by_the_other_is_decided_again_in_full(both: Plugin) -> None:
    log = taken_over(both)
    audit = examine(match_file(log), both)
    assert audit.findings == ()
    assert audit.intents_redecided == intents_in(log)
    assert not any("not installed" in note for note in audit.notes)


def test_a_match_that_was_taken_over_is_undecided_where_only_the_earlier_rules_are_installed(both: Plugin) -> None:
    log = taken_over(both)
    audit = examine(match_file(log), TOY)
    assert (audit.findings, audit.intents_undecided) == ((), 1)
    assert audit.undecided and not examine(match_file(log), both).undecided


@pytest.mark.parametrize(("before", "now"), [(1, 3), (2, 2), (3, 2)])
def test_rules_take_over_from_those_that_were_in_force(both: Plugin, before: int, now: int) -> None:
    log = taken_over(both)
    at = first(log, "RulesChanged")
    file = match_file(forged(log, running().match_id, saying(at, before=before, now=now)))
    assert ("ENVELOPE", at) in [(found.code, found.seq) for found in examine(file, TOY).findings]


def test_a_seat_is_taken_alike_under_all_rules_and_so_decided_again(both: Plugin) -> None:
    """Somebody may sit down at a newer server before its rules take over with the start."""
    log = taken_over(both)
    at = first(log, "SitDown")
    claimed = forged(log, running().match_id, under_rules(at, 7))
    assert examine(match_file(claimed), both).findings == ()
    mistold = forged(claimed, running().match_id, saying(at + 1, name="Somebody else"))
    assert [(f.code, f.seq) for f in examine(match_file(mistold), both).findings] == [("DECISION", at + 1)]


def test_offers_too_are_those_of_the_rules_that_decided(both: Plugin) -> None:
    """Two cards were traded under rules 1, where rules 2 offer one."""
    assert examine(finished(), both) == examine(finished(), TOY)


def test_a_tampered_intent_of_the_earlier_rules_is_found(both: Plugin, only_newer: Plugin) -> None:
    log = taken_over(both)
    at = first(log, "Trade")
    file = match_file(forged(log, running().match_id, saying(at, cards=[])))
    assert {cause_of(log, finding.seq) for finding in examine(file, both).findings} == {at}
    assert examine(file, only_newer).findings == ()  # their events stand, and the note says so


@pytest.mark.parametrize("kind", ["CreateMatch", "StartMatch", "Trade"])
@pytest.mark.parametrize("version", [0, 7, 99])
def test_an_intent_cannot_hide_behind_rules_that_never_took_over(both: Plugin, kind: str, version: int) -> None:
    log = taken_over(both)
    at = first(log, kind)
    file = match_file(forged(log, running().match_id, under_rules(at, version)))
    assert [(found.code, found.seq) for found in examine(file, both).findings] == [("ENVELOPE", at)]
    copy = match_file(file.entries, "seat:1")
    assert [(found.code, found.seq) for found in examine(copy, both).findings] == [("ENVELOPE", at)]


@pytest.mark.parametrize(
    ("newer", "before", "kind", "mistold"),
    [
        (RenamedGame, RenamedGameBefore, "RoundWon", {"points": 9}),
        (SplitGame, SplitGameBefore, "RoundEnded", {"number": 9}),
    ],
)
def test_earlier_rules_that_speak_todays_facts_decide_entries_of_older_schemas_again(
    newer: type[HighestCardGame], before: type[HighestCardGame], kind: str, mistold: dict[str, int]
) -> None:
    under = plugin(newer(), before())
    audit = examine(finished(), under)
    assert (audit.findings, audit.intents_redecided) == ((), intents_in(finished().entries))
    at = [entry.seq for entry in finished().entries if kind.encode() in entry.public][-1]
    file = match_file(forged(finished().entries, finished().match_id, saying(at, **mistold)))
    found = [(finding.code, finding.seq) for finding in examine(file, under).findings]
    assert ("DECISION", at) in found, found


def test_a_report_is_played_again_by_the_rules_that_decided(both: Plugin, only_newer: Plugin) -> None:
    """Its match is under way, so its secret is closed and the audit leaves all deciding to `repro`."""
    log = taken_over(both)
    assert reproduce(reported(log), both).findings == ()
    at = first(log, "Trade")
    wrong = reported(forged(log, running().match_id, saying(at, cards=[])))
    assert {cause_of(log, finding.seq) for finding in reproduce(wrong, both).findings} == {at}
    told = reproduce(wrong, only_newer)
    assert told.findings == ()
    assert (told.intents_redecided, told.intents_undecided) == (4, intents_in(log) - 4)  # three seats and the bid
    assert any("decided under rules 1, not installed" in note for note in told.notes)


@pytest.mark.parametrize(
    ("kind", "field", "mistold"),
    [("MatchCreated", "visibility", "private"), ("MatchCreated", "title", "Other"), ("SeatTaken", "name", "Somebody")],
)
def test_in_a_report_what_the_table_tells_is_decided_again_as_well(
    both: Plugin, kind: str, field: str, mistold: str
) -> None:
    log = taken_over(both)
    at = first(log, kind)
    wrong = forged(log, running().match_id, saying(at, **{field: mistold}))
    assert ("DECISION", at) in [(found.code, found.seq) for found in reproduce(reported(wrong), both).findings]


def test_a_report_of_a_match_that_was_taken_over_becomes_a_play_under_the_newer_rules(both: Plugin) -> None:
    """What those refuse (a trade of two cards) stays out of the play, and all else is asked again."""
    log = taken_over(both)
    script = script_in(reported(log), both)
    place = opened(both.rules, script)
    for move in script.moves:
        place = asked(both.rules, place, move, script)
    played = moments(place)
    assert "TOO_MANY" in [moment.refusal.code for moment in played if moment.refusal is not None]
    assert len(script.moves) == intents_in(log) - len(script.seats) - 2  # but for opening, seats and start


def reported(log: Sequence[Entry]) -> Capsule:
    """What a host holds of a report on a running match."""
    report = Report("abc", "m1", TOY.game, "seat:1", "seat:1", len(log), 7, "What happened to my trade?", {"rules": 2})
    return without_secret(Capsule(report, None, (), match_file(log)))


def test_a_version_is_installed_once_and_all_speak_the_same_facts() -> None:
    with pytest.raises(AssertionError, match="once"):
        _ = evolve(TOY, earlier=(TOY.rules,)).deciders
    with pytest.raises(AssertionError, match="today's facts"):
        _ = plugin(RenamedGame(), HighestCardGame()).deciders
