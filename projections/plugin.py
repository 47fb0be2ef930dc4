"""What a game brings along to be shown, told and played by bots; everything around it asks a `Plugin`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import attrs

from domain.kernel.game import Offer, Request
from domain.kernel.match import MatchRules
from domain.kernel.records import record
from domain.kernel.secrecy import Event, Intent
from projections.bots import RANDOM, Bot

JSON = dict[str, Any]
Table = Any


class Kept(JSON):
    """A part of a view that is the same object for as long as it says the same, and is for reading only.

    Whoever writes views as JSON may keep what this part comes to in `written`. A copy is a plain object, to be changed
    as one likes.
    """

    __slots__ = ("written",)

    written: Any

    def __reduce__(self) -> tuple[type[JSON], tuple[JSON]]:
        return dict, (dict(self),)


NameOf = Callable[[int], str]


class Narrate(Protocol):
    """One sentence about a fact (or None), saying no more than what the viewer was sent.

    The fact is redacted for the viewer: a sealed field that they may not open is None. The tables before and after
    may hold more than the viewer may know, so only what is public on the table, or theirs, is read off them.
    """

    def __call__(self, fact: Event, before: Table, after: Table, name_of: NameOf, viewer: str, /) -> str | None: ...


class Changed(Protocol):
    """What moved on the table during one step, for a board to show; facts are redacted for the viewer."""

    def __call__(self, facts: Sequence[Event], before: Table, after: Table, viewer: str, /) -> JSON | None: ...


class Untold(Protocol):
    """One sentence for a step of which no event has anything to tell, out of the table before it.

    What was asked there was answered with nothing. Every viewer is told the same.
    """

    def __call__(self, before: Table, name_of: NameOf, /) -> str | None: ...


def nothing_untold(before: Table, name_of: NameOf) -> str | None:
    """For a game in which every step has an event that is told."""
    return None


def nothing_changed(facts: Sequence[Event], before: Table, after: Table, viewer: str) -> JSON | None:
    """For a game whose board shows no movement."""
    return None


def no_marks(fact: Event | Intent) -> tuple[str, ...]:
    """For a game whose timeline needs no marks."""
    return ()


def nothing_aside(fact: Event) -> bool:
    """For a game that is told in the order in which it happens."""
    return False


def as_it_is(table: Table, intent: Intent) -> Intent:
    """For a game whose intents are put in one way only."""
    return intent


def no_other_way(table: Table, intent: Intent, offered: Sequence[Intent]) -> bool:
    """For a game in which every way to do something is offered."""
    return False


def no_standing_answer(table: Table, request: Request) -> Intent | None:
    """For a game in which every question is answered when it is asked."""
    return None


class BadContent(Exception):
    """A host's own content that the game cannot be played with; the text names file, line and reason."""


@record
class Plugin:
    """A game with everything that its readers need.

    `aside` says which facts are routine: they are told after the rest of their step. `untold` tells a step that has
    nothing else to tell. `read_content` turns a host's own content file (text, file name) into the plain data that a
    match is opened with, or raises BadContent; a game without it takes no content. `ways` are the fields of intents
    that say by which way an offered thing is done, where another legal way may be named, and `offered_as` is how the
    offers put an intent that can be put in other ways; `unasked` are the types of intents that a seat may send
    without an offer. `standing_answer` is what a seat has said in advance to a question like this, if anything; the
    server then gives that answer for it. `seats_offered` is how many seats a lobby offers at the least, where the
    game can be played by fewer than it is meant for.

    `may_go` says of an intent that differs from what was offered in its ways only whether they are legal.

    `earlier` are rules that were in force before, kept so that what they decided can be decided again. They speak the
    facts of today (the registry is one), decide on the states that today's fold gives, and are asked nothing else.
    """

    rules: MatchRules
    title: str
    view: Callable[[Table, str, NameOf], JSON]
    narrate: Narrate
    progress: Callable[[Table], JSON]
    describe: Callable[[Offer, Table, NameOf], JSON]
    ask: Callable[[Request, Table, NameOf], str]
    marks: Callable[[Event], tuple[str, ...]] = no_marks
    changed: Changed = nothing_changed
    aside: Callable[[Event], bool] = nothing_aside
    untold: Untold = nothing_untold
    bots: Mapping[str, Bot] = attrs.field(factory=lambda: {"random": RANDOM})
    read_content: Callable[[str, str], Any] | None = None
    ways: frozenset[str] = frozenset()
    unasked: frozenset[str] = frozenset()
    offered_as: Callable[[Table, Intent], Intent] = as_it_is
    may_go: Callable[[Table, Intent, Sequence[Intent]], bool] = no_other_way
    standing_answer: Callable[[Table, Request], Intent | None] = no_standing_answer
    seats_offered: int = 1
    earlier: tuple[MatchRules, ...] = ()

    @property
    def game(self) -> str:
        """The name under which hosts ask for this game."""
        return self.rules.game.name

    @property
    def deciders(self) -> dict[int, MatchRules]:
        """The rules that are installed, by their version: today's, and those kept from before."""
        found = {rules.game.rules_version: rules for rules in (*self.earlier, self.rules)}
        assert len(found) == 1 + len(self.earlier), "every version of the rules is installed once"
        assert all(rules.registry is self.rules.registry for rules in self.earlier), "earlier rules speak today's facts"
        return found
