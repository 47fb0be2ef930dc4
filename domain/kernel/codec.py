"""Facts to canonical bytes and back, and entries to JSON and back.

MessagePack with the shortest form of every number, field order as in the class, no floats and no extension types.
Values are null, booleans, whole numbers of at most 53 bits, strings, arrays and maps, so that JSON carries them without
loss. msgspec does the work on the hot path; the verifier uses another implementation and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs
import msgspec

from domain.kernel.entries import Entry, Head, Part, commitment_to, next_link, seal
from domain.kernel.game import Refused
from domain.kernel.keyed import Keyed
from domain.kernel.registry import Registry
from domain.kernel.secrecy import SERVER, Event, Intent

ROWS_AT_ONCE = 64  # of a log that is folded; their facts lie ready together

pack = msgspec.msgpack.Encoder().encode
unpack = msgspec.msgpack.Decoder().decode


class Damaged(Exception):
    """Bytes that should be an entry are not one; `seq` says which where it is known."""

    def __init__(self, sentence: str, seq: int | None = None) -> None:
        super().__init__(sentence)
        self.seq = seq


class Envelope(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The public bytes of an entry, read as far as the envelope."""

    seq: int
    kind: str
    type: str
    schema: int
    rules: int
    at: int
    actor: str
    cause: int | None
    audiences: tuple[str, ...]
    fields: msgspec.Raw


class Read(NamedTuple):
    """An entry read: its envelope and the facts in it (more than one only where an old event was split)."""

    envelope: Envelope
    facts: tuple[Any, ...]


Stored = tuple[int, bytes, bytes, bytes]
"""An entry as a store keeps it: seq, public bytes, its parts with their openings in one byte string, link."""


class Scribe:
    """Writes the entries of one match: knows the secret for the salts and the head to link to."""

    def __init__(self, secret: bytes | Keyed, head: Head) -> None:
        self._keyed = secret if isinstance(secret, Keyed) else Keyed(secret)
        self.head = head

    def write(self, intent: Intent, events: Sequence[Event], *, actor: str, at: int, rules: int) -> list[Entry]:
        """The entry of an intent and those of the events it caused (`at` in ms)."""
        seq, link = self.head
        cause = seq + 1
        entries: list[Entry] = []
        for fact in (intent, *events):
            seq += 1
            own = seq == cause
            entry = self._entry(fact, seq, link, actor if own else "table", None if own else cause, at, rules)
            link = entry.link
            entries.append(entry)
        self.head = Head(seq, link)
        return entries

    def _entry(self, fact: Any, seq: int, link: bytes, actor: str, cause: int | None, at: int, rules: int) -> Entry:
        cls = fact.__class__
        plan = cls.PLAN
        if not plan.sealed:
            public = pack((seq, cls.KIND, cls.TYPE, cls.SCHEMA, rules, at, actor, cause, (), fact))
            return Entry(seq, public, (), next_link(link, public))
        values = fact.__dict__
        parts: list[Part] = []
        for owner, names in plan.sealed:
            # Also where a value is None: whether a part exists must not tell what is in it.
            data = pack({name: values[name] for name in names})
            parts += [seal(self._keyed, seq, audience, data) for audience in _audiences(owner, values)]
        shown = {name: values[name] for name in plan.public}
        audiences = [part.audience for part in parts]
        public = pack((seq, cls.KIND, cls.TYPE, cls.SCHEMA, rules, at, actor, cause, audiences, shown))
        return Entry(seq, public, tuple(parts), next_link(link, public, [part.commitment for part in parts]))


def _audiences(owner: str, values: Mapping[str, Any]) -> list[str]:
    if owner == SERVER:
        return [SERVER]
    seats = values[owner]
    return [f"seat:{seats}"] if isinstance(seats, int) else [f"seat:{seat}" for seat in seats]


