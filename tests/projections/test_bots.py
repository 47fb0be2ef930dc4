"""Bots choose among what is offered, with whims of their own that can be repeated."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.game import Offer, Pick
from projections.bots import RANDOM, Dice, fill, random_pick
from tests.playing import Play
from tests.toy.facts import Bid, Trade
from tests.toy.plugin import TOY


def test_the_dice_are_pinned() -> None:
    # The first words of splitmix64 from seed 0, as its authors publish them.
    dice = Dice(0)
    words = [dice._word() for _ in range(3)]
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(st.integers(), st.integers(1, 2**64))
def test_a_throw_is_below_its_bound_and_the_same_again(seed: int, bound: int) -> None:
    assert 0 <= Dice(seed).below(bound) < bound
    assert Dice(seed).below(bound) == Dice(seed).below(bound)


def test_words_beyond_the_last_full_round_are_thrown_again() -> None:
    bound = 2**63 + 1
    dice, words = Dice(0), Dice(0)
    first, second = words._word(), words._word()
    assert first >= bound > second
    assert dice.below(bound) == second


@given(st.integers(0, 2**64), st.lists(st.integers(0, 3), max_size=6), st.data())
def test_a_pick_is_some_of_the_options_in_their_order(seed: int, options: list[int], data: st.DataObject) -> None:
    least = data.draw(st.integers(0, len(options)))
    most = data.draw(st.integers(least, len(options)))
    picked = random_pick(Pick("cards", tuple(options), least, most), Dice(seed))
    assert least <= len(picked) <= most
    assert not Counter(picked) - Counter(options)
    rest = iter(options)
    assert all(card in rest for card in picked), "a subsequence of the options"


def test_every_subset_comes_up() -> None:
    dice = Dice(1)
    seen = {random_pick(Pick("cards", (1, 2, 3), 0, 3), dice) for _ in range(400)}
    assert len(seen) == 8


def test_a_pick_is_put_into_its_field() -> None:
    offer = Offer(Trade(1, ()), Pick("cards", (5, 6, 7), 0, 2))
    assert fill(offer, [7]) == Trade(1, (7,))
    assert fill(Offer(Bid(1, 5)), []) == Bid(1, 5)


def test_random_takes_every_offer_in_time() -> None:
    offers = [Offer(Bid(1, card)) for card in range(5)]
    dice = Dice(2)
    seen = Counter(RANDOM.choose(dict, offers, dice).card for _ in range(500))
    assert set(seen) == set(range(5))
    assert min(seen.values()) > 60


def test_equal_seeds_play_equal_matches() -> None:
    one, same, other = (Play(TOY, 3).play_out(seed=seed).entries for seed in (4, 4, 5))
    assert one == same
    assert one != other
