"""Rules change under matches that were played before: nothing that happened changes, and the log says who decided."""

from __future__ import annotations

import pytest

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head
from domain.kernel.freeze import digest
from domain.kernel.game import Refused
from domain.kernel.lifecycle import RulesChanged
from projections.audit import examine
from projections.matchfile import MatchFile, loads, match_file
from projections.plugin import Plugin
from tests.toy import game as toy_rules
from tests.toy.facts import Bid, Trade
from tests.toy.plugin import TOY
from tests.versions.newer import RenamedGame, SplitGame, StricterGame, plugin
from tests.versions.record import FINISHED, RUNNING


def finished() -> MatchFile:
    return loads(FINISHED.read_text(encoding="utf-8"))


def running() -> MatchFile:
    return loads(RUNNING.read_text(encoding="utf-8"))


def table_digest(under: Plugin, entries: tuple[Entry, ...]) -> str:
    return digest(under.rules.fold(entries).table)


@pytest.fixture
def stricter(monkeypatch: pytest.MonkeyPatch) -> Plugin:
    """Rules 2, in which one card may be traded where two could be before."""
    monkeypatch.setattr(toy_rules, "TRADE_MAX", 1)
    return plugin(StricterGame())


def test_a_constant_that_changed_leaves_what_happened_as_it_was(stricter: Plugin) -> None:
    assert table_digest(stricter, finished().entries) == table_digest(TOY, finished().entries)
    assert stricter.rules.outcome(stricter.rules.fold(finished().entries)) is not None


def test_intents_decided_under_rules_that_are_not_installed_are_noted_and_not_blamed(stricter: Plugin) -> None:
    audit = examine(finished(), stricter)
    assert audit.sound and audit.undecided
    assert any("decided under rules 1, not installed" in note for note in audit.notes)
    assert audit.intents_undecided > 0
    assert audit.intents_redecided == sum(b"\xa7SitDown" in entry.public for entry in finished().entries)


def test_a_change_of_the_rules_without_a_new_version_is_found_at_the_first_intent_that_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(toy_rules, "TRADE_MAX", 1)
    audit = examine(finished(), TOY)
    entries = finished().entries
    first_trade = next(e.seq for e in entries if b"\xa5Trade" in e.public and b"\xa6intent" in e.public)
    assert [(found.code, found.seq) for found in audit.findings][:1] == [("REFUSED", first_trade)]


def test_newer_rules_take_over_a_running_match_with_an_entry_and_decide_from_there_on(stricter: Plugin) -> None:
    file = running()
    state = stricter.rules.fold(file.entries)
    request = stricter.rules.awaiting(state)[0]
    offer = stricter.rules.offers(state, request.seat)[0]
    assert isinstance(offer.intent, Bid)
    assert state.secret is not None
    events = stricter.rules.decide(state, offer.intent)
    assert events[0] == RulesChanged(1, 2)
    scribe = Scribe(bytes.fromhex(state.secret), file.head)
    new = scribe.write(offer.intent, events, actor=f"seat:{request.seat}", at=1, rules=2)
    went_on = (*file.entries, *new)
    assert stricter.rules.fold(went_on).rules == 2
    audit = examine(match_file(went_on), stricter)
    assert (audit.findings, audit.intents_redecided) == ((), 4)  # the bid, and three seats taken before


def test_the_newer_rules_refuse_what_the_older_ones_allowed(stricter: Plugin) -> None:
    file = finished()
    place = next(i for i, e in enumerate(file.entries) if b"\xa5Trade" in e.public and b"\xa6intent" in e.public)
    before = stricter.rules.fold(file.entries[:place])
    request = stricter.rules.awaiting(before)[0]
    hand = before.table.players[request.seat - 1].hand
    with pytest.raises(Refused, match="TOO_MANY"):
        stricter.rules.decide(before, Trade(request.seat, hand[:2]))


@pytest.mark.parametrize("game", [RenamedGame, SplitGame])
def test_an_event_that_was_renamed_or_split_folds_to_the_same_table(game: type[RenamedGame]) -> None:
    newer = plugin(game())
    for file in (finished(), running()):
        assert table_digest(newer, file.entries) == table_digest(TOY, file.entries)
        audit = examine(file, newer)
        assert audit.sound, audit.findings


@pytest.mark.parametrize("game", [RenamedGame, SplitGame])
def test_redacted_copies_read_through_upcasters_too(game: type[RenamedGame]) -> None:
    newer = plugin(game())
    for viewer in ("seat:1", "spectator"):
        file = match_file(finished().entries, viewer)
        assert table_digest(newer, file.entries) == table_digest(TOY, file.entries)


def test_links_hold_over_the_stored_bytes_whatever_an_event_is_called_today() -> None:
    audit = examine(finished(), plugin(RenamedGame()), Head(20, finished().entries[19].link))
    assert audit.findings == ()