class Reader:
    """Reads the entries of one game's matches into facts; sealed fields that are not open are None."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._envelope = msgspec.msgpack.Decoder(Envelope).decode
        self._names: dict[type[Any], tuple[str, ...]] = {
            cls: tuple([field.name for field in attrs.fields(cls)])
            for cls in registry.types.values()
            if cls.KIND == "intent"
        }
        self._typed: dict[tuple[str, int], Callable[[msgspec.Raw], Any]] = {
            (cls.TYPE, cls.SCHEMA): msgspec.msgpack.Decoder(cls).decode
            for cls in registry.types.values()
            if not cls.PLAN.sealed
        }
        self._whole: dict[tuple[str, int], Callable[[bytes], Any]] = {
            (cls.TYPE, cls.SCHEMA): msgspec.msgpack.Decoder(cls).decode
            for cls in registry.types.values()
            if cls.PLAN.sealed
        }

    def read(self, entry: Entry) -> Read:
        """The envelope and facts of an entry, or Damaged / UnknownType."""
        try:
            envelope = self._envelope(entry.public)
            typed = self._typed.get((envelope.type, envelope.schema))
            if typed is not None:
                return Read(envelope, (typed(envelope.fields),))
            bodies = [part.body for part in entry.parts]
            whole = self._read_whole(envelope, bodies)
            return Read(envelope, self._pieces(envelope, bodies) if whole is None else (whole,))
        except _UNREADABLE as error:
            raise _damaged(entry.seq, error) from None

    def events(self, entry: Entry) -> tuple[Any, ...]:
        """The facts of an event's entry, as `read` has them; none for an intent, which no fold ever looks at."""
        try:
            return self._events(entry.public, [part.body for part in entry.parts] if entry.parts else ())
        except _UNREADABLE as error:
            raise _damaged(entry.seq, error) from None

    def stored_events(self, rows: Sequence[Stored]) -> Iterator[list[Any]]:
        """The facts of all events in these rows, as `events` has them, a handful at a time.

        Reading some and then folding them is quicker than taking turns after each. No commitments are worked out, for
        a fold shows them to nobody.
        """
        for place in range(0, len(rows), ROWS_AT_ONCE):
            yield self._stored_events(rows[place : place + ROWS_AT_ONCE])

    def _stored_events(self, rows: Iterable[Stored]) -> list[Any]:
        # A rebuild does this for every entry, so it is one loop that goes straight for what nearly every row is.
        read_envelope, typed = self._envelope, self._typed
        facts: list[Any] = []
        seq = 0
        try:
            for row in rows:
                seq, public, sealed, _ = row
                envelope = read_envelope(public)
                if envelope.kind != "event":
                    continue
                if not sealed:
                    decode = typed.get((envelope.type, envelope.schema))
                    if decode is not None:
                        facts.append(decode(envelope.fields))
                        continue
                bodies = [body for _, _, body in _read_parts(sealed)] if sealed else []
                fact = self._read_whole(envelope, bodies)
                if fact is None:
                    facts += self._pieces(envelope, bodies)
                else:
                    facts.append(fact)
        except _UNREADABLE as error:
            raise _damaged(seq, error) from None
        return facts

    def _events(self, public: bytes, bodies: Sequence[bytes | None]) -> tuple[Any, ...]:
        envelope = self._envelope(public)
        if envelope.kind != "event":
            return ()
        if not bodies:
            typed = self._typed.get((envelope.type, envelope.schema))
            if typed is not None:
                return (typed(envelope.fields),)
        whole = self._read_whole(envelope, bodies)
        return self._pieces(envelope, bodies) if whole is None else (whole,)

    def _read_whole(self, envelope: Envelope, bodies: Sequence[bytes | None]) -> Any:
        """A fact whose parts are all open, in one go; None for what has to be read piece by piece."""
        decode = self._whole.get((envelope.type, envelope.schema))
        if decode is None:
            return None
        joined = _joined(bytes(envelope.fields), bodies)
        try:
            return None if joined is None else decode(joined)
        except msgspec.ValidationError:
            return None

    def _pieces(self, envelope: Envelope, bodies: Sequence[bytes | None]) -> tuple[Any, ...]:
        """The facts of an entry of an older schema, or with parts that are closed."""
        fields = unpack(envelope.fields)
        for body in bodies:
            if body is not None:
                fields.update(unpack(body))
        facts = [
            msgspec.convert(dict.fromkeys(cls.PLAN.sealed_names) | values, cls)
            for cls, values in self._registry.upcast(envelope.type, envelope.schema, fields)
        ]
        return tuple(facts)

    def intent(self, data: Any, seat: int | None) -> Intent:
        """An intent out of JSON `{"type": ..., fields...}`, its seat taken from the session, or Refused."""
        if not isinstance(data, Mapping) or not isinstance(data.get("type"), str):
            raise Refused("BAD_INTENT", "KERNEL-INTENT", "An intent is an object with a type and its fields.")
        cls = self._registry.intent_type(data["type"])
        names = self._names[cls]
        unknown = sorted(data.keys() - {"type", *names})
        if unknown:
            raise Refused("BAD_FIELDS", "KERNEL-INTENT", f"{cls.TYPE} has no field {unknown[0]!r:.60}.")
        fields = {name: data[name] for name in names if name in data}
        if "seat" in names and seat is not None:
            fields["seat"] = seat
        try:
            made = msgspec.convert(fields, cls)
            return made if _is_in_order(made, names) else _in_order(made)
        except (msgspec.ValidationError, RecursionError) as error:
            raise Refused("BAD_FIELDS", "KERNEL-INTENT", f"{cls.TYPE}: {error}") from None


_UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, AttributeError, RecursionError)


def _damaged(seq: int, error: Exception) -> Damaged:
    return Damaged(f"entry {seq} cannot be read: {error}", seq)


def _is_in_order(made: Any, names: tuple[str, ...]) -> bool:
    """Whether the fields stand in this order, and none can hold a record: nearly every intent is such a one."""
    values = made.__dict__
    return tuple(values) == names and all([value.__class__ in _PLAIN for value in values.values()])


_PLAIN = frozenset({str, int, bool, type(None)})


