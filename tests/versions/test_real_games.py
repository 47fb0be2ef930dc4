"""Rules change under recorded matches of both games: nothing that happened changes, and it all can be proved."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from domain.kernel.codec import Scribe, entry_json
from domain.kernel.entries import Entry, Head
from domain.kernel.freeze import digest
from projections.audit import examine
from projections.fixtures import differences, digests_of
from projections.fork import fork
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import AUDITOR, SPECTATOR, MatchFile, match_file
from projections.plugin import Plugin
from server import snapshots
from server.cli.files import read_match
from server.cli.stores import put_match
from server.storage import open_store
from tests.versions import newer_arcanya, newer_maya
from tests.versions.forging import cause_of, first, forged, intents_in, saying
from tests.versions.releases import Altered, Form, release

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@attrs.frozen
class Case:
    """A recorded match, and what a release changes under it."""

    game: str
    name: str
    altered: tuple[Altered, ...]
    renamed: Form
    split: Form

    @property
    def plugin(self) -> Plugin:
        return plugin_for(self.game)

    @property
    def file(self) -> MatchFile:
        return _read(f"{self.game}/{self.name}")

    def running(self) -> tuple[Entry, ...]:
        """The same match a little before the altered constant would have made a difference."""
        steps = [entry.seq for entry in self.file.entries if entry_json(entry)["kind"] == "intent"]
        return self.file.entries[: steps[steps.index(self.first_to_differ()) - 3] - 1]

    def first_to_differ(self) -> int:
        """The intent that the release with the altered constant decides otherwise, seen from what happened then."""
        shown = [entry_json(entry) for entry in self.file.entries]
        if self.game == "maya":
            return int(next(entry["cause"] for entry in shown if entry["type"] == "ChampionKilled"))
        points: dict[int, int] = {}
        worth = {}
        for entry in shown:
            fields = entry["public"]
            if entry["type"] == "ShieldsTaken":
                worth.update({(fields["seat"], s["level"]): s["victory_points"] for s in fields["shields"]})
            if entry["type"] == "ShieldLost" and fields["recipient"]:
                won = points.get(fields["recipient"], 0) + worth[fields["seat"], fields["level"]]
                points[fields["recipient"]] = won
                if won >= newer_arcanya.SOONER[0][2]:
                    return int(entry["cause"])
        raise AssertionError("nobody won so many points")


CASES = {
    "arcanya": Case("arcanya", "advanced-plain", newer_arcanya.SOONER, newer_arcanya.RENAMED, newer_arcanya.SPLIT),
    "maya": Case("maya", "siege-1v1", newer_maya.SOONER, newer_maya.RENAMED, newer_maya.SPLIT),
}
FORGED: dict[str, tuple[str, dict[str, Any]]] = {
    "arcanya": ("PlayPower", {"card_id": "nothing"}),
    "maya": ("ActivateCard", {"slot": 9}),
}
"""An intent that is forged, and what it is made to ask for."""
MISTOLD: dict[tuple[str, str], dict[str, Any]] = {
    ("arcanya", "CardsDrawn"): {"cause": "school"},
    ("arcanya", "ShieldLost"): {"recipient": None},
    ("maya", "CardsDrawn"): {"why": "whim"},
    ("maya", "CardActivated"): {"cost": 9},
}
"""What an event of an older form is made to say."""
both_games = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
in_newer_forms = pytest.mark.parametrize(
    ("case", "form"),
    [(case, form) for case in CASES.values() for form in (case.renamed, case.split)],
    ids=[f"{game} {how}" for game in CASES for how in ("renamed", "split")],
)


@cache
def _read(name: str) -> MatchFile:
    return read_match(FIXTURES / f"{name}.match.zst")


def went_on(plugin: Plugin, case: Case) -> list[Entry]:
    """The running match under a release, as a server would let it: its seats ask for what they asked for then."""
    rules, log = plugin.rules, list(case.running())
    state = rules.fold(log)
    assert state.secret is not None
    scribe = Scribe(bytes.fromhex(state.secret), Head(log[-1].seq, log[-1].link))
    for entry in case.file.entries[len(log) : case.first_to_differ()]:
        envelope, (intent, *_) = rules.reader.read(entry)
        if envelope.kind == "intent":
            events, state = rules.step(state, intent)
            log += scribe.write(intent, events, actor=envelope.actor, at=envelope.at, rules=rules.game.rules_version)
    return log


# -- a constant of the rules


@both_games
def test_what_happened_under_the_old_constant_stands(case: Case) -> None:
    newer, entries = release(case.plugin, altered=case.altered), case.file.entries
    now, then = newer.rules.fold(entries), case.plugin.rules.fold(entries)
    assert digest(now) == digest(then)
    assert newer.rules.outcome(now) == case.plugin.rules.outcome(then)
    assert newer.rules.over(now)


@both_games
def test_what_was_decided_by_rules_that_are_gone_is_noted_and_not_blamed(case: Case) -> None:
    audit = examine(case.file, release(case.plugin, altered=case.altered))
    assert (audit.findings, audit.intents_redecided) == ((), 0)
    told = f"{intents_in(case.file.entries)} intents were decided under rules 1, not installed; their events stand"
    assert told in audit.notes


@both_games
def test_what_was_decided_by_rules_that_are_kept_is_decided_again_and_looked_for_among_their_offers(case: Case) -> None:
    audit = examine(case.file, release(case.plugin, altered=case.altered, keeps_earlier=True))
    assert audit == examine(case.file, case.plugin)
    assert (audit.findings, audit.intents_redecided) == ((), intents_in(case.file.entries))


@both_games
def test_a_constant_altered_without_a_new_version_is_found_at_the_first_intent_that_differs(case: Case) -> None:
    careless = release(case.plugin, case.plugin.rules.game.rules_version, altered=case.altered)
    first = examine(case.file, careless).findings[0]
    assert (first.code, cause_of(case.file.entries, first.seq)) == ("DECISION", case.first_to_differ())


@both_games
def test_the_newer_rules_take_over_a_running_match_with_an_entry_and_decide_from_there_on(case: Case) -> None:
    newer = release(case.plugin, altered=case.altered, keeps_earlier=True)
    log, begins = went_on(newer, case), len(case.running())
    shown = [entry_json(entry) for entry in log]
    taken_over = [(entry["seq"], entry["public"]) for entry in shown if entry["type"] == "RulesChanged"]
    assert taken_over == [(begins + 2, {"before": 1, "now": 2})]
    assert {entry["rules"] for entry in shown[:begins]} == {1}
    assert {entry["rules"] for entry in shown[begins:]} == {2}
    # Under the old constant it went on from here; the new one ends it.
    assert newer.rules.over(newer.rules.fold(log))
    assert not case.plugin.rules.over(case.plugin.rules.fold(went_on(case.plugin, case)))


@both_games
def test_a_match_that_two_versions_decided_is_proved_from_end_to_end_where_both_are_installed(case: Case) -> None:
    both = release(case.plugin, altered=case.altered, keeps_earlier=True)
    log = went_on(both, case)
    audit = examine(match_file(log), both)
    assert (audit.findings, audit.notes) == ((), ())
    assert (audit.complete, audit.intents_redecided) == (True, intents_in(log))
    newer = examine(match_file(log), release(case.plugin, altered=case.altered))
    assert (newer.findings, newer.intents_redecided) == ((), intents_in(log[len(case.running()) :]))


@both_games
def test_a_forged_intent_of_the_earlier_rules_is_found_where_they_are_kept(case: Case) -> None:
    both = release(case.plugin, altered=case.altered, keeps_earlier=True)
    log = went_on(both, case)
    kind, answer = FORGED[case.game]
    at = first(log, kind)
    file = match_file(forged(log, case.file.match_id, saying(at, **answer)))
    found = examine(file, both).findings
    assert {(finding.code in ("DECISION", "REFUSED"), cause_of(log, finding.seq)) for finding in found} == {(True, at)}
    assert examine(file, release(case.plugin, altered=case.altered)).findings == ()


# -- an event in a newer form


@in_newer_forms
def test_a_newer_form_folds_to_the_same_table_for_everybody(case: Case, form: Form) -> None:
    newer = release(case.plugin, form=form)
    for entries in (case.file.entries, case.running()):
        for viewer in (AUDITOR, SPECTATOR, "seat:1", "seat:2"):
            copy = match_file(entries, viewer).entries
            assert digest(newer.rules.fold(copy)) == digest(case.plugin.rules.fold(copy)), viewer


@in_newer_forms
def test_views_and_telling_are_what_they_were(case: Case, form: Form) -> None:
    now, then = (History(plugin, case.file.match_id) for plugin in (release(case.plugin, form=form), case.plugin))
    for history in (now, then):
        history.extend(case.file.entries)
    for viewer in (SPECTATOR, "seat:1", "seat:2"):
        assert now.timeline(viewer) == then.timeline(viewer)
        for step in [*then.steps][::7]:
            assert now.view(viewer, step.seq) == then.view(viewer, step.seq)


@in_newer_forms
def test_links_hold_and_earlier_rules_that_speak_the_newer_form_decide_all_again(case: Case, form: Form) -> None:
    newer = release(case.plugin, form=form, keeps_earlier=True)
    kept = Head(60, case.file.entries[59].link)
    for viewer in (AUDITOR, "seat:1"):
        assert examine(match_file(case.file.entries, viewer), newer, kept).findings == ()
    log = went_on(newer, case)
    assert digest(newer.rules.fold(log).table) == digest(case.plugin.rules.fold(went_on(case.plugin, case)).table)
    audit = examine(match_file(log), newer)
    assert (audit.findings, audit.intents_redecided) == ((), intents_in(log))


@in_newer_forms
def test_an_old_entry_that_says_something_else_is_found_through_the_newer_form(case: Case, form: Form) -> None:
    newer = release(case.plugin, form=form, keeps_earlier=True)
    at = first(case.file.entries, form.gone.TYPE)
    log = forged(case.file.entries, case.file.match_id, saying(at, **MISTOLD[case.game, form.gone.TYPE]))
    found = examine(match_file(log), newer).findings
    assert ("DECISION", at) in {(finding.code, finding.seq) for finding in found}, found


@in_newer_forms
def test_a_fork_of_an_older_match_is_written_in_the_newer_form_and_proved(case: Case, form: Form) -> None:
    newer = release(case.plugin, form=form, keeps_earlier=True)
    log = went_on(case.plugin, case)
    made = fork(newer, log, len(log), match_id="another", secret=bytes(32))
    kinds = {entry_json(entry)["type"] for entry in made.entries}
    assert {cls.TYPE for cls in form.fold} <= kinds
    audit = examine(match_file(made.entries), newer)
    assert audit.findings == ()
    assert not any("not installed" in note for note in audit.notes)


# -- fixtures


@both_games
def test_a_fixture_of_the_earlier_rules_keeps_its_digests_under_the_newer_ones(case: Case) -> None:
    ends = [entry.seq - 1 for entry in case.file.entries[:200] if entry_json(entry)["kind"] == "intent"]
    file = match_file(case.file.entries[: ends[-1]])
    recorded = digests_of(file, case.plugin)
    for keeps_earlier in (True, False):
        newer = release(case.plugin, altered=case.altered, keeps_earlier=keeps_earlier)
        assert differences(recorded, digests_of(file, newer)) == []


# -- kept states


@both_games
async def test_a_state_kept_by_another_release_is_ignored_and_made_anew(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = went_on(case.plugin, case)
    history = History(case.plugin, case.file.match_id)
    history.extend(log)
    store = await open_store(f"sqlite:{tmp_path / 'matches.db'}")
    try:
        await put_match(store, case.file.match_id, log)
        await snapshots.keep(store, history)
        assert await snapshots.start_of(store, case.plugin, case.file.match_id) is not None
        released = snapshots.fold_version(case.plugin)[::-1]
        monkeypatch.setattr(snapshots, "_fold_version", lambda package: released)
        assert await snapshots.start_of(store, case.plugin, case.file.match_id) is None
        await snapshots.keep(store, history)
        start = await snapshots.start_of(store, case.plugin, case.file.match_id)
        assert start is not None
        assert digest(start.state) == digest(case.plugin.rules.fold(log[: start.head.seq]))
    finally:
        await store.close()
