"""What `verify` proves beside the chain: offers, owners, recorded states, copies of one match, every viewer's copy."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.freeze import digest
from domain.kernel.game import Offer, Pick
from domain.kernel.records import evolve
from projections import copies
from projections.audit import examine
from projections.copies import disagreement, leaks
from projections.games import plugin_for
from projections.legality import is_offered
from projections.matchfile import dumps, match_file
from server.simulate import Played, Table, play_match
from tests import sound_logs, tamper
from tests.cli.conftest import Run
from tests.toy.facts import Bid, Trade
from tests.toy.plugin import TOY

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "arcanya"


@pytest.fixture(scope="module")
def played() -> Played:
    return play_match(Table(TOY, ("random",) * 3, {"rounds": 3}, title="Deep"), b"deep")


def found(played: Played, viewer: str = "auditor", **changes: Any) -> set[tuple[str, int]]:
    file = match_file(played.entries, viewer)
    return {(finding.code, finding.seq) for finding in examine(evolve(file, **changes), TOY).findings}


# -- offers


def test_every_move_of_a_match_was_offered(played: Played) -> None:
    audit = examine(match_file(played.entries), TOY)
    assert audit.findings == ()
    assert audit.intents_offered == played.intents - 1  # all but the start, which no seat is asked for


def test_a_move_that_was_not_offered_is_found(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where a fault of the rules lets it pass."""
    offers = TOY.rules.offers
    monkeypatch.setattr(TOY.rules, "offers", lambda state, seat: offers(state, seat)[:-1])
    told = found(played)
    assert told
    assert {code for code, _ in told} == {"OFFER"}
    assert all(b"\xa6intent" in played.entries[seq - 1].public for _, seq in told)


