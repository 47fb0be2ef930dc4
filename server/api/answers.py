"""The forms of what the server answers, for its OpenAPI document; tests hold every real answer against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Link = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="SHA-256 in hexadecimal digits")]
Seq = Annotated[int, Meta(ge=0, description="A place in the log; entries are numbered from 1")]
SeatNumber = Annotated[int, Meta(ge=1)]
Milliseconds = Annotated[int, Meta(description="Milliseconds since 1970, UTC")]
Status = Literal["open", "running", "over"]


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """An answer has these members and no others."""


class Head(Form):
    """A place in a log and its link: whoever keeps one can later prove a rewrite."""

    seq: Seq
    link: Link


class SeatBounds(Form):
    """How many seats a game takes, and how many a lobby offers at the least."""

    min: SeatNumber
    max: SeatNumber
    offered: SeatNumber


class GameInfo(Form):
    """A game that can be hosted: the JSON Schema of its options, its bots."""

    game: str
    title: str
    rules: int
    seats: SeatBounds
    options: dict[str, Any]
    bots: list[str]


class Games(Form):
    """The games of this server."""

    games: list[GameInfo]


class SeatInfo(Form):
    """Who holds a seat."""

    seat: SeatNumber
    name: str
    holder: Literal["open", "player", "bot"]
    bot: str | None


class Awaited(Form):
    """A question that a seat is asked, in words too."""

    seat: SeatNumber
    kind: str
    decision: str
    about: dict[str, Any]
    text: str


class Progress(Form):
    """How far a match is."""

    round: int
    turn: int
    phase: str


class OutcomeInfo(Form):
    """How a match ended; scores by seat."""

    winners: list[SeatNumber]
    reasons: list[str]
    scores: dict[str, int]


class You(Form):
    """Whom the request spoke for."""

    seat: SeatNumber | None
    host: bool


class OriginInfo(Form):
    """Where a forked match came from: another match, after which of its entries, with that entry's link."""

    match: str
    seq: Seq
    link: Link


class Summary(Form):
    """Where a match stands."""

    id: str
    game: str
    title: str
    visibility: Literal["public", "unlisted", "private"]
    open_after: bool
    options: dict[str, Any]
    origin: OriginInfo | None
    status: Status
    seats: list[SeatInfo]
    awaiting: list[Awaited]
    progress: Progress
    outcome: OutcomeInfo | None
    head: Head
    created_at: Milliseconds
    updated_at: Milliseconds
    you: You


class LobbyPage(Form):
    """One page of the public tables."""

    matches: list[Summary]
    page: Annotated[int, Meta(ge=1)]
    pages: Annotated[int, Meta(ge=0)]
    total: Annotated[int, Meta(ge=0)]


class Created(Form):
    """A new table; its tokens are told here and never again. Invites by seat."""

    match: Summary
    host_token: str
    invites: dict[str, str]


class Seated(Form):
    """A taken seat with its token, which is told here and never again."""

    seat: SeatNumber
    token: str
    summary: Summary


class NewInvite(Form):
    """A new invite for a seat; every older token of it has ended."""

    seat: SeatNumber
    invite: str


class View(Form):
    """The table as one viewer may see it after entry `seq`; `table` is the game's own."""

    match: str
    game: str
    title: str
    seq: Seq
    link: Link
    viewer: str
    status: Status
    seats: list[SeatInfo]
    awaiting: list[Awaited]
    progress: Progress
    outcome: OutcomeInfo | None
    changed: dict[str, Any] | None
    table: dict[str, Any] | None


class PickInfo(Form):
    """Some of the options, at least `min` and at most `max`, go into the intent's `field`, in their order."""

    field: str
    options: list[Any]
    min: Annotated[int, Meta(ge=0)]
    max: Annotated[int, Meta(ge=0)]


class Heading(Form):
    """Under what an offer is listed, where a game has many; `card` is its picture, lower ranks come first."""

    key: str
    title: str
    note: str
    card: str | None
    rank: int
    way: str


class OfferInfo(Form):
    """One legal thing to do: a complete intent, or one whose pick is to be made."""

    intent: dict[str, Any]
    pick: PickInfo | None
    text: str
    concerns: dict[str, list[Any]]
    group: Heading | msgspec.UnsetType = msgspec.UNSET


class Offers(Form):
    """What a seat may do now."""

    decision: str | None
    awaiting: list[Awaited]
    offers: list[OfferInfo]


