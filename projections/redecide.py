"""Decides an intent of a log again, and says where the events that the log holds differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import attrs

from domain.kernel.chance import Draw
from domain.kernel.codec import pack
from domain.kernel.entries import Part
from domain.kernel.game import Refused
from domain.kernel.lifecycle import ChanceDrawn, CreateMatch, MatchCreated
from domain.kernel.match import MatchRules, MatchState
from domain.kernel.records import evolve, record
from projections.proofs import Opened, packed

NO_SECRET = bytes(32).hex()  # nothing is drawn from it

T = TypeVar("T")


class Divergence(Exception):
    """The rules decide otherwise than the log says; the entry is the first one that differs."""

    def __init__(self, code: str, seq: int, sentence: str, **detail: Any) -> None:
        super().__init__(sentence)
        self.code = code
        self.seq = seq
        self.sentence = sentence
        self.detail = detail


class Written(NamedTuple):
    """The bytes of an entry that say what it is about: its public fields, and its sealed parts."""

    fields: bytes
    parts: tuple[Part, ...]


@record
class Step:
    """An intent of a log, the state it met, and what the log says it caused, entry by entry.

    `caused_as` is what each of these entries reads as today: one fact, or several where an event was split since.
    """

    before: MatchState
    intent: Opened
    asked: Any
    written: Written
    caused: list[Opened] = attrs.field(factory=list)
    caused_in: list[Written] = attrs.field(factory=list)
    caused_as: list[Sequence[Any]] = attrs.field(factory=list)


class RecordedChance:
    """Chance as the log has it, draw by draw, so that a wrong draw is one finding and not a hundred."""

    def __init__(self, recorded: Sequence[ChanceDrawn]) -> None:
        self._recorded = list(recorded)
        self.draws: list[Draw] = []

    def shuffle(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The things in the order that the log gives them."""
        order = self._next(label, "shuffle", len(things))
        if sorted(order) != list(range(len(things))):
            raise _NotInLog(f"the draw for {label!r} does not say an order of {len(things)} things")
        return tuple([things[place] for place in order])

    def below(self, bound: int, label: str) -> int:
        """The number that the log has."""
        result = self._next(label, "below", bound)
        if len(result) != 1 or not 0 <= result[0] < bound:
            raise _NotInLog(f"the draw for {label!r} is no number below {bound}")
        return result[0]

    def _next(self, label: str, kind: str, size: int) -> tuple[int, ...]:
        place = len(self.draws)
        if place >= len(self._recorded):
            raise _NotInLog(f"the rules draw for {label!r}, the log has no such draw")
        logged = self._recorded[place]
        if (logged.label, logged.kind, logged.size) != (label, kind, size) or logged.result is None:
            raise _NotInLog(f"the rules draw for {label!r} ({kind} of {size}), the log for {logged.label!r}")
        self.draws.append(Draw(logged.number, label, kind, size, logged.result))
        return logged.result


class _NotInLog(Exception):
    """The rules ask chance for something that the log does not have."""


def redecide(rules: MatchRules, step: Step) -> None:
    """Returns if the rules decide as the log says; raises Divergence at the first event that differs."""
    seq = step.intent.seq
    is_of_today = (step.intent.type, step.intent.schema) == (step.asked.TYPE, step.asked.SCHEMA)
    told = difference(step.intent, step.asked, step.written) if is_of_today else None
    if told is not None:
        raise Divergence("DECISION", seq, f"entry {seq} holds more or less than its intent: {told}")
    try:
        decided = _decide(rules, step)
    except Refused as refused:
        raise Divergence(
            "REFUSED", seq, f"the rules refuse entry {seq} ({step.intent.type}): {refused}", rule=refused.rule
        ) from None
    except _NotInLog as error:
        raise Divergence("DECISION", seq, f"entry {seq} ({step.intent.type}): {error}") from None
    except Exception as error:  # a state that no play leads to can break any assertion of the rules
        raise Divergence("DECISION", seq, f"entry {seq} cannot be decided in the state before it: {error!r}") from None
    compared = 0
    for logged, written, facts in zip(step.caused, step.caused_in, step.caused_as, strict=True):
        for fact in facts:
            if compared == len(decided):
                sentence = f"entry {logged.seq} ({logged.type}) did not come of intent {seq}"
                raise Divergence("DECISION", logged.seq, sentence)
            event = decided[compared]
            if logged.type == fact.TYPE and logged.schema == fact.SCHEMA:
                told = difference(logged, event, written)
            else:
                told = otherwise(fact, event)
            if told is not None:
                sentence = f"entry {logged.seq}: {told}"
                raise Divergence("DECISION", logged.seq, sentence, rules=event.TYPE, log=logged.type)
            compared += 1
    if compared < len(decided):
        last = step.caused[-1].seq if step.caused else seq
        missing = decided[compared].TYPE
        raise Divergence("DECISION", last, f"after entry {last} the log lacks {missing}, which intent {seq} causes")


