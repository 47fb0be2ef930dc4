"""The decider protocol: what a game is to everything around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import attrs

from domain.kernel.records import record

if TYPE_CHECKING:
    from domain.kernel.chance import Chance
    from domain.kernel.draft import Draft
    from domain.kernel.registry import Registry
    from domain.kernel.secrecy import Event, Intent

JSON = Any

HOST_SEAT = 0
"""The seat that an intent of the host names, who holds none; no seat at a table has this number."""


class Refused(Exception):
    """A player's mistake: a stable code, the id of the rule that refuses, a sentence for the player.

    `detail` may hold facts that help, never anything the asking seat may not know.
    """

    def __init__(self, code: str, rule: str, sentence: str, **detail: JSON) -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule
        self.sentence = sentence
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code} ({self.rule}): {self.sentence}"


@record
class SeatSetup:
    """A taken seat as the game sees it at the start: its number (from 1) and the name to show."""

    seat: int
    name: str


@record
class Setup:
    """What a match is started with: checked options and the seats in clockwise order.

    `content` is the game's content as plain data when the host brought their own, else None.
    """

    options: Mapping[str, JSON]
    seats: tuple[SeatSetup, ...]
    content: JSON = None


@record
class Request:
    """One thing the match waits for: a seat, the kind of question, and which one of that kind.

    `number` never changes while the same question stands, whatever other seats do meanwhile, so that
    `decision` names exactly this question. `about` is public and must not tell what a seat holds.
    """

    seat: int
    kind: str
    number: int
    about: Mapping[str, JSON] = attrs.field(factory=dict)

    @property
    def decision(self) -> str:
        """The name of this question, for answers that must not be stale."""
        return f"{self.kind}.{self.number}"


@record
class Pick:
    """A choice of some of the options (equal ones may be listed more than once) for one field of an intent."""

    field: str
    options: tuple[JSON, ...]
    min: int
    max: int


@record
class Offer:
    """One legal thing a seat may do now: a complete intent, or one whose `pick` field is to be filled."""

    intent: Intent
    pick: Pick | None = None


@record
class Outcome:
    """How a match ended: winning seats (several share it, none is nobody's win), reasons, and points by seat."""

    winners: tuple[int, ...]
    reasons: tuple[str, ...]
    scores: Mapping[int, int]


class Game(Protocol):
    """A ruleset. All functions are pure; `state` is a frozen record of the game's own."""

    name: str
    rules_version: int
    seats_min: int
    seats_max: int
    registry: Registry

    def options_schema(self) -> JSON:
        """JSON Schema of the options, with titles, defaults and enumerations."""

    def check_options(self, options: Mapping[str, JSON], seats: int, content: JSON = None) -> Mapping[str, JSON]:
        """The options with every default filled in, or Refused; `seats` may be 0 when not known yet."""

    def start(self, setup: Setup) -> Any:
        """The state before anything happened."""

    def decide(self, state: Any, intent: Intent, chance: Chance) -> Sequence[Event]:
        """The events an intent causes, or Refused. Setup is the answer to the kernel's `StartMatch`."""

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after an event; never refuses, never draws; unknown (None) sealed fields fold as unknown."""

    def awaiting(self, state: Any) -> tuple[Request, ...]:
        """What the match waits for, read off the state."""

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Everything this seat may do now: the one truth about legality."""

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, or None while it goes on."""


@runtime_checkable
class Drafting(Protocol):
    """A game that can also hand out the draft it decided on, so that nobody folds its events a second time."""

    def draft(self, state: Any, intent: Intent, chance: Chance) -> Draft[Any]:
        """As `decide`: the events an intent causes with the state after them, or Refused."""


@runtime_checkable
class Hosted(Protocol):
    """A game that takes some of its intents, named here, from the host too.

    Such an intent has a `seat`, which is then `HOST_SEAT`; the game refuses every other intent that names it. What a
    host asks for must be public, for the host of a match under way has a spectator's eyes.
    """

    host_intents: frozenset[str]


@runtime_checkable
class EvolvesInPlace(Protocol):
    """A game whose `evolve` may be handed a draft of its state (`records.drafted`) and change that.

    It promises that no handler looks at what it was given once it has made the next one out of it.
    """

    def settled(self, draft: Any) -> Any:
        """The state that a draft has become, with no draft left in it."""
