"""A host's own mode on a host's own arena, played by bots to its end and proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.kernel.codec import entry_json
from projections.matchfile import loads
from tests.cli.conftest import Run

SEED = "5eed"

YARD = """
[[map]]
id = "yard"
name = "The Yard"
ground = [
  { r = -2, q =  0, signs = "  . . ." },
  { r = -1, q = -1, signs = " . ^ . ." },
  { r =  0, q = -2, signs = ". . * . ." },
  { r =  1, q = -2, signs = " . . v ." },
  { r =  2, q = -2, signs = "  . . ." },
]
zone_names = { L = "Lawn", P = "Paving" }
zones = [
  { r = -2, q =  0, signs = "  P P P" },
  { r = -1, q = -1, signs = " P P P P" },
  { r =  0, q = -2, signs = "L L L L L" },
  { r =  1, q = -2, signs = " L L L L" },
  { r =  2, q = -2, signs = "  L L L" },
]
walls = [[[0, 0], [1, 0]]]
spawns = [
  { name = "South gate", owner = "team1", at = [[-2, 2], [-2, 1], [-1, 1]] },
  { name = "North gate", owner = "team2", at = [[2, -2], [1, -1], [2, -1]] },
  { name = "Well", owner = "neutral", at = [[-2, 0], [-1, 0], [-1, -1]] },
]
upgrades = [{ name = "Forge", owner = "neutral", at = [[1, 0], [0, 1], [1, 1]] }]
towers = [{ team = 1, at = [0, 2] }, { team = 2, at = [0, -2] }]
lairs = [{ minion = "warden-of-knots", at = [-1, 0], hp = 3 }]
"""

DUEL = """
[[mode]]
id = "duel"
name = "Duel in the Yard"
kind = "siege"
teams = true
maps = { 2 = "yard" }
objective_row = { 2 = 3 }
text = ["One Tower for each team."]

[mode.siege]
tower_hp = 5
tower_loss_max = 3
tower_death_loss = 2
watchfire_damage = 1
watchfire_reach = 1
deaths_to_lose = 3
collapse_round = 5
collapse_loss = 2
"""

SCRAMBLE = """
[[mode]]
id = "scramble"
name = "Scramble"
kind = "headhunters"
teams = false
maps = { 2 = "yard", 3 = "yard" }
objective_row = { 2 = 3, 3 = 4 }
text = ["Four rounds."]

[mode.headhunters]
vp_to_win = { 2 = 6, 3 = 7 }
rounds = 4
champion_kill_vp = [2, 1]
champion_kill_deaths = [0, 2]
bounty_start = 1
bounty_max = 3
allied_minion_vp = 1
head_vp = 1
heads_per_turn = 1
death_vp = 1
"""


@pytest.fixture
def yard(run: Run) -> Path:
    """A content file with two modes on one arena."""
    path = Path("yard.toml")
    path.write_text(YARD + DUEL + SCRAMBLE)
    ran = run("content", "check", path, "--game", "maya")
    assert (ran.code, ran.err) == (0, "")
    return path


@pytest.mark.parametrize(
    ("mode", "seats", "towers", "ends"),
    [
        ("duel", 2, {"t1a": 5, "t2a": 5}, {"towers", "deaths"}),
        ("scramble", 3, {}, {"points", "rounds"}),
    ],
)
def test_a_mode_of_a_hosts_own_is_played_to_its_end_on_its_own_arena_and_proved(
    run: Run, yard: Path, mode: str, seats: int, towers: dict[str, int], ends: set[str]
) -> None:
    ran = run("simulate", "maya", "--mode", mode, "--content", yard, "--seed", SEED, "--count", "3", "--out", "out")
    assert ran.code == 0, ran.err
    files = sorted(Path("out").iterdir())
    proved = run("verify", *files, "--jobs", "1")
    assert proved.code == 0 and "3 matches: 3 sound" in proved.out
    for file in files:
        events = [entry_json(entry) for entry in loads(file.read_text()).entries]
        (placed,) = [event["public"] for event in events if event["type"] == "ArenaPlaced"]
        assert placed["map"] == "yard"
        idos = [event["public"] for event in events if event["type"] == "IdoPlaced"]
        assert {ido["ido"]: ido["hp"] for ido in idos if ido["kind"] == "tower"} == towers
        (ended,) = [event["public"] for event in events if event["type"] == "GameEnded"]
        assert ended["winners"] and len(ended["scores"]) == seats
        assert ends & set(ended["reasons"])


def test_what_a_seat_holds_of_a_match_in_a_mode_of_a_hosts_own_is_proved_too(run: Run, yard: Path) -> None:
    assert run("simulate", "maya", "--mode", "duel", "--content", yard, "--seed", SEED, "--out", "out").code == 0
    (file,) = Path("out").iterdir()
    assert run("import", file, "--store", "sqlite:club.db").code == 0
    exported = run("export", file.stem, "--store", "sqlite:club.db", "--as", "seat:2", "-o", "mine.match")
    assert exported.code == 0, exported.err
    assert run("verify", "mine.match").code == 0
    told = run("show", "mine.match")
    assert "The arena is laid out: The Yard." in told.out


@pytest.mark.parametrize(
    ("how", "seats"),
    [
        (("--mode", "duel"), 2),
        (("--mode", "scramble"), 3),
        (("--mode", "scramble", "--seats", "2"), 2),
        (("--mode", "headhunters"), 4),
        (("--mode", "headhunters", "--option", "map=yard"), 3),
        ((), 2),
    ],
)
def test_as_many_play_as_the_mode_asks_also_one_out_of_a_file(
    run: Run, yard: Path, how: tuple[str, ...], seats: int
) -> None:
    ran = run("simulate", "maya", "--content", yard, *how, "--seed", SEED, "--json")
    assert ran.code == 0, ran.err
    assert len(json.loads(ran.out)["bots"]) == seats


@pytest.mark.parametrize(
    ("how", "says"),
    [
        (("--mode", "duel", "--seats", "3"), "Duel in the Yard is for 2 players"),
        (("--mode", "duel", "--option", "map=orchard"), "The arenas are "),
        (("--mode", "duels"), "The modes are "),
    ],
)
def test_what_is_wrong_with_a_table_of_ones_own_mode_is_said_as_it_is(
    run: Run, yard: Path, how: tuple[str, ...], says: str
) -> None:
    ran = run("simulate", "maya", "--content", yard, *how)
    assert ran.code == 2 and ran.out == ""
    assert says in ran.err and ran.err.count("\n") == 1
