"""Whether what concurrent clients saw of a log fits one order of their operations, each at once and in its time.

The search of J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects", Journal of Parallel and Distributed
Computing 17 (1993), 143-164: of the operations not yet in the order, one that nobody else had finished before is put
next, if the model could have answered so; where none can be, the last choice is taken back. What was tried is
remembered by the operations in the order and the state they lead to, as G. Lowe, "Testing for linearizability",
Concurrency and Computation: Practice and Experience 29 (2017), has it. By the locality of linearizability (Herlihy and
Wing, 1990) each match is judged by itself.

An operation whose outcome nobody knows may have happened at any time since it was asked, or never.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from attrs import field, frozen

STEPS_MAX = 2_000_000  # a history that takes more is too wide to be judged; record a shorter one


# -- what may be asked of a log, and answered


@frozen
class Append:
    """Rows for a log that stands at `expected`, under a command's name and digest (or under none)."""

    expected: int
    rows: tuple[bytes, ...]
    name: str | None = None
    digest: bytes = b""


@frozen
class Read:
    """The rows after a place, at most so many."""

    after: int = 0
    limit: int | None = None


@frozen
class Head:
    """How far the log goes."""


@frozen
class Done:
    """The rows stand there; `replayed` says that they did before."""

    first: int
    last: int
    replayed: bool


@frozen
class Conflict:
    """The log stood elsewhere: at `actual`, or at a place that was not told."""

    actual: int | None


@frozen
class Reused:
    """The name had been used for something else."""


@frozen
class Failed:
    """Nothing was stored, for a reason that no log knows: a disk that is full or gone."""


@frozen
class Refused:
    """Nothing was stored, for the rules refuse it; what had been done before would have been answered so again."""


@frozen
class Rows:
    """What was read."""

    rows: tuple[bytes, ...]


@frozen
class At:
    """Where the log ends."""

    seq: int


Ask = Append | Read | Head
Answer = Done | Conflict | Reused | Failed | Refused | Rows | At


@frozen
class Operation:
    """What a client asked and was answered, by the ticks of one clock; without an answer nobody knows its outcome."""

    client: str
    ask: Ask
    asked: float
    answer: Answer | None = None
    answered: float = math.inf

    def __str__(self) -> str:
        told = "nobody knows" if self.answer is None else f"{self.answer} at {self.answered:g}"
        return f"{self.client} at {self.asked:g}: {self.ask} -> {told}"


# -- the log as one client alone would see it


@frozen(cache_hash=True)
class Log:
    """A match: its rows, and what each command did (name, digest, first seq, last seq)."""

    rows: tuple[bytes, ...] = ()
    done: frozenset[tuple[str, bytes, int, int]] = frozenset()

    def before(self, ask: Append) -> tuple[str, bytes, int, int] | None:
        """What a command of this name did."""
        return next((each for each in self.done if each[0] == ask.name), None)

    def with_(self, ask: Append) -> Log:
        """The log after this append."""
        done, last = self.done, len(self.rows) + len(ask.rows)
        if ask.name is not None:
            done |= {(ask.name, ask.digest, len(self.rows) + 1, last)}
        return Log(self.rows + ask.rows, done)


def after(log: Log, operation: Operation) -> Log | None:
    """The log after an operation that was answered so, or None: this log would have answered otherwise."""
    ask, answer = operation.ask, operation.answer
    match ask, answer:
        case Append(), None:
            return log.with_(ask) if log.before(ask) is None and ask.expected == len(log.rows) else None
        case Append(), Failed():
            return log
        case Append(), _:
            return _after_append(log, ask, answer)
        case Read(), Rows(rows):
            end = None if ask.limit is None else ask.after + ask.limit
            return log if log.rows[ask.after : end] == rows else None
        case Head(), At(seq):
            return log if len(log.rows) == seq else None
    raise AssertionError(f"no log answers so: {operation}")


def _after_append(log: Log, ask: Append, answer: Answer | None) -> Log | None:
    before = log.before(ask)
    if before is not None:  # known commands come before the version
        _, digest, first, last = before
        right: Answer = Done(first, last, replayed=True) if digest == ask.digest else Reused()
        return log if answer == right else None
    at = len(log.rows)
    if isinstance(answer, Refused):
        return log
    if ask.expected != at:
        return log if isinstance(answer, Conflict) and answer.actual in (at, None) else None
    return log.with_(ask) if answer == Done(at + 1, at + len(ask.rows), replayed=False) else None


# -- the search


@frozen
class Verdict:
    """Whether there is an order; if not, the longest one that was found and what then fits nowhere."""

    order: tuple[Operation, ...]
    left: tuple[Operation, ...] = ()
    steps: int = 0

    @property
    def linearizable(self) -> bool:
        return not self.left

    def __str__(self) -> str:
        if self.linearizable:
            return f"{len(self.order)} operations in order"
        lines = [f"after {len(self.order)} operations none of these can be next:", *map(str, self.left)]
        return "\n  ".join(lines)


@frozen
class _Place:
    """How far an order has come: who is in it (a bit each), the log then, and who could be next."""

    chosen: int
    log: Log
    nexts: Iterator[int] = field(eq=False)


def judge(history: Sequence[Operation], start: Log | None = None) -> Verdict:
    """Looks for an order of one match's operations that explains every answer."""
    operations = sorted(history, key=lambda operation: operation.asked)
    must = sum(1 << at for at, operation in enumerate(operations) if operation.answer is not None)
    order: list[int] = []
    longest: tuple[int, ...] = ()
    places = [_Place(0, start or Log(), _candidates(operations, 0))]
    tried: set[tuple[int, Log]] = set()
    steps = 0
    while places:
        place = places[-1]
        if place.chosen & must == must:
            return Verdict(tuple(operations[at] for at in order), steps=steps)
        for at in place.nexts:
            steps += 1
            assert steps < STEPS_MAX, "too many ways to put these operations in order"
            log = after(place.log, operations[at])
            chosen = place.chosen | 1 << at
            if log is not None and (chosen, log) not in tried:
                tried.add((chosen, log))
                order.append(at)
                places.append(_Place(chosen, log, _candidates(operations, chosen)))
                break
        else:
            if len(order) >= len(longest):
                longest = tuple(order)
            places.pop()
            if order:
                order.pop()
    chosen = sum(1 << at for at in longest)
    left = tuple(operations[at] for at in _candidates(operations, chosen))
    return Verdict(tuple(operations[at] for at in longest), left, steps)


def _candidates(operations: Sequence[Operation], chosen: int) -> Iterator[int]:
    """Those not chosen that were asked before any other of them was answered."""
    earliest = math.inf
    found = []
    for at, operation in enumerate(operations):
        if chosen >> at & 1:
            continue
        if operation.asked > earliest:
            break
        found.append(at)
        earliest = min(earliest, operation.answered)
    return iter(found)