def _in_order(value: Any) -> Any:
    """A record with its fields, and those of records in it, in the order of its class.

    A record made out of JSON keeps the order in which a client happened to send its fields, and would be encoded so.
    """
    if isinstance(value, tuple | list):
        items = map(_in_order, value)
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    fields = getattr(value.__class__, "__attrs_attrs__", None)
    if fields is None:
        return value
    return value.__class__(**{field.name: _in_order(getattr(value, field.name)) for field in fields})


def _joined(fields: bytes, bodies: Sequence[bytes | None]) -> bytes | None:
    """The public and all sealed fields as one small map, or None where a part is closed or a map is not small."""
    # A small map begins with one byte, so the counts of two add up there: past fifteen fields they spill over.
    count = fields[0] - _SMALL_MAP
    joined = fields[1:]
    for body in bodies:
        if not body:
            return None
        more = body[0] - _SMALL_MAP
        if not 0 <= more <= _FIELDS_MAX:
            return None
        count += more
        joined += body[1:]
    return _MAP_OF[count] + joined if 0 <= count <= _FIELDS_MAX else None


_SMALL_MAP = 0x80  # with this and the count of its fields, at most fifteen, MessagePack begins a map
_FIELDS_MAX = 15
_MAP_OF = [bytes((_SMALL_MAP + count,)) for count in range(_FIELDS_MAX + 1)]


def intent_json(intent: Intent) -> dict[str, Any]:
    """An intent as JSON `{"type": ..., fields...}`, unset optional fields left out."""
    shown = {"type": intent.TYPE}
    shown.update((name, msgspec.to_builtins(value)) for name, value in intent.__dict__.items() if value is not None)
    return shown


def pack_parts(parts: Sequence[Part]) -> bytes:
    """Sealed parts with their openings as one byte string for a store; empty for none."""
    if not parts:
        return b""
    return pack([(part.audience, part.salt, part.body) for part in parts])


_read_parts = msgspec.msgpack.Decoder(list[tuple[str, bytes, bytes]]).decode


def unpack_parts(data: bytes) -> tuple[Part, ...]:
    """Sealed parts out of a store."""
    if not data:
        return ()
    try:
        return tuple([Part(who, commitment_to(salt, body), salt, body) for who, salt, body in _read_parts(data)])
    except msgspec.MsgspecError as error:
        raise Damaged(f"sealed parts cannot be read: {error}") from None


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry as JSON, with everything this copy of it has open."""
    seq, kind, name, schema, rules, at, actor, cause, _, fields = unpack(entry.public)
    return {
        "seq": seq,
        "kind": kind,
        "type": name,
        "schema": schema,
        "rules": rules,
        "at": at,
        "actor": actor,
        "cause": cause,
        "public": fields,
        "sealed": [_part_json(part) for part in entry.parts],
        "link": entry.link.hex(),
    }


def entry_from_json(data: Any) -> Entry:
    """An entry out of JSON, or Damaged; its link is the one written there, proved by nobody yet."""
    try:
        sealed = [_part_from_json(part) for part in data["sealed"]]
        audiences = [part.audience for part in sealed]
        envelope = tuple(data[name] for name in ("seq", "kind", "type", "schema", "rules", "at", "actor", "cause"))
        if not isinstance(data["public"], dict) or type(data["seq"]) is not int:
            raise Damaged("an entry has no public fields or no number")
        public = pack((*envelope, audiences, data["public"]))
        return Entry(data["seq"], public, tuple(sealed), bytes.fromhex(data["link"]))
    except (KeyError, TypeError, ValueError, OverflowError, msgspec.MsgspecError, RecursionError) as error:
        seq = data.get("seq") if isinstance(data, dict) else None
        raise Damaged(f"not an entry: {error!r}", seq if isinstance(seq, int) else None) from None


def _part_json(part: Part) -> dict[str, Any]:
    shown: dict[str, Any] = {"audience": part.audience, "commitment": part.commitment.hex()}
    if part.salt is not None and part.body is not None:
        shown["salt"] = part.salt.hex()
        shown["fields"] = unpack(part.body)
    return shown


def _part_from_json(data: Any) -> Part:
    commitment = bytes.fromhex(data["commitment"])
    if "salt" not in data:
        return Part(data["audience"], commitment, None, None)
    return Part(data["audience"], commitment, bytes.fromhex(data["salt"]), pack(data["fields"]))


def chain_faults(entries: Collection[Entry], start: Head) -> list[tuple[int, str]]:
    """Where links or commitments do not hold: (seq, sentence), in order; empty for a sound chain."""
    faults: list[tuple[int, str]] = []
    seq, link = start
    for entry in entries:
        seq += 1
        if entry.seq != seq:
            faults.append((seq, f"entry {seq} is missing: the next one there is {entry.seq}"))
            seq = entry.seq
        for part in entry.parts:
            if part.salt is None or part.body is None:
                continue
            if commitment_to(part.salt, part.body) != part.commitment:
                faults.append((seq, f"the opening for {part.audience} does not fit its commitment"))
        if next_link(link, entry.public, [part.commitment for part in entry.parts]) != entry.link:
            faults.append((seq, "the link does not follow from the entry before and this one"))
        link = entry.link
    return faults
