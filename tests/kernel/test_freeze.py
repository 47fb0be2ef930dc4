"""A state becomes plain data and comes back, and equal states have equal digests in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.freeze import digest, freeze, freeze_bytes, record_classes, thaw, thaw_bytes
from domain.kernel.records import evolve, record
from tests.kernel import facts
from tests.kernel.facts import Place

ROOT = Path(__file__).resolve().parents[2]
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=5) | st.integers(0, 9), inner, max_size=3)
        | st.frozensets(st.text(max_size=5), max_size=4)
        | st.builds(Place, st.integers(0, 9), st.text(max_size=4))
    ),
    max_leaves=15,
)


@given(values)
def test_a_state_comes_back_as_it_was(value: Any) -> None:
    assert thaw_bytes(freeze_bytes(value), {"Place": Place}) == value


@given(values, values)
def test_different_states_have_different_bytes(one: Any, other: Any) -> None:
    if freeze(one, in_key_order=True) != freeze(other, in_key_order=True):
        assert digest(one) != digest(other)


def test_tuples_lists_and_strings_that_look_like_frames_stay_apart() -> None:
    forms = [(1, 2), [1, 2], ["()", 1, 2], ("()", 1, 2), {"a": 1}, [("a", 1)], frozenset("a"), ["<>", "a"]]
    assert len({digest(form) for form in forms}) == len(forms)
    assert [thaw_bytes(freeze_bytes(form), {}) for form in forms] == forms


def test_a_map_is_the_same_in_any_order() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})


def test_a_set_is_the_same_under_every_hash_seed() -> None:
    code = "from domain.kernel.freeze import digest; print(digest(frozenset('qwertyuiop')))"
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert seen == {digest(frozenset("qwertyuiop")) + "\n"}


def test_what_no_state_may_hold_is_named() -> None:
    for stranger in (1.5, object(), {1, 2}):
        with pytest.raises(AssertionError, match="a state holds no"):
            freeze(stranger)


def test_a_record_that_has_other_fields_now_is_not_thawed() -> None:
    with pytest.raises(ValueError, match="Place has 2 fields, not 3"):
        thaw(["Place", 1, "a", 2], {"Place": Place})
    with pytest.raises(KeyError):
        thaw(["Gone", 1], {"Place": Place})


def test_record_classes_are_those_that_a_module_declares() -> None:
    classes = record_classes(facts)
    assert classes["Place"] is Place
    assert "Any" not in classes


def test_a_changed_copy_leaves_the_old_one_alone() -> None:
    @record
    class Pile:
        cards: tuple[str, ...]
        owner: int = 1

    old = Pile(("a",))
    new = evolve(old, cards=("a", "b"))
    assert (old.cards, new.cards, new.owner) == (("a",), ("a", "b"), 1)
    assert type(new) is Pile


def test_a_map_comes_back_in_its_order_and_its_order_changes_no_digest() -> None:
    one, other = {"b": 1, "a": 2}, {"a": 2, "b": 1}
    assert list(thaw_bytes(freeze_bytes(one), {})) == ["b", "a"]
    assert digest(one) == digest(other)
