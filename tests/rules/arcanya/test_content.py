"""Cards as data: what the built-in ones hold, that their text and effects agree, and a host's own file."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from domain.arcanya.cards import ACTION, SchoolCard, StudentCard
from domain.arcanya.content.loader import ARGUMENTS, ContentError, load_pack, pack_from_data, read_pack
from domain.arcanya.deciding.abilities import PERFORM
from domain.arcanya.game import ARCANYA
from domain.arcanya.words import WORDS
from domain.kernel.frames import Effect
from domain.kernel.game import Refused
from tests.rules.arcanya.play import Table

OWN_SHIELDS = """
[[shield]]
level = 1
victory_points = 2
hand_size = 4

[[shield]]
level = 3
victory_points = 4
hand_size = 6

[[shield]]
level = 2
victory_points = 3
hand_size = 5
"""

OWN_SCHOOL = """
[[school]]
id = "earth"
name = "Earth"
ability = "Quake"
text = "Lower the Power by 2."
effects = [{ do = "change_power", by = -2 }]
"""

ALL_CARDS: list[StudentCard | SchoolCard] = [*load_pack().students, *load_pack().schools]

SAYS: dict[str, Callable[[Effect], str]] = {
    "place_guard": lambda effect: f"put an? {effect.args['type']} guard into play",
    "discard_up_to": lambda effect: f"discard up to {effect.args['max']} cards and refill your hand",
    "reverse": lambda effect: "reverse the direction",
    "set_direction": lambda effect: "set the direction either way",
    "send_back": lambda effect: "goes back to the student it came from, and the direction reverses",
    "choose_target": lambda effect: "choose who must defend: any other student but the one who acted before you",
    "bar_ability": lambda effect: "next student may not use an ability against it",
    "spend_sum": lambda effect: f"discard {effect.args['cards']} power cards that add up to the power or more",
    "spend_as_equal": lambda effect: f"discard a power card 1 to {effect.args['below']} below the power",
    "change_power": lambda effect: changes(effect),
}


def changes(effect: Effect) -> str:
    """How a text words a change of the Power."""
    amounts = effect.args.get("choices") or [effect.args["by"]]
    sizes = sorted({abs(amount) for amount in amounts if amount})
    listed = str(sizes[0]) if len(sizes) == 1 else f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]}"
    verb = {(False, True): "raise", (True, False): "lower", (True, True): "raise or lower"}[
        (min(amounts) < 0, max(amounts) > 0)
    ]
    return f"{'may ' if 0 in amounts else ''}{verb} the power by {listed}"


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: card.id)
def test_each_card_does_what_its_text_says(card: StudentCard | SchoolCard) -> None:
    text = card.text.lower()
    for effect in card.effects:
        assert re.search(SAYS[effect.do](effect), text), f"{card.id} does {effect} and says {card.text!r}"
    if isinstance(card, StudentCard):
        assert text.startswith("before taking your action") == (card.timing != ACTION)
        assert card.counts_as is None or card.counts_as in text


def test_every_word_has_its_arguments_and_every_instruction_is_performed() -> None:
    assert set(WORDS) == set(ARGUMENTS)
    used = {effect.do for card in ALL_CARDS for effect in card.effects}
    assert set(WORDS) - used == {"draw", "dispel", "take_card", "swap_card", "lose_shield"}
    assert {"send", "discard", "set_power", "discard_school", "offer_school"} <= set(PERFORM)


def test_the_built_in_cards_survive_as_plain_data() -> None:
    assert pack_from_data(load_pack().data) == load_pack()


def test_a_host_may_bring_some_cards_and_keep_the_others() -> None:
    pack = read_pack(OWN_SHIELDS, "own.toml")
    assert [shield.level for shield in pack.shields] == [3, 2, 1]
    assert pack.students == load_pack().students
    table = Table.dealt(seats=3, seed=1, content=pack.data)
    assert len(table.hand("A")) == 6
    assert table.student("A").kept_points == 4 + 3 + 2


BAD_FILES = {
    "no TOML": ("[[shield]\nlevel = 1\n", 1, "Expected"),
    "unknown table": ("[[shield]]\nlevel = 1\n\n[[wizard]]\nid = 1\n", 4, "no table 'wizard'"),
    "too few": ("# mine\n[[shield]]\nlevel = 1\nvictory_points = 1\nhand_size = 4\n", 2, "three levels"),
    "bad number": (OWN_SHIELDS.replace("hand_size = 6", "hand_size = 60"), 10, "whole number from 1 to 9"),
    "truth is no number": (OWN_SHIELDS.replace("level = 3", "level = true"), 8, "whole number"),
    "fraction": (OWN_SHIELDS.replace("level = 3", "level = 2.5"), 8, "whole number"),
    "twice": (OWN_SHIELDS.replace("level = 3", "level = 1"), 8, "there twice"),
    "unknown field": (OWN_SHIELDS.replace("level = 3", "level = 3\ncolour = 1"), 9, "no field"),
    "unknown word": (OWN_SCHOOL.replace("change_power", "explode"), 7, "no effect word 'explode'"),
    "bad argument": (OWN_SCHOOL.replace("by = -2", "by = 'two'"), 7, "change_power does not take"),
    "missing argument": (OWN_SCHOOL.replace(", by = -2", ""), 7, "change_power does not take"),
    "one school": (OWN_SCHOOL, 2, "6 Schools"),
    "empty table": ("shield = []\n", 1, "list of records"),
    "no cards to deal": ("[[power]]\nvalue = 2\ncopies = 1\n", 1, "cannot fill 10 hands"),
    "value 11": ("\n[[power]]\nvalue = 11\ncopies = 6\n", 3, "from 2 to 10"),
}


@pytest.mark.parametrize(("text", "line", "reason"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_with_its_line_and_the_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_pack(text, "own.toml")
    assert (caught.value.file, caught.value.line) == ("own.toml", line)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"own.toml:{line}: ")


def students_with(**changes: Any) -> dict[str, Any]:
    """The built-in Students as data, the first one changed."""
    first, *others = load_pack().data["student"]
    return {"student": [{**first, **changes}, *others]}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"timing": "reaction"}, "no card acts out of turn"),
        ({"element": "aether"}, "is one of earth"),
        ({"element": "fire"}, "one Student of each element"),
        ({"id": "earth"}, "id of a School"),
        ({"id": "iker"}, "there twice"),
        ({"effects": [{"do": "send_back"}]}, "only a defence"),
        ({"timing": "action", "effects": [{"do": "send_back"}, {"do": "bar_ability"}]}, "only one of"),
        ({"effects": []}, "list of 1 to"),
        ({"effects": [{"do": "reverse"}] * 7}, "list of 1 to"),
        ({"text": "two\nlines"}, "printable"),
        ({"counts_as": "attune"}, "is one of dodge"),
    ],
)
def test_bad_students_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ContentError, match=reason):
        pack_from_data(students_with(**changes))


@pytest.mark.parametrize("text", ["red \x1b[31m", "abc\u202edef", "two\nlines", "\x00"])
@pytest.mark.parametrize("field", ["power_name", "power_text"])
def test_what_power_cards_say_can_be_read(field: str, text: str) -> None:
    with pytest.raises(ContentError, match="printable"):
        pack_from_data({field: text})


@pytest.mark.parametrize("data", [None, [], "cards", {"student": None}, {"student": [1]}, {"power_text": 7}])
def test_data_that_is_no_content_is_refused_at_the_table(data: Any) -> None:
    if data is None:
        with pytest.raises(ContentError):
            pack_from_data(data)
        return
    with pytest.raises(Refused) as caught:
        ARCANYA.check_options({}, 4, data)
    assert caught.value.code == "BAD_CONTENT"
