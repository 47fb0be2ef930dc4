#!/usr/bin/env python3
"""Checks a Matchfold match file without Matchfold.

    python tools/independent_verifier.py FILE.match [--head SEQ:LINK]

This one file uses the standard library and the `msgpack` package and shares no code with the server that wrote the
log, so that a suspicious player can read it in a quarter of an hour and then trust what it says. It checks

  1. the chain:       link(0) = SHA-256("matchfold log 1" + match id)
                      link(n) = SHA-256(link(n-1) + public bytes of entry n + its commitments, in order)
                      where the public bytes are MessagePack of
                      [seq, kind, type, schema, rules, at, actor, cause, [audience, ...], {field: value, ...}];
  2. the openings:    every sealed part that this copy of the log has open must fit its commitment,
                      SHA-256(16-byte salt + MessagePack of {field: value, ...});
  3. the secret:      the server logs SHA-256(secret) when it creates a match and tells the secret at the end;
                      every salt must be the first 16 bytes of HMAC-SHA-256(secret, "salt" + seq (8 bytes) + audience);
  4. chance:          the seed is HMAC-SHA-256(secret, each seat's entropy and then the match id, each with its length
                      in 4 bytes before it), as the seats are when the match starts, which it does once and before
                      any draw; draws are numbered 0, 1, 2, ..., so that none can be thrown away; every draw that is
                      open in the log is made again from (seed, draw number, label) and must come out as logged. A
                      match that was forked from another one has the draws up to there from that match; its own log
                      proves them. Draws that a log says were stated in advance prove nothing, which is a finding.

What it does not check is the rules: whether a move was legal, whether a draw was due where it stands, what its label
and size are by the rules, and whether the events tell what was drawn. A server that chooses among labels chooses among
results. `matchfold verify` decides every intent again, and that settles all of this.
It prints one line for each finding, then how many draws it made again and how many it did not, and why.
A compressed file (.match.zst) has to be unpacked first: zstd -d FILE.match.zst
Exit code: 0 sound, 1 findings, 2 unreadable.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections import Counter

import msgpack

# A match of 20,000 entries has about 6 MB and 20 values an entry. What is larger is not read, so that no file fills the
# memory or takes minutes.
FILE_BYTES_MAX = 16 * 1024 * 1024
LINE_BYTES_MAX = 2_000_000
LINE_VALUES_MAX = 100_000
VALUES_MAX = 1_000_000
ENTRIES_MAX = 50_000
PARTS_MAX = 100  # sealed parts of one entry: one for each seat and one for the server
SHUFFLED_MAX = 100_000
ERROR_LENGTH_MAX = 200
PACKED = b"\x28\xb5\x2f\xfd"  # how a compressed file begins
HEADER = ["matchfold", "game", "match", "viewer", "entries", "head", "rules", "title"]
NOT_OPENED: dict = {"scripted": False, "origin": None}
HEX = "0123456789abcdef"
NUMBER_MAX = 2**53 - 1
ALGORITHM = "hmac-sha256-fy-1"
DRAWN = ["label", "kind", "size", "result"]
ENVELOPE = ("seq", "kind", "type", "schema", "rules", "at", "actor", "cause")


def main(arguments: list[str]) -> int:
    kept = None
    if len(arguments) == 3 and arguments[1] == "--head":
        kept = head_of(arguments[2])
        if kept is None:
            print("--head is SEQ:LINK: the number of an entry, and its link in 64 hexadecimal digits", file=sys.stderr)
            return 2
        arguments = arguments[:1]
    if len(arguments) != 1:
        print("usage: independent_verifier.py FILE.match [--head SEQ:LINK]", file=sys.stderr)
        return 2
    try:
        about, entries = read(arguments[0])
        findings = check(about, entries, kept)
        told = told_of_draws(entries)
    except Exception as error:  # a file may hold anything; whatever it breaks here, it is not a match file
        sentence = " ".join(f"unreadable: {error.__class__.__name__}: {error}".split())
        print(sentence[:ERROR_LENGTH_MAX], file=sys.stderr)
        return 2
    for seq, sentence in findings:
        print(f"entry {seq}: {sentence}")
    print(told)
    print(f"{len(entries)} entries, {len(findings)} findings")
    return 1 if findings else 0


def head_of(text: str) -> tuple[int, str] | None:
    """A head that somebody kept, as (entry number, link)."""
    seq, _, link = text.partition(":")
    well = seq.isascii() and seq.isdecimal() and len(seq) < 16 and len(link) == 64 and not set(link) - set(HEX)
    return (int(seq), link) if well else None


def read(path: str) -> tuple[dict, Entries]:
    """The header and the entries of a file."""
    with open(path, "rb") as file:
        data = file.read(FILE_BYTES_MAX + 1)
    if data.startswith(PACKED):
        raise ValueError("the file is compressed; unpack it first: zstd -d FILE.match.zst")
    if len(data) > FILE_BYTES_MAX:
        raise ValueError(f"the file is larger than {FILE_BYTES_MAX // 2**20} MiB")
    return parse(data)


class Entries:
    """The entries of a file, made out of its lines anew each time, so that only one is in the memory at once."""

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        self.start = start
        self.count = data.count(b"\n", start)

    def __len__(self) -> int:
        return self.count

    def __iter__(self):
        return map(json.loads, lines(self.data, self.start))

    def last(self) -> dict | None:
        if not self.count:
            return None
        return json.loads(self.data[self.data.rfind(b"\n", 0, -1) + 1 :])


def lines(data: bytes, start: int):
    # Not splitlines: names may hold other line ends.
    while start < len(data):
        end = data.index(b"\n", start)
        yield data[start:end].decode("utf-8")
        start = end + 1


def parse(data: bytes) -> tuple[dict, Entries]:
    """The header and the entries, each in the one form that a match file has, so that no changed byte is overlooked."""
    check_size(data)
    header = next(lines(data, 0))
    about = loaded(header)
    if type(about) is not dict or about.get("matchfold") != 1:
        raise ValueError("line 1 is not the header of a match file of version 1")
    if not is_header(about) or compact(about) != header:
        raise ValueError("line 1 is not in the form that a header has")
    start = data.index(b"\n") + 1
    for number, line in enumerate(lines(data, start), start=2):
        entry = loaded(line)
        if not is_entry(entry) or compact(entry) != line:
            raise ValueError(f"line {number} is not in the form that an entry has")
        if len(entry["sealed"]) > PARTS_MAX:
            raise ValueError(f"line {number} has more than {PARTS_MAX} sealed parts")
        for part in entry["sealed"]:
            if not is_part(part):
                raise ValueError(f"line {number} has a sealed part of another form")
            if not (is_hex(part["commitment"], 64) and is_hex(part.get("salt", "00" * 16), 32)):
                raise ValueError(f"line {number} has digits in capitals, or not as many as there should be")
    return about, Entries(data, start)


def loaded(line: str):
    """A line as JSON whose numbers are whole and have at most 53 bits: 2.0 would say the same as 2 in other bytes."""
    return json.loads(line, parse_int=whole_number, parse_float=no_number, parse_constant=no_number)


def whole_number(text: str) -> int:
    number = int(text) if len(text) <= 17 else NUMBER_MAX + 1
    return number if abs(number) <= NUMBER_MAX else no_number(text)


def no_number(text: str) -> int:
    raise ValueError(f"{text:.20} is no whole number of at most 53 bits")


def is_header(about: dict) -> bool:
    numbers = all(is_count(about.get(name)) for name in ("matchfold", "entries", "rules"))
    texts = all(type(about.get(name)) is str for name in ("game", "match", "viewer", "title"))
    head = about.get("head")
    return (
        [*about] == HEADER
        and numbers
        and texts
        and type(head) is dict
        and [*head] == ["seq", "link"]
        and is_count(head["seq"])
        and is_hex(head["link"], 64)
    )


def is_entry(entry: dict) -> bool:
    return (
        [*entry] == [*ENVELOPE, "public", "sealed", "link"]
        and all(is_count(entry[name]) for name in ("seq", "schema", "rules", "at"))
        and (entry["cause"] is None or is_count(entry["cause"]))
        and entry["kind"] in ("intent", "event")
        and all(type(entry[name]) is str for name in ("type", "actor"))
        and type(entry["public"]) is dict
        and type(entry["sealed"]) is list
        and is_hex(entry["link"], 64)
    )


def is_part(part: dict) -> bool:
    if [*part] not in (["audience", "commitment"], ["audience", "commitment", "salt", "fields"]):
        return False
    return type(part["audience"]) is str and type(part.get("fields", {})) is dict


def is_count(value: object) -> bool:
    return type(value) is int and value >= 0  # `true` is another byte, and equal to 1


def is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and not set(value) - set(HEX)


def check_size(data: bytes) -> None:
    """Asked of the bytes, before anything is made of them that is larger than they are."""
    values = start = number = 0
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            raise ValueError("the file ends in the middle of a line")
        number += 1
        in_line = sum(data.count(mark, start, end) for mark in (b",", b"[", b"{"))
        values += in_line
        if end - start > LINE_BYTES_MAX or in_line > LINE_VALUES_MAX:
            raise ValueError(f"line {number} is longer than any entry")
        if values > VALUES_MAX or number > ENTRIES_MAX + 1:
            raise ValueError(f"up to line {number} there is more than any match has")
        start = end + 1
    if number == 0:
        raise ValueError("the file is empty")


def compact(data: dict) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def check(about: dict, entries: Entries, kept: tuple[int, str] | None = None) -> list[tuple[int, str]]:
    """Everything that does not hold, as (entry number, sentence)."""
    match_id, stated = about["match"], about["head"]
    findings = chain(match_id, entries)
    last = entries.last()
    if about["entries"] != len(entries):
        findings.append((len(entries), f"the header announces {about['entries']} entries, there are {len(entries)}"))
    if last is None or stated != {"seq": last["seq"], "link": last["link"]}:
        findings.append((len(entries), "the head in the header is not the last entry of the file"))
    opening = (e for _, e in zip(range(2), entries, strict=False) if e["kind"] == "event")
    created = next((e["public"] for e in opening if e["type"] == "MatchCreated"), None)
    if created is None or [created[name] for name in ("match_id", "game", "title")] != [
        about[name] for name in ("match", "game", "title")
    ]:
        findings.append((2, "the header names another match, game or title than the log"))
    seats = len(created["seats"]) if created is not None else 0
    if about["viewer"] not in ("auditor", "spectator", *(f"seat:{number}" for number in range(1, seats + 1))):
        findings.append((0, "the header names a viewer whom there is not"))
    if last is not None and last["rules"] != about["rules"]:
        findings.append((len(entries), "the header names other rules than the last entry"))
    for entry in entries:
        for part in entry["sealed"]:
            if ("salt" in part) != (about["viewer"] in ("auditor", part["audience"])):
                findings.append(
                    (entry["seq"], f"the part for {part['audience']:.40} is not open for exactly its viewer")
                )
    if kept is not None:
        there = next((entry["link"] for entry in entries if entry["seq"] == kept[0]), None)
        if there != kept[1]:
            findings.append((min(kept[0], len(entries)), "the head that was kept is not part of this log"))
    if created is not None and created["scripted"] is not False:
        findings.append((2, "the draws of this match were stated in advance (scripted), so chance proves nothing"))
    findings += draws_in_order(entries, about["viewer"])
    secret = told_secret(entries)
    if secret is not None:
        findings += chance(match_id, entries, bytes.fromhex(secret))
    return sorted(findings)


def told_secret(entries: Entries) -> str | None:
    return next((e["public"]["secret"] for e in entries if told_in(e)), None)


def told_in(entry: dict) -> bool:
    return entry["kind"] == "event" and entry["type"] == "SecretRevealed"


def chain(match_id: str, entries: Entries) -> list[tuple[int, str]]:
    """Checks 1 and 2."""
    findings = []
    link = hashlib.sha256(b"matchfold log 1" + match_id.encode()).digest()
    for number, entry in enumerate(entries, start=1):
        if entry["seq"] != number:
            findings.append((number, f"expected entry {number}, found {entry['seq']}"))
            break
        digest = hashlib.sha256(link)
        audiences = [part["audience"] for part in entry["sealed"]]
        digest.update(msgpack.packb([*(entry[name] for name in ENVELOPE), audiences, entry["public"]]))
        for part in entry["sealed"]:
            commitment = bytes.fromhex(part["commitment"])
            digest.update(commitment)
            if "salt" in part and opened(part) != commitment:
                findings.append((number, f"the opening for {part['audience']:.40} does not fit its commitment"))
        if digest.hexdigest() != entry["link"]:
            findings.append((number, "the link does not follow from the entry before and this one"))
        link = bytes.fromhex(entry["link"])
    return findings


def draws_in_order(entries: Entries, viewer: str) -> list[tuple[int, str]]:
    """Check 4, as far as it needs no secret: one start before all draws, and no choice of which draws there are."""
    findings = []
    started = told = False
    due = 0
    for entry in entries:
        seq, public = entry["seq"], entry["public"]
        if told_in(entry):
            if told:
                findings.append((seq, "a secret is told a second time"))
            told = True
        elif entry["kind"] == "event" and entry["type"] == "MatchStarted":
            if started:
                findings.append((seq, "the match starts a second time"))
            started = True
        elif entry["kind"] == "event" and entry["type"] == "ChanceDrawn":
            if not started:
                findings.append((seq, "a draw comes before the match starts, so that no seed is settled"))
                started = True  # told once
            if not is_draw(entry, viewer):
                findings.append((seq, "a draw has other fields than a number and, sealed, what was drawn"))
            elif public["number"] != due:
                findings.append((seq, f"draw {public['number']} comes where draw {due} is due"))
            due += 1
    return findings


def is_draw(entry: dict, viewer: str) -> bool:
    if [*entry["public"]] != ["number"] or not is_count(entry["public"]["number"]):
        return False
    if [part["audience"] for part in entry["sealed"]] != ["server"]:
        return False
    fields = entry["sealed"][0].get("fields")
    return [*fields] == DRAWN if fields is not None else viewer != "auditor"


def opened(part: dict) -> bytes:
    return hashlib.sha256(bytes.fromhex(part["salt"]) + msgpack.packb(part["fields"])).digest()


def chance(match_id: str, entries: Entries, secret: bytes) -> list[tuple[int, str]]:
    """Checks 3 and 4, once the secret has been told."""
    findings = []
    entropies: dict[int, bytes] = {}
    seed = b""
    created = NOT_OPENED
    for entry in entries:
        seq, public = entry["seq"], entry["public"]
        fields = fields_of(entry)
        for part in entry["sealed"]:
            salt = hmac.digest(secret, b"salt" + seq.to_bytes(8, "big") + part["audience"].encode(), "sha256")[:16]
            if "salt" in part and part["salt"] != salt.hex():
                findings.append((seq, f"the salt for {part['audience']:.40} does not come from the secret"))
        if entry["kind"] != "event":
            continue
        if entry["type"] == "MatchCreated":
            if created is not NOT_OPENED:
                findings.append((seq, "the table is opened a second time"))
                continue
            created = public
            if public["algorithm"] != ALGORITHM:
                findings.append((seq, f"the draws follow {public['algorithm']!r:.40}, which is not known here"))
            if fields.get("secret", secret.hex()) != secret.hex():
                findings.append((seq, "the secret sealed here is not the one told at the end"))
            entropies = {seat: b"" for seat in range(1, len(public["seats"]) + 1)}
            if hashlib.sha256(secret).hexdigest() != public["commitment"]:
                findings.append((seq, "the secret told at the end is not the one committed to here"))
        elif entry["type"] in ("SeatTaken", "SeatLeft"):
            if public["seat"] not in entropies:
                findings.append((seq, f"there is no seat {public['seat']!r:.20}, and it would change the seed"))
                continue
            entropies[public["seat"]] = bytes.fromhex(public.get("entropy", ""))
        elif entry["type"] == "MatchStarted":
            parts = [*(entropies[seat] for seat in sorted(entropies)), match_id.encode()]
            seed = hmac.digest(secret, b"".join(prefixed(part) for part in parts), "sha256")
        elif entry["type"] == "ChanceDrawn" and not why_not(entry, created):
            named = (fields["number"], fields["label"], fields["kind"], fields["size"])
            if not can_be(*named[2:], len(fields["result"])) or draw(seed, *named) != fields["result"]:
                findings.append((seq, f"draw {fields['number']} ({fields['label']:.40}) comes out otherwise"))
    return findings


def fields_of(entry: dict) -> dict:
    """What an entry tells its reader: what is public, and the parts that are open."""
    return {**entry["public"], **{k: v for part in entry["sealed"] for k, v in part.get("fields", {}).items()}}


def why_not(entry: dict, created: dict) -> str:
    """Why a draw is not made again although the secret is told; nothing if it is."""
    if created["scripted"] is not False:
        return "stated in advance"
    origin = created["origin"]
    if origin and entry["seq"] <= origin["seq"]:
        match = str(origin["match_id"])[:80]
        return f"of a fork, up to entry {origin['seq']}, which the log of match {match!r} alone can prove"
    return "" if "result" in fields_of(entry) else "closed in this copy"


def told_of_draws(entries: Entries) -> str:
    """How many draws were made again, and how many were not, and why."""
    told = told_secret(entries) is not None
    created = NOT_OPENED
    reasons: Counter[str] = Counter()
    for entry in entries:
        if entry["kind"] == "event" and entry["type"] == "MatchCreated" and created is NOT_OPENED:
            created = entry["public"]
        elif entry["kind"] == "event" and entry["type"] == "ChanceDrawn":
            reasons[why_not(entry, created) or ("" if told else "the secret is not told")] += 1
    done = reasons.pop("", 0)
    left = "; ".join(f"{count} {reason}" for reason, count in reasons.items())
    return f"{done} draws recomputed, {reasons.total()} not{f' ({left})' if left else ''}"


def can_be(kind: str, size: int, results: int) -> bool:
    """Whether there is such a draw at all; asked before drawing, for a kind or a size may be made up."""
    return (kind == "shuffle" and results == size <= SHUFFLED_MAX) or (kind == "below" and results == 1 and size > 0)


def draw(seed: bytes, number: int, label: str, kind: str, size: int) -> list[int]:
    """A draw made again: [number below size], or the permutation of a shuffle (Fisher-Yates from the end)."""
    stream = words(seed, number, label)
    if kind == "below":
        return [below(stream, size)]
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def below(stream, bound: int) -> int:
    """A number below the bound: words at or past the last whole multiple of it are thrown away, so none is favoured."""
    while True:
        word = next(stream)
        if word < 2**64 - 2**64 % bound:
            return word % bound


def words(seed: bytes, number: int, label: str):
    """64-bit words: HMAC-SHA-256(seed, draw number (8 bytes), label with its length, block number (4 bytes)), ..."""
    block = 0
    while True:
        message = number.to_bytes(8, "big") + prefixed(label.encode()) + block.to_bytes(4, "big")
        data = hmac.digest(seed, message, "sha256")
        yield from (int.from_bytes(data[start : start + 8], "big") for start in (0, 8, 16, 24))
        block += 1


def prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
