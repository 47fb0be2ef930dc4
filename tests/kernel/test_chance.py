"""Draws are pinned, fair, and can be recomputed by anybody after the secret is told."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import chance
from domain.kernel.chance import (
    ALGORITHM,
    Draw,
    ScriptedChance,
    ScriptExhausted,
    SealedChance,
    commitment_of,
    number_below,
    permutation,
    seed_of,
)

SECRET = bytes(range(32))
SEED = seed_of(SECRET, [b"", b"\x01\x02"], "match-1")

# These never change: a match that began under an algorithm is checked under it for ever.
GOLDEN_SEED = "cfc5722c10ba4347aff713025939b5e9e6645f5bbc6b4eceac0c4bfc5a6af318"
GOLDEN_PERMUTATIONS = {
    (0, "deck", 10): (6, 3, 9, 1, 7, 4, 0, 5, 2, 8),
    (1, "deck", 10): (6, 5, 4, 2, 1, 7, 0, 9, 3, 8),
    (0, "students", 12): (0, 2, 10, 7, 8, 1, 5, 9, 6, 4, 11, 3),
    (7, "deck", 2): (0, 1),
    (1000000, "deck", 24): (3, 21, 20, 15, 18, 9, 11, 19, 12, 5, 14, 17, 10, 7, 16, 8, 23, 22, 6, 4, 1, 0, 2, 13),
}
GOLDEN_NUMBERS = {
    (0, "die", 6): 2,
    (1, "die", 6): 5,
    (2, "first defender", 10): 2,
    (3, "die", 9007199254740992): 4381972018810491,
    (4, "die", 1): 0,
}


def test_the_golden_vectors_hold() -> None:
    assert ALGORITHM == "hmac-sha256-fy-1"
    assert SEED.hex() == GOLDEN_SEED
    for (number, label, size), order in GOLDEN_PERMUTATIONS.items():
        assert permutation(SEED, number, label, size) == order
    for (number, label, bound), result in GOLDEN_NUMBERS.items():
        assert number_below(SEED, number, label, bound) == result


def words(seed: bytes, number: int, label: str) -> Iterator[int]:
    """The stream of 64-bit words, written out once more from the text of the algorithm."""
    name = label.encode()
    for counter in range(1 << 32):
        message = number.to_bytes(8, "big") + len(name).to_bytes(4, "big") + name + counter.to_bytes(4, "big")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10_000), st.text(max_size=10), st.integers(0, 120))
def test_a_shuffle_is_what_the_text_says(seed: bytes, number: int, label: str, size: int) -> None:
    # 2**64 words leave so few to reject that none comes up here; rejection has its own test.
    order = list(range(size))
    stream = words(seed, number, label)
    for last in range(size - 1, 0, -1):
        other = next(stream) % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert permutation(seed, number, label, size) == tuple(order)
    assert sorted(order) == list(range(size))


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1 << 53))
def test_a_pick_is_below_its_bound_and_pure(seed: bytes, bound: int) -> None:
    first = number_below(seed, 3, "die", bound)
    assert 0 <= first < bound
    assert number_below(seed, 3, "die", bound) == first


def test_words_that_would_favour_some_results_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**64 = 3 * k + 1: the last word alone would make a 0 more likely.
    stream = iter([2**64 - 1, 2**64 - 1, 2**64 - 2])
    monkeypatch.setattr(chance, "_words", lambda *_: stream)
    assert number_below(SEED, 0, "die", 3) == (2**64 - 2) % 3
    assert list(stream) == []


def test_a_bound_that_divides_the_words_throws_none_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "_words", lambda *_: iter([2**64 - 1]))
    assert number_below(SEED, 0, "die", 4) == 3


def test_numbers_labels_and_seeds_all_matter() -> None:
    base = permutation(SEED, 1, "deck", 40)
    other = seed_of(SECRET, [b"", b"\x01\x03"], "match-1")
    assert (
        len(
            {
                base,
                permutation(SEED, 2, "deck", 40),
                permutation(SEED, 1, "dock", 40),
                permutation(other, 1, "deck", 40),
            }
        )
        == 4
    )


def test_labels_and_entropies_cannot_be_slid_into_each_other() -> None:
    assert next(words(SEED, 1, "ab")) == next(islice(chance._words(SEED, 1, "ab"), 1))
    assert seed_of(SECRET, [b"ab", b""], "m") != seed_of(SECRET, [b"a", b"b"], "m")
    assert seed_of(SECRET, [b"a"], "bm") != seed_of(SECRET, [b"ab"], "m")


def test_every_order_of_four_things_comes_up() -> None:
    seen = {permutation(SEED, number, "deck", 4) for number in range(400)}
    assert len(seen) == 24


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment_of(SECRET) == hashlib.sha256(SECRET).digest()


def test_draws_are_numbered_on_from_where_the_match_stands() -> None:
    sealed = SealedChance(SEED, 5)
    cards = sealed.shuffle("abcd", "deck")
    die = sealed.below(6, "die")
    order = permutation(SEED, 5, "deck", 4)
    assert cards == tuple("abcd"[place] for place in order)
    assert sealed.draws == [Draw(5, "deck", "shuffle", 4, order), Draw(6, "die", "below", 6, (die,))]
    assert die == number_below(SEED, 6, "die", 6)


def test_a_script_states_results_by_label() -> None:
    scripted = ScriptedChance({"deck": [["c", "a"]], "die": [4, 2]})
    assert scripted.shuffle("abcd", "deck") == ("c", "a", "b", "d")
    assert scripted.below(6, "die") == 4
    assert scripted.below(6, "die") == 2
    assert scripted.below(6, "die") == 0, "what no script states is 0"
    assert scripted.shuffle("abcd", "deck") == ("a", "b", "c", "d"), "what no script states keeps its order"
    assert [draw.number for draw in scripted.draws] == [0, 1, 2, 3, 4]
    assert scripted.draws[0].result == (2, 0, 1, 3)


def test_a_script_may_name_equal_things_one_by_one() -> None:
    assert ScriptedChance({"deck": [["b", "b"]]}).shuffle("abcb", "deck") == ("b", "b", "a", "c")


def test_a_script_that_cannot_be_says_so() -> None:
    with pytest.raises(ScriptExhausted, match="'z', which is not there"):
        ScriptedChance({"deck": [["z"]]}).shuffle("abc", "deck")
    with pytest.raises(ScriptExhausted, match="only 0 to 5"):
        ScriptedChance({"die": [6]}).below(6, "die")
    with pytest.raises(ScriptExhausted, match="no further result for 'die'"):
        ScriptedChance({}, strict=True).below(6, "die")


def test_a_shuffle_of_one_and_of_none() -> None:
    assert permutation(SEED, 0, "deck", 1) == (0,)
    assert permutation(SEED, 0, "deck", 0) == ()
