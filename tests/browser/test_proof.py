"""What the browser proves of a log: the same bytes as Python makes, and every kind of tampering where it is."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playwright.async_api import Page

from projections.games import plugin_for
from projections.matchfile import dumps, match_file
from server.simulate import Played, Table, play_match
from tests.browser.academy import Academy

pytestmark = pytest.mark.browser
SAFE = (1 << 53) - 1
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-SAFE, SAFE)
    | st.sampled_from(
        [sign * (1 << bits) + by for bits in (5, 7, 8, 15, 16, 31, 32, 52) for sign in (1, -1) for by in (-1, 0, 1)]
    )
    | st.text(max_size=40)
    | st.sampled_from(["a" * 31, "b" * 32, "ü" * 16, "c" * 255, "d" * 256, "é" * 33_000, "🜁" * 9])
)
KEYS = st.text(max_size=4) | st.integers(0, 30).map(str) | st.just("__proto__")
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=18) | st.dictionaries(KEYS, inner, max_size=18),
    max_leaves=40,
)
PACK = """async (lines) => {
  const { packed } = await import("/static/proof/packing.js");
  const { readLine, writeLine } = await import("/static/proof/lines.js");
  const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return lines.map((line) => {
    const value = readLine(line);
    return [base64(packed(value)), writeLine(value) === line];
  });
}"""
CHECK = """async (text) => (await import("/static/proof.js")).checkFile(text)"""


@pytest.fixture
async def page(academy: Academy) -> Page:
    """A page of the server, where its modules can be had."""
    return await academy.page("/")


def lines() -> list[str]:
    """Several hundred values as lines of JSON, nested and odd ones among them."""
    found: list[str] = []

    @settings(
        max_examples=300,
        phases=(Phase.generate,),
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(VALUES)
    def draw(value: Any) -> None:
        found.append(line(value))

    draw()
    return found


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


async def test_the_browser_packs_every_value_as_msgpack_does(page: Page) -> None:
    values = [*lines(), line({"10": 1, "2": {"b": [], "0": None}, "a": -33}), line([{}] * 70_000), line("x" * 70_000)]
    assert any('"2":' in value for value in values), "keys that look like numbers are among them"
    for value, (packed, same) in zip(values, await page.evaluate(PACK, values), strict=True):
        assert base64.b64decode(packed) == msgpack.packb(json.loads(value)), value[:200]
        assert same, value[:200]


async def test_what_cannot_be_in_a_log_is_not_packed(page: Page) -> None:
    attempt = f"async (one) => {{ try {{ return await ({PACK})([one]); }} catch (error) {{ return error.message; }} }}"
    for value in ("1.5", "9007199254740992", "1e400", '{"2":1.5}', "-9007199254740993", "[" * 66 + "]" * 66):
        assert isinstance(await page.evaluate(attempt, value), str), value


async def test_the_hash_that_stands_in_for_the_browsers_own_is_the_same(page: Page) -> None:
    sizes = [*range(0, 130), 1_000, 65_535, 100_001]
    script = """async (sizes) => {
      const { sha256, sha256Here } = await import("/static/proof/sha256.js");
      const { hexOf } = await import("/static/proof.js");
      const found = [];
      for (const size of sizes) {
        const bytes = Uint8Array.from({ length: size }, (_, place) => (place * 31 + size) & 255);
        found.push([hexOf(sha256Here(bytes)), hexOf(await sha256(bytes))]);
      }
      return found;
    }"""
    for size, (here, lent) in zip(sizes, await page.evaluate(script, sizes), strict=True):
        digest = hashlib.sha256(bytes((place * 31 + size) & 255 for place in range(size))).hexdigest()
        assert (here, lent) == (digest, digest), size


async def test_without_the_browsers_own_hash_a_log_is_verified_too(page: Page, played: Played) -> None:
    text = dumps(match_file(played.entries))
    await page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    report = await page.evaluate(CHECK, text)
    assert report["entries"] == len(played.entries) and report["findings"] == []


@pytest.fixture(scope="module", params=["arcanya", "maya"])
def played(request: pytest.FixtureRequest) -> Played:
    """A whole match of each game."""
    seats, mode = (3, "advanced") if request.param == "arcanya" else (2, "siege-1v1")
    return play_match(Table(plugin_for(request.param), ("random",) * seats, {"mode": mode}, "Prüfung"), b"proof")


async def test_a_sound_log_is_found_sound_for_every_viewer(page: Page, played: Played) -> None:
    for viewer in ("auditor", "seat:1", "spectator"):
        file = match_file(played.entries, viewer)
        report = await page.evaluate(CHECK, dumps(file))
        assert report["findings"] == []
        assert report["head"] == {"seq": file.head.seq, "link": file.head.link.hex()}
        assert report["entries"] == file.count
        parts = [part for entry in file.entries for part in entry.parts]
        assert report["openings"] == sum(part.salt is not None for part in parts)
        assert report["sealed"] == sum(part.salt is None for part in parts)


Tamper = Callable[[list[str]], list[str]]


def swapped(at: int) -> Tamper:
    return lambda rows: [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]


def edited(at: int, change: Callable[[Any], object]) -> Tamper:
    def edit(rows: list[str]) -> list[str]:
        entry = json.loads(rows[at])
        change(entry)
        return [*rows[:at], line(entry), *rows[at + 1 :]]

    return edit


def sealed_at(rows: list[str]) -> int:
    return next(place for place, row in enumerate(rows) if place > 20 and '"salt"' in row)


def first_part(change: Callable[[Any], object]) -> Tamper:
    return lambda rows: edited(sealed_at(rows), lambda entry: change(entry["sealed"][0]))(rows)


def other_field(part: Any) -> None:
    name = next(iter(part["fields"]))
    part["fields"][name] = ["another"]


def new_secret(entry: Any) -> None:
    entry["public"]["secret"] = "00" * 32


TAMPERINGS: dict[str, tuple[Tamper, str, Callable[[list[str]], int]]] = {
    "a public field": (edited(30, lambda entry: entry["public"].update(added=1)), "LINK", lambda rows: 30),
    "the time": (edited(31, lambda entry: entry.update(at=entry["at"] + 1)), "LINK", lambda rows: 31),
    "the actor": (edited(32, lambda entry: entry.update(actor="host")), "LINK", lambda rows: 32),
    "a link": (edited(33, lambda entry: entry.update(link="ab" * 32)), "LINK", lambda rows: 33),
    "an entry dropped": (lambda rows: rows[:40] + rows[41:], "SEQ", lambda rows: 40),
    "an entry twice": (lambda rows: rows[:41] + rows[40:], "SEQ", lambda rows: 41),
    "two entries swapped": (swapped(44), "SEQ", lambda rows: 44),
    "the end cut off": (lambda rows: rows[:-2], "HEADER", lambda rows: len(rows) - 3),
    "an opened field": (first_part(other_field), "COMMITMENT", sealed_at),
    "a salt": (first_part(lambda part: part.update(salt="00" * 16)), "COMMITMENT", sealed_at),
    "a commitment": (first_part(lambda part: part.update(commitment="00" * 32)), "LINK", sealed_at),
    "an opening taken out": (first_part(lambda part: (part.pop("salt"), part.pop("fields"))), "REDACTION", sealed_at),
    "a space": (lambda rows: [*rows[:50], rows[50].replace(":", ": ", 1), *rows[51:]], "ENCODING", lambda rows: 50),
    "a member too many": (edited(51, lambda entry: entry.update(more=1)), "ENCODING", lambda rows: 51),
    "something that is no JSON": (lambda rows: [*rows[:52], "{", *rows[53:]], "ENCODING", lambda rows: 52),
    "something that is no entry": (lambda rows: [*rows[:53], "[]", *rows[54:]], "ENCODING", lambda rows: 53),
    "the secret": (lambda rows: edited(len(rows) - 1, new_secret)(rows), "SECRET", lambda rows: len(rows) - 1),
}


async def test_tampering_is_found_at_its_entry(page: Page, played: Played) -> None:
    rows = dumps(match_file(played.entries)).split("\n")[:-1]
    for what, (tamper, code, place) in TAMPERINGS.items():
        at = place(rows)
        findings = (await page.evaluate(CHECK, "\n".join(tamper(rows)) + "\n"))["findings"]
        assert (code, at) in [(finding["code"], finding["seq"]) for finding in findings], (what, findings[:5])
        assert min(finding["seq"] for finding in findings) == at, f"{what}: what comes before it is sound"


async def test_a_log_written_anew_with_good_links_is_told_by_its_head(page: Page, played: Played) -> None:
    """Nobody can see that from the file alone; whoever kept a head can."""
    shorter = match_file(played.entries[:-1])
    report = await page.evaluate(CHECK, dumps(shorter))
    assert report["findings"] == []
    assert report["head"]["link"] != played.entries[-1].link.hex()


# -- somebody who links all of it anew


def linked_anew(rows: list[str], change: Callable[[list[Any]], object]) -> str:
    """The text of a file after a change, with good links and a good header."""
    header, *entries = map(json.loads, rows)
    change(entries)
    link = hashlib.sha256(b"matchfold log 1" + header["match"].encode()).digest()
    for entry in entries:
        envelope = [entry[name] for name in ("seq", "kind", "type", "schema", "rules", "at", "actor", "cause")]
        audiences = [part["audience"] for part in entry["sealed"]]
        commitments = b"".join(bytes.fromhex(part["commitment"]) for part in entry["sealed"])
        public = msgpack.packb([*envelope, audiences, entry["public"]])
        link = hashlib.sha256(link + public + commitments).digest()
        entry["link"] = link.hex()
    header["head"] = {"seq": entries[-1]["seq"], "link": entries[-1]["link"]}
    return "".join(line(one) + "\n" for one in (header, *entries))


FORMS: dict[str, Callable[[list[Any]], object]] = {
    "true in place of a number": lambda entries: entries[29].update(at=True),
    "a schema in words": lambda entries: entries[29].update(schema="1"),
    "a kind that is none": lambda entries: entries[29].update(kind="remark"),
    "no one who did it": lambda entries: entries[29].update(actor=None),
    "a cause below nothing": lambda entries: entries[29].update(cause=-1),
    "a list of fields": lambda entries: entries[29].update(public=[]),
    "half a number": lambda entries: entries[29].update(public={"power": 2.5}),
}


async def test_a_form_that_no_entry_has_is_found_also_with_good_links(page: Page, played: Played) -> None:
    rows = dumps(match_file(played.entries)).split("\n")[:-1]
    assert (await page.evaluate(CHECK, linked_anew(rows, lambda entries: None)))["findings"] == []
    for what, change in FORMS.items():
        findings = (await page.evaluate(CHECK, linked_anew(rows, change)))["findings"]
        assert ("ENCODING", 30) in [(finding["code"], finding["seq"]) for finding in findings], what


async def test_a_whole_number_with_a_point_is_another_form(page: Page, played: Played) -> None:
    """A reader in the browser takes 2.0 for 2, so that only the bytes of the line tell."""
    rows = dumps(match_file(played.entries)).split("\n")[:-1]
    rows[30] = rows[30].replace('"schema":1', '"schema":1.0')
    findings = (await page.evaluate(CHECK, "\n".join(rows) + "\n"))["findings"]
    assert ("ENCODING", 30) in [(finding["code"], finding["seq"]) for finding in findings]


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("ENCODING", lambda header: header.update(head=dict(reversed(header["head"].items())))),
        ("ENCODING", lambda header: header["head"].update(more=1)),
        ("ENCODING", lambda header: header.update(matchfold=2)),
        ("ENCODING", lambda header: header.update(rules="1")),
        ("HEADER", lambda header: header.update(rules=header["rules"] + 1)),
        ("HEADER", lambda header: header.update(title="Another")),
        ("HEADER", lambda header: header.update(game="another")),
    ],
)
async def test_a_header_of_another_form_or_another_match_is_found(
    page: Page, played: Played, code: str, change: Callable[[Any], object]
) -> None:
    first, rest = dumps(match_file(played.entries)).split("\n", 1)
    header = json.loads(first)
    change(header)
    findings = (await page.evaluate(CHECK, f"{line(header)}\n{rest}"))["findings"]
    assert code in [finding["code"] for finding in findings]
