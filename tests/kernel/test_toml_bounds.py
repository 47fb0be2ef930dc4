"""TOML of strangers is read in little time or not at all, however it is written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from domain.arcanya.content.loader import ContentError as ArcanyaError
from domain.arcanya.content.loader import read_pack
from domain.kernel.toml_bounds import fault_of_toml
from domain.maya.content.loader import ContentError as MayaError
from domain.maya.content.loader import load_pack_text
from projections.scenario import ScenarioDamaged, loads

SECONDS_MAX = 10  # most take some thousandths; without a bound, minutes

HOSTILE = {
    "parts": "a" + ".a" * 50_000 + " = 1",
    "quoted parts": '"+"' + '."+"' * 50_000 + " = 1",
    "parts in other quotes": "'a b'" + " . 'a b'" * 50_000 + " = 1",
    "a header of parts": "[" + "a." * 50_000 + "a]",
    "a long word": "a" * 150_000 + "." * 40,
    "quotes": "'\"'.\"" * 30_000,
    "digits": "a = " + "9" * 150_000,
    "digits apart": "a = " + "9_" * 5_000 + "9",
    "empty lines before a name that is written otherwise": "\n" * 20_000 + '["\\u0071"]\na = 1',
    "empty lines in a card": "[[card]]\n" + "\n" * 150_000 + '"\\u0069d" = 1\ntype = 1',
}
READERS: list[tuple[Callable[[str], Any], type[Exception]]] = [
    (lambda text: load_pack_text({"own.toml": text}), MayaError),
    (lambda text: read_pack(text, "own.toml"), ArcanyaError),
    (loads, ScenarioDamaged),
]


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Breaks off what takes longer."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"longer than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(("reads", "refusal"), READERS, ids=["maya", "arcanya", "scenario"])
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_toml_is_refused_in_little_time(
    text: str, reads: Callable[[str], Any], refusal: type[Exception]
) -> None:
    with within(SECONDS_MAX), pytest.raises(refusal):
        reads(text)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 31 + " = 1",
        "a = [" + "1.5, " * 500 + "]",
        "a = " + "9" * 1_000,
        'a = "' + "One word. Two words. " * 100 + '"',
        'a = "' + "." * 500 + '"',
    ],
)
def test_what_a_person_may_write_is_read(text: str) -> None:
    assert fault_of_toml(text) is None


def test_the_line_is_told() -> None:
    assert fault_of_toml("a = 1\nb = " + "1" * 1_001) == (2, "a number has more than 1000 digits")
    assert fault_of_toml('\n\n"+"' + ' . "+"' * 32 + " = 1") == (3, "a name has more than 32 parts")
