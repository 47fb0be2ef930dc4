"""A fork goes on from a step of another match, with its hidden state, and leaves that one untouched."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.codec import Scribe
from domain.kernel.entries import Entry, Head
from domain.kernel.freeze import digest
from domain.kernel.game import Refused
from domain.kernel.lifecycle import HandOver
from domain.kernel.match import MatchState
from projections.audit import examine
from projections.bots import RANDOM, Dice
from projections.diff import parting
from projections.fork import Fork, fork
from projections.games import plugin_for
from projections.history import History
from projections.matchfile import dumps, loads, match_file
from projections.plugin import Plugin
from projections.views import AUDITOR
from server.simulate import Played, Table, play_match
from tests.toy.plugin import TOY

VERIFIER = Path(__file__).resolve().parents[2] / "tools" / "independent_verifier.py"
SECRET = bytes(range(32))
GAMES: dict[str, tuple[Plugin, int, dict[str, Any]]] = {
    "toy": (TOY, 3, {"rounds": 4}),
    "arcanya": (plugin_for("arcanya"), 4, {"mode": "advanced"}),
    "maya": (plugin_for("maya"), 2, {"mode": "siege-1v1"}),
}
every_game = pytest.mark.parametrize("game", sorted(GAMES))


def played(game: str, steps: int = 40) -> tuple[Plugin, Played]:
    plugin, seats, options = GAMES[game]
    return plugin, play_match(Table(plugin, ("random",) * seats, options, "The long one"), b"fork", 1, steps=steps)


def history(plugin: Plugin, match_id: str, entries: tuple[Entry, ...]) -> History:
    found = History(plugin, match_id)
    found.extend(entries)
    return found


def middle(plugin: Plugin, match: Played) -> int:
    """The end of a step about half-way through."""
    steps = history(plugin, match.match_id, match.entries).steps
    return steps[len(steps) // 2].seq


def go_on(plugin: Plugin, made: Fork, seed: int, until: Callable[[MatchState], bool]) -> list[Entry]:
    """The whole log of a fork that random bots play on."""
    rules, dice = plugin.rules, Dice(seed)
    entries, state = list(made.entries), made.state
    assert state.secret is not None
    scribe = Scribe(bytes.fromhex(state.secret), Head(entries[-1].seq, entries[-1].link))
    for _ in range(3_000):
        if rules.over(state) or until(state):
            return entries
        seat = rules.awaiting(state)[0].seat
        intent = RANDOM.choose(dict, rules.offers(state, seat), dice)
        events, state = rules.step(state, intent)
        entries += scribe.write(intent, events, actor=f"seat:{seat}", at=1, rules=rules.game.rules_version)
    raise AssertionError("that match does not end")


def after(steps: int) -> Callable[[MatchState], bool]:
    """True once it was asked so many times."""
    left = [steps]

    def passed(state: MatchState) -> bool:
        left[0] -= 1
        return left[0] < 0

    return passed


@every_game
def test_it_has_the_hidden_state_of_the_step_and_says_where_it_is_from(game: str) -> None:
    plugin, match = played(game)
    at = middle(plugin, match)
    before = dumps(match_file(match.entries))
    made = fork(plugin, match.entries, at, match_id="what-if", secret=SECRET)
    there = history(plugin, match.match_id, match.entries).state_at(at)
    assert digest(made.state.table) == digest(there.table)
    assert made.state.draws == there.draws
    origin = made.state.origin
    assert origin is not None
    assert (origin.match_id, origin.seq, origin.link) == (match.match_id, at, match.entries[at - 1].link.hex())
    assert made.state.title == "The long one (fork)"
    assert dumps(match_file(match.entries)) == before


@every_game
def test_it_is_played_to_an_end_and_audited_with_a_note_on_what_was_taken_over(game: str) -> None:
    plugin, match = played(game)
    at = middle(plugin, match)
    made = fork(plugin, match.entries, at, match_id="what-if", secret=SECRET)
    stop = (lambda state: state.draws > made.state.draws + 2) if game == "maya" else (lambda state: False)
    audit = examine(match_file(go_on(plugin, made, 5, stop)), plugin)
    assert audit.findings == ()
    assert any(f"forked from {match.match_id}; its first {at} entries" in note for note in audit.notes)
    if game != "maya":
        assert audit.complete
    if game != "arcanya":  # whose piles may last to the end
        assert audit.draws_recomputed > 0


def test_the_one_file_verifier_agrees(tmp_path: Path) -> None:
    plugin, match = played("arcanya")
    made = fork(plugin, match.entries, middle(plugin, match), match_id="what-if", secret=SECRET)
    file = match_file(go_on(plugin, made, 5, lambda state: False))
    path = tmp_path / "fork.match"
    path.write_text(dumps(file), encoding="utf-8")
    ran = subprocess.run([sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False)
    drawn, told = ran.stdout.splitlines()
    assert (ran.returncode, told) == (0, f"{len(file.entries)} entries, 0 findings")
    assert f" of a fork, up to entry {middle(plugin, match)}, which the log of match " in drawn


def test_what_is_drawn_after_the_fork_is_proved() -> None:
    """A draw of the fork's own that was made up is found; only those taken over are left to the other log."""
    plugin, match = played("toy", 4)
    made = fork(plugin, match.entries, middle(plugin, match), match_id="what-if", secret=SECRET)
    entries = go_on(plugin, made, 5, lambda state: False)
    other = fork(plugin, match.entries, middle(plugin, match), match_id="what-if", secret=bytes(32))
    assert other.state.secret is not None
    # The same play under another secret: every own draw now contradicts it.
    state, scribe = other.state, Scribe(bytes(32), Head(other.entries[-1].seq, other.entries[-1].link))
    forged = list(other.entries)
    steps: list[tuple[Any, list[Any]]] = []
    for entry in entries[len(made.entries) :]:
        envelope, facts = plugin.rules.reader.read(entry)
        if envelope.kind == "intent":
            steps.append((facts[0], []))
        else:
            steps[-1][1].extend(facts)
    for intent, caused in steps:
        kept = [fact for fact in caused if fact.TYPE != "SecretRevealed"]
        forged += scribe.write(intent, kept, actor=f"seat:{intent.seat}", at=1, rules=state.rules)
    codes = {finding.code for finding in examine(match_file(forged), plugin).findings}
    assert "CHANCE" in codes


