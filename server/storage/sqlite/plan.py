"""Decides what each append of a batch comes to, before anything is written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import apsw
from attrs import Factory, define

from server.storage.base import Appended, Command, CommandReused, Conflict, Row

LOOK_UPS_MAX = 256  # commands asked for in one statement

Done = tuple[bytes, int, int, int]  # what a command did: digest, first seq, last seq, last position


class Append(NamedTuple):
    """A waiting append."""

    match: str
    expected_seq: int
    rows: Sequence[Row]
    command: Command | None
    future: asyncio.Future[Appended]


class Write(NamedTuple):
    """Any other waiting change; its work checks first, raises `StorageError` to refuse, then writes."""

    work: Callable[[apsw.Connection], object]
    future: asyncio.Future[Any]


class Answer(NamedTuple):
    """What one waiter is told, after the commit."""

    future: asyncio.Future[Any]
    value: object = None
    error: BaseException | None = None


@define(eq=False)
class Plan:
    """The rows to insert, the answers to give if they land, and where the log stands then."""

    position: int
    heads: dict[str, int] = Factory(dict)
    entries: list[tuple[int, str, int, bytes, bytes, bytes]] = Factory(list)
    commands: list[tuple[str, str, bytes, int, int, int]] = Factory(list)
    answers: list[Answer] = Factory(list)


def plan_appends(
    connection: apsw.Connection, appends: Sequence[Append], position: int, heads: Mapping[str, int]
) -> Plan:
    """Number the rows of those appends that can be done; one that cannot leaves the others alone."""
    plan = Plan(position)
    done = _done_before(connection, appends)
    for append in appends:
        match, command = append.match, append.command
        if command is not None and (before := done.get((match, command.id))):
            plan.answers.append(_replay(append, command, before))
            continue
        head = plan.heads.get(match)
        if head is None:
            head = heads[match] if match in heads else _head(connection, match)
        if head != append.expected_seq:
            plan.answers.append(Answer(append.future, error=Conflict(match, append.expected_seq, head)))
            continue
        plan.entries += [(number, match, *row) for number, row in enumerate(append.rows, plan.position + 1)]
        plan.position += len(append.rows)
        plan.heads[match] = last_seq = head + len(append.rows)
        did = head + 1, last_seq, plan.position
        if command is not None:
            done[match, command.id] = command.digest, *did
            plan.commands.append((match, command.id, command.digest, *did))
        plan.answers.append(Answer(append.future, Appended(*did, False)))
    return plan


def insert_plan(connection: apsw.Connection, plan: Plan) -> None:
    """Write what was planned."""
    if plan.entries:
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", plan.entries)
    if plan.commands:
        connection.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?)", plan.commands)


def _done_before(connection: apsw.Connection, appends: Sequence[Append]) -> dict[tuple[str, str], Done]:
    asked = [(append.match, append.command.id) for append in appends if append.command is not None]
    done: dict[tuple[str, str], Done] = {}
    for start in range(0, len(asked), LOOK_UPS_MAX):
        some = asked[start : start + LOOK_UPS_MAX]
        # Filled up to a power of two, so that a few statements, each parsed once, serve all sizes of batch.
        room = 1 << (len(some) - 1).bit_length()
        marks = ",".join(["(?,?)"] * room)
        some += [("", "")] * (room - len(some))
        for match, command_id, digest, first_seq, last_seq, last_position in connection.execute(
            f"WITH asked (match, id) AS (VALUES {marks}) "
            "SELECT c.* FROM asked CROSS JOIN commands AS c ON c.match = asked.match AND c.id = asked.id",
            [part for key in some for part in key],
        ):
            done[match, command_id] = digest, first_seq, last_seq, last_position
    return done


def _replay(append: Append, command: Command, before: Done) -> Answer:
    digest, first_seq, last_seq, last_position = before
    if digest != command.digest:
        return Answer(append.future, error=CommandReused(append.match, command.id))
    return Answer(append.future, Appended(first_seq, last_seq, last_position, replayed=True))


def _head(connection: apsw.Connection, match: str) -> int:
    found = connection.execute("SELECT max(seq) FROM entries WHERE match = ?", (match,)).get
    return found or 0