class PartInfo(Form, omit_defaults=True):
    """A sealed part: its commitment, and the opening where the reader may have it."""

    audience: str
    commitment: Link
    salt: str | msgspec.UnsetType = msgspec.UNSET
    fields: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class EntryInfo(Form):
    """An entry of the log, redacted for its reader."""

    seq: Annotated[int, Meta(ge=1)]
    kind: Literal["intent", "event"]
    type: str
    schema: int
    rules: int
    at: Milliseconds
    actor: str
    cause: int | None
    public: dict[str, Any]
    sealed: list[PartInfo]
    link: Link


class Accepted(Form):
    """An accepted intent: its entries as the caller may hold them, and how the table stands now."""

    entries: list[EntryInfo]
    view: View
    offers: Offers
    head: Head
    replayed: bool


class Entries(Form):
    """Some of the log; `more` says that there is more after it."""

    entries: list[EntryInfo]
    head: Head
    more: bool


class StepInfo(Form):
    """A place at which a replay can stop: one accepted intent with all that it caused, told in lines."""

    seq: Annotated[int, Meta(ge=1)]
    first: Annotated[int, Meta(ge=1)]
    at: Milliseconds
    actor: str
    intent: str
    lines: list[str]
    round: int
    turn: int
    phase: str
    marks: list[str]
    seat: SeatNumber | None


class Steps(Form):
    """Some of the steps; `more` says that there are more after them."""

    steps: list[StepInfo]
    head: Head
    more: bool


class Recap(Form):
    """What happened after entry `since`: counts, the steps that matter most, and what the viewer is asked now.

    `by_others` leaves out the viewer's own steps; `moves` counts steps by seat.
    """

    viewer: str
    since: Seq
    head: Head
    steps: Annotated[int, Meta(ge=0)]
    by_others: Annotated[int, Meta(ge=0)]
    rounds: Annotated[int, Meta(ge=0, description="Rounds that began")]
    moves: dict[str, int]
    highlights: list[StepInfo]
    status: Status
    awaiting: list[Awaited]
    outcome: OutcomeInfo | None


class ReportInfo(Form):
    """A report: who filed it, at which step, in which words; `opened_at` says when the host first took the full copy of
    a match under way."""

    id: str
    by: str
    viewer: str
    step: Seq
    head: Seq
    at: Milliseconds
    comment: str
    refusals: Annotated[int, Meta(ge=0)]
    versions: dict[str, Any]
    opened_at: Milliseconds | None


class ReportList(Form):
    """Reports, oldest first."""

    reports: list[ReportInfo]


class Forked(Form):
    """A new match that goes on from a step of another one; tokens are told once, here, for each seat without a bot."""

    match: Summary
    host_token: str
    tokens: dict[str, str]


class ForkInfo(Form):
    """A match that goes on from this one: after which of its entries, and what it is called."""

    id: str
    title: str
    at: Seq
    status: Status
    visibility: Literal["public", "unlisted", "private"]
    updated_at: Milliseconds


class ForkList(Form):
    """The forks of a match, those from the earliest step first."""

    forks: list[ForkInfo]


class Frames(Form):
    """Views for a range of steps."""

    frames: list[View]


class Health(Form):
    """The server is there."""

    status: Literal["ok", "ready"]


class ProblemInfo(msgspec.Struct, omit_defaults=True):
    """A problem document (RFC 9457) with a stable code; a refusal by the rules names the rule."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | msgspec.UnsetType = msgspec.UNSET
    facts: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    head: Head | msgspec.UnsetType = msgspec.UNSET


class Hello(Form):
    """The first message on a live connection."""

    type: Literal["hello"]
    head: Head
    viewer: str


class Fed(Form):
    """What is new since the message before: entries, the view after them, offers when they reach the head."""

    type: Literal["entries"]
    entries: list[EntryInfo]
    head: Head
    view: View
    offers: Offers | None
    steps: list[StepInfo]


class LiveResult(Form):
    """An intent on the live connection was accepted."""

    type: Literal["result"]
    intent_id: str
    head: Head
    replayed: bool


class LiveProblem(Form):
    """An intent on the live connection was not accepted."""

    type: Literal["problem"]
    intent_id: str | None
    problem: ProblemInfo


LIVE_MESSAGES = (Hello, Fed, LiveResult, LiveProblem)