@every_game
def test_lines_side_by_side_part_where_they_are_played_differently(game: str) -> None:
    plugin, match = played(game)
    at = middle(plugin, match)
    seats = GAMES[game][1]
    made = fork(plugin, match.entries, at, match_id="a", secret=SECRET)
    with_bots = fork(plugin, match.entries, at, match_id="b", secret=SECRET, bots={1: "random"})
    assert parting(match_file(made.entries), match_file(with_bots.entries), plugin) is None
    found = parting(match_file(match.entries), match_file(made.entries), plugin)
    assert found is not None
    assert found.sentence.startswith("one log ends after entry")
    assert found.seq == at + 1
    one, other = (go_on(plugin, made, seed, after(12)) for seed in (1, 2))
    apart = parting(match_file(one), match_file(other), plugin)
    assert apart is not None
    assert apart.seq > at + seats
    assert apart.entry


def test_bots_take_seats_and_others_are_hot_seats() -> None:
    plugin, match = played("arcanya")
    made = fork(plugin, match.entries, middle(plugin, match), match_id="b", secret=SECRET, bots={2: "greedy"}, now=77)
    holders = [held and (held.name, held.bot) for held in made.state.holders]
    assert holders == [("Random 1", None), ("Greedy 2", "greedy"), ("Random 3", None), ("Random 4", None)]
    assert examine(match_file(made.entries), plugin).findings == ()


def test_a_fork_can_be_forked() -> None:
    plugin, match = played("arcanya")
    first = fork(plugin, match.entries, middle(plugin, match), match_id="a", secret=SECRET, bots={1: "random"})
    second = fork(plugin, first.entries, len(first.entries), match_id="b", secret=bytes(32))
    assert second.state.origin is not None
    assert second.state.origin.match_id == "a"
    assert examine(match_file(second.entries), plugin).findings == ()


@pytest.mark.parametrize(
    ("at", "bots", "code"),
    [
        (0, {}, "NO_SUCH_STEP"),
        (99_999, {}, "NO_SUCH_STEP"),
        (3, {}, "NOT_STARTED"),
        (-1, {}, "GAME_OVER"),
        (30, {9: "random"}, "NO_SUCH_SEAT"),
        (30, {1: "oracle"}, "UNKNOWN_BOT"),
    ],
)
def test_what_cannot_be_gone_on_from_is_told_so(at: int, bots: dict[int, str], code: str) -> None:
    plugin, seats, options = GAMES["toy"]
    match = play_match(Table(plugin, ("random",) * seats, options), b"fork")
    place = len(match.entries) if at == -1 else at
    with pytest.raises(Refused) as told:
        fork(plugin, match.entries, place, match_id="x", secret=SECRET, bots=bots)
    assert told.value.code == code


def test_within_a_step_it_goes_on_from_before_that_step() -> None:
    plugin, match = played("arcanya")
    steps = history(plugin, match.match_id, match.entries).steps
    step = next(step for step in steps[10:] if step.seq - step.first > 2)
    made = fork(plugin, match.entries, step.first + 1, match_id="x", secret=SECRET)
    assert made.state.origin is not None
    assert made.state.origin.seq == step.first - 1


def test_only_the_seats_of_a_fork_are_given_to_others() -> None:
    plugin, match = played("arcanya")
    with pytest.raises(Refused) as told:
        plugin.rules.decide(match.state, HandOver(1, "Eve", None))
    assert told.value.code == "NOT_A_FORK"


def test_neither_log_opens_anything_in_the_other() -> None:
    """Salts and commitments differ, so an opening of the fork proves nothing about the log that is still played."""
    plugin, match = played("arcanya")
    made = fork(plugin, match.entries, middle(plugin, match), match_id="x", secret=SECRET)
    pairs = list(zip(match.entries, made.entries, strict=False))
    sealed = [(one, other) for first, second in pairs for one, other in zip(first.parts, second.parts, strict=True)]
    assert sealed
    assert all(one.salt != other.salt and one.commitment != other.commitment for one, other in sealed)
    secret = match.state.secret
    assert secret is not None
    assert secret not in dumps(match_file(made.entries, AUDITOR))


def test_its_file_reads_back() -> None:
    plugin, match = played("toy", 6)
    made = fork(plugin, match.entries, middle(plugin, match), match_id="x", secret=SECRET)
    file = match_file(made.entries)
    assert loads(dumps(file)) == file