def _decide(rules: MatchRules, step: Step) -> Sequence[Any]:
    if isinstance(step.asked, CreateMatch):
        return _opened(rules, step, step.asked)
    chance = RecordedChance([fact for facts in step.caused_as for fact in facts if fact.__class__ is ChanceDrawn])
    return rules.decide(step.before, step.asked, chance)


def _opened(rules: MatchRules, step: Step, asked: CreateMatch) -> Sequence[Any]:
    """The opening of a table; what follows from a secret that is kept closed is taken as the log has it."""
    created, closed = next(
        (
            (fact, "server" not in logged.bodies)
            for logged, facts in zip(step.caused, step.caused_as, strict=True)
            for fact in facts
            if isinstance(fact, MatchCreated)
        ),
        (None, False),
    )
    if created is None or (created.secret is None and not closed):
        raise _NotInLog("no table was opened, or its secret is none")
    secret = created.secret or NO_SECRET
    opening, *seats = rules.create(asked, secret=secret, content=created.content, origin=created.origin)
    known: Any = opening
    return (evolve(known, commitment=created.commitment, secret=None) if closed else opening, *seats)


def otherwise(fact: Any, event: Any) -> str | None:
    """What an entry of an older schema, read as today's, says otherwise than an event, in words.

    Its bytes are not those of today, so it is the fields that are compared.
    """
    if fact.TYPE != event.TYPE:
        return f"the rules give {event.TYPE}, the log has what reads as {fact.TYPE}"
    right, logged = ({name: plain(getattr(one, name)) for name in _field_names(one)} for one in (event, fact))
    return None if packed(right) == packed(logged) else _named(fact.TYPE, right, logged)


def _field_names(fact: Any) -> tuple[str, ...]:
    return (*fact.PLAN.public, *fact.PLAN.sealed_names)


def difference(logged: Opened, fact: Any, written: Written) -> str | None:
    """What an entry says otherwise than a fact, in words; None if they are the same to the byte."""
    if (logged.type, logged.kind) != (fact.TYPE, fact.KIND):
        return f"the rules give {fact.TYPE}, the log has {logged.type}"
    if logged.schema != fact.SCHEMA:
        return f"the rules give {fact.TYPE} of schema {fact.SCHEMA}, the log of schema {logged.schema}"
    if _is_written_so(fact, written):
        return None
    plan = fact.PLAN
    shown = {name: plain(getattr(fact, name)) for name in plan.public}
    if packed(shown) != packed(dict(logged.fields)):
        return _named(fact.TYPE, shown, logged.fields)
    bodies = _bodies(fact)
    if list(bodies) != list(logged.audiences):
        return f"{fact.TYPE} is sealed for {list(logged.audiences)}, by the rules for {list(bodies)}"
    for audience, body in bodies.items():
        if audience not in logged.bodies:
            continue  # the one part that a log may keep closed and be decided again: the secret of a match under way
        if packed(body) != packed(dict(logged.bodies[audience])):
            return _named(fact.TYPE, body, logged.bodies[audience])
    return None


def _is_written_so(fact: Any, written: Written) -> bool:
    """Whether the writer of logs would give a fact these bytes: the quick way to say that nothing differs.

    Where it would not, `difference` looks closer with code of its own, so this can hide nothing: equal bytes are equal.
    """
    plan = fact.__class__.PLAN
    if not plan.sealed:
        return not written.parts and pack(fact) == written.fields
    values = fact.__dict__
    bodies = [
        (audience, pack({name: values[name] for name in names}))
        for owner, names in plan.sealed
        for audience in audiences_of_owner(owner, values)
    ]
    if bodies != [(part.audience, part.body) for part in written.parts]:
        return False
    return pack({name: values[name] for name in plan.public}) == written.fields


def audiences_of_owner(owner: str, values: Mapping[str, Any]) -> list[str]:
    """Whom the fields of an owner are sealed for: the server, or the seat or seats that a public field names."""
    if owner == "server":
        return ["server"]
    seats = values[owner]
    return [f"seat:{seat}" for seat in ([seats] if isinstance(seats, int) else seats)]


def _bodies(fact: Any) -> dict[str, dict[str, Any]]:
    """The sealed parts that a fact has, by audience, in their order."""
    bodies: dict[str, dict[str, Any]] = {}
    for owner, names in fact.PLAN.sealed:
        body = {name: plain(getattr(fact, name)) for name in names}
        bodies.update(dict.fromkeys(audiences_of_owner(owner, fact.__dict__), body))
    return bodies


def _named(name: str, right: Mapping[str, Any], logged: Mapping[str, Any]) -> str:
    for field in [*right, *logged]:
        if field not in logged:
            return f"{name} lacks {field}"
        if field not in right:
            return f"{name} has a {field} that it should not have"
        if packed(right[field]) != packed(logged[field]):
            return f"{name}.{field} is {logged[field]!r:.80} in the log and {right[field]!r:.80} by the rules"
    return f"{name} has its fields in another order"


def plain(value: Any) -> Any:
    """A value of a fact as plain data: maps, lists, strings, whole numbers, booleans and None."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return {field.name: plain(getattr(value, field.name)) for field in attrs.fields(value.__class__)}
