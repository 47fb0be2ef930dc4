"""The verifier in a single file, which shares no code with Matchfold, says the same as `matchfold verify`."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest

from projections.games import PLUGINS
from projections.matchfile import dumps, match_file
from server.cli import main as matchfold
from server.cli.files import read_match
from server.simulate import Table, play_match
from tests import tamper
from tests.toy.plugin import TOY

ROOT = Path(__file__).resolve().parents[2]
VERIFIER = ROOT / "tools" / "independent_verifier.py"
MATCH = ROOT / "fixtures" / "arcanya" / "advanced-3-seats.match.zst"


def verified(path: Path, *arguments: str) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, str(VERIFIER), str(path), *arguments], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("viewer", ["auditor", "seat:1", "spectator"])
def test_it_finds_a_recorded_match_sound_for_every_viewer(tmp_path: Path, viewer: str) -> None:
    file = match_file(read_match(MATCH).entries, viewer)
    path = tmp_path / "one.match"
    path.write_text(dumps(file), encoding="utf-8")
    middle = file.entries[99]
    code, said = verified(path, "--head", f"{middle.seq}:{middle.link.hex()}")
    drawn = (
        "12 draws recomputed, 0 not" if viewer == "auditor" else "0 draws recomputed, 12 not (12 closed in this copy)"
    )
    assert (code, said) == (0, f"{drawn}\n{len(file.entries)} entries, 0 findings\n")


def test_line_ends_inside_names_do_not_confuse_it(tmp_path: Path) -> None:
    played = play_match(Table(TOY, ("random",) * 2, title="Two \u2028 lines \x85 apart"), b"lines")
    path = tmp_path / "toy.match"
    path.write_text(dumps(match_file(played.entries)), encoding="utf-8", newline="\n")
    assert verified(path)[0] == 0


@pytest.mark.parametrize("text", ["{}\n", "[]\n", '{"matchfold":2}\n'])
def test_a_file_of_another_kind_is_told_to_be_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.match").write_text(text)
    code, said = verified(tmp_path / "other.match")
    assert (code, said) == (2, "unreadable: ValueError: line 1 is not the header of a match file of version 1\n")


def test_it_names_the_entry_that_was_tampered_with(tmp_path: Path) -> None:
    lines = dumps(match_file(read_match(MATCH).entries)).split("\n")
    at = next(number for number, line in enumerate(lines) if '"SphereSent"' in line)
    lines[at] = lines[at].replace('"power":', '"power":1', 1)
    path = tmp_path / "forged.match"
    path.write_text("\n".join(lines), encoding="utf-8")
    code, said = verified(path)
    assert code == 1
    assert f"entry {at}: " in said


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace('"link":', '"link": ', 1), "not in the form"),
        (lambda text: text[:-1], "ends in the middle of a line"),
        (lambda text: text.replace('"at":0', '"at":0,"more":1', 1), "not in the form"),
        (lambda text: text.replace('"entries":', '"entries":1', 1), "the header announces"),
        (lambda text: text.replace('"viewer":"auditor"', '"viewer":"seat:1"', 1), "open for exactly its viewer"),
        (lambda text: text.replace('"title":"', '"title":"x', 1), "another match, game or title"),
    ],
)
def test_another_form_or_another_header_is_told(tmp_path: Path, change: Callable[[str], str], says: str) -> None:
    path = tmp_path / "other.match"
    path.write_text(change(dumps(match_file(read_match(MATCH).entries))), encoding="utf-8")
    code, said = verified(path)
    assert code in (1, 2)
    assert says in said


def test_digits_in_capitals_are_another_form(tmp_path: Path) -> None:
    """They say the same to whoever reads hexadecimal digits, so that a changed byte could hide in them."""
    text = dumps(match_file(read_match(MATCH).entries))
    begins = '"audience":"server","commitment":"'
    at = text.index(begins) + len(begins)
    place = next(place for place in range(at, at + 64) if text[place].isalpha())
    path = tmp_path / "capital.match"
    path.write_text(text[:place] + text[place].upper() + text[place + 1 :], encoding="utf-8")
    code, said = verified(path)
    assert (code, "digits in capitals" in said) == (2, True)


def test_a_match_under_way_says_that_no_draw_was_made_again(tmp_path: Path) -> None:
    path = tmp_path / "begun.match"
    path.write_text(dumps(match_file(read_match(MATCH).entries[:60])), encoding="utf-8")
    code, said = verified(path)
    assert code == 0
    assert re.fullmatch(r"0 draws recomputed, (\d+) not \(\1 the secret is not told\)\n60 entries, 0 findings\n", said)


@pytest.mark.parametrize("head", ["\u00b2:ab", "9" * 5_000 + ":" + "0" * 64, "5", "5:\u00e9", "-1:" + "0" * 64])
def test_a_head_that_is_none_is_said_in_one_line(head: str) -> None:
    code, said = verified(MATCH, "--head", head)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("--head is SEQ:LINK")


def test_a_compressed_file_is_to_be_unpacked_first() -> None:
    code, said = verified(MATCH)
    assert (code, said) == (
        2,
        "unreadable: ValueError: the file is compressed; unpack it first: zstd -d FILE.match.zst\n",
    )


def test_draws_stated_in_advance_are_a_finding(tmp_path: Path) -> None:
    log = tamper.played(PLUGINS["arcanya"], "auditor")
    case = next(case for case in tamper.draws(log) if "stated in advance" in case.kind)
    path = tmp_path / "scripted.match"
    path.write_bytes(case.text)
    code, said = verified(path)
    assert code == 1
    assert "entry 2: the draws of this match were stated in advance (scripted)" in said
    assert re.search(r"^0 draws recomputed, (\d+) not \(\1 stated in advance\)$", said, re.MULTILINE)


def test_draws_of_another_match_are_not_said_to_be_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever makes up an origin gets a sound log of which it is said that its draws stand on another one."""
    log = tamper.played(PLUGINS["arcanya"], "auditor")
    case = next(case for case in tamper.draws(log) if "made up" in case.kind)
    path = tmp_path / "origin.match"
    path.write_bytes(case.text)
    code, said = verified(path)
    last = len(log.file.entries) - 1
    assert code == 0
    drawn = re.search(r"^0 draws recomputed, (\d+) not \(\1 of a fork, up to entry (\d+), which", said, re.MULTILINE)
    assert drawn is not None and drawn[2] == str(last)
    assert matchfold(["verify", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()[0]
    assert told.endswith(f"0 draws recomputed); {drawn[1]} draws of a fork are not proved by it")


# -- a server that writes what it likes, and then seals and links all of it anew


Rows = list[dict[str, Any]]


def sealed_anew(header: dict[str, Any], rows: Rows, secret: bytes) -> str:
    """The text of a match file of these rows, every salt, commitment, link and head computed again."""
    link = hashlib.sha256(b"matchfold log 1" + header["match"].encode()).digest()
    for row in rows:
        for part in row["sealed"]:
            salt = hmac.digest(secret, b"salt" + row["seq"].to_bytes(8, "big") + part["audience"].encode(), "sha256")
            part["salt"] = salt[:16].hex()
            part["commitment"] = hashlib.sha256(salt[:16] + msgpack.packb(part["fields"])).hexdigest()
        envelope = [row[name] for name in ("seq", "kind", "type", "schema", "rules", "at", "actor", "cause")]
        audiences = [part["audience"] for part in row["sealed"]]
        public = msgpack.packb([*envelope, audiences, row["public"]])
        commitments = b"".join(bytes.fromhex(part["commitment"]) for part in row["sealed"])
        link = hashlib.sha256(link + public + commitments).digest()
        row["link"] = link.hex()
    header["entries"] = len(rows)
    header["head"] = {"seq": rows[-1]["seq"], "link": rows[-1]["link"]}
    return "".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for one in (header, *rows))


def rewritten(tmp_path: Path, change: Callable[[Rows, bytes], None]) -> tuple[int, str]:
    """What the verifier says of a log that somebody with its secret changed and then sealed anew."""
    header, *rows = [json.loads(line) for line in dumps(match_file(read_match(MATCH).entries)).split("\n")[:-1]]
    secret = bytes.fromhex(next(row["public"]["secret"] for row in rows if row["type"] == "SecretRevealed"))
    change(rows, secret)
    path = tmp_path / "rewritten.match"
    path.write_text(sealed_anew(header, rows, secret), encoding="utf-8")
    return verified(path)


def draws_of(rows: Rows) -> Rows:
    return [row for row in rows if row["type"] == "ChanceDrawn"]


def drawn_again(row: dict[str, Any], seed: bytes, number: int) -> None:
    fields = row["sealed"][0]["fields"]
    fields["result"] = tamper.independent().draw(seed, number, fields["label"], fields["kind"], fields["size"])


def seed_of(rows: Rows, secret: bytes) -> bytes:
    taken = {row["public"]["seat"]: row["public"]["entropy"] for row in rows if row["type"] == "SeatTaken"}
    pieces = [*(bytes.fromhex(taken[seat]) for seat in sorted(taken)), rows[1]["public"]["match_id"].encode()]
    return hmac.digest(secret, b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces), "sha256")