def test_offers_that_cannot_be_made_out_are_a_finding(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY.rules, "offers", lambda state, seat: 1 // 0)
    assert {code for code, _ in found(played)} == {"OFFER"}


@pytest.mark.parametrize(
    ("cards", "fits"),
    [((3, 3), True), ((3,), True), ((), False), ((3, 3, 3), False), ((4, 4), False), ((9,), False), ((4, 3), True)],
)
def test_a_pick_takes_each_option_once(cards: tuple[int, ...], fits: bool) -> None:
    offers = [Offer(Bid(1, 3)), Offer(Trade(1, ()), Pick("cards", (3, 3, 4), 1, 2))]
    assert is_offered(offers, Trade(1, cards)) is fits
    assert not is_offered(offers, Trade(2, cards))


def test_another_way_to_the_same_end_is_offered_where_the_game_says_so() -> None:
    offers = [Offer(Trade(1, (3, 4)))]
    assert is_offered(offers, Trade(1, (5, 4)), ways={"cards"})
    assert not is_offered(offers, Trade(1, (5, 4)))
    assert not is_offered(offers, Trade(1, (4, 5)), ways={"cards"})
    assert not is_offered([Offer(Trade(1, ()))], Trade(1, (5, 4)), ways={"cards"})


# -- owners


@pytest.mark.parametrize("viewer", ["auditor", "spectator"])
def test_what_is_sealed_for_the_wrong_seat_is_found(played: Played, viewer: str) -> None:
    """A dealt hand that another seat could open; a spectator's copy shows it as well as the full log."""
    log = tamper.Log(TOY, match_file(played.entries, viewer), bytes.fromhex(str(played.state.secret)))
    at = next(entry.seq for entry in played.entries if b"\xaaCardsDealt" in entry.public)

    def for_another(data: dict[str, Any]) -> None:
        part = data["sealed"][0]
        part["audience"] = "seat:3" if part["audience"] != "seat:3" else "seat:1"

    assert ("SECRECY", at) in found(played, viewer, entries=tamper.forged(log, at, for_another))


# -- recorded states


def test_recorded_states_are_compared_and_named(played: Played) -> None:
    file = match_file(played.entries)
    right = digest(TOY.rules.fold(played.entries[:30]))
    audit = examine(file, TOY, digests={30: right, 40: digest(TOY.rules.fold(played.entries[:40]))[:16]})
    assert (audit.findings, audit.states_compared) == ((), 2)
    wrong = examine(file, TOY, digests={40: right})
    assert [(finding.code, finding.seq) for finding in wrong.findings] == [("DIGEST", 40)]


def test_digests_that_were_cut_off_are_told_and_not_taken_for_what_they_hold(run: Run) -> None:
    for name in ("basic-2-seats.match.zst", "basic-2-seats.digests"):
        shutil.copy(FIXTURES / name, name)
    lines = Path("basic-2-seats.digests").read_text().split("\n")
    for count in (1, 3, len(lines) - 2):
        Path("basic-2-seats.digests").write_text("\n".join([*lines[:count], ""]))
        ran = run("verify", "basic-2-seats.match.zst")
        assert (ran.code, "sound" in ran.out) == (2, False)
        assert f"has the digests of {count - 1} entries, and the match has {len(lines) - 2}" in ran.err


def test_digests_beside_a_file_are_held_against_it(run: Run) -> None:
    for name in ("basic-2-seats.match.zst", "basic-2-seats.digests"):
        shutil.copy(FIXTURES / name, name)
    assert "states as recorded" in run("verify", "basic-2-seats.match.zst").out
    lines = Path("basic-2-seats.digests").read_text().split("\n")
    lines[30] = " ".join(["30", "0" * 16, *lines[30].split(" ")[2:]])
    Path("basic-2-seats.digests").write_text("\n".join(lines))
    ran = run("verify", "basic-2-seats.match.zst")
    assert ran.code == 1
    assert "entry 30: DIGEST: the state after entry 30 is not the one that was recorded then" in ran.out
    Path("basic-2-seats.digests").write_text("nothing")
    ran = run("verify", "basic-2-seats.match.zst")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


# -- copies


def test_copies_of_one_match_agree(run: Run, played: Played) -> None:
    for viewer in ("auditor", "seat:1", "seat:2", "spectator"):
        Path(f"{viewer}.match").write_text(dumps(match_file(played.entries, viewer)))
    Path("early.match").write_text(dumps(match_file(played.entries[:40], "seat:1")))
    ran = run("verify", *sorted(Path().glob("*.match")))
    assert (ran.code, ran.err) == (0, "")


def test_a_copy_that_tells_another_log_is_named(run: Run, played: Played) -> None:
    """Each is sound by itself: the server told two seats two stories."""
    log = tamper.Log(TOY, match_file(played.entries, "seat:2"), bytes.fromhex(str(played.state.secret)))
    at = next(entry.seq for entry in played.entries if b"\xabChanceDrawn" in entry.public)
    other = tamper.forged(log, at, tamper._commit_otherwise)
    Path("one.match").write_text(dumps(match_file(played.entries, "seat:1")))
    Path("two.match").write_text(dumps(match_file(other, "seat:2")))
    assert run("verify", "one.match").code == run("verify", "two.match").code == 0
    ran = run("verify", "one.match", "two.match")
    assert ran.code == 1
    assert f"two.match: entry {at}: COPIES: entry {at} has another commitment for server" in ran.out


def test_what_copies_may_differ_in(played: Played) -> None:
    full = match_file(played.entries)
    for viewer in ("seat:1", "spectator"):
        assert disagreement(full, match_file(played.entries[:50], viewer)) is None
    part = next(entry for entry in full.entries if entry.parts)
    changed = part._replace(parts=(part.parts[0]._replace(salt=bytes(16)), *part.parts[1:]))
    entries = (*full.entries[: part.seq - 1], changed, *full.entries[part.seq :])
    told = disagreement(full, evolve(full, entries=entries))
    assert told is not None and (told.code, told.seq) == ("COPIES", part.seq)


# -- what each viewer's copy hides


@pytest.mark.parametrize("game", ["toy", "arcanya", "maya"])
def test_every_viewers_copy_hides_what_it_must(played: Played, game: str) -> None:
    if game == "toy":
        assert list(leaks(match_file(played.entries), TOY)) == []
        return
    log = tamper.played(plugin_for(game), "auditor", steps=40)
    assert list(leaks(log.file, log.plugin)) == []


def test_a_view_that_shows_more_than_was_sent_is_found(
    run: Run, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = TOY.view

    def careless(table: Any, viewer: str, name_of: Any) -> Any:
        return {**view(table, viewer, name_of), "next": table.deck[:1]}

    told = list(leaks(match_file(played.entries), evolve(TOY, view=careless)))
    assert {finding.code for finding in told} == {"SECRECY"}
    assert {finding.sentence.split()[1] for finding in told} == {"seat:1", "seat:2", "seat:3", "spectator"}


def test_a_copy_that_opens_too_much_is_found(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "match_file", lambda entries, viewer: match_file(entries))
    told = list(leaks(match_file(played.entries), TOY))
    assert any("is not the full one redacted" in finding.sentence for finding in told)


def test_secrecy_is_proved_on_demand(run: Run, played: Played) -> None:
    Path("full.match").write_text(dumps(match_file(played.entries)))
    Path("seat.match").write_text(dumps(match_file(played.entries, "seat:1")))
    ran = run("verify", "full.match", "--secrecy")
    assert (ran.code, ran.err) == (0, "")
    ran = run("verify", "seat.match", "--secrecy")
    assert ran.code == 0
    assert "only a full log can be compared" in ran.out


# -- stores, in several processes


def test_a_store_is_verified_by_two_processes_as_by_one(run: Run) -> None:
    assert run("simulate", "arcanya", "--seats", "2", "--count", "5", "--seed", "51", "--out", "out").code == 0
    for path in Path("out").iterdir():
        assert run("import", path, "--store", "sqlite:club.db").code == 0
    one = run("verify", "--store", "sqlite:club.db", "--jobs", "1", "--json")
    two = run("verify", "--store", "sqlite:club.db", "--jobs", "2", "--json")
    assert one.code == two.code == 0
    assert one.out == two.out
    assert len(json.loads(one.out)["matches"]) == 5


def test_sound_logs_have_no_finding() -> None:
    """A sample of `python -m tests.sound_logs`, one of each game."""
    done = [sound_logs.verify(lot) for lot in sound_logs.lots(2, b"sound", ["arcanya", "maya"])]
    assert [result.game for result in done] == ["arcanya", "maya"]
    assert sound_logs.summary(done)["entries_verified"] > 1_000


def test_a_finding_in_a_sound_log_is_told_with_what_reproduces_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_logs, "match_file", lambda entries, viewer: match_file(entries[1:], viewer))
    assert sound_logs.main(["--count", "1", "--games", "arcanya"]) == 1
    told = capsys.readouterr().err
    code = told.partition('WOLF python -c "')[2].partition('"')[0]
    assert "Lot('arcanya', 2, {'mode': " in code
    with pytest.raises(sound_logs.Wolf):
        exec(code)
