"""Each command of `matchfold`, with what it says, its exit code, and one clear line where it cannot go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from projections.games import PLUGINS
from projections.matchfile import dumps, match_file
from server.simulate import Table, play_match
from tests.cli.conftest import Run

TOY = "highest-card"
SEED = "5eed"


@pytest.fixture
def match(run: Run) -> Path:
    """A finished match of three in a file."""
    assert run("simulate", TOY, "--seats", "3", "--seed", SEED, "--out", "out").code == 0
    (path,) = Path("out").iterdir()
    return path


# -- simulate


def test_the_same_seed_at_another_table_is_another_match(run: Run) -> None:
    """So that files of several tables can be verified together: equal ids would be two copies of one match."""
    tables = (("--mode", "basic"), ("--mode", "advanced"), ("--mode", "basic", "--bot", "greedy"), ("--seats", "3"))
    for number, table in enumerate(tables):
        assert run("simulate", "arcanya", "--seed", SEED, *table, "--out", f"out{number}").code == 0
    files = sorted(Path.cwd().glob("out?/*.match"))
    assert len({file.name for file in files}) == len(tables)
    ran = run("verify", *files, "--jobs", "1")
    assert ran.code == 0, ran.out
    assert "COPIES" not in ran.out


def test_the_same_seed_gives_the_same_files(run: Run) -> None:
    for folder in ("a", "b"):
        ran = run("simulate", TOY, "--seed", SEED, "--count", "5", "--out", folder)
        assert ran.code == 0, ran.err
    names = sorted(path.name for path in Path("a").iterdir())
    assert len(names) == 5
    for name in names:
        assert (Path("a") / name).read_bytes() == (Path("b") / name).read_bytes()


def test_a_match_that_breaks_the_rules_is_named_with_its_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PLUGINS[TOY].rules.game
    sound, begun = rules.start, []

    def second_time(*given: Any) -> Any:
        begun.append(given)
        if len(begun) == 2:
            raise KeyError("no such card")
        return sound(*given)

    monkeypatch.setattr(rules, "start", second_time)
    ran = run("simulate", TOY, "--count", "3", "--seed", SEED)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"match 2 of --seed {SEED} breaks the rules\nmatchfold: this should not have happened")


def test_another_seed_gives_other_matches_and_no_seed_a_new_one_each_time(run: Run) -> None:
    seeds = {json.loads(run("simulate", TOY, "--json").out)["seed"] for _ in range(3)}
    assert len(seeds) == 3
    told = run("simulate", TOY, "--seed", "ab")
    assert "seed: ab" in told.out


@pytest.mark.parametrize(("count", "told"), [(1, f"1 match of {TOY}, "), (2, f"2 matches of {TOY}, ")])
def test_one_match_is_no_plural(run: Run, count: int, told: str) -> None:
    assert run("simulate", TOY, "--count", str(count)).out.startswith(told)


def test_a_seed_that_was_told_gives_the_same_matches_again(run: Run) -> None:
    first = json.loads(run("simulate", TOY, "--count", "2", "--json").out)
    again = json.loads(run("simulate", TOY, "--count", "2", "--json", "--seed", first["seed"]).out)
    assert again == first


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "chess"], "There is no game called 'chess'"),
        (["simulate", TOY, "--seats", "9"], "takes 2 to 5 seats, not 9"),
        (["simulate", TOY, "--bot", "wise"], "no bot of highest-card is called 'wise'"),
        (["simulate", TOY, "--bot", "random,random", "--seats", "3"], "2 bots are named for 3 seats"),
        (["simulate", TOY, "--option", "rounds=0"], "There is one option"),
        (["simulate", TOY, "--option", "rounds"], "is not key=value"),
        (["simulate", TOY, "--mode", "hard"], "There is one option"),
        (["simulate", TOY, "--seed", "xyz"], "not in hexadecimal digits"),
        (["simulate", TOY, "--seed", "00" * 33], "1 to 64 hexadecimal digits"),
        (["simulate", TOY, "--count", "0"], "not in the range"),
        (["simulate"], "Missing argument"),
        (["verify"], "name match files, or a store"),
        (["verify", "nothing.match"], "nothing.match: No such file or directory"),
        (["verify", "."], "is a folder"),
        (["show", "nothing.match"], "nothing.match: No such file or directory"),
        (["diff", "nothing.match", "nothing.match"], "nothing.match: No such file or directory"),
        (["export", "m", "--store", "memory:", "-o", "x.match"], "no match 'm'"),
        (["export", "m", "--store", "sqlite:none.db", "-o", "x.match"], "there is no store at none.db"),
        (["verify", "--store", "sqlite:none.db"], "there is no store at none.db"),
        (["upgrade-check", "--store", "sqlite:none.db"], "there is no store at none.db"),
        (["export", "m", "--store", "redis:x", "-o", "x.match"], "no store is called 'redis'"),
        (["export", "m", "--store", "sqlite:none.db", "-o", "x.match", "--as", "me"], "a viewer is seat:N"),
        (["import", "nothing.match", "--store", "memory:"], "nothing.match: No such file or directory"),
        (["nonsense"], "No such command"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_an_exit_code(run: Run, arguments: list[str], says: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.startswith(("matchfold: ", "nothing.match", ".")) and ran.err.count("\n") == 1
    assert ran.out == ""


# -- verify


def test_a_sound_match_is_proved(run: Run, match: Path) -> None:
    ran = run("verify", match)
    assert (ran.code, ran.err) == (0, "")
    assert "sound" in ran.out and "intents decided again" in ran.out


def test_a_kept_head_proves_that_nothing_was_rewritten(run: Run, match: Path) -> None:
    head = json.loads(run("simulate", TOY, "--seats", "3", "--seed", SEED, "--json").out)["matches"][0]["head"]
    assert run("verify", match, "--head", head).code == 0
    seq, _, link = head.partition(":")
    ran = run("verify", match, "--head", f"{seq}:{link[:-1]}{'0' if link[-1] != '0' else '1'}")
    assert ran.code == 1
    assert "the log was rewritten" in ran.out
    assert run("verify", match, "--head", "12").code == 2


def test_findings_name_the_entry_and_exit_with_one(run: Run, match: Path) -> None:
    lines = match.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if '"RoundWon"' in line)
    data = json.loads(lines[at])
    data["public"]["points"] = data["public"]["points"] % 6 + 1
    lines[at] = json.dumps(data, separators=(",", ":"))
    Path("forged.match").write_text("\n".join(lines))
    ran = run("verify", "forged.match", match)
    assert ran.code == 1
    assert f"forged.match: entry {at}: LINK:" in ran.out
    assert f"forged.match: entry {at}: DECISION:" in ran.out
    assert "2 matches: 1 sound, 1 with findings, 0 unread" in ran.out
    told = json.loads(run("verify", "forged.match", "--json").out)["matches"][0]
    assert told["verdict"] == "findings"
    assert {(found["code"], found["seq"]) for found in told["findings"]} >= {("LINK", at), ("DECISION", at)}


def test_an_unreadable_file_exits_with_two_and_names_the_line(run: Run, match: Path) -> None:
    Path("cut.match").write_text(match.read_text()[:-30])
    Path("binary.match").write_bytes(b"\x00\xff" * 40)
    ran = run("verify", "cut.match", "binary.match", match)
    assert ran.code == 2
    assert "cut.match: line 6" in ran.err and "ends in the middle of a line" in ran.err
    assert "binary.match: line 1" in ran.err
    assert f"{match}: sound" in ran.out


def test_compressed_files_are_read_like_plain_ones(run: Run, match: Path) -> None:
    assert run("simulate", TOY, "--seats", "3", "--seed", SEED, "--out", "packed", "--compress").code == 0
    (packed,) = Path("packed").iterdir()
    assert packed.name == f"{match.name}.zst"
    assert packed.stat().st_size < match.stat().st_size
    assert run("verify", packed).code == 0
    assert run("diff", packed, match).code == 0
    Path("cut.match.zst").write_bytes(packed.read_bytes()[:-200])
    ran = run("verify", "cut.match.zst")
    assert ran.code == 2
    assert "cut.match.zst" in ran.err


# -- show


def test_show_tells_the_story_and_the_table(run: Run, match: Path) -> None:
    ran = run("show", match)
    assert ran.code == 0
    assert "Round 1 begins." in ran.out
    assert "The table after entry" in ran.out
    assert "Won by " in ran.out


def test_show_at_an_entry_stops_there(run: Run, match: Path) -> None:
    ran = run("show", match, "--at", "18")
    assert "Won by" not in ran.out
    assert "Waiting: " in ran.out
    assert run("show", match, "--at", "9999").code == 2


def test_show_with_a_seats_eyes_shows_what_that_seat_saw(run: Run, match: Path) -> None:
    told = json.loads(run("show", match, "--at", "16", "--as", "seat:2", "--json").out)
    hands = [seat["hand"]["cards"] for seat in told["view"]["table"]["seats"]]
    assert hands[0] is None and hands[2] is None
    assert len(hands[1]) == 3
    assert run("show", match, "--as", "seat:7").err == f"matchfold: {match}: this match has 3 seats\n"


# -- export and import


@pytest.fixture
def store(run: Run, match: Path) -> str:
    assert run("import", match, "--store", "sqlite:club.db").code == 0
    return "sqlite:club.db"


def test_export_import_export_gives_equal_bytes(run: Run, match: Path, store: str) -> None:
    name = match.stem
    assert run("export", name, "--store", store, "-o", "again.match").code == 0
    assert Path("again.match").read_bytes() == match.read_bytes()
    assert run("export", name, "--store", store, "-o", "-").out.encode() == match.read_bytes()
    assert run("verify", "--store", store).code == 0


@pytest.mark.parametrize("viewer", ["seat:1", "seat:2", "spectator"])
def test_a_redacted_export_is_sound_and_shows_what_its_viewer_saw(
    run: Run, match: Path, store: str, viewer: str
) -> None:
    assert run("export", match.stem, "--store", store, "-o", "mine.match", "--as", viewer).code == 0
    assert run("verify", "mine.match").code == 0
    mine = run("show", "mine.match", "--at", "16", "--json")
    assert mine.out == run("show", match, "--at", "16", "--as", viewer, "--json").out
    other = run("show", "mine.match", "--as", "seat:3")
    assert other.code == 2
    assert "does not hold what seat:3 saw" in other.err
    refused = run("import", "mine.match", "--store", "sqlite:other.db")
    assert refused.code == 1
    assert "only a whole one can be imported" in refused.err


def test_no_seat_that_is_not_there_gets_an_export(run: Run, match: Path, store: str) -> None:
    ran = run("export", match.stem, "--store", store, "-o", "mine.match", "--as", "seat:4")
    assert ran.code == 2
    assert "has 3 seats" in ran.err
    assert not Path("mine.match").exists()


def test_a_match_is_imported_once_and_only_if_sound(run: Run, match: Path, store: str) -> None:
    again = run("import", match, "--store", store)
    assert again.code == 2
    assert "in that store already" in again.err
    Path("short.match").write_text("\n".join(match.read_text().split("\n")[:-2]) + "\n")
    ran = run("import", "short.match", "--store", "sqlite:other.db")
    assert ran.code == 1
    assert "nothing was imported" in ran.err


@pytest.mark.parametrize("match_id", ["a/b", 'a"\r\nX: y', "..", "-o", "two words", "🎲", "x" * 251])
def test_a_match_is_imported_only_under_an_id_that_a_server_can_call_it_by(run: Run, match_id: str) -> None:
    played = play_match(Table(PLUGINS[TOY], ("random",) * 2, match_id=match_id), b"named", steps=2)
    Path("odd.match").write_text(dumps(match_file(played.entries)), encoding="utf-8")
    assert run("verify", "odd.match", "--jobs", "1").code == 0
    ran = run("import", "odd.match", "--store", "sqlite:other.db")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "odd.match: a match is called by 1 to 250 of the letters" in ran.err and "nothing was imported" in ran.err
    assert not Path("other.db").exists()


def test_a_match_that_cannot_be_decided_again_is_not_called_sound_and_taken_on_request_only(
    run: Run, match: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run("verify", match)
    assert run("simulate", TOY, "--seats", "2", "--out", "more").code == 0
    (other,) = Path("more").iterdir()
    monkeypatch.setattr(PLUGINS[TOY].rules.game, "rules_version", 2)
    ran = run("verify", match)
    assert (whole.code, ran.code) == (0, 3)
    assert f"{match}: undecided (" in ran.out and "0 intents decided again" in ran.out
    assert "decided under rules 1, not installed" in ran.out
    assert "2 matches: 0 sound, 2 undecided, 0 with findings, 0 unread" in run("verify", match, other).out
    told = json.loads(run("verify", match, "--json").out)["matches"][0]
    assert told["verdict"] == "undecided" and told["intents_undecided"] > 0
    assert "undecided:" in run("replay", match, "--html", "page.html").err
    imported = run("import", match, "--store", "sqlite:other.db")
    assert imported.code == 3 and "nothing was imported (--undecided" in imported.err
    kept = ("fixtures", "record", match, "--name", "kept", "--why", "To look at.")
    recorded = run(*kept)
    assert recorded.code == 3 and "nothing was recorded (--undecided" in recorded.err
    assert run("import", match, "--store", "sqlite:other.db", "--undecided").code == 0
    assert run(*kept, "--undecided").code == 0


def test_a_store_that_was_tampered_with_is_found_and_named(run: Run, match: Path, store: str) -> None:
    import apsw

    database = apsw.Connection("club.db")
    (table,) = [
        name
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if {"public", "sealed", "link"} <= {row[1] for row in database.execute(f"PRAGMA table_info('{name}')")}
    ]
    ((public,),) = database.execute(f'SELECT public FROM "{table}" WHERE seq = 20').fetchall()
    assert isinstance(public, bytes)
    changed = bytearray(public)
    changed[-1] ^= 1
    database.execute(f'UPDATE "{table}" SET public = ? WHERE seq = 20', (bytes(changed),))
    database.close()
    ran = run("verify", "--store", store)
    assert ran.code == 1
    assert f"{match.stem}: entry 20: LINK" in ran.out


# -- diff


def test_logs_of_the_same_course_are_the_same(run: Run, match: Path) -> None:
    ran = run("diff", match, match)
    assert (ran.code, ran.err) == (0, "")
    assert "the same course" in ran.out


def test_diff_names_the_entry_and_the_fields(run: Run, match: Path) -> None:
    lines = match.read_text().split("\n")
    at = next(number for number, line in enumerate(lines) if '"RoundWon"' in line)
    points = json.loads(lines[at])["public"]["points"]
    lines[at] = lines[at].replace(f'"points":{points}', f'"points":{points + 1}')
    Path("other.match").write_text("\n".join(lines))
    ran = run("diff", match, "other.match")
    assert ran.code == 1
    assert f"part at entry {at}: RoundWon by table" in ran.out
    assert f"entry public.points: {points} | {points + 1}" in ran.out
    assert "table seats[" in ran.out
    told = json.loads(run("diff", match, "other.match", "--json").out)
    assert told["parting"]["seq"] == at


def test_diff_tells_which_log_goes_on(run: Run, match: Path) -> None:
    lines = match.read_text().split("\n")
    Path("short.match").write_text("\n".join(lines[:-2]) + "\n")
    ran = run("diff", "short.match", match)
    assert ran.code == 1
    assert "the second goes on with SecretRevealed" in ran.out


# -- the command itself


def test_help_names_every_command(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    for name in ("serve", "simulate", "export", "import", "show", "verify", "diff", "replay", "fixtures", "content"):
        assert f"\n  {name} " in ran.out


def test_a_reader_that_goes_away_is_no_error(run: Run, match: Path) -> None:
    command = f"{sys.executable} -c 'import sys; from projections.games import PLUGINS; "
    command += "from tests.toy.plugin import TOY; PLUGINS[TOY.game] = TOY; from server.cli import main; "
    command += f'sys.exit(main(["show", "{match}"]))\' | head -n 1'
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_our_own_mistakes_are_one_line_too(run: Run, match: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("server.cli.showing.read_match", broken)
    ran = run("show", match)
    assert ran.code == 2
    assert ran.err.startswith("matchfold: this should not have happened: RuntimeError: two lines")
    assert ran.err.count("\n") == 1


# -- arcanya, with its options and a host's own cards


def test_modes_and_options_of_a_game_are_passed_on(run: Run) -> None:
    ran = run("simulate", "arcanya", "--mode", "advanced", "--option", "alter_plus=true", "--seed", "1", "--json")
    told = json.loads(ran.out)
    assert told["options"]["mode"] == "advanced" and told["options"]["alter_plus"] is True
    assert run("simulate", "arcanya", "--mode", "hard").err == "matchfold: The option mode cannot be 'hard'.\n"
    refused = run("simulate", "arcanya", "--mode", "advanced", "--option", "no_students=true")
    assert refused.err == "matchfold: The advanced game needs the Student cards.\n"


def test_two_processes_play_and_verify_as_one_does(run: Run) -> None:
    """As processes of their own: a fork of this one would take its threads' locks along."""
    root = str(Path(__file__).resolve().parents[2])
    for folder, jobs in (("one", "1"), ("two", "2")):
        arguments = ["simulate", "arcanya", "--seed", SEED, "--count", "6", "--out", folder, "--jobs", jobs]
        subprocess.run(
            [sys.executable, "-m", "server.cli", *arguments], env={**os.environ, "PYTHONPATH": root}, check=True
        )
    files = sorted(Path("one").iterdir())
    assert len(files) == 6
    for path in files:
        assert path.read_bytes() == (Path("two") / path.name).read_bytes()
    ran = subprocess.run(
        [sys.executable, "-m", "server.cli", "verify", "--jobs", "2", *files],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("6 matches: 6 sound, 0 with findings, 0 unread\n")


def test_a_hosts_own_cards_are_checked_and_played_with(run: Run) -> None:
    good = Path("good.toml")
    good.write_text(
        "shield = [\n"
        "  { level = 3, victory_points = 4, hand_size = 6 },\n"
        "  { level = 2, victory_points = 2, hand_size = 5 },\n"
        "  { level = 1, victory_points = 1, hand_size = 4 },\n"
        "]\n"
    )
    assert run("content", "check", good).out == "good.toml: good content for Arcanya: Magic Academy\n"
    assert run("simulate", "arcanya", "--content", good, "--seed", "1", "--out", "out").code == 0
    (match,) = Path("out").iterdir()
    assert '"hand_size":6' in match.read_text()
    assert run("verify", match).code == 0


def test_a_bad_file_of_cards_is_told_by_line_and_reason(run: Run) -> None:
    bad = Path("bad.toml")
    bad.write_text("# own\n\nshield = [\n  { level = 3, victory_points = -1, hand_size = 5 },\n]\n")
    ran = run("content", "check", bad)
    assert ran.code == 1
    assert ran.err.startswith("bad.toml:") and ran.err.count("\n") == 1
    bad.write_bytes(b"a = 1\n\xff\n")
    assert run("content", "check", bad).err == "bad.toml:2: this is not text in UTF-8\n"
    assert run("content", "check", "none.toml").err == "matchfold: none.toml: No such file or directory\n"
    ran = run("simulate", "arcanya", "--content", bad)
    assert ran.code == 2 and ran.err == "matchfold: bad.toml:2: this is not text in UTF-8\n"


@pytest.mark.parametrize("command", [("replay", "--html"), ("export", "-o"), ("fork", "-o")])
def test_a_file_that_cannot_be_written_is_named_as_it_was_asked_for(
    run: Run, match: Path, command: tuple[str, str]
) -> None:
    name, option = command
    if name == "export":
        assert run("import", match, "--store", "sqlite:club.db").code == 0
        told = run(name, match.name.removesuffix(".match"), "--store", "sqlite:club.db", option, "nowhere/x.match")
        wanted = "nowhere/x.match"
    else:
        told = run(name, match, *(["--at", 20] if name == "fork" else []), option, "nowhere/x.html")
        wanted = "nowhere/x.html"
    assert (told.code, told.err) == (2, f"matchfold: {wanted}: there is no folder nowhere to write it into\n")
