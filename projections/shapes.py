"""Whether an entry has the form that its type and its place in the log call for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from domain.kernel.lifecycle import askers_of
from domain.kernel.match import KERNEL
from domain.kernel.records import record
from domain.kernel.registry import Registry
from projections.proofs import Opened
from projections.redecide import audiences_of_owner

Fault = tuple[str, str]  # the code of a finding, and its sentence
NONE: Sequence[Fault] = ()
LIFECYCLE = frozenset(KERNEL.types.values())


@record
class _Shape:
    """What today's class of a type says about its entries; no kind for a type or schema that has no class today."""

    kind: str | None
    public: tuple[str, ...]
    sealed: tuple[tuple[str, tuple[str, ...]], ...]

    def owned(self, fields: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """The sealed fields by the audience that they belong to."""
        return {who: names for owner, names in self.sealed for who in audiences_of_owner(owner, fields)}


class Shapes:
    """The shapes of all types of a game, each looked up once."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._known: dict[tuple[str, int], _Shape] = {}

    def faults(self, read: Opened) -> Sequence[Fault]:
        """How an entry of today's schema is not as its class has it: all fields and no more, each sealed for its owner.

        Its fields have been read as those of its class already, so an owner is a seat or several.
        """
        key = (read.type, read.schema)
        shape = self._known.get(key) or self._of(key)
        if shape.kind is None:
            return NONE
        if read.kind == shape.kind and tuple(read.fields) == shape.public and not shape.sealed and not read.audiences:
            return NONE
        return _faults(read, shape)

    def _of(self, key: tuple[str, int]) -> _Shape:
        cls = self._registry.current(*key)
        shape = _Shape(None, (), ()) if cls is None else _Shape(cls.KIND, cls.PLAN.public, cls.PLAN.sealed)
        self._known[key] = shape
        return shape


def _faults(read: Opened, shape: _Shape) -> list[Fault]:
    faults: list[Fault] = []
    if read.kind != shape.kind:
        faults.append(("ENCODING", f"entry {read.seq} calls {read.type} an {read.kind}"))
    other_fields = ("ENCODING", f"entry {read.seq} does not have the fields of {read.type}, in their order")
    if tuple(read.fields) != shape.public:
        return [*faults, other_fields]
    owned = shape.owned(read.fields)
    if any([tuple(body) != owned.get(who, tuple(body)) for who, body in read.bodies.items()]):
        faults.append(other_fields)
    if tuple(owned) != read.audiences:
        named, right = ", ".join(read.audiences) or "nobody", ", ".join(owned) or "nobody"
        faults.append(("SECRECY", f"entry {read.seq} ({read.type}) is sealed for {named}, not for {right}"))
    return faults


def fault_of_intent(read: Opened, intent: Any, of_host: Collection[str]) -> str | None:
    """What is wrong about who asked, if anything; `of_host` are the intents that a game takes from the host too."""
    if read.cause is not None:
        return f"entry {read.seq} is an intent and has a cause"
    askers = askers_of(intent, of_host)
    if read.actor in askers:
        return None
    return f"entry {read.seq} ({read.type}) is asked by {read.actor!r:.40}, not by {' or '.join(askers)}"


def belongs(read: Opened, intent: Opened) -> bool:
    """Whether an event is one that this intent caused."""
    return read.cause == intent.seq and read.actor == "table" and read.at == intent.at and read.rules == intent.rules