def test_a_log_sealed_anew_without_a_change_is_sound(tmp_path: Path) -> None:
    assert rewritten(tmp_path, lambda rows, secret: None)[0] == 0


def test_a_server_cannot_pass_over_draws_until_one_is_to_its_liking(tmp_path: Path) -> None:
    def choose(rows: Rows, secret: bytes) -> None:
        last = draws_of(rows)[-1]
        last["public"]["number"] = 1000
        drawn_again(last, seed_of(rows, secret), 1000)

    code, said = rewritten(tmp_path, choose)
    assert code == 1
    assert "draw 1000 comes where draw 11 is due" in said


def test_a_match_that_never_starts_has_no_seed_to_draw_from(tmp_path: Path) -> None:
    def never_start(rows: Rows, secret: bytes) -> None:
        next(row for row in rows if row["type"] == "MatchStarted")["type"] = "MatchBegun"
        for row in draws_of(rows):
            drawn_again(row, b"", row["public"]["number"])

    code, said = rewritten(tmp_path, never_start)
    assert code == 1
    assert "a draw comes before the match starts" in said


def starts_twice(rows: Rows, secret: bytes) -> None:
    rows[-2].update(type="MatchStarted", public={"seats": 3}, sealed=[])


def takes_a_seat_there_is_not(rows: Rows, secret: bytes) -> None:
    next(row for row in rows if row["type"] == "SeatTaken" and row["public"]["seat"] == 3)["public"]["seat"] = 9


