"""Tampers with logs in every way that somebody might: `python -m tests.tamper arcanya --every 1`.

A match of each game is played, and tampered with in the full log and in the copies of a seat and of a spectator: bytes
flipped, entries dropped, added, swapped, the end cut off, openings replaced, draws altered, rules and askers made up by
somebody who computes the whole chain anew. Each time `matchfold verify` has to find it, at the right entry, and so has
the independent verifier where it is its to find. `--every 1` flips each single byte; the suite takes a sample.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from domain.kernel.codec import entry_from_json, entry_json
from domain.kernel.entries import Entry, Head, next_link, salt_for
from domain.kernel.records import evolve
from projections import proofs
from projections.audit import examine
from projections.games import PLUGINS
from projections.matchfile import AUDITOR, FileDamaged, MatchFile, dumps, loads, match_file
from projections.plugin import Plugin
from server.simulate import Table, play_match

VERIFIER = Path(__file__).resolve().parents[1] / "tools" / "independent_verifier.py"
VIEWERS = (AUDITOR, "seat:1", "spectator")
# Small tables, so that every byte of a whole match can have its turn.
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "arcanya": (2, {"mode": "advanced"}),
    "maya": (2, {"mode": "siege-1v1"}),
}


@attrs.frozen
class Log:
    """A log before anybody touched it: its file for a viewer, its game, and the secret that its server keeps."""

    plugin: Plugin
    file: MatchFile
    secret: bytes

    @property
    def kept(self) -> Head:
        """The head that a player noted while the match was on."""
        return self.file.head


@attrs.frozen
class Case:
    """One act of tampering: what was done, to the entries from which to which, and what came of it.

    `kept` is set where only a head that was kept can tell. `theirs` says that the independent verifier finds it too.
    `left_open`: no log can be told from it, so that both have to say how many draws it does not prove.
    """

    kind: str
    first: int
    last: int
    text: bytes
    kept: Head | None = None
    theirs: bool = True
    left_open: bool = False


class Missed(AssertionError):
    """Tampering that was not found, or was found at another entry."""


def played(plugin: Plugin, viewer: str, seed: bytes = b"tamper", steps: int | None = None) -> Log:
    """A match of a game between random bots, whole or its first so many intents, as a viewer has it."""
    seats, options = TABLES.get(plugin.game, (3, {}))
    done = play_match(Table(plugin, ("random",) * seats, options, title="Tuesday"), seed, steps=steps)
    return Log(plugin, match_file(done.entries, viewer), bytes.fromhex(str(done.state.secret)))


def check(log: Log, case: Case) -> None:
    """Raises Missed unless both verifiers find what is theirs to find, where it is."""
    if case.left_open:
        check_left_open(log, case)
        return
    told = _found_by_verify(log, case)
    if not any(case.first <= seq <= case.last for seq in told):
        raise Missed(f"{log.plugin.game} for {log.file.viewer}: {case.kind} at {case.first}: verify says {told}")
    if case.theirs:
        told = _found_by_the_other(case)
        if not any(case.first <= seq <= case.last for seq in told):
            raise Missed(f"{log.plugin.game} for {log.file.viewer}: {case.kind} at {case.first}: the other says {told}")


def check_left_open(log: Log, case: Case) -> None:
    """Raises Missed unless both say of every draw that this log does not prove it."""
    draws = sum(b"\xabChanceDrawn" in entry.public for entry in log.file.entries)
    audit = examine(loads(case.text.decode()), log.plugin, case.kept)
    if audit.draws_of_origin != draws or audit.draws_recomputed:
        raise Missed(f"{log.plugin.game} for {log.file.viewer}: {case.kind}: verify says {audit.notes}")
    _, entries = independent().parse(case.text)
    told = independent().told_of_draws(entries)
    if not told.startswith(f"0 draws recomputed, {draws} not ({draws} of a fork, up to entry {case.last - 1}, "):
        raise Missed(f"{log.plugin.game} for {log.file.viewer}: {case.kind}: the other says {told}")


def _found_by_verify(log: Log, case: Case) -> list[int]:
    try:
        file = loads(case.text.decode())
    except UnicodeDecodeError as error:
        return [case.text.count(b"\n", 0, error.start)]
    except FileDamaged as damage:
        # Two lines that became one, or one that became two, are told at one of them.
        return [damage.line - 1, max(damage.line - 2, 0)]
    return [finding.seq for finding in examine(file, log.plugin, case.kept).findings]


def _found_by_the_other(case: Case) -> list[int]:
    verifier = independent()
    try:
        about, entries = verifier.parse(case.text)
        kept = None if case.kept is None else (case.kept.seq, case.kept.link.hex())
        return [seq for seq, _ in verifier.check(about, entries, kept)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, IndexError):
        return [case.first]  # unreadable; it does not say where


def independent() -> ModuleType:
    """The verifier in a single file, as a module."""
    if "independent_verifier" not in sys.modules:
        spec = importlib.util.spec_from_file_location("independent_verifier", VERIFIER)
        assert spec is not None and spec.loader is not None
        sys.modules["independent_verifier"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["independent_verifier"])
    return sys.modules["independent_verifier"]


# -- what can be done to a log


def flips(log: Log, every: int = 1, start: int = 0) -> Iterator[Case]:
    """Bytes flipped, one at a time, in one bit each (another one from byte to byte)."""
    text = dumps(log.file).encode()
    for place in range(start, len(text), every):
        flipped = bytearray(text)
        flipped[place] ^= 1 << place % 8
        line = text.count(b"\n", 0, place) + 1
        # In the header anything may turn out wrong: with another match id, for example, no link holds.
        first, last = (0, len(log.file.entries)) if line == 1 else (line - 1, line)
        yield Case(f"byte {place} flipped in bit {place % 8}", first, last, bytes(flipped))


def drops(log: Log, every: int = 1) -> Iterator[Case]:
    """Entries dropped, and the header made to fit."""
    entries = log.file.entries
    for place in range(0, len(entries) - 1, every):
        yield _case(log, "an entry dropped", place + 1, (*entries[:place], *entries[place + 1 :]))
        renumbered = [_numbered(entry, entry.seq - 1) for entry in entries[place + 1 :]]
        yield _case(log, "an entry dropped, the later ones renumbered", place + 1, (*entries[:place], *renumbered))


def additions(log: Log, every: int = 1) -> Iterator[Case]:
    """Entries doubled, and put in with all later ones renumbered."""
    entries = log.file.entries
    for place in range(0, len(entries), every):
        yield _case(log, "an entry doubled", place + 2, (*entries[: place + 1], *entries[place:]))
        renumbered = [_numbered(entry, entry.seq + 1) for entry in entries[place:]]
        yield _case(log, "an entry added", place + 2, (*entries[: place + 1], *renumbered))


def swaps(log: Log, every: int = 1) -> Iterator[Case]:
    """Neighbours swapped, with their numbers and without."""
    entries = log.file.entries
    for place in range(0, len(entries) - 1, every):
        one, two = entries[place : place + 2]
        yield _case(log, "entries swapped", place + 1, (*entries[:place], two, one, *entries[place + 2 :]))
        changed = (_numbered(two, one.seq), _numbered(one, two.seq))
        yield _case(
            log, "entries swapped, and their numbers", place + 1, (*entries[:place], *changed, *entries[place + 2 :])
        )


def cuts(log: Log, every: int = 1) -> Iterator[Case]:
    """The end cut off, the header made to fit, by somebody who does not know that a player kept the last head."""
    for count in range(2, len(log.file.entries), every):
        yield _case(log, "the end cut off", count, log.file.entries[:count], kept=log.kept)


def openings(log: Log, every: int = 1) -> Iterator[Case]:
    """What a part opens replaced: alone; with its commitment; with the whole chain.

    The last is told by a kept head, and in a full log by deciding again: at that entry, or at the first one of its step
    or the next that comes out otherwise.
    """
    parts_seen = 0
    for place, entry in enumerate(log.file.entries):
        for number, part in enumerate(entry.parts):
            parts_seen += part.body is not None
            if part.body is None or part.salt is None or parts_seen % every:
                continue
            body = proofs.packed({name: other(value) for name, value in proofs.unpacked(part.body).items()})
            salt = bytes([part.salt[0] ^ 1]) + part.salt[1:]
            for what, changed in (
                ("an opening replaced", part._replace(body=body)),
                ("a salt replaced", part._replace(salt=salt)),
                (
                    "an opening replaced with its commitment",
                    part._replace(body=body, commitment=hashlib.sha256(part.salt + body).digest()),
                ),
            ):
                parts = (*entry.parts[:number], changed, *entry.parts[number + 1 :])
                entries = (*log.file.entries[:place], entry._replace(parts=parts), *log.file.entries[place + 1 :])
                yield _case(log, what, entry.seq, entries)
            chained = forged(log, entry.seq, partial(_reopen, number=number, body=body))
            yield _case(log, "an opening replaced with the whole chain", 2, chained, len(chained), kept=log.kept)
            if log.file.viewer == AUDITOR:  # all that the rules need is open, so that no kept head is needed
                end = next(
                    (later.seq for later in log.file.entries[place + 1 :] if b"\xa6intent" in later.public), None
                )
                last = end or len(chained)
                yield _case(log, "an opening forged with the whole chain", entry.seq, chained, last, theirs=False)


def draws(log: Log, every: int = 1) -> Iterator[Case]:
    """Draws altered, sealed anew and linked anew by somebody who has the secret.

    In the full log they are found at the draw, because the secret was committed to. A copy that has them closed cannot
    tell before the end; there it is a kept head that does. Whoever rather relabels the match, so that no draw is made
    again, is told as well: chance stated in advance is a finding, and of a fork both say how many draws it leaves open.
    """
    found = [entry for entry in log.file.entries if b"\xabChanceDrawn" in entry.public][::every]
    over = any(b"SecretRevealed" in entry.public for entry in log.file.entries)
    if found:
        at = next(entry.seq for entry in log.file.entries if b"MatchCreated" in entry.public[:48])
        yield _case(log, "chance said to be stated in advance", at, forged(log, at, _stated_in_advance))
        last = log.file.entries[-1].seq - 1
        made_up = forged(log, at, partial(_from_elsewhere, seq=last))
        yield attrs.evolve(_case(log, "an origin made up", 1, made_up, last + 1), left_open=True)
    for entry in found:
        if entry.parts[0].body is None:
            entries = forged(log, entry.seq, _commit_otherwise)
            yield _case(log, "a closed draw altered, against a kept head", 1, entries, len(entries), kept=log.kept)
            continue
        if len(proofs.unpacked(entry.parts[0].body)["result"]) > 1:
            entries = forged(log, entry.seq, _exchange_two)
        else:
            entries = forged(log, entry.seq, _another_number)
        yield _case(log, "a draw altered with the whole chain", entry.seq, entries, theirs=over)
        yield _case(log, "a draw altered, against a kept head", 1, entries, len(entries), kept=log.kept)


def claims(log: Log, every: int = 1) -> Iterator[Case]:
    """Steps that claim rules that were not in force, or intents that claim an asker who may not ask, all linked anew.

    The independent verifier knows neither rules nor who may ask for what.
    """
    read = [proofs.opened(entry) for entry in log.file.entries]
    for place, intent in enumerate([entry for entry in read if entry.kind == "intent"]):
        if place % every:
            continue
        seq, step = intent.seq, [entry.seq for entry in read if intent.seq in (entry.seq, entry.cause)]
        version = (0, 2, 99)[place % 3]
        claimed = forged(log, seq, partial(_said, rules=version), step)
        yield _case(log, f"a step that claims rules {version}", seq, claimed, theirs=False)
        told = next((event for event in reversed(read[seq : step[-1]]) if event.fields), None)
        if told is not None:
            changed = forged(log, seq, partial(_mistold, seq=told.seq, version=version), step)
            yield _case(log, f"a forged step that claims rules {version}", seq, changed, step[-1], theirs=False)
        strangers = [actor for actor in ("seat:1", "seat:2", "host", "clock", "nobody") if actor != intent.actor]
        for actor in strangers:
            by = forged(log, seq, partial(_said, actor=actor))
            yield _case(log, f"an intent said to be asked by {actor}", seq, by, theirs=False)


KINDS: dict[str, Callable[..., Iterator[Case]]] = {
    "flips": flips,
    "drops": drops,
    "additions": additions,
    "swaps": swaps,
    "cuts": cuts,
    "openings": openings,
    "draws": draws,
    "claims": claims,
}


# -- how it is done


def forged(log: Log, seq: int, change: Callable[[dict[str, Any]], None], seqs: Sequence[int] = ()) -> tuple[Entry, ...]:
    """The entries with one of them (or several, the first at `seq`) changed and sealed anew, and all linked anew."""
    entries: list[Entry] = list(log.file.entries[: seq - 1])
    link = entries[-1].link if entries else proofs.link_before_all(log.file.match_id)
    for entry in log.file.entries[seq - 1 :]:
        if entry.seq in (seqs or (seq,)):
            data = entry_json(entry)
            change(data)
            for part in data["sealed"]:
                if "fields" in part:
                    salt = salt_for(log.secret, entry.seq, part["audience"])
                    part["salt"] = salt.hex()
                    part["commitment"] = hashlib.sha256(salt + proofs.packed(part["fields"])).hexdigest()
            entry = entry_from_json(data)
        link = next_link(link, entry.public, [part.commitment for part in entry.parts])
        entries.append(entry._replace(link=link))
    return tuple(entries)


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value[1:], value[0]] if len(set(map(str, value))) > 1 else [*value, *value[:1]] or [1]
    return f"{value}x" if isinstance(value, str) else {**value, "x": 1}


def _reopen(data: dict[str, Any], number: int, body: bytes) -> None:
    data["sealed"][number]["fields"] = proofs.unpacked(body)


def _exchange_two(data: dict[str, Any]) -> None:
    result = data["sealed"][0]["fields"]["result"]
    result[0], result[-1] = result[-1], result[0]


def _another_number(data: dict[str, Any]) -> None:
    fields = data["sealed"][0]["fields"]
    fields["result"] = [(fields["result"][0] + 1) % fields["size"]] if fields["size"] > 1 else [1]


def _stated_in_advance(data: dict[str, Any]) -> None:
    data["public"]["scripted"] = True


def _from_elsewhere(data: dict[str, Any], seq: int) -> None:
    data["public"]["origin"] = {"match_id": "elsewhere", "seq": seq, "link": "00" * 32}


def _said(data: dict[str, Any], **said: Any) -> None:
    data.update(said)


def _mistold(data: dict[str, Any], seq: int, version: int) -> None:
    data["rules"] = version
    if data["seq"] == seq:
        name = next(iter(data["public"]))
        data["public"][name] = other(data["public"][name])


def _commit_otherwise(data: dict[str, Any]) -> None:
    part = data["sealed"][0]
    part["commitment"] = hashlib.sha256(bytes.fromhex(part["commitment"])).hexdigest()


def _numbered(entry: Entry, seq: int) -> Entry:
    made: Entry = entry_from_json({**entry_json(entry), "seq": seq})
    return made


def _case(
    log: Log,
    kind: str,
    first: int,
    entries: Sequence[Entry],
    last: int = 0,
    kept: Head | None = None,
    theirs: bool = True,
) -> Case:
    end = entries[-1]
    file = evolve(
        log.file,
        entries=tuple(entries),
        count=len(entries),
        head=Head(end.seq, end.link),
        rules=proofs.opened(end).rules,
    )
    return Case(kind, first, last or first, dumps(file).encode(), kept, theirs)


# -- the command


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tamper", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", help="which games; all of them by themselves")
    parser.add_argument("--every", type=int, default=97, metavar="N", help="flip every so-manieth byte; 1 is each one")
    parser.add_argument("--intents", type=int, metavar="N", help="tamper with the first N intents of a match only")
    parser.add_argument("--entries-every", type=int, default=1, metavar="N", help="the same for whole entries")
    parser.add_argument("--kinds", nargs="+", choices=sorted(KINDS), default=list(KINDS))
    options = parser.parse_args(arguments)
    figures: dict[str, Any] = {}
    began = time.perf_counter()
    for game in options.games or sorted(PLUGINS):
        for viewer in VIEWERS:
            log = played(PLUGINS[game], viewer, steps=options.intents)
            counts: Counter[str] = Counter()
            for kind in options.kinds:
                for case in KINDS[kind](log, options.every if kind == "flips" else options.entries_every):
                    try:
                        check(log, case)
                    except Missed as missed:
                        print(f"MISSED {missed}", file=sys.stderr)
                        return 1
                    counts[kind] += 1
            figures[f"{game} {viewer}"] = {"entries": len(log.file.entries), "found": dict(counts)}
            print(f"{game} for {viewer}: {sum(counts.values())} found", file=sys.stderr, flush=True)
    print(json.dumps({"logs": figures, "seconds": round(time.perf_counter() - began, 1)}, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
