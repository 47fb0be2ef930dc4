"""What can be proved of a log from its bytes alone: encoding, links, commitments, salts, draws.

Written from the log format (docs/log-format.md) and not from the code that writes logs: it shares nothing with it, so
that a mistake there does not prove itself.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgpack

from domain.kernel.entries import Entry, Part

ENVELOPE_ITEMS = 10
INTEGER_BITS = 53
INTEGER_LIMIT = 1 << INTEGER_BITS
DEPTH_MAX = 64
NO_BODIES: Mapping[str, Mapping[str, Any]] = {}


class NotCanonical(Exception):
    """Bytes that are not the one encoding of what they say."""


class Opened(NamedTuple):
    """An entry read by the verifier: the envelope, its fields, and the bodies of the parts that are open."""

    seq: int
    kind: str
    type: str
    schema: int
    rules: int
    at: int
    actor: str
    cause: int | None
    audiences: tuple[str, ...]
    fields: Mapping[str, Any]
    bodies: Mapping[str, Mapping[str, Any]]


def opened(entry: Entry) -> Opened:
    """An entry out of its bytes, or NotCanonical."""
    items = unpacked(entry.public)
    if not isinstance(items, list) or len(items) != ENVELOPE_ITEMS:
        raise NotCanonical("the envelope does not have ten items")
    seq, kind, name, schema, rules, at, actor, cause, audiences, fields = items
    for number in (seq, schema, rules, at, 0 if cause is None else cause):
        if type(number) is not int or number < 0:
            raise NotCanonical("a number in the envelope is not a whole number from 0 on")
    if kind not in ("intent", "event") or not isinstance(name, str) or not isinstance(actor, str):
        raise NotCanonical("the envelope does not say what kind of entry this is, or by whom")
    if audiences != [part.audience for part in entry.parts]:
        raise NotCanonical("the sealed parts are not those that the envelope names")
    if not isinstance(fields, dict):
        raise NotCanonical("an entry has no fields")
    if not audiences:
        return Opened(seq, kind, name, schema, rules, at, actor, cause, (), fields, NO_BODIES)
    bodies = {part.audience: _body(part) for part in entry.parts if part.body is not None}
    return Opened(seq, kind, name, schema, rules, at, actor, cause, tuple(audiences), fields, bodies)


def _body(part: Part) -> dict[str, Any]:
    assert part.body is not None
    body = unpacked(part.body)
    if not isinstance(body, dict):
        raise NotCanonical(f"the part for {part.audience} is no map of fields")
    return body


def unpacked(data: bytes) -> Any:
    """What canonical bytes say, or NotCanonical."""
    try:
        value = msgpack.unpackb(data)  # text as text, keys as text only
        same = _pack(value) == data
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise NotCanonical(f"not MessagePack in its one form: {error}") from None
    if not same:
        raise NotCanonical("not MessagePack in its shortest form")
    _check_values(value, 0)
    return value


def packed(value: Any) -> bytes:
    """The canonical bytes of plain data."""
    data: bytes = _pack(value)
    return data


_pack = msgpack.Packer().pack


def _check_values(value: Any, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise NotCanonical(f"nested deeper than {DEPTH_MAX}")
    items = value.values() if type(value) is dict else value if type(value) is list else (value,)
    # By exact type, most frequent first: this loop sees every value of a log.
    for item in items:
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is int:
            if not -INTEGER_LIMIT < item < INTEGER_LIMIT:
                raise NotCanonical(f"a number of more than {INTEGER_BITS} bits")
        elif kind is list or kind is dict:
            if item:
                _check_values(item, depth + 1)
        else:
            raise NotCanonical(f"a value of the kind {kind.__name__}")


def link_before_all(match_id: str) -> bytes:
    """The link that the first entry of a match stands on."""
    return hashlib.sha256(b"matchfold log 1" + match_id.encode()).digest()


def link_after(before: bytes, entry: Entry) -> bytes:
    """The link that an entry must have after the one before."""
    commitments = b"".join([part.commitment for part in entry.parts])
    return hashlib.sha256(before + entry.public + commitments).digest()


def fits_commitment(part: Part) -> bool:
    """Whether the opening of a part is what its commitment stands for."""
    assert part.salt is not None and part.body is not None
    return hashlib.sha256(part.salt + part.body).digest() == part.commitment


def salt_of(secret: bytes, seq: int, audience: str) -> bytes:
    """The salt that the match secret gives a part: 16 bytes."""
    return hmac.digest(secret, b"salt" + seq.to_bytes(8, "big") + audience.encode(), "sha256")[:16]


def secret_fits(secret: bytes, commitment: str) -> bool:
    """Whether a told secret is the one that was committed to when the table was opened."""
    return len(secret) == 32 and hashlib.sha256(secret).hexdigest() == commitment


def match_seed(secret: bytes, entropies: list[bytes], match_id: str) -> bytes:
    """The seed of all draws of a match."""
    mac = hmac.new(secret, digestmod="sha256")
    for piece in (*entropies, match_id.encode()):
        mac.update(len(piece).to_bytes(4, "big"))
        mac.update(piece)
    return mac.digest()


def comes_out(seed: bytes, number: int, label: str, kind: str, size: int, result: Any) -> bool:
    """Whether a draw comes out as a log has it; never more work than the result is long."""
    if not isinstance(result, list) or len(result) != (size if kind == "shuffle" else 1):
        return False
    return drawn(seed, number, label, kind, size) == result


def drawn(seed: bytes, number: int, label: str, kind: str, size: int) -> list[int] | None:
    """How a draw comes out: a permutation of `size` things, or one number below it; None for no known kind."""
    if kind == "shuffle":
        return _shuffled(_numbers(seed, number, label), size)
    if kind == "below" and size > 0:
        return [_under(size, _numbers(seed, number, label))]
    return None


def _shuffled(numbers: Iterator[int], size: int) -> list[int]:
    order = list(range(size))
    for left in range(size, 1, -1):
        chosen = _under(left, numbers)
        order[left - 1], order[chosen] = order[chosen], order[left - 1]
    return order


def _under(bound: int, numbers: Iterator[int]) -> int:
    # Numbers in the incomplete last run would favour small results; they are passed over.
    fair = (2**64 // bound) * bound
    return next(number for number in numbers if number < fair) % bound


def _numbers(seed: bytes, number: int, label: str) -> Iterator[int]:
    name = label.encode()
    start = number.to_bytes(8, "big") + len(name).to_bytes(4, "big") + name
    block = 0
    while True:
        digest = hmac.digest(seed, start + block.to_bytes(4, "big"), "sha256")
        for place in range(0, 32, 8):
            yield int.from_bytes(digest[place : place + 8], "big")
        block += 1