def seals_the_number_too(rows: Rows, secret: bytes) -> None:
    last = draws_of(rows)[-1]
    drawn_again(last, seed_of(rows, secret), 1000)
    last["sealed"][0]["fields"]["number"] = 1000


def opens_no_draw(rows: Rows, secret: bytes) -> None:
    draws_of(rows)[-1]["sealed"] = []


def names_another_algorithm(rows: Rows, secret: bytes) -> None:
    rows[1]["public"]["algorithm"] = "as-it-pleases"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (starts_twice, "the match starts a second time"),
        (takes_a_seat_there_is_not, "there is no seat 9"),
        (seals_the_number_too, "other fields than a number"),
        (opens_no_draw, "other fields than a number"),
        (names_another_algorithm, "not known here"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_other_ways_to_choose_what_is_drawn_are_told(
    tmp_path: Path, change: Callable[[Rows, bytes], None], says: str
) -> None:
    code, said = rewritten(tmp_path, change)
    assert code == 1
    assert says in said


def power_with_a_point(rows: Rows, secret: bytes) -> None:
    next(row for row in rows if row["type"] == "SphereSent" and row["kind"] == "event")["public"]["power"] = 2.0


def true_for_one(rows: Rows, secret: bytes) -> None:
    rows[4]["schema"] = True


def a_number_of_54_bits(rows: Rows, secret: bytes) -> None:
    rows[4]["at"] = 1 << 53


def fields_as_a_list(rows: Rows, secret: bytes) -> None:
    rows[6]["public"] = []


@pytest.mark.parametrize("change", [power_with_a_point, true_for_one, a_number_of_54_bits, fields_as_a_list])
def test_a_form_that_no_log_has_is_unreadable_even_with_good_links(
    tmp_path: Path, change: Callable[[Rows, bytes], None]
) -> None:
    code, said = rewritten(tmp_path, change)
    assert (code, said.startswith("unreadable: ")) == (2, True), said


@pytest.mark.parametrize(
    ("form", "other"),
    [
        (r'"head":\{("seq":\d+),("link":"\w+")\}', r'"head":{\2,\1}'),
        (r'"matchfold":1', '"matchfold":1.0'),
        (r'"matchfold":1', '"matchfold":true'),
        (r'"rules":(\d+),"title"', r'"rules":\1.0,"title"'),
    ],
)
def test_a_header_has_one_form(tmp_path: Path, form: str, other: str) -> None:
    text, changed = re.subn(form, other, dumps(match_file(read_match(MATCH).entries)), count=1)
    path = tmp_path / "header.match"
    path.write_text(text, encoding="utf-8")
    assert changed == 1
    assert verified(path)[0] == 2
