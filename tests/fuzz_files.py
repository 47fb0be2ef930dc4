"""Hostile files by the thousand: `python -m tests.fuzz_files --count 2000`.

Match files and capsules are damaged, cut, grown, nested, blown up, compressed into bombs, and logs are forged with a
chain that holds, so that every layer has its turn; each is handed to `verify`, `show`, `diff`, `repro`, `replay` or
the independent verifier in a process that is watched. Whatever a file holds, a command says what is wrong in one line
or lists findings: never a traceback, never more than 256 MiB of memory (the interpreter included), never more than 20
seconds. Prints what was tried; stops at the first fault and keeps the file that shows it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import zstandard

from domain.kernel.codec import intent_json
from domain.kernel.entries import next_link
from projections import capsule, proofs
from projections.capsule import Attempt, Report
from projections.games import PLUGINS
from projections.history import History
from projections.matchfile import AUDITOR, COUNT_MAX, dumps, match_file
from server.cli import main as matchfold
from server.simulate import Table, play_match
from tests.tamper import TABLES, independent, other

MEMORY_KIB_MAX = 256 * 1024
SECONDS_MAX = 20.0
PATIENCE_SECONDS = 120.0  # a busy machine is no fault; a command that hangs is
LEFT_KIB_MAX = 80 * 1024  # what a process may keep of the files before: each is to be measured as if it were alone
SENTENCE_LENGTH_MAX = 600
MIB = 1 << 20
INDEPENDENT = "independent"  # the verifier in a single file, which is no command
COMMANDS = ("verify", "show", "diff", "repro", "replay", INDEPENDENT)
NESTED_MAX = 900_000


class Fault(Exception):
    """A file that a command did not take as it must; the text says which and how."""


@attrs.frozen
class Seed:
    """A sound match file to start from."""

    name: str
    text: bytes

    @property
    def lines(self) -> list[bytes]:
        return self.text.split(b"\n")[:-1]


def seeds() -> list[Seed]:
    """Short matches of every game, in full and as a seat has them."""
    made: list[Seed] = []
    for game, plugin in sorted(PLUGINS.items()):
        seats, options = TABLES.get(game, (3, {}))
        played = play_match(Table(plugin, ("random",) * seats, options, title="Fuzz"), b"fuzz", steps=14)
        made += [
            Seed(f"{game} {viewer}", dumps(match_file(played.entries, viewer)).encode())
            for viewer in ("auditor", "seat:1")
        ]
    return made


def capsules() -> list[Seed]:
    """Reports of such matches, in full and as their reporter has them, with what was seen and what was refused."""
    made: list[Seed] = []
    for game, plugin in sorted(PLUGINS.items()):
        seats, options = TABLES.get(game, (3, {}))
        played = play_match(Table(plugin, ("random",) * seats, options, title="Fuzz"), b"fuzz", steps=14)
        step, seat = len(played.entries), plugin.rules.awaiting(played.state)[0].seat
        offered = plugin.rules.offers(played.state, seat)
        history = History(plugin, played.match_id)
        history.extend(played.entries)
        seen = {"view": history.view(f"seat:{seat}"), "offers": history.offers(seat)}
        tried = Attempt(seat, step, 5, intent_json(offered[0].intent), "NOT_OFFERED", "X-1", "That is not to be.")
        who = f"seat:{seat}"
        report = Report("abc234", played.match_id, game, who, who, step, 7, "Why?", {"rules": 1, "client": "a browser"})
        whole = capsule.Capsule(
            report, json.loads(json.dumps(seen)), (tried, tried), match_file(played.entries, AUDITOR)
        )
        for name, kept in (("whole", whole), (who, capsule.redacted(whole, who))):
            made.append(Seed(f"{game} capsule, {name}", capsule.dumps(kept).encode()))
    return made


# -- what a file may hold


def bytes_flipped(seed: Seed, dice: random.Random) -> bytes:
    data = bytearray(seed.text)
    for _ in range(dice.choice((1, 1, 2, 8, 64))):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data)


def cut(seed: Seed, dice: random.Random) -> bytes:
    return seed.text[: dice.randrange(len(seed.text))]


def spliced(seed: Seed, dice: random.Random) -> bytes:
    one, two = sorted(dice.randrange(len(seed.text)) for _ in range(2))
    piece = seed.text[one:two][: dice.choice((10, 1_000, 100_000))]
    at = dice.randrange(len(seed.text))
    return seed.text[:at] + piece * dice.choice((0, 1, 3)) + seed.text[at + dice.choice((0, len(piece))) :]


def noisy(seed: Seed, dice: random.Random) -> bytes:
    at = dice.randrange(len(seed.text))
    return seed.text[:at] + dice.randbytes(dice.choice((1, 4, 400))) + seed.text[at:]


def value_changed(seed: Seed, dice: random.Random) -> bytes:
    """One value of one line is another, often of another kind; the line keeps the form that lines have."""
    lines = seed.lines
    at = dice.randrange(len(lines))
    lines[at] = _compact(_changed(json.loads(lines[at]), dice))
    return b"\n".join([*lines, b""])


def forged(seed: Seed, dice: random.Random) -> bytes:
    """The same in an entry, and every link computed anew: only the rules can tell."""
    lines = [json.loads(line) for line in seed.lines]
    at = dice.randrange(1, len(lines))
    lines[at] = {**lines[at], "public": _changed(lines[at]["public"], dice)}
    if dice.random() < 0.3:
        lines[at]["type"] = dice.choice(lines[1:])["type"]
    if dice.random() < 0.2:
        del lines[dice.randrange(2, len(lines))]
        for seq, line in enumerate(lines[1:], start=1):
            line["seq"] = seq
    return relinked(lines)


def relinked(lines: list[dict[str, Any]]) -> bytes:
    """Lines with a chain that holds and a header that fits them."""
    header, *entries = lines
    link = proofs.link_before_all(str(header["match"]))
    for entry in entries:
        for part in entry["sealed"]:
            if "fields" in part:
                with contextlib.suppress(ValueError, OverflowError, TypeError):
                    body = proofs.packed(part["fields"])
                    part["commitment"] = hashlib.sha256(bytes.fromhex(part["salt"]) + body).hexdigest()
        envelope = [entry[name] for name in ("seq", "kind", "type", "schema", "rules", "at", "actor", "cause")]
        audiences = [part["audience"] for part in entry["sealed"]]
        with contextlib.suppress(ValueError, OverflowError, TypeError):
            public = proofs.packed([*envelope, audiences, entry["public"]])
            link = next_link(link, public, [bytes.fromhex(part["commitment"]) for part in entry["sealed"]])
        entry["link"] = link.hex()
    last = entries[-1]
    header = {**header, "entries": len(entries), "head": {"seq": last["seq"], "link": last["link"]}}
    return b"\n".join([*map(_compact, [header, *entries]), b""])


def packed_damaged(seed: Seed, dice: random.Random) -> bytes:
    data = bytearray(zstandard.ZstdCompressor(level=3, write_checksum=dice.random() < 0.5).compress(seed.text))
    for _ in range(dice.choice((0, 1, 4))):
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(data[: dice.choice((len(data), dice.randrange(1, len(data)))) :]) + dice.choice(
        (b"", b"more", bytes(data))
    )


MUTATIONS: tuple[Callable[[Seed, random.Random], bytes], ...] = (
    bytes_flipped,
    cut,
    spliced,
    noisy,
    value_changed,
    value_changed,
    forged,
    forged,
    packed_damaged,
)


# What is not made for the lines of a match alone.
ANY_TEXT = tuple(mutate for mutate in MUTATIONS if mutate is not forged)


def _compact(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _changed(value: Any, dice: random.Random) -> Any:
    """Some value inside a value, replaced."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        key = dice.choice(list(value))
        return {**value, key: _changed(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.7:
        at = dice.randrange(len(value))
        return [*value[:at], _changed(value[at], dice), *value[at + 1 :]]
    return dice.choice(
        [
            None, True, 0, -1, 7, 99, 65_536, 99_999, 10**7, 2**53, 2**64, -(2**63), 1.5, "", "x" * 70_000, "\0",
            "\u2028", "seat:1", "é" * 9, [], {}, [[]] * 500, _nested(40), _nested(2_000), {"a": 1}, value, other(value),
        ]
    )  # fmt: skip


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(min(depth, sys.getrecursionlimit() // 4)):
        value = [value]
    return value


def specials(seed: Seed) -> Iterator[tuple[str, bytes]]:
    """What no chance would come up with."""
    lines = seed.lines
    header, first, *rest = lines
    tail = b"\n".join([*rest, b""])
    yield "nothing", b""
    yield "a line end", b"\n"
    yield "the header alone", header + b"\n"
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(3_000)
    yield "another archive", b"\x1f\x8b\x08\x00" + bytes(3_000)
    yield "a database", b"SQLite format 3\x00" + bytes(90_000)
    yield "a mark of byte order", b"\xef\xbb\xbf" + seed.text
    yield "sixteen bits", seed.text.decode().encode("utf-16")
    yield "a thousand brackets", header + b"\n" + b"[" * 1_000 + b"\n"
    yield "a million brackets", header + b"\n" + b"[" * 1_000_000 + b"\n"
    yield (
        "deep fields",
        b"\n".join(
            [header, first.replace(b'"public":{', b'"public":{"a":' + b"[" * 9_000 + b"]" * 9_000 + b",", 1), tail]
        ),
    )
    wide = b",".join([b"[]"] * (NESTED_MAX // 3))
    yield "wide fields", b"\n".join([header, first.replace(b'"public":{', b'"public":{"a":[' + wide + b"],", 1), tail])
    yield "a long line", header + b"\n" + b'"' + b"x" * (70 * MIB) + b"\n"
    yield "a long header", b'{"matchfold":1,' + b" " * (3 * MIB) + b"}\n"
    yield "many entries", header + b"\n" + (first + b"\n") * 200_001
    yield from widest(seed)
    small = b'{"seq":1,"kind":"","type":"","schema":1,"rules":1,"at":0,"actor":"","cause":null,"public":{},'
    small += b'"sealed":[],"link":"'
    yield "small entries", header + b"\n" + (small + b"0" * 64 + b'"}\n') * 49_000
    part = b'{"audience":"","commitment":"' + b"0" * 64 + b'"}'
    parts = small.replace(b'"sealed":[]', b'"sealed":[' + b",".join([part] * 15_000) + b"]") + b"0" * 64 + b'"}\n'
    yield "many parts", header + b"\n" + parts * 40
    yield "a bomb of zeros", _bomb(b"\0" * MIB, 600)
    yield "a bomb of lines", _bomb(seed.text, 200 * MIB // len(seed.text), header_first=seed.text)
    yield "a bomb in a bomb", zstandard.ZstdCompressor().compress(_bomb(b"\0" * MIB, 600))
    yield (
        "a wide window",
        zstandard.ZstdCompressor(
            compression_params=zstandard.ZstdCompressionParameters(window_log=30, chain_log=10, hash_log=10)
        )
        .compressobj(size=1 << 31)
        .compress(b"x" * 100)
        + b"\x28\xb5\x2f\xfd",
    )
    yield "many frames", zstandard.ZstdCompressor().compress(b"") * 200_000
    for count in (COUNT_MAX, COUNT_MAX + 1, 2**52):
        made = [json.loads(line) for line in lines]
        for line in made[1:]:
            for name, value in line["public"].items():
                if type(value) is int and name not in ("seat", "rules"):
                    line["public"][name] = count
        yield f"counts of {count}", relinked(made)


def widest(seed: Seed) -> Iterator[tuple[str, bytes]]:
    """Entries with a chain that holds, as wide as they may be, all of one step: what is made of them is the largest."""
    for name, make in WIDEST.items():
        yield name, make(seed)


ROOM = 98_000  # values a line


def _wide(count: int, filling: Callable[[int], dict[str, Any]]) -> Callable[[Seed], bytes]:
    def make(seed: Seed) -> bytes:
        opening = [json.loads(line) for line in seed.lines[:4]]
        lines = [
            {**opening[3], "seq": seq, "public": {**opening[3]["public"], **filling(seq)}}
            for seq in range(4, 4 + count)
        ]
        return relinked([*opening[:4], *lines])

    return make


def _capsule(refusals: int, with_log: bool) -> Callable[[Seed], bytes]:
    def make(seed: Seed) -> bytes:
        match = json.loads(seed.lines[0])["match"]
        header = {"matchfold_capsule": 1, "id": "r", "match_id": match, "game": "arcanya", "by": "host"}
        header |= {"viewer": "seat:1", "step": 3, "at": 0, "comment": "", "versions": {}, "client": "", "seen": False}
        refusal = {"seat": 1, "seq": 3, "at": 0, "intent": {"type": "PlayPower", "card_id": [[]] * (ROOM // 2)}}
        refusal |= {"code": "X", "rule": "X", "sentence": "X"}
        lines = [_compact({**header, "refusals": refusals}), *[_compact(refusal)] * refusals]
        return b"\n".join([*lines, seed.text if with_log else b""])

    return make


WIDEST: dict[str, Callable[[Seed], bytes]] = {
    "wide keys": _wide(10, lambda at: {f"{at}-{place}": 0 for place in range(ROOM)}),
    "wide texts": _wide(10, lambda at: {"name": [f"{at}-{place}" for place in range(ROOM)]}),
    "wide lists": _wide(10, lambda at: {"name": [[]] * (ROOM // 2)}),
    "wide maps": _wide(10, lambda at: {"name": [{"a": place} for place in range(ROOM // 2)]}),
    "wide letters": _wide(8, lambda at: {"name": "x" * 1_900_000}),
    "wide pictures": _wide(2, lambda at: {"name": "x" * 1_900_000 + "\U0001f0a1"}),
    "wide nests": _wide(10, lambda at: {"name": [[_nested(50)]] * (ROOM // 54)}),
    "a wide capsule": _capsule(10, with_log=True),
    "a long capsule": _capsule(200, with_log=False),
}


def _bomb(piece: bytes, times: int, header_first: bytes = b"") -> bytes:
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    return b"".join([packer.compress(header_first), *[packer.compress(piece) for _ in range(times)], packer.flush()])


# -- the process that is watched


class Watched:
    """A process that runs commands on files and says how each ended."""

    def __init__(self) -> None:
        self._process = self._begin()

    @staticmethod
    def _begin() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz_files", "--worker"],
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, *arguments: str) -> dict[str, Any]:
        """What a command did, or Fault."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(arguments) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE_SECONDS)
        line = process.stdout.readline() if ready else ""
        if not line:
            process.kill()
            process.wait()
            self._process = self._begin()
            raise Fault("it did not end" if not ready else f"the process ended with {process.returncode}")
        told: dict[str, Any] = json.loads(line)
        if told["left_kib"] > LEFT_KIB_MAX:
            self.close()
            self._process = self._begin()
        return told

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)
        if self._process.stdout is not None:
            self._process.stdout.close()


def worker() -> int:
    """Reads commands, a line each, and says of each how it ended, how long it took and how much memory it had."""
    answers = sys.stdout
    for line in sys.stdin:
        _forget_peak()
        out, err = io.StringIO(), io.StringIO()
        began = time.process_time()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            command, *rest = json.loads(line)
            code = independent().main(rest) if command == INDEPENDENT else matchfold([command, *rest])
        told = {
            "code": code,
            "err": err.getvalue()[:4_000],
            "seconds": round(time.process_time() - began, 3),
            "kib": _memory_kib("VmHWM"),
            "left_kib": _memory_kib("VmRSS"),
        }
        print(json.dumps(told), file=answers, flush=True)
    return 0


def _forget_peak() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _memory_kib(what: str) -> int:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0  # not to be had here
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(what))


# -- the campaign


def check(watched: Watched, command: str, path: Path, sound: Path) -> dict[str, Any]:
    """Runs a command on a file, and raises Fault unless it was taken well."""
    page = ["--html", str(path.with_name("page.html"))]
    more = {"verify": ["--jobs", "1"], "show": ["--json"], "diff": [str(sound)], "replay": page}.get(command, [])
    told = watched.run(command, str(path), *more)
    err = told["err"]
    if told["code"] not in (0, 1, 2, 3):
        raise Fault(f"exit code {told['code']}: {err[:300]}")
    if "Traceback" in err or "should not have happened" in err:
        raise Fault(err[:600])
    if told["code"] == 2 and (err.count("\n") != 1 or len(err) > SENTENCE_LENGTH_MAX):
        raise Fault(f"not one clear line: {err[:300]!r}")
    if told["kib"] > MEMORY_KIB_MAX:
        raise Fault(f"{told['kib'] // 1024} MiB of memory")
    if told["seconds"] > SECONDS_MAX:
        raise Fault(f"{told['seconds']} seconds")
    return told


def campaign(count: int, seed: str, folder: Path, commands: Sequence[str] = COMMANDS) -> dict[str, Any]:
    """Tries so many files, and the special ones; raises Fault, and leaves the file that shows it in the folder."""
    made, reported = seeds(), capsules()
    sound = folder / "sound.match"
    sound.write_bytes(made[0].text)
    codes: Counter[str] = Counter()
    most_kib, longest = 0, 0.0
    watched = Watched()
    try:
        for what, data, command in _files(count, seed, made, reported, commands):
            path = folder / f"hostile.match{'.zst' if data.startswith(zstandard.FRAME_HEADER) else ''}"
            path.write_bytes(data)
            try:
                told = check(watched, command, path, sound)
            except Fault as fault:
                raise Fault(f"{command} on {what} ({path}): {fault}") from None
            path.unlink()
            codes[f"{command} {told['code']}"] += 1
            most_kib, longest = max(most_kib, told["kib"]), max(longest, told["seconds"])
    finally:
        watched.close()
    return {
        "files": sum(codes.values()),
        "ended": dict(sorted(codes.items())),
        "most_mib": most_kib // 1024,
        "longest_s": longest,
    }


def _files(
    count: int, seed: str, made: list[Seed], reported: list[Seed], commands: Sequence[str]
) -> Iterator[tuple[str, bytes, str]]:
    for number in range(count):
        dice = random.Random(f"{seed} {number}")
        command = dice.choice(commands)
        report = dice.random() < (0.5 if command == "repro" else 0.1)
        start, mutate = dice.choice(reported if report else made), dice.choice(ANY_TEXT if report else MUTATIONS)
        yield f"{mutate.__name__} of {start.name}, --seed {seed}, number {number}", mutate(start, dice), command
    for name, data in specials(made[0]):
        for command in commands:
            yield name, data, command


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_files", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=500, help="files made by chance")
    parser.add_argument("--seed", default="1", help="the same seed makes the same files")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        return worker()
    folder = Path(tempfile.mkdtemp(prefix="matchfold-fuzz-"))
    try:
        figures = campaign(options.count, options.seed, folder)
    except Fault as fault:
        print(f"FAULT {fault}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
