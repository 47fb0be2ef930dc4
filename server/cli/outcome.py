"""How a command ends, and what it says on the way."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import click

SOUND = 0
FINDINGS = 1
UNREADABLE = 2
UNDECIDED = 3
SENTENCE_LENGTH_MAX = 400
ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
"""Control characters, line ends, what turns the direction of text, and halves of characters.

Not the two joiners U+200C and U+200D: they belong to words of several languages, and to pictures made of others.
"""

T = TypeVar("T")


class Failed(Exception):
    """A command cannot go on; the text is the one line that is shown."""

    def __init__(self, sentence: str, code: int = UNREADABLE) -> None:
        # What a hostile file calls itself may be as long as the file.
        super().__init__(sentence if len(sentence) <= SENTENCE_LENGTH_MAX else f"{sentence[:SENTENCE_LENGTH_MAX]}…")
        self.code = code


def say(text: str) -> None:
    """A line of the answer; line ends at its beginning are empty lines before it."""
    click.echo(line_of(text))


def counted_matches(count: int) -> str:
    """How many matches, in words."""
    return f"{count} {'match' if count == 1 else 'matches'}"


def say_json(data: Any) -> None:
    """The answer for a script: one JSON document."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    # Those that are left stand in strings, and JSON has a way to write them there that is read back as the same.
    click.echo(ACTING.sub(lambda found: found[0] if found[0] == "\n" else json.dumps(found[0])[1:-1], text))


def remark(text: str) -> None:
    """A line beside the answer, so that a pipe gets the answer only."""
    click.echo(line_of(text), err=True)


def line_of(text: str) -> str:
    """A text on one line that does nothing to a terminal: words of strangers cannot colour, move or reorder it.

    What acts instead of being seen is written as Python does (`\\x1b`, `\\u202e`), line ends within the text too.
    """
    words = text.lstrip("\n")
    lead = "\n" * (len(text) - len(words))
    return lead + ACTING.sub(lambda found: found[0].encode("unicode_escape").decode(), words)


def progress(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The things one by one, with a bar on a terminal and nothing in a pipe."""
    if total < 2 or not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(things, description=what, total=total, console=Console(stderr=True), transient=True)
