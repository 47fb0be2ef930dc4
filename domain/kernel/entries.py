"""Entries, sealed parts and links: what makes a log that everyone can check and nobody can read too far.

    public  = MessagePack [seq, kind, type, schema, rules, at, actor, cause, [audience...], {field: value}]
    part    = MessagePack {field: value}, one for each audience
    salt    = first 16 bytes of HMAC-SHA-256(match secret, "salt" | seq as 8 bytes | audience)
    commitment(part) = SHA-256(salt | part)
    link(0) = SHA-256("matchfold log 1" | match id)
    link(n) = SHA-256(link(n-1) | public | commitments in the order of the audiences)

A reader who may not open a part holds its commitment only; the links are the same for everybody.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable
from typing import NamedTuple

from domain.kernel.keyed import Keyed

SALT_BYTES = 16
LINK_BYTES = 32
SERVER = "server"


class Part(NamedTuple):
    """A sealed part: whom it is for, its commitment, and the opening (None where the reader may not open it)."""

    audience: str
    commitment: bytes
    salt: bytes | None
    body: bytes | None


class Entry(NamedTuple):
    """One entry of a log as it is stored and sent: bytes, never re-encoded."""

    seq: int
    public: bytes
    parts: tuple[Part, ...]
    link: bytes


class Head(NamedTuple):
    """A place in a log and its link: who kept one can later prove a rewrite."""

    seq: int
    link: bytes


def first_link(match_id: str) -> bytes:
    """link(0), before any entry."""
    return hashlib.sha256(b"matchfold log 1" + match_id.encode()).digest()


def next_link(before: bytes, public: bytes, commitments: Iterable[bytes] = ()) -> bytes:
    """link(n) out of link(n-1)."""
    return hashlib.sha256(b"".join((before, public, *commitments))).digest()


def salt_for(secret: bytes, seq: int, audience: str) -> bytes:
    """The 16-byte salt of a sealed part."""
    return hmac.digest(secret, salt_message(seq, audience), "sha256")[:SALT_BYTES]


def salt_message(seq: int, audience: str) -> bytes:
    """What the match secret is asked for the salt of a part."""
    return b"salt" + seq.to_bytes(8, "big") + audience.encode()


def commitment_to(salt: bytes, body: bytes) -> bytes:
    """What everybody may hold of a sealed part."""
    return hashlib.sha256(salt + body).digest()


def seal(secret: bytes | Keyed, seq: int, audience: str, body: bytes) -> Part:
    """A sealed part with its opening; who seals much hands in the match secret hashed in already."""
    keyed = secret if isinstance(secret, Keyed) else Keyed(secret)
    salt = keyed.digest(salt_message(seq, audience))[:SALT_BYTES]
    return Part(audience, commitment_to(salt, body), salt, body)


def redact(entry: Entry, audiences: Collection[str]) -> Entry:
    """The entry as a reader of these audiences may hold it."""
    if all(part.audience in audiences for part in entry.parts):
        return entry
    parts = [
        part if part.audience in audiences else Part(part.audience, part.commitment, None, None) for part in entry.parts
    ]
    return Entry(entry.seq, entry.public, tuple(parts), entry.link)
