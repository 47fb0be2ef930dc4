"""What a developer mistypes is said in one clear line that names the option, and never as a fault of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from projections.matchfile import dumps, match_file
from server.simulate import Table, play_match
from tests.cli.conftest import Run
from tests.toy.plugin import TOY


@pytest.fixture
def capsule(run: Run) -> str:
    played = play_match(Table(TOY, ("random",) * 2), b"typed", steps=4)
    Path("one.match").write_text(dumps(match_file(played.entries)), encoding="utf-8")
    return "one.match"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("shrink", "-o", "x.scenario.toml", "--where", "nosuch > 1"), "--where: a condition knows"),
        (("shrink", "-o", "x.scenario.toml", "--where", "state.started and nosuch"), "--where: a condition knows"),
        (("shrink", "-o", "x.scenario.toml", "--invariant", "json:dumps"), "--invariant json:dumps: does not take"),
        (("repro", "--to-fixture", "n", "--never", "nosuch.x > 1"), "--never: a condition knows"),
        (("repro", "--never", "1 +"), "--never: '1 +' is no expression"),
    ],
)
def test_a_mistyped_option_is_named(
    run: Run, capsule: str, arguments: tuple[str, ...], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.games.PLUGINS", {TOY.game: TOY})
    ran = run(arguments[0], capsule, *arguments[1:])
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err
    assert "should not have happened" not in ran.err
    assert not Path("fixtures").exists()


@pytest.mark.parametrize("arguments", [(), ("fixtures",), ("content",)])
def test_whoever_names_no_command_is_shown_which_there_are(run: Run, arguments: tuple[str, ...]) -> None:
    ran, helped = run(*arguments), run(*arguments, "--help")
    assert helped.code == 0 and "Commands:\n" in helped.out
    assert (ran.code, ran.out, ran.err) == (2, "", helped.out)
