"""Files that break a rule are refused, with the rule and the line; a host's files go over ours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.maya.content.loader import ContentError, load_pack, load_pack_text
from domain.maya.content.toml_lines import line_of
from tests.cards.maya_content.files import built_in, changed, line, refusal, with_change

KSHAR = "cards_kshar.toml"


def refused(file: str, old: str, new: str, rule: str, *, id: str) -> Any:
    """A change that is refused; where the rule is about loading, the case shows the rule."""
    marks = [pytest.mark.rules(rule)] if rule in ABOUT_LOADING else []
    return pytest.param(file, old, new, rule, id=id, marks=marks)


ABOUT_LOADING = frozenset(
    (
        "MAYA-AMB-02",
        "MAYA-AMB-13",
        "MAYA-AMB-57",
        "MAYA-CARD-01",
        "MAYA-CARD-02",
        "MAYA-CARD-15",
        "MAYA-CHAMP-01",
        "MAYA-CHAMP-02",
        "MAYA-CHAMP-04",
        "MAYA-CHAMP-07",
        "MAYA-COMP-17",
        "MAYA-COOL-03",
        "MAYA-FLY-07",
        "MAYA-OBJ-01",
        "MAYA-POI-01",
        "MAYA-POI-05",
        "MAYA-TERR-01",
        "MAYA-UPG-12",
    )
)

REFUSED = [
    # Cards.
    refused(KSHAR, 'type = "relic"', 'type = "trap"', "MAYA-CARD-01", id="card type"),
    refused(KSHAR, "cost = 2\ngain = 2\ncopies", "gain = 2\ncopies", "MAYA-CARD-02", id="no cost"),
    refused(KSHAR, "gain = 3\n", "", "MAYA-CARD-02", id="no gain"),
    refused(
        KSHAR, 'type = "relic"\nsignature', 'type = "relic"\ngain = 1\nsignature', "MAYA-CARD-19", id="relic gain"
    ),
    refused(KSHAR, 'traits = ["vaanar"]', 'traits = ["wizard"]', "MAYA-CHAMP-02", id="unknown trait"),
    refused(
        KSHAR, 'traits = ["vaanar"]', 'traits = ["vaanar", "naag"]', "MAYA-CARD-15", id="two different symbols"
    ),
    refused(KSHAR, 'traits = ["vaanar"]', "traits = []", "MAYA-CARD-15", id="no symbol, no signature"),
    refused(KSHAR, 'do = "move", steps = 3', 'do = "dash", steps = 3', "MAYA-COOL-03", id="icon"),
    refused(KSHAR, 'signature_of = "kshar"', 'signature_of = "nobody"', "MAYA-DECK-04", id="owner"),
    refused(
        KSHAR, '  { do = "draw", value = 1 },', '  { do = "flight", enter = true },', "MAYA-FLY-07", id="flight"
    ),
    # Abilities.
    refused(
        "passives.toml", '{ when = "use", limit = "once_per_turn", do', '{ when = "use", do', "MAYA-AMB-57", id="limit"
    ),
    refused(
        "passives.toml",
        '{ when = "use", limit = "once_per_turn", do',
        '{ when = "use", limit = "none", do',
        "MAYA-AMB-57",
        id="endless",
    ),
    refused(
        "passives.toml", 'on = "your_attack_took_hp", ', "", "MAYA-AMB-58", id="passive without its trigger"
    ),
    refused(
        "skills.toml",
        'cost = 1, do = "push", steps = 1',
        'cost = 1, do = "flight", enter = true',
        "MAYA-FLY-07",
        id="skill",
    ),
    refused("passives.toml", 'trait = "naag"', 'trait = "troll"', "MAYA-CHAMP-02", id="trait of a passive"),
    # Champions.
    refused(
        "champions.toml",
        'traits = ["vaanar", "vanguard", "relic-keeper"]',
        'traits = ["vaanar", "vanguard"]',
        "MAYA-CHAMP-01",
        id="two traits",
    ),
    refused(
        "champions.toml",
        'traits = ["vaanar", "vanguard", "relic-keeper"]',
        'traits = ["vaanar", "naag", "vanguard"]',
        "MAYA-CHAMP-01",
        id="two species",
    ),
    refused("champions.toml", ", { value = 17, xp = 3 }]", "]", "MAYA-COMP-17", id="two HP tokens"),
    refused("champions.toml", ", { value = 3, xp = 4 }]", "]", "MAYA-COMP-17", id="two Energy tokens"),
    refused("champions.toml", "{ value = 14, xp = 2 }", "{ value = 11 }", "MAYA-PSETUP-09", id="no ladder"),
    refused("champions.toml", "  { wild = true, xp = 2 },\n", "", "MAYA-UPG-12", id="no wild symbol"),
    refused("champions.toml", "hand = 4\n", "", "MAYA-CHAMP-04", id="no hand stat"),
    refused("champions.toml", "placeholder = true\n", "", "MAYA-CHAMP-07", id="whose portrait"),
    refused(
        "champions.toml", 'card = "branch-breaker", copies = 2', 'card = "branch-breaker"', "MAYA-DECK-09", id="deck"
    ),
    # The rest.
    refused("pieces.toml", "hp = 2\nattackable = true", "hp = 2", "MAYA-AMB-13", id="attackable"),
    refused(
        "objectives.toml", 'measure = "energy_spent"', 'measure = "charm"', "MAYA-OBJ-01", id="measure"
    ),
    refused("objectives.toml", 'on_complete = "flip"', 'on_complete = "burn"', "MAYA-OBJ-10", id="ending"),
    refused(
        "objectives.toml", 'on_complete = "remove"', 'on_complete = "flip"', "MAYA-OBJ-10", id="nothing to flip to"
    ),
    refused("minions.toml", "in_order = true, ", "", "MAYA-AGGRO-12", id="order"),
    refused(
        "minions.toml", "hp = { siege = 3, headhunters = 3 }", "hp = { duel = 3 }", "MAYA-COOL-03", id="minion HP"
    ),
    refused(
        "minions.toml", 'do = "move", steps = 2 }],', 'do = "draw", value = 1 }],', "MAYA-MIN-01", id="minion drawing"
    ),
    refused("minions.toml", "value = 3 }", 'value = "naag" }', "MAYA-MIN-01", id="minion counting symbols"),
    refused(
        "minions.toml", "value = 3 }", 'value = 3, by = "one engram" }', "MAYA-MIN-01", id="minion with Engrams"
    ),
    refused(
        "minions.toml",
        "value = 3 }",
        'value = 3, target = { one = "enemy unit", within = 2 } }',
        "MAYA-MIN-01",
        id="minion naming its target",
    ),
    refused("minions.toml", "root = 1 }", 'root = "unique" }', "MAYA-MIN-01", id="minion counting for Root"),
    refused(
        "minions.toml", "hp = { siege = 9, headhunters = 9 }", "hp = { siege = 9 }", "MAYA-MIN-02", id="stand-in's HP"
    ),
    refused("modes.toml", 'kind = "siege"', 'kind = "race"', "MAYA-CORE-11", id="kind of mode"),
    refused("modes.toml", "teams = true", "teams = false", "MAYA-AMB-114", id="siege without teams"),
    refused(
        "modes.toml",
        'maps = { 2 = "siege_1v1" }\nobjective_row = { 2 = 4 }',
        'maps = { 3 = "siege_1v1" }\nobjective_row = { 3 = 4 }',
        "MAYA-AMB-114",
        id="siege for three",
    ),
    refused(
        "modes.toml", "{ 2 = 10, 3 = 12, 4 = 12 }", "{ 2 = 10, 4 = 12 }", "MAYA-CORE-11", id="no points for three"
    ),
    refused("modes.toml", "[0, 2, 4]", "[1, 2, 4]", "MAYA-CORE-11", id="no points for the first kill"),
    refused("modes.toml", "[0, 2, 4]", "[0, 4, 2]", "MAYA-CORE-11", id="kills out of order"),
    refused("modes.toml", "[3, 2, 1]", "[3, 2]", "MAYA-CORE-11", id="kills without points"),
    refused("modes.toml", "tower_hp = 8", "tower_hp = 0", "", id="towers without HP"),
    refused("modes.toml", "collapse_loss = 1", "collapse_loss = 0", "", id="a siege that need not end"),
    refused("modes.toml", '2 = "siege_1v1"', '2 = "moon"', "MAYA-GSETUP-01", id="map of a mode"),
    # Maps.
    refused("map_siege_1v1.toml", '"    . . . . ."', '"    . ? . . ."', "MAYA-TERR-01", id="sign"),
    refused(
        "map_siege_1v1.toml", '"    N N N N N"', '"    N N N N"', "MAYA-TERR-23", id="a space in no zone"
    ),
    refused("map_siege_1v1.toml", "[[0, 1], [1, 0]]", "[[0, 1], [2, 0]]", "MAYA-AMB-02", id="wall"),
    refused(
        "map_siege_1v1.toml",
        "[[-2, 4], [-1, 3], [-1, 4]]",
        "[[-2, 4], [-1, 3], [0, 3]]",
        "MAYA-POI-01",
        id="point on no corner",
    ),
    refused(
        "map_siege_1v1.toml", 'owner = "team1"', 'owner = "team3"', "MAYA-POI-05", id="third team's point"
    ),
    refused("map_siege_1v1.toml", "at = [0, 0], hp = 6", "at = [4, 0], hp = 6", "MAYA-TERR-22", id="void"),
    refused("map_siege_1v1.toml", "at = [0, 0], hp = 6", "at = [0, 0]", "MAYA-MIN-02", id="lair without HP"),
    refused(
        "map_siege_1v1.toml", 'minion = "elder-komon"', 'minion = "troll"', "MAYA-ROSTER-01", id="minion"
    ),
    refused(
        "map_siege_1v1.toml",
        '{ r = -3, q = -1, signs = "   .',
        '{ r = -4, q = -1, signs = "   .',
        "MAYA-TERR-01",
        id="drawn twice",
    ),
    refused("map_siege_1v1.toml", 'name = "Neutral W"', 'name = "Neutral E"', "MAYA-POI-01", id="two of a name"),
    refused("map_siege_1v1.toml", "{ team = 1, at", "{ team = 3, at", "MAYA-COMP-10", id="third team's tower"),
    refused(
        "map_siege_1v1.toml", "at = [0, 0], hp = 6", "at = [1, 1], hp = 6", "MAYA-UNIT-01", id="two on a space"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rule"), REFUSED)
def test_a_file_that_breaks_a_rule_is_refused_by_it(file: str, old: str, new: str, rule: str) -> None:
    error = refusal(file, old, new)
    assert error.rule == rule
    assert str(error).startswith(f"{error.file}:{error.line}: ")
    text = changed(file, old, new)
    assert record_at(text, error.line) == record_at(text, line(file, old) + old.startswith("\n"))


def record_at(text: str, number: int) -> int:
    """The how manieth record of the file a line stands in."""
    return len(re.findall(r"^\[\[\w+\]\]", "\n".join(text.splitlines()[:number]), re.MULTILINE))


@pytest.mark.rules("MAYA-COMP-17")
def test_a_champion_with_two_skills_is_refused() -> None:
    with pytest.raises(ContentError, match="2 skills; a champion has three") as caught:
        with_change("skills.toml", 'champion = "kshar"', 'champion = "dangsa"')
    assert (caught.value.file, caught.value.rule) == ("champions.toml", "MAYA-COMP-17")


@pytest.mark.parametrize(
    ("clause", "rule"),
    [
        ('do = "keep_relic", count = 1', "MAYA-DEATH-10"),
        ('when = "passive", on = "you_moved", limit = "none", do = "keep_relic", count = 1', "MAYA-DEATH-10"),
        ('when = "passive", on = "you_died", limit = "none", do = "draw", value = 1', "MAYA-DEATH-10"),
        ('do = "push", steps = 1, piercing = 2', "MAYA-PIERCE-01"),
        ('do = "convert", take = 0, root = 1, target = { one = "enemy entity" }', "MAYA-VISH-03"),
        ('do = "search", find = "relic", count = 0', "MAYA-CARD-02"),
        ('do = "peek", count = 3, take = 0', "MAYA-CARD-02"),
        ('do = "peek", count = 2, take = 3', "MAYA-CARD-02"),
        ('do = "peek", count = 12, take = 1', "MAYA-CARD-02"),
        ('do = [{ do = "retrieve", pieces = ["engram"] }, { do = "draw", value = "retrieved" }]', "MAYA-COOL-03"),
    ],
)
def test_a_word_where_it_has_no_meaning_is_refused(clause: str, rule: str) -> None:
    error = refusal(KSHAR, 'do = "move", steps = 3', clause)
    assert (error.rule, error.line) == (rule, line(KSHAR, 'do = "move", steps = 3'))


def test_a_relic_that_uses_a_relic_is_refused() -> None:
    error = refusal(KSHAR, 'do = "pull", reach = 2', 'do = "use_relic"')
    assert (error.rule, error.line) == ("MAYA-RELIC-08", line(KSHAR, 'do = "pull", reach = 2'))


@pytest.mark.parametrize("when", ["action", "on_arrival"])
def test_a_card_that_runs_like_a_minion_is_refused(when: str) -> None:
    new = f'when = "{when}", do = [{{ do = "run", steps = 3 }}]'
    error = refusal(KSHAR, 'do = "move", steps = 3', new)
    assert (error.rule, error.line) == ("MAYA-ROSTER-07", line(KSHAR, 'do = "move", steps = 3'))


@pytest.mark.parametrize(
    ("old", "new", "rule", "at"),
    [
        ('owner = "team1"', 'owner = "neutral"', "MAYA-TURN-05", "spawns = ["),
        ("team = 1", "team = 2", "MAYA-COMP-10", "towers = ["),
    ],
)
def test_a_hosts_arena_for_a_mode_of_ours_is_told_what_it_lacks(old: str, new: str, rule: str, at: str) -> None:
    arena = "map_siege_1v1.toml"
    with pytest.raises(ContentError) as caught:
        load_pack_text({"mine.toml": built_in(arena).replace(old, new)})
    assert (caught.value.file, caught.value.line, caught.value.rule) == ("mine.toml", line(arena, at), rule)


def test_a_hosts_mode_on_an_arena_of_ours_is_told_what_that_lacks() -> None:
    error = refusal("modes.toml", '2 = "siege_1v1"', '2 = "headhunters_2p"')
    assert (error.rule, error.line) == ("MAYA-COMP-10", line("modes.toml", '2 = "siege_1v1"'))


def test_fewer_fragments_than_slots_are_refused() -> None:
    with pytest.raises(ContentError, match="8 Memory Fragments in all; the slots hold 12") as caught:
        load_pack_text({"mine.toml": built_in("fragments.toml").replace("copies = 3", "copies = 1")})
    assert (caught.value.file, caught.value.rule) == ("mine.toml", "MAYA-COMP-05")


@pytest.mark.parametrize(
    ("file", "old", "new", "at"),
    [
        (KSHAR, 'do = "jump", steps = 2', 'do = "hop", steps = 2', '{ do = "jump", steps = 2 }'),
        (KSHAR, "cost = 3", "cost = -3", "cost = 3"),
        (KSHAR, 'find = "relic"', 'find = "hat"', 'find = "relic"'),
        ("skills.toml", '"one engram"', '"two engrams"', '"one engram"'),
        ("passives.toml", "take = 2", "take = 2, dance = 1", "take = 2"),
        ("champions.toml", "{ value = 14, xp = 2 }", "{ value = 14, xp = 'much' }", "{ value = 14"),
        ("map_siege_1v1.toml", "[[-1, 3], [0, 2]]", "[[-1, 3], [5, 2]]", "[[-1, 3], [0, 2]]"),
        ("map_siege_1v1.toml", 'owner = "team2"', 'owner = "us"', 'owner = "team2"'),
        ("modes.toml", "tower_hp = 12", "tower_hp = []", "tower_hp = 12"),
        ("minions.toml", '{ do = "pull", reach = 2 }', '{ do = "pull" }', '{ do = "pull", reach = 2 }'),
    ],
)
def test_a_refusal_names_the_line(file: str, old: str, new: str, at: str) -> None:
    if old == "cost = 3":
        file = "cards_prabhakar.toml"
    assert refusal(file, old, new).line == line(file, at)


def test_a_refusal_names_the_line_of_the_right_one_of_several_records() -> None:
    text = built_in("objectives.toml")
    number = text.count("\n", 0, text.index('id = "warband"')) + 1
    assert line_of(text, "objective", 18, ("id",)) == number
    assert line_of(text, "objective", 18) == number - 1
    assert line_of(text, "objective", 18, ("absent", 3)) == number - 1


def test_broken_toml_is_refused_with_its_line() -> None:
    with pytest.raises(ContentError) as caught:
        load_pack_text({"mine.toml": '[[card]]\nid = "a"\nname = \n'})
    assert (caught.value.file, caught.value.line) == ("mine.toml", 3)


@pytest.mark.parametrize(
    "text",
    [
        "[[spellbook]]\nid = 'a'",
        "card = 3",
        "[card]\nid = 'a'",
        "x = " + "[" * 5000 + "]" * 5000,
        "[[item]]\nid = 'a'\nname = 'A'\n[[item]]\nid = 'a'\nname = 'B'",
        "[[item]]\nid = 'Not An Id'\nname = 'A'",
        "#" * 1_000_001,
    ],
    ids=["unknown table", "no records", "no list", "deep", "twice", "id", "huge"],
)
def test_what_is_no_file_of_records_is_refused(text: str) -> None:
    with pytest.raises(ContentError):
        load_pack_text({"mine.toml": text})


@pytest.mark.parametrize("words", ["\\u001b[31m", "\\u202e", "\\n", "\\u0000", "\\u200b", "long " * 200])
@pytest.mark.parametrize(
    ("file", "field"),
    [
        (KSHAR, "name"),
        (KSHAR, "text"),
        ("champions.toml", "name"),
        ("skills.toml", "name"),
        ("skills.toml", "text"),
        ("minions.toml", "text"),
        ("objectives.toml", "text"),
        ("map_siege_1v1.toml", "name"),
        ("modes.toml", "name"),
        ("pieces.toml", "name"),
    ],
)
def test_names_and_texts_are_lines_that_can_be_read(file: str, field: str, words: str) -> None:
    start = f'{field} = "'
    assert "printable" in refusal(file, start, start + words).reason


FILES = (KSHAR, "skills.toml", "map_siege_1v1.toml", "modes.toml", "champions.toml", "minions.toml")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_any_damage_to_a_file_is_either_harmless_or_refused_on_a_line_of_it(file: str, data: st.DataObject) -> None:
    text = built_in(file)
    start = data.draw(st.integers(0, len(text) - 1), label="from")
    length = data.draw(st.integers(0, 40), label="length")
    put = data.draw(
        st.sampled_from(["", "0", "-1", "[]", "{}", '"', "\n", "true", "9999999999", "x = 1\n"]), label="put"
    )
    damaged = text[:start] + put + text[start + length :]
    try:
        load_pack_text({file: damaged})
    except ContentError as error:
        if error.file.endswith(file):
            assert 1 <= error.line <= damaged.count("\n") + 1


# A host's own files.

EMBER = """
[[card]]
id = "ember"
name = "Ember"
type = "action"
traits = ["naag"]
cost = 1
gain = 2
text = "Attack 2 (Range 2)"
program = [{ do = "attack", value = 2, range = 2 }]
"""


def test_a_hosts_card_comes_beside_ours_and_replaces_one_of_the_same_id() -> None:
    with_ember = load_pack_text({"mine.toml": EMBER})
    assert set(with_ember.cards) - set(load_pack().cards) == {"ember"}
    stronger = load_pack_text({"mine.toml": EMBER.replace('"ember"', '"spit"').replace("naag", "naag")})
    assert set(stronger.cards) == set(load_pack().cards)
    assert stronger.cards["spit"].name == "Ember"
    assert load_pack().cards["spit"].name == "Spit"


def test_a_host_file_named_like_one_of_ours_does_not_drop_the_rest_of_it() -> None:
    pack = load_pack_text({"skills.toml": ""})
    assert pack.skills == load_pack().skills


def test_a_hosts_file_can_stand_alone() -> None:
    alone = load_pack_text({"mine.toml": EMBER}, alone=True)
    assert (set(alone.cards), alone.champions, alone.default_mode) == ({"ember"}, {}, "")


def test_a_digest_names_the_content() -> None:
    assert load_pack().digest == load_pack_text({}).digest
    assert load_pack().digest != load_pack_text({"mine.toml": EMBER}).digest


@pytest.mark.rules("MAYA-AMB-61")
def test_a_piece_without_a_printed_cost_costs_two() -> None:
    pack = with_change("skills.toml", "xp = 3\n", "")
    assert pack.skills["iron-vigil"].level_2b.xp == 2
    assert load_pack().skills["iron-vigil"].level_2b.xp == 3


# Warnings.


@pytest.mark.rules("MAYA-COMP-09")
def test_a_map_with_more_minions_than_the_box_has_is_warned_of() -> None:
    row = '  { minion = "warden-of-knots", at = [%d, %d], hp = 3 },\n'
    more = "".join(row % at for at in [(0, -4), (1, -4), (2, -4), (3, -4), (0, 3), (-1, 4), (0, 4), (-4, 4), (-3, 4)])
    pack = with_change("map_siege_1v1.toml", "lairs = [\n", f"lairs = [\n{more}")
    found = {(warning.rule, warning.reason) for warning in pack.warnings}
    assert ("MAYA-COMP-09", "14 minions, the box has 13") in found
    assert ("MAYA-COMP-09", "11 of warden-of-knots, the box has 4") in found


@pytest.mark.rules("MAYA-COMP-10", "MAYA-COMP-11")
def test_points_and_towers_beyond_the_box_are_warned_of() -> None:
    file = "map_siege_1v1.toml"
    point = '  { name = "More", owner = "neutral", at = [[0, 0], [1, 0], [0, 1]] },\n'
    for key, rule, reason in (
        ("upgrades", "MAYA-COMP-11", "5 upgrade points, the box has 4"),
        ("spawns", "MAYA-COMP-11", "3 spawn points of neutral, the box has 2"),
    ):
        (warning,) = with_change(file, f"{key} = [\n", f"{key} = [\n{point}").warnings
        assert (warning.rule, warning.reason) == (rule, reason)
        assert warning.line == line(file, f"{key} = [")
    (warning,) = with_change(file, "towers = [\n", "towers = [\n  { team = 1, at = [0, 4] },\n").warnings
    assert (warning.rule, warning.reason) == ("MAYA-COMP-10", "3 towers of team 1, the box has 2")


def test_our_own_content_has_no_warning() -> None:
    assert load_pack().warnings == ()


def test_a_text_with_a_clause_that_no_program_stands_for_is_refused() -> None:
    error = refusal(
        "cards_additional.toml",
        '"Move 2 · Attack 2 · On Exit: Move 1"',
        '"Move 2 · Attack 2 · On Exit: Move 1 · Defend 1"',
    )
    assert "'Defend 1'" in error.reason
    error = refusal("cards_additional.toml", 'text = "Attack 1 (Range 2)"', 'text = "no actions"')
    assert "no clause" in error.reason


def test_a_name_that_nothing_bound_is_refused() -> None:
    assert "'wrack'" in refusal("cards_prabhakar.toml", 'beside = "wreck"', 'beside = "wrack"').reason
    assert "'it'" in refusal("skills.toml", 'on = "entered_your_vish"', 'on = "you_moved"').reason
    assert "'there'" in refusal("cards_prabhakar.toml", ', ended_beside = ["you", "own foundation"]', "").reason
